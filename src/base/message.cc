#include "base/message.h"

#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <utility>

#include "base/api.h"
#include "base/error_rows.h"
#include "base/log.h"
#include "base/no_handle_left.h"

namespace openaclnn {
namespace {

class Messages {
 public:
  void Add(std::string message) {
    newest_first_.push_front(std::move(message));
    if (newest_first_.size() > kMostMessages) newest_first_.pop_back();
  }

  // False if there were none.
  bool Take(std::string& text) {
    if (newest_first_.empty()) return false;
    text.clear();
    for (const std::string& message : newest_first_) {
      if (!text.empty()) text += '\n';
      text += message;
    }
    newest_first_.clear();
    return true;
  }

 private:
  std::deque<std::string> newest_first_;
};

struct ThreadMessages {
  Messages messages;
  std::string taken;  // what TakeMessages returned last
};

// The functions of this library may be called from destructors of static objects, when the
// thread-local objects of the main thread are gone. Therefore a bare pointer, which outlives them;
// messages that come later are never freed.
thread_local ThreadMessages* thread_messages = nullptr;

struct FreeAtThreadExit {
  ~FreeAtThreadExit() { delete std::exchange(thread_messages, nullptr); }
};

ThreadMessages& OfThisThread() {
  if (thread_messages == nullptr) {
    thread_messages = new ThreadMessages;
    static thread_local FreeAtThreadExit free_at_thread_exit;
    (void)free_at_thread_exit;
  }
  return *thread_messages;
}

struct ProcessMessages {
  std::mutex mutex;
  Messages messages;  // guarded by mutex
};

ProcessMessages& OfProcess() {
  static auto* const messages = new ProcessMessages;
  return *messages;
}

std::atomic<MessageScope> message_scope{MessageScope::kThread};

}  // namespace

void SetMessageScope(MessageScope scope) { message_scope.store(scope, std::memory_order_relaxed); }

void AddMessage(std::string message) {
  Log(LogLevel::kError, message);
  if (message_scope.load(std::memory_order_relaxed) == MessageScope::kThread) {
    OfThisThread().messages.Add(std::move(message));
    return;
  }
  const std::lock_guard lock(OfProcess().mutex);
  OfProcess().messages.Add(std::move(message));
}

const char* TakeMessages() {
  std::string& taken = OfThisThread().taken;
  if (message_scope.load(std::memory_order_relaxed) == MessageScope::kThread) {
    return OfThisThread().messages.Take(taken) ? taken.c_str() : nullptr;
  }
  const std::lock_guard lock(OfProcess().mutex);
  return OfProcess().messages.Take(taken) ? taken.c_str() : nullptr;
}

int32_t ReportError(const char* api, const Status& status) noexcept {
  return ReportError(api, status.kind(), status.code(), status.message().c_str());
}

int32_t ReportError(const char* api, ErrorKind kind, int32_t code, const char* message) noexcept {
  try {
    const ErrorRow& row = RowOf(kind);
    AddMessage(fmt::format("{}: {} [{} {}]", api, message, row.code, row.name));
  } catch (...) {  // no memory for the message; the code must do
  }
  return code;
}

int32_t ReportException(const char* api, InternalCodes codes) noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return ReportError(api, ErrorKind::kOutOfHostMemory, codes.out_of_memory, "out of host memory");
  } catch (const NoHandleLeft& error) {
    return ReportError(api, ErrorKind::kTooManyObjects, codes.no_handle, error.what());
  } catch (const std::exception& error) {
    return ReportError(api, ErrorKind::kInternal, codes.unexpected, error.what());
  } catch (...) {
    return ReportError(api, ErrorKind::kInternal, codes.unexpected,
                       "unexpected exception of unknown type");
  }
}

}  // namespace openaclnn

#include "runtime/refusals.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/stream.h"

namespace openaclnn {

std::atomic<bool> any_refusals{false};

namespace {

struct Refusal {
  aclrtContext context;
  uint64_t thread;
  std::string message;
};

struct Refusals {
  std::mutex mutex;
  std::vector<Refusal> all;  // guarded by mutex; of a context and a thread at most one
};

Refusals& TheRefusals() {
  static auto* const refusals = new Refusals;
  return *refusals;
}

// With the mutex.
template <class Predicate>
void Forget(Predicate predicate) {
  std::vector<Refusal>& all = TheRefusals().all;
  std::erase_if(all, predicate);
  any_refusals.store(!all.empty(), std::memory_order_relaxed);
}

// Unlike the system's numbers of threads, none is used twice.
uint64_t ThisThread() {
  static std::atomic<uint64_t> last{0};
  thread_local const uint64_t number = ++last;
  return number;
}

bool IsQueueOfAdapter() {
  std::array<char, 16> name = {};  // as long as Linux has them
  return pthread_getname_np(pthread_self(), name.data(), name.size()) == 0 &&
         std::string_view(name.data()) == "acl_thread";
}

}  // namespace

void NoteRefusal(aclrtStream handle, const char* api, const Status& refusal) {
  std::shared_ptr<Stream> stream;
  if (!FindStream(handle, stream).ok()) return;
  Refusal noted = {stream->context().handle, ThisThread(),
                   fmt::format("{}: {}", api, refusal.message())};
  const std::lock_guard lock(TheRefusals().mutex);
  std::vector<Refusal>& all = TheRefusals().all;
  const bool is_known = std::any_of(all.begin(), all.end(), [&](const Refusal& other) {
    return other.context == noted.context && other.thread == noted.thread;
  });
  if (!is_known) all.push_back(std::move(noted));
  any_refusals.store(true, std::memory_order_relaxed);
}

void NoteRefusalInQueue(aclrtStream stream, const char* api, const Status& refusal) {
  if (IsQueueOfAdapter()) NoteRefusal(stream, api, refusal);
}

void ForgetRefusals(aclrtContext context) {
  if (!AnyRefusals()) return;
  const std::lock_guard lock(TheRefusals().mutex);
  Forget([&](const Refusal& refusal) { return refusal.context == context; });
}

Status CheckRefusalsOf(aclrtContext context) {
  const uint64_t thread = ThisThread();
  const std::lock_guard lock(TheRefusals().mutex);
  Forget([&](const Refusal& refusal) {
    return refusal.context == context && refusal.thread == thread;
  });
  const std::vector<Refusal>& all = TheRefusals().all;
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const Refusal& refusal) { return refusal.context == context; });
  if (found == all.end()) return {};
  return Error(ErrorKind::kNotSupported, ACL_ERROR_API_NOT_SUPPORT,
               "results may be wrong, and are not given until the device is reset, since a call of "
               "another thread was refused: {}",
               found->message);
}

}  // namespace openaclnn

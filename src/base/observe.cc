#include "base/observe.h"

#include <exception>

#include "base/float_environment.h"
#include "base/log.h"
#include "base/trace.h"

namespace openaclnn {
namespace {

thread_local ObservedCall* current_call = nullptr;
thread_local bool is_marked = false;

bool IsAskedFor() {
  if (!SettingsStatus().ok()) {
    Log(LogLevel::kWarn, SettingsStatus().message() + "; the default is used");
  }
  return Logs(LogLevel::kInfo) || Tracing();
}

}  // namespace

std::atomic<bool> observing{true};

bool ReadObserving() noexcept {
  static const bool asked = [] {
    const ExactFloats exact;
    const bool is = IsAskedFor();
    observing.store(is, std::memory_order_relaxed);
    return is;
  }();
  return asked;
}

void MarkAsObserved() { is_marked = true; }

bool TakeMark() { return std::exchange(is_marked, false); }

ObservedCall::~ObservedCall() = default;

const ObservedCall* ObservedCall::Current() { return current_call; }

ObservedCall* ObservedCall::Begin(std::unique_ptr<ObservedCall> call) noexcept {
  const ExactFloats exact;
  try {
    call->AddArguments(call->arguments_);
  } catch (...) {
    return nullptr;
  }
  call->outer_ = std::exchange(current_call, call.get());
  call->begin_ = TraceClock();
  return call.release();
}

void ObservedCall::End(ObservedCall* call, int32_t code) noexcept {
  const ExactFloats exact;
  const int64_t end = TraceClock();
  const std::unique_ptr<ObservedCall> owner(call);
  current_call = call->outer_;
  try {
    Details results, more;
    const bool in_debug = Logs(LogLevel::kDebug);
    if (code == 0) call->AddResults(results);
    if (code == 0 && (in_debug || Tracing())) call->AddMore(more);
    if (Logs(LogLevel::kInfo)) {
      const std::string_view comma = results.empty() ? "" : ", ";
      const int64_t duration = end - call->begin_;
      Log(LogLevel::kInfo,
          fmt::format("{}({}) = {}{}{}, {}.{:03} us", call->name_, call->arguments_.Text(), code,
                      comma, results.Text(), duration / 1000, duration % 1000));
    }
    if (in_debug && !more.empty()) {
      Log(LogLevel::kDebug, fmt::format("{}: {}", call->name_, more.Text()));
    }
    if (!Tracing()) return;
    Details all = call->arguments_;
    all.Add("return", code);
    all.Add(results);
    all.Add(more);
    TraceSpan({call->name_, "call", RowOfThisThread(), call->begin_, end}, all);
  } catch (...) {  // no memory for the line
  }
}

}  // namespace openaclnn

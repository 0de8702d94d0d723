#include "runtime/observed_task.h"

#include <typeinfo>

#include "base/log.h"
#include "base/observe.h"
#include "base/trace.h"

namespace openaclnn {
namespace {

const char* NameOf(const ObservedCall* call) { return call != nullptr ? call->name() : "task"; }

Details ArgumentsOf(const ObservedCall* call) {
  return call != nullptr ? call->arguments() : Details();
}

void LogTask(const char* name, int32_t stream, const char* what) noexcept {
  if (!Logs(LogLevel::kDebug)) return;
  try {
    Log(LogLevel::kDebug, fmt::format("stream {}: {} {}", stream, name, what));
  } catch (...) {  // no memory for the line
  }
}

}  // namespace

ObservedTask::ObservedTask(Task& task, int32_t stream)
    : task_(task),
      stream_(stream),
      name_(NameOf(ObservedCall::Current())),
      arguments_(ArgumentsOf(ObservedCall::Current())),
      flow_(BeginFlow(name_)) {}

ObservedTask::ObservedTask(std::unique_ptr<Task> task, const ObservedTask& other)
    : owner_(std::move(task)),
      task_(*owner_),
      stream_(other.stream_),
      name_(other.name_),
      arguments_(other.arguments_),
      flow_(other.flow_) {}

std::unique_ptr<Task> ObservedTask::MoveToHeap() {
  return std::unique_ptr<Task>(new ObservedTask(task_.MoveToHeap(), *this));
}

int32_t ObservedTask::Run(Stream& stream) {
  LogTask(name_, stream_, "begins");
  const int64_t begin = TraceClock();
  const int32_t code = task_.Run(stream);
  const int64_t end = TraceClock();
  LogTask(name_, stream_, code == 0 ? "ends" : "fails");
  TraceSpan({name_, "task", RowOfStream(stream_), begin, end}, arguments_, flow_);
  return code;
}

bool IsUnobserved(const Task& task) { return typeid(task) != typeid(ObservedTask); }

}  // namespace openaclnn

#include "runtime/task_list.h"

#include <utility>

#include "acl/acl_base.h"
#include "runtime/stream.h"

namespace openaclnn {
namespace {

int32_t RunOn(Stream& stream, Task& task) {
  if (!stream.queue().at_once()) {
    Weight weight = Weight::kSmall;
    const Status ready = task.GoTo(stream.queue(), weight);
    if (!ready.ok()) return stream.CodeOf(ready);
  }
  return task.Run(stream);
}

}  // namespace

Status TaskList::Take(std::unique_ptr<Task> task) {
  if (!task->Repeats()) {
    return Error(ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                 "stream: is captured, which events of other streams and collectives are not; "
                 "launch them outside the graph");
  }
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  return {};
}

int32_t TaskList::Run(Stream& stream, const std::function<bool()>& stop) const {
  int32_t first = 0;
  for (const std::unique_ptr<Task>& task : tasks_) {
    if (stop && stop()) break;
    const int32_t code = RunOn(stream, *task);
    if (first == 0) first = code;
  }
  return first;
}

}  // namespace openaclnn

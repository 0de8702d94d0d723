#include "runtime/graph.h"

#include <string_view>
#include <utility>

#include "base/details.h"
#include "fmt/format.h"
#include "runtime/stream.h"

namespace openaclnn {
namespace {

uint32_t NextGraphId() {
  static std::atomic<uint32_t> next{0};
  return next.fetch_add(1, std::memory_order_relaxed);
}

// An execution of a graph, on its own or as a part of another.
class GraphTask final : public Task {
 public:
  explicit GraphTask(std::shared_ptr<Graph> graph) : graph_(std::move(graph)) {}

  Status GoTo(Queue& /*queue*/, Weight& weight) override {
    weight = Weight::kLarge;  // functions of the host may wait
    return {};
  }
  int32_t Run(Stream& stream) override { return graph_->Run(stream); }
  std::unique_ptr<Task> MoveToHeap() override { return std::make_unique<GraphTask>(*this); }
  std::string_view Name() const override { return "graph"; }

 private:
  std::shared_ptr<Graph> graph_;
};

class GroupTask final : public Task {
 public:
  explicit GroupTask(std::shared_ptr<const TaskGroup> group) : group_(std::move(group)) {}

  int32_t Run(Stream& stream) override { return group_->tasks()->Run(stream); }
  std::unique_ptr<Task> MoveToHeap() override { return std::make_unique<GroupTask>(*this); }
  std::string_view Name() const override { return "task group"; }

 private:
  std::shared_ptr<const TaskGroup> group_;
};

// Marks a flag for its lifetime, also where a function of the program ends the thread.
class Flagged {
 public:
  explicit Flagged(std::atomic<bool>& flag) : flag_(flag) { flag_.store(true); }
  ~Flagged() { flag_.store(false); }
  Flagged(const Flagged&) = delete;
  Flagged& operator=(const Flagged&) = delete;

 private:
  std::atomic<bool>& flag_;
};

template <class Table, class Object>
bool Copy(const void* handle, std::shared_ptr<Object>& object) {
  auto* const slot = Table::Get().SlotOf(handle);
  if (slot == nullptr) return false;
  const std::lock_guard lock(slot->kept);
  if (!slot->Holds(handle)) return false;
  object = slot->object();
  return true;
}

// The object of a handle that nobody finds any more; null: it was not live.
template <class Table, class Object>
std::shared_ptr<Object> Take(const void* handle) {
  auto* const slot = Table::Get().SlotOf(handle);
  if (slot == nullptr) return nullptr;
  std::shared_ptr<Object> object;
  {
    const std::lock_guard lock(slot->kept);
    std::shared_ptr<Object>* const claimed = Table::Get().Claim(handle);
    if (claimed == nullptr) return nullptr;
    object.swap(*claimed);
  }
  Table::Get().Release(handle);
  return object;
}

Status NotLive(const char* name, const char* what, const void* handle) {
  return Error(ErrorKind::kNotLive, ACL_ERROR_RT_INVALID_HANDLE,
               "{}: {} is not a live {}; it was destroyed or never made", name, handle, what);
}

Status CheckComplete(const Graph& graph) {
  if (graph.complete()) return {};
  return Error(ErrorKind::kCaptured, ACL_ERROR_RT_MODEL_CAPTURED,
               "modelRI: graph {} is still being captured; call aclmdlRICaptureEnd first",
               graph.id());
}

}  // namespace

std::shared_ptr<const TaskList> TaskGroup::tasks() const {
  const std::lock_guard lock(mutex_);
  return tasks_;
}

void TaskGroup::Replace(std::shared_ptr<const TaskList> tasks) {
  const std::lock_guard lock(mutex_);
  tasks_.swap(tasks);
}

Graph::Graph() : id_(NextGraphId()), tasks_(std::make_shared<TaskList>()) {}

Graph::~Graph() {
  for (void* const group : groups_) Take<TaskGroupTable, TaskGroup>(group);
  for (const std::function<void()>& end : ends_) end();
}

void Graph::Rename(std::string name) {
  const std::lock_guard lock(mutex_);
  name_.swap(name);
}

std::string Graph::name() const {
  const std::lock_guard lock(mutex_);
  return name_;
}

Status Graph::AddGroup(std::shared_ptr<const TaskList> tasks, void*& handle) {
  auto group = std::make_shared<TaskGroup>(std::move(tasks));
  groups_.reserve(groups_.size() + 1);
  OPENACLNN_RETURN_IF_ERROR(tasks_->Take(std::make_unique<GroupTask>(group)));
  handle = TaskGroupTable::Get().Create(std::move(group));
  groups_.push_back(handle);
  return {};
}

int32_t Graph::Run(Stream& stream) {
  const std::lock_guard lock(run_mutex_);
  const Flagged running(running_);
  const int32_t code = tasks_->Run(stream, [&] { return aborted_.load(); });
  if (!aborted_.exchange(false)) return code;
  return stream.CodeOf(Error(ErrorKind::kTaskFailed, ACL_ERROR_RT_TASK_ABORT_STOP,
                             "graph {} was ended by aclmdlRIAbort", id_));
}

std::string Graph::Describe() const {
  std::string text = fmt::format(R"({{"id": {}, "name": {}, "tasks": [)", id_, JsonText(name()));
  std::string_view separator;
  for (const std::unique_ptr<Task>& task : tasks_->tasks()) {
    text += fmt::format(R"({}{})", separator, JsonText(task->Name()));
    separator = ", ";
  }
  return text + "]}";
}

Status FindGraph(aclmdlRI handle, std::shared_ptr<Graph>& graph) {
  return Copy<GraphTable>(handle, graph) ? Status() : NotLive("modelRI", "graph", handle);
}

Status FindTaskGroup(aclrtTaskGrp handle, std::shared_ptr<TaskGroup>& group) {
  return Copy<TaskGroupTable>(handle, group) ? Status() : NotLive("handle", "task group", handle);
}

Status ExecuteGraph(aclmdlRI handle, aclrtStream stream) {
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(handle, graph));
  OPENACLNN_RETURN_IF_ERROR(CheckComplete(*graph));
  GraphTask task(std::move(graph));
  return LaunchTask(stream, Weight::kLarge, task);
}

Status DestroyGraph(aclmdlRI handle) {
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(handle, graph));
  OPENACLNN_RETURN_IF_ERROR(CheckComplete(*graph));
  if (Take<GraphTable, Graph>(handle) == nullptr) return NotLive("modelRI", "graph", handle);
  return {};
}

}  // namespace openaclnn

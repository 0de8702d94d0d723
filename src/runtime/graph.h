// Graphs: what was captured of streams, to be executed as often as a program likes.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "base/handle_table.h"
#include "base/status.h"
#include "runtime/task_list.h"

namespace openaclnn {

// Tasks of a graph that others can take the place of.
class TaskGroup {
 public:
  explicit TaskGroup(std::shared_ptr<const TaskList> tasks) : tasks_(std::move(tasks)) {}

  std::shared_ptr<const TaskList> tasks() const;
  void Replace(std::shared_ptr<const TaskList> tasks);

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const TaskList> tasks_;
};

class Graph {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  uint32_t id() const { return id_; }
  // Whether the capture is over; a graph is executed only then.
  bool complete() const { return complete_.load(std::memory_order_acquire); }
  void Complete() { complete_.store(true, std::memory_order_release); }

  void Rename(std::string name);
  std::string name() const;

  const std::shared_ptr<TaskList>& tasks() const { return tasks_; }
  // While it is captured: the handle of a group that runs where the next task would.
  Status AddGroup(std::shared_ptr<const TaskList> tasks, void*& handle);

  // While it is captured: `end` is called when the graph ends.
  void CallAtEnd(std::function<void()> end) { ends_.push_back(std::move(end)); }

  // One execution at a time: others wait.
  int32_t Run(Stream& stream);
  // Ends an execution before its next task; the stream reports 107035. Nothing: there is none.
  void Abort() { aborted_.store(running_.load()); }

  // As JSON: id, name, and the names of the tasks in their order.
  std::string Describe() const;

 private:
  const uint32_t id_;
  const std::shared_ptr<TaskList> tasks_;
  std::vector<void*> groups_;
  std::vector<std::function<void()>> ends_;
  std::atomic<bool> complete_{false}, running_{false}, aborted_{false};
  mutable std::mutex mutex_;  // of the name
  std::string name_;
  std::mutex run_mutex_;
};

// The slots' mutexes guard the copying of the pointers.
using GraphTable =
    HandleTable<std::shared_ptr<Graph>, HandleKind::kGraph, kHandleSlotBits, std::mutex>;
using TaskGroupTable =
    HandleTable<std::shared_ptr<TaskGroup>, HandleKind::kTaskGroup, kHandleSlotBits, std::mutex>;

// Errors: 107017 it is not live. `name`: of the argument.
Status FindGraph(aclmdlRI handle, std::shared_ptr<Graph>& graph);
Status FindTaskGroup(aclrtTaskGrp handle, std::shared_ptr<TaskGroup>& group);

// Makes a stream execute a graph. Errors: 107026 it is still being captured; those of LaunchTask.
Status ExecuteGraph(aclmdlRI handle, aclrtStream stream);
// Ends the handle; an execution goes on. Errors: 107017, 107026.
Status DestroyGraph(aclmdlRI handle);

}  // namespace openaclnn

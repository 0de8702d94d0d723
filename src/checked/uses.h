// Which bytes the tasks on streams use, as far as the host cannot know that they are done with
// them: a task counts until it has run and the host has waited for something since.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/shared.h"
#include "checked/report.h"

namespace openaclnn {

struct Use {
  std::string name;  // of the argument, for the user
  uintptr_t begin, end;
  bool writes;
};

// A task; to be destroyed when it has run.
class UsesOfTask {
 public:
  UsesOfTask() = default;  // not tracked
  OPENACLNN_SHARED UsesOfTask(std::string task, std::vector<Use> uses);
  UsesOfTask(UsesOfTask&&) = default;
  UsesOfTask& operator=(UsesOfTask&&) = delete;
  OPENACLNN_SHARED ~UsesOfTask();

  struct Record;

 private:
  std::shared_ptr<Record> record_;
};

// The host has waited for a stream or an event, or has seen that one is complete.
void NoteSynchronised();
inline void Synchronised() {
  if (Checks(Check::kLifetime, Check::kContract)) [[unlikely]]
    NoteSynchronised();
}

// A use of any of these bytes, as "self of aclnnXxx": any use, or one that writes.
enum class UseKind { kAny, kWrite };
std::optional<std::string> FindUse(uintptr_t begin, uintptr_t end, UseKind kind);

}  // namespace openaclnn

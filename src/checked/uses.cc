#include "checked/uses.h"

#include <atomic>
#include <mutex>
#include <utility>

#include "fmt/core.h"

namespace openaclnn {

struct UsesOfTask::Record {
  Record(std::string name, std::vector<Use> list) : task(std::move(name)), uses(std::move(list)) {}

  const std::string task;
  const std::vector<Use> uses;
  std::atomic<bool> done{false};
};

namespace {

struct Records {
  std::mutex mutex;
  std::vector<std::shared_ptr<UsesOfTask::Record>> all;
};

Records& TheRecords() {
  static auto* const records = new Records;
  return *records;
}

}  // namespace

UsesOfTask::UsesOfTask(std::string task, std::vector<Use> uses)
    : record_(std::make_shared<Record>(std::move(task), std::move(uses))) {
  const std::lock_guard lock(TheRecords().mutex);
  TheRecords().all.push_back(record_);
}

UsesOfTask::~UsesOfTask() {
  if (record_ != nullptr) record_->done.store(true, std::memory_order_release);
}

void NoteSynchronised() {
  const std::lock_guard lock(TheRecords().mutex);
  std::erase_if(TheRecords().all,
                [](const auto& record) { return record->done.load(std::memory_order_acquire); });
}

std::optional<std::string> FindUse(uintptr_t begin, uintptr_t end, UseKind kind) {
  const std::lock_guard lock(TheRecords().mutex);
  for (const auto& record : TheRecords().all) {
    for (const Use& use : record->uses) {
      if (use.end <= begin || end <= use.begin || (kind == UseKind::kWrite && !use.writes))
        continue;
      return fmt::format("{} of {}", use.name, record->task);
    }
  }
  return std::nullopt;
}

}  // namespace openaclnn

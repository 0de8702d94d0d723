#include "hccl/group.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "hccl/meeting.h"

namespace openaclnn::hccl {

Placement::Placement(std::vector<uint32_t> process_of_ranks, uint32_t this_process)
    : process_of(std::move(process_of_ranks)), index_of(process_of.size()), here(this_process) {
  for (uint32_t rank = 0; rank < process_of.size(); ++rank) {
    if (process_of[rank] >= ranks.size()) ranks.resize(process_of[rank] + 1);
    index_of[rank] = static_cast<uint32_t>(ranks[process_of[rank]].size());
    ranks[process_of[rank]].push_back(rank);
  }
}

std::string RankList(std::span<const uint32_t> ranks) {
  if (ranks.size() == 1) return fmt::format("rank {}", ranks[0]);
  return fmt::format("ranks {} and {}", fmt::join(ranks.first(ranks.size() - 1), ", "),
                     ranks.back());
}

Group::Group(std::string name, Placement placement)
    : name_(std::move(name)),
      placement_(std::move(placement)),
      left_(placement_.process_of.size()) {}

Group::~Group() = default;

Group::Scratch::Scratch(Group& group, size_t bytes) : group_(group), bytes_(bytes) {
  if (bytes == 0) return;
  {
    const std::lock_guard lock(group.mutex_);
    if (group.kept_bytes_ >= bytes) {
      memory_ = std::move(group.kept_);
      bytes_ = std::exchange(group.kept_bytes_, 0);
    }
  }
  if (memory_ == nullptr) memory_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
}

Group::Scratch::~Scratch() {
  const std::lock_guard lock(group_.mutex_);
  if (memory_ == nullptr || group_.kept_bytes_ >= bytes_) return;
  group_.kept_ = std::move(memory_);
  group_.kept_bytes_ = bytes_;
}

std::optional<Failure> Group::HasLeft(uint64_t sequence) const {
  for (uint32_t rank = 0; rank < left_.size(); ++rank) {
    if (left_[rank] && *left_[rank] <= sequence) {
      return Failure{ErrorKind::kPeerLost, HCCL_E_REMOTE,
                     fmt::format("rank {} has left (HcclCommDestroy)", rank)};
    }
  }
  return std::nullopt;
}

std::optional<Failure> Group::Meet(uint64_t sequence, uint32_t rank, const Call& call,
                                   Deadline deadline) {
  std::shared_ptr<Meeting> meeting;
  Meeting::Role role = Meeting::Role::kTooLate;
  {
    std::unique_lock lock(mutex_);
    if (failure_) return failure_;
    if (std::optional<Failure> gone = HasLeft(sequence)) {
      lock.unlock();
      Fail(*gone);
      return gone;
    }
    std::shared_ptr<Meeting>& slot = meetings_[sequence];
    if (slot == nullptr) slot = std::make_shared<Meeting>(*this, sequence);
    meeting = slot;
    role = meeting->Arrive(placement_.index_of[rank], call);
    if (role == Meeting::Role::kLead) meetings_.erase(sequence);
  }
  std::optional<Failure> failure;
  switch (role) {
    case Meeting::Role::kLead:
      failure = CarryOut(*meeting, deadline);
      if (failure) Fail(*failure);
      meeting->Finish(failure);
      break;
    case Meeting::Role::kFollow:
      failure = meeting->Follow(deadline);
      if (failure) Fail(*failure);
      break;
    case Meeting::Role::kTooLate:
      failure = this->failure();
      if (!failure)
        failure = Failure{ErrorKind::kPeerTimeout, HCCL_E_TIMEOUT, "the others gave up"};
      break;
  }
  return failure;
}

void Group::Fail(const Failure& failure) {
  {
    const std::lock_guard lock(mutex_);
    if (failure_) return;
  }
  if (transport_ != nullptr) transport_->Abort(failure);
  FailHere(failure);
}

void Group::FailHere(const Failure& failure) {
  std::vector<std::shared_ptr<Meeting>> waiting;
  {
    const std::lock_guard lock(mutex_);
    if (failure_) return;
    failure_ = failure;
    for (const auto& [sequence, meeting] : meetings_) waiting.push_back(meeting);
    mail_changed_.notify_all();
  }
  for (const auto& meeting : waiting) meeting->GiveUp(failure);
}

std::optional<Failure> Group::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void Group::Leave(uint32_t rank, uint64_t operations) {
  bool all = false;
  std::optional<Failure> gone;
  {
    const std::lock_guard lock(mutex_);
    left_[rank] = operations;
    most_operations_ = std::max(most_operations_, operations);
    all = ++leavers_ == local_ranks().size();
    if (!meetings_.empty()) gone = HasLeft(meetings_.rbegin()->first);
    mail_changed_.notify_all();
  }
  if (gone) Fail(*gone);
  if (all && transport_ != nullptr) transport_->Leave(most_operations_);
}

void Group::ProcessHasLeft(uint32_t process, uint64_t operations) {
  std::optional<Failure> gone;
  {
    const std::lock_guard lock(mutex_);
    for (const uint32_t rank : placement_.ranks[process]) left_[rank] = operations;
    if (!meetings_.empty()) gone = HasLeft(meetings_.rbegin()->first);
    mail_changed_.notify_all();
  }
  if (gone) FailHere(*gone);
}

}  // namespace openaclnn::hccl

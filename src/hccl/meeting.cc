#include "hccl/meeting.h"

#include "hccl/group.h"

namespace openaclnn::hccl {

Meeting::Meeting(Group& group, uint64_t sequence)
    : group_(group), sequence_(sequence), calls_(group.local_ranks().size()) {}

Meeting::Role Meeting::Arrive(size_t local, const Call& call) {
  const std::lock_guard lock(mutex_);
  if (given_up_) return Role::kTooLate;
  calls_[local] = &call;
  return ++arrived_ == calls_.size() ? Role::kLead : Role::kFollow;
}

std::optional<Failure> Meeting::Follow(Deadline deadline) {
  std::unique_lock lock(mutex_);
  const auto something_to_do = [this] { return done_ || given_up_ || next_part_ < parts_; };
  while (true) {
    const bool all_came = arrived_ == calls_.size();
    if (!deadline || all_came) {  // the leader keeps to its own deadline
      changed_.wait(lock, something_to_do);
    } else if (!changed_.wait_until(lock, *deadline, something_to_do) && arrived_ < calls_.size()) {
      std::vector<uint32_t> missing;
      for (size_t i = 0; i < calls_.size(); ++i) {
        if (calls_[i] == nullptr) missing.push_back(group_.local_ranks()[i]);
      }
      const Failure late{
          ErrorKind::kPeerTimeout, HCCL_E_TIMEOUT,
          fmt::format("{} not come", RankList(missing) + (missing.size() == 1 ? " has" : " have"))};
      given_up_ = true;
      failure_ = late;
      lock.unlock();
      changed_.notify_all();
      return late;
    }
    while (TakePart(lock)) {
    }
    if (done_ || given_up_) return failure_;
  }
}

void Meeting::Finish(std::optional<Failure> failure) {
  const std::lock_guard lock(mutex_);
  failure_ = std::move(failure);
  done_ = true;
  changed_.notify_all();
}

bool Meeting::GiveUp(const Failure& failure) {
  const std::lock_guard lock(mutex_);
  if (arrived_ == calls_.size()) return false;
  if (!given_up_) failure_ = failure;
  given_up_ = true;
  changed_.notify_all();
  return true;
}

bool Meeting::TakePart(std::unique_lock<std::mutex>& lock) {
  if (next_part_ >= parts_) return false;
  const int64_t part = next_part_++;
  const std::function<void(int64_t)>& work = *work_;
  lock.unlock();
  work(part);
  lock.lock();
  if (++done_parts_ == parts_) finished_.notify_one();
  return true;
}

void Meeting::Share(int64_t parts, const std::function<void(int64_t)>& work) {
  if (parts <= 1 || calls_.size() == 1) {
    for (int64_t part = 0; part < parts; ++part) work(part);
    return;
  }
  std::unique_lock lock(mutex_);
  work_ = &work;
  parts_ = parts;
  next_part_ = done_parts_ = 0;
  changed_.notify_all();
  while (TakePart(lock)) {
  }
  finished_.wait(lock, [this] { return done_parts_ == parts_; });
  work_ = nullptr;
  parts_ = next_part_ = done_parts_ = 0;
}

}  // namespace openaclnn::hccl

// One collective of the ranks of a process: group.h.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "hccl/call.h"
#include "hccl/failure.h"

namespace openaclnn::hccl {

class Group;

class Meeting {
 public:
  Meeting(Group& group, uint64_t sequence);

  uint64_t sequence() const { return sequence_; }
  // What the local ranks issued, in their order. Complete once all have come.
  const std::vector<const Call*>& calls() const { return calls_; }
  Group& group() const { return group_; }

  enum class Role { kLead, kFollow, kTooLate };
  // A local rank has come. kTooLate: the meeting was given up.
  Role Arrive(size_t local, const Call& call);
  // For a follower: waits for the end, and takes part in the work.
  std::optional<Failure> Follow(Deadline deadline);
  // For the leader: ends the meeting.
  void Finish(std::optional<Failure> failure);
  // No rank that has not come may come any more. False if all have.
  bool GiveUp(const Failure& failure);

  // For the leader: runs work(0) to work(parts - 1), in the threads of all ranks of the meeting if
  // there are several parts.
  void Share(int64_t parts, const std::function<void(int64_t)>& work);

 private:
  bool TakePart(std::unique_lock<std::mutex>& lock);  // false: there is none left

  Group& group_;
  const uint64_t sequence_;
  std::vector<const Call*> calls_;

  std::mutex mutex_;
  std::condition_variable changed_;   // for followers
  std::condition_variable finished_;  // for the leader: the parts are done
  size_t arrived_ = 0;
  bool given_up_ = false, done_ = false;
  std::optional<Failure> failure_;
  const std::function<void(int64_t)>* work_ = nullptr;
  int64_t parts_ = 0, next_part_ = 0, done_parts_ = 0;
};

// What the leader does: carries the collective out for all ranks of this process.
std::optional<Failure> CarryOut(Meeting& meeting, Deadline deadline);

}  // namespace openaclnn::hccl

// A rank's part in a communicator: what HcclComm stands for.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "base/api.h"
#include "base/handle_table.h"
#include "base/status.h"
#include "hccl/call.h"
#include "hccl/group.h"

namespace openaclnn::hccl {

// HCCL_E_MEMORY, HCCL_E_INTERNAL, HCCL_E_MEMORY
inline constexpr InternalCodes kHcclCodes = {3, 4, 3};

class PinnedMemory;

class Communicator : public std::enable_shared_from_this<Communicator> {
 public:
  // `exec_timeout`: 0 for ever. `name`: as HcclGetCommName gives it.
  Communicator(std::shared_ptr<Group> group, uint32_t rank, int32_t device, std::string name,
               std::chrono::milliseconds exec_timeout, bool is_sub);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  Group& group() const { return *group_; }
  uint32_t rank() const { return rank_; }
  uint32_t size() const { return group_->size(); }
  int32_t device() const { return device_; }
  const std::string& name() const { return name_; }
  bool is_sub() const { return is_sub_; }
  std::chrono::milliseconds exec_timeout() const { return exec_timeout_; }
  bool InUse() const { return pending_->load() != 0; }
  // Queues an operation, in the order of the calls. Errors: 21 the communicator has failed, 15 the
  // runtime refuses the launch.
  Status Issue(Call call, aclrtStream stream);
  // The same for transfers, whose `number` is set here.
  Status Issue(Operation operation, std::vector<RankTransfer> transfers, aclrtStream stream);

  // A transfer at once, on behalf of the library.
  std::optional<Failure> TransferNow(std::vector<RankTransfer> transfers, Deadline deadline);

 private:
  template <class Run>
  Status Launch(Operation operation, uint64_t number, aclrtStream stream, Run run);
  void Number(std::vector<RankTransfer>& transfers);
  Status CheckGood() const;

  const std::shared_ptr<Group> group_;
  const uint32_t rank_;
  const int32_t device_;
  const std::string name_;
  const std::chrono::milliseconds exec_timeout_;
  const bool is_sub_;
  const std::shared_ptr<std::atomic<int64_t>> pending_;  // operations queued or running
  const std::shared_ptr<PinnedMemory> pinned_;           // for them, on a GPU

  std::mutex mutex_;
  uint64_t next_ = 0;                             // collectives issued
  uint64_t transfers_ = 0;                        // other operations issued
  std::map<uint32_t, uint64_t> sent_, received_;  // transfers with each peer
};

using CommunicatorTable = HandleTable<std::shared_ptr<Communicator>, HandleKind::kCommunicator>;

// The communicator of a handle. Errors: 2 null, 1 not live.
Status FindCommunicator(HcclComm handle, std::shared_ptr<Communicator>& communicator);

// Makes a handle; ends one, false if it is not live.
HcclComm MakeHandle(std::shared_ptr<Communicator> communicator);
bool DestroyHandle(HcclComm handle);

// The communicator of that name on a device; null if there is none.
HcclComm FindByName(const char* name, int32_t device);

inline Deadline DeadlineIn(std::chrono::milliseconds time) {
  if (time.count() == 0) return std::nullopt;
  return std::chrono::steady_clock::now() + time;
}

// The code of a failure that a call returns at once, not a stream.
Status StatusOf(const Failure& failure, int32_t code);

}  // namespace openaclnn::hccl

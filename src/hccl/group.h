// The ranks of one communicator that live in this process: threads that share memory. Where ranks
// live in other processes too, the group has a transport to them.
//
// A collective is a meeting: its ranks come one after the other, each in the thread of its stream,
// and leave what they issued. The last one leads: it checks that all call the same, moves what has
// to come from other processes, and cuts the work into parts. All ranks that wait take turns at
// them. Nobody spins: ranks may outnumber processors.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "hccl/call.h"
#include "hccl/failure.h"
#include "hccl/transport.h"

namespace openaclnn::hccl {

// Where ranks live.
struct Placement {
  explicit Placement(std::vector<uint32_t> process_of_ranks, uint32_t this_process = 0);

  std::vector<uint32_t> process_of;          // of each rank
  std::vector<uint32_t> index_of;            // of each rank among those of its process
  std::vector<std::vector<uint32_t>> ranks;  // of each process, ascending
  uint32_t here;                             // this process

  uint32_t processes() const { return static_cast<uint32_t>(ranks.size()); }
};

// One transfer of a rank: HcclSend, HcclRecv or an item of HcclBatchSendRecv.
struct RankTransfer {
  uint32_t peer;
  bool sends;
  HcclDataType dtype;
  uint64_t count;
  std::byte* data;
  uint64_t number;  // the n-th with this peer in this direction
};

class Meeting;

class Group : public std::enable_shared_from_this<Group> {
 public:
  Group(std::string name, Placement placement);
  ~Group();
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  const std::string& name() const { return name_; }
  uint32_t size() const { return static_cast<uint32_t>(placement_.process_of.size()); }
  const Placement& placement() const { return placement_; }
  const std::vector<uint32_t>& local_ranks() const { return placement_.ranks[placement_.here]; }
  bool IsHere(uint32_t rank) const { return placement_.process_of[rank] == placement_.here; }
  Transport* transport() const { return transport_.get(); }
  void set_transport(std::shared_ptr<Transport> transport) { transport_ = std::move(transport); }

  // A rank's part in collective number `sequence`; waits for the others. `call` is read by their
  // threads until this returns.
  std::optional<Failure> Meet(uint64_t sequence, uint32_t rank, const Call& call,
                              Deadline deadline);
  // A rank's transfers, all at once.
  std::optional<Failure> Transfer(uint32_t rank, std::span<const RankTransfer> transfers,
                                  Deadline deadline);

  // Ends the communicator for all: every wait here, and in other processes, ends.
  void Fail(const Failure& failure);
  // The same when another process says so.
  void FailHere(const Failure& failure);
  std::optional<Failure> failure() const;

  // A rank of this process goes. The group is good for the others until they need it.
  void Leave(uint32_t rank, uint64_t operations);
  // Memory for an operation's intermediate data; kept for the next one.
  class Scratch {
   public:
    Scratch(Group& group, size_t bytes);
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    std::byte* data() const { return memory_.get(); }

   private:
    Group& group_;
    size_t bytes_;
    std::unique_ptr<std::byte[]> memory_;
  };

  // Another process has gone after so many collectives.
  void ProcessHasLeft(uint32_t process, uint64_t operations);

 private:
  friend class Meeting;
  using MailKey = std::tuple<uint32_t, uint32_t, uint64_t>;  // source, target, number
  struct Mail;

  std::optional<Failure> TransferHere(uint32_t rank, std::span<const RankTransfer> transfers,
                                      Deadline deadline);
  // mutex_ is held:
  std::optional<Failure> WaitForMail(std::unique_lock<std::mutex>& lock, const Mail& mail,
                                     uint32_t peer, Deadline deadline);
  std::optional<Failure> Deliver(std::unique_lock<std::mutex>& lock, const MailKey& key,
                                 Mail& mail);
  std::optional<Failure> HasLeft(uint64_t sequence) const;

  const std::string name_;
  const Placement placement_;
  std::shared_ptr<Transport> transport_;

  mutable std::mutex mutex_;
  std::optional<Failure> failure_;
  std::map<uint64_t, std::shared_ptr<Meeting>> meetings_;  // whose ranks have not all come
  std::vector<std::optional<uint64_t>> left_;              // of each rank: after so many operations
  size_t leavers_ = 0;                                     // of this process
  uint64_t most_operations_ = 0;                           // of them
  std::map<MailKey, std::shared_ptr<Mail>> mails_;
  std::condition_variable mail_changed_;
  std::unique_ptr<std::byte[]> kept_;  // the largest scratch so far
  size_t kept_bytes_ = 0;
};

std::string RankList(std::span<const uint32_t> ranks);  // "rank 2", "ranks 2, 3 and 5"

}  // namespace openaclnn::hccl

#include "hccl/communicator.h"

#include <exception>
#include <utility>

#include "checked/out_of_reach.h"
#include "hccl/staging.h"
#include "runtime/launch.h"

namespace openaclnn::hccl {
namespace {

constexpr int32_t kStreamCode = ACL_ERROR_RT_FFTS_PLUS_TIMEOUT;

// Counts an operation from its launch until its task is gone, run or dropped.
class Pending {
 public:
  explicit Pending(std::shared_ptr<std::atomic<int64_t>> count) : count_(std::move(count)) {
    ++*count_;
  }
  Pending(Pending&&) = default;
  Pending& operator=(Pending&&) = delete;
  ~Pending() {
    if (count_ != nullptr) --*count_;
  }

 private:
  std::shared_ptr<std::atomic<int64_t>> count_;
};

// Waits in the thread of its stream until the operation is done, on a device of any kind. `work`
// gets the queue of a device that does its work later, else null.
template <class Work>
class OperationTask final : public Task {
 public:
  explicit OperationTask(Work work) : work_(std::move(work)) {}

  Status GoTo(Queue& queue, Weight& weight) override {
    queue_ = &queue;
    weight = Weight::kLarge;
    return {};
  }
  int32_t Run(Stream& /*stream*/) override { return work_(queue_); }
  std::unique_ptr<Task> MoveToHeap() override {
    return std::make_unique<OperationTask>(std::move(*this));
  }
  // Each run would need a number of its own, on which all ranks agree.
  bool Repeats() const override { return false; }

 private:
  Work work_;
  Queue* queue_ = nullptr;
};

std::optional<Failure> FailureOf(const Status& status) {
  if (status.ok()) return std::nullopt;
  return Failure{status.kind(), HCCL_E_RUNTIME, status.message()};
}

void GoToDeviceMemory(Call& call) {
  call.send = static_cast<const std::byte*>(HostAddress(call.send));
  call.recv = static_cast<std::byte*>(HostAddress(call.recv));
}
void GoToDeviceMemory(std::vector<RankTransfer>& transfers) {
  for (RankTransfer& transfer : transfers) {
    transfer.data = static_cast<std::byte*>(HostAddress(transfer.data));
  }
}

}  // namespace

Communicator::Communicator(std::shared_ptr<Group> group, uint32_t rank, int32_t device,
                           std::string name, std::chrono::milliseconds exec_timeout, bool is_sub)
    : group_(std::move(group)),
      rank_(rank),
      device_(device),
      name_(std::move(name)),
      exec_timeout_(exec_timeout),
      is_sub_(is_sub),
      pending_(std::make_shared<std::atomic<int64_t>>(0)),
      pinned_(std::make_shared<PinnedMemory>()) {}

Communicator::~Communicator() { group_->Leave(rank_, next_); }

Status Communicator::CheckGood() const {
  const std::optional<Failure> failure = group_->failure();
  if (!failure) return {};
  return Error(failure->kind, HCCL_E_REMOTE,
               "comm: communicator {} is good for nothing but HcclCommDestroy since {}", name_,
               failure->text);
}

template <class Run>
Status Communicator::Launch(Operation operation, uint64_t number, aclrtStream stream, Run run) {
  auto work = [group = group_, rank = rank_, pending = Pending(pending_), operation, number,
               run = std::move(run)](Queue* queue) mutable {
    const auto begin = std::chrono::steady_clock::now();
    std::string text;
    ErrorKind kind = ErrorKind::kInternal;
    try {
      const std::optional<Failure> failure = run(*group, queue);
      if (!failure) return 0;
      kind = failure->kind;
      text = failure->text;
    } catch (const std::bad_alloc&) {
      kind = ErrorKind::kOutOfHostMemory;
      text = "no memory is left";
    } catch (const std::exception& error) {
      text = error.what();
    }
    try {
      group->Fail({kind, HCCL_E_REMOTE, fmt::format("rank {}: {}", rank, text)});
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      const std::string message = fmt::format(
          "{}, number {} of rank {} in communicator {}, failed after {:.1f} seconds: {}",
          NameOf(operation), number + 1, rank, group->name(), took.count(), text);
      FailRunningTask(kind, kStreamCode, message.c_str());
    } catch (const std::exception&) {  // no memory for words
    }
    return kStreamCode;
  };
  OperationTask task(std::move(work));
  const Status status = LaunchTask(stream, Weight::kLarge, task);
  if (status.ok()) return {};
  return Error(status.kind(), HCCL_E_RUNTIME, "stream: {}", status.message());
}

Status Communicator::Issue(Call call, aclrtStream stream) {
  OPENACLNN_RETURN_IF_ERROR(CheckGood());
  const std::lock_guard lock(mutex_);
  const uint64_t sequence = next_;
  const Operation operation = call.operation;
  OPENACLNN_RETURN_IF_ERROR(
      Launch(operation, sequence, stream,
             [call = std::move(call), sequence, rank = rank_, timeout = exec_timeout_,
              pinned = pinned_](Group& group, Queue* queue) mutable -> std::optional<Failure> {
               if (queue == nullptr) {
                 GoToDeviceMemory(call);
                 return group.Meet(sequence, rank, call, DeadlineIn(timeout));
               }
               Staging staging(*pinned, *queue, AccessesOf(call, rank, group.size()));
               if (auto failure = FailureOf(staging.Fetch())) return failure;
               const Call staged = staging.Staged(call, rank);
               auto failure = group.Meet(sequence, rank, staged, DeadlineIn(timeout));
               return failure ? failure : FailureOf(staging.Return());
             }));
  ++next_;
  return {};
}

void Communicator::Number(std::vector<RankTransfer>& transfers) {
  for (RankTransfer& transfer : transfers) {
    transfer.number = (transfer.sends ? sent_ : received_)[transfer.peer]++;
  }
}

Status Communicator::Issue(Operation operation, std::vector<RankTransfer> transfers,
                           aclrtStream stream) {
  OPENACLNN_RETURN_IF_ERROR(CheckGood());
  const std::lock_guard lock(mutex_);
  Number(transfers);
  return Launch(operation, transfers_++, stream,
                [transfers = std::move(transfers), rank = rank_, timeout = exec_timeout_,
                 pinned = pinned_](Group& group, Queue* queue) mutable -> std::optional<Failure> {
                  if (queue == nullptr) {
                    GoToDeviceMemory(transfers);
                    return group.Transfer(rank, transfers, DeadlineIn(timeout));
                  }
                  Staging staging(*pinned, *queue, AccessesOf(transfers));
                  if (auto failure = FailureOf(staging.Fetch())) return failure;
                  const std::vector<RankTransfer> staged = staging.Staged(transfers);
                  auto failure = group.Transfer(rank, staged, DeadlineIn(timeout));
                  return failure ? failure : FailureOf(staging.Return());
                });
}

std::optional<Failure> Communicator::TransferNow(std::vector<RankTransfer> transfers,
                                                 Deadline deadline) {
  {
    const std::lock_guard lock(mutex_);
    Number(transfers);
  }
  return group_->Transfer(rank_, transfers, deadline);
}

Status FindCommunicator(HcclComm handle, std::shared_ptr<Communicator>& communicator) {
  if (handle == nullptr) return Error(ErrorKind::kNullArgument, HCCL_E_PTR, "comm: is null");
  const std::shared_ptr<Communicator>* const found = CommunicatorTable::Get().Find(handle);
  if (found == nullptr) {
    return Error(ErrorKind::kNotLive, HCCL_E_PARA,
                 "comm: {} is not a live communicator; it was destroyed or never made", handle);
  }
  communicator = *found;
  return {};
}

namespace {

struct Names {
  std::mutex mutex;
  std::multimap<std::pair<std::string, int32_t>, HcclComm> all;  // by name and device
};
Names& TheNames() {
  static auto* const names = new Names;
  return *names;
}

}  // namespace

HcclComm MakeHandle(std::shared_ptr<Communicator> communicator) {
  std::pair<std::string, int32_t> name(communicator->name(), communicator->device());
  Names& names = TheNames();
  const std::lock_guard lock(names.mutex);
  const HcclComm handle = CommunicatorTable::Get().Create(std::move(communicator));
  names.all.emplace(std::move(name), handle);
  return handle;
}

bool DestroyHandle(HcclComm handle) {
  {
    Names& names = TheNames();
    const std::lock_guard lock(names.mutex);
    std::erase_if(names.all, [handle](const auto& entry) { return entry.second == handle; });
  }
  return CommunicatorTable::Get().Destroy(handle);
}

HcclComm FindByName(const char* name, int32_t device) {
  Names& names = TheNames();
  const std::lock_guard lock(names.mutex);
  const auto found = names.all.find({name, device});
  return found != names.all.end() ? found->second : nullptr;
}

Status StatusOf(const Failure& failure, int32_t code) { return {failure.kind, code, failure.text}; }

}  // namespace openaclnn::hccl

#include "hccl/group_calls.h"

#include <thread>
#include <utility>

#include "runtime/context.h"
#include "runtime/refusals.h"

namespace openaclnn::hccl {
namespace {

struct Transfers {
  std::shared_ptr<Communicator> communicator;
  aclrtStream stream;
  std::vector<RankTransfer> transfers;
};

struct Calls {
  int depth = 0;
  std::vector<std::function<Status()>> joins;
  std::vector<std::function<Status()>> others;
  std::vector<std::shared_ptr<Transfers>> batches;
};

thread_local Calls calls;

void Keep(Status& first, Status status) {
  if (first.ok() && !status.ok()) first = std::move(status);
}

// A thread's exception becomes a Status.
Status RunGuarded(const std::function<Status()>& join) {
  try {
    return join();
  } catch (const std::bad_alloc&) {
    return Error(ErrorKind::kOutOfHostMemory, HCCL_E_MEMORY, "out of host memory");
  } catch (const std::exception& error) {
    return Error(ErrorKind::kInternal, HCCL_E_INTERNAL, "{}", error.what());
  }
}

}  // namespace

bool InGroup() { return calls.depth > 0; }

void StartGroup() { ++calls.depth; }

Status EndGroup() {
  if (calls.depth == 0) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                 "no group was started by this thread; call HcclGroupStart before");
  }
  if (--calls.depth > 0) return {};
  const Calls all = std::exchange(calls, {});
  std::vector<Status> results(all.joins.size());
  {
    std::vector<std::jthread> threads;
    for (size_t i = 1; i < all.joins.size(); ++i) {
      threads.emplace_back([&, i] { results[i] = RunGuarded(all.joins[i]); });
    }
    if (!all.joins.empty()) results[0] = RunGuarded(all.joins[0]);
  }
  Status first;
  for (Status& result : results) Keep(first, std::move(result));
  for (const auto& issue : all.others) Keep(first, issue());
  return first;
}

Status Join(std::function<Status()> join) {
  if (!InGroup()) return join();
  calls.joins.push_back(std::move(join));
  return {};
}

Status IssueOrDefer(std::shared_ptr<Communicator> communicator, Call call, aclrtStream stream) {
  if (!InGroup()) return communicator->Issue(std::move(call), stream);
  calls.others.push_back([communicator = std::move(communicator), call = std::move(call), stream] {
    return NotedInQueue(stream, "HcclGroupEnd", [&] { return communicator->Issue(call, stream); });
  });
  return {};
}

Status IssueOrDefer(std::shared_ptr<Communicator> communicator, Operation operation,
                    std::vector<RankTransfer> transfers, aclrtStream stream) {
  if (!InGroup()) return communicator->Issue(operation, std::move(transfers), stream);
  for (const auto& batch : calls.batches) {
    if (batch->communicator != communicator || batch->stream != stream) continue;
    batch->transfers.insert(batch->transfers.end(), transfers.begin(), transfers.end());
    return {};
  }
  const auto batch =
      std::make_shared<Transfers>(Transfers{std::move(communicator), stream, std::move(transfers)});
  calls.batches.push_back(batch);
  calls.others.push_back([batch] {
    return NotedInQueue(batch->stream, "HcclGroupEnd", [&] {
      return batch->communicator->Issue(Operation::kBatchSendRecv, batch->transfers, batch->stream);
    });
  });
  return {};
}

}  // namespace openaclnn::hccl

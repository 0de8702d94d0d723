// HcclGroupStart and HcclGroupEnd: what a thread calls in between is carried out at the end.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/status.h"
#include "hccl/communicator.h"

namespace openaclnn::hccl {

bool InGroup();
void StartGroup();
// Carries all out, if this ends the outermost group: joins side by side, in threads of their own;
// the rest in order, but the transfers of one communicator on one stream as one batch. Returns the
// first failure. Errors: 1 no group was started.
Status EndGroup();

// Carries it out now, or at the end of the group.
Status Join(std::function<Status()> join);
Status IssueOrDefer(std::shared_ptr<Communicator> communicator, Call call, aclrtStream stream);
Status IssueOrDefer(std::shared_ptr<Communicator> communicator, Operation operation,
                    std::vector<RankTransfer> transfers, aclrtStream stream);

}  // namespace openaclnn::hccl

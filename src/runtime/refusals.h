// Work that was refused, and what follows from that.
//
// Who launches work from a thread of its own may launch none after a refusal, and say nothing:
// PyTorch's adapter is such a program. Results of the context would be wrong from then on. So
// synchronisation, new events and copies between host and device fail there, in the words of the
// refusal, until the context ends. A thread that calls one of them after its own refusal has heard
// of it, and works on: then that refusal is over.
//
// What is noted: operators by their names (acl_op_compiler.h) and collectives (hccl.h) whoever
// calls them, as their outputs stay as they were; the two phases of other operators in the
// adapter's queue alone, as programs ask the first phase what there is.
#pragma once

#include <atomic>

#include "acl/acl_rt.h"
#include "base/shared.h"
#include "base/status.h"

namespace openaclnn {

// Notes that the calling thread was refused a call in the context of a stream (null: in the current
// one). `api`: the function's name. Does nothing if there is no such stream.
OPENACLNN_SHARED void NoteRefusal(aclrtStream stream, const char* api, const Status& refusal);

// The same if the calling thread is the queue of PyTorch's adapter, torch_npu, which calls its
// thread "acl_thread" and ends it at the first call that fails.
[[gnu::cold]] OPENACLNN_SHARED void NoteRefusalInQueue(aclrtStream stream, const char* api,
                                                       const Status& refusal);

// What `body` returns, which is noted so if it is an error.
template <class Body>
Status NotedInQueue(aclrtStream stream, const char* api, Body&& body) {
  Status status = body();
  if (!status.ok()) [[unlikely]]
    NoteRefusalInQueue(stream, api, status);
  return status;
}

// For contexts that end.
void ForgetRefusals(aclrtContext context);

// Whether there is any to remember. What calls pay that nothing was refused to is this test.
extern std::atomic<bool> any_refusals;
inline bool AnyRefusals() { return any_refusals.load(std::memory_order_relaxed); }

// For synchronisation, new events and copies: ends what was refused to the calling thread in a
// context. Error: 200001, in the words of the first refusal to another thread.
[[gnu::cold]] Status CheckRefusalsOf(aclrtContext context);
inline Status CheckRefusals(aclrtContext context) {
  return AnyRefusals() ? CheckRefusalsOf(context) : Status();
}

}  // namespace openaclnn

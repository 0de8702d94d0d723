// Operators that were refused by their names (acl_op_compiler.h), and what follows from that.
//
// A refused operator leaves its outputs as they were. Who launches operators from a thread of its
// own may launch none after it, and say nothing: PyTorch's adapter is such a program. Results of
// the context would be wrong from then on. So synchronisation and copies between host and device
// fail there, in the words of the refusal, until the context ends. A thread that calls one of them
// after its own refusal has heard of it, and works on: then that refusal is over.
#pragma once

#include <atomic>

#include "acl/acl_rt.h"
#include "base/shared.h"
#include "base/status.h"

namespace openaclnn {

// Notes that the calling thread was refused an operator in the context of a stream (null: in the
// current one). Does nothing if there is no such stream.
OPENACLNN_SHARED void NoteRefusal(aclrtStream stream, const Status& refusal);

// For contexts that end.
void ForgetRefusals(aclrtContext context);

// Whether there is any to remember. What calls pay that nothing was refused to is this test.
extern std::atomic<bool> any_refusals;
inline bool AnyRefusals() { return any_refusals.load(std::memory_order_relaxed); }

// For synchronisation and copies: ends what was refused to the calling thread in a context. Error:
// 200001, in the words of the first refusal to another thread.
[[gnu::cold]] Status CheckRefusalsOf(aclrtContext context);
inline Status CheckRefusals(aclrtContext context) {
  return AnyRefusals() ? CheckRefusalsOf(context) : Status();
}

}  // namespace openaclnn

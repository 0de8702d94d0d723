// Which context is current in a thread.
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "base/shared.h"
#include "base/status.h"

namespace openaclnn {

// By value, as another thread may destroy the context at any time; then its default stream is no
// live one either.
struct CurrentContext {
  aclrtContext handle = nullptr;
  int32_t device = -1;
  aclrtStream default_stream = nullptr;  // a handle that programs do not see
};

// That of this thread; 107002 if there is none, which checked mode reports. The second form is for
// functions that ask whether there is one.
Status FindCurrentContext(CurrentContext& context);
OPENACLNN_SHARED Status AskForCurrentContext(CurrentContext& context);

// The same, dead or alive.
const CurrentContext& ThreadContext();
void SetThreadContext(const CurrentContext& context);

// To be called where checked mode looks for breaches of contract: reports a thread, once, that uses
// a stream without a context of its own.
void CheckThreadHasContext();

}  // namespace openaclnn

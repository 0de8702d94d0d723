// Callbacks that streams hand to threads of the program (aclrtSubscribeReport and its companions).
#pragma once

#include <cstdint>
#include <memory>

#include "acl/acl_rt.h"
#include "base/deadline.h"
#include "base/float_environment.h"
#include "base/status.h"
#include "checked/happens_before.h"
#include "runtime/stream.h"

namespace openaclnn {

// The C functions, after the checks of their arguments. `thread`: as pthread_self returns it.
Status Subscribe(uint64_t thread, const std::shared_ptr<Stream>& stream);
Status Unsubscribe(uint64_t thread, Stream& stream);
// `floats`: of the calling thread; what callbacks do to it stays in it.
Status ProcessReports(uint64_t thread, Deadline deadline, ProgramFloats& floats);
Status LaunchCallback(aclrtCallback function, void* argument, bool blocks, Stream& stream);

// For streams that end: like Unsubscribe, if there is a subscription.
void EndSubscription(Stream& stream);

// Runs a function of the program for a stream, in its floating-point environment. What it throws
// becomes a failure of the stream. So does an end of the thread, which unwinds on from here.
// `before`: what it comes after, if checked mode looks at the order.
void RunForStream(void (*function)(void*), void* argument, Stream& stream, const Moment& before,
                  ProgramFloats& floats);

}  // namespace openaclnn

// Callbacks that streams hand to threads of the program (aclrtSubscribeReport and its companions).
#pragma once

#include <cstdint>
#include <memory>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "checked/happens_before.h"
#include "runtime/deadline.h"
#include "runtime/stream.h"

namespace openaclnn {

// The C functions, after the checks of their arguments. `thread`: as pthread_self returns it.
Status Subscribe(uint64_t thread, const std::shared_ptr<Stream>& stream);
Status Unsubscribe(uint64_t thread, Stream& stream);
Status ProcessReports(uint64_t thread, Deadline deadline);
Status LaunchCallback(aclrtCallback function, void* argument, bool blocks, Stream& stream);

// For streams that end: like Unsubscribe, if there is a subscription.
void EndSubscription(Stream& stream);

// Runs a function of the program for a stream; what it throws becomes a failure of the stream.
// `before`: what it comes after, if checked mode looks at the order.
void RunForStream(void (*function)(void*), void* argument, Stream& stream,
                  const Moment& before) noexcept;

}  // namespace openaclnn

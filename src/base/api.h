// The C boundary: the one place where a Status becomes a return code and a message for
// aclGetRecentErrMsg, and where exceptions end.
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <string>

#include "base/observe.h"
#include "base/shared.h"
#include "base/status.h"

namespace openaclnn {

// Keeps "<api>: <message> [<code and name of the kind>]" as this thread's newest message and
// returns the code. Never throws; when there is no memory for the message, the code is still
// returned.
OPENACLNN_SHARED int32_t ReportError(const char* api, const Status& status) noexcept;
OPENACLNN_SHARED int32_t ReportError(const char* api, ErrorKind kind, int32_t code,
                                     const char* message) noexcept;

// The codes that a family of functions gives for failures that are not the user's.
struct InternalCodes {
  int32_t out_of_memory;
  int32_t unexpected;
};
inline constexpr InternalCodes kAclCodes = {
    200000, 500000};  // ACL_ERROR_BAD_ALLOC, ACL_ERROR_INTERNAL_ERROR
inline constexpr InternalCodes kAclnnCodes = {561103,
                                              561000};  // ACLNN_ERR_INNER_NULLPTR, ACLNN_ERR_INNER

// Runs `body` (returning Status) as the C function named `api`.
template <class Body>
int32_t RunAsApi(const char* api, InternalCodes codes, Body&& body) noexcept {
  try {
    const Status status = body();
    return status.ok() ? 0 : ReportError(api, status);
  } catch (const std::bad_alloc&) {
    return ReportError(api, ErrorKind::kOutOfHostMemory, codes.out_of_memory, "out of host memory");
  } catch (const std::exception& error) {
    return ReportError(api, ErrorKind::kInternal, codes.unexpected, error.what());
  } catch (...) {
    return ReportError(api, ErrorKind::kInternal, codes.unexpected,
                       "unexpected exception of unknown type");
  }
}

// The same for the log and the trace to see. `call`: OPENACLNN_CALL, or what else describes it.
template <class Call, class Body>
int32_t CallApi(const Call& call, InternalCodes codes, Body&& body) noexcept {
  ObservedCall* const observed = Observing() ? BeginObserving(call) : nullptr;
  const int32_t code = RunAsApi(call.name, codes, body);
  if (observed != nullptr) [[unlikely]]
    ObservedCall::End(observed, code);
  return code;
}
template <class Body>
int32_t CallApi(const char* api, InternalCodes codes, Body&& body) noexcept {
  return CallApi(NamedCall{api}, codes, body);
}

}  // namespace openaclnn

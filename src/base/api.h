// The C boundary: the one place where a Status becomes a return code and a message for
// aclGetRecentErrMsg, and where exceptions end.
#pragma once

#include <cxxabi.h>

#include <cstdint>

#include "base/float_environment.h"
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
  int32_t no_handle;
};
// ACL_ERROR_BAD_ALLOC, ACL_ERROR_INTERNAL_ERROR, ACL_ERROR_RT_RESOURCE_ALLOC_FAIL
inline constexpr InternalCodes kAclCodes = {200000, 500000, 207005};
// ACLNN_ERR_INNER_NULLPTR, ACLNN_ERR_INNER, ACLNN_ERR_INNER_CREATE_EXECUTOR
inline constexpr InternalCodes kAclnnCodes = {561103, 561000, 561101};

// Reports the exception that is being handled.
OPENACLNN_SHARED int32_t ReportException(const char* api, InternalCodes codes) noexcept;

// Runs `body` (returning Status), which computes nothing in floating point, as the C function named
// `api`. What leaves it is the end of the thread alone (pthread_exit, pthread_cancel), which cannot
// be held up.
template <class Body>
int32_t RunWithoutFloats(const char* api, InternalCodes codes, Body&& body) {
  try {
    const Status status = body();
    return status.ok() ? 0 : ReportError(api, status);
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    return ReportException(api, codes);
  }
}

// The same in the floating-point environment of the formulas.
template <class Body>
int32_t RunAsApi(const char* api, InternalCodes codes, Body&& body) {
  const ExactFloats exact;
  return RunWithoutFloats(api, codes, body);
}

// The same for the log and the trace to see. `call`: OPENACLNN_CALL, or what else describes it.
template <class Call, class Body>
int32_t CallApi(const Call& call, InternalCodes codes, Body&& body) {
  ObservedCall* const observed = Observing() ? BeginObserving(call) : nullptr;
  const int32_t code = RunAsApi(call.name, codes, body);
  if (observed != nullptr) [[unlikely]]
    ObservedCall::End(observed, code);
  return code;
}
template <class Body>
int32_t CallApi(const char* api, InternalCodes codes, Body&& body) {
  return CallApi(NamedCall{api}, codes, body);
}

}  // namespace openaclnn

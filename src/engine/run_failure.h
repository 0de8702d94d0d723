// How a computation says that it cannot be: its elements are not what the operator asks for.
#pragma once

#include "acl/acl_base.h"
#include "base/shared.h"
#include "base/status.h"
#include "fmt/format.h"

namespace openaclnn {

// Thrown in the thread of a stream, before anything is written, by Computation::Run. The next
// synchronisation of the stream returns the status.
struct OPENACLNN_SHARED RunFailure {
  Status status;
};

// `format`: names the argument, what was expected and what was found.
template <class... Args>
[[noreturn]] void FailRun(fmt::format_string<Args...> format, Args&&... args) {
  throw RunFailure{Error(ErrorKind::kTaskFailed, ACL_ERROR_RT_AICORE_EXCEPTION, format,
                         std::forward<Args>(args)...)};
}

}  // namespace openaclnn

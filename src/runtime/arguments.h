// Checks that many functions of the runtime share.
#pragma once

#include "acl/acl_base.h"
#include "base/status.h"

namespace openaclnn {

// For data pointers and functions.
template <class T>
Status CheckNotNull(T* argument, const char* name) {
  if (argument != nullptr) return {};
  return Error(ErrorKind::kNullArgument, ACL_ERROR_INVALID_PARAM, "{}: is null", name);
}

}  // namespace openaclnn

// How the C functions of this layer refuse null pointers and handles: in the same words for every
// kind of object.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "aclnn/acl_meta.h"
#include "aclnn/opdev/op_errno.h"
#include "base/api.h"
#include "base/status.h"
#include "checked/history.h"

namespace openaclnn {

struct NamedPointer {
  const char* name;  // of the C parameter
  const void* pointer;
};

inline Status RefuseNulls(std::initializer_list<NamedPointer> arguments) {
  for (const NamedPointer& argument : arguments) {
    if (argument.pointer != nullptr) continue;
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "{}: is null", argument.name);
  }
  return {};
}

// No array of more bytes can exist, so that sizes in bytes do not overflow.
inline Status RefuseCount(const char* name, uint64_t count, size_t item_bytes) {
  const uint64_t most = PTRDIFF_MAX / item_bytes;
  if (count <= most) return {};
  return Error(ErrorKind::kInvalidValue, ACLNN_ERR_PARAM_INVALID, "{}: is {}, expected at most {}",
               name, count, most);
}

inline Status NotLive(int32_t code, const NamedPointer& handle, const char* type) {
  if (AnyChecks()) {
    const bool destroying = code == ACLNN_ERR_INNER;
    ReportMistake(destroying ? Mistake::kDestroyedTwice : Mistake::kDeadObject,
                  fmt::format("{}: {}.", handle.name, HistoryOf(handle.pointer)));
  }
  return Error(ErrorKind::kNotLive, code,
               "{}: {} is not a live {}; it was destroyed or never created", handle.name,
               handle.pointer, type);
}

// A destroy function of the C API. destroy(): false if the handle is not live.
template <class Destroy>
aclnnStatus CallDestroy(const char* api, const NamedPointer& handle, const char* type,
                        const Destroy& destroy) noexcept {
  return CallApi(MakeCall(api, handle.name, handle.pointer), kAclnnCodes, [&]() -> Status {
    if (handle.pointer == nullptr) return {};
    if (destroy()) {
      Ended(handle.pointer, api);
      return {};
    }
    return NotLive(ACLNN_ERR_INNER, handle, type);
  });
}

}  // namespace openaclnn

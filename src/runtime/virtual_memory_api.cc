// acl_rt.h, "Virtual memory".

#include "acl/acl_rt.h"
#include "base/api.h"
#include "runtime/arguments.h"
#include "runtime/context.h"
#include "runtime/virtual_memory.h"

namespace {

using openaclnn::AllocatePhysical;
using openaclnn::CallApi;
using openaclnn::CheckDevice;
using openaclnn::CheckNotNull;
using openaclnn::CurrentContext;
using openaclnn::ErrorKind;
using openaclnn::FindCurrentContext;
using openaclnn::FreePhysical;
using openaclnn::HasVirtualMemory;
using openaclnn::kAclCodes;
using openaclnn::kMapGranularity;
using openaclnn::MapPhysical;
using openaclnn::ReleaseAddresses;
using openaclnn::ReserveAddresses;
using openaclnn::Status;
using openaclnn::Unmap;

Status NotZero(const char* name, uint64_t value) {
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID, "{}: is {}, expected 0", name,
               value);
}

// Whether there is virtual memory on the device.
Status CheckAvailable(int32_t device) {
  if (HasVirtualMemory(device)) return {};
  return Error(ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
               "virtual memory is not available on GPUs, nor in checked mode; use aclrtMalloc");
}

Status CheckProperties(const aclrtPhysicalMemProp* prop, int32_t& device) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(prop, "prop"));
  const int type = static_cast<int>(prop->location.type);
  if (type != ACL_MEM_LOCATION_TYPE_DEVICE) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                 "prop->location.type: is {}, expected {} (device)", type,
                 static_cast<int>(ACL_MEM_LOCATION_TYPE_DEVICE));
  }
  device = static_cast<int32_t>(prop->location.id);
  return CheckDevice(device, "prop->location.id");
}

}  // namespace

extern "C" {

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop,
                                          aclrtMemGranularityOptions option, size_t* granularity) {
  const auto call = OPENACLNN_CALL(prop, option, granularity);
  bool available = true;
  const aclError code =
      CallApi(call, kAclCodes, [&, number = static_cast<int>(option)]() -> Status {
        OPENACLNN_RETURN_IF_ERROR(CheckNotNull(granularity, "granularity"));
        int32_t device = 0;
        OPENACLNN_RETURN_IF_ERROR(CheckProperties(prop, device));
        if (number < 0 || number > ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED) {
          return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                       "option: is {}, expected 0 or 1", number);
        }
        available = HasVirtualMemory(device);
        if (available) *granularity = kMapGranularity;
        return {};
      });
  // Programs ask by it whether there is virtual memory: the answer is no error of theirs, and
  // leaves no message, which they would show with the next one.
  return available ? code : ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
}

aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment, void* expectPtr,
                                uint64_t flags) {
  const auto call = OPENACLNN_CALL(virPtr, size, alignment, expectPtr, flags);
  return CallApi(call, kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(virPtr, "virPtr"));
    CurrentContext context;
    OPENACLNN_RETURN_IF_ERROR(FindCurrentContext(context));
    OPENACLNN_RETURN_IF_ERROR(CheckAvailable(context.device));
    if (alignment != 0) return NotZero("alignment", alignment);
    if (flags > 1) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                   "flags: is {}, expected 0 (normal pages) or 1 (huge pages)", flags);
    }
    return ReserveAddresses(size, *virPtr);
  });
}

aclError aclrtReleaseMemAddress(void* virPtr) {
  return CallApi(OPENACLNN_CALL(virPtr), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(virPtr, "virPtr"));
    return ReleaseAddresses(virPtr);
  });
}

aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size,
                             const aclrtPhysicalMemProp* prop, uint64_t flags) {
  return CallApi(OPENACLNN_CALL(handle, size, prop, flags), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(handle, "handle"));
    int32_t device = 0;
    OPENACLNN_RETURN_IF_ERROR(CheckProperties(prop, device));
    OPENACLNN_RETURN_IF_ERROR(CheckAvailable(device));
    if (flags != 0) return NotZero("flags", flags);
    return AllocatePhysical(size, device, *handle);
  });
}

aclError aclrtFreePhysical(aclrtDrvMemHandle handle) {
  return CallApi(OPENACLNN_CALL(handle), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(handle, "handle"));
    return FreePhysical(handle);
  });
}

aclError aclrtMapMem(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                     uint64_t flags) {
  return CallApi(OPENACLNN_CALL(virPtr, size, offset, handle, flags), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(virPtr, "virPtr"));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(handle, "handle"));
    if (offset != 0) return NotZero("offset", offset);
    if (flags != 0) return NotZero("flags", flags);
    return MapPhysical(virPtr, size, handle);
  });
}

aclError aclrtUnmapMem(void* virPtr) {
  return CallApi(OPENACLNN_CALL(virPtr), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(virPtr, "virPtr"));
    return Unmap(virPtr);
  });
}

}  // extern "C"

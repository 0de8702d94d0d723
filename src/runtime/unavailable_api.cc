// What this version does not have: acl_rt.h, "Shared memory" and "Compiled kernels"; acl_mdl.h;
// acl_op.h. And of the layer below acl, for which there is no public header,
// what frameworks bind when they are loaded.

#include "acl/acl_mdl.h"
#include "acl/acl_op.h"
#include "acl/acl_rt.h"
#include "base/api.h"
#include "runtime/arguments.h"

namespace {

using openaclnn::CallApi;
using openaclnn::CheckNotNull;
using openaclnn::ErrorKind;
using openaclnn::kAclCodes;
using openaclnn::ReportError;
using openaclnn::Status;

int32_t NoSharedMemory(const char* api) {
  return ReportError(api, ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                     "memory cannot be shared with other processes");
}

int32_t NoKernels(const char* api) {
  return ReportError(api, ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                     "kernels compiled for an NPU cannot run on a CPU; call operators of aclnn");
}

int32_t NoDump(const char* api) {
  return ReportError(api, ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                     "dumps are not available; OPENACLNN_LOG=debug shows the calls of operators");
}

}  // namespace

extern "C" {

aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle, aclrtMemHandleType, uint64_t,
                                         uint64_t*) {
  return NoSharedMemory(__func__);
}

aclError aclrtMemImportFromShareableHandle(uint64_t, int32_t, aclrtDrvMemHandle*) {
  return NoSharedMemory(__func__);
}

aclError aclrtMemSetPidToShareableHandle(uint64_t, int32_t*, size_t) {
  return NoSharedMemory(__func__);
}

aclError aclrtBinaryLoadFromData(const void*, size_t, const aclrtBinaryLoadOptions*,
                                 aclrtBinHandle*) {
  return NoKernels(__func__);
}

aclError aclrtBinaryGetFunction(const aclrtBinHandle, const char*, aclrtFuncHandle*) {
  return NoKernels(__func__);
}

aclError aclrtGetFunctionAddr(aclrtFuncHandle, void**, void**) { return NoKernels(__func__); }

// rtDevBinary_t and rtSmDesc_t, which nothing here reads, are void.
ACL_FUNC_VISIBILITY int32_t rtDevBinaryRegister(const void*, void**) { return NoKernels(__func__); }

ACL_FUNC_VISIBILITY int32_t rtFunctionRegister(void*, const void*, const char*, const void*,
                                               uint32_t) {
  return NoKernels(__func__);
}

ACL_FUNC_VISIBILITY int32_t rtKernelLaunch(const void*, uint32_t, void*, uint32_t, void*,
                                           aclrtStream) {
  return NoKernels(__func__);
}

ACL_FUNC_VISIBILITY int32_t rtGetC2cCtrlAddr(uint64_t*, uint32_t*) { return NoKernels(__func__); }

aclError aclmdlInitDump(void) { return NoDump(__func__); }

aclError aclmdlSetDump(const char*) { return NoDump(__func__); }

aclError aclmdlFinalizeDump(void) { return NoDump(__func__); }

aclError aclopSetModelDir(const char* modelDir) {
  return CallApi(OPENACLNN_CALL(modelDir), kAclCodes,
                 [&] { return CheckNotNull(modelDir, "modelDir"); });
}

}  // extern "C"

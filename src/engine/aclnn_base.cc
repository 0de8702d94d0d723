// aclnn/aclnn_base.h, and the dump of aclnn/acl_meta.h. What these functions control on a device,
// static kernels and dump files, does not exist here; they check their arguments.

#include "aclnn/aclnn_base.h"

#include "base/api.h"

namespace {

using openaclnn::CallApi;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::kAclnnCodes;
using openaclnn::Status;

Status CheckNotNull(const char* name, const void* pointer) {
  if (pointer != nullptr) return {};
  return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "{}: is null", name);
}

}  // namespace

extern "C" {

aclnnStatus aclnnInit(const char*) { return ACLNN_SUCCESS; }
aclnnStatus aclnnFinalize() { return ACLNN_SUCCESS; }

aclnnStatus aclnnReselectStaticKernel() { return ACLNN_SUCCESS; }
aclnnStatus aclnnReselectStaticKernelWithPath(const char* path) {
  return CallApi(OPENACLNN_CALL(path), kAclnnCodes, [&] { return CheckNotNull("path", path); });
}

aclnnStatus aclDumpOpTensors(const char* opType, const char* opName, aclTensor** tensors,
                             size_t inputTensorNum, size_t outputTensorNum, aclrtStream) {
  const auto call = OPENACLNN_CALL(opType, opName, inputTensorNum, outputTensorNum);
  return CallApi(call, kAclnnCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull("opType", opType));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull("opName", opName));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull("tensors", tensors));
    for (size_t i = 0; i < inputTensorNum + outputTensorNum; ++i) {
      OPENACLNN_RETURN_IF_ERROR(CheckNotNull("tensors", tensors[i]));
    }
    return {};
  });
}

}  // extern "C"

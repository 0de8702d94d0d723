// Every prototype of the operators and of acl_meta.h and aclnn_base.h, token for token. What the
// compiler cannot see in a function's type, a top-level const, is in the comments.
#include <type_traits>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_logit_grad.h"
#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "aclnnop/aclnn_softmax.h"
#include "aclnnop/aclnn_softmax_backward.h"
#include "aclnnop/aclnn_softmax_cross_entropy_with_logits.h"
#include "aclnnop/aclnn_softplus_backward.h"
#include "gtest/gtest.h"

namespace {

#define EXPECT_PROTOTYPE(function, ...) \
  static_assert(std::is_same_v<decltype(&function), __VA_ARGS__>, #function)

// The second phase of every operator. aclnnGeluBackwardV2 takes its stream as a const value.
using Run = aclnnStatus (*)(void*, uint64_t, aclOpExecutor*, aclrtStream);

EXPECT_PROTOTYPE(aclnnHardtanhBackwardGetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, const aclTensor*, const aclScalar*,
                                 const aclScalar*, aclTensor*, uint64_t*, aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnHardtanhBackward, Run);

EXPECT_PROTOTYPE(aclnnSoftplusBackwardGetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, const aclTensor*, const aclScalar*,
                                 const aclScalar*, aclTensor*, uint64_t*, aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnSoftplusBackward, Run);

EXPECT_PROTOTYPE(aclnnPreluBackwardGetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, const aclTensor*, const aclTensor*, aclTensor*,
                                 aclTensor*, uint64_t*, aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnPreluBackward, Run);

EXPECT_PROTOTYPE(aclnnGeluBackwardV2GetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, const aclTensor*, char*, aclTensor*, uint64_t*,
                                 aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnGeluBackwardV2, Run);

EXPECT_PROTOTYPE(aclnnLogitGradGetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, const aclTensor*, double, const aclTensor*,
                                 uint64_t*, aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnLogitGrad, Run);

EXPECT_PROTOTYPE(aclnnSoftmaxGetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, int64_t, aclTensor*, uint64_t*,
                                 aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnSoftmax, Run);
EXPECT_PROTOTYPE(aclnnLogSoftmaxGetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, int64_t, aclTensor*, uint64_t*,
                                 aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnLogSoftmax, Run);
EXPECT_PROTOTYPE(aclnnSoftmaxBackwardGetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, const aclTensor*, int64_t, aclTensor*, uint64_t*,
                                 aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnSoftmaxBackward, Run);
EXPECT_PROTOTYPE(aclnnLogSoftmaxBackwardGetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, const aclTensor*, int64_t, aclTensor*, uint64_t*,
                                 aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnLogSoftmaxBackward, Run);
// labels is not const, though it is only read; the stream is a const value.
EXPECT_PROTOTYPE(aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, aclTensor*, aclTensor*, aclTensor*, uint64_t*,
                                 aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnSoftmaxCrossEntropyWithLogits, Run);

// `dtype` is a const value, and so is the stream of aclnnInplaceCopy.
EXPECT_PROTOTYPE(aclnnCastGetWorkspaceSize,
                 aclnnStatus (*)(const aclTensor*, aclDataType, aclTensor*, uint64_t*,
                                 aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnCast, Run);
EXPECT_PROTOTYPE(aclnnInplaceCopyGetWorkspaceSize,
                 aclnnStatus (*)(aclTensor*, const aclTensor*, uint64_t*, aclOpExecutor**));
EXPECT_PROTOTYPE(aclnnInplaceCopy, Run);

static_assert(std::is_same_v<aclnnStatus, int32_t>);
static_assert(std::is_same_v<decltype(OK), const aclnnStatus> && OK == 0);

EXPECT_PROTOTYPE(aclCreateTensor,
                 aclTensor* (*)(const int64_t*, uint64_t, aclDataType, const int64_t*, int64_t,
                                aclFormat, const int64_t*, uint64_t, void*));
EXPECT_PROTOTYPE(aclInitTensor,
                 aclnnStatus (*)(aclTensor*, const int64_t*, uint64_t, aclDataType, const int64_t*,
                                 int64_t, aclFormat, const int64_t*, uint64_t, void*));
EXPECT_PROTOTYPE(aclDestroyTensor, aclnnStatus (*)(const aclTensor*));
EXPECT_PROTOTYPE(aclGetViewShape, aclnnStatus (*)(const aclTensor*, int64_t**, uint64_t*));
EXPECT_PROTOTYPE(aclGetStorageShape, aclnnStatus (*)(const aclTensor*, int64_t**, uint64_t*));
EXPECT_PROTOTYPE(aclGetViewStrides, aclnnStatus (*)(const aclTensor*, int64_t**, uint64_t*));
EXPECT_PROTOTYPE(aclGetViewOffset, aclnnStatus (*)(const aclTensor*, int64_t*));
EXPECT_PROTOTYPE(aclGetFormat, aclnnStatus (*)(const aclTensor*, aclFormat*));
EXPECT_PROTOTYPE(aclGetDataType, aclnnStatus (*)(const aclTensor*, aclDataType*));
EXPECT_PROTOTYPE(aclGetRawTensorAddr, aclnnStatus (*)(const aclTensor*, void**));
EXPECT_PROTOTYPE(aclSetRawTensorAddr, aclnnStatus (*)(aclTensor*, void*));

EXPECT_PROTOTYPE(aclCreateScalar, aclScalar* (*)(void*, aclDataType));
EXPECT_PROTOTYPE(aclDestroyScalar, aclnnStatus (*)(const aclScalar*));

EXPECT_PROTOTYPE(aclCreateIntArray, aclIntArray* (*)(const int64_t*, uint64_t));
EXPECT_PROTOTYPE(aclCreateFloatArray, aclFloatArray* (*)(const float*, uint64_t));
EXPECT_PROTOTYPE(aclCreateBoolArray, aclBoolArray* (*)(const bool*, uint64_t));
EXPECT_PROTOTYPE(aclGetIntArraySize, aclnnStatus (*)(const aclIntArray*, uint64_t*));
EXPECT_PROTOTYPE(aclGetFloatArraySize, aclnnStatus (*)(const aclFloatArray*, uint64_t*));
EXPECT_PROTOTYPE(aclGetBoolArraySize, aclnnStatus (*)(const aclBoolArray*, uint64_t*));
EXPECT_PROTOTYPE(aclDestroyIntArray, aclnnStatus (*)(const aclIntArray*));
EXPECT_PROTOTYPE(aclDestroyFloatArray, aclnnStatus (*)(const aclFloatArray*));
EXPECT_PROTOTYPE(aclDestroyBoolArray, aclnnStatus (*)(const aclBoolArray*));

EXPECT_PROTOTYPE(aclCreateTensorList, aclTensorList* (*)(const aclTensor* const*, uint64_t));
EXPECT_PROTOTYPE(aclCreateScalarList, aclScalarList* (*)(const aclScalar* const*, uint64_t));
EXPECT_PROTOTYPE(aclGetTensorListSize, aclnnStatus (*)(const aclTensorList*, uint64_t*));
EXPECT_PROTOTYPE(aclGetScalarListSize, aclnnStatus (*)(const aclScalarList*, uint64_t*));
EXPECT_PROTOTYPE(aclDestroyTensorList, aclnnStatus (*)(const aclTensorList*));
EXPECT_PROTOTYPE(aclDestroyScalarList, aclnnStatus (*)(const aclScalarList*));

EXPECT_PROTOTYPE(aclSetAclOpExecutorRepeatable, aclnnStatus (*)(aclOpExecutor*));
EXPECT_PROTOTYPE(aclDestroyAclOpExecutor, aclnnStatus (*)(aclOpExecutor*));

// `index` and `relativeIndex` are const values.
using SetAddress = aclnnStatus (*)(aclOpExecutor*, size_t, aclTensor*, void*);
EXPECT_PROTOTYPE(aclSetInputTensorAddr, SetAddress);
EXPECT_PROTOTYPE(aclSetOutputTensorAddr, SetAddress);
EXPECT_PROTOTYPE(aclSetTensorAddr, SetAddress);
EXPECT_PROTOTYPE(AclSetInputTensorAddr, SetAddress);
EXPECT_PROTOTYPE(AclSetOutputTensorAddr, SetAddress);
EXPECT_PROTOTYPE(AclSetTensorAddr, SetAddress);
using SetListAddress = aclnnStatus (*)(aclOpExecutor*, size_t, size_t, aclTensorList*, void*);
EXPECT_PROTOTYPE(aclSetDynamicInputTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(aclSetDynamicOutputTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(aclSetDynamicTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(AclSetDynamicInputTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(AclSetDynamicOutputTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(AclSetDynamicTensorAddr, SetListAddress);

EXPECT_PROTOTYPE(aclDumpOpTensors, aclnnStatus (*)(const char*, const char*, aclTensor**, size_t,
                                                   size_t, aclrtStream));

EXPECT_PROTOTYPE(aclnnInit, aclnnStatus (*)(const char*));
EXPECT_PROTOTYPE(aclnnFinalize, aclnnStatus (*)());
EXPECT_PROTOTYPE(aclnnReselectStaticKernel, aclnnStatus (*)());
EXPECT_PROTOTYPE(aclnnReselectStaticKernelWithPath, aclnnStatus (*)(const char*));

// Programs use these without including op_errno.h themselves.
static_assert(ACLNN_SUCCESS == 0 && ACLNN_ERR_PARAM_NULLPTR == 161001 &&
              ACLNN_ERR_PARAM_INVALID == 161002 && ACLNN_ERR_RUNTIME_ERROR == 361001 &&
              ACLNN_ERR_INNER == 561000 && ACLNN_ERR_INNER_FIND_KERNEL_ERROR == 561003 &&
              ACLNN_ERR_INNER_NULLPTR == 561103);

// The functions behind the prototypes have C names and take part in linking.
TEST(PrototypesTest, SmallFunctionsAnswer) {
  EXPECT_EQ(aclnnInit(nullptr), 0);
  EXPECT_EQ(aclnnInit("/no/such/file"), 0);
  EXPECT_EQ(aclnnReselectStaticKernel(), 0);
  EXPECT_EQ(aclnnReselectStaticKernelWithPath("anywhere"), 0);
  EXPECT_EQ(aclnnReselectStaticKernelWithPath(nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclnnFinalize(), 0);
  EXPECT_EQ(aclnnFinalize(), 0);
}

TEST(PrototypesTest, DumpChecksItsPointers) {
  const int64_t dims[] = {1};
  aclTensor* const tensor =
      aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr);
  aclTensor* tensors[] = {tensor, nullptr};
  EXPECT_EQ(aclDumpOpTensors("type", "name", tensors, 1, 0, nullptr), 0);
  EXPECT_EQ(aclDumpOpTensors(nullptr, "name", tensors, 1, 0, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDumpOpTensors("type", nullptr, tensors, 1, 0, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDumpOpTensors("type", "name", nullptr, 1, 0, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDumpOpTensors("type", "name", tensors, 1, 1, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

}  // namespace

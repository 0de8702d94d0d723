// The prototypes of aclnn/acl_meta.h and aclnn/aclnn_base.h, and the codes of
// aclnn/opdev/op_errno.h, as the contract has them: proven when this file compiles, by both paths
// of op_errno.h.
#include <type_traits>

#include "aclnn/aclnn_base.h"
#include "aclnn/opdev/op_errno.h"
#include "gtest/gtest.h"

namespace {

template <class Expected, class Actual>
constexpr bool kSame = std::is_same_v<Expected, std::remove_pointer_t<Actual>>;
#define EXPECT_PROTOTYPE(function, ...) \
  static_assert(kSame<__VA_ARGS__, decltype(&function)>, #function)

EXPECT_PROTOTYPE(aclCreateTensor, aclTensor*(const int64_t*, uint64_t, aclDataType, const int64_t*,
                                             int64_t, aclFormat, const int64_t*, uint64_t, void*));
EXPECT_PROTOTYPE(aclInitTensor,
                 aclnnStatus(aclTensor*, const int64_t*, uint64_t, aclDataType, const int64_t*,
                             int64_t, aclFormat, const int64_t*, uint64_t, void*));
EXPECT_PROTOTYPE(aclCreateScalar, aclScalar*(void*, aclDataType));
EXPECT_PROTOTYPE(aclCreateIntArray, aclIntArray*(const int64_t*, uint64_t));
EXPECT_PROTOTYPE(aclCreateFloatArray, aclFloatArray*(const float*, uint64_t));
EXPECT_PROTOTYPE(aclCreateBoolArray, aclBoolArray*(const bool*, uint64_t));
EXPECT_PROTOTYPE(aclCreateTensorList, aclTensorList*(const aclTensor* const*, uint64_t));
EXPECT_PROTOTYPE(aclCreateScalarList, aclScalarList*(const aclScalar* const*, uint64_t));

EXPECT_PROTOTYPE(aclDestroyTensor, aclnnStatus(const aclTensor*));
EXPECT_PROTOTYPE(aclDestroyScalar, aclnnStatus(const aclScalar*));
EXPECT_PROTOTYPE(aclDestroyIntArray, aclnnStatus(const aclIntArray*));
EXPECT_PROTOTYPE(aclDestroyFloatArray, aclnnStatus(const aclFloatArray*));
EXPECT_PROTOTYPE(aclDestroyBoolArray, aclnnStatus(const aclBoolArray*));
EXPECT_PROTOTYPE(aclDestroyTensorList, aclnnStatus(const aclTensorList*));
EXPECT_PROTOTYPE(aclDestroyScalarList, aclnnStatus(const aclScalarList*));

EXPECT_PROTOTYPE(aclGetViewShape, aclnnStatus(const aclTensor*, int64_t**, uint64_t*));
EXPECT_PROTOTYPE(aclGetStorageShape, aclnnStatus(const aclTensor*, int64_t**, uint64_t*));
EXPECT_PROTOTYPE(aclGetViewStrides, aclnnStatus(const aclTensor*, int64_t**, uint64_t*));
EXPECT_PROTOTYPE(aclGetViewOffset, aclnnStatus(const aclTensor*, int64_t*));
EXPECT_PROTOTYPE(aclGetFormat, aclnnStatus(const aclTensor*, aclFormat*));
EXPECT_PROTOTYPE(aclGetDataType, aclnnStatus(const aclTensor*, aclDataType*));
EXPECT_PROTOTYPE(aclGetRawTensorAddr, aclnnStatus(const aclTensor*, void**));
EXPECT_PROTOTYPE(aclSetRawTensorAddr, aclnnStatus(aclTensor*, void*));
EXPECT_PROTOTYPE(aclGetIntArraySize, aclnnStatus(const aclIntArray*, uint64_t*));
EXPECT_PROTOTYPE(aclGetFloatArraySize, aclnnStatus(const aclFloatArray*, uint64_t*));
EXPECT_PROTOTYPE(aclGetBoolArraySize, aclnnStatus(const aclBoolArray*, uint64_t*));
EXPECT_PROTOTYPE(aclGetTensorListSize, aclnnStatus(const aclTensorList*, uint64_t*));
EXPECT_PROTOTYPE(aclGetScalarListSize, aclnnStatus(const aclScalarList*, uint64_t*));

EXPECT_PROTOTYPE(aclSetAclOpExecutorRepeatable, aclnnStatus(aclOpExecutor*));
EXPECT_PROTOTYPE(aclDestroyAclOpExecutor, aclnnStatus(aclOpExecutor*));
using SetAddress = aclnnStatus(aclOpExecutor*, const size_t, aclTensor*, void*);
EXPECT_PROTOTYPE(aclSetInputTensorAddr, SetAddress);
EXPECT_PROTOTYPE(aclSetOutputTensorAddr, SetAddress);
EXPECT_PROTOTYPE(aclSetTensorAddr, SetAddress);
EXPECT_PROTOTYPE(AclSetInputTensorAddr, SetAddress);
EXPECT_PROTOTYPE(AclSetOutputTensorAddr, SetAddress);
EXPECT_PROTOTYPE(AclSetTensorAddr, SetAddress);
using SetListAddress = aclnnStatus(aclOpExecutor*, size_t, const size_t, aclTensorList*, void*);
EXPECT_PROTOTYPE(aclSetDynamicInputTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(aclSetDynamicOutputTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(aclSetDynamicTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(AclSetDynamicInputTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(AclSetDynamicOutputTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(AclSetDynamicTensorAddr, SetListAddress);
EXPECT_PROTOTYPE(aclDumpOpTensors,
                 aclnnStatus(const char*, const char*, aclTensor**, size_t, size_t, aclrtStream));

EXPECT_PROTOTYPE(aclnnInit, aclnnStatus(const char*));
EXPECT_PROTOTYPE(aclnnFinalize, aclnnStatus());
EXPECT_PROTOTYPE(aclnnReselectStaticKernel, aclnnStatus());
EXPECT_PROTOTYPE(aclnnReselectStaticKernelWithPath, aclnnStatus(const char*));

static_assert(std::is_same_v<aclnnStatus, int32_t> && OK == 0);

TEST(Prototypes, StatusCodes) {
  EXPECT_EQ(ACLNN_SUCCESS, 0);
  EXPECT_EQ(ACLNN_ERR_PARAM_NULLPTR, 161001);
  EXPECT_EQ(ACLNN_ERR_PARAM_INVALID, 161002);
  EXPECT_EQ(ACLNN_ERR_RUNTIME_ERROR, 361001);
  EXPECT_EQ(ACLNN_ERR_INNER, 561000);
  const int inner[] = {ACLNN_ERR_INNER_INFERSHAPE_ERROR, ACLNN_ERR_INNER_TILING_ERROR,
                       ACLNN_ERR_INNER_FIND_KERNEL_ERROR};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(inner[i], 561001 + i);
  const int more[] = {
      ACLNN_ERR_INNER_CREATE_EXECUTOR,
      ACLNN_ERR_INNER_NOT_TRANS_EXECUTOR,
      ACLNN_ERR_INNER_NULLPTR,
      ACLNN_ERR_INNER_WRONG_ATTR_INFO_SIZE,
      ACLNN_ERR_INNER_KEY_CONFLICT,
      ACLNN_ERR_INNER_INVALID_IMPL_MODE,
      ACLNN_ERR_INNER_OPP_PATH_NOT_FOUND,
      ACLNN_ERR_INNER_LOAD_JSON_FAILED,
      ACLNN_ERR_INNER_JSON_VALUE_NOT_FOUND,
      ACLNN_ERR_INNER_JSON_FORMAT_INVALID,
      ACLNN_ERR_INNER_JSON_DTYPE_INVALID,
      ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND,
      ACLNN_ERR_INNER_OP_FILE_INVALID,
      ACLNN_ERR_INNER_ATTR_NUM_OUT_OF_BOUND,
      ACLNN_ERR_INNER_ATTR_LEN_NOT_ENOUGH,
      ACLNN_ERR_INNER_INPUT_NUM_IN_JSON_TOO_LARGE,
      ACLNN_ERR_INNER_INPUT_JSON_IS_NULL,
      ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID,
      ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID,
  };
  for (int i = 0; i < 19; ++i) EXPECT_EQ(more[i], 561101 + i);
  EXPECT_EQ(ACLNN_ERR_INNER_KEY_CONFILICT, ACLNN_ERR_INNER_KEY_CONFLICT);
}

}  // namespace

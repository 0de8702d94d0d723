// Operators that are declared, as programs include their headers, and refused, as none calls them.

#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_grouped_matmul_v3.h"
#include "aclnnop/aclnn_recurrent_gated_delta_rule.h"
#include "aclnnop/aclnn_sum.h"
#include "base/api.h"

namespace {

using openaclnn::ErrorKind;
using openaclnn::ReportError;

aclnnStatus Refuse(const char* api, const char* instead) {
  return ReportError(api, ErrorKind::kNotSupported, ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND,
                     instead);
}

constexpr const char* kInsteadOfSum = "is not available; use aclnnAdd and aclnnInplaceAdd";
constexpr const char* kInsteadOfV3 = "is not available; use aclnnGroupedMatmulV4";
constexpr const char* kInsteadOfRule = "is not available";

}  // namespace

aclnnStatus aclnnSumGetWorkspaceSize(const aclTensorList*, aclTensor*, uint64_t*, aclOpExecutor**) {
  return Refuse(__func__, kInsteadOfSum);
}

aclnnStatus aclnnSum(void*, uint64_t, aclOpExecutor*, aclrtStream) {
  return Refuse(__func__, kInsteadOfSum);
}

aclnnStatus aclnnGroupedMatmulV3GetWorkspaceSize(const aclTensorList*, const aclTensorList*,
                                                 const aclTensorList*, const aclTensorList*,
                                                 const aclTensorList*, const aclTensorList*,
                                                 const aclTensorList*, const aclTensor*, int64_t,
                                                 int64_t, const aclTensorList*, uint64_t*,
                                                 aclOpExecutor**) {
  return Refuse(__func__, kInsteadOfV3);
}

aclnnStatus aclnnGroupedMatmulV3(void*, uint64_t, aclOpExecutor*, aclrtStream) {
  return Refuse(__func__, kInsteadOfV3);
}

aclnnStatus aclnnRecurrentGatedDeltaRuleGetWorkspaceSize(const aclTensor*, const aclTensor*,
                                                         const aclTensor*, const aclTensor*,
                                                         aclTensor*, const aclTensor*,
                                                         const aclTensor*, const aclTensor*,
                                                         const aclTensor*, const aclTensor*, float,
                                                         aclTensor*, uint64_t*, aclOpExecutor**) {
  return Refuse(__func__, kInsteadOfRule);
}

aclnnStatus aclnnRecurrentGatedDeltaRule(void*, uint64_t, aclOpExecutor*, aclrtStream) {
  return Refuse(__func__, kInsteadOfRule);
}

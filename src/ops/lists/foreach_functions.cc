#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_sqrt.h"

#include "ops/c_functions.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* LerpKernel();
const Kernel* SqrtKernel();

constexpr OpSpec kForeachLerpScalarSpec = Resolved(Foreach({
    .name = "aclnnForeachLerpScalar",
    .formula = "out[i] = x1[i] + weight * (x2[i] - x1[i])",
    .lists = {"x1", "x2"},
    .number = ScalarInput("weight"),
    .of_number = DtypeIn("weight", DtypeSet(ACL_FLOAT, ACL_DOUBLE)),
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {LerpKernel}}),
}));

constexpr OpSpec kForeachSqrtSpec = Resolved(Foreach({
    .name = "aclnnForeachSqrt",
    .formula = "out[i] = sqrt(x[i])",
    .lists = {"x"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {SqrtKernel}}),
}));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachLerpScalar, const aclTensorList*, const aclTensorList*,
                      const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSqrt, const aclTensorList*, aclTensorList*);

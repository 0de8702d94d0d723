#include "aclnnop/aclnn_foreach_maximum_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_minimum_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_v2.h"

#include "ops/c_functions.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* MaximumKernel();
const Kernel* MaximumOfNumberKernel();
const Kernel* MinimumKernel();
const Kernel* MinimumOfNumberKernel();

constexpr OpSpec kForeachMaximumListSpec = Resolved(Foreach({
    .name = "aclnnForeachMaximumList",
    .formula = "out[i] = max(x1[i], x2[i])",
    .lists = {"x1", "x2"},
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {MaximumKernel}}),
}));

constexpr OpSpec kForeachMaximumScalarListSpec = Resolved(Foreach({
    .name = "aclnnForeachMaximumScalarList",
    .formula = "out[i] = max(x[i], scalars[i])",
    .lists = {"x"},
    .number = ScalarsInput("scalars"),
    .of_number = SameCount("scalars", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {MaximumOfNumberKernel}}),
}));

constexpr OpSpec kForeachMaximumScalarV2Spec = Resolved(Foreach({
    .name = "aclnnForeachMaximumScalarV2",
    .formula = "out[i] = max(x[i], scalar)",
    .lists = {"x"},
    .number = ScalarInput("scalar"),
    .of_number = BesideAll("scalar", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {MaximumOfNumberKernel}}),
}));

constexpr OpSpec kForeachMaximumScalarSpec =
    ByTensor("aclnnForeachMaximumScalar", kForeachMaximumScalarV2Spec, NumberBeside("scalar", "x"),
             kBeforeAscend950);

constexpr OpSpec kForeachMinimumListSpec = Resolved(Foreach({
    .name = "aclnnForeachMinimumList",
    .formula = "out[i] = min(x1[i], x2[i])",
    .lists = {"x1", "x2"},
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {MinimumKernel}}),
}));

constexpr OpSpec kForeachMinimumScalarListSpec = Resolved(Foreach({
    .name = "aclnnForeachMinimumScalarList",
    .formula = "out[i] = min(x[i], scalars[i])",
    .lists = {"x"},
    .number = ScalarsInput("scalars"),
    .of_number = SameCount("scalars", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {MinimumOfNumberKernel}}),
}));

constexpr OpSpec kForeachMinimumScalarV2Spec = Resolved(Foreach({
    .name = "aclnnForeachMinimumScalarV2",
    .formula = "out[i] = min(x[i], scalar)",
    .lists = {"x"},
    .number = ScalarInput("scalar"),
    .of_number = BesideAll("scalar", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {MinimumOfNumberKernel}}),
}));

constexpr OpSpec kForeachMinimumScalarSpec =
    ByTensor("aclnnForeachMinimumScalar", kForeachMinimumScalarV2Spec, NumberBeside("scalar", "x"),
             kBeforeAscend950);

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachMaximumList, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMaximumScalarList, const aclTensorList*, const aclScalarList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMaximumScalarV2, const aclTensorList*, const aclScalar*,
                      aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMaximumScalar, const aclTensorList*, const aclTensor*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMinimumList, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMinimumScalarList, const aclTensorList*, const aclScalarList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMinimumScalarV2, const aclTensorList*, const aclScalar*,
                      aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMinimumScalar, const aclTensorList*, const aclTensor*,
                      const aclTensorList*);

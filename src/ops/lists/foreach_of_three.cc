#include "aclnnop/aclnn_foreach_addcdiv_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcmul_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_v2.h"

#include "ops/c_functions.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* AddcdivKernel();
const Kernel* AddcdivOfNumbersKernel();
const Kernel* AddcmulKernel();
const Kernel* AddcmulOfNumbersKernel();

constexpr OpSpec kForeachAddcdivListSpec = Resolved(Foreach({
    .name = "aclnnForeachAddcdivList",
    .formula = "out[i] = x1[i] + scalars[i] * (x2[i] / x3[i])",
    .lists = {"x1", "x2", "x3"},
    .number = Input("scalars"),
    .of_number = NumberForEach("scalars", "x1"),
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {AddcdivOfNumbersKernel}}),
}));

constexpr OpSpec kForeachAddcdivScalarListSpec =
    Named("aclnnForeachAddcdivScalarList", kForeachAddcdivListSpec);

constexpr OpSpec kForeachAddcdivScalarV2Spec = Resolved(Foreach({
    .name = "aclnnForeachAddcdivScalarV2",
    .formula = "out[i] = x1[i] + scalar * (x2[i] / x3[i])",
    .lists = {"x1", "x2", "x3"},
    .number = ScalarInput("scalar"),
    .of_number = BesideAll("scalar", "x1"),
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {AddcdivKernel}}),
}));

constexpr OpSpec kForeachAddcdivScalarSpec = ByTensor(
    "aclnnForeachAddcdivScalar", kForeachAddcdivScalarV2Spec, NumberBeside("scalar", "x1"));

constexpr OpSpec kForeachAddcmulListSpec = Resolved(Foreach({
    .name = "aclnnForeachAddcmulList",
    .formula = "out[i] = x1[i] + scalars[i] * x2[i] * x3[i]",
    .lists = {"x1", "x2", "x3"},
    .number = Input("scalars"),
    .of_number = NumberForEach("scalars", "x1"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {AddcmulOfNumbersKernel}}),
}));

constexpr OpSpec kForeachAddcmulScalarListSpec =
    Named("aclnnForeachAddcmulScalarList", kForeachAddcmulListSpec);

constexpr OpSpec kForeachAddcmulScalarV2Spec = Resolved(Foreach({
    .name = "aclnnForeachAddcmulScalarV2",
    .formula = "out[i] = x1[i] + scalar * x2[i] * x3[i]",
    .lists = {"x1", "x2", "x3"},
    .number = ScalarInput("scalar"),
    .of_number = BesideAll("scalar", "x1"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {AddcmulKernel}}),
}));

constexpr OpSpec kForeachAddcmulScalarSpec =
    ByTensor("aclnnForeachAddcmulScalar", kForeachAddcmulScalarV2Spec,
             WideNumberBeside("scalar", "x1", kSinceAscend950));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachAddcdivList, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddcdivScalarList, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddcdivScalarV2, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddcdivScalar, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddcmulList, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddcmulScalarList, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddcmulScalarV2, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddcmulScalar, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, const aclTensorList*);

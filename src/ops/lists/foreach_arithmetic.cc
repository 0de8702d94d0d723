#include "aclnnop/aclnn_foreach_add_list_v2.h"
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "aclnnop/aclnn_foreach_div_scalar_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"

#include "cpu/params.h"
#include "ops/c_functions.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* AddKernel();
const Kernel* AddsKernel();
const Kernel* DivsKernel();
const Kernel* MulsKernel();

namespace {

// The factor of the other number of a sum.
template <int factor>
void SetFactor(std::span<const Argument>, Params& params) {
  params.d[1] = params.f[1] = factor;
  params.i[1] = factor;
}

}  // namespace

constexpr OpSpec kForeachAddListV2Spec = Resolved(Foreach({
    .name = "aclnnForeachAddListV2",
    .formula = "out[i] = x1[i] + alpha * x2[i]",
    .lists = {"x1", "x2"},
    .number = ScalarInput("alpha"),
    .of_number = BesideAll("alpha", "x1"),
    .dtypes = kFloatAndInt32Dtypes | kNarrowDtypes,
    .work = Lists({.kernels = {AddKernel}}),
}));

constexpr OpSpec kForeachAddScalarV2Spec = Resolved(Foreach({
    .name = "aclnnForeachAddScalarV2",
    .formula = "out[i] = x[i] + scalar",
    .lists = {"x"},
    .number = ScalarInput("scalar"),
    .of_number = BesideAll("scalar", "x"),
    .dtypes = kFloatAndInt32Dtypes | kNarrowDtypes,
    .work = Lists({.kernels = {AddsKernel}, .set_more_params = SetFactor<1>}),
}));

constexpr OpSpec kForeachDivScalarListSpec = Resolved(Foreach({
    .name = "aclnnForeachDivScalarList",
    .formula = "out[i] = x[i] / scalars[i]",
    .lists = {"x"},
    .number = ScalarsInput("scalars"),
    .of_number = SameCount("scalars", "x"),
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {DivsKernel}}),
}));

constexpr OpSpec kForeachMulScalarV2Spec = Resolved(Foreach({
    .name = "aclnnForeachMulScalarV2",
    .formula = "out[i] = x[i] * scalar",
    .lists = {"x"},
    .number = ScalarInput("scalar"),
    .of_number = BesideAll("scalar", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {MulsKernel}}),
}));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachAddListV2, const aclTensorList*, const aclTensorList*,
                      const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddScalarV2, const aclTensorList*, const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachDivScalarList, const aclTensorList*, const aclScalarList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMulScalarV2, const aclTensorList*, const aclScalar*, aclTensorList*);

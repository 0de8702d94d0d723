#include "aclnnop/aclnn_foreach_lerp_list.h"
#include "aclnnop/aclnn_foreach_pow_list.h"
#include "aclnnop/aclnn_foreach_pow_scalar.h"
#include "aclnnop/aclnn_foreach_pow_scalar_and_tensor.h"
#include "aclnnop/aclnn_foreach_pow_scalar_list.h"
#include "aclnnop/aclnn_foreach_pow_scalar_v2.h"

#include <span>
#include <utility>

#include "cpu/params.h"
#include "ops/c_functions.h"
#include "ops/lists/copied_dtype.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* LerpByWeightsKernel();
const Kernel* PowOfAnyNumberKernel();
const Kernel* PowScalarTensorKernel();
const Kernel* PowTensorScalarKernel();
const Kernel* PowTensorTensorKernel();

namespace {

// The number comes before the list.
constexpr OpSpec NumberFirst(OpSpec spec) {
  std::swap(spec.arguments[0], spec.arguments[1]);
  return spec;
}

// The only integers are of INT32, and a base is one of them.
void WrapBaseOfInt32(std::span<const Argument>, Params& params) {
  params.i[0] = static_cast<int32_t>(static_cast<uint32_t>(params.i[0]));
}

}  // namespace

constexpr OpSpec kForeachLerpListSpec = Resolved(Foreach({
    .name = "aclnnForeachLerpList",
    .formula = "out[i] = x1[i] + weight[i] * (x2[i] - x1[i])",
    .lists = {"x1", "x2", "weight"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {LerpByWeightsKernel}}),
}));

constexpr OpSpec kForeachPowListSpec = Resolved(Foreach({
    .name = "aclnnForeachPowList",
    .formula = "out[i] = x1[i] ^ x2[i]",
    .lists = {"x1", "x2"},
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {PowTensorTensorKernel}}),
}));

constexpr OpSpec kForeachPowScalarAndTensorSpec = Resolved(NumberFirst(Foreach({
    .name = "aclnnForeachPowScalarAndTensor",
    .formula = "out[i] = scalar ^ x[i]",
    .lists = {"x"},
    .number = ScalarInput("scalar"),
    .of_number = BaseBeside("scalar", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {PowScalarTensorKernel}, .set_more_params = WrapBaseOfInt32}),
})));

constexpr OpSpec kForeachPowScalarSpec = Resolved(Foreach({
    .name = "aclnnForeachPowScalar",
    .formula = "out[i] = x[i] ^ scalar",
    .lists = {"x"},
    .number = Input("scalar"),
    .of_number = NumberBeside("scalar", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .chips = kBeforeAscend950,
    .work = Lists({.kernels = {PowOfAnyNumberKernel}, .number = "scalar"}),
}));

constexpr OpSpec kForeachPowScalarListSpec = Resolved(Foreach({
    .name = "aclnnForeachPowScalarList",
    .formula = "out[i] = x[i] ^ scalars[i]",
    .lists = {"x"},
    .number = ScalarsInput("scalars"),
    .of_number = SameCount("scalars", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {PowOfAnyNumberKernel}}),
}));

constexpr OpSpec kForeachPowScalarV2Spec = Resolved(Foreach({
    .name = "aclnnForeachPowScalarV2",
    .formula = "out[i] = x[i] ^ scalar",
    .lists = {"x"},
    .number = ScalarInput("scalar"),
    .of_number = BesideAll("scalar", "x"),
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {PowTensorScalarKernel}}),
}));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachLerpList, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachPowList, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachPowScalarAndTensor, const aclScalar*, const aclTensorList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachPowScalar, const aclTensorList*, const aclTensor*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachPowScalarList, const aclTensorList*, const aclScalarList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachPowScalarV2, const aclTensorList*, const aclScalar*, aclTensorList*);

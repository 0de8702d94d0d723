#include "aclnnop/aclnn_foreach_add_list.h"
#include "aclnnop/aclnn_foreach_add_list_inplace.h"
#include "aclnnop/aclnn_foreach_add_list_v2.h"
#include "aclnnop/aclnn_foreach_add_scalar.h"
#include "aclnnop/aclnn_foreach_add_scalar_list.h"
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "aclnnop/aclnn_foreach_div_list.h"
#include "aclnnop/aclnn_foreach_div_list_inplace.h"
#include "aclnnop/aclnn_foreach_div_scalar.h"
#include "aclnnop/aclnn_foreach_div_scalar_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_v2.h"
#include "aclnnop/aclnn_foreach_mul_list.h"
#include "aclnnop/aclnn_foreach_mul_list_inplace.h"
#include "aclnnop/aclnn_foreach_mul_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar_inplace.h"
#include "aclnnop/aclnn_foreach_mul_scalar_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_sub_list.h"
#include "aclnnop/aclnn_foreach_sub_list_inplace.h"
#include "aclnnop/aclnn_foreach_sub_list_v2.h"
#include "aclnnop/aclnn_foreach_sub_scalar.h"
#include "aclnnop/aclnn_foreach_sub_scalar_inplace.h"
#include "aclnnop/aclnn_foreach_sub_scalar_list.h"
#include "aclnnop/aclnn_foreach_sub_scalar_v2.h"

#include "cpu/params.h"
#include "ops/c_functions.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* AddKernel();
const Kernel* AddsKernel();
const Kernel* DivKernel();
const Kernel* DivsKernel();
const Kernel* MulKernel();
const Kernel* MulsKernel();

namespace {

// The factor of the other number of a sum.
template <int factor>
void SetFactor(std::span<const Argument>, Params& params) {
  params.d[1] = params.f[1] = factor;
  params.i[1] = factor;
}

// A difference is a sum with the factor negated.
void Negate(std::span<const Argument>, Params& params) {
  params.f[0] = -params.f[0];
  params.d[0] = -params.d[0];
  params.i[0] = static_cast<int64_t>(-static_cast<uint64_t>(params.i[0]));
}

}  // namespace

constexpr OpSpec kForeachAddListV2Spec = Resolved(Foreach({
    .name = "aclnnForeachAddListV2",
    .formula = "out[i] = x1[i] + alpha * x2[i]",
    .lists = {"x1", "x2"},
    .number = ScalarInput("alpha"),
    .of_number = BesideAll("alpha", "x1"),
    .dtypes = kFloatAndInt32Dtypes | kNarrowDtypes,
    .before_950 = kNarrowDtypes,
    .work = Lists({.kernels = {AddKernel}}),
}));

constexpr OpSpec kForeachAddListSpec =
    ByTensor("aclnnForeachAddList", kForeachAddListV2Spec, NumberBeside("alpha", "x1"));

constexpr OpSpec kForeachAddListInplaceSpec = ReplacingFirst(
    "aclnnForeachAddListInplace", "x1[i] = x1[i] + alpha * x2[i]", kForeachAddListSpec);

constexpr OpSpec kForeachAddScalarListSpec = Resolved(Foreach({
    .name = "aclnnForeachAddScalarList",
    .formula = "out[i] = x[i] + scalars[i]",
    .lists = {"x"},
    .number = ScalarsInput("scalars"),
    .of_number = SameCount("scalars", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {AddsKernel}, .set_more_params = SetFactor<1>}),
}));

constexpr OpSpec kForeachAddScalarV2Spec = Resolved(Foreach({
    .name = "aclnnForeachAddScalarV2",
    .formula = "out[i] = x[i] + scalar",
    .lists = {"x"},
    .number = ScalarInput("scalar"),
    .of_number = BesideAll("scalar", "x"),
    .dtypes = kFloatAndInt32Dtypes | kNarrowDtypes,
    .before_950 = kNarrowDtypes,
    .work = Lists({.kernels = {AddsKernel}, .set_more_params = SetFactor<1>}),
}));

constexpr OpSpec kForeachAddScalarSpec = ByTensor("aclnnForeachAddScalar", kForeachAddScalarV2Spec,
                                                  WideNumberBeside("scalar", "x", kSinceAscend950));

constexpr OpSpec kForeachDivListSpec = Resolved(Foreach({
    .name = "aclnnForeachDivList",
    .formula = "out[i] = x1[i] / x2[i]",
    .lists = {"x1", "x2"},
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {DivKernel}}),
}));

constexpr OpSpec kForeachDivListInplaceSpec =
    ReplacingFirst("aclnnForeachDivListInplace", "x1[i] = x1[i] / x2[i]", kForeachDivListSpec);

constexpr OpSpec kForeachDivScalarListSpec = Resolved(Foreach({
    .name = "aclnnForeachDivScalarList",
    .formula = "out[i] = x[i] / scalars[i]",
    .lists = {"x"},
    .number = ScalarsInput("scalars"),
    .of_number = SameCount("scalars", "x"),
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {DivsKernel}}),
}));

constexpr OpSpec kForeachDivScalarV2Spec = Resolved(Foreach({
    .name = "aclnnForeachDivScalarV2",
    .formula = "out[i] = x[i] / scalar",
    .lists = {"x"},
    .number = ScalarInput("scalar"),
    .of_number = BesideAll("scalar", "x"),
    .dtypes = kFloatDtypes,
    .work = Lists({.kernels = {DivsKernel}}),
}));

constexpr OpSpec kForeachDivScalarSpec =
    ByTensor("aclnnForeachDivScalar", kForeachDivScalarV2Spec, NumberBeside("scalar", "x"));

constexpr OpSpec kForeachMulListSpec = Resolved(Foreach({
    .name = "aclnnForeachMulList",
    .formula = "out[i] = x1[i] * x2[i]",
    .lists = {"x1", "x2"},
    .dtypes = kFloatAndInt32Dtypes | kNarrowDtypes,
    .work = Lists({.kernels = {MulKernel}}),
}));

constexpr OpSpec kForeachMulListInplaceSpec =
    ReplacingFirst("aclnnForeachMulListInplace", "x1[i] = x1[i] * x2[i]", kForeachMulListSpec);

constexpr OpSpec kForeachMulScalarListSpec = Resolved(Foreach({
    .name = "aclnnForeachMulScalarList",
    .formula = "out[i] = x[i] * scalars[i]",
    .lists = {"x"},
    .number = ScalarsInput("scalars"),
    .of_number = SameCount("scalars", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {MulsKernel}}),
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

constexpr OpSpec kForeachMulScalarSpec = ByTensor("aclnnForeachMulScalar", kForeachMulScalarV2Spec,
                                                  WideNumberBeside("scalar", "x", kSinceAscend950));

constexpr OpSpec kForeachMulScalarInplaceSpec =
    ReplacingFirst("aclnnForeachMulScalarInplace", "x[i] = x[i] * scalar", kForeachMulScalarSpec);

constexpr OpSpec kForeachSubListV2Spec = Resolved(Foreach({
    .name = "aclnnForeachSubListV2",
    .formula = "out[i] = x1[i] - alpha * x2[i]",
    .lists = {"x1", "x2"},
    .number = ScalarInput("alpha"),
    .of_number = BesideAll("alpha", "x1"),
    .dtypes = kFloatAndInt32Dtypes | kNarrowDtypes,
    .before_950 = kNarrowDtypes,
    .work = Lists({.kernels = {AddKernel}, .set_more_params = Negate}),
}));

constexpr OpSpec kForeachSubListSpec = ByTensor("aclnnForeachSubList", kForeachSubListV2Spec,
                                                NumberBeside("alpha", "x1"), kBeforeAscend950);

constexpr OpSpec kForeachSubListInplaceSpec = ReplacingFirst(
    "aclnnForeachSubListInplace", "x1[i] = x1[i] - alpha * x2[i]", kForeachSubListSpec);

constexpr OpSpec kForeachSubScalarListSpec = Resolved(Foreach({
    .name = "aclnnForeachSubScalarList",
    .formula = "out[i] = x[i] - scalars[i]",
    .lists = {"x"},
    .number = ScalarsInput("scalars"),
    .of_number = SameCount("scalars", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {AddsKernel}, .set_more_params = SetFactor<-1>}),
}));

constexpr OpSpec kForeachSubScalarV2Spec = Resolved(Foreach({
    .name = "aclnnForeachSubScalarV2",
    .formula = "out[i] = x[i] - scalar",
    .lists = {"x"},
    .number = ScalarInput("scalar"),
    .of_number = BesideAll("scalar", "x"),
    .dtypes = kFloatAndInt32Dtypes,
    .work = Lists({.kernels = {AddsKernel}, .set_more_params = SetFactor<-1>}),
}));

constexpr OpSpec kForeachSubScalarSpec = ByTensor("aclnnForeachSubScalar", kForeachSubScalarV2Spec,
                                                  NumberBeside("scalar", "x"), kBeforeAscend950);

constexpr OpSpec kForeachSubScalarInplaceSpec =
    ReplacingFirst("aclnnForeachSubScalarInplace", "x[i] = x[i] - scalar", kForeachSubScalarSpec);

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachAddListV2, const aclTensorList*, const aclTensorList*,
                      const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddList, const aclTensorList*, const aclTensorList*, const aclTensor*,
                      aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddListInplace, const aclTensorList*, const aclTensorList*,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(ForeachAddScalarList, const aclTensorList*, const aclScalarList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddScalarV2, const aclTensorList*, const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachAddScalar, const aclTensorList*, const aclTensor*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachDivList, const aclTensorList*, const aclTensorList*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachDivListInplace, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachDivScalarList, const aclTensorList*, const aclScalarList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachDivScalarV2, const aclTensorList*, const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachDivScalar, const aclTensorList*, const aclTensor*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMulList, const aclTensorList*, const aclTensorList*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMulListInplace, const aclTensorList*, const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMulScalarList, const aclTensorList*, const aclScalarList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMulScalarV2, const aclTensorList*, const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMulScalar, const aclTensorList*, const aclTensor*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachMulScalarInplace, const aclTensorList*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(ForeachSubListV2, const aclTensorList*, const aclTensorList*,
                      const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSubList, const aclTensorList*, const aclTensorList*, const aclTensor*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSubListInplace, const aclTensorList*, const aclTensorList*,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(ForeachSubScalarList, const aclTensorList*, const aclScalarList*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSubScalarV2, const aclTensorList*, const aclScalar*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSubScalar, const aclTensorList*, const aclTensor*,
                      const aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachSubScalarInplace, const aclTensorList*, const aclTensor*);

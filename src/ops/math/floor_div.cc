#include <span>

#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_floor_divide.h"
#include "aclnnop/aclnn_remainder.h"
#include "cpu/params.h"
#include "engine/argument.h"
#include "engine/rules/list.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* DivKernel();
const Kernel* DivsKernel();
const Kernel* FloorDivKernel();
const Kernel* TruncDivKernel();
const Kernel* FloorDivsKernel();
const Kernel* TruncDivsKernel();
const Kernel* RemainderKernel();
const Kernel* RemainderByNumberKernel();
const Kernel* RemainderOfNumberKernel();

namespace {

// The range of the integers that the quotient becomes, from params.i[at] on. In place the result is
// the first argument, else the last of `count`.
template <size_t at, size_t count>
void SetLimits(std::span<const Argument> arguments, Params& params) {
  const size_t result = arguments.size() == count ? count - 1 : 0;
  const aclDataType dtype = arguments[result].tensor->dtype;
  if (!IsInteger(dtype)) return;
  const IntegerRange range = RangeOfIntegers(dtype);
  params.i[at] = range.lowest;
  params.i[at + 1] = range.highest;
}

constexpr Work Quotients(Kernels kernels, SetMoreParams set_limits) {
  return Elementwise({.kernels = kernels,
                      .set_more_params = set_limits,
                      .wide_mixtures = true,
                      .integer_quotients = true});
}

constexpr DtypeSet kNotBoolDtypes = kFloatAndDoubleDtypes | kIntegerDtypes;
constexpr DtypeSet kRemainderDtypes = kFloatAndDoubleDtypes | DtypeSet(ACL_INT32, ACL_INT64);

}  // namespace

constexpr OpSpec kFloorDivideSpec = Resolved({
    .name = "aclnnFloorDivide",
    .formula = "out = floor(self / other)",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
              PromotesInto("self", "other", kRealDtypes), PromotedCastable("out", "self", "other"),
              DtypeIn("out", kRealDtypes), MaxRank(8), Broadcasts("self", "other"),
              BroadcastShape("out", "self", "other")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Quotients({FloorDivKernel}, SetLimits<0, 3>),
});
constexpr OpSpec kInplaceFloorDivideSpec = InPlace(kFloorDivideSpec, "aclnnInplaceFloorDivide");

constexpr OpSpec kFloorDividesSpec = Resolved({
    .name = "aclnnFloorDivides",
    .formula = "out = floor(self / other)",
    .arguments = {Input("self"), ScalarInput("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
              PromotesInto("self", "other", kRealDtypes), PromotedCastable("out", "self", "other"),
              DtypeIn("out", kRealDtypes), MaxRank(8), SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Quotients({FloorDivsKernel}, SetLimits<1, 3>),
});
constexpr OpSpec kInplaceFloorDividesSpec = InPlace(kFloorDividesSpec, "aclnnInplaceFloorDivides");

constexpr OpSpec kDivModSpec = Resolved({
    .name = "aclnnDivMod",
    .formula = "out = self / other, its whole part where mode is 1, its floor where mode is 2",
    .arguments = {Input("self"), Input("other"), IntInput("mode"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
              DtypeIn("out", kRealDtypes), PromotesInto("self", "other", kRealDtypes),
              PromotedCastable("out", "self", "other"), MaxRank(8), Broadcasts("self", "other"),
              BroadcastShape("out", "self", "other"), IntIn("mode", 0, 1, 2)},
    .chips = kAllBut310P,
    .operands = {"self", "other"},
    .results = {"out"},
    .chooses = "mode",
    .work = Quotients({DivKernel, TruncDivKernel, FloorDivKernel}, SetLimits<0, 4>),
});
constexpr OpSpec kInplaceDivModSpec = InPlace(kDivModSpec, "aclnnInplaceDivMod");

constexpr OpSpec kDivModsSpec = Resolved({
    .name = "aclnnDivMods",
    .formula = "out = self / other, its whole part where mode is 1, its floor where mode is 2",
    .arguments = {Input("self"), ScalarInput("other"), IntInput("mode"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
              DtypeIn("out", kRealDtypes), PromotesInto("self", "other", kRealDtypes),
              PromotedCastable("out", "self", "other"), MaxRank(8), SameShape("out", "self"),
              IntIn("mode", 0, 1, 2)},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .chooses = "mode",
    .work = Quotients({DivsKernel, TruncDivsKernel, FloorDivsKernel}, SetLimits<1, 4>),
});
constexpr OpSpec kInplaceDivModsSpec = InPlace(kDivModsSpec, "aclnnInplaceDivMods");

constexpr OpSpec kRemainderTensorTensorSpec = Resolved({
    .name = "aclnnRemainderTensorTensor",
    .formula = "out = self - other * floor(self / other)",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
              DtypeIn("out", kNotBoolDtypes), PromotesInto("self", "other", kRemainderDtypes),
              PromotedCastable("out", "self", "other"), Broadcasts("self", "other"),
              BroadcastShape("out", "self", "other"), MaxRank(8)},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {RemainderKernel}, .wide_mixtures = true}),
});
constexpr OpSpec kInplaceRemainderTensorTensorSpec =
    InPlace(kRemainderTensorTensorSpec, "aclnnInplaceRemainderTensorTensor");

constexpr OpSpec kRemainderTensorScalarSpec = Resolved({
    .name = "aclnnRemainderTensorScalar",
    .formula = "out = self - other * floor(self / other)",
    .arguments = {Input("self"), ScalarInput("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("out", kNotBoolDtypes),
              SameShape("out", "self"), PromotesInto("self", "other", kRemainderDtypes),
              PromotedCastable("out", "self", "other"), MaxRank(8)},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {RemainderByNumberKernel}, .wide_mixtures = true}),
});
constexpr OpSpec kInplaceRemainderTensorScalarSpec =
    InPlace(kRemainderTensorScalarSpec, "aclnnInplaceRemainderTensorScalar");

constexpr OpSpec kRemainderScalarTensorSpec = Resolved({
    .name = "aclnnRemainderScalarTensor",
    .formula = "out = self - other * floor(self / other)",
    .arguments = {ScalarInput("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("other", kRealDtypes), DtypeIn("out", kNotBoolDtypes),
              SameShape("out", "other"), PromotesInto("other", "self", kRemainderDtypes),
              PromotedCastable("out", "other", "self"), MaxRank(8)},
    .chips = kAllBut310P,
    .operands = {"other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {RemainderOfNumberKernel}, .wide_mixtures = true}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(FloorDivide, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceFloorDivide, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(FloorDivides, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceFloorDivides, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(DivMod, const aclTensor*, const aclTensor*, int, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceDivMod, aclTensor*, const aclTensor*, int);
OPENACLNN_C_FUNCTIONS(DivMods, const aclTensor*, const aclScalar*, int, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceDivMods, aclTensor*, const aclScalar*, int);
OPENACLNN_C_FUNCTIONS(RemainderTensorTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceRemainderTensorTensor, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(RemainderTensorScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceRemainderTensorScalar, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(RemainderScalarTensor, const aclScalar*, const aclTensor*, aclTensor*);

#include "aclnnop/aclnn_div.h"

#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* DivKernel();
const Kernel* DivsKernel();

namespace {

constexpr Chips kWithIntegerQuotients{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93,
                                      Chip::kAscend310P};

// The range of the integers that the quotient becomes, from params.i[at] on. In place the result is
// the first argument, else the third.
template <size_t at>
void SetRange(std::span<const Argument> arguments, Params& params) {
  const aclDataType dtype = arguments[arguments.size() == 3 ? 2 : 0].tensor->dtype;
  if (!IsInteger(dtype)) return;
  const IntegerRange range = RangeOfIntegers(dtype);
  params.i[at] = range.lowest;
  params.i[at + 1] = range.highest;
}

}  // namespace

constexpr OpSpec kDivSpec = Resolved({
    .name = "aclnnDiv",
    .formula = "out = self / other",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
              PromotesInto("self", "other", kRealDtypes),
              DtypeInOrCastable("out", "self", "other", kFloatAndDoubleDtypes,
                                kWithIntegerQuotients),
              DtypeIn("out", kRealDtypes), MaxRank(8), Broadcasts("self", "other"),
              BroadcastShape("out", "self", "other")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {DivKernel},
                         .set_more_params = SetRange<0>,
                         .wide_mixtures = true,
                         .integer_quotients = true}),
});

constexpr OpSpec kInplaceDivSpec = InPlace(kDivSpec, "aclnnInplaceDiv");

constexpr OpSpec kDivsSpec = Resolved({
    .name = "aclnnDivs",
    .formula = "out = self / other",
    .arguments = {Input("self"), ScalarInput("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
              PromotesInto("self", "other", kRealDtypes),
              DtypeInOrCastable("out", "self", {}, kFloatAndDoubleDtypes, kWithIntegerQuotients),
              DtypeIn("out", kRealDtypes), MaxRank(8), SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {DivsKernel},
                         .set_more_params = SetRange<1>,
                         .wide_mixtures = true,
                         .integer_quotients = true}),
});

constexpr OpSpec kInplaceDivsSpec = InPlace(kDivsSpec, "aclnnInplaceDivs");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Div, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceDiv, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(Divs, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceDivs, aclTensor*, const aclScalar*);

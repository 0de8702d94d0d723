#include <span>

#include "aclnnop/aclnn_is_inf.h"
#include "aclnnop/aclnn_isclose.h"
#include "aclnnop/aclnn_isfinite.h"
#include "aclnnop/aclnn_isneginf.h"
#include "aclnnop/aclnn_isposinf.h"
#include "aclnnop/aclnn_nan_to_num.h"
#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* IsFiniteKernel();
const Kernel* IsInfKernel();
const Kernel* IsPosInfKernel();
const Kernel* IsNegInfKernel();
const Kernel* IsCloseKernel();
const Kernel* NanToNumKernel();

namespace {

constexpr OpSpec Tells(std::string_view name, std::string_view formula, DtypeSet dtypes,
                       Chips chips, Kernels::Get kernel, std::string_view self = "self") {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input(self), Output("out")},
      .rules = {DtypeIn(self, dtypes), DtypeIn("out", DtypeSet(ACL_BOOL)), SameShape("out", self),
                MaxRank(8)},
      .chips = chips,
      .operands = {self},
      .results = {"out"},
      .work = Elementwise({.kernels = {kernel}, .comparison = Comparison::kTells}),
  };
}

// Behind the tolerances.
void SetEqualNans(std::span<const Argument> arguments, Params& params) {
  params.d[2] = arguments[4].flag ? 1 : 0;
}

constexpr DtypeSet kReplacedDtypes = kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);

}  // namespace

constexpr OpSpec kIsFiniteSpec = Resolved(Tells("aclnnIsFinite", "out = |self| < infinity ? 1 : 0",
                                                kRealDtypes, kAllBut310P, IsFiniteKernel));
constexpr OpSpec kIsInfSpec = Resolved(Tells("aclnnIsInf", "out = |x| == infinity ? 1 : 0",
                                             kRealDtypes, kAllBut910, IsInfKernel, "x"));
constexpr OpSpec kIsPosInfSpec = Resolved(Tells("aclnnIsPosInf", "out = self == infinity ? 1 : 0",
                                                kRealDtypes, kAllBut910, IsPosInfKernel));
constexpr OpSpec kIsNegInfSpec = Resolved(Tells("aclnnIsNegInf", "out = self == -infinity ? 1 : 0",
                                                kRealDtypes, kAllBut910, IsNegInfKernel));

constexpr OpSpec kIsCloseSpec = Resolved({
    .name = "aclnnIsClose",
    .formula = "out = |self - other| <= atol + rtol * |other| ? 1 : 0",
    .arguments = {Input("self"), Input("other"), DoubleInput("rtol"), DoubleInput("atol"),
                  BoolInput("equalNan"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), SameDtype("other", "self"),
              DtypeIn("out", DtypeSet(ACL_BOOL)), MaxRank(8), Broadcasts("self", "other"),
              BroadcastShape("out", "self", "other")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {IsCloseKernel},
                         .set_more_params = SetEqualNans,
                         .comparison = Comparison::kTells}),
});

constexpr OpSpec kNanToNumSpec = Resolved({
    .name = "aclnnNanToNum",
    .formula = "out = nan, posinf or neginf in place of what is not finite, else self",
    .arguments = {Input("self"), FloatInput("nan"), FloatInput("posinf"), FloatInput("neginf"),
                  Output("out")},
    .rules = {DtypeIn("self", kReplacedDtypes), DtypeIn("out", kReplacedDtypes),
              SameDtype("out", "self"), SameShape("out", "self"), MaxRank(8)},
    .chips = kBfloat16Chips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {NanToNumKernel}}),
});
constexpr OpSpec kInplaceNanToNumSpec = InPlace(kNanToNumSpec, "aclnnInplaceNanToNum");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(IsClose, const aclTensor*, const aclTensor*, double, double, bool,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(IsFinite, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(IsInf, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(IsPosInf, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(IsNegInf, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(NanToNum, const aclTensor*, float, float, float, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceNanToNum, aclTensor*, float, float, float);

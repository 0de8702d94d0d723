#include "aclnnop/aclnn_threshold.h"
#include "aclnnop/aclnn_threshold_backward.h"

#include <cmath>
#include <limits>

#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* ThresholdKernel();
const Kernel* ThresholdBackwardKernel();

namespace {

constexpr DtypeSet kThresholdDtypes = kFloatDtypes | kIntegerDtypes;
constexpr DtypeSet kThresholdOutDtypes = kFloatAndDoubleDtypes | kIntegerDtypes;
constexpr DtypeSet kThresholdGradDtypes =
    kFloatDtypes | DtypeSet(ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT64);

// A threshold below all integers would be the lowest one, which then stays as it is.
void KeepLowest(std::span<const Argument> arguments, Params& params) {
  if (!(ExactNumber{-0x1p63} > ExactOf(*arguments[1].scalar))) return;
  params.i[1] = std::numeric_limits<int64_t>::min();
}

// An integer is not above the threshold, a float, if it is not above the integer below that. NaN:
// no integer with which it is allowed is that low.
void FloorThreshold(std::span<const Argument> /*arguments*/, Params& params) {
  const float threshold = params.f[0];
  params.i[0] = threshold != threshold ? std::numeric_limits<int64_t>::min()
                                       : Truncated({std::floor(static_cast<double>(threshold))});
}

}  // namespace

constexpr OpSpec kThresholdSpec = Resolved({
    .name = "aclnnThreshold",
    .formula = "out = self <= threshold ? value : self",
    .arguments = {Input("self"), ScalarInput("threshold"), ScalarInput("value"), Output("out")},
    .rules = {DtypeIn("self", kThresholdDtypes), DtypeIn("out", kThresholdOutDtypes),
              Castable("self", "out"), MaxRank(8), SameShape("out", "self"),
              NumberForIntegers("threshold", "self"), NumberForIntegers("value", "self"),
              FitsIntegers("value", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {ThresholdKernel}, .set_more_params = KeepLowest}),
});

constexpr OpSpec kInplaceThresholdSpec = InPlace(kThresholdSpec, "aclnnInplaceThreshold");

constexpr OpSpec kThresholdBackwardSpec = Resolved({
    .name = "aclnnThresholdBackward",
    .formula = "out = self <= threshold ? +0 : gradOutput",
    .arguments = {Input("gradOutput"), Input("self"), ScalarInput("threshold"), Output("out")},
    .rules = {DtypeIn("gradOutput", kThresholdGradDtypes), DtypeIn("self", kThresholdGradDtypes),
              SameDtype("self", "gradOutput"), SameDtype("out", "gradOutput"),
              OnlyWithZero("gradOutput", DtypeSet(ACL_INT64), Chips(Chip::kAscend950), "threshold"),
              MaxRank(8), Broadcasts("gradOutput", "self"),
              BroadcastShape("out", "gradOutput", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput", "self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {ThresholdBackwardKernel}, .set_more_params = FloorThreshold}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Threshold, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceThreshold, aclTensor*, const aclScalar*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(ThresholdBackward, const aclTensor*, const aclTensor*, const aclScalar*,
                      aclTensor*);

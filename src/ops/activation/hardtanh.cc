#include "aclnnop/aclnn_hardtanh.h"
#include "aclnnop/aclnn_hardtanh_backward.h"

#include <algorithm>

#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* HardtanhKernel();
const Kernel* HardtanhBackwardKernel();

namespace {

constexpr DtypeSet kHardtanhDtypes = kFloatAndDoubleDtypes | kIntegerDtypes;

// Bounds beyond what a dtype of integers holds are its ends.
void LimitToIntegers(std::span<const Argument> arguments, Params& params) {
  const aclDataType dtype = arguments[0].tensor->dtype;
  if (!kIntegerDtypes.Has(dtype)) return;
  const auto [lowest, highest] = RangeOfIntegers(dtype);
  for (size_t k : {0, 1}) params.i[k] = std::clamp(params.i[k], lowest, highest);
}

}  // namespace

constexpr OpSpec kHardtanhSpec = Resolved({
    .name = "aclnnHardtanh",
    .formula =
        "out = self < clipValueMin ? clipValueMin : self > clipValueMax ? clipValueMax : self",
    .arguments = {Input("self"), ScalarInput("clipValueMin"), ScalarInput("clipValueMax"),
                  Output("out")},
    .rules = {DtypeIn("self", kHardtanhDtypes), SameDtype("out", "self"), MaxRank(8),
              SameShape("out", "self"), NotAbove("clipValueMin", "clipValueMax"),
              NumberForIntegers("clipValueMin", "self"), NumberForIntegers("clipValueMax", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {HardtanhKernel}, .set_more_params = LimitToIntegers}),
});

constexpr OpSpec kInplaceHardtanhSpec = InPlace(kHardtanhSpec, "aclnnInplaceHardtanh");

constexpr OpSpec kHardtanhBackwardSpec = Resolved({
    .name = "aclnnHardtanhBackward",
    .formula = "out = self <= min or self >= max ? 0 : gradOutput",
    .arguments = {Input("gradOutput"), Input("self"), ScalarInput("min"), ScalarInput("max"),
                  Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), SameDtype("gradOutput", "self"), MaxRank(8),
              SameShape("gradOutput", "self"), SameDtype("out", "self"), SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput", "self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {HardtanhBackwardKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Hardtanh, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceHardtanh, aclTensor*, const aclScalar*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(HardtanhBackward, const aclTensor*, const aclTensor*, const aclScalar*,
                      const aclScalar*, aclTensor*);

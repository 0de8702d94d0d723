#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* TargetBackwardKernel();
const Kernel* TargetBackwardWithPosWeightKernel();

constexpr OpSpec kBinaryCrossEntropyWithLogitsTargetBackwardSpec = Resolved({
    .name = "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
    .formula = "gradTarget = gradOutput * weight * (log_sigmoid(-self) - posWeight * "
               "log_sigmoid(self)) / count",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"),
                  OptionalInput("weightOptional", 1), OptionalInput("posWeightOptional", 1),
                  IntInput("reduction"), Output("gradTarget")},
    .rules = {MaxRank(8), DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kFloatDtypes), DtypeIn("weightOptional", kFloatDtypes),
              DtypeIn("posWeightOptional", kFloatDtypes), SameDtype("gradTarget", "target"),
              SameFormat("target", "self"), SameFormat("gradTarget", "self"),
              SameShape("target", "self"), SameShape("gradTarget", "self"),
              BroadcastsTo("gradOutput", "self"), BroadcastsTo("weightOptional", "self"),
              BroadcastsTo("posWeightOptional", "self"), IntIn("reduction", 0, kMean, 2)},
    .chips = Chips(Chip::kAscend910B, Chip::kAscend910_93),
    .operands = {"gradOutput", "self", "weightOptional", "posWeightOptional"},
    .results = {"gradTarget"},
    .chooses = "posWeightOptional",
    .reduction = "reduction",
    .work = Elementwise({.kernels = {TargetBackwardKernel, TargetBackwardWithPosWeightKernel},
                         .wide_mixtures = true}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(BinaryCrossEntropyWithLogitsTargetBackward, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, aclTensor*);

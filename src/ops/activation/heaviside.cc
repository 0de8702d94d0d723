#include "aclnnop/aclnn_heaviside.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* HeavisideKernel();

constexpr OpSpec kHeavisideSpec = Resolved({
    .name = "aclnnHeaviside",
    .formula = "out = input == 0 ? values : input > 0 ? 1 : +0",
    .arguments = {Input("input"), Input("values"), Output("out")},
    .rules = {DtypeIn("input", kFloatDtypes), DtypeIn("values", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), SameDtype("values", "input"), SameDtype("out", "input"),
              MaxRank(8), Broadcasts("input", "values"), BroadcastShape("out", "input", "values")},
    .chips = Chips(Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950),
    .operands = {"input", "values"},
    .results = {"out"},
    .work = Elementwise({.kernels = {HeavisideKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Heaviside, const aclTensor*, const aclTensor*, aclTensor*);

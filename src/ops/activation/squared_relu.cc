#include "aclnnop/aclnn_squared_relu.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* SquaredReluKernel();

constexpr OpSpec kSquaredReluSpec = Resolved({
    .name = "aclnnSquaredRelu",
    .formula = "out = input > 0 ? input * input : +0",
    .arguments = {Input("input"), Output("out")},
    .rules = {DtypeIn("input", kFloatDtypes), SameDtype("out", "input"), MaxRank(8),
              SameShape("out", "input")},
    .chips = Chips(Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950),
    .operands = {"input"},
    .results = {"out"},
    .work = Elementwise({.kernels = {SquaredReluKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(SquaredRelu, const aclTensor*, const aclTensor*);

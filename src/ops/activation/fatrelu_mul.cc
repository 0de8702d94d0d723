#include "aclnnop/aclnn_fatrelu_mul.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* FatreluMulKernel();

constexpr OpSpec kFatreluMulSpec = Resolved({
    .name = "aclnnFatreluMul",
    .formula = "out = (a <= threshold ? 0 : a) * b, where a and b are the halves of input along "
               "its last axis",
    .arguments = {Input("input"), Input("threshold"), Output("out")},
    .rules = {DtypeIn("input", kFloatDtypes), SameDtype("threshold", "input"),
              SameDtype("out", "input"), MinRank("input", 2), MaxRank(8), OneElement("threshold"),
              Sizes("input", 2, 1024, 200000), HalfShape("out", "input")},
    .chips = Chips{Chip::kAscend910B, Chip::kAscend910_93},
    .operands = {"input", "threshold"},
    .results = {"out"},
    .work = Elementwise({.kernels = {FatreluMulKernel}, .split = {"input"}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(FatreluMul, const aclTensor*, const aclTensor*, const aclTensor*);

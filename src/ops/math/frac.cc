#include "aclnnop/aclnn_frac.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* FracKernel();

constexpr OpSpec kFracSpec = Resolved({
    .name = "aclnnFrac",
    .formula = "out = input - trunc(input)",
    .arguments = {Input("input"), Output("out")},
    .rules = {SameDtype("out", "input"), DtypeIn("input", kFloatDtypes | kIntegerDtypes),
              SameShape("out", "input"), MaxRank(8)},
    .chips = kAllBut310P,
    .operands = {"input"},
    .results = {"out"},
    .work = Elementwise({.kernels = {FracKernel}}),
});

constexpr OpSpec kInplaceFracSpec = InPlace(kFracSpec, "aclnnInplaceFrac", "inputRef");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Frac, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceFrac, aclTensor*);

#include "aclnnop/aclnn_celu.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* CeluKernel();

constexpr OpSpec kCeluSpec = Resolved({
    .name = "aclnnCelu",
    .formula = "out = self > 0 ? self : alpha * (exp(self / alpha) - 1)",
    .arguments = {Input("self"), ScalarInput("alpha"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self"), NotZeroNorNan("alpha")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {CeluKernel}}),
});

constexpr OpSpec kInplaceCeluSpec = InPlace(kCeluSpec, "aclnnInplaceCelu");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Celu, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceCelu, aclTensor*, const aclScalar*);

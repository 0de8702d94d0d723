#include "aclnnop/aclnn_mul.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* MulKernel();
const Kernel* MulOfComplexKernel();
const Kernel* MulsKernel();
const Kernel* MulsOfComplexKernel();

constexpr OpSpec kMulSpec = Resolved({
    .name = "aclnnMul",
    .formula = "out = self * other",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kComplexOrReal), DtypeIn("other", kComplexOrReal),
              PromotesInto("self", "other", kComplexOrReal),
              PromotedCastable("out", "self", "other"), DtypeIn("out", kComplexOrReal), MaxRank(8),
              Broadcasts("self", "other"), BroadcastShape("out", "self", "other")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {MulKernel, MulOfComplexKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kInplaceMulSpec = InPlace(kMulSpec, "aclnnInplaceMul");

constexpr OpSpec kMulsSpec = Resolved({
    .name = "aclnnMuls",
    .formula = "out = self * other",
    .arguments = {Input("self"), AnyScalarInput("other"), Output("out")},
    .rules = {DtypeIn("self", kComplexOrReal), PromotesInto("self", "other", kComplexOrReal),
              PromotedCastable("out", "self", "other"), DtypeIn("out", kComplexOrReal), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {MulsKernel, MulsOfComplexKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kInplaceMulsSpec = InPlace(kMulsSpec, "aclnnInplaceMuls");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Mul, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceMul, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(Muls, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceMuls, aclTensor*, const aclScalar*);

#include "aclnnop/aclnn_mul.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* MulKernel();
const Kernel* MulsKernel();

constexpr OpSpec kMulSpec = Resolved({
    .name = "aclnnMul",
    .formula = "out = self * other",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
              PromotesInto("self", "other", kRealDtypes), PromotedCastable("out", "self", "other"),
              DtypeIn("out", kRealDtypes), MaxRank(8), Broadcasts("self", "other"),
              BroadcastShape("out", "self", "other")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {MulKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kInplaceMulSpec = InPlace(kMulSpec, "aclnnInplaceMul");

constexpr OpSpec kMulsSpec = Resolved({
    .name = "aclnnMuls",
    .formula = "out = self * other",
    .arguments = {Input("self"), ScalarInput("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), PromotesInto("self", "other", kRealDtypes),
              PromotedCastable("out", "self", "other"), DtypeIn("out", kRealDtypes), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {MulsKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kInplaceMulsSpec = InPlace(kMulsSpec, "aclnnInplaceMuls");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Mul, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceMul, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(Muls, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceMuls, aclTensor*, const aclScalar*);

#include "aclnnop/aclnn_sqrt.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* SqrtKernel();

constexpr OpSpec kSqrtSpec = Resolved({
    .name = "aclnnSqrt",
    .formula = "out = sqrt(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {SqrtKernel}, .wide_mixtures = true, .wide_integers = true}),
});

constexpr OpSpec kInplaceSqrtSpec = InPlace(kSqrtSpec, "aclnnInplaceSqrt", "self");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sqrt, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSqrt, aclTensor*);

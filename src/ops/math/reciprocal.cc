#include "aclnnop/aclnn_reciprocal.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* ReciprocalKernel();

constexpr OpSpec kReciprocalSpec = Resolved({
    .name = "aclnnReciprocal",
    .formula = "out = 1 / self",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work =
        Elementwise({.kernels = {ReciprocalKernel}, .wide_mixtures = true, .wide_integers = true}),
});

constexpr OpSpec kInplaceReciprocalSpec = InPlace(kReciprocalSpec, "aclnnInplaceReciprocal");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Reciprocal, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceReciprocal, const aclTensor*);

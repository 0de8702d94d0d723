#include "aclnnop/aclnn_neg.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* NegKernel();
const Kernel* NegOfComplexKernel();

constexpr OpSpec kNegSpec = Resolved({
    .name = "aclnnNeg",
    .formula = "out = -self",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndComplexDtypes | DtypeSet(ACL_INT8, ACL_INT32, ACL_INT64)),
              DtypeIn("out", kComplexOrReal), Castable("self", "out"), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {NegKernel, NegOfComplexKernel}}),
});

constexpr OpSpec kInplaceNegSpec = InPlace(kNegSpec, "aclnnInplaceNeg");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Neg, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceNeg, aclTensor*);

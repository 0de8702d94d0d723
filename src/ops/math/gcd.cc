#include "aclnnop/aclnn_gcd.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* GcdKernel();

constexpr OpSpec kGcdSpec = Resolved({
    .name = "aclnnGcd",
    .formula = "out = the greatest number that divides self and other",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kIntegerDtypes), DtypeIn("other", kIntegerDtypes),
              DtypeIn("out", kIntegerDtypes | DtypeSet(ACL_UINT16, ACL_UINT32, ACL_UINT64)),
              PromotesInto("self", "other", kIntegerDtypes),
              PromotedCastable("out", "self", "other"), MaxRank(8), Broadcasts("self", "other"),
              BroadcastShape("out", "self", "other")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {GcdKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Gcd, const aclTensor*, const aclTensor*, aclTensor*);

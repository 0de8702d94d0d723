#include "aclnnop/aclnn_erfinv.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* ErfinvKernel();

constexpr OpSpec kErfinvSpec = Resolved({
    .name = "aclnnErfinv",
    .formula = "out = erfinv(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL)),
              DtypeIn("out", kFloatAndDoubleDtypes), SameShape("out", "self"), MaxRank(8)},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {ErfinvKernel}}),
});

constexpr OpSpec kInplaceErfinvSpec = InPlace(kErfinvSpec, "aclnnInplaceErfinv");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Erfinv, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceErfinv, const aclTensor*);

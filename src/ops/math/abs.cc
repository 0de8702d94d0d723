#include "aclnnop/aclnn_abs.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* AbsKernel();

constexpr OpSpec kAbsSpec = Resolved({
    .name = "aclnnAbs",
    .formula = "out = |self|",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), SameDtype("out", "self"), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {AbsKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Abs, const aclTensor*, aclTensor*);

#include "aclnnop/aclnn_abs.h"

#include "ops/c_functions.h"
#include "ops/math/complex_dtype.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* AbsKernel();
const Kernel* AbsOfComplexKernel();

constexpr OpSpec kAbsSpec = Resolved({
    .name = "aclnnAbs",
    .formula = "out = |self|",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes | DtypeSet(ACL_COMPLEX64)),
              DtypeOnlyOn("self", DtypeSet(ACL_COMPLEX64), kBfloat16Chips),
              RealOf("out", "self", kRealDtypes), MaxRank(8), SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {AbsKernel, AbsOfComplexKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Abs, const aclTensor*, aclTensor*);

#include "aclnnop/aclnn_sign.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* SignKernel();

constexpr OpSpec kSignSpec = Resolved({
    .name = "aclnnSign",
    .formula = "result = self > 0 ? 1 : self < 0 ? -1 : 0",
    .arguments = {Input("self"), Output("result")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes | DtypeSet(ACL_INT32, ACL_INT64, ACL_BOOL)),
              SameDtype("result", "self"), SameShape("result", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"result"},
    .work = Elementwise({.kernels = {SignKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sign, const aclTensor*, aclTensor*);

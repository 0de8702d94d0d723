#include "aclnnop/aclnn_atan.h"
#include "aclnnop/aclnn_atan2.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* AtanKernel();
const Kernel* Atan2Kernel();

constexpr OpSpec kAtanSpec =
    Resolved(FunctionSpec("aclnnAtan", "out = atan(input)", kRealDtypes, AtanKernel, "input"));

constexpr OpSpec kInplaceAtanSpec = InPlace(kAtanSpec, "aclnnInplaceAtan", "inputRef");

constexpr OpSpec kAtan2Spec = Resolved({
    .name = "aclnnAtan2",
    .formula = "out = the angle of the point (other, self)",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
              PromotesInto("self", "other", kRealDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              MaxRank(8), Broadcasts("self", "other"), BroadcastShape("out", "self", "other")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {Atan2Kernel}, .wide_mixtures = true, .wide_integers = true}),
});

constexpr OpSpec kInplaceAtan2Spec = InPlace(kAtan2Spec, "aclnnInplaceAtan2");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Atan, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAtan, aclTensor*);
OPENACLNN_C_FUNCTIONS(Atan2, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAtan2, aclTensor*, aclTensor*);

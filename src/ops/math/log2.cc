#include "aclnnop/aclnn_log10.h"
#include "aclnnop/aclnn_log2.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"
#include "ops/math/log_rules.h"

namespace openaclnn {

const Kernel* Log2Kernel();
const Kernel* Log10Kernel();

constexpr OpSpec kLog2Spec = Resolved(
    FunctionSpec("aclnnLog2", "out = log2(self)", kRealDtypes, Log2Kernel, "self", kBfloat16Chips));

constexpr OpSpec kInplaceLog2Spec = InPlace(kLog2Spec, "aclnnInplaceLog2");

constexpr OpSpec kLog10Spec = Resolved({
    .name = "aclnnLog10",
    .formula = "out = log10(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              OwnOrFloat("out", "self"), MaxRank(8), SameShape("out", "self")},
    .chips = kBfloat16Chips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {Log10Kernel}}),
});

constexpr OpSpec kInplaceLog10Spec = InPlace(kLog10Spec, "aclnnInplaceLog10");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Log2, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLog2, const aclTensor*);
OPENACLNN_C_FUNCTIONS(Log10, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLog10, aclTensor*);

#include "aclnnop/aclnn_glu.h"
#include "aclnnop/aclnn_glu_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* GluKernel();
const Kernel* GluBackwardKernel();

constexpr OpSpec kGluSpec = Resolved({
    .name = "aclnnGlu",
    .formula = "out = a * sigmoid(b), where a and b are the halves of self along dim",
    .arguments = {Input("self"), IntInput("dim"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              MaxRank(8), MinRank("self", 1), DimOf("dim", "self"),
              HalfShape("out", "self", "dim")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = Elementwise({.kernels = {GluKernel}, .split = {"self"}}),
});

constexpr OpSpec kGluBackwardSpec = Resolved({
    .name = "aclnnGluBackward",
    .formula = "out = (gradOut * sigmoid(b), gradOut * a * sigmoid'(b)), halves along dim, where a "
               "and b are those of self",
    .arguments = {Input("gradOut"), Input("self"), IntInput("dim"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes), SameDtype("gradOut", "self"),
              SameDtype("out", "self"), MaxRank(8), MinRank("self", 1), DimOf("dim", "self"),
              HalfShape("gradOut", "self", "dim"), SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"gradOut", "self"},
    .results = {"out"},
    .axis = "dim",
    .work = Elementwise({.kernels = {GluBackwardKernel}, .split = {"self", "out"}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Glu, const aclTensor*, int64_t, const aclTensor*);
OPENACLNN_C_FUNCTIONS(GluBackward, const aclTensor*, const aclTensor*, int64_t, const aclTensor*);

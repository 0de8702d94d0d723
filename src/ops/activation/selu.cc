#include "aclnnop/aclnn_selu.h"
#include "aclnnop/aclnn_selu_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* SeluKernel();
const Kernel* SeluBackwardKernel();

namespace {

constexpr DtypeSet kSeluDtypes = kFloatDtypes | DtypeSet(ACL_INT32, ACL_INT8);

}  // namespace

constexpr OpSpec kSeluSpec = Resolved({
    .name = "aclnnSelu",
    .formula = "out = self > 0 ? 1.0507... * self : 1.7580... * (exp(self) - 1)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kSeluDtypes), DtypeIn("out", kSeluDtypes), Castable("self", "out"),
              SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {SeluKernel}}),
});

constexpr OpSpec kInplaceSeluSpec = InPlace(kSeluSpec, "aclnnInplaceSelu");

constexpr OpSpec kSeluBackwardSpec = Resolved({
    .name = "aclnnSeluBackward",
    .formula = "gradInput = gradOutput * (result > 0 ? 1.0507... : result + 1.7580...)",
    .arguments = {Input("gradOutput"), Input("result"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kSeluDtypes), SameDtype("result", "gradOutput"),
              SameDtype("gradInput", "gradOutput"), SameShape("result", "gradOutput"),
              SameShape("gradInput", "gradOutput")},
    .chips = kAllChips,
    .operands = {"gradOutput", "result"},
    .results = {"gradInput"},
    .work =
        Elementwise({.kernels = {SeluBackwardKernel}, .integer_results = IntegerResults::kNearest}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Selu, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSelu, aclTensor*);
OPENACLNN_C_FUNCTIONS(SeluBackward, const aclTensor*, const aclTensor*, aclTensor*);

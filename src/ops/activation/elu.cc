#include "aclnnop/aclnn_elu.h"
#include "aclnnop/aclnn_elu_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* EluKernel();
const Kernel* EluBackwardKernel();
const Kernel* EluBackwardOfResultKernel();

constexpr OpSpec kEluSpec = Resolved({
    .name = "aclnnElu",
    .formula = "out = self > 0 ? scale * self : alpha * scale * (exp(inputScale * self) - 1)",
    .arguments = {Input("self"), ScalarInput("alpha"), ScalarInput("scale"),
                  ScalarInput("inputScale"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              SameShape("out", "self"), MaxRank(8)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {EluKernel}}),
});

constexpr OpSpec kInplaceEluSpec = InPlace(kEluSpec, "aclnnInplaceElu");

constexpr OpSpec kEluBackwardSpec = Resolved({
    .name = "aclnnEluBackward",
    .formula = "gradInput = gradOutput * elu'(selfOrResult)",
    .arguments = {Input("gradOutput"), ScalarInput("alpha"), ScalarInput("scale"),
                  ScalarInput("inputScale"), BoolInput("isResult"), Input("selfOrResult"),
                  Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("selfOrResult", "gradOutput"),
              DtypeIn("gradInput", kFloatAndComplexDtypes), SameShape("selfOrResult", "gradOutput"),
              SameShape("gradInput", "gradOutput"), MaxRank(8), NotNegativeIf("alpha", "isResult")},
    .chips = kAllChips,
    .operands = {"gradOutput", "selfOrResult"},
    .results = {"gradInput"},
    .chooses = "isResult",
    .work = Elementwise({.kernels = {EluBackwardKernel, EluBackwardOfResultKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Elu, const aclTensor*, const aclScalar*, const aclScalar*, const aclScalar*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceElu, aclTensor*, const aclScalar*, const aclScalar*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(EluBackward, const aclTensor*, const aclScalar*, const aclScalar*,
                      const aclScalar*, bool, const aclTensor*, aclTensor*);

#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_sigmoid_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* SigmoidKernel();
const Kernel* SigmoidBackwardKernel();
const Kernel* SigmoidBackwardOfComplexKernel();

namespace {

constexpr DtypeSet kSigmoidDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);

}  // namespace

constexpr OpSpec kSigmoidSpec = Resolved({
    .name = "aclnnSigmoid",
    .formula = "out = 1 / (1 + exp(-self))",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kSigmoidDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              SameShape("out", "self"), MaxRank(8)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {SigmoidKernel}, .wide_integers = true}),
});

constexpr OpSpec kInplaceSigmoidSpec = InPlace(kSigmoidSpec, "aclnnInplaceSigmoid");

constexpr OpSpec kSigmoidBackwardSpec = Resolved({
    .name = "aclnnSigmoidBackward",
    .formula = "gradInput = gradOutput * output * (1 - output)",
    .arguments = {Input("gradOutput"), Input("output"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatAndComplexDtypes),
              DtypeIn("output", kFloatAndComplexDtypes),
              DtypeIn("gradInput", kFloatAndComplexDtypes), MaxRank(8),
              PromotedCastable("gradInput", "gradOutput", "output"),
              Broadcasts("gradOutput", "output"),
              BroadcastShape("gradInput", "gradOutput", "output")},
    .chips = kAllChips,
    .operands = {"gradOutput", "output"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {SigmoidBackwardKernel, SigmoidBackwardOfComplexKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sigmoid, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSigmoid, aclTensor*);
OPENACLNN_C_FUNCTIONS(SigmoidBackward, const aclTensor*, const aclTensor*, aclTensor*);

#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* SoftplusKernel();
const Kernel* SoftplusBackwardKernel();

namespace {

constexpr DtypeSet kSoftplusDtypes{ACL_INT8, ACL_INT16,   ACL_INT32, ACL_INT64,  ACL_UINT8,
                                   ACL_BOOL, ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_BF16};

}  // namespace

constexpr OpSpec kSoftplusSpec = Resolved({
    .name = "aclnnSoftplus",
    .formula = "out = beta * self > threshold ? self : log(1 + exp(beta * self)) / beta",
    .arguments = {Input("self"), ScalarInput("beta"), ScalarInput("threshold"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {SoftplusKernel}}),
});

constexpr OpSpec kSoftplusBackwardSpec = Resolved({
    .name = "aclnnSoftplusBackward",
    .formula =
        "gradInput = beta * self > threshold ? gradOutput : gradOutput * sigmoid(beta * self)",
    .arguments = {Input("gradOutput"), Input("self"), ScalarInput("beta"), ScalarInput("threshold"),
                  Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatAndDoubleDtypes),
              DtypeIn("gradInput", kFloatAndDoubleDtypes), DtypeIn("self", kSoftplusDtypes),
              MaxRank(8), SameShape("gradOutput", "self"), SameShape("gradInput", "self")},
    .chips = kAllBut310P,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {SoftplusBackwardKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Softplus, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(SoftplusBackward, const aclTensor*, const aclTensor*, const aclScalar*,
                      const aclScalar*, aclTensor*);

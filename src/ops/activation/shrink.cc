#include "aclnnop/aclnn_hardshrink.h"
#include "aclnnop/aclnn_hardshrink_backward.h"
#include "aclnnop/aclnn_shrink.h"
#include "aclnnop/aclnn_softshrink.h"
#include "aclnnop/aclnn_softshrink_backward.h"

#include "cpu/params.h"
#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* HardshrinkKernel();
const Kernel* SoftshrinkKernel();
const Kernel* ShrinkKernel();
const Kernel* ShrinkBackwardKernel();

namespace {

constexpr DtypeSet kShrinkDtypes{ACL_FLOAT, ACL_FLOAT16};

// A bound below 0 counts as 0; NaN stays.
void RaiseToZero(std::span<const Argument> /*arguments*/, Params& params) {
  if (params.f[0] < 0) params.f[0] = 0;
}

}  // namespace

constexpr OpSpec kHardshrinkSpec = Resolved({
    .name = "aclnnHardshrink",
    .formula = "out = abs(self) <= lambd ? +0 : self",
    .arguments = {Input("self"), ScalarInput("lambd"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), SameShape("out", "self"),
              MaxRank(8)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {HardshrinkKernel}, .set_more_params = RaiseToZero}),
});

constexpr OpSpec kHardshrinkBackwardSpec = Resolved({
    .name = "aclnnHardshrinkBackward",
    .formula = "gradInput = abs(self) <= lambd ? +0 : gradOutput",
    .arguments = {Input("gradOutput"), Input("self"), ScalarInput("lambd"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("gradInput", kFloatDtypes), MaxRank(8), Broadcasts("gradOutput", "self"),
              BroadcastShape("gradInput", "gradOutput", "self")},
    .chips = kAllBut310P,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {ShrinkBackwardKernel}, .set_more_params = RaiseToZero}),
});

constexpr OpSpec kSoftshrinkSpec = Resolved({
    .name = "aclnnSoftshrink",
    .formula = "out = self > lambd ? self - lambd : self < -lambd ? self + lambd : +0",
    .arguments = {Input("self"), ScalarInput("lambd"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), SameShape("out", "self"),
              MaxRank(8), AtLeastZero("lambd")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {SoftshrinkKernel}}),
});

constexpr OpSpec kSoftshrinkBackwardSpec = Resolved({
    .name = "aclnnSoftshrinkBackward",
    .formula = "gradInput = abs(self) <= lambda ? +0 : gradOutput",
    .arguments = {Input("gradOutput"), Input("self"), ScalarInput("lambda"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("gradInput", kFloatDtypes), PromotedDtype("gradInput", "gradOutput", "self"),
              MaxRank(8), Broadcasts("gradOutput", "self"),
              BroadcastShape("gradInput", "gradOutput", "self"), NotNegative("lambda")},
    .chips = kAllChips,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {ShrinkBackwardKernel}}),
});

constexpr OpSpec kShrinkSpec = Resolved({
    .name = "aclnnShrink",
    .formula = "out = self > lambd ? self - bias : self < -lambd ? self + bias : +0",
    .arguments = {Input("self"), ScalarInput("lambd"), ScalarInput("bias"), Output("out")},
    .rules = {DtypeIn("self", kShrinkDtypes), DtypeIn("out", kShrinkDtypes),
              SameShape("out", "self"), AtLeastZero("lambd")},
    .chips = kAllBut910,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {ShrinkKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Hardshrink, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(HardshrinkBackward, const aclTensor*, const aclTensor*, const aclScalar*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(Softshrink, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(SoftshrinkBackward, const aclTensor*, const aclTensor*, const aclScalar*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(Shrink, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);

#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/softplus.cc"
#include "ops/loops-inl.h"

#include "ops/activation/softplus-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// FLOAT16 is rounded from floats; near-ties are rare enough.
const Kernel* SoftplusKernel() {
  return ElementwiseKernel<Softplus, SoftplusOfHalves, void, void, Softplus>();
}
const Kernel* SoftplusBackwardKernel() {
  return ElementwiseKernel<SoftplusBackward, SoftplusBackwardOfBfloat16, SoftplusBackwardOfDoubles,
                           void, SoftplusBackwardOfFloat16>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(SoftplusKernel);
HWY_EXPORT(SoftplusBackwardKernel);

constexpr DtypeSet kGradDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BF16};
constexpr DtypeSet kSelfDtypes{ACL_INT8, ACL_INT16,   ACL_INT32, ACL_INT64,  ACL_UINT8,
                               ACL_BOOL, ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_BF16};

}  // namespace

constexpr OpSpec kSoftplusSpec = Resolved({
    .name = "aclnnSoftplus",
    .formula = "out = beta * self > threshold ? self : log(1 + exp(beta * self)) / beta",
    .arguments = {Input("self"), ScalarInput("beta"), ScalarInput("threshold"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(SoftplusKernel)},
});

constexpr OpSpec kSoftplusBackwardSpec = Resolved({
    .name = "aclnnSoftplusBackward",
    .formula =
        "gradInput = beta * self > threshold ? gradOutput : gradOutput * sigmoid(beta * self)",
    .arguments = {Input("gradOutput"), Input("self"), ScalarInput("beta"), ScalarInput("threshold"),
                  Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kGradDtypes), DtypeIn("gradInput", kGradDtypes),
              DtypeIn("self", kSelfDtypes), MaxRank(8), SameShape("gradOutput", "self"),
              SameShape("gradInput", "self")},
    .products = kAllBut310P,
    .kind = &kElementwise,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .kernels = {OPENACLNN_KERNEL(SoftplusBackwardKernel)},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Softplus, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(SoftplusBackward, const aclTensor*, const aclTensor*, const aclScalar*,
                      const aclScalar*, aclTensor*);

#endif  // HWY_ONCE

#include "aclnnop/aclnn_logsigmoid.h"
#include "aclnnop/aclnn_logsigmoid_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/log_sigmoid.cc"
#include "ops/loops-inl.h"

#include "ops/activation/log_sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LogSigmoidKernel() { return ElementwiseKernel<LogSigmoid>(); }
const Kernel* LogSigmoidBackwardKernel() {
  return ElementwiseKernel<LogSigmoidBackward, LogSigmoidBackwardOfBfloat16, void, void,
                           LogSigmoidBackwardOfFloat16>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LogSigmoidKernel);
HWY_EXPORT(LogSigmoidBackwardKernel);

constexpr OpSpec kLogSigmoidSpec = Resolved({
    .name = "aclnnLogSigmoid",
    .formula = "out = -log(1 + exp(-self))",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), SameDtype("out", "self"),
              SameShape("out", "self")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(LogSigmoidKernel)},
});

constexpr OpSpec kLogSigmoidForwardSpec = Resolved({
    .name = "aclnnLogSigmoidForward",
    .formula = "out = -log(1 + exp(-self))",
    .arguments = {Input("self"), Output("out"), Ignored("buffer")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), SameDtype("out", "self"),
              SameShape("out", "self")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(LogSigmoidKernel)},
});

constexpr OpSpec kLogSigmoidBackwardSpec = Resolved({
    .name = "aclnnLogSigmoidBackward",
    .formula = "gradInput = gradOutput / (1 + exp(self))",
    .arguments = {Input("gradOutput"), Input("self"), Unread("buffer"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              SameDtype("gradOutput", "gradInput"), SameDtype("self", "gradInput"),
              SameShape("gradOutput", "gradInput"), SameShape("self", "gradInput")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .kernels = {OPENACLNN_KERNEL(LogSigmoidBackwardKernel)},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LogSigmoid, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(LogSigmoidForward, const aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(LogSigmoidBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      aclTensor*);

#endif  // HWY_ONCE

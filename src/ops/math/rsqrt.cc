#include "aclnnop/aclnn_rsqrt.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/rsqrt.cc"
#include "ops/loops-inl.h"

#include "ops/math/rsqrt-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* RsqrtKernel() { return ElementwiseKernel<Rsqrt, Rsqrt, Rsqrt>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(RsqrtKernel);

constexpr OpSpec kRsqrtSpec = Resolved(
    FunctionSpec("aclnnRsqrt", "out = 1 / sqrt(self)", kRealDtypes, OPENACLNN_KERNEL(RsqrtKernel)));

constexpr OpSpec kInplaceRsqrtSpec = InPlace(kRsqrtSpec, "aclnnInplaceRsqrt");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Rsqrt, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceRsqrt, aclTensor*);

#endif  // HWY_ONCE

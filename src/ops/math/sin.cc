#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_sin.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/sin.cc"
#include "ops/loops-inl.h"

#include "ops/math/sin-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SinKernel() { return ElementwiseKernel<Sin, Sin, SinOfDoubles>(); }
const Kernel* CosKernel() { return ElementwiseKernel<Cos, Cos, CosOfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SinKernel);
HWY_EXPORT(CosKernel);

constexpr OpSpec kSinSpec =
    Resolved(FunctionSpec("aclnnSin", "out = sin(self)", kRealDtypes, OPENACLNN_KERNEL(SinKernel)));

constexpr OpSpec kInplaceSinSpec = InPlace(kSinSpec, "aclnnInplaceSin");

constexpr OpSpec kCosSpec = Resolved(FunctionSpec("aclnnCos", "out = cos(input)", kRealDtypes,
                                                  OPENACLNN_KERNEL(CosKernel), "input"));

constexpr OpSpec kInplaceCosSpec = InPlace(kCosSpec, "aclnnInplaceCos", "inputRef");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sin, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSin, aclTensor*);
OPENACLNN_C_FUNCTIONS(Cos, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceCos, aclTensor*);

#endif  // HWY_ONCE

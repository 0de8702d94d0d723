#include "aclnnop/aclnn_log.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/log.cc"
#include "ops/loops-inl.h"

#include "ops/math/log-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LogKernel() { return ElementwiseKernel<Log, Log, LogOfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LogKernel);

constexpr OpSpec kLogSpec =
    Resolved(FunctionSpec("aclnnLog", "out = log(self)", kRealDtypes, OPENACLNN_KERNEL(LogKernel)));

constexpr OpSpec kInplaceLogSpec = InPlace(kLogSpec, "aclnnInplaceLog");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Log, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLog, aclTensor*);

#endif  // HWY_ONCE

#include "aclnnop/aclnn_erf.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/erf.cc"
#include "ops/loops-inl.h"

#include "ops/math/erf-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ErfKernel() { return ElementwiseKernel<Erf, Erf, ErfOfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(ErfKernel);

constexpr OpSpec kErfSpec = Resolved(FunctionSpec(
    "aclnnErf", "out = erf(self)", kFloatAndDoubleDtypes | DtypeSet(ACL_BOOL, ACL_INT64),
    OPENACLNN_KERNEL(ErfKernel)));

constexpr OpSpec kInplaceErfSpec = InPlace(kErfSpec, "aclnnInplaceErf");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Erf, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceErf, aclTensor*);

#endif  // HWY_ONCE

#include "aclnnop/aclnn_log.h"

#include "engine/in_place.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/log.cc"
#include "hwy/foreach_target.h"

#include "cpu/loops-inl.h"
#include "ops/math/log-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LogKernel() { return ElementwiseKernel<Log, Log, LogOfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LogKernel);

constexpr OpSpec kLogSpec = Resolved({
    .name = "aclnnLog",
    .formula = "out = log(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self")},
    .products = kAllProducts,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(LogKernel)},
    .wide_integers = true,
});

constexpr OpSpec kInplaceLogSpec = InPlace(kLogSpec, "aclnnInplaceLog");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Log, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLog, aclTensor*);

#endif  // HWY_ONCE

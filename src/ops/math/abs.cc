#include "aclnnop/aclnn_abs.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/abs.cc"
#include "ops/loops-inl.h"

#include "ops/math/abs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* AbsKernel() { return ElementwiseKernel<Size, SizeOfHalves, Size, SizeOfIntegers>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(AbsKernel);

constexpr OpSpec kAbsSpec = Resolved({
    .name = "aclnnAbs",
    .formula = "out = |self|",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), SameDtype("out", "self"), MaxRank(8),
              SameShape("out", "self")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(AbsKernel)},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Abs, const aclTensor*, aclTensor*);

#endif  // HWY_ONCE

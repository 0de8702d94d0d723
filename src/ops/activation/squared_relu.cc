#include "aclnnop/aclnn_squared_relu.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/squared_relu.cc"
#include "ops/loops-inl.h"

#include "ops/activation/squared_relu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SquaredReluKernel() { return ElementwiseKernel<SquaredRelu>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SquaredReluKernel);

constexpr OpSpec kSquaredReluSpec = Resolved({
    .name = "aclnnSquaredRelu",
    .formula = "out = input > 0 ? input * input : +0",
    .arguments = {Input("input"), Output("out")},
    .rules = {DtypeIn("input", kFloatDtypes), SameDtype("out", "input"), MaxRank(8),
              SameShape("out", "input")},
    .products = Products(Product::kAscend910B, Product::kAscend910_93, Product::kAscend950),
    .kind = &kElementwise,
    .operands = {"input"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(SquaredReluKernel)},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(SquaredRelu, const aclTensor*, const aclTensor*);

#endif  // HWY_ONCE

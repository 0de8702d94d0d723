#include "aclnnop/aclnn_relu.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* ReluKernel();

namespace {

constexpr DtypeSet kReluDtypes = kFloatDtypes | DtypeSet(ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64);

}  // namespace

constexpr OpSpec kReluSpec = Resolved({
    .name = "aclnnRelu",
    .formula = "out = self > 0 or self is NaN ? self : +0",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kReluDtypes), SameDtype("out", "self"), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {ReluKernel}}),
});

constexpr OpSpec kInplaceReluSpec = InPlace(kReluSpec, "aclnnInplaceRelu");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Relu, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceRelu, aclTensor*);

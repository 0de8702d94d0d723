#include "aclnnop/aclnn_x_log_y_scalar_other.h"
#include "aclnnop/aclnn_x_log_y_scalar_self.h"
#include "aclnnop/aclnn_x_log_y_tensor.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* XLogYKernel();
const Kernel* XLogYOfNumberKernel();
const Kernel* XLogYByNumberKernel();

namespace {

constexpr DtypeSet kXLogYDtypes = kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);
constexpr Chips kXLogYByNumberChips{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kXLogYTensorSpec = Resolved(FunctionOfTwoSpec(
    "aclnnXLogYTensor", "out = self * log(other)", kXLogYDtypes, XLogYKernel, kAllBut950));

constexpr OpSpec kInplaceXLogYTensorSpec = InPlace(kXLogYTensorSpec, "aclnnInplaceXLogYTensor");

constexpr OpSpec kXLogYScalarSelfSpec = Resolved({
    .name = "aclnnXLogYScalarSelf",
    .formula = "out = self * log(other)",
    .arguments = {ScalarInput("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kXLogYDtypes),
              DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8), SameShape("out", "other")},
    .chips = kAllBut950,
    .operands = {"other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {XLogYOfNumberKernel}, .wide_integers = true}),
});

constexpr OpSpec kXLogYScalarOtherSpec = Resolved({
    .name = "aclnnXLogYScalarOther",
    .formula = "out = self * log(other)",
    .arguments = {Input("self"), ScalarInput("other"), Output("out")},
    .rules = {DtypeIn("self", kXLogYDtypes), DtypeIn("other", kRealDtypes),
              DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8), SameShape("out", "self")},
    .chips = kXLogYByNumberChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {XLogYByNumberKernel}, .wide_integers = true}),
});

constexpr OpSpec kInplaceXLogYScalarOtherSpec =
    InPlace(kXLogYScalarOtherSpec, "aclnnInplaceXLogYScalarOther");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(XLogYTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceXLogYTensor, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(XLogYScalarSelf, const aclScalar*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(XLogYScalarOther, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceXLogYScalarOther, aclTensor*, const aclScalar*);

#include <algorithm>
#include <span>

#include "aclnnop/aclnn_masked_fill_scalar.h"
#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "tensor/scalar.h"

namespace openaclnn {

const Kernel* MaskedFillKernel();

namespace {

constexpr DtypeSet kFilledDtypes =
    kFloatDtypes | DtypeSet(ACL_BOOL, ACL_INT8, ACL_INT32, ACL_INT64);

// The number as an element of the tensor: integers wrap, floats become the nearest in its range.
void SetElement(std::span<const Argument> arguments, Params& params) {
  const aclDataType dtype = arguments[0].tensor->dtype;
  const Scalar& value = *arguments[2].scalar;
  if (ClassOf(dtype) == DtypeClass::kFloat) {
    params.f[0] = static_cast<float>(RoundedTo(dtype, value));
  } else if (dtype == ACL_BOOL) {
    params.i[0] = ExactOf(value).nearest != 0 ? 1 : 0;
  } else {
    const IntegerRange range = RangeOfIntegers(dtype);
    const int64_t integer = Truncated(ExactOf(value));
    const bool is_float = ClassOf(value.dtype) == DtypeClass::kFloat;
    params.i[0] = is_float ? std::clamp(integer, range.lowest, range.highest) : integer;
  }
}

}  // namespace

constexpr OpSpec kInplaceMaskedFillScalarSpec = Resolved({
    .name = "aclnnInplaceMaskedFillScalar",
    .formula = "selfRef = value where mask is true, else selfRef",
    .arguments = {InOut("selfRef"), Input("mask"), ScalarInput("value")},
    .rules = {DtypeIn("selfRef", kFilledDtypes), DtypeIn("mask", DtypeSet(ACL_BOOL)), MaxRank(8),
              BroadcastsTo("mask", "selfRef")},
    .chips = kAllChips,
    .operands = {"mask", "selfRef"},
    .results = {"selfRef"},
    .work = Elementwise({.kernels = {MaskedFillKernel}, .set_more_params = SetElement}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(InplaceMaskedFillScalar, aclTensor*, const aclTensor*, const aclScalar*);

// Arithmetic, unary functions, comparisons and selections: the one list from which the registry,
// tests and documents are made.
#pragma once

#include "engine/op_spec.h"
#include "kinds/elementwise/spec.h"

// One line for each room, in alphabetical order.
// clang-format off
#define OPENACLNN_MATH(OP) \
  OP(Abs) \
  OP(Add) OP(InplaceAdd) OP(Adds) OP(InplaceAdds) OP(Sub) OP(InplaceSub) OP(Subs) OP(InplaceSubs) \
  OP(Addcmul) OP(InplaceAddcmul) OP(Addcdiv) OP(InplaceAddcdiv) \
  OP(Clamp) OP(ClampMin) OP(ClampMax) OP(InplaceClampMax) \
  OP(EqScalar) OP(InplaceEqScalar) OP(GtScalar) OP(InplaceGtScalar) \
  OP(LtScalar) OP(InplaceLtScalar) \
  OP(Div) OP(InplaceDiv) OP(Divs) OP(InplaceDivs) \
  OP(Erf) OP(InplaceErf) \
  OP(Exp) OP(InplaceExp) \
  OP(Lerps) OP(InplaceLerps) \
  OP(Log) OP(InplaceLog) \
  OP(Maximum) OP(Minimum) \
  OP(Mul) OP(InplaceMul) OP(Muls) OP(InplaceMuls) \
  OP(Neg) OP(InplaceNeg) \
  OP(PowTensorScalar) OP(InplacePowTensorScalar) OP(PowScalarTensor) \
  OP(Reciprocal) OP(InplaceReciprocal) \
  OP(Rsqrt) OP(InplaceRsqrt) \
  OP(Sign) \
  OP(Sin) OP(InplaceSin) OP(Cos) OP(InplaceCos) \
  OP(Sqrt) OP(InplaceSqrt)
// clang-format on

namespace openaclnn {

#define OPENACLNN_DECLARE(name) extern const OpSpec k##name##Spec;
OPENACLNN_MATH(OPENACLNN_DECLARE)
#undef OPENACLNN_DECLARE

// What is computed with.
inline constexpr DtypeSet kRealDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);

}  // namespace openaclnn

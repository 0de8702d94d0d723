// In which type a formula is computed for a call, with which kernel and parameters: what follows
// from the dtypes of the call's tensors.
#pragma once

#include "acl/acl_base.h"
#include "base/dtype.h"
#include "engine/call.h"
#include "kinds/formula_kernel.h"
#include "kinds/formula_spec.h"
#include "tensor/plan.h"

namespace openaclnn {

struct FormulaLoop {
  const Kernel* kernel;
  LoopType type;
  aclDataType promoted;  // what the operands promote to, where anything follows from it
  bool is_double;        // the contract computes in double
  bool is_complex;  // each tensor is two operands, or two results: its real and imaginary parts
};

// Chooses among the kernels of the SIMD target that is set.
FormulaLoop ChooseLoop(const Call& call);

// The scalars and doubles of the call, once for each compute type. They are float wherever the
// contract computes in float, even if the loops then run in double, except for divisors of
// integers. Among complex numbers each scalar is two parameters: its real and its imaginary part.
// Nothing where there are none.
void SetParams(const Call& call, const FormulaLoop& loop, Params& params);

// The same for one scalar, as the parameter `at`.
void SetParam(const Scalar& scalar, const FormulaLoop& loop, size_t at, Params& params);

// A scalar as an operand of integers, modulo 2^64, or of BOOL.
int64_t IntegerOf(const Scalar& scalar, aclDataType promoted);

// How results become elements of the outputs.
inline void SetConversions(const Call& call, const FormulaLoop& loop, Plan& plan) {
  const OpSpec& spec = call.spec;
  if (loop.type == LoopType::kInt8) plan.dtype.fill(DtypeOf(loop.type));  // modulo 2^8
  plan.float_results = loop.type == LoopType::kDouble && !loop.is_double;
  // Integers wrap in what they promote to, those of one operand in its dtype; bytes are what they
  // are.
  if (IsOfIntegers(loop.type) && loop.type != LoopType::kInt8 &&
      !Has(spec.work, kIntegerQuotients) && ComparisonOf(spec.work) == Comparison::kNone) {
    if (spec.operands_at[1] < 0) plan.wraps_to = call.TensorAt(spec.operands_at[0]).dtype;
    if (loop.promoted != ACL_DT_UNDEFINED) plan.wraps_to = loop.promoted;
  }
  // An odd double is on the same side of every float, and rounds as the integer does.
  const Comparison comparison = ComparisonOf(spec.work);
  plan.odd_doubles =
      loop.type == LoopType::kDouble &&
      ((comparison == Comparison::kChooses && call.FirstResult().dtype != ACL_DOUBLE) ||
       (comparison == Comparison::kTells && !loop.is_double));
  plan.nearest_integers = Has(spec.work, kIntegerResults);
}

}  // namespace openaclnn

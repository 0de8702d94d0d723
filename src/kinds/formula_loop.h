// In which type a formula is computed for a call, with which kernel and parameters: what follows
// from the dtypes of the call's tensors.
#pragma once

#include "acl/acl_base.h"
#include "cpu/kernel.h"
#include "engine/call.h"
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
// contract computes in float, even if the loops then run in double. Nothing where there are none.
void SetParams(const Call& call, const FormulaLoop& loop, Params& params);

// How results become elements of the outputs.
void SetConversions(const Call& call, const FormulaLoop& loop, Plan& plan);

}  // namespace openaclnn

// A formula as a stage.
#pragma once

#include <span>

#include "base/shared.h"
#include "cpu/params.h"
#include "kinds/elementwise/kernel.h"
#include "kinds/stage.h"

namespace openaclnn {

// A formula is applied in double to the elements of inputs, which broadcast to the shape of the
// result; this is rounded once, to the dtype of the result. Its parameters are params.d.
OPENACLNN_SHARED Stage PlanFormulaInDouble(const Kernel* kernel, std::span<const Value> inputs,
                                           const Value& result, const Params& params = {});

// The same in float, by the loops that operators have for FLOAT. A formula without parameters.
OPENACLNN_SHARED Stage PlanFormulaInFloat(const Kernel* kernel, std::span<const Value> inputs,
                                          const Value& result);

// The same of integers, modulo 2^64, without parameters. All are INT64.
OPENACLNN_SHARED Stage PlanFormulaInIntegers(const Kernel* kernel, std::span<const Value> inputs,
                                             const Value& result);

// A formula that computes in double, by its loops for the dtype that all have, or else in double:
// as exact, and faster.
OPENACLNN_SHARED Stage PlanFormulaOf(const Kernel* kernel, std::span<const Value> inputs,
                                     const Value& result);

}  // namespace openaclnn

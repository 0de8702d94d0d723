// Where the elements of a call lie: from checked arguments to the plans of an executor.
#pragma once

#include <span>

#include "engine/argument.h"
#include "engine/executor.h"
#include "engine/likeness.h"
#include "engine/op_spec.h"

namespace openaclnn {

// Fills in the executor's tensors, plans, and what belongs to these; its kernel, loop and parameters
// are there. `is_complex`: each tensor is two operands, or two results, its real and its imaginary
// parts.
void LayOperands(const OpSpec& spec, std::span<const Argument> arguments, const Likeness& likeness,
                 bool is_complex, Executor& executor);

}  // namespace openaclnn

// The activation gradients: the one list from which the registry, tests and documents are made.
#pragma once

#include "engine/op_spec.h"

// clang-format off
#define OPENACLNN_ACTIVATIONS(OP) \
  OP(HardtanhBackward)            \
  OP(SoftplusBackward)            \
  OP(PreluBackward)               \
  OP(GeluBackwardV2)              \
  OP(LogitGrad)
// clang-format on

namespace openaclnn {

#define OPENACLNN_DECLARE(name) extern const OpSpec k##name##Spec;
OPENACLNN_ACTIVATIONS(OPENACLNN_DECLARE)
#undef OPENACLNN_DECLARE

}  // namespace openaclnn

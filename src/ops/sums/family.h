// Sums of many terms: reductions, products of matrices, losses. The one list from which the
// registry, tests and documents are made.
#pragma once

#include "engine/op_spec.h"
#include "kinds/product/spec.h"
#include "kinds/reduction/spec.h"

// One line for each room, in alphabetical order.
// clang-format off
#define OPENACLNN_SUMS(OP) \
  OP(LayerNorm) OP(FastLayerNorm) OP(LayerNormWithImplMode) OP(LayerNormBackward) \
  OP(Mean) OP(ReduceSum) \
  OP(Mm) OP(Addmm) OP(InplaceAddmm) OP(BatchMatMul) OP(Baddbmm) OP(InplaceBaddbmm) OP(Matmul) \
  OP(Mv) \
  OP(NLLLoss) OP(NLLLossBackward)
// clang-format on

namespace openaclnn {

#define OPENACLNN_DECLARE(name) extern const OpSpec k##name##Spec;
OPENACLNN_SUMS(OPENACLNN_DECLARE)
#undef OPENACLNN_DECLARE

}  // namespace openaclnn

// The activations and their gradients: the one list from which the registry, tests and documents
// are made.
#pragma once

#include "engine/op_spec.h"
#include "kinds/channels/spec.h"
#include "kinds/elementwise/spec.h"
#include "kinds/rows/spec.h"

// One line for each room, in alphabetical order.
// clang-format off
#define OPENACLNN_ACTIVATIONS(OP) \
  OP(AddRelu) OP(InplaceAddRelu) \
  OP(BinaryCrossEntropyWithLogitsTargetBackward) \
  OP(Celu) OP(InplaceCelu) \
  OP(Elu) OP(InplaceElu) OP(EluBackward) \
  OP(Erfinv) OP(InplaceErfinv) \
  OP(FatreluMul) \
  OP(GeGlu) OP(GeGluV3) OP(GeGluBackward) OP(GeGluV3Backward) OP(GeluMul) \
  OP(Gelu) OP(GeluV2) OP(GeluBackward) OP(GeluBackwardV2) \
  OP(Glu) OP(GluBackward) \
  OP(Hardsigmoid) OP(InplaceHardsigmoid) OP(HardsigmoidBackward) \
  OP(Hardswish) OP(InplaceHardswish) OP(HardswishBackward) OP(HardswishBackwardV2) \
  OP(Hardtanh) OP(InplaceHardtanh) OP(HardtanhBackward) \
  OP(Heaviside) \
  OP(LeakyRelu) OP(InplaceLeakyRelu) OP(LeakyReluBackward) \
  OP(Logit) OP(LogitGrad) \
  OP(LogSigmoid) OP(LogSigmoidForward) OP(LogSigmoidBackward) \
  OP(Mish) OP(InplaceMish) OP(MishBackward) \
  OP(Prelu) OP(PreluBackward) \
  OP(Relu) OP(InplaceRelu) \
  OP(Selu) OP(InplaceSelu) OP(SeluBackward) \
  OP(Hardshrink) OP(HardshrinkBackward) OP(Softshrink) OP(SoftshrinkBackward) OP(Shrink) \
  OP(Sigmoid) OP(InplaceSigmoid) OP(SigmoidBackward) \
  OP(Silu) OP(SiluBackward) OP(Swish) OP(SwishBackward) OP(FastGelu) OP(FastGeluBackward) \
  OP(Softmax) OP(LogSoftmax) OP(SoftmaxBackward) OP(LogSoftmaxBackward) \
  OP(SoftmaxCrossEntropyWithLogits) \
  OP(Softplus) OP(SoftplusBackward) \
  OP(SquaredRelu) \
  OP(SwiGlu) OP(SwiGluGrad) \
  OP(Tanh) OP(InplaceTanh) OP(TanhBackward) \
  OP(Threshold) OP(InplaceThreshold) OP(ThresholdBackward)
// clang-format on

namespace openaclnn {

#define OPENACLNN_DECLARE(name) extern const OpSpec k##name##Spec;
OPENACLNN_ACTIVATIONS(OPENACLNN_DECLARE)
#undef OPENACLNN_DECLARE

}  // namespace openaclnn

// Activations and their gradients.
#include <iterator>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

template <aclDataType dtype>
OperatorCall Hardtanh(const Shape& shape, uint32_t seed) {
  return {"aclnnHardtanhBackward",
          {RandomArray(dtype, shape, seed), RandomArray(dtype, shape, seed + 1), -1.25, 2.0,
           Array(dtype, shape)}};
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall Softplus(const Shape& shape, uint32_t seed) {
  return {"aclnnSoftplusBackward",
          {RandomArray(grad, shape, seed), RandomArray(self, shape, seed + 1, -20, 20), 1.25, 3.0,
           Array(out, shape)}};
}

template <aclDataType dtype>
OperatorCall PreluOneWeight(const Shape& shape, uint32_t seed) {
  return {"aclnnPreluBackward",
          {RandomArray(dtype, shape, seed), RandomArray(dtype, shape, seed + 1),
           ArrayOf(dtype, {1, 1}, {0.3}), Array(dtype, shape), Array(dtype, {1, 1})}};
}

template <aclDataType dtype>
OperatorCall PreluChannels(const Shape& shape, uint32_t seed) {
  if (shape.size() < 2) return PreluOneWeight<dtype>(shape, seed);
  const Shape channels = {shape[1]};
  return {
      "aclnnPreluBackward",
      {RandomArray(dtype, shape, seed), RandomArray(dtype, shape, seed + 1),
       RandomArray(dtype, channels, seed + 2, -1, 1), Array(dtype, shape), Array(dtype, channels)}};
}

template <aclDataType self, aclDataType weight, aclDataType out>
OperatorCall PreluForward(const Shape& shape, uint32_t seed) {
  const Shape channels = {shape.size() < 2 ? 1 : shape[1]};
  return {"aclnnPrelu",
          {RandomArray(self, shape, seed), RandomArray(weight, channels, seed + 1, -1, 1),
           Array(out, shape)}};
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall Gelu(const Shape& shape, uint32_t seed, const char* approximate) {
  return {"aclnnGeluBackwardV2",
          {RandomArray(grad, shape, seed), RandomArray(self, shape, seed + 1), approximate,
           Array(out, shape)}};
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall GeluNone(const Shape& shape, uint32_t seed) {
  return Gelu<grad, self, out>(shape, seed, "none");
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall GeluTanh(const Shape& shape, uint32_t seed) {
  return Gelu<grad, self, out>(shape, seed, "tanh");
}

template <aclDataType dtype>
OperatorCall GeluForward(const Shape& shape, uint32_t seed) {
  return {"aclnnGeluV2", {RandomArray(dtype, shape, seed), 0.0, Array(dtype, shape)}};
}

template <aclDataType dtype>
OperatorCall Logit(const Shape& shape, uint32_t seed) {
  return {"aclnnLogitGrad",
          {RandomArray(dtype, shape, seed, -0.2, 1.2), RandomArray(dtype, shape, seed + 1), 0.0625,
           Array(dtype, shape)}};
}

// What is half of a tensor has an axis.
Shape AsHalf(const Shape& shape) { return shape.empty() ? Shape{1} : shape; }

// The shape of a tensor whose halves along the axis have this one.
Shape Doubled(const Shape& shape, int axis) {
  Shape whole = AsHalf(shape);
  whole[static_cast<size_t>(axis < 0 ? std::ssize(whole) + axis : axis)] *= 2;
  return whole;
}

template <aclDataType self, aclDataType out, int axis>
OperatorCall Glu(const Shape& shape, uint32_t seed) {
  return {"aclnnGlu",
          {RandomArray(self, Doubled(shape, axis), seed, -8, 8), double{axis},
           Array(out, AsHalf(shape))}};
}

template <aclDataType dtype, int axis>
OperatorCall GatedGradient(const char* name, const Shape& shape, uint32_t seed) {
  const Shape whole = Doubled(shape, axis);
  return {name,
          {RandomArray(dtype, AsHalf(shape), seed), RandomArray(dtype, whole, seed + 1, -8, 8),
           double{axis}, Array(dtype, whole)}};
}

template <aclDataType dtype, int axis>
OperatorCall GluBackward(const Shape& shape, uint32_t seed) {
  return GatedGradient<dtype, axis>("aclnnGluBackward", shape, seed);
}

template <aclDataType dtype, int axis>
OperatorCall SwiGluGrad(const Shape& shape, uint32_t seed) {
  return GatedGradient<dtype, axis>("aclnnSwiGluGrad", shape, seed);
}

template <aclDataType dtype>
OperatorCall GeGlu(const Shape& shape, uint32_t seed) {
  const Array out(dtype, AsHalf(shape));
  return {"aclnnGeGluV3",
          {RandomArray(dtype, Doubled(shape, -1), seed, -8, 8), -1.0, 0.0, 1.0, out, out}};
}

template <aclDataType dtype>
OperatorCall GeGluBackward(const Shape& shape, uint32_t seed) {
  const Shape half = AsHalf(shape), whole = Doubled(shape, 0);
  return {"aclnnGeGluBackward",
          {RandomArray(dtype, half, seed), RandomArray(dtype, whole, seed + 1, -8, 8),
           RandomArray(dtype, half, seed + 2), 0.0, 1.0, Array(dtype, whole)}};
}

// Tensors of pairs, as the last axis may not be long.
template <aclDataType dtype>
OperatorCall FatreluMul(const Shape& shape, uint32_t seed) {
  return {"aclnnFatreluMul",
          {RandomArray(dtype, {CountOf(shape), 2}, seed), ArrayOf(dtype, {1}, {0.5}),
           Array(dtype, {CountOf(shape), 1})}};
}

template <aclDataType self, aclDataType out>
OperatorCall LeakyRelu(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnLeakyRelu", shape, seed, {0.01});
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall LeakyReluBackward(const Shape& shape, uint32_t seed) {
  return Gradient<grad, self, out>("aclnnLeakyReluBackward", shape, seed, {0.01, 0.0});
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall AddRelu(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnAddRelu", shape, seed, {{3.0, ACL_INT32}});
}

template <aclDataType dtype>
OperatorCall Hardsigmoid(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnHardsigmoid", shape, seed);
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall HardsigmoidBackward(const Shape& shape, uint32_t seed) {
  return Gradient<grad, self, out>("aclnnHardsigmoidBackward", shape, seed);
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall HardshrinkBackward(const Shape& shape, uint32_t seed) {
  return Gradient<grad, self, out>("aclnnHardshrinkBackward", shape, seed, {0.5});
}

template <aclDataType self, aclDataType out>
OperatorCall Softshrink(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSoftshrink", shape, seed, {0.5});
}

template <aclDataType self, aclDataType out>
OperatorCall Hardswish(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnHardswish", shape, seed);
}

template <aclDataType dtype>
OperatorCall HardswishBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnHardswishBackward", shape, seed);
}

template <aclDataType dtype>
OperatorCall HardswishBackwardV2(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnHardswishBackwardV2", shape, seed);
}

template <aclDataType dtype>
OperatorCall HardtanhForward(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnHardtanh", shape, seed, {-1.25, 2.0});
}

template <aclDataType dtype>
OperatorCall LogSigmoidBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnLogSigmoidBackward", shape, seed,
                                       {Array(ACL_FLOAT, {0})});
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall MishBackward(const Shape& shape, uint32_t seed) {
  return Gradient<grad, self, out>("aclnnMishBackward", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Erfinv(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnErfinv", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Tanh(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnTanh", shape, seed);
}

template <aclDataType dtype>
OperatorCall TanhBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnTanhBackward", shape, seed);
}

template <aclDataType dtype>
OperatorCall Relu(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnRelu", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Sigmoid(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSigmoid", shape, seed);
}

template <aclDataType grad, aclDataType output, aclDataType out>
OperatorCall SigmoidBackward(const Shape& shape, uint32_t seed) {
  return Gradient<grad, output, out>("aclnnSigmoidBackward", shape, seed);
}

template <aclDataType dtype>
OperatorCall Silu(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnSilu", shape, seed);
}

template <aclDataType dtype>
OperatorCall SwishBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnSwishBackward", shape, seed, {nullptr});
}

template <aclDataType self, aclDataType out>
OperatorCall Threshold(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnThreshold", shape, seed, {-1.0, 7.0});
}

template <aclDataType dtype>
OperatorCall ThresholdBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnThresholdBackward", shape, seed, {-1.5});
}

template <aclDataType self, aclDataType out>
OperatorCall Elu(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnElu", shape, seed, {1.5, 0.5, 1.25});
}

template <aclDataType dtype, bool is_result>
OperatorCall EluBackward(const Shape& shape, uint32_t seed) {
  return {"aclnnEluBackward",
          {RandomArray(dtype, shape, seed), 1.5, 0.5, 1.25, is_result ? 1.0 : 0.0,
           RandomArray(dtype, shape, seed + 1), Array(dtype, shape)}};
}

template <aclDataType self, aclDataType out>
OperatorCall Selu(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSelu", shape, seed);
}

template <aclDataType dtype>
OperatorCall SeluBackward(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, dtype>("aclnnSeluBackward", shape, seed);
}

}  // namespace

std::vector<Case> ActivationCases() {
  return {
      {"HardtanhFloat", Hardtanh<kF32>},
      {"HardtanhFloat16", Hardtanh<kF16>},
      {"HardtanhBfloat16", Hardtanh<kBf16>},
      {"SoftplusFloat", Softplus<kF32, kF32, kF32>},
      {"SoftplusFloat16", Softplus<kF16, kF16, kF16>},
      {"SoftplusBfloat16", Softplus<kBf16, kBf16, kBf16>},
      {"SoftplusDouble", Softplus<kF64, kF64, kF64>},
      {"SoftplusFloatOfInt32", Softplus<kF32, ACL_INT32, kF32>},
      {"SoftplusFloatOfInt8", Softplus<kBf16, ACL_INT8, kF32>},
      {"SoftplusDoubleOfBool", Softplus<kF32, ACL_BOOL, kF64>},
      {"SoftplusFloat16OfDouble", Softplus<kF16, kF64, kF16>},
      {"SoftplusBfloat16OfInt64", Softplus<kF64, ACL_INT64, kBf16>},
      {"PreluOneWeightFloat", PreluOneWeight<kF32>},
      {"PreluOneWeightFloat16", PreluOneWeight<kF16>},
      {"PreluChannelsFloat", PreluChannels<kF32>},
      {"PreluChannelsFloat16", PreluChannels<kF16>},
      {"PreluChannelsBfloat16", PreluChannels<kBf16>},
      {"EluFloat", Elu<kF32, kF32>},
      {"EluFloat16OfDouble", Elu<kF64, kF16>},
      {"EluBackwardBfloat16", EluBackward<kBf16, false>},
      {"EluBackwardOfResultFloat", EluBackward<kF32, true>},
      {"GeluNoneFloat", GeluNone<kF32, kF32, kF32>},
      {"GeluNoneFloat16", GeluNone<kF16, kF16, kF16>},
      {"GeluNoneBfloat16", GeluNone<kBf16, kBf16, kBf16>},
      {"GeluNoneFloatOfBfloat16", GeluNone<kF16, kBf16, kF32>},
      {"GeluNoneFloat16OfInt8", GeluNone<kF16, ACL_INT8, kF16>},
      {"GeluTanhFloat", GeluTanh<kF32, kF32, kF32>},
      {"GeluTanhFloat16", GeluTanh<kF16, kF16, kF16>},
      {"GeluTanhBfloat16", GeluTanh<kBf16, kBf16, kBf16>},
      {"GeluTanhBfloat16OfBool", GeluTanh<ACL_BOOL, kBf16, kBf16>},
      {"ErfinvDoubleOfFloat16", Erfinv<kF16, kF64>},
      {"GeluForwardFloat", GeluForward<kF32>},
      {"GeluForwardFloat16", GeluForward<kF16>},
      {"AddReluFloat", AddRelu<kF32, kF32, kF32>},
      {"AddReluBfloat16OfInt32", AddRelu<ACL_INT32, kF16, kBf16>},
      {"AddReluInt16OfInt8", AddRelu<ACL_INT8, ACL_UINT8, ACL_INT16>},
      {"HardsigmoidFloat", Hardsigmoid<kF32>},
      {"HardsigmoidInt32", Hardsigmoid<ACL_INT32>},
      {"HardsigmoidBackwardDoubleOfFloat16", HardsigmoidBackward<kF32, kF16, kF64>},
      {"HardshrinkBackwardFloat16", HardshrinkBackward<kF16, kF16, kF16>},
      {"HardshrinkBackwardBfloat16OfFloat", HardshrinkBackward<kF32, kF16, kBf16>},
      {"SoftshrinkFloat", Softshrink<kF32, kF32>},
      {"SoftshrinkFloat16OfFloat", Softshrink<kF32, kF16>},
      {"FatreluMulFloat16", FatreluMul<kF16>},
      {"GeGluFloat", GeGlu<kF32>},
      {"GeGluBackwardBfloat16", GeGluBackward<kBf16>},
      {"GluFloat", Glu<kF32, kF32, -1>},
      {"GluFloat16OfDouble", Glu<kF64, kF16, 0>},
      {"GluDoubleOfBfloat16", Glu<kBf16, kF64, -1>},
      {"GluBackwardFloat", GluBackward<kF32, -1>},
      {"GluBackwardDouble", GluBackward<kF64, 0>},
      {"SwiGluGradFloat16", SwiGluGrad<kF16, 0>},
      {"HardswishFloat", Hardswish<kF32, kF32>},
      {"HardswishFloat16OfBfloat16", Hardswish<kBf16, kF16>},
      {"HardswishBackwardFloat", HardswishBackward<kF32>},
      {"HardswishBackwardBfloat16", HardswishBackward<kBf16>},
      {"HardswishBackwardV2Float16", HardswishBackwardV2<kF16>},
      {"HardtanhForwardFloat", HardtanhForward<kF32>},
      {"HardtanhForwardDouble", HardtanhForward<kF64>},
      {"HardtanhForwardInt16", HardtanhForward<ACL_INT16>},
      {"LeakyReluFloat", LeakyRelu<kF32, kF32>},
      {"LeakyReluBfloat16OfDouble", LeakyRelu<kF64, kBf16>},
      {"LeakyReluBackwardDoubleOfFloat16", LeakyReluBackward<kF16, kF32, kF64>},
      {"LogSigmoidBackwardFloat", LogSigmoidBackward<kF32>},
      {"LogitFloat", Logit<kF32>},
      {"LogitFloat16", Logit<kF16>},
      {"LogitBfloat16", Logit<kBf16>},
      {"MishBackwardFloat16OfFloat", MishBackward<kBf16, kF32, kF16>},
      {"PreluForwardFloat", PreluForward<kF32, kF32, kF32>},
      {"PreluForwardBfloat16", PreluForward<kBf16, kBf16, kBf16>},
      {"PreluForwardFloat16OfFloat", PreluForward<kF32, kBf16, kF16>},
      {"ReluFloat", Relu<kF32>},
      {"ReluInt8", Relu<ACL_INT8>},
      {"ReluInt64", Relu<ACL_INT64>},
      {"SeluFloat16", Selu<kF16, kF16>},
      {"SeluInt8OfInt32", Selu<ACL_INT32, ACL_INT8>},
      {"SeluBackwardInt8", SeluBackward<ACL_INT8>},
      {"SeluBackwardInt32", SeluBackward<ACL_INT32>},
      {"SigmoidFloat16", Sigmoid<kF16, kF16>},
      {"SigmoidDoubleOfInt32", Sigmoid<ACL_INT32, kF64>},
      {"SigmoidBackwardBfloat16", SigmoidBackward<kBf16, kBf16, kBf16>},
      {"SiluFloat", Silu<kF32>},
      {"SiluBfloat16", Silu<kBf16>},
      {"SwishBackwardFloat", SwishBackward<kF32>},
      {"SwishBackwardFloat16", SwishBackward<kF16>},
      {"TanhFloat", Tanh<kF32, kF32>},
      {"TanhBfloat16OfInt16", Tanh<ACL_INT16, kBf16>},
      {"TanhBackwardDouble", TanhBackward<kF64>},
      {"ThresholdFloat", Threshold<kF32, kF32>},
      {"ThresholdInt8OfInt32", Threshold<ACL_INT32, ACL_INT8>},
      {"ThresholdBackwardUint8", ThresholdBackward<ACL_UINT8>},
  };
}

}  // namespace openaclnn::test

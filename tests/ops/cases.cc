#include "tests/ops/cases.h"

#include "tests/ops/harness/values.h"

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
OperatorCall Logit(const Shape& shape, uint32_t seed) {
  return {"aclnnLogitGrad",
          {RandomArray(dtype, shape, seed, -0.2, 1.2), RandomArray(dtype, shape, seed + 1), 0.0625,
           Array(dtype, shape)}};
}

constexpr aclDataType kF32 = ACL_FLOAT, kF16 = ACL_FLOAT16, kBf16 = ACL_BF16, kF64 = ACL_DOUBLE;

}  // namespace

const std::vector<Case>& AllCases() {
  static const std::vector<Case> cases = {
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
      {"GeluNoneFloat", GeluNone<kF32, kF32, kF32>},
      {"GeluNoneFloat16", GeluNone<kF16, kF16, kF16>},
      {"GeluNoneBfloat16", GeluNone<kBf16, kBf16, kBf16>},
      {"GeluNoneFloatOfBfloat16", GeluNone<kF16, kBf16, kF32>},
      {"GeluNoneFloat16OfInt8", GeluNone<kF16, ACL_INT8, kF16>},
      {"GeluTanhFloat", GeluTanh<kF32, kF32, kF32>},
      {"GeluTanhFloat16", GeluTanh<kF16, kF16, kF16>},
      {"GeluTanhBfloat16", GeluTanh<kBf16, kBf16, kBf16>},
      {"GeluTanhBfloat16OfBool", GeluTanh<ACL_BOOL, kBf16, kBf16>},
      {"LogitFloat", Logit<kF32>},
      {"LogitFloat16", Logit<kF16>},
      {"LogitBfloat16", Logit<kBf16>},
  };
  return cases;
}

const std::vector<Case>& FewCases() {
  static const std::vector<Case> cases = {
      {"HardtanhFloat", Hardtanh<kF32>},
      {"LogitFloat16", Logit<kF16>},
      {"GeluTanhFloatOfBfloat16", GeluTanh<kF32, kBf16, kF32>},
      {"SoftplusDouble", Softplus<kF64, kF64, kF64>},
      {"PreluOneWeightFloat", PreluOneWeight<kF32>},
      {"PreluChannelsFloat", PreluChannels<kF32>},
      {"PreluChannelsBfloat16", PreluChannels<kBf16>},
  };
  return cases;
}

}  // namespace openaclnn::test

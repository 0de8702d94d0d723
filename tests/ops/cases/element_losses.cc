// Losses of elements, their means and sums, and their gradients.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// From 0 to 1.
Array Shares(aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Array all = Finite(dtype, shape, seed);
  return Array(dtype, shape, [&](int64_t i) {
    return BitsOf(dtype, std::clamp(all.Value(i) / 4 + 0.5, 0.0, 1.0));
  });
}

Shape ShapeOfLoss(const Shape& shape, int reduction) { return reduction == 0 ? shape : Shape{}; }

template <aclDataType dtype, int reduction>
OperatorCall Loss(const char* name, const Shape& shape, uint32_t seed,
                  const std::vector<CallArgument>& numbers = {}) {
  OperatorCall call = {
      name, {Finite(dtype, shape, seed), Shares(dtype, shape, seed + 1), double{reduction}}};
  call.arguments.insert(call.arguments.end(), numbers.begin(), numbers.end());
  call.arguments.emplace_back(Array(dtype, ShapeOfLoss(shape, reduction)));
  return call;
}

template <aclDataType dtype, int reduction>
OperatorCall Slope(const char* name, const Shape& shape, uint32_t seed,
                   const std::vector<CallArgument>& numbers = {}) {
  OperatorCall call = Loss<dtype, 0>(name, shape, seed, numbers);
  call.arguments[2] = CallArgument(double{reduction});
  call.arguments.insert(call.arguments.begin(), Finite(dtype, shape, seed + 2));
  return call;
}

// With weights behind the target, or none.
template <aclDataType dtype, int reduction, bool is_slope>
OperatorCall Entropy(const char* name, const Shape& shape, uint32_t seed, int weights,
                     bool has_weights) {
  OperatorCall call = is_slope ? Slope<dtype, reduction>(name, shape, seed)
                               : Loss<dtype, reduction>(name, shape, seed);
  const int first = is_slope ? 1 : 0;
  if (weights == 1) call.arguments[static_cast<size_t>(first)] = Shares(dtype, shape, seed);
  for (int k = 0; k < weights; ++k) {
    const auto at = call.arguments.begin() + first + 2 + k;
    const auto more = static_cast<uint32_t>(3 + k);
    call.arguments.insert(
        at, has_weights ? CallArgument(Shares(dtype, shape, seed + more)) : CallArgument(nullptr));
  }
  return call;
}

// Images of one line.
template <aclDataType dtype, aclDataType index, int reduction>
OperatorCall NllLoss2d(const Shape& shape, uint32_t seed) {
  const Shape matrix = AsMatrix(shape);
  const Shape images = {2, 3, matrix[0], matrix[1]}, pixels = {2, matrix[0], matrix[1]};
  return {
      "aclnnNLLLoss2d",
      {Finite(dtype, images, seed), Places(index, pixels, 3), Finite(dtype, {3}, seed + 1),
       double{reduction}, 2.0, Array(dtype, ShapeOfLoss(pixels, reduction)), Array(dtype, {1})}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall NllLoss2dBackward(const Shape& shape, uint32_t seed) {
  OperatorCall call = NllLoss2d<dtype, index, 0>(shape, seed);
  call.name = "aclnnNLLLoss2dBackward";
  call.arguments.insert(call.arguments.begin(),
                        Finite(dtype, call.arguments[5].array.shape, seed + 2));
  call.arguments[6] = CallArgument(ArrayOf(dtype, {3.0}));
  call.arguments[7] = CallArgument(Array(dtype, call.arguments[1].array.shape));
  return call;
}

}  // namespace

std::vector<Case> ElementLossesCases() {
  return {
      {"MseLossFloat",
       [](const Shape& s, uint32_t n) { return Loss<kF32, 0>("aclnnMseLoss", s, n); }},
      {"MseLossMeanFloat16",
       [](const Shape& s, uint32_t n) { return Loss<kF16, 1>("aclnnMseLoss", s, n); }},
      {"MseLossOutBfloat16",
       [](const Shape& s, uint32_t n) { return Loss<kBf16, 0>("aclnnMseLossOut", s, n); }},
      {"MseLossBackwardFloat",
       [](const Shape& s, uint32_t n) { return Slope<kF32, 1>("aclnnMseLossBackward", s, n); }},
      {"L1LossSumFloat",
       [](const Shape& s, uint32_t n) { return Loss<kF32, 2>("aclnnL1Loss", s, n); }},
      {"L1LossInt64",
       [](const Shape& s, uint32_t n) { return Loss<ACL_INT64, 0>("aclnnL1Loss", s, n); }},
      {"L1LossBackwardFloat16",
       [](const Shape& s, uint32_t n) { return Slope<kF16, 1>("aclnnL1LossBackward", s, n); }},
      {"SmoothL1LossFloat",
       [](const Shape& s, uint32_t n) { return Loss<kF32, 0>("aclnnSmoothL1Loss", s, n, {0.5}); }},
      {"SmoothL1LossBackwardBfloat16",
       [](const Shape& s, uint32_t n) {
         return Slope<kBf16, 2>("aclnnSmoothL1LossBackward", s, n, {0.5});
       }},
      {"SoftMarginLossMeanFloat",
       [](const Shape& s, uint32_t n) { return Loss<kF32, 1>("aclnnSoftMarginLoss", s, n); }},
      {"SoftMarginLossBackwardFloat",
       [](const Shape& s, uint32_t n) {
         return Slope<kF32, 0>("aclnnSoftMarginLossBackward", s, n);
       }},
      {"KlDivFloat",
       [](const Shape& s, uint32_t n) { return Loss<kF32, 0>("aclnnKlDiv", s, n, {0.0}); }},
      {"KlDivOfLogMeanFloat16",
       [](const Shape& s, uint32_t n) { return Loss<kF16, 1>("aclnnKlDiv", s, n, {1.0}); }},
      {"KlDivBackwardFloat",
       [](const Shape& s, uint32_t n) {
         return Slope<kF32, 1>("aclnnKlDivBackward", s, n, {1.0});
       }},
      {"KlDivTargetBackwardFloat",
       [](const Shape& s, uint32_t n) {
         return Slope<kF32, 2>("aclnnKlDivTargetBackward", s, n, {0.0});
       }},
      {"BinaryCrossEntropyFloat",
       [](const Shape& s, uint32_t n) {
         return Entropy<kF32, 0, false>("aclnnBinaryCrossEntropy", s, n, 1, true);
       }},
      {"BinaryCrossEntropyBackwardFloat16",
       [](const Shape& s, uint32_t n) {
         return Entropy<kF16, 1, true>("aclnnBinaryCrossEntropyBackward", s, n, 1, false);
       }},
      {"BinaryCrossEntropyWithLogitsFloat",
       [](const Shape& s, uint32_t n) {
         return Entropy<kF32, 1, false>("aclnnBinaryCrossEntropyWithLogits", s, n, 2, true);
       }},
      {"BinaryCrossEntropyWithLogitsBackwardBfloat16",
       [](const Shape& s, uint32_t n) {
         return Entropy<kBf16, 1, true>("aclnnBinaryCrossEntropyWithLogitsBackward", s, n, 2, true);
       }},
      {"NLLLoss2dFloat", NllLoss2d<kF32, ACL_INT64, 0>},
      {"NLLLoss2dMeanBfloat16", NllLoss2d<kBf16, ACL_INT32, 1>},
      {"NLLLoss2dBackwardFloat", NllLoss2dBackward<kF32, ACL_INT64>},
  };
}

}  // namespace openaclnn::test

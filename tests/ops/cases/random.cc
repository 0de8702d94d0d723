// Random numbers.
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

constexpr double kSeed = 12345, kOffset = 24;

Array OneInteger(int64_t number) {
  return Array(ACL_INT64, {1}, [number](int64_t) { return static_cast<uint64_t>(number); });
}
std::vector<CallArgument> SeedTensors() { return {OneInteger(12345), OneInteger(20), 4.0}; }
// The bytes that have a bit for each element.
Shape ShapeOfBits(const Shape& shape) { return {(CountOf(shape) + 127) / 128 * 16}; }
Array KeptBits(const Shape& shape, uint32_t seed) {
  return RandomPatterns(ACL_UINT8, ShapeOfBits(shape), seed);
}

template <aclDataType dtype>
OperatorCall Uniform(const Shape& shape, uint32_t seed) {
  return {"aclnnInplaceUniform", {Array(dtype, shape), -3.0, 5.0, double(seed), kOffset}};
}
template <aclDataType dtype>
OperatorCall UniformTensor(const Shape& shape, uint32_t /*seed*/) {
  OperatorCall call = {"aclnnInplaceUniformTensor", {Array(dtype, shape), -3.0, 5.0}};
  for (CallArgument& argument : SeedTensors()) call.arguments.push_back(std::move(argument));
  return call;
}
template <aclDataType dtype>
OperatorCall Normal(const Shape& shape, uint32_t seed) {
  return {"aclnnInplaceNormal", {Array(dtype, shape), -3.0, 5.0, double(seed), kOffset}};
}
template <aclDataType dtype>
OperatorCall NormalTensor(const Shape& shape, uint32_t /*seed*/) {
  OperatorCall call = {"aclnnInplaceNormalTensor", {Array(dtype, shape), -3.0, 5.0}};
  for (CallArgument& argument : SeedTensors()) call.arguments.push_back(std::move(argument));
  return call;
}
template <aclDataType mean, aclDataType std, aclDataType out>
OperatorCall NormalOfTensors(const Shape& shape, uint32_t seed) {
  return {"aclnnNormalTensorTensor",
          {RandomArray(mean, shape, seed), RandomArray(std, shape, seed + 1, 0, 3), kSeed, kOffset,
           Array(out, shape)}};
}
template <aclDataType dtype>
OperatorCall NormalOfMeans(const Shape& shape, uint32_t seed) {
  return {"aclnnNormalTensorFloat",
          {RandomArray(dtype, shape, seed), 1.5, kSeed, kOffset, Array(dtype, shape)}};
}
template <aclDataType dtype>
OperatorCall NormalOfDeviations(const Shape& shape, uint32_t seed) {
  return {"aclnnNormalFloatTensor",
          {1.5, RandomArray(dtype, shape, seed, 0, 3), kSeed, kOffset, Array(dtype, shape)}};
}
template <aclDataType dtype>
OperatorCall NormalOfNumbers(const Shape& shape, uint32_t seed) {
  return {"aclnnNormalFloatFloat", {1.5, 0.5, double(seed), kOffset, Array(dtype, shape)}};
}

template <aclDataType dtype>
OperatorCall Bernoulli(const Shape& shape, uint32_t seed) {
  return {"aclnnBernoulli",
          {RandomArray(dtype, shape, seed), 0.375, kSeed, kOffset, Array(dtype, shape)}};
}
template <aclDataType dtype>
OperatorCall InplaceBernoulli(const Shape& shape, uint32_t seed) {
  return {"aclnnInplaceBernoulli", {Array(dtype, shape), 0.375, double(seed), kOffset}};
}
template <aclDataType dtype, aclDataType prob>
OperatorCall BernoulliTensor(const Shape& shape, uint32_t seed) {
  return {"aclnnBernoulliTensor",
          {RandomArray(dtype, shape, seed), RandomArray(prob, shape, seed + 1, 0, 1), kSeed,
           kOffset, Array(dtype, shape)}};
}
template <aclDataType dtype, aclDataType prob>
OperatorCall InplaceBernoulliTensor(const Shape& shape, uint32_t seed) {
  return {"aclnnInplaceBernoulliTensor",
          {Array(dtype, shape), RandomArray(prob, shape, seed + 1, 0, 1), kSeed, kOffset}};
}

template <aclDataType dtype, int64_t to>
OperatorCall Random(const Shape& shape, uint32_t seed) {
  return {"aclnnInplaceRandom", {Array(dtype, shape), -3.0, double(to), double(seed), kOffset}};
}
template <aclDataType dtype>
OperatorCall RandomTensor(const Shape& shape, uint32_t /*seed*/) {
  OperatorCall call = {"aclnnInplaceRandomTensor", {Array(dtype, shape), -3.0, 100.0}};
  for (CallArgument& argument : SeedTensors()) call.arguments.push_back(std::move(argument));
  return call;
}

template <aclDataType dtype>
OperatorCall Randperm(const Shape& shape, uint32_t seed) {
  const int64_t n = CountOf(shape);
  return {"aclnnRandperm", {double(n), double(seed), kOffset, Array(dtype, {n})}};
}

template <aclDataType dtype, bool again>
OperatorCall Multinomial(const Shape& shape, uint32_t seed) {
  Shape whole = AsMatrix(shape);
  const int64_t columns = std::max<int64_t>(1, whole[1]);
  whole[1] = columns;
  const Array weights(dtype, whole, [seed](int64_t i) {
    return BitsOf(dtype, static_cast<double>((i * 7 + seed) % 5 + 1));
  });
  const int64_t samples = again ? 5 : (columns + 1) / 2;
  return {"aclnnMultinomial",
          {weights, double(samples), again ? 1.0 : 0.0, kSeed, kOffset,
           Array(ACL_INT64, {whole[0], samples})}};
}
OperatorCall MultinomialTensor(const Shape& shape, uint32_t seed) {
  OperatorCall call = Multinomial<kF32, true>(shape, seed);
  call.name = "aclnnMultinomialTensor";
  call.arguments.erase(call.arguments.begin() + 3, call.arguments.begin() + 5);
  const std::vector<CallArgument> seeds = SeedTensors();
  call.arguments.insert(call.arguments.begin() + 3, seeds.begin(), seeds.end());
  return call;
}

template <aclDataType dtype>
OperatorCall Exponential(const Shape& shape, uint32_t seed) {
  return {"aclnnSimThreadExponential",
          {Array(dtype, shape), double(CountOf(shape)), 2.0, double(seed), kOffset}};
}

OperatorCall DropoutGenMask(const Shape& shape, uint32_t seed) {
  return {"aclnnDropoutGenMask",
          {std::vector<int64_t>(shape), 0.25, double(seed), kOffset,
           Array(ACL_UINT8, ShapeOfBits(shape))}};
}
OperatorCall DropoutGenMaskV2(const Shape& shape, uint32_t seed) {
  return {"aclnnDropoutGenMaskV2",
          {std::vector<int64_t>(shape),
           0.25,
           double(seed),
           kOffset,
           {0.0, ACL_FLOAT},
           Array(ACL_UINT8, ShapeOfBits(shape))}};
}
OperatorCall DropoutGenMaskV2Tensor(const Shape& shape, uint32_t /*seed*/) {
  OperatorCall call = {"aclnnDropoutGenMaskV2Tensor", {std::vector<int64_t>(shape), 0.25}};
  for (CallArgument& argument : SeedTensors()) call.arguments.push_back(std::move(argument));
  call.arguments.push_back({0.0, ACL_FLOAT});
  call.arguments.push_back(Array(ACL_UINT8, ShapeOfBits(shape)));
  return call;
}
template <aclDataType self, aclDataType out>
OperatorCall DropoutDoMask(const Shape& shape, uint32_t seed) {
  return {"aclnnDropoutDoMask",
          {RandomArray(self, shape, seed), KeptBits(shape, seed + 1), 0.3, Array(out, shape)}};
}
template <aclDataType dtype>
OperatorCall DropoutBackward(const Shape& shape, uint32_t seed) {
  return {"aclnnDropoutBackward",
          {RandomArray(dtype, shape, seed), KeptBits(shape, seed + 1), 1.7, Array(dtype, shape)}};
}
template <aclDataType dtype>
OperatorCall Dropout(const Shape& shape, uint32_t seed) {
  return {"aclnnDropout",
          {RandomArray(dtype, shape, seed), 0.3, 1.0, kSeed, kOffset, Array(dtype, shape),
           Array(ACL_UINT8, ShapeOfBits(shape))}};
}

template <aclDataType dtype, bool training>
OperatorCall RRelu(const Shape& shape, uint32_t seed) {
  return {"aclnnRReluWithNoise",
          {RandomArray(dtype, shape, seed), Array(dtype, shape), 0.125, 0.375, training ? 1.0 : 0.0,
           kSeed, kOffset, Array(dtype, shape)}};
}
template <aclDataType dtype>
OperatorCall InplaceRRelu(const Shape& shape, uint32_t seed) {
  return {
      "aclnnInplaceRReluWithNoise",
      {RandomArray(dtype, shape, seed), Array(dtype, shape), 0.125, 0.375, 1.0, kSeed, kOffset}};
}

}  // namespace

std::vector<Case> RandomCases() {
  return {
      {"InplaceUniformFloat", Uniform<kF32>},
      {"InplaceUniformBfloat16", Uniform<kBf16>},
      {"InplaceUniformInt32", Uniform<ACL_INT32>},
      {"InplaceUniformTensorDouble", UniformTensor<kF64>},
      {"InplaceNormalFloat", Normal<kF32>},
      {"InplaceNormalFloat16", Normal<kF16>},
      {"InplaceNormalTensorBfloat16", NormalTensor<kBf16>},
      {"NormalTensorTensorFloat", NormalOfTensors<kF32, kBf16, kF32>},
      {"NormalTensorFloatFloat16", NormalOfMeans<kF16>},
      {"NormalFloatTensorDouble", NormalOfDeviations<kF64>},
      {"NormalFloatFloatFloat", NormalOfNumbers<kF32>},
      {"BernoulliFloat", Bernoulli<kF32>},
      {"InplaceBernoulliBool", InplaceBernoulli<ACL_BOOL>},
      {"BernoulliTensorFloat", BernoulliTensor<kF32, kF32>},
      {"InplaceBernoulliTensorInt64", InplaceBernoulliTensor<ACL_INT64, kF16>},
      {"InplaceRandomInt64", Random<ACL_INT64, 100>},
      {"InplaceRandomInt32OfMany", Random<ACL_INT32, 1 << 20>},
      {"InplaceRandomFloat", Random<kF32, 100>},
      {"InplaceRandomTensorInt8", RandomTensor<ACL_INT8>},
      {"RandpermInt64", Randperm<ACL_INT64>},
      {"RandpermFloat", Randperm<kF32>},
      {"MultinomialFloat", Multinomial<kF32, false>},
      {"MultinomialAgainBfloat16", Multinomial<kBf16, true>},
      {"MultinomialTensorFloat", MultinomialTensor},
      {"SimThreadExponentialFloat", Exponential<kF32>},
      {"DropoutGenMask", DropoutGenMask},
      {"DropoutGenMaskV2", DropoutGenMaskV2},
      {"DropoutGenMaskV2Tensor", DropoutGenMaskV2Tensor},
      {"DropoutDoMaskFloat", DropoutDoMask<kF32, kF32>},
      {"DropoutDoMaskBfloat16OfFloat", DropoutDoMask<kF32, kBf16>},
      {"DropoutBackwardFloat16", DropoutBackward<kF16>},
      {"DropoutFloat", Dropout<kF32>},
      {"DropoutBfloat16", Dropout<kBf16>},
      {"RReluWithNoiseFloat", RRelu<kF32, true>},
      {"RReluWithNoiseEvenFloat16", RRelu<kF16, false>},
      {"InplaceRReluWithNoiseBfloat16", InplaceRRelu<kBf16>},
  };
}

}  // namespace openaclnn::test

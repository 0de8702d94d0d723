// Quantised tensors.
#include <algorithm>
#include <array>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// A weight of integers for x of the shape of a matrix, whose rows have eight times as many
// elements, and 16 columns; of INT32 with eight integers in each, in groups of `group` rows.
template <aclDataType dtype, aclDataType weight, int64_t group>
OperatorCall WeightQuant(const char* name, const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  const int64_t m = std::max<int64_t>(first[0], 1), k = std::clamp<int64_t>(first[1], 1, 1000) * 8;
  const bool in_groups = group != 0 && group < k;
  const Shape scales = {in_groups ? (k + group - 1) / group : 1, 16};
  OperatorCall call = {
      name,
      {Finite(dtype, {m, k}, seed),
       RandomPatterns(weight, {k, weight == ACL_INT32 ? 2 : 16}, seed + 1),
       RandomArray(dtype, scales, seed + 2, -1, 1), RandomArray(dtype, scales, seed + 3, -4, 4),
       nullptr, nullptr, RandomArray(dtype == ACL_BF16 ? ACL_FLOAT : dtype, {16}, seed + 4, -9, 9),
       in_groups ? double{group} : 0.0, Array(dtype, {m, 16})}};
  return call;
}

template <aclDataType dtype, aclDataType weight, int64_t group>
OperatorCall WeightQuantV2(const Shape& shape, uint32_t seed) {
  return WeightQuant<dtype, weight, group>("aclnnWeightQuantBatchMatmulV2", shape, seed);
}

template <aclDataType dtype, aclDataType weight, int64_t group>
OperatorCall WeightQuantV3(const Shape& shape, uint32_t seed) {
  OperatorCall call =
      WeightQuant<dtype, weight, group>("aclnnWeightQuantBatchMatmulV3", shape, seed);
  call.arguments.insert(call.arguments.end() - 1, 1.0);
  return call;
}

template <aclDataType factors, aclDataType out>
OperatorCall QuantMatmulV4(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  const int64_t m = std::max<int64_t>(first[0], 1), k = std::clamp<int64_t>(first[1], 1, 1000) * 8;
  const bool is_packed = factors == ACL_INT32;
  return {"aclnnQuantMatmulV4",
          {RandomPatterns(factors, {m, is_packed ? k / 8 : k}, seed),
           RandomPatterns(factors, {k, is_packed ? 2 : 16}, seed + 1),
           RandomArray(ACL_FLOAT, {16}, seed + 2, -0.01, 0.01), nullptr,
           RandomArray(ACL_FLOAT, {m}, seed + 3, -2, 2), RandomArray(out, {16}, seed + 4, -50, 50),
           0.0, 0.0, Array(out, {m, 16})}};
}

template <aclDataType out>
OperatorCall QuantMatmulV5(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  const int64_t m = std::max<int64_t>(first[0], 1), k = std::clamp<int64_t>(first[1], 1, 1000) * 8;
  constexpr bool kIsScaled = out == ACL_INT8;
  OperatorCall call = {
      "aclnnQuantMatmulV5",
      {RandomPatterns(ACL_INT8, {m, k}, seed), RandomPatterns(ACL_INT8, {16, k}, seed + 1), nullptr,
       RandomArray(ACL_FLOAT, {16}, seed + 2, -0.01, 0.01), nullptr, nullptr, nullptr, nullptr,
       RandomPatterns(ACL_INT32, {16}, seed + 4), 0.0, 1.0, 0.0, Array(out, {m, 16})}};
  if (kIsScaled) {
    const Array scales = call.arguments[3].array;
    call.arguments[3] = Array(ACL_UINT64, {16}, [&scales](int64_t i) { return scales.Bits(i); });
    call.arguments[6] = RandomArray(ACL_FLOAT, {1}, seed + 5, -20, 20);
  }
  return call;
}

// Three groups of rows, with a bias.
std::vector<CallArgument> GroupsOfRows(const Array& x, const Array& weight, const Array& bias,
                                       aclDataType out) {
  const int64_t m = x.shape[0];
  const Array ends(ACL_INT64, {3}, [m](int64_t i) { return static_cast<uint64_t>(m * i / 3); });
  const auto list = [](const Array& array) { return CallArgument(std::vector<Array>{array}); };
  std::vector<CallArgument> arguments = {list(x), list(weight), list(bias)};
  arguments.resize(19, nullptr);
  arguments[8] = ends;
  for (const size_t integer : {12, 13, 14, 15}) arguments[integer] = 0.0;
  arguments[12] = 2.0;
  arguments[16] = list(Array(out, {m, 16}));
  return arguments;
}

// At most as many columns as a factor of groups has.
Shape WithShortRows(const Shape& shape) {
  Shape matrix = AsMatrix(shape);
  matrix[1] = std::min<int64_t>(matrix[1], 65535);
  return matrix;
}

template <aclDataType dtype, aclDataType bias>
OperatorCall GroupedMatmulV4(const Shape& shape, uint32_t seed) {
  const Shape first = WithShortRows(shape);
  return {"aclnnGroupedMatmulV4",
          GroupsOfRows(Finite(dtype, first, seed), Finite(dtype, {3, first[1], 16}, seed + 1),
                       Finite(bias, {3, 16}, seed + 2), dtype)};
}

// Products of integers, with an activation.
OperatorCall GroupedMatmulV5(const Shape& shape, uint32_t seed) {
  const Shape first = WithShortRows(shape);
  std::vector<CallArgument> arguments = GroupsOfRows(
      RandomPatterns(ACL_INT8, first, seed), RandomPatterns(ACL_INT8, {3, first[1], 16}, seed + 1),
      RandomPatterns(ACL_INT32, {3, 16}, seed + 2), ACL_FLOAT16);
  arguments[3] = std::vector<Array>{RandomArray(ACL_FLOAT, {3, 16}, seed + 3, -0.01, 0.01)};
  arguments[7] = std::vector<Array>{RandomArray(ACL_FLOAT, {first[0]}, seed + 4, -2, 2)};
  arguments[15] = 5.0;
  arguments.insert(arguments.begin() + 16, nullptr);
  return {"aclnnGroupedMatmulV5", arguments};
}

// Products of INT8 by four bits, with scales for two groups of k.
OperatorCall GroupedMatmulOfInt4(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  const int64_t m = first[0], k = std::clamp<int64_t>(first[1], 1, 500) * 4;
  std::vector<CallArgument> arguments = GroupsOfRows(
      RandomPatterns(ACL_INT8, {m, k}, seed), RandomPatterns(ACL_INT32, {3, k, 2}, seed + 1),
      RandomArray(ACL_FLOAT, {3, 16}, seed + 2, -50, 50), ACL_BF16);
  const Array scales = RandomArray(ACL_FLOAT, {96}, seed + 3, -0.01, 0.01);
  const Array words(ACL_UINT64, {3, 2, 16}, [&scales](int64_t i) { return scales.Bits(i); });
  arguments[3] = std::vector<Array>{words};
  arguments[7] = std::vector<Array>{RandomArray(ACL_FLOAT, {m}, seed + 4, -2, 2)};
  return {"aclnnGroupedMatmulV4", arguments};
}

OperatorCall TransQuantParam(const Shape& shape, uint32_t seed) {
  const int64_t n = std::max<int64_t>(AsMatrix(shape)[1], 1);
  return {"aclnnTransQuantParamV3",
          {RandomPatterns(ACL_FLOAT, {n}, seed), RandomArray(ACL_FLOAT, {n}, seed + 1, -300, 300),
           1.0, Array(ACL_UINT64, {n})}};
}

// As rows whose length is a multiple of 8, so that four bits may be packed.
Shape AsRowsOfEight(const Shape& shape) {
  Shape rows = shape.empty() ? Shape{1} : shape;
  rows.back() *= 8;
  if (rows.size() == 1) rows.insert(rows.begin(), 1);
  return rows;
}

Array PackedArray(aclDataType dtype, Shape shape) {
  if (dtype == ACL_INT32) shape.back() /= 8;
  return Array(dtype, shape);
}

template <aclDataType dtype, aclDataType out, bool squares>
OperatorCall AscendQuant(const Shape& shape, uint32_t seed) {
  const Shape whole = AsRowsOfEight(shape);
  const double axis = squares ? -2 : -1;
  const Shape scales = {whole[whole.size() - (squares ? 2 : 1)]};
  constexpr double kSpread = out == ACL_INT8 ? 100 : 6;
  const std::array modes = {"round", "floor", "ceil", "trunc"};
  return {"aclnnAscendQuantV3",
          {RandomArray(dtype, whole, seed, -kSpread, kSpread),
           RandomArray(dtype, scales, seed + 1, -2, 2), RandomArray(dtype, scales, seed + 2, -3, 3),
           squares ? 1.0 : 0.0, modes[seed % modes.size()], double{out}, axis,
           PackedArray(out, whole)}};
}

template <aclDataType self, aclDataType scale, aclDataType out>
OperatorCall AscendAntiQuant(const Shape& shape, uint32_t seed) {
  const Shape whole = AsRowsOfEight(shape), scales = {whole.back()};
  return {"aclnnAscendAntiQuant",
          {RandomPatterns(self, PackedArray(self, whole).shape, seed),
           RandomArray(scale, scales, seed + 1, -2, 2), RandomArray(scale, scales, seed + 2, -9, 9),
           double{out}, 0.0, Array(out, whole)}};
}

template <aclDataType dtype, aclDataType out, bool smooths>
OperatorCall DynamicQuant(const Shape& shape, uint32_t seed) {
  const Shape whole = AsRowsOfEight(shape);
  OperatorCall call = {"aclnnDynamicQuant",
                       {Finite(dtype, whole, seed), nullptr, PackedArray(out, whole),
                        Array(ACL_FLOAT, Shape(whole.begin(), whole.end() - 1))}};
  if (smooths) call.arguments[1] = Finite(dtype, {whole.back()}, seed + 1);
  return call;
}

template <aclDataType out>
OperatorCall ConvertWeight(const Shape& shape, uint32_t seed) {
  Shape whole = AsRowsOfEight(AsMatrix(shape));
  whole = {std::max<int64_t>(whole[0], 1), std::max<int64_t>(whole[1], 8)};  // it has elements
  return {"aclnnConvertWeightToINT4Pack",
          {RandomPatterns(ACL_INT32, whole, seed), PackedArray(out, whole)}};
}

}  // namespace

std::vector<Case> QuantCases() {
  return {
      {"AscendQuantFloat", AscendQuant<kF32, ACL_INT8, false>},
      {"AscendQuantBfloat16Twice", AscendQuant<kBf16, ACL_INT8, true>},
      {"AscendQuantFloat16ToInt4", AscendQuant<kF16, ACL_INT4, false>},
      {"AscendQuantFloatToInt32", AscendQuant<kF32, ACL_INT32, true>},
      {"AscendAntiQuantFloat16", AscendAntiQuant<ACL_INT8, kF32, kF16>},
      {"AscendAntiQuantBfloat16OfInt32", AscendAntiQuant<ACL_INT32, kBf16, kBf16>},
      {"DynamicQuantFloat16", DynamicQuant<kF16, ACL_INT8, false>},
      {"DynamicQuantBfloat16Smoothed", DynamicQuant<kBf16, ACL_INT8, true>},
      {"DynamicQuantFloat16ToInt4", DynamicQuant<kF16, ACL_INT4, true>},
      {"DynamicQuantBfloat16ToInt32", DynamicQuant<kBf16, ACL_INT32, false>},
      {"WeightQuantFloat16OfInt8", WeightQuantV2<kF16, ACL_INT8, 32>},
      {"WeightQuantBfloat16OfInt8", WeightQuantV2<kBf16, ACL_INT8, 0>},
      {"WeightQuantFloat16OfInt32", WeightQuantV2<kF16, ACL_INT32, 64>},
      {"WeightQuantV3Bfloat16OfInt8", WeightQuantV3<kBf16, ACL_INT8, 32>},
      {"QuantMatmulToBfloat16", QuantMatmulV4<ACL_INT8, kBf16>},
      {"QuantMatmulOfInt32ToFloat16", QuantMatmulV4<ACL_INT32, kF16>},
      {"QuantMatmulV5ToInt8", QuantMatmulV5<ACL_INT8>},
      {"QuantMatmulV5ToInt32", QuantMatmulV5<ACL_INT32>},
      {"GroupedMatmulFloat", GroupedMatmulV4<kF32, kF32>},
      {"GroupedMatmulBfloat16", GroupedMatmulV4<kBf16, kF32>},
      {"GroupedMatmulV5OfInt8", GroupedMatmulV5},
      {"GroupedMatmulOfInt4", GroupedMatmulOfInt4},
      {"TransQuantParamV3", TransQuantParam},
      {"ConvertWeightToInt4", ConvertWeight<ACL_INT4>},
      {"ConvertWeightToInt32", ConvertWeight<ACL_INT32>},
  };
}

}  // namespace openaclnn::test

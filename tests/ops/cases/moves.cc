// Elements that are moved, repeated, or made of numbers.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// Three tensors along an axis, two of which are alike.
template <aclDataType first, aclDataType second, aclDataType out, int axis>
OperatorCall Cat(const Shape& shape, uint32_t seed) {
  const Shape one = shape.empty() ? Shape{1} : shape;
  const size_t along = axis < 0 ? one.size() - 1 : 0;
  Shape all = one;
  all[along] = 3 * one[along];
  return {"aclnnCat",
          {std::vector<Array>{Finite(first, one, seed), Finite(second, one, seed + 1),
                              Finite(first, one, seed + 2)},
           double{axis}, Array(out, all)}};
}

// In three chunks, of which the last one is seldom whole.
template <aclDataType dtype, aclDataType out>
OperatorCall ChunkCat(const Shape& shape, uint32_t seed) {
  constexpr int64_t kChunks = 3;
  const Shape one = shape.empty() ? Shape{1} : shape, row = {CountOf(shape)};
  int64_t slice = 1;
  for (size_t a = 1; a < one.size(); ++a) slice *= one[a];
  const int64_t columns =
      (one[0] + kChunks - 1) / kChunks * slice + (row[0] + kChunks - 1) / kChunks;
  return {"aclnnChunkCat",
          {std::vector<Array>{Finite(dtype, one, seed), Finite(dtype, row, seed + 1)}, 0.0,
           double{kChunks}, Array(out, {kChunks, columns})}};
}

template <aclDataType out>
OperatorCall Arange(const Shape& shape, uint32_t /*seed*/) {
  const auto count = static_cast<double>(CountOf(shape));
  return {"aclnnArange",
          {{-3, ACL_INT64},
           {count * 2 - 3, ACL_DOUBLE},
           {2.0, ACL_FLOAT},
           Array(out, {CountOf(shape)})}};
}

template <aclDataType out>
OperatorCall Range(const Shape& shape, uint32_t seed) {
  OperatorCall call = Arange<out>(shape, seed);
  call.name = "aclnnRange";
  call.arguments[1].number -= 1;
  if (CountOf(shape) > 0) return call;
  call.arguments[1].number = -3;
  call.arguments[3].array = Array(out, {1});
  return call;
}

template <aclDataType out>
OperatorCall Linspace(const Shape& shape, uint32_t /*seed*/) {
  return {"aclnnLinspace",
          {{-3, ACL_INT8},
           {117.3, ACL_DOUBLE},
           static_cast<double>(CountOf(shape)),
           Array(out, shape)}};
}

template <aclDataType dtype>
OperatorCall LogSpace(const Shape& shape, uint32_t /*seed*/) {
  return {"aclnnLogSpace",
          {{-1.5, ACL_DOUBLE},
           {2.0, ACL_INT32},
           static_cast<double>(CountOf(shape)),
           3.0,
           Array(dtype, shape)}};
}

template <aclDataType dtype>
OperatorCall Permute(const Shape& shape, uint32_t seed) {
  std::vector<int64_t> dims(shape.size());
  for (size_t a = 0; a < shape.size(); ++a) dims[a] = static_cast<int64_t>(shape.size() - 1 - a);
  const Shape turned(shape.rbegin(), shape.rend());
  return {"aclnnPermute", {RandomPatterns(dtype, shape, seed), dims, Array(dtype, turned)}};
}

template <aclDataType dtype>
OperatorCall Expand(const Shape& shape, uint32_t seed) {
  Shape one = shape;
  if (!one.empty()) one[0] = 1;
  return {"aclnnExpand", {RandomPatterns(dtype, one, seed), shape, Array(dtype, shape)}};
}

template <aclDataType dtype, bool is_upper, int diagonal>
OperatorCall OfTriangle(const Shape& shape, uint32_t seed) {
  Shape matrices = shape;
  while (matrices.size() < 2) matrices.insert(matrices.begin(), 1);
  return {is_upper ? "aclnnTriu" : "aclnnTril",
          {RandomPatterns(dtype, matrices, seed), double{diagonal}, Array(dtype, matrices)}};
}

template <aclDataType dtype, bool is_upper>
OperatorCall InplaceTriangle(const Shape& shape, uint32_t seed) {
  OperatorCall call = OfTriangle<dtype, is_upper, 0>(shape, seed);
  call.name = is_upper ? "aclnnInplaceTriu" : "aclnnInplaceTril";
  call.arguments.pop_back();
  return call;
}

// Two groups of as many channels as there are elements.
template <aclDataType dtype>
OperatorCall ChannelShuffle(const Shape& shape, uint32_t seed) {
  const Shape whole = {2, 2 * CountOf(shape), 3};
  return {"aclnnChannelShuffle", {RandomPatterns(dtype, whole, seed), 2.0, Array(dtype, whole)}};
}
// With more at one end of the last axis, and fewer or more at the ends of that before it.
template <aclDataType dtype>
OperatorCall ConstantPadNd(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape;
  Shape padded = whole;
  std::vector<int64_t> pad = {2, 1};
  padded.back() += 3;
  if (whole.size() > 1) {
    const int64_t cut = std::min<int64_t>(1, whole[whole.size() - 2]);
    pad.insert(pad.end(), {-cut, 3});
    padded[whole.size() - 2] += 3 - cut;
  }
  return {"aclnnConstantPadNd",
          {RandomPatterns(dtype, whole, seed), pad, {1.0, ACL_BOOL}, Array(dtype, padded)}};
}

template <aclDataType dtype, aclDataType out, int axis>
OperatorCall Stack(const Shape& shape, uint32_t seed) {
  Shape all = shape;
  all.insert(axis < 0 ? all.end() : all.begin(), 2);
  return {"aclnnStack",
          {std::vector<Array>{RandomArray(dtype, shape, seed), RandomArray(dtype, shape, seed + 1)},
           double{axis}, Array(out, all)}};
}

// Twice along the last axis, three times along one before the first.
template <aclDataType dtype>
OperatorCall Repeat(const Shape& shape, uint32_t seed) {
  Shape repeats(shape.size() + 1, 1), all = shape;
  repeats.back() = 2;
  repeats[0] = 3;
  if (!all.empty()) all.back() *= 2;
  all.insert(all.begin(), 3);
  return {"aclnnRepeat", {RandomPatterns(dtype, shape, seed), repeats, Array(dtype, all)}};
}

template <aclDataType dtype>
OperatorCall RepeatInterleaveInt(const Shape& shape, uint32_t seed) {
  const int64_t size = 3 * CountOf(shape);
  return {
      "aclnnRepeatInterleaveInt",
      {RandomPatterns(dtype, shape, seed), 3.0, static_cast<double>(size), Array(dtype, {size})}};
}

template <aclDataType dtype, int axis>
OperatorCall RepeatInterleaveIntWithDim(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape;
  Shape all = whole;
  int64_t& size = axis < 0 ? all.back() : all[0];
  size *= 2;
  return {"aclnnRepeatInterleaveIntWithDim",
          {RandomPatterns(dtype, whole, seed), 2.0, double{axis}, static_cast<double>(size),
           Array(dtype, all)}};
}

// How often each of so many elements comes, from none to 3 times, and the sum.
struct TimesOfEach {
  Array times;
  int64_t sum;
};

TimesOfEach TimesOf(aclDataType dtype, int64_t count, uint32_t seed) {
  TimesOfEach of{Array(dtype, {count}), 0};
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t times = (static_cast<uint64_t>(i) * 7 + seed) % 4;
    of.times.SetBits(i, times);
    of.sum += static_cast<int64_t>(times);
  }
  return of;
}

template <aclDataType dtype, aclDataType of_times>
OperatorCall RepeatInterleave(const Shape& shape, uint32_t seed) {
  const auto [times, sum] = TimesOf(of_times, CountOf(shape), seed);
  return {
      "aclnnRepeatInterleave",
      {RandomPatterns(dtype, shape, seed), times, static_cast<double>(sum), Array(dtype, {sum})}};
}

template <aclDataType dtype, aclDataType of_times, int axis>
OperatorCall RepeatInterleaveWithDim(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape;
  Shape all = whole;
  int64_t& size = axis < 0 ? all.back() : all[0];
  const auto [times, sum] = TimesOf(of_times, size, seed);
  size = sum;
  return {"aclnnRepeatInterleaveWithDim",
          {RandomPatterns(dtype, whole, seed), times, double{axis}, static_cast<double>(sum),
           Array(dtype, all)}};
}

template <aclDataType of_times>
OperatorCall RepeatInterleaveTensor(const Shape& shape, uint32_t seed) {
  const auto [times, sum] = TimesOf(of_times, CountOf(shape), seed);
  return {"aclnnRepeatInterleaveTensor", {times, static_cast<double>(sum), Array(of_times, {sum})}};
}

// In two parts along the first or the last axis, the second the larger one by up to 1.
template <aclDataType dtype, aclDataType out, int axis>
OperatorCall SplitWithSize(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape;
  Shape first = whole, second = whole;
  int64_t& smaller = axis < 0 ? first.back() : first[0];
  int64_t& rest = axis < 0 ? second.back() : second[0];
  smaller /= 2;
  rest -= smaller;
  return {"aclnnSplitWithSize",
          {RandomArray(dtype, whole, seed), std::vector<int64_t>{smaller, rest}, double{axis},
           std::vector<Array>{Array(out, first), Array(out, second)}}};
}

template <aclDataType dtype>
OperatorCall SplitTensor(const Shape& shape, uint32_t seed) {
  const Shape whole = shape.empty() ? Shape{1} : shape;
  const int64_t size = whole.back(), section = (size + 1) / 2;
  std::vector<Array> parts;
  for (int64_t before = 0; before < size || parts.empty(); before += section) {
    Shape part = whole;
    part.back() = std::min(section, size - before);
    parts.emplace_back(dtype, part);
    if (section == 0) break;
  }
  return {"aclnnSplitTensor",
          {RandomPatterns(dtype, whole, seed), static_cast<double>(section), -1.0, parts}};
}

template <aclDataType dtype>
OperatorCall Eye(const Shape& shape, uint32_t /*seed*/) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  const int64_t rows = columns == 0 ? 2 : CountOf(shape) / columns;
  return {"aclnnEye",
          {static_cast<double>(rows), static_cast<double>(columns), Array(dtype, {rows, columns})}};
}

// From a matrix, or from a vector.
template <aclDataType dtype, int diagonal>
OperatorCall Diag(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  const int64_t far = diagonal < 0 ? -diagonal : diagonal;
  if (shape.size() < 2) {
    return {"aclnnDiag",
            {RandomPatterns(dtype, {columns}, seed), double{diagonal},
             Array(dtype, {columns + far, columns + far})}};
  }
  const int64_t rows = columns == 0 ? 2 : CountOf(shape) / columns;
  const int64_t length =
      diagonal < 0 ? std::min(rows - far, columns) : std::min(rows, columns - far);
  return {"aclnnDiag",
          {RandomPatterns(dtype, {rows, columns}, seed), double{diagonal},
           Array(dtype, {std::max<int64_t>(0, length)})}};
}

// From at most 50 elements.
template <aclDataType dtype>
OperatorCall DiagFlat(const Shape& shape, uint32_t seed) {
  const Shape some = CountOf(shape) > 50 ? Shape{7, 7} : shape;
  const int64_t size = CountOf(some) + 2;
  return {"aclnnDiagFlat", {RandomPatterns(dtype, some, seed), -2.0, Array(dtype, {size, size})}};
}

template <aclDataType dtype, bool wraps>
OperatorCall FillDiagonal(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  const int64_t rows = columns == 0 ? 2 : CountOf(shape) / columns;
  return {"aclnnInplaceFillDiagonal",
          {RandomPatterns(dtype, {rows, columns}, seed), {3.0, ACL_INT8}, wraps ? 1.0 : 0.0}};
}

template <aclDataType dtype, aclDataType of>
OperatorCall FillTensor(const Shape& shape, uint32_t seed) {
  return {"aclnnInplaceFillTensor", {RandomPatterns(dtype, shape, seed), ArrayOf(of, {}, {0.3})}};
}

template <aclDataType dtype>
OperatorCall Flip(const Shape& shape, uint32_t seed) {
  std::vector<int64_t> dims = {-1};
  if (shape.size() > 1) dims.push_back(0);
  return {"aclnnFlip", {RandomPatterns(dtype, shape, seed), dims, Array(dtype, shape)}};
}

// Along the first and the last axis, or of all elements in one row.
template <aclDataType dtype, bool in_one_row>
OperatorCall Roll(const Shape& shape, uint32_t seed) {
  std::vector<int64_t> dims, shifts = {2};
  if (!in_one_row && !shape.empty()) dims = {-1};
  if (!in_one_row && shape.size() > 1) dims.push_back(0), shifts.push_back(-1);
  return {"aclnnRoll", {RandomPatterns(dtype, shape, seed), shifts, dims, Array(dtype, shape)}};
}

template <aclDataType self>
OperatorCall MaskedFillTensor(const Shape& shape, uint32_t seed) {
  return {"aclnnInplaceMaskedFillTensor",
          {RandomArray(self, shape, seed), RandomArray(ACL_BOOL, shape, seed + 1),
           ArrayOf(ACL_FLOAT, {}, {0.3})}};
}

}  // namespace

std::vector<Case> MovesCases() {
  return {
      {"DiagFloat", Diag<kF32, 0>},
      {"DiagInt8", Diag<ACL_INT8, -1>},
      {"DiagComplex64", Diag<ACL_COMPLEX64, 2>},
      {"DiagFlatFloat16", DiagFlat<kF16>},
      {"DiagFlatInt64", DiagFlat<ACL_INT64>},
      {"FillDiagonalFloat", FillDiagonal<kF32, false>},
      {"FillDiagonalInt16", FillDiagonal<ACL_INT16, true>},
      {"FillTensorFloat", FillTensor<kF32, kF64>},
      {"FillTensorComplex128", FillTensor<ACL_COMPLEX128, kF32>},
      {"MaskedFillTensorFloat", MaskedFillTensor<kF32>},
      {"CatFloat", Cat<kF32, kF32, kF32, 0>},
      {"CatInt8", Cat<ACL_INT8, ACL_INT8, ACL_INT8, -1>},
      {"CatFloatOfInt32AndFloat16", Cat<ACL_INT32, kF16, kF32, -1>},
      {"ArangeFloat", Arange<kF32>},
      {"ArangeFloat16", Arange<kF16>},
      {"ArangeDouble", Arange<kF64>},
      {"ArangeInt32", Arange<ACL_INT32>},
      {"ArangeInt64", Arange<ACL_INT64>},
      {"RangeFloat", Range<kF32>},
      {"RangeInt64", Range<ACL_INT64>},
      {"LinspaceFloat", Linspace<kF32>},
      {"LinspaceBfloat16", Linspace<kBf16>},
      {"LinspaceInt8", Linspace<ACL_INT8>},
      {"LogSpaceFloat", LogSpace<kF32>},
      {"LogSpaceFloat16", LogSpace<kF16>},
      {"TriuFloat", OfTriangle<kF32, true, 1>},
      {"TriuInt8", OfTriangle<ACL_INT8, true, -2>},
      {"InplaceTriuFloat16", InplaceTriangle<kF16, true>},
      {"TrilDouble", OfTriangle<kF64, false, 0>},
      {"TrilBfloat16", OfTriangle<kBf16, false, -1>},
      {"InplaceTrilFloat", InplaceTriangle<kF32, false>},
      {"ChannelShuffleFloat", ChannelShuffle<kF32>},
      {"ChannelShuffleInt8", ChannelShuffle<ACL_INT8>},
      {"ConstantPadNdFloat", ConstantPadNd<kF32>},
      {"ConstantPadNdUint8", ConstantPadNd<ACL_UINT8>},
      {"ConstantPadNdInt64", ConstantPadNd<ACL_INT64>},
      {"ChunkCatFloat", ChunkCat<kF32, kF32>},
      {"ChunkCatFloatOfBfloat16", ChunkCat<kBf16, kF32>},
      {"StackFloat", Stack<kF32, kF32, 0>},
      {"StackFloatOfFloat16", Stack<kF16, kF32, -1>},
      {"RepeatFloat", Repeat<kF32>},
      {"RepeatBool", Repeat<ACL_BOOL>},
      {"RepeatInterleaveIntFloat16", RepeatInterleaveInt<kF16>},
      {"RepeatInterleaveIntInt64", RepeatInterleaveInt<ACL_INT64>},
      {"RepeatInterleaveIntWithDimFloat", RepeatInterleaveIntWithDim<kF32, 0>},
      {"RepeatInterleaveIntWithDimInt8", RepeatInterleaveIntWithDim<ACL_INT8, -1>},
      {"RepeatInterleaveFloat", RepeatInterleave<kF32, ACL_INT64>},
      {"RepeatInterleaveInt8", RepeatInterleave<ACL_INT8, ACL_INT32>},
      {"RepeatInterleaveWithDimFloat16", RepeatInterleaveWithDim<kF16, ACL_INT64, 0>},
      {"RepeatInterleaveWithDimInt64", RepeatInterleaveWithDim<ACL_INT64, ACL_INT32, -1>},
      {"RepeatInterleaveTensorInt32", RepeatInterleaveTensor<ACL_INT32>},
      {"RepeatInterleaveTensorInt64", RepeatInterleaveTensor<ACL_INT64>},
      {"SplitWithSizeFloat", SplitWithSize<kF32, kF32, 0>},
      {"SplitWithSizeFloat16OfInt32", SplitWithSize<ACL_INT32, kF16, -1>},
      {"SplitTensorInt8", SplitTensor<ACL_INT8>},
      {"SplitTensorDouble", SplitTensor<kF64>},
      {"EyeFloat", Eye<kF32>},
      {"EyeBfloat16", Eye<kBf16>},
      {"PermuteFloat", Permute<kF32>},
      {"PermuteInt8", Permute<ACL_INT8>},
      {"ExpandFloat16", Expand<kF16>},
      {"FlipFloat", Flip<kF32>},
      {"FlipUint8", Flip<ACL_UINT8>},
      {"FlipDouble", Flip<kF64>},
      {"RollFloat", Roll<kF32, false>},
      {"RollInt16", Roll<ACL_INT16, false>},
      {"RollInOneRowFloat16", Roll<kF16, true>},
  };
}

}  // namespace openaclnn::test

// Norms of squares, groups and batches, and rotary positions.
#include <cmath>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// A tensor of at least one axis.
Shape Whole(const Shape& shape) { return shape.empty() ? Shape{1} : shape; }
// One of at least two.
Shape Batch(const Shape& shape) {
  Shape batch = Whole(shape);
  while (batch.size() < 2) batch.insert(batch.begin(), 2);
  return batch;
}
Shape Channels(const Shape& shape) { return {Batch(shape)[1]}; }
Shape RowsOf(const Shape& shape) {
  Shape rows = Whole(shape);
  rows.back() = 1;
  return rows;
}
Array AboveZero(const Shape& shape, uint32_t seed) {
  const Array any = Finite(ACL_FLOAT, shape, seed);
  return Array(ACL_FLOAT, shape,
               [&](int64_t i) { return BitsOf(ACL_FLOAT, 0.25 + std::abs(any.Value(i))); });
}

template <aclDataType dtype, aclDataType of_gamma>
OperatorCall RmsNorm(const Shape& shape, uint32_t seed) {
  const Shape whole = Whole(shape);
  return {"aclnnRmsNorm",
          {Finite(dtype, whole, seed), Finite(of_gamma, {whole.back()}, seed + 1), 1e-6,
           Array(dtype, whole), Array(ACL_FLOAT, RowsOf(shape))}};
}
template <aclDataType dtype>
OperatorCall GemmaRmsNorm(const Shape& shape, uint32_t seed) {
  OperatorCall call = RmsNorm<dtype, dtype>(shape, seed);
  call.name = "aclnnGemmaRmsNorm";
  return call;
}
template <aclDataType dtype>
OperatorCall RmsNormGrad(const Shape& shape, uint32_t seed) {
  const Shape whole = Whole(shape), row = {whole.back()};
  return {"aclnnRmsNormGrad",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1),
           AboveZero(RowsOf(shape), seed + 2), Finite(dtype, row, seed + 3), Array(dtype, whole),
           Array(ACL_FLOAT, row)}};
}
template <aclDataType dtype>
OperatorCall AddRmsNorm(const Shape& shape, uint32_t seed) {
  const Shape whole = Whole(shape);
  return {"aclnnAddRmsNorm",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1),
           Finite(dtype, {whole.back()}, seed + 2), 1e-6, Array(dtype, whole),
           Array(ACL_FLOAT, RowsOf(shape)), Array(dtype, whole)}};
}
template <aclDataType dtype>
OperatorCall InplaceAddRmsNorm(const Shape& shape, uint32_t seed) {
  const Shape whole = Whole(shape);
  return {"aclnnInplaceAddRmsNorm",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1),
           Finite(dtype, {whole.back()}, seed + 2), 1e-6, Array(ACL_FLOAT, RowsOf(shape))}};
}
template <aclDataType dtype>
OperatorCall AddLayerNorm(const Shape& shape, uint32_t seed) {
  const Shape whole = Whole(shape), row = {whole.back()};
  return {"aclnnAddLayerNorm",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1),
           Finite(ACL_FLOAT, row, seed + 2), Finite(ACL_FLOAT, row, seed + 3),
           Finite(dtype, row, seed + 4), 1e-5, 1.0, Array(dtype, whole),
           Array(ACL_FLOAT, RowsOf(shape)), Array(ACL_FLOAT, RowsOf(shape)), Array(dtype, whole)}};
}
template <aclDataType dtype>
OperatorCall AddLayerNormGrad(const Shape& shape, uint32_t seed) {
  const Shape whole = Whole(shape), row = {whole.back()};
  return {
      "aclnnAddLayerNormGrad",
      {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1), Finite(dtype, whole, seed + 2),
       AboveZero(RowsOf(shape), seed + 3), Finite(ACL_FLOAT, RowsOf(shape), seed + 4),
       Finite(dtype, row, seed + 5), Finite(dtype, whole, seed + 6), Array(dtype, whole),
       Array(ACL_FLOAT, row), Array(ACL_FLOAT, row)}};
}

// Rows and an axis of them, at least.
Shape WithRows(Shape shape) {
  while (shape.size() < 2) shape.insert(shape.begin(), 1);
  return shape;
}
template <aclDataType dtype>
OperatorCall DeepNorm(const Shape& of_any, uint32_t seed) {
  const Shape shape = WithRows(of_any), whole = Whole(shape), row = {whole.back()};
  return {"aclnnDeepNorm",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1), Finite(dtype, row, seed + 2),
           Finite(dtype, row, seed + 3), 0.7, 1e-5, Array(ACL_FLOAT, RowsOf(shape)),
           Array(ACL_FLOAT, RowsOf(shape)), Array(dtype, whole)}};
}
template <aclDataType dtype>
OperatorCall DeepNormGrad(const Shape& of_any, uint32_t seed) {
  const Shape shape = WithRows(of_any), whole = Whole(shape), row = {whole.back()};
  return {"aclnnDeepNormGrad",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1),
           Finite(dtype, whole, seed + 2), Finite(dtype, row, seed + 3),
           Finite(ACL_FLOAT, RowsOf(shape), seed + 4), AboveZero(RowsOf(shape), seed + 5), 0.7,
           Array(dtype, whole), Array(dtype, whole), Array(ACL_FLOAT, row), Array(ACL_FLOAT, row)}};
}

template <aclDataType dtype>
OperatorCall BatchNorm(const Shape& shape, uint32_t seed) {
  const Shape whole = Batch(shape), channels = Channels(shape);
  return {"aclnnBatchNorm",
          {Finite(dtype, whole, seed), Finite(ACL_FLOAT, channels, seed + 1),
           Finite(ACL_FLOAT, channels, seed + 2), Finite(ACL_FLOAT, channels, seed + 3),
           AboveZero(channels, seed + 4), 1.0, 0.1, 1e-5, Array(dtype, whole),
           Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels)}};
}
template <aclDataType dtype, int training>
OperatorCall BatchNormBackward(const Shape& shape, uint32_t seed) {
  const Shape whole = Batch(shape), channels = Channels(shape);
  const Array mean = Finite(ACL_FLOAT, channels, seed + 3), var = AboveZero(channels, seed + 4);
  return {"aclnnBatchNormBackward",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1),
           Finite(ACL_FLOAT, channels, seed + 2), mean, var, mean, var, double{training}, 1e-5,
           std::vector<int64_t>{1, 1, 1}, Array(dtype, whole), Array(ACL_FLOAT, channels),
           Array(ACL_FLOAT, channels)}};
}
template <aclDataType dtype>
OperatorCall FastBatchNormBackward(const Shape& shape, uint32_t seed) {
  const Shape whole = Batch(shape), channels = Channels(shape);
  const Array mean = Finite(dtype, channels, seed + 3);
  const Array var(dtype, channels, [](int64_t) { return BitsOf(dtype, 2); });
  return {"aclnnFastBatchNormBackward",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1),
           Finite(dtype, channels, seed + 2), mean, var, mean, var, 1.0, 1e-5,
           std::vector<int64_t>{1, 1, 1}, 0.0, Array(dtype, whole), Array(dtype, channels),
           Array(dtype, channels)}};
}
template <aclDataType dtype>
OperatorCall BatchNormStats(const Shape& shape, uint32_t seed) {
  return {"aclnnBatchNormStats",
          {Finite(dtype, Batch(shape), seed), 1e-5, Array(ACL_FLOAT, Channels(shape)),
           Array(ACL_FLOAT, Channels(shape))}};
}
template <aclDataType dtype>
OperatorCall BatchNormElemt(const Shape& shape, uint32_t seed) {
  const Shape whole = Batch(shape), channels = Channels(shape);
  return {"aclnnBatchNormElemt",
          {Finite(dtype, whole, seed), Finite(dtype, channels, seed + 1),
           Finite(dtype, channels, seed + 2), Finite(dtype, channels, seed + 3),
           Finite(dtype, channels, seed + 4), 1e-5, Array(dtype, whole)}};
}
template <aclDataType dtype>
OperatorCall BatchNormElemtBackward(const Shape& shape, uint32_t seed) {
  const Shape whole = Batch(shape), channels = Channels(shape);
  return {
      "aclnnBatchNormElemtBackward",
      {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1),
       Finite(ACL_FLOAT, channels, seed + 2), AboveZero(channels, seed + 3),
       Finite(ACL_FLOAT, channels, seed + 4), Finite(ACL_FLOAT, channels, seed + 5),
       Finite(ACL_FLOAT, channels, seed + 6), ArrayOf(ACL_INT32, {12, 30}), Array(dtype, whole)}};
}
template <aclDataType dtype>
OperatorCall BatchNormReduce(const Shape& shape, uint32_t seed) {
  const Shape whole = {2, 3, CountOf(shape), 2};
  return {"aclnnBatchNormReduce",
          {Finite(dtype, whole, seed), Array(ACL_FLOAT, {3}), Array(ACL_FLOAT, {3})}};
}
template <aclDataType dtype>
OperatorCall BatchNormReduceBackward(const Shape& shape, uint32_t seed) {
  const Shape whole = Batch(shape), channels = Channels(shape);
  return {"aclnnBatchNormReduceBackward",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1),
           Finite(ACL_FLOAT, channels, seed + 2), AboveZero(channels, seed + 3), nullptr, 1.0, 1.0,
           1.0, Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels),
           Array(ACL_FLOAT, channels)}};
}
Shape WithElements(Shape shape) {
  for (int64_t& extent : shape) extent = std::max<int64_t>(1, extent);
  return shape;
}
template <aclDataType dtype>
OperatorCall BatchNormGatherStatsWithCounts(const Shape& any, uint32_t seed) {
  const Shape shape = WithElements(any);
  const Shape channels = Channels(shape), parts = {2, channels[0]};
  return {"aclnnBatchNormGatherStatsWithCounts",
          {Finite(dtype, Batch(shape), seed), Finite(ACL_FLOAT, parts, seed + 1),
           AboveZero(parts, seed + 2), Finite(ACL_FLOAT, channels, seed + 3),
           AboveZero(channels, seed + 4), 0.1, 1e-5, ArrayOf(ACL_FLOAT, {3, 5}),
           Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels)}};
}
template <aclDataType dtype>
OperatorCall SyncBatchNormGatherStats(const Shape& shape, uint32_t seed) {
  const Shape channels = Channels(WithElements(shape)), parts = {2, channels[0]};
  return {"aclnnSyncBatchNormGatherStats",
          {Finite(dtype, parts, seed), Finite(dtype, parts, seed + 1), ArrayOf(ACL_INT32, {3, 5}),
           Finite(dtype, channels, seed + 2), Finite(dtype, channels, seed + 3), 0.1, 1e2,
           Array(ACL_FLOAT, channels), Array(ACL_FLOAT, channels)}};
}

// All channels are one group.
struct GroupSizes {
  explicit GroupSizes(const Shape& shape)
      : whole(Batch(shape)), channels(Channels(shape)), groups({whole[0], 1}) {
    inner = 1;
    for (size_t i = 2; i < whole.size(); ++i) inner *= static_cast<double>(whole[i]);
  }
  Shape whole, channels, groups;
  double inner;
};
template <aclDataType dtype>
OperatorCall GroupNorm(const Shape& shape, uint32_t seed) {
  const GroupSizes of(shape);
  return {"aclnnGroupNorm",
          {Finite(dtype, of.whole, seed), Finite(dtype, of.channels, seed + 1),
           Finite(dtype, of.channels, seed + 2), static_cast<double>(of.whole[0]),
           static_cast<double>(of.whole[1]), of.inner, 1.0, 1e-5, Array(dtype, of.whole),
           Array(dtype, of.groups), Array(dtype, of.groups)}};
}
template <aclDataType dtype>
OperatorCall GroupNormSilu(const Shape& shape, uint32_t seed) {
  const GroupSizes of(shape);
  return {"aclnnGroupNormSilu",
          {Finite(dtype, of.whole, seed), Finite(ACL_FLOAT, of.channels, seed + 1),
           Finite(ACL_FLOAT, of.channels, seed + 2), 1.0, 1e-5, Array(dtype, of.whole),
           Array(ACL_FLOAT, of.groups), Array(ACL_FLOAT, of.groups)}};
}
template <aclDataType dtype, int activates>
OperatorCall GroupNormSiluV2(const Shape& shape, uint32_t seed) {
  OperatorCall call = GroupNormSilu<dtype>(shape, seed);
  call.name = "aclnnGroupNormSiluV2";
  call.arguments.insert(call.arguments.begin() + 5, CallArgument(double{activates}));
  return call;
}
template <aclDataType dtype, int activates>
OperatorCall GroupNormSwish(const Shape& shape, uint32_t seed) {
  const GroupSizes of(shape);
  return {"aclnnGroupNormSwish",
          {Finite(dtype, of.whole, seed), Finite(ACL_FLOAT, of.channels, seed + 1),
           Finite(ACL_FLOAT, of.channels, seed + 2), 1.0, "NCHW", 1e-5, double{activates}, 1.5,
           Array(dtype, of.whole), Array(ACL_FLOAT, of.groups), Array(ACL_FLOAT, of.groups)}};
}
template <aclDataType dtype>
OperatorCall GroupNormSwishGrad(const Shape& shape, uint32_t seed) {
  const GroupSizes of(shape);
  return {
      "aclnnGroupNormSwishGrad",
      {Finite(dtype, of.whole, seed), Finite(dtype, of.groups, seed + 1),
       Finite(dtype, of.groups, seed + 2), Finite(dtype, of.whole, seed + 3),
       Finite(dtype, of.channels, seed + 4), Finite(dtype, of.channels, seed + 5), 1.0, "NCHW", 1.5,
       1.0, 1.0, Array(dtype, of.whole), Array(dtype, of.channels), Array(dtype, of.channels)}};
}
template <aclDataType dtype>
OperatorCall GroupNormBackward(const Shape& shape, uint32_t seed) {
  const GroupSizes of(shape);
  return {"aclnnGroupNormBackward",
          {Finite(dtype, of.whole, seed), Finite(dtype, of.whole, seed + 1),
           Finite(dtype, of.groups, seed + 2), Finite(dtype, of.groups, seed + 3),
           Finite(dtype, of.channels, seed + 4), static_cast<double>(of.whole[0]),
           static_cast<double>(of.whole[1]), of.inner, 1.0, std::vector<int64_t>{1, 1, 1},
           Array(dtype, of.whole), Array(dtype, of.channels), Array(dtype, of.channels)}};
}

// Rows of pairs.
Shape Heads(const Shape& shape) { return {1, CountOf(shape), 2, 8}; }
template <aclDataType dtype, int mode>
OperatorCall Rotary(const Shape& shape, uint32_t seed) {
  const Shape heads = Heads(shape), table = {1, heads[1], 1, 8};
  return {"aclnnRotaryPositionEmbedding",
          {Finite(dtype, heads, seed), Finite(dtype, table, seed + 1),
           Finite(dtype, table, seed + 2), double{mode}, Array(dtype, heads)}};
}
template <aclDataType dtype, int mode>
OperatorCall RotaryGrad(const Shape& shape, uint32_t seed) {
  const Shape heads = Heads(shape), table = {1, heads[1], 1, 8};
  return {"aclnnRotaryPositionEmbeddingGrad",
          {Finite(dtype, heads, seed), Finite(dtype, table, seed + 1),
           Finite(dtype, table, seed + 2), Finite(dtype, heads, seed + 3), double{mode},
           Array(dtype, heads), Array(dtype, table), Array(dtype, table)}};
}
template <aclDataType dtype>
OperatorCall ApplyRotary(const Shape& shape, uint32_t seed) {
  const Shape heads = Heads(shape), table = {1, heads[1], 1, 8};
  return {"aclnnApplyRotaryPosEmb",
          {Finite(dtype, heads, seed), Finite(dtype, heads, seed + 1),
           Finite(dtype, table, seed + 2), Finite(dtype, table, seed + 3), 1.0}};
}
template <aclDataType dtype>
OperatorCall ApplyRotaryV2(const Shape& shape, uint32_t seed) {
  OperatorCall call = ApplyRotary<dtype>(shape, seed);
  call.name = "aclnnApplyRotaryPosEmbV2";
  call.arguments.emplace_back("quarter");
  return call;
}

}  // namespace

std::vector<Case> ChannelsCases() {
  return {
      {"RmsNormFloat", RmsNorm<kF32, kF32>},
      {"RmsNormBfloat16", RmsNorm<kBf16, kF32>},
      {"RmsNormFloat16", RmsNorm<kF16, kF16>},
      {"GemmaRmsNormFloat", GemmaRmsNorm<kF32>},
      {"GemmaRmsNormBfloat16", GemmaRmsNorm<kBf16>},
      {"RmsNormGradFloat", RmsNormGrad<kF32>},
      {"RmsNormGradBfloat16", RmsNormGrad<kBf16>},
      {"AddRmsNormFloat", AddRmsNorm<kF32>},
      {"AddRmsNormFloat16", AddRmsNorm<kF16>},
      {"InplaceAddRmsNormFloat", InplaceAddRmsNorm<kF32>},
      {"AddLayerNormFloat", AddLayerNorm<kF32>},
      {"AddLayerNormBfloat16", AddLayerNorm<kBf16>},
      {"AddLayerNormGradFloat", AddLayerNormGrad<kF32>},
      {"DeepNormFloat", DeepNorm<kF32>},
      {"DeepNormFloat16", DeepNorm<kF16>},
      {"DeepNormGradFloat", DeepNormGrad<kF32>},
      {"DeepNormGradBfloat16", DeepNormGrad<kBf16>},
      {"BatchNormFloat", BatchNorm<kF32>},
      {"BatchNormBfloat16", BatchNorm<kBf16>},
      {"BatchNormBackwardFloat", BatchNormBackward<kF32, 1>},
      {"BatchNormBackwardFloat16", BatchNormBackward<kF16, 0>},
      {"FastBatchNormBackwardFloat", FastBatchNormBackward<kF32>},
      {"BatchNormStatsFloat", BatchNormStats<kF32>},
      {"BatchNormElemtFloat", BatchNormElemt<kF32>},
      {"BatchNormElemtBackwardFloat", BatchNormElemtBackward<kF32>},
      {"BatchNormReduceFloat", BatchNormReduce<kF32>},
      {"BatchNormReduceBackwardFloat", BatchNormReduceBackward<kF32>},
      {"BatchNormGatherStatsWithCountsFloat", BatchNormGatherStatsWithCounts<kF32>},
      {"SyncBatchNormGatherStatsFloat", SyncBatchNormGatherStats<kF32>},
      {"GroupNormFloat", GroupNorm<kF32>},
      {"GroupNormFloat16", GroupNorm<kF16>},
      {"GroupNormSiluFloat", GroupNormSilu<kF32>},
      {"GroupNormSiluV2Bfloat16", GroupNormSiluV2<kBf16, 0>},
      {"GroupNormSwishFloat", GroupNormSwish<kF32, 1>},
      {"GroupNormSwishBfloat16", GroupNormSwish<kBf16, 0>},
      {"GroupNormSwishGradFloat", GroupNormSwishGrad<kF32>},
      {"GroupNormSwishGradFloat16", GroupNormSwishGrad<kF16>},
      {"GroupNormBackwardFloat", GroupNormBackward<kF32>},
      {"GroupNormBackwardBfloat16", GroupNormBackward<kBf16>},
      {"RotaryPositionEmbeddingFloat", Rotary<kF32, 0>},
      {"RotaryPositionEmbeddingBfloat16", Rotary<kBf16, 1>},
      {"RotaryPositionEmbeddingGradFloat", RotaryGrad<kF32, 3>},
      {"RotaryPositionEmbeddingGradFloat16", RotaryGrad<kF16, 2>},
      {"ApplyRotaryPosEmbFloat", ApplyRotary<kF32>},
      {"ApplyRotaryPosEmbV2Bfloat16", ApplyRotaryV2<kBf16>},
  };
}

}  // namespace openaclnn::test

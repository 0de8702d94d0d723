// Elements at places that integers or masks say.
#include <algorithm>
#include <iterator>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

template <aclDataType dtype, aclDataType index>
OperatorCall Embedding(const Shape& shape, uint32_t seed) {
  const Shape weight = AsMatrix(shape);
  return {
      "aclnnEmbedding",
      {Finite(dtype, weight, seed), Places(index, {weight[0]}, weight[0]), Array(dtype, weight)}};
}

// Bags of three indices, and one that has the rest.
template <aclDataType dtype, aclDataType index, int mode>
OperatorCall EmbeddingBag(const Shape& shape, uint32_t seed) {
  const Shape table = AsMatrix(shape);
  const int64_t count = CountOf(table) > 0 ? table[0] : 0, bags = count / 3 + 1;
  const Array offsets(index, {bags}, [](int64_t i) { return static_cast<uint64_t>(3 * i); });
  const Array weights = Finite(dtype, {count}, seed + 1);
  return {"aclnnEmbeddingBag",
          {Finite(dtype, table, seed), Places(index, {count}, table[0]), offsets, 0.0, double{mode},
           0.0, mode == 0 ? CallArgument(weights) : CallArgument(nullptr), 0.0, 2.0,
           Array(dtype, {bags, table[1]}), Array(index, {count}), Array(index, {bags}),
           Array(index, mode == 2 ? Shape{bags, table[1]} : Shape{bags})}};
}

template <aclDataType dtype, aclDataType index, bool each>
OperatorCall Gather(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  return {each ? "aclnnGather" : "aclnnIndexSelect",
          {Finite(dtype, shape, seed), -1.0, Places(index, each ? shape : Shape{columns}, columns),
           Array(dtype, shape)}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall Index(const Shape& shape, uint32_t seed) {
  const Shape whole = AsMatrix(shape);
  const int64_t points = CountOf(whole) > 0 ? whole[0] : 0;
  return {"aclnnIndex",
          {Finite(dtype, whole, seed),
           std::vector<Array>{Places(index, {points}, whole[0]), Places(index, {points}, whole[1])},
           Array(dtype, {points})}};
}

// Along the last axis, with elements of several for one place.
template <aclDataType dtype, aclDataType index, int reduce>
OperatorCall Scatter(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  return {"aclnnScatter",
          {Finite(dtype, shape, seed), -1.0, Places(index, shape, (columns + 1) / 2),
           Finite(dtype, shape, seed + 1), double{reduce}, Array(dtype, shape)}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall InplaceScatter(const Shape& shape, uint32_t seed) {
  OperatorCall call = Scatter<dtype, index, 0>(shape, seed);
  call.name = "aclnnInplaceScatter";
  call.arguments.pop_back();
  return call;
}

template <aclDataType dtype, int reduce>
OperatorCall ScatterValue(const Shape& shape, uint32_t seed) {
  OperatorCall call = Scatter<dtype, ACL_INT64, reduce>(shape, seed);
  call.name = "aclnnScatterValue";
  call.arguments[3] = CallArgument(1.5);
  return call;
}

template <aclDataType dtype>
OperatorCall InplaceScatterValue(const Shape& shape, uint32_t seed) {
  OperatorCall call = ScatterValue<dtype, 1>(shape, seed);
  call.name = "aclnnInplaceScatterValue";
  call.arguments.pop_back();
  return call;
}

template <aclDataType dtype>
OperatorCall ScatterAdd(const Shape& shape, uint32_t seed) {
  OperatorCall call = Scatter<dtype, ACL_INT64, 1>(shape, seed);
  call.name = "aclnnScatterAdd";
  call.arguments.erase(call.arguments.begin() + 4);
  return call;
}

template <bool includes_self>
OperatorCall ScatterReduce(const Shape& shape, uint32_t seed) {
  OperatorCall call = Scatter<kF32, ACL_INT64, 1>(shape, seed);
  call.name = "aclnnScatterReduce";
  call.arguments.insert(call.arguments.begin() + 5, CallArgument(includes_self ? 1.0 : 0.0));
  return call;
}

template <aclDataType dtype, aclDataType index>
OperatorCall IndexCopy(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  return {"aclnnIndexCopy",
          {Finite(dtype, shape, seed), -1.0, Places(index, {columns}, columns),
           Finite(dtype, shape, seed + 1), Array(dtype, shape)}};
}

template <aclDataType dtype>
OperatorCall InplaceIndexCopy(const Shape& shape, uint32_t seed) {
  OperatorCall call = IndexCopy<dtype, ACL_INT64>(shape, seed);
  call.name = "aclnnInplaceIndexCopy";
  call.arguments.pop_back();
  return call;
}

template <aclDataType dtype, aclDataType index, bool accumulate>
OperatorCall IndexPut(const Shape& shape, uint32_t seed) {
  const Shape whole = AsMatrix(shape);
  return {"aclnnIndexPutImpl",
          {Finite(dtype, whole, seed),
           std::vector<Array>{Places(index, {whole[0]}, (whole[0] + 1) / 2)},
           Finite(dtype, whole, seed + 1), accumulate ? 1.0 : 0.0, 0.0}};
}

template <aclDataType dtype, aclDataType index, bool scales>
OperatorCall EmbeddingDenseBackward(const Shape& shape, uint32_t seed) {
  const Shape grad = AsMatrix(shape);
  return {"aclnnEmbeddingDenseBackward",
          {Finite(dtype, grad, seed), Places(index, {grad[0]}, 5), 6.0, 1.0, scales ? 1.0 : 0.0,
           Array(dtype, {6, grad[1]})}};
}

// All are taken, so that all of the output is written.
template <aclDataType dtype, aclDataType mask>
OperatorCall MaskedSelect(const Shape& shape, uint32_t seed) {
  const Array all(mask, shape, [](int64_t) { return uint64_t{1}; });
  return {"aclnnMaskedSelect", {Finite(dtype, shape, seed), all, Array(dtype, {CountOf(shape)})}};
}

template <aclDataType dtype, aclDataType of_mask>
OperatorCall InplaceMaskedScatter(const Shape& shape, uint32_t seed) {
  const Array mask(of_mask, shape, [](int64_t i) { return static_cast<uint64_t>(i % 3 != 1); });
  return {"aclnnInplaceMaskedScatter",
          {Finite(dtype, shape, seed), mask, Finite(dtype, shape, seed + 1)}};
}

template <aclDataType dtype, bool by_axis>
OperatorCall Nonzero(const Shape& shape, uint32_t /*seed*/) {
  const Array ones(dtype, shape,
                   [](int64_t i) { return BitsOf(dtype, 1.0 + static_cast<double>(i % 3)); });
  const int64_t count = CountOf(shape), axes = std::ssize(shape);
  return {by_axis ? "aclnnNonzeroV2" : "aclnnNonzero",
          {ones, Array(ACL_INT64, by_axis ? Shape{axes, count} : Shape{count, axes})}};
}

template <aclDataType dtype, aclDataType index, bool in_front>
OperatorCall OneHot(const Shape& of_any, uint32_t /*seed*/) {
  const Shape shape = AsMatrix(of_any);
  Shape out = shape;
  out.insert(in_front ? out.begin() : out.end(), 5);
  return {"aclnnOneHot",
          {Places(index, shape, 6), 5.0, ArrayOf(dtype, {1}, {1}), ArrayOf(dtype, {1}, {0}),
           in_front ? 0.0 : -1.0, Array(dtype, out)}};
}

// Rows in order, with a sorter that leaves them as they are.
template <aclDataType dtype, aclDataType of_self, aclDataType out>
OperatorCall SearchSorted(const Shape& of_any, uint32_t seed) {
  const Shape shape = AsMatrix(of_any);
  const int64_t columns = std::max<int64_t>(1, shape[1]);
  const Array rows(dtype, shape,
                   [&](int64_t i) { return BitsOf(dtype, static_cast<double>(i % columns)); });
  const Array order(ACL_INT64, shape, [&](int64_t i) { return uint64_t(i % columns); });
  return {"aclnnSearchSorted",
          {rows, Finite(of_self, shape, seed), out == ACL_INT32 ? 1.0 : 0.0, 1.0, order,
           Array(out, shape)}};
}

template <aclDataType dtype>
OperatorCall SearchSorteds(const Shape& shape, uint32_t /*seed*/) {
  const Array row(dtype, {CountOf(shape)},
                  [](int64_t i) { return BitsOf(dtype, static_cast<double>(i) / 2 - 1); });
  return {"aclnnSearchSorteds", {row, 0.5, 0.0, 0.0, nullptr, Array(ACL_INT64, {1})}};
}

template <aclDataType index, aclDataType weight, aclDataType out>
OperatorCall Bincount(const Shape& shape, uint32_t seed) {
  const int64_t count = CountOf(shape);
  return {"aclnnBincount",
          {Places(index, {count}, 7), Finite(weight, {count}, seed), 7.0, Array(out, {8})}};
}

template <aclDataType index, aclDataType out>
OperatorCall BincountOfOnes(const Shape& shape, uint32_t seed) {
  OperatorCall call = Bincount<index, ACL_FLOAT, out>(shape, seed);
  call.arguments[1] = CallArgument(nullptr);
  return call;
}

template <aclDataType self, aclDataType out, int low, int high>
OperatorCall Histc(const Shape& shape, uint32_t seed) {
  return {"aclnnHistc", {Finite(self, shape, seed), 9.0, low * 1.0, high * 1.0, Array(out, {9})}};
}

// All are different, so that all of the outputs are written.
template <aclDataType dtype>
Array AllDifferent(const Shape& shape) {
  const int64_t count = CountOf(shape);
  return Array(dtype, shape,
               [count](int64_t i) { return BitsOf(dtype, static_cast<double>(count - i)); });
}

template <aclDataType dtype>
OperatorCall Unique(const Shape& shape, uint32_t /*seed*/) {
  return {"aclnnUnique",
          {AllDifferent<dtype>(shape), 1.0, 1.0, Array(dtype, {CountOf(shape)}),
           Array(ACL_INT64, shape)}};
}

template <aclDataType dtype>
OperatorCall Unique2(const Shape& shape, uint32_t /*seed*/) {
  return {"aclnnUnique2",
          {AllDifferent<dtype>(shape), 1.0, 1.0, 1.0, Array(dtype, {CountOf(shape)}),
           Array(ACL_INT64, shape), Array(ACL_INT64, {CountOf(shape)})}};
}

template <aclDataType dtype, bool by_axis>
OperatorCall UniqueConsecutive(const Shape& of_any, uint32_t /*seed*/) {
  const Shape shape = by_axis ? AsMatrix(of_any) : of_any;
  const int64_t count = CountOf(shape);
  // Slices of nothing are equal, and so one at most.
  const int64_t slices = !by_axis ? count : count == 0 ? std::min<int64_t>(1, shape[1]) : shape[1];
  Shape values = by_axis ? Shape{shape[0], slices} : Shape{count};
  if (by_axis && slices != shape[1]) return UniqueConsecutive<dtype, false>(of_any, 0);
  return {"aclnnUniqueConsecutive",
          {AllDifferent<dtype>(shape), 1.0, 1.0, by_axis ? -1.0 : 1000.0, Array(dtype, values),
           Array(ACL_INT64, by_axis ? Shape{slices} : shape), Array(ACL_INT64, {slices})}};
}

// Slices of nothing are equal: one row of as many elements takes their place.
template <aclDataType dtype>
OperatorCall UniqueDim(const Shape& of_any, uint32_t seed) {
  Shape shape = AsMatrix(of_any);
  if (CountOf(shape) == 0) shape = {0, 3};
  const int64_t axis = CountOf(shape) == 0 ? 0 : seed % 2;
  const int64_t slices = shape[static_cast<size_t>(axis)];
  return {"aclnnUniqueDim",
          {AllDifferent<dtype>(shape), 1.0, 1.0, static_cast<double>(axis), Array(dtype, shape),
           Array(ACL_INT64, {slices}), Array(ACL_INT64, {slices})}};
}

template <aclDataType dtype, aclDataType index, bool in_place>
OperatorCall ScatterNd(const Shape& of_any, uint32_t seed) {
  const Shape shape = AsMatrix(of_any);
  OperatorCall call = {in_place ? "aclnnScatterNdUpdate" : "aclnnScatterNd",
                       {Finite(dtype, shape, seed), Places(index, {3, 1}, shape[0]),
                        Finite(dtype, {3, shape[1]}, seed + 1)}};
  if (shape[0] == 0) {
    call.arguments[1] = CallArgument(Array(index, {0, 1}));
    call.arguments[2] = CallArgument(Array(dtype, {0, shape[1]}));
  }
  if (!in_place) call.arguments.emplace_back(Array(dtype, shape));
  return call;
}

// One element shorter along the axis, from its second place on; InplaceScatterUpdate takes no
// tensors without elements.
template <aclDataType dtype, aclDataType index, bool has_rows>
OperatorCall ScatterUpdate(const Shape& of_any, uint32_t seed) {
  Shape shape = AsMatrix(of_any);
  for (int64_t& size : shape) size = std::max<int64_t>(size, 2);
  const int64_t rows = shape[0], columns = shape[1];
  const Array ones(index, {rows}, [](int64_t) { return uint64_t{1}; });
  // Rows and starts are 0 or 1, so that layouts may repeat either in the place of the other.
  const Array rows_and_ones(index, {rows, 2}, [](int64_t i) {
    return static_cast<uint64_t>(i % 2 == 0 ? i / 2 % 2 : 1);
  });
  return {"aclnnInplaceScatterUpdate",
          {Finite(dtype, shape, seed), has_rows ? rows_and_ones : ones,
           Finite(dtype, {rows, columns - 1}, seed + 1), -1.0}};
}

// Two tensors, of which a mask leaves out one.
template <aclDataType dtype, aclDataType index, bool has_counts, bool has_mask>
OperatorCall ScatterList(const Shape& of_any, uint32_t seed) {
  const Shape shape = AsMatrix(of_any);
  const int64_t columns = shape[1], size = columns / 2;
  const Array starts(index, {2}, [](int64_t) { return uint64_t{0}; });
  const Array counts(index, {2, 2}, [size](int64_t i) {
    const int64_t count = size > 1 ? size - 1 : size;
    return static_cast<uint64_t>(i % 2 == 0 ? 1 - i / 2 : count);
  });
  const Array mask(ACL_UINT8, {2}, [](int64_t i) { return static_cast<uint64_t>(i); });
  return {"aclnnScatterList",
          {std::vector<Array>{Finite(dtype, shape, seed), Finite(dtype, shape, seed + 1)},
           has_counts ? counts : starts, Finite(dtype, {2, shape[0], size}, seed + 2),
           has_mask ? CallArgument(mask) : CallArgument(nullptr), "update", -1.0}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall RepeatInterleaveGrad(const Shape& of_any, uint32_t seed) {
  const Shape shape = AsMatrix(of_any);
  const int64_t count = std::max<int64_t>(2, shape[1] / 2);
  const Array repeats(index, {count}, [](int64_t i) { return static_cast<uint64_t>(i % 4); });
  return {"aclnnRepeatInterleaveGrad",
          {Finite(dtype, shape, seed), repeats, -1.0, Array(dtype, {shape[0], count})}};
}

}  // namespace

std::vector<Case> IndexCases() {
  return {
      {"ScatterNdUpdateFloat", ScatterNd<kF32, ACL_INT64, true>},
      {"ScatterNdFloat16", ScatterNd<kF16, ACL_INT32, false>},
      {"InplaceScatterUpdateFloat", ScatterUpdate<kF32, ACL_INT64, false>},
      {"InplaceScatterUpdateInRowsInt8", ScatterUpdate<ACL_INT8, ACL_INT32, true>},
      {"ScatterListFloat", ScatterList<kF32, ACL_INT64, false, false>},
      {"ScatterListWithMaskBfloat16", ScatterList<kBf16, ACL_INT32, false, true>},
      {"ScatterListWithCountsUint16", ScatterList<ACL_UINT16, ACL_INT64, true, false>},
      {"RepeatInterleaveGradFloat", RepeatInterleaveGrad<kF32, ACL_INT64>},
      {"RepeatInterleaveGradFloat16", RepeatInterleaveGrad<kF16, ACL_INT32>},
      {"UniqueFloat", Unique<kF32>},
      {"Unique2Int64", Unique2<ACL_INT64>},
      {"UniqueDimFloat", UniqueDim<kF32>},
      {"UniqueDimInt64", UniqueDim<ACL_INT64>},
      {"UniqueConsecutiveFloat", UniqueConsecutive<kF32, false>},
      {"UniqueConsecutiveAlongDouble", UniqueConsecutive<kF64, true>},
      {"OneHotFloat", OneHot<kF32, ACL_INT64, false>},
      {"OneHotInt64InFront", OneHot<ACL_INT64, ACL_INT32, true>},
      {"SearchSortedFloat", SearchSorted<kF32, kF32, ACL_INT64>},
      {"SearchSortedFloat16OfInt8", SearchSorted<kF16, ACL_INT8, ACL_INT32>},
      {"SearchSortedsDouble", SearchSorteds<kF64>},
      {"BincountFloat", Bincount<ACL_INT64, kF32, kF32>},
      {"BincountInt32OfInt8", Bincount<ACL_UINT8, ACL_INT8, ACL_INT32>},
      {"BincountOfOnesInt64", BincountOfOnes<ACL_INT32, ACL_INT64>},
      {"HistcFloat", Histc<kF32, kF32, -1, 1>},
      {"HistcFloat16OfAnyRange", Histc<kF16, kF32, 0, 0>},
      {"HistcInt8", Histc<ACL_INT8, ACL_INT64, -2, 3>},
      {"EmbeddingFloat", Embedding<kF32, ACL_INT64>},
      {"EmbeddingBfloat16", Embedding<kBf16, ACL_INT32>},
      {"EmbeddingBagFloat", EmbeddingBag<kF32, ACL_INT64, 0>},
      {"EmbeddingBagFloat16", EmbeddingBag<kF16, ACL_INT32, 1>},
      {"EmbeddingBagBfloat16", EmbeddingBag<kBf16, ACL_INT64, 2>},
      {"EmbeddingDenseBackwardFloat", EmbeddingDenseBackward<kF32, ACL_INT64, false>},
      {"EmbeddingDenseBackwardBfloat16", EmbeddingDenseBackward<kBf16, ACL_INT32, true>},
      {"ScatterFloat", Scatter<kF32, ACL_INT64, 0>},
      {"ScatterTimesFloat16", Scatter<kF16, ACL_INT32, 2>},
      {"InplaceScatterInt32", InplaceScatter<ACL_INT32, ACL_INT64>},
      {"ScatterValueFloat", ScatterValue<kF32, 0>},
      {"InplaceScatterValueDouble", InplaceScatterValue<ACL_DOUBLE>},
      {"ScatterAddFloat", ScatterAdd<kF32>},
      {"ScatterReduce", ScatterReduce<true>},
      {"ScatterReduceFromZero", ScatterReduce<false>},
      {"ScatterAddInt8", ScatterAdd<ACL_INT8>},
      {"IndexCopyFloat16", IndexCopy<kF16, ACL_INT32>},
      {"InplaceIndexCopyFloat", InplaceIndexCopy<kF32>},
      {"IndexPutFloat", IndexPut<kF32, ACL_INT64, false>},
      {"IndexPutAddsBfloat16", IndexPut<kBf16, ACL_INT32, true>},
      {"MaskedSelectFloat", MaskedSelect<kF32, ACL_BOOL>},
      {"MaskedSelectBfloat16", MaskedSelect<kBf16, ACL_UINT8>},
      {"InplaceMaskedScatterFloat", InplaceMaskedScatter<kF32, ACL_BOOL>},
      {"InplaceMaskedScatterInt8", InplaceMaskedScatter<ACL_INT8, ACL_UINT8>},
      {"NonzeroFloat", Nonzero<kF32, false>},
      {"NonzeroV2Bfloat16", Nonzero<kBf16, true>},
      {"GatherFloat", Gather<kF32, ACL_INT64, true>},
      {"GatherInt8", Gather<ACL_INT8, ACL_INT32, true>},
      {"IndexFloat", Index<kF32, ACL_INT64>},
      {"IndexSelectFloat", Gather<kF32, ACL_INT64, false>},
      {"IndexSelectInt16", Gather<ACL_INT16, ACL_INT32, false>},
  };
}

}  // namespace openaclnn::test

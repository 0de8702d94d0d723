// Parts of tensors, and slices at places.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// Every second place along the last axis.
template <aclDataType dtype>
OperatorCall Slice(const Shape& of_any, uint32_t seed) {
  const Shape shape = of_any.empty() ? Shape{1} : of_any;
  Shape out = shape;
  out.back() = (out.back() + 1) / 2;
  return {"aclnnSlice",
          {RandomArray(dtype, shape, seed), -1.0, 0.0, static_cast<double>(shape.back()), 2.0,
           Array(dtype, out)}};
}

template <aclDataType dtype>
OperatorCall SliceV2(const Shape& shape, uint32_t seed) {
  OperatorCall call = Slice<dtype>(shape, seed);
  using Integers = std::vector<int64_t>;
  return {"aclnnSliceV2",
          {call.arguments[0], Integers{0}, Integers{call.arguments[0].array.shape.back()},
           Integers{-1}, Integers{2}, call.arguments[5]}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall GatherV2(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  return {"aclnnGatherV2",
          {RandomArray(dtype, shape, seed), -1.0, Places(index, {columns}, columns),
           Array(dtype, shape)}};
}

template <aclDataType dtype, aclDataType index>
OperatorCall Take(const Shape& shape, uint32_t seed) {
  return {
      "aclnnTake",
      {RandomArray(dtype, shape, seed), Places(index, shape, CountOf(shape)), Array(dtype, shape)}};
}

template <aclDataType dtype, bool adds>
OperatorCall InplacePut(const Shape& shape, uint32_t seed) {
  return {"aclnnInplacePut",
          {Finite(dtype, shape, seed), Places(ACL_INT64, shape, (CountOf(shape) + 1) / 2),
           Finite(dtype, shape, seed + 1), double{adds}}};
}

template <aclDataType dtype, int alpha>
OperatorCall IndexAdd(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  return {"aclnnIndexAdd",
          {Finite(dtype, shape, seed), -1.0, Places(ACL_INT32, {columns}, (columns + 1) / 2),
           Finite(dtype, shape, seed + 1), double{alpha}, Array(dtype, shape)}};
}

template <aclDataType dtype, bool in_place>
OperatorCall IndexFill(const Shape& shape, uint32_t seed) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  OperatorCall call = {in_place ? "aclnnInplaceIndexFill" : "aclnnIndexFill",
                       {RandomArray(dtype, shape, seed), -1.0,
                        Places(ACL_INT64, {(columns + 1) / 2}, columns), 2.0}};
  if (!in_place) call.arguments.emplace_back(Array(dtype, shape));
  return call;
}

template <aclDataType dtype, bool in_place>
OperatorCall IndexFillTensor(const Shape& shape, uint32_t seed) {
  const bool has_places = shape.empty() || shape.back() > 0;
  const std::vector<int64_t> places(has_places ? 1 : 0, -1);
  OperatorCall call = {in_place ? "aclnnInplaceIndexFillTensor" : "aclnnIndexFillTensor",
                       {RandomArray(dtype, shape, seed), -1.0, places, 2.0}};
  if (!in_place) call.arguments.emplace_back(Array(dtype, shape));
  return call;
}

}  // namespace

std::vector<Case> SlicesCases() {
  return {
      {"SliceFloat", Slice<kF32>},
      {"SliceV2Int8", SliceV2<ACL_INT8>},
      {"GatherV2Float", GatherV2<kF32, ACL_INT32>},
      {"GatherV2Bfloat16", GatherV2<kBf16, ACL_INT64>},
      {"TakeFloat", Take<kF32, ACL_INT64>},
      {"InplacePutFloat", InplacePut<kF32, false>},
      {"InplacePutSumsFloat16", InplacePut<kF16, true>},
      {"IndexAddFloat", IndexAdd<kF32, 1>},
      {"IndexAddTimesBfloat16", IndexAdd<kBf16, 3>},
      {"IndexFillFloat", IndexFill<kF32, false>},
      {"InplaceIndexFillFloat16", IndexFill<kF16, true>},
      {"IndexFillTensorFloat", IndexFillTensor<kF32, false>},
      {"InplaceIndexFillTensorInt32", IndexFillTensor<ACL_INT32, true>},
  };
}

}  // namespace openaclnn::test

// The largest elements and the means of windows.
#include <vector>

#include "tests/ops/cases/made.h"
#include "tests/ops/cases/space.h"

namespace openaclnn::test {
namespace {

// Windows of three elements, two apart, with one of padding.
int64_t CountWindows(int64_t size) { return size == 0 ? 0 : (size - 1) / 2 + 1; }
const std::vector<int64_t> kKernel = {3}, kStride = {2}, kPadding = {1}, kDilation = {1};

// What is pooled.
struct Pooled {
  aclDataType dtype;
  size_t axes;
};

OperatorCall Largest(const char* name, Pooled of, aclDataType places, const Shape& shape,
                     uint32_t seed) {
  const Shape whole = SpaceOf(shape, of.axes), pooled = WithSizes(whole, of.axes, CountWindows);
  return {name,
          {RandomArray(of.dtype, whole, seed), kKernel, kStride, kPadding, kDilation, 0.0,
           Array(of.dtype, pooled), Array(places, pooled)}};
}

OperatorCall LargestBackward(const char* name, Pooled of, aclDataType places, const Shape& shape,
                             uint32_t seed) {
  const Shape whole = SpaceOf(shape, of.axes), pooled = WithSizes(whole, of.axes, CountWindows);
  return {name,
          {Finite(of.dtype, pooled, seed), Array(of.dtype, whole),
           Places(places, pooled, PlaneOf(whole, of.axes)), kKernel, kStride, kPadding, kDilation,
           0.0, Array(of.dtype, whole)}};
}

Shape MaskOf(Shape pooled) {
  const int64_t windows = PlaneOf(pooled, 2);
  pooled[pooled.size() - 2] = 9;
  pooled.back() = ((windows + 15) / 16 + 1) * 32;
  return pooled;
}

OperatorCall WithMask(aclDataType dtype, const Shape& shape, uint32_t seed) {
  OperatorCall call = Largest("aclnnMaxPool2dWithMask", {dtype, 2}, ACL_INT8, shape, seed);
  const Shape mask = MaskOf(call.arguments.back().array.shape);
  call.arguments.back() = Array(ACL_INT8, mask);
  return call;
}

OperatorCall WithMaskBackward(aclDataType dtype, const Shape& shape, uint32_t seed) {
  OperatorCall call =
      LargestBackward("aclnnMaxPool2dWithMaskBackward", {dtype, 2}, ACL_INT32, shape, seed);
  const Shape mask = MaskOf(call.arguments[0].array.shape);
  call.arguments[2] = RandomPatterns(ACL_INT8, mask, seed + 1);
  return call;
}

OperatorCall OnnxMaxPool(aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Shape whole = SpaceOf(shape, 2), pooled = WithSizes(whole, 2, CountWindows);
  return {"aclnnMaxPool",
          {RandomArray(dtype, whole, seed), kKernel, kStride, 0.0, kPadding, kDilation, 0.0,
           Array(dtype, pooled)}};
}

OperatorCall Means(const char* name, Pooled of, const Shape& shape, uint32_t seed) {
  const Shape whole = SpaceOf(shape, of.axes), pooled = WithSizes(whole, of.axes, CountWindows);
  OperatorCall call = {
      name, {RandomArray(of.dtype, whole, seed), kKernel, kStride, kPadding, 0.0, 1.0, 0.0}};
  if (of.axes == 2) call.arguments.emplace_back(0.0);
  call.arguments.emplace_back(Array(of.dtype, pooled));
  return call;
}

OperatorCall MeansBackward(const char* name, Pooled of, const Shape& shape, uint32_t seed) {
  OperatorCall call = Means(name, of, shape, seed);
  const Shape whole = call.arguments[0].array.shape, pooled = call.arguments.back().array.shape;
  call.arguments[0] = Array(of.dtype, whole);
  call.arguments.insert(call.arguments.begin(), RandomArray(of.dtype, pooled, seed));
  call.arguments.back() = Array(of.dtype, whole);
  return call;
}

// Parts that overlap.
int64_t CountParts(int64_t size) { return (size + 1) / 2; }

OperatorCall Parts(const char* name, Pooled of, const Shape& shape, uint32_t seed) {
  const Shape whole = SpaceOf(shape, of.axes), pooled = WithSizes(whole, of.axes, CountParts);
  return {name,
          {RandomArray(of.dtype, whole, seed), SizesOf(pooled, of.axes), Array(of.dtype, pooled)}};
}
OperatorCall PartsBackward(const char* name, Pooled of, const Shape& shape, uint32_t seed) {
  const Shape whole = SpaceOf(shape, of.axes), pooled = WithSizes(whole, of.axes, CountParts);
  return {name,
          {RandomArray(of.dtype, pooled, seed), Array(of.dtype, whole), Array(of.dtype, whole)}};
}
OperatorCall LargestParts(const char* name, Pooled of, aclDataType places, const Shape& shape,
                          uint32_t seed) {
  OperatorCall call = Parts(name, of, shape, seed);
  call.arguments.emplace_back(Array(places, call.arguments.back().array.shape));
  return call;
}
OperatorCall LargestPartsBackward(const char* name, Pooled of, aclDataType places,
                                  const Shape& shape, uint32_t seed) {
  OperatorCall call = PartsBackward(name, of, shape, seed);
  const Shape whole = call.arguments[1].array.shape, pooled = call.arguments[0].array.shape;
  call.arguments[0] = Finite(of.dtype, pooled, seed);
  call.arguments.insert(call.arguments.begin() + 2,
                        Places(places, pooled, PlaneOf(whole, of.axes)));
  return call;
}

// Windows like those above, in columns.
OperatorCall Columns(aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Shape whole = SpaceOf(shape, 2), pooled = WithSizes(whole, 2, CountWindows);
  const std::vector<int64_t> two(2, 1);
  return {"aclnnIm2col",
          {RandomArray(dtype, whole, seed), std::vector<int64_t>{3, 3}, two, two,
           std::vector<int64_t>{2, 2}, Array(dtype, {whole[0], 9 * whole[1], PlaneOf(pooled, 2)})}};
}
OperatorCall ColumnsBackward(aclDataType dtype, const Shape& shape, uint32_t seed) {
  OperatorCall call = Columns(dtype, shape, seed);
  const Shape whole = call.arguments[0].array.shape, columns = call.arguments[5].array.shape;
  call.name = "aclnnIm2colBackward";
  call.arguments[0] = RandomArray(dtype, columns, seed);
  call.arguments[5] = Array(dtype, whole);
  call.arguments.insert(call.arguments.begin() + 1, SizesOf(whole, 2));
  return call;
}

// Windows of three places along the width, two places apart.
OperatorCall Unfolded(aclDataType dtype, const Shape& shape, uint32_t seed) {
  Shape whole = SpaceOf(shape, 2);
  whole.back() = std::max<int64_t>(whole.back(), 3);
  Shape windows = whole;
  windows.back() = (whole.back() - 3) / 2 + 1;
  windows.push_back(3);
  return {"aclnnUnfoldGrad",
          {RandomArray(dtype, windows, seed), std::vector<int64_t>(whole), -1.0, 3.0, 2.0,
           Array(dtype, whole)}};
}

// What came of windows, spread over what they are of.
OperatorCall Spread(const char* name, Pooled of, aclDataType places, const Shape& shape,
                    uint32_t seed) {
  const Shape whole = SpaceOf(shape, of.axes), pooled = WithSizes(whole, of.axes, CountWindows);
  OperatorCall call = {name,
                       {RandomArray(of.dtype, pooled, seed),
                        Places(places, pooled, PlaneOf(whole, of.axes)), SizesOf(whole, of.axes)}};
  for (int i = 0; of.axes == 3 && i < 2; ++i) call.arguments.emplace_back(SizesOf({2, 2, 2}, 3));
  call.arguments.emplace_back(Array(of.dtype, whole));
  return call;
}
OperatorCall SpreadBackward(const char* name, Pooled of, aclDataType places, const Shape& shape,
                            uint32_t seed) {
  OperatorCall call = Spread(name, of, places, shape, seed);
  const Shape pooled = call.arguments[0].array.shape;
  const Shape whole = call.arguments.back().array.shape;
  call.arguments.insert(call.arguments.begin(), RandomArray(of.dtype, whole, seed));
  call.arguments.back() = Array(of.dtype, pooled);
  return call;
}

}  // namespace

std::vector<Case> PoolingCases() {
#define OPENACLNN_CASE(name, ...)                                   \
  {                                                                 \
    name, [](const Shape& s, uint32_t seed) { return __VA_ARGS__; } \
  }
  return {
      OPENACLNN_CASE("MaxPoolFloat", OnnxMaxPool(kF32, s, seed)),
      OPENACLNN_CASE("MaxPoolInt32", OnnxMaxPool(ACL_INT32, s, seed)),
      OPENACLNN_CASE("MaxPool2dWithIndicesFloat",
                     Largest("aclnnMaxPool2dWithIndices", {kF32, 2}, ACL_INT64, s, seed)),
      OPENACLNN_CASE("MaxPool2dWithIndicesBfloat16",
                     Largest("aclnnMaxPool2dWithIndices", {kBf16, 2}, ACL_INT32, s, seed)),
      OPENACLNN_CASE(
          "MaxPool2dWithIndicesBackwardFloat",
          LargestBackward("aclnnMaxPool2dWithIndicesBackward", {kF32, 2}, ACL_INT64, s, seed)),
      OPENACLNN_CASE("MaxPool2dWithMaskFloat", WithMask(kF32, s, seed)),
      OPENACLNN_CASE("MaxPool2dWithMaskFloat16", WithMask(kF16, s, seed)),
      OPENACLNN_CASE("MaxPool2dWithMaskBackwardFloat", WithMaskBackward(kF32, s, seed)),
      OPENACLNN_CASE("MaxPool3dWithArgmaxFloat",
                     Largest("aclnnMaxPool3dWithArgmax", {kF32, 3}, ACL_INT32, s, seed)),
      OPENACLNN_CASE(
          "MaxPool3dWithArgmaxBackwardFloat16",
          LargestBackward("aclnnMaxPool3dWithArgmaxBackward", {kF16, 3}, ACL_INT32, s, seed)),
      OPENACLNN_CASE("AdaptiveMaxPool2dFloat",
                     LargestParts("aclnnAdaptiveMaxPool2d", {kF32, 2}, ACL_INT64, s, seed)),
      OPENACLNN_CASE("AdaptiveMaxPool2dDouble",
                     LargestParts("aclnnAdaptiveMaxPool2d", {kF64, 2}, ACL_INT64, s, seed)),
      OPENACLNN_CASE(
          "AdaptiveMaxPool2dBackwardFloat",
          LargestPartsBackward("aclnnAdaptiveMaxPool2dBackward", {kF32, 2}, ACL_INT64, s, seed)),
      OPENACLNN_CASE("AdaptiveMaxPool3dFloat16",
                     LargestParts("aclnnAdaptiveMaxPool3d", {kF16, 3}, ACL_INT32, s, seed)),
      OPENACLNN_CASE(
          "AdaptiveMaxPool3dBackwardFloat",
          LargestPartsBackward("aclnnAdaptiveMaxPool3dBackward", {kF32, 3}, ACL_INT32, s, seed)),
      OPENACLNN_CASE("Im2colFloat", Columns(kF32, s, seed)),
      OPENACLNN_CASE("Im2colBfloat16", Columns(kBf16, s, seed)),
      OPENACLNN_CASE("Im2colBackwardFloat", ColumnsBackward(kF32, s, seed)),
      OPENACLNN_CASE("Im2colBackwardFloat16", ColumnsBackward(kF16, s, seed)),
      OPENACLNN_CASE("UnfoldGradBfloat16", Unfolded(kBf16, s, seed)),
      OPENACLNN_CASE("MaxUnpool2dFloat", Spread("aclnnMaxUnpool2d", {kF32, 2}, ACL_INT64, s, seed)),
      OPENACLNN_CASE("MaxUnpool2dInt8",
                     Spread("aclnnMaxUnpool2d", {ACL_INT8, 2}, ACL_INT32, s, seed)),
      OPENACLNN_CASE("MaxUnpool2dBackwardFloat16",
                     SpreadBackward("aclnnMaxUnpool2dBackward", {kF16, 2}, ACL_INT64, s, seed)),
      OPENACLNN_CASE("MaxUnpool3dDouble",
                     Spread("aclnnMaxUnpool3d", {kF64, 3}, ACL_INT32, s, seed)),
      OPENACLNN_CASE("MaxUnpool3dBackwardFloat",
                     SpreadBackward("aclnnMaxUnpool3dBackward", {kF32, 3}, ACL_INT64, s, seed)),
      OPENACLNN_CASE("AvgPool2dFloat", Means("aclnnAvgPool2d", {kF32, 2}, s, seed)),
      OPENACLNN_CASE("AvgPool2dFloat16", Means("aclnnAvgPool2d", {kF16, 2}, s, seed)),
      OPENACLNN_CASE("AvgPool2dBackwardFloat",
                     MeansBackward("aclnnAvgPool2dBackward", {kF32, 2}, s, seed)),
      OPENACLNN_CASE("AvgPool3dFloat", Means("aclnnAvgPool3d", {kF32, 3}, s, seed)),
      OPENACLNN_CASE("AvgPool3dBackwardBfloat16",
                     MeansBackward("aclnnAvgPool3dBackward", {kBf16, 3}, s, seed)),
      OPENACLNN_CASE("AdaptiveAvgPool2dFloat", Parts("aclnnAdaptiveAvgPool2d", {kF32, 2}, s, seed)),
      OPENACLNN_CASE("AdaptiveAvgPool2dBackwardFloat",
                     PartsBackward("aclnnAdaptiveAvgPool2dBackward", {kF32, 2}, s, seed)),
      OPENACLNN_CASE("AdaptiveAvgPool3dBfloat16",
                     Parts("aclnnAdaptiveAvgPool3d", {kBf16, 3}, s, seed)),
      OPENACLNN_CASE("AdaptiveAvgPool3dBackwardFloat",
                     PartsBackward("aclnnAdaptiveAvgPool3dBackward", {kF32, 3}, s, seed)),
  };
#undef OPENACLNN_CASE
}

}  // namespace openaclnn::test

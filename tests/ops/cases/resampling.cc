// Tensors that are resized, or have margins, and samples by grids.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"
#include "tests/ops/cases/space.h"

namespace openaclnn::test {
namespace {

// Which arguments an operator has, in their order.
struct Form {
  const char* name;
  size_t axes;
  bool has_corners, has_scales, is_gradient;
};

int64_t Resized(int64_t size) { return size + (size + 1) / 2; }

OperatorCall Resize(const Form& form, aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Shape whole = SpaceOf(shape, form.axes);
  const Shape resized = WithSizes(whole, form.axes, Resized);
  OperatorCall call = {form.name, {RandomArray(dtype, form.is_gradient ? resized : whole, seed)}};
  call.arguments.emplace_back(SizesOf(resized, form.axes));
  if (form.is_gradient) call.arguments.emplace_back(std::vector<int64_t>(whole));
  if (form.has_corners) call.arguments.emplace_back(0.0);
  for (size_t i = 0; form.has_scales && i < form.axes; ++i) call.arguments.emplace_back(0.0);
  call.arguments.emplace_back(Array(dtype, form.is_gradient ? whole : resized));
  return call;
}

OperatorCall Margins(const char* name, size_t axes, bool is_gradient, aclDataType dtype,
                     const Shape& shape, uint32_t seed) {
  const Shape whole = SpaceOf(shape, axes);
  Shape padded = whole;
  std::vector<int64_t> padding;
  for (size_t i = 0; i < axes; ++i) {
    int64_t& size = padded[padded.size() - 1 - i];
    padding.insert(padding.end(), {size > 1 ? 1 : 0, 0});
    size += padding[2 * i];
  }
  OperatorCall call = {name, {RandomArray(dtype, is_gradient ? padded : whole, seed)}};
  if (is_gradient) call.arguments.emplace_back(Array(dtype, whole));
  call.arguments.emplace_back(padding);
  call.arguments.emplace_back(Array(dtype, is_gradient ? whole : padded));
  return call;
}

// Places of as many samples as there are elements, some of them beyond the ends.
Array Grid(aclDataType dtype, const Shape& input, size_t axes, uint32_t seed) {
  Shape shape = input;
  shape.erase(shape.begin() + 1);
  shape.push_back(static_cast<int64_t>(axes));
  return RandomArray(dtype, shape, seed, -1.25, 1.25);
}

OperatorCall GridSampler(const char* name, size_t axes, int mode, aclDataType dtype,
                         const Shape& shape, uint32_t seed) {
  const Shape input = SpaceOf(shape, axes);
  return {name,
          {Finite(dtype, input, seed), Grid(dtype, input, axes, seed + 1), double(mode), 0.0, 0.0,
           Array(dtype, input)}};
}

OperatorCall GridSamplerBackward(const char* name, size_t axes, int mode, aclDataType dtype,
                                 const Shape& shape, uint32_t seed) {
  const Shape input = SpaceOf(shape, axes);
  const Array grid = Grid(dtype, input, axes, seed + 1);
  return {name,
          {Finite(dtype, input, seed + 2), Finite(dtype, input, seed), grid, double(mode), 1.0, 1.0,
           std::vector<int64_t>{1, 1}, Array(dtype, input), Array(dtype, grid.shape)}};
}

OperatorCall AffineGrid(aclDataType dtype, const Shape& shape, uint32_t seed) {
  const Shape size = SpaceOf(shape, 2);
  return {"aclnnAffineGrid",
          {RandomArray(dtype, {size[0], 2, 3}, seed), std::vector<int64_t>(size), 0.0,
           Array(dtype, {size[0], size[2], size[3], 2})}};
}

// Three boxes of one image, or none without elements.
Shape ImageOf(const Shape& shape) {
  const Shape image = SpaceOf(shape, 2);
  return CountOf(image) == 0 ? Shape{1, 1, 1, 1} : image;
}
Array Boxes(aclDataType dtype, const Shape& shape, int64_t numbers) {
  const Shape image = ImageOf(shape);
  const int64_t regions = CountOf(SpaceOf(shape, 2)) == 0 ? 0 : 3;
  return Array(dtype, {regions, numbers}, [&](int64_t i) {
    const int64_t region = i / numbers, number = i % numbers + 4 - numbers;
    if (number < 0) return BitsOf(dtype, 0.5);  // the first image
    const auto size = static_cast<double>(std::min<int64_t>(image[number % 2 == 0 ? 3 : 2], 99));
    const double place = number < 2 ? -0.75 + static_cast<double>(region) * 0.2 * size
                                    : 0.4 * static_cast<double>(region + 1) * size;
    return BitsOf(dtype, place);
  });
}

OperatorCall Regions(const char* mode, aclDataType dtype, double samples, const Shape& shape,
                     uint32_t seed) {
  const Shape image = ImageOf(shape);
  const Array boxes = Boxes(dtype, shape, 4);
  return {"aclnnRoiAlign",
          {RandomArray(dtype, image, seed), boxes,
           Array(ACL_INT32, {boxes.shape[0]}, [](int64_t) { return uint64_t{0}; }), mode, 2.0, 3.0,
           samples, 1.0, Array(dtype, {boxes.shape[0], image[1], 2, 3})}};
}
OperatorCall RegionsV2(aclDataType dtype, double is_centred, const Shape& shape, uint32_t seed) {
  const Shape image = ImageOf(shape);
  const Array boxes = Boxes(dtype, shape, 5);
  return {"aclnnRoiAlignV2",
          {RandomArray(dtype, image, seed), boxes, 3.0, 2.0, 0.75, 0.0, is_centred,
           Array(dtype, {boxes.shape[0], image[1], 3, 2})}};
}
OperatorCall RegionsV2Backward(const Shape& shape, uint32_t seed) {
  const Shape image = ImageOf(shape);
  const Array boxes = Boxes(kF32, shape, 5);
  return {"aclnnRoiAlignV2Backward",
          {Finite(kF32, {boxes.shape[0], image[1], 3, 2}, seed), boxes, std::vector<int64_t>(image),
           3.0, 2.0, 0.75, 2.0, 1.0, Array(kF32, image)}};
}

}  // namespace

std::vector<Case> ResamplingCases() {
#define OPENACLNN_CASE(name, ...)                                   \
  {                                                                 \
    name, [](const Shape& s, uint32_t seed) { return __VA_ARGS__; } \
  }
  return {
      OPENACLNN_CASE("UpsampleNearest1dFloat",
                     Resize({"aclnnUpsampleNearest1d", 1, false, false, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleNearest1dBfloat16",
                     Resize({"aclnnUpsampleNearest1d", 1, false, false, false}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearest1dUint8",
          Resize({"aclnnUpsampleNearest1d", 1, false, false, false}, ACL_UINT8, s, seed)),
      OPENACLNN_CASE("UpsampleNearest1dV2Float",
                     Resize({"aclnnUpsampleNearest1dV2", 1, false, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleNearest1dV2Bfloat16",
                     Resize({"aclnnUpsampleNearest1dV2", 1, false, true, false}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearest1dV2Uint8",
          Resize({"aclnnUpsampleNearest1dV2", 1, false, true, false}, ACL_UINT8, s, seed)),
      OPENACLNN_CASE("UpsampleNearest2dFloat",
                     Resize({"aclnnUpsampleNearest2d", 2, false, false, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleNearest2dBfloat16",
                     Resize({"aclnnUpsampleNearest2d", 2, false, false, false}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearest2dUint8",
          Resize({"aclnnUpsampleNearest2d", 2, false, false, false}, ACL_UINT8, s, seed)),
      OPENACLNN_CASE("UpsampleNearest2dV2Float",
                     Resize({"aclnnUpsampleNearest2dV2", 2, false, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleNearest2dV2Bfloat16",
                     Resize({"aclnnUpsampleNearest2dV2", 2, false, true, false}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearest2dV2Uint8",
          Resize({"aclnnUpsampleNearest2dV2", 2, false, true, false}, ACL_UINT8, s, seed)),
      OPENACLNN_CASE("UpsampleNearest3dFloat",
                     Resize({"aclnnUpsampleNearest3d", 3, false, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleNearest3dBfloat16",
                     Resize({"aclnnUpsampleNearest3d", 3, false, true, false}, kBf16, s, seed)),
      OPENACLNN_CASE("UpsampleNearest3dUint8",
                     Resize({"aclnnUpsampleNearest3d", 3, false, true, false}, ACL_UINT8, s, seed)),
      OPENACLNN_CASE("UpsampleNearestExact1dFloat",
                     Resize({"aclnnUpsampleNearestExact1d", 1, false, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleNearestExact1dFloat16",
                     Resize({"aclnnUpsampleNearestExact1d", 1, false, true, false}, kF16, s, seed)),
      OPENACLNN_CASE("UpsampleNearestExact2dFloat",
                     Resize({"aclnnUpsampleNearestExact2d", 2, false, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleNearestExact2dFloat16",
                     Resize({"aclnnUpsampleNearestExact2d", 2, false, true, false}, kF16, s, seed)),
      OPENACLNN_CASE("UpsampleNearestExact3dFloat",
                     Resize({"aclnnUpsampleNearestExact3d", 3, false, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleNearestExact3dFloat16",
                     Resize({"aclnnUpsampleNearestExact3d", 3, false, true, false}, kF16, s, seed)),
      OPENACLNN_CASE("UpsampleLinear1dFloat",
                     Resize({"aclnnUpsampleLinear1d", 1, true, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleLinear1dFloat16",
                     Resize({"aclnnUpsampleLinear1d", 1, true, true, false}, kF16, s, seed)),
      OPENACLNN_CASE("UpsampleBilinear2dFloat",
                     Resize({"aclnnUpsampleBilinear2d", 2, true, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleBilinear2dFloat16",
                     Resize({"aclnnUpsampleBilinear2d", 2, true, true, false}, kF16, s, seed)),
      OPENACLNN_CASE("UpsampleBilinear2dDouble",
                     Resize({"aclnnUpsampleBilinear2d", 2, true, true, false}, kF64, s, seed)),
      OPENACLNN_CASE("UpsampleTrilinear3dFloat",
                     Resize({"aclnnUpsampleTrilinear3d", 3, true, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleTrilinear3dFloat16",
                     Resize({"aclnnUpsampleTrilinear3d", 3, true, true, false}, kF16, s, seed)),
      OPENACLNN_CASE("UpsampleTrilinear3dDouble",
                     Resize({"aclnnUpsampleTrilinear3d", 3, true, true, false}, kF64, s, seed)),
      OPENACLNN_CASE("UpsampleBicubic2dFloat",
                     Resize({"aclnnUpsampleBicubic2d", 2, true, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleBicubic2dFloat16",
                     Resize({"aclnnUpsampleBicubic2d", 2, true, true, false}, kF16, s, seed)),
      OPENACLNN_CASE("UpsampleBilinear2dAAFloat",
                     Resize({"aclnnUpsampleBilinear2dAA", 2, true, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleBilinear2dAAFloat16",
                     Resize({"aclnnUpsampleBilinear2dAA", 2, true, true, false}, kF16, s, seed)),
      OPENACLNN_CASE("UpsampleBicubic2dAAFloat",
                     Resize({"aclnnUpsampleBicubic2dAA", 2, true, true, false}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleBicubic2dAAFloat16",
                     Resize({"aclnnUpsampleBicubic2dAA", 2, true, true, false}, kF16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearest1dBackwardFloat",
          Resize({"aclnnUpsampleNearest1dBackward", 1, false, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearest1dBackwardBfloat16",
          Resize({"aclnnUpsampleNearest1dBackward", 1, false, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearest2dBackwardFloat",
          Resize({"aclnnUpsampleNearest2dBackward", 2, false, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearest2dBackwardBfloat16",
          Resize({"aclnnUpsampleNearest2dBackward", 2, false, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearest3dBackwardFloat",
          Resize({"aclnnUpsampleNearest3dBackward", 3, false, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearest3dBackwardBfloat16",
          Resize({"aclnnUpsampleNearest3dBackward", 3, false, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearestExact1dBackwardFloat",
          Resize({"aclnnUpsampleNearestExact1dBackward", 1, false, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearestExact1dBackwardBfloat16",
          Resize({"aclnnUpsampleNearestExact1dBackward", 1, false, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearestExact2dBackwardFloat",
          Resize({"aclnnUpsampleNearestExact2dBackward", 2, false, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearestExact2dBackwardBfloat16",
          Resize({"aclnnUpsampleNearestExact2dBackward", 2, false, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearestExact3dBackwardFloat",
          Resize({"aclnnUpsampleNearestExact3dBackward", 3, false, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleNearestExact3dBackwardBfloat16",
          Resize({"aclnnUpsampleNearestExact3dBackward", 3, false, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE("UpsampleLinear1dBackwardFloat",
                     Resize({"aclnnUpsampleLinear1dBackward", 1, true, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleLinear1dBackwardBfloat16",
          Resize({"aclnnUpsampleLinear1dBackward", 1, true, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleBilinear2dBackwardFloat",
          Resize({"aclnnUpsampleBilinear2dBackward", 2, true, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleBilinear2dBackwardBfloat16",
          Resize({"aclnnUpsampleBilinear2dBackward", 2, true, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleBilinear2dBackwardV2Float",
          Resize({"aclnnUpsampleBilinear2dBackwardV2", 2, true, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleBilinear2dBackwardV2Bfloat16",
          Resize({"aclnnUpsampleBilinear2dBackwardV2", 2, true, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleTrilinear3dBackwardFloat",
          Resize({"aclnnUpsampleTrilinear3dBackward", 3, true, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleTrilinear3dBackwardBfloat16",
          Resize({"aclnnUpsampleTrilinear3dBackward", 3, true, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleBicubic2dBackwardFloat",
          Resize({"aclnnUpsampleBicubic2dBackward", 2, true, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleBicubic2dBackwardBfloat16",
          Resize({"aclnnUpsampleBicubic2dBackward", 2, true, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE(
          "UpsampleBilinear2dAABackwardFloat",
          Resize({"aclnnUpsampleBilinear2dAABackward", 2, true, true, true}, kF32, s, seed)),
      OPENACLNN_CASE(
          "UpsampleBilinear2dAABackwardBfloat16",
          Resize({"aclnnUpsampleBilinear2dAABackward", 2, true, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE("UpsampleBicubic2dAAGradFloat",
                     Resize({"aclnnUpsampleBicubic2dAAGrad", 2, true, true, true}, kF32, s, seed)),
      OPENACLNN_CASE("UpsampleBicubic2dAAGradBfloat16",
                     Resize({"aclnnUpsampleBicubic2dAAGrad", 2, true, true, true}, kBf16, s, seed)),
      OPENACLNN_CASE("ReflectionPad1dFloat",
                     Margins("aclnnReflectionPad1d", 1, false, kF32, s, seed)),
      OPENACLNN_CASE("ReflectionPad1dInt8",
                     Margins("aclnnReflectionPad1d", 1, false, ACL_INT8, s, seed)),
      OPENACLNN_CASE("ReflectionPad1dBackwardFloat",
                     Margins("aclnnReflectionPad1dBackward", 1, true, kF32, s, seed)),
      OPENACLNN_CASE("ReflectionPad1dBackwardComplex64",
                     Margins("aclnnReflectionPad1dBackward", 1, true, ACL_COMPLEX64, s, seed)),
      OPENACLNN_CASE("ReflectionPad2dFloat",
                     Margins("aclnnReflectionPad2d", 2, false, kF32, s, seed)),
      OPENACLNN_CASE("ReflectionPad2dInt8",
                     Margins("aclnnReflectionPad2d", 2, false, ACL_INT8, s, seed)),
      OPENACLNN_CASE("ReflectionPad2dBackwardFloat",
                     Margins("aclnnReflectionPad2dBackward", 2, true, kF32, s, seed)),
      OPENACLNN_CASE("ReflectionPad2dBackwardComplex64",
                     Margins("aclnnReflectionPad2dBackward", 2, true, ACL_COMPLEX64, s, seed)),
      OPENACLNN_CASE("ReflectionPad3dFloat",
                     Margins("aclnnReflectionPad3d", 3, false, kF32, s, seed)),
      OPENACLNN_CASE("ReflectionPad3dInt8",
                     Margins("aclnnReflectionPad3d", 3, false, ACL_INT8, s, seed)),
      OPENACLNN_CASE("ReflectionPad3dBackwardFloat",
                     Margins("aclnnReflectionPad3dBackward", 3, true, kF32, s, seed)),
      OPENACLNN_CASE("ReflectionPad3dBackwardComplex64",
                     Margins("aclnnReflectionPad3dBackward", 3, true, ACL_COMPLEX64, s, seed)),
      OPENACLNN_CASE("ReplicationPad1dFloat",
                     Margins("aclnnReplicationPad1d", 1, false, kF32, s, seed)),
      OPENACLNN_CASE("ReplicationPad1dInt8",
                     Margins("aclnnReplicationPad1d", 1, false, ACL_INT8, s, seed)),
      OPENACLNN_CASE("ReplicationPad1dBackwardFloat",
                     Margins("aclnnReplicationPad1dBackward", 1, true, kF32, s, seed)),
      OPENACLNN_CASE("ReplicationPad1dBackwardComplex64",
                     Margins("aclnnReplicationPad1dBackward", 1, true, ACL_COMPLEX64, s, seed)),
      OPENACLNN_CASE("ReplicationPad2dFloat",
                     Margins("aclnnReplicationPad2d", 2, false, kF32, s, seed)),
      OPENACLNN_CASE("ReplicationPad2dInt8",
                     Margins("aclnnReplicationPad2d", 2, false, ACL_INT8, s, seed)),
      OPENACLNN_CASE("ReplicationPad2dBackwardFloat",
                     Margins("aclnnReplicationPad2dBackward", 2, true, kF32, s, seed)),
      OPENACLNN_CASE("ReplicationPad2dBackwardComplex64",
                     Margins("aclnnReplicationPad2dBackward", 2, true, ACL_COMPLEX64, s, seed)),
      OPENACLNN_CASE("ReplicationPad3dFloat",
                     Margins("aclnnReplicationPad3d", 3, false, kF32, s, seed)),
      OPENACLNN_CASE("ReplicationPad3dInt8",
                     Margins("aclnnReplicationPad3d", 3, false, ACL_INT8, s, seed)),
      OPENACLNN_CASE("ReplicationPad3dBackwardFloat",
                     Margins("aclnnReplicationPad3dBackward", 3, true, kF32, s, seed)),
      OPENACLNN_CASE("ReplicationPad3dBackwardComplex64",
                     Margins("aclnnReplicationPad3dBackward", 3, true, ACL_COMPLEX64, s, seed)),
      OPENACLNN_CASE("CircularPad2dFloat", Margins("aclnnCircularPad2d", 2, false, kF32, s, seed)),
      OPENACLNN_CASE("CircularPad2dInt8",
                     Margins("aclnnCircularPad2d", 2, false, ACL_INT8, s, seed)),
      OPENACLNN_CASE("CircularPad2dBackwardFloat",
                     Margins("aclnnCircularPad2dBackward", 2, true, kF32, s, seed)),
      OPENACLNN_CASE("CircularPad3dFloat", Margins("aclnnCircularPad3d", 3, false, kF32, s, seed)),
      OPENACLNN_CASE("CircularPad3dInt8",
                     Margins("aclnnCircularPad3d", 3, false, ACL_INT8, s, seed)),
      OPENACLNN_CASE("CircularPad3dBackwardFloat",
                     Margins("aclnnCircularPad3dBackward", 3, true, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler2DLinearFloat",
                     GridSampler("aclnnGridSampler2D", 2, 0, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler2DBackwardLinearFloat",
                     GridSamplerBackward("aclnnGridSampler2DBackward", 2, 0, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler2DNearestFloat",
                     GridSampler("aclnnGridSampler2D", 2, 1, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler2DBackwardNearestFloat",
                     GridSamplerBackward("aclnnGridSampler2DBackward", 2, 1, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler2DCubicFloat",
                     GridSampler("aclnnGridSampler2D", 2, 2, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler2DBackwardCubicFloat",
                     GridSamplerBackward("aclnnGridSampler2DBackward", 2, 2, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler2DFloat16",
                     GridSampler("aclnnGridSampler2D", 2, 0, kF16, s, seed)),
      OPENACLNN_CASE("GridSampler2DBackwardDouble",
                     GridSamplerBackward("aclnnGridSampler2DBackward", 2, 0, kF64, s, seed)),
      OPENACLNN_CASE("GridSampler3DLinearFloat",
                     GridSampler("aclnnGridSampler3D", 3, 0, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler3DBackwardLinearFloat",
                     GridSamplerBackward("aclnnGridSampler3DBackward", 3, 0, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler3DNearestFloat",
                     GridSampler("aclnnGridSampler3D", 3, 1, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler3DBackwardNearestFloat",
                     GridSamplerBackward("aclnnGridSampler3DBackward", 3, 1, kF32, s, seed)),
      OPENACLNN_CASE("GridSampler3DFloat16",
                     GridSampler("aclnnGridSampler3D", 3, 0, kF16, s, seed)),
      OPENACLNN_CASE("GridSampler3DBackwardDouble",
                     GridSamplerBackward("aclnnGridSampler3DBackward", 3, 0, kF64, s, seed)),
      OPENACLNN_CASE("RoiAlignFloat", Regions("avg", kF32, 0, s, seed)),
      OPENACLNN_CASE("RoiAlignLargestFloat16", Regions("max", kF16, 2, s, seed)),
      OPENACLNN_CASE("RoiAlignV2Float", RegionsV2(kF32, 1, s, seed)),
      OPENACLNN_CASE("RoiAlignV2Float16", RegionsV2(kF16, 0, s, seed)),
      OPENACLNN_CASE("RoiAlignV2BackwardFloat", RegionsV2Backward(s, seed)),
      OPENACLNN_CASE("AffineGridFloat", AffineGrid(kF32, s, seed)),
      OPENACLNN_CASE("AffineGridFloat16", AffineGrid(kF16, s, seed)),
  };
#undef OPENACLNN_CASE
}

}  // namespace openaclnn::test

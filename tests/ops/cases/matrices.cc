// Products of matrices and vectors.
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

template <aclDataType a, aclDataType b, aclDataType out>
OperatorCall Matmul(const Shape& shape, uint32_t seed) {
  Shape first = shape.empty() ? Shape{1} : shape;
  while (first.size() > 6) {  // axes, at most
    first[1] *= first[0];
    first.erase(first.begin());
  }
  Shape product = first;
  product.back() = 5;
  return {
      "aclnnMatmul",
      {Finite(a, first, seed), Finite(b, {first.back(), 5}, seed + 1), Array(out, product), 0.0}};
}

template <aclDataType dtype>
OperatorCall MatmulWeightNz(const Shape& shape, uint32_t seed) {
  const Shape second = AsMatrix(shape);
  return {"aclnnMatmulWeightNz",
          {Finite(dtype, {7, second[0]}, seed), Finite(dtype, second, seed + 1),
           Array(dtype, {7, second[1]}), 0.0}};
}

template <aclDataType dtype>
OperatorCall AddmmWeightNz(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape), out = {first[0], 7};
  return {"aclnnAddmmWeightNz",
          {Finite(ACL_FLOAT, {7}, seed + 2), Finite(dtype, first, seed),
           Finite(dtype, {first[1], 7}, seed + 1), 0.5, -2.0, Array(dtype, out), 0.0}};
}

template <aclDataType dtype>
OperatorCall BatchMatMulWeightNz(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnBatchMatMulWeightNz",
          {Finite(dtype, {2, first[0], first[1]}, seed), Finite(dtype, {1, first[1], 5}, seed + 1),
           Array(ACL_FLOAT, {2, first[0], 5}), 0.0}};
}

template <aclDataType dtype>
OperatorCall TransMatmulWeight(const Shape& shape, uint32_t seed) {
  return {"aclnnTransMatmulWeight", {Finite(dtype, AsMatrix(shape), seed)}};
}

template <aclDataType dtype>
OperatorCall Mm(const Shape& shape, uint32_t seed) {
  const Shape second = AsMatrix(shape);
  return {"aclnnMm",
          {Finite(dtype, {7, second[0]}, seed), Finite(dtype, second, seed + 1),
           Array(dtype, {7, second[1]}), 1.0}};
}

template <aclDataType dtype>
OperatorCall Addmm(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape), out = {first[0], 7};
  return {"aclnnAddmm",
          {Finite(dtype, {7}, seed + 2), Finite(dtype, first, seed),
           Finite(dtype, {first[1], 7}, seed + 1), 0.5, -2.0, Array(dtype, out), 0.0}};
}

template <aclDataType a, aclDataType b, aclDataType out>
OperatorCall BatchMatMul(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnBatchMatMul",
          {Finite(a, {2, first[0], first[1]}, seed), Finite(b, {1, first[1], 5}, seed + 1),
           Array(out, {2, first[0], 5}), 0.0}};
}

template <aclDataType dtype>
OperatorCall Baddbmm(const Shape& shape, uint32_t seed) {
  const Shape second = AsMatrix(shape);
  return {"aclnnBaddbmm",
          {Finite(dtype, {3, 1}, seed + 2), Finite(dtype, {1, 3, second[0]}, seed),
           Finite(dtype, {2, second[0], second[1]}, seed + 1), 0.5, -2.0,
           Array(dtype, {2, 3, second[1]}), 0.0}};
}

template <aclDataType dtype>
OperatorCall InplaceBaddbmm(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnInplaceBaddbmm",
          {Finite(dtype, {2, first[0], 7}, seed + 2), Finite(dtype, {2, first[0], first[1]}, seed),
           Finite(dtype, {2, first[1], 7}, seed + 1), 0.5, -2.0, 0.0}};
}

template <aclDataType dtype>
OperatorCall Mv(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnMv",
          {Finite(dtype, first, seed), Finite(dtype, {first[1]}, seed + 1),
           Array(dtype, {first[0]}), 0.0}};
}

template <aclDataType dtype>
OperatorCall Addbmm(const Shape& shape, uint32_t seed) {
  const Shape second = AsMatrix(shape);
  return {"aclnnAddbmm",
          {Finite(dtype, {3, 1}, seed + 2), Finite(dtype, {1, 3, second[0]}, seed),
           Finite(dtype, {2, second[0], second[1]}, seed + 1), 0.5, -2.0,
           Array(dtype, {3, second[1]}), 0.0}};
}

template <aclDataType dtype>
OperatorCall InplaceAddbmm(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnInplaceAddbmm",
          {Finite(dtype, {first[0], 7}, seed + 2), Finite(dtype, {3, first[0], first[1]}, seed),
           Finite(dtype, {3, first[1], 7}, seed + 1), 0.5, -2.0, 0.0}};
}

template <aclDataType self, aclDataType mat, aclDataType vec, aclDataType out>
OperatorCall Addmv(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnAddmv",
          {Finite(self, {first[0]}, seed + 2),
           Finite(mat, first, seed),
           Finite(vec, {first[1]}, seed + 1),
           {-2.0, ACL_INT8},
           {3.0, ACL_INT8},
           Array(out, {first[0]}),
           0.0}};
}

template <aclDataType dtype>
OperatorCall Dot(const Shape& shape, uint32_t seed) {
  const Shape whole = {CountOf(shape)};
  return {"aclnnDot",
          {Finite(dtype, whole, seed), Finite(dtype, whole, seed + 1), Array(dtype, {})}};
}

template <aclDataType self, aclDataType vec2, aclDataType out>
OperatorCall Ger(const Shape& shape, uint32_t seed) {
  const Shape result = AsMatrix(shape);
  return {
      "aclnnGer",
      {Finite(self, {result[0]}, seed), Finite(vec2, {result[1]}, seed + 1), Array(out, result)}};
}

template <aclDataType self, aclDataType vec1, aclDataType vec2, aclDataType out>
OperatorCall Addr(const Shape& shape, uint32_t seed) {
  const Shape result = AsMatrix(shape);
  return {"aclnnAddr",
          {Finite(self, {result[1]}, seed),
           Finite(vec1, {result[0]}, seed + 1),
           Finite(vec2, {result[1]}, seed + 2),
           {3.0, ACL_INT8},
           {-2.0, ACL_INT8},
           Array(out, result)}};
}

template <aclDataType dtype>
OperatorCall InplaceAddr(const Shape& shape, uint32_t seed) {
  const Shape result = AsMatrix(shape);
  return {"aclnnInplaceAddr",
          {Finite(dtype, result, seed), Finite(dtype, {result[0]}, seed + 1),
           Finite(dtype, {result[1]}, seed + 2), nullptr, nullptr}};
}

template <aclDataType dtype>
OperatorCall InplaceAddmm(const Shape& shape, uint32_t seed) {
  const Shape first = AsMatrix(shape);
  return {"aclnnInplaceAddmm",
          {Finite(dtype, {first[0], 7}, seed + 2), Finite(dtype, first, seed),
           Finite(dtype, {first[1], 7}, seed + 1), 0.5, -2.0, 0.0}};
}

}  // namespace

std::vector<Case> MatricesCases() {
  return {
      {"MatmulFloat", Matmul<kF32, kF32, kF32>},
      {"MatmulFloat16OfBfloat16", Matmul<kBf16, kF32, kF16>},
      {"MmFloat", Mm<kF32>},
      {"MmBfloat16", Mm<kBf16>},
      {"AddmmFloat", Addmm<kF32>},
      {"AddmmFloat16", Addmm<kF16>},
      {"InplaceAddmmFloat", InplaceAddmm<kF32>},
      {"BaddbmmFloat", Baddbmm<kF32>},
      {"BaddbmmFloat16", Baddbmm<kF16>},
      {"InplaceBaddbmmBfloat16", InplaceBaddbmm<kBf16>},
      {"BatchMatMulFloat", BatchMatMul<kF32, kF32, kF32>},
      {"BatchMatMulFloatOfBfloat16", BatchMatMul<kBf16, kBf16, kF32>},
      {"MvFloat", Mv<kF32>},
      {"MvFloat16", Mv<kF16>},
      {"AddbmmFloat", Addbmm<kF32>},
      {"AddbmmFloat16", Addbmm<kF16>},
      {"InplaceAddbmmBfloat16", InplaceAddbmm<kBf16>},
      {"AddmvFloat", Addmv<kF32, kF32, kF32, kF32>},
      {"AddmvBfloat16", Addmv<kBf16, kBf16, kBf16, kBf16>},
      {"AddmvDouble", Addmv<ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE>},
      {"AddmvInt32", Addmv<ACL_INT32, ACL_INT32, ACL_INT32, ACL_INT32>},
      {"AddmvInt64OfNarrower", Addmv<ACL_INT16, ACL_INT8, ACL_UINT8, ACL_INT64>},
      {"AddmvFloatOfIntegers", Addmv<kF32, ACL_INT8, ACL_INT8, kF32>},
      {"AddmvFloat16OfInt32", Addmv<kF32, ACL_INT32, kF16, kF16>},
      {"DotFloat", Dot<kF32>},
      {"DotFloat16", Dot<kF16>},
      {"DotBfloat16", Dot<kBf16>},
      {"DotInt8", Dot<ACL_INT8>},
      {"DotInt32", Dot<ACL_INT32>},
      {"MatmulWeightNzFloat", MatmulWeightNz<kF32>},
      {"AddmmWeightNzFloat16", AddmmWeightNz<kF16>},
      {"BatchMatMulWeightNzBfloat16", BatchMatMulWeightNz<kBf16>},
      {"TransMatmulWeightFloat16", TransMatmulWeight<kF16>},
      {"TransMatmulWeightInt8", TransMatmulWeight<ACL_INT8>},
      {"GerFloat", Ger<kF32, kF32, kF32>},
      {"GerInt16", Ger<ACL_INT16, ACL_INT16, ACL_INT16>},
      {"GerFloatOfInt8", Ger<kF32, ACL_INT8, kF32>},
      {"AddrFloat", Addr<kF32, kF32, kF32, kF32>},
      {"AddrFloat16", Addr<kF16, kF16, kF16, kF16>},
      {"AddrDouble", Addr<ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE>},
      {"AddrInt32", Addr<ACL_INT32, ACL_INT32, ACL_INT8, ACL_INT64>},
      {"AddrFloatOfInt32", Addr<ACL_INT32, kF32, kF32, kF32>},
      {"InplaceAddrBfloat16", InplaceAddr<kBf16>},
  };
}

}  // namespace openaclnn::test

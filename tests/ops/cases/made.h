// What cases of several subjects are made of.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "tests/ops/cases/case.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {

inline constexpr aclDataType kF32 = ACL_FLOAT, kF16 = ACL_FLOAT16, kBf16 = ACL_BF16,
                             kF64 = ACL_DOUBLE;

template <aclDataType self, aclDataType out>
OperatorCall Unary(const char* name, const Shape& shape, uint32_t seed,
                   std::vector<CallArgument> numbers = {}) {
  OperatorCall call = {name, {RandomArray(self, shape, seed, -8, 8)}};
  call.arguments.insert(call.arguments.end(), numbers.begin(), numbers.end());
  call.arguments.emplace_back(Array(out, shape));
  return call;
}

template <aclDataType grad, aclDataType self, aclDataType out>
OperatorCall Gradient(const char* name, const Shape& shape, uint32_t seed,
                      std::vector<CallArgument> numbers = {}) {
  OperatorCall call = Unary<grad, out>(name, shape, seed, std::move(numbers));
  call.arguments.insert(call.arguments.begin() + 1, RandomArray(self, shape, seed + 1, -8, 8));
  return call;
}

// Finite numbers, of which a sum is one.
inline Array Finite(aclDataType dtype, const Shape& shape, uint32_t seed) {
  std::mt19937 random(seed);
  return Array(dtype, shape, [&](int64_t) {
    return BitsOf(dtype, static_cast<double>(random() >> 8) * 0x1p-22 - 2);
  });
}

// Without infinities and NaNs, which would make whole rows NaN.
inline Array FiniteArray(aclDataType dtype, const Shape& shape, uint32_t seed) {
  Array array = RandomArray(dtype, shape, seed, -8, 8);
  for (int64_t i = 0; i < array.size(); ++i) {
    if (!(std::fabs(array.Value(i)) < 9)) array.SetBits(i, BitsOf(dtype, 1.5));
  }
  return array;
}

// Along another axis for another seed.
inline double AnyAxis(const Shape& shape, uint32_t seed) {
  return shape.empty() ? 0 : static_cast<double>(seed % shape.size());
}

// A matrix of as many elements.
inline Shape AsMatrix(const Shape& shape) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  return {CountOf(Shape(shape.begin(), shape.end() - (shape.empty() ? 0 : 1))), columns};
}

enum class Over { kFirst, kLast, kAll };

template <aclDataType self, aclDataType sum, Over over>
OperatorCall Reduction(const char* name, const Shape& shape, uint32_t seed) {
  std::vector<int64_t> dims;
  Shape kept;
  if (over != Over::kAll) {
    dims = {over == Over::kFirst ? 0 : -1};
    kept = shape;
    if (!kept.empty()) kept.erase(over == Over::kFirst ? kept.begin() : kept.end() - 1);
  }
  return {name, {Finite(self, shape, seed), dims, 0.0, {0.0, sum}, Array(sum, kept)}};
}

// Places along an axis of so many elements.
inline Array Places(aclDataType dtype, const Shape& shape, int64_t extent) {
  return Array(dtype, shape, [extent](int64_t i) {
    return static_cast<uint64_t>(i * 7 % std::max<int64_t>(extent, 1));
  });
}

}  // namespace openaclnn::test

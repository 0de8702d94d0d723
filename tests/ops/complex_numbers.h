// Complex numbers of tests: in arrays of any dtype, and at random.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "acl/acl_base.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {

struct Number {
  double real = 0, imaginary = 0;
};

// The elements of any dtype as they are.
inline std::vector<Number> NumbersOf(const Array& array) {
  const auto bytes = Converted(array.dtype, ACL_COMPLEX128, array.bytes);
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

inline Array ArrayOfNumbers(aclDataType dtype, const Shape& shape,
                            const std::vector<Number>& numbers) {
  std::vector<std::byte> bytes(numbers.size() * sizeof(Number));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  Array array(dtype, shape);
  array.bytes = Converted(ACL_COMPLEX128, dtype, bytes);
  return array;
}

// Parts of any exponent within `spread` of 0, and some that are 0, 1 or 1/2.
inline Array RandomNumbers(aclDataType dtype, const Shape& shape, unsigned seed, int spread) {
  std::mt19937_64 random(seed);
  const auto part = [&] {
    constexpr double kSpecial[] = {0, 1, 0.5, -0.0};
    if (random() % 8 == 0) return kSpecial[random() % 4];
    const double significand = static_cast<double>(static_cast<int64_t>(random())) * 0x1p-63;
    return std::ldexp(significand, static_cast<int>(random() % (2u * unsigned(spread))) - spread);
  };
  std::vector<Number> numbers(static_cast<size_t>(CountOf(shape)));
  for (Number& number : numbers) number = {part(), part()};
  return ArrayOfNumbers(dtype, shape, numbers);
}

}  // namespace openaclnn::test

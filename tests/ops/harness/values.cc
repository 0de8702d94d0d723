#include "tests/ops/harness/values.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/dtype.h"

namespace openaclnn::test {
namespace {

bool IsFloat(aclDataType dtype) { return ClassOf(dtype) == DtypeClass::kFloat; }

int FractionBits(aclDataType dtype) {
  switch (dtype) {
    case ACL_DOUBLE:
      return 52;
    case ACL_FLOAT:
      return 23;
    case ACL_FLOAT16:
      return 10;
    default:
      return 7;
  }
}

uint64_t SignBit(aclDataType dtype) { return uint64_t{1} << (DtypeBytes(dtype) * 8 - 1); }

uint64_t Infinity(aclDataType dtype) {
  const uint64_t fraction = (uint64_t{1} << FractionBits(dtype)) - 1;
  return (SignBit(dtype) - 1) & ~fraction;
}

uint64_t Pattern(aclDataType dtype, std::mt19937_64& random) {
  const int bits = DtypeBytes(dtype) * 8;
  return random() >> (64 - bits);
}

}  // namespace

std::vector<uint64_t> SpecialPatterns(aclDataType dtype) {
  const uint64_t infinity = Infinity(dtype);
  const uint64_t smallest_normal = uint64_t{1} << FractionBits(dtype);
  std::vector<uint64_t> patterns = {
      0,
      1,                                                        // the smallest subnormal
      smallest_normal - 1,                                      // the largest subnormal
      smallest_normal,                                          //
      infinity - 1,                                             // the largest
      infinity,                                                 //
      infinity | uint64_t{1} << (FractionBits(dtype) - 1),      // a quiet NaN
      infinity | 1,                                             // a signaling NaN
      infinity | uint64_t{1} << (FractionBits(dtype) - 2) | 1,  // another
      infinity | (smallest_normal - 1),                         // all payload bits
  };
  for (const double value : {1.0, 0.5, 0.25, 0.75, 2.0, 20.0, 100.0}) {
    patterns.push_back(BitsOf(dtype, value));
  }
  for (size_t i = 0, count = patterns.size(); i < count; ++i) {
    patterns.push_back(patterns[i] | SignBit(dtype));
  }
  return patterns;
}

std::vector<double> Around(aclDataType dtype, double value) {
  const uint64_t bits = BitsOf(dtype, value), sign = SignBit(dtype);
  std::vector<double> values;
  // As a number counted from the most negative one, so that steps go through zero.
  const int64_t place =
      (bits & sign) != 0 ? -static_cast<int64_t>(bits & (sign - 1)) : static_cast<int64_t>(bits);
  for (int64_t step = -2; step <= 2; ++step) {
    const int64_t next = place + step;
    const uint64_t pattern =
        next < 0 ? static_cast<uint64_t>(-next) | sign : static_cast<uint64_t>(next);
    values.push_back(ValueOf(dtype, pattern));
  }
  return values;
}

Array RandomArray(aclDataType dtype, Shape shape, uint32_t seed, double low, double high) {
  if (!IsFloat(dtype)) return RandomPatterns(dtype, std::move(shape), seed);
  std::mt19937_64 random(seed);
  const std::vector<uint64_t> special = SpecialPatterns(dtype);
  // Not a distribution of the standard library: those may differ from machine to machine.
  const auto uniform = [&] {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  return Array(dtype, std::move(shape), [&](int64_t) {
    return random() % 16 == 0 ? special[random() % special.size()] : BitsOf(dtype, uniform());
  });
}

Array RandomPatterns(aclDataType dtype, Shape shape, uint32_t seed) {
  std::mt19937_64 random(seed);
  return Array(dtype, std::move(shape), [&](int64_t) { return Pattern(dtype, random); });
}

Array WildArray(aclDataType dtype, Shape shape, uint32_t seed, const std::vector<double>& points) {
  std::mt19937_64 random(seed);
  const std::vector<uint64_t> special = SpecialPatterns(dtype);
  const uint64_t sign = SignBit(dtype), smallest_normal = uint64_t{1} << FractionBits(dtype);
  const auto binades = static_cast<uint64_t>(std::min(FractionBits(dtype) / 4, 8));
  const auto below = [&](uint64_t count) { return random() % count; };
  return Array(dtype, std::move(shape), [&](int64_t) {
    const uint64_t any_sign = random() & sign;
    switch (below(points.empty() ? 6 : 8)) {
      case 0:
        return special[below(special.size())];
      case 1:  // subnormal numbers, and those of a few binades more
        return below(smallest_normal << below(binades)) | any_sign;
      case 2: {  // a few bits
        const double number = static_cast<double>(below(64)) - 32;
        return BitsOf(dtype, std::ldexp(number, 4 - static_cast<int>(below(10))));
      }
      case 3:  // the last binades
        return (Infinity(dtype) - 1 - below(smallest_normal * 8)) | any_sign;
      case 4:
        return Pattern(dtype, random);
      case 5:
        return BitsOf(dtype, static_cast<double>(below(2000)) * 0.01 - 10);
      default: {
        const uint64_t bits = BitsOf(dtype, points[below(points.size())]);
        return (bits + below(9) - 4) ^ (below(4) == 0 ? sign : 0);
      }
    }
  });
}

Pairs AllPairs(const Array& first, const Array& second) {
  const Shape shape = {first.size() * second.size()};
  return {
      Array(first.dtype, shape, [&](int64_t i) { return first.Bits(i / second.size()); }),
      Array(second.dtype, shape, [&](int64_t i) { return second.Bits(i % second.size()); }),
  };
}

Array Joined(const std::vector<Array>& arrays) {
  Array joined = arrays.at(0);
  for (size_t i = 1; i < arrays.size(); ++i) {
    joined.bytes.insert(joined.bytes.end(), arrays[i].bytes.begin(), arrays[i].bytes.end());
  }
  joined.shape = {static_cast<int64_t>(joined.bytes.size()) / DtypeBytes(joined.dtype)};
  return joined;
}

}  // namespace openaclnn::test

// The numbers of a floating-point dtype as bit patterns.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "acl/acl_base.h"
#include "tests/ops/harness/array.h"
#include "tests/oracle/format.h"

namespace openaclnn::sweep {

struct Dtype {
  const char* name;  // on the command line and in tables
  aclDataType type;
  int bits;
  oracle::Format format;

  uint64_t SignBit() const { return uint64_t{1} << (bits - 1); }
  uint64_t AllBits() const { return SignBit() | (SignBit() - 1); }
  double Value(uint64_t pattern) const { return test::ValueOf(type, pattern); }
  // The values of a dtype within float.
  void Values(std::span<const uint64_t> patterns, std::span<float> values) const;

  // Keys count the patterns in the order of their values, from -NaN to NaN.
  uint64_t PatternOfKey(uint64_t key) const {
    return (key & SignBit()) != 0 ? key ^ SignBit() : ~key & AllBits();
  }
  uint64_t KeyOf(double value) const {
    const uint64_t pattern = test::BitsOf(type, value);
    return (pattern & SignBit()) != 0 ? ~pattern & AllBits() : pattern | SignBit();
  }

  uint64_t ExponentMask() const { return (SignBit() - 1) & ~FractionMask(); }
  uint64_t FractionMask() const { return (uint64_t{1} << format.fraction_bits) - 1; }
  // +-[1, 2), by the sign and the fraction of any pattern.
  uint64_t WithExponentOfOne(uint64_t pattern) const {
    const auto bias = static_cast<uint64_t>(format.max_exponent);
    return (pattern & AllBits() & ~ExponentMask()) | bias << format.fraction_bits;
  }

  // Intervals are the binades of either sign, with 0 and the subnormal numbers as one, then
  // infinity and NaN; counted in the order of values.
  int IntervalsOfSign() const { return 2 * format.max_exponent + 3; }
  size_t Intervals() const { return size_t{2} * IntervalsOfSign(); }
  int IntervalOf(uint64_t pattern) const {
    const uint64_t magnitude = pattern & (SignBit() - 1);
    const int n =
        static_cast<int>(magnitude >> format.fraction_bits) + (magnitude > ExponentMask() ? 1 : 0);
    return (pattern & SignBit()) != 0 ? IntervalsOfSign() - 1 - n : IntervalsOfSign() + n;
  }
  struct Bounds {
    double low, high;
  };
  Bounds BoundsOf(int interval) const;
};

inline constexpr Dtype kDtypes[] = {
    {"float", ACL_FLOAT, 32, oracle::kFloat},
    {"float16", ACL_FLOAT16, 16, oracle::kFloat16},
    {"bfloat16", ACL_BF16, 16, oracle::kBfloat16},
    {"double", ACL_DOUBLE, 64, oracle::kDouble},
};

}  // namespace openaclnn::sweep

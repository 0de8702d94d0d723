// A hash of results, by which those of two machines are compared.
#pragma once

#include <cstdint>
#include <string>

#include "fmt/format.h"
#include "tests/ops/harness/array.h"

namespace openaclnn::test {

// A hash of bits, one after the other.
class Hash {
 public:
  void Add(uint64_t bits) {
    value_ = (value_ ^ bits) * 0x9e3779b97f4a7c15;
    value_ ^= value_ >> 32;
  }
  // A number's, of which the sign and payload of NaNs are left open.
  void Add(aclDataType dtype, uint64_t bits) {
    constexpr uint64_t kAnyNan = 0x4e614e;
    Add(IsNan(dtype, bits) ? kAnyNan : bits);
  }
  // All elements, each part of complex ones.
  void Add(Array elements);
  uint64_t value() const { return value_; }
  std::string Text() const { return fmt::format("{:016x}", value_); }

 private:
  uint64_t value_ = 0x6a09e667f3bcc908;
};

}  // namespace openaclnn::test

// The numbers that integers and results of quantised products are scaled with, on every device.
// Compilers of device code read this, too.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"

namespace openaclnn {

// In the order of the operands of their plan.
enum QuantisedNumbers : size_t {
  kFactorScales,
  kFactorOffsets,
  kColumnScales,
  kRowScales,
  kColumnOffsets,
  kAddedLast,  // after the scales
  kCountNumbers
};

// Whether numbers are words of 64 bits, as aclnnTransQuantParamV2 makes them: a FLOAT in the low 32
// bits and an integer in bits 37 to 45.
constexpr bool IsOfWords(int dtype) { return dtype == ACL_INT64 || dtype == ACL_UINT64; }

// The integer of such a word.
constexpr int OffsetOfWord(uint64_t word) {
  return (static_cast<int>(word >> 37 & 0x1ff) ^ 0x100) - 0x100;
}

}  // namespace openaclnn

// What a run of a quantised product has besides its factors, third operand and result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cpu/tile_io.h"
#include "kinds/product/quantised_numbers.h"
#include "tensor/plan.h"

namespace openaclnn {

static_assert(kCountNumbers <= kMaxOperands);

// How the sums over each group of indices k are scaled, which then are added in double: each is
// (sum - offset * sum of the first factor) * (scale * scale of the row).
struct ScaledSums {
  bool is_used = false;         // otherwise the second factor's elements are scaled
  bool takes_eight = false;     // 8 is subtracted from the elements of the first factor
  bool has_row_scales = false;  // each row has a scale for each group
  int64_t columns = 1;          // side by side, that share a scale and an offset
};

struct QuantisedRun {
  const Plan* numbers;  // of QuantisedNumbers: the axes of the product; k counts groups. A stride
                        // of 0: one for all
  OperandData data;     // null: there are no such numbers
  std::array<int, 2> bits;  // of the integers of each factor; 0: it has floats
  int64_t group;            // indices k that share scale and offset
  size_t scaled = 1;        // the factor that has these
  ScaledSums sums = {};
};

// Whether any of the numbers make results of sums.
inline bool IsScaled(const OperandData& numbers) {
  for (size_t role = kColumnScales; role < kCountNumbers; ++role) {
    if (numbers[role] != nullptr) return true;
  }
  return false;
}

// Whether results of such a dtype get the offsets that words of scales have.
inline bool HasOffsetsInScales(aclDataType result, const Plan& plan, const OperandData& numbers) {
  return result == ACL_INT8 && numbers[kColumnOffsets] == nullptr &&
         numbers[kColumnScales] != nullptr && IsOfWords(plan.dtype[kColumnScales]);
}

}  // namespace openaclnn

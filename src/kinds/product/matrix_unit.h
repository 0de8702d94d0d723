// Products of BFLOAT16 by the processor's matrix unit, whose instruction has the order kHalves, but
// reads subnormal numbers as 0 and makes 0 of subnormal sums.
#pragma once

#include <cstdint>

#include "base/half.h"

namespace openaclnn {

// Results are computed in squares of 32 by 32: two tiles of 16 each way.
inline constexpr int64_t kSideOfUnit = 32;
inline constexpr int64_t kSideOfUnitTile = 16;

// Packed factors, for each block of kTermsOfBlock indices k two tiles of 1 KiB:
//   first   [block][half][row of the half][k]
//   second  [block][half][pair of k][column of the half][k of the pair]
struct MatrixUnit {
  // Before and after a thread's calls of multiply.
  void (*begin)();
  void (*end)();
  // sums[row][column] += what the blocks come to.
  void (*multiply)(const Bfloat16Bits* first, const Bfloat16Bits* second, int64_t blocks,
                   float* sums);
};

// The unit that the settings in force allow, or null.
const MatrixUnit* GetMatrixUnit();

// For tests: takes this unit from now on, whatever the settings are; null: the machine's.
void OverrideMatrixUnit(const MatrixUnit* unit);

}  // namespace openaclnn

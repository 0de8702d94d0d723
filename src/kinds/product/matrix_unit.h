// Products of BFLOAT16 by the processor's matrix unit, whose instruction has the order kHalves, but
// reads subnormal numbers as 0 and makes 0 of subnormal sums. Instructions for dot products of
// pairs serve as such a unit too.
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
//
// A unit may want the elements k of a block in another order, in which its words have them.
enum class WordOrder : uint8_t {
  kNeighbours,  // word w has k = 2w, and 2w + 1 in its upper half
  // Words of the even k come first. Each has two neighbours of one chain, of which the first is in
  // its upper half: k = 0 and 2, 4 and 6, ..., then 1 and 3, 5 and 7, ...
  kChains
};

struct MatrixUnit {
  WordOrder order;
  // Puts a packed factor of kNeighbours in the order kChains, in place; null if that is not wanted.
  void (*arrange)(bool is_second, Bfloat16Bits* packed, int64_t blocks);
  // Before and after a thread's calls of multiply.
  void (*begin)();
  void (*end)();
  // sums[row][column] += what the blocks come to, for `rows` rows at least.
  void (*multiply)(const Bfloat16Bits* first, const Bfloat16Bits* second, int64_t blocks,
                   int64_t rows, float* sums);
};

// The unit that the settings in force allow, or null.
const MatrixUnit* GetMatrixUnit();

// For tests: takes this unit from now on, whatever the settings are; null: the machine's.
void OverrideMatrixUnit(const MatrixUnit* unit);

}  // namespace openaclnn

#include "kinds/product/matrix_unit.h"

#include "base/matrix_unit.h"
#include "base/settings.h"
#include "kinds/product/dot_pairs.h"

#if OPENACLNN_KNOWS_AMX
#include <immintrin.h>
#endif

namespace openaclnn {
namespace {

#if OPENACLNN_KNOWS_AMX

#define OPENACLNN_AMX __attribute__((target("amx-tile,amx-bf16")))

constexpr int64_t kBytesOfRow = 64, kElementsOfTile = 512;

// As the instruction that loads it has it.
struct alignas(64) Configuration {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t bytes_of_row[16] = {};
  uint8_t rows[16] = {};
};

// Tiles 0 to 3 have sums, 4 and 5 the halves of the first factor, 6 and 7 those of the second.
OPENACLNN_AMX void Begin() {
  Configuration configuration;
  for (int tile = 0; tile < 8; ++tile) {
    configuration.bytes_of_row[tile] = kBytesOfRow;
    configuration.rows[tile] = kSideOfUnitTile;
  }
  // The intrinsic of GCC 12 reads the first words, as far as the compiler knows.
  asm volatile("" : : "r"(&configuration) : "memory");
  _tile_loadconfig(&configuration);
}

OPENACLNN_AMX void End() { _tile_release(); }

// The upper half of a square, or both halves.
template <bool kHasLower>
OPENACLNN_AMX void MultiplyHalves(const Bfloat16Bits* first, const Bfloat16Bits* second,
                                  int64_t blocks, float* sums) {
  constexpr int64_t kPitch = kSideOfUnit * int64_t{sizeof(float)};
  float* const below = sums + kSideOfUnitTile * kSideOfUnit;
  _tile_loadd(0, sums, kPitch);
  _tile_loadd(1, sums + kSideOfUnitTile, kPitch);
  if constexpr (kHasLower) {
    _tile_loadd(2, below, kPitch);
    _tile_loadd(3, below + kSideOfUnitTile, kPitch);
  }
  for (; blocks > 0; --blocks, first += 2 * kElementsOfTile, second += 2 * kElementsOfTile) {
    _tile_loadd(4, first, kBytesOfRow);
    _tile_loadd(6, second, kBytesOfRow);
    _tile_dpbf16ps(0, 4, 6);
    _tile_loadd(7, second + kElementsOfTile, kBytesOfRow);
    _tile_dpbf16ps(1, 4, 7);
    if constexpr (kHasLower) {
      _tile_loadd(5, first + kElementsOfTile, kBytesOfRow);
      _tile_dpbf16ps(2, 5, 6);
      _tile_dpbf16ps(3, 5, 7);
    }
  }
  _tile_stored(0, sums, kPitch);
  _tile_stored(1, sums + kSideOfUnitTile, kPitch);
  if constexpr (kHasLower) {
    _tile_stored(2, below, kPitch);
    _tile_stored(3, below + kSideOfUnitTile, kPitch);
  }
}

void Multiply(const Bfloat16Bits* first, const Bfloat16Bits* second, int64_t blocks, int64_t rows,
              float* sums) {
  rows > kSideOfUnitTile ? MultiplyHalves<true>(first, second, blocks, sums)
                         : MultiplyHalves<false>(first, second, blocks, sums);
}

constexpr MatrixUnit kAmx = {WordOrder::kNeighbours, nullptr, Begin, End, Multiply};
constexpr const MatrixUnit* kMachineUnit = &kAmx;

#else

constexpr const MatrixUnit* kMachineUnit = nullptr;

#endif

const MatrixUnit* override_unit = nullptr;

}  // namespace

const MatrixUnit* GetMatrixUnit() {
  if (override_unit != nullptr) return override_unit;
  const int64_t allowed = GetSettings().simd_targets;
  if ((allowed & kMatrixUnitTarget) != 0 && MayUseMatrixUnit()) return kMachineUnit;
  return (allowed & kDotPairsTarget) != 0 && HasDotPairs() ? DotPairsUnit() : nullptr;
}

void OverrideMatrixUnit(const MatrixUnit* unit) { override_unit = unit; }

}  // namespace openaclnn

// Which elements of a row are a pair, on every device. Compilers of device code read this, too.
#pragma once

#include <cstdint>

namespace openaclnn {

// One of each half, two neighbours, or one of each half of a half.
enum class Pairing : uint8_t { kHalves, kNeighbours, kQuarters };

struct PairPlaces {
  int64_t first, second;
};

// The elements of a pair of a row of `size` elements.
constexpr PairPlaces PlacesOfPair(Pairing pairing, int64_t pair, int64_t size) {
  if (pairing == Pairing::kNeighbours) return {2 * pair, 2 * pair + 1};
  if (pairing == Pairing::kHalves) return {pair, pair + size / 2};
  const int64_t quarter = size / 4, first = pair + pair / quarter * quarter;
  return {first, first + quarter};
}

}  // namespace openaclnn

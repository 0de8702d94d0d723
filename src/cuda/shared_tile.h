// Tiles in the memory that a block of threads shares. The host and compilers of device code read
// this.
#pragma once

#include <cstdint>

namespace openaclnn {

inline constexpr int64_t kElementsOfTile = 32 * 32;
inline constexpr uint32_t kWordsOfTile = 33 * 32;  // its rows are a word longer
inline constexpr int kTilesOfBlock = 3;
inline constexpr uint32_t kWordsOfBlock = kTilesOfBlock * kWordsOfTile;

}  // namespace openaclnn

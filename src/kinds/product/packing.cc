#include "kinds/product/packing.h"

#include <algorithm>
#include <cstring>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/prefetch.h"
#include "cpu/transpose.h"
#include "kinds/product/matrix_unit.h"
#include "kinds/product/word_loops.h"

namespace openaclnn {
namespace {

// Makes floats of dense elements; null if they are.
ConvertLoop ToFloats(const Factor& factor) {
  return factor.dtype == ACL_FLOAT ? nullptr : LoadConversion(factor.dtype, LoopType::kFloat);
}

// Dense elements as floats; of none, the addresses may be null.
void LoadFloats(ConvertLoop convert, const std::byte* from, int64_t count, float* to) {
  if (convert != nullptr) {
    convert(from, to, count);
  } else if (count > 0) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(float));
  }
}

const auto& PackLoopOf(const OrderedLoops& loops, const float*) { return loops.pack_floats; }
const auto& PackLoopOf(const OrderedLoops& loops, const Bfloat16Bits*) {
  return loops.pack_bfloat16;
}
const auto& PackLoopOf(const OrderedLoops& loops, const Float16Bits*) { return loops.pack_float16; }

// Packs rows of a factor that has neither them nor their elements side by side.
void PackScattered(ProductOrder order, const Factor& factor, int64_t rows, int64_t step,
                   float* to) {
  if (rows < step) std::fill_n(to, PlacesOf(order, factor.k) * step, 0.0f);
  const ConvertLoop convert = ToFloats(factor);
  for (int64_t k = 0; k < factor.k; ++k) {
    for (int64_t i = 0; i < rows; ++i) {
      LoadFloats(convert, factor.data + k * factor.along_k + i * factor.across, 1,
                 to + PlaceOf(order, k) * step + i);
    }
  }
}

// Packs half a square of a BFLOAT16 factor for the matrix unit: `rows` rows from `from` on, or
// columns of the second factor, of up to kTermsOfBlock indices k.
void PackHalf(const Factor& factor, bool is_second, const std::byte* from, int64_t rows, int64_t k,
              Bfloat16Bits* to) {
  constexpr int64_t kItem = sizeof(Bfloat16Bits), kBytesOfRow = kTermsOfBlock * kItem;
  auto* const target = reinterpret_cast<std::byte*>(to);
  if (rows == kSideOfUnitTile && k == kTermsOfBlock) {
    if (factor.along_k == kItem && is_second) {  // pairs as words
      // Such lines may be all in one set of the first-level cache, so each is read once.
      alignas(kCacheLine) std::byte lines[kSideOfUnitTile * kBytesOfRow];
      for (int64_t r = 0; r < rows; ++r) {
        std::memcpy(lines + r * kBytesOfRow, from + r * factor.across, kBytesOfRow);
      }
      return Transpose({lines, kBytesOfRow, target, kBytesOfRow, rows, k / 2}, 2 * kItem);
    }
    if (factor.along_k == kItem) {
      for (int64_t r = 0; r < rows; ++r) {
        std::memcpy(target + r * kBytesOfRow, from + r * factor.across, kBytesOfRow);
      }
      return;
    }
    if (factor.across == kItem && !is_second) {
      return Transpose({from, factor.along_k, target, kBytesOfRow, k, rows}, kItem);
    }
    if (factor.across == kItem) {
      const auto interleave = GetWordLoops().interleave;
      for (int64_t pair = 0; pair < k / 2; ++pair, to += kTermsOfBlock) {
        const auto row = [&](int64_t i) {
          return reinterpret_cast<const Bfloat16Bits*>(from + i * factor.along_k);
        };
        interleave(row(2 * pair), row(2 * pair + 1), to);
      }
      return;
    }
  }
  std::fill_n(to, kSideOfUnitTile * kTermsOfBlock, Bfloat16Bits{0});
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < k; ++i) {
      Bfloat16Bits* const element =
          is_second ? to + i / 2 * kTermsOfBlock + 2 * r + i % 2 : to + r * kTermsOfBlock + i;
      std::memcpy(element, from + r * factor.across + i * factor.along_k, kItem);
    }
  }
}

// Packs a block of integers: up to `rows` rows from `from` on, of `k` indices k. What is not there
// becomes 0.
void PackBlock(const IntegerUnit& unit, const Factor& factor, bool is_second, const std::byte* from,
               int64_t rows, int64_t k, std::byte* to) {
  constexpr int64_t kBytesOfRow = kWordsOfRow * kBytesOfWord;
  const int64_t item = unit.item, terms = unit.TermsOfBlock();
  std::byte copies[2 * kBytesOfIntegerTile];
  // `wanted` lines, of which some or their ends may not be there.
  const auto copy = [&](int64_t lines, int64_t wanted, int64_t step, int64_t bytes, int64_t pitch,
                        std::byte* target) {
    for (int64_t i = 0; i < wanted; ++i, target += pitch) {
      const int64_t some = i < lines ? bytes : 0;
      if (some == kBytesOfRow) {
        std::memcpy(target, from + i * step, kBytesOfRow);  // without a call
        continue;
      }
      if (some > 0) std::memcpy(target, from + i * step, static_cast<size_t>(some));
      std::memset(target + some, 0, static_cast<size_t>(pitch - some));
    }
  };
  if (factor.along_k == item) {
    // Lines may be all in one set of the first-level cache, so each is read once.
    copy(rows, kSideOfUnit, factor.across, k * item, kBytesOfRow, is_second ? copies : to);
    if (!is_second) return;
    for (int64_t half = 0; half < 2; ++half) {
      const int64_t at = half * kBytesOfIntegerTile;
      Transpose({copies + at, kBytesOfRow, to + at, kBytesOfRow, kSideOfUnitTile, kWordsOfRow},
                kBytesOfWord);
    }
    return;
  }
  int64_t pitch = factor.along_k;
  if (rows < kSideOfUnit || k < terms) {
    copy(k, terms, pitch, rows * item, kSideOfUnit * item, copies);
    from = copies;
    pitch = kSideOfUnit * item;
  }
  if (is_second) return unit.interleave(from, pitch, to);
  for (int64_t half = 0; half < 2; ++half) {
    Transpose({from + half * kSideOfUnitTile * item, pitch, to + half * kBytesOfIntegerTile,
               kBytesOfRow, terms, kSideOfUnitTile},
              static_cast<int>(item));
  }
}

}  // namespace

void LoadFloats(const Factor& factor, const std::byte* from, int64_t count, float* to) {
  LoadFloats(ToFloats(factor), from, count, to);
}

void Pack(const ProductLoops& loops, ProductOrder order, const Factor& whole, int64_t row,
          int64_t first, int64_t depth, int64_t step, float* to) {
  const int64_t item = DtypeBytes(whole.dtype), rows = std::min(step, whole.extent - row);
  if (whole.integers != nullptr) {
    const Factor numbers = NumbersOf(whole, row, rows, first, depth);
    return Pack(loops, order, numbers, 0, 0, depth, step, to);
  }
  Factor factor = whole;
  factor.data += row * whole.across + first * whole.along_k;
  factor.k = depth;
  if (rows == 1) factor.across = item;  // which is not used
  if ((factor.across != item && factor.along_k != item) || factor.along_k % item != 0 ||
      factor.across % item != 0) {
    return PackScattered(order, factor, rows, step, to);
  }
  WithTypeOf(factor, [&](const auto* from) {
    const auto pack = PackLoopOf(loops.orders[static_cast<size_t>(order)], from);
    pack({from, factor.along_k / item, factor.across / item, depth, rows}, step, to);
  });
}

void PackForUnit(const Factor& factor, bool is_second, int64_t row, int64_t first, int64_t depth,
                 Bfloat16Bits* to) {
  if (factor.integers != nullptr) {
    const int64_t rows = std::clamp<int64_t>(factor.extent - row, 0, kSideOfUnit);
    const Factor numbers = NumbersOf(factor, row, rows, first, depth);
    return PackForUnit(numbers, is_second, 0, 0, depth, to);
  }
  constexpr int64_t kHalf = kSideOfUnitTile * kTermsOfBlock;
  Bfloat16Bits* half = to;
  for (int64_t k = 0; k < depth; k += kTermsOfBlock) {
    for (int64_t r = row; r < row + kSideOfUnit; r += kSideOfUnitTile, half += kHalf) {
      PackHalf(factor, is_second, factor.data + r * factor.across + (first + k) * factor.along_k,
               std::clamp<int64_t>(factor.extent - r, 0, kSideOfUnitTile),
               std::min(kTermsOfBlock, depth - k), half);
    }
  }
  const Exponents exponents = GetWordLoops().exponents(to, half - to);
  std::memcpy(half, &exponents, sizeof(exponents));
}

void PackIntegers(const IntegerUnit& unit, const Factor& whole, bool is_second, int64_t row,
                  int64_t rows, int64_t first, int64_t depth, int64_t step, std::byte* to) {
  const int64_t terms = unit.TermsOfBlock(),
                at_once = whole.integers->along_k == 1 ? std::max<int64_t>(depth, 1) : terms;
  for (int64_t k = 0; k < depth; k += at_once) {
    const int64_t some = std::min(at_once, depth - k);
    for (int64_t r = 0; r < rows; r += kSideOfUnit) {
      const int64_t side = std::min(kSideOfUnit, rows - r);
      const Factor part = IntegersOf(whole, row + r, side, first + k, some, unit.item);
      std::byte* block = to + r / kSideOfUnit * step + k / terms * 2 * kBytesOfIntegerTile;
      for (int64_t i = 0; i < some; i += terms, block += 2 * kBytesOfIntegerTile) {
        PackBlock(unit, part, is_second, part.data + i * part.along_k, side,
                  std::min(terms, some - i), block);
      }
    }
  }
  if (unit.arrange == nullptr) return;
  for (int64_t r = 0; r < rows; r += kSideOfUnit, to += step) {
    unit.arrange(is_second, to, CeilDiv(depth, terms));
  }
}

}  // namespace openaclnn

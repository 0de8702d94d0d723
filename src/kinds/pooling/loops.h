// The loops over lines, for each SIMD target.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/loop_type.h"

namespace openaclnn {

// Numbers as wide as the elements say which of them is the largest.
template <size_t bytes>
struct PlaceOfBytes;
template <>
struct PlaceOfBytes<4> {
  using Type = int32_t;
};
template <>
struct PlaceOfBytes<8> {
  using Type = int64_t;
};
template <class T>
using PlaceOf = typename PlaceOfBytes<sizeof(T)>::Type;

// The largest elements so far, of several windows side by side, with their row and column in the
// window.
template <class T>
struct Largest {
  T* values;
  PlaceOf<T>*rows, *columns;
};

template <class T>
struct PoolingLoops {
  // Each column of rows gives the first of its largest elements, or its last NaN, and its row.
  void (*take_rows)(const T* const* rows, int64_t count, int64_t width, T* values,
                    PlaceOf<T>* places);
  // Joins columns, which these functions gave of rows, with those of the same windows before it.
  void (*join_column)(const T* values, const PlaceOf<T>* rows, int64_t column, int64_t width,
                      Largest<T> largest);
};

using AllPoolingLoops = LoopsByType<PoolingLoops, float, double, int64_t>;

const AllPoolingLoops& GetPoolingLoops();

// Masks have a row of bits for each element of a window.
struct MaskLoop {
  static constexpr int64_t kWindows = 64;        // at once
  static constexpr int64_t kMostElements = 256;  // whose numbers fit into bytes

  // For each window that has a bit in these words, the last row that has it; for others the one in
  // `first`. The words of rows are so many bytes apart. Bits that are not in `having`, a word for
  // each row, do not count; it is null where all do.
  void (*choose)(const uint8_t* words, int64_t bytes, int64_t rows, const uint64_t* having,
                 const uint8_t* first, uint8_t* chosen);
};

const MaskLoop& GetMaskLoop();

// The same bit by bit, with any number of elements.
template <class Element>
void ChooseByBits(const uint8_t* words, int64_t bytes, int64_t rows, const uint64_t* having,
                  const Element* first, Element* chosen) {
  std::copy_n(first, MaskLoop::kWindows, chosen);
  for (int64_t r = 0; r < rows; ++r) {
    uint64_t bits;
    std::memcpy(&bits, words + r * bytes, sizeof(bits));
    if (having != nullptr) bits &= having[r];
    for (; bits != 0; bits &= bits - 1) chosen[std::countr_zero(bits)] = static_cast<Element>(r);
  }
}

}  // namespace openaclnn

#include "cpu/transpose.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/transpose.cc"
#include "hwy/foreach_target.h"

#include "cpu/transpose-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Columns first .. last of some rows, element by element.
template <class T>
void TransposeEach(const TransposeBlock& block, int64_t first_row, int64_t last_row,
                   int64_t first_column, int64_t last_column) {
  for (int64_t i = first_row; i < last_row; ++i) {
    for (int64_t j = first_column; j < last_column; ++j) {
      std::memcpy(block.target + j * block.target_step + i * int64_t{sizeof(T)},
                  block.source + i * block.source_step + j * int64_t{sizeof(T)}, sizeof(T));
    }
  }
}

#if HWY_TARGET == HWY_SCALAR

template <class T>
void TransposeItems(const TransposeBlock& block) {
  TransposeEach<T>(block, 0, block.rows, 0, block.columns);
}

#else

template <class T>
void TransposeItems(const TransposeBlock& block) {
  const SquaresTag<T> d;
  constexpr int64_t kSide = 16 / sizeof(T);
  constexpr int64_t kRows = hn::MaxLanes(decltype(d)());
  const int64_t rows = block.rows / kRows * kRows, columns = block.columns / kSide * kSide;
  for (int64_t i = 0; i < rows; i += kRows) {
    for (int64_t j = 0; j < columns; j += kSide) {
      hn::Vec<decltype(d)> v[kSide];
      LoadSquares(d, block.source + i * block.source_step + j * int64_t{sizeof(T)},
                  block.source_step, v);
      std::byte* const target = block.target + j * block.target_step + i * int64_t{sizeof(T)};
      for (int64_t r = 0; r < kSide; ++r) {
        hn::StoreU(v[r], d, reinterpret_cast<T*>(target + r * block.target_step));
      }
    }
  }
  TransposeEach<T>(block, 0, rows, columns, block.columns);
  TransposeEach<T>(block, rows, block.rows, 0, block.columns);
}

#endif

void Transpose1(const TransposeBlock& block) { TransposeItems<uint8_t>(block); }
void Transpose2(const TransposeBlock& block) { TransposeItems<uint16_t>(block); }
void Transpose4(const TransposeBlock& block) { TransposeItems<uint32_t>(block); }
void Transpose8(const TransposeBlock& block) { TransposeItems<uint64_t>(block); }

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(Transpose1);
HWY_EXPORT(Transpose2);
HWY_EXPORT(Transpose4);
HWY_EXPORT(Transpose8);

void Transpose(const TransposeBlock& block, int item_bytes) {
  switch (item_bytes) {
    case 1:
      return HWY_DYNAMIC_DISPATCH(Transpose1)(block);
    case 2:
      return HWY_DYNAMIC_DISPATCH(Transpose2)(block);
    case 4:
      return HWY_DYNAMIC_DISPATCH(Transpose4)(block);
    default:
      return HWY_DYNAMIC_DISPATCH(Transpose8)(block);
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE

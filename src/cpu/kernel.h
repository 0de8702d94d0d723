// What an operator gives to those who run it: dense loops over its formula, one for each type that
// all operands may have in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/half.h"
#include "tensor/plan.h"

namespace openaclnn {

// The scalar parameters of a formula, each converted once from what the caller gave to every
// compute type; to integers toward zero, those beyond the ends being the ends, and NaN 0.
struct Params {
  static constexpr int kMax = 4;
  std::array<float, kMax> f;
  std::array<double, kMax> d;
  std::array<int64_t, kMax> i;
};

// An input of a dense loop: the element in row r and column c is values[r * row_step + (c & mask)].
// The mask is -1, or 0 for an input whose elements are all equal in a row, of which then a vector
// of any machine's width can be read. The row step is 0 where all rows are equal.
template <class T>
struct TileInput {
  const T* values;
  int64_t mask;
  int64_t row_step;
};
inline constexpr int64_t kWidestVector = 64;  // bytes

// What a row some way after row r reads: `bytes` at `first` + r * `step`.
struct RowAhead {
  uintptr_t first;
  int64_t step;
  int64_t bytes;
};

// The operands of a dense loop. Addresses are aligned as single elements are.
template <class T>
struct Tile {
  std::array<TileInput<T>, kMaxOperands> inputs;
  std::array<T*, kMaxOperands> outputs;
  int64_t rows;
  int64_t columns;
  std::array<int64_t, kMaxOperands> output_steps;  // elements from a row to the next, if any
  bool stream = false;  // the outputs are stored past the caches (cpu/streaming.h)
  // What a loop that streams asks the caches for before each row.
  std::array<RowAhead, kMaxOperands> rows_ahead;
  int num_rows_ahead = 0;
};
template <class T>
using DenseLoop = void (*)(const Params& params, const Tile<T>& tile);

// The loops of a formula that also gives a term for each element.
template <class T>
struct SumLoops {
  using Loop = void (*)(const Params& params, const Tile<T>& tile, double* sums);
  Loop rows;     // *sums++ = the terms of each chunk of each row, as docs/numerics.md, "Sums", cuts
                 // and orders them
  Loop columns;  // sums[c] += the terms of column c, row after row; there are kWidestVector bytes
                 // behind the last of `sums`
};

// What a chunk of a row comes to, and what is made of it for the whole row.
using RowNumbers = std::array<double, 4>;

// Rows side by side, dense in themselves, `input_steps` and `output_step` elements from one to the
// next.
template <class T>
struct RowTile {
  std::array<const T*, kMaxOperands> inputs;
  std::array<int64_t, kMaxOperands> input_steps;
  T* output;
  int64_t output_step;
  int64_t rows;
  int64_t columns;
  bool stream = false;  // as that of a Tile
};

// The loops of a formula over rows (kinds/rows/row_loops-inl.h).
template <class T>
struct RowLoops {
  // All of rows that fit into caches. `kept` has room for a row, rounded up to kWidestVector bytes
  // of doubles, `chunks` for its chunks; sums[r] is the number of row r, if the formula gives one.
  void (*whole)(const RowTile<T>& tile, double* kept, RowNumbers* chunks, double* sums);
  // One chunk of one row.
  void (*reduce)(const RowTile<T>& tile, RowNumbers& chunk);
  void (*map)(const RowTile<T>& tile, const RowNumbers& chunk, double& sum);
  // In between: turns what the chunks of a row come to into what map needs for each.
  void (*fold)(RowNumbers* chunks, int64_t count);

  // For a tile of up to kRowsAbreast rows abreast, each of up to a chunk: element i of row r is at
  // inputs[k] + i * input_steps[k] + r, and output + i * output_step + r. chunks[r] is of row r.
  // Null if the formula has no such loops. `kept` has room for as many doubles as the tile has
  // elements, rounded up to whole vectors for each i, or is null.
  void (*reduce_abreast)(const RowTile<T>& tile, double* kept, RowNumbers* chunks);
  void (*fold_abreast)(RowNumbers* chunks, int64_t rows);  // which are whole
  void (*map_abreast)(const RowTile<T>& tile, const double* kept, const RowNumbers* chunks);
};

// A formula as a GPU gets it (kinds/elementwise/device/elementwise.h).
struct DeviceFormula {
  static constexpr size_t kMaxBytes = 64;
  const char* kernel;  // the name of the type Strided<T, formula> of a SIMD target
  size_t size;
  std::array<std::byte, kMaxBytes> bytes;
};
using DescribeFormula = void (*)(const Params& params, DeviceFormula& formula);

// The type in memory that a loop is for. Operands of another dtype are converted on the way.
enum class LoopType : uint8_t { kFloat, kDouble, kBfloat16, kFloat16, kInt64, kInt32, kInt8 };
inline constexpr size_t kLoopTypes = static_cast<size_t>(LoopType::kInt8) + 1;

// The loops of a formula; null are those that it has no use for.
struct Kernel {
  DenseLoop<float> in_float;
  DenseLoop<double> in_double;
  DenseLoop<Bfloat16Bits> in_bfloat16;
  DenseLoop<Float16Bits> in_float16;
  DenseLoop<int64_t> in_int64;  // of any integers, exactly
  DenseLoop<int32_t> in_int32;  // of those of up to 32 bits, modulo 2^32
  DenseLoop<int8_t> in_int8;    // of bytes alone, modulo 2^8, so with or without a sign
  SumLoops<float> sums_in_float;
  SumLoops<Bfloat16Bits> sums_in_bfloat16;
  SumLoops<Float16Bits> sums_in_float16;
  RowLoops<float> rows_in_float;
  RowLoops<double> rows_in_double;
  RowLoops<Bfloat16Bits> rows_in_bfloat16;
  RowLoops<Float16Bits> rows_in_float16;
  std::array<DescribeFormula, kLoopTypes> on_device;  // by LoopType; null: there is no device code
  int cost;  // picoseconds for an element on one core, about; decides if threads pay

  bool HasDoubleLoop() const { return in_double != nullptr || rows_in_double.whole != nullptr; }
};

template <LoopType type, aclDataType dtype, auto loop, auto sum_loops = nullptr,
          auto row_loops = nullptr>
struct LoopTraitsOf {
  static constexpr LoopType kType = type;
  static constexpr aclDataType kDtype = dtype;
  static constexpr auto kLoop = loop;  // the members of Kernel
  static constexpr auto kSumLoops = sum_loops;
  static constexpr auto kRowLoops = row_loops;
};
template <class T>
struct LoopTraits;
template <>
struct LoopTraits<float> : LoopTraitsOf<LoopType::kFloat, ACL_FLOAT, &Kernel::in_float,
                                        &Kernel::sums_in_float, &Kernel::rows_in_float> {};
template <>
struct LoopTraits<double> : LoopTraitsOf<LoopType::kDouble, ACL_DOUBLE, &Kernel::in_double, nullptr,
                                         &Kernel::rows_in_double> {};
template <>
struct LoopTraits<int64_t> : LoopTraitsOf<LoopType::kInt64, ACL_INT64, &Kernel::in_int64> {};
template <>
struct LoopTraits<int32_t> : LoopTraitsOf<LoopType::kInt32, ACL_INT32, &Kernel::in_int32> {};
template <>
struct LoopTraits<int8_t> : LoopTraitsOf<LoopType::kInt8, ACL_INT8, &Kernel::in_int8> {};
template <>
struct LoopTraits<Bfloat16Bits>
    : LoopTraitsOf<LoopType::kBfloat16, ACL_BF16, &Kernel::in_bfloat16, &Kernel::sums_in_bfloat16,
                   &Kernel::rows_in_bfloat16> {};
template <>
struct LoopTraits<Float16Bits> : LoopTraitsOf<LoopType::kFloat16, ACL_FLOAT16, &Kernel::in_float16,
                                              &Kernel::sums_in_float16, &Kernel::rows_in_float16> {
};

constexpr bool IsOfIntegers(LoopType type) {
  return type == LoopType::kInt64 || type == LoopType::kInt32 || type == LoopType::kInt8;
}

constexpr aclDataType DtypeOf(LoopType type) {
  switch (type) {
    case LoopType::kDouble:
      return LoopTraits<double>::kDtype;
    case LoopType::kBfloat16:
      return LoopTraits<Bfloat16Bits>::kDtype;
    case LoopType::kFloat16:
      return LoopTraits<Float16Bits>::kDtype;
    case LoopType::kInt64:
      return LoopTraits<int64_t>::kDtype;
    case LoopType::kInt32:
      return LoopTraits<int32_t>::kDtype;
    case LoopType::kInt8:
      return LoopTraits<int8_t>::kDtype;
    default:
      return LoopTraits<float>::kDtype;
  }
}

}  // namespace openaclnn

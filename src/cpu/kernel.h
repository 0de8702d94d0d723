// What an operator gives to those who run it: dense loops over its formula, one for each type that
// all operands may have in memory.
#pragma once

#include <array>
#include <cstdint>

#include "tensor/plan.h"

namespace openaclnn {

// The scalar parameters of a formula, each converted once from what the caller gave to either
// compute type.
struct Params {
  static constexpr int kMax = 4;
  std::array<float, kMax> f;
  std::array<double, kMax> d;
};

// 16-bit numbers in memory; loops compute with them as floats or doubles.
struct Bfloat16Bits {
  uint16_t value;
};
struct Float16Bits {
  uint16_t value;
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

// The operands of a dense loop. Addresses are aligned as single elements are.
template <class T>
struct Tile {
  std::array<TileInput<T>, kMaxOperands> inputs;
  std::array<T*, kMaxOperands> outputs;
  int64_t rows;  // 1 for a DenseLoop
  int64_t columns;
  int64_t output_step;  // elements from a row of an output to the next
  bool stream = false;  // the first output is stored past the caches (cpu/streaming.h)
};
template <class T>
using DenseLoop = void (*)(const Params& params, const Tile<T>& tile);

// A formula that also gives a term for each element.
using SumLoop = void (*)(const Params& params, const Tile<float>& tile, float* sums);

// The loops of a formula; null are those that it has no use for.
struct Kernel {
  DenseLoop<float> in_float;
  DenseLoop<double> in_double;
  DenseLoop<Bfloat16Bits> in_bfloat16;
  DenseLoop<Float16Bits> in_float16;
  SumLoop sum_rows;     // sums[r] = the terms of row r, in the order of docs/numerics.md, "Sums"
  SumLoop sum_columns;  // sums[c] += the terms of column c, row after row
  int cost;             // picoseconds for an element on one core, about; decides if threads pay
};

// The type in memory that a loop is for. Operands of another dtype are converted on the way.
enum class LoopType : uint8_t { kFloat, kDouble, kBfloat16, kFloat16 };

template <LoopType type, aclDataType dtype, auto loop>
struct LoopTraitsOf {
  static constexpr LoopType kType = type;
  static constexpr aclDataType kDtype = dtype;
  static constexpr auto kLoop = loop;  // the member of Kernel
};
template <class T>
struct LoopTraits;
template <>
struct LoopTraits<float> : LoopTraitsOf<LoopType::kFloat, ACL_FLOAT, &Kernel::in_float> {};
template <>
struct LoopTraits<double> : LoopTraitsOf<LoopType::kDouble, ACL_DOUBLE, &Kernel::in_double> {};
template <>
struct LoopTraits<Bfloat16Bits>
    : LoopTraitsOf<LoopType::kBfloat16, ACL_BF16, &Kernel::in_bfloat16> {};
template <>
struct LoopTraits<Float16Bits>
    : LoopTraitsOf<LoopType::kFloat16, ACL_FLOAT16, &Kernel::in_float16> {};

}  // namespace openaclnn

// What a kernel of device code is given, made by the host. Compilers of both read this.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn {

// What divides numbers below 2^31, by a product and a shift, as GPUs have no other quick way. Both
// compilers understand it: a constant expression may be one of device code.
struct Divisor {
  uint32_t multiplier, shift;

  constexpr uint32_t Divide(uint32_t number) const {
    const auto product = static_cast<uint32_t>(uint64_t{number} * multiplier >> 32);
    return (product + number) >> shift;
  }
};

// For a divisor of 1 to 2^31. The quotient is the number times (2^32 + multiplier) / 2^(32 +
// shift), which is above 1 / divisor by less than what would carry it to the next whole number.
constexpr Divisor DivisorOf(uint32_t divisor) {
  uint32_t shift = 0;
  while ((uint64_t{1} << shift) < divisor) ++shift;
  const uint64_t above = (uint64_t{1} << shift) - divisor;
  return {static_cast<uint32_t>((above << 32) / divisor + 1), shift};
}

// The plan of a computation (tensor/plan.h), its operands and its formula, or the element that all
// become. The results come first: a formula need not take all the inputs that there are.
struct ElementwiseArgument {
  static constexpr int kMaxOperands = 6;
  static constexpr int kMaxAxes = 8;
  static constexpr size_t kMaxFormula = 64;

  alignas(16) unsigned char formula[kMaxFormula];  // an object of its type
  uint64_t address[kMaxOperands];                  // of the walk's first element
  int64_t elements;
  int64_t extent[kMaxAxes];     // innermost first
  Divisor by_extent[kMaxAxes];  // where there are fewer than 2^31 elements
  int64_t stride[kMaxAxes][kMaxOperands];
  int32_t axes;  // at least 1
  int32_t formula_size;
  uint8_t dtype[kMaxOperands];  // of aclDataType
  uint8_t wraps_to;             // kNoWrap, or a dtype
  // As those of a plan:
  bool float_results;
  bool nearest_integers;
  bool odd_doubles;
};

inline constexpr uint8_t kNoWrap = 0xff;

// Floats of one type that lie one after the other, in each operand, from a multiple of kPackBytes
// on; inputs may stay on one of them.
struct PacksArgument {
  alignas(16) unsigned char formula[ElementwiseArgument::kMaxFormula];
  uint64_t address[ElementwiseArgument::kMaxOperands];  // the results come first
  int64_t elements;
  int32_t formula_size;
  bool stays[ElementwiseArgument::kMaxOperands];
};

// What a thread loads and stores at a time.
inline constexpr int64_t kPackBytes = 16;

// Threads, side by side, that sum a chunk of terms together.
inline constexpr int kThreadsOfChunk = 8;

// Rows along an axis (kinds/rows/run.h). A result with a number for each row comes after the other
// one.
struct RowsArgument {
  // What is done with the chunks of rows that have several; all of it where `chunks` are not
  // shared.
  enum Step : uint8_t { kReduce = 1, kFold = 2, kMap = 4, kTotal = 8, kAll = 15 };

  ElementwiseArgument rows;  // the walk from row to row; it has no formula
  int64_t columns;
  int64_t stride[ElementwiseArgument::kMaxOperands];  // along a row
  uint64_t numbers;    // of all chunks, RowNumbers of kinds/rows/kernel.h, if rows have several
  int32_t group_log2;  // threads that share a row, or a chunk
  uint8_t steps;
  bool shares_chunks;  // each chunk is another group's
};

}  // namespace openaclnn

// What a kernel of device code is given, made by the host. Compilers of both read this.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn {

// The plan of a computation (tensor/plan.h), its operands and its formula, or the element that all
// become. The results come first: a formula need not take all the inputs that there are.
struct ElementwiseArgument {
  static constexpr int kMaxOperands = 6;
  static constexpr int kMaxAxes = 8;
  static constexpr size_t kMaxFormula = 64;

  alignas(16) unsigned char formula[kMaxFormula];  // an object of its type
  uint64_t address[kMaxOperands];                  // of the walk's first element
  int64_t elements;
  int64_t extent[kMaxAxes];  // innermost first
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

// Threads, side by side, that sum a chunk of terms together.
inline constexpr int kThreadsOfChunk = 8;

// Rows along an axis (cpu/rows.h). A result with a number for each row comes after the other one.
struct RowsArgument {
  // What is done with the chunks of rows that have several; all of it where `chunks` are not
  // shared.
  enum Step : uint8_t { kReduce = 1, kFold = 2, kMap = 4, kTotal = 8, kAll = 15 };

  ElementwiseArgument rows;  // the walk from row to row; it has no formula
  int64_t columns;
  int64_t stride[ElementwiseArgument::kMaxOperands];  // along a row
  uint64_t numbers;    // of all chunks, RowNumbers of cpu/kernel.h, if rows have several
  int32_t group_log2;  // threads that share a row, or a chunk
  uint8_t steps;
  bool shares_chunks;  // each chunk is another group's
};

}  // namespace openaclnn

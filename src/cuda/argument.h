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

}  // namespace openaclnn

// Operators that cut tensors in two, as functions of the elements at one place of the halves.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/function.h"

namespace openaclnn::test {

// The array of which these are the first and the second half along an axis, and back.
Array JoinedAlong(size_t axis, const Array& first, const Array& second);
std::pair<Array, Array> PartsAlong(size_t axis, const Array& whole);

struct SplitFunction {
  std::string_view name;  // "aclnnGlu"
  // For each result, or each half of it, a function of the operands' elements, a first half before
  // a second.
  std::vector<ExactElement> exact;
  Accuracy accuracy;
  size_t curved;                          // the operand in which the function is not linear
  std::vector<CallArgument> others = {};  // arguments but tensors of elements and the axis
  std::vector<double> points = {};        // of any operand
};

// Expects the exact values within the accuracy, with the same bits on all SIMD targets, of all
// patterns of the 16-bit dtypes in the curved operand and some in others, special values in all
// combinations of up to three, any patterns, ordinary numbers, those around the points and wild
// ones; and the bits of results that replace the operands.
void ExpectSplit(const SplitFunction& function);

}  // namespace openaclnn::test

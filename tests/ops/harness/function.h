// An operator as a function of one element, tested over the inputs that matter to any function: all
// patterns of the 16-bit dtypes, special values, any patterns, ordinary numbers, those around
// points that the test names, and wild ones; and in place, if there is such a form. One input
// tensor is varied the most; the others have ordinary numbers and, here and there, special ones.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/call.h"

namespace openaclnn::test {

// The largest errors in ULP of FLOAT and of DOUBLE. 16-bit results are rounded from a FLOAT within
// these.
struct Accuracy {
  double ulp;
  double double_ulp = 0;        // 0: the operator has no DOUBLE
  double rounded_rate = 0.999;  // the least share of 16-bit results that are the exact ones rounded
};
inline constexpr Accuracy kRoundedOnce = {0.5001};
inline constexpr Accuracy kWithinOneUlp = {1};

struct Function {
  std::string_view name;  // "aclnnSwish"
  // The function of the elements of the input tensors, in the order of the prototype.
  ExactElement exact;
  Accuracy accuracy;
  std::vector<CallArgument> numbers = {};  // arguments other than tensors, in their order
  std::vector<double> points = {};         // of the input tensor that is varied the most
  std::optional<size_t> varied = {};       // its index among the input tensors; empty: the last
  std::vector<double> others = {};         // the last input tensors, of one element each
  FastElement fast = {};
  int64_t step = 1;  // each step-th pattern of 16 bits: for more numbers, where some have had all
  std::vector<aclDataType> dtypes = {};  // empty: floats of 32 and 16 bits, DOUBLE by the accuracy
};

Limits LimitsOf(const Accuracy& accuracy, aclDataType dtype);

// The function at an array for each input tensor, all of one shape or of one element.
OperatorCall CallOf(const Function& function, const std::vector<Array>& inputs, aclDataType out);

// Expects the exact values within the accuracy, with the same bits on all SIMD targets, and those
// bits from the in-place form.
void ExpectFunction(const Function& function);

// One array for each input tensor, in dtypes that may differ, into `out`. `unit`: whose accuracy
// counts.
void ExpectFunctionAt(const Function& function, const std::vector<Array>& inputs, aclDataType out,
                      aclDataType unit);

}  // namespace openaclnn::test

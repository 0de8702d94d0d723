#include "tests/ops/harness/accuracy.h"

#include <cmath>
#include <sstream>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/oracle/verdict.h"
#include "tests/sanitized.h"

namespace openaclnn::test {

oracle::Format FormatOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_DOUBLE:
      return oracle::kDouble;
    case ACL_FLOAT16:
      return oracle::kFloat16;
    case ACL_BF16:
      return oracle::kBfloat16;
    default:
      return oracle::kFloat;
  }
}

double UnitOf(aclDataType dtype) { return std::ldexp(1.0, -FormatOf(dtype).fraction_bits); }

void ExpectAccurateResult(const Array& result, const std::vector<Array>& inputs,
                          const ExactElement& exact, const Limits& limits,
                          const FastElement& fast) {
  const oracle::Format format = FormatOf(result.dtype);
  const oracle::Format unit = limits.unit == ACL_DT_UNDEFINED ? format : FormatOf(limits.unit);
  const bool has_fast = fast != nullptr && result.dtype != ACL_DOUBLE &&
                        (limits.unit == ACL_DT_UNDEFINED || limits.unit == result.dtype);
  double worst = 0;
  int64_t unrounded = 0;
  std::ostringstream worst_element, first_unrounded;
  std::vector<double> elements(inputs.size());
  for (int64_t i = 0; i < result.size(); i += kJudgedStep) {
    for (size_t k = 0; k < inputs.size(); ++k) elements[k] = inputs[k].Value(i);
    const double actual = result.Value(i);
    if (has_fast) {
      const auto verdict = oracle::JudgeFast(static_cast<float>(actual), fast(elements), format);
      const bool is_counted =
          !verdict || verdict->mismatch || (!verdict->rounded && limits.rounded_rate > 0);
      if (!is_counted && verdict->ulp <= worst) continue;
    }
    const oracle::Real value = exact(elements);
    const double error = oracle::UlpError(actual, value, unit);
    const auto describe = [&](std::ostringstream& text) {
      text.str("");
      text.precision(17);
      text << "element " << i << " is " << actual << ", exactly " << value.ToDouble() << ", from";
      for (const double element : elements) text << " " << element;
    };
    if (error > worst) {
      worst = error;
      describe(worst_element);
    }
    const uint64_t rounded = BitsOf(result.dtype, oracle::Round(value, format));
    const bool both_nan = value.IsNan() && IsNan(result.dtype, result.Bits(i));
    if (result.Bits(i) == rounded || both_nan) continue;
    if (unrounded++ == 0) describe(first_unrounded);
  }
  EXPECT_LE(worst, limits.ulp) << DtypeName(result.dtype) << ": " << worst_element.str();
  EXPECT_LE(static_cast<double>(unrounded),
            (1 - limits.rounded_rate) * static_cast<double>(result.size()))
      << DtypeName(result.dtype) << ", of " << result.size() << ": " << first_unrounded.str();
}

void ExpectAccurate(const OperatorCall& call, const ExactElement& exact, const Limits& limits,
                    const FastElement& fast) {
  const std::vector<Array> results = RunCall(call);
  ASSERT_FALSE(results.empty());
  std::vector<Array> inputs;
  for (const size_t i : InputsOf(call)) {
    inputs.push_back(Expanded(call.arguments[i].array, results[0].shape));
  }
  ExpectAccurateResult(results[0], inputs, exact, limits, fast);
}

void ExpectExact(const OperatorCall& call, const ExactElement& exact) {
  ExpectAccurate(call, exact, {.ulp = 0.5, .rounded_rate = 1});
}

}  // namespace openaclnn::test

#include "tests/ops/harness/split.h"

#include <algorithm>
#include <string>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "kinds/roles.h"
#include "ops/registry.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

// Elements that follow each other in a half.
int64_t RunOf(const Array& half, size_t axis) {
  int64_t run = 1;
  for (size_t k = axis; k < half.shape.size(); ++k) run *= half.shape[k];
  return run;
}

// A call over operands of one shape {n}, which become {n, 1}: cut along the first axis where an
// argument names the axis, else along the last.
class SplitCall {
 public:
  explicit SplitCall(const SplitFunction& function)
      : function_(function), spec_(*FindOperator(function.name)->spec) {}

  size_t NumOperands() const {
    size_t count = 0;
    for (const int8_t i : spec_.operands_at) {
      if (i >= 0 && !IsOneElement(spec_, i)) count += IsSplit(spec_, i) ? 2 : 1;
    }
    return count;
  }

  // The results, halves apart, each of the shape {n}.
  std::vector<Array> Run(const std::vector<Array>& operands) const {
    const OperatorCall call = Make(operands);
    std::vector<Array> results = RunCall(call);
    ExpectSameInPlace(call, results);
    std::vector<Array> parts;
    const std::vector<size_t> outputs = OutputsOf(call);
    for (size_t k = 0; k < results.size(); ++k) {
      if (IsSplit(spec_, static_cast<int>(outputs[k]))) {
        auto [first, second] = PartsAlong(Axis(), results[k]);
        parts.push_back(std::move(first));
        parts.push_back(std::move(second));
      } else {
        parts.push_back(std::move(results[k]));
      }
    }
    for (Array& part : parts) part.shape = {part.size()};
    return parts;
  }

 private:
  size_t Axis() const { return spec_.axis_at >= 0 ? 0 : 1; }

  OperatorCall Make(const std::vector<Array>& operands) const {
    OperatorCall call = {spec_.name, {}};
    size_t operand = 0, other = 0;
    const auto next = [&] {
      Array array = operands.at(operand++);
      array.shape = {array.size(), 1};
      return array;
    };
    const int64_t count = operands[0].size();
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      const ArgumentSpec& argument = spec_.arguments[i];
      if (i == spec_.axis_at) {
        call.arguments.emplace_back(-2.0);
      } else if (argument.IsRead() && IsSplit(spec_, i)) {
        const Array first = next();
        call.arguments.emplace_back(JoinedAlong(Axis(), first, next()));
      } else if (argument.IsRead() && !IsOneElement(spec_, i)) {
        call.arguments.emplace_back(next());
      } else if (argument.IsWritten()) {
        Shape shape = {count, 1};
        if (IsSplit(spec_, i)) shape[Axis()] *= 2;
        call.arguments.emplace_back(Array(operands[0].dtype, shape));
      } else {
        call.arguments.push_back(function_.others.at(other++));
        if (argument.IsRead()) {  // one element, of the dtype of the others
          Array& array = call.arguments.back().array;
          array = ArrayOf(operands[0].dtype, array.shape, {array.Value(0)});
        }
      }
    }
    return call;
  }

  // Where an output may replace an input.
  void ExpectSameInPlace(const OperatorCall& call, const std::vector<Array>& expected) const {
    const std::vector<size_t> outputs = OutputsOf(call);
    for (const size_t input : InputsOf(call)) {
      const bool both_cut =
          IsSplit(spec_, static_cast<int>(input)) && IsSplit(spec_, static_cast<int>(outputs[0]));
      if (!both_cut) continue;
      const Placement in_place = {.layouts = {}, .in_place = {{outputs[0], input}}};
      const std::vector<Array> given = RunOnce(call, in_place);
      ASSERT_EQ(given.size(), expected.size());
      EXPECT_TRUE(SameBits(given[0], expected[0])) << "in place";
    }
  }

  const SplitFunction& function_;
  const OpSpec& spec_;
};

void ExpectSplitAt(const SplitFunction& function, const std::vector<Array>& operands,
                   double rounded_rate) {
  const std::vector<Array> results = SplitCall(function).Run(operands);
  ASSERT_EQ(results.size(), function.exact.size());
  Limits limits = LimitsOf(function.accuracy, operands[0].dtype);
  limits.rounded_rate = std::min(limits.rounded_rate, rounded_rate);
  for (size_t k = 0; k < results.size(); ++k) {
    SCOPED_TRACE("result " + std::to_string(k));
    ExpectAccurateResult(results[k], operands, function.exact[k], limits);
  }
}

// Each special value with each in up to three operands; others go through them meanwhile.
std::vector<Array> SpecialCombinations(aclDataType dtype, size_t operands) {
  const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
  const auto count = static_cast<int64_t>(patterns.size());
  int64_t total = 1;
  for (size_t k = 0; k < std::min<size_t>(operands, 3); ++k) total *= count;
  std::vector<Array> arrays;
  int64_t step = 1;
  for (size_t k = 0; k < operands; ++k, step *= k < 3 ? count : 1) {
    const int64_t every = k < 3 ? step : 1;
    arrays.emplace_back(dtype, Shape{total}, [&](int64_t i) {
      return patterns[static_cast<size_t>((i / every + (k < 3 ? 0 : i / count)) % count)];
    });
  }
  return arrays;
}

}  // namespace

Array JoinedAlong(size_t axis, const Array& first, const Array& second) {
  Shape shape = first.shape;
  shape[axis] *= 2;
  const int64_t run = RunOf(first, axis);
  return Array(first.dtype, shape, [&](int64_t i) {
    const int64_t row = i / (2 * run), at = i % (2 * run);
    return at < run ? first.Bits(row * run + at) : second.Bits(row * run + at - run);
  });
}

std::pair<Array, Array> PartsAlong(size_t axis, const Array& whole) {
  Shape shape = whole.shape;
  shape[axis] /= 2;
  const int64_t run = RunOf(Array(whole.dtype, shape), axis);
  const auto half = [&](int64_t from) {
    return Array(whole.dtype, shape, [&whole, run, from](int64_t i) {
      return whole.Bits(i / run * 2 * run + from + i % run);
    });
  };
  return {half(0), half(run)};
}

void ExpectSplit(const SplitFunction& function) {
  SCOPED_TRACE(std::string(function.name));
  const size_t count = SplitCall(function).NumOperands();
  std::vector<aclDataType> dtypes = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  if (function.accuracy.double_ulp > 0) dtypes.push_back(ACL_DOUBLE);
  for (const aclDataType dtype : dtypes) {
    std::vector<Array> ones = {RandomArray(dtype, {2000}, 2, -110, 110)};
    if (dtype != ACL_DOUBLE) ones.push_back(RandomPatterns(dtype, {2000}, 3));
    std::vector<double> around;
    for (const double point : function.points) {
      const std::vector<double> beside = Around(dtype, point);
      around.insert(around.end(), beside.begin(), beside.end());
    }
    if (!around.empty()) ones.push_back(ArrayOf(dtype, around));
    for (size_t k = 0; k < count; ++k) {
      std::vector<Array> of_operand = ones;
      const int64_t step = k == function.curved ? 1 : 17;
      if (DtypeBytes(dtype) == 2) of_operand.push_back(EveryPattern(dtype, step));
      for (const Array& one : of_operand) {
        std::vector<Array> operands;
        for (size_t other = 0; other < count; ++other) {
          const auto seed = static_cast<uint32_t>(11 + other);
          operands.push_back(other == k ? one : RandomArray(dtype, one.shape, seed));
        }
        ExpectSplitAt(function, operands, 1);
      }
    }
    // Products of doubles may overflow on the way.
    if (dtype == ACL_DOUBLE) continue;
    std::vector<Array> wild;
    for (size_t k = 0; k < count; ++k) {
      const auto seed = static_cast<uint32_t>(k) + 21;
      const bool is_curved = k == function.curved;
      wild.push_back(
          WildArray(dtype, {6000}, seed, is_curved ? function.points : std::vector<double>()));
    }
    ExpectSplitAt(function, wild, 1);
    std::vector<Array> any;
    for (size_t k = 0; k < count; ++k) {
      any.push_back(RandomPatterns(dtype, {3000}, static_cast<uint32_t>(k) + 31));
    }
    ExpectSplitAt(function, any, 1);
    ExpectSplitAt(function, SpecialCombinations(dtype, count), 0);
  }
}

}  // namespace openaclnn::test

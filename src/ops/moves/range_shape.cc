#include "ops/moves/range_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "engine/rules/infer.h"
#include "tensor/bounded_sums.h"
#include "tensor/scalar.h"

namespace openaclnn {
namespace {

// As many as there are, if these can be counted.
std::optional<int64_t> Counted(double count) {
  if (!(count >= 0 && count < 0x1p63)) return std::nullopt;
  return static_cast<int64_t>(count);
}

// The scalars of a rule, whose numbers are finite.
class Range {
 public:
  Range(const RuleCall& call, const Rule& rule, aclDataType dtype)
      : of_integers_(IsInteger(dtype)),
        is_closed_(rule.Is(rules::kClosedRangeOf)),
        numbers_{call.Number(rule, 1), call.Number(rule, 2), call.Number(rule, 3)} {
    for (size_t k = 0; k < numbers_.size(); ++k) integers_[k] = Truncated(numbers_[k]);
  }

  int SignOfStep() const { return of_integers_ ? Sign(integers_[kStep]) : Sign(Of(kStep)); }
  int SignOfDistance() const {
    if (!of_integers_) return Sign(Of(kEnd) - Of(kStart));
    return Sign(Int128{integers_[kEnd]} - integers_[kStart]);
  }
  // How many numbers there are, in the dtype's own numbers.
  std::optional<int64_t> Count() const { return of_integers_ ? CountIntegers() : CountDoubles(); }
  // Callers may also count in double, which integers need not hold, or in float.
  bool Has(int64_t count) const {
    return Count() == count || CountDoubles() == count || CountFloats() == count;
  }

 private:
  enum { kStart, kEnd, kStep };

  template <class T>
  static int Sign(T number) {
    return number > 0 ? 1 : number < 0 ? -1 : 0;
  }
  double Of(int k) const { return numbers_[static_cast<size_t>(k)].nearest; }

  std::optional<int64_t> CountIntegers() const {
    const Int128 distance = Int128{integers_[kEnd]} - integers_[kStart], step = integers_[kStep];
    const Int128 count = is_closed_ ? distance / step + 1 : (distance + step - Sign(step)) / step;
    if (count > INT64_MAX) return std::nullopt;
    return static_cast<int64_t>(count);
  }
  std::optional<int64_t> CountDoubles() const {
    return CountOf((Of(kEnd) - Of(kStart)) / Of(kStep));
  }
  std::optional<int64_t> CountFloats() const {
    const float start = static_cast<float>(Of(kStart)), end = static_cast<float>(Of(kEnd));
    return CountOf((end - start) / static_cast<float>(Of(kStep)));
  }
  // By the distance in steps.
  template <class T>
  std::optional<int64_t> CountOf(T steps) const {
    return Counted(is_closed_ ? std::floor(steps) + 1 : std::ceil(steps));
  }

  const bool of_integers_, is_closed_;
  const std::array<ExactNumber, 3> numbers_;
  std::array<int64_t, 3> integers_;
};

// Refuses those that make no range of elements of a dtype.
Status CheckNumbers(const RuleCall& call, const Rule& rule, aclDataType dtype) {
  for (int k = 1; k <= 3; ++k) {
    const ExactNumber given = call.Number(rule, k);
    if (std::isfinite(given.nearest)) continue;
    return Invalid(ErrorKind::kValue, "{}: is {}, expected a finite number", rule.names[k],
                   given.nearest);
  }
  const Range range(call, rule, dtype);
  if (range.SignOfStep() == 0) {
    return Invalid(ErrorKind::kValue, "{}: is {}, which is 0 as {}, expected another number",
                   rule.names[3], call.Number(rule, 3).nearest, DtypeName(dtype));
  }
  if (range.SignOfStep() == -range.SignOfDistance()) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at {} {}, which is {}, as {} is {}",
                   rule.names[2], call.Number(rule, 2).nearest,
                   range.SignOfStep() > 0 ? "least" : "most", call.Number(rule, 1).nearest,
                   rule.names[1], rule.names[3], call.Number(rule, 3).nearest);
  }
  return {};
}

std::string CountText(const Range& range) {
  const std::optional<int64_t> count = range.Count();
  return count ? fmt::format("[{}]", *count) : "one that cannot be";
}

Status CheckRangeOf(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = call.DtypeOf(rule, 0);
  OPENACLNN_RETURN_IF_ERROR(CheckNumbers(call, rule, dtype));
  const Range range(call, rule, dtype);
  const Dims& given = call.At(rule, 0).shape;
  const bool is_row = !given.empty() && call.At(rule, 0).extent.elements == given.back();
  if (is_row && range.Has(given.back())) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the numbers from {} to {} by {}",
                 rule.names[0], ShapeText(given), CountText(range), call.Number(rule, 1).nearest,
                 call.Number(rule, 2).nearest, call.Number(rule, 3).nearest);
}

Status InferRangeOf(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k <= 3; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  OPENACLNN_RETURN_IF_ERROR(CheckNumbers(call, rule, output.dtype));
  output.shape = {Range(call, rule, output.dtype).Count().value_or(INT64_MAX)};
  return {};
}

// HasElementsOf

Status CheckHasElementsOf(const RuleCall& call, const Rule& rule) {
  const int64_t count = call.Given(rule, 1).integer;
  if (count < 0) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 0", rule.names[1], count);
  }
  const Tensor& given = call.At(rule, 0);
  if (given.extent.elements == count) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} elements, which is {}",
                 rule.names[0], ShapeText(given.shape), count, rule.names[1]);
}

Status InferHasElementsOf(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = {std::max<int64_t>(0, call.Given(rule, 1).integer)};
  return {};
}

// As integers are taken, if the dtype is one of these.
double NumberIn(aclDataType dtype, const Scalar& scalar) {
  const ExactNumber number = ExactOf(scalar);
  return IsInteger(dtype) ? static_cast<double>(Truncated(number)) : number.nearest;
}

}  // namespace

Ramp RampBetween(const Scalar& start, const Scalar& end, int64_t count, aclDataType dtype) {
  const double first = NumberIn(dtype, start), last = NumberIn(dtype, end);
  const int64_t steps = std::max<int64_t>(1, count - 1);
  return {.of_integers = false,
          .first = 0,
          .by = 0,
          .start = first,
          .step = (last - first) / static_cast<double>(steps),
          .end = last,
          .half = std::max<int64_t>(1, count / 2),
          .last = count - 1};
}

Ramp RampOf(const Scalar& start, const Scalar& step, aclDataType dtype) {
  return {.of_integers = IsInteger(dtype),
          .first = Truncated(ExactOf(start)),
          .by = Truncated(ExactOf(step)),
          .start = ExactOf(start).nearest,
          .step = ExactOf(step).nearest};
}

namespace rules {

constinit const RuleType kRangeOf = {
    .name = "RangeOf",
    .check = CheckRangeOf,
    .sentence = {"{b}, {c} and {d} are finite, and {d} leads from {b} to {c}; {a} has one axis, "
                 "with an element for each number before {c}; axes of 1 may come before it."},
    .infer = InferRangeOf,
};

constinit const RuleType kClosedRangeOf = {
    .name = "ClosedRangeOf",
    .check = CheckRangeOf,
    .sentence = {"{b}, {c} and {d} are finite, and {d} leads from {b} to {c}; {a} has one axis, "
                 "with an element for each number up to {c}."},
    .infer = InferRangeOf,
};

constinit const RuleType kHasElementsOf = {
    .name = "HasElementsOf",
    .check = CheckHasElementsOf,
    .sentence = {"{a} has {b} elements; {b} is not negative."},
    .infer = InferHasElementsOf,
};

}  // namespace rules
}  // namespace openaclnn

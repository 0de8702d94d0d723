// The loss of temporal classification and its gradient, next to sums over paths in numbers of 384
// bits. Their bits in other layouts and settings: tests/ops/cases.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test {
namespace {

using oracle::Real;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Sequences {
  aclDataType dtype = ACL_FLOAT;
  int64_t steps = 1, classes = 2, blank = 0;
  std::vector<int64_t> lengths;               // of each sequence
  std::vector<std::vector<int64_t>> targets;  // of each sequence
  aclDataType target_dtype = ACL_INT64;
  bool has_rows = true, zero_infinity = false;
  double scale = 1;  // of log-probabilities
  Array log_probs;

  int64_t Batch() const { return std::ssize(lengths); }
  std::vector<int64_t> TargetLengths() const {
    std::vector<int64_t> all;
    for (const auto& of_one : targets) all.push_back(std::ssize(of_one));
    return all;
  }
  int64_t Longest() const {
    int64_t longest = 0;
    for (const auto& of_one : targets) longest = std::max(longest, std::ssize(of_one));
    return longest;
  }
  int64_t States() const { return (2 * Longest() + 8) / 8 * 8; }

  // Logarithms of numbers between 0 and 1.
  void Fill(uint32_t seed) {
    const Array any = RandomArray(ACL_FLOAT, {steps, Batch(), classes}, seed, 0.01, 1);
    log_probs = Array(dtype, any.shape, [&](int64_t i) {
      const double p = any.Value(i);
      return BitsOf(dtype, p >= 0.01 && p <= 1 ? scale * std::log(p) : -scale);
    });
  }
  Array Targets() const {
    std::vector<double> all;
    for (const auto& of_one : targets) {
      all.insert(all.end(), of_one.begin(), of_one.end());
      // What follows the targets of a row is not read.
      if (has_rows) all.insert(all.end(), static_cast<size_t>(Longest()) - of_one.size(), 1.0);
    }
    return has_rows ? ArrayOf(target_dtype, {Batch(), Longest()}, all)
                    : ArrayOf(target_dtype, {std::ssize(all)}, all);
  }
  OperatorCall Call() const {
    return {"aclnnCtcLoss",
            {log_probs, Targets(), lengths, TargetLengths(), static_cast<double>(blank),
             zero_infinity ? 1.0 : 0.0, Array(dtype, {Batch()}),
             Array(dtype, {Batch(), steps, States()})}};
  }
  OperatorCall Backward(const Array& grad, const Array& losses, const Array& log_alpha) const {
    return {"aclnnCtcLossBackward",
            {grad, log_probs, Targets(), lengths, TargetLengths(), losses, log_alpha,
             static_cast<double>(blank), zero_infinity ? 1.0 : 0.0,
             Array(dtype, {steps, Batch(), classes})}};
  }

  double LogProb(int64_t t, int64_t n, int64_t c) const {
    return log_probs.Value((t * Batch() + n) * classes + c);
  }
  std::vector<int64_t> Labels(int64_t n) const {
    std::vector<int64_t> labels = {blank};
    for (const int64_t target : targets[static_cast<size_t>(n)]) {
      labels.push_back(target);
      labels.push_back(blank);
    }
    return labels;
  }
};

using Table = std::vector<std::vector<Real>>;  // of each step and state

// The sums over the paths to each state, as numbers, not as logarithms.
Table Forward(const Sequences& all, int64_t n) {
  const std::vector<int64_t> labels = all.Labels(n);
  Table sums;
  for (int64_t t = 0; t < all.lengths[static_cast<size_t>(n)]; ++t) {
    std::vector<Real> row;
    for (size_t s = 0; s < labels.size(); ++s) {
      Real sum(0);
      if (t == 0) {
        sum = Real(s < 2 ? 1 : 0);
      } else {
        const std::vector<Real>& before = sums.back();
        sum = before[s];
        if (s >= 1) sum = sum + before[s - 1];
        const bool may_skip = s >= 2 && labels[s] != all.blank && labels[s] != labels[s - 2];
        if (may_skip) sum = sum + before[s - 2];
      }
      row.push_back(sum * Exp(Real(all.LogProb(t, n, labels[s]))));
    }
    sums.push_back(row);
  }
  return sums;
}
// The same from each state to the end.
Table Backward(const Sequences& all, int64_t n) {
  const std::vector<int64_t> labels = all.Labels(n);
  const int64_t length = all.lengths[static_cast<size_t>(n)];
  Table sums(static_cast<size_t>(length));
  for (int64_t t = length; t-- > 0;) {
    std::vector<Real> row;
    for (size_t s = 0; s < labels.size(); ++s) {
      Real sum(0);
      if (t == length - 1) {
        sum = Real(s + 2 >= labels.size() ? 1 : 0);
      } else {
        const std::vector<Real>& after = sums[static_cast<size_t>(t + 1)];
        sum = after[s];
        if (s + 1 < labels.size()) sum = sum + after[s + 1];
        if (s + 2 < labels.size() && labels[s] != all.blank && labels[s] != labels[s + 2])
          sum = sum + after[s + 2];
      }
      row.push_back(sum * Exp(Real(all.LogProb(t, n, labels[s]))));
    }
    sums[static_cast<size_t>(t)] = row;
  }
  return sums;
}

double UlpOf(aclDataType dtype, double value) {
  const int digits = dtype == ACL_DOUBLE  ? 52
                     : dtype == ACL_FLOAT ? 23
                     : dtype == ACL_BF16  ? 7
                                          : 10;
  const int least = dtype == ACL_DOUBLE ? -1022 : dtype == ACL_FLOAT16 ? -14 : -126;
  if (value == 0 || !std::isfinite(value)) return std::ldexp(1.0, least - digits);
  return std::ldexp(1.0, std::max(std::ilogb(value), least) - digits);
}

// Within 0.51 ULP and `more`.
void ExpectNear(aclDataType dtype, double actual, const Real& exact, double more,
                const std::string& where) {
  const double expected = exact.ToDouble();
  if (std::isnan(expected) || std::isinf(expected)) {
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(actual)) << where << ": " << actual;
    } else {
      EXPECT_EQ(actual, expected) << where;
    }
    return;
  }
  const double off = Abs(Real(actual) - exact).ToDouble();
  EXPECT_LE(off, 0.51 * UlpOf(dtype, expected) + more) << where << ": " << actual << ", expected "
                                                       << expected;
}

void Check(const Sequences& all) {
  const std::vector<Array> results = RunCall(all.Call());
  const Array &losses = results[0], &log_alpha = results[1];
  const int64_t states = all.States();
  // The bound that the header states, with the largest size of what is summed.
  double most = 0;
  for (int64_t i = 0; i < all.log_probs.size(); ++i) {
    const double size = std::fabs(all.log_probs.Value(i));
    if (std::isfinite(size)) most = std::max(most, size);
  }
  const double size = most * static_cast<double>(all.steps) + 4;
  const double bound = static_cast<double>(all.steps + 4) * size * 0x1p-52;
  const Array grad = RandomArray(all.dtype, {all.Batch()}, 9, 0.5, 2);
  const std::vector<Array> gradients = RunCall(all.Backward(grad, losses, log_alpha));
  for (int64_t n = 0; n < all.Batch(); ++n) {
    const std::vector<int64_t> labels = all.Labels(n);
    const int64_t length = all.lengths[static_cast<size_t>(n)];
    const Table alpha = Forward(all, n), beta = Backward(all, n);
    const auto given = [&](int64_t t, int64_t s) {
      return log_alpha.Value((n * all.steps + t) * states + s);
    };
    for (int64_t t = 0; t < all.steps; ++t) {
      for (int64_t s = 0; s < states; ++s) {
        const std::string where = "alpha " + std::to_string(t) + " " + std::to_string(s);
        if (t >= length || s >= std::ssize(labels)) {
          EXPECT_EQ(given(t, s), -kInfinity) << where;
          continue;
        }
        const Real& sum = alpha[static_cast<size_t>(t)][static_cast<size_t>(s)];
        ExpectNear(all.dtype, given(t, s), Log(sum), bound, where);
      }
    }
    Real likelihood(labels.size() == 1 ? 1 : 0);
    if (length > 0) {
      likelihood = alpha.back().back();
      if (labels.size() > 1) likelihood = likelihood + alpha.back()[labels.size() - 2];
    }
    const bool is_zeroed = all.zero_infinity && likelihood.IsZero();
    ExpectNear(all.dtype, losses.Value(n), is_zeroed ? Real(0) : Real(0) - Log(likelihood), bound,
               "loss " + std::to_string(n));
    for (int64_t t = 0; t < all.steps; ++t) {
      for (int64_t c = 0; c < all.classes; ++c) {
        const double actual = gradients[0].Value((t * all.Batch() + n) * all.classes + c);
        const std::string where = "gradient " + std::to_string(t) + " " + std::to_string(n) + " " +
                                  std::to_string(c);
        if (t >= length || is_zeroed) {
          EXPECT_EQ(actual, 0) << where;
          continue;
        }
        Real sum(0);
        for (size_t s = 0; s < labels.size(); ++s) {
          if (labels[s] != c) continue;
          const Real& after = beta[static_cast<size_t>(t)][s];
          sum = sum + Exp(Real(given(t, static_cast<int64_t>(s)))) * after;
        }
        const Real p = Exp(Real(all.LogProb(t, n, c)));
        const Real share = sum * Exp(Real(losses.Value(n))) / p, factor(grad.Value(n));
        const double off = (Abs(factor) * (share * Real(bound) + p * Real(0x1p-51))).ToDouble();
        ExpectNear(all.dtype, actual, (p - share) * factor, std::isfinite(off) ? off : 0, where);
      }
    }
  }
}

Sequences Some(aclDataType dtype) {
  Sequences all;
  all.dtype = dtype;
  all.steps = 9;
  all.classes = 5;
  all.lengths = {9, 7, 9, 8};
  all.targets = {{1, 2, 3}, {2, 2, 4}, {}, {3}};
  all.Fill(1);
  return all;
}

TEST(CtcTest, IsExact) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) Check(Some(dtype));
}

TEST(CtcTest, ManyStates) {
  Sequences all;
  all.steps = 60;
  all.classes = 30;
  all.blank = 29;
  all.lengths = {60, 41};
  for (const int64_t count : {20, 19}) {
    std::vector<int64_t>& of_one = all.targets.emplace_back();
    for (int64_t i = 0; i < count; ++i) of_one.push_back(i * i % 7);
  }
  all.Fill(2);
  Check(all);
  all.scale = 60;  // paths of which one is likely alone
  all.Fill(3);
  Check(all);
}

TEST(CtcTest, TargetsAlongOneAxisAndOfAnyDtype) {
  for (const bool has_rows : {false, true}) {
    for (const aclDataType dtype : {ACL_INT64, ACL_INT32, ACL_FLOAT, ACL_FLOAT16}) {
      Sequences all = Some(ACL_FLOAT);
      all.has_rows = has_rows;
      all.target_dtype = dtype;
      Check(all);
    }
  }
  Sequences all = Some(ACL_FLOAT);
  all.target_dtype = ACL_BOOL;
  all.blank = 2;
  all.targets = {{1, 0, 1}, {0, 0}, {}, {1}};
  Check(all);
}

// The paths of all classes at each step, one by one: those whose repetitions and blanks leave the
// targets.
TEST(CtcTest, SumsOverAllPaths) {
  Sequences all;
  all.steps = 5;
  all.classes = 3;
  all.lengths = {5};
  all.targets = {{1, 1}};
  all.Fill(4);
  Real likelihood(0);
  for (int64_t path = 0; path < 243; ++path) {
    std::vector<int64_t> left;
    int64_t before = -1, rest = path;
    double log = 0;
    for (int64_t t = 0; t < all.steps; ++t, rest /= 3) {
      const int64_t c = rest % 3;
      log += all.LogProb(t, 0, c);
      if (c != before && c != all.blank) left.push_back(c);
      before = c;
    }
    if (left == all.targets[0]) likelihood = likelihood + Exp(Real(log));
  }
  const Array loss = RunCall(all.Call())[0];
  EXPECT_NEAR(loss.Value(0), -Log(likelihood).ToDouble(), 1e-6);
}

TEST(CtcTest, SequencesWithoutPaths) {
  for (const bool zero_infinity : {false, true}) {
    Sequences all = Some(ACL_FLOAT);
    all.zero_infinity = zero_infinity;
    all.lengths = {2, 3, 0, 0};  // too short for all but the third
    Check(all);
  }
}

// The loss of the first phase was not made 0, as PyTorch's own is not.
TEST(CtcTest, InfiniteLossHasNoGradientWithZeroInfinity) {
  Sequences all = Some(ACL_FLOAT);
  all.zero_infinity = true;
  const std::vector<Array> results = RunCall(all.Call());
  const Array losses = ArrayOf(ACL_FLOAT, {kInfinity, 1, 2, 3});
  const Array out =
      RunCall(all.Backward(ArrayOf(ACL_FLOAT, {1, 1, 1, 1}), losses, results[1]))[0];
  for (int64_t t = 0; t < all.steps; ++t) {
    for (int64_t c = 0; c < all.classes; ++c) {
      EXPECT_EQ(out.Bits(t * 4 * all.classes + c), 0);
      EXPECT_NE(out.Value((t * 4 + 2) * all.classes + c), 0);
    }
  }
}

TEST(CtcTest, NumbersThatAreNoProbabilities) {
  Sequences all = Some(ACL_FLOAT);
  for (int64_t t = 0; t < all.steps; ++t) {
    all.log_probs.SetBits(t * 20 + 4, BitsOf(ACL_FLOAT, -kInfinity));  // of no target
  }
  all.log_probs.SetBits(3 * 20 + 5 + 2, BitsOf(ACL_FLOAT, NAN));  // a target of the second sequence
  Check(all);
}

TEST(CtcTest, TargetThatIsNoClass) {
  Sequences all = Some(ACL_FLOAT);
  all.targets[1][1] = 5;
  all.targets[3][0] = -1;
  const std::vector<Array> results = RunCall(all.Call());
  EXPECT_FALSE(std::isnan(results[0].Value(0)));
  EXPECT_TRUE(std::isnan(results[0].Value(1)));
  EXPECT_TRUE(std::isnan(results[0].Value(3)));
  const Array out =
      RunCall(all.Backward(ArrayOf(ACL_FLOAT, {1, 1, 1, 1}), results[0], results[1]))[0];
  for (int64_t c = 0; c < all.classes; ++c) {
    EXPECT_FALSE(std::isnan(out.Value(c)));
    EXPECT_TRUE(std::isnan(out.Value(all.classes + c)));
  }
}

TEST(CtcTest, OneSequenceWithoutAnAxis) {
  Sequences all;
  all.steps = 6;
  all.classes = 4;
  all.lengths = {6};
  all.targets = {{1, 3}};
  all.Fill(5);
  const std::vector<Array> expected = RunCall(all.Call());
  OperatorCall call = all.Call();
  call.arguments[0].array.shape = {6, 4};
  call.arguments[6].array.shape = {};
  const std::vector<Array> actual = RunCall(call);
  EXPECT_EQ(actual[0].bytes, expected[0].bytes);
  EXPECT_EQ(actual[1].bytes, expected[1].bytes);
}

}  // namespace
}  // namespace openaclnn::test

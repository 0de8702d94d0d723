// Losses and their gradients against exact values. Their bits in other layouts and settings:
// cases.cc.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::losses_test {
namespace {

using oracle::Real;

constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
constexpr double kBeta = 0.75;

// Finite numbers from `low` to `high`.
Array Between(aclDataType dtype, const Shape& shape, uint32_t seed, double low, double high) {
  const Array all = RandomArray(dtype, shape, seed, low, high);
  return Array(dtype, shape, [&](int64_t i) {
    const double value = all.Value(i);
    return BitsOf(dtype, value >= low && value <= high ? value : (low + high) / 2);
  });
}

// A loss of a number x and its target t, with its slopes, and terms whose sizes bound the error.
struct Exact {
  Real value, size;
};
Exact Of(const Real& value) { return {value, Abs(value)}; }
Exact Sum(const Exact& a, const Exact& b) { return {a.value + b.value, a.size + b.size}; }
Exact Times(const Real& number, const Exact& a) { return {number * a.value, Abs(number) * a.size}; }
using Loss = std::function<Exact(const Real& x, const Real& t)>;

struct Case {
  const char* name;
  Loss loss;
  const char* gradient;
  Loss slope;
  double low, high;                        // of x
  double target_low, target_high;          // of t
  std::vector<CallArgument> numbers = {};  // behind the reduction
  bool has_both_inputs = true;
  std::vector<CallArgument> optional = {};  // before the reduction
};

const Real& One() {
  static const Real one(1);
  return one;
}
Real Sigmoid(const Real& x) { return One() / (One() + Exp(-x)); }
Real Softplus(const Real& x) { return Log1p(Exp(x)); }
Real SignOf(const Real& d) { return d > Real(0) ? Real(1) : d < Real(0) ? Real(-1) : Real(0); }

std::vector<Case> Cases() {
  const auto smooth = [](const Real& x, const Real& t) {
    const Real d = Abs(x - t), beta(kBeta);
    return Of(d < beta ? d * d / (beta + beta) : d - beta / Real(2));
  };
  const auto smooth_slope = [](const Real& x, const Real& t) {
    const Real d = x - t;
    return Of(Abs(d) < Real(kBeta) ? d / Real(kBeta) : SignOf(d));
  };
  return {
      {"aclnnMseLoss", [](const Real& x, const Real& t) { return Of((x - t) * (x - t)); },
       "aclnnMseLossBackward", [](const Real& x, const Real& t) { return Of(Real(2) * (x - t)); },
       -8, 8, -8, 8},
      {"aclnnL1Loss", [](const Real& x, const Real& t) { return Of(Abs(x - t)); },
       "aclnnL1LossBackward", [](const Real& x, const Real& t) { return Of(SignOf(x - t)); }, -8, 8,
       -8, 8},
      {"aclnnSmoothL1Loss",
       smooth,
       "aclnnSmoothL1LossBackward",
       smooth_slope,
       -2,
       2,
       -2,
       2,
       {kBeta}},
      {"aclnnSoftMarginLoss", [](const Real& x, const Real& t) { return Of(Softplus(-(t * x))); },
       "aclnnSoftMarginLossBackward",
       [](const Real& x, const Real& t) { return Of(-(t * Sigmoid(-(t * x)))); }, -20, 20, -1, 1},
      {"aclnnBinaryCrossEntropyWithLogits",
       [](const Real& x, const Real& t) {
         return Sum(Of(t * Softplus(-x)), Of((One() - t) * Softplus(x)));
       },
       "aclnnBinaryCrossEntropyWithLogitsBackward",
       [](const Real& x, const Real& t) {
         return Sum(Of((One() - t) * Sigmoid(x)), Of(-(t * Sigmoid(-x))));
       },
       -30,
       30,
       0,
       1,
       {},
       true,
       {nullptr, nullptr}},
      {"aclnnBinaryCrossEntropy",
       [](const Real& x, const Real& t) {
         return Sum(Of(-(t * Log(x))), Of(-((One() - t) * Log1p(-x))));
       },
       "aclnnBinaryCrossEntropyBackward",
       [](const Real& x, const Real& t) { return Of((x - t) / (x * (One() - x))); },
       0.02,
       0.98,
       0,
       1,
       {},
       true,
       {nullptr}},
      {"aclnnKlDiv",
       [](const Real& x, const Real& t) { return Sum(Of(t * Log(t)), Of(-(t * x))); },
       "aclnnKlDivBackward",
       [](const Real&, const Real& t) { return Of(-t); },
       -6,
       0,
       0.02,
       1,
       {0.0}},
      {"aclnnKlDiv",
       [](const Real& x, const Real& t) { return Of(Exp(t) * (t - x)); },
       "aclnnKlDivBackward",
       [](const Real&, const Real& t) { return Of(-Exp(t)); },
       -6,
       0,
       -6,
       0,
       {1.0}},
      {"aclnnKlDiv",
       [](const Real& x, const Real& t) { return Sum(Of(t * Log(t)), Of(-(t * x))); },
       "aclnnKlDivTargetBackward",
       [](const Real& x, const Real& t) { return Sum(Sum(Of(Log(t)), Of(-x)), Of(One())); },
       -6,
       0,
       0.02,
       1,
       {0.0}},
      {"aclnnKlDiv",
       [](const Real& x, const Real& t) { return Of(Exp(t) * (t - x)); },
       "aclnnKlDivTargetBackward",
       [](const Real& x, const Real& t) { return Of(Exp(t) * (t - x + One())); },
       -6,
       0,
       -6,
       0,
       {1.0}},
  };
}

OperatorCall CallOf(const char* name, std::vector<Array> inputs, const Case& of, double reduction,
                    const Array& out) {
  OperatorCall call{name, {}};
  for (Array& input : inputs) call.arguments.emplace_back(std::move(input));
  for (const CallArgument& one : of.optional) call.arguments.push_back(one);
  call.arguments.emplace_back(reduction);
  for (const CallArgument& one : of.numbers) call.arguments.push_back(one);
  call.arguments.emplace_back(out);
  return call;
}

struct Units {
  double at_one, smallest;
};
Units UnitsOf(aclDataType dtype) {
  if (dtype == ACL_FLOAT) return {0x1p-23, 0x1p-149};
  if (dtype == ACL_FLOAT16) return {0x1p-10, 0x1p-24};
  return {0x1p-7, 0x1p-133};
}

// Within 0.51 ULP, and 2^-40 of the absolute terms.
void ExpectNear(const Array& results, int64_t i, const Exact& exact) {
  const double got = results.Value(i);
  ASSERT_TRUE(std::isfinite(got)) << i;
  const auto [at_one, smallest] = UnitsOf(results.dtype);
  const double bound = 0.51 * (std::abs(exact.value.ToDouble()) * at_one + smallest) +
                       0x1p-40 * exact.size.ToDouble();
  ASSERT_LE(Abs(Real(got) - exact.value).ToDouble(), bound)
      << "element " << i << " is " << got << ", exactly " << exact.value.ToDouble();
}

TEST(LossesTest, LossesAndGradients) {
  for (const Case& of : Cases()) {
    for (const aclDataType dtype : kFloats) {
      SCOPED_TRACE(std::string(of.gradient) + " " + DtypeName(dtype));
      const Shape shape = {7, 33};
      const Array x = Between(dtype, shape, 1, of.low, of.high);
      const Array t = Between(dtype, shape, 2, of.target_low, of.target_high);
      const auto count = static_cast<double>(x.size());
      const Array each = RunCall(CallOf(of.name, {x, t}, of, 0, Array(dtype, shape))).at(0);
      Exact sum = {Real(0), Real(0)};
      for (int64_t i = 0; i < x.size(); ++i) {
        const Exact exact = of.loss(Real(x.Value(i)), Real(t.Value(i)));
        ExpectNear(each, i, exact);
        sum = Sum(sum, exact);
      }
      const bool has_batches = std::string(of.name) == "aclnnKlDiv";
      for (const double reduction : {1.0, 2.0, 3.0}) {
        if (reduction == 3 && !has_batches) continue;
        const Real divisor(reduction == 1 ? count : reduction == 3 ? 7 : 1);
        const Array one = RunCall(CallOf(of.name, {x, t}, of, reduction, Array(dtype, {}))).at(0);
        ExpectNear(one, 0, Times(One() / divisor, sum));
        const Array grad = ArrayOf(dtype, {}, {1.25});
        const Array slopes =
            RunCall(CallOf(of.gradient, {grad, x, t}, of, reduction, Array(dtype, shape))).at(0);
        for (int64_t i = 0; i < x.size(); i += 5) {
          const Exact slope = of.slope(Real(x.Value(i)), Real(t.Value(i)));
          ExpectNear(slopes, i, Times(Real(1.25) / divisor, slope));
        }
      }
    }
  }
}

TEST(LossesTest, Weights) {
  const Array x = Between(ACL_FLOAT, {5, 6}, 1, -4, 4), t = Between(ACL_FLOAT, {5, 6}, 2, 0, 1);
  const Array w = Between(ACL_FLOAT, {5, 1}, 3, 0.5, 2), p = Between(ACL_FLOAT, {6}, 4, 0.5, 3);
  const Array grad = ArrayOf(ACL_FLOAT, {5, 6}, std::vector<double>(30, 0.5));
  const auto loss =
      RunCall({"aclnnBinaryCrossEntropyWithLogits", {x, t, w, p, 0.0, Array(ACL_FLOAT, {5, 6})}});
  const auto slope = RunCall({"aclnnBinaryCrossEntropyWithLogitsBackward",
                              {grad, x, t, w, p, 0.0, Array(ACL_FLOAT, {5, 6})}});
  for (int64_t i = 0; i < 30; ++i) {
    const Real a(x.Value(i)), b(t.Value(i)), by(w.Value(i / 6)), positive(p.Value(i % 6));
    const Exact exact =
        Sum(Of(by * positive * b * Softplus(-a)), Of(by * (One() - b) * Softplus(a)));
    ExpectNear(loss.at(0), i, exact);
    const Exact slopes = Sum(Of(Real(0.5) * by * (One() - b) * Sigmoid(a)),
                             Of(-(Real(0.5) * by * positive * b * Sigmoid(-a))));
    ExpectNear(slope.at(0), i, slopes);
  }
  const Array q = Between(ACL_FLOAT, {5, 6}, 5, 0.1, 0.9);
  const auto binary = RunCall({"aclnnBinaryCrossEntropy", {q, t, w, 2.0, Array(ACL_FLOAT, {1})}});
  Exact sum = {Real(0), Real(0)};
  for (int64_t i = 0; i < 30; ++i) {
    const Real a(q.Value(i)), b(t.Value(i)), by(w.Value(i / 6));
    sum = Sum(sum, Sum(Of(-(by * b * Log(a))), Of(-(by * (One() - b) * Log1p(-a)))));
  }
  ExpectNear(binary.at(0), 0, sum);
}

Array Floats(const std::vector<double>& values) { return ArrayOf(ACL_FLOAT, values); }

TEST(LossesTest, SpecialValues) {
  const auto binary = RunCall(
      {"aclnnBinaryCrossEntropy",
       {Floats({0, 1, 0, 1, 2}), Floats({0, 1, 1, 0, 1}), nullptr, 0.0, Floats({0, 0, 0, 0, 0})}});
  EXPECT_EQ(binary.at(0).Value(0), 0);
  EXPECT_EQ(binary.at(0).Value(1), 0);
  EXPECT_EQ(binary.at(0).Value(2), 100);
  EXPECT_EQ(binary.at(0).Value(3), 100);
  EXPECT_TRUE(std::isnan(binary.at(0).Value(4)));
  const auto logits = RunCall({"aclnnBinaryCrossEntropyWithLogits",
                               {Floats({kInfinity, -kInfinity, 1000, kNan}), Floats({0, 1, 0, 1}),
                                nullptr, nullptr, 0.0, Floats({0, 0, 0, 0})}});
  EXPECT_TRUE(SameBits(logits.at(0), Floats({kInfinity, kInfinity, 1000, kNan})));
  const auto divergence =
      RunCall({"aclnnKlDiv", {Floats({-1, -1}), Floats({0, -1}), 0.0, 0.0, Floats({0, 0})}});
  EXPECT_EQ(divergence.at(0).Value(0), 0);
  EXPECT_TRUE(std::isnan(divergence.at(0).Value(1)));
  const auto margin = RunCall(
      {"aclnnSoftMarginLoss", {Floats({1000, -1000}), Floats({1, 1}), 0.0, Floats({0, 0})}});
  EXPECT_TRUE(SameBits(margin.at(0), Floats({0, 1000})));
  const auto smooth =
      RunCall({"aclnnSmoothL1Loss", {Floats({3, 1}), Floats({1, 1}), 0.0, 0.0, Floats({0, 0})}});
  EXPECT_TRUE(SameBits(smooth.at(0), Floats({2, 0})));
}

TEST(LossesTest, NoLosses) {
  const Array none(ACL_FLOAT, {0, 3});
  for (const char* const name : {"aclnnMseLoss", "aclnnL1Loss", "aclnnSoftMarginLoss"}) {
    const auto mean = RunCall({name, {none, none, 1.0, Array(ACL_FLOAT, {})}});
    const auto sum = RunCall({name, {none, none, 2.0, Array(ACL_FLOAT, {})}});
    EXPECT_TRUE(std::isnan(mean.at(0).Value(0))) << name;
    EXPECT_EQ(sum.at(0).Bits(0), 0u) << name;
  }
}

TEST(LossesTest, BroadcastsAndMixes) {
  const Array x = ArrayOf(ACL_FLOAT16, {2, 1}, {1, 2}), t = ArrayOf(ACL_BF16, {3}, {1, 3, 5});
  const auto each = RunCall({"aclnnMseLoss", {x, t, 0.0, Array(ACL_FLOAT, {2, 3})}});
  EXPECT_TRUE(SameBits(each.at(0), ArrayOf(ACL_FLOAT, {2, 3}, {0, 4, 16, 1, 1, 9})));
  const auto along = RunCall({"aclnnMseLossOut", {x, t, 2.0, Array(ACL_FLOAT, {3})}});
  EXPECT_TRUE(SameBits(along.at(0), Floats({1, 5, 25})));
  const auto means = RunCall({"aclnnMseLossOut", {x, t, 1.0, Array(ACL_FLOAT, {3})}});
  EXPECT_TRUE(SameBits(means.at(0), Floats({0.5, 2.5, 12.5})));
}

TEST(LossesTest, DistancesOfIntegers) {
  const auto integers = [](const std::vector<int64_t>& values) {
    return Array(ACL_INT64, {static_cast<int64_t>(values.size())},
                 [&](int64_t i) { return static_cast<uint64_t>(values[static_cast<size_t>(i)]); });
  };
  const int64_t large = (int64_t{1} << 60) + 1;
  const Array a = integers({large, 3}), b = integers({0, 10});
  EXPECT_TRUE(SameBits(RunCall({"aclnnL1Loss", {a, b, 0.0, integers({0, 0})}}).at(0),
                       integers({large, 7})));
  const auto sum = RunCall({"aclnnL1Loss", {a, b, 2.0, Array(ACL_INT64, {})}});
  EXPECT_EQ(sum.at(0).Bits(0), static_cast<uint64_t>(large + 7));
}

TEST(LossesTest, OfPixels) {
  const Shape images = {2, 3, 4, 5}, pixels = {2, 4, 5};
  const Array self = Between(ACL_FLOAT, images, 1, -4, 0);
  const Array weight = ArrayOf(ACL_FLOAT, {0.5, 1, 2});
  const Array target(ACL_INT64, pixels, [](int64_t i) { return static_cast<uint64_t>(i * 7 % 4); });
  constexpr double kIgnored = 3;
  Exact sum = {Real(0), Real(0)}, total = sum;
  const auto each = RunCall(
      {"aclnnNLLLoss2d",
       {self, target, weight, 0.0, kIgnored, Array(ACL_FLOAT, pixels), Array(ACL_FLOAT, {1})}});
  for (int64_t i = 0; i < target.size(); ++i) {
    const auto c = static_cast<int64_t>(target.Bits(i));
    const int64_t n = i / 20, at = i % 20;
    const Real w(c == 3 ? 0 : weight.Value(c));
    const Exact loss = Of(-(w * Real(c == 3 ? 0 : self.Value((n * 3 + c) * 20 + at))));
    ExpectNear(each.at(0), i, loss);
    sum = Sum(sum, loss);
    total = Sum(total, Of(w));
  }
  const auto mean =
      RunCall({"aclnnNLLLoss2d",
               {self, target, weight, 1.0, kIgnored, Array(ACL_FLOAT, {}), Array(ACL_FLOAT, {1})}});
  ExpectNear(mean.at(0), 0, {sum.value / total.value, sum.size / total.value});
  ExpectNear(mean.at(1), 0, total);
  const auto gradient = RunCall({"aclnnNLLLoss2dBackward",
                                 {ArrayOf(ACL_FLOAT, {}, {2}), self, target, weight, 1.0, kIgnored,
                                  mean.at(1), Array(ACL_FLOAT, images)}});
  for (int64_t i = 0; i < self.size(); ++i) {
    const int64_t n = i / 60, c = i / 20 % 3, at = i % 20;
    const bool is_target = static_cast<int64_t>(target.Bits(n * 20 + at)) == c;
    const Real slope =
        is_target ? -(Real(2) * Real(weight.Value(c))) / Real(mean.at(1).Value(0)) : Real(0);
    ExpectNear(gradient.at(0), i, Of(slope));
  }
}

}  // namespace
}  // namespace openaclnn::test::losses_test

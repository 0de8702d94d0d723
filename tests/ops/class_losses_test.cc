// The loss of classes in one step and its gradient, next to numbers of 384 bits. Their bits in
// other layouts and settings: cases/.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::class_losses_test {
namespace {

using oracle::Real;

constexpr int64_t kRows = 6, kClasses = 33, kIgnored = -100;
const char* const kReductions[] = {"mean", "sum", "none"};

Array Scores(aclDataType dtype, uint32_t seed) {
  return Array(dtype, {kRows, kClasses}, [&](int64_t i) {
    return BitsOf(dtype, static_cast<double>((i * 7919 + seed * 17) % 61) / 8 - 3.75);
  });
}
Array Targets(aclDataType dtype) {
  return ArrayOf(dtype, {3, 0, static_cast<double>(kIgnored), 32, 3, 17});
}
Array Weights() {
  return Array(ACL_FLOAT, {kClasses}, [](int64_t i) {
    return BitsOf(ACL_FLOAT, static_cast<double>(i * 31 % 13) / 8 + 0.25);
  });
}

// Within 0.51 ULP and 2^-40 of the terms.
void ExpectNear(aclDataType dtype, double actual, const Real& exact, double terms,
                const std::string& where) {
  const double expected = exact.ToDouble();
  const double least = dtype == ACL_FLOAT16 ? 0x1p-25 : 0x1p-149;
  const double off = Abs(Real(actual) - exact).ToDouble();
  EXPECT_LE(off, 0.5101 * UnitOf(dtype) * std::fabs(expected) + terms * 0x1p-40 + least)
      << where << ": " << actual << ", expected " << expected;
}

struct Losses {
  aclDataType dtype;
  int reduction;
  double smoothing;
  bool has_weights;
  aclDataType index = ACL_INT64;

  Shape OfLoss() const { return reduction == 2 ? Shape{kRows} : Shape{1}; }
  OperatorCall Call() const {
    OperatorCall call = {"aclnnCrossEntropyLoss",
                         {Scores(dtype, 1), Targets(index), Weights(), kReductions[reduction],
                          static_cast<double>(kIgnored), CallArgument(smoothing), CallArgument(0.0),
                          0.0, Array(dtype, OfLoss()), Array(dtype, {kRows, kClasses}),
                          Array(dtype, {1}), Array(dtype, {1})}};
    if (!has_weights) call.arguments[2] = nullptr;
    return call;
  }
};

void Check(const Losses& losses) {
  const std::string name = std::string(DtypeName(losses.dtype)) + " " +
                           kReductions[losses.reduction] + " " + std::to_string(losses.smoothing);
  const std::vector<Array> results = RunCall(losses.Call());
  const Array scores = Scores(losses.dtype, 1), weights = Weights(), targets = Targets(ACL_INT64);
  const Real keep(1 - losses.smoothing), share(losses.smoothing);
  Real total(0), of_weights(0);
  double terms = 0;
  for (int64_t row = 0; row < kRows; ++row) {
    Real sum(0);
    for (int64_t c = 0; c < kClasses; ++c) sum = sum + Exp(Real(scores.Value(row * kClasses + c)));
    const Real log = Log(sum);
    const auto target = static_cast<int64_t>(targets.Value(row));
    Real loss(0), all(0);
    for (int64_t c = 0; c < kClasses; ++c) {
      const int64_t i = row * kClasses + c;
      const Real log_prob = Real(scores.Value(i)) - log;
      ExpectNear(losses.dtype, results[1].Value(i), log_prob, 8, name + " logProb");
      const Real weight(losses.has_weights ? weights.Value(c) : 1);
      all = all - weight * log_prob;
      if (c != target) continue;
      loss = keep * (Real(0) - weight * log_prob);
      of_weights = of_weights + weight;
    }
    if (target == kIgnored) continue;
    loss = loss + share / Real(static_cast<double>(kClasses)) * all;
    total = total + loss;
    terms += Abs(loss).ToDouble();
    if (losses.reduction == 2) {
      ExpectNear(losses.dtype, results[0].Value(row), loss, 100, name);
    }
  }
  if (losses.reduction == 2) {
    EXPECT_EQ(results[0].Bits(2), 0u);
    return;
  }
  ExpectNear(losses.dtype, results[0].Value(0), losses.reduction == 0 ? total / of_weights : total,
             terms, name);
}

TEST(ClassLossesTest, AreExact) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int reduction : {0, 1, 2}) {
      for (const double smoothing : {0.0, 0.25, 1.0}) {
        for (const bool has_weights : {false, true}) {
          Check({dtype, reduction, smoothing, has_weights, has_weights ? ACL_INT32 : ACL_INT64});
        }
      }
    }
  }
}

TEST(ClassLossesTest, GradientsAreExact) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int reduction : {0, 1, 2}) {
      const Array log_prob = RunCall(Losses{dtype, reduction, 0, true}.Call())[1];
      const bool has_rows = reduction == 2;
      const Array grad(dtype, {has_rows ? kRows : 1}, [dtype](int64_t i) {
        return BitsOf(dtype, static_cast<double>(i) / 4 + 0.75);
      });
      const Array out =
          RunCall({"aclnnCrossEntropyLossGrad",
                   {grad, log_prob, Targets(ACL_INT64), Weights(), nullptr, nullptr,
                    kReductions[reduction], static_cast<double>(kIgnored), CallArgument(0.0),
                    CallArgument(0.0), Array(dtype, {kRows, kClasses})}})[0];
      const Array weights = Weights(), targets = Targets(ACL_INT64);
      Real of_weights(0);
      for (int64_t row = 0; row < kRows; ++row) {
        const auto target = static_cast<int64_t>(targets.Value(row));
        if (target != kIgnored) of_weights = of_weights + Real(weights.Value(target));
      }
      for (int64_t i = 0; i < out.size(); ++i) {
        const int64_t row = i / kClasses, c = i % kClasses;
        const auto target = static_cast<int64_t>(targets.Value(row));
        if (target == kIgnored) {
          EXPECT_EQ(out.Bits(i), 0u);
          continue;
        }
        Real number = Real(grad.Value(has_rows ? row : 0)) * Real(weights.Value(target));
        if (reduction == 0) number = number / of_weights;
        const Real power = Exp(Real(log_prob.Value(i)));
        ExpectNear(dtype, out.Value(i), number * (c == target ? power - Real(1) : power), 0.01,
                   std::to_string(i));
      }
    }
  }
}

TEST(ClassLossesTest, TargetsThatAreNoClasses) {
  OperatorCall call = Losses{ACL_FLOAT, 2, 0, false}.Call();
  call.arguments[1] = ArrayOf(ACL_INT64, {3, 33, -1, 32, 3, 17});
  const Array losses = RunCall(call)[0];
  EXPECT_FALSE(std::isnan(losses.Value(0)));
  EXPECT_TRUE(std::isnan(losses.Value(1)));
  EXPECT_TRUE(std::isnan(losses.Value(2)));
}

}  // namespace
}  // namespace openaclnn::test::class_losses_test

// The gradient of the binary cross entropy with logits with respect to its targets.
#include <cmath>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test::binary_cross_entropy_test {
namespace {

using oracle::Real;

constexpr const char* kName = "aclnnBinaryCrossEntropyWithLogitsTargetBackward";
constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
enum Reduction { kNone, kMean, kSum };

struct Inputs {
  Array grad, self;
  CallArgument weight = nullptr, pos_weight = nullptr;
};

OperatorCall CallOf(const Inputs& in, Reduction reduction, aclDataType target) {
  const Shape& shape = in.self.shape;
  return {kName,
          {in.grad, in.self, Array(target, shape), in.weight, in.pos_weight,
           static_cast<double>(reduction), Array(target, shape)}};
}

// Within 1 ULP, or 0.5001 where v is -x; and 16-bit results rounded once, except for near-ties.
void ExpectExactly(const Inputs& in, Reduction reduction, aclDataType target) {
  const bool has_weight = !in.weight.is_null, has_pos_weight = !in.pos_weight.is_null;
  const double count = reduction == kMean ? static_cast<double>(in.self.size()) : 1;
  SCOPED_TRACE(DtypeName(in.grad.dtype) + ", " + DtypeName(in.self.dtype) + " to " +
               DtypeName(target) + ", reduction " + std::to_string(reduction) +
               (has_weight ? ", weight" : "") + (has_pos_weight ? ", posWeight" : ""));
  const bool is_float = target == ACL_FLOAT;
  ExpectAccurate(
      CallOf(in, reduction, target),
      [&](std::span<const double> e) {  // gradOutput, self, target and the weights that there are
        return oracle::TargetBackward(e[0], e[1], has_weight ? e[3] : 1,
                                      has_pos_weight ? e.back() : 1) /
               Real(count);
      },
      {.ulp = is_float && has_pos_weight ? 1 : 0.5005, .rounded_rate = is_float ? 0.0 : 0.999});
}

Array Special(aclDataType dtype) {
  const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
  return Array(dtype, {static_cast<int64_t>(patterns.size())},
               [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
}

TEST(TargetBackwardTest, WithAndWithoutWeights) {
  for (const aclDataType dtype : kFloats) {
    for (const Reduction reduction : {kNone, kMean, kSum}) {
      Inputs in = {RandomArray(dtype, {3000}, 1), RandomArray(dtype, {3000}, 2, -20, 20)};
      ExpectExactly(in, reduction, dtype);
      in.pos_weight = RandomArray(dtype, {3000}, 4, -1, 5);
      ExpectExactly(in, reduction, dtype);
      in.weight = RandomArray(dtype, {3000}, 3);
      ExpectExactly(in, reduction, dtype);
      in.pos_weight = nullptr;
      ExpectExactly(in, reduction, dtype);
    }
  }
}

TEST(TargetBackwardTest, AllHalves) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Array self(dtype, {1 << 16}, [](int64_t i) { return static_cast<uint64_t>(i); });
    Inputs in = {RandomArray(dtype, self.shape, 1), self};
    ExpectExactly(in, kNone, dtype);
    in.pos_weight = ArrayOf(dtype, {1}, {2.5});
    ExpectExactly(in, kNone, dtype);
  }
}

// Every pair of special values for the positive weight and self: where either is infinite, NaN, a
// zero, and where the logarithm underflows.
TEST(TargetBackwardTest, SpecialValues) {
  for (const aclDataType dtype : kFloats) {
    const auto [pos_weight, self] = AllPairs(
        Joined({Special(dtype), ArrayOf(dtype, {1, 0.5, 2, -3})}),
        Joined({Special(dtype), ArrayOf(dtype, {-60, -87, -103, -200, -1000, 60, 87, 103, 1000})}));
    const Shape& shape = self.shape;
    for (const double grad : {1.0, -3.0, 0.0, double{INFINITY}, -double{INFINITY}}) {
      ExpectExactly({.grad = ArrayOf(dtype, {1}, {grad}), .self = self, .pos_weight = pos_weight},
                    kNone, dtype);
    }
    ExpectExactly({.grad = RandomArray(dtype, shape, 1),
                   .self = self,
                   .weight = RandomArray(dtype, shape, 2),
                   .pos_weight = pos_weight},
                  kMean, dtype);
  }
}

// Near the logits where v is 0, for positive weights far from 1, near it and below 0.
TEST(TargetBackwardTest, WhereTermsCancel) {
  for (const double pos_weight : {3.0, 0.25, 1.0009765625, 1000.0, -2.0}) {
    // v falls with x for p > 0; for p < 0 it has a zero to the right of 0, if any.
    double low = -40, high = 40;
    for (int i = 0; i < 200; ++i) {
      const double middle = (low + high) / 2;
      (oracle::TargetBackward(1, middle, 1, pos_weight) > Real(0) ? low : high) = middle;
    }
    std::vector<double> x;
    auto below = static_cast<float>(low), above = below;
    for (int i = 0; i < 300; ++i) {
      below = std::nextafter(below, -50.0F);
      above = std::nextafter(above, 50.0F);
      x.insert(x.end(), {below, above});
    }
    SCOPED_TRACE(pos_weight);
    // The error of 2^-48 of the terms is less than 1 ULP of v from 2^-24 of them on.
    ExpectExactly({.grad = ArrayOf(ACL_FLOAT, {1}, {1.0}),
                   .self = ArrayOf(ACL_FLOAT, x),
                   .pos_weight = ArrayOf(ACL_FLOAT, {1}, {pos_weight})},
                  kNone, ACL_FLOAT);
  }
}

// The bits that a positive weight of 1 gives, -0 at self = 0 among them.
TEST(TargetBackwardTest, NullIsOne) {
  for (const aclDataType dtype : kFloats) {
    const Array self = RandomPatterns(dtype, {3000}, 1), one = ArrayOf(dtype, {1}, {1.0});
    const Array grad = RandomArray(dtype, self.shape, 2);
    const OperatorCall without = CallOf({grad, self}, kMean, dtype);
    const OperatorCall with = CallOf({grad, self, one, one}, kMean, dtype);
    EXPECT_TRUE(SameBits(RunCall(without).at(0), RunCall(with).at(0)));
  }
  const Array zeros = ArrayOf(ACL_FLOAT, {0.0, -0.0}), one = ArrayOf(ACL_FLOAT, {1}, {1.0});
  for (const CallArgument& pos_weight : {CallArgument(nullptr), CallArgument(one)}) {
    const Array result = RunCall(CallOf({one, zeros, nullptr, pos_weight}, kSum, ACL_FLOAT)).at(0);
    EXPECT_EQ(result.Bits(0), 0x80000000U);
    EXPECT_EQ(result.Bits(1), 0U);
  }
}

TEST(TargetBackwardTest, AnyDtypes) {
  for (const aclDataType grad : kFloats) {
    for (const aclDataType self : kFloats) {
      for (const aclDataType target : kFloats) {
        for (const aclDataType weight : kFloats) {
          ExpectExactly({RandomArray(grad, {500}, 1), RandomArray(self, {500}, 2),
                         RandomArray(weight, {500}, 3), RandomArray(target, {500}, 4)},
                        kMean, target);
        }
      }
    }
  }
}

TEST(TargetBackwardTest, Broadcasts) {
  const Shape shape = {3, 4, 5};
  for (const Shape& small : {Shape{}, Shape{1}, Shape{5}, Shape{4, 1}, Shape{3, 1, 5}, shape}) {
    const Inputs in = {RandomArray(ACL_FLOAT, small, 1), RandomArray(ACL_FLOAT, shape, 2),
                       RandomArray(ACL_FLOAT, {1, 5}, 3), RandomArray(ACL_FLOAT, small, 4)};
    ExpectExactly(in, kMean, ACL_FLOAT);
  }
}

// A count that no float is, and by which is divided: its reciprocal as a float would be 2^-24.
TEST(TargetBackwardTest, MeanOfMoreElementsThanFloatsCount) {
  constexpr int64_t kCount = (1 << 24) + 1;
  const Array one = ArrayOf(ACL_BF16, {1}, {1.0});
  const Array self(ACL_BF16, {kCount}, [&](int64_t) { return one.Bits(0); });
  const Array result = RunOnce(CallOf({one, self}, kMean, ACL_FLOAT)).at(0);
  const double expected = static_cast<float>(-1.0 / kCount);
  EXPECT_NE(expected, -0x1p-24);
  EXPECT_EQ(result.Value(0), expected);
  EXPECT_EQ(result.Value(kCount - 1), expected);
}

}  // namespace
}  // namespace openaclnn::test::binary_cross_entropy_test

// relu, leaky relu and threshold, which select.
#include <cmath>
#include <cstdint>

#include "gtest/gtest.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::relu_test {
namespace {

using oracle::Real;

constexpr aclDataType kIntegers[] = {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64};

// The value of an integer's bits, all of them.
int64_t IntegerOf(aclDataType dtype, uint64_t bits) {
  switch (dtype) {
    case ACL_INT8:
      return static_cast<int8_t>(bits);
    case ACL_UINT8:
      return static_cast<uint8_t>(bits);
    case ACL_INT16:
      return static_cast<int16_t>(bits);
    case ACL_INT32:
      return static_cast<int32_t>(bits);
    default:
      return static_cast<int64_t>(bits);
  }
}
uint64_t BitsOfInteger(aclDataType dtype, int64_t value) {
  const int bits = dtype == ACL_INT64 ? 64 : dtype == ACL_INT32 ? 32 : dtype == ACL_INT16 ? 16 : 8;
  return bits == 64 ? static_cast<uint64_t>(value)
                    : static_cast<uint64_t>(value) & ((uint64_t{1} << bits) - 1);
}

Array NumbersOf(aclDataType dtype) { return RandomPatterns(dtype, {3000}, 4); }

TEST(ReluTest, Integers) {
  for (const aclDataType dtype : {ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64}) {
    const Array x = NumbersOf(dtype);
    const Array out = RunCall({"aclnnRelu", {x, Array(dtype, x.shape)}}).at(0);
    const Array in_place = RunCall({"aclnnInplaceRelu", {x}}).at(0);
    for (int64_t i = 0; i < x.size(); ++i) {
      const int64_t value = IntegerOf(dtype, x.Bits(i));
      ASSERT_EQ(out.Bits(i), BitsOfInteger(dtype, value > 0 ? value : 0)) << value;
      ASSERT_EQ(in_place.Bits(i), out.Bits(i));
    }
  }
}

// A NaN goes through bit for bit.
TEST(ReluTest, NansKeepTheirBits) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Array x = AllPatterns(dtype);
    const Array out = RunCall({"aclnnRelu", {x, Array(dtype, x.shape)}}).at(0);
    for (int64_t i = 0; i < x.size(); ++i) {
      const bool passes = x.Value(i) > 0 || IsNan(dtype, x.Bits(i));
      ASSERT_EQ(out.Bits(i), passes ? x.Bits(i) : 0);
    }
  }
}

TEST(LeakyReluTest, AnySlope) {
  for (const double slope : {0.01, 0.0, -2.5, 1e-40, kInfinity, kNan}) {
    SCOPED_TRACE(slope);
    const auto exact_of = [](double x, double value, double factor) {
      return x > 0 ? Real(value) : Real(factor) * Real(value);
    };
    const double as_float = static_cast<float>(slope);
    const Function forward = {"aclnnLeakyRelu",
                              [=](auto in) { return exact_of(in[0], in[0], as_float); },
                              kRoundedOnce,
                              {{slope, ACL_DOUBLE}}};
    ExpectFunction(forward);
    const Function backward = {"aclnnLeakyReluBackward",
                               [=](auto in) { return exact_of(in[1], in[0], as_float); },
                               kRoundedOnce,
                               {{slope, ACL_DOUBLE}, 0.0}};
    ExpectFunction(backward);
    // With DOUBLE the slope is one.
    const Function in_double = {"aclnnLeakyRelu",
                                [=](auto in) { return exact_of(in[0], in[0], slope); },
                                {.ulp = 0.5001, .double_ulp = 0.5001},
                                {{slope, ACL_DOUBLE}}};
    for (const aclDataType out : {ACL_DOUBLE, ACL_FLOAT, ACL_FLOAT16}) {
      ExpectFunctionAt(in_double, {RandomArray(ACL_DOUBLE, {3000}, 9)}, out, out);
    }
    ExpectFunctionAt(forward, {RandomArray(ACL_FLOAT, {3000}, 9)}, ACL_DOUBLE, ACL_FLOAT);
  }
}

TEST(ThresholdTest, Floats) {
  for (const double threshold : {0.0, -1.5, kInfinity, -kInfinity, kNan}) {
    for (const double value : {0.0, 20.1, kNan}) {
      SCOPED_TRACE(threshold);
      ExpectFunction({.name = "aclnnThreshold",
                      .exact =
                          [=](auto in) {
                            return in[0] <= threshold ? Real(static_cast<float>(value))
                                                      : Real(in[0]);
                          },
                      .accuracy = kRoundedOnce,
                      .numbers = {{threshold, ACL_DOUBLE}, {value, ACL_DOUBLE}},
                      .points = {0, -1.5}});
    }
    ExpectFunction({.name = "aclnnThresholdBackward",
                    .exact = [=](auto in) { return in[1] <= threshold ? Real(0) : Real(in[0]); },
                    .accuracy = kRoundedOnce,
                    .numbers = {{threshold, ACL_DOUBLE}},
                    .points = {0, -1.5}});
  }
}

TEST(ThresholdTest, IntegersAreExact) {
  for (const aclDataType self : kIntegers) {
    for (const double threshold : {-4.7, 100.0, 16'777'217.0, 1e30, -1e30}) {
      const Array x = NumbersOf(self);
      for (const aclDataType to : kIntegers) {
        const Array out =
            RunCall({"aclnnThreshold",
                     {x, {threshold, ACL_DOUBLE}, {7.9, ACL_DOUBLE}, Array(to, x.shape)}})
                .at(0);
        for (int64_t i = 0; i < x.size(); ++i) {
          const int64_t number = IntegerOf(self, x.Bits(i));
          const bool is_replaced = Real(static_cast<double>(number)) <= Real(std::trunc(threshold));
          ASSERT_EQ(out.Bits(i), BitsOfInteger(to, is_replaced ? 7 : number))
              << number << " with threshold " << threshold;
        }
      }
    }
  }
}

// The threshold is a float and is not rounded to an integer.
TEST(ThresholdTest, BackwardOfIntegers) {
  for (const aclDataType dtype : {ACL_INT8, ACL_UINT8, ACL_INT32}) {
    const Array g = NumbersOf(dtype), x = RandomPatterns(dtype, {3000}, 5);
    for (const double threshold : {0.0, -4.7, 4.7, kNan, kInfinity, -kInfinity}) {
      const Array out =
          RunCall({"aclnnThresholdBackward", {g, x, {threshold, ACL_FLOAT}, Array(dtype, x.shape)}})
              .at(0);
      for (int64_t i = 0; i < x.size(); ++i) {
        const auto number = static_cast<double>(IntegerOf(dtype, x.Bits(i)));
        ASSERT_EQ(out.Bits(i), number <= static_cast<float>(threshold) ? 0 : g.Bits(i)) << number;
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::relu_test

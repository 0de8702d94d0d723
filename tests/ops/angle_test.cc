// Angles of real and complex numbers, and powers at equal distances.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::angle_test {
namespace {

using oracle::Real;

Array ComplexArray(const std::vector<std::complex<float>>& numbers) {
  Array array(ACL_COMPLEX64, {static_cast<int64_t>(numbers.size())});
  std::memcpy(array.bytes.data(), numbers.data(), array.bytes.size());
  return array;
}

TEST(AngleTest, OfComplexNumbers) {
  std::vector<std::complex<float>> numbers = {
      {1, 0}, {-1, 0}, {-1, -0.0f}, {0, 2}, {0, -2}, {INFINITY, -INFINITY}, {NAN, 1}};
  const Array any = RandomArray(ACL_FLOAT, {400}, 1);
  for (int64_t i = 0; i < 400; i += 2) {
    numbers.emplace_back(static_cast<float>(any.Value(i)), static_cast<float>(any.Value(i + 1)));
  }
  const Array x = ComplexArray(numbers);
  const Array given = RunCall({"aclnnAngleV2", {x, Array(ACL_FLOAT, x.shape)}}).at(0);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double exact = std::atan2(double{numbers[i].imag()}, double{numbers[i].real()});
    const double value = given.Value(static_cast<int64_t>(i));
    EXPECT_TRUE(std::isnan(exact) ? std::isnan(value) : value == static_cast<float>(exact))
        << numbers[i] << ": " << value;
  }
}

TEST(AngleTest, OfRealNumbers) {
  const std::vector<double> numbers = {0, -0.0, 3, -3, 100, -100};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8, ACL_INT64}) {
    const Array x = ArrayOf(dtype, numbers);
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const Array given = RunCall({"aclnnAngleV2", {x, Array(out, x.shape)}}).at(0);
      const Array expected = ArrayOf(out, {0, 0, 0, M_PI, 0, M_PI});
      EXPECT_TRUE(SameBits(given, expected));
    }
  }
  const Array of_nan =
      RunCall({"aclnnAngleV2", {ArrayOf(ACL_FLOAT16, {kNan}), Array(ACL_FLOAT, {1})}}).at(0);
  EXPECT_TRUE(std::isnan(of_nan.Value(0)));
}

TEST(LogSpaceTest, EachPowerIsRoundedOnce) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t steps : {1, 2, 7, 100}) {
      for (const double base : {10.0, 2.0, 0.3}) {
        const Array given = RunCall({"aclnnLogSpace",
                                     {{-1.5, ACL_DOUBLE},
                                      {2.25, ACL_DOUBLE},
                                      static_cast<double>(steps),
                                      base,
                                      Array(dtype, {steps})}})
                                .at(0);
        for (int64_t i = 0; i < steps; ++i) {
          const double last = static_cast<double>(std::max<int64_t>(1, steps - 1));
          const Real exponent = Real(-1.5) + Real(3.75) * Real(static_cast<double>(i)) / Real(last);
          const double exact = Pow(Real(base), exponent).ToDouble();
          const double nearest = ArrayOf(dtype, {exact}).Value(0);
          EXPECT_NEAR(given.Value(i), nearest, 1e-7 * nearest) << base << " " << i;
        }
      }
    }
  }
  const Array whole =
      RunCall(
          {"aclnnLogSpace", {{0.0, ACL_INT32}, {3.0, ACL_INT64}, 4.0, -2.0, Array(ACL_FLOAT, {4})}})
          .at(0);
  EXPECT_TRUE(SameBits(whole, ArrayOf(ACL_FLOAT, {1, -2, 4, -8})));
}

}  // namespace
}  // namespace openaclnn::test::angle_test

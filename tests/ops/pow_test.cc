// Powers of elements, and of a number to them: floats against MPFR, integers modulo 2^n.
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/function.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::pow_test {
namespace {

using oracle::Real;

constexpr Accuracy kOfPow = {.ulp = 1, .double_ulp = 1};
// Where it takes a few operations.
constexpr Accuracy kRounded = {.ulp = 0.5001, .double_ulp = 1};

Function ToPower(double exponent, const Accuracy& accuracy) {
  return {"aclnnPowTensorScalar",
          [=](auto in) { return Pow(Real(in[0]), Real(exponent)); },
          accuracy,
          {{exponent, ACL_DOUBLE}},
          {1.0, -1.0, 2.0}};
}
Function OfBase(double base) {
  return {"aclnnPowScalarTensor",
          [=](auto in) { return Pow(Real(base), Real(in[0])); },
          kOfPow,
          {{base, ACL_DOUBLE}},
          {0.0, 1.0, -1.0}};
}

TEST(PowTest, FewOperations) {
  for (const double exponent : {2.0, 3.0, -1.0, -2.0, 0.5, -0.5}) {
    SCOPED_TRACE(exponent);
    ExpectFunction(ToPower(exponent, kRounded));
  }
}

// Numbers that FLOAT16 and BFLOAT16 hold, so that no exponent is beyond them.
TEST(PowTest, AnyExponent) {
  for (const double exponent :
       {0.0, 1.0, 7.0, -2.5, 0.328125, -100.5, 33280.0, 0x1p-24, kInfinity, -kInfinity, kNan}) {
    SCOPED_TRACE(exponent);
    Function function = ToPower(exponent, kOfPow);
    if (exponent != -2.5) function.step = 7;
    ExpectFunction(function);
  }
}

TEST(PowTest, AnyBase) {
  for (const double base :
       {-0.0, 1.0, -1.0, 2.5, -3.0, 0.99609375, 1000.0, kInfinity, -kInfinity, kNan}) {
    SCOPED_TRACE(base);
    ExpectFunction(OfBase(base));
  }
}

// Near 1, where the logarithm is small and the exponent may be large, and where results end.
TEST(PowTest, FloatsBesideOneAndTheEnds) {
  for (const double exponent : {1e7, -3e6, 33333.3, 1e30, -1e38, 127.9, -149.3, 1e-38}) {
    const auto narrow = static_cast<double>(static_cast<float>(exponent));
    for (const auto& [low, high] : {std::pair{0.99999, 1.00001}, {0.999, 1.001}, {0.4, 2.1}}) {
      ExpectFunctionAt(ToPower(narrow, kOfPow), {RandomArray(ACL_FLOAT, {3000}, 7, low, high)},
                       ACL_FLOAT, ACL_FLOAT);
    }
  }
}
TEST(PowTest, DoublesBesideOneAndTheEnds) {
  for (const double exponent : {1e15, -3e14, 1e7, 33333.3, 1e300, -1e308, 1022.7, -1070.3, 1e-300,
                                0x1p-1074, 1.0 / 3, 300.25}) {
    for (const auto& [low, high] :
         {std::pair{1 - 1e-13, 1 + 1e-13}, {0.99999, 1.00001}, {0.999, 1.001}, {0.4, 2.1}}) {
      ExpectFunctionAt(ToPower(exponent, kOfPow), {RandomArray(ACL_DOUBLE, {2000}, 7, low, high)},
                       ACL_DOUBLE, ACL_DOUBLE);
    }
  }
  for (const double exponent : {2.0, 3.0, -1.0, -2.0, 0.5, -0.5, 0.3, -1.7, 5.1}) {
    ExpectFunctionAt(ToPower(exponent, kOfPow), {RandomPatterns(ACL_DOUBLE, {6000}, 3)}, ACL_DOUBLE,
                     ACL_DOUBLE);
  }
  for (const double base : {1.0000000001, 0.9999, 2.5, -7.0, 1e-300, 0x1p-1074, 1e308}) {
    for (const double spread : {1e-3, 3.0, 700.0, 1e6}) {
      ExpectFunctionAt(OfBase(base), {RandomArray(ACL_DOUBLE, {2000}, 9, -spread, spread)},
                       ACL_DOUBLE, ACL_DOUBLE);
    }
  }
}

// Results that are subnormal, and those near overflow, of cubes.
TEST(PowTest, CubesOfDoublesAtTheEnds) {
  for (const double scale : {0x1p-358, 0x1p-341, 0x1p-330, 0x1p341, 0x1p600}) {
    const Array x = ArrayOf(ACL_DOUBLE, [scale] {
      std::vector<double> values;
      for (int i = 0; i < 2000; ++i) values.push_back(scale * (0.5 + i / 900.0));
      return values;
    }());
    ExpectFunctionAt(ToPower(3, kOfPow), {x}, ACL_DOUBLE, ACL_DOUBLE);
  }
}

// What else promotes to floats.
TEST(PowTest, Mixtures) {
  for (const aclDataType self :
       {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_BOOL, ACL_FLOAT16, ACL_BF16, ACL_FLOAT}) {
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      SCOPED_TRACE(DtypeName(self) + " into " + DtypeName(out));
      const aclDataType unit = out == ACL_DOUBLE ? ACL_FLOAT : out;
      const std::vector<Array> inputs = {RandomArray(self, {1000}, 3)};
      ExpectFunctionAt(ToPower(1.5, kOfPow), inputs, out, unit);
      ExpectFunctionAt(OfBase(1.5), inputs, out, unit);
    }
  }
}

// ---- Integers

constexpr aclDataType kIntegersAndBool[] = {ACL_INT8,  ACL_UINT8, ACL_INT16,
                                            ACL_INT32, ACL_INT64, ACL_BOOL};

uint64_t Modulo(uint64_t base, int64_t exponent) {
  uint64_t power = 1;
  for (int64_t i = 0; i < exponent; ++i) power *= base;
  return power;
}

// An element of `dtype` with the low bits, as a number.
int64_t ElementOf(aclDataType dtype, uint64_t bits) {
  Array element(dtype, {1});
  element.SetBits(0, bits & (~uint64_t{0} >> (64 - 8 * DtypeBytes(dtype))));
  return static_cast<int64_t>(ExactAt(element, 0));
}

std::vector<std::byte> ResultIn(aclDataType promoted, aclDataType out,
                                const std::vector<uint64_t>& results) {
  const auto width = static_cast<size_t>(DtypeBytes(promoted));
  std::vector<std::byte> elements(results.size() * width);
  for (size_t i = 0; i < results.size(); ++i) std::memcpy(&elements[i * width], &results[i], width);
  return Converted(promoted, out, elements);
}

constexpr aclDataType kOuts[] = {ACL_INT8,  ACL_UINT8,   ACL_INT16,  ACL_UINT16,
                                 ACL_INT32, ACL_UINT32,  ACL_INT64,  ACL_UINT64,
                                 ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BF16};

TEST(PowTest, IntegersToAPower) {
  for (const aclDataType self : kIntegersAndBool) {
    for (const int exponent : {0, 1, 2, 3, 7, 64, 127}) {
      const aclDataType promoted = *PromoteWithScalar(self, ACL_INT16);
      const Array x = self == ACL_BOOL ? RandomPatterns(self, {50}, 1) : EndsOf(self);
      std::vector<uint64_t> results;
      for (int64_t i = 0; i < x.size(); ++i) {
        const auto base = static_cast<int64_t>(ExactAt(x, i));
        results.push_back(Modulo(static_cast<uint64_t>(base), exponent));
      }
      for (const aclDataType out : kOuts) {
        SCOPED_TRACE(DtypeName(self) + " to the power of " + std::to_string(exponent) + " into " +
                     DtypeName(out));
        const CallArgument power(exponent, ACL_INT16);
        const Array given = RunCall({"aclnnPowTensorScalar", {x, power, Array(out, x.shape)}})[0];
        const std::vector<std::byte> expected = ResultIn(promoted, out, results);
        ASSERT_EQ(FirstDifference(out, given.bytes, expected), -1);
        if (out != self) continue;
        const Array replaced = RunCall({"aclnnInplacePowTensorScalar", {x, power}})[0];
        ASSERT_EQ(FirstDifference(out, replaced.bytes, expected), -1);
      }
    }
  }
}

TEST(PowTest, AnIntegerToPowers) {
  for (const aclDataType exponents : kIntegersAndBool) {
    for (const int base : {0, 1, -1, 2, 3, -7, 300, 257, 255}) {
      const aclDataType promoted = *PromoteWithScalar(exponents, ACL_INT32);
      const int64_t wrapped = ElementOf(promoted, static_cast<uint64_t>(int64_t{base}));
      Array y(exponents, {400}, [](int64_t i) { return static_cast<uint64_t>(i - 200) & 0xff; });
      if (DtypeBytes(exponents) > 1) {
        for (int64_t i = 0; i < 200; ++i) {
          y.SetBits(i, static_cast<uint64_t>(i - 200) &
                           (~uint64_t{0} >> (64 - 8 * DtypeBytes(exponents))));
        }
      }
      std::vector<uint64_t> results;
      for (int64_t i = 0; i < y.size(); ++i) {
        const auto exponent = static_cast<int64_t>(ExactAt(y, i));
        const uint64_t below_zero = wrapped == 1        ? 1
                                    : wrapped != -1     ? 0
                                    : exponent % 2 == 0 ? 1
                                                        : ~uint64_t{0};
        results.push_back(exponent < 0 ? below_zero
                                       : Modulo(static_cast<uint64_t>(wrapped), exponent));
      }
      for (const aclDataType out : kOuts) {
        SCOPED_TRACE(std::to_string(base) + " to powers of " + DtypeName(exponents) + " into " +
                     DtypeName(out));
        const CallArgument number(base, ACL_INT32);
        const Array given = RunCall({"aclnnPowScalarTensor", {number, y, Array(out, y.shape)}})[0];
        ASSERT_EQ(FirstDifference(out, given.bytes, ResultIn(promoted, out, results)), -1);
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::pow_test

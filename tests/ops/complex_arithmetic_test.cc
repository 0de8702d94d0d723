// Sums, products and sizes of complex numbers against exact parts, in every mix of dtypes.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/complex_numbers.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::complex_arithmetic_test {
namespace {

using oracle::Real;

constexpr aclDataType kReal[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT32, ACL_BOOL};
constexpr aclDataType kComplex[] = {ACL_COMPLEX64, ACL_COMPLEX128};

struct Exact {
  Real real, imaginary;
};

Exact operator+(const Exact& x, const Exact& y) {
  return {x.real + y.real, x.imaginary + y.imaginary};
}
Exact operator*(const Exact& x, const Exact& y) {
  return {x.real * y.real - x.imaginary * y.imaginary, x.real * y.imaginary + x.imaginary * y.real};
}
Exact ExactOf(const Number& number) { return {Real(number.real), Real(number.imaginary)}; }

// `ulps`: of the dtype of the parts; what is far below the numbers is not looked at.
void ExpectPart(double given, const Real& exact, bool is_double, double ulps) {
  const double nearest = exact.ToDouble();
  int exponent;
  std::frexp(nearest, &exponent);
  const double unit = std::ldexp(1.0, exponent - (is_double ? 53 : 24));
  const double error = std::fabs((Real(given) - exact).ToDouble());
  EXPECT_LE(error, ulps * unit) << given << " for " << nearest;
}

struct Expectation {
  double float_ulps, double_ulps;
};

template <class Of>
void ExpectNumbers(const Array& given, bool is_double, const Expectation& expected, const Of& of) {
  const std::vector<Number> numbers = NumbersOf(given);
  const double ulps = is_double ? expected.double_ulps : expected.float_ulps;
  for (size_t i = 0; i < numbers.size() && !testing::Test::HasFailure(); ++i) {
    const Exact exact = of(i);
    ExpectPart(numbers[i].real, exact.real, is_double, ulps);
    ExpectPart(numbers[i].imaginary, exact.imaginary, is_double, ulps);
  }
}

// All pairs of dtypes of which one is complex, and both complex results.
template <class Each>
int ForEachMix(const Each& each) {
  std::vector<aclDataType> all(std::begin(kReal), std::end(kReal));
  all.insert(all.end(), std::begin(kComplex), std::end(kComplex));
  int mixes = 0;
  for (const aclDataType x : all) {
    for (const aclDataType y : all) {
      if (!IsComplex(x) && !IsComplex(y)) continue;
      for (const aclDataType out : kComplex) {
        SCOPED_TRACE(DtypeName(x) + ", " + DtypeName(y) + " to " + DtypeName(out));
        each(x, y, out, *Promote(x, y) == ACL_COMPLEX128 && out == ACL_COMPLEX128);
        ++mixes;
      }
    }
  }
  return mixes;
}

const Shape kShape = {3, 67};

TEST(ComplexArithmeticTest, SumsAndDifferencesOfTensors) {
  const int mixes =
      ForEachMix([](aclDataType x_dtype, aclDataType y_dtype, aclDataType out, bool is_double) {
        const Array x = RandomNumbers(x_dtype, kShape, 1, 12),
                    y = RandomNumbers(y_dtype, kShape, 2, 12);
        const auto xs = NumbersOf(x), ys = NumbersOf(y);
        for (const double alpha : {1.0, -1.0, 0.75}) {
          const auto sum = [&](size_t i, double factor) {
            return ExactOf(xs[i]) + Exact{Real(factor), Real(0)} * ExactOf(ys[i]);
          };
          const Array to(out, kShape);
          const Array added = RunCall({"aclnnAdd", {x, y, {alpha, ACL_FLOAT}, to}}).at(0);
          ExpectNumbers(added, is_double, {0.501, 0.501}, [&](size_t i) { return sum(i, alpha); });
          const Array taken = RunCall({"aclnnSub", {x, y, {alpha, ACL_FLOAT}, to}}).at(0);
          ExpectNumbers(taken, is_double, {0.501, 0.501}, [&](size_t i) { return sum(i, -alpha); });
          if (x_dtype == ACL_BOOL || y_dtype == ACL_BOOL) continue;
          const Array reversed = RunCall({"aclnnRsub", {y, x, {alpha, ACL_FLOAT}, to}}).at(0);
          EXPECT_EQ(reversed.bytes, taken.bytes);
        }
      });
  EXPECT_EQ(mixes, 56);
}

TEST(ComplexArithmeticTest, ProductsOfTensors) {
  const int mixes =
      ForEachMix([](aclDataType x_dtype, aclDataType y_dtype, aclDataType out, bool is_double) {
        const Array x = RandomNumbers(x_dtype, kShape, 3, 12),
                    y = RandomNumbers(y_dtype, kShape, 4, 12);
        const auto xs = NumbersOf(x), ys = NumbersOf(y);
        const Array given = RunCall({"aclnnMul", {x, y, Array(out, kShape)}}).at(0);
        ExpectNumbers(given, is_double, {0.501, 1.501},
                      [&](size_t i) { return ExactOf(xs[i]) * ExactOf(ys[i]); });
      });
  EXPECT_EQ(mixes, 56);
}

// What scalars are, rounded as the tensors are, and which parts results have.
struct WithScalar {
  aclDataType x, out;
  bool is_double;
};
constexpr WithScalar kWithScalars[] = {
    {ACL_COMPLEX64, ACL_COMPLEX64, false},  {ACL_COMPLEX128, ACL_COMPLEX128, true},
    {ACL_COMPLEX128, ACL_COMPLEX64, false}, {ACL_FLOAT, ACL_COMPLEX64, false},
    {ACL_DOUBLE, ACL_COMPLEX128, true},     {ACL_INT32, ACL_COMPLEX64, false},
    {ACL_BOOL, ACL_COMPLEX64, false}};

// A number as a scalar of a dtype, and as a call on the tensor computes with it.
Array ScalarOf(aclDataType dtype, const Number& number) {
  return ArrayOfNumbers(dtype, {1}, {number});
}
Exact Taken(const Array& scalar, aclDataType tensor) {
  const Number number = NumbersOf(scalar)[0];
  if (tensor == ACL_COMPLEX128 || tensor == ACL_DOUBLE) return ExactOf(number);
  return ExactOf({static_cast<float>(number.real), static_cast<float>(number.imaginary)});
}

TEST(ComplexArithmeticTest, Scalars) {
  for (const auto& [dtype, out, is_double] : kWithScalars) {
    for (const aclDataType type : {ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128, ACL_INT8}) {
      if (!IsComplex(dtype) && !IsComplex(type)) continue;
      SCOPED_TRACE(DtypeName(dtype) + " with " + DtypeName(type) + " to " + DtypeName(out));
      const Array x = RandomNumbers(dtype, kShape, 5, 12), s = ScalarOf(type, {0.3, -1.7});
      const auto xs = NumbersOf(x);
      const Exact scalar = Taken(s, dtype);
      const Array to(out, kShape);
      ExpectNumbers(RunCall({"aclnnMuls", {x, s, to}}).at(0), is_double, {0.501, 1.501},
                    [&](size_t i) { return ExactOf(xs[i]) * scalar; });
      for (const double alpha : {1.0, 0.75}) {
        const Array t = ScalarOf(ACL_FLOAT, {alpha, 0});
        const Exact factor = {Real(alpha), Real(0)}, less = {Real(-alpha), Real(0)};
        ExpectNumbers(RunCall({"aclnnAdds", {x, s, t, to}}).at(0), is_double, {0.501, 0.501},
                      [&](size_t i) { return ExactOf(xs[i]) + factor * scalar; });
        ExpectNumbers(RunCall({"aclnnSubs", {x, s, t, to}}).at(0), is_double, {0.501, 0.501},
                      [&](size_t i) { return ExactOf(xs[i]) + less * scalar; });
        if (dtype == ACL_BOOL) continue;
        ExpectNumbers(RunCall({"aclnnRsubs", {x, s, t, to}}).at(0), is_double, {0.501, 0.501},
                      [&](size_t i) { return scalar + less * ExactOf(xs[i]); });
      }
    }
  }
}

// Parts that cancel are within 2^-52 of what is added to them.
TEST(ComplexArithmeticTest, ComplexAlpha) {
  const Array x = RandomNumbers(ACL_COMPLEX64, kShape, 6, 12),
              y = RandomNumbers(ACL_COMPLEX64, kShape, 7, 12);
  const auto xs = NumbersOf(x), ys = NumbersOf(y);
  const Array alpha = ArrayOfNumbers(ACL_COMPLEX64, {1}, {{0.5, -2}});
  const Array given = RunCall({"aclnnAdd", {x, y, alpha, Array(ACL_COMPLEX128, kShape)}}).at(0);
  const Array less = RunCall({"aclnnSub", {x, y, alpha, Array(ACL_COMPLEX128, kShape)}}).at(0);
  const auto sums = NumbersOf(given), differences = NumbersOf(less);
  for (size_t i = 0; i < xs.size(); ++i) {
    const Exact product = Exact{Real(0.5), Real(-2)} * ExactOf(ys[i]);
    const Exact sum = ExactOf(xs[i]) + product;
    const Exact difference = ExactOf(xs[i]) + Exact{Real(-1), Real(0)} * product;
    const double size =
        std::hypot(xs[i].real, xs[i].imaginary) + 3 * std::hypot(ys[i].real, ys[i].imaginary);
    const double bound = size * 0x1p-24;
    EXPECT_LE(std::fabs((Real(sums[i].real) - sum.real).ToDouble()), bound);
    EXPECT_LE(std::fabs((Real(sums[i].imaginary) - sum.imaginary).ToDouble()), bound);
    EXPECT_LE(std::fabs((Real(differences[i].real) - difference.real).ToDouble()), bound);
    EXPECT_LE(std::fabs((Real(differences[i].imaginary) - difference.imaginary).ToDouble()), bound);
  }
}

TEST(ComplexArithmeticTest, Opposites) {
  for (const aclDataType dtype : kComplex) {
    const Array x = RandomNumbers(dtype, kShape, 12, 12);
    const Array given = RunCall({"aclnnNeg", {x, Array(dtype, kShape)}}).at(0);
    const auto xs = NumbersOf(x), opposites = NumbersOf(given);
    for (size_t i = 0; i < xs.size(); ++i) {
      EXPECT_EQ(opposites[i].real, -xs[i].real);
      EXPECT_EQ(opposites[i].imaginary, -xs[i].imaginary);
      EXPECT_NE(std::signbit(opposites[i].real), std::signbit(xs[i].real));
    }
    EXPECT_EQ(RunCall({"aclnnInplaceNeg", {x}}).at(0).bytes, given.bytes);
  }
}

TEST(ComplexArithmeticTest, Sizes) {
  const Array x = RandomNumbers(ACL_COMPLEX64, {500}, 8, 12);
  const auto xs = NumbersOf(x);
  const Array given = RunCall({"aclnnAbs", {x, Array(ACL_FLOAT, {500})}}).at(0);
  for (size_t i = 0; i < xs.size(); ++i) {
    const Exact z = ExactOf(xs[i]);
    const Real exact = Sqrt(z.real * z.real + z.imaginary * z.imaginary);
    ExpectPart(given.Value(static_cast<int64_t>(i)), exact, false, 0.501);
  }
}

// Squares that float has no room for, zeros, and parts that are not finite.
TEST(ComplexArithmeticTest, SizesAtTheEnds) {
  const std::vector<Number> numbers = {{3e38, 4e37}, {3e-42, 4e-42},  {-0.0, -0.0},
                                       {3, -4},      {INFINITY, NAN}, {NAN, -INFINITY},
                                       {NAN, 1},     {3e38, 3e38}};
  const Array x = ArrayOfNumbers(ACL_COMPLEX64, {8}, numbers);
  const Array given = RunCall({"aclnnAbs", {x, Array(ACL_FLOAT, {8})}}).at(0);
  const auto xs = NumbersOf(x);
  for (const int64_t i : {0, 1}) {
    const auto k = static_cast<size_t>(i);
    EXPECT_EQ(given.Value(i), static_cast<float>(std::hypot(xs[k].real, xs[k].imaginary)));
  }
  EXPECT_EQ(given.Bits(2), 0u);
  EXPECT_EQ(given.Value(3), 5);
  EXPECT_EQ(given.Value(4), INFINITY);
  EXPECT_EQ(given.Value(5), INFINITY);
  EXPECT_TRUE(std::isnan(given.Value(6)));
  EXPECT_EQ(given.Value(7), INFINITY);  // beyond FLOAT
}

bool IsSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// As the formula (ac - bd) + (ad + bc)i has them, where no product overflows.
TEST(ComplexArithmeticTest, ProductsOfWhatIsNotFinite) {
  const double parts[] = {0, -0.0, 1, -2.5, INFINITY, -INFINITY, NAN};
  std::vector<Number> xs, ys;
  for (const double a : parts) {
    for (const double b : parts) {
      for (const double c : parts) {
        for (const double d : parts) {
          xs.push_back({a, b});
          ys.push_back({c, d});
        }
      }
    }
  }
  const Shape shape = {static_cast<int64_t>(xs.size())};
  for (const aclDataType dtype : kComplex) {
    const auto given = NumbersOf(RunCall({"aclnnMul",
                                          {ArrayOfNumbers(dtype, shape, xs),
                                           ArrayOfNumbers(dtype, shape, ys), Array(dtype, shape)}})
                                     .at(0));
    for (size_t i = 0; i < xs.size(); ++i) {
      const auto [a, b] = xs[i];
      const auto [c, d] = ys[i];
      EXPECT_TRUE(IsSame(given[i].real, a * c - b * d) && IsSame(given[i].imaginary, a * d + b * c))
          << given[i].real << " + " << given[i].imaginary << "i for (" << a << " + " << b << "i)("
          << c << " + " << d << "i)";
    }
  }
}

TEST(ComplexArithmeticTest, InfinitiesAreAddedPartByPart) {
  const Array x = ArrayOfNumbers(ACL_COMPLEX64, {2}, {{1, 2}, {-0.0, -0.0}});
  const Array y = ArrayOfNumbers(ACL_COMPLEX64, {2}, {{INFINITY, 3}, {-0.0, -INFINITY}});
  const auto given =
      NumbersOf(RunCall({"aclnnAdd", {x, y, {1.0, ACL_INT64}, Array(ACL_COMPLEX64, {2})}}).at(0));
  EXPECT_EQ(given[0].real, INFINITY);
  EXPECT_EQ(given[0].imaginary, 5);
  EXPECT_TRUE(given[1].real == 0 && std::signbit(given[1].real));
  EXPECT_EQ(given[1].imaginary, -INFINITY);
}

// Products that double has no room for, whose difference it has.
TEST(ComplexArithmeticTest, ProductsThatOverflow) {
  const Array x = ArrayOfNumbers(ACL_COMPLEX128, {1}, {{1e200, 1e200}});
  const auto given = NumbersOf(RunCall({"aclnnMul", {x, x, Array(ACL_COMPLEX128, {1})}}).at(0));
  EXPECT_FALSE(std::isfinite(given[0].real));
  EXPECT_EQ(given[0].imaginary, INFINITY);
}

TEST(ComplexArithmeticTest, LayoutsAndPlaces) {
  const Shape shape = {5, 3, 7};
  const Array x = RandomNumbers(ACL_COMPLEX64, shape, 9, 12),
              y = RandomNumbers(ACL_COMPLEX64, shape, 10, 12);
  const Array row = RandomNumbers(ACL_COMPLEX64, {7}, 11, 12);
  const OperatorCall calls[] = {{"aclnnMul", {x, y, Array(ACL_COMPLEX64, shape)}},
                                {"aclnnMul", {x, row, Array(ACL_COMPLEX64, shape)}},
                                {"aclnnAdd", {x, y, {2.0, ACL_FLOAT}, Array(ACL_COMPLEX64, shape)}},
                                {"aclnnAbs", {x, Array(ACL_FLOAT, shape)}}};
  for (const OperatorCall& call : calls) {
    SCOPED_TRACE(std::string(call.name));
    const size_t out = call.arguments.size() - 1;
    const auto expected = RunOnce(call).at(0).bytes;
    for (const Layout& layout : OutputLayouts()) {
      SCOPED_TRACE(layout.name);
      std::vector<const Layout*> layouts(call.arguments.size(), nullptr);
      layouts[0] = layouts[out] = &layout;
      EXPECT_EQ(RunOnce(call, {.layouts = layouts, .in_place = {}}).at(0).bytes, expected);
      if (call.name == "aclnnAbs") continue;
      EXPECT_EQ(RunOnce(call, {.layouts = layouts, .in_place = {{out, 0}}}).at(0).bytes, expected);
    }
  }
  EXPECT_EQ(RunCall({"aclnnInplaceMul", {x, y}}).at(0).bytes, RunOnce(calls[0]).at(0).bytes);
  EXPECT_EQ(RunCall({"aclnnInplaceAdd", {x, y, {2.0, ACL_FLOAT}}}).at(0).bytes,
            RunOnce(calls[2]).at(0).bytes);
  const Array s = ScalarOf(ACL_COMPLEX128, {0.5, 3}), to(ACL_COMPLEX64, shape);
  EXPECT_EQ(RunCall({"aclnnInplaceMuls", {x, s}}).at(0).bytes,
            RunOnce({"aclnnMuls", {x, s, to}}).at(0).bytes);
  EXPECT_EQ(RunCall({"aclnnInplaceSubs", {x, s, {1.0, ACL_FLOAT}}}).at(0).bytes,
            RunOnce({"aclnnSubs", {x, s, {1.0, ACL_FLOAT}, to}}).at(0).bytes);
}

}  // namespace
}  // namespace openaclnn::test::complex_arithmetic_test

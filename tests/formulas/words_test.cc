// Each word of the vocabulary means what plain C++ says, on every target and for any values.
#include <gtest/gtest.h>

#include <limits>
#include <type_traits>

#include "tests/formulas/inputs.h"
#include "tests/formulas/on_targets.h"

namespace openaclnn {
namespace {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

template <class T>
T Any(Random* random) {
  constexpr T kInf = std::numeric_limits<T>::infinity(), kNan = std::numeric_limits<T>::quiet_NaN();
  const T specials[] = {0,
                        T(-0.0),
                        1,
                        -1,
                        kInf,
                        -kInf,
                        kNan,
                        std::numeric_limits<T>::denorm_min(),
                        std::numeric_limits<T>::max(),
                        std::numeric_limits<T>::min()};
  switch (random->Bits() % 4) {
    case 0:
      return specials[random->Bits() % std::size(specials)];
    case 1:
      return static_cast<T>(random->Uniform(-4, 4));
    default:
      return std::bit_cast<T>(static_cast<BitsOf<T>>(random->Bits()));
  }
}

// Compares bits; NaNs only with each other where the word computes.
template <class T, class Expected>
void Check(Word word, bool keeps_bits, const Expected& expected) {
  Random random(static_cast<uint64_t>(word) + 1);
  std::vector<T> a, b, c;
  for (int i = 0; i < 4000; ++i) {
    a.push_back(Any<T>(&random));
    b.push_back(i % 5 == 0 ? a.back() : Any<T>(&random));
    c.push_back(Any<T>(&random));
  }
  for (const TargetBit target : AllTargets()) {
    const std::vector<T> actual = EvaluateWord(target, word, std::span<const T>(a), b, c);
    for (size_t i = 0; i < a.size(); ++i) {
      const T value = expected(a[i], b[i], c[i]);
      const bool same = (!keeps_bits && std::isnan(value) && std::isnan(actual[i])) ||
                        std::bit_cast<BitsOf<T>>(value) == std::bit_cast<BitsOf<T>>(actual[i]);
      ASSERT_TRUE(same) << TargetName(target) << ", word " << static_cast<int>(word) << " of "
                        << std::hexfloat << a[i] << ", " << b[i] << ", " << c[i] << ": "
                        << actual[i] << ", not " << value;
    }
  }
}

template <class T>
class WordsTest : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(WordsTest, Types);

TYPED_TEST(WordsTest, Arithmetic) {
  using T = TypeParam;
  Check<T>(Word::kAdd, false, [](T a, T b, T) { return a + b; });
  Check<T>(Word::kSubtract, false, [](T a, T b, T) { return a - b; });
  Check<T>(Word::kMultiply, false, [](T a, T b, T) { return a * b; });
  Check<T>(Word::kDivide, false, [](T a, T b, T) { return a / b; });
  Check<T>(Word::kFma, false, [](T a, T b, T c) { return std::fma(a, b, c); });
  Check<T>(Word::kFnma, false, [](T a, T b, T c) { return std::fma(-a, b, c); });
  Check<T>(Word::kFnms, false, [](T a, T b, T c) { return std::fma(-a, b, -c); });
}

TYPED_TEST(WordsTest, Selection) {
  using T = TypeParam;
  Check<T>(Word::kNegate, true, [](T a, T, T) { return -a; });
  Check<T>(Word::kAbs, true, [](T a, T, T) { return std::fabs(a); });
  Check<T>(Word::kMax, true, [](T a, T b, T) { return a > b ? a : b; });
  Check<T>(Word::kMin, true, [](T a, T b, T) { return a < b ? a : b; });
  Check<T>(Word::kLess, true, [](T a, T b, T c) { return a < b ? c : b; });
  Check<T>(Word::kGreater, true, [](T a, T b, T c) { return a > b ? c : b; });
  Check<T>(Word::kLessEqual, true, [](T a, T b, T c) { return a <= b ? c : b; });
  Check<T>(Word::kGreaterEqual, true, [](T a, T b, T c) { return a >= b ? c : b; });
  Check<T>(Word::kEqual, true, [](T a, T b, T c) { return a == b ? c : b; });
  Check<T>(Word::kNotEqual, true, [](T a, T b, T c) { return a != b ? c : b; });
  Check<T>(Word::kAndOrNot, true,
           [](T a, T b, T c) { return (a < b && b < c) || !(a <= c) ? c : a; });
  Check<T>(Word::kZeroIf, true, [](T a, T b, T c) { return a < b ? T{0} : c; });
}

TYPED_TEST(WordsTest, PowersOfTwo) {
  using T = TypeParam;
  std::vector<T> n;
  for (int k = std::numeric_limits<T>::min_exponent - 1; k < std::numeric_limits<T>::max_exponent;
       ++k) {
    n.push_back(static_cast<T>(k));
  }
  const std::vector<T> unused(n.size(), 0);
  std::vector<T> mantissa(n.size());
  Random random(1);
  for (T& m : mantissa) m = static_cast<T>(random.Uniform(1, 1.999));
  for (const TargetBit target : AllTargets()) {
    const auto powers =
        EvaluateWord(target, Word::kPowerOfTwo, std::span<const T>(n), unused, unused);
    const auto scaled =
        EvaluateWord(target, Word::kAddToExponent, std::span<const T>(mantissa), n, unused);
    for (size_t i = 0; i < n.size(); ++i) {
      EXPECT_EQ(powers[i], std::ldexp(T{1}, static_cast<int>(n[i]))) << TargetName(target);
      EXPECT_EQ(scaled[i], std::ldexp(mantissa[i], static_cast<int>(n[i]))) << TargetName(target);
    }
  }
}

TYPED_TEST(WordsTest, Polynomials) {
  using T = TypeParam;
  const std::vector<T> x = {0, 1, -1, 2, T(0.5), -3};  // exact in either order
  const std::vector<T> even = {1, 4, 28, 313, T(0.484375), 7108};
  const std::vector<T> odd = {1, -3, 21, -135, T(0.375), 2005};
  for (const TargetBit target : AllTargets()) {
    EXPECT_EQ(EvaluateWord(target, Word::kPolynomial, std::span<const T>(x), x, x), even)
        << TargetName(target);
    EXPECT_EQ(EvaluateWord(target, Word::kHorner, std::span<const T>(x), x, x), even)
        << TargetName(target);
    EXPECT_EQ(EvaluateWord(target, Word::kPolynomialEven, std::span<const T>(x), x, x), odd)
        << TargetName(target);
  }
}

}  // namespace
}  // namespace openaclnn

// Each word of the vocabulary means what plain C++ says, for any values, or at the ends of what its
// contract allows.
#include <gtest/gtest.h>

#include <limits>
#include <type_traits>

#include "tests/formulas/inputs.h"
#include "tests/formulas/on_targets.h"

namespace openaclnn::words_test {
namespace {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

template <class T>
using Limits = std::numeric_limits<T>;

template <class T>
constexpr T kSpecials[] = {0,
                           T(-0.0),
                           1,
                           -1,
                           Limits<T>::infinity(),
                           -Limits<T>::infinity(),
                           Limits<T>::quiet_NaN(),
                           -Limits<T>::quiet_NaN(),
                           Limits<T>::denorm_min(),
                           -Limits<T>::denorm_min(),
                           Limits<T>::max(),
                           -Limits<T>::max(),
                           Limits<T>::min()};

template <class T>
T Any(Random* random) {
  switch (random->Bits() % 4) {
    case 0:
      return kSpecials<T>[random->Bits() % std::size(kSpecials<T>)];
    case 1:
      return static_cast<T>(random->Uniform(-4, 4));
    default:
      return std::bit_cast<T>(static_cast<BitsOf<T>>(random->Bits()));
  }
}

// Checks the word with all pairs of special values, and with random ones.
template <class T, class Expected>
void Check(Word word, Nans nans, const Expected& expected) {
  Random random(static_cast<uint64_t>(word) + 1);
  std::vector<T> a, b, c;
  for (const T x : kSpecials<T>) {
    for (const T y : kSpecials<T>) {
      for (const T z : kSpecials<T>) a.push_back(x), b.push_back(y), c.push_back(z);
    }
  }
  for (int i = 0; i < 4000; ++i) {
    a.push_back(Any<T>(&random));
    b.push_back(i % 5 == 0 ? a.back() : Any<T>(&random));
    c.push_back(Any<T>(&random));
  }
  const std::vector<T> actual = EvaluateWord(word, std::span<const T>(a), b, c, nans);
  for (size_t i = 0; i < a.size(); ++i) {
    const T value = expected(a[i], b[i], c[i]);
    const bool same = (nans == Nans::kAlike && std::isnan(value) && std::isnan(actual[i])) ||
                      std::bit_cast<BitsOf<T>>(value) == std::bit_cast<BitsOf<T>>(actual[i]);
    ASSERT_TRUE(same) << "word " << static_cast<int>(word) << " of " << std::hexfloat << a[i]
                      << ", " << b[i] << ", " << c[i] << ": " << actual[i] << ", not " << value;
  }
}

template <class T>
class WordsTest : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(WordsTest, Types);

TYPED_TEST(WordsTest, Arithmetic) {
  using T = TypeParam;
  Check<T>(Word::kAdd, Nans::kAlike, [](T a, T b, T) { return a + b; });
  Check<T>(Word::kSubtract, Nans::kAlike, [](T a, T b, T) { return a - b; });
  Check<T>(Word::kMultiply, Nans::kAlike, [](T a, T b, T) { return a * b; });
  Check<T>(Word::kDivide, Nans::kAlike, [](T a, T b, T) { return a / b; });
  Check<T>(Word::kFma, Nans::kAlike, [](T a, T b, T c) { return std::fma(a, b, c); });
  Check<T>(Word::kFms, Nans::kAlike, [](T a, T b, T c) { return std::fma(a, b, -c); });
  Check<T>(Word::kFnma, Nans::kAlike, [](T a, T b, T c) { return std::fma(-a, b, c); });
  Check<T>(Word::kFnms, Nans::kAlike, [](T a, T b, T c) { return std::fma(-a, b, -c); });
}

TYPED_TEST(WordsTest, Selection) {
  using T = TypeParam;
  Check<T>(Word::kNegate, Nans::kBitByBit, [](T a, T, T) { return -a; });
  Check<T>(Word::kAbs, Nans::kBitByBit, [](T a, T, T) { return std::fabs(a); });
  Check<T>(Word::kMax, Nans::kBitByBit, [](T a, T b, T) { return a > b ? a : b; });
  Check<T>(Word::kMin, Nans::kBitByBit, [](T a, T b, T) { return a < b ? a : b; });
  Check<T>(Word::kLess, Nans::kBitByBit, [](T a, T b, T c) { return a < b ? c : b; });
  Check<T>(Word::kGreater, Nans::kBitByBit, [](T a, T b, T c) { return a > b ? c : b; });
  Check<T>(Word::kLessEqual, Nans::kBitByBit, [](T a, T b, T c) { return a <= b ? c : b; });
  Check<T>(Word::kGreaterEqual, Nans::kBitByBit, [](T a, T b, T c) { return a >= b ? c : b; });
  Check<T>(Word::kEqual, Nans::kBitByBit, [](T a, T b, T c) { return a == b ? c : b; });
  Check<T>(Word::kNotEqual, Nans::kBitByBit, [](T a, T b, T c) { return a != b ? c : b; });
  Check<T>(Word::kAndOrNot, Nans::kBitByBit,
           [](T a, T b, T c) { return (a < b && b < c) || !(a <= c) ? c : a; });
  Check<T>(Word::kZeroIf, Nans::kBitByBit, [](T a, T b, T c) { return a < b ? T{0} : c; });
  Check<T>(Word::kNegateIf, Nans::kBitByBit, [](T a, T b, T c) { return a < b ? -c : c; });
  Check<T>(Word::kCopySign, Nans::kBitByBit, [](T a, T b, T) { return std::copysign(a, b); });
}

TYPED_TEST(WordsTest, SqrtAndWhatIsDoneToSomeLanes) {
  using T = TypeParam;
  Check<T>(Word::kSqrt, Nans::kAlike, [](T a, T, T) { return std::sqrt(a); });
  Check<T>(Word::kHasBit, Nans::kBitByBit,
           [](T a, T b, T c) { return (std::bit_cast<BitsOf<T>>(b) & 8) != 0 ? a : c; });
  Check<T>(Word::kComputeIf, Nans::kAlike, [](T a, T b, T c) { return a < b ? 2 * a - 1 : c; });
}

// The entry is the number that the lowest bits are, in whatever other bits.
TEST(FloatWordsTest, LookUp) {
  const auto entry_of = [](int entries) {
    return [entries](float, float b, float) {
      const int entry = static_cast<int>(std::bit_cast<uint32_t>(b) % entries);
      return std::ldexp(entry % 2 == 0 ? 1.0f : -1.0f, entry);
    };
  };
  Check<float>(Word::kLookUpInFour, Nans::kBitByBit, entry_of(4));
  Check<float>(Word::kLookUpInEight, Nans::kBitByBit, entry_of(8));
  Check<float>(Word::kLookUpInSixteen, Nans::kBitByBit, entry_of(16));
}

// Each lane of a vector its own entry.
TEST(FloatWordsTest, LookUpOfEveryEntry) {
  std::vector<float> z, unused(64);
  for (int i = 0; i < 64; ++i) z.push_back(0x1.8p23f + static_cast<float>(i * 5 % 16 - 8));
  const auto evaluate = [&](Word word) {
    return EvaluateWord(word, std::span<const float>(unused), z, unused, Nans::kBitByBit);
  };
  const std::vector<float> four = evaluate(Word::kLookUpInFour);
  const std::vector<float> eight = evaluate(Word::kLookUpInEight);
  const std::vector<float> sixteen = evaluate(Word::kLookUpInSixteen);
  for (int i = 0; i < 64; ++i) {
    const int entry = (i * 5 + 8) % 16;  // -8 has the low bits of 8
    EXPECT_EQ(sixteen[i], std::ldexp(entry % 2 == 0 ? 1 : -1, entry));
    EXPECT_EQ(eight[i], std::ldexp(entry % 2 == 0 ? 1 : -1, entry % 8));
    EXPECT_EQ(four[i], std::ldexp(entry % 2 == 0 ? 1 : -1, entry % 4));
  }
}

TEST(FloatWordsTest, IsZeroOrPositiveNormal) {
  Check<float>(Word::kIsZeroOrPositiveNormal, Nans::kBitByBit, [](float a, float b, float c) {
    return a == 0 || a >= Limits<float>::min() ? c : b;
  });
}

TEST(FloatWordsTest, AddShifted) {
  Check<float>(Word::kAddShifted, Nans::kBitByBit, [](float a, float b, float) {
    return std::bit_cast<float>(std::bit_cast<uint32_t>(a) + (std::bit_cast<uint32_t>(b) << 21));
  });
}

TYPED_TEST(WordsTest, PowersOfTwo) {
  using T = TypeParam;
  std::vector<T> n;
  for (int k = Limits<T>::min_exponent - 1; k < Limits<T>::max_exponent; ++k) {
    n.push_back(static_cast<T>(k));
  }
  const auto powers = EvaluateWord(Word::kPowerOfTwo, std::span<const T>(n), n, n);
  for (size_t i = 0; i < n.size(); ++i) {
    EXPECT_EQ(powers[i], std::ldexp(T{1}, static_cast<int>(n[i])));
  }
}

TYPED_TEST(WordsTest, ExponentOf) {
  using T = TypeParam;
  std::vector<T> a;
  for (int k = Limits<T>::min_exponent - 1; k < Limits<T>::max_exponent; ++k) {
    const T power = std::ldexp(T{1}, k);
    for (const T factor : {T(1), T(1.3), T(2) - Limits<T>::epsilon()}) a.push_back(power * factor);
  }
  const auto exponents = EvaluateWord(Word::kExponentOf, std::span<const T>(a), a, a);
  for (size_t i = 0; i < a.size(); ++i) EXPECT_EQ(exponents[i], std::ilogb(a[i])) << a[i];
}

// From every exponent of a normal number to the lowest, the highest and random ones, with the least
// fraction, the largest and random ones, of either sign.
TYPED_TEST(WordsTest, AddToExponent) {
  using T = TypeParam;
  constexpr int kLow = Limits<T>::min_exponent - 1, kHigh = Limits<T>::max_exponent - 1;
  Random random(1);
  std::vector<T> a, n;
  for (int from = kLow; from <= kHigh; ++from) {
    const int any = static_cast<int>(random.Uniform(kLow, kHigh));
    for (const int to : {kLow, kLow + 1, -1, 0, 1, any, kHigh - 1, kHigh}) {
      for (const double fraction : {1.0, random.Uniform(1, 1.999), 2.0 - Limits<T>::epsilon()}) {
        for (const double sign : {1.0, -1.0}) {
          a.push_back(std::ldexp(static_cast<T>(sign * fraction), from));
          n.push_back(static_cast<T>(to - from));
        }
      }
    }
  }
  const auto scaled = EvaluateWord(Word::kAddToExponent, std::span<const T>(a), n, n);
  for (size_t i = 0; i < n.size(); ++i) {
    ASSERT_EQ(scaled[i], std::ldexp(a[i], static_cast<int>(n[i])))
        << std::hexfloat << a[i] << " times 2 to the " << n[i];
  }
}

// To subnormal numbers, where the result is rounded once, to 0, and beyond the largest.
TYPED_TEST(WordsTest, TimesPowerOfTwo) {
  using T = TypeParam;
  constexpr int kEnd = 2 * (Limits<T>::max_exponent - 1);
  Random random(1);
  std::vector<T> a, n;
  for (int power = -kEnd; power <= kEnd; ++power) {
    for (const double fraction : {0.5, 1.0, random.Uniform(0.5, 2), random.Uniform(0.5, 2), 2.0}) {
      a.push_back(static_cast<T>(power % 2 == 0 ? fraction : -fraction));
      n.push_back(static_cast<T>(power));
    }
  }
  const auto scaled = EvaluateWord(Word::kTimesPowerOfTwo, std::span<const T>(a), n, n);
  for (size_t i = 0; i < n.size(); ++i) {
    ASSERT_EQ(scaled[i], std::ldexp(a[i], static_cast<int>(n[i])))
        << std::hexfloat << a[i] << " times 2 to the " << n[i];
  }
}

TYPED_TEST(WordsTest, Polynomials) {
  using T = TypeParam;
  const std::vector<T> x = {0, 1, -1, 2, T(0.5), -3};  // exact in either order
  const std::vector<T> even = {1, 4, 28, 313, T(0.484375), 7108};
  const std::vector<T> odd = {1, -3, 21, -135, T(0.375), 2005};
  EXPECT_EQ(EvaluateWord(Word::kPolynomial, std::span<const T>(x), x, x), even);
  EXPECT_EQ(EvaluateWord(Word::kHorner, std::span<const T>(x), x, x), even);
  EXPECT_EQ(EvaluateWord(Word::kPolynomialEven, std::span<const T>(x), x, x), odd);
}

// Floats are widened exactly; doubles are rounded once, to infinity beyond the largest float, to
// subnormals and zero of their sign below the least one.
TEST(FloatsInDoubleTest, AreWidenedAndRoundedOnce) {
  Random random(2);
  std::vector<float> floats(std::begin(kSpecials<float>), std::end(kSpecials<float>));
  for (int i = 0; i < 4000; ++i) floats.push_back(Any<float>(&random));
  std::vector<double> doubles(std::begin(kSpecials<double>), std::end(kSpecials<double>));
  for (int i = 0; i < 4000; ++i) doubles.push_back(Any<double>(&random));
  for (const float value : floats) {
    const double middle = (value + static_cast<double>(std::nextafter(value, 0.0f))) / 2;
    doubles.insert(doubles.end(), {value, middle, std::nextafter(middle, 0.0),
                                   std::nextafter(middle, 2 * middle), value * 0x1p-100});
  }
  const auto widened = EvaluateWidened(floats);
  for (size_t i = 0; i < floats.size(); ++i) {
    ASSERT_TRUE((std::isnan(widened[i]) && std::isnan(floats[i])) || widened[i] == floats[i]);
    ASSERT_TRUE(std::isnan(widened[i]) || std::signbit(widened[i]) == std::signbit(floats[i]));
  }
  const auto narrowed = EvaluateNarrowed(doubles);
  for (size_t i = 0; i < doubles.size(); ++i) {
    const float expected = static_cast<float>(doubles[i]);
    const bool same = (std::isnan(narrowed[i]) && std::isnan(expected)) ||
                      std::bit_cast<uint32_t>(narrowed[i]) == std::bit_cast<uint32_t>(expected);
    ASSERT_TRUE(same) << std::hexfloat << doubles[i] << ": " << narrowed[i];
  }
}

}  // namespace
}  // namespace openaclnn::words_test

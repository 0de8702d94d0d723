// Random numbers: what follows from the words of a call, the same bits in every way to make the
// call, and whether they are spread as they should be.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kinds/random/philox.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::random_test {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kSeed = 123456789, kOffset = 8;
const WordStream kStream = {kSeed, kOffset};

uint32_t WordAt(const WordStream& stream, int64_t i) {
  return WordsOf(stream, static_cast<uint64_t>(i / 4)).word[i % 4];
}
uint64_t PairOf(const WordStream& stream, int64_t i) {
  return WordAt(stream, 2 * i) | uint64_t{WordAt(stream, 2 * i + 1)} << 32;
}
double UniformAt(const WordStream& stream, int64_t i) {
  return static_cast<double>(WordAt(stream, i) >> 8) * 0x1p-24;
}
// Box and Muller's numbers in long double.
long double NormalAt(const WordStream& stream, int64_t i) {
  const long double u = (WordAt(stream, i - i % 2) + 1.0L) * 0x1p-32L;
  const long double angle = WordAt(stream, i - i % 2 + 1) * 0x1p-31L * acosl(-1.0L);
  return sqrtl(-2 * logl(u)) * (i % 2 == 0 ? cosl(angle) : sinl(angle));
}

Array SeedArray(int64_t number) {
  return Array(ACL_INT64, {1}, [number](int64_t) { return static_cast<uint64_t>(number); });
}

std::vector<double> ValuesOf(const Array& array) {
  std::vector<double> values;
  for (int64_t i = 0; i < array.size(); ++i) values.push_back(array.Value(i));
  return values;
}

OperatorCall Uniform(aclDataType dtype, const Shape& shape, double from, double to,
                     int64_t seed = kSeed, int64_t offset = kOffset) {
  return {"aclnnInplaceUniform",
          {Array(dtype, shape), from, to, static_cast<double>(seed), static_cast<double>(offset)}};
}
OperatorCall Normal(aclDataType dtype, const Shape& shape, double mean, double deviation,
                    int64_t seed = kSeed, int64_t offset = kOffset) {
  return {"aclnnInplaceNormal",
          {Array(dtype, shape), mean, deviation, static_cast<double>(seed),
           static_cast<double>(offset)}};
}

// ---- Uniform

TEST(RandomUniformTest, FollowsFromWords) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_FLOAT16, ACL_BF16, ACL_INT32}) {
    const Array drawn = RunCall(Uniform(dtype, {3, 1111}, -2.5, 40))[0];
    for (int64_t i = 0; i < drawn.size(); ++i) {
      const double exact = -2.5 + 42.5 * UniformAt(kStream, i);
      const double expected = dtype == ACL_INT32 ? std::trunc(exact) : exact;
      const uint64_t bits = BitsOf(dtype, expected);
      if (ValueOf(dtype, bits) == 40) {
        EXPECT_LT(drawn.Value(i), 40) << i;
      } else {
        EXPECT_EQ(drawn.Bits(i), bits) << i;
      }
    }
  }
}

TEST(RandomUniformTest, NeverReachesTheEnd) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16, ACL_FLOAT}) {
    for (const double from : {0.0, -1.0, 127.0}) {
      const std::vector<double> drawn =
          ValuesOf(RunCall(Uniform(dtype, {1 << 15}, from, from + 1))[0]);
      EXPECT_LT(*std::ranges::max_element(drawn), from + 1);
      EXPECT_GE(*std::ranges::min_element(drawn), from);
    }
  }
  for (const double same : ValuesOf(RunCall(Uniform(ACL_FLOAT, {9}, 2, 2))[0])) EXPECT_EQ(same, 2);
}

TEST(RandomUniformTest, TakesTensorsOfSeeds) {
  const Array expected = RunCall(Uniform(ACL_FLOAT, {500}, 0, 1))[0];
  const Array drawn = RunCall(
      {"aclnnInplaceUniformTensor",
       {Array(ACL_FLOAT, {500}), 0.0, 1.0, SeedArray(kSeed), SeedArray(kOffset - 5), 5.0}})[0];
  EXPECT_TRUE(SameBits(drawn, expected));
}

TEST(RandomUniformTest, HasTheSameBitsInAnyWay) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_DOUBLE}) {
    ExpectSameBitsInAllLayouts(Uniform(dtype, {5, 7, 6}, -1, 1));
  }
  ExpectSameBitsInAllSettings(Uniform(ACL_FLOAT, {100003}, -1, 1));
}

// ---- Normal

TEST(RandomNormalTest, FollowsFromWords) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_FLOAT16, ACL_BF16}) {
    const Array drawn = RunCall(Normal(dtype, {4099}, 0.5, 3))[0];
    int64_t rounded = 0;
    for (int64_t i = 0; i < drawn.size(); ++i) {
      const auto exact = static_cast<double>(0.5L + 3 * NormalAt(kStream, i));
      const double nearest = ValueOf(dtype, BitsOf(dtype, exact));
      rounded += drawn.Value(i) == nearest ? 1 : 0;
      EXPECT_NEAR(drawn.Value(i), nearest,
                  std::abs(exact) * 0x1p-6 * (dtype == ACL_BF16) +
                      std::abs(exact) * 0x1p-9 * (dtype == ACL_FLOAT16) +
                      0x1p-21 * (dtype == ACL_FLOAT) + 0x1p-32)
          << i;
    }
    if (dtype != ACL_DOUBLE) {
      EXPECT_GE(rounded, drawn.size() - 2);
    }
  }
}

TEST(RandomNormalTest, TensorsOfMeansAndDeviations) {
  const Shape shape = {6, 50};
  const Array means = RandomArray(ACL_FLOAT, {6, 1}, 3, -4, 4);
  const Array deviations = RandomArray(ACL_BF16, {50}, 4, 0, 4);
  const double seed = kSeed, offset = kOffset;
  const auto check = [&](const Array& drawn, auto mean_at, auto deviation_at) {
    for (int64_t i = 0; i < drawn.size(); ++i) {
      const double mean = mean_at(i), deviation = deviation_at(i);
      const auto exact = static_cast<double>(mean + deviation * NormalAt(kStream, i));
      if (!std::isfinite(exact)) continue;
      EXPECT_NEAR(drawn.Value(i), exact, 0x1p-23 * (std::abs(mean) + 8 * std::abs(deviation))) << i;
    }
  };
  const auto mean_at = [&](int64_t i) { return means.Value(i / 50); };
  const auto deviation_at = [&](int64_t i) { return deviations.Value(i % 50); };
  const OperatorCall of_tensors = {"aclnnNormalTensorTensor",
                                   {means, deviations, seed, offset, Array(ACL_FLOAT, shape)}};
  check(RunCall(of_tensors)[0], mean_at, deviation_at);
  check(RunCall({"aclnnNormalTensorFloat", {means, 1.5, seed, offset, Array(ACL_FLOAT, shape)}})[0],
        mean_at, [](int64_t) { return 1.5; });
  check(
      RunCall(
          {"aclnnNormalFloatTensor", {-0.5, deviations, seed, offset, Array(ACL_FLOAT, {50})}})[0],
      [](int64_t) { return -0.5; }, deviation_at);
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnNormalFloatFloat", {-0.5, 1.5, seed, offset, Array(ACL_FLOAT, shape)}})[0],
      RunCall(Normal(ACL_FLOAT, shape, -0.5, 1.5))[0]));
  ExpectSameBitsInAllLayouts(of_tensors);
}

TEST(RandomNormalTest, HasTheSameBitsInAnyWay) {
  ExpectSameBitsInAllLayouts(Normal(ACL_FLOAT16, {5, 7, 6}, 1, 2));
  ExpectSameBitsInAllSettings(Normal(ACL_FLOAT, {50003}, 1, 2));
  EXPECT_TRUE(SameBits(RunCall({"aclnnInplaceNormalTensor",
                                {Array(ACL_FLOAT, {300}), 1.0, 2.0, SeedArray(kSeed), SeedArray(3),
                                 static_cast<double>(kOffset - 3)}})[0],
                       RunCall(Normal(ACL_FLOAT, {300}, 1, 2))[0]));
}

// ---- Bernoulli

TEST(RandomBernoulliTest, FollowsFromWords) {
  const double seed = kSeed, offset = kOffset;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BOOL, ACL_INT64, ACL_BF16}) {
    for (const double p : {0.0, 0.3, 1.0}) {
      const Array drawn =
          RunCall({"aclnnInplaceBernoulli", {Array(dtype, {777}), p, seed, offset}})[0];
      for (int64_t i = 0; i < drawn.size(); ++i) {
        const bool is_one = UniformAt(kStream, i) < static_cast<float>(p);
        EXPECT_EQ(drawn.Value(i), is_one ? 1 : 0) << i;
      }
      EXPECT_TRUE(
          SameBits(RunCall({"aclnnBernoulli",
                            {Array(dtype, {777}), p, seed, offset, Array(dtype, {777})}})[0],
                   drawn));
    }
  }
  const Array p = RandomArray(ACL_DOUBLE, {9}, 5, 0, 1);
  const OperatorCall call = {"aclnnInplaceBernoulliTensor",
                             {Array(ACL_FLOAT, {30, 9}), p, seed, offset}};
  const Array drawn = RunCall(call)[0];
  for (int64_t i = 0; i < drawn.size(); ++i) {
    EXPECT_EQ(drawn.Value(i), UniformAt(kStream, i) < p.Value(i % 9) ? 1 : 0) << i;
  }
  ExpectSameBitsInAllLayouts(call);
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnBernoulliTensor",
               {Array(ACL_FLOAT, {30, 9}), p, seed, offset, Array(ACL_FLOAT, {30, 9})}})[0],
      drawn));
}

// ---- Integers

TEST(RandomIntegersTest, FollowFromWords) {
  const double seed = kSeed, offset = kOffset;
  const auto drawn = [&](aclDataType dtype, double from, double to) {
    return RunCall({"aclnnInplaceRandom", {Array(dtype, {1001}), from, to, seed, offset}})[0];
  };
  for (const aclDataType dtype :
       {ACL_INT64, ACL_INT32, ACL_INT8, ACL_FLOAT, ACL_BF16, ACL_COMPLEX64}) {
    const Array few = drawn(dtype, -7, 100);
    for (int64_t i = 0; i < few.size(); ++i) {
      const auto k = static_cast<double>((uint64_t{WordAt(kStream, i)} * 107) >> 32) - 7;
      const double real =
          dtype == ACL_COMPLEX64 ? ValueOf(ACL_FLOAT, few.Bits(i) & 0xffffffff) : few.Value(i);
      EXPECT_EQ(real, k) << i;
    }
  }
  const Array many = drawn(ACL_INT64, -1, 0x1p40);
  for (int64_t i = 0; i < many.size(); ++i) {
    const auto product =
        static_cast<long double>(PairOf(kStream, i)) * 0x1p-64L * ((1LL << 40) + 1);
    EXPECT_EQ(static_cast<int64_t>(many.Bits(i)), static_cast<int64_t>(floorl(product)) - 1) << i;
  }
  const OperatorCall of_tensors = {
      "aclnnInplaceRandomTensor",
      {Array(ACL_INT64, {1001}), -1.0, 0x1p40, SeedArray(kSeed), SeedArray(kOffset), 0.0}};
  EXPECT_TRUE(SameBits(RunCall(of_tensors)[0], many));
  ExpectSameBitsInAllLayouts(
      {"aclnnInplaceRandom", {Array(ACL_INT16, {6, 5, 7}), 0.0, 70000.0, seed, offset}});
}

// ---- Permutations

TEST(RandpermTest, SortsKeys) {
  const double seed = kSeed, offset = kOffset;
  for (const int64_t n : {0, 1, 2, 63, 1000, 20011}) {
    std::vector<int64_t> expected(static_cast<size_t>(n));
    std::iota(expected.begin(), expected.end(), 0);
    std::ranges::sort(expected, {}, [](int64_t i) { return PairOf(kStream, i); });
    const Array drawn = RunCall(
        {"aclnnRandperm", {static_cast<double>(n), seed, offset, Array(ACL_INT64, {n})}})[0];
    for (int64_t i = 0; i < n; ++i) {
      EXPECT_EQ(static_cast<int64_t>(drawn.Bits(i)), expected[static_cast<size_t>(i)]);
    }
  }
  ExpectSameBitsInAllLayouts({"aclnnRandperm", {300.0, seed, offset, Array(ACL_FLOAT, {300})}});
  ExpectSameBitsInAllSettings(
      {"aclnnRandperm", {30000.0, seed, offset, Array(ACL_INT32, {30000})}});
}

// ---- Dropout

Array BitsArray(const Shape& shape, double dropped) {
  const std::vector<int64_t> extents(shape.begin(), shape.end());
  const int64_t bytes = (CountOf(shape) + 127) / 128 * 16;
  return RunCall({"aclnnDropoutGenMaskV2",
                  {extents,
                   dropped,
                   static_cast<double>(kSeed),
                   static_cast<double>(kOffset),
                   {0.0, ACL_FLOAT16},
                   Array(ACL_UINT8, {bytes})}})[0];
}
bool BitAt(const Array& bits, int64_t i) { return (bits.Bits(i / 8) >> (i % 8) & 1) != 0; }

TEST(DropoutTest, BitsFollowFromWords) {
  const double seed = kSeed, offset = kOffset;
  for (const double dropped : {0.0, 0.1, 0.7, 1.0}) {
    for (const Shape& shape : {Shape{3, 1001}, Shape{}, Shape{128}, Shape{0, 4}}) {
      const Array bits = BitsArray(shape, dropped);
      for (int64_t i = 0; i < 8 * bits.size(); ++i) {
        EXPECT_EQ(BitAt(bits, i), UniformAt(kStream, i) < 1 - dropped) << i;
      }
    }
  }
  const std::vector<int64_t> shape = {50, 20};
  const Array out(ACL_UINT8, {128}), expected = BitsArray({50, 20}, 0.25);
  const OperatorCall call = {"aclnnDropoutGenMask", {shape, 0.25, seed, offset, out}};
  EXPECT_TRUE(SameBits(RunCall(call)[0], expected));
  EXPECT_TRUE(SameBits(
      RunCall(
          {"aclnnDropoutGenMaskV2Tensor",
           {shape, 0.25, SeedArray(kSeed), SeedArray(1), offset - 1, {0.0, ACL_FLOAT}, out}})[0],
      expected));
  ExpectSameBitsInAllLayouts(call);
  ExpectSameBitsInAllSettings(
      {"aclnnDropoutGenMask",
       {std::vector<int64_t>{200000}, 0.25, seed, offset, Array(ACL_UINT8, {25008})}});
}

TEST(DropoutTest, KeepsByBits) {
  const Shape shape = {7, 333};
  const double p = 0.3, scale = 1 / (1 - p);
  const Array bits = BitsArray(shape, p);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array self = RandomPatterns(dtype, shape, 4);
    const Array out(dtype, shape);
    Array expected(dtype, shape);
    for (int64_t i = 0; i < self.size(); ++i) {
      const double kept = BitAt(bits, i) ? 1 : 0;
      expected.SetBits(i, BitsOf(dtype, kept != 0 ? self.Value(i) * scale : 0));
    }
    const OperatorCall call = {"aclnnDropoutDoMask", {self, bits, p, out}};
    EXPECT_TRUE(SameBits(RunCall(call)[0], expected));
    EXPECT_TRUE(SameBits(RunCall({"aclnnDropoutBackward", {self, bits, scale, out}})[0], expected));
    const double seed = kSeed, offset = kOffset;
    const std::vector<Array> both =
        RunCall({"aclnnDropout", {self, p, 1.0, seed, offset, out, Array(ACL_UINT8, bits.shape)}});
    EXPECT_TRUE(SameBits(both[0], expected));
    EXPECT_TRUE(SameBits(both[1], bits));
    if (dtype == ACL_FLOAT16) ExpectSameBitsInAllLayouts(call);
  }
  ExpectSameBitsInAllSettings({"aclnnDropoutDoMask",
                               {RandomArray(ACL_FLOAT, {100, 500}, 3), BitsArray({50000}, 0.5), 0.5,
                                Array(ACL_FLOAT, {100, 500})}});
}

TEST(DropoutTest, OfAllOrNothing) {
  const Array self = RandomPatterns(ACL_FLOAT, {200}, 4), out(ACL_FLOAT, {200});
  const Array zeros(ACL_FLOAT, {200}), bits = BitsArray({200}, 0.5);
  EXPECT_TRUE(SameBits(RunCall({"aclnnDropoutDoMask", {self, bits, 0.0, out}})[0], self));
  EXPECT_TRUE(SameBits(RunCall({"aclnnDropoutDoMask", {self, bits, 1.0, out}})[0], zeros));
  EXPECT_TRUE(SameBits(RunCall({"aclnnDropoutBackward", {self, bits, 1.0, out}})[0], self));
  EXPECT_TRUE(SameBits(RunCall({"aclnnDropoutBackward", {self, bits, 0.0, out}})[0], zeros));
  const Array unwritten(ACL_UINT8, {32}, [](int64_t) { return UnwrittenBits(ACL_UINT8); });
  for (const double p : {0.0, 0.5}) {  // without training
    const std::vector<Array> both =
        RunCall({"aclnnDropout", {self, p, 0.0, 1.0, 0.0, out, Array(ACL_UINT8, {32})}});
    EXPECT_TRUE(SameBits(both[0], self));
    EXPECT_TRUE(SameBits(both[1], unwritten));
  }
}

// ---- Samples

OperatorCall Samples(const Array& weights, int64_t count, bool again) {
  Shape shape = weights.shape;
  shape.back() = count;
  return {"aclnnMultinomial",
          {weights, static_cast<double>(count), again ? 1.0 : 0.0, static_cast<double>(kSeed),
           static_cast<double>(kOffset), Array(ACL_INT64, shape)}};
}

Array Weights(aclDataType dtype, const Shape& shape) {
  return Array(dtype, shape, [dtype](int64_t i) {
    return BitsOf(dtype, i % 5 == 2 ? 0 : 1 + static_cast<double>(i * 37 % 11));
  });
}

TEST(MultinomialTest, SamplesAgain) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_BF16}) {
    const Array weights = Weights(dtype, {3, 41});
    const Array drawn = RunCall(Samples(weights, 501, true))[0];
    for (int64_t i = 0; i < drawn.size(); ++i) {
      const int64_t row = i / 501;
      long double total = 0, sum = 0;
      for (int64_t c = 0; c < 41; ++c) total += weights.Value(41 * row + c);
      const long double most =
          static_cast<long double>(PairOf(kStream, i) >> 11) * 0x1p-53L * total;
      int64_t expected = 0;
      while ((sum += weights.Value(41 * row + expected)) <= most) ++expected;
      EXPECT_EQ(static_cast<int64_t>(drawn.Bits(i)), expected) << i;
    }
  }
  ExpectSameBitsInAllLayouts(Samples(Weights(ACL_FLOAT, {5, 15}), 6, true));
  ExpectSameBitsInAllSettings(Samples(Weights(ACL_FLOAT, {300, 101}), 6, true));
}

TEST(MultinomialTest, SamplesOnce) {
  const Array weights = Weights(ACL_FLOAT, {3, 41});
  const Array drawn = RunCall(Samples(weights, 38, false))[0];
  for (int64_t row = 0; row < 3; ++row) {
    std::vector<long double> times;
    for (int64_t j = 41 * row; j < 41 * (row + 1); ++j) {
      times.push_back(-logl((WordAt(kStream, j) + 0.5L) * 0x1p-32L) / weights.Value(j));
    }
    std::vector<int64_t> order(41);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](int64_t c) { return times[static_cast<size_t>(c)]; });
    for (int64_t s = 0; s < 38; ++s) {
      EXPECT_EQ(static_cast<int64_t>(drawn.Bits(38 * row + s)), order[static_cast<size_t>(s)]);
    }
  }
  const Array first = RunCall(Samples(weights, 1, false))[0];
  EXPECT_EQ(first.Bits(1), drawn.Bits(38));
  ExpectSameBitsInAllLayouts(Samples(Weights(ACL_FLOAT, {5, 15}), 6, false));
  EXPECT_TRUE(SameBits(RunCall({"aclnnMultinomialTensor",
                                {weights, 38.0, 0.0, SeedArray(kSeed), SeedArray(kOffset), 0.0,
                                 Array(ACL_INT64, {3, 38})}})[0],
                       drawn));
}

TEST(MultinomialTest, NoDistribution) {
  for (const double wrong : {-1.0, kNan, kInfinity, 0.0}) {
    Array weights(ACL_FLOAT, {3, 4}, [](int64_t i) { return BitsOf(ACL_FLOAT, i < 4 ? 1 : 0); });
    weights.SetBits(6, BitsOf(ACL_FLOAT, wrong));
    EXPECT_THAT(FailureOf(Samples(weights, 2, true), ACL_ERROR_RT_AICORE_EXCEPTION),
                HasSubstr("aclnnMultinomial: self: row 1 is no distribution"));
  }
}

// ---- Exponential, and slopes

TEST(RandomExponentialTest, FollowsFromWords) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    const OperatorCall call = {"aclnnSimThreadExponential",
                               {Array(dtype, {2, 999}), 1998.0, 2.0, static_cast<double>(kSeed),
                                static_cast<double>(kOffset)}};
    const Array drawn = RunCall(call)[0];
    for (int64_t i = 0; i < drawn.size(); ++i) {
      const long double exact = -logl((WordAt(kStream, i) + 0.5L) * 0x1p-32L) / 2;
      EXPECT_NEAR(drawn.Value(i), static_cast<double>(exact),
                  static_cast<double>(exact) * (dtype == ACL_FLOAT ? 0x1p-24 : 0x1p-8) * 1.001);
      EXPECT_GT(drawn.Value(i), 0);
    }
    ExpectSameBitsInAllLayouts(call);
  }
}

TEST(RReluTest, DrawsSlopes) {
  const Shape shape = {5, 77};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    const Array self = RandomArray(dtype, shape, 6), none(dtype, shape);
    const double seed = kSeed, offset = kOffset;
    const auto call = [&](double training) {
      return OperatorCall{"aclnnRReluWithNoise",
                          {self, none, 0.125, 0.375, training, seed, offset, none}};
    };
    const std::vector<Array> drawn = RunCall(call(1));  // noise, out
    for (int64_t i = 0; i < self.size(); ++i) {
      const double slope =
          self.Value(i) > 0 ? 1
                            : ValueOf(dtype, BitsOf(dtype, 0.125 + 0.25 * UniformAt(kStream, i)));
      EXPECT_EQ(drawn[0].Value(i), slope) << i;
      const uint64_t expected = BitsOf(dtype, self.Value(i) * slope);
      if (IsNan(dtype, expected)) continue;
      EXPECT_EQ(drawn[1].Bits(i), expected) << i;
    }
    const std::vector<Array> even = RunCall(call(0));
    for (int64_t i = 0; i < self.size(); ++i) {
      const double x = self.Value(i);
      const uint64_t expected = BitsOf(dtype, x > 0 ? x : 0.25 * x);
      if (IsNan(dtype, expected)) continue;
      EXPECT_EQ(even[1].Bits(i), expected) << i;
    }
    EXPECT_TRUE(SameBits(
        RunCall({"aclnnInplaceRReluWithNoise", {self, none, 0.125, 0.375, 1.0, seed, offset}})[0],
        drawn[1]));
  }
}

// ---- How numbers are spread

double MeanOf(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}
double Moment(const std::vector<double>& numbers, int power) {
  double sum = 0;
  for (const double x : numbers) sum += std::pow(x, power);
  return sum / static_cast<double>(numbers.size());
}
// The correlation of a[i] and b[i + lag], in units of what is usual where they are independent.
double Correlation(const std::vector<double>& a, const std::vector<double>& b, size_t lag) {
  const double mean_a = MeanOf(a), mean_b = MeanOf(b);
  double both = 0, of_a = 0, of_b = 0;
  for (size_t i = 0; i + lag < a.size(); ++i) {
    both += (a[i] - mean_a) * (b[i + lag] - mean_b);
    of_a += (a[i] - mean_a) * (a[i] - mean_a);
    of_b += (b[i + lag] - mean_b) * (b[i + lag] - mean_b);
  }
  return both / std::sqrt(of_a * of_b) * std::sqrt(static_cast<double>(a.size()));
}
// How unlike counts are that should be alike, as a number of about mean 0 and deviation 1.
double ChiSquare(const std::vector<int64_t>& counts, double expected) {
  double sum = 0;
  for (const int64_t count : counts) {
    sum += (static_cast<double>(count) - expected) * (static_cast<double>(count) - expected);
  }
  const auto freedom = static_cast<double>(counts.size() - 1);
  return (sum / expected - freedom) / std::sqrt(2 * freedom);
}

constexpr int64_t kMany = int64_t{1} << 18;

TEST(RandomSpreadTest, Moments) {
  const std::vector<double> uniform = ValuesOf(RunCall(Uniform(ACL_FLOAT, {kMany}, 0, 1))[0]);
  for (const int power : {1, 2, 3, 4}) EXPECT_NEAR(Moment(uniform, power), 1.0 / (power + 1), 3e-3);
  const std::vector<double> normal = ValuesOf(RunCall(Normal(ACL_FLOAT, {kMany}, 0, 1))[0]);
  EXPECT_NEAR(Moment(normal, 1), 0, 0.01);
  EXPECT_NEAR(Moment(normal, 2), 1, 0.015);
  EXPECT_NEAR(Moment(normal, 3), 0, 0.04);
  EXPECT_NEAR(Moment(normal, 4), 3, 0.1);
}

TEST(RandomSpreadTest, ChiSquares) {
  constexpr size_t kBins = 256;
  std::vector<int64_t> bins(kBins), pairs(kBins), of_normal(kBins), of_integers(100);
  const std::vector<double> uniform = ValuesOf(RunCall(Uniform(ACL_FLOAT, {kMany}, 0, 1))[0]);
  for (size_t i = 0; i < uniform.size(); ++i) {
    ++bins[static_cast<size_t>(uniform[i] * kBins)];
    if (i % 2 == 1) {
      ++pairs[16 * static_cast<size_t>(uniform[i - 1] * 16) + static_cast<size_t>(uniform[i] * 16)];
    }
  }
  EXPECT_LT(std::abs(ChiSquare(bins, kMany / 256.0)), 4);
  EXPECT_LT(std::abs(ChiSquare(pairs, kMany / 512.0)), 4);
  for (const double z : ValuesOf(RunCall(Normal(ACL_FLOAT, {kMany}, 0, 1))[0])) {
    ++of_normal[std::min<size_t>(kBins - 1,
                                 static_cast<size_t>(std::erfc(-z / std::sqrt(2.0)) / 2 * kBins))];
  }
  EXPECT_LT(std::abs(ChiSquare(of_normal, kMany / 256.0)), 4);
  const OperatorCall integers = {"aclnnInplaceRandom",
                                 {Array(ACL_INT32, {kMany}), 0.0, 100.0, 5.0, 0.0}};
  for (const double k : ValuesOf(RunCall(integers)[0])) ++of_integers[static_cast<size_t>(k)];
  EXPECT_LT(std::abs(ChiSquare(of_integers, kMany / 100.0)), 4);
}

// PyTorch's adapter adds 12 to the offset of each call, however many elements that has.
TEST(RandomSpreadTest, NeighbouringOffsetsAndSeeds) {
  constexpr int64_t kSome = 1 << 14;
  const auto numbers = [](int64_t seed, int64_t offset) {
    return ValuesOf(RunOnce(Uniform(ACL_FLOAT, {kSome}, 0, 1, seed, offset))[0]);
  };
  const std::vector<double> first = numbers(7, 0);
  for (const int64_t offset : {1, 4, 12, 24}) {
    const std::vector<double> next = numbers(7, offset);
    for (const size_t lag : {0, 1, 3, 4, 12, 16, 48, 96}) {
      EXPECT_LT(std::abs(Correlation(first, next, lag)), 4.5) << offset << " " << lag;
      EXPECT_LT(std::abs(Correlation(next, first, lag)), 4.5) << offset << " " << lag;
    }
  }
  EXPECT_LT(std::abs(Correlation(first, numbers(8, 0), 0)), 4.5);
  for (const size_t lag : {1, 2, 3, 4, 5}) {
    EXPECT_LT(std::abs(Correlation(first, first, lag)), 4.5) << lag;
  }
}

}  // namespace
}  // namespace openaclnn::test::random_test

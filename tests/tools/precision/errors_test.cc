// ULP statistics, against the oracle and against lists.
#include "tools/precision/errors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/oracle/format.h"

namespace openaclnn::precision {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Field;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

constexpr struct {
  aclDataType dtype;
  oracle::Format format;
} kFormats[] = {{ACL_FLOAT16, oracle::kFloat16},
                {ACL_BF16, oracle::kBfloat16},
                {ACL_FLOAT, oracle::kFloat},
                {ACL_DOUBLE, oracle::kDouble}};

TEST(Ulp, IsTheDistanceOfNeighbours) {
  const Format& half = *FindFormat(ACL_FLOAT16);
  EXPECT_EQ(Ulp(1, half), 0x1p-10);
  EXPECT_EQ(Ulp(-1.999, half), 0x1p-10);
  EXPECT_EQ(Ulp(2, half), 0x1p-9);
  EXPECT_EQ(Ulp(0, half), 0x1p-24);
  EXPECT_EQ(Ulp(0x1p-30, half), 0x1p-24);
  EXPECT_EQ(Ulp(1e9, half), 32);
  EXPECT_EQ(UlpError(1.5, 1, half), 512);
  EXPECT_EQ(UlpError(1e308, -1e308, *FindFormat(ACL_DOUBLE)), std::numeric_limits<double>::max());
}

TEST(Ulp, AgreesWithTheOracle) {
  std::mt19937_64 random(1);
  for (const auto& [dtype, format] : kFormats) {
    const Format& tested = *FindFormat(dtype);
    for (int i = 0; i < 20'000; ++i) {
      // Any golden double near the format's range, and a result not far from it.
      const int exponent = format.min_exponent - format.fraction_bits - 2 +
                           static_cast<int>(random() % (format.max_exponent - format.min_exponent));
      const double golden = std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52, exponent);
      const double rounded = oracle::Round(golden, format);
      ASSERT_EQ(tested.round(golden), rounded);
      const double scale = 1 + static_cast<double>(random() % 64) / 512;
      const double actual = oracle::Round(golden * scale, format);
      const double expected = oracle::UlpError(actual, golden, format);
      ASSERT_THAT(UlpError(actual, golden, tested), DoubleNear(expected, 1e-12 * expected))
          << actual << " " << golden;
    }
  }
}

TEST(UlpHistogram, HasExactPowersOfTwoAtTheEndsOfBinades) {
  UlpHistogram histogram;
  for (const double error : {0.0, 0.5, 1.0, std::nextafter(1.0, 2.0), 2.0, 1e-300, 1e300}) {
    histogram.Add(error);
  }
  EXPECT_EQ(histogram.zeros(), 1);
  EXPECT_EQ(histogram.Binade(-1), 1);
  EXPECT_EQ(histogram.Binade(0), 1);
  EXPECT_EQ(histogram.Binade(1), 2);
  EXPECT_EQ(histogram.UpTo(1), 5);
  EXPECT_EQ(histogram.UpTo(96), 6);
}

TEST(UlpHistogram, GivesPercentilesToASixteenth) {
  std::mt19937_64 random(2);
  UlpHistogram histogram;
  std::vector<double> errors;
  for (int i = 0; i < 10'000; ++i) {
    errors.push_back(std::ldexp(static_cast<double>(random() >> 12) * 0x1p-52,
                                static_cast<int>(random() % 20) - 5));
    histogram.Add(errors.back());
  }
  std::ranges::sort(errors);
  for (const double share : {0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const double exact = errors[static_cast<size_t>(std::ceil(share * 10'000)) - 1];
    EXPECT_GE(histogram.Percentile(share), exact);
    EXPECT_LE(histogram.Percentile(share), exact * (1 + 1.0 / 16));
  }
  EXPECT_EQ(UlpHistogram().Percentile(0.5), 0);
}

TEST(Errors, CountsMismatchesAndRoundedResults) {
  Errors errors(ACL_FLOAT16, 3);
  //                      rounded  0.5 ulp     sign  zero's sign  NaN   NaN   Inf    agree
  const double actual[] = {1.0, 1 + 0x1p-10, -1.0, -0.0, kNan, 1.0, kInf, kInf, kNan};
  const double golden[] = {1 + 0x1p-12, 1 + 0x1p-11, 1.0, 0.0, 1.0, kNan, -kInf, 1e6, kNan};
  errors.Add(100, actual, golden);
  const Counts& counts = errors.counts();
  EXPECT_EQ(counts.elements, 9);
  EXPECT_EQ(counts.specials, 5);
  EXPECT_EQ(counts.nan_mismatches, 2);
  EXPECT_EQ(counts.inf_mismatches, 1);
  EXPECT_EQ(counts.sign_mismatches, 3);  // -1, -0 and the infinity
  EXPECT_EQ(counts.rounded, 4);          // the first, -0 == 0, the last two; ties go to even
  EXPECT_EQ(counts.max_ulp, 2048);
  EXPECT_EQ(counts.mean_ulp(), (0.25 + 0.5 + 2048 + 0) / 4);
  // NaN and Inf first.
  EXPECT_THAT(errors.worst(), ElementsAre(Field(&Element::index, 104), Field(&Element::index, 105),
                                          Field(&Element::index, 106)));
}

TEST(Errors, KeepsTheWorstInOrder) {
  Errors errors(ACL_FLOAT, 3);
  const std::vector<double> golden(6, 1.0);
  const double ulp = 0x1p-23;
  errors.Add(0, std::vector<double>{1, 1 + ulp, 1 - 3 * ulp, 1 + 2 * ulp, 1 + 3 * ulp, 1}, golden);
  EXPECT_THAT(errors.worst(), ElementsAre(Field(&Element::index, 2), Field(&Element::index, 4),
                                          Field(&Element::index, 3)));
  EXPECT_EQ(errors.worst()[0].ulp, 3);
  EXPECT_EQ(errors.worst()[0].actual, 1 - 3 * ulp);
  EXPECT_EQ(errors.worst()[0].golden, 1);
}

// Random results in every format: any split into parts that are merged counts the same, and what is
// counted is what a list of the errors gives.
TEST(Errors, MergesParts) {
  std::mt19937_64 random(3);
  for (const auto& [dtype, format] : kFormats) {
    std::vector<double> actual, golden;
    for (int i = 0; i < 5000; ++i) {
      golden.push_back(std::ldexp(static_cast<double>(random() >> 12) * 0x1p-52 - 0.5,
                                  static_cast<int>(random() % 24) - 16));
      const double noise = std::ldexp(static_cast<double>(random() % 1000), -20);
      actual.push_back(oracle::Round(golden.back() * (1 + noise), format));
      if (i % 500 == 7) actual.back() = kNan;
      if (i % 700 == 7) golden.back() = kInf;
    }
    Errors whole(dtype, 20), merged(dtype, 20);
    whole.Add(0, actual, golden);
    for (size_t first = 0; first < actual.size();) {
      const size_t count = std::min<size_t>(1 + random() % 1000, actual.size() - first);
      Errors part(dtype, 20);
      part.Add(static_cast<int64_t>(first), std::span(actual).subspan(first, count),
               std::span(golden).subspan(first, count));
      merged.Merge(part);
      first += count;
    }
    const Counts& a = whole.counts();
    const Counts& b = merged.counts();
    for (const auto count :
         {&Counts::elements, &Counts::specials, &Counts::nan_mismatches, &Counts::inf_mismatches,
          &Counts::sign_mismatches, &Counts::rounded, &Counts::matched, &Counts::normals,
          &Counts::smalls, &Counts::small_errors}) {
      EXPECT_EQ(a.*count, b.*count);
    }
    for (const auto largest : {&Counts::max_ulp, &Counts::max_error, &Counts::ulp_at_max_error,
                               &Counts::max_relative, &Counts::normal_max_relative}) {
      EXPECT_EQ(a.*largest, b.*largest);
    }
    for (const auto sum : {&Counts::sum_ulp, &Counts::sum_relative, &Counts::normal_sum_relative,
                           &Counts::normal_sum_squares}) {
      EXPECT_THAT(b.*sum, DoubleNear(a.*sum, 1e-12 * a.*sum));
    }
    ASSERT_EQ(whole.worst().size(), 20);
    ASSERT_EQ(merged.worst().size(), 20);
    for (size_t i = 0; i < 20; ++i) EXPECT_EQ(whole.worst()[i].index, merged.worst()[i].index);

    std::vector<double> errors;
    uint64_t rounded = 0, nans = 0;
    double sum = 0;
    for (size_t i = 0; i < actual.size(); ++i) {
      if (!std::isfinite(actual[i]) || !std::isfinite(golden[i])) {
        nans += std::isnan(actual[i]) ? 1 : 0;
        continue;
      }
      errors.push_back(oracle::UlpError(actual[i], golden[i], format));
      sum += errors.back();
      rounded += actual[i] == oracle::Round(golden[i], format) ? 1 : 0;
    }
    EXPECT_EQ(a.compared(), errors.size());
    EXPECT_EQ(a.rounded, rounded);
    EXPECT_EQ(a.nan_mismatches, nans);
    EXPECT_THAT(a.sum_ulp, DoubleNear(sum, 1e-9 * sum));
    const double largest = *std::ranges::max_element(errors);
    EXPECT_THAT(a.max_ulp, DoubleNear(largest, 1e-12 * largest));
  }
}

}  // namespace
}  // namespace openaclnn::precision

// Many samples, which are taken in blocks and channels by channels, against few at a time.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::grid_sampling_test {
namespace {

constexpr int64_t kChannels = 19, kHeight = 37, kWidth = 61;  // more than two blocks of samples
constexpr double kLinear = 0, kNearest = 1;

// Line `line` of each plane of a tensor [1, planes, kHeight, columns].
Array LineOf(const Array& whole, int64_t line) {
  const int64_t planes = whole.shape[1], columns = whole.shape[3];
  return Array(whole.dtype, {1, planes, 1, columns}, [&](int64_t i) {
    return whole.Bits((i / columns * kHeight + line) * columns + i % columns);
  });
}
// The places of the samples of a line.
Array PlacesOf(const Array& places, int64_t line) {
  const int64_t of_line = kWidth * 2;
  return Array(places.dtype, {1, 1, kWidth, 2},
               [&](int64_t i) { return places.Bits(line * of_line + i); });
}

Array Input() { return RandomArray(ACL_FLOAT, {1, kChannels, 11, 13}, 1); }
Array AllPlaces() { return RandomArray(ACL_FLOAT, {1, kHeight, kWidth, 2}, 2, -1.25, 1.25); }

Array Sampled(const Array& places, double mode) {
  return RunCall({"aclnnGridSampler2D",
                  {Input(), places, mode, 0.0, 0.0,
                   Array(ACL_FLOAT, {1, kChannels, places.shape[1], kWidth})}})[0];
}
// The gradients by the input and by the places.
std::vector<Array> Gradients(const Array& grad, const Array& places, double mode) {
  return RunCall({"aclnnGridSampler2DBackward",
                  {grad, Input(), places, mode, 0.0, 0.0, std::vector<int64_t>{1, 1},
                   Array(ACL_FLOAT, Input().shape), Array(ACL_FLOAT, places.shape)}});
}

TEST(GridSamplingTest, SamplesDoNotDependOnTheirNumber) {
  const Array places = AllPlaces();
  for (const double mode : {kLinear, kNearest}) {
    const Array sampled = Sampled(places, mode);
    for (int64_t line = 0; line < kHeight; ++line) {
      EXPECT_TRUE(SameBits(LineOf(sampled, line), Sampled(PlacesOf(places, line), mode)));
    }
  }
}

// Sums of whole numbers are exact in any order.
TEST(GridSamplingTest, GradientsAreSumsOfThoseOfLines) {
  const Array places = AllPlaces();
  const Array grad(ACL_FLOAT, {1, kChannels, kHeight, kWidth}, [](int64_t i) {
    return BitsOf(ACL_FLOAT, static_cast<double>(i * 7919 % 17 - 8));
  });
  const std::vector<Array> of_all = Gradients(grad, places, kNearest);
  std::vector<double> sums(static_cast<size_t>(of_all[0].size()));
  for (int64_t line = 0; line < kHeight; ++line) {
    const std::vector<Array> of_line =
        Gradients(LineOf(grad, line), PlacesOf(places, line), kNearest);
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += of_line[0].Value(static_cast<int64_t>(i));
  }
  for (size_t i = 0; i < sums.size(); ++i) {
    ASSERT_EQ(of_all[0].Value(static_cast<int64_t>(i)), sums[i]) << i;
  }
}

TEST(GridSamplingTest, GradientsByPlacesDoNotDependOnTheirNumber) {
  const Array places = AllPlaces(),
              grad = RandomArray(ACL_FLOAT, {1, kChannels, kHeight, kWidth}, 4);
  const Array of_all = Gradients(grad, places, kLinear)[1];
  for (int64_t line = 0; line < kHeight; ++line) {
    const Array of_line = Gradients(LineOf(grad, line), PlacesOf(places, line), kLinear)[1];
    EXPECT_TRUE(SameBits(PlacesOf(of_all, line), of_line));
  }
}

TEST(GridSamplingTest, NearestElementsHaveNoGradientByPlaces) {
  const Array places = AllPlaces(),
              grad = RandomArray(ACL_FLOAT, {1, kChannels, kHeight, kWidth}, 5);
  EXPECT_TRUE(SameBits(Array(ACL_FLOAT, places.shape), Gradients(grad, places, kNearest)[1]));
}

// ---- Against samples taken one by one

constexpr double kZeros = 0, kBorder = 1;

struct Sampling {
  double mode, margin, aligns;
};

// Where a place is among the elements of an axis.
double AmongElements(const Sampling& of, double place, int64_t size) {
  const auto extent = static_cast<double>(size);
  const double at =
      of.aligns != 0 ? (place + 1) / 2 * (extent - 1) : ((place + 1) * extent - 1) / 2;
  if (of.margin == kZeros) return at;
  return at <= 0 ? 0 : at >= extent - 1 ? extent - 1 : at;
}

struct Tap {
  int64_t at;
  double weight;
};
std::vector<Tap> TapsAlong(const Sampling& of, double place, int64_t size) {
  const double at = AmongElements(of, place, size), before = std::floor(at);
  if (of.mode == kNearest) return {{static_cast<int64_t>(std::nearbyint(at)), 1}};
  const auto first = static_cast<int64_t>(before);
  return {{first, before + 1 - at}, {first + 1, at - before}};
}

// Calls use(sample, element, weight) for the elements of the input [1, channels, height, width]
// that samples are made of: in all channels, both in order.
template <class Use>
void ForTaps(const Sampling& of, const Shape& input, const Array& places, const Use& use) {
  const int64_t samples = places.shape[1] * places.shape[2], plane = input[2] * input[3];
  for (int64_t i = 0; i < input[1] * samples; ++i) {
    const int64_t sample = i % samples, channel = i / samples;
    for (const Tap& row : TapsAlong(of, places.Value(2 * sample + 1), input[2])) {
      for (const Tap& column : TapsAlong(of, places.Value(2 * sample), input[3])) {
        if (row.at < 0 || row.at >= input[2] || column.at < 0 || column.at >= input[3]) continue;
        use(i, channel * plane + row.at * input[3] + column.at, row.weight * column.weight);
      }
    }
  }
}

Array Rounded(aclDataType dtype, const Shape& shape, const std::vector<double>& sums) {
  return Array(dtype, shape,
               [&](int64_t i) { return BitsOf(dtype, sums[static_cast<size_t>(i)]); });
}

void ExpectSamples(const Sampling& of, aclDataType dtype, const Shape& shape, const Array& places) {
  const Array numbers = RandomArray(dtype, shape, 3);
  // Infinite elements have no part in samples beside them.
  const Array input(dtype, shape, [&](int64_t i) {
    return i % 29 == 7 ? BitsOf(dtype, std::numeric_limits<double>::infinity()) : numbers.Bits(i);
  });
  const Shape sampled = {1, shape[1], places.shape[1], places.shape[2]};
  const Array out(dtype, sampled);
  std::vector<double> sums(static_cast<size_t>(out.size()));
  ForTaps(of, shape, places, [&](int64_t sample, int64_t element, double weight) {
    sums[static_cast<size_t>(sample)] += input.Value(element) * weight;
  });
  const auto results =
      RunCall({"aclnnGridSampler2D", {input, places, of.mode, of.margin, of.aligns, out}});
  for (int64_t i = 0; i < out.size(); ++i) {
    const double sum = sums[static_cast<size_t>(i)];
    if (std::isnan(sum)) {
      EXPECT_TRUE(std::isnan(results[0].Value(i))) << i;
    } else {
      EXPECT_EQ(results[0].Bits(i), BitsOf(dtype, sum)) << i;
    }
  }
}

void ExpectGradient(const Sampling& of, aclDataType dtype, const Shape& shape,
                    const Array& places) {
  const Shape sampled = {1, shape[1], places.shape[1], places.shape[2]};
  const Array grad = RandomArray(dtype, sampled, 4);
  const Array input = RandomArray(dtype, shape, 3);
  std::vector<double> sums(static_cast<size_t>(input.size()));
  ForTaps(of, shape, places, [&](int64_t sample, int64_t element, double weight) {
    sums[static_cast<size_t>(element)] += grad.Value(sample) * weight;
  });
  const auto results =
      RunCall({"aclnnGridSampler2DBackward",
               {grad, input, places, of.mode, of.margin, of.aligns, std::vector<int64_t>{1, 0},
                Array(dtype, shape), Array(dtype, places.shape)}});
  EXPECT_TRUE(SameBits(results[0], Rounded(dtype, shape, sums)));
}

TEST(GridSamplingTest, EachSampleIsMadeOfTheElementsAboutIt) {
  for (const Sampling& of : std::vector<Sampling>{{kLinear, kZeros, 0},
                                                  {kLinear, kBorder, 0},
                                                  {kLinear, kZeros, 1},
                                                  {kNearest, kZeros, 0},
                                                  {kNearest, kBorder, 1}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_FLOAT16, ACL_BF16}) {
      for (const Shape& shape : {Shape{1, 3, 11, 13}, Shape{1, 2, 5, 2}, Shape{1, 2, 1, 7},
                                 Shape{1, 2, 7, 1}, Shape{1, 1, 1, 1}}) {
        for (const int64_t width : {1, 5, 16, 700}) {
          SCOPED_TRACE(::testing::Message()
                       << of.mode << of.margin << of.aligns << " " << dtype << " " << shape[2]
                       << " x " << shape[3] << " " << width);
          const Array places = RandomArray(dtype, {1, 3, width, 2}, 2, -1.5, 1.5);
          ExpectSamples(of, dtype, shape, places);
          ExpectGradient(of, dtype, shape, places);
        }
      }
    }
  }
}

// The centers of elements, and ends of the input.
TEST(GridSamplingTest, PlacesOfElements) {
  const Array places(ACL_FLOAT, {1, 1, 40, 2}, [](int64_t i) {
    return BitsOf(ACL_FLOAT, static_cast<double>(i * 7 % 41 - 20) / 8);
  });
  for (const double mode : {kLinear, kNearest}) {
    for (const double margin : {kZeros, kBorder}) {
      for (const double aligns : {0.0, 1.0}) {
        ExpectSamples({mode, margin, aligns}, ACL_FLOAT, {1, 3, 4, 8}, places);
        ExpectGradient({mode, margin, aligns}, ACL_FLOAT, {1, 3, 4, 8}, places);
      }
    }
  }
}

// More samples than taps are kept of.
TEST(GridSamplingTest, GradientsOfManySamples) {
  const Array places = RandomArray(ACL_FLOAT, {1, 67, 257, 2}, 2, -1.25, 1.25);
  for (const double mode : {kLinear, kNearest}) {
    ExpectGradient({mode, kZeros, 0}, ACL_FLOAT, {1, 3, 9, 10}, places);
  }
}

}  // namespace
}  // namespace openaclnn::test::grid_sampling_test

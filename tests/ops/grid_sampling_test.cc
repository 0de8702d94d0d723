// Many samples, which are taken in blocks and channels by channels, against few at a time.
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
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

}  // namespace
}  // namespace openaclnn::test

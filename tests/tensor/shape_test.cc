#include "tensor/shape.h"

#include <cstdint>
#include <limits>
#include <optional>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

TEST(Shape, Text) {
  EXPECT_EQ(ShapeText({}), "[]");
  EXPECT_EQ(ShapeText({7}), "[7]");
  EXPECT_EQ(ShapeText({2, 0, -3}), "[2, 0, -3]");
}

TEST(Shape, CountElements) {
  EXPECT_EQ(CountElements({}), 1);
  EXPECT_EQ(CountElements({2, 3, 4}), 24);
  EXPECT_EQ(CountElements({2, 0, 4}), 0);
  EXPECT_EQ(CountElements({kMax}), kMax);
  EXPECT_EQ(CountElements({kMax, 1, 0, kMax}), 0);
  EXPECT_EQ(CountElements({kMax, kMax, 0}), 0);
  EXPECT_EQ(CountElements({int64_t{1} << 31, int64_t{1} << 31}), int64_t{1} << 62);
  EXPECT_EQ(CountElements({int64_t{1} << 32, int64_t{1} << 31}), std::nullopt);
  EXPECT_EQ(CountElements({kMax, 2}), std::nullopt);
  EXPECT_EQ(CountElements({3, -1}), std::nullopt);
  EXPECT_EQ(CountElements({0, -1}), std::nullopt);
}

TEST(Shape, ContiguousStrides) {
  EXPECT_EQ(ContiguousStrides({}), Dims());
  EXPECT_EQ(ContiguousStrides({5}), Dims({1}));
  EXPECT_EQ(ContiguousStrides({2, 3, 4}), Dims({12, 4, 1}));
  EXPECT_EQ(ContiguousStrides({2, 0, 4}), Dims({0, 4, 1}));
  EXPECT_EQ(ContiguousStrides({kMax, kMax, kMax}).size(), 3u);  // overflows, but is defined
  EXPECT_EQ(ContiguousStrides({2, -3, 4}), Dims({-12, 4, 1}));
}

TEST(Shape, AxisAt) {
  EXPECT_EQ(AxisAt(0, {2, 3, 4}), 0u);
  EXPECT_EQ(AxisAt(2, {2, 3, 4}), 2u);
  EXPECT_EQ(AxisAt(-1, {2, 3, 4}), 2u);
  EXPECT_EQ(AxisAt(-3, {2, 3, 4}), 0u);
  EXPECT_EQ(AxisAt(3, {2, 3, 4}), std::nullopt);
  EXPECT_EQ(AxisAt(-4, {2, 3, 4}), std::nullopt);
  EXPECT_EQ(AxisAt(0, {}), 0u);
  EXPECT_EQ(AxisAt(-1, {}), 0u);
  EXPECT_EQ(AxisAt(1, {}), std::nullopt);
  EXPECT_EQ(AxisAt(kMax, {5}), std::nullopt);
  EXPECT_EQ(AxisAt(-kMax - 1, {5}), std::nullopt);
}

}  // namespace
}  // namespace openaclnn

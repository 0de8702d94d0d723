// Broadcasting against a naive model that pads with ones on the left and looks at every element.
#include "tensor/broadcast.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

Dims Padded(const Dims& shape, size_t rank) {
  Dims padded(rank - shape.size(), 1);
  padded.insert(padded.end(), shape.begin(), shape.end());
  return padded;
}

std::optional<Dims> Model(const Dims& a, const Dims& b) {
  const size_t rank = std::max(a.size(), b.size());
  const Dims x = Padded(a, rank), y = Padded(b, rank);
  std::optional<Dims> common(std::in_place);
  for (size_t i = 0; i < rank; ++i) {
    if (x[i] != y[i] && x[i] != 1 && y[i] != 1) return std::nullopt;
    common->push_back(x[i] == 1 ? y[i] : x[i]);
  }
  return common;
}

TEST(Broadcast, NamedCases) {
  EXPECT_EQ(Broadcast({2, 3}, {2, 3}), Dims({2, 3}));
  EXPECT_EQ(Broadcast({}, {4}), Dims({4}));
  EXPECT_EQ(Broadcast({}, {}), Dims());
  EXPECT_EQ(Broadcast({3, 1}, {1, 4}), Dims({3, 4}));
  EXPECT_EQ(Broadcast({5, 1, 4}, {3, 1}), Dims({5, 3, 4}));
  EXPECT_EQ(Broadcast({1}, {0}), Dims({0}));
  EXPECT_EQ(Broadcast({0}, {1}), Dims({0}));
  EXPECT_EQ(Broadcast({0}, {2}), std::nullopt);
  EXPECT_EQ(Broadcast({2, 3}, {3, 2}), std::nullopt);
}

TEST(Broadcast, BroadcastsTo) {
  EXPECT_TRUE(BroadcastsTo({3, 1}, {2, 3, 4}));
  EXPECT_TRUE(BroadcastsTo({2, 3}, {2, 3}));
  EXPECT_TRUE(BroadcastsTo({1}, {0}));
  EXPECT_FALSE(BroadcastsTo({2, 3}, {2, 1}));  // they broadcast, but to another shape
  EXPECT_FALSE(BroadcastsTo({1, 3}, {3}));     // rank counts
  EXPECT_FALSE(BroadcastsTo({4}, {3}));
}

TEST(Broadcast, AgreesWithModel) {
  std::mt19937 random(11);
  const auto shape = [&random] {
    Dims dims(random() % 5);
    for (int64_t& extent : dims) extent = std::array<int64_t, 5>{0, 1, 1, 2, 3}[random() % 5];
    return dims;
  };
  int broadcastable = 0;
  for (int i = 0; i < 20000; ++i) {
    const Dims a = shape(), b = shape();
    ASSERT_EQ(Broadcast(a, b), Model(a, b)) << ShapeText(a) << ShapeText(b);
    ASSERT_EQ(Broadcast(b, a), Model(a, b)) << ShapeText(a) << ShapeText(b);
    broadcastable += Model(a, b).has_value();
  }
  EXPECT_GT(broadcastable, 2000);
  EXPECT_LT(broadcastable, 18000);
}

// Walking the target with the new strides must reach the element that the naive model reaches.
TEST(Broadcast, StridesReachTheModelsElements) {
  std::mt19937 random(12);
  for (int round = 0; round < 3000; ++round) {
    Dims target(random() % 5);
    for (int64_t& extent : target) extent = 1 + random() % 3;
    Dims shape(target.end() - static_cast<int>(random() % (target.size() + 1)), target.end());
    for (int64_t& extent : shape) extent = random() % 3 == 0 ? 1 : extent;
    Dims strides(shape.size());
    for (int64_t& stride : strides) stride = static_cast<int64_t>(random() % 41) - 20;
    const Dims result = BroadcastStrides(shape, strides, target);
    ASSERT_EQ(result.size(), target.size());
    const Dims padded = Padded(shape, target.size());
    const int64_t count = CountElements(target).value();
    for (int64_t element = 0; element < count; ++element) {
      int64_t rest = element, reached = 0, expected = 0;
      for (size_t i = target.size(); i-- > 0;) {
        const int64_t index = rest % target[i];
        rest /= target[i];
        reached += index * result[i];
        const size_t missing = target.size() - shape.size();
        if (i >= missing) expected += (padded[i] == 1 ? 0 : index) * strides[i - missing];
      }
      ASSERT_EQ(reached, expected);
    }
  }
}

TEST(Broadcast, RepeatedAxesHaveStrideZero) {
  EXPECT_EQ(BroadcastStrides({3, 1}, {10, 7}, {2, 3, 4}), Dims({0, 10, 0}));
  EXPECT_EQ(BroadcastStrides({1, 2}, {-4, 4}, {0, 2}), Dims({0, 4}));
}

}  // namespace
}  // namespace openaclnn

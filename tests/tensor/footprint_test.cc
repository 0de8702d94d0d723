#include "tensor/footprint.h"

#include <random>
#include <set>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

TEST(FootprintTest, DenseViewsAreRanges) {
  const View dense[] = {
      {1000, {}, {}, 8},
      {1000, {2, 3}, {12, 4}, 4},
      {1000, {3, 2}, {4, 12}, 4},         // transposed
      {1020, {2, 3}, {-12, -4}, 4},       // backwards
      {1000, {2, 1, 3}, {12, 999, 4}, 4}  // the stride of one element means nothing
  };
  for (const View& view : dense) {
    const Access access = AccessTo(view, "self", true);
    EXPECT_EQ(access.begin, 1000);
    EXPECT_EQ(access.end, view.shape.empty() ? 1008 : 1024);
    EXPECT_EQ(access.footprint, nullptr);
  }
}

TEST(FootprintTest, ViewsWithGapsKnowThem) {
  const Access access = AccessTo({1008, {2, 2}, {16, -8}, 4}, "self", false);
  EXPECT_EQ(access.begin, 1000);
  EXPECT_EQ(access.end, 1028);
  ASSERT_NE(access.footprint, nullptr);
  EXPECT_TRUE(access.footprint->Touches(1003, 1008));
  EXPECT_FALSE(access.footprint->Touches(1004, 1008));
  const Access other = AccessTo({1004, {2, 2}, {16, 8}, 4}, "self", false);
  EXPECT_FALSE(access.footprint->Touches(*other.footprint));
  EXPECT_FALSE(access.footprint->Equals(*other.footprint));
  EXPECT_TRUE(access.footprint->Touches(*access.footprint));
  EXPECT_TRUE(access.footprint->Equals(*access.footprint));
}

TEST(FootprintTest, EmptyViewsTouchNothing) {
  const Access access = AccessTo({1000, {4, 0}, {16, 4}, 4}, "self", true);
  EXPECT_EQ(access.begin, access.end);
}

// Against the definition of a view, element by element.
TEST(FootprintTest, VisitsAllOfItsBytesAndNoOthers) {
  std::mt19937 random(1);
  int with_gaps = 0;
  for (int round = 0; round < 2000; ++round) {
    View view{100'000, {}, {}, int64_t{1} << (random() % 4)};
    std::set<uintptr_t> elements{view.address};
    const auto rank = random() % 5;
    for (size_t axis = 0; axis < rank; ++axis) {
      view.shape.push_back(1 + random() % 4);
      view.byte_strides.push_back(static_cast<int64_t>(random() % 81) - 40);
      std::set<uintptr_t> more;
      for (const uintptr_t element : elements) {
        for (int64_t i = 0; i < view.shape.back(); ++i) {
          more.insert(element + static_cast<uintptr_t>(i * view.byte_strides.back()));
        }
      }
      elements = more;
    }
    const Access access = AccessTo(view, "self", false);
    if (access.footprint == nullptr) continue;
    ++with_gaps;
    std::set<uintptr_t> expected, visited;
    for (const uintptr_t element : elements) {
      for (int64_t i = 0; i < view.item_bytes; ++i) {
        expected.insert(element + static_cast<uintptr_t>(i));
      }
    }
    access.footprint->Visit([&](uintptr_t begin, uintptr_t end) {
      for (uintptr_t byte = begin; byte < end; ++byte) visited.insert(byte);
    });
    ASSERT_EQ(visited, expected) << round;
    ASSERT_EQ(access.begin, *expected.begin());
    ASSERT_EQ(access.end, *expected.rbegin() + 1);
  }
  EXPECT_GT(with_gaps, 1000);
}

}  // namespace
}  // namespace openaclnn

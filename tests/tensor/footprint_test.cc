#include "tensor/footprint.h"

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

}  // namespace
}  // namespace openaclnn

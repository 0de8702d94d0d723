// Where temporaries lie in a workspace.
#include "kinds/stages/layout.h"

#include <vector>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

TEST(LayoutTest, ThoseThatLiveTogetherLieApart) {
  std::vector<Lifetime> lives = {{100, 0, 1}, {8, 1, 2}, {64, 1, 1}};
  EXPECT_EQ(LayOut(lives), 256u);
  EXPECT_EQ(lives[0].offset, 0u);
  EXPECT_EQ(lives[1].offset, 128u);
  EXPECT_EQ(lives[2].offset, 192u);
}

TEST(LayoutTest, MemoryIsUsedAgain) {
  std::vector<Lifetime> lives = {{1000, 0, 1}, {1000, 2, 3}, {1000, 1, 2}, {64, 4, 4}};
  EXPECT_EQ(LayOut(lives), 2024u);
  EXPECT_EQ(lives[1].offset, 0u);
  EXPECT_EQ(lives[2].offset, 1024u);
  EXPECT_EQ(lives[3].offset, 0u);
}

TEST(LayoutTest, FillsAGap) {
  std::vector<Lifetime> lives = {{64, 0, 3}, {128, 0, 0}, {64, 0, 3}, {128, 1, 3}, {64, 1, 1}};
  EXPECT_EQ(LayOut(lives), 320u);
  EXPECT_EQ(lives[2].offset, 192u);
  EXPECT_EQ(lives[3].offset, 64u);
  EXPECT_EQ(lives[4].offset, 256u);
}

TEST(LayoutTest, NothingTakesNoMemory) {
  std::vector<Lifetime> lives = {{0, 0, 0}, {0, INT32_MAX, -1}};
  EXPECT_EQ(LayOut(lives), 0u);
}

}  // namespace
}  // namespace openaclnn

// The rules of tensors whose last axes are normalised.
#include "ops/sums/normalized_shape.h"

#include "tests/engine/one_rule.h"

namespace openaclnn::test {
namespace {

constexpr ArgumentSpec kSizes = IntsInput("sizes");

TEST(NormalizedShapeRulesTest, LastSizesOf) {
  static constexpr OpSpec kSpec = OneRule(LastSizesOf("sizes", "x"), {kSizes, kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Axes{{3}}, Shape{2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Axes{{2, 3}}, Shape{2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Axes{{}}, Shape{2, 3}}),
            "sizes: is empty, expected the last sizes of x (shape [2, 3])");
  EXPECT_EQ(rule.Refuses({Axes{{2}}, Shape{2, 3}}),
            "sizes: is [2], expected the last sizes of x (shape [2, 3])");
  EXPECT_EQ(rule.Refuses({Axes{{1, 2, 3}}, Shape{2, 3}}),
            "sizes: is [1, 2, 3], expected the last sizes of x (shape [2, 3])");
  EXPECT_EQ(rule.Sentence(), "sizes has the sizes of the last axes of x, at least one.");
}

TEST(NormalizedShapeRulesTest, ShapeIn) {
  static constexpr OpSpec kSpec = OneRule(ShapeIn("x", "sizes"), {Output("x"), kSizes});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 3}, Axes{{2, 3}}}), "");
  EXPECT_EQ(rule.Refuses({Shape{6}, Axes{{2, 3}}}),
            "x: shape is [6], expected [2, 3], as sizes says");
  EXPECT_EQ(rule.Sentence(), "The shape of x is sizes.");
  EXPECT_EQ(rule.Infers("x", {nullptr, Axes{{4, 5}}}), "FLOAT [4, 5]");
}

TEST(NormalizedShapeRulesTest, SizesAndCountWithoutLast) {
  static constexpr OpSpec kSpec =
      OneRule(SizesWithoutLast("x", "y", "sizes"), {Output("x"), kY, kSizes});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 1, 1}, Shape{2, 3, 4}, Axes{{3, 4}}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2}, Shape{2, 3}, Axes{{3}}}),
            "x: shape is [2], expected [2, 1], the shape [2, 3] of y with 1 at the axes in sizes");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 3}, Axes{{3}}}), "FLOAT [2, 1]");

  static constexpr OpSpec kCounts = OneRule(CountWithoutLast("x", "y", "sizes"), {kX, kY, kSizes});
  const RuleOf counts(kCounts);
  EXPECT_EQ(counts.Refuses({Shape{2}, Shape{2, 3}, Axes{{3}}}), "");
  EXPECT_EQ(counts.Refuses({Shape{3}, Shape{2, 3}, Axes{{3}}}),
            "x: shape is [3], expected as many elements as [2, 1] has");
}

TEST(NormalizedShapeRulesTest, CountIn) {
  static constexpr OpSpec kSpec = OneRule(CountIn("x", "sizes"), {Output("x"), kSizes});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{6}, Axes{{2, 3}}}), "");
  EXPECT_EQ(rule.Refuses({Shape{5}, Axes{{2, 3}}}),
            "x: shape is [5], expected as many elements as [2, 3] has");
}

TEST(NormalizedShapeRulesTest, DtypeWithMode) {
  static constexpr OpSpec kModes = OneRule(DtypeWithMode("x", ACL_FLOAT16, "n", 2), {kX, kN});
  const RuleOf modes(kModes);
  EXPECT_EQ(modes.Refuses({ACL_FLOAT, 1}), "");
  EXPECT_EQ(modes.Refuses({ACL_FLOAT16, 2}), "");
  EXPECT_EQ(modes.Refuses({ACL_FLOAT, 2}), "x: dtype is FLOAT, expected FLOAT16, as n is 2");
  EXPECT_EQ(modes.Sentence(), "The dtype of x is FLOAT16 if n is 2.");
}

}  // namespace
}  // namespace openaclnn::test

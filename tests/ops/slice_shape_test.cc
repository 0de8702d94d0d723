#include "ops/moves/slice_shape.h"

#include "ops/index/indexed_shape.h"
#include "ops/sums/trace_dtype.h"
#include "tests/engine/one_rule.h"

namespace openaclnn::test::slice_shape_test {
namespace {

TEST(SliceShapeTest, HasThePlacesFromStartOn) {
  static constexpr OpSpec kSpec = OneRule(
      SlicedShape("x", "y", "d", "s"),
      {Input("y"), IntInput("d"), IntInput("s"), IntInput("e"), IntInput("t"), Output("x")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{3, 7}, 1, 1, 6, 2, Shape{3, 3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{3, 7}, -1, -3, 100, 1, Shape{3, 3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{3, 7}, 0.0, 2, 1, 1, Shape{0, 7}}), "");
  EXPECT_EQ(rule.Refuses({Shape{3, 7}, 1, 0.0, 7, 2, Shape{3, 3}}),
            "x: shape is [3, 3], expected [3, 4], the places of y (shape [3, 7]) from s on");
  EXPECT_EQ(rule.Infers("x", {Shape{3, 7}, 1, 0.0, 7, 2, nullptr}), "FLOAT [3, 4]");
}

TEST(SliceShapeTest, AlongSeveralAxes) {
  static constexpr OpSpec kSpec = OneRule(
      SlicedShapes("x", "y", "a", "s"),
      {Input("y"), IntsInput("s"), IntsInput("e"), IntsInput("a"), IntsInput("t"), Output("x")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses(
                {Shape{3, 7}, Axes{{0, 1}}, Axes{{2, 7}}, Axes{{0, 1}}, Axes{{1, 3}}, Shape{2, 2}}),
            "");
  EXPECT_EQ(rule.Refuses({Shape{3, 7}, Axes{{0}}, Axes{{2}}, Axes{{0}}, Axes{{0}}, Shape{2, 7}}),
            "t: has 0, expected at least 1");
}

TEST(SliceShapeTest, HasTheShapeOfTheIndex) {
  static constexpr OpSpec kSpec = OneRule(GatheredShape("x", "y", "d", "i"),
                                          {Input("y"), IntInput("d"), Input("i"), Output("x")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{4, 5}, 1, Shape{2, 3}, Shape{4, 2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{4, 5}, 0.0, Shape{}, Shape{1, 5}}), "");
  EXPECT_EQ(rule.Refuses({Shape{}, 0.0, Shape{2}, Shape{}}),
            "i: shape is [2], expected one element, as y has no axis");
  EXPECT_EQ(rule.Refuses({Shape{4, 5}, 1, Shape{2}, Shape{4, 5}}),
            "x: shape is [4, 5], expected [4, 2], the shape [4, 5] of y with that of i (shape [2]) "
            "in the place of the axis d");
  EXPECT_EQ(rule.Infers("x", {Shape{4, 5}, 1, Shape{2, 3}, nullptr}), "FLOAT [4, 2, 3]");
}

TEST(SliceShapeTest, PlacesAndCounts) {
  static constexpr OpSpec kPlaces =
      OneRule(PlacesAlong("p", "y", "d"), {Input("y"), IntInput("d"), IntsInput("p")});
  EXPECT_EQ(RuleOf(kPlaces).Refuses({Shape{4, 5}, 1, Axes{{-5, 4}}}), "");
  EXPECT_EQ(RuleOf(kPlaces).Refuses({Shape{4, 5}, 1, Axes{{5}}}),
            "p: has 5, expected -5 to 4, a place of y along d");
  static constexpr OpSpec kCounts =
      OneRule(AsMany("s", "i", "y"), {Input("y"), Input("i"), Input("s")});
  EXPECT_EQ(RuleOf(kCounts).Refuses({Shape{4}, Shape{2, 3}, Shape{6}}), "");
  EXPECT_EQ(RuleOf(kCounts).Refuses({Shape{4}, Shape{2, 3}, Shape{5}}),
            "s: shape is [5], expected as many elements as i (shape [2, 3])");
  EXPECT_EQ(RuleOf(kCounts).Refuses({Shape{0}, Shape{1}, Shape{1}}),
            "y: shape is [0], expected elements, as i has some");
}

TEST(SliceShapeTest, DtypeOfSum) {
  static constexpr OpSpec kSpec = OneRule(DtypeOfSum("x", "y"), {Input("y"), Output("x")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_INT64}), "");
  EXPECT_EQ(rule.Refuses({ACL_BF16, ACL_BF16}), "");
  EXPECT_EQ(rule.Refuses({ACL_BOOL, ACL_BOOL}), "x: dtype is BOOL, expected INT64, as y has BOOL");
}

}  // namespace
}  // namespace openaclnn::test::slice_shape_test

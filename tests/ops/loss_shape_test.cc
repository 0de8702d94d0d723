#include "ops/sums/loss_shape.h"

#include "tests/engine/one_rule.h"

namespace openaclnn::test::loss_shape_test {
namespace {

TEST(LossShapeTest, IsThatOfTheTargetOrOfOneElement) {
  static constexpr OpSpec kSpec = OneRule(LossShape("x", "y", "n"), {Output("x"), kY, kN});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{3}, 0.0}), "");
  EXPECT_EQ(rule.Refuses({Shape{}, Shape{}, 0.0}), "");
  EXPECT_EQ(rule.Refuses({Shape{1}, Shape{3}, 1}), "");
  EXPECT_EQ(rule.Refuses({Shape{}, Shape{3}, 2}), "");
  EXPECT_EQ(rule.Refuses({Shape{}, Shape{3}, 0.0}),
            "x: shape is [], expected [3], the shape of y, as n is 0");
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{3}, 1}),
            "x: shape is [3], expected [] or [1], as there is one loss");
  EXPECT_EQ(rule.Sentence(),
            "The shape of x is that of y if n is 0, else x has one element, along at most one "
            "axis.");
  EXPECT_EQ(rule.PythonSentence(),
            "x has the shape of y if n is 0, else one element, along at most one axis.");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{3}, 0.0}), "FLOAT [3]");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{3}, 1}), "FLOAT []");
  EXPECT_EQ(rule.Infers("x", {nullptr, nullptr, 1}), "FLOAT []");
}

TEST(LossShapeTest, IsThatOfBothOrOfOneElement) {
  static constexpr OpSpec kSpec =
      OneRule(LossShapeOfBoth("x", "y", "z", "n", 0), {Output("x"), Input("y"), Input("z"), kN});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{3, 2}, Shape{3, 1}, Shape{2}, 0.0}), "");
  EXPECT_EQ(rule.Refuses({Shape{}, Shape{3, 1}, Shape{2}, 1}), "");
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{3, 1}, Shape{2}, 0.0}),
            "x: shape is [3], expected [3, 2], the broadcast shape of y and z, as n is 0");
  EXPECT_EQ(rule.Refuses({Shape{1}, Shape{3}, Shape{3}, 2}),
            "x: shape is [1], expected [], as there is one loss");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{3, 1}, Shape{2}, 0.0}), "FLOAT [3, 2]");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{3, 1}, Shape{2}, 1}), "FLOAT []");
}

TEST(LossShapeTest, LosesItsFirstAxis) {
  static constexpr OpSpec kSpec =
      OneRule(LossShapeAlongFirst("x", "y", "z", "n"), {Output("x"), Input("y"), Input("z"), kN});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{3, 2}, Shape{3, 1}, Shape{2}, 0.0}), "");
  EXPECT_EQ(rule.Refuses({Shape{2}, Shape{3, 1}, Shape{2}, 1}), "");
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{3, 1}, Shape{2}, 1}),
            "x: shape is [3], expected [2], the broadcast shape of y and z without its first axis, "
            "as n is 1");
}

TEST(LossShapeTest, MeansAreOfFloats) {
  static constexpr OpSpec kSpec =
      OneRule(LossOfIntegers("n", "y", "z"), {Input("y"), Input("z"), kN});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_INT64, ACL_FLOAT, 1}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT64, ACL_INT64, 2}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT64, ACL_INT64, 1}),
            "n: is 1, a mean, expected 0 or 2, as y and z are integers");
}

TEST(LossShapeTest, PixelsAndClasses) {
  static constexpr OpSpec kPixels = OneRule(ShapeOfPixels("x", "y"), {Input("x"), Input("y")});
  EXPECT_EQ(RuleOf(kPixels).Refuses({Shape{2, 4, 5}, Shape{2, 3, 4, 5}}), "");
  EXPECT_EQ(
      RuleOf(kPixels).Refuses({Shape{2, 4, 6}, Shape{2, 3, 4, 5}}),
      "x: shape is [2, 4, 6], expected [2, 4, 5], that of y (shape [2, 3, 4, 5]) without axis 1");
  static constexpr OpSpec kClasses = OneRule(ClassesOf("x", "y"), {Input("x"), Input("y")});
  EXPECT_EQ(RuleOf(kClasses).Refuses({Shape{3}, Shape{2, 3, 4, 5}}), "");
  EXPECT_EQ(RuleOf(kClasses).Refuses({Shape{2}, Shape{2, 3, 4, 5}}),
            "x: shape is [2], expected [3], the size of y (shape [2, 3, 4, 5]) along axis 1");
}

}  // namespace
}  // namespace openaclnn::test::loss_shape_test

#include "ops/sums/loss_shape.h"

#include "tests/engine/one_rule.h"

namespace openaclnn::test {
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

}  // namespace
}  // namespace openaclnn::test

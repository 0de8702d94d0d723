#include "engine/rules/broadcast.h"

#include "tests/engine/one_rule.h"

namespace openaclnn::test {
namespace {

TEST(BroadcastRulesTest, Broadcasts) {
  static constexpr OpSpec kSpec = OneRule(Broadcasts("x", "y", "z"), {kX, kY, kZ});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 1}, Shape{2, 1}, Shape{2, 1}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 1}, Shape{3}, Shape{}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 1}, Shape{3}, Shape{2}}),
            "x, y and z: shapes [2, 1], [3] and [2] do not broadcast; aligned at their last axes, "
            "sizes must be equal or 1");
  EXPECT_EQ(rule.Sentence(), "The shapes of x, y and z broadcast.");
  EXPECT_EQ(rule.PythonSentence(), "x, y and z broadcast together.");
}

TEST(BroadcastRulesTest, BroadcastShape) {
  static constexpr OpSpec kSpec =
      OneRule(BroadcastShape("x", "y", "z", "w"), {Output("x"), kY, kZ, kW});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{3}, Shape{3}, Shape{3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 3}, Shape{3}, Shape{}, Shape{2, 1}}), "");
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{3}, Shape{}, Shape{2, 1}}),
            "x: shape is [3], expected [2, 3], the broadcast shape of y, z and w");
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{3}, Shape{2}, Shape{}}),
            "x: shape is [3], expected none, the broadcast shape of y, z and w");
  EXPECT_EQ(rule.Sentence(), "The shape of x is what those of y, z and w broadcast to.");
  EXPECT_EQ(rule.PythonSentence(), "x has the shape to which y, z and w broadcast.");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{3}, Shape{}, Shape{2, 1}}), "FLOAT [2, 3]");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{3}, nullptr, Shape{2, 1}}),
            "aclnnOneRule: z is missing");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{3}, Shape{2}, Shape{}}),
            "aclnnOneRule: y is [3] and z is [2] and w is [], which have no common broadcast "
            "shape");
}

TEST(BroadcastRulesTest, BroadcastsTo) {
  static constexpr OpSpec kSpec = OneRule(BroadcastsTo("x", "y"), {kX, kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 3}, Shape{2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 3}, Shape{3}}),
            "x: shape [2, 3] does not broadcast to [3], the shape of y");
  EXPECT_EQ(rule.Sentence(), "The shape of x broadcasts to that of y.");
  EXPECT_EQ(rule.PythonSentence(), "x broadcasts to the shape of y.");
}

}  // namespace
}  // namespace openaclnn::test

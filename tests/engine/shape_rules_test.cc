#include "engine/rules/shape.h"

#include "tests/engine/one_rule.h"

namespace openaclnn::test {
namespace {

TEST(ShapeRulesTest, MaxRank) {
  static constexpr OpSpec kSpec = OneRule(MaxRank(2), {kX, kY, kA});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 3}, Shape{}, 1}), "");
  EXPECT_EQ(rule.Refuses({Shape{2}, Shape{1, 2, 3}, 1}),
            "y: rank is 3 (shape [1, 2, 3]), expected at most 2");
  EXPECT_EQ(rule.Refuses({Shape{1, 2, 3}, Shape{1, 2, 3}, 1}),
            "x: rank is 3 (shape [1, 2, 3]), expected at most 2");
  EXPECT_EQ(rule.Sentence(), "No tensor has more than 2 axes.");
  EXPECT_EQ(rule.PythonSentence(), "No array has more than 2 axes.");
}

TEST(ShapeRulesTest, MinRank) {
  static constexpr OpSpec kSpec = OneRule(MinRank("x", 2), {kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{1, 0}}), "");
  EXPECT_EQ(rule.Refuses({Shape{7}}), "x: rank is 1 (shape [7]), expected at least 2");
  EXPECT_EQ(rule.Sentence(), "x has at least 2 axes.");
  static constexpr OpSpec kOne = OneRule(MinRank("x", 1), {kX});
  EXPECT_EQ(RuleOf(kOne).Sentence(), "x has at least one axis.");
}

TEST(ShapeRulesTest, RankIs) {
  static constexpr OpSpec kSpec = OneRule(RankIs("x", 2), {kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 0}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 3, 4}}), "x: rank is 3 (shape [2, 3, 4]), expected 2");
  EXPECT_EQ(rule.Sentence(), "x has 2 axes.");
}

TEST(ShapeRulesTest, SameShape) {
  static constexpr OpSpec kSpec = OneRule(SameShape("x", "y"), {Output("x"), kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 0}, Shape{2, 0}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2}, Shape{2, 1}}),
            "x: shape is [2], expected [2, 1], the shape of y");
  EXPECT_EQ(rule.Sentence(), "The shape of x is that of y.");
  EXPECT_EQ(rule.PythonSentence(), "x has the shape of y.");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 1}}), "FLOAT [2, 1]");
  EXPECT_EQ(rule.Infers("x", {nullptr, nullptr}), "aclnnOneRule: y is missing");
  static constexpr OpSpec kOutputs = OneRule(SameShape("x", "y"), {Output("x"), Output("y")});
  EXPECT_EQ(RuleOf(kOutputs).Infers("x", {nullptr, nullptr}), "FLOAT [9]");
}

TEST(ShapeRulesTest, OneElement) {
  static constexpr OpSpec kSpec = OneRule(OneElement("x"), {Output("x")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{}}), "");
  EXPECT_EQ(rule.Refuses({Shape{1, 1}}), "");
  EXPECT_EQ(rule.Refuses({Shape{1, 2}}), "x: shape is [1, 2], expected one element");
  EXPECT_EQ(rule.Refuses({Shape{0}}), "x: shape is [0], expected one element");
  EXPECT_EQ(rule.Sentence(), "x has one element.");
  EXPECT_EQ(rule.Infers("x", {nullptr}), "FLOAT []");
}

TEST(ShapeRulesTest, Sizes) {
  static constexpr OpSpec kSpec = OneRule(Sizes("x", 2, 8, 6), {kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 3, 8}}), "");
  EXPECT_EQ(rule.Refuses({Shape{100, 0, 2}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 0}}), "x: shape is [2, 0], expected a last size from 2 to 8");
  EXPECT_EQ(rule.Refuses({Shape{2, 9}}), "x: shape is [2, 9], expected a last size from 2 to 8");
  EXPECT_EQ(rule.Refuses({Shape{7, 1, 2}}),
            "x: shape is [7, 1, 2], expected sizes but the last whose product is at most 6, not 7");
  EXPECT_EQ(rule.Sentence(),
            "The last size of x is from 2 to 8, and the product of the others at most 6.");
}

TEST(ShapeRulesTest, ChannelWeight) {
  static constexpr OpSpec kSpec = OneRule(ChannelWeight("x", "y", "z"), {kX, kY, Output("z")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{2, 3, 4}, Shape{3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{1, 1}, Shape{2, 3}, Shape{1, 1}}), "");
  EXPECT_EQ(rule.Refuses({Shape{1, 1}, Shape{2, 3}, Shape{1}}),
            "z: shape is [1], expected [1, 1], the shape of x, which has one element");
  EXPECT_EQ(rule.Refuses({Shape{2}, Shape{}, Shape{2}}),
            "x: has 2 elements (shape [2]), expected 1, as y has no axes");
  EXPECT_EQ(rule.Refuses({Shape{2}, Shape{2, 3}, Shape{2}}),
            "x: has 2 elements (shape [2]), expected 1 or 3, the channels of y (shape [2, 3])");
  EXPECT_EQ(rule.Refuses({Shape{1, 3}, Shape{2, 3}, Shape{1, 3}}),
            "z: shape is [1, 3], expected [3], one element for each of x");
  EXPECT_EQ(rule.Sentence(),
            "x has one element, or one for each channel (axis 1) of y; z has the shape of x, or "
            "one axis with an element for each channel.");
  EXPECT_EQ(rule.PythonSentence(),
            "x is one number, or one for each channel (axis 1) of y; z has the shape of x if that "
            "is one number, else one axis.");
  EXPECT_EQ(rule.Infers("z", {Shape{1, 3}, Shape{2, 3}, nullptr}), "FLOAT [3]");
  EXPECT_EQ(rule.Infers("z", {Shape{1, 1}, Shape{2, 3}, nullptr}), "FLOAT [1, 1]");
  EXPECT_EQ(rule.Infers("z", {nullptr, Shape{2, 3}, nullptr}), "aclnnOneRule: x is missing");

  static constexpr OpSpec kForward = OneRule(ChannelWeight("x", "y"), {kX, kY});
  EXPECT_EQ(RuleOf(kForward).Refuses({Shape{3}, Shape{2, 3, 4}}), "");
  EXPECT_EQ(RuleOf(kForward).Sentence(),
            "x has one element, or one for each channel (axis 1) of y.");
  EXPECT_EQ(RuleOf(kForward).PythonSentence(),
            "x is one number, or one for each channel (axis 1) of y.");
}

TEST(ShapeRulesTest, SameFormat) {
  static constexpr OpSpec kSpec = OneRule(SameFormat("x", "y"), {kX, kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({{ACL_FLOAT, ACL_FORMAT_NCHW}, {ACL_FLOAT, ACL_FORMAT_NCHW}}), "");
  EXPECT_EQ(rule.Refuses({{ACL_FLOAT, ACL_FORMAT_NCHW}, ACL_FLOAT}),
            "x: format is NCHW, expected ND, the format of y");
  EXPECT_EQ(rule.Sentence(), "The format of x is that of y.");
  EXPECT_EQ(rule.PythonSentence(), "x has the storage format of y, as all arrays here.");
}

TEST(ShapeRulesTest, SucceedIfEmpty) {
  static constexpr OpSpec kSpec = Resolved({.name = "aclnnUnlessEmpty",
                                            .formula = "",
                                            .arguments = {kX, kY},
                                            .rules = {SucceedIfEmpty("x"), SameDtype("x", "y")},
                                            .chips = kAllChips});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 0}, ACL_INT8}), "");
  EXPECT_EQ(rule.Refuses({Shape{2}, ACL_INT8}), "x: dtype is FLOAT, expected INT8, the dtype of y");
  EXPECT_EQ(rule.Sentence(), "If x has no elements, nothing is done, and no rule below counts.");
  EXPECT_EQ(rule.PythonSentence(),
            "If x has no elements, nothing is done, and nothing below counts.");
}

}  // namespace
}  // namespace openaclnn::test

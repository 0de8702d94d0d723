#include "engine/rules/axes.h"

#include "tests/engine/one_rule.h"

namespace openaclnn::test {
namespace {

TEST(AxesRulesTest, DimOf) {
  static constexpr OpSpec kSpec = OneRule(DimOf("n", "x"), {kN, kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({2, Shape{2, 3, 4}}), "");
  EXPECT_EQ(rule.Refuses({-3, Shape{2, 0, 4}}), "");
  EXPECT_EQ(rule.Refuses({0.0, Shape{}}), "");
  EXPECT_EQ(rule.Refuses({-1, Shape{}}), "");
  EXPECT_EQ(rule.Refuses({3, Shape{2, 3, 4}}),
            "n: is 3, expected from -3 to 2, as the rank of x is 3 (shape [2, 3, 4])");
  EXPECT_EQ(rule.Refuses({-4, Shape{2, 0, 4}}),
            "n: is -4, expected from -3 to 2, as the rank of x is 3 (shape [2, 0, 4])");
  EXPECT_EQ(rule.Refuses({1, Shape{}}),
            "n: is 1, expected from -1 to 0, as the rank of x is 0 (shape [])");
  EXPECT_EQ(rule.Refuses({-0x1p63, Shape{1}}),
            "n: is -9223372036854775808, expected from -1 to 0, as the rank of x is 1 (shape [1])");
  EXPECT_EQ(rule.Sentence(), "n is an axis of x; -1 is the last.");
}

TEST(AxesRulesTest, AxesOf) {
  static constexpr OpSpec kSpec = OneRule(AxesOf("dims", "x"), {IntsInput("dims"), kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Axes{{}}, Shape{2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Axes{{-1, 0}}, Shape{2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Axes{{0, 2}}, Shape{2, 3}}),
            "dims: has 2, expected -2 to 1, the axes of x (shape [2, 3])");
  EXPECT_EQ(rule.Refuses({Axes{{1, -1}}, Shape{2, 3}}),
            "dims: has -1, the axis 1 of x (shape [2, 3]), twice");
  EXPECT_EQ(rule.Sentence(), "dims has axes of x, none of them twice; -1 is the last.");
}

TEST(AxesRulesTest, ReducedShapeOf) {
  static constexpr OpSpec kSpec = OneRule(ReducedShapeOf("x", "y", "dims", "keeps"),
                                          {Output("x"), kY, IntsInput("dims"), BoolInput("keeps")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2}, Shape{2, 3}, Axes{{1}}, 0.0}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 1}, Shape{2, 3}, Axes{{-1}}, 1}), "");
  EXPECT_EQ(rule.Refuses({Shape{}, Shape{2, 3}, Axes{{}}, 0.0}), "");
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{2, 3}, Axes{{1}}, 0.0}),
            "x: shape is [3], expected [2], the shape [2, 3] of y without the axes in dims");
  EXPECT_EQ(rule.Refuses({Shape{2}, Shape{2, 3}, Axes{{1}}, 1}),
            "x: shape is [2], expected [2, 1], the shape [2, 3] of y with 1 at the axes in dims");
  EXPECT_EQ(rule.Sentence(),
            "The shape of x is that of y without the axes in dims, or with 1 in their place if "
            "keeps is true; without any axes there, without all. One element may have any shape.");
  EXPECT_EQ(rule.PythonSentence(),
            "x has the shape of y without the axes in dims, all if there are none, or with 1 in "
            "their place if keeps is True; one element may have any shape.");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 3}, Axes{{1}}, 1}), "FLOAT [2, 1]");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 3}, Axes{{7}}, 1}), "FLOAT [2, 3]");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 3}, nullptr, nullptr}), "FLOAT [2, 3]");
}

TEST(AxesRulesTest, ShapeOfRows) {
  static constexpr OpSpec kSpec = OneRule(ShapeOfRows("x", "y"), {Output("x"), kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2}, Shape{2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{}, Shape{2}}), "");
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{2, 3}}),
            "x: shape is [3], expected [2], the shape [2, 3] of y without its last axis");
  EXPECT_EQ(rule.Sentence(), "The shape of x is that of y without its last axis.");
  EXPECT_EQ(rule.PythonSentence(), "x has the shape of y without its last axis.");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 3}}), "FLOAT [2]");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{}}), "FLOAT []");
}

TEST(AxesRulesTest, RowOf) {
  static constexpr OpSpec kSpec = OneRule(RowOf("x", "y"), {kX, kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{3}, Shape{2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2}, Shape{2, 3}}),
            "x: shape is [2], expected [3], the last axis of y (shape [2, 3])");
  EXPECT_EQ(rule.Sentence(), "x has one axis, as long as the last one of y.");
}

TEST(AxesRulesTest, HalfShape) {
  static constexpr OpSpec kSpec = OneRule(HalfShape("x", "y", "n"), {Output("x"), kY, kN});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 2, 3}, Shape{2, 4, 3}, 1}), "");
  EXPECT_EQ(rule.Refuses({Shape{0, 4, 3}, Shape{0, 4, 3}, -3}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 4, 1}, Shape{2, 4, 3}, -1}),
            "y: shape is [2, 4, 3], expected an even size along axis 2, which is cut in two");
  EXPECT_EQ(rule.Refuses({Shape{2, 4, 3}, Shape{2, 4, 3}, -2}),
            "x: shape is [2, 4, 3], expected [2, 2, 3], the shape [2, 4, 3] of y with half the "
            "size along axis 1");
  EXPECT_EQ(rule.Refuses({Shape{1, 2}, Shape{2}, 0.0}),
            "x: shape is [1, 2], expected [1], the shape [2] of y with half the size along axis 0");
  EXPECT_EQ(rule.Refuses({Shape{}, Shape{}, 0.0}), "y: rank is 0, expected an axis to cut in two");
  EXPECT_EQ(rule.Sentence(),
            "The shape of x is that of y with half the size along n; that size is even.");
  EXPECT_EQ(rule.PythonSentence(),
            "x has the shape of y with half the size along n; that size is even.");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{4, 6}, 0.0}), "FLOAT [2, 6]");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{4, 6}, nullptr}), "FLOAT [4, 3]");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{4, 6}, 2}), "FLOAT [4, 6]");

  static constexpr OpSpec kLast = OneRule(HalfShape("x", "y"), {Output("x"), kY});
  EXPECT_EQ(RuleOf(kLast).Refuses({Shape{3, 2}, Shape{3, 4}}), "");
  EXPECT_EQ(RuleOf(kLast).Refuses({Shape{2, 4}, Shape{4, 4}}),
            "x: shape is [2, 4], expected [4, 2], the shape [4, 4] of y with half the size along "
            "axis 1");
  EXPECT_EQ(RuleOf(kLast).Sentence(),
            "The shape of x is that of y with half the size along the last axis; that size is "
            "even.");
  EXPECT_EQ(RuleOf(kLast).PythonSentence(),
            "x has the shape of y with half the size along the last axis; that size is even.");
  EXPECT_EQ(RuleOf(kLast).Infers("x", {nullptr, Shape{4, 6}}), "FLOAT [4, 3]");
}

}  // namespace
}  // namespace openaclnn::test

#include "engine/rules/matrices.h"

#include "tests/engine/one_rule.h"

namespace openaclnn::test {
namespace {

TEST(MatricesRulesTest, ShapeOfProduct) {
  static constexpr OpSpec kSpec = OneRule(ShapeOfProduct("x", "y", "z"), {Output("x"), kY, kZ});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 4}, Shape{2, 3}, Shape{3, 4}}), "");
  EXPECT_EQ(rule.Refuses({Shape{5, 2}, Shape{5, 2, 3}, Shape{3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 4}, Shape{2, 3}, Shape{4, 4}}),
            "y and z: shapes [2, 3] and [4, 4] have no matrix product; expected [..., m, k] and "
            "[..., k, n], or [k], where the axes before broadcast");
  EXPECT_EQ(rule.Refuses({Shape{4, 2}, Shape{2, 3}, Shape{3, 4}}),
            "x: shape is [4, 2], expected [2, 4], that of the product of y (shape [2, 3]) and z "
            "(shape [3, 4])");
  EXPECT_EQ(rule.Sentence(), "The shape of x is that of the product of y and z.");
  EXPECT_EQ(rule.PythonSentence(), "x has the shape of the product of y and z.");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 3}, Shape{3, 4}}), "FLOAT [2, 4]");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 3}, Shape{4, 4}}), "FLOAT []");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 3}, nullptr}), "aclnnOneRule: z is missing");
}

TEST(MatricesRulesTest, ShapeOfSumOfProducts) {
  static constexpr OpSpec kSpec =
      OneRule(ShapeOfSumOfProducts("x", "y", "z"), {Output("x"), kY, kZ});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 4}, Shape{5, 2, 3}, Shape{1, 3, 4}}), "");
  EXPECT_EQ(rule.Refuses({Shape{5, 2, 4}, Shape{5, 2, 3}, Shape{5, 3, 4}}),
            "x: shape is [5, 2, 4], expected [2, 4], that of the sum of products of y (shape "
            "[5, 2, 3]) and z (shape [5, 3, 4])");
  EXPECT_EQ(rule.Refuses({Shape{2, 4}, Shape{5, 2, 3}, Shape{4, 3, 4}}),
            "y and z: shapes [5, 2, 3] and [4, 3, 4] have no matrix product; expected [..., m, k] "
            "and [..., k, n], or [k], where the axes before broadcast");
  EXPECT_EQ(rule.Sentence(),
            "The shape of x is that of each product of a matrix of y and one of z.");
  EXPECT_EQ(rule.PythonSentence(),
            "x has the shape of each product of a matrix of y and one of z.");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{5, 2, 3}, Shape{5, 3, 4}}), "FLOAT [2, 4]");
}

TEST(MatricesRulesTest, ShapeOfOuter) {
  static constexpr OpSpec kSpec = OneRule(ShapeOfOuter("x", "y", "z"), {Output("x"), kY, kZ});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 4}, Shape{2}, Shape{4}}), "");
  EXPECT_EQ(rule.Refuses({Shape{4, 2}, Shape{2}, Shape{4}}),
            "x: shape is [4, 2], expected [2, 4], that of the outer product of y (shape [2]) and z "
            "(shape [4])");
  EXPECT_EQ(rule.Sentence(), "x has a row for each element of y and a column for each one of z.");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2}, Shape{4}}), "FLOAT [2, 4]");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 1}, Shape{4}}), "FLOAT []");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2}, nullptr}), "aclnnOneRule: z is missing");
}

}  // namespace
}  // namespace openaclnn::test

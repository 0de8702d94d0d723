#include "engine/rules/number.h"

#include "tests/engine/one_rule.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

TEST(NumberRulesTest, NotAbove) {
  static constexpr OpSpec kSpec = OneRule(NotAbove("a", "b"), {kA, kB});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({1, 1}), "");
  EXPECT_EQ(rule.Refuses({kNan, 1}), "");
  EXPECT_EQ(rule.Refuses({1, kNan}), "");
  EXPECT_EQ(rule.Refuses({2, 1}), "a: is 2, expected at most 1, which is b");
  EXPECT_EQ(rule.Refuses({{0x1p62, ACL_INT64}, {0x1p62 - 1024, ACL_DOUBLE}}),
            "a: is 4.611686018427388e+18, expected at most 4.611686018427387e+18, which is b");
  EXPECT_EQ(rule.Sentence(), "a is not above b.");
}

TEST(NumberRulesTest, NotZeroNorNan) {
  static constexpr OpSpec kSpec = OneRule(NotZeroNorNan("a"), {kA});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({-1}), "");
  EXPECT_EQ(rule.Refuses({0.0}), "a: is 0 as a float, expected a number other than 0");
  EXPECT_EQ(rule.Refuses({-1e-60}), "a: is -0 as a float, expected a number other than 0");
  EXPECT_EQ(rule.Refuses({kNan}), "a: is nan as a float, expected a number other than 0");
  EXPECT_EQ(rule.Sentence(), "a is neither 0 nor NaN.");
}

TEST(NumberRulesTest, NotNegative) {
  static constexpr OpSpec kSpec = OneRule(NotNegative("a"), {kA});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({-0.0}), "");
  EXPECT_EQ(rule.Refuses({kNan}), "");
  EXPECT_EQ(rule.Refuses({-1}), "a: is -1, expected a number that is not negative");
  EXPECT_EQ(rule.Sentence(), "a is not below 0.");
}

TEST(NumberRulesTest, AtLeastZero) {
  static constexpr OpSpec kSpec = OneRule(AtLeastZero("a"), {kA});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({-0.0}), "");
  EXPECT_EQ(rule.Refuses({kInfinity}), "");
  EXPECT_EQ(rule.Refuses({kNan}), "a: is nan, expected at least 0");
  EXPECT_EQ(rule.Refuses({-0.5}), "a: is -0.5, expected at least 0");
  EXPECT_EQ(rule.Sentence(), "a is at least 0.");
}

TEST(NumberRulesTest, NotNegativeIf) {
  static constexpr OpSpec kSpec = OneRule(NotNegativeIf("a", "flag"), {kA, BoolInput("flag")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({-1, 0.0}), "");
  EXPECT_EQ(rule.Refuses({kNan, 1.0}), "");
  EXPECT_EQ(rule.Refuses({-1, 1.0}),
            "a: is -1, expected a number that is not negative, as flag is true");
  EXPECT_EQ(rule.Sentence(), "a is not below 0 if flag is true.");
  EXPECT_EQ(rule.PythonSentence(), "a is not below 0 if flag is True.");
}

TEST(NumberRulesTest, NumberForIntegers) {
  static constexpr OpSpec kSpec = OneRule(NumberForIntegers("a", "x"), {kA, kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({kNan, ACL_FLOAT}), "");
  EXPECT_EQ(rule.Refuses({kInfinity, ACL_INT8}), "");
  EXPECT_EQ(rule.Refuses({kNan, ACL_INT8}),
            "a: is nan, expected a number, as the dtype of x is INT8");
  EXPECT_EQ(rule.Sentence(), "a is not NaN where x has integers.");
}

TEST(NumberRulesTest, FitsIntegers) {
  static constexpr OpSpec kSpec = OneRule(FitsIntegers("a", "x"), {kA, kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({1e9, ACL_FLOAT16}), "");
  EXPECT_EQ(rule.Refuses({-128.9, ACL_INT8}), "");
  EXPECT_EQ(rule.Refuses({255.5, ACL_UINT8}), "");
  EXPECT_EQ(rule.Refuses({-0x1p63, ACL_INT64}), "");
  EXPECT_EQ(rule.Refuses({-1, ACL_UINT8}),
            "a: is -1, expected a number from 0 to 255, which UINT8, the dtype of x, holds");
  EXPECT_EQ(rule.Refuses({128, ACL_INT8}),
            "a: is 128, expected a number from -128 to 127, which INT8, the dtype of x, holds");
  EXPECT_EQ(rule.Refuses({kNan, ACL_INT16}),
            "a: is nan, expected a number from -32768 to 32767, which INT16, the dtype of x, "
            "holds");
  EXPECT_EQ(rule.Sentence(), "Where x has integers, its dtype holds a, truncated.");
}

}  // namespace
}  // namespace openaclnn::test

#include "engine/rules/dtype.h"

#include "gmock/gmock.h"
#include "tests/engine/one_rule.h"

namespace openaclnn::test {
namespace {

constexpr DtypeSet kInt64{ACL_INT64};

TEST(DtypeRulesTest, DtypeIn) {
  static constexpr OpSpec kSpec = OneRule(DtypeIn("x", kFloatDtypes), {kX, kY});
  const RuleOf rule(kSpec), without_bfloat16(kSpec, "Ascend910");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT16, ACL_INT8}), "");
  EXPECT_EQ(rule.Refuses({ACL_BF16, ACL_INT8}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_FLOAT}),
            "x: dtype is INT8, expected FLOAT, FLOAT16 or BFLOAT16");
  EXPECT_EQ(without_bfloat16.Refuses({ACL_BF16, ACL_BF16}),
            "x: dtype is BFLOAT16, which is not supported on Ascend910 (OPENACLNN_SOC=Ascend910A), "
            "only on Ascend910B, Ascend910_93 and Ascend950");
  EXPECT_EQ(rule.Sentence(), "The dtype of x is FLOAT, FLOAT16 or BFLOAT16.");
  EXPECT_EQ(rule.PythonSentence(), "x is FLOAT, FLOAT16 or BFLOAT16.");
  EXPECT_EQ(rule.Dtypes("x"), "FLOAT, FLOAT16 or BFLOAT16");
  EXPECT_EQ(without_bfloat16.Dtypes("x"), "FLOAT or FLOAT16");
  EXPECT_EQ(rule.Infers("x", {nullptr, ACL_INT8}), "FLOAT [9]");

  static constexpr OpSpec kIntegers = OneRule(DtypeIn("x", kIntegerDtypes), {kX});
  EXPECT_EQ(RuleOf(kIntegers).Infers("x", {nullptr}), "FLOAT [9]");  // the first phase refuses it
  static constexpr OpSpec kOfScalar = OneRule(DtypeIn("a", kFloatDtypes), {kA});
  EXPECT_EQ(RuleOf(kOfScalar).Refuses({{1, ACL_INT8}}),
            "a: dtype is INT8, expected FLOAT, FLOAT16 or BFLOAT16");
}

TEST(DtypeRulesTest, SameDtype) {
  static constexpr OpSpec kSpec = OneRule(SameDtype("x", "y"), {Output("x"), kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_INT8}), "");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_INT8}),
            "x: dtype is FLOAT, expected INT8, the dtype of y");
  EXPECT_EQ(rule.Sentence(), "The dtype of x is that of y.");
  EXPECT_EQ(rule.PythonSentence(), "x has the dtype of y.");
  EXPECT_EQ(rule.Infers("x", {nullptr, ACL_INT8}), "INT8 [9]");
  EXPECT_EQ(rule.Infers("x", {nullptr, nullptr}), "aclnnOneRule: y is missing");

  // With another rule, of which the dtypes are.
  static constexpr OpSpec kBoth = Resolved({.name = "aclnnBoth",
                                            .formula = "",
                                            .arguments = {kX, kY},
                                            .rules = {SameDtype("x", "y"), DtypeIn("y", kInt64)},
                                            .chips = kAllChips});
  EXPECT_EQ(RuleOf(kBoth).Dtypes("x"), "INT64");
}

TEST(DtypeRulesTest, IsDtypeIn) {
  static constexpr OpSpec kSpec = OneRule(IsDtypeIn("x", kFloatDtypes), {DtypeInput("x")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_BF16}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT8}), "x: is INT8, expected FLOAT, FLOAT16 or BFLOAT16");
  EXPECT_EQ(RuleOf(kSpec, "Ascend910").Refuses({ACL_BF16}),
            "x: is BFLOAT16, which is not supported on Ascend910 (OPENACLNN_SOC=Ascend910A), only "
            "on Ascend910B, Ascend910_93 and Ascend950");
  EXPECT_EQ(rule.Sentence(), "x is FLOAT, FLOAT16 or BFLOAT16.");
  EXPECT_EQ(rule.Dtypes("x"), "FLOAT, FLOAT16 or BFLOAT16");
}

TEST(DtypeRulesTest, HasDtype) {
  static constexpr OpSpec kSpec =
      OneRule(HasDtype("x", "dtype"), {Output("x"), DtypeInput("dtype")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_BF16, ACL_BF16}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_BF16}),
            "x: dtype is INT8, expected BFLOAT16, which is dtype");
  EXPECT_EQ(rule.Sentence(), "The dtype of x is the one that dtype names.");
  EXPECT_EQ(rule.PythonSentence(), "x has the dtype dtype.");
  EXPECT_EQ(rule.Infers("x", {nullptr, ACL_BF16}), "BFLOAT16 [9]");
  EXPECT_EQ(rule.Infers("x", {nullptr, nullptr}), "aclnnOneRule: dtype is missing");

  static constexpr OpSpec kBoth =
      Resolved({.name = "aclnnBoth",
                .formula = "",
                .arguments = {kX, DtypeInput("dtype")},
                .rules = {HasDtype("x", "dtype"), IsDtypeIn("dtype", kInt64)},
                .chips = kAllChips});
  EXPECT_EQ(RuleOf(kBoth).Dtypes("x"), "INT64");
}

TEST(DtypeRulesTest, DtypeOnlyOn) {
  static constexpr OpSpec kSpec = OneRule(DtypeOnlyOn("x", kInt64, kOnly950), {kX});
  const RuleOf rule(kSpec), there(kSpec, "Ascend950");
  EXPECT_EQ(there.Refuses({ACL_INT64}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT32}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT64}),
            "x: dtype is INT64, which is not supported on Ascend910B (OPENACLNN_SOC=Ascend910B3), "
            "only on Ascend950");
  EXPECT_EQ(rule.Sentence(), "The dtype of x is INT64 on Ascend950 only.");
  EXPECT_EQ(rule.PythonSentence(), "x is INT64 on Ascend950 only.");
  EXPECT_THAT(there.Dtypes("x"), testing::HasSubstr("INT64"));
  EXPECT_THAT(rule.Dtypes("x"), testing::AllOf(testing::HasSubstr("INT32, UINT8"),
                                               testing::Not(testing::HasSubstr(" INT64"))));
}

TEST(DtypeRulesTest, OnlyWithZero) {
  static constexpr OpSpec kSpec = OneRule(OnlyWithZero("x", kInt64, kOnly950, "a"), {kX, kA});
  const RuleOf rule(kSpec), there(kSpec, "Ascend950");
  EXPECT_EQ(rule.Refuses({ACL_INT32, 1}), "");
  EXPECT_EQ(there.Refuses({ACL_INT64, 0.0}), "");
  EXPECT_EQ(there.Refuses({ACL_INT64, 1}), "a: is 1, expected 0, as the dtype of x is INT64");
  EXPECT_EQ(rule.Refuses({ACL_INT64, 0.0}),
            "x: dtype is INT64, which is not supported on Ascend910B (OPENACLNN_SOC=Ascend910B3), "
            "only on Ascend950");
  EXPECT_EQ(rule.Sentence(), "The dtype of x is INT64 on Ascend950 only, and with a 0.");
  EXPECT_EQ(rule.PythonSentence(), "x is INT64 on Ascend950 only, and with a 0.");
  EXPECT_THAT(there.Dtypes("x"), testing::HasSubstr(" INT64"));
  EXPECT_THAT(rule.Dtypes("x"), testing::Not(testing::HasSubstr(" INT64")));
}

TEST(DtypeRulesTest, DtypeOfOrFloat) {
  static constexpr OpSpec kSpec = OneRule(DtypeOfOrFloat("x", "y"), {kX, kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_FLOAT16}), "");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT16, ACL_FLOAT16}), "");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT16, ACL_FLOAT}),
            "x: dtype is FLOAT16, expected FLOAT, the dtype of y");
  EXPECT_EQ(rule.Refuses({ACL_BF16, ACL_FLOAT16}),
            "x: dtype is BFLOAT16, expected FLOAT or FLOAT16, the dtype of y");
}

TEST(DtypeRulesTest, HasDtypeNumber) {
  static constexpr OpSpec kSpec = OneRule(HasDtypeNumber("x", "n"), {Output("x"), kN});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_INT8, 2}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT4, 29}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT32, 2}), "x: dtype is INT32, expected INT8, as n is 2");
  EXPECT_EQ(rule.Sentence(), "n is the number of the dtype of x.");
  EXPECT_EQ(rule.Infers("x", {nullptr, 3}), "INT32 [9]");
}

}  // namespace
}  // namespace openaclnn::test

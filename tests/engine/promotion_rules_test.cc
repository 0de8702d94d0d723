#include "engine/rules/promotion.h"

#include "gmock/gmock.h"
#include "tests/engine/one_rule.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

const char kIntegers[] = "INT8, INT16, INT32, INT64 or UINT8";

TEST(PromotionRulesTest, PromotesIntoWithAScalar) {
  static constexpr OpSpec kSpec = OneRule(PromotesInto("x", "a", kIntegerDtypes), {kX, kA});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_INT8, {1, ACL_INT64}}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT8, {1, ACL_FLOAT}}),
            std::string("x and a: INT8 and FLOAT promote to FLOAT, expected ") + kIntegers);
  EXPECT_EQ(rule.Refuses({ACL_UINT16, {1, ACL_FLOAT}}),
            "x and a: UINT16 and FLOAT cannot promote to a common dtype");
  EXPECT_EQ(rule.Sentence(), std::string("The dtypes of x and a promote to ") + kIntegers + ".");
  EXPECT_EQ(rule.PythonSentence(), std::string("x and a promote to ") + kIntegers + ".");
  EXPECT_EQ(rule.Dtypes("x"), "INT8, INT16, INT32, INT64, UINT8 or BOOL");
}

TEST(PromotionRulesTest, PromotesIntoOfThree) {
  static constexpr OpSpec kSpec = OneRule(PromotesInto("x", "y", "a", kFloatDtypes), {kX, kY, kA});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_BF16, {1, ACL_DOUBLE}}), "");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_FLOAT, {1, ACL_FLOAT}}), "");
  EXPECT_EQ(RuleOf(kSpec, "Ascend910").Refuses({ACL_BF16, ACL_FLOAT, {1, ACL_FLOAT}}),
            "x: dtype is BFLOAT16, which is not supported on Ascend910 (OPENACLNN_SOC=Ascend910A), "
            "only on Ascend910B, Ascend910_93 and Ascend950");
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_BOOL, {1, ACL_INT8}}),
            "x, y and a: INT8, BOOL and INT8 promote to INT8, expected FLOAT, FLOAT16 or BFLOAT16");
  EXPECT_EQ(rule.Sentence(), "The dtypes of x, y and a promote to FLOAT, FLOAT16 or BFLOAT16.");
}

TEST(PromotionRulesTest, PromotesIntoOfOneDtype) {
  static constexpr OpSpec kSpec = OneRule(PromotesInto("x", "y", kFloatDtypes), {kX, kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_FLOAT16, ACL_FLOAT16}), "");
  EXPECT_EQ(rule.Refuses({ACL_BF16, ACL_BF16}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_INT8}),
            "x and y: INT8 and INT8 promote to INT8, expected FLOAT, FLOAT16 or BFLOAT16");
}

TEST(PromotionRulesTest, PromotedDtype) {
  static constexpr OpSpec kSpec = OneRule(PromotedDtype("x", "y", "z"), {Output("x"), kY, kZ});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_FLOAT16, ACL_INT8, ACL_FLOAT16}), "");
  EXPECT_EQ(rule.Refuses({ACL_BF16, ACL_BF16, ACL_BF16}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_INT8, ACL_FLOAT16}),
            "x: dtype is INT8, expected FLOAT16, to which y and z promote");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_UINT16, ACL_FLOAT}),
            "x: dtype is FLOAT, expected none, to which y and z promote");
  EXPECT_EQ(rule.Sentence(), "The dtype of x is what those of y and z promote to.");
  EXPECT_EQ(rule.PythonSentence(), "x has the dtype to which y and z promote.");
  EXPECT_EQ(rule.Infers("x", {nullptr, ACL_INT8, ACL_FLOAT16}), "FLOAT16 [9]");
  EXPECT_EQ(rule.Infers("x", {nullptr, nullptr, ACL_INT8}), "aclnnOneRule: y is missing");
  EXPECT_EQ(rule.Infers("x", {nullptr, ACL_INT8, nullptr}),
            "aclnnOneRule: y is INT8 and z is missing, which have no common dtype");
  EXPECT_EQ(rule.Infers("x", {nullptr, ACL_UINT16, ACL_FLOAT}),
            "aclnnOneRule: y is UINT16 and z is FLOAT, which have no common dtype");

  static constexpr OpSpec kBoth =
      Resolved({.name = "aclnnBoth",
                .formula = "",
                .arguments = {kX, kY, kZ},
                .rules = {PromotesInto("y", "z", kFloatDtypes), PromotedDtype("x", "y", "z")},
                .chips = kAllChips});
  EXPECT_EQ(RuleOf(kBoth).Dtypes("x"), "FLOAT, FLOAT16 or BFLOAT16");
}

TEST(PromotionRulesTest, Castable) {
  static constexpr OpSpec kSpec = OneRule(Castable("x", "y"), {kX, kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_FLOAT}), "");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_BF16}), "");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_COMPLEX64}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT64, ACL_UINT8}), "");
  EXPECT_EQ(rule.Refuses({ACL_BOOL, ACL_BOOL}), "");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_INT8}),
            "y: dtype is INT8, to which FLOAT, the dtype of x, is not cast");
  EXPECT_EQ(rule.Refuses({ACL_COMPLEX64, ACL_DOUBLE}),
            "y: dtype is DOUBLE, to which COMPLEX64, the dtype of x, is not cast");
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_BOOL}),
            "y: dtype is BOOL, to which INT8, the dtype of x, is not cast");
  EXPECT_EQ(rule.Sentence(), "Elements of x can become ones of y.");

  static constexpr OpSpec kBoth = Resolved(
      {.name = "aclnnBoth",
       .formula = "",
       .arguments = {kX, kY},
       .rules = {DtypeIn("x", kFloatDtypes),
                 DtypeIn("y", kFloatDtypes | kIntegerDtypes | kComplexDtypes), Castable("x", "y")},
       .chips = kAllChips});
  EXPECT_EQ(RuleOf(kBoth).Dtypes("y"), "FLOAT, FLOAT16, BFLOAT16, COMPLEX64 or COMPLEX128");
}

TEST(PromotionRulesTest, CastableToPromoted) {
  static constexpr OpSpec kSpec = OneRule(CastableToPromoted("a", "x", "y"), {kA, kX, kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({{1, ACL_INT64}, ACL_INT8, ACL_UINT8}), "");
  EXPECT_EQ(rule.Refuses({{1, ACL_FLOAT}, ACL_INT8, ACL_FLOAT16}), "");
  EXPECT_EQ(rule.Refuses({{1, ACL_INT8}, ACL_BOOL, ACL_BOOL}), "");
  EXPECT_EQ(rule.Refuses({{1, ACL_FLOAT}, ACL_INT8, ACL_UINT8}),
            "a: dtype is FLOAT, which is not cast to INT16, to which x and y promote");
  EXPECT_EQ(rule.Refuses({{1, ACL_FLOAT}, ACL_BOOL, ACL_BOOL}),
            "a: dtype is FLOAT, which is not cast to BOOL, to which x and y promote");
  EXPECT_EQ(rule.Sentence(), "a can become an element of what the dtypes of x and y promote to.");
  EXPECT_EQ(rule.PythonSentence(), "a can become an element of what x and y promote to.");
}

TEST(PromotionRulesTest, CastableUnlessOne) {
  static constexpr OpSpec kSpec = OneRule(CastableUnlessOne("a", "x"), {kA, kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({{1, ACL_FLOAT}, ACL_INT8}), "");
  EXPECT_EQ(rule.Refuses({{2, ACL_INT64}, ACL_INT8}), "");
  EXPECT_EQ(rule.Refuses({{2, ACL_FLOAT}, ACL_INT8}),
            "x: dtype is INT8, to which FLOAT, the dtype of a, is not cast");
  EXPECT_EQ(rule.Sentence(), "a is 1 or can become an element of x.");
}

TEST(PromotionRulesTest, BoolOnlyForBool) {
  static constexpr OpSpec kSpec =
      OneRule(BoolOnlyForBool("a", "x", "y"), {OptionalScalar("a", 1), kX, kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({{1, ACL_BOOL}, ACL_BOOL, ACL_BOOL}), "");
  EXPECT_EQ(rule.Refuses({{1, ACL_INT8}, ACL_BOOL, ACL_INT8}), "");
  EXPECT_EQ(rule.Refuses({nullptr, ACL_INT8, ACL_BOOL}), "");
  EXPECT_EQ(rule.Refuses({{1, ACL_BOOL}, ACL_INT8, ACL_BOOL}),
            "a: dtype is BOOL, which is for operands of BOOL alone, but x and y promote to INT8");
  EXPECT_EQ(rule.Sentence(), "The dtype of a is BOOL only if those of x and y are.");
  EXPECT_EQ(rule.PythonSentence(), "a is BOOL only if x and y are.");
}

TEST(PromotionRulesTest, PromotedCastable) {
  static constexpr OpSpec kSpec = OneRule(PromotedCastable("w", "x", "y"), {Output("w"), kX, kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_FLOAT, ACL_FLOAT16}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_INT8, ACL_FLOAT16}),
            "w: dtype is INT8, to which FLOAT16, to which x and y promote, is not cast");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_UINT16, ACL_FLOAT16}),
            "x and y: UINT16 and FLOAT16 cannot promote to a common dtype");
  EXPECT_EQ(rule.Sentence(),
            "Elements of what the dtypes of x and y promote to can become ones of w.");
  EXPECT_EQ(rule.PythonSentence(), "What x and y promote to can become elements of w.");
  EXPECT_EQ(rule.Infers("w", {nullptr, ACL_INT8, ACL_BF16}), "BFLOAT16 [9]");

  static constexpr OpSpec kWithScalar = OneRule(PromotedCastable("x", "x", "a"), {kX, kA});
  EXPECT_EQ(RuleOf(kWithScalar).Refuses({ACL_BOOL, {1, ACL_INT8}}),
            "x: dtype is BOOL, to which INT8, to which x and a promote, is not cast");

  static constexpr OpSpec kBoth = Resolved(
      {.name = "aclnnBoth",
       .formula = "",
       .arguments = {kX, kY, kZ},
       .rules = {DtypeIn("x", DtypeSet(ACL_UINT16, ACL_INT8)), DtypeIn("y", kFloatDtypes),
                 DtypeIn("z", kFloatDtypes | kIntegerDtypes), PromotedCastable("z", "x", "y")},
       .chips = kAllChips});
  EXPECT_EQ(RuleOf(kBoth).Dtypes("x"), "INT8");  // UINT16 meets no float
  EXPECT_EQ(RuleOf(kBoth).Dtypes("z"), "FLOAT, FLOAT16 or BFLOAT16");
}

TEST(PromotionRulesTest, DtypeInOrCastable) {
  static constexpr OpSpec kSpec =
      OneRule(DtypeInOrCastable("x", "y", {}, kFloatDtypes, kOnly950), {Output("x"), kY});
  const RuleOf rule(kSpec), there(kSpec, "Ascend950");
  EXPECT_EQ(rule.Refuses({ACL_BF16, ACL_INT8}), "");
  EXPECT_EQ(there.Refuses({ACL_INT8, ACL_INT64}), "");
  EXPECT_EQ(rule.Refuses({ACL_INT8, ACL_INT64}),
            "x: dtype is INT8, which is not supported on Ascend910B (OPENACLNN_SOC=Ascend910B3), "
            "only on Ascend950");
  EXPECT_EQ(rule.Sentence(),
            "The dtype of x is FLOAT, FLOAT16 or BFLOAT16; on Ascend950 also one of which elements "
            "of y can become.");
  EXPECT_EQ(rule.PythonSentence(),
            "x is FLOAT, FLOAT16 or BFLOAT16; on Ascend950 also one that y can become.");
  EXPECT_EQ(rule.Dtypes("x"), "FLOAT, FLOAT16 or BFLOAT16");
  EXPECT_THAT(there.Dtypes("x"), testing::HasSubstr("INT8"));
  EXPECT_EQ(rule.Infers("x", {nullptr, ACL_BF16}), "BFLOAT16 [9]");
  EXPECT_EQ(rule.Infers("x", {nullptr, ACL_INT8}), "FLOAT [9]");

  static constexpr OpSpec kOfTwo =
      OneRule(DtypeInOrCastable("x", "y", "a", kFloatDtypes, kOnly950), {kX, kY, kA});
  EXPECT_EQ(RuleOf(kOfTwo, "Ascend950").Refuses({ACL_INT8, ACL_INT64, {1, ACL_FLOAT}}),
            "x: dtype is INT8, expected FLOAT, FLOAT16 or BFLOAT16, or one to which FLOAT, the "
            "dtype of y and a, is cast");
  EXPECT_EQ(RuleOf(kOfTwo).Sentence(),
            "The dtype of x is FLOAT, FLOAT16 or BFLOAT16; on Ascend950 also one of which elements "
            "of what those of y and a promote to can become.");
  EXPECT_EQ(RuleOf(kOfTwo).PythonSentence(),
            "x is FLOAT, FLOAT16 or BFLOAT16; on Ascend950 also one that what y and a promote to "
            "can become.");
}

TEST(PromotionRulesTest, FilledWith) {
  static constexpr OpSpec kSpec = OneRule(FilledWith("x", "a"), {kX, AnyScalarInput("a")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_INT8, {1, ACL_FLOAT}}), "");
  EXPECT_EQ(rule.Refuses({ACL_UINT16, {1, ACL_UINT64}}), "");
  EXPECT_EQ(rule.Refuses({ACL_COMPLEX64, {1, ACL_UINT32}}), "");
  EXPECT_EQ(rule.Refuses({ACL_COMPLEX64, {1, ACL_COMPLEX128}}), "");
  EXPECT_EQ(rule.Refuses({ACL_UINT16, {1, ACL_FLOAT}}),
            "x and a: UINT16 and FLOAT cannot promote to a common dtype");
  EXPECT_EQ(rule.Refuses({ACL_BOOL, {1, ACL_UINT32}}),
            "x and a: BOOL and UINT32 cannot promote to a common dtype");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, {1, ACL_COMPLEX64}}),
            "a: dtype is COMPLEX64, expected a real dtype, as that of x is FLOAT");
  EXPECT_EQ(rule.Sentence(),
            "The dtypes of x and a promote, but that a complex tensor takes any scalar.");
  EXPECT_EQ(rule.PythonSentence(),
            "x and a promote, but that an array of complex numbers takes any a.");
}

TEST(PromotionRulesTest, IsPower) {
  static constexpr OpSpec kSpec = OneRule(IsPower("a", "x", "y"), {kA, kX, kY});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({{32767, ACL_INT64}, ACL_INT8, ACL_INT16}), "");
  EXPECT_EQ(rule.Refuses({-1, ACL_FLOAT16, ACL_INT8}), "");
  EXPECT_EQ(rule.Refuses({kInfinity, ACL_FLOAT16, ACL_FLOAT16}), "");
  EXPECT_EQ(rule.Refuses({kNan, ACL_FLOAT16, ACL_FLOAT16}), "");
  EXPECT_EQ(rule.Refuses({{7e4, ACL_INT32}, ACL_BF16, ACL_INT64}), "");
  EXPECT_EQ(rule.Refuses({{32768, ACL_INT64}, ACL_INT8, ACL_INT16}),
            "a: is 32768, expected a number from 0 to 32767, which INT16, to which x and y "
            "promote, holds");
  EXPECT_EQ(rule.Refuses({{-1, ACL_INT8}, ACL_UINT8, ACL_BOOL}),
            "a: is -1, expected a number from 0 to 255, which UINT8, to which x and y promote, "
            "holds");
  EXPECT_EQ(rule.Refuses({{7e4, ACL_INT32}, ACL_FLOAT16, ACL_INT64}),
            "a: is 70000, expected a number that is finite in FLOAT16, to which x and y promote");
  EXPECT_EQ(rule.Refuses({{1e39, ACL_DOUBLE}, ACL_FLOAT, ACL_INT64}),
            "a: is 1e+39, expected a number that is finite in FLOAT, to which x and y promote");
  EXPECT_EQ(rule.Sentence(),
            "What x and y promote to holds a: if these are integers, not negative; if floats, "
            "finite if it is.");
  EXPECT_EQ(rule.PythonSentence(),
            "What x and y promote to holds a: if integers, not negative; if floats, finite if it "
            "is.");
}

}  // namespace
}  // namespace openaclnn::test

// The in-place forms of operators, made from the specs of the others.
#include "engine/in_place.h"

#include <gtest/gtest.h>

#include "engine/formula_of.h"

namespace openaclnn {
namespace {

consteval OpSpec Forward() {
  return Resolved({.name = "aclnnForward",
                   .formula = "out = other * self if outer",
                   .arguments = {Input("self"), ScalarInput("other"), Output("out")},
                   .rules = {DtypeIn("self", kFloatAndDoubleDtypes), DtypeIn("out", kFloatDtypes),
                             SameDtype("out", "self"), MaxRank(8), SameShape("out", "self")},
                   .chips = kAllChips,
                   .operands = {"self"},
                   .results = {"out"}});
}

TEST(InPlaceTest, FollowsFromTheForwardForm) {
  static constexpr OpSpec kForward = Forward();
  static constexpr OpSpec kInPlace = InPlace(kForward, "aclnnInplaceForward");
  EXPECT_EQ(kInPlace.NumArguments(), 2);
  EXPECT_EQ(kInPlace.arguments[0].kind, ArgumentKind::kInOut);
  EXPECT_EQ(kInPlace.arguments[0].name, "selfRef");
  EXPECT_EQ(kInPlace.arguments[1].name, "other");
  EXPECT_EQ(kInPlace.operands_at[0], 0);
  EXPECT_EQ(kInPlace.results_at[0], 0);
  EXPECT_EQ(kInPlace.rules[0].dtypes, kFloatDtypes);
  EXPECT_EQ(kInPlace.num_rules, 2);
  EXPECT_TRUE(kInPlace.rules[1].Is(rules::kMaxRank));
  EXPECT_STREQ(kInPlace.plan_name.data(), "aclnnInplaceForwardGetWorkspaceSize");
  EXPECT_EQ(FormulaOf(kInPlace), "selfRef = other * selfRef if outer");
  EXPECT_EQ(FormulaOf(kForward), kForward.formula);
}

TEST(InPlaceTest, OthersBroadcastToTheOneTensor) {
  static constexpr OpSpec kForward =
      Resolved({.name = "aclnnForward",
                .formula = "out = self + other",
                .arguments = {Input("self"), Input("other"), Output("out")},
                .rules = {DtypeIn("other", kFloatDtypes), Castable("self", "out"),
                          SameFormat("self", "out"), Broadcasts("self", "other"),
                          BroadcastShape("out", "self", "other"), Broadcasts("other", "other")},
                .chips = kAllChips,
                .operands = {"self", "other"},
                .results = {"out"}});
  static constexpr OpSpec kInPlace = InPlace(kForward, "aclnnInplaceForward");
  EXPECT_EQ(kInPlace.num_rules, 3);
  EXPECT_TRUE(kInPlace.rules[0].Is(rules::kDtypeIn));
  EXPECT_TRUE(kInPlace.rules[1].Is(rules::kBroadcastsTo));
  EXPECT_EQ(kInPlace.rules[1].names[0], "other");
  EXPECT_EQ(kInPlace.rules[1].names[1], "selfRef");
  EXPECT_TRUE(kInPlace.rules[2].Is(rules::kBroadcasts));  // not about that tensor
}

}  // namespace
}  // namespace openaclnn

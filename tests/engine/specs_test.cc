// What all operators' rules have, and what specs know of their own.
#include "engine/resolved.h"
#include "engine/rules/sentence.h"
#include "ops/registry.h"
#include "tests/engine/one_rule.h"

namespace openaclnn::test {
namespace {

TEST(SpecsTest, EveryRuleIsPutInWords) {
  for (const Operator& entry : AllOperators()) {
    for (const Rule& rule : RulesOf(*entry.spec)) {
      SCOPED_TRACE(std::string(entry.spec->name) + ", " + std::string(rule.type->name));
      const std::string sentence = SentenceOf(rule);
      EXPECT_EQ(sentence.back(), '.');
      const Wording& own = rule.type->python_sentence;
      if (!own.text.empty()) {
        EXPECT_EQ(SentenceOf(rule, own).back(), '.');
        EXPECT_NE(SentenceOf(rule, own), sentence);
        EXPECT_EQ(rule.type->sentence.without_c.empty(), own.without_c.empty());
      }
    }
  }
}

TEST(SpecsTest, WhichRulesHoldForAlikeTensors) {
  static constexpr OpSpec kSpec = Resolved(
      {.name = "aclnnSpec",
       .formula = "",
       .arguments = {kX, kY, kA},
       .rules = {DtypeIn("x", kFloatAndDoubleDtypes), SameDtype("x", "y"),
                 DtypeIn("a", kFloatDtypes), PromotesInto("x", "y", kFloatDtypes), MaxRank(8),
                 OneElement("x"), MaxRank(4), SameShape("x", "y"), BroadcastsTo("x", "y")},
       .chips = kAllChips});
  EXPECT_EQ(kSpec.num_rules, 9);
  EXPECT_EQ(kSpec.alike.of_dtypes, 0b000001011u);
  EXPECT_EQ(kSpec.alike.dtypes, kFloatDtypes);
  EXPECT_EQ(kSpec.alike.of_shapes, 0b111010000u);
  EXPECT_EQ(kSpec.alike.most_axes, 4u);
  EXPECT_EQ(kSpec.promotion_by, 3);
}

constexpr std::string_view kForms[] = {"none", "tanh"};

TEST(SpecsTest, WhichRuleListsTheChoices) {
  static constexpr OpSpec kSpec =
      Resolved({.name = "aclnnSpec",
                .formula = "",
                .arguments = {IntInput("n"), TextInput("form")},
                .rules = {IntIn("n", 0, 1), IntBetween("n", 0, 1), TextIn("form", kForms)},
                .chips = kAllChips,
                .chooses = "form"});
  EXPECT_EQ(kSpec.choices_by, 2);
}

}  // namespace
}  // namespace openaclnn::test

#include "engine/rules/list.h"

#include "engine/rules/choice.h"
#include "tests/engine/one_rule.h"

namespace openaclnn::test {
namespace {

constexpr std::string_view kLayouts[] = {"BSH", "BSND", "BNSD"};

TEST(ListRulesTest, TextIn) {
  static constexpr OpSpec kSpec = OneRule(TextIn("layout", kLayouts), {TextInput("layout")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({"BSH"}), "");
  EXPECT_EQ(rule.Refuses({"BNSD"}), "");
  EXPECT_EQ(rule.Refuses({"BS"}), R"(layout: is "BS", expected "BSH", "BSND" or "BNSD")");
  EXPECT_EQ(rule.Refuses({"BSHX"}), R"(layout: is "BSHX", expected "BSH", "BSND" or "BNSD")");
  EXPECT_EQ(
      rule.Refuses({"a text of more than 32 characters"}),
      R"(layout: is "a text of more than 32 character"..., expected "BSH", "BSND" or "BNSD")");
  EXPECT_EQ(rule.Sentence(), R"(layout is "BSH", "BSND" or "BNSD".)");
}

TEST(ListRulesTest, IntIn) {
  static constexpr OpSpec kSpec = OneRule(IntIn("n", 1, 2, 4), {kN});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({1}), "");
  EXPECT_EQ(rule.Refuses({4}), "");
  EXPECT_EQ(rule.Refuses({0.0}), "n: is 0, expected 1, 2 or 4");
  EXPECT_EQ(rule.Sentence(), "n is 1, 2 or 4.");

  static constexpr OpSpec kOfTwo = OneRule(IntIn("n", 0, 1), {kN});
  EXPECT_EQ(RuleOf(kOfTwo).Refuses({0.0}), "");
  EXPECT_EQ(RuleOf(kOfTwo).Refuses({2}), "n: is 2, expected 0 or 1");
}

TEST(ListRulesTest, Choices) {
  static constexpr OpSpec kTexts = OneRule(TextIn("layout", kLayouts), {TextInput("layout")});
  static constexpr OpSpec kIntegers = OneRule(IntIn("n", 1, 2, 4), {kN});
  const auto choice = [](const OpSpec& spec, Given given) {
    const Arguments arguments(spec, {given});
    return ChoiceAmong(spec.rules[0], arguments.all()[0]);
  };
  EXPECT_EQ(choice(kTexts, "BSH"), 0);
  EXPECT_EQ(choice(kTexts, "BNSD"), 2);
  EXPECT_EQ(choice(kIntegers, 1), 0);
  EXPECT_EQ(choice(kIntegers, 4), 2);
}

TEST(ListRulesTest, HasCount) {
  static constexpr OpSpec kSpec = OneRule(HasCount("mask", 3), {IntsInput("mask")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Axes{{1, 1, 0}}}), "");
  EXPECT_EQ(rule.Refuses({Axes{{1, 1}}}), "mask: has 2 items, expected 3");
  EXPECT_EQ(rule.Refuses({nullptr}), "");
  EXPECT_EQ(rule.Sentence(), "mask has 3 items.");

  static constexpr OpSpec kOfRange = OneRule(HasCount("pads", 2, 4), {IntsInput("pads")});
  EXPECT_EQ(RuleOf(kOfRange).Refuses({Axes{{0, 0, 0, 0, 0}}}),
            "pads: has 5 items, expected 2 to 4");
  EXPECT_EQ(RuleOf(kOfRange).Sentence(), "pads has 2 to 4 items.");
}

TEST(ListRulesTest, SameCount) {
  static constexpr OpSpec kSpec =
      OneRule(SameCount("pads", "strides"), {IntsInput("pads"), IntsInput("strides")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Axes{{1, 2}}, Axes{{0, 0}}}), "");
  EXPECT_EQ(rule.Refuses({Axes{{1}}, Axes{{0, 0}}}),
            "pads: has 1 items, expected 2, as many as strides");
  EXPECT_EQ(rule.Sentence(), "pads has as many items as strides.");
}

TEST(ListRulesTest, IntBetween) {
  static constexpr OpSpec kSpec = OneRule(IntBetween("n", 0, 3), {kN});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({0.0}), "");
  EXPECT_EQ(rule.Refuses({3}), "");
  EXPECT_EQ(rule.Refuses({4}), "n: is 4, expected 0 to 3");
  EXPECT_EQ(rule.Refuses({-1}), "n: is -1, expected 0 to 3");
  EXPECT_EQ(rule.Sentence(), "n is from 0 to 3.");
}

TEST(ListRulesTest, IntOnlyOn) {
  static constexpr OpSpec kSpec = OneRule(IntOnlyOn("n", 0, kOnly950), {kN});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({1}), "");
  EXPECT_EQ(RuleOf(kSpec, "Ascend950").Refuses({0.0}), "");
  EXPECT_EQ(rule.Refuses({0.0}),
            "n: is 0, which is not supported on Ascend910B (OPENACLNN_SOC=Ascend910B3), only on "
            "Ascend950");
  EXPECT_EQ(rule.Sentence(), "n is 0 on Ascend950 only.");
}

}  // namespace
}  // namespace openaclnn::test

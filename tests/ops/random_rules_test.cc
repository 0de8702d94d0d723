// What rules of random numbers refuse.
#include "ops/random/random_rules.h"

#include <cmath>

#include "tests/engine/one_rule.h"

namespace openaclnn::test::random_rules_test {
namespace {

TEST(RandomRulesTest, IsProbability) {
  static constexpr OpSpec kSpec = OneRule(IsProbability("p"), {DoubleInput("p")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({0.0}), "");
  EXPECT_EQ(rule.Refuses({1.0}), "");
  EXPECT_EQ(rule.Refuses({1.5}), "p: is 1.5, expected a number from 0 to 1");
  EXPECT_EQ(rule.Refuses({-0.25}), "p: is -0.25, expected a number from 0 to 1");
  EXPECT_EQ(rule.Refuses({std::nan("")}), "p: is nan, expected a number from 0 to 1");
  EXPECT_EQ(rule.Sentence(), "p is from 0 to 1.");
}

TEST(RandomRulesTest, KeepScale) {
  static constexpr OpSpec kSpec = OneRule(KeepScale("scale"), {DoubleInput("scale")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({0.0}), "");
  EXPECT_EQ(rule.Refuses({1.0}), "");
  EXPECT_EQ(rule.Refuses({0.5}), "scale: is 0.5, expected 0, or at least 1");
}

TEST(RandomRulesTest, AboveZero) {
  static constexpr OpSpec kSpec = OneRule(AboveZero("rate"), {DoubleInput("rate")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({0.125}), "");
  EXPECT_EQ(rule.Refuses({0.0}), "rate: is 0, expected a number above 0");
}

TEST(RandomRulesTest, IntBelow) {
  static constexpr OpSpec kSpec =
      OneRule(IntBelow("from", "to"), {IntInput("from"), IntInput("to")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({-3.0, 4.0}), "");
  EXPECT_EQ(rule.Refuses({4.0, 4.0}), "from: is 4, expected less than to, which is 4");
}

TEST(RandomRulesTest, BitsFor) {
  static constexpr OpSpec kOfTensor = OneRule(BitsFor("x", "y"), {Output("x"), Input("y")});
  const RuleOf rule(kOfTensor);
  EXPECT_EQ(rule.Refuses({Shape{32}, Shape{3, 43}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 8}, Shape{}}), "");
  EXPECT_EQ(rule.Refuses({Shape{0}, Shape{0, 3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{16}, Shape{3, 43}}),
            "x: shape is [16], expected 32 elements, 16 for each 128, or part of 128, of the 129 "
            "that y has");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{129}}), "FLOAT [32]");
  static constexpr OpSpec kOfExtents =
      OneRule(BitsFor("x", "shape"), {Output("x"), IntsInput("shape")});
  const RuleOf of_extents(kOfExtents);
  EXPECT_EQ(of_extents.Refuses({Shape{32}, Axes{{3, 43}}}), "");
  EXPECT_EQ(of_extents.Refuses({Shape{32}, Axes{{3, -1}}}),
            "shape: is [3, -1], expected extents of a tensor");
  EXPECT_EQ(rule.Sentence(), "x has 16 elements for each 128, or part of 128, that y has.");
}

TEST(RandomRulesTest, Counts) {
  static constexpr OpSpec kSpec = OneRule(Counts("x", "n"), {Output("x"), IntInput("n")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{3}, 3.0}), "");
  EXPECT_EQ(rule.Refuses({Shape{3}, -1.0}), "n: is -1, expected at least 0");
  EXPECT_EQ(rule.Refuses({Shape{3}, 4.0}), "x: shape is [3], expected [4], as n says");
  EXPECT_EQ(rule.Infers("x", {nullptr, 5.0}), "FLOAT [5]");
}

TEST(RandomRulesTest, CountOfElements) {
  static constexpr OpSpec kSpec = OneRule(CountOfElements("n", "x"), {IntInput("n"), InOut("x")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({6.0, Shape{3, 2}}), "");
  EXPECT_EQ(rule.Refuses({5.0, Shape{3, 2}}), "n: is 5, expected 6, the number of elements of x");
}

TEST(RandomRulesTest, HasSamples) {
  static constexpr OpSpec kSpec =
      OneRule(HasSamples("x", "y", "n", "again"),
              {Output("x"), Input("y"), IntInput("n"), BoolInput("again")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 3}, Shape{2, 5}, 3.0, 0.0}), "");
  EXPECT_EQ(rule.Refuses({Shape{9}, Shape{5}, 9.0, 1.0}), "");
  EXPECT_EQ(rule.Refuses({Shape{1}, Shape{}, 1.0, 1.0}), "y: rank is 0, expected 1 or 2");
  EXPECT_EQ(rule.Refuses({Shape{1}, Shape{2, 3}, 1.0, 1.0}),
            "x: rank is 1, expected 2, the rank of y");
  EXPECT_EQ(rule.Refuses({Shape{0}, Shape{3}, 0.0, 1.0}), "n: is 0, expected at least 1");
  EXPECT_EQ(rule.Refuses({Shape{4}, Shape{3}, 4.0, 0.0}),
            "n: is 4, expected at most 3, the last extent of y, as again is false");
  EXPECT_EQ(rule.Refuses({Shape{1}, Shape{(1 << 24) + 1}, 1.0, 0.0}),
            "y: shape is [16777217], expected a last extent of at most 16777216");
  EXPECT_EQ(rule.Refuses({Shape{3, 1}, Shape{2, 3}, 1.0, 0.0}),
            "x: shape is [3, 1], expected [2, 1], as n is 1");
  EXPECT_EQ(rule.Refuses({Shape{2, 1}, Shape{2, 0}, 1.0, 1.0}),
            "y: shape is [2, 0], expected elements in its rows");
  EXPECT_EQ(rule.Infers("x", {nullptr, Shape{2, 5}, 3.0, 0.0}), "FLOAT [2, 3]");
}

TEST(RandomRulesTest, RoomForSlopes) {
  static constexpr OpSpec kSpec = OneRule(RoomForSlopes("x", "y"), {Output("x"), Input("y")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 3}, Shape{2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{9}, Shape{2, 3}}), "");
  EXPECT_EQ(rule.Refuses({Shape{5}, Shape{2, 3}}),
            "x: shape is [5], expected [2, 3], the shape of y, or contiguous elements that are not "
            "fewer");
}

}  // namespace
}  // namespace openaclnn::test::random_rules_test

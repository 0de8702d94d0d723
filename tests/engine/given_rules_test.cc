#include "engine/rules/given.h"

#include "tests/engine/one_rule.h"

namespace openaclnn::test {
namespace {

TEST(GivenRulesTest, AnyGiven) {
  static constexpr OpSpec kSpec =
      OneRule(AnyGiven("a", "b"), {OptionalScalar("a", 0), OptionalScalar("b", 0)});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.RefusesNulls({1, nullptr}), "");
  EXPECT_EQ(rule.RefusesNulls({nullptr, 1}), "");
  EXPECT_EQ(rule.RefusesNulls({nullptr, nullptr}), "a and b: both are null, expected one of them");
  EXPECT_EQ(rule.Refuses({nullptr, nullptr}), "");  // it is not looked at again
  EXPECT_EQ(rule.Sentence(), "a or b is given.");
}

}  // namespace
}  // namespace openaclnn::test

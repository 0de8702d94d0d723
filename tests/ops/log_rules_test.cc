// What rules of logarithms refuse.
#include "ops/math/log_rules.h"

#include "tests/engine/one_rule.h"

namespace openaclnn::test::log_rules_test {
namespace {

TEST(LogRulesTest, OwnOrFloat) {
  static constexpr OpSpec kSpec = OneRule(OwnOrFloat("x", "y"), {Output("x"), Input("y")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({ACL_BF16, ACL_BF16}), "");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_BOOL}), "");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT, ACL_DOUBLE}),
            "x: dtype is FLOAT, expected DOUBLE, the dtype of y");
  EXPECT_EQ(rule.Refuses({ACL_FLOAT16, ACL_INT8}),
            "x: dtype is FLOAT16, expected FLOAT, as the dtype of y is INT8");
  EXPECT_EQ(rule.Sentence(),
            "The dtype of x is that of y, or FLOAT if that is no dtype of floats.");
}

}  // namespace
}  // namespace openaclnn::test::log_rules_test

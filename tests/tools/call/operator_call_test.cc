#include "tools/call/operator_call.h"

#include <cmath>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ArrayView Floats(std::vector<float>& elements, std::vector<int64_t> shape) {
  std::vector<int64_t> strides = DenseStrides(shape);
  return {ACL_FLOAT, std::move(shape), std::move(strides), elements.data()};
}

class OperatorCallTest : public testing::TestWithParam<Memory> {};

TEST_P(OperatorCallTest, GivesEveryOutput) {
  std::vector<float> grad = {1, 2, 3, 4, 5, 6}, self = {-1, 1, -2, 2, -3, 3};
  std::vector<float> weight = {0.5f, 0.25f, 2}, grad_input(6), grad_weight(3);
  CallOperator(*FindOperator("aclnnPreluBackward"),
               std::vector<Value>{Floats(grad, {2, 3}), Floats(self, {2, 3}), Floats(weight, {3}),
                                  Floats(grad_input, {2, 3}), Floats(grad_weight, {3})},
               GetParam());
  EXPECT_THAT(grad_input, ElementsAre(0.5f, 2, 6, 4, 1.25f, 6));
  EXPECT_THAT(grad_weight, ElementsAre(-1, -15, -6));
}

TEST_P(OperatorCallTest, FollowsStridesOfAnySign) {
  std::vector<float> grad = {10, 20, 30}, self = {-2, 9, 0, 9, 2, 9};
  std::vector<float> out = {7, 7, 7, 7, 7, 7};
  const ArrayView backwards{ACL_FLOAT, {3}, {-1}, &grad[2]};
  const ArrayView stepped{ACL_FLOAT, {3}, {2}, self.data()};
  const ArrayView stepped_backwards{ACL_FLOAT, {3}, {-2}, &out[5]};
  CallOperator(*FindOperator("aclnnHardtanhBackward"),
               std::vector<Value>{backwards, stepped, -1.0, 3.0, stepped_backwards}, GetParam());
  EXPECT_THAT(out, ElementsAre(7, 10, 7, 20, 7, 0));
}

TEST_P(OperatorCallTest, TakesEmptyArraysTextsAndNumbers) {
  std::vector<float> none;
  EXPECT_NO_THROW(CallOperator(*FindOperator("aclnnGeluBackwardV2"),
                               std::vector<Value>{Floats(none, {0, 4}), Floats(none, {0, 4}),
                                                  std::string("tanh"), Floats(none, {0, 4})},
                               GetParam()));
  std::vector<float> x = {0.5f}, dy = {1}, out(1);
  CallOperator(*FindOperator("aclnnLogitGrad"),
               std::vector<Value>{Floats(x, {1}), Floats(dy, {1}), 0.0, Floats(out, {1})},
               GetParam());
  EXPECT_EQ(out[0], 4);
}

TEST_P(OperatorCallTest, RefusesWhatTheLibraryRefuses) {
  std::vector<float> x = {0.5f, 1}, out(1);
  try {
    CallOperator(*FindOperator("aclnnLogitGrad"),
                 std::vector<Value>{Floats(x, {2}), Floats(x, {2}), 0.0, Floats(out, {1})},
                 GetParam());
    FAIL();
  } catch (const Refused& refused) {
    EXPECT_EQ(refused.status(), 161002);
    EXPECT_THAT(refused.what(), HasSubstr("out: shape is [1], expected [2]"));
  }
}

INSTANTIATE_TEST_SUITE_P(Memory, OperatorCallTest, testing::Values(Memory::kHost, Memory::kDevice),
                         [](const auto& memory) {
                           return memory.param == Memory::kHost ? "InPlace" : "OnCopies";
                         });

ArrayView Typed(aclDataType dtype, std::vector<int64_t> shape) {
  std::vector<int64_t> strides = DenseStrides(shape);
  return {dtype, std::move(shape), std::move(strides), nullptr};
}

std::vector<OutputType> TypesOf(const char* name, std::vector<Value> values) {
  return OutputTypes(*FindOperator(name)->spec, values);
}

TEST(OutputTypesTest, FollowTheRules) {
  const auto gelu = TypesOf("aclnnGeluBackwardV2",
                            {Typed(ACL_FLOAT16, {4, 1}), Typed(ACL_BF16, {3}), "none", Value()});
  ASSERT_EQ(gelu.size(), 1u);
  EXPECT_EQ(gelu[0].argument, 3);
  EXPECT_EQ(gelu[0].dtype, ACL_FLOAT);
  EXPECT_THAT(gelu[0].shape, ElementsAre(4, 3));

  const auto prelu = TypesOf("aclnnPreluBackward", {Typed(ACL_BF16, {3}), Typed(ACL_BF16, {2, 3}),
                                                    Typed(ACL_BF16, {3}), Value(), Value()});
  ASSERT_EQ(prelu.size(), 2u);
  EXPECT_THAT(prelu[0].shape, ElementsAre(2, 3));
  EXPECT_THAT(prelu[1].shape, ElementsAre(3));
  EXPECT_EQ(prelu[1].dtype, ACL_BF16);

  const auto columns = TypesOf("aclnnPreluBackward", {Typed(ACL_BF16, {3}), Typed(ACL_BF16, {2, 3}),
                                                      Typed(ACL_BF16, {1, 3}), Value(), Value()});
  EXPECT_THAT(columns[1].shape, ElementsAre(3));
  const auto one = TypesOf("aclnnPreluBackward", {Typed(ACL_BF16, {3}), Typed(ACL_BF16, {2, 3}),
                                                  Typed(ACL_BF16, {1, 1}), Value(), Value()});
  EXPECT_THAT(one[1].shape, ElementsAre(1, 1));

  const auto softplus = TypesOf(
      "aclnnSoftplusBackward", {Typed(ACL_FLOAT16, {2}), Typed(ACL_INT8, {2}), 1.0, 20.0, Value()});
  EXPECT_EQ(softplus[0].dtype, ACL_FLOAT16);
}

TEST(OutputTypesTest, NeedInputsThatFitTogether) {
  const auto message = [](const char* name, std::vector<Value> values) -> std::string {
    try {
      TypesOf(name, std::move(values));
    } catch (const Refused& refused) {
      return refused.what();
    }
    return "";
  };
  EXPECT_EQ(
      message("aclnnGeluBackwardV2",
              {Typed(ACL_FLOAT, {2}), Typed(ACL_FLOAT, {3}), "none", Value()}),
      "aclnnGeluBackwardV2: gradOutput is [2] and self is [3], which have no common broadcast "
      "shape");
  EXPECT_EQ(message("aclnnGeluBackwardV2", {Value(), Typed(ACL_FLOAT, {3}), "none", Value()}),
            "aclnnGeluBackwardV2: gradOutput is missing");
}

}  // namespace
}  // namespace openaclnn::tools

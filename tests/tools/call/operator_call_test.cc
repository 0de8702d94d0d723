#include "tools/call/operator_call.h"
#include "ops/registry.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "cpu/sum_tree.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kinds/channels/sum_order.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/list_operator.h"

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

TEST_P(OperatorCallTest, TakesIntegersAsTheyAre) {
  for (const int64_t ignored : {std::numeric_limits<int64_t>::max(), (int64_t{1} << 53) + 1,
                                std::numeric_limits<int64_t>::min() + 1}) {
    std::vector<float> self = {5, 7, 5, 7}, weight = {1, 2}, out(2), total(1);
    std::vector<int64_t> target = {ignored, 1};
    CallOperator(*FindOperator("aclnnNLLLoss"),
                 std::vector<Value>{
                     Floats(self, {2, 2}), ArrayView{ACL_INT64, {2}, {1}, target.data()},
                     Floats(weight, {2}), int64_t{0}, ignored, Floats(out, {2}), Floats(total, {})},
                 GetParam());
    EXPECT_THAT(out, ElementsAre(0, -14)) << ignored;
  }
}

TEST_P(OperatorCallTest, TakesListsArraysAndOptionalOutputs) {
  if (test::OnGpu()) GTEST_SKIP() << "the operator of this test has no device code";
  std::vector<float> a = {1}, b = {2}, first = {0}, second = {0}, total = {0};
  std::vector<Value> values = {std::vector<ArrayView>{Floats(a, {1}), Floats(b, {1})},
                               std::vector<double>{10, 20}, std::vector<bool>{true, true},
                               std::vector<ArrayView>{Floats(first, {1}), Floats(second, {1})},
                               std::monostate()};
  CallOperator(test::kSumsOfMembers, values, GetParam());
  EXPECT_EQ(first[0], 11);
  EXPECT_EQ(second[0], 22);
  values[1] = std::vector<int64_t>{1, 2};
  values[2] = std::vector<bool>{false, true};
  values[4] = Floats(total, {1});
  CallOperator(test::kSumsOfMembers, values, GetParam());
  EXPECT_EQ(first[0], 11);
  EXPECT_EQ(second[0], 4);
  EXPECT_EQ(total[0], 4);
}

// Elements in [outer, channels, inner] whose terms are as they follow from their indices.
struct Prelu {
  explicit Prelu(const SumShape& of)
      : shape(of),
        self(static_cast<size_t>(of.outer * of.channels * of.inner)),
        grad(self.size()),
        grad_input(self.size()),
        weight(static_cast<size_t>(of.channels), 1),
        grad_weight(weight.size(), 7) {
    for (size_t i = 0; i < self.size(); ++i) {
      self[i] = -1 - static_cast<float>(i * i % 8191);
      grad[i] = std::sin(static_cast<float>(i));
    }
  }
  std::vector<double> PartialSums(const SumOrder& order, Memory memory, size_t more = 0) {
    const std::vector<int64_t> all = {shape.outer, shape.channels, shape.inner};
    std::vector<double> partials(static_cast<size_t>(openaclnn::PartialSums(shape, order)) + more);
    CallForPartialSums(
        *FindOperator("aclnnPreluBackward"),
        std::vector<Value>{Floats(grad, all), Floats(self, all), Floats(weight, {shape.channels}),
                           Floats(grad_input, all), Floats(grad_weight, {shape.channels})},
        {shape, order, partials}, memory);
    return partials;
  }

  SumShape shape;
  std::vector<float> self, grad, grad_input, weight, grad_weight;
};

TEST_P(OperatorCallTest, PartialSumsOfPartsAreThoseOfTheWhole) {
  for (const SumShape& shape :
       {SumShape{20000, 1, 5}, SumShape{20000, 3, 2}, SumShape{9, 1, 3000}}) {
    Prelu whole(shape);
    const SumOrder order = OrderOf(shape);
    const std::vector<double> expected = whole.PartialSums(order, GetParam());
    EXPECT_THAT(whole.grad_weight, testing::Each(7));
    // One channel, in which the part has its elements one after the other, or blocks of columns.
    const int64_t cut = order.along_rows ? 4 : order.side * kSumBlock;
    const auto elements = static_cast<std::ptrdiff_t>(cut * shape.channels * shape.inner);
    Prelu first({cut, shape.channels, shape.inner});
    Prelu second({shape.outer - cut, shape.channels, shape.inner});
    std::copy(whole.self.begin() + elements, whole.self.end(), second.self.begin());
    std::copy(whole.grad.begin() + elements, whole.grad.end(), second.grad.begin());
    std::vector<double> actual = first.PartialSums(order, GetParam());
    std::ranges::copy(second.PartialSums(order, GetParam()), std::back_inserter(actual));
    EXPECT_EQ(actual, expected);
  }
}

// Added as they are to be, along rows and along columns, they are what the operator writes.
TEST_P(OperatorCallTest, PartialSumsComeToTheSums) {
  for (const SumShape& shape : {SumShape{2000, 3, 2}, SumShape{9, 3, 3000}}) {
    Prelu prelu(shape);
    const SumOrder order = OrderOf(shape);
    std::vector<double> partials = prelu.PartialSums(order, GetParam());
    std::vector<double> sums(static_cast<size_t>(shape.channels));
    const auto rows = static_cast<int64_t>(partials.size()) / shape.channels;
    if (order.along_rows) {
      for (size_t c = 0; c < sums.size(); ++c) {
        sums[c] = TreeSum(&partials[c * static_cast<size_t>(rows)], rows);
      }
    } else {
      FoldPartials(shape, rows / shape.inner, 0, shape.channels, partials.data(), sums.data());
    }
    const std::vector<int64_t> all = {shape.outer, shape.channels, shape.inner};
    CallOperator(
        *FindOperator("aclnnPreluBackward"),
        std::vector<Value>{Floats(prelu.grad, all), Floats(prelu.self, all),
                           Floats(prelu.weight, {shape.channels}), Floats(prelu.grad_input, all),
                           Floats(prelu.grad_weight, {shape.channels})},
        GetParam());
    EXPECT_EQ(prelu.grad_weight, std::vector<float>(sums.begin(), sums.end()));
  }
}

TEST_P(OperatorCallTest, PartialSumsNeedAShapeThatFits) {
  Prelu prelu({4, 3, 5});
  EXPECT_THROW(prelu.PartialSums(OrderOf(prelu.shape), GetParam(), 1), Refused);
  std::vector<float> x = {1};
  std::vector<double> partials(1);
  EXPECT_THROW(
      CallForPartialSums(*FindOperator("aclnnLogitGrad"),
                         std::vector<Value>{Floats(x, {1}), Floats(x, {1}), 0.0, Floats(x, {1})},
                         {{1, 1, 1}, OrderOf({1, 1, 1}), partials}, GetParam()),
      Refused);
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

  const auto mean = TypesOf(
      "aclnnMean", {Typed(ACL_INT32, {2, 3}), std::vector<int64_t>{0}, true, ACL_DOUBLE, Value()});
  EXPECT_EQ(mean[0].dtype, ACL_DOUBLE);
  EXPECT_THAT(mean[0].shape, ElementsAre(1, 3));
}

TEST(OutputTypesTest, OfListsFollowTheMembersOfInputs) {
  const ArrayView a{ACL_FLOAT, {2, 3}, {3, 1}, nullptr}, b{ACL_FLOAT16, {4}, {1}, nullptr};
  std::vector<Value> values(5);
  values[0] = std::vector<ArrayView>{a, b};
  const std::vector<OutputType> types = OutputTypes(*test::kSumsOfMembers.spec, values);
  ASSERT_EQ(types.size(), 3);
  EXPECT_EQ(types[0].member, 0);
  EXPECT_THAT(types[0].shape, ElementsAre(2, 3));
  EXPECT_EQ(types[1].argument, 3);
  EXPECT_EQ(types[1].member, 1);
  EXPECT_EQ(types[1].dtype, ACL_FLOAT16);
  EXPECT_THAT(types[1].shape, ElementsAre(4));
  EXPECT_EQ(types[2].argument, 4);
  EXPECT_EQ(types[2].member, -1);
  values[0] = std::vector<ArrayView>{};
  EXPECT_THROW(OutputTypes(*test::kSumsOfMembers.spec, values), Refused);
  values[0] = std::vector<ArrayView>{a, ArrayView()};
  try {
    OutputTypes(*test::kSumsOfMembers.spec, values);
    ADD_FAILURE() << "a member is missing";
  } catch (const Refused& refused) {
    EXPECT_STREQ(refused.what(), "aclnnSumsOfMembers: tensors[1] is missing");
  }
}

TEST(OutputTypesTest, AreThoseThatAMaskAsksFor) {
  std::vector<Value> values(11);
  values[0] = values[1] = Typed(ACL_FLOAT16, {5, 3, 4});
  values[2] = std::vector<int64_t>{4};
  values[3] = values[4] = Typed(ACL_FLOAT, {5, 3, 1});
  for (const std::vector<bool>& mask :
       {std::vector{true, false, true}, {false, true, false}, {false, false, false}}) {
    values[7] = mask;
    std::vector<int> expected, found;
    for (int k = 0; k < 3; ++k) {
      if (mask[static_cast<size_t>(k)]) expected.push_back(8 + k);
    }
    for (const OutputType& type : TypesOf("aclnnLayerNormBackward", values)) {
      found.push_back(type.argument);
      EXPECT_EQ(type.dtype, ACL_FLOAT16);
    }
    EXPECT_EQ(found, expected);
  }
}

TEST(ShapeByRulesTest, OfInputsFollowsFromOthers) {
  std::vector<Value> values(11);
  values[1] = Typed(ACL_FLOAT, {5, 3, 4});
  values[2] = std::vector<int64_t>{3, 4};
  const OpSpec& spec = *FindOperator("aclnnLayerNormBackward")->spec;
  EXPECT_THAT(ShapeByRules(spec, values, 3, {7}), ElementsAre(5, 1, 1));
  EXPECT_THAT(ShapeByRules(spec, values, 1, {7}), ElementsAre(7));  // from no other
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

// Shapes: clashes, ranks, broadcasting, sizes that cannot be.
#include <algorithm>
#include <string_view>

#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "tests/contract/dtypes.h"
#include "tests/contract/test_call.h"

namespace openaclnn {
namespace {

using test::HasAll;
using test::Planned;
using test::Shape;
using test::Strides;
using test::TestCall;
using test::TextOf;

class ShapesTest : public test::EveryOperator {
 protected:
  // The tensor to whose shape an input is broadcast, where no rule ties that shape otherwise; -1:
  // there is none.
  int BroadcastTarget() const {
    const OpSpec& spec = *GetParam()->spec;
    for (const Rule& rule : spec.rules) {
      const bool is_output =
          rule.Is(rules::kBroadcastsTo) && spec.arguments[rule.at[1]].IsWritten();
      if (is_output) return rule.at[1];
    }
    return -1;
  }
  // Whether the others have one element, whatever its shape is.
  static bool IsOfAnyShape(const TestCall& call, int i) {
    return std::ranges::all_of(call.Tensors(), [&](int other) {
      return other == i ? !IsOneElement(call.spec(), i) : IsOneElement(call.spec(), other);
    });
  }

  // Whether the first element counts, and others may follow it.
  bool TakesMore(int i) const {
    return std::ranges::any_of(GetParam()->spec->rules, [i](const Rule& rule) {
      return rule.Is(rules::kOneElement) && rule.at[0] == i && rule.numbers.size() > 0;
    });
  }

  // Whether the call does nothing, whatever the other arguments are, if the tensor is empty.
  bool SucceedsIfEmpty(int i) const {
    return std::ranges::any_of(GetParam()->spec->rules, [i](const Rule& rule) {
      return rule.ends_if_empty && rule.at[0] == i;
    });
  }

  // Whether tensors that are cut in two may have the shape.
  bool IsPossible(const Shape& shape) const {
    for (const Rule& rule : GetParam()->spec->rules) {
      const bool has_half = !shape.empty() && shape.back() % 2 == 0;
      if (rule.Is(rules::kHalfShape) && !has_half) return false;
      if (rule.Is(rules::kMinRank) && std::ssize(shape) < rule.numbers[0]) return false;
      if (rule.Is(rules::kSizes) && shape.back() < rule.numbers[0]) return false;
    }
    return true;
  }
};

TEST_P(ShapesTest, ATensorOfAnotherShapeIsRefused) {
  // None of these is the shape of the others, broadcasts to it, or has as many elements as it has
  // channels.
  for (const Shape& shape : {Shape{2, 3, 5}, Shape{2, 4, 3}, Shape{6, 4}, Shape{24},
                             Shape{1, 2, 3, 4}, Shape{2, 3, 4, 1}, Shape{2, 0, 4}, Shape{0}}) {
    TestCall call = MakeCall();
    for (const int i : call.Tensors()) {
      if (IsOfAnyShape(call, i) || (TakesMore(i) && test::CountOf(shape) > 0)) continue;
      SCOPED_TRACE(call.name(i) + " has the shape " + TextOf(shape));
      if (i == BroadcastTarget() && shape == Shape{1, 2, 3, 4}) continue;
      const Shape valid = std::exchange(call.tensor(i).shape, shape);
      const Planned planned = call.Plan();
      if (SucceedsIfEmpty(i) && test::CountOf(shape) == 0) {
        EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
      } else {
        EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
        EXPECT_TRUE(HasAll(planned.message, {PlanName(), TextOf(shape)}));
      }
      call.tensor(i).shape = valid;
    }
  }
}

TEST_P(ShapesTest, TheMessageNamesBothShapes) {
  TestCall call = MakeCall();
  const int output = call.Outputs()[0];
  if (IsOfAnyShape(call, output)) return;
  call.tensor(output).shape = {2, 3, 7};
  const Planned planned = call.Plan();
  const char* const verdict = BroadcastTarget() >= 0 ? "does not broadcast" : "expected";
  EXPECT_TRUE(HasAll(planned.message, {call.name(output), "[2, 3, 7]", "[2, 3, 4]", verdict}));
}

TEST_P(ShapesTest, RankEightIsAccepted) {
  TestCall call = MakeCall();
  call.SetShapes({2, 3, 1, 2, 1, 2, 1, 2});
  ExpectAccepted(call);
}

TEST_P(ShapesTest, RankNineIsRefusedWhereTheContractSaysSo) {
  TestCall call = MakeCall();
  call.SetShapes({2, 3, 1, 2, 1, 2, 1, 1, 2});
  const Planned planned = call.Plan();
  if (oracle::SubjectOf(RunName())->has_any_rank) {
    EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
  } else {
    EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(planned.message, {PlanName(), "rank", "9", "8"}));
  }
}

TEST_P(ShapesTest, RankZeroAndEmptyAreAccepted) {
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{2, 1, 0}, Shape{0, 1}, Shape{0, 4}}) {
    SCOPED_TRACE(TextOf(shape));
    TestCall call = MakeCall();
    if (!IsPossible(shape)) continue;
    call.SetShapes(shape);
    for (const int i : call.Tensors()) {
      if (call.HasOwnShape(i)) call.tensor(i).shape = {1};
    }
    const Planned planned = call.Plan();
    EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    if (test::CountOf(shape) == 0) {
      EXPECT_EQ(planned.workspace_size, 0u);
    }
  }
}

// Nothing else of the call is looked at then, not even the dtype.
TEST_P(ShapesTest, AnEmptyTensorThatEndsTheChecksIsOfAnyDtype) {
  TestCall call = MakeCall();
  for (const int i : call.Tensors()) {
    if (!SucceedsIfEmpty(i)) continue;
    call.tensor(i).shape = {2, 0};
    for (const aclDataType dtype : test::AllDtypes()) {
      SCOPED_TRACE(DtypeName(dtype));
      call.tensor(i).dtype = dtype;
      const Planned planned = call.Plan();
      ASSERT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
      EXPECT_EQ(planned.workspace_size, 0u);
      EXPECT_EQ(call.Run(planned), ACLNN_SUCCESS);
    }
  }
}

TEST_P(ShapesTest, NegativeExtentsAreRefused) {
  TestCall call = MakeCall();
  for (const int i : call.Tensors()) {
    SCOPED_TRACE(call.name(i));
    const Shape valid = std::exchange(call.tensor(i).shape, Shape{2, -3, 4});
    call.tensor(i).strides = {12, 4, 1};
    ExpectRefused(call, {PlanName(), call.name(i), "[2, -3, 4]", "negative"});
    call.tensor(i).shape = valid;
    call.tensor(i).strides = {};
  }
}

// More elements, or a longer way between them, than addresses can count.
TEST_P(ShapesTest, ViewsBeyondAllMemoryAreRefused) {
  constexpr int64_t kHuge = int64_t{1} << 62;
  const struct {
    Shape shape;
    Strides strides;
    int64_t offset;
  } views[] = {
      {{kHuge / 2, 1, 1}, {0, 0, 0}, 0},  // the elements can be counted, their bytes cannot
      {{kHuge, 4, kHuge}, {0, 0, 0}, 0},  {{2, 3, 4}, {kHuge, 1, 1}, 0},
      {{2, 3, 4}, {INT64_MIN, 1, 1}, 0},  {{2, 3, 4}, {12, 4, 1}, INT64_MAX},
      {{2, 3, 4}, {12, 4, 1}, INT64_MIN}, {{3, 3, 4}, {kHuge / 8, -kHuge / 8, 1}, 0},
  };
  for (const auto& view : views) {
    TestCall call = MakeCall();
    for (const int i : call.Tensors()) {
      if (call.HasOwnDtype(i)) continue;  // with elements of one byte, not four
      SCOPED_TRACE(call.name(i) + " has shape " + TextOf(view.shape) + ", strides " +
                   TextOf(view.strides) + ", offset " + std::to_string(view.offset));
      const test::TensorRecipe valid = call.tensor(i);
      call.tensor(i).shape = view.shape;
      call.tensor(i).strides = view.strides;
      call.tensor(i).offset = view.offset;
      ExpectRefused(call, {PlanName(), call.name(i), "memory"});
      call.tensor(i) = valid;
    }
  }
}

// The end of an axis of such a view is beyond the range of int64_t, its last element is not.
TEST_P(ShapesTest, ViewsAsLargeAsAddressesAllowAreAccepted) {
  constexpr int64_t kFar = int64_t{1} << 59;
  for (const Strides& strides : {Strides{1, 2, kFar}, Strides{1, kFar, 1}, Strides{kFar, 4, 1},
                                 Strides{-kFar, kFar / 4, 1}, Strides{4, 8, -kFar}}) {
    TestCall call = MakeCall();
    for (const int i : call.Inputs()) {
      if (call.HasOwnShape(i)) continue;
      call.tensor(i).strides = strides;
      call.tensor(i).data = nullptr;
    }
    const Planned planned = call.Plan();
    EXPECT_EQ(planned.status, ACLNN_SUCCESS) << TextOf(strides) << ": " << planned.message;
  }
}

INSTANTIATE_FOR_OPERATORS_OF_ANY_RANK(ShapesTest);

TEST(BroadcastShapesTest, WhereTheContractBroadcasts) {
  for (const char* const name : {"aclnnGeluBackwardV2", "aclnnPreluBackward"}) {
    for (const Shape& shape : {Shape{}, Shape{1}, Shape{4}, Shape{3, 4}, Shape{3, 1}, Shape{1, 4},
                               Shape{2, 1, 1}, Shape{1, 1, 1}, Shape{2, 1, 4}}) {
      SCOPED_TRACE(std::string(name) + " with gradOutput of shape " + TextOf(shape));
      TestCall call(*FindOperator(name));
      call.tensor(call.IndexOf("gradOutput")).shape = shape;
      ExpectAccepted(call);
    }
  }
}

TEST(BroadcastShapesTest, CopyBroadcastsItsSource) {
  const struct {
    Shape target, source;
    bool is_valid;
  } cases[] = {
      {{2, 3, 4}, {}, true},
      {{2, 3, 4}, {1}, true},
      {{2, 3, 4}, {4}, true},
      {{2, 3, 4}, {3, 1}, true},
      {{2, 3, 4}, {2, 1, 4}, true},
      {{1, 2, 3, 4}, {2, 3, 4}, true},
      {{2, 0, 4}, {2, 1, 1}, true},
      {{0}, {1}, true},
      {{}, {}, true},
      {{2, 3, 4}, {1, 2, 3, 4}, false},
      {{4}, {2, 3, 4}, false},
      {{1}, {4}, false},
      {{}, {1}, false},
      {{1}, {0}, false},
      {{2, 3, 4}, {2, 3}, false},
  };
  for (const auto& [target, source, is_valid] : cases) {
    SCOPED_TRACE(TextOf(source) + " into " + TextOf(target));
    TestCall call(*FindOperator("aclnnInplaceCopy"));
    call.tensor(call.IndexOf("selfRef")).shape = target;
    call.tensor(call.IndexOf("src")).shape = source;
    const Planned planned = call.Plan();
    EXPECT_EQ(planned.status, is_valid ? ACLNN_SUCCESS : ACLNN_ERR_PARAM_INVALID);
    if (!is_valid) {
      EXPECT_TRUE(HasAll(planned.message, {"src", "selfRef", TextOf(source), TextOf(target)}));
    }
  }
}

TEST(BroadcastShapesTest, GeluBroadcastsBothWays) {
  const struct {
    Shape grad, self, common;
  } cases[] = {
      {{2, 1, 4}, {3, 1}, {2, 3, 4}}, {{}, {5}, {5}},
      {{1, 0}, {3, 1}, {3, 0}},       {{1}, {0}, {0}},
      {{2, 1}, {2, 1}, {2, 1}},       {{4}, {2, 3, 1}, {2, 3, 4}},
  };
  for (const auto& [grad, self, common] : cases) {
    SCOPED_TRACE(TextOf(grad) + " with " + TextOf(self));
    TestCall call(*FindOperator("aclnnGeluBackwardV2"));
    call.tensor(call.IndexOf("gradOutput")).shape = grad;
    call.tensor(call.IndexOf("self")).shape = self;
    call.tensor(call.IndexOf("gradInput")).shape = common;
    EXPECT_EQ(call.Plan().status, ACLNN_SUCCESS);
    Shape longer = common;
    longer.insert(longer.begin(), 1);
    call.tensor(call.IndexOf("gradInput")).shape = longer;
    ExpectRefused(call, {"gradInput", TextOf(longer), TextOf(common)});
  }
}

TEST(BroadcastShapesTest, ShapesThatDoNotMeet) {
  TestCall gelu(*FindOperator("aclnnGeluBackwardV2"));
  gelu.tensor(gelu.IndexOf("gradOutput")).shape = {2, 0, 4};
  EXPECT_TRUE(
      HasAll(gelu.Plan().message, {"gradOutput", "self", "[2, 0, 4]", "[2, 3, 4]", "broadcast"}));
  // Broadcasting self to gradOutput is not what aclnnPreluBackward does.
  TestCall prelu(*FindOperator("aclnnPreluBackward"));
  prelu.tensor(prelu.IndexOf("gradOutput")).shape = {5, 2, 3, 4};
  ExpectRefused(prelu, {"gradOutput", "[5, 2, 3, 4]", "[2, 3, 4]"});
}

TEST(PreluWeightTest, OneWeightOrOneForEachChannel) {
  const struct {
    Shape self, weight, gradient;
    bool valid;
    const char* named;  // in the message
  } cases[] = {
      {{2, 3, 4}, {3}, {3}, true, ""},
      {{2, 3, 4}, {3, 1}, {3}, true, ""},
      {{2, 3, 4}, {1, 1, 3, 1}, {3}, true, ""},
      {{2, 6}, {2, 3}, {6}, true, ""},
      {{2, 3, 4}, {1}, {1}, true, ""},
      {{2, 3, 4}, {}, {}, true, ""},
      {{2, 3, 4}, {1, 1, 1}, {1, 1, 1}, true, ""},
      {{2, 1, 4}, {1, 1}, {1, 1}, true, ""},
      {{}, {}, {}, true, ""},
      {{}, {1, 1}, {1, 1}, true, ""},
      {{5}, {1}, {1}, true, ""},
      {{2, 0, 4}, {0}, {0}, true, ""},
      {{2, 0, 4}, {3, 0}, {0}, true, ""},
      {{0, 3}, {3}, {3}, true, ""},
      {{2, 3, 4}, {3, 1}, {3, 1}, false, "gradWeight"},
      {{2, 3, 4}, {3}, {1, 3}, false, "gradWeight"},
      {{2, 3, 4}, {1}, {}, false, "gradWeight"},
      {{2, 3, 4}, {}, {1}, false, "gradWeight"},
      {{2, 3, 4}, {1, 1}, {1}, false, "gradWeight"},
      {{2, 3, 4}, {4}, {4}, false, "weight"},
      {{2, 3, 4}, {2}, {2}, false, "weight"},
      {{2, 3, 4}, {0}, {0}, false, "weight"},
      {{5}, {5}, {5}, false, "weight"},
      {{}, {2}, {2}, false, "weight"},
      {{0, 3}, {2}, {2}, false, "weight"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE("self " + TextOf(c.self) + ", weight " + TextOf(c.weight) + ", gradWeight " +
                 TextOf(c.gradient));
    TestCall call(*FindOperator("aclnnPreluBackward"));
    call.SetShapes(c.self);
    call.tensor(call.IndexOf("weight")).shape = c.weight;
    call.tensor(call.IndexOf("gradWeight")).shape = c.gradient;
    const Planned planned = call.Plan();
    if (c.valid) {
      EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    } else {
      EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
      EXPECT_TRUE(HasAll(planned.message, {c.named, "expected"}));
    }
  }
}

TEST(GeluTextTest, OnlyTheTwoNames) {
  for (const char* const text : {"none", "tanh"}) {
    TestCall call(*FindOperator("aclnnGeluBackwardV2"));
    call.SetText(text);
    EXPECT_EQ(call.Plan().status, ACLNN_SUCCESS) << text;
  }
  for (const char* const text : {"", "None", "TANH", "none ", " tanh", "tan", "tanhh", "erf",
                                 "a text that is far longer than any name of an approximation"}) {
    for (const Shape& shape : {Shape{2, 3, 4}, Shape{0}}) {  // checked for empty tensors too
      TestCall call(*FindOperator("aclnnGeluBackwardV2"));
      call.SetShapes(shape);
      call.SetText(text);
      const Planned planned = call.Plan();
      EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID) << text;
      EXPECT_TRUE(HasAll(planned.message,
                         {"approximate", std::string(text).substr(0, 32), "none", "tanh"}));
    }
  }
}

}  // namespace
}  // namespace openaclnn

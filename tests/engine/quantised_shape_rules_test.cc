// The rules of what is quantised.
#include "ops/quant/quantised_shape.h"

#include "tests/engine/one_rule.h"

namespace openaclnn::test {
namespace {

TEST(QuantisedShapeRulesTest, PackedShape) {
  static constexpr OpSpec kSpec = OneRule(PackedShape("y", "x"), {kX, Output("y")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{2, 16}, {ACL_INT8, Shape{2, 16}}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 16}, {ACL_INT4, Shape{2, 16}}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 16}, {ACL_INT32, Shape{2, 2}}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 0}, {ACL_INT32, Shape{2, 0}}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 16}, {ACL_INT8, Shape{2, 8}}}),
            "y: shape is [2, 8], expected [2, 16], that of x");
  EXPECT_EQ(rule.Refuses({Shape{2, 16}, {ACL_INT32, Shape{2, 16}}}),
            "y: shape is [2, 16], expected [2, 2], that of x, as the dtype of y is INT32, which "
            "holds 8 integers of four bits in an element");
  EXPECT_EQ(rule.Refuses({Shape{2, 3}, {ACL_INT4, Shape{2, 3}}}),
            "x: shape is [2, 3], expected a last size that is a multiple of 2, as y, whose dtype "
            "is INT4, holds 2 integers of four bits in a byte");
  EXPECT_EQ(rule.Refuses({Shape{2, 12}, {ACL_INT32, Shape{2, 1}}}),
            "x: shape is [2, 12], expected a last size that is a multiple of 8, as y, whose dtype "
            "is INT32, holds 8 integers of four bits in an element");
  EXPECT_EQ(rule.Infers("y", {Shape{2, 16}, nullptr}), "FLOAT [2, 16]");
}

TEST(QuantisedShapeRulesTest, UnpackedShape) {
  static constexpr OpSpec kSpec = OneRule(UnpackedShape("y", "x"), {kX, Output("y")});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({{ACL_INT8, Shape{3}}, Shape{3}}), "");
  EXPECT_EQ(rule.Refuses({{ACL_INT4, Shape{4}}, Shape{4}}), "");
  EXPECT_EQ(rule.Refuses({{ACL_INT32, Shape{3}}, Shape{24}}), "");
  EXPECT_EQ(rule.Refuses({{ACL_INT32, Shape{}}, Shape{8}}), "");
  EXPECT_EQ(rule.Refuses({{ACL_INT32, Shape{3}}, Shape{3}}),
            "y: shape is [3], expected [24], that of x, as the dtype of x is INT32, which holds 8 "
            "integers of four bits in an element");
  EXPECT_EQ(rule.Refuses({{ACL_INT4, Shape{3}}, Shape{3}}),
            "y: shape is [3], expected a last size that is a multiple of 2, as x, whose dtype is "
            "INT4, holds 2 integers of four bits in a byte");
  EXPECT_EQ(rule.Infers("y", {{ACL_INT32, Shape{2, 3}}, nullptr}), "FLOAT [2, 24]");
  EXPECT_EQ(rule.Infers("y", {{ACL_INT8, Shape{2, 3}}, nullptr}), "FLOAT [2, 3]");
}

TEST(QuantisedShapeRulesTest, HasElements) {
  static constexpr OpSpec kSpec = OneRule(HasElements("x"), {kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({Shape{1}}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 0}}), "x: shape is [2, 0], expected elements");
}

TEST(QuantisedShapeRulesTest, LastAxes) {
  static constexpr OpSpec kSpec = OneRule(LastAxes("n", "x", kBfloat16Chips), {kX, kN});
  const RuleOf rule(kSpec), on_310p(kSpec, "Ascend310P");
  for (const double axis : {-1, -2, 1, 2}) EXPECT_EQ(rule.Refuses({Shape{2, 3, 4}, axis}), "");
  EXPECT_EQ(rule.Refuses({Shape{2, 3, 4}, 0.0}),
            "n: is 0, expected one of the last two axes of x (shape [2, 3, 4])");
  EXPECT_EQ(rule.Refuses({Shape{4}, -2}),
            "n: is -2, expected one of the last two axes of x (shape [4])");
  EXPECT_EQ(on_310p.Refuses({Shape{2, 3}, 1}), "");
  EXPECT_EQ(on_310p.Refuses({Shape{2, 3}, -2}),
            "n: is -2, expected the last axis of x (shape [2, 3])");
}

TEST(QuantisedShapeRulesTest, ScaleAlong) {
  static constexpr OpSpec kSpec = OneRule(ScaleAlong("y", "x", "n"), {kX, kY, kN});
  const RuleOf rule(kSpec);
  for (const Shape& shape : {Shape{1}, Shape{3}, Shape{1, 3, 1}, Shape{1, 1, 1}}) {
    EXPECT_EQ(rule.Refuses({Shape{2, 3, 4}, shape, 1}), "");
  }
  for (const Shape& shape : {Shape{4}, Shape{3, 1}, Shape{2, 3, 1}, Shape{1, 1, 4}, Shape{}}) {
    EXPECT_NE(rule.Refuses({Shape{2, 3, 4}, shape, 1}), "");
  }
  EXPECT_EQ(rule.Refuses({Shape{2, 3}, Shape{4}, -1}),
            "y: shape is [4], expected one element, or 3 along one axis, or along that one of 2 "
            "axes, for the axis 1 of x (shape [2, 3])");

  static constexpr OpSpec kColumns = OneRule(ScaleAlong("y", "x"), {kX, kY});
  const RuleOf columns(kColumns);
  EXPECT_EQ(columns.Refuses({Shape{2, 3}, Shape{3}}), "");
  EXPECT_EQ(columns.Refuses({Shape{}, Shape{1}}), "");
  EXPECT_EQ(columns.Refuses({Shape{2, 3}, Shape{1, 3}}),
            "y: shape is [1, 3], expected one element, or 3 along one axis, for the axis 1 of x "
            "(shape [2, 3])");
}

TEST(QuantisedShapeRulesTest, WholeBytes) {
  static constexpr OpSpec kSpec = OneRule(WholeBytes("x"), {kX});
  const RuleOf rule(kSpec);
  EXPECT_EQ(rule.Refuses({{ACL_INT4, Shape{2, 4}}}), "");
  EXPECT_EQ(rule.Sentence(), "As INT4 x is contiguous, and begins at an even offset.");
  const Rule& whole = kSpec.rules[0];
  Tensor tensor;
  tensor.dtype = ACL_INT4;
  tensor.shape = {2, 4};
  const auto refuses = [&](Dims strides, int64_t offset) {
    tensor.strides = strides;
    tensor.offset = offset;
    tensor.extent = ExtentOf(tensor);
    Argument argument;
    argument.tensor = &tensor;
    const Status status = whole.type->check(RuleCall(kSpec, {&argument, 1}), whole);
    return status.ok() ? std::string() : status.message();
  };
  EXPECT_EQ(refuses({4, 1}, 6), "");
  EXPECT_EQ(refuses({4, 1}, 3),
            "x: shape is [2, 4] with strides [4, 1] and offset 3, expected contiguous elements "
            "from an even offset on, as INT4 lies two to a byte");
  EXPECT_NE(refuses({1, 2}, 0), "");
  tensor.dtype = ACL_INT8;
  EXPECT_EQ(refuses({1, 2}, 3), "");
}

}  // namespace
}  // namespace openaclnn::test

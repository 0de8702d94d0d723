// Each kind of rule and of optional argument, in specs of its own: what is accepted, and the whole
// message of what is refused.
#include <deque>
#include <limits>
#include <ostream>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "base/settings.h"
#include "engine/check.h"
#include "engine/in_place.h"
#include "engine/rule_checks.h"
#include "kinds/elementwise/spec.h"
#include "tests/contract/test_call.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A value for each argument of a spec, in its order: a tensor's dtype or its shape, a scalar of a
// dtype, a plain number, or null.
struct Given {
  Given(aclDataType type, aclFormat storage = ACL_FORMAT_ND) : dtype(type), format(storage) {}
  Given(double value, aclDataType type = ACL_DOUBLE) : number(value), dtype(type) {}
  Given(test::Shape of) : shape(std::move(of)) {}
  Given(std::nullptr_t) : is_null(true) {}

  double number = 0;
  aclDataType dtype = ACL_FLOAT;
  aclFormat format = ACL_FORMAT_ND;
  test::Shape shape = {2};
  bool is_null = false;
};

struct RuleCase {
  OpSpec spec;
  std::vector<Given> given;
  const char* message;  // "" if it is accepted
  const char* soc = "Ascend910B";
};
void PrintTo(const RuleCase& c, std::ostream* out) {
  *out << c.spec.name << ": " << (c.message[0] != 0 ? c.message : "accepted");
}

constexpr OpSpec TwoTensors(Rule rule) {
  return {.name = "aclnnTwoTensors",
          .formula = "",
          .arguments = {Input("x"), Input("y")},
          .rules = {rule},
          .products = kAllProducts,
          .kind = &kElementwise};
}
consteval OpSpec Tensors(Rule rule) { return Resolved(TwoTensors(rule)); }
consteval OpSpec Scalars(Rule rule) {
  OpSpec spec = TwoTensors(rule);
  spec.arguments = {ScalarInput("a"), ScalarInput("b")};
  return Resolved(spec);
}
consteval OpSpec ScalarAndTensor(Rule rule) {
  OpSpec spec = TwoTensors(rule);
  spec.arguments = {ScalarInput("a"), Input("x")};
  return Resolved(spec);
}
consteval OpSpec AnyScalarAndTensor(Rule rule) {
  OpSpec spec = TwoTensors(rule);
  spec.arguments = {AnyScalarInput("a"), Input("x")};
  return Resolved(spec);
}
consteval OpSpec ThreeTensors(Rule rule) {
  OpSpec spec = TwoTensors(rule);
  spec.arguments = {Input("x"), Input("y"), Input("z"), Input("w")};
  if (rule.names[3].empty()) spec.arguments[3] = {};
  return Resolved(spec);
}
consteval OpSpec ScalarAndTensors(Rule rule) {
  OpSpec spec = TwoTensors(rule);
  spec.arguments = {ScalarInput("a"), Input("x"), Input("y")};
  return Resolved(spec);
}
consteval OpSpec ScalarAndFlag(Rule rule) {
  OpSpec spec = TwoTensors(rule);
  spec.arguments = {ScalarInput("a"), BoolInput("flag")};
  return Resolved(spec);
}
consteval OpSpec Integer(Rule rule) {
  OpSpec spec = TwoTensors(rule);
  spec.arguments = {IntInput("n")};
  return Resolved(spec);
}
consteval OpSpec UnlessEmpty() {
  OpSpec spec = TwoTensors(SucceedIfEmpty("x"));
  spec.rules[1] = SameDtype("x", "y");
  return Resolved(spec);
}
consteval OpSpec IntegerAndTensor(Rule rule) {
  OpSpec spec = TwoTensors(rule);
  spec.arguments = {IntInput("n"), Input("x")};
  return Resolved(spec);
}
consteval OpSpec IntegerAndTensors(Rule rule) {
  OpSpec spec = TwoTensors(rule);
  spec.arguments = {IntInput("n"), Input("x"), Input("y")};
  return Resolved(spec);
}
consteval OpSpec OptionalTextIn() {
  OpSpec spec = TwoTensors(TextIn("text", "none", "tanh"));
  spec.arguments = {OptionalText("text", "none")};
  return Resolved(spec);
}
consteval OpSpec Optional() {
  OpSpec spec = TwoTensors(SameDtype("y", "x"));
  spec.arguments = {Input("x"), OptionalInput("y", 1), OptionalScalar("a", -1), Ignored("buffer"),
                    Unread("read")};
  spec.rules[1] = MaxRank(8);
  spec.rules[2] = NotNegativeIf("a", "flag");
  spec.arguments[5] = BoolInput("flag");
  return Resolved(spec);
}

constexpr Products kOne{Product::kAscend950};
constexpr DtypeSet kInt64{ACL_INT64};

const RuleCase kCases[] = {
    {Integer(IntIn("n", 0, 1)), {1}, ""},
    {Integer(IntIn("n", 0, 1)), {2}, "n: is 2, expected 0 or 1"},
    {Integer(IntIn("n", 0, 1, 2)), {2}, ""},
    {Integer(IntIn("n", 1, 2, 4)), {0.0}, "n: is 0, expected 1, 2 or 4"},
    {Tensors(Castable("x", "y")), {ACL_INT8, ACL_FLOAT}, ""},
    {Tensors(Castable("x", "y")), {ACL_FLOAT, ACL_BF16}, ""},
    {Tensors(Castable("x", "y")), {ACL_FLOAT, ACL_COMPLEX64}, ""},
    {Tensors(Castable("x", "y")), {ACL_INT64, ACL_UINT8}, ""},
    {Tensors(Castable("x", "y")), {ACL_BOOL, ACL_BOOL}, ""},
    {Tensors(Castable("x", "y")),
     {ACL_FLOAT, ACL_INT8},
     "y: dtype is INT8, to which FLOAT, the dtype of x, is not cast"},
    {Tensors(Castable("x", "y")),
     {ACL_COMPLEX64, ACL_DOUBLE},
     "y: dtype is DOUBLE, to which COMPLEX64, the dtype of x, is not cast"},
    {Tensors(Castable("x", "y")),
     {ACL_INT8, ACL_BOOL},
     "y: dtype is BOOL, to which INT8, the dtype of x, is not cast"},
    {ScalarAndTensors(CastableToPromoted("a", "x", "y")),
     {{1, ACL_INT64}, ACL_INT8, ACL_UINT8},
     ""},
    {ScalarAndTensors(CastableToPromoted("a", "x", "y")),
     {{1, ACL_FLOAT}, ACL_INT8, ACL_FLOAT16},
     ""},
    {ScalarAndTensors(CastableToPromoted("a", "x", "y")),
     {{1, ACL_FLOAT}, ACL_INT8, ACL_UINT8},
     "a: dtype is FLOAT, which is not cast to INT16, to which x and y promote"},
    {ScalarAndTensors(CastableToPromoted("a", "x", "y")), {{1, ACL_INT8}, ACL_BOOL, ACL_BOOL}, ""},
    {ScalarAndTensors(CastableToPromoted("a", "x", "y")),
     {{1, ACL_FLOAT}, ACL_BOOL, ACL_BOOL},
     "a: dtype is FLOAT, which is not cast to BOOL, to which x and y promote"},
    {ScalarAndTensor(PromotesInto("x", "a", kIntegerDtypes)), {{1, ACL_INT64}, ACL_INT8}, ""},
    {ScalarAndTensor(PromotesInto("x", "a", kIntegerDtypes)),
     {{1, ACL_FLOAT}, ACL_INT8},
     "x and a: INT8 and FLOAT promote to FLOAT, expected INT8, INT16, INT32, INT64 or UINT8"},
    {ScalarAndTensor(PromotesInto("x", "a", kFloatDtypes)),
     {{1, ACL_FLOAT}, ACL_UINT16},
     "x and a: UINT16 and FLOAT cannot promote to a common dtype"},
    {ScalarAndTensors(PromotesInto("x", "y", "a", kFloatDtypes)),
     {{1, ACL_DOUBLE}, ACL_INT8, ACL_BF16},
     ""},
    {ScalarAndTensors(PromotesInto("x", "y", "a", kIntegerDtypes)),
     {{1, ACL_DOUBLE}, ACL_INT8, ACL_BOOL},
     "x, y and a: INT8, BOOL and DOUBLE promote to FLOAT, expected INT8, INT16, INT32, INT64 or "
     "UINT8"},
    {ScalarAndTensor(PromotedCastable("x", "x", "a")),
     {{1, ACL_INT8}, ACL_BOOL},
     "x: dtype is BOOL, to which INT8, to which x and a promote, is not cast"},
    {ScalarAndTensors(DtypeInOrCastable("x", "y", {}, kFloatDtypes, kOne)),
     {1, ACL_BF16, ACL_INT8},
     ""},
    {ScalarAndTensors(DtypeInOrCastable("x", "y", {}, kFloatDtypes, kOne)),
     {1, ACL_INT8, ACL_INT64},
     "",
     "Ascend950"},
    {ScalarAndTensors(DtypeInOrCastable("x", "y", {}, kFloatDtypes, kOne)),
     {1, ACL_INT8, ACL_INT64},
     "x: dtype is INT8, which is not supported on Ascend910B (OPENACLNN_SOC=Ascend910B3), only on "
     "Ascend950"},
    {ScalarAndTensors(DtypeInOrCastable("x", "y", "a", kFloatDtypes, kOne)),
     {{1, ACL_FLOAT}, ACL_INT8, ACL_INT64},
     "x: dtype is INT8, expected FLOAT, FLOAT16 or BFLOAT16, or one to which FLOAT, the dtype of y "
     "and a, is cast",
     "Ascend950"},
    {ScalarAndTensor(DtypeIn("a", kFloatDtypes)),
     {{1, ACL_INT8}, ACL_INT8},
     "a: dtype is INT8, expected FLOAT, FLOAT16 or BFLOAT16"},
    {ScalarAndTensor(FilledWith("x", "a")), {{1, ACL_FLOAT}, ACL_INT8}, ""},
    {ScalarAndTensor(FilledWith("x", "a")), {{1, ACL_UINT64}, ACL_UINT16}, ""},
    {ScalarAndTensor(FilledWith("x", "a")),
     {{1, ACL_FLOAT}, ACL_UINT16},
     "x and a: UINT16 and FLOAT cannot promote to a common dtype"},
    {ScalarAndTensor(FilledWith("x", "a")),
     {{1, ACL_UINT32}, ACL_BOOL},
     "x and a: BOOL and UINT32 cannot promote to a common dtype"},
    {ScalarAndTensor(FilledWith("x", "a")), {{1, ACL_UINT32}, ACL_COMPLEX64}, ""},
    {AnyScalarAndTensor(FilledWith("x", "a")), {{1, ACL_COMPLEX128}, ACL_COMPLEX64}, ""},
    {AnyScalarAndTensor(FilledWith("x", "a")),
     {{1, ACL_COMPLEX64}, ACL_FLOAT},
     "a: dtype is COMPLEX64, expected a real dtype, as that of x is FLOAT"},
    {AnyScalarAndTensor(FilledWith("x", "a")),
     {{1, ACL_COMPLEX32}, ACL_COMPLEX64},
     "a: dtype is COMPLEX32, expected a real dtype, COMPLEX64 or COMPLEX128"},
    {Tensors(DtypeOnlyOn("x", kInt64, kOne)), {ACL_INT64, ACL_INT64}, "", "Ascend950"},
    {Tensors(DtypeOnlyOn("x", kInt64, kOne)), {ACL_INT32, ACL_INT64}, ""},
    {Tensors(DtypeOnlyOn("x", kInt64, kOne)),
     {ACL_INT64, ACL_INT64},
     "x: dtype is INT64, which is not supported on Ascend910B (OPENACLNN_SOC=Ascend910B3), only on "
     "Ascend950"},
    {ThreeTensors(Broadcasts("x", "y", "z")),
     {test::Shape{2, 1}, test::Shape{3}, test::Shape{}},
     ""},
    {ThreeTensors(Broadcasts("x", "y", "z")),
     {test::Shape{2, 1}, test::Shape{3}, test::Shape{2}},
     "x, y and z: shapes [2, 1], [3] and [2] do not broadcast; aligned at their last axes, sizes "
     "must be equal or 1"},
    {ThreeTensors(BroadcastShape("x", "y", "z", "w")),
     {test::Shape{2, 3}, test::Shape{3}, test::Shape{}, test::Shape{2, 1}},
     ""},
    {ThreeTensors(BroadcastShape("x", "y", "z", "w")),
     {test::Shape{3}, test::Shape{3}, test::Shape{}, test::Shape{2, 1}},
     "x: shape is [3], expected [2, 3], the broadcast shape of y, z and w"},
    {ScalarAndTensors(PromotedCastable("x", "x", "y")), {1, ACL_FLOAT, ACL_FLOAT16}, ""},
    {ScalarAndTensors(PromotedCastable("x", "x", "y")),
     {1, ACL_INT8, ACL_FLOAT16},
     "x: dtype is INT8, to which FLOAT16, to which x and y promote, is not cast"},
    {ScalarAndTensors(PromotedCastable("x", "x", "y")),
     {1, ACL_UINT16, ACL_FLOAT16},
     "x and y: UINT16 and FLOAT16 cannot promote to a common dtype"},
    {Scalars(NotAbove("a", "b")), {1, 1}, ""},
    {Scalars(NotAbove("a", "b")), {kNan, 1}, ""},
    {Scalars(NotAbove("a", "b")), {1, kNan}, ""},
    {Scalars(NotAbove("a", "b")), {2, 1}, "a: is 2, expected at most 1, which is b"},
    {Scalars(NotAbove("a", "b")),
     {{0x1p62, ACL_INT64}, {0x1p62 - 1024, ACL_DOUBLE}},
     "a: is 4.611686018427388e+18, expected at most 4.611686018427387e+18, which is b"},
    {Scalars(NotZeroNorNan("a")), {-1, 0.0}, ""},
    {Scalars(NotZeroNorNan("a")), {0.0, 0.0}, "a: is 0 as a float, expected a number other than 0"},
    {Scalars(NotZeroNorNan("a")),
     {-1e-60, 0.0},
     "a: is -0 as a float, expected a number other than 0"},
    {Scalars(NotZeroNorNan("a")),
     {kNan, 0.0},
     "a: is nan as a float, expected a number other than 0"},
    {Scalars(NotNegative("a")), {-0.0, 0.0}, ""},
    {Scalars(NotNegative("a")), {kNan, 0.0}, ""},
    {Scalars(NotNegative("a")), {-1, 0.0}, "a: is -1, expected a number that is not negative"},
    {Scalars(AtLeastZero("a")), {-0.0, 0.0}, ""},
    {Scalars(AtLeastZero("a")), {kInfinity, 0.0}, ""},
    {Scalars(AtLeastZero("a")), {kNan, 0.0}, "a: is nan, expected at least 0"},
    {Scalars(AtLeastZero("a")), {-0.5, 0.0}, "a: is -0.5, expected at least 0"},
    {ScalarAndFlag(NotNegativeIf("a", "flag")), {-1, 0.0}, ""},
    {ScalarAndFlag(NotNegativeIf("a", "flag")), {kNan, 1.0}, ""},
    {ScalarAndFlag(NotNegativeIf("a", "flag")),
     {-1, 1.0},
     "a: is -1, expected a number that is not negative, as flag is true"},
    {ScalarAndTensor(NumberForIntegers("a", "x")), {kNan, ACL_FLOAT}, ""},
    {ScalarAndTensor(NumberForIntegers("a", "x")), {kInfinity, ACL_INT8}, ""},
    {ScalarAndTensor(NumberForIntegers("a", "x")),
     {kNan, ACL_INT8},
     "a: is nan, expected a number, as the dtype of x is INT8"},
    {ScalarAndTensor(FitsIntegers("a", "x")), {1e9, ACL_FLOAT16}, ""},
    {ScalarAndTensor(FitsIntegers("a", "x")), {-128.9, ACL_INT8}, ""},
    {ScalarAndTensor(FitsIntegers("a", "x")), {255.5, ACL_UINT8}, ""},
    {ScalarAndTensor(FitsIntegers("a", "x")), {-0x1p63, ACL_INT64}, ""},
    {ScalarAndTensor(FitsIntegers("a", "x")),
     {-1, ACL_UINT8},
     "a: is -1, expected a number from 0 to 255, which UINT8, the dtype of x, holds"},
    {ScalarAndTensor(FitsIntegers("a", "x")),
     {128, ACL_INT8},
     "a: is 128, expected a number from -128 to 127, which INT8, the dtype of x, holds"},
    {ScalarAndTensor(FitsIntegers("a", "x")),
     {kNan, ACL_INT16},
     "a: is nan, expected a number from -32768 to 32767, which INT16, the dtype of x, holds"},
    {ScalarAndTensor(OnlyWithZero("x", kInt64, kOne, "a")), {1, ACL_INT32}, ""},
    {ScalarAndTensor(OnlyWithZero("x", kInt64, kOne, "a")), {0.0, ACL_INT64}, "", "Ascend950"},
    {ScalarAndTensor(OnlyWithZero("x", kInt64, kOne, "a")),
     {1, ACL_INT64},
     "a: is 1, expected 0, as the dtype of x is INT64",
     "Ascend950"},
    {ScalarAndTensor(OnlyWithZero("x", kInt64, kOne, "a")),
     {0.0, ACL_INT64},
     "x: dtype is INT64, which is not supported on Ascend910B (OPENACLNN_SOC=Ascend910B3), only on "
     "Ascend950"},
    {Tensors(SameFormat("x", "y")),
     {{ACL_FLOAT, ACL_FORMAT_NCHW}, {ACL_FLOAT, ACL_FORMAT_NCHW}},
     ""},
    {Tensors(SameFormat("x", "y")),
     {{ACL_FLOAT, ACL_FORMAT_NCHW}, ACL_FLOAT},
     "x: format is NCHW, expected ND, the format of y"},
    {IntegerAndTensor(DimOf("n", "x")), {2, test::Shape{2, 3, 4}}, ""},
    {IntegerAndTensor(DimOf("n", "x")), {-3, test::Shape{2, 0, 4}}, ""},
    {IntegerAndTensor(DimOf("n", "x")), {0.0, test::Shape{}}, ""},
    {IntegerAndTensor(DimOf("n", "x")), {-1, test::Shape{}}, ""},
    {IntegerAndTensor(DimOf("n", "x")),
     {3, test::Shape{2, 3, 4}},
     "n: is 3, expected from -3 to 2, as the rank of x is 3 (shape [2, 3, 4])"},
    {IntegerAndTensor(DimOf("n", "x")),
     {-4, test::Shape{2, 0, 4}},
     "n: is -4, expected from -3 to 2, as the rank of x is 3 (shape [2, 0, 4])"},
    {IntegerAndTensor(DimOf("n", "x")),
     {1, test::Shape{}},
     "n: is 1, expected from -1 to 0, as the rank of x is 0 (shape [])"},
    {IntegerAndTensor(DimOf("n", "x")),
     {-0x1p63, test::Shape{1}},
     "n: is -9223372036854775808, expected from -1 to 0, as the rank of x is 1 (shape [1])"},
    {UnlessEmpty(), {test::Shape{2, 0}, ACL_INT8}, ""},
    {UnlessEmpty(), {test::Shape{2}, ACL_INT8}, "x: dtype is FLOAT, expected INT8, the dtype of y"},
    {Tensors(RankIs("x", 2)), {test::Shape{2, 0}, ACL_FLOAT}, ""},
    {Tensors(RankIs("x", 2)),
     {test::Shape{2, 3, 4}, ACL_FLOAT},
     "x: rank is 3 (shape [2, 3, 4]), expected 2"},
    {Tensors(ShapeOfRows("x", "y")), {test::Shape{2}, test::Shape{2, 3}}, ""},
    {Tensors(ShapeOfRows("x", "y")), {test::Shape{}, test::Shape{2}}, ""},
    {Tensors(ShapeOfRows("x", "y")),
     {test::Shape{3}, test::Shape{2, 3}},
     "x: shape is [3], expected [2], the shape [2, 3] of y without its last axis"},
    {IntegerAndTensors(HalfShape("x", "y", "n")),
     {1, test::Shape{2, 2, 3}, test::Shape{2, 4, 3}},
     ""},
    {IntegerAndTensors(HalfShape("x", "y", "n")),
     {-3, test::Shape{0, 4, 3}, test::Shape{0, 4, 3}},
     ""},
    {IntegerAndTensors(HalfShape("x", "y", "n")),
     {-1, test::Shape{2, 4, 1}, test::Shape{2, 4, 3}},
     "y: shape is [2, 4, 3], expected an even size along axis 2, which is cut in two"},
    {IntegerAndTensors(HalfShape("x", "y", "n")),
     {-2, test::Shape{2, 4, 3}, test::Shape{2, 4, 3}},
     "x: shape is [2, 4, 3], expected [2, 2, 3], the shape [2, 4, 3] of y with half the size along "
     "axis 1"},
    {IntegerAndTensors(HalfShape("x", "y", "n")),
     {0.0, test::Shape{1, 2}, test::Shape{2}},
     "x: shape is [1, 2], expected [1], the shape [2] of y with half the size along axis 0"},
    {IntegerAndTensors(HalfShape("x", "y", "n")),
     {0.0, test::Shape{}, test::Shape{}},
     "y: rank is 0, expected an axis to cut in two"},
    {Tensors(HalfShape("x", "y")), {test::Shape{3, 2}, test::Shape{3, 4}}, ""},
    {Tensors(HalfShape("x", "y")),
     {test::Shape{2, 4}, test::Shape{4, 4}},
     "x: shape is [2, 4], expected [4, 2], the shape [4, 4] of y with half the size along axis 1"},
    {Tensors(MinRank("x", 2)), {test::Shape{1, 0}, ACL_FLOAT}, ""},
    {Tensors(MinRank("x", 2)),
     {test::Shape{7}, ACL_FLOAT},
     "x: rank is 1 (shape [7]), expected at least 2"},
    {Tensors(Sizes("x", 2, 8, 6)), {test::Shape{2, 3, 8}, ACL_FLOAT}, ""},
    {Tensors(Sizes("x", 2, 8, 6)), {test::Shape{100, 0, 2}, ACL_FLOAT}, ""},
    {Tensors(Sizes("x", 2, 8, 6)),
     {test::Shape{2, 0}, ACL_FLOAT},
     "x: shape is [2, 0], expected a last size from 2 to 8"},
    {Tensors(Sizes("x", 2, 8, 6)),
     {test::Shape{2, 9}, ACL_FLOAT},
     "x: shape is [2, 9], expected a last size from 2 to 8"},
    {Tensors(Sizes("x", 2, 8, 6)),
     {test::Shape{7, 1, 2}, ACL_FLOAT},
     "x: shape is [7, 1, 2], expected sizes but the last whose product is at most 6, not 7"},
    {Tensors(OneElement("x")), {test::Shape{}, ACL_FLOAT}, ""},
    {Tensors(OneElement("x")), {test::Shape{1, 1}, ACL_FLOAT}, ""},
    {Tensors(OneElement("x")),
     {test::Shape{1, 2}, ACL_FLOAT},
     "x: shape is [1, 2], expected one element"},
    {Tensors(OneElement("x")),
     {test::Shape{0}, ACL_FLOAT},
     "x: shape is [0], expected one element"},
    {Integer(IntOnlyOn("n", 0, kOne)), {1}, ""},
    {ScalarAndTensors(IsPower("a", "x", "y")), {{32767, ACL_INT64}, ACL_INT8, ACL_INT16}, ""},
    {ScalarAndTensors(IsPower("a", "x", "y")),
     {{32768, ACL_INT64}, ACL_INT8, ACL_INT16},
     "a: is 32768, expected a number from 0 to 32767, which INT16, to which x and y promote, "
     "holds"},
    {ScalarAndTensors(IsPower("a", "x", "y")),
     {{-1, ACL_INT8}, ACL_UINT8, ACL_BOOL},
     "a: is -1, expected a number from 0 to 255, which UINT8, to which x and y promote, holds"},
    {ScalarAndTensors(IsPower("a", "x", "y")), {-1, ACL_FLOAT16, ACL_INT8}, ""},
    {ScalarAndTensors(IsPower("a", "x", "y")), {kInfinity, ACL_FLOAT16, ACL_FLOAT16}, ""},
    {ScalarAndTensors(IsPower("a", "x", "y")), {kNan, ACL_FLOAT16, ACL_FLOAT16}, ""},
    {ScalarAndTensors(IsPower("a", "x", "y")), {{7e4, ACL_INT32}, ACL_BF16, ACL_INT64}, ""},
    {ScalarAndTensors(IsPower("a", "x", "y")),
     {{7e4, ACL_INT32}, ACL_FLOAT16, ACL_INT64},
     "a: is 70000, expected a number that is finite in FLOAT16, to which x and y promote"},
    {ScalarAndTensors(IsPower("a", "x", "y")),
     {{1e39, ACL_DOUBLE}, ACL_FLOAT, ACL_INT64},
     "a: is 1e+39, expected a number that is finite in FLOAT, to which x and y promote"},
    {Integer(IntOnlyOn("n", 0, kOne)), {0.0}, "", "Ascend950"},
    {Integer(IntOnlyOn("n", 0, kOne)),
     {0.0},
     "n: is 0, which is not supported on Ascend910B (OPENACLNN_SOC=Ascend910B3), only on "
     "Ascend950"},
    {OptionalTextIn(), {nullptr}, ""},
    {Optional(), {ACL_FLOAT, nullptr, nullptr, nullptr, ACL_INT8, 0.0}, ""},
    {Optional(), {ACL_FLOAT, ACL_FLOAT, 1, ACL_STRING, ACL_STRING, 1}, ""},
    {Optional(),
     {ACL_FLOAT, ACL_FLOAT16, nullptr, nullptr, ACL_INT8, 0.0},
     "y: dtype is FLOAT16, expected FLOAT, the dtype of x"},
    {Optional(),
     {ACL_FLOAT, nullptr, nullptr, nullptr, ACL_INT8, 1},
     "a: is -1, expected a number that is not negative, as flag is true"},
    {Optional(),
     {ACL_FLOAT, nullptr, nullptr, nullptr, nullptr, 0.0},
     "read: is null, expected an aclTensor"},
};

// The arguments of a case with their objects.
class Arguments {
 public:
  Arguments(const OpSpec& spec, const std::vector<Given>& given) {
    for (size_t i = 0; i < given.size(); ++i) all_.push_back(Make(spec.arguments[i], given[i]));
  }

  std::span<Argument> all() { return all_; }

 private:
  Argument Make(const ArgumentSpec& spec, const Given& given) {
    if (spec.kind == ArgumentKind::kBool) return given.number != 0;
    if (spec.kind == ArgumentKind::kInt) return static_cast<int64_t>(given.number);
    if (given.is_null) return {};
    if (spec.kind == ArgumentKind::kScalar) {
      scalars_.push_back(test::MakeScalar(given.number, given.dtype));
      return static_cast<const aclScalar*>(scalars_.back().get());
    }
    const test::Shape& shape = given.shape;
    tensors_.emplace_back(aclCreateTensor(shape.data(), shape.size(), given.dtype, nullptr, 0,
                                          given.format, shape.data(), shape.size(), nullptr));
    return static_cast<const aclTensor*>(tensors_.back().get());
  }

  std::deque<test::TensorHandle> tensors_;
  std::deque<test::ScalarHandle> scalars_;
  std::vector<Argument> all_;
};

class RulesTest : public testing::TestWithParam<RuleCase> {};

TEST_P(RulesTest, SaysWhatIsWrong) {
  const RuleCase& c = GetParam();
  const auto soc = ParseSoc(c.soc);
  const test::ScopedSettings settings([&](Settings& s) {
    s.product = soc->product;
    s.soc_name = soc->full_name;
  });
  Arguments arguments(c.spec, c.given);
  Status status = CheckArguments(c.spec, arguments.all());
  if (status.ok()) {
    status = CheckRules(c.spec, arguments.all(), LikenessOf(c.spec, arguments.all()));
  }
  EXPECT_EQ(status.ok(), c.message[0] == 0);
  EXPECT_EQ(status.ok() ? "" : std::string(status.message()), c.message);
}

INSTANTIATE_TEST_SUITE_P(Rules, RulesTest, testing::ValuesIn(kCases));

consteval OpSpec Forward() {
  return Resolved({.name = "aclnnForward",
                   .formula = "out = other * self if outer",
                   .arguments = {Input("self"), ScalarInput("other"), Output("out")},
                   .rules = {DtypeIn("self", kFloatAndDoubleDtypes), DtypeIn("out", kFloatDtypes),
                             SameDtype("out", "self"), MaxRank(8), SameShape("out", "self")},
                   .products = kAllProducts,
                   .kind = &kElementwise,
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
  EXPECT_EQ(kInPlace.rules[1].kind, RuleKind::kMaxRank);
  EXPECT_EQ(kInPlace.rules[2].kind, RuleKind::kNone);
  EXPECT_STREQ(kInPlace.plan_name.data(), "aclnnInplaceForwardGetWorkspaceSize");
  EXPECT_EQ(FormulaOf(kInPlace), "selfRef = other * selfRef if outer");
  EXPECT_EQ(FormulaOf(kForward), kForward.formula);
}

}  // namespace
}  // namespace openaclnn

// Each dtype there is, for each tensor and scalar of each operator.
#include "tests/contract/dtypes.h"

#include <utility>

#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "ops/lists/copied_dtype.h"
#include "tests/contract/test_call.h"
#include "tests/sample_shapes.h"

namespace openaclnn {
namespace {

using test::AllDtypes;
using test::HasAll;
using test::IsOneOf;
using test::Planned;
using test::TestCall;

class DtypesTest : public test::EveryOperator {};

TEST_P(DtypesTest, EachTensorBesideFloats) {
  TestCall call = MakeCall();
  for (const int i : call.Tensors()) {
    const aclDataType valid = call.tensor(i).dtype;
    for (const aclDataType dtype : AllDtypes()) {
      SCOPED_TRACE(call.name(i) + " is " + DtypeName(dtype));
      call.tensor(i).dtype = dtype;
      const Planned planned = call.Plan();
      if (IsOneOf(dtype, test::DtypesBesideFloat(RunName(), call.name(i)))) {
        EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
      } else {
        // What other products take is refused by the name of this one.
        const bool is_elsewhere(HasAll(planned.message, {"is not supported on"}));
        const bool is_not_cast = call.IsOfBits() && valid == ACL_FLOAT && dtype == ACL_BOOL;
        const std::string expected = is_elsewhere                          ? "only on"
                                     : PacksByDtype(call.spec(), i, dtype) ? "expected"
                                     : is_not_cast                         ? "is not cast"
                                                                           : DtypeName(valid);
        EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
        EXPECT_TRUE(
            HasAll(planned.message, {PlanName(), call.name(i), DtypeName(dtype), expected}));
      }
    }
    call.tensor(i).dtype = valid;
  }
}

TEST_P(DtypesTest, AllTensorsTogether) {
  TestCall call = MakeCall();
  const auto is_apart = [&call](int i) {
    return call.HasOwnDtype(i) || !call.spec().arguments[i].IsRead();
  };
  if (std::ranges::all_of(call.Tensors(), is_apart)) return;  // no operand is with others
  for (const aclDataType dtype : AllDtypes()) {
    SCOPED_TRACE(DtypeName(dtype));
    call.SetDtypes(dtype);
    const Planned planned = call.Plan();
    if (IsOneOf(dtype, test::DtypesOfAll(RunName()))) {
      EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    } else {
      EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
      EXPECT_TRUE(HasAll(planned.message, {PlanName(), DtypeName(dtype)}));
    }
  }
}

// Makes room between two scalars of which one is not above the other.
void SpreadBounds(TestCall& call) {
  for (const Rule& rule : call.spec().rules) {
    if (!rule.Is(rules::kNotAbove)) continue;
    call.SetScalar(rule.at[0], -8, ACL_FLOAT);
    call.SetScalar(rule.at[1], 8, ACL_FLOAT);
  }
}

// What a scalar may be next to floats: any real number, or one of the dtypes that a rule names.
std::vector<aclDataType> DtypesOfScalar(const OpSpec& spec, int i) {
  std::vector<aclDataType> dtypes = test::RealDtypes();
  for (const Rule& rule : spec.rules) {
    if (rule.at[0] == i && rule.Is(rules::kBoolOnlyForBool)) std::erase(dtypes, ACL_BOOL);
    const bool is_beside = rule.Is(rules::kScalarBeside) || rule.Is(rules::kBaseBeside);
    if (is_beside && rule.at[0] == i) return {ACL_FLOAT, ACL_DOUBLE};
    if (!rule.Is(rules::kDtypeIn) || rule.at[0] != i) continue;
    std::erase_if(dtypes, [&rule](aclDataType dtype) { return !rule.dtypes.Has(dtype); });
  }
  return dtypes;
}

// Whether some rule of the sort is about the argument.
bool IsIn(const OpSpec& spec, int i, const RuleType& type) {
  return std::ranges::any_of(spec.rules, [&](const Rule& rule) {
    return rule.Is(type) && std::ranges::count(rule.at, i) > 0;
  });
}

// What the refusal of a scalar has to say. Floats and a complex one promote to COMPLEX64.
std::vector<std::string> ExpectedOfScalar(const OpSpec& spec, int i, aclDataType dtype) {
  const std::string given = DtypeName(dtype);
  if (IsOneOf(dtype, test::RealDtypes())) return {given, DtypeName(UsualDtype(spec, i, ACL_FLOAT))};
  const bool is_cast = spec.arguments[i].may_be_complex && kComplexDtypes.Has(dtype) &&
                       !IsIn(spec, i, rules::kFilledWith);
  if (!is_cast) return {given, "real"};
  return {IsIn(spec, i, rules::kPromotesInto) ? DtypeName(ACL_COMPLEX64) : given, "cast"};
}

TEST_P(DtypesTest, ScalarsMayBeAnyRealNumber) {
  TestCall call = MakeCall();
  for (const int i : call.Scalars()) {
    if (DecidesSize(call.spec(), i)) continue;  // the number is another one in each dtype
    for (const aclDataType dtype : AllDtypes()) {
      SCOPED_TRACE(call.name(i) + " is " + DtypeName(dtype));
      SpreadBounds(call);
      call.SetScalar(i, 1, dtype);
      const Planned planned = call.Plan();
      if (IsOneOf(dtype, DtypesOfScalar(call.spec(), i))) {
        EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
      } else {
        EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
        EXPECT_TRUE(HasAll(planned.message, {PlanName(), call.name(i)}));
        EXPECT_TRUE(HasAll(planned.message, ExpectedOfScalar(call.spec(), i, dtype)));
      }
    }
    call.SetScalar(i, 1, UsualDtype(call.spec(), i, ACL_FLOAT));
  }
}

// Whether the output has the dtype that an argument names.
bool IsDtypeOfOutput(const OpSpec& spec, int i) {
  return std::ranges::any_of(
      spec.rules, [i](const Rule& rule) { return rule.Is(rules::kHasDtype) && rule.at[1] == i; });
}
bool CanBe(const OpSpec& spec, int i, aclDataType dtype) {
  return std::ranges::any_of(spec.rules, [&](const Rule& rule) {
    return rule.Is(rules::kIsDtypeIn) && rule.at[0] == i && rule.dtypes.Has(dtype);
  });
}

TEST_P(DtypesTest, DtypeArguments) {
  TestCall call = MakeCall();
  for (int i = 0; i < call.size(); ++i) {
    if (call.kind(i) != ArgumentKind::kDtype || !IsDtypeOfOutput(call.spec(), i)) continue;
    for (const aclDataType dtype : AllDtypes()) {
      SCOPED_TRACE(call.name(i) + " is " + DtypeName(dtype));
      call.SetDtypes(ACL_FLOAT);
      call.SetDtypeArguments(dtype);
      const Planned planned = call.Plan();
      EXPECT_EQ(planned.status, dtype == ACL_FLOAT ? ACLNN_SUCCESS : ACLNN_ERR_PARAM_INVALID);
      if (dtype == ACL_FLOAT) continue;
      // The output has to have a dtype that can be; other dtypes are refused by themselves.
      const bool can_be = CanBe(call.spec(), i, dtype);
      const std::string refused = can_be ? call.name(call.Outputs()[0]) : call.name(i);
      EXPECT_TRUE(HasAll(planned.message, {PlanName(), refused + ": ", DtypeName(dtype), "FLOAT",
                                           "expected", call.name(i)}));
    }
  }
}

INSTANTIATE_FOR_EVERY_OPERATOR(DtypesTest);

TEST(MovedDtypesTest, EveryPair) {
  for (const aclDataType from : oracle::kMoved) {
    for (const aclDataType to : oracle::kMoved) {
      SCOPED_TRACE(DtypeName(from) + " to " + DtypeName(to));
      TestCall cast(*FindOperator("aclnnCast")), copy(*FindOperator("aclnnInplaceCopy"));
      cast.SetDtypeArguments(to);
      for (TestCall* const call : {&cast, &copy}) {
        call->tensor(call->Inputs()[0]).dtype = from;
        call->tensor(call->Outputs()[0]).dtype = to;
        const Planned planned = call->Plan();
        EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
      }
    }
  }
}

TEST(GcdDtypesTest, BoolIsNextToAnIntegerAlone) {
  TestCall call(*FindOperator("aclnnGcd"));
  call.tensor(call.IndexOf("self")).dtype = ACL_BOOL;
  ExpectAccepted(call);
  call.tensor(call.IndexOf("other")).dtype = ACL_BOOL;
  ExpectRefused(call, {"self and other", "BOOL", "expected INT8"});
}

TEST(ComplexDtypesTest, OutHasPartsOfTheirDtype) {
  const std::pair<aclDataType, aclDataType> pairs[] = {
      {ACL_FLOAT16, ACL_COMPLEX32}, {ACL_FLOAT, ACL_COMPLEX64}, {ACL_DOUBLE, ACL_COMPLEX128}};
  for (const auto& [part, expected] : pairs) {
    for (const auto& [other, whole] : pairs) {
      TestCall call(*FindOperator("aclnnComplex"));
      call.tensor(call.IndexOf("real")).dtype = part;
      call.tensor(call.IndexOf("imag")).dtype = part;
      call.tensor(call.IndexOf("out")).dtype = whole;
      if (whole == expected) {
        ExpectAccepted(call);
      } else {
        ExpectRefused(call, {"out", DtypeName(whole), DtypeName(expected), DtypeName(part)});
      }
      call.tensor(call.IndexOf("imag")).dtype = other;
      if (other != part) ExpectRefused(call, {"imag", DtypeName(other), DtypeName(part)});
    }
  }
}

// gradOutput and self of aclnnGeluBackwardV2, and what they promote to.
TEST(GeluPromotionTest, GradInputHasThePromotedDtype) {
  const struct {
    aclDataType a, b, promoted;
  } cases[] = {
      {ACL_FLOAT16, ACL_BF16, ACL_FLOAT},    {ACL_FLOAT16, ACL_FLOAT, ACL_FLOAT},
      {ACL_BF16, ACL_FLOAT, ACL_FLOAT},      {ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16},
      {ACL_BF16, ACL_BF16, ACL_BF16},        {ACL_FLOAT16, ACL_INT64, ACL_FLOAT16},
      {ACL_BF16, ACL_INT8, ACL_BF16},        {ACL_BF16, ACL_BOOL, ACL_BF16},
      {ACL_FLOAT16, ACL_UINT8, ACL_FLOAT16}, {ACL_FLOAT, ACL_INT32, ACL_FLOAT},
  };
  for (const auto& [a, b, promoted] : cases) {
    for (const bool swapped : {false, true}) {
      for (const aclDataType given : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT32}) {
        SCOPED_TRACE(DtypeName(a) + " with " + DtypeName(b) + " into " + DtypeName(given));
        TestCall call(*FindOperator("aclnnGeluBackwardV2"));
        call.tensor(call.IndexOf("gradOutput")).dtype = swapped ? b : a;
        call.tensor(call.IndexOf("self")).dtype = swapped ? a : b;
        call.tensor(call.IndexOf("gradInput")).dtype = given;
        const Planned planned = call.Plan();
        if (given == promoted) {
          EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
        } else {
          EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
          EXPECT_TRUE(
              HasAll(planned.message, {"gradInput", DtypeName(given), DtypeName(promoted)}));
        }
      }
    }
  }
}

TEST(GeluPromotionTest, ResultsThatAreNoFloatAreRefused) {
  const struct {
    aclDataType a, b;
    const char* message;
  } cases[] = {
      {ACL_INT32, ACL_INT8, "INT32"},
      {ACL_UINT8, ACL_INT8, "INT16"},
      {ACL_BOOL, ACL_BOOL, "BOOL"},
      {ACL_FLOAT, ACL_DOUBLE, "DOUBLE"},
      {ACL_INT64, ACL_DOUBLE, "DOUBLE"},
      {ACL_FLOAT16, ACL_COMPLEX32, "COMPLEX32"},
      {ACL_BF16, ACL_COMPLEX32, "COMPLEX64"},
      {ACL_INT8, ACL_COMPLEX32, "COMPLEX32"},
      {ACL_DOUBLE, ACL_COMPLEX64, "COMPLEX128"},
      {ACL_FLOAT, ACL_UINT16, "cannot promote"},
      {ACL_UINT32, ACL_FLOAT16, "cannot promote"},
      {ACL_UINT64, ACL_UINT32, "cannot promote"},
      {ACL_UINT64, ACL_UINT64, "UINT64"},
      {ACL_FLOAT, ACL_STRING, "cannot promote"},
  };
  for (const auto& [a, b, message] : cases) {
    for (const bool swapped : {false, true}) {
      SCOPED_TRACE(DtypeName(a) + " with " + DtypeName(b));
      TestCall call(*FindOperator("aclnnGeluBackwardV2"));
      call.tensor(call.IndexOf("gradOutput")).dtype = swapped ? b : a;
      call.tensor(call.IndexOf("self")).dtype = swapped ? a : b;
      ExpectRefused(call, {"gradOutput", "self", DtypeName(a), DtypeName(b), message});
    }
  }
}

}  // namespace
}  // namespace openaclnn

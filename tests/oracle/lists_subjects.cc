// The operators of lists of tensors, member by member.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {
namespace {

const Definition kPlusNumber = {
    .exact = [](double x, Scalars s) { return Real(x) + Real(s.first); },
    .fast = []<class T>(T x, Scalars s) -> T { return x + T{s.first}; }};
const Definition kMinusNumber = {
    .exact = [](double x, Scalars s) { return Real(x) - Real(s.first); },
    .fast = []<class T>(T x, Scalars s) -> T { return x - T{s.first}; }};
const Definition kMaximumOfNumber = {.exact =
                                         [](double x, Scalars s) {
                                           return kMaximum.exact({x, s.first});
                                         },
                                     .fast = []<class T>(T x, Scalars s) -> T {
                                       return kMaximum.fast.In<T>({x, T{s.first}});
                                     }};
const Definition kMinimumOfNumber = {.exact =
                                         [](double x, Scalars s) {
                                           return kMinimum.exact({x, s.first});
                                         },
                                     .fast = []<class T>(T x, Scalars s) -> T {
                                       return kMinimum.fast.In<T>({x, T{s.first}});
                                     }};

const DtypeList kFloatsAndInt32 = kFloats + DtypeList{ACL_INT32};
const DtypeList kSummedInLists = kFloatsAndInt32 + DtypeList{ACL_INT16, ACL_INT8, ACL_UINT8};

}  // namespace

const Subjects& ListsSubjects() {
  static const Subjects subjects = {
      {.name = "aclnnAmpUpdateScale",
       .parameters = {{2.0, 0.5, 3.0}},
       .dtypes = Dtypes{kFloats,
                        {{"growthTracker", {ACL_INT32}}, {"updatedGrowthTracker", {ACL_INT32}}}}},
      {.name = "aclnnApplyAdamWV2",
       .parameters = {{0.01, 0.9, 0.999, 0.1, 1e-8, 0.0, 0.0}},
       .dtypes = Dtypes{{ACL_FLOAT}, {{"step", {ACL_FLOAT, ACL_INT64}}}}},
      {.name = "aclnnForeachAbs", .whole = OfMembers<kAbs>, .moves = true},
      {.name = "aclnnForeachAddListV2",
       .whole = OfMembers<kAdd>,
       .moves = true,
       .parameters = {{{1.0, ACL_DOUBLE}}, {{-0.3, ACL_DOUBLE}}},
       .dtypes = Dtypes{kSummedInLists}},
      {.name = "aclnnForeachAddScalarList",
       .whole = OfMembers<kPlusNumber>,
       .moves = true,
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachAddScalarV2",
       .whole = OfMembers<kPlusNumber>,
       .moves = true,
       .parameters = {{{0.75, ACL_DOUBLE}}},
       .dtypes = Dtypes{kSummedInLists}},
      {.name = "aclnnForeachAddcdivList",
       .whole = OfMembers<kAddcdiv>,
       .moves = true,
       .beyond_pytorch = "an operator for each tensor"},
      {.name = "aclnnForeachAddcdivScalarList", .whole = OfMembers<kAddcdiv>, .moves = true},
      {.name = "aclnnForeachAddcdivScalarV2",
       .whole = OfMembers<kAddcdiv>,
       .moves = true,
       .parameters = {{{1.0, ACL_DOUBLE}}, {{-0.3, ACL_DOUBLE}}}},
      {.name = "aclnnForeachAddcmulList",
       .whole = OfMembers<kAddcmul>,
       .moves = true,
       .dtypes = Dtypes{kFloatsAndInt32},
       .beyond_pytorch = "an operator for each tensor"},
      {.name = "aclnnForeachAddcmulScalarList",
       .whole = OfMembers<kAddcmul>,
       .moves = true,
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachAddcmulScalarV2",
       .whole = OfMembers<kAddcmul>,
       .moves = true,
       .parameters = {{{1.0, ACL_DOUBLE}}, {{-0.3, ACL_DOUBLE}}},
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachCos", .whole = OfMembers<kCos>, .moves = true},
      {.name = "aclnnForeachDivList", .whole = OfMembers<kDiv>, .moves = true},
      {.name = "aclnnForeachDivScalarList", .whole = OfMembers<kDivs>, .moves = true},
      {.name = "aclnnForeachDivScalarV2",
       .whole = OfMembers<kDivs>,
       .moves = true,
       .parameters = {{{3.0, ACL_DOUBLE}}}},
      {.name = "aclnnForeachErf", .whole = OfMembers<kErf>, .moves = true},
      {.name = "aclnnForeachLerpScalar",
       .whole = OfMembers<kLerp>,
       .moves = true,
       .parameters = {{{0.3, ACL_FLOAT}}, {{0.75, ACL_DOUBLE}}}},
      {.name = "aclnnForeachLog", .whole = OfMembers<kLog>, .moves = true},
      {.name = "aclnnForeachMaximumList",
       .whole = OfMembers<kMaximum>,
       .moves = true,
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachMaximumScalarList",
       .whole = OfMembers<kMaximumOfNumber>,
       .moves = true,
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachMaximumScalarV2",
       .whole = OfMembers<kMaximumOfNumber>,
       .moves = true,
       .parameters = {{{0.75, ACL_DOUBLE}}},
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachMinimumList",
       .whole = OfMembers<kMinimum>,
       .moves = true,
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachMinimumScalarList",
       .whole = OfMembers<kMinimumOfNumber>,
       .moves = true,
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachMinimumScalarV2",
       .whole = OfMembers<kMinimumOfNumber>,
       .moves = true,
       .parameters = {{{0.75, ACL_DOUBLE}}},
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachMulList",
       .whole = OfMembers<kMul>,
       .moves = true,
       .dtypes = Dtypes{kSummedInLists}},
      {.name = "aclnnForeachMulScalarList",
       .whole = OfMembers<kMuls>,
       .moves = true,
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachMulScalarV2",
       .whole = OfMembers<kMuls>,
       .moves = true,
       .parameters = {{{0.75, ACL_DOUBLE}}},
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachNeg",
       .whole = OfMembers<kNeg>,
       .moves = true,
       .dtypes = Dtypes{kSummedInLists}},
      {.name = "aclnnForeachNonFiniteCheckAndUnscale",
       .dtypes = Dtypes{{ACL_FLOAT}, {{"scaledGrads", kFloats}}}},
      {.name = "aclnnForeachNorm", .parameters = {{{2.0, ACL_DOUBLE}}, {{1.0, ACL_DOUBLE}}}},
      {.name = "aclnnForeachReciprocal", .whole = OfMembers<kReciprocal>, .moves = true},
      {.name = "aclnnForeachSigmoid", .whole = OfMembers<kSigmoid>, .moves = true},
      {.name = "aclnnForeachSign",
       .whole = OfMembers<kSign>,
       .moves = true,
       .dtypes = Dtypes{kFloats + DtypeList{ACL_INT8, ACL_INT32, ACL_INT64}}},
      {.name = "aclnnForeachSin", .whole = OfMembers<kSin>, .moves = true},
      {.name = "aclnnForeachSqrt", .whole = OfMembers<kSqrt>, .moves = true},
      {.name = "aclnnForeachSubListV2",
       .whole = OfMembers<kSub>,
       .moves = true,
       .parameters = {{{1.0, ACL_DOUBLE}}, {{-0.3, ACL_DOUBLE}}},
       .dtypes = Dtypes{kSummedInLists}},
      {.name = "aclnnForeachSubScalarList",
       .whole = OfMembers<kMinusNumber>,
       .moves = true,
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachSubScalarV2",
       .whole = OfMembers<kMinusNumber>,
       .moves = true,
       .parameters = {{{0.75, ACL_DOUBLE}}},
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachTanh", .whole = OfMembers<kTanh>, .moves = true},
  };
  return subjects;
}

}  // namespace openaclnn::oracle

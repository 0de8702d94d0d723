// The operators of lists of tensors, member by member.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {
namespace {

const Definition kPlusNumber = {
    .exact = [](double x, Scalars s) { return Real(x) + Real(s.first); },
    .fast = []<class T>(T x, Scalars s) -> T { return x + T{s.first}; }};

const DtypeList kFloatsAndInt32 = kFloats + DtypeList{ACL_INT32};
const DtypeList kSummedInLists = kFloatsAndInt32 + DtypeList{ACL_INT16, ACL_INT8, ACL_UINT8};

}  // namespace

const Subjects& ListsSubjects() {
  static const Subjects subjects = {
      {.name = "aclnnForeachAddListV2",
       .whole = OfMembers<kAdd>,
       .moves = true,
       .parameters = {{{1.0, ACL_DOUBLE}}, {{-0.3, ACL_DOUBLE}}},
       .dtypes = Dtypes{kSummedInLists}},
      {.name = "aclnnForeachAddScalarV2",
       .whole = OfMembers<kPlusNumber>,
       .moves = true,
       .parameters = {{{0.5, ACL_DOUBLE}}},
       .dtypes = Dtypes{kSummedInLists}},
      {.name = "aclnnForeachAddcdivScalarList",
       .whole = OfMembers<kAddcdiv>,
       .moves = true,
       .beyond_pytorch = "a formula of several operators for each tensor"},
      {.name = "aclnnForeachAddcdivScalarV2",
       .whole = OfMembers<kAddcdiv>,
       .moves = true,
       .parameters = {{{1.0, ACL_DOUBLE}}, {{-0.3, ACL_DOUBLE}}}},
      {.name = "aclnnForeachAddcmulScalarV2",
       .whole = OfMembers<kAddcmul>,
       .moves = true,
       .parameters = {{{1.0, ACL_DOUBLE}}, {{-0.3, ACL_DOUBLE}}},
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachDivScalarList", .whole = OfMembers<kDivs>, .moves = true},
      {.name = "aclnnForeachLerpScalar",
       .whole = OfMembers<kLerp>,
       .moves = true,
       .parameters = {{{0.3, ACL_FLOAT}}, {{0.75, ACL_DOUBLE}}}},
      {.name = "aclnnForeachMulScalarV2",
       .whole = OfMembers<kMuls>,
       .moves = true,
       .parameters = {{{0.75, ACL_DOUBLE}}},
       .dtypes = Dtypes{kFloatsAndInt32}},
      {.name = "aclnnForeachSqrt", .whole = OfMembers<kSqrt>, .moves = true},
  };
  return subjects;
}

}  // namespace openaclnn::oracle

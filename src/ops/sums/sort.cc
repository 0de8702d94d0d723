#include "aclnnop/aclnn_argsort.h"
#include "aclnnop/aclnn_sort.h"
#include "aclnnop/aclnn_topk.h"
#include "kinds/sort/spec.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"
#include "ops/sums/reduced_shape.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kNoSignDtypes{ACL_UINT16, ACL_UINT32, ACL_UINT64};
constexpr DtypeSet kSortedDtypes =
    kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL) | kNoSignDtypes;
constexpr DtypeSet kOrderedDtypes = kFloatDtypes | kIntegerDtypes | kNoSignDtypes;
constexpr DtypeSet kTopDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | kNoSignDtypes;

}  // namespace

constexpr OpSpec kSortSpec = Resolved({
    .name = "aclnnSort",
    .formula = "valuesOut = self in order along dim, indicesOut = where each was",
    .arguments = {Input("self"), BoolInput("stable"), IntInput("dim"), BoolInput("descending"),
                  Output("valuesOut"), Output("indicesOut")},
    .rules = {DtypeIn("self", kSortedDtypes),
              DtypeOnlyOn("self", kNoSignDtypes, Chips(Chip::kAscend950)),
              DtypeIn("valuesOut", kSortedDtypes | DtypeSet(ACL_DOUBLE)),
              DtypeOnlyOn("valuesOut", kNoSignDtypes, Chips(Chip::kAscend950)),
              DtypeOnlyOn("valuesOut", DtypeSet(ACL_DOUBLE),
                          Chips{Chip::kAscend310P, Chip::kAscend910, Chip::kAscend910B,
                                Chip::kAscend910_93}),
              DtypeIn("indicesOut", DtypeSet(ACL_INT64)), MaxRank(8), DimOf("dim", "self"),
              SameShape("valuesOut", "self"), SameShape("indicesOut", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"valuesOut", "indicesOut"},
    .axis = "dim",
    .work = Sorts({.axis = "dim", .descending = "descending"}),
});

constexpr OpSpec kArgsortSpec = Resolved({
    .name = "aclnnArgsort",
    .formula = "out = where each element of self is, in order along dim",
    .arguments = {Input("self"), IntInput("dim"), BoolInput("descending"), Output("out")},
    .rules = {DtypeIn("self", kOrderedDtypes),
              DtypeOnlyOn("self", kNoSignDtypes, Chips(Chip::kAscend950)),
              DtypeIn("out", DtypeSet(ACL_INT64)), SameShape("out", "self"), MaxRank(8),
              DimOf("dim", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = Sorts({.axis = "dim", .descending = "descending"}),
});

constexpr OpSpec kTopkSpec = Resolved({
    .name = "aclnnTopk",
    .formula =
        "valuesOut = the k largest or smallest of self along dim, indicesOut = where they are",
    .arguments = {Input("self"), IntInput("k"), IntInput("dim"), BoolInput("largest"),
                  BoolInput("sorted"), Output("valuesOut"), Output("indicesOut")},
    .rules = {DimOf("dim", "self"), SizeWithin("k", "self", "dim"), DtypeIn("self", kTopDtypes),
              DtypeOnlyOn("self", kNoSignDtypes, Chips(Chip::kAscend950)),
              SameDtype("valuesOut", "self"), DtypeIn("indicesOut", DtypeSet(ACL_INT64)),
              MaxRank(8), SizeAlong("valuesOut", "self", "dim", "k"),
              SizeAlong("indicesOut", "self", "dim", "k")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"valuesOut", "indicesOut"},
    .axis = "dim",
    .work = Sorts({.axis = "dim", .descending = "largest"}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sort, const aclTensor*, bool, int64_t, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Argsort, const aclTensor*, int64_t, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(Topk, const aclTensor*, int64_t, int64_t, bool, bool, aclTensor*, aclTensor*);

#include <span>
#include <utility>

#include "aclnnop/aclnn_all.h"
#include "aclnnop/aclnn_amax.h"
#include "aclnnop/aclnn_amin.h"
#include "aclnnop/aclnn_aminmax.h"
#include "aclnnop/aclnn_aminmax_all.h"
#include "aclnnop/aclnn_aminmax_dim.h"
#include "aclnnop/aclnn_any.h"
#include "aclnnop/aclnn_argmax.h"
#include "aclnnop/aclnn_argmin.h"
#include "aclnnop/aclnn_max.h"
#include "aclnnop/aclnn_max_dim.h"
#include "aclnnop/aclnn_min.h"
#include "aclnnop/aclnn_min_dim.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"
#include "ops/sums/reduced_shape.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kComparedDtypes = kFloatAndDoubleDtypes | kIntegerDtypes;
constexpr DtypeSet kTakenDtypes = kComparedDtypes | DtypeSet(ACL_BOOL);
constexpr DtypeSet kTruthDtypes{ACL_BOOL, ACL_UINT8};
constexpr DtypeSet kIndexDtypes{ACL_INT32, ACL_INT64};
constexpr size_t kBothAxes = 0;  // Work::names

constexpr OpSpec TruthSpec(std::string_view name, std::string_view formula, Extreme extreme) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), IntsInput("dim"), BoolInput("keepdim"), Output("out")},
      .rules = {DtypeIn("self", kTakenDtypes), DtypeIn("out", kTruthDtypes), AxesOf("dim", "self"),
                MaxRank(8), ReducedShapeOf("out", "self", "dim", "keepdim")},
      .chips = kAllChips,
      .operands = {"self"},
      .results = {"out"},
      .work = Takes(extreme, {.axes = "dim"}),
  };
}

constexpr OpSpec WholeSpec(std::string_view name, std::string_view formula, Extreme extreme) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Output("out")},
      .rules = {DtypeIn("self", kTakenDtypes), DtypeIn("out", kTakenDtypes), MaxRank(8),
                OneElement("out")},
      .chips = kAllChips,
      .operands = {"self"},
      .results = {"out"},
      .work = Takes(extreme, {}),
  };
}

constexpr OpSpec AxesSpec(std::string_view name, std::string_view formula, Extreme extreme) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), IntsInput("dim"), BoolInput("keepDim"), Output("out")},
      .rules = {SameDtype("out", "self"), DtypeIn("self", kTakenDtypes), AxesOf("dim", "self"),
                ElementsAlong("self", "dim"), MaxRank(8),
                ReducedShapeOf("out", "self", "dim", "keepDim")},
      .chips = kAllChips,
      .operands = {"self"},
      .results = {"out"},
      .work = Takes(extreme, {.axes = "dim"}),
  };
}

constexpr OpSpec DimSpec(std::string_view name, std::string_view formula, Extreme extreme) {
  constexpr DtypeSet kDtypes = kFloatDtypes | DtypeSet{ACL_INT64, ACL_INT32, ACL_BOOL};
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), IntInput("dim"), BoolInput("keepdim"), Output("out"),
                    Output("indices")},
      .rules = {DtypeIn("self", kDtypes),
                DtypeOnlyOn("self", DtypeSet(ACL_INT32), Chips(Chip::kAscend950)),
                SameDtype("out", "self"), DtypeIn("indices", kIndexDtypes), MaxRank(8),
                DimOf("dim", "self"), ShapeWithoutAxis("out", "self", "dim", "keepdim"),
                ShapeWithoutAxis("indices", "self", "dim", "keepdim")},
      .chips = kAllChips,
      .operands = {"self"},
      .results = {"out", "indices"},
      .axis = "dim",
      .work = Takes(extreme, {.axes = "dim", .indices = true}),
  };
}

// The smallest and the largest, one after the other.
void PlanBoth(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(call.spec.operands_at[0]);
  const int8_t at = call.spec.work.at[kBothAxes];
  std::span<const int64_t> axes;
  if (at >= 0 && call.spec.arguments[at].kind == ArgumentKind::kInt) {
    axes = {&call.At(at).integer, 1};
  } else if (at >= 0) {
    axes = call.IntegersAt(at);
  }
  for (const auto& [extreme, result] : {std::pair{Extreme::kMin, 0}, std::pair{Extreme::kMax, 1}}) {
    list.Add(PlanExtremes({.extreme = extreme,
                           .elements = self,
                           .axes = axes,
                           .values = list.Given(call.spec.results_at[result])}));
  }
  list.Finish();
}

constexpr Kind kBoth = OnCpusAlone(InStages(PlanBoth));

}  // namespace

constexpr OpSpec kAminmaxSpec = Resolved({
    .name = "aclnnAminmax",
    .formula = "minOut, maxOut = the smallest and the largest of self along dim",
    .arguments = {Input("self"), IntsInput("dim"), BoolInput("keepDim"), Output("minOut"),
                  Output("maxOut")},
    .rules = {DtypeIn("self", kTakenDtypes), SameDtype("minOut", "self"),
              SameDtype("maxOut", "self"), MaxRank(8), AxesOf("dim", "self"),
              ElementsAlong("self", "dim"), ReducedShapeOf("minOut", "self", "dim", "keepDim"),
              ReducedShapeOf("maxOut", "self", "dim", "keepDim")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"minOut", "maxOut"},
    .work = {.kind = &kBoth, .names = {"dim"}},
});

constexpr OpSpec kAminmaxDimSpec = Resolved({
    .name = "aclnnAminmaxDim",
    .formula = "minOut, maxOut = the smallest and the largest of self along dim",
    .arguments = {Input("self"), IntInput("dim"), BoolInput("keepDim"), Output("minOut"),
                  Output("maxOut")},
    .rules = {DtypeIn("self", kTakenDtypes), SameDtype("minOut", "self"),
              SameDtype("maxOut", "self"), MaxRank(8), DimOf("dim", "self"),
              ElementsAlong("self", "dim"), ShapeWithoutAxis("minOut", "self", "dim", "keepDim"),
              ShapeWithoutAxis("maxOut", "self", "dim", "keepDim")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"minOut", "maxOut"},
    .axis = "dim",
    .work = {.kind = &kBoth, .names = {"dim"}},
});

constexpr OpSpec kAminmaxAllSpec = Resolved({
    .name = "aclnnAminmaxAll",
    .formula = "minOut, maxOut = the smallest and the largest of self",
    .arguments = {Input("self"), Output("minOut"), Output("maxOut")},
    .rules = {DtypeIn("self", kTakenDtypes), SameDtype("minOut", "self"),
              SameDtype("maxOut", "self"), MaxRank(8), OneElement("minOut"), OneElement("maxOut")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"minOut", "maxOut"},
    .work = {.kind = &kBoth},
});

constexpr OpSpec kAllSpec = Resolved(
    TruthSpec("aclnnAll", "out = whether all elements of self along dim are not 0", Extreme::kAll));
constexpr OpSpec kAnySpec = Resolved(
    TruthSpec("aclnnAny", "out = whether any element of self along dim is not 0", Extreme::kAny));

constexpr OpSpec kMaxSpec = Resolved(WholeSpec("aclnnMax", "out = max(self)", Extreme::kMax));
constexpr OpSpec kMinSpec = Resolved(WholeSpec("aclnnMin", "out = min(self)", Extreme::kMin));

constexpr OpSpec kAmaxSpec =
    Resolved(AxesSpec("aclnnAmax", "out = the largest of self along dim", Extreme::kMax));
constexpr OpSpec kAminSpec =
    Resolved(AxesSpec("aclnnAmin", "out = the smallest of self along dim", Extreme::kMin));

constexpr OpSpec kArgMaxSpec = Resolved({
    .name = "aclnnArgMax",
    .formula = "out = where the largest of self along dim is",
    .arguments = {Input("self"), IntInput("dim"), BoolInput("keepdim"), Output("out")},
    .rules = {DtypeIn("self", kComparedDtypes), DtypeIn("out", kIndexDtypes), MaxRank(8),
              DimOf("dim", "self"), ShapeWithoutAxis("out", "self", "dim", "keepdim")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = Takes(Extreme::kMax, {.axes = "dim", .indices = true}),
});

constexpr OpSpec kArgMinSpec = Resolved({
    .name = "aclnnArgMin",
    .formula = "out = where the smallest of self along dim is",
    .arguments = {Input("self"), IntInput("dim"), BoolInput("keepdim"), Output("out")},
    .rules = {DimOf("dim", "self"), DtypeIn("self", kComparedDtypes), DtypeIn("out", kIndexDtypes),
              MaxRank(8), ElementsAlong("self", "dim"),
              ShapeWithoutAxis("out", "self", "dim", "keepdim")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = Takes(Extreme::kMin, {.axes = "dim", .indices = true}),
});

constexpr OpSpec kMaxDimSpec = Resolved(DimSpec(
    "aclnnMaxDim", "out = the largest of self along dim, indices = where it is", Extreme::kMax));
constexpr OpSpec kMinDimSpec = Resolved(DimSpec(
    "aclnnMinDim", "out = the smallest of self along dim, indices = where it is", Extreme::kMin));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(All, const aclTensor*, const aclIntArray*, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(Any, const aclTensor*, const aclIntArray*, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(Max, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Min, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Amax, const aclTensor*, const aclIntArray*, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(Amin, const aclTensor*, const aclIntArray*, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(ArgMax, const aclTensor*, int64_t, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(ArgMin, const aclTensor*, int64_t, bool, aclTensor*);
OPENACLNN_C_FUNCTIONS(MaxDim, const aclTensor*, int64_t, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(MinDim, const aclTensor*, int64_t, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Aminmax, const aclTensor*, const aclIntArray*, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(AminmaxDim, const aclTensor*, const int64_t, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(AminmaxAll, const aclTensor*, aclTensor*, aclTensor*);

// Elements by their rank among those of a row: medians, and the k-th ones.
#include <algorithm>
#include <limits>

#include "aclnnop/aclnn_kthvalue.h"
#include "aclnnop/aclnn_median.h"
#include "kinds/moves/plan.h"
#include "kinds/sort/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/sums/family.h"
#include "ops/sums/reduced_shape.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// A result with one element along the axis, which it may lack.
Value WithAxis(StageList& list, const Value& result, const Dims& whole, size_t axis) {
  Dims shape = whole, strides = result->strides;
  if (!shape.empty()) shape[axis] = 1;
  if (result->extent.elements == 1) {
    strides.assign(shape.size(), 1);
  } else if (strides.size() < shape.size()) {
    strides.insert(strides.begin() + static_cast<std::ptrdiff_t>(axis), 1);
  }
  return list.Seen(result, shape, strides);
}

void PlanOneOfRows(const Call& call, Executor& executor, Take take, int64_t at) {
  StageList list(call, executor);
  const Value self = list.Given(call.spec.operands_at[0]);
  const int64_t dim = call.At(call.spec.axis_at).integer;
  const size_t axis = self->shape.empty() ? 0 : *AxisAt(dim, self->shape);
  const auto result = [&](int k) {
    return WithAxis(list, list.Given(call.spec.results_at[k]), self->shape, axis);
  };
  list.Add(PlanSort({.elements = self,
                     .axis = axis,
                     .take = take,
                     .at = at,
                     .values = result(0),
                     .indices = result(1)}));
  list.Finish();
}

template <Take take>
void PlanMedianDim(const Call& call, Executor& executor) {
  PlanOneOfRows(call, executor, take, 0);
}

constexpr int kRankOfValue = 1;

void PlanKthvalue(const Call& call, Executor& executor) {
  PlanOneOfRows(call, executor, Take::kOne,
                std::max<int64_t>(0, call.At(kRankOfValue).integer - 1));
}

// All elements are one row. Where there are none it is NaN, or 0 of integers.
template <Take take>
void PlanMedian(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(call.spec.operands_at[0]);
  const Value out = list.Given(call.spec.results_at[0]);
  const int64_t elements = self->extent.elements;
  if (elements == 0) {
    const bool is_float = ClassOf(self->dtype) == DtypeClass::kFloat;
    list.Add(PlanFill(is_float ? std::numeric_limits<double>::quiet_NaN() : 0, out));
    return list.Finish();
  }
  list.Add(PlanSort({.elements = list.SeenDense(Dense(list, self), {elements}),
                     .axis = 0,
                     .take = take,
                     .values = list.Seen(out, {1}, {1}),
                     .indices = list.Temporary(ACL_INT64, {1})}));
  list.Finish();
}

constexpr Kind kMedian = OnCpusAlone(InStages(PlanMedian<Take::kMedian>)),
               kNanMedian = OnCpusAlone(InStages(PlanMedian<Take::kNanMedian>)),
               kMedianDim = OnCpusAlone(InStages(PlanMedianDim<Take::kMedian>)),
               kNanMedianDim = OnCpusAlone(InStages(PlanMedianDim<Take::kNanMedian>)),
               kKthvalue = OnCpusAlone(InStages(PlanKthvalue));

constexpr DtypeSet kRankedDtypes = kFloatDtypes | kIntegerDtypes;
constexpr DtypeSet kRankedUnsigned{ACL_UINT16, ACL_UINT32, ACL_UINT64};

constexpr OpSpec MedianSpec(std::string_view name, std::string_view formula, std::string_view out,
                            Chips chips, const Kind& kind) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Output(out)},
      .rules = {DtypeIn("self", kRankedDtypes), SameDtype(out, "self"), MaxRank(8),
                OneElement(out)},
      .chips = chips,
      .operands = {"self"},
      .results = {out},
      .work = {.kind = &kind},
  };
}

constexpr OpSpec MedianDimSpec(std::string_view name, std::string_view formula, Chips chips,
                               const Kind& kind) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), IntInput("dim"), BoolInput("keepDim"), Output("valuesOut"),
                    Output("indicesOut")},
      .rules = {DtypeIn("self", kRankedDtypes), SameDtype("valuesOut", "self"),
                DtypeIn("indicesOut", DtypeSet(ACL_INT64)), DimOf("dim", "self"), MaxRank(8),
                ElementsAlong("self", "dim"),
                ShapeWithoutAxis("valuesOut", "self", "dim", "keepDim"),
                ShapeWithoutAxis("indicesOut", "self", "dim", "keepDim")},
      .chips = chips,
      .operands = {"self"},
      .results = {"valuesOut", "indicesOut"},
      .axis = "dim",
      .work = {.kind = &kind},
  };
}

}  // namespace

constexpr OpSpec kMedianSpec = Resolved(
    MedianSpec("aclnnMedian", "valuesOut = the median of self", "valuesOut", kAllChips, kMedian));
constexpr OpSpec kMedianDimSpec = Resolved(MedianDimSpec(
    "aclnnMedianDim", "valuesOut = the medians of self along dim, indicesOut = where they are",
    kAllChips, kMedianDim));
constexpr OpSpec kNanMedianSpec = Resolved(
    MedianSpec("aclnnNanMedian", "out = the median of the elements of self that are no NaN", "out",
               kAllBut310P, kNanMedian));
constexpr OpSpec kNanMedianDimSpec = Resolved(
    MedianDimSpec("aclnnNanMedianDim",
                  "valuesOut = the medians along dim of the elements of self that are no NaN, "
                  "indicesOut = where they are",
                  kAllBut310P, kNanMedianDim));

constexpr OpSpec kKthvalueSpec = Resolved({
    .name = "aclnnKthvalue",
    .formula = "valuesOut = the k-th smallest of self along dim, indicesOut = where they are",
    .arguments = {Input("self"), IntInput("k"), IntInput("dim"), BoolInput("keepdim"),
                  Output("valuesOut"), Output("indicesOut")},
    .rules = {DtypeIn("self", kRankedDtypes | kRankedUnsigned),
              DtypeOnlyOn("self", kRankedUnsigned, Chips(Chip::kAscend950)),
              SameDtype("valuesOut", "self"), DtypeIn("indicesOut", DtypeSet(ACL_INT64)),
              DimOf("dim", "self"), MaxRank(8), SizeWithin("k", "self", "dim"),
              ElementsAlong("self", "dim"), ShapeWithoutAxis("valuesOut", "self", "dim", "keepdim"),
              ShapeWithoutAxis("indicesOut", "self", "dim", "keepdim")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"valuesOut", "indicesOut"},
    .axis = "dim",
    .work = {.kind = &kKthvalue},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Median, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(MedianDim, const aclTensor*, int64_t, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(NanMedian, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(NanMedianDim, const aclTensor*, int64_t, bool, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Kthvalue, const aclTensor*, int64_t, int64_t, bool, aclTensor*, aclTensor*);

// Elements that come several times: one move, from axes along which the input stays where it is.
#include "aclnnop/aclnn_repeat.h"

#include <vector>

#include "aclnnop/aclnn_repeat_interleave.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"
#include "ops/moves/rearranged_shape.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// The axes that an input and a result have in common, outermost first.
struct RepeatedAxes {
  void Add(int64_t extent, int64_t from_stride, int64_t to_stride) {
    shape.push_back(extent);
    from.push_back(from_stride);
    to.push_back(to_stride);
  }

  Dims shape, from, to;
};

void FinishRepeat(StageList& list, const Value& self, const Value& out, const RepeatedAxes& axes) {
  if (out->extent.elements > 0) {
    list.Add(PlanMove(list.Seen(self, axes.shape, axes.from), list.Seen(out, axes.shape, axes.to)));
  }
  list.Finish();
}

enum RepeatArgument { kRepeatSelf, kRepeatRepeats, kRepeatOut };

// Each axis of the result is one of times and one of the input.
void PlanRepeat(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kRepeatSelf), out = list.Given(kRepeatOut);
  const std::vector<int64_t>& repeats = call.IntegersAt(kRepeatRepeats);
  const size_t added = repeats.size() - self->shape.size();
  RepeatedAxes axes;
  for (size_t a = 0; a < repeats.size(); ++a) {
    const bool is_added = a < added;
    const int64_t extent = is_added ? 1 : self->shape[a - added];
    axes.Add(repeats[a], 0, extent * out->strides[a]);
    axes.Add(extent, is_added ? 0 : self->strides[a - added], out->strides[a]);
  }
  FinishRepeat(list, self, out, axes);
}

enum RepeatIntArgument { kRepeatIntSelf, kRepeatIntRepeats, kRepeatIntDim };

// All elements in one row.
void PlanRepeatInt(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kRepeatIntSelf), out = list.Given(call.spec.results_at[0]);
  const int64_t repeats = call.At(kRepeatIntRepeats).integer;
  const bool has_elements = out->extent.elements > 0;
  RepeatedAxes axes{self->shape, self->strides, self->strides};
  int64_t step = repeats * out->strides[0];
  for (size_t a = self->shape.size(); a-- > 0 && has_elements;) {
    axes.to[a] = step;
    step *= self->shape[a];
  }
  axes.Add(repeats, 0, out->strides[0]);
  FinishRepeat(list, self, out, axes);
}

// What lies at one place along an axis.
void PlanRepeatIntWithDim(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kRepeatIntSelf), out = list.Given(call.spec.results_at[0]);
  const int64_t repeats = call.At(kRepeatIntRepeats).integer;
  const size_t axis = *AxisAt(call.At(kRepeatIntDim).integer, self->shape);
  RepeatedAxes axes;
  for (size_t a = 0; a < self->shape.size() && out->extent.elements > 0; ++a) {
    const int64_t times = a == axis ? repeats : 1;
    axes.Add(self->shape[a], self->strides[a], times * out->strides[a]);
    if (a == axis) axes.Add(repeats, 0, out->strides[a]);
  }
  FinishRepeat(list, self, out, axes);
}

// By a tensor, whose numbers are known when the stream runs it.

// A tensor whose elements lie one after the other, from a copy if need be; or room for them.
Value InARow(StageList& list, const Value& value) {
  return value->extent.contiguous ? value : list.Temporary(value->dtype, value->shape);
}

// What lies at a place along an axis of `from`.
void AddRepeatEach(StageList& list, const Value& self, const Value& repeats, const Value& out,
                   size_t axis) {
  const Value from = InARow(list, self), to = InARow(list, out);
  RepeatEachInputs inputs{
      .from = from, .repeats = repeats, .to = to, .outer = 1, .count = 1, .size = 1, .inner = 1};
  if (from.tensor != self.tensor) list.Add(PlanMove(self, from));
  for (size_t a = 0; a < self->shape.size(); ++a) {
    if (a == axis) {
      inputs.count = self->shape[a];
      inputs.size = out->shape[a];
    } else {
      (a < axis ? inputs.outer : inputs.inner) *= self->shape[a];
    }
  }
  list.Add(PlanRepeatEach(inputs));
  if (to.tensor != out.tensor) list.Add(PlanMove(to, out));
}

enum RepeatByArgument { kRepeatBySelf, kRepeatByRepeats, kRepeatByDim };

void PlanRepeatBy(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kRepeatBySelf), out = list.Given(call.spec.results_at[0]);
  if (out->extent.elements > 0) {
    const Value from = InARow(list, self);
    if (from.tensor != self.tensor) list.Add(PlanMove(self, from));
    AddRepeatEach(list, list.SeenDense(from, {self->extent.elements}), list.Given(kRepeatByRepeats),
                  out, 0);
  }
  list.Finish();
}

void PlanRepeatByWithDim(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kRepeatBySelf), out = list.Given(call.spec.results_at[0]);
  if (out->extent.elements > 0) {
    AddRepeatEach(list, self, list.Given(kRepeatByRepeats), out,
                  *AxisAt(call.At(kRepeatByDim).integer, self->shape));
  }
  list.Finish();
}

// The indices of `repeats` in place of a tensor's elements.
void PlanRepeatIndices(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value repeats = list.Given(0), out = list.Given(call.spec.results_at[0]);
  if (out->extent.elements > 0) {
    const Value indices = list.Temporary(out->dtype, repeats->shape);
    list.Add(PlanRamp({.of_integers = true, .first = 0, .by = 1, .start = 0, .step = 0}, indices));
    AddRepeatEach(list, indices, repeats, out, 0);
  }
  list.Finish();
}

constexpr Kind kRepeatBy = InStages(PlanRepeatBy);
constexpr Kind kRepeatByWithDim = InStages(PlanRepeatByWithDim);
constexpr Kind kRepeatIndices = InStages(PlanRepeatIndices);
constexpr Kind kRepeat = InStages(PlanRepeat);
constexpr Kind kRepeatInt = InStages(PlanRepeatInt);
constexpr Kind kRepeatIntWithDim = InStages(PlanRepeatIntWithDim);

constexpr DtypeSet kTimesDtypes{ACL_INT32, ACL_INT64};
constexpr DtypeSet kRepeatedEachDtypes = kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);

}  // namespace

constexpr OpSpec kRepeatSpec = Resolved({
    .name = "aclnnRepeat",
    .formula = "out = self as many times along each axis as repeats says",
    .arguments = {Input("self"), IntsInput("repeats"), Output("out")},
    .rules = {DtypeIn("self", kMovedDtypes), SameDtype("out", "self"), MaxRank(8),
              RepeatedShape("out", "self", "repeats")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kRepeat},
});

constexpr OpSpec kRepeatInterleaveIntSpec = Resolved({
    .name = "aclnnRepeatInterleaveInt",
    .formula = "out[i] = element i / repeats of self, in one row",
    .arguments = {Input("self"), IntInput("repeats"), IntInput("outputSize"), Output("out")},
    .rules = {DtypeIn("self", kRepeatedEachDtypes), SameDtype("out", "self"), MaxRank(8),
              RepeatedEach("out", "self", "repeats"), SizeOf("outputSize", "out")},
    .chips = kBfloat16Chips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kRepeatInt},
});

constexpr OpSpec kRepeatInterleaveIntWithDimSpec = Resolved({
    .name = "aclnnRepeatInterleaveIntWithDim",
    .formula = "out[..., i, ...] = self[..., i / repeats, ...] along the axis dim",
    .arguments = {Input("self"), IntInput("repeats"), IntInput("dim"), IntInput("outputSize"),
                  Output("out")},
    .rules = {DtypeIn("self", kRepeatedEachDtypes), SameDtype("out", "self"), MaxRank(8),
              RepeatedAlong("out", "self", "repeats", "dim"), SizeOf("outputSize", "out", "dim")},
    .chips = kBfloat16Chips,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kRepeatIntWithDim},
});

constexpr OpSpec kRepeatInterleaveSpec = Resolved({
    .name = "aclnnRepeatInterleave",
    .formula = "out = each element of self, in one row, as often as repeats says",
    .arguments = {Input("self"), Input("repeats"), IntInput("outputSize"), Output("out")},
    .rules = {DtypeIn("self", kRepeatedEachDtypes), DtypeIn("repeats", kTimesDtypes),
              SameDtype("out", "self"), MaxRank(8), RepeatedBy("out", "self", "repeats"),
              SizeOf("outputSize", "out")},
    .chips = kBfloat16Chips,
    .operands = {"self", "repeats"},
    .results = {"out"},
    .work = {.kind = &kRepeatBy},
});

constexpr OpSpec kRepeatInterleaveWithDimSpec = Resolved({
    .name = "aclnnRepeatInterleaveWithDim",
    .formula = "out = what lies at each place along the axis dim of self, as often as repeats says",
    .arguments = {Input("self"), Input("repeats"), IntInput("dim"), IntInput("outputSize"),
                  Output("out")},
    .rules = {DtypeIn("self", kRepeatedEachDtypes), DtypeIn("repeats", kTimesDtypes),
              SameDtype("out", "self"), MaxRank(8),
              RepeatedAlongBy("out", "self", "repeats", "dim"), SizeOf("outputSize", "out", "dim")},
    .chips = kBfloat16Chips,
    .operands = {"self", "repeats"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kRepeatByWithDim},
});

constexpr OpSpec kRepeatInterleaveTensorSpec = Resolved({
    .name = "aclnnRepeatInterleaveTensor",
    .formula = "out = each index of repeats, as often as repeats says there",
    .arguments = {Input("repeats"), IntInput("outputSize"), Output("out")},
    .rules = {DtypeIn("repeats", kTimesDtypes), DtypeIn("out", kTimesDtypes),
              SameDtype("out", "repeats"), RankIs("repeats", 1), RankIs("out", 1),
              SizeOf("outputSize", "out")},
    .chips = kBfloat16Chips,
    .operands = {"repeats"},
    .results = {"out"},
    .work = {.kind = &kRepeatIndices},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(RepeatInterleave, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(RepeatInterleaveWithDim, const aclTensor*, const aclTensor*, int64_t, int64_t,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(RepeatInterleaveTensor, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(Repeat, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(RepeatInterleaveInt, const aclTensor*, int64_t, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(RepeatInterleaveIntWithDim, const aclTensor*, int64_t, int64_t, int64_t,
                      aclTensor*);

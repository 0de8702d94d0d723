#include "aclnnop/aclnn_cdist.h"

#include <limits>
#include <utility>

#include "aclnnop/aclnn_cdist_backward.h"
#include "aclnnop/aclnn_pdist.h"
#include "aclnnop/aclnn_pdist_forward.h"
#include "kinds/distances/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/sums/distance_shape.h"
#include "ops/sums/family.h"

namespace openaclnn {
namespace {

// The rows as columns, of DOUBLEs.
Value RowsAsColumns(StageList& list, const Value& value) {
  Dims shape = value->shape, strides = value->strides;
  const size_t last = shape.size() - 1;
  std::swap(shape[last], shape[last - 1]);
  std::swap(strides[last], strides[last - 1]);
  const Value columns = list.Temporary(ACL_DOUBLE, shape);
  list.Add(PlanMove(list.Seen(value, shape, strides), columns));
  return columns;
}

void PlanCdist(const Call& call, Executor& executor) {
  constexpr int kX1 = 0, kX2 = 1, kPower = 2, kOut = 4;
  StageList list(call, executor);
  const Value x1 = list.Given(kX1), out = list.Given(kOut);
  if (out->extent.elements == 0) return list.Finish();
  if (x1->extent.elements == 0) return FinishWithZeros(list, out);
  list.Add(PlanDistances({.x1 = DenseAs(list, ACL_DOUBLE, x1),
                          .x2 = RowsAsColumns(list, list.Given(kX2)),
                          .power = call.NumberAt(kPower).nearest,
                          .out = out}));
  list.Finish();
}

// The pairs of rows of a matrix; the power is an argument of any kind.
void PlanPdist(const Call& call, Executor& executor) {
  constexpr int kSelf = 0, kPower = 1, kOut = 2;
  StageList list(call, executor);
  const Value self = list.Given(kSelf), out = list.Given(kOut);
  if (out->extent.elements == 0) return list.Finish();
  if (self->extent.elements == 0) return FinishWithZeros(list, out);
  list.Add(PlanPairDistances({.rows = DenseAs(list, ACL_DOUBLE, self),
                              .columns = RowsAsColumns(list, self),
                              .power = call.NumberAt(kPower).nearest,
                              .out = out}));
  list.Finish();
}

void PlanCdistBackward(const Call& call, Executor& executor) {
  constexpr int kGrad = 0, kX1 = 1, kX2 = 2, kDistances = 3, kPower = 4, kOut = 5;
  StageList list(call, executor);
  const Value grad = list.Given(kGrad), out = list.Given(kOut);
  if (out->extent.elements == 0) return list.Finish();
  if (grad->extent.elements == 0) return FinishWithZeros(list, out);
  const double power = call.NumberAt(kPower).nearest;
  list.Add(
      PlanDistanceGradients({.grad = grad,
                             .x1 = DenseAs(list, ACL_DOUBLE, list.Given(kX1)),
                             .x2 = DenseAs(list, ACL_DOUBLE, list.Given(kX2)),
                             .distances = list.Given(kDistances),
                             .power = power == -1 ? std::numeric_limits<double>::infinity() : power,
                             .dtype = out->dtype,
                             .out = out}));
  list.Finish();
}

constexpr Kind kCdistKind = OnCpusAlone(InStages(PlanCdist)),
               kPdistKind = OnCpusAlone(InStages(PlanPdist)),
               kCdistBackwardKind = OnCpusAlone(InStages(PlanCdistBackward));

constexpr DtypeSet kPdistDtypes{ACL_FLOAT, ACL_FLOAT16};
constexpr Chips kPdistChips{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kCdistSpec = Resolved({
    .name = "aclnnCdist",
    .formula = "out[i, j] = (the sum of |x1[i] - x2[j]|^p)^(1 / p)",
    .arguments = {Input("x1"), Input("x2"), FloatInput("p"), IntInput("compute_mode"),
                  Output("out")},
    .rules = {DtypeIn("x1", kFloatDtypes), SameDtype("x2", "x1"), SameDtype("out", "x1"),
              DistanceRows("x1", "x2"), DistanceShape("out", "x1", "x2"), AtLeastZero("p"),
              ModeOfPower("compute_mode", "p")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kCdistKind},
});

constexpr OpSpec kPdistSpec = Resolved({
    .name = "aclnnPdist",
    .formula = "out = (the sum of |self[i] - self[j]|^p)^(1 / p) for all i < j",
    .arguments = {Input("self"), FloatInput("p"), Output("out")},
    .rules = {DtypeIn("self", kPdistDtypes), SameDtype("out", "self"), RankIs("self", 2),
              PairShape("out", "self"), AtLeastZero("p")},
    .chips = kPdistChips,
    .work = {.kind = &kPdistKind},
});

constexpr OpSpec kPdistForwardSpec = Resolved({
    .name = "aclnnPdistForward",
    .formula = "out = (the sum of |self[i] - self[j]|^p)^(1 / p) for all i < j, where p is pScalar",
    .arguments = {Input("self"), ScalarInput("pScalar"), Output("out")},
    .rules = {DtypeIn("self", kPdistDtypes), SameDtype("out", "self"), RankIs("self", 2),
              PairShape("out", "self"), AtLeastZero("pScalar")},
    .chips = kPdistChips,
    .work = {.kind = &kPdistKind},
});

constexpr OpSpec kCdistBackwardSpec = Resolved({
    .name = "aclnnCdistBackward",
    .formula = "out[i] = the sum over j of grad[i, j] * the slope of cdist[i, j] by x1[i]",
    .arguments = {Input("grad"), Input("x1"), Input("x2"), Input("cdist"), FloatInput("p"),
                  Output("out")},
    .rules = {DtypeIn("grad", kFloatDtypes), SameDtype("x1", "grad"), SameDtype("x2", "grad"),
              SameDtype("cdist", "grad"), SameDtype("out", "grad"), MinRank("grad", 2), MaxRank(7),
              DistanceGradient("grad", "x1", "x2"), SameShape("cdist", "grad"),
              SameShape("out", "x1"), PowerOfDistance("p")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kCdistBackwardKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Cdist, const aclTensor*, const aclTensor*, float, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(CdistBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, float, aclTensor*);
OPENACLNN_C_FUNCTIONS(Pdist, const aclTensor*, float, aclTensor*);
OPENACLNN_C_FUNCTIONS(PdistForward, const aclTensor*, const aclScalar*, aclTensor*);

#include "aclnnop/aclnn_rotary_position_embedding.h"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_apply_rotary_pos_emb.h"
#include "aclnnop/aclnn_apply_rotary_pos_emb_v2.h"
#include "aclnnop/aclnn_rotary_position_embedding_grad.h"
#include "base/dtype.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/rotation/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/attention/family.h"
#include "ops/attention/rotary_shape.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* SumOfProductsKernel();
const Kernel* DifferenceOfProductsKernel();
const Kernel* SignedProductKernel();

namespace {

// A rotation: how x is paired, and how its result and the tables are.
struct Rotation {
  Pairing of_x, of_result;
};
constexpr Rotation kRotations[] = {{Pairing::kHalves, Pairing::kHalves},
                                   {Pairing::kNeighbours, Pairing::kNeighbours},
                                   {Pairing::kQuarters, Pairing::kQuarters},
                                   {Pairing::kNeighbours, Pairing::kHalves}};

// The first or the second elements of all pairs, as [..., pairs], or [..., 2, pairs] of quarters.
Value PartOf(StageList& list, const Value& value, Pairing pairing, int second) {
  Dims shape = value->shape, strides = value->strides;
  const int64_t size = shape.back(), step = strides.back();
  int64_t origin = step;  // of the second part
  switch (pairing) {
    case Pairing::kHalves:
      shape.back() = size / 2;
      origin = size / 2 * step;
      break;
    case Pairing::kNeighbours:
      shape.back() = size / 2;
      strides.back() = 2 * step;
      break;
    case Pairing::kQuarters:
      shape.back() = 2;
      strides.back() = size / 2 * step;
      shape.push_back(size / 4);
      strides.push_back(step);
      origin = size / 4 * step;
      break;
  }
  Value part = list.Seen(value, shape, strides);
  part.origin += second * origin * DtypeBytes(value->dtype);
  return part;
}

struct Parts {
  Value first, second;
};
Parts PartsOf(StageList& list, const Value& value, Pairing pairing) {
  return {PartOf(list, value, pairing, 0), PartOf(list, value, pairing, 1)};
}

// x cos + rotated x sin, where `to` may be x. Where results are in other places than their pairs,
// x is kept until all are computed.
void AddRotated(StageList& list, Rotation rotation, const Value& x, const Value& cos,
                const Value& sin, const Value& to) {
  const auto rotated = [&](const Value& from) {
    return PlanRotation({.x = from,
                         .cos = cos,
                         .sin = sin,
                         .out = to,
                         .of_x = rotation.of_x,
                         .of_result = rotation.of_result});
  };
  if (rotation.of_x == rotation.of_result) return list.Add(rotated(x));
  const Value kept = list.Temporary(x->dtype, x->shape);
  list.AddInPlace(x, to, PlanMove(x, kept));
  list.AddInPlace(x, to, rotated(kept));
  list.AddElsewhere(x, to, rotated(x));
}

struct RotaryAt {
  enum : int { kX, kCos, kSin, kMode, kOut };
};

void PlanRotary(const Call& call, Executor& executor) {
  using At = RotaryAt;
  StageList list(call, executor);
  if (call.TensorAt(At::kX).extent.elements > 0) {
    AddRotated(list, kRotations[call.At(At::kMode).integer], list.Given(At::kX),
               list.Given(At::kCos), list.Given(At::kSin), list.Given(At::kOut));
  }
  list.Finish();
}

// The result may take the place of x.
bool MayBeX(const OpSpec& /*spec*/, int /*output*/, int input) { return input == RotaryAt::kX; }

constexpr Kind kRotary = InStages(PlanRotary, MayBeX);

struct RotaryGradAt {
  enum : int { kDy, kCos, kSin, kX, kMode, kDx, kDcos, kDsin };
};

// The sums of sign a b over the axes along which a table is repeated, as the part of its gradient.
void AddGradientOfTable(StageList& list, const Value& a, const Value& b, double sign,
                        const Value& to) {
  Params params = {};
  params.d = {sign};
  const Value terms = list.Temporary(ACL_DOUBLE, a->shape);
  list.Add(PlanFormulaInDouble(SignedProductKernel(), std::array{a, b}, terms, params));
  std::vector<int64_t> axes;
  for (size_t i = 0; i < a->shape.size(); ++i) {
    if (to->shape[i] != a->shape[i]) axes.push_back(static_cast<int64_t>(i));
  }
  if (axes.empty()) return list.Add(PlanMove(terms, to));
  const Value sums = list.Temporary(ACL_DOUBLE, to->shape);
  list.Add(PlanSums({.terms = terms, .axes = axes, .dtype = ACL_DOUBLE, .sums = sums}));
  list.Add(PlanMove(sums, to));
}

void PlanRotaryGrad(const Call& call, Executor& executor) {
  using At = RotaryGradAt;
  StageList list(call, executor);
  if (call.TensorAt(At::kDy).extent.elements == 0) return list.Finish();
  const Rotation rotation = kRotations[call.At(At::kMode).integer];
  const Parts dy = PartsOf(list, list.Given(At::kDy), rotation.of_result);
  const Parts cos = PartsOf(list, list.Given(At::kCos), rotation.of_result);
  const Parts sin = PartsOf(list, list.Given(At::kSin), rotation.of_result);
  const Parts dx = PartsOf(list, list.Given(At::kDx), rotation.of_x);
  list.Add(PlanFormulaOf(SumOfProductsKernel(),
                         std::array{dy.first, cos.first, dy.second, sin.second}, dx.first));
  list.Add(PlanFormulaOf(DifferenceOfProductsKernel(),
                         std::array{dy.second, cos.second, dy.first, sin.first}, dx.second));
  if (call.IsGiven(At::kX)) {
    const Parts x = PartsOf(list, list.Given(At::kX), rotation.of_x);
    const Parts dcos = PartsOf(list, list.Given(At::kDcos), rotation.of_result);
    const Parts dsin = PartsOf(list, list.Given(At::kDsin), rotation.of_result);
    AddGradientOfTable(list, dy.first, x.first, 1, dcos.first);
    AddGradientOfTable(list, dy.second, x.second, 1, dcos.second);
    AddGradientOfTable(list, dy.first, x.second, -1, dsin.first);
    AddGradientOfTable(list, dy.second, x.first, 1, dsin.second);
  }
  list.Finish();
}

constexpr Kind kRotaryGrad = InStages(PlanRotaryGrad);

struct ApplyRotaryAt {
  enum : int { kQuery, kKey, kCos, kSin, kLayout, kMode };
};

constexpr std::string_view kRotaryModes[] = {"half", "interleave", "quarter"};

template <bool kHasMode>
void PlanApplyRotary(const Call& call, Executor& executor) {
  using At = ApplyRotaryAt;
  StageList list(call, executor);
  const int mode = kHasMode ? call.ChoiceAt(At::kMode) : 0;
  for (const int argument : {At::kQuery, At::kKey}) {
    const Value x = list.Given(argument);
    if (x->extent.elements == 0) continue;
    AddRotated(list, kRotations[mode], x, list.Given(At::kCos), list.Given(At::kSin), x);
  }
  list.Finish();
}

constexpr Kind kApplyRotary = InStages(PlanApplyRotary<false>);
constexpr Kind kApplyRotaryV2 = InStages(PlanApplyRotary<true>);

constexpr DtypeSet kRotaryDtypes = kFloatDtypes;
constexpr Chips kRotaryChips{Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kRotaryPositionEmbeddingSpec = Resolved({
    .name = "aclnnRotaryPositionEmbedding",
    .formula = "out = x * cos + rotated(x) * sin, where rotated(x) has -b, a for each pair a, b "
               "that mode makes of x's last axis",
    .arguments = {Input("x"), Input("cos"), Input("sin"), IntInput("mode"), Output("out")},
    .rules = {DtypeIn("x", kRotaryDtypes), SameDtype("cos", "x"), SameDtype("sin", "x"),
              SameDtype("out", "x"), IntIn("mode", 0, 1, 2, 3), RankIs("x", 4),
              SameShape("out", "x"), RotaryShape("cos", "x"), SameShape("sin", "cos"),
              RotarySize("x", "mode")},
    .chips = kRotaryChips,
    .work = {.kind = &kRotary},
});

constexpr OpSpec kRotaryPositionEmbeddingGradSpec = Resolved({
    .name = "aclnnRotaryPositionEmbeddingGrad",
    .formula = "dxOut = the gradient of x * cos + rotated(x) * sin by x, dcosOut = sum(dy * x), "
               "dsinOut = sum(dy * rotated(x)), where rotated(x) has -b, a for each pair a, b that "
               "mode makes of x's last axis",
    .arguments = {Input("dy"), Input("cos"), Input("sin"), Optional(Input("xOptional")),
                  IntInput("mode"), Output("dxOut"), Output("dcosOut"), Output("dsinOut")},
    .rules = {DtypeIn("dy", kRotaryDtypes), SameDtype("cos", "dy"), SameDtype("sin", "dy"),
              SameDtype("xOptional", "dy"), SameDtype("dxOut", "dy"), SameDtype("dcosOut", "dy"),
              SameDtype("dsinOut", "dy"), IntIn("mode", 0, 1, 2, 3), RankIs("dy", 4),
              SameShape("xOptional", "dy"), SameShape("dxOut", "dy"), RotaryShape("cos", "dy"),
              SameShape("sin", "cos"), ShapeOfTable("dcosOut", "cos", "xOptional"),
              ShapeOfTable("dsinOut", "cos", "xOptional"), RotarySize("dy", "mode")},
    .chips = kRotaryChips,
    .work = {.kind = &kRotaryGrad},
});

constexpr OpSpec kApplyRotaryPosEmbSpec = Resolved({
    .name = "aclnnApplyRotaryPosEmb",
    .formula = "queryRef = queryRef * cos + rotated(queryRef) * sin, keyRef the same, where "
               "rotated(x) has -b, a for each pair a, b of x's halves",
    .arguments = {InOut("queryRef"), InOut("keyRef"), Input("cos"), Input("sin"),
                  IntInput("layout")},
    .rules = {DtypeIn("queryRef", kRotaryDtypes), SameDtype("keyRef", "queryRef"),
              SameDtype("cos", "queryRef"), SameDtype("sin", "queryRef"), IntIn("layout", 1),
              RankIs("queryRef", 4), RankIs("keyRef", 4), SameButHeads("keyRef", "queryRef"),
              RotaryShape("cos", "queryRef"), RotaryShape("cos", "keyRef"), SameShape("sin", "cos"),
              RotarySize("queryRef", "layout")},
    .chips = kRotaryChips,
    .work = {.kind = &kApplyRotary},
});

constexpr OpSpec kApplyRotaryPosEmbV2Spec = Resolved({
    .name = "aclnnApplyRotaryPosEmbV2",
    .formula = "queryRef = queryRef * cos + rotated(queryRef) * sin, keyRef the same, where "
               "rotated(x) has -b, a for each pair a, b that rotaryMode makes of x's last axis",
    .arguments = {InOut("queryRef"), InOut("keyRef"), Input("cos"), Input("sin"),
                  IntInput("layout"), TextInput("rotaryMode")},
    .rules = {DtypeIn("queryRef", kRotaryDtypes), SameDtype("keyRef", "queryRef"),
              SameDtype("cos", "queryRef"), SameDtype("sin", "queryRef"), IntIn("layout", 1, 2, 3),
              TextIn("rotaryMode", kRotaryModes), RankIs("queryRef", 4), RankIs("keyRef", 4),
              SameButHeads("keyRef", "queryRef"), RotaryShape("cos", "queryRef"),
              RotaryShape("cos", "keyRef"), SameShape("sin", "cos"),
              RotarySize("queryRef", "rotaryMode")},
    .chips = kRotaryChips,
    .work = {.kind = &kApplyRotaryV2},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(RotaryPositionEmbedding, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(RotaryPositionEmbeddingGrad, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, int64_t, const aclTensor*,
                      const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(ApplyRotaryPosEmb, aclTensor*, aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t);
OPENACLNN_C_FUNCTIONS(ApplyRotaryPosEmbV2, aclTensor*, aclTensor*, const aclTensor*,
                      const aclTensor*, int64_t, char*);

// Bits that say which elements are dropped, and what becomes of elements by them.
#include "aclnnop/aclnn_dropout.h"
#include "aclnnop/aclnn_dropout_backward.h"
#include "aclnnop/aclnn_dropout_do_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/random/family.h"

namespace openaclnn {
namespace {

// Bits are made, or read, where they are dense.
void AddBits(StageList& list, const WordSource& source, double dropped, const Value& out) {
  const Value dense =
      out->extent.contiguous ? out : list.Temporary(ACL_UINT8, {out->extent.elements});
  list.Add(PlanDrawBits(source, 1 - dropped, dense));
  if (!out->extent.contiguous) list.Add(PlanMove(list.SeenDense(dense, out->shape), out));
}

// Elements of probability `dropped` are gone: all are kept as they are, or none, or some.
void AddKeep(StageList& list, const Value& from, const Value& bits, double dropped,
             const Value& out) {
  if (dropped == 0) return list.Add(PlanMove(from, out));
  if (dropped == 1) return list.Add(PlanFill(0.0, out));
  list.Add(
      PlanKeep({.from = from, .bits = Dense(list, bits), .scale = 1 / (1 - dropped), .out = out}));
}

enum GenMaskArgument { kGenShape, kGenProb, kGenSeed, kGenOffset, kGenOut, kGenV2Out };

template <int out>
void PlanGenMask(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddBits(list, SourceOf(call, kGenSeed, kGenOffset), call.NumberAt(kGenProb).nearest,
          list.Given(out));
  list.Finish();
}

enum GenMaskTensorArgument {
  kGenTensorShape,
  kGenTensorProb,
  kGenSeedTensor,
  kGenOffsetTensor,
  kGenAddedOffset,
  kGenTensorDtype,
  kGenTensorOut
};

void PlanGenMaskTensor(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddBits(list, SourceOf(call, list, kGenSeedTensor, kGenOffsetTensor, kGenAddedOffset),
          call.NumberAt(kGenTensorProb).nearest, list.Given(kGenTensorOut));
  list.Finish();
}

enum DoMaskArgument { kMaskedSelf, kMaskBits, kMaskNumber, kMaskedOut };

void PlanDoMask(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddKeep(list, list.Given(kMaskedSelf), list.Given(kMaskBits), call.NumberAt(kMaskNumber).nearest,
          list.Given(kMaskedOut));
  list.Finish();
}

// By the scale, which is 0 where all are dropped.
void PlanDropoutBackward(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const double scale = call.NumberAt(kMaskNumber).nearest;
  const Value from = list.Given(kMaskedSelf), out = list.Given(kMaskedOut);
  if (scale == 0) {
    list.Add(PlanFill(0.0, out));
  } else if (scale == 1) {
    list.Add(PlanMove(from, out));
  } else {
    const Value bits = Dense(list, list.Given(kMaskBits));
    list.Add(PlanKeep({.from = from, .bits = bits, .scale = scale, .out = out}));
  }
  list.Finish();
}

enum DropoutArgument {
  kDropInput,
  kDropP,
  kDropTrain,
  kDropSeed,
  kDropOffset,
  kDropOut,
  kDropMaskOut
};

void PlanDropout(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const double p = call.FlagAt(kDropTrain) ? call.NumberAt(kDropP).nearest : 0;
  const Value bits = list.Given(kDropMaskOut);
  if (p > 0 && p < 1) AddBits(list, SourceOf(call, kDropSeed, kDropOffset), p, bits);
  AddKeep(list, list.Given(kDropInput), bits, p, list.Given(kDropOut));
  list.Finish();
}

// The elements are read before what they become is written, after the bits.
bool MayBeKept(const OpSpec& spec, int output, int input) {
  return output == spec.results_at[0] && input == spec.operands_at[0];
}

constexpr Kind Keeps(decltype(Kind::plan) plan) { return OnCpusAlone(InStages(plan, MayBeKept)); }

constexpr Kind kGenMask = Draws(PlanGenMask<kGenOut>), kGenMaskV2 = Draws(PlanGenMask<kGenV2Out>),
               kGenMaskV2Tensor = Draws(PlanGenMaskTensor), kDoMask = Keeps(PlanDoMask),
               kDropoutBackward = Keeps(PlanDropoutBackward), kDropout = Keeps(PlanDropout);

constexpr DtypeSet kBitDtypes{ACL_UINT8};

}  // namespace

constexpr OpSpec kDropoutGenMaskSpec = Resolved({
    .name = "aclnnDropoutGenMask",
    .formula = "bit i of out = u[i] < 1 - prob",
    .arguments = {IntsInput("shape"), DoubleInput("prob"), IntInput("seed"), IntInput("offset"),
                  Output("out")},
    .rules = {DtypeIn("out", kBitDtypes), IsProbability("prob"), BitsFor("out", "shape")},
    .chips = kAllChips,
    .results = {"out"},
    .work = {.kind = &kGenMask},
});

constexpr OpSpec kDropoutGenMaskV2Spec = Resolved({
    .name = "aclnnDropoutGenMaskV2",
    .formula = "bit i of out = u[i] < 1 - prob",
    .arguments = {IntsInput("shape"), DoubleInput("prob"), IntInput("seed"), IntInput("offset"),
                  DtypeInput("probDataType"), Output("out")},
    .rules = {DtypeIn("out", kBitDtypes), IsProbability("prob"), BitsFor("out", "shape"),
              IsDtypeIn("probDataType", kFloatDtypes)},
    .chips = kAllChips,
    .results = {"out"},
    .work = {.kind = &kGenMaskV2},
});

constexpr OpSpec kDropoutGenMaskV2TensorSpec = Resolved({
    .name = "aclnnDropoutGenMaskV2Tensor",
    .formula = "bit i of out = u[i] < 1 - prob",
    .arguments = {IntsInput("shape"), DoubleInput("prob"), Input("seedTensor"),
                  Input("offsetTensor"), IntInput("offset"), DtypeInput("probDataType"),
                  Output("out")},
    .rules = {DtypeIn("out", kBitDtypes), IsProbability("prob"), BitsFor("out", "shape"),
              DtypeIn("seedTensor", kSeedDtypes), DtypeIn("offsetTensor", kSeedDtypes),
              OneElement("seedTensor"), OneElement("offsetTensor"),
              IsDtypeIn("probDataType", kFloatDtypes)},
    .chips = kRandomOnA2A3AndA5,
    .operands = {"seedTensor", "offsetTensor"},
    .results = {"out"},
    .work = {.kind = &kGenMaskV2Tensor},
});

constexpr OpSpec kDropoutDoMaskSpec = Resolved({
    .name = "aclnnDropoutDoMask",
    .formula = "out = self / (1 - prob) where the bit of mask is 1, else 0",
    .arguments = {Input("self"), Input("mask"), DoubleInput("prob"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("mask", kBitDtypes),
              DtypeIn("out", kFloatDtypes), IsProbability("prob"), MaxRank(8),
              SameShape("out", "self"), BitsFor("mask", "self")},
    .chips = kAllChips,
    .operands = {"self", "mask"},
    .results = {"out"},
    .work = {.kind = &kDoMask},
});

constexpr OpSpec kDropoutBackwardSpec = Resolved({
    .name = "aclnnDropoutBackward",
    .formula = "out = scale * gradOutput where the bit of mask is 1, else 0",
    .arguments = {Input("gradOutput"), Input("mask"), DoubleInput("scale"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("mask", kBitDtypes),
              DtypeIn("out", kFloatDtypes), KeepScale("scale"), MaxRank(8),
              SameShape("out", "gradOutput"), BitsFor("mask", "gradOutput")},
    .chips = kAllBut310P,
    .operands = {"gradOutput", "mask"},
    .results = {"out"},
    .work = {.kind = &kDropoutBackward},
});

constexpr OpSpec kDropoutSpec = Resolved({
    .name = "aclnnDropout",
    .formula = "out = train ? (u < 1 - p ? input / (1 - p) : 0) : input",
    .arguments = {Input("input"), DoubleInput("p"), BoolInput("train"), IntInput("seed"),
                  IntInput("offset"), Output("out"), Output("maskOut")},
    .rules = {DtypeIn("input", kFloatDtypes), DtypeIn("out", kFloatDtypes),
              DtypeIn("maskOut", kBitDtypes), IsProbability("p"), MaxRank(8),
              SameShape("out", "input"), BitsFor("maskOut", "input")},
    .chips = Chips{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93},
    .operands = {"input"},
    .results = {"out", "maskOut"},
    .work = {.kind = &kDropout},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(DropoutGenMask, const aclIntArray*, double, int64_t, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(DropoutGenMaskV2, const aclIntArray*, double, int64_t, int64_t, aclDataType,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(DropoutGenMaskV2Tensor, const aclIntArray*, double, const aclTensor*,
                      const aclTensor*, int64_t, aclDataType, aclTensor*);
OPENACLNN_C_FUNCTIONS(DropoutDoMask, const aclTensor*, const aclTensor*, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(DropoutBackward, const aclTensor*, const aclTensor*, double, aclTensor*);
OPENACLNN_C_FUNCTIONS(Dropout, const aclTensor*, double, bool, int64_t, int64_t, aclTensor*,
                      aclTensor*);

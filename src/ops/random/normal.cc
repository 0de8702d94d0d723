#include <array>

#include "aclnnop/aclnn_normal.h"
#include "aclnnop/aclnn_normal_out.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "ops/c_functions.h"
#include "ops/random/family.h"

namespace openaclnn {

const Kernel* FromStandardKernel();

namespace {

enum NormalArgument { kNormalSelf, kNormalMean, kNormalStd, kNormalSeed, kNormalOffset };
enum NormalTensorArgument { kNormalSeedTensor = 3, kNormalOffsetTensor, kNormalAddedOffset };

Draw NormalOf(const Call& call, int mean, int deviation) {
  return NormalDraw(call.NumberAt(mean).nearest, call.NumberAt(deviation).nearest);
}

void PlanNormal(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(PlanDraw(SourceOf(call, kNormalSeed, kNormalOffset),
                    NormalOf(call, kNormalMean, kNormalStd), list.Given(kNormalSelf)));
  list.Finish();
}
void PlanNormalTensor(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(
      PlanDraw(SourceOf(call, list, kNormalSeedTensor, kNormalOffsetTensor, kNormalAddedOffset),
               NormalOf(call, kNormalMean, kNormalStd), list.Given(kNormalSelf)));
  list.Finish();
}

enum NormalOutArgument { kOutMean, kOutStd, kOutSeed, kOutOffset, kNormalOut };

// What a tensor has, or a number among the arguments.
Value NumbersOf(const Call& call, StageList& list, int argument) {
  if (call.spec.arguments[argument].IsTensor()) return list.Given(argument);
  const Value number = list.Temporary(ACL_DOUBLE, {});
  list.Add(PlanFill(call.NumberAt(argument).nearest, number));
  return number;
}

void PlanNormalOut(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kNormalOut);
  const WordSource source = SourceOf(call, kOutSeed, kOutOffset);
  const bool has_tensors =
      call.spec.arguments[kOutMean].IsTensor() || call.spec.arguments[kOutStd].IsTensor();
  if (out->extent.elements == 0) {
    // There is nothing to draw, whatever else has elements.
  } else if (has_tensors) {
    const Value standard = list.Temporary(ACL_DOUBLE, out->shape);
    list.Add(PlanDraw(source, NormalDraw(0, 1), standard));
    const Value mean = NumbersOf(call, list, kOutMean), deviation = NumbersOf(call, list, kOutStd);
    list.Add(PlanFormulaInDouble(FromStandardKernel(), std::array{mean, deviation, standard}, out));
  } else {
    list.Add(PlanDraw(source, NormalOf(call, kOutMean, kOutStd), out));
  }
  list.Finish();
}

// Elements are read before what they become is written.
bool MayBeOneNormal(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return true; }

constexpr Kind kNormal = Draws(PlanNormal), kNormalTensor = Draws(PlanNormalTensor),
               kNormalsOut = OnCpusAlone(InStages(PlanNormalOut, MayBeOneNormal));

constexpr DtypeSet kNormalIntegers = kIntegerDtypes | DtypeSet(ACL_BOOL);

}  // namespace

constexpr OpSpec kInplaceNormalSpec = Resolved({
    .name = "aclnnInplaceNormal",
    .formula = "selfRef = mean + std * z",
    .arguments = {InOut("selfRef"), FloatInput("mean"), FloatInput("std"), IntInput("seed"),
                  IntInput("offset")},
    .rules = {AtLeastZero("std"), DtypeIn("selfRef", kFloatAndDoubleDtypes | kNormalIntegers),
              DtypeOnlyOn("selfRef", kNormalIntegers, kRandomOnA5), MaxRank(8)},
    .chips = kAllBut310P,
    .results = {"selfRef"},
    .work = {.kind = &kNormal},
});

constexpr OpSpec kInplaceNormalTensorSpec = Resolved({
    .name = "aclnnInplaceNormalTensor",
    .formula = "selfRef = mean + std * z",
    .arguments = {InOut("selfRef"), FloatInput("mean"), FloatInput("std"), Input("seedTensor"),
                  Input("offsetTensor"), IntInput("offset")},
    .rules = {AtLeastZero("std"), DtypeIn("selfRef", kFloatAndDoubleDtypes | kNormalIntegers),
              MaxRank(8), DtypeIn("seedTensor", kSeedDtypes), DtypeIn("offsetTensor", kSeedDtypes),
              OneElement("seedTensor"), OneElement("offsetTensor")},
    .chips = kRandomOnA2A3AndA5,
    .operands = {"seedTensor", "offsetTensor"},
    .results = {"selfRef"},
    .work = {.kind = &kNormalTensor},
});

constexpr OpSpec kNormalFloatFloatSpec = Resolved({
    .name = "aclnnNormalFloatFloat",
    .formula = "out = mean + std * z",
    .arguments = {FloatInput("mean"), FloatInput("std"), IntInput("seed"), IntInput("offset"),
                  Output("out")},
    .rules = {DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8)},
    .chips = kRandomOnA2A3AndA5,
    .results = {"out"},
    .work = {.kind = &kNormalsOut},
});

constexpr OpSpec kNormalFloatTensorSpec = Resolved({
    .name = "aclnnNormalFloatTensor",
    .formula = "out = mean + std * z",
    .arguments = {FloatInput("mean"), Input("std"), IntInput("seed"), IntInput("offset"),
                  Output("out")},
    .rules = {DtypeIn("std", kFloatAndDoubleDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              SameShape("out", "std"), MaxRank(8)},
    .chips = kRandomOnA2A3AndA5,
    .operands = {"std"},
    .results = {"out"},
    .work = {.kind = &kNormalsOut},
});

constexpr OpSpec kNormalTensorFloatSpec = Resolved({
    .name = "aclnnNormalTensorFloat",
    .formula = "out = mean + std * z",
    .arguments = {Input("mean"), FloatInput("std"), IntInput("seed"), IntInput("offset"),
                  Output("out")},
    .rules = {DtypeIn("mean", kFloatAndDoubleDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              MaxRank(8), BroadcastsTo("mean", "out")},
    .chips = kRandomOnA2A3AndA5,
    .operands = {"mean"},
    .results = {"out"},
    .work = {.kind = &kNormalsOut},
});

constexpr OpSpec kNormalTensorTensorSpec = Resolved({
    .name = "aclnnNormalTensorTensor",
    .formula = "out = mean + std * z",
    .arguments = {Input("mean"), Input("std"), IntInput("seed"), IntInput("offset"), Output("out")},
    .rules = {DtypeIn("mean", kFloatAndDoubleDtypes), DtypeIn("std", kFloatAndDoubleDtypes),
              DtypeIn("out", kFloatAndDoubleDtypes), Broadcasts("mean", "std"), MaxRank(8),
              BroadcastShape("out", "mean", "std")},
    .chips = kRandomOnA2A3AndA5,
    .operands = {"mean", "std"},
    .results = {"out"},
    .work = {.kind = &kNormalsOut},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(InplaceNormal, const aclTensor*, float, float, int64_t, int64_t);
OPENACLNN_C_FUNCTIONS(InplaceNormalTensor, const aclTensor*, float, float, const aclTensor*,
                      const aclTensor*, int64_t);
OPENACLNN_C_FUNCTIONS(NormalFloatFloat, float, float, int64_t, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(NormalFloatTensor, float, const aclTensor*, int64_t, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(NormalTensorFloat, const aclTensor*, float, int64_t, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(NormalTensorTensor, const aclTensor*, const aclTensor*, int64_t, int64_t,
                      aclTensor*);

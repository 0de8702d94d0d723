#include "kinds/index/masked.h"

#include "aclnnop/aclnn_masked_scatter.h"
#include "aclnnop/aclnn_masked_select.h"
#include "aclnnop/aclnn_nonzero.h"
#include "aclnnop/aclnn_nonzero_v2.h"
#include "ops/c_functions.h"
#include "ops/index/family.h"
#include "ops/index/places.h"
#include "tensor/broadcast.h"

namespace openaclnn {
namespace {

enum MaskedSelectArgument { kSelectedSelf, kSelectedMask, kSelectedOut };

void PlanSelected(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kSelectedOut), self = list.Given(kSelectedSelf);
  const Value mask = list.Given(kSelectedMask);
  list.Add(PlanMaskedSelect(
      {.self = self, .mask = mask, .out = out, .shape = *Broadcast(self->shape, mask->shape)}));
  list.Finish();
}

enum MaskedScatterArgument { kFilledSelf, kFilledMask, kFilledSource };

void PlanFilled(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(PlanMaskedScatter({.self = list.Given(kFilledSelf),
                              .mask = list.Given(kFilledMask),
                              .source = list.Given(kFilledSource),
                              .source_name = NameIn(call, kFilledSource)}));
  list.Finish();
}

enum NonzeroArgument { kNonzeroSelf, kNonzeroOut };

template <bool by_axis>
void PlanPlaces(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(PlanNonzero({.self = list.Given(kNonzeroSelf),
                        .out = list.Given(kNonzeroOut),
                        .by_axis = by_axis,
                        .out_name = NameIn(call, kNonzeroOut)}));
  list.Finish();
}

constexpr Kind kMaskedSelect = OnCpusAlone(InStages(PlanSelected)),
               kMaskedScatter = OnCpusAlone(InStages(PlanFilled)),
               kNonzero = OnCpusAlone(InStages(PlanPlaces<false>)),
               kNonzeroV2 = OnCpusAlone(InStages(PlanPlaces<true>));
constexpr DtypeSet kMasks{ACL_BOOL, ACL_UINT8}, kInt64Alone{ACL_INT64};

}  // namespace

constexpr OpSpec kMaskedSelectSpec = Resolved({
    .name = "aclnnMaskedSelect",
    .formula = "out = the elements of self where mask is not 0",
    .arguments = {Input("self"), Input("mask"), Output("out")},
    .rules = {DtypeIn("self", kIndexedReals | kIndexedUnsigned),
              DtypeOnlyOn("self", kIndexedUnsigned, kOnlyA5), DtypeIn("mask", kMasks),
              SameDtype("out", "self"), MaxRank(8), Broadcasts("self", "mask"),
              RoomForAll("out", "self", "mask"), SetByRun("out")},
    .chips = kAllChips,
    .operands = {"self", "mask"},
    .results = {"out"},
    .work = {.kind = &kMaskedSelect},
});

constexpr OpSpec kInplaceMaskedScatterSpec = Resolved({
    .name = "aclnnInplaceMaskedScatter",
    .formula = "selfRef = the elements of source, one after the other, where mask is not 0",
    .arguments = {InOut("selfRef"), Input("mask"), Input("source")},
    .rules = {DtypeIn("selfRef", kIndexedReals), DtypeIn("mask", kMasks), MaxRank(8),
              BroadcastsTo("mask", "selfRef"), SameDtype("source", "selfRef"), SetByRun("selfRef")},
    .chips = kBfloat16Chips,
    .operands = {"selfRef", "mask", "source"},
    .results = {"selfRef"},
    .work = {.kind = &kMaskedScatter},
});

constexpr OpSpec kNonzeroSpec = Resolved({
    .name = "aclnnNonzero",
    .formula = "out = the places of the elements of self that are not 0, a row for each",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kIndexedReals | kIndexedUnsigned),
              DtypeOnlyOn("self", kIndexedUnsigned, kOnlyA5), DtypeIn("out", kInt64Alone),
              MaxRank(8), RoomForPlaces("out", "self", false), SetByRun("out")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kNonzero},
});

constexpr OpSpec kNonzeroV2Spec = Resolved({
    .name = "aclnnNonzeroV2",
    .formula = "out = the places of the elements of self that are not 0, a column for each",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kIndexedReals | kIndexedUnsigned), DtypeIn("out", kInt64Alone),
              MaxRank(8), RoomForPlaces("out", "self", true), SetByRun("out")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kNonzeroV2},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(MaskedSelect, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceMaskedScatter, aclTensor*, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(Nonzero, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(NonzeroV2, const aclTensor*, aclTensor*);

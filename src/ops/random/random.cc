// Integers, all of a range alike.
#include "aclnnop/aclnn_random.h"

#include "base/dtype.h"
#include "ops/c_functions.h"
#include "ops/random/family.h"

namespace openaclnn {
namespace {

enum RandomArgument { kRandomSelf, kRandomFrom, kRandomTo, kRandomSeed, kRandomOffset };
enum RandomTensorArgument { kRandomSeedTensor = 3, kRandomOffsetTensor, kRandomAddedOffset };

void AddIntegers(const Call& call, StageList& list, const WordSource& source) {
  const int64_t from = call.At(kRandomFrom).integer, to = call.At(kRandomTo).integer;
  const uint64_t count = static_cast<uint64_t>(to) - static_cast<uint64_t>(from);
  list.Add(PlanDraw(source, IntegerDraw(from, count), list.Given(kRandomSelf)));
  list.Finish();
}

void PlanRandom(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddIntegers(call, list, SourceOf(call, kRandomSeed, kRandomOffset));
}
void PlanRandomTensor(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddIntegers(call, list,
              SourceOf(call, list, kRandomSeedTensor, kRandomOffsetTensor, kRandomAddedOffset));
}

// The integers from 0 on that a dtype has, each of which it has exactly.
uint64_t CountOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_BOOL:
      return 2;
    case ACL_BF16:
      return (uint64_t{1} << 8) + 1;
    case ACL_FLOAT16:
      return (uint64_t{1} << 11) + 1;
    case ACL_FLOAT:
      return (uint64_t{1} << 24) + 1;
    default:
      return uint64_t{1} << (8 * DtypeBytes(dtype) - (dtype == ACL_UINT8 ? 0 : 1));
  }
}

enum AnyArgument { kAnySelf, kAnySeed, kAnyOffset };
enum AnyTensorArgument { kAnySeedTensor = 1, kAnyOffsetTensor, kAnyAddedOffset };

void AddAny(StageList& list, const WordSource& source) {
  const Value self = list.Given(kAnySelf);
  list.Add(PlanDraw(source, IntegerDraw(0, CountOf(self->dtype)), self));
  list.Finish();
}

void PlanAny(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddAny(list, SourceOf(call, kAnySeed, kAnyOffset));
}
void PlanAnyTensor(const Call& call, Executor& executor) {
  StageList list(call, executor);
  AddAny(list, SourceOf(call, list, kAnySeedTensor, kAnyOffsetTensor, kAnyAddedOffset));
}

constexpr Kind kRandom = Draws(PlanRandom), kRandomTensor = Draws(PlanRandomTensor),
               kAny = Draws(PlanAny), kAnyTensor = Draws(PlanAnyTensor);

constexpr DtypeSet kRandomComplex{ACL_COMPLEX64, ACL_COMPLEX128};
constexpr DtypeSet kRandomDtypes = kDrawnReals | DtypeSet(ACL_BOOL) | kRandomComplex;
constexpr DtypeSet kAnyDtypes = kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);
constexpr Chips kWithRandomComplex{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kInplaceRandomSpec = Resolved({
    .name = "aclnnInplaceRandom",
    .formula = "selfRef = from + k, k an integer below to - from",
    .arguments = {InOut("selfRef"), IntInput("from"), IntInput("to"), IntInput("seed"),
                  IntInput("offset")},
    .rules = {DtypeIn("selfRef", kRandomDtypes),
              DtypeOnlyOn("selfRef", kRandomComplex, kWithRandomComplex), MaxRank(8),
              IntBelow("from", "to")},
    .chips = kAllBut310P,
    .results = {"selfRef"},
    .work = {.kind = &kRandom},
});

constexpr OpSpec kInplaceRandomTensorSpec = Resolved({
    .name = "aclnnInplaceRandomTensor",
    .formula = "selfRef = from + k, k an integer below to - from",
    .arguments = {InOut("selfRef"), IntInput("from"), IntInput("to"), Input("seedTensor"),
                  Input("offsetTensor"), IntInput("offset")},
    .rules = {DtypeIn("selfRef", kRandomDtypes),
              DtypeOnlyOn("selfRef", kRandomComplex, kWithRandomComplex), MaxRank(8),
              IntBelow("from", "to"), DtypeIn("seedTensor", kSeedDtypes),
              DtypeIn("offsetTensor", kSeedDtypes), OneElement("seedTensor"),
              OneElement("offsetTensor")},
    .chips = kRandomOnA2A3AndA5,
    .operands = {"seedTensor", "offsetTensor"},
    .results = {"selfRef"},
    .work = {.kind = &kRandomTensor},
});

constexpr OpSpec kInplaceRandomWithoutFromToSpec = Resolved({
    .name = "aclnnInplaceRandomWithoutFromTo",
    .formula = "selfRef = k, an integer that its dtype has with all below it",
    .arguments = {InOut("selfRef"), IntInput("seed"), IntInput("offset")},
    .rules = {DtypeIn("selfRef", kAnyDtypes), MaxRank(8)},
    .chips = kRandomOnA5,
    .results = {"selfRef"},
    .work = {.kind = &kAny},
});

constexpr OpSpec kInplaceRandomWithoutFromToTensorSpec = Resolved({
    .name = "aclnnInplaceRandomWithoutFromToTensor",
    .formula = "selfRef = k, an integer that its dtype has with all below it",
    .arguments = {InOut("selfRef"), Input("seedTensor"), Input("offsetTensor"), IntInput("offset")},
    .rules = {DtypeIn("selfRef", kAnyDtypes), MaxRank(8), DtypeIn("seedTensor", kSeedDtypes),
              DtypeIn("offsetTensor", kSeedDtypes), OneElement("seedTensor"),
              OneElement("offsetTensor")},
    .chips = kRandomOnA5,
    .operands = {"seedTensor", "offsetTensor"},
    .results = {"selfRef"},
    .work = {.kind = &kAnyTensor},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(InplaceRandom, const aclTensor*, int64_t, int64_t, int64_t, int64_t);
OPENACLNN_C_FUNCTIONS(InplaceRandomTensor, const aclTensor*, int64_t, int64_t, const aclTensor*,
                      const aclTensor*, int64_t);
OPENACLNN_C_FUNCTIONS(InplaceRandomWithoutFromTo, const aclTensor*, int64_t, int64_t);
OPENACLNN_C_FUNCTIONS(InplaceRandomWithoutFromToTensor, const aclTensor*, const aclTensor*,
                      const aclTensor*, int64_t);

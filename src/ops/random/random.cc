// Integers, all of a range alike.
#include "aclnnop/aclnn_random.h"

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

constexpr Kind kRandom = Draws(PlanRandom), kRandomTensor = Draws(PlanRandomTensor);

constexpr DtypeSet kRandomComplex{ACL_COMPLEX64, ACL_COMPLEX128};
constexpr DtypeSet kRandomDtypes = kDrawnReals | DtypeSet(ACL_BOOL) | kRandomComplex;
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

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(InplaceRandom, const aclTensor*, int64_t, int64_t, int64_t, int64_t);
OPENACLNN_C_FUNCTIONS(InplaceRandomTensor, const aclTensor*, int64_t, int64_t, const aclTensor*,
                      const aclTensor*, int64_t);

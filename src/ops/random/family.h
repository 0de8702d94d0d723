// What the specs of operators need that draw random numbers.
// Title: Random numbers
#pragma once

#include "engine/call.h"
#include "engine/operator.h"
#include "engine/resolved.h"
#include "kinds/random/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/random/operators.h"
#include "ops/random/random_rules.h"

namespace openaclnn {

inline constexpr DtypeSet kDrawnReals = kFloatAndDoubleDtypes | kIntegerDtypes;
inline constexpr DtypeSet kSeedDtypes{ACL_INT64};
inline constexpr Chips kRandomOnA5{Chip::kAscend950};
inline constexpr Chips kRandomOnA2A3AndA5{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

// The words of a call whose seed and offset are integers.
inline WordSource SourceOf(const Call& call, int seed, int offset) {
  return {.seed = static_cast<uint64_t>(call.At(seed).integer),
          .offset = static_cast<uint64_t>(call.At(offset).integer)};
}
// The words of one that has them in tensors; an integer is added to the offset.
inline WordSource SourceOf(const Call& call, const StageList& list, int seed, int offset,
                           int added) {
  return {.offset = static_cast<uint64_t>(call.At(added).integer),
          .seed_tensor = list.Given(seed),
          .offset_tensor = list.Given(offset)};
}

// The kind of an operator that plans stages.
constexpr Kind Draws(decltype(Kind::plan) plan) { return OnCpusAlone(InStages(plan)); }

}  // namespace openaclnn

// How specs say that a call is computed in stages: .work = {.kind = &kSomething}, where
//   constexpr Kind kSomething = InStages(PlanSomething, MayBeOne);
#pragma once

#include "engine/kind.h"

namespace openaclnn {

inline constexpr const char* kStagesName = "stages";

// No output may be the view of an input, as a later stage may read that.
inline bool NeverOne(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return false; }

// `plan` makes a StageList of the call (kinds/stages/stage_list.h). `may_be_one` is true for an
// output and an input if no stage reads the input after the one that writes the output.
constexpr Kind InStages(decltype(Kind::plan) plan,
                        decltype(Kind::may_be_one) may_be_one = NeverOne) {
  return {.name = kStagesName, .cuts = Cuts::kNone, .plan = plan, .may_be_one = may_be_one};
}

}  // namespace openaclnn

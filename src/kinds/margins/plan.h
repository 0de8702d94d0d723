// Losses of the margins between classes that are targets and others, as a stage.
#pragma once

#include <string_view>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

struct MarginsInputs {
  Value scores;   // [rows, classes], of floats
  Value targets;  // INT64, dense, alike: classes, up to the first number below 0
  Value losses;   // DOUBLE, dense: one for each row
  Value mask;     // like the scores, of floats: 1 for targets, else 0
  std::string_view operator_name, name_of_targets;  // of the spec
};
// The sum over targets j and other classes i of max(0, 1 - (x_j - x_i)), divided by the number of
// classes. A target that comes again counts again. Fails the run if one is no class.
OPENACLNN_SHARED Stage PlanMargins(const MarginsInputs& inputs);

}  // namespace openaclnn

// Sums and extremes as stages.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "acl/acl_base.h"
#include "base/shared.h"
#include "kinds/reduction/spec.h"
#include "kinds/reduction/term_way.h"
#include "kinds/stage.h"

namespace openaclnn {

struct SumsInputs {
  Value terms;
  std::span<const int64_t> axes;  // that are summed over; none: all
  aclDataType dtype;              // of the sums before they become elements of `sums`
  bool averages = false;
  TermWay way = TermWay::kSum;
  double power = 0;  // of TermWay::kPowers
  Value sums;
};

// The order of the sums is that of docs/numerics.md, "Reductions".
OPENACLNN_SHARED Stage PlanSums(const SumsInputs& inputs);

struct ExtremeInputs {
  Extreme extreme;
  Value elements;
  std::span<const int64_t> axes;  // none: all
  std::optional<Value> values = {};
  std::optional<Value> indices = {};  // of the first ones, along one axis
};
// On CPUs alone.
OPENACLNN_SHARED Stage PlanExtremes(const ExtremeInputs& inputs);

}  // namespace openaclnn

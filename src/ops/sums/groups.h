// Groups of channels, as rows of segments, and what their norms share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kinds/moves/plan.h"
#include "kinds/normalization/plan.h"
#include "kinds/reduction/plan.h"
#include "ops/sums/norm_stages.h"
#include "tensor/shape.h"

namespace openaclnn {

// Samples of so many channels, which are in groups.
struct Groups {
  int64_t samples, channels, inner, groups;

  // A row is a group of channels.
  NormSegments Rows() const {
    const int64_t of_group = channels / groups;
    return {.shape = {samples * groups, of_group * inner}, .of_row = of_group, .cycle = groups};
  }
};

inline Groups GroupsOf(const Dims& shape, int64_t groups) {
  Groups made = {shape[0], shape[1], 1, groups};
  for (size_t i = 2; i < shape.size(); ++i) made.inner *= shape[i];
  return made;
}

// Where the arguments of a forward pass are.
struct GroupNormAt {
  int self, gamma, beta, group, eps, out, mean, rstd;
  int activates = -1;  // a bool, whether the activation is applied; -1: there is none
  int scale = -1;      // of swish; -1: 1
};

enum class Activation { kNone, kSwish };

template <const GroupNormAt& at, Activation activation>
void PlanGroupNorm(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(at.self), out = list.Given(at.out);
  const Value mean_out = list.Given(at.mean), rstd_out = list.Given(at.rstd);
  const bool activates =
      activation == Activation::kSwish && (at.activates < 0 || call.FlagAt(at.activates));
  if (self->extent.elements == 0) {
    list.Add(PlanFill(0, mean_out));
    list.Add(PlanFill(kNotANumber, rstd_out));
    return list.Finish();
  }
  SegmentsInputs stage{.x = self,
                       .segments = GroupsOf(self->shape, call.At(at.group).integer).Rows(),
                       .weight = DenseIfGiven(list, call, at.gamma, ACL_DOUBLE),
                       .bias = DenseIfGiven(list, call, at.beta, ACL_DOUBLE),
                       .eps = call.At(at.eps).number,
                       .mean = list.Temporary(ACL_DOUBLE, mean_out->shape),
                       .rstd = list.Temporary(ACL_DOUBLE, rstd_out->shape),
                       .variance = {},
                       .out = activates ? list.Temporary(ACL_DOUBLE, out->shape) : out};
  list.Add(PlanSegments(stage));
  if (activates) {
    Params params = {};
    params.d[0] = at.scale < 0 ? 1 : call.At(at.scale).number;
    list.Add(PlanFormulaInDouble(SwishOfDoublesKernel(), std::array{*stage.out}, out, params));
  }
  list.Add(PlanMove(stage.mean, mean_out));
  list.Add(PlanMove(stage.rstd, rstd_out));
  list.Finish();
}

template <const GroupNormAt& at>
bool GroupNormMayBe(const OpSpec& /*spec*/, int output, int input) {
  return output == at.out && input == at.self;
}

// The gradient of a channel's number: the sum over samples of [samples, channels].
inline void AddOverSamples(StageList& list, const Value& terms, const Value& sums) {
  constexpr int64_t kSamples[] = {0};
  list.Add(PlanSums({.terms = terms, .axes = kSamples, .dtype = ACL_DOUBLE, .sums = sums}));
}

}  // namespace openaclnn

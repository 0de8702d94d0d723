// The layers of a recurrent network and their gradients, planned one after the other.
#pragma once

#include "engine/call.h"
#include "engine/executor.h"

namespace openaclnn {

// Where the arguments are that the roles do not name; -1: there is no such argument. Lists of what
// is kept stand one behind the other.
struct RecurrentLayersAt {
  int train, output, last_hidden, last_cell, kept;
};
struct RecurrentGradientsAt {
  int output, last_hidden, last_cell, kept;
  int by_input, by_first_hidden, by_first_cell, by_params;
};

void PlanLayers(const Call& call, Executor& executor, const RecurrentLayersAt& at);
void PlanGradients(const Call& call, Executor& executor, const RecurrentGradientsAt& at);

template <RecurrentLayersAt at>
void PlanRecurrent(const Call& call, Executor& executor) {
  PlanLayers(call, executor, at);
}
template <RecurrentGradientsAt at>
void PlanRecurrent(const Call& call, Executor& executor) {
  PlanGradients(call, executor, at);
}

}  // namespace openaclnn

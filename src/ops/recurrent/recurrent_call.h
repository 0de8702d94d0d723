// A call of a recurrent network in its first phase: its tensors as dense floats, cut into layers
// and directions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/call.h"
#include "kinds/recurrent/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/recurrent/recurrent_shape.h"

namespace openaclnn {

class RecurrentCall {
 public:
  RecurrentCall(const Call& call, StageList& list);

  const RecurrentShape& shape() const { return shape_; }

  // A tensor, or the members of a list, as dense floats. Null and no argument (-1) are nothing.
  std::optional<Value> Floats(int argument);
  std::vector<Value> FloatsOf(int list);
  // What stages write in place of an output, or of the members of a list.
  Value Result(int argument);
  std::vector<Value> ResultsOf(int list);
  // Moves all of these to where they belong.
  void MoveResults();

  // The state of a layer and direction, [batch, hidden].
  Value State(const Value& states, int64_t cell);
  // The rows of a sequence as a matrix, of all directions or of one.
  Value Rows(const Value& sequence, int64_t columns);
  Value RowsOfDirection(const Value& sequence, int64_t direction);
  // A sequence of all directions in the workspace.
  Value Sequence();
  // The hidden states that the directions of a layer kept, as the sequence that the next one reads.
  Value Joined(const std::vector<Value>& hidden, int64_t layer);

  // What a layer and direction has of the call, whose input are these rows. `layer` counts from 0.
  RecurrentInputs Inputs(int64_t layer, int64_t direction, const Value& rows,
                         const std::vector<Value>& params);

 private:
  struct Moved {
    Value written, result;
  };

  Value ResultOf(const Value& result);

  const Call& call_;
  StageList& list_;
  const RecurrentShape shape_;
  std::vector<Moved> moved_;
  std::optional<Value> batch_sizes_, first_hidden_, first_cell_;
};

}  // namespace openaclnn

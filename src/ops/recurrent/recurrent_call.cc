#include "ops/recurrent/recurrent_call.h"

#include "base/dtype.h"
#include "ops/dense_stages.h"

namespace openaclnn {
namespace {

constexpr int64_t kItem = sizeof(float);

}  // namespace

RecurrentCall::RecurrentCall(const Call& call, StageList& list)
    : call_(call), list_(list), shape_(RecurrentShapeOf(call.spec, call.arguments)) {
  const auto at = [&](RecurrentRole role) { return int{call.spec.work.at[role]}; };
  if (shape_.is_packed) batch_sizes_ = Dense(list, list.Given(at(kBatchSizesOf)));
  if (!call.spec.arguments[at(kStatesOf)].IsTensorList()) {
    first_hidden_ = Floats(at(kStatesOf));
    return;
  }
  const std::vector<Value> states = FloatsOf(at(kStatesOf));
  if (states.empty()) return;
  first_hidden_ = states[0];
  first_cell_ = states[1];
}

std::optional<Value> RecurrentCall::Floats(int argument) {
  if (argument < 0 || !call_.IsGiven(argument)) return std::nullopt;
  return DenseAs(list_, ACL_FLOAT, list_.Given(argument));
}

std::vector<Value> RecurrentCall::FloatsOf(int list) {
  std::vector<Value> values;
  const int count = static_cast<int>(call_.TensorsAt(list).size());
  for (int i = 0; i < count; ++i) {
    values.push_back(DenseAs(list_, ACL_FLOAT, list_.Member(list, i)));
  }
  return values;
}

Value RecurrentCall::ResultOf(const Value& result) {
  const Value written = DenseResultAs(list_, ACL_FLOAT, result);
  moved_.push_back({written, result});
  return written;
}

Value RecurrentCall::Result(int argument) { return ResultOf(list_.Given(argument)); }

std::vector<Value> RecurrentCall::ResultsOf(int list) {
  std::vector<Value> values;
  const int count = static_cast<int>(call_.TensorsAt(list).size());
  for (int i = 0; i < count; ++i) values.push_back(ResultOf(list_.Member(list, i)));
  return values;
}

void RecurrentCall::MoveResults() {
  for (const Moved& one : moved_) {
    if (one.result->extent.elements > 0) MoveResult(list_, one.written, one.result);
  }
}

Value RecurrentCall::State(const Value& states, int64_t cell) {
  const RecurrentSizes& sizes = shape_.sizes;
  Value state = list_.SeenDense(states, {sizes.batch, sizes.hidden});
  state.origin += cell * sizes.batch * sizes.hidden * kItem;
  return state;
}

Value RecurrentCall::Rows(const Value& sequence, int64_t columns) {
  return list_.SeenDense(sequence, {shape_.sizes.steps * shape_.sizes.batch, columns});
}

Value RecurrentCall::RowsOfDirection(const Value& sequence, int64_t direction) {
  const RecurrentSizes& sizes = shape_.sizes;
  Value rows = list_.Seen(sequence, {sizes.steps * sizes.batch, sizes.hidden},
                          {shape_.directions * sizes.hidden, 1});
  rows.origin += direction * sizes.hidden * kItem;
  return rows;
}

Value RecurrentCall::Sequence() {
  return list_.Temporary(ACL_FLOAT, shape_.Sequence(shape_.directions * shape_.sizes.hidden));
}

Value RecurrentCall::Joined(const std::vector<Value>& hidden, int64_t layer) {
  const RecurrentSizes& sizes = shape_.sizes;
  const auto first = static_cast<size_t>(layer * shape_.directions);
  if (shape_.directions == 1 && !sizes.batch_first) return hidden[first];
  const Value sequence = Sequence();
  const int64_t row = shape_.directions * sizes.hidden;
  const Dims strides =
      sizes.batch_first ? Dims{row, sizes.steps * row, 1} : Dims{sizes.batch * row, row, 1};
  for (int64_t direction = 0; direction < shape_.directions; ++direction) {
    Value part = list_.Seen(sequence, shape_.Kept(), strides);
    part.origin += direction * sizes.hidden * kItem;
    list_.Add(PlanMove(hidden[first + static_cast<size_t>(direction)], part));
  }
  return sequence;
}

RecurrentInputs RecurrentCall::Inputs(int64_t layer, int64_t direction, const Value& rows,
                                      const std::vector<Value>& params) {
  const int64_t cell = layer * shape_.directions + direction;
  const auto first = static_cast<size_t>(cell * shape_.ParamsOfCell());
  RecurrentInputs inputs = {.cell = shape_.cell,
                            .sizes = shape_.sizes,
                            .backwards = direction == 1,
                            .input = rows,
                            .input_weight = params[first],
                            .hidden_weight = params[first + 1],
                            .batch_sizes = batch_sizes_};
  inputs.sizes.inputs = rows->shape[1];
  if (first_hidden_) inputs.first_hidden = State(*first_hidden_, cell);
  if (first_cell_) inputs.first_cell = State(*first_cell_, cell);
  return inputs;
}

}  // namespace openaclnn

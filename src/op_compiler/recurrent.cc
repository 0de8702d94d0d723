#include "op_compiler/recurrent.h"

#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_gru.h"
#include "aclnnop/aclnn_gru_backward.h"
#include "aclnnop/aclnn_lstm.h"
#include "aclnnop/aclnn_lstm_backward.h"
#include "aclnnop/aclnn_reduce_sum.h"

namespace openaclnn {
namespace {

// What operators take. An operator's tensors stand in the order of its inputs and outputs.

constexpr Parameter kRnnInputs[] = {
    {"x", Form::kSequence},
    {"w", Form::kWeight},
    {"b", Form::kBias},
    {"seq_length", Form::kSequenceMask, true},
    {"init_h", Form::kState, true},
    {"init_c", Form::kState, true},
    {"wci", Form::kNothing, true},
    {"wcf", Form::kNothing, true},
    {"wco", Form::kNothing, true},
    {"mask", Form::kNothing, true},
};
constexpr Parameter kRnnOutputs[] = {
    {"y", Form::kStates}, {"output_h", Form::kStates}, {"output_c", Form::kStates},
    {"i", Form::kStates}, {"j", Form::kStates},        {"f", Form::kStates},
    {"o", Form::kStates}, {"tanhc", Form::kStates},
};
constexpr Parameter kRnnGradInputs[] = {
    {"x", Form::kSequence},
    {"w", Form::kWeight},
    {"b", Form::kBias},
    {"y", Form::kStates},
    {"init_h", Form::kState},
    {"init_c", Form::kState},
    {"h", Form::kStates},
    {"c", Form::kStates},
    {"dy", Form::kStates},
    {"dh", Form::kState},
    {"dc", Form::kState},
    {"i", Form::kStates},
    {"j", Form::kStates},
    {"f", Form::kStates},
    {"o", Form::kStates},
    {"tanhct", Form::kStates},
    {"seq_length", Form::kSequenceMask, true},
    {"mask", Form::kNothing, true},
    {"wci", Form::kNothing, true},
    {"wcf", Form::kNothing, true},
    {"wco", Form::kNothing, true},
};
constexpr Parameter kRnnGradOutputs[] = {
    {"dw", Form::kWeight},     {"db", Form::kBias},       {"dx", Form::kSequence},
    {"dh_prev", Form::kState}, {"dc_prev", Form::kState},
};

constexpr Parameter kRnnV2Inputs[] = {
    {"x", Form::kSequence},
    {"weight_input", Form::kInputWeight},
    {"weight_hidden", Form::kHiddenWeight},
    {"b", Form::kBias, true},
    {"seq_length", Form::kSequenceMask, true},
    {"init_h", Form::kState, true},
    {"init_c", Form::kState, true},
    {"wci", Form::kNothing, true},
    {"wcf", Form::kNothing, true},
    {"wco", Form::kNothing, true},
    {"mask", Form::kNothing, true},
};
constexpr Parameter kRnnV2Outputs[] = {
    {"y", Form::kStates}, {"output_h", Form::kState}, {"output_c", Form::kState},
    {"i", Form::kStates}, {"j", Form::kStates},       {"f", Form::kStates},
    {"o", Form::kStates}, {"tanhc", Form::kStates},
};
constexpr Parameter kRnnV2GradInputs[] = {
    {"x", Form::kSequence},
    {"w_x", Form::kInputWeight},
    {"w_h", Form::kHiddenWeight},
    {"y", Form::kStates},
    {"init_h", Form::kState},
    {"init_c", Form::kState},
    {"h", Form::kStates},
    {"c", Form::kStates},
    {"dy", Form::kStates},
    {"dh", Form::kState},
    {"dc", Form::kState},
    {"i", Form::kStates},
    {"j", Form::kStates},
    {"f", Form::kStates},
    {"o", Form::kStates},
    {"tanhct", Form::kStates},
    {"seq_length", Form::kSequenceMask, true},
    {"wci", Form::kNothing, true},
    {"wcf", Form::kNothing, true},
    {"wco", Form::kNothing, true},
    {"mask", Form::kNothing, true},
};
constexpr Parameter kRnnV2GradOutputs[] = {
    {"dw_x", Form::kInputWeight}, {"dw_h", Form::kHiddenWeight}, {"db", Form::kBias},
    {"dx", Form::kSequence},      {"dh_prev", Form::kState},     {"dc_prev", Form::kState},
};

constexpr Parameter kGruInputs[] = {
    {"x", Form::kSequence},
    {"weight_input", Form::kInputWeight},
    {"weight_hidden", Form::kHiddenWeight},
    {"bias_input", Form::kBias, true},
    {"bias_hidden", Form::kBias, true},
    {"seq_length", Form::kNothing, true},
    {"init_h", Form::kState, true},
};
constexpr Parameter kGruOutputs[] = {
    {"y", Form::kStates},     {"output_h", Form::kStates}, {"update", Form::kStates},
    {"reset", Form::kStates}, {"new", Form::kStates},      {"hidden_new", Form::kStates},
};
constexpr Parameter kGruGradInputs[] = {
    {"x", Form::kSequence},
    {"weight_input", Form::kInputWeight},
    {"weight_hidden", Form::kHiddenWeight},
    {"y", Form::kStates},
    {"init_h", Form::kState},
    {"h", Form::kStates},
    {"dy", Form::kStates},
    {"dh", Form::kState},
    {"update", Form::kStates},
    {"reset", Form::kStates},
    {"new", Form::kStates},
    {"hidden_new", Form::kStates},
    {"seq_length", Form::kNothing, true},
    {"mask", Form::kNothing, true},
};
constexpr Parameter kGruGradOutputs[] = {
    {"dw_input", Form::kInputWeight}, {"dw_hidden", Form::kHiddenWeight},
    {"db_input", Form::kBias},        {"db_hidden", Form::kBias},
    {"dx", Form::kSequence},          {"dh_prev", Form::kState},
};

constexpr AttributeRule kDirection = {"direction", "UNIDIRECTIONAL|REDIRECTIONAL"};

// What the older interface lets a call say of dropout and of depth, and does nothing with here.
constexpr AttributeRule kRnnAttributes[] = {
    {"cell_type", "LSTM"},
    kDirection,
    {"cell_depth", "1|0"},
    {"use_peephole", "false"},
    {"keep_prob", "1|-1"},
    {"cell_clip", "-1"},
    {"num_proj", "0"},
    {"time_major", "true"},
    {"activation", "tanh"},
    {"forget_bias", "0"},
    {"is_training", "true|false"},
    {"gate_order", "ijfo|ifjo"},
};
// PyTorch's adapter passes a pointer to "LSTM" here as a number that is not 0, which is true.
constexpr AttributeRule kRnnGradAttributes[] = {
    {"cell_type", "LSTM|true"},
    kDirection,
    {"cell_depth", "1|0"},
    {"use_peephole", "false"},
    {"keep_prob", "1|-1"},
    {"cell_clip", "-1"},
    {"num_proj", "0"},
    {"time_major", "true"},
    {"activation", "tanh"},
    {"forget_bias", "0"},
    {"is_training", "true|false"},
    {"gate_order", "ijfo|ifjo"},
};
constexpr AttributeRule kRnnV2Attributes[] = {
    {"cell_type", "LSTM"},
    kDirection,
    {"cell_depth", "1|0"},
    {"use_peephole", "false"},
    {"keep_prob", "1|-1"},
    {"cell_clip", "-1"},
    {"num_proj", "0"},
    {"time_major", "true"},
    {"activation", "tanh"},
    {"recurrent_activation", "sigmoid"},
    {"forget_bias", "0"},
    {"gate_order", "ijfo|ifjo|ifco"},
    {"stateful", "false"},
    {"merge_mode", "concat"},
    {"is_training", "true|false"},
};
constexpr AttributeRule kGruAttributes[] = {
    {"direction", "UNIDIRECTIONAL"},
    {"cell_depth", "1|0"},
    {"keep_prob", "1|-1"},
    {"cell_clip", "-1"},
    {"num_proj", "0"},
    {"time_major", "true"},
    {"activation", "tanh"},
    {"bias_type", "double_bias|no_bias"},
    {"gate_order", "zrh|rzh"},
    {"reset_after", "true"},
    {"is_training", "true|false"},
};

// Where an operator has what LSTMs share.
struct LstmAt {
  bool joins_weights;  // those of the input and of hidden states are one tensor
  bool keeps_states;   // of all steps, and not the last ones alone
  size_t bias, mask, init_h, init_c;
};
constexpr LstmAt kRnnAt = {true, true, 2, 3, 4, 5}, kRnnV2At = {false, false, 3, 4, 5, 6};

// Tensors as aclnn functions take them: of one dtype, with the gates in their order, and with the
// steps in the order of time.
class Converted {
 public:
  Converted(const OpCall& call, AclnnCalls& calls, std::string_view gates)
      : call_(call),
        calls_(calls),
        dtype_(call.Dtype()),
        backwards_(call.Text("direction") == "REDIRECTIONAL"),
        gates_(OrderOf(call.Text("gate_order"), gates)) {}

  // A state or a bias is given as it is; what goes along time begins at the first step.
  View Input(size_t at) { return Read(call_.input(at)); }
  View Steps(size_t at) { return Read(InTime(call_.input(at))); }
  // The rows of all steps, [steps * batch, inputs].
  View Rows(size_t at) {
    const View steps = InTime(call_.input(at));
    return Reshaped(backwards_ ? Moved(steps) : Read(steps), RowsShape());
  }
  View Output(size_t at) { return Written(call_.output(at)); }
  View OutputSteps(size_t at) { return Written(InTime(call_.output(at))); }
  View OutputRows(size_t at) {
    const View steps = InTime(call_.output(at));
    return Reshaped(backwards_ ? Replaced(steps) : Written(steps), RowsShape());
  }

  // Weights [rows, gates * hidden], or a bias [gates * hidden], with gates first.
  View Gates(const View& view) {
    const View turned = WithGatesFirst(view);
    if (IsInOrder()) return Read(turned);
    const View result = calls_.Temporary(dtype_, turned.shape);
    for (size_t gate = 0; gate < gates_.size(); ++gate) {
      calls_.Copy(GateOf(result, gate), GateOf(turned, gates_[gate]));
    }
    return result;
  }
  View OutputGates(const View& view) {
    const View turned = WithGatesFirst(view);
    if (IsInOrder()) return Written(turned);
    const View result = calls_.Temporary(dtype_, turned.shape);
    for (size_t gate = 0; gate < gates_.size(); ++gate) {
      moves_.push_back({GateOf(turned, gates_[gate]), GateOf(result, gate)});
    }
    return result;
  }

  // What nobody reads, and zeros.
  View Unwanted(const Extents& shape) { return calls_.Temporary(dtype_, shape); }
  View Zeros(const Extents& shape) {
    const View view = calls_.Temporary(dtype_, shape);
    calls_.SetZero(view);
    return view;
  }

  // How many rows of the batch each step has, where a mask says it.
  aclTensor* BatchSizes(size_t mask) {
    if (!call_.Has(mask)) return nullptr;
    View first = Part(InTime(call_.input(mask)), 2, 0, 1);
    first.shape.pop_back();
    first.strides.pop_back();
    aclTensor* const sizes = calls_.Tensor(calls_.Temporary(ACL_INT64, {call_.sizes().steps}));
    calls_.Add(aclnnReduceSumGetWorkspaceSize, aclnnReduceSum, calls_.Tensor(first),
               calls_.Ints({1}), false, ACL_INT64, sizes);
    return sizes;
  }

  // To be called after the function whose results these are.
  void MoveResults() {
    for (const auto& [to, from] : moves_) calls_.Copy(to, from);
  }

 private:
  // Where the gates of an order are in another one; c is another name of j.
  static std::vector<size_t> OrderOf(std::string_view given, std::string_view wanted) {
    std::vector<size_t> order;
    for (const char gate : wanted) {
      const size_t at = given.find(gate);
      order.push_back(at != std::string_view::npos ? at : given.find('c'));
    }
    return order;
  }
  bool IsInOrder() const {
    for (size_t gate = 0; gate < gates_.size(); ++gate) {
      if (gates_[gate] != gate) return false;
    }
    return true;
  }
  View GateOf(const View& view, size_t gate) const {
    const int64_t hidden = call_.sizes().hidden;
    return Part(view, 0, static_cast<int64_t>(gate) * hidden, hidden);
  }
  static View WithGatesFirst(const View& view) {
    return view.shape.size() == 2 ? Transposed(view) : view;
  }
  View InTime(const View& view) const { return backwards_ ? Backwards(view, 0) : view; }
  Extents RowsShape() const {
    return {call_.sizes().steps * call_.sizes().batch, call_.sizes().inputs};
  }

  View Moved(const View& view) {
    const View result = calls_.Temporary(dtype_, view.shape);
    calls_.Copy(result, view);
    return result;
  }
  View Read(const View& view) { return view.dtype == dtype_ ? view : Moved(view); }
  View Replaced(const View& view) {
    const View result = calls_.Temporary(dtype_, view.shape);
    moves_.push_back({view, result});
    return result;
  }
  View Written(const View& view) { return view.dtype == dtype_ ? view : Replaced(view); }

  const OpCall& call_;
  AclnnCalls& calls_;
  const aclDataType dtype_;
  const bool backwards_;
  const std::vector<size_t> gates_;
  std::vector<std::pair<View, View>> moves_;  // to, from
};

// The weights by the input and by hidden states, with what goes before and behind.
std::pair<View, View> WeightsOf(const View& first, const View& second, const LstmAt& at,
                                const OpSizes& sizes) {
  if (!at.joins_weights) return {first, second};
  return {Part(first, 0, 0, sizes.inputs), Part(first, 0, sizes.inputs, sizes.hidden)};
}

constexpr std::string_view kGatesOfLstm = "ifjo", kGatesOfGru = "rzh";

// Both biases of an LSTM are added up in one here; the other is 0.
template <const LstmAt& kAt>
void PlanLstm(const OpCall& call, AclnnCalls& calls) {
  Converted tensors(call, calls, kGatesOfLstm);
  const OpSizes& sizes = call.sizes();
  const Extents state = {1, sizes.batch, sizes.hidden};
  const Extents states = {sizes.steps, sizes.batch, sizes.hidden};
  const bool has_bias = call.Has(kAt.bias), is_packed = call.Has(kAt.mask);
  const auto [input_weight, hidden_weight] = WeightsOf(call.input(1), call.input(2), kAt, sizes);
  std::vector<View> params = {tensors.Gates(input_weight), tensors.Gates(hidden_weight)};
  if (has_bias) {
    params.push_back(tensors.Gates(call.input(kAt.bias)));
    params.push_back(tensors.Zeros({sizes.gates * sizes.hidden}));
  }
  aclTensorList* first = nullptr;
  if (call.Has(kAt.init_h) || call.Has(kAt.init_c)) {
    const auto given = [&](size_t at) {
      return call.Has(at) ? tensors.Input(at) : tensors.Zeros(state);
    };
    const View hidden = given(kAt.init_h), cell = given(kAt.init_c);
    first = calls.List({hidden, cell});
  }
  const View last_hidden = kAt.keeps_states ? tensors.Unwanted(state) : tensors.Output(1),
             last_cell = kAt.keeps_states ? tensors.Unwanted(state) : tensors.Output(2),
             hidden = kAt.keeps_states ? tensors.OutputSteps(1) : tensors.Unwanted(states),
             cell = kAt.keeps_states ? tensors.OutputSteps(2) : tensors.Unwanted(states);
  const View x = is_packed ? tensors.Rows(0) : tensors.Steps(0);
  aclTensor* const batch_sizes = tensors.BatchSizes(kAt.mask);
  const auto steps = [&](size_t at) { return calls.List({tensors.OutputSteps(at)}); };
  calls.Add(aclnnLSTMGetWorkspaceSize, aclnnLSTM, calls.Tensor(x), calls.List(params), first,
            batch_sizes, has_bias, 1, 0.0, true, false, false, calls.Tensor(tensors.OutputSteps(0)),
            calls.Tensor(last_hidden), calls.Tensor(last_cell), steps(3), steps(4), steps(5),
            steps(6), calls.List({hidden}), calls.List({cell}), steps(7));
  tensors.MoveResults();
}

// Gradients have their results in the order of weights, biases, input and first states, and inputs
// from h on are at the same places in both.
template <const LstmAt& kAt>
void PlanLstmGradients(const OpCall& call, AclnnCalls& calls) {
  enum Input : size_t { kInitH = 4, kInitC, kH, kC, kDy, kDh, kDc, kI, kJ, kF, kO, kTanhC, kMask };
  constexpr size_t kBiasOut = kAt.joins_weights ? 1 : 2, kInputOut = kBiasOut + 1;
  Converted tensors(call, calls, kGatesOfLstm);
  const OpSizes& sizes = call.sizes();
  const Extents bias = {sizes.gates * sizes.hidden};
  const bool is_packed = call.Has(kMask);
  const auto [input_weight, hidden_weight] = WeightsOf(call.input(1), call.input(2), kAt, sizes);
  const auto [by_input_weight, by_hidden_weight] =
      WeightsOf(call.output(0), call.output(1), kAt, sizes);
  // Gradients do not depend on biases.
  const View zeros = tensors.Zeros(bias);
  const std::vector<View> params = {tensors.Gates(input_weight), tensors.Gates(hidden_weight),
                                    zeros, zeros};
  const std::vector<View> by_params = {
      tensors.OutputGates(by_input_weight), tensors.OutputGates(by_hidden_weight),
      tensors.OutputGates(call.output(kBiasOut)), tensors.Unwanted(bias)};
  const View x = is_packed ? tensors.Rows(0) : tensors.Steps(0);
  const View by_x = is_packed ? tensors.OutputRows(kInputOut) : tensors.OutputSteps(kInputOut);
  aclTensor* const batch_sizes = tensors.BatchSizes(kMask);
  const View init_h = tensors.Input(kInitH), init_c = tensors.Input(kInitC);
  const auto steps = [&](size_t at) { return calls.List({tensors.Steps(at)}); };
  calls.Add(aclnnLstmBackwardGetWorkspaceSize, aclnnLstmBackward, calls.Tensor(x),
            calls.List({init_h, init_c}), calls.List(params), calls.Tensor(tensors.Steps(kDy)),
            calls.Tensor(tensors.Input(kDh)), calls.Tensor(tensors.Input(kDc)), steps(kI),
            steps(kJ), steps(kF), steps(kO), steps(kH), steps(kC), steps(kTanhC), batch_sizes, true,
            1, 0.0, true, false, false, nullptr, calls.Tensor(by_x),
            calls.Tensor(tensors.Output(kInputOut + 1)),
            calls.Tensor(tensors.Output(kInputOut + 2)), calls.List(by_params));
  tensors.MoveResults();
}

void PlanGru(const OpCall& call, AclnnCalls& calls) {
  enum Input : size_t { kX, kInputWeight, kHiddenWeight, kInputBias, kHiddenBias, kMask, kInitH };
  enum Output : size_t { kY, kH, kUpdate, kReset, kNew, kHiddenNew };
  Converted tensors(call, calls, kGatesOfGru);
  const OpSizes& sizes = call.sizes();
  const bool has_bias = call.Has(kInputBias) || call.Has(kHiddenBias);
  std::vector<View> params = {tensors.Gates(call.input(kInputWeight)),
                              tensors.Gates(call.input(kHiddenWeight))};
  for (const size_t at : {kInputBias, kHiddenBias}) {
    if (!has_bias) continue;
    params.push_back(call.Has(at) ? tensors.Gates(call.input(at))
                                  : tensors.Zeros({sizes.gates * sizes.hidden}));
  }
  aclTensor* const first = call.Has(kInitH) ? calls.Tensor(tensors.Input(kInitH)) : nullptr;
  const View last = tensors.Unwanted({1, sizes.batch, sizes.hidden});
  const auto steps = [&](size_t at) { return calls.List({tensors.OutputSteps(at)}); };
  calls.Add(aclnnGRUGetWorkspaceSize, aclnnGRU, calls.Tensor(tensors.Steps(kX)), calls.List(params),
            first, nullptr, has_bias, 1, 0.0, true, false, false,
            calls.Tensor(tensors.OutputSteps(kY)), calls.Tensor(last), steps(kReset),
            steps(kUpdate), steps(kNew), steps(kHiddenNew), steps(kH));
  tensors.MoveResults();
}

void PlanGruGradients(const OpCall& call, AclnnCalls& calls) {
  enum Input : size_t {
    kX,
    kInputWeight,
    kHiddenWeight,
    kY,
    kInitH,
    kH,
    kDy,
    kDh,
    kUpdate,
    kReset,
    kNew,
    kHiddenNew
  };
  Converted tensors(call, calls, kGatesOfGru);
  const View zeros = tensors.Zeros({call.sizes().gates * call.sizes().hidden});
  const std::vector<View> params = {tensors.Gates(call.input(kInputWeight)),
                                    tensors.Gates(call.input(kHiddenWeight)), zeros, zeros};
  std::vector<View> by_params;
  for (size_t at = 0; at < params.size(); ++at) {
    by_params.push_back(tensors.OutputGates(call.output(at)));
  }
  const auto steps = [&](size_t at) { return calls.List({tensors.Steps(at)}); };
  calls.Add(aclnnGRUBackwardGetWorkspaceSize, aclnnGRUBackward, calls.Tensor(tensors.Steps(kX)),
            calls.List(params), calls.Tensor(tensors.Input(kInitH)),
            calls.Tensor(tensors.Steps(kDy)), calls.Tensor(tensors.Input(kDh)), steps(kReset),
            steps(kUpdate), steps(kNew), steps(kHiddenNew), steps(kH), nullptr, true, 1, false,
            false, calls.Tensor(tensors.OutputSteps(4)), calls.Tensor(tensors.Output(5)),
            calls.List(by_params));
  tensors.MoveResults();
}

constexpr ServedOp kServed[] = {
    {{"DynamicGRUV2", 3, true, 0, kGruInputs, kGruOutputs, kGruAttributes}, PlanGru},
    {{"DynamicGRUV2Grad", 3, false, 3, kGruGradInputs, kGruGradOutputs, kGruAttributes},
     PlanGruGradients},
    {{"DynamicRNN", 4, true, 0, kRnnInputs, kRnnOutputs, kRnnAttributes}, PlanLstm<kRnnAt>},
    {{"DynamicRNNGrad", 4, false, 3, kRnnGradInputs, kRnnGradOutputs, kRnnGradAttributes},
     PlanLstmGradients<kRnnAt>},
    {{"DynamicRNNV2", 4, true, 0, kRnnV2Inputs, kRnnV2Outputs, kRnnV2Attributes},
     PlanLstm<kRnnV2At>},
    {{"DynamicRNNV2Grad", 4, false, 3, kRnnV2GradInputs, kRnnV2GradOutputs, kRnnV2Attributes},
     PlanLstmGradients<kRnnV2At>},
};

}  // namespace

const ServedOp* FindServedOp(std::string_view op_type) {
  for (const ServedOp& op : kServed) {
    if (op.type.name == op_type) return &op;
  }
  return nullptr;
}

}  // namespace openaclnn

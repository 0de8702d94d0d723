// Recurrent networks by their names, compared with the same in double.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <random>
#include <string>
#include <utility>

#include "tests/kinds/recurrent/reference.h"
#include "tests/op_compiler/named_op.h"

namespace openaclnn::test {
namespace {

struct Case {
  aclDataType dtype;
  const char* gate_order;
  bool backwards = false, packed = false, has_bias = true, has_states = true;
  int64_t steps = 4;
};

void PrintTo(const Case& one, std::ostream* out) {
  *out << static_cast<int>(one.dtype) << one.gate_order << (one.backwards ? " backwards" : "")
       << (one.packed ? " packed" : "") << (one.has_bias ? "" : " no bias")
       << (one.has_states ? "" : " no states") << ", steps: " << one.steps;
}

Doubles RandomOf(int64_t count, aclDataType dtype, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> distribution(-1.0, 1.0);
  Doubles values(static_cast<size_t>(count));
  for (double& value : values) value = distribution(generator);
  return Rounded(dtype, values);
}

// Equal to half an ULP of the dtype, and to what sums of floats lose.
void ExpectNear(const Doubles& actual, const Doubles& exact, aclDataType dtype, const char* name,
                double of_sums = 0x1p-20) {
  ASSERT_EQ(actual.size(), exact.size()) << name;
  double size = 1;
  for (const double value : exact) size = std::max(size, std::abs(value));
  const double relative = dtype == ACL_BF16 ? 0x1p-8 : dtype == ACL_FLOAT16 ? 0x1p-11 : 0x1p-22;
  for (size_t i = 0; i < exact.size(); ++i) {
    EXPECT_NEAR(actual[i], exact[i], relative * std::abs(exact[i]) + of_sums * size)
        << name << " at " << i;
  }
}

// Blocks of one size in the opposite order: the steps of what goes along time.
Doubles Backwards(const Doubles& values, int64_t steps) {
  Doubles result;
  const size_t block = values.size() / static_cast<size_t>(steps);
  for (int64_t step = steps; step-- > 0;) {
    const auto first = values.begin() + step * static_cast<int64_t>(block);
    result.insert(result.end(), first, first + static_cast<int64_t>(block));
  }
  return result;
}

// A network of one layer, and how it is laid out for the older interface.
class Layer {
 public:
  Layer(const Case& one, int64_t gates, std::string_view reference_order)
      : one_(one), n_{.gates = gates, .steps = one.steps, .batch = 3, .inputs = 5, .hidden = 4} {
    if (one.packed) sizes_ = {3, 2, 2, 1};
    n_.batch_sizes = one.backwards ? std::vector<int64_t>(sizes_.rbegin(), sizes_.rend()) : sizes_;
    for (const char gate : reference_order) {
      const std::string_view order = one.gate_order;
      const size_t at = order.find(gate);
      order_.push_back(at != std::string_view::npos ? at : order.find('c'));
    }
    unsigned seed = 1;
    const auto random = [&](int64_t count) { return RandomOf(count, one_.dtype, ++seed); };
    x_ = random(n_.steps * n_.batch * n_.inputs);
    inputs_.input = InTime(x_);
    for (const Shape& shape : n_.Params()) inputs_.params.push_back(random(CountOf(shape)));
    if (!one.has_bias) {
      for (size_t k = 2; k < 4; ++k) std::fill_n(inputs_.params[k].begin(), gates * n_.hidden, 0.0);
    }
    if (one.has_states) {
      inputs_.first_hidden = random(n_.batch * n_.hidden);
      inputs_.first_cell = random(n_.batch * n_.hidden);
    }
  }

  const Network& n() const { return n_; }
  const Case& one() const { return one_; }
  NetworkInputs& inputs() { return inputs_; }
  const Doubles& x() const { return x_; }
  aclDataType dtype() const { return one_.dtype; }
  Shape Sequence() const { return {n_.steps, n_.batch, n_.inputs}; }
  Shape States() const { return {n_.steps, n_.batch, n_.hidden}; }
  Shape State() const { return {1, n_.batch, n_.hidden}; }
  Shape WeightShape(int64_t rows) const { return {rows, n_.gates * n_.hidden}; }
  Shape BiasShape() const { return {n_.gates * n_.hidden}; }

  // The direction of time, there and back.
  Doubles InTime(const Doubles& values) const {
    return one_.backwards ? Backwards(values, n_.steps) : values;
  }
  // [gates * hidden, columns] of the reference as [columns, gates * hidden] in the order of gates.
  Doubles Laid(const Doubles& param) const {
    const auto rows = static_cast<size_t>(n_.gates * n_.hidden), columns = param.size() / rows;
    const auto hidden = static_cast<size_t>(n_.hidden);
    Doubles laid(param.size());
    for (size_t row = 0; row < rows; ++row) {
      const size_t at = order_[row / hidden] * hidden + row % hidden;
      for (size_t column = 0; column < columns; ++column) {
        laid[column * rows + at] = param[row * columns + column];
      }
    }
    return laid;
  }
  Doubles LaidBoth(const Doubles& first, const Doubles& second) const {
    Doubles laid = Laid(first);
    const Doubles behind = Laid(second);
    laid.insert(laid.end(), behind.begin(), behind.end());
    return laid;
  }
  // 1 where a step has a row of the batch.
  Doubles Mask() const {
    Doubles mask;
    for (int64_t step = 0; step < n_.steps; ++step) {
      for (int64_t b = 0; b < n_.batch; ++b) {
        const bool has = b < sizes_[static_cast<size_t>(step)];
        mask.insert(mask.end(), static_cast<size_t>(n_.hidden), has ? 1.0 : 0.0);
      }
    }
    return mask;
  }
  void AddMask(NamedOp& op) const {
    one_.packed ? op.In(ACL_FLOAT16, States(), Mask()) : op.None();
  }
  void AddState(NamedOp& op, const Doubles& state) const {
    state.empty() ? op.None() : op.In(dtype(), State(), state);
  }
  void SetAttributes(NamedOp& op) const {
    op.Set("gate_order", one_.gate_order);
    op.Set("direction", one_.backwards ? "REDIRECTIONAL" : "UNIDIRECTIONAL");
    op.Set("keep_prob", 1.0f);
    op.Set("cell_clip", -1.0f);
    op.Set("cell_depth", int64_t{1});
    op.Set("time_major", true);
    op.Set("_performance_prior", true);  // said of how to run it
  }

 private:
  const Case one_;
  Network n_;
  NetworkInputs inputs_;
  std::vector<int64_t> sizes_;  // in the order of the tensors
  std::vector<size_t> order_;   // where each gate of the reference is
  Doubles x_;
};

class RecurrentTest : public RuntimeTest, public testing::WithParamInterface<Case> {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    stream_ = NewStream();
  }
  void Run(NamedOp& op) {
    ASSERT_OK(op.Run(stream_));
    op.Forget();
    ASSERT_OK(aclrtSynchronizeStream(stream_));
  }

  aclrtStream stream_ = nullptr;
};

class RnnTest : public RecurrentTest {};
class RnnV2Test : public RecurrentTest {};
class GruTest : public RecurrentTest {};

// The reference has its gates, and what it keeps, in the order i, f, j, o and i, j, f, o.
constexpr std::string_view kGates = "ifjo";

// Its two biases are one in these operators.
void JoinBiases(Layer& layer) {
  Doubles& second = layer.inputs().params[3];
  std::fill(second.begin(), second.end(), 0.0);
}

TEST_P(RnnTest, Values) {
  Layer layer(GetParam(), 4, kGates);
  JoinBiases(layer);
  const NetworkInputs& inputs = layer.inputs();
  const NetworkResults exact = RunNetwork(layer.n(), inputs);
  NamedOp op("DynamicRNN");
  op.In(layer.dtype(), layer.Sequence(), layer.x());
  op.In(layer.dtype(), layer.WeightShape(layer.n().inputs + layer.n().hidden),
        layer.LaidBoth(inputs.params[0], inputs.params[1]));
  op.In(layer.dtype(), layer.BiasShape(), layer.Laid(inputs.params[2]));
  layer.AddMask(op);
  layer.AddState(op, inputs.first_hidden);
  layer.AddState(op, inputs.first_cell);
  for (int k = 0; k < 8; ++k) op.Out(layer.dtype(), layer.States());
  layer.SetAttributes(op);
  Run(op);
  ExpectNear(op.Values(0), layer.InTime(exact.output), layer.dtype(), "y");
  // output_h, output_c, i, j, f, o and tanhc
  constexpr size_t kKept[] = {4, 5, 0, 1, 2, 3, 6};
  for (size_t k = 0; k < 7; ++k) {
    ExpectNear(op.Values(1 + k), layer.InTime(exact.kept[kKept[k]][0]), layer.dtype(), "kept");
  }
}

// What both gradients of LSTM take behind the weights, and what they give behind theirs.
struct LstmSlopes {
  LstmSlopes(Layer& layer) {
    const NetworkInputs& inputs = layer.inputs();
    const NetworkResults forward = RunNetwork(layer.n(), inputs);
    for (const auto& sort : forward.kept) kept.push_back({Rounded(layer.dtype(), sort[0])});
    y = Rounded(layer.dtype(), forward.output);
    const auto states = static_cast<int64_t>(y.size()), state = states / layer.n().steps;
    given = {.output = RandomOf(states, layer.dtype(), 21),
             .last_hidden = RandomOf(state, layer.dtype(), 22),
             .last_cell = RandomOf(state, layer.dtype(), 23)};
    exact = SlopesOfNetwork(layer.n(), inputs, kept, given);
  }

  void AddTo(NamedOp& op, const Layer& layer, const NetworkInputs& inputs) const {
    const auto states = [&](const Doubles& values) {
      op.In(layer.dtype(), layer.States(), layer.InTime(values));
    };
    states(y);
    op.In(layer.dtype(), {layer.n().batch, layer.n().hidden}, inputs.first_hidden);
    op.In(layer.dtype(), layer.State(), inputs.first_cell);
    states(kept[4][0]);
    states(kept[5][0]);
    states(given.output);
    op.In(layer.dtype(), layer.State(), given.last_hidden);
    op.In(layer.dtype(), {layer.n().batch, layer.n().hidden}, given.last_cell);
    for (const size_t k : {0, 1, 2, 3, 6}) states(kept[k][0]);
  }

  std::vector<std::vector<Doubles>> kept;
  Doubles y;
  NetworkGradients given;
  NetworkSlopes exact;
};

constexpr double kOfSlopes = 0x1p-18;

TEST_P(RnnTest, Gradients) {
  if (!GetParam().has_states) GTEST_SKIP() << "a gradient takes the first states";
  Layer layer(GetParam(), 4, kGates);
  JoinBiases(layer);
  const NetworkInputs& inputs = layer.inputs();
  const LstmSlopes slopes(layer);
  const Shape weight = layer.WeightShape(layer.n().inputs + layer.n().hidden);
  NamedOp op("DynamicRNNGrad");
  op.In(layer.dtype(), layer.Sequence(), layer.x());
  op.In(layer.dtype(), weight, layer.LaidBoth(inputs.params[0], inputs.params[1]));
  op.In(layer.dtype(), layer.BiasShape(), layer.Laid(inputs.params[2]));
  slopes.AddTo(op, layer, inputs);
  layer.one().packed ? layer.AddMask(op) : op.Placeholder(layer.dtype());
  op.Placeholder(ACL_UINT8);
  for (int k = 0; k < 3; ++k) op.Placeholder(layer.dtype());
  op.Out(layer.dtype(), weight);
  op.Out(layer.dtype(), layer.BiasShape());
  op.Out(layer.dtype(), layer.Sequence());
  op.Out(layer.dtype(), {layer.n().batch, layer.n().hidden});
  op.Out(layer.dtype(), layer.State());
  layer.SetAttributes(op);
  Run(op);
  const NetworkSlopes& exact = slopes.exact;
  const auto expect = [&](size_t output, const Doubles& values, const char* name) {
    ExpectNear(op.Values(output), values, layer.dtype(), name, kOfSlopes);
  };
  expect(0, layer.LaidBoth(exact.by_params[0], exact.by_params[1]), "dw");
  expect(1, layer.Laid(exact.by_params[2]), "db");
  expect(2, layer.InTime(exact.by_input), "dx");
  expect(3, exact.by_first_hidden, "dh_prev");
  expect(4, exact.by_first_cell, "dc_prev");
}

TEST_P(RnnV2Test, Values) {
  Layer layer(GetParam(), 4, kGates);
  JoinBiases(layer);
  const NetworkInputs& inputs = layer.inputs();
  const NetworkResults exact = RunNetwork(layer.n(), inputs);
  NamedOp op("DynamicRNNV2");
  op.In(layer.dtype(), layer.Sequence(), layer.x());
  op.In(layer.dtype(), layer.WeightShape(layer.n().inputs), layer.Laid(inputs.params[0]));
  op.In(layer.dtype(), layer.WeightShape(layer.n().hidden), layer.Laid(inputs.params[1]));
  if (GetParam().has_bias) {
    op.In(layer.dtype(), layer.BiasShape(), layer.Laid(inputs.params[2]));
  } else {
    op.None();
  }
  layer.AddMask(op);
  layer.AddState(op, inputs.first_hidden);
  layer.AddState(op, inputs.first_cell);
  op.Out(layer.dtype(), layer.States());
  op.Out(layer.dtype(), layer.State());
  op.Out(layer.dtype(), {layer.n().batch, layer.n().hidden});
  for (int k = 0; k < 5; ++k) op.Out(layer.dtype(), layer.States());
  layer.SetAttributes(op);
  Run(op);
  ExpectNear(op.Values(0), layer.InTime(exact.output), layer.dtype(), "y");
  ExpectNear(op.Values(1), exact.last_hidden, layer.dtype(), "output_h");
  ExpectNear(op.Values(2), exact.last_cell, layer.dtype(), "output_c");
  constexpr size_t kKept[] = {0, 1, 2, 3, 6};
  for (size_t k = 0; k < 5; ++k) {
    ExpectNear(op.Values(3 + k), layer.InTime(exact.kept[kKept[k]][0]), layer.dtype(), "kept");
  }
}

TEST_P(RnnV2Test, Gradients) {
  if (!GetParam().has_states) GTEST_SKIP() << "a gradient takes the first states";
  Layer layer(GetParam(), 4, kGates);
  JoinBiases(layer);
  const NetworkInputs& inputs = layer.inputs();
  const LstmSlopes slopes(layer);
  const Shape first = layer.WeightShape(layer.n().inputs),
              second = layer.WeightShape(layer.n().hidden);
  NamedOp op("DynamicRNNV2Grad");
  op.In(layer.dtype(), layer.Sequence(), layer.x());
  op.In(layer.dtype(), first, layer.Laid(inputs.params[0]));
  op.In(layer.dtype(), second, layer.Laid(inputs.params[1]));
  slopes.AddTo(op, layer, inputs);
  if (layer.one().packed) layer.AddMask(op);
  op.Out(layer.dtype(), first);
  op.Out(layer.dtype(), second);
  op.Out(layer.dtype(), layer.BiasShape());
  op.Out(layer.dtype(), layer.Sequence());
  op.Out(layer.dtype(), layer.State());
  op.Out(layer.dtype(), layer.State());
  layer.SetAttributes(op);
  Run(op);
  const NetworkSlopes& exact = slopes.exact;
  const auto expect = [&](size_t output, const Doubles& values, const char* name) {
    ExpectNear(op.Values(output), values, layer.dtype(), name, kOfSlopes);
  };
  expect(0, layer.Laid(exact.by_params[0]), "dw_x");
  expect(1, layer.Laid(exact.by_params[1]), "dw_h");
  expect(2, layer.Laid(exact.by_params[2]), "db");
  expect(3, layer.InTime(exact.by_input), "dx");
  expect(4, exact.by_first_hidden, "dh_prev");
  expect(5, exact.by_first_cell, "dc_prev");
}

void AddGruWeights(NamedOp& op, const Layer& layer, const NetworkInputs& inputs) {
  op.In(layer.dtype(), layer.Sequence(), layer.x());
  op.In(layer.dtype(), layer.WeightShape(layer.n().inputs), layer.Laid(inputs.params[0]));
  op.In(layer.dtype(), layer.WeightShape(layer.n().hidden), layer.Laid(inputs.params[1]));
}

TEST_P(GruTest, Values) {
  Layer layer(GetParam(), 3, "rzh");
  const NetworkInputs& inputs = layer.inputs();
  const NetworkResults exact = RunNetwork(layer.n(), inputs);
  NamedOp op("DynamicGRUV2");
  AddGruWeights(op, layer, inputs);
  for (const size_t k : {2, 3}) {
    if (GetParam().has_bias) {
      op.In(layer.dtype(), layer.BiasShape(), layer.Laid(inputs.params[k]));
    } else {
      op.None();
    }
  }
  op.None();
  layer.AddState(op, inputs.first_hidden);
  for (int k = 0; k < 6; ++k) op.Out(layer.dtype(), layer.States());
  layer.SetAttributes(op);
  op.Set("reset_after", true);
  Run(op);
  ExpectNear(op.Values(0), exact.output, layer.dtype(), "y");
  // output_h, update, reset, new and hidden_new
  constexpr size_t kKept[] = {4, 1, 0, 2, 3};
  for (size_t k = 0; k < 5; ++k) {
    ExpectNear(op.Values(1 + k), exact.kept[kKept[k]][0], layer.dtype(), "kept");
  }
}

TEST_P(GruTest, Gradients) {
  if (!GetParam().has_states) GTEST_SKIP() << "a gradient takes the first states";
  Layer layer(GetParam(), 3, "rzh");
  const NetworkInputs& inputs = layer.inputs();
  const NetworkResults forward = RunNetwork(layer.n(), inputs);
  std::vector<std::vector<Doubles>> kept;
  for (const auto& sort : forward.kept) kept.push_back({Rounded(layer.dtype(), sort[0])});
  const auto states = static_cast<int64_t>(forward.output.size());
  const NetworkGradients given = {
      .output = RandomOf(states, layer.dtype(), 21),
      .last_hidden = RandomOf(states / layer.n().steps, layer.dtype(), 22),
      .last_cell = {}};
  const NetworkSlopes exact = SlopesOfNetwork(layer.n(), inputs, kept, given);
  NamedOp op("DynamicGRUV2Grad");
  AddGruWeights(op, layer, inputs);
  op.In(layer.dtype(), layer.States(), forward.output);
  op.In(layer.dtype(), {layer.n().batch, layer.n().hidden}, inputs.first_hidden);
  op.In(layer.dtype(), layer.States(), kept[4][0]);
  op.In(layer.dtype(), layer.States(), given.output);
  op.In(layer.dtype(), layer.State(), given.last_hidden);
  for (const size_t k : {1, 0, 2, 3}) op.In(layer.dtype(), layer.States(), kept[k][0]);
  op.Placeholder(layer.dtype());
  op.Placeholder(ACL_UINT8);
  op.Out(layer.dtype(), layer.WeightShape(layer.n().inputs));
  op.Out(layer.dtype(), layer.WeightShape(layer.n().hidden));
  op.Out(layer.dtype(), layer.BiasShape());
  op.Out(layer.dtype(), layer.BiasShape());
  op.Out(layer.dtype(), layer.Sequence());
  op.Out(layer.dtype(), {layer.n().batch, layer.n().hidden});
  layer.SetAttributes(op);
  op.Set("bias_type", "no_bias");
  Run(op);
  const auto expect = [&](size_t output, const Doubles& values, const char* name) {
    ExpectNear(op.Values(output), values, layer.dtype(), name, kOfSlopes);
  };
  for (size_t k = 0; k < 4; ++k) expect(k, layer.Laid(exact.by_params[k]), "by a weight or bias");
  expect(4, exact.by_input, "dx");
  expect(5, exact.by_first_hidden, "dh_prev");
}

constexpr Case kLstmCases[] = {
    {ACL_FLOAT, "ifjo"},
    {ACL_FLOAT16, "ifjo"},
    {ACL_BF16, "ifjo"},
    {ACL_FLOAT, "ijfo"},
    {ACL_BF16, "ijfo"},
    {.dtype = ACL_FLOAT, .gate_order = "ifjo", .has_states = false},
    {.dtype = ACL_FLOAT, .gate_order = "ifjo", .steps = 1},
    {.dtype = ACL_FLOAT, .gate_order = "ifjo", .backwards = true},
    {.dtype = ACL_BF16, .gate_order = "ijfo", .backwards = true},
    {.dtype = ACL_FLOAT, .gate_order = "ifjo", .packed = true},
    {.dtype = ACL_FLOAT16, .gate_order = "ifjo", .backwards = true, .packed = true},
    {.dtype = ACL_BF16, .gate_order = "ifjo", .packed = true},
};
INSTANTIATE_TEST_SUITE_P(Cases, RnnTest, testing::ValuesIn(kLstmCases));
INSTANTIATE_TEST_SUITE_P(Cases, RnnV2Test, testing::ValuesIn(kLstmCases));
INSTANTIATE_TEST_SUITE_P(More, RnnV2Test,
                         testing::Values(Case{ACL_FLOAT, "ifco"}, Case{.dtype = ACL_FLOAT16,
                                                                       .gate_order = "ifco",
                                                                       .has_bias = false}));
INSTANTIATE_TEST_SUITE_P(
    Cases, GruTest,
    testing::Values(Case{ACL_FLOAT, "rzh"}, Case{ACL_FLOAT16, "rzh"}, Case{ACL_BF16, "rzh"},
                    Case{ACL_FLOAT, "zrh"}, Case{ACL_BF16, "zrh"},
                    Case{.dtype = ACL_FLOAT, .gate_order = "rzh", .has_bias = false},
                    Case{.dtype = ACL_BF16, .gate_order = "rzh", .has_states = false}));

}  // namespace
}  // namespace openaclnn::test

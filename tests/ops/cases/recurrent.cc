// Recurrent networks.
#include <algorithm>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// Two layers of two directions with biases, of few steps and a batch of 3.
struct Network {
  Network(aclDataType of, int64_t cell_gates, const Shape& shape)
      : dtype(of),
        gates(cell_gates),
        steps(std::min<int64_t>(AsMatrix(shape)[0], 4)),
        inputs(std::min<int64_t>(AsMatrix(shape)[1], 37)) {}

  Array Random(const Shape& shape, uint32_t seed) const { return Finite(dtype, shape, seed); }
  Array Input(uint32_t seed) const { return Random({kBatch, steps, inputs}, seed); }
  std::vector<Array> Params(uint32_t seed) const {
    std::vector<Array> params;
    for (int64_t cell = 0; cell < kCells; ++cell) {
      for (const Shape& shape :
           {Shape{gates * kHidden, cell < 2 ? inputs : 2 * kHidden},
            Shape{gates * kHidden, kHidden}, Shape{gates * kHidden}, Shape{gates * kHidden}}) {
        params.push_back(Random(shape, seed++));
      }
    }
    return params;
  }
  Array State(uint32_t seed) const { return Random({kCells, kBatch, kHidden}, seed); }
  std::vector<Array> Kept(uint32_t seed) const {
    std::vector<Array> kept;
    for (int64_t cell = 0; cell < kCells; ++cell) {
      kept.push_back(Random({steps, kBatch, kHidden}, seed++));
    }
    return kept;
  }
  Array Sequence(uint32_t seed) const { return Random({kBatch, steps, 2 * kHidden}, seed); }

  static constexpr int64_t kBatch = 3, kHidden = 5, kCells = 4;
  aclDataType dtype;
  int64_t gates, steps, inputs;
};

template <aclDataType dtype>
OperatorCall Lstm(const Shape& shape, uint32_t seed) {
  const Network net(dtype, 4, shape);
  OperatorCall call = {"aclnnLSTM",
                       {net.Input(seed), net.Params(seed + 1),
                        std::vector{net.State(seed + 20), net.State(seed + 21)}, nullptr, 1.0, 2.0,
                        0.0, 1.0, 1.0, 1.0, net.Sequence(0), net.State(0), net.State(0)}};
  for (int list = 0; list < 7; ++list) call.arguments.emplace_back(net.Kept(0));
  return call;
}

// One layer, whose steps have fewer and fewer rows.
template <aclDataType dtype>
OperatorCall PackedLstm(const Shape& shape, uint32_t seed) {
  Network net(dtype, 4, shape);
  net.steps = std::max<int64_t>(1, net.steps);
  const Array sizes(ACL_INT64, {net.steps},
                    [&](int64_t i) { return static_cast<uint64_t>(i == 0 ? 3 : 3 - i % 3); });
  std::vector<Array> params = net.Params(seed + 1);
  params.resize(4);
  const Shape state = {1, Network::kBatch, Network::kHidden};
  OperatorCall call = {
      "aclnnLSTM",
      {net.Random({net.steps * Network::kBatch, net.inputs}, seed), params,
       std::vector{net.Random(state, seed + 20), net.Random(state, seed + 21)}, sizes, 1.0, 1.0,
       0.0, 0.0, 0.0, 0.0, Array(dtype, {net.steps, Network::kBatch, Network::kHidden}),
       Array(dtype, state), Array(dtype, state)}};
  call.arguments.insert(call.arguments.end(), 7, nullptr);
  return call;
}

template <aclDataType dtype>
OperatorCall LstmBackward(const Shape& shape, uint32_t seed) {
  const Network net(dtype, 4, shape);
  OperatorCall call = {
      "aclnnLstmBackward",
      {net.Input(seed), std::vector{net.State(seed + 20), net.State(seed + 21)},
       net.Params(seed + 1), net.Sequence(seed + 22), net.State(seed + 23), net.State(seed + 24)}};
  for (uint32_t list = 0; list < 7; ++list) call.arguments.emplace_back(net.Kept(seed + 4 * list));
  const std::vector<CallArgument> rest = {nullptr,      1.0,          2.0,          0.0,
                                          1.0,          1.0,          1.0,          nullptr,
                                          net.Input(0), net.State(0), net.State(0), net.Params(0)};
  call.arguments.insert(call.arguments.end(), rest.begin(), rest.end());
  return call;
}

template <aclDataType dtype>
OperatorCall Gru(const Shape& shape, uint32_t seed) {
  const Network net(dtype, 3, shape);
  OperatorCall call = {"aclnnGRU",
                       {net.Input(seed), net.Params(seed + 1), net.State(seed + 20), nullptr, 1.0,
                        2.0, 0.0, 1.0, 1.0, 1.0, net.Sequence(0), net.State(0)}};
  for (int list = 0; list < 5; ++list) call.arguments.emplace_back(net.Kept(0));
  return call;
}

template <aclDataType dtype>
OperatorCall GruBackward(const Shape& shape, uint32_t seed) {
  const Network net(dtype, 3, shape);
  OperatorCall call = {"aclnnGRUBackward",
                       {net.Input(seed), net.Params(seed + 1), net.State(seed + 20),
                        net.Sequence(seed + 22), net.State(seed + 23)}};
  for (uint32_t list = 0; list < 5; ++list) call.arguments.emplace_back(net.Kept(seed + 4 * list));
  const std::vector<CallArgument> rest = {nullptr, 1.0,          2.0,          1.0,
                                          1.0,     net.Input(0), net.State(0), net.Params(0)};
  call.arguments.insert(call.arguments.end(), rest.begin(), rest.end());
  return call;
}

template <aclDataType dtype>
OperatorCall LstmCell(const Shape& shape, uint32_t seed) {
  const Shape cell = AsMatrix(shape), gates = {cell[0], 4 * cell[1]}, bias = {4 * cell[1]};
  return {"aclnnThnnFusedLstmCell",
          {RandomArray(dtype, gates, seed), RandomArray(dtype, gates, seed + 1),
           RandomArray(dtype, cell, seed + 2), RandomArray(dtype, bias, seed + 3),
           RandomArray(dtype, bias, seed + 4), Array(dtype, cell), Array(dtype, cell),
           Array(dtype, gates)}};
}

template <aclDataType dtype>
OperatorCall LstmCellBackward(const Shape& shape, uint32_t seed) {
  const Shape cell = AsMatrix(shape), gates = {cell[0], 4 * cell[1]}, bias = {4 * cell[1]};
  return {"aclnnThnnFusedLstmCellBackward",
          {Finite(dtype, cell, seed), Finite(dtype, cell, seed + 1), Finite(dtype, cell, seed + 2),
           Finite(dtype, cell, seed + 3), Finite(dtype, gates, seed + 4), 1.0, Array(dtype, gates),
           Array(dtype, cell), Array(dtype, bias)}};
}

}  // namespace

std::vector<Case> RecurrentCases() {
  return {
      {"LstmFloat", Lstm<kF32>},
      {"LstmFloat16", Lstm<kF16>},
      {"LstmPacked", PackedLstm<kF32>},
      {"LstmBackwardFloat", LstmBackward<kF32>},
      {"LstmBackwardFloat16", LstmBackward<kF16>},
      {"GruFloat", Gru<kF32>},
      {"GruFloat16", Gru<kF16>},
      {"GruBackwardFloat", GruBackward<kF32>},
      {"GruBackwardFloat16", GruBackward<kF16>},
      {"LstmCellFloat", LstmCell<kF32>},
      {"LstmCellFloat16", LstmCell<kF16>},
      {"LstmCellBackwardFloat", LstmCellBackward<kF32>},
      {"LstmCellBackwardFloat16", LstmCellBackward<kF16>},
  };
}

}  // namespace openaclnn::test

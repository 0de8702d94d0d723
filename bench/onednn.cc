// oneDNN on the same memory, by OMP_NUM_THREADS threads.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>

#include "bench/benchmarks.h"
#include "bench/cases.h"
#include "bench/operands.h"
#include "kinds/roles.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace openaclnn::bench {
namespace {

using dnnl::memory;

struct Eltwise {
  std::string_view subject;
  dnnl::algorithm algorithm;
  float alpha, beta;
};
constexpr Eltwise kEltwise[] = {
    {"abs forward", dnnl::algorithm::eltwise_abs, 0, 0},
    {"exp forward", dnnl::algorithm::eltwise_exp, 0, 0},
    {"log forward", dnnl::algorithm::eltwise_log, 0, 0},
    {"neg forward", dnnl::algorithm::eltwise_linear, -1, 0},
    {"reciprocal forward", dnnl::algorithm::eltwise_pow, 1, -1},
    {"rsqrt forward", dnnl::algorithm::eltwise_pow, 1, -0.5F},
    {"sqrt forward", dnnl::algorithm::eltwise_sqrt, 0, 0},
    {"hardtanh", dnnl::algorithm::eltwise_clip, -1, 1},
    {"softplus", dnnl::algorithm::eltwise_soft_relu, 1, 0},
    {"softplus forward", dnnl::algorithm::eltwise_soft_relu, 1, 0},
    {"mish", dnnl::algorithm::eltwise_mish, 0, 0},
    {"mish forward", dnnl::algorithm::eltwise_mish, 0, 0},
    {"elu", dnnl::algorithm::eltwise_elu, 1, 0},
    {"elu forward", dnnl::algorithm::eltwise_elu, 1, 0},
    {"silu", dnnl::algorithm::eltwise_swish, 1, 0},
    {"silu forward", dnnl::algorithm::eltwise_swish, 1, 0},
    {"sigmoid", dnnl::algorithm::eltwise_logistic_use_dst_for_bwd, 0, 0},
    {"sigmoid forward", dnnl::algorithm::eltwise_logistic, 0, 0},
    {"log sigmoid forward", dnnl::algorithm::eltwise_logsigmoid, 0, 0},
    {"tanh", dnnl::algorithm::eltwise_tanh_use_dst_for_bwd, 0, 0},
    {"tanh forward", dnnl::algorithm::eltwise_tanh, 0, 0},
    {"hardswish", dnnl::algorithm::eltwise_hardswish, 0, 0},
    {"hardswish forward", dnnl::algorithm::eltwise_hardswish, 0, 0},
    {"relu forward", dnnl::algorithm::eltwise_relu, 0, 0},
    {"threshold", dnnl::algorithm::eltwise_relu, 0, 0},
    {"hardtanh forward", dnnl::algorithm::eltwise_clip, -1, 1},
    {"hardswish v2", dnnl::algorithm::eltwise_hardswish, 0, 0},
    {"swish", dnnl::algorithm::eltwise_swish, 1, 0},
    {"swish forward", dnnl::algorithm::eltwise_swish, 1, 0},
    {"fast gelu", dnnl::algorithm::eltwise_swish, 1.702F, 0},
    {"fast gelu forward", dnnl::algorithm::eltwise_swish, 1.702F, 0},
    {"gelu", dnnl::algorithm::eltwise_gelu_tanh, 0, 0},
    {"gelu forward", dnnl::algorithm::eltwise_gelu_tanh, 0, 0},
    {"log sigmoid with buffer forward", dnnl::algorithm::eltwise_logsigmoid, 0, 0},
    {"leaky relu", dnnl::algorithm::eltwise_relu, 0.01F, 0},
    {"leaky relu forward", dnnl::algorithm::eltwise_relu, 0.01F, 0},
    {"gelu none forward", dnnl::algorithm::eltwise_gelu_erf, 0, 0},
    {"gelu tanh forward", dnnl::algorithm::eltwise_gelu_tanh, 0, 0},
    {"gelu none", dnnl::algorithm::eltwise_gelu_erf, 0, 0},
    {"gelu tanh", dnnl::algorithm::eltwise_gelu_tanh, 0, 0},
};

memory::data_type DataType(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
      return memory::data_type::f32;
    case ACL_FLOAT16:
      return memory::data_type::f16;
    case ACL_BF16:
      return memory::data_type::bf16;
    default:
      return memory::data_type::undef;  // refused when a primitive is made of it
  }
}

memory::desc Describe(aclDataType dtype, const View& view) {
  return {view.shape, DataType(dtype), view.strides};
}

using Arguments = std::unordered_map<int, memory>;
struct Work {
  dnnl::primitive primitive;
  Arguments arguments;
};

memory Bind(const memory::desc& desc, const dnnl::engine& engine, const Operand& operand) {
  return {desc, engine, operand.data()};
}

Work MakeEltwise(const Case& c, const Eltwise& eltwise, const dnnl::engine& engine) {
  const memory::desc x = Describe(c.dtype, c.self), dy = Describe(c.dtype, c.grad);
  const dnnl::eltwise_forward::primitive_desc forward(
      {dnnl::prop_kind::forward_training, eltwise.algorithm, x, eltwise.alpha, eltwise.beta},
      engine);
  const Operands& operands = OperandsOf(c);
  if (c.spec->operands_at[1] < 0) {
    return {dnnl::eltwise_forward(forward),
            {{DNNL_ARG_SRC, Bind(x, engine, operands.self)},
             {DNNL_ARG_DST, Bind(x, engine, operands.out)}}};
  }
  const dnnl::eltwise_backward::primitive_desc backward(
      {eltwise.algorithm, dy, x, eltwise.alpha, eltwise.beta}, engine, forward);
  return {dnnl::eltwise_backward(backward),
          {{DNNL_ARG_SRC, Bind(x, engine, operands.self)},
           {DNNL_ARG_DST, Bind(x, engine, operands.self)},  // of those that take the result
           {DNNL_ARG_DIFF_DST, Bind(dy, engine, operands.grad)},
           {DNNL_ARG_DIFF_SRC, Bind(dy, engine, operands.out)}}};
}

// The weight along the axis of channels, which has as many axes as the data.
View WeightView(const Case& c) {
  std::vector<int64_t> shape(c.self.shape.size(), 1);
  if (c.weight.shape[0] > 1) shape[1] = c.weight.shape[0];
  return Dense(shape);
}

Work MakePrelu(const Case& c, const dnnl::engine& engine) {
  const memory::desc x = Describe(c.dtype, c.self), dy = Describe(c.dtype, c.grad);
  const memory::desc w = Describe(c.dtype, WeightView(c));
  const dnnl::prelu_forward::primitive_desc forward({dnnl::prop_kind::forward_training, x, w},
                                                    engine);
  const Operands& operands = OperandsOf(c);
  if (ChannelSumsOf(*c.spec) < 0) {
    return {dnnl::prelu_forward(forward),
            {{DNNL_ARG_SRC, Bind(x, engine, operands.self)},
             {DNNL_ARG_WEIGHTS, Bind(w, engine, *operands.weight)},
             {DNNL_ARG_DST, Bind(x, engine, operands.out)}}};
  }
  const dnnl::prelu_backward::primitive_desc backward({x, w, dy, w}, engine, forward);
  return {dnnl::prelu_backward(backward),
          {{DNNL_ARG_SRC, Bind(x, engine, operands.self)},
           {DNNL_ARG_WEIGHTS, Bind(w, engine, *operands.weight)},
           {DNNL_ARG_DIFF_DST, Bind(dy, engine, operands.grad)},
           {DNNL_ARG_DIFF_SRC, Bind(dy, engine, operands.out)},
           {DNNL_ARG_DIFF_WEIGHTS, Bind(w, engine, *operands.second_out)}}};
}

// By rows; the output's format is that of the input.
Work MakeSoftmax(const Case& c, const dnnl::engine& engine) {
  const memory::desc x = Describe(c.dtype, c.self);
  const int axis = static_cast<int>(c.axis < 0 ? c.self.shape.size() - 1 : c.axis);
  const bool is_log = c.subject->name == std::string_view("log softmax") ||
                      c.subject->name == std::string_view("log softmax forward");
  const auto forward = [&]<class Primitive>() {
    return typename Primitive::primitive_desc({dnnl::prop_kind::forward_training, x, axis}, engine);
  };
  const auto backward = [&]<class Forward, class Primitive>() {
    return typename Primitive::primitive_desc({x, x, axis}, engine,
                                              forward.template operator()<Forward>());
  };
  const Operands& operands = OperandsOf(c);
  const Arguments of_forward = {{DNNL_ARG_SRC, Bind(x, engine, operands.self)},
                                {DNNL_ARG_DST, Bind(x, engine, operands.out)}};
  const Arguments of_backward = {{DNNL_ARG_DST, Bind(x, engine, operands.self)},
                                 {DNNL_ARG_DIFF_DST, Bind(x, engine, operands.grad)},
                                 {DNNL_ARG_DIFF_SRC, Bind(x, engine, operands.out)}};
  using LogForward = dnnl::logsoftmax_forward;
  using LogBackward = dnnl::logsoftmax_backward;
  using Forward = dnnl::softmax_forward;
  using Backward = dnnl::softmax_backward;
  if (c.spec->operands_at[1] < 0) {
    if (is_log) return {LogForward(forward.operator()<LogForward>()), of_forward};
    return {Forward(forward.operator()<Forward>()), of_forward};
  }
  if (is_log) return {LogBackward(backward.operator()<LogForward, LogBackward>()), of_backward};
  return {Backward(backward.operator()<Forward, Backward>()), of_backward};
}

bool HasSoftmax(const Case& c) {
  return c.spec->work.kind->cuts == Cuts::kByRow && RowResultOf(*c.spec) < 0;
}

Work Make(const Case& c, const dnnl::engine& engine) {
  if (HasSoftmax(c)) return MakeSoftmax(c, engine);
  for (const Eltwise& eltwise : kEltwise) {
    if (eltwise.subject == c.subject->name) return MakeEltwise(c, eltwise, engine);
  }
  return MakePrelu(c, engine);
}

void RunOneDnn(benchmark::State& state, const Case& c) {
  try {
    const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    dnnl::stream stream(engine);
    const Work work = Make(c, engine);
    const auto run = [&] {
      work.primitive.execute(stream, work.arguments);
      stream.wait();
    };
    run();
    for (auto _ : state) run();
  } catch (const dnnl::error& error) {
    state.SkipWithError(error.what());
  }
}

}  // namespace

void AddOneDnn(Benchmarks* benchmarks) {
  for (const Case& c : Cases()) {
    const std::string_view name = c.subject->name;
    const bool has_eltwise =
        std::ranges::find(kEltwise, name, &Eltwise::subject) != std::end(kEltwise);
    if (!has_eltwise && ChannelOperandOf(*c.spec) < 0 && !HasSoftmax(c)) continue;
    // For other layouts it has only its reference loops, 40 ns an element.
    if (c.grad.shape != c.self.shape || c.grad.strides != c.self.strides) continue;
    benchmarks->push_back({"oneDNN/" + c.Name(), [&c](auto& state) { RunOneDnn(state, c); }});
  }
}

}  // namespace openaclnn::bench

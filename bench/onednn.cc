// oneDNN on the same data.

#include <benchmark/benchmark.h>

#include <string>

#include "bench/cases.h"
#include "bench/operand.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace openaclnn::bench {
namespace {

struct Peer {
  const char* name;  // of the case
  dnnl::algorithm algorithm;
  float alpha, beta;
};
constexpr Peer kPeers[] = {
    {"hardtanh", dnnl::algorithm::eltwise_clip, -1, 1},
    {"softplus", dnnl::algorithm::eltwise_soft_relu, 1, 0},
    {"gelu none", dnnl::algorithm::eltwise_gelu_erf, 0, 0},
    {"gelu tanh", dnnl::algorithm::eltwise_gelu_tanh, 0, 0},
};

void RunEltwise(benchmark::State& state, const Peer& peer) {
  const Case* data = nullptr;
  for (const Case& c : Cases()) data = std::string(c.name) == peer.name ? &c : data;
  const int64_t elements = state.range(0);
  const Operand grad(ACL_FLOAT, elements, -1, 1), self(ACL_FLOAT, elements, data->low, data->high);
  const Operand out(ACL_FLOAT, elements, -1, 1);
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const dnnl::memory::desc desc({elements}, dnnl::memory::data_type::f32,
                                dnnl::memory::format_tag::a);
  const dnnl::eltwise_forward::primitive_desc forward(
      {dnnl::prop_kind::forward_training, peer.algorithm, desc, peer.alpha, peer.beta}, engine);
  const dnnl::eltwise_backward::primitive_desc backward(
      {peer.algorithm, desc, desc, peer.alpha, peer.beta}, engine, forward);
  const dnnl::eltwise_backward primitive(backward);
  const dnnl::memory x(desc, engine, self.floats()), dy(desc, engine, grad.floats());
  const dnnl::memory dx(desc, engine, out.floats());
  for (auto _ : state) {
    primitive.execute(stream,
                      {{DNNL_ARG_SRC, x}, {DNNL_ARG_DIFF_DST, dy}, {DNNL_ARG_DIFF_SRC, dx}});
    stream.wait();
  }
  state.SetItemsProcessed(state.iterations() * elements);
}

struct Registered {
  Registered() {
    for (const Peer& peer : kPeers) {
      const std::string name = std::string("oneDNN/") + peer.name + "/float";
      benchmark::RegisterBenchmark(name.c_str(), RunEltwise, peer)
          ->Arg(1 << 16)
          ->Arg(1 << 24)
          ->UseRealTime();
    }
  }
} const registered;

}  // namespace
}  // namespace openaclnn::bench

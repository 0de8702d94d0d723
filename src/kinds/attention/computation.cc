// Plans and runs.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "cpu/targets.h"
#include "kinds/attention/plan.h"
#include "kinds/attention/run.h"
#include "kinds/operands.h"
#include "kinds/product/run.h"
#include "tensor/plan.h"

namespace openaclnn {
namespace {

// A tensor of the computation: its slot and how it lies.
struct Placed {
  int32_t slot = -1;  // none
  int64_t origin = 0;
  HeadsView view = {};
  Plan walk = {};

  HeadsView At(const Places& places) const {
    HeadsView placed = view;
    if (slot >= 0) placed.data = places.First(slot) + origin;
    return placed;
  }
};

class AttentionComputation final : public Computation {
 public:
  enum Tensor : size_t {
    kQuery,
    kKey,
    kValue,
    kBias,
    kMask,
    kKept,
    kMaxima,
    kSums,
    kLogarithms,
    kOut,
    // Only gradients have these:
    kGrad,
    kByQuery,
    kByKey,
    kByValue,
    kByBias,
    kCount
  };

  bool gives_gradients = false;

  AttentionSizes sizes;
  std::array<Placed, kCount> tensors;
  double scale = 1, bias_scale = 1, keep_probability = 1;
  int64_t first_kept = 0;
  AttentionBand band;
  std::optional<AttentionSlopes> slopes;

  void Run(const Places& places) const override {
    const auto at = [&](Tensor tensor) { return tensors[tensor].At(places); };
    const HeadsView kept = at(kKept);
    const AttentionRun run = {.sizes = sizes,
                              .query = at(kQuery),
                              .key = at(kKey),
                              .value = at(kValue),
                              .bias = at(kBias),
                              .mask = at(kMask),
                              .maxima = at(kMaxima),
                              .sums = at(kSums),
                              .logarithms = at(kLogarithms),
                              .out = at(kOut),
                              .kept = kept.data,
                              .kept_step = kept.element,
                              .first_kept = first_kept,
                              .scale = scale,
                              .bias_scale = bias_scale,
                              .keep_probability = keep_probability,
                              .band = &band,
                              .slopes = slopes ? &*slopes : nullptr};
    if (!gives_gradients) return RunAttention(run);
    RunAttentionGradients({.call = run,
                           .grad = at(kGrad),
                           .by_query = at(kByQuery),
                           .by_key = at(kByKey),
                           .by_value = at(kByValue),
                           .by_bias = at(kByBias)});
  }

  // CPUs alone: without device code the engine refuses a call on a GPU, naming the operator.
  bool HasWork() const override {
    bool has_work = false;
    for (size_t k = 0; k < kCount; ++k) {
      const bool is_written = IsWritten(static_cast<Tensor>(k));
      has_work = has_work || (is_written && tensors[k].slot >= 0 && tensors[k].walk.elements > 0);
    }
    return has_work;
  }
  Status FindCode(const Places& /*places*/, Queue& /*queue*/,
                  DeviceCodes& /*codes*/) const override {
    return {};
  }
  Status Launch(const Places& /*places*/, const DeviceCodes& /*codes*/,
                Queue& /*queue*/) const override {
    return {};
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    for (size_t k = 0; k < kCount; ++k) {
      const Placed& tensor = tensors[k];
      if (tensor.slot >= 0 && tensor.walk.elements > 0) {
        visit({tensor.walk, 0, tensor.slot, IsWritten(static_cast<Tensor>(k))});
      }
    }
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", gives_gradients ? "attention gradients" : "attention");
    details.AddWords("simd", ChosenSimdName());
    details.Add("batches", sizes.batches);
    details.Add("heads", sizes.heads);
    details.Add("queries", sizes.queries);
    details.Add("keys", sizes.keys);
    details.Add("size", sizes.size);
  }

  bool IsWritten(Tensor tensor) const {
    return gives_gradients ? tensor >= kByQuery : tensor >= kMaxima;
  }

  void Place(Tensor tensor, const Value& value) { Place(tensor, value, value->shape); }
  // A tensor that broadcasts to a shape of four axes, or of one along which it has steps of an
  // element.
  void Place(Tensor tensor, const Value& value, const Dims& shape) {
    Placed& placed = tensors[tensor];
    placed.slot = value.slot;
    placed.origin = value.origin;
    const OperandView views[] = {ViewIn(*value.tensor, shape)};
    placed.walk = PlanInOrder(shape, views, IsWritten(tensor) ? 1 : 0);
    placed.walk.origin[0] += value.origin;
    const Dims& steps = views[0].byte_strides;
    placed.view.dtype = value->dtype;
    placed.view.element = steps.back();
    if (steps.size() == 4) {
      placed.view.batch = steps[0];
      placed.view.head = steps[1];
      placed.view.row = steps[2];
    }
  }
};

// The computation, except for what is special about gradients.
std::unique_ptr<AttentionComputation> PlanCall(const AttentionInputs& inputs,
                                               bool gives_gradients) {
  ApplySimdSetting();
  using Made = AttentionComputation;
  auto made = std::make_unique<Made>();
  made->gives_gradients = gives_gradients;
  const Dims &query = inputs.query->shape, &key = inputs.key->shape;
  made->sizes = {.batches = query[0],
                 .heads = query[1],
                 .kv_heads = key[1],
                 .queries = query[2],
                 .keys = key[2],
                 .size = query[3],
                 .value_size = inputs.value->shape[3]};
  made->Place(Made::kQuery, inputs.query);
  made->Place(Made::kKey, inputs.key);
  made->Place(Made::kValue, inputs.value);
  const Dims scores = {query[0], query[1], query[2], key[2]};
  if (inputs.bias) made->Place(Made::kBias, *inputs.bias, scores);
  if (inputs.mask) made->Place(Made::kMask, *inputs.mask, scores);
  if (inputs.kept) made->Place(Made::kKept, *inputs.kept);
  if (inputs.maxima) made->Place(Made::kMaxima, *inputs.maxima);
  if (inputs.sums) made->Place(Made::kSums, *inputs.sums);
  if (inputs.logarithms) made->Place(Made::kLogarithms, *inputs.logarithms);
  made->Place(Made::kOut, inputs.out);
  made->first_kept = inputs.first_kept;
  made->scale = inputs.scale;
  made->bias_scale = inputs.bias_scale;
  made->keep_probability = inputs.keep_probability;
  made->band = inputs.band;
  made->slopes = inputs.slopes;
  return made;
}

Stage StageOf(std::unique_ptr<AttentionComputation> made, int64_t products) {
  const AttentionSizes& sizes = made->sizes;
  int64_t terms = sizes.batches;
  for (const int64_t factor :
       {sizes.heads, sizes.queries, sizes.keys, sizes.size + sizes.value_size, products}) {
    if (__builtin_mul_overflow(terms, factor, &terms)) terms = INT64_MAX;
  }
  return {.computation = std::move(made), .elements = terms, .cost = kProductCost};
}

}  // namespace

Stage PlanAttention(const AttentionInputs& inputs) { return StageOf(PlanCall(inputs, false), 1); }

Stage PlanAttentionGradients(const AttentionGradientsInputs& inputs) {
  using Made = AttentionComputation;
  auto made = PlanCall(inputs.call, true);
  made->Place(Made::kGrad, inputs.grad);
  made->Place(Made::kByQuery, inputs.by_query);
  made->Place(Made::kByKey, inputs.by_key);
  made->Place(Made::kByValue, inputs.by_value);
  if (inputs.by_bias) {
    made->Place(Made::kByBias, *inputs.by_bias);
    HeadsView& bias = made->tensors[Made::kByBias].view;
    const Dims& shape = (*inputs.by_bias)->shape;
    if (shape[0] == 1) bias.batch = 0;
    if (shape[2] == 1) bias.row = 0;
  }
  return StageOf(std::move(made), 3);
}

}  // namespace openaclnn

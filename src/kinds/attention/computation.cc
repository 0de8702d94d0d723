// Plans and runs.
#include <algorithm>
#include <array>
#include <memory>
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
  HeadsView view = {};
  Plan walk = {};

  HeadsView At(const Places& places) const {
    HeadsView placed = view;
    if (slot >= 0) placed.data = places.First(slot);
    return placed;
  }
};

class AttentionComputation final : public Computation {
 public:
  enum Tensor : size_t { kQuery, kKey, kValue, kBias, kMask, kKept, kMaxima, kSums, kOut, kCount };

  AttentionSizes sizes;
  std::array<Placed, kCount> tensors;
  double scale = 1, keep_probability = 1;
  AttentionBand band;

  void Run(const Places& places) const override {
    const auto at = [&](Tensor tensor) { return tensors[tensor].At(places); };
    const HeadsView kept = at(kKept);
    RunAttention({.sizes = sizes,
                  .query = at(kQuery),
                  .key = at(kKey),
                  .value = at(kValue),
                  .bias = at(kBias),
                  .mask = at(kMask),
                  .maxima = at(kMaxima),
                  .sums = at(kSums),
                  .out = at(kOut),
                  .kept = kept.data,
                  .kept_step = kept.element,
                  .scale = scale,
                  .keep_probability = keep_probability,
                  .band = &band});
  }

  // CPUs alone: without device code the engine refuses a call on a GPU, naming the operator.
  bool HasWork() const override { return sizes.batches * sizes.heads * sizes.queries > 0; }
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
        visit({tensor.walk, 0, tensor.slot, k >= kMaxima});
      }
    }
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "attention");
    details.AddWords("simd", ChosenSimdName());
    details.Add("batches", sizes.batches);
    details.Add("heads", sizes.heads);
    details.Add("queries", sizes.queries);
    details.Add("keys", sizes.keys);
    details.Add("size", sizes.size);
  }
};

// A tensor that broadcasts to a shape of four axes, or of one along which it has steps of an
// element.
Placed PlacedAt(const Value& value, const Dims& shape, bool is_written) {
  Placed placed;
  placed.slot = value.slot;
  const OperandView views[] = {ViewIn(*value.tensor, shape)};
  placed.walk = PlanInOrder(shape, views, is_written ? 1 : 0);
  const Dims& steps = views[0].byte_strides;
  placed.view.dtype = value->dtype;
  placed.view.element = steps.back();
  if (steps.size() == 4) {
    placed.view.batch = steps[0];
    placed.view.head = steps[1];
    placed.view.row = steps[2];
  }
  return placed;
}

}  // namespace

Stage PlanAttention(const AttentionInputs& inputs) {
  ApplySimdSetting();
  using Made = AttentionComputation;
  auto made = std::make_unique<Made>();
  const Dims &query = inputs.query->shape, &key = inputs.key->shape;
  made->sizes = {.batches = query[0],
                 .heads = query[1],
                 .kv_heads = key[1],
                 .queries = query[2],
                 .keys = key[2],
                 .size = query[3],
                 .value_size = inputs.value->shape[3]};
  const auto place = [&](Made::Tensor tensor, const Value& value) {
    made->tensors[tensor] = PlacedAt(value, value->shape, tensor >= Made::kMaxima);
  };
  place(Made::kQuery, inputs.query);
  place(Made::kKey, inputs.key);
  place(Made::kValue, inputs.value);
  const Dims scores = {query[0], query[1], query[2], key[2]};
  if (inputs.bias) made->tensors[Made::kBias] = PlacedAt(*inputs.bias, scores, false);
  if (inputs.mask) made->tensors[Made::kMask] = PlacedAt(*inputs.mask, scores, false);
  if (inputs.kept) place(Made::kKept, *inputs.kept);
  place(Made::kMaxima, inputs.maxima);
  place(Made::kSums, inputs.sums);
  place(Made::kOut, inputs.out);
  made->scale = inputs.scale;
  made->keep_probability = inputs.keep_probability;
  made->band = inputs.band;
  const AttentionSizes& sizes = made->sizes;
  int64_t terms = sizes.batches;
  for (const int64_t factor :
       {sizes.heads, sizes.queries, sizes.keys, sizes.size + sizes.value_size}) {
    if (__builtin_mul_overflow(terms, factor, &terms)) terms = INT64_MAX;
  }
  return {.computation = std::move(made), .elements = terms, .cost = kProductCost};
}

}  // namespace openaclnn

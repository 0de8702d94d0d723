// Plans and runs.
#include <array>
#include <memory>
#include <utility>

#include "cpu/targets.h"
#include "kinds/product/run.h"
#include "kinds/recurrent/found.h"
#include "kinds/recurrent/plan.h"
#include "kinds/recurrent/run.h"

namespace openaclnn {
namespace {

// What both computations have.
class RecurrentComputation : public FindingComputation {
 public:
  explicit RecurrentComputation(const RecurrentInputs& inputs)
      : cell_(inputs.cell), sizes_(inputs.sizes), backwards_(inputs.backwards) {
    input_ = Reads(inputs.input);
    input_weight_ = Reads(inputs.input_weight);
    hidden_weight_ = Reads(inputs.hidden_weight);
    first_hidden_ = Reads(inputs.first_hidden);
    first_cell_ = Reads(inputs.first_cell);
    batch_sizes_ = Reads(inputs.batch_sizes);
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", cell_ == RecurrentCell::kLstm ? "lstm" : "gru");
    details.AddWords("simd", ChosenSimdName());
    details.Add("steps", sizes_.steps);
    details.Add("batch", sizes_.batch);
    details.Add("hidden", sizes_.hidden);
  }

 protected:
  void SetKept(const KeptValues& kept, bool writes) {
    for (size_t k = 0; k < kept.size(); ++k) kept_[k] = Accesses(kept[k], writes);
  }

  RecurrentRun RunOf(const Places& places) const {
    RecurrentRun run = {.cell = cell_,
                        .sizes = sizes_,
                        .backwards = backwards_,
                        .input = input_.At(places),
                        .input_weight = input_weight_.At(places),
                        .hidden_weight = hidden_weight_.At(places),
                        .first_hidden = first_hidden_.At(places),
                        .first_cell = first_cell_.At(places),
                        .batch_sizes = batch_sizes_.At<int64_t>(places),
                        .kept = {},
                        .workspace = places.AlignedWorkspace()};
    for (size_t k = 0; k < kept_.size(); ++k) run.kept[k] = kept_[k].At(places);
    return run;
  }

 private:
  const RecurrentCell cell_;
  const RecurrentSizes sizes_;
  const bool backwards_;
  Found input_, input_weight_, hidden_weight_, first_hidden_, first_cell_, batch_sizes_;
  std::array<Found, kMostKept> kept_;
};

class LayerComputation final : public RecurrentComputation {
 public:
  explicit LayerComputation(const RecurrentLayer& layer)
      : RecurrentComputation(layer.call), output_pitch_(layer.output->strides[0]) {
    input_bias_ = Reads(layer.input_bias);
    hidden_bias_ = Reads(layer.hidden_bias);
    output_ = Writes(layer.output);
    last_hidden_ = Writes(layer.last_hidden);
    last_cell_ = Writes(layer.last_cell);
    SetKept(layer.kept, true);
  }

  void Run(const Places& places) const override {
    RunRecurrentLayer({.call = RunOf(places),
                       .input_bias = input_bias_.At(places),
                       .hidden_bias = hidden_bias_.At(places),
                       .output = output_.At(places),
                       .output_pitch = output_pitch_,
                       .last_hidden = last_hidden_.At(places),
                       .last_cell = last_cell_.At(places)});
  }

 private:
  const int64_t output_pitch_;
  Found input_bias_, hidden_bias_, output_, last_hidden_, last_cell_;
};

class GradientsComputation final : public RecurrentComputation {
 public:
  explicit GradientsComputation(const RecurrentGradients& gradients)
      : RecurrentComputation(gradients.call),
        output_pitch_(gradients.output ? (*gradients.output)->strides[0] : 0),
        adds_by_input_(gradients.adds_by_input) {
    SetKept(gradients.kept, false);
    output_ = Reads(gradients.output);
    last_hidden_ = Reads(gradients.last_hidden);
    last_cell_ = Reads(gradients.last_cell);
    if (adds_by_input_) Reads(gradients.by_input);
    by_input_ = Writes(gradients.by_input);
    by_first_hidden_ = Writes(gradients.by_first_hidden);
    by_first_cell_ = Writes(gradients.by_first_cell);
    by_input_weight_ = Writes(gradients.by_input_weight);
    by_hidden_weight_ = Writes(gradients.by_hidden_weight);
    by_input_bias_ = Writes(gradients.by_input_bias);
    by_hidden_bias_ = Writes(gradients.by_hidden_bias);
  }

  void Run(const Places& places) const override {
    RunRecurrentGradients({.call = RunOf(places),
                           .output = output_.At(places),
                           .output_pitch = output_pitch_,
                           .last_hidden = last_hidden_.At(places),
                           .last_cell = last_cell_.At(places),
                           .by_input = by_input_.At(places),
                           .adds_by_input = adds_by_input_,
                           .by_first_hidden = by_first_hidden_.At(places),
                           .by_first_cell = by_first_cell_.At(places),
                           .by_input_weight = by_input_weight_.At(places),
                           .by_hidden_weight = by_hidden_weight_.At(places),
                           .by_input_bias = by_input_bias_.At(places),
                           .by_hidden_bias = by_hidden_bias_.At(places)});
  }

 private:
  const int64_t output_pitch_;
  const bool adds_by_input_;
  Found output_, last_hidden_, last_cell_, by_input_, by_first_hidden_, by_first_cell_,
      by_input_weight_, by_hidden_weight_, by_input_bias_, by_hidden_bias_;
};

// Terms of the products of all steps, `times` over.
int64_t TermsOf(const RecurrentInputs& inputs, int64_t times) {
  const RecurrentSizes& sizes = inputs.sizes;
  int64_t terms = times * GatesOf(inputs.cell);
  for (const int64_t factor :
       {sizes.steps, sizes.batch, sizes.hidden, sizes.inputs + sizes.hidden}) {
    if (__builtin_mul_overflow(terms, factor, &terms)) return INT64_MAX;
  }
  return terms;
}

}  // namespace

Stage PlanRecurrentLayer(const RecurrentLayer& layer) {
  ApplySimdSetting();
  return {.computation = std::make_unique<LayerComputation>(layer),
          .workspace = WorkspaceOfLayer(layer.call.cell, layer.call.sizes),
          .elements = TermsOf(layer.call, 1),
          .cost = kProductCost};
}

Stage PlanRecurrentGradients(const RecurrentGradients& gradients) {
  ApplySimdSetting();
  const RecurrentInputs& call = gradients.call;
  return {.computation = std::make_unique<GradientsComputation>(gradients),
          .workspace = WorkspaceOfGradients(call.cell, call.sizes, call.batch_sizes.has_value()),
          .elements = TermsOf(call, 2),
          .cost = kProductCost};
}

}  // namespace openaclnn

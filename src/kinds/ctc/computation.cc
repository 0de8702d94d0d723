// Plans and runs.
#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/ctc/loops.h"
#include "kinds/ctc/plan.h"
#include "kinds/strided_numbers.h"

namespace openaclnn {
namespace {

constexpr int kCost = 8000;  // picoseconds for a state of a step on one core, about
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int64_t kPads = 2;  // numbers in front of states

// What a thread needs for a sequence. States are those of the targets with a blank before each and
// after the last.
struct SequenceMemory {
  SequenceMemory(int64_t most_states, int64_t row)
      : labels(static_cast<size_t>(most_states)),
        skips(Room(most_states)),
        numbers(Room(most_states)),
        states(Room(most_states) + kPads, -kInfinity),
        next(Room(most_states) + kPads, -kInfinity),
        items(Room(std::max(most_states, row))) {}

  static size_t Room(int64_t count) { return static_cast<size_t>(CtcRoom(count)); }

  double* States() { return states.data() + kPads; }
  double* Next() { return next.data() + kPads; }

  std::vector<int64_t> labels;  // of the states
  std::vector<double> skips, numbers, states, next, items;
};

class CtcComputation : public AccessedComputation {
 public:
  explicit CtcComputation(const CtcSequences& sequences)
      : log_probs_(sequences.log_probs),
        input_lengths_(sequences.input_lengths.begin(), sequences.input_lengths.end()),
        target_lengths_(sequences.target_lengths.begin(), sequences.target_lengths.end()),
        blank_(sequences.blank),
        classes_(sequences.log_probs->shape.back()),
        zero_infinity_(sequences.zero_infinity),
        targets_slot_(sequences.targets.slot),
        targets_origin_(sequences.targets.origin) {
    const Dims& shape = sequences.targets->shape;
    int64_t before = 0;
    for (size_t n = 0; n < target_lengths_.size(); ++n) {
      const bool has_rows = shape.size() == 2;
      first_targets_.push_back(has_rows ? static_cast<int64_t>(n) * shape[1] : before);
      before += target_lengths_[n];
      most_states_ = std::max(most_states_, 2 * target_lengths_[n] + 1);
    }
    time_step_ = log_probs_.steps.front();
    sequence_step_ = log_probs_.steps.size() == 3 ? log_probs_.steps[1] : 0;
    class_step_ = log_probs_.steps.back();
    AddAccess(sequences.log_probs, false);
    AddAccess(sequences.targets, false);
  }

  bool HasWork() const override { return Count() > 0; }

  int64_t Elements() const {
    int64_t elements = 0;
    for (size_t n = 0; n < target_lengths_.size(); ++n) {
      elements += input_lengths_[n] * (2 * target_lengths_[n] + 1);
    }
    return elements;
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "ctc");
    details.AddWords("simd", ChosenSimdName());
    details.Add("sequences", Count());
    details.Add("states", most_states_);
  }

 protected:
  int64_t Count() const { return static_cast<int64_t>(target_lengths_.size()); }

  // Sequences do not influence each other.
  template <class Use>
  void ForSequences(int64_t row, const Use& use) const {
    const int64_t grain =
        std::max<int64_t>(1, GrainFor(kCost) / std::max<int64_t>(1, Elements() / Count()));
    ParallelFor(Count(), grain, [&](int64_t begin, int64_t end) {
      SequenceMemory memory(most_states_, row);
      for (int64_t n = begin; n < end; ++n) use(n, memory);
    });
  }

  int64_t Length(int64_t n) const { return input_lengths_[static_cast<size_t>(n)]; }
  int64_t States(int64_t n) const { return 2 * target_lengths_[static_cast<size_t>(n)] + 1; }

  void LoadLabels(const Places& places, int64_t n, SequenceMemory& memory) const {
    const int64_t first = first_targets_[static_cast<size_t>(n)];
    const std::byte* const targets = places.First(targets_slot_) + targets_origin_;
    for (int64_t s = 0; s < States(n); ++s) {
      int64_t label = blank_;
      if (s % 2 == 1) {
        std::memcpy(&label, targets + (first + s / 2) * static_cast<int64_t>(sizeof(label)),
                    sizeof(label));
      }
      memory.labels[static_cast<size_t>(s)] = label;
    }
  }
  // Whether a path may go to a state from that two before, of another label.
  static bool Skips(const std::vector<int64_t>& labels, int64_t s) {
    return s % 2 == 1 && s >= 2 &&
           labels[static_cast<size_t>(s)] != labels[static_cast<size_t>(s - 2)];
  }
  bool IsClass(int64_t label) const { return label >= 0 && label < classes_; }

  const std::byte* Row(const Places& places, int64_t t, int64_t n) const {
    return log_probs_.First(places) + t * time_step_ + n * sequence_step_;
  }
  // The log-probabilities of the labels of `count` states, of which number i is state(i).
  template <class State>
  void LoadNumbers(const std::byte* row, int64_t count, const State& state,
                   SequenceMemory& memory) const {
    log_probs_.Load(
        row, count,
        [&](int64_t i) {
          const int64_t label = memory.labels[static_cast<size_t>(state(i))];
          return IsClass(label) ? label * class_step_ : StridedNumbers::kNoPlace;
        },
        memory.items.data(), memory.numbers.data());
  }

  // The first step: of all states the first two alone are reached.
  static void Begin(int64_t count, SequenceMemory& memory) {
    double* const states = memory.States();
    std::fill_n(states, CtcRoom(count), -kInfinity);
    std::copy_n(memory.numbers.data(), std::min<int64_t>(2, count), states);
  }
  static void Step(const CtcLoops& loops, int64_t count, SequenceMemory& memory) {
    loops.step(memory.States(), memory.numbers.data(), memory.skips.data(), count, memory.Next());
    std::swap(memory.states, memory.next);
  }

  const StridedNumbers log_probs_;
  const std::vector<int64_t> input_lengths_, target_lengths_;
  const int64_t blank_, classes_;
  const bool zero_infinity_;
  int64_t time_step_ = 0, sequence_step_ = 0, class_step_ = 0, most_states_ = 1;

 private:
  const int32_t targets_slot_;
  const int64_t targets_origin_;
  std::vector<int64_t> first_targets_;
};

class CtcLossComputation final : public CtcComputation {
 public:
  CtcLossComputation(const CtcSequences& sequences, const Value& losses, const Value& log_alpha)
      : CtcComputation(sequences),
        losses_(losses),
        alpha_(log_alpha),
        times_(log_alpha->shape[1]),
        columns_(log_alpha->shape[2]) {
    AddAccess(losses, true);
    AddAccess(log_alpha, true);
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const CtcLoops& loops = GetCtcLoops();
    ForSequences(columns_, [&](int64_t n, SequenceMemory& memory) {
      LoadLabels(places, n, memory);
      const int64_t states = States(n), length = Length(n);
      for (int64_t s = 0; s < states; ++s) {
        memory.skips[static_cast<size_t>(s)] = Skips(memory.labels, s) ? 1 : 0;
      }
      std::vector<double> row(static_cast<size_t>(columns_), -kInfinity);
      std::byte* to = alpha_.First(places) + n * alpha_.steps[0];
      for (int64_t t = 0; t < times_; ++t, to += alpha_.steps[1]) {
        if (t < length) {
          LoadNumbers(
              Row(places, t, n), states, [](int64_t s) { return s; }, memory);
          t == 0 ? Begin(states, memory) : Step(loops, states, memory);
          std::copy_n(memory.States(), states, row.data());
        } else if (t == length) {
          std::fill(row.begin(), row.end(), -kInfinity);
        }
        alpha_.StoreRow(row.data(), alpha_.steps[2], columns_, memory.items.data(), to);
      }
      const int64_t step = losses_.steps.empty() ? 0 : losses_.steps[0];
      losses_.Put(LossOf(loops, length, states, memory), losses_.First(places) + n * step);
    });
  }

 private:
  double LossOf(const CtcLoops& loops, int64_t length, int64_t states,
                SequenceMemory& memory) const {
    double log_likelihood = states == 1 ? 0 : -kInfinity;  // of no steps
    if (length > 0) {
      const double* const last = memory.States() + states - 1;
      log_likelihood = states == 1 ? *last : loops.log_of_sum(last[0], last[-1]);
    }
    const double loss = 0 - log_likelihood;
    const bool is_infinite = loss == kInfinity || loss == -kInfinity;
    return zero_infinity_ && is_infinite ? 0 : loss;
  }

  const StridedNumbers losses_, alpha_;
  const int64_t times_, columns_;
};

class CtcGradientComputation final : public CtcComputation {
 public:
  explicit CtcGradientComputation(const CtcGradientInputs& inputs)
      : CtcComputation(inputs.sequences),
        grad_(inputs.grad),
        losses_(inputs.losses),
        alpha_(inputs.log_alpha),
        out_(inputs.out),
        times_(inputs.out->shape[0]) {
    AddAccess(inputs.grad, false);
    AddAccess(inputs.losses, false);
    AddAccess(inputs.log_alpha, false);
    AddAccess(inputs.out, true);
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const CtcLoops& loops = GetCtcLoops();
    ForSequences(classes_, [&](int64_t n, SequenceMemory& memory) {
      Gradients(places, loops, n, memory);
    });
  }

 private:
  // From the last step to the first. States are in reverse, so that a step is like one of alpha.
  void Gradients(const Places& places, const CtcLoops& loops, int64_t n,
                 SequenceMemory& memory) const {
    LoadLabels(places, n, memory);
    const int64_t states = States(n), length = Length(n);
    const double loss = losses_.At(losses_.First(places) + n * losses_.steps[0]);
    const double grad = grad_.At(grad_.First(places) + n * grad_.steps[0]);
    std::vector<double> numbers(SequenceMemory::Room(classes_)), sums(numbers.size()),
        alpha(SequenceMemory::Room(states)), terms(alpha.size());
    const auto reversed = [states](int64_t r) { return states - 1 - r; };
    for (int64_t r = 0; r < states; ++r) {
      const int64_t to = reversed(r) + 2;
      memory.skips[static_cast<size_t>(r)] = to < states && Skips(memory.labels, to) ? 1 : 0;
    }
    const bool is_zero = IsZero(places, n, loss);
    for (int64_t t = times_; t-- > 0;) {
      std::byte* const to = out_.First(places) + t * out_.steps[0] + n * out_.steps[1];
      std::fill(sums.begin(), sums.end(), 0.0);
      if (t < length && !is_zero) {
        const std::byte* const row = Row(places, t, n);
        LoadNumbers(row, states, reversed, memory);
        t == length - 1 ? Begin(states, memory) : Step(loops, states, memory);
        alpha_.LoadRow(AlphaAt(places, n, t) + (states - 1) * alpha_.steps[2], -alpha_.steps[2],
                       states, memory.items.data(), alpha.data());
        loops.posteriors(alpha.data(), memory.States(), loss, memory.numbers.data(), states,
                         terms.data());
        for (int64_t r = states; r-- > 0;) {
          const int64_t label = memory.labels[static_cast<size_t>(reversed(r))];
          if (IsClass(label)) sums[static_cast<size_t>(label)] += terms[static_cast<size_t>(r)];
        }
        log_probs_.LoadRow(row, class_step_, classes_, memory.items.data(), numbers.data());
        loops.gradients(numbers.data(), loss, grad, classes_, sums.data());
      }
      out_.StoreRow(sums.data(), out_.steps[2], classes_, memory.items.data(), to);
    }
  }

  std::byte* AlphaAt(const Places& places, int64_t n, int64_t t) const {
    return alpha_.First(places) + n * alpha_.steps[0] + t * alpha_.steps[1];
  }

  // Whether an infinite loss has no gradient: one that is given, or one that was made 0, so that
  // log_alpha tells.
  bool IsZero(const Places& places, int64_t n, double loss) const {
    if (!zero_infinity_) return false;
    if (loss == kInfinity) return true;
    const int64_t states = States(n), length = Length(n);
    if (length == 0) return false;
    const std::byte* const last =
        AlphaAt(places, n, length - 1) + (states - 1) * alpha_.steps[2];
    return alpha_.At(last) == -kInfinity &&
           (states == 1 || alpha_.At(last - alpha_.steps[2]) == -kInfinity);
  }

  const StridedNumbers grad_, losses_, alpha_, out_;
  const int64_t times_;
};

template <class Made>
Stage StageOf(std::unique_ptr<Made> made) {
  ApplySimdSetting();
  const int64_t elements = made->Elements();
  return {.computation = std::move(made), .elements = elements, .cost = kCost};
}

}  // namespace

Stage PlanCtcLoss(const CtcSequences& sequences, const Value& losses, const Value& log_alpha) {
  return StageOf(std::make_unique<CtcLossComputation>(sequences, losses, log_alpha));
}

Stage PlanCtcGradient(const CtcGradientInputs& inputs) {
  return StageOf(std::make_unique<CtcGradientComputation>(inputs));
}

}  // namespace openaclnn

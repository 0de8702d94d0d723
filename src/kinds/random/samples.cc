// Indices that are drawn with the weights of a row.
#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/targets.h"
#include "cpu/threads.h"
#include "engine/run_failure.h"
#include "kinds/moves/moved_operand.h"
#include "kinds/random/loops.h"
#include "kinds/random/plan.h"
#include "kinds/random/source.h"

namespace openaclnn {
namespace {

constexpr int64_t kTile = 1024;
constexpr int kCost = 6000;  // picoseconds a weight on one core, about
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What a thread needs for a row.
struct RowMemory {
  std::vector<double> weights, times;
  std::vector<int64_t> indices;
};

class SamplesComputation final : public DrawnComputation {
 public:
  SamplesComputation(const WordSource& source, const SampleInputs& inputs)
      : DrawnComputation(source),
        replaces_(inputs.replaces),
        name_(inputs.name),
        columns_(inputs.weights->shape.back()),
        samples_(inputs.out->shape.back()),
        rows_(inputs.out->extent.elements / std::max<int64_t>(1, samples_)),
        weights_(CountAccesses()),
        out_(weights_ + 1) {
    AddAccess(inputs.weights, false);
    AddAccess(inputs.out, true);
  }

  bool HasWork() const override { return rows_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const WordStream stream = StreamAt(places);
    const MovedOperand weights(WalkOf(weights_), 0, DataOf(weights_, places));
    const MovedOperand out(WalkOf(out_), 0, DataOf(out_, places));
    Check(weights);
    ForRows([&](int64_t row, RowMemory& memory) {
      Load(weights, row, memory);
      memory.indices.resize(static_cast<size_t>(replaces_ ? samples_ : columns_));
      replaces_ ? SampleAgain(stream, row, memory) : SampleOnce(stream, row, memory);
      out.Put(row * samples_, samples_, reinterpret_cast<const std::byte*>(memory.indices.data()),
              false);
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "samples");
    details.AddWords("simd", ChosenSimdName());
    details.Add("elements", rows_ * samples_);
  }

 private:
  template <class Use>
  void ForRows(const Use& use) const {
    const int64_t grain = std::max<int64_t>(1, GrainFor(kCost) / (columns_ + samples_));
    ParallelFor(rows_, grain, [&](int64_t begin, int64_t end) {
      RowMemory memory;
      for (int64_t row = begin; row < end; ++row) use(row, memory);
    });
  }

  void Load(const MovedOperand& weights, int64_t row, RowMemory& memory) const {
    const aclDataType dtype = WalkOf(weights_).dtype[0];
    const ConvertLoop load =
        dtype == ACL_DOUBLE ? nullptr : LoadConversion(dtype, LoopType::kDouble);
    memory.weights.resize(static_cast<size_t>(columns_));
    std::array<double, kTile> items;
    auto* const dense = reinterpret_cast<std::byte*>(items.data());
    for (int64_t c = 0; c < columns_; c += kTile) {
      const int64_t count = std::min(kTile, columns_ - c);
      weights.GatherInto(row * columns_ + c, count, dense);
      double* const to = memory.weights.data() + c;
      if (load != nullptr) {
        load(dense, to, count);
      } else {
        std::copy_n(items.data(), count, to);
      }
    }
  }

  // Before anything is written.
  void Check(const MovedOperand& weights) const {
    std::atomic<int64_t> wrong = rows_;
    ForRows([&](int64_t row, RowMemory& memory) {
      Load(weights, row, memory);
      double sum = 0;
      bool is_right = true;
      for (const double weight : memory.weights) {
        is_right = is_right && weight >= 0 && weight < kInfinity;
        sum += weight;
      }
      if (is_right && sum > 0 && sum < kInfinity) return;
      int64_t before = wrong.load();
      while (row < before && !wrong.compare_exchange_weak(before, row)) {
      }
    });
    if (wrong.load() == rows_) return;
    FailRun(
        "{}: row {} is no distribution, expected finite numbers of which none is negative and "
        "one is above 0",
        name_, wrong.load());
  }

  // The first index up to which the weights sum to more than u times their sum.
  void SampleAgain(const WordStream& stream, int64_t row, RowMemory& memory) const {
    std::span<double> sums(memory.weights);
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    ForWords(stream, 2 * row * samples_, 2 * samples_,
             [&](const uint32_t* words, int64_t first, int64_t count) {
               for (int64_t i = 0; i < count / 2; ++i) {
                 const double u = static_cast<double>(PairAt(words, i) >> 11) * 0x1p-53;
                 const double most = std::nextafter(sums.back(), 0.0);
                 const auto at =
                     std::upper_bound(sums.begin(), sums.end(), std::min(most, u * sums.back()));
                 memory.indices[static_cast<size_t>(first / 2 + i)] = at - sums.begin();
               }
             });
  }

  // Those whose waiting times are the shortest; of equal ones the lowest first.
  void SampleOnce(const WordStream& stream, int64_t row, RowMemory& memory) const {
    std::vector<double>& times = memory.times;
    times.resize(static_cast<size_t>(columns_));
    ForWords(stream, row * columns_, columns_,
             [&](const uint32_t* words, int64_t first, int64_t count) {
               std::array<uint32_t, kTile> padded{};
               std::array<double, kTile> drawn;
               std::copy_n(words, count, padded.data());
               DrawNumbers(ExponentialDraw(1), padded.data(), kTile, drawn.data());
               for (int64_t i = 0; i < count; ++i) {
                 const auto c = static_cast<size_t>(first + i);
                 const double weight = memory.weights[c];
                 times[c] = weight > 0 ? drawn[static_cast<size_t>(i)] / weight : kInfinity;
               }
             });
    std::iota(memory.indices.begin(), memory.indices.end(), int64_t{0});
    std::partial_sort(memory.indices.begin(), memory.indices.begin() + samples_,
                      memory.indices.end(), [&times](int64_t a, int64_t b) {
                        const double x = times[static_cast<size_t>(a)];
                        const double y = times[static_cast<size_t>(b)];
                        return x != y ? x < y : a < b;
                      });
  }

  // Calls use(words, first, count) for parts of the `count` words from number `begin` on, the first
  // of which is `first` after that; parts are even.
  template <class Use>
  static void ForWords(const WordStream& stream, int64_t begin, int64_t count, const Use& use) {
    std::array<uint32_t, kTile> words;
    constexpr int64_t kPart = kTile - kWordsOfBlock;
    for (int64_t first = 0; first < count; first += kPart) {
      const int64_t part = std::min(kPart, count - first),
                    skipped = (begin + first) % kWordsOfBlock;
      FillWords(stream, static_cast<uint64_t>((begin + first) / kWordsOfBlock),
                CeilDiv(skipped + part, kWordsOfBlock), words.data());
      use(words.data() + skipped, first, part);
    }
  }

  const bool replaces_;
  const std::string name_;
  const int64_t columns_, samples_, rows_;
  const size_t weights_, out_;
};

}  // namespace

Stage PlanSamples(const WordSource& source, const SampleInputs& inputs) {
  ApplySimdSetting();
  const int64_t elements = inputs.weights->extent.elements + inputs.out->extent.elements;
  return {std::make_unique<SamplesComputation>(source, inputs), 0, elements, kCost};
}

}  // namespace openaclnn

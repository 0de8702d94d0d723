// Numbers in random order: sorted by keys.
#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <vector>

#include "base/ceil_div.h"
#include "cpu/convert.h"
#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/moves/moved_operand.h"
#include "kinds/random/loops.h"
#include "kinds/random/plan.h"
#include "kinds/random/source.h"

namespace openaclnn {
namespace {

constexpr int64_t kTile = 512;     // numbers whose keys are made at once
constexpr int64_t kInBucket = 64;  // numbers, about
constexpr int kMostBucketBits = 12;
constexpr int kCost = 40000;  // picoseconds a number on one core, about

struct Keyed {
  uint64_t key;
  int64_t number;

  // The lower number comes first of those whose keys are equal.
  bool operator<(const Keyed& other) const {
    return key != other.key ? key < other.key : number < other.number;
  }
};

// As keys are spread evenly, their uppermost bits cut them into buckets of about one size. Each
// bucket is sorted alone.
class Buckets {
 public:
  Buckets(const WordStream& stream, int64_t count)
      : stream_(stream),
        count_(count),
        bits_(std::min(kMostBucketBits,
                       static_cast<int>(std::bit_width(static_cast<uint64_t>(count / kInBucket))))),
        ends_((size_t{1} << bits_) + 1) {}

  int64_t Count() const { return int64_t{1} << bits_; }
  // The numbers of all buckets, one after the other.
  std::vector<Keyed> Fill() {
    ForEachKey([this](uint64_t key, int64_t /*number*/) { ++ends_[BucketOf(key) + 1]; });
    for (size_t b = 1; b < ends_.size(); ++b) ends_[b] += ends_[b - 1];
    std::vector<Keyed> all(static_cast<size_t>(count_));
    std::vector<int64_t> next(ends_.begin(), ends_.end() - 1);
    ForEachKey([&](uint64_t key, int64_t number) {
      all[static_cast<size_t>(next[BucketOf(key)]++)] = {key, number};
    });
    return all;
  }
  int64_t Begin(int64_t bucket) const { return ends_[static_cast<size_t>(bucket)]; }

 private:
  size_t BucketOf(uint64_t key) const { return bits_ == 0 ? 0 : key >> (64 - bits_); }

  template <class Use>
  void ForEachKey(const Use& use) const {
    alignas(kWidestVector) std::array<uint32_t, 2 * kTile> words;
    for (int64_t first = 0; first < count_; first += kTile) {
      const int64_t count = std::min(kTile, count_ - first);
      FillWords(stream_, static_cast<uint64_t>(2 * first / kWordsOfBlock),
                CeilDiv(2 * count, kWordsOfBlock), words.data());
      for (int64_t i = 0; i < count; ++i) use(PairAt(words.data(), i), first + i);
    }
  }

  const WordStream stream_;
  const int64_t count_;
  const int bits_;
  std::vector<int64_t> ends_;  // of the buckets before each, then of all
};

class PermutationComputation final : public DrawnComputation {
 public:
  PermutationComputation(const WordSource& source, const Value& out)
      : DrawnComputation(source),
        count_(out->extent.elements),
        dtype_(out->dtype),
        to_(CountAccesses()) {
    AddAccess(out, true);
  }

  bool HasWork() const override { return count_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    Buckets buckets(StreamAt(places), count_);
    std::vector<Keyed> all = buckets.Fill();
    const MovedOperand output(WalkOf(to_), 0, DataOf(to_, places));
    const int64_t in_bucket = CeilDiv(count_, buckets.Count());
    const int64_t grain = std::max<int64_t>(1, GrainFor(kCost) / in_bucket);
    ParallelFor(buckets.Count(), grain, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) {
        std::sort(all.begin() + buckets.Begin(b), all.begin() + buckets.Begin(b + 1));
      }
      Store(output, all, buckets.Begin(begin), buckets.Begin(end));
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "permutation");
    details.AddWords("simd", ChosenSimdName());
    details.Add("elements", count_);
  }

 private:
  void Store(const MovedOperand& output, const std::vector<Keyed>& all, int64_t begin,
             int64_t end) const {
    const ConvertLoop store =
        dtype_ == ACL_INT64 ? nullptr : StoreConversion(LoopType::kInt64, dtype_);
    std::array<int64_t, kTile> numbers, items;
    for (int64_t first = begin; first < end; first += kTile) {
      const int64_t count = std::min(kTile, end - first);
      for (int64_t i = 0; i < count; ++i) {
        numbers[static_cast<size_t>(i)] = all[static_cast<size_t>(first + i)].number;
      }
      if (store != nullptr) store(numbers.data(), items.data(), count);
      const auto& elements = store != nullptr ? items : numbers;
      output.Put(first, count, reinterpret_cast<const std::byte*>(elements.data()), false);
    }
  }

  const int64_t count_;
  const aclDataType dtype_;
  const size_t to_;
};

}  // namespace

Stage PlanPermutation(const WordSource& source, const Value& out) {
  ApplySimdSetting();
  return {std::make_unique<PermutationComputation>(source, out), 0, out->extent.elements, kCost};
}

}  // namespace openaclnn

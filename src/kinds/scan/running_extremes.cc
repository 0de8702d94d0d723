// The largest or smallest of all elements up to each one. Elements are words, compared by integers
// that have their order. So there is a loop for each size and not for each dtype.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "base/infinity.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/scan/plan.h"

namespace openaclnn {
namespace {

constexpr int kExtremesCost = 1500;  // picoseconds an element on one core, about
constexpr int64_t kWidth = 256;      // columns that are taken at once

enum class Compared : uint8_t { kSigned, kUnsigned, kFloats, kTruths };

Compared ComparedOf(aclDataType dtype) {
  if (dtype == ACL_BOOL) return Compared::kTruths;
  if (dtype == ACL_UINT8) return Compared::kUnsigned;
  return ClassOf(dtype) == DtypeClass::kFloat ? Compared::kFloats : Compared::kSigned;
}

// Elements lie as [outer, length, inner].
struct ExtremesRun {
  const std::byte* elements;
  std::byte* values;
  std::byte* indices;
  int64_t outer, length, inner;
  uint64_t infinity;
  bool wants_largest;
};

template <class Word, Compared compared, class Index>
class RunningExtremes {
 public:
  using Key = std::make_signed_t<Word>;

  explicit RunningExtremes(const ExtremesRun& run)
      : run_(run),
        elements_(reinterpret_cast<const Word*>(run.elements)),
        values_(reinterpret_cast<Word*>(run.values)),
        indices_(reinterpret_cast<Index*>(run.indices)) {}

  void Run() const {
    const int64_t width = std::min(kWidth, run_.inner), strips = CeilDiv(run_.inner, width);
    const int64_t grain = std::max<int64_t>(1, GrainFor(kExtremesCost) / (run_.length * width));
    ParallelFor(run_.outer * strips, grain, [&](int64_t begin, int64_t end) {
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t column = unit % strips * width;
        const int64_t first = unit / strips * run_.length * run_.inner + column;
        run_.inner == 1 ? ScanRow(first) : ScanStrip(first, std::min(width, run_.inner - column));
      }
    });
  }

 private:
  // The later of two elements is taken if its key is not below that of the other.
  Key KeyOf(Word word) const {
    constexpr Word kSign = static_cast<Word>(Word{1} << (8 * sizeof(Word) - 1));
    Key key = static_cast<Key>(word);
    if constexpr (compared == Compared::kUnsigned) key = static_cast<Key>(word ^ kSign);
    if constexpr (compared == Compared::kFloats) {
      const Word size = static_cast<Word>(word & ~kSign);
      if (size > static_cast<Word>(run_.infinity)) return std::numeric_limits<Key>::max();
      key =
          static_cast<Key>((word & kSign) != 0 ? -static_cast<Key>(size) : static_cast<Key>(size));
    }
    return run_.wants_largest ? key : static_cast<Key>(~key);
  }
  Word WordAt(int64_t i) const {
    if constexpr (compared == Compared::kTruths) return elements_[i] != 0 ? 1 : 0;
    return elements_[i];
  }

  void ScanRow(int64_t first) const {
    Word best = WordAt(first);
    Key key = KeyOf(best);
    Index index = 0;
    for (int64_t i = 0; i < run_.length; ++i) {
      const Word word = WordAt(first + i);
      const Key other = KeyOf(word);
      const bool is_taken = other >= key;
      key = is_taken ? other : key;
      best = is_taken ? word : best;
      index = is_taken ? static_cast<Index>(i) : index;
      values_[first + i] = best;
      indices_[first + i] = index;
    }
  }

  void ScanStrip(int64_t first, int64_t width) const {
    std::array<Word, kWidth> best;
    std::array<Key, kWidth> keys;
    std::array<Index, kWidth> places;
    keys.fill(std::numeric_limits<Key>::min());
    for (int64_t row = 0; row < run_.length; ++row, first += run_.inner) {
      for (int64_t i = 0; i < width; ++i) {
        const auto k = static_cast<size_t>(i);
        const Word word = WordAt(first + i);
        const Key other = KeyOf(word);
        const bool is_taken = other >= keys[k];
        keys[k] = is_taken ? other : keys[k];
        best[k] = is_taken ? word : best[k];
        places[k] = is_taken ? static_cast<Index>(row) : places[k];
        values_[first + i] = best[k];
        indices_[first + i] = places[k];
      }
    }
  }

  const ExtremesRun& run_;
  const Word* const elements_;
  Word* const values_;
  Index* const indices_;
};

template <class Word, class Index>
void RunWords(const ExtremesRun& run, Compared compared) {
  switch (compared) {
    case Compared::kSigned:
      return RunningExtremes<Word, Compared::kSigned, Index>(run).Run();
    case Compared::kUnsigned:
      if constexpr (sizeof(Word) == 1) {
        RunningExtremes<Word, Compared::kUnsigned, Index>(run).Run();
      }
      return;
    case Compared::kFloats:
      if constexpr (sizeof(Word) > 1) RunningExtremes<Word, Compared::kFloats, Index>(run).Run();
      return;
    case Compared::kTruths:
      if constexpr (sizeof(Word) == 1) RunningExtremes<Word, Compared::kTruths, Index>(run).Run();
      return;
  }
}

template <class Index>
void RunIn(const ExtremesRun& run, int64_t bytes, Compared compared) {
  switch (bytes) {
    case 1:
      return RunWords<uint8_t, Index>(run, compared);
    case 2:
      return RunWords<uint16_t, Index>(run, compared);
    case 4:
      return RunWords<uint32_t, Index>(run, compared);
    default:
      return RunWords<uint64_t, Index>(run, compared);
  }
}

class RunningExtremesComputation final : public AccessedComputation {
 public:
  explicit RunningExtremesComputation(const RunningExtremeInputs& inputs)
      : dtype_(inputs.elements->dtype),
        is_wide_(inputs.indices->dtype == ACL_INT64),
        slots_{inputs.elements.slot, inputs.values.slot, inputs.indices.slot} {
    run_.infinity = InfinityOf(dtype_);
    run_.wants_largest = inputs.wants_largest;
    run_.outer = run_.length = run_.inner = 1;
    const Dims& shape = inputs.elements->shape;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      int64_t& extent = axis < inputs.axis    ? run_.outer
                        : axis == inputs.axis ? run_.length
                                              : run_.inner;
      if (inputs.elements->extent.elements > 0) extent *= shape[axis];
    }
    AddAccess(inputs.elements, false);
    AddAccess(inputs.values, true);
    AddAccess(inputs.indices, true);
  }

  bool HasWork() const override { return CountAccesses() > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    ExtremesRun run = run_;
    run.elements = places.First(slots_[0]);
    run.values = places.First(slots_[1]);
    run.indices = places.First(slots_[2]);
    const Compared compared = ComparedOf(dtype_);
    const int64_t bytes = DtypeBytes(dtype_);
    is_wide_ ? RunIn<int64_t>(run, bytes, compared) : RunIn<int32_t>(run, bytes, compared);
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "running extremes");
    details.Add("elements", HasWork() ? WalkOf(0).elements : 0);
  }

 private:
  const aclDataType dtype_;
  const bool is_wide_;
  const std::array<int32_t, 3> slots_;
  ExtremesRun run_{};
};

}  // namespace

Stage PlanRunningExtremes(const RunningExtremeInputs& inputs) {
  return {std::make_unique<RunningExtremesComputation>(inputs), 0, inputs.elements->extent.elements,
          kExtremesCost};
}

}  // namespace openaclnn

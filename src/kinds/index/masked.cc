#include "kinds/index/masked.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "cpu/gather.h"
#include "cpu/threads.h"
#include "engine/run_failure.h"
#include "kinds/accessed.h"
#include "kinds/operands.h"
#include "tensor/set_view.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

constexpr int kMaskedCost = 1500;       // picoseconds an element on one core, about
constexpr int64_t kTile = 1024;         // elements that are made dense at once
constexpr int64_t kChunk = 16 * kTile;  // that a thread counts, and then walks
constexpr int64_t kWidest = 16;         // bytes

// Bits that are set in an element unless it is 0.
uint64_t BitsOfNumber(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
    case ACL_BF16:
      return 0x7fff;
    case ACL_FLOAT:
      return 0x7fffffff;
    case ACL_DOUBLE:
      return ~uint64_t{0} >> 1;
    default:
      return ~uint64_t{0};
  }
}

template <class Word>
int64_t MarkWords(const std::byte* elements, int64_t count, uint64_t bits, uint8_t* marks) {
  int64_t marked = 0;
  for (int64_t i = 0; i < count; ++i) {
    Word word;
    std::memcpy(&word, elements + i * static_cast<int64_t>(sizeof(Word)), sizeof(Word));
    marks[i] = (word & static_cast<Word>(bits)) != 0 ? 1 : 0;
    marked += marks[i];
  }
  return marked;
}

// Marks the elements that are not 0; returns how many.
int64_t Mark(aclDataType dtype, const std::byte* elements, int64_t count, uint8_t* marks) {
  const uint64_t bits = BitsOfNumber(dtype);
  switch (DtypeBytes(dtype)) {
    case 1:
      return MarkWords<uint8_t>(elements, count, bits, marks);
    case 2:
      return MarkWords<uint16_t>(elements, count, bits, marks);
    case 4:
      return MarkWords<uint32_t>(elements, count, bits, marks);
    default:
      return MarkWords<uint64_t>(elements, count, bits, marks);
  }
}

// Operands that are walked together in row-major order, the first of which is the mask.
class MaskedComputation : public AccessedComputation {
 public:
  bool HasWork() const override { return true; }  // a view is set

 protected:
  // `views`: of the mask and up to one more, under `shape`.
  void SetWalk(const Dims& shape, std::span<const OperandView> views,
               std::span<const Value> values) {
    plan_ = PlanInOrder(shape, views, 0);
    for (size_t k = 0; k < values.size(); ++k) {
      slots_[k] = values[k].slot;
      plan_.origin[static_cast<int>(k)] += values[k].origin;
    }
  }
  int64_t elements() const { return plan_.elements; }
  const Plan& plan() const { return plan_; }
  std::byte* Base(int operand, const Places& places) const {
    return places.First(slots_[static_cast<size_t>(operand)]) + plan_.origin[operand];
  }

  // Elements of the walk, in `tile` unless they lie dense.
  const std::byte* Dense(int operand, const std::byte* base, int64_t first, int64_t count,
                         std::byte* tile) const {
    const int item = DtypeBytes(plan_.dtype[operand]);
    if (IsDense(plan_, operand)) return base + first * item;
    Gather({plan_, operand, first, count}, base, item, tile);
    return tile;
  }

  // How many are marked before each chunk, and in all.
  std::vector<int64_t> CountBefore(const Places& places) const {
    const std::byte* const base = Base(0, places);
    const int64_t chunks = (elements() + kChunk - 1) / kChunk;
    std::vector<int64_t> before(static_cast<size_t>(chunks) + 1);
    if (chunks == 0) return before;
    ParallelFor(chunks, 1, [&](int64_t begin, int64_t end) {
      uint8_t marks[kTile];
      std::byte tile[kTile * 8];
      for (int64_t chunk = begin; chunk < end; ++chunk) {
        int64_t marked = 0;
        ForEachTile(chunk, [&](int64_t first, int64_t count) {
          marked += Mark(plan_.dtype[0], Dense(0, base, first, count, tile), count, marks);
        });
        before[static_cast<size_t>(chunk) + 1] = marked;
      }
    });
    for (size_t c = 1; c < before.size(); ++c) before[c] += before[c - 1];
    return before;
  }

  // Calls use(first, count, marks, marked before) for each tile, in any order.
  template <class Use>
  void ForEachMarked(const Places& places, const std::vector<int64_t>& before,
                     const Use& use) const {
    const std::byte* const base = Base(0, places);
    if (elements() == 0) return;
    ParallelFor((elements() + kChunk - 1) / kChunk, 1, [&](int64_t begin, int64_t end) {
      uint8_t marks[kTile];
      std::byte tile[kTile * 8];
      for (int64_t chunk = begin; chunk < end; ++chunk) {
        int64_t at = before[static_cast<size_t>(chunk)];
        ForEachTile(chunk, [&](int64_t first, int64_t count) {
          const int64_t marked =
              Mark(plan_.dtype[0], Dense(0, base, first, count, tile), count, marks);
          if (marked > 0) use(first, count, marks, at);
          at += marked;
        });
      }
    });
  }

 private:
  template <class Use>
  void ForEachTile(int64_t chunk, const Use& use) const {
    const int64_t end = std::min((chunk + 1) * kChunk, elements());
    for (int64_t first = chunk * kChunk; first < end; first += kTile) {
      use(first, std::min(kTile, end - first));
    }
  }

  Plan plan_;
  std::array<int32_t, 2> slots_{};
};

class SelectComputation final : public MaskedComputation {
 public:
  explicit SelectComputation(const MaskedElements& elements)
      : out_slot_(elements.out.slot),
        item_(DtypeBytes(elements.self->dtype)),
        step_(elements.out->strides.empty() ? 0 : elements.out->strides[0]) {
    const OperandView views[] = {ViewIn(*elements.mask.tensor, elements.shape),
                                 ViewIn(*elements.self.tensor, elements.shape)};
    const Value values[] = {elements.mask, elements.self};
    SetWalk(elements.shape, views, values);
    AddAccess(elements.mask, false);
    AddAccess(elements.self, false);
    AddAccess(elements.out, true);
  }

  void Run(const Places& places) const override {
    const std::vector<int64_t> before = CountBefore(places);
    const std::byte* const self = Base(1, places);
    std::byte* const out = places.First(out_slot_);
    const int64_t step = step_ * item_;
    ForEachMarked(places, before,
                  [&](int64_t first, int64_t count, const uint8_t* marks, int64_t at) {
                    std::byte tile[kTile * kWidest];
                    const std::byte* const from = Dense(1, self, first, count, tile);
                    std::byte* to = out + at * step;
                    for (int64_t i = 0; i < count; ++i) {
                      if (marks[i] == 0) continue;
                      std::memcpy(to, from + i * item_, static_cast<size_t>(item_));
                      to += step;
                    }
                  });
    SetView(places.slots[out_slot_].handle, {before.back()}, {step_});
  }

  void AddDetails(Details& details) const override { details.AddWords("loop", "masked select"); }

 private:
  const int32_t out_slot_;
  const int64_t item_, step_;
};

class ScatterComputation final : public MaskedComputation {
 public:
  explicit ScatterComputation(const MaskedTargets& targets)
      : source_slot_(targets.source.slot), name_(targets.source_name) {
    const Dims& shape = targets.self->shape;
    const OperandView views[] = {ViewIn(*targets.mask.tensor, shape),
                                 ViewIn(*targets.self.tensor, shape)};
    const Value values[] = {targets.mask, targets.self};
    SetWalk(shape, views, values);
    PlanAlone(*targets.source.tensor, 0, source_);
    AddAccess(targets.mask, false);
    AddAccess(targets.source, false);
    AddAccess(targets.self, false);
    AddAccess(targets.self, true);
  }

  void Run(const Places& places) const override {
    const std::vector<int64_t> before = CountBefore(places);
    if (before.back() > source_.elements) {
      FailRun("{}: {}: has {} elements, expected at least {}, as many as are true",
              name_.operator_name, name_.argument, source_.elements, before.back());
    }
    std::byte* const self = Base(1, places);
    const std::byte* const source = places.First(source_slot_) + source_.origin[0];
    const int item = DtypeBytes(source_.dtype[0]);
    ForEachMarked(places, before,
                  [&](int64_t first, int64_t count, const uint8_t* marks, int64_t at) {
                    const int64_t marked = std::count(marks, marks + count, uint8_t{1});
                    std::byte tile[kTile * kWidest], taken[kTile * kWidest];
                    Gather({source_, 0, at, marked}, source, item, taken);
                    Gather({plan(), 1, first, count}, self, item, tile);
                    const std::byte* from = taken;
                    for (int64_t i = 0; i < count; ++i) {
                      if (marks[i] == 0) continue;
                      std::memcpy(tile + i * item, from, static_cast<size_t>(item));
                      from += item;
                    }
                    Scatter({plan(), 1, first, count}, tile, item, self);
                  });
  }

  void AddDetails(Details& details) const override { details.AddWords("loop", "masked scatter"); }

 private:
  const int32_t source_slot_;
  const NameInCall name_;
  Plan source_;
};

class NonzeroComputation final : public MaskedComputation {
 public:
  explicit NonzeroComputation(const NonzeroPlaces& places)
      : shape_(places.self->shape),
        by_axis_(places.by_axis),
        room_(places.out->extent.elements),
        strides_(places.out->extent.contiguous ? Dims() : places.out->strides),
        out_slot_(places.out.slot),
        name_(places.out_name) {
    const OperandView views[] = {ViewIn(*places.self.tensor, shape_)};
    const Value values[] = {places.self};
    SetWalk(shape_, views, values);
    AddAccess(places.self, false);
    AddAccess(places.out, true);
  }

  void Run(const Places& places) const override {
    const std::vector<int64_t> before = CountBefore(places);
    const int64_t found = before.back(), rank = std::ssize(shape_);
    if (found * rank > room_) {
      FailRun("{}: {}: has {} elements, expected {}, for {} places along {} axes",
              name_.operator_name, name_.argument, room_, found * rank, found, rank);
    }
    auto* const out = reinterpret_cast<int64_t*>(places.First(out_slot_));
    const Dims shape = by_axis_ ? Dims{rank, found} : Dims{found, rank};
    const Dims strides = strides_.empty() ? Dims{shape[1], 1} : strides_;
    const int64_t of_place = strides[by_axis_ ? 1 : 0], of_axis = strides[by_axis_ ? 0 : 1];
    if (rank > 0) {
      ForEachMarked(places, before,
                    [&](int64_t first, int64_t count, const uint8_t* marks, int64_t at) {
                      WritePlaces(first, count, marks, out + at * of_place, of_place, of_axis);
                    });
    }
    SetView(places.slots[out_slot_].handle, shape, strides);
  }

  void AddDetails(Details& details) const override { details.AddWords("loop", "nonzero"); }

 private:
  void WritePlaces(int64_t first, int64_t count, const uint8_t* marks, int64_t* to,
                   int64_t of_place, int64_t of_axis) const {
    const size_t last = shape_.size() - 1;
    std::array<int64_t, kMostAxes> at{};
    int64_t rest = first;
    for (size_t axis = shape_.size(); axis-- > 0; rest /= shape_[axis]) {
      at[axis] = rest % shape_[axis];
    }
    for (int64_t i = 0; i < count; ++i) {
      if (marks[i] != 0) {
        for (size_t axis = 0; axis <= last; ++axis)
          to[static_cast<int64_t>(axis) * of_axis] = at[axis];
        to += of_place;
      }
      size_t axis = last;
      while (++at[axis] == shape_[axis] && axis > 0) at[axis--] = 0;
    }
  }

  static constexpr size_t kMostAxes = 8;

  const Dims shape_;
  const bool by_axis_;
  const int64_t room_;
  const Dims strides_;  // of an output with gaps
  const int32_t out_slot_;
  const NameInCall name_;
};

template <class Made, class Arguments>
Stage StageOf(const Arguments& arguments, int64_t elements) {
  return {std::make_unique<Made>(arguments), 0, elements, kMaskedCost};
}

}  // namespace

Stage PlanMaskedSelect(const MaskedElements& elements) {
  return StageOf<SelectComputation>(elements, *CountElements(elements.shape));
}

Stage PlanMaskedScatter(const MaskedTargets& targets) {
  return StageOf<ScatterComputation>(targets, targets.self->extent.elements);
}

Stage PlanNonzero(const NonzeroPlaces& places) {
  return StageOf<NonzeroComputation>(places, places.self->extent.elements);
}

}  // namespace openaclnn

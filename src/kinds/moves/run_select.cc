#include "kinds/moves/run_select.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/cast.h"
#include "cpu/prefetch.h"
#include "cpu/streaming.h"
#include "cpu/threads.h"
#include "kinds/moves/moved_operand.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/moves/run_select.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

// Dense elements, none of which is aligned. The output may be an input.
#ifndef OPENACLNN_SELECT_LOOP
#define OPENACLNN_SELECT_LOOP
namespace openaclnn {
using SelectLoop = void (*)(const std::byte* condition, const std::byte* first,
                            const std::byte* second, std::byte* target, int64_t count);
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int kBytes>
HWY_INLINE void SelectOne(const std::byte* condition, const std::byte* first,
                          const std::byte* second, std::byte* target, int64_t i) {
  const std::byte* const from = condition[i] != std::byte{0} ? first : second;
  std::memmove(target + i * kBytes, from + i * kBytes, kBytes);
}

// Bytes in lanes of D.
template <class D, class V>
HWY_INLINE hn::Vec<D> Widened(D d, V bytes) {
  if constexpr (sizeof(hn::TFromD<D>) == 1) {
    return bytes;
  } else if constexpr (sizeof(hn::TFromD<D>) == 8) {
    return hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<int32_t, D>(), bytes));
  } else {
    return hn::PromoteTo(d, bytes);
  }
}

// Bits: an unsigned integer as wide as an element.
template <class Bits>
void Select(const std::byte* condition, const std::byte* first, const std::byte* second,
            std::byte* target, int64_t count) {
  const hn::ScalableTag<Bits> d;
  const hn::RebindToSigned<decltype(d)> wide;
  const hn::Rebind<int8_t, decltype(d)> narrow;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto load = [d](const std::byte* from, int64_t i)
                        HWY_ATTR { return hn::LoadU(d, reinterpret_cast<const Bits*>(from) + i); };
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto bytes = hn::LoadU(narrow, reinterpret_cast<const int8_t*>(condition) + i);
    const auto is_second = hn::VecFromMask(narrow, hn::Eq(bytes, hn::Zero(narrow)));
    const auto mask = hn::MaskFromVec(hn::BitCast(d, Widened(wide, is_second)));
    const auto result = hn::IfThenElse(mask, load(second, i), load(first, i));
    hn::StoreU(result, d, reinterpret_cast<Bits*>(target) + i);
  }
  for (; i < count; ++i) SelectOne<sizeof(Bits)>(condition, first, second, target, i);
}

// Selects elements of 16 bytes.
void SelectWide(const std::byte* condition, const std::byte* first, const std::byte* second,
                std::byte* target, int64_t count) {
  for (int64_t i = 0; i < count; ++i) SelectOne<16>(condition, first, second, target, i);
}

SelectLoop GetSelectLoop(int item_bytes) {
  switch (item_bytes) {
    case 1:
      return Select<uint8_t>;
    case 2:
      return Select<uint16_t>;
    case 4:
      return Select<uint32_t>;
    case 8:
      return Select<uint64_t>;
    default:
      return SelectWide;
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(GetSelectLoop);

constexpr int kCondition = 0, kFirst = 1, kSecond = 2, kTarget = 3;

// The buffers of a tile.
constexpr int kResults = 3, kGathered = 4, kScratch = 5;

// Elements of a block of a plan with transposed operands: by default 64 a side, or 128 of up to 2
// bytes.
int64_t BlockElements(const Plan& plan) {
  const auto* const end = plan.dtype.begin() + plan.num_operands;
  const bool narrow = std::all_of(plan.dtype.begin(), end,
                                  [](aclDataType dtype) { return DtypeBytes(dtype) <= 2; });
  return GetSettings().tile * (narrow ? 16 : 4);
}

// An input, of which tiles are wanted as dense elements of the output's dtype.
class Source {
 public:
  Source(const Plan& plan, int operand, aclDataType wanted, std::byte* data)
      : operand_(plan, operand, data),
        index_(operand),
        cast_(plan.dtype[operand], wanted),
        uniform_(operand_.IsUniform()) {}

  // Whether any tile is used as it lies.
  bool IsDense() const { return cast_.IsIdentity() && !uniform_ && operand_.dense(); }

  // An input that has one element is repeated once for all tiles.
  void Prepare(int64_t buffered, const TileBuffers& buffers) const {
    if (uniform_) Load(0, buffered, buffers);
  }

  const std::byte* At(int64_t first, int64_t count, bool streams,
                      const TileBuffers& buffers) const {
    if (uniform_) return buffers.Values(index_);
    const std::byte* const values = operand_.InPlace(first, count);
    if (values == nullptr) return Load(first, count, buffers);
    if (streams) {
      // What the next tile will read, while this one is used in the caches.
      const int64_t bytes = count * operand_.item_bytes();
      AskForLines(reinterpret_cast<uintptr_t>(values) + static_cast<uintptr_t>(bytes), bytes);
    }
    return cast_.IsIdentity() ? values : Convert(values, count, buffers);
  }

 private:
  const std::byte* Load(int64_t first, int64_t count, const TileBuffers& buffers) const {
    std::byte* const gathered = buffers.Values(cast_.IsIdentity() ? index_ : kGathered);
    operand_.GatherInto(first, count, gathered);
    return cast_.IsIdentity() ? gathered : Convert(gathered, count, buffers);
  }

  const std::byte* Convert(const std::byte* values, int64_t count,
                           const TileBuffers& buffers) const {
    std::byte* const converted = buffers.Values(index_);
    cast_(values, converted, count, buffers.Values(kScratch), buffers.Items());
    return converted;
  }

  const MovedOperand operand_;
  const int index_;
  const Cast cast_;
  const bool uniform_;
};

// A plan, or a block of one that BlockTransposed made.
class Selection {
 public:
  Selection(const Plan& plan, const OperandData& data, bool streams)
      : plan_(plan),
        condition_(plan, kCondition, plan.dtype[kCondition], data[kCondition]),
        first_(plan, kFirst, plan.dtype[kTarget], data[kFirst]),
        second_(plan, kSecond, plan.dtype[kTarget], data[kSecond]),
        target_(plan, kTarget, data[kTarget]),
        loop_(HWY_DYNAMIC_DISPATCH(GetSelectLoop)(DtypeBytes(plan.dtype[kTarget]))),
        streams_(streams),
        buffered_(std::max(GetSettings().tile, plan.block)) {}

  void Run() const {
    int64_t grain = GrainFor(kSelectCost);
    if (plan_.block != 0) grain = (grain + plan_.block - 1) / plan_.block * plan_.block;
    ParallelFor(plan_.elements, grain, [this](int64_t begin, int64_t end) {
      const TileBuffers buffers(buffered_ * Cast::kWidest / int64_t{sizeof(double)});
      for (const Source* source : {&condition_, &first_, &second_}) {
        source->Prepare(std::min(buffered_, end - begin), buffers);
      }
      for (int64_t first = begin; first < end;) {
        const int64_t count = TileAt(first, end - first);
        SelectTile(first, count, buffers);
        first += count;
      }
      if (streams_) FinishStreaming();
    });
  }

 private:
  int64_t TileAt(int64_t first, int64_t wanted) const {
    if (plan_.block != 0) {
      return std::min({wanted, buffered_, plan_.block - first % plan_.block});
    }
    const bool dense =
        condition_.IsDense() && first_.IsDense() && second_.IsDense() && target_.dense();
    if (dense && !streams_) return wanted;
    const int64_t row = plan_.axes.empty() ? 1 : plan_.axes[0].extent;
    return std::min({wanted, buffered_, row < kLongMovedRow ? wanted : row - first % row});
  }

  void SelectTile(int64_t first, int64_t count, const TileBuffers& buffers) const {
    std::byte* const target = streams_ ? nullptr : target_.InPlace(first, count);
    std::byte* const results = target != nullptr ? target : buffers.Values(kResults);
    loop_(condition_.At(first, count, streams_, buffers),
          first_.At(first, count, streams_, buffers), second_.At(first, count, streams_, buffers),
          results, count);
    if (target == nullptr) target_.Put(first, count, results, streams_);
  }

  const Plan& plan_;
  const Source condition_, first_, second_;
  const MovedOperand target_;
  const SelectLoop loop_;
  const bool streams_;
  const int64_t buffered_;  // elements that a buffer holds
};

}  // namespace

void RunSelect(const Plan& plan, const OperandData& data) {
  if (plan.elements == 0) return;
  const bool streams = ExceedsCaches(plan);
  if (plan.axes.size() < 2) return Selection(plan, data, streams).Run();
  for (const Plan& part : BlockTransposed(plan, BlockElements(plan))) {
    Selection(part, data, streams).Run();
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE

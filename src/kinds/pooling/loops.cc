#include "kinds/pooling/loops.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/pooling/loops.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

#include "kinds/pooling/larger.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V>
HWY_INLINE hn::Mask<D> IsNan(D d, V values) {
  if constexpr (std::is_floating_point_v<hn::TFromD<D>>) {
    return hn::IsNaN(values);
  } else {
    return hn::MaskFromVec(hn::Zero(d));
  }
}

// Calls at(d, i) for the vectors that have the elements up to `count`. Where there are enough for
// one, the last one ends with them, so that some are taken twice; else vectors are half as long.
template <class D, class At>
HWY_INLINE void ForVectors(D d, int64_t count, const At& at) {
  constexpr int64_t kLanes = hn::MaxLanes(D());
  if constexpr (kLanes > 1) {
    if (count < kLanes) return ForVectors(hn::Half<D>(), count, at);
  }
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) at(d, i);
  if (i < count) at(d, count - kLanes);
}

template <class T>
void TakeRows(const T* const* rows, int64_t count, int64_t width, T* values, PlaceOf<T>* places) {
  using P = PlaceOf<T>;
  ForVectors(hn::ScalableTag<T>(), width, [&](auto d, int64_t i) HWY_ATTR {
    const hn::Rebind<P, decltype(d)> dp;
    auto largest = hn::LoadU(d, rows[0] + i);
    auto place = hn::Zero(dp);
    for (int64_t r = 1; r < count; ++r) {
      const auto value = hn::LoadU(d, rows[r] + i);
      const auto takes = hn::Or(hn::Gt(value, largest), IsNan(d, value));
      largest = hn::IfThenElse(takes, value, largest);
      place = hn::IfThenElse(hn::RebindMask(dp, takes), hn::Set(dp, static_cast<P>(r)), place);
    }
    hn::StoreU(largest, d, values + i);
    hn::StoreU(place, dp, places + i);
  });
}

// Columns that are taken twice win against themselves, or do not, so that nothing changes.
template <class T>
void JoinColumn(const T* values, const PlaceOf<T>* rows, int64_t column, int64_t width,
                Largest<T> largest) {
  using P = PlaceOf<T>;
  ForVectors(hn::ScalableTag<T>(), width, [&](auto d, int64_t i) HWY_ATTR {
    const hn::Rebind<P, decltype(d)> dp;
    const auto value = hn::LoadU(d, values + i), best = hn::LoadU(d, largest.values + i);
    const auto row = hn::LoadU(dp, rows + i), best_row = hn::LoadU(dp, largest.rows + i);
    const auto is_before = hn::RebindMask(d, hn::Lt(row, best_row));
    const auto wins = hn::Or(hn::Gt(value, best), hn::And(hn::Eq(value, best), is_before));
    // A NaN wins unless there is one in a later row.
    const auto stays = hn::And(is_before, IsNan(d, best));
    const auto takes = hn::Or(wins, hn::AndNot(stays, IsNan(d, value)));
    const auto takes_place = hn::RebindMask(dp, takes);
    hn::StoreU(hn::IfThenElse(takes, value, best), d, largest.values + i);
    hn::StoreU(hn::IfThenElse(takes_place, row, best_row), dp, largest.rows + i);
    const auto best_column = hn::LoadU(dp, largest.columns + i);
    hn::StoreU(hn::IfThenElse(takes_place, hn::Set(dp, static_cast<P>(column)), best_column), dp,
               largest.columns + i);
  });
}

template <class T>
constexpr PoolingLoops<T> LoopsOf() {
  return {.take_rows = TakeRows<T>, .join_column = JoinColumn<T>};
}

const AllPoolingLoops* LoopsOfPooling() {
  static constexpr AllPoolingLoops kLoops =
      AllPoolingLoops::MadeBy([]<class T>() { return LoopsOf<T>(); });
  return &kLoops;
}

template <bool all_count>
void ChooseWith(const uint8_t* words, int64_t bytes, int64_t rows, const uint64_t* having,
                const uint8_t* first, uint8_t* chosen) {
  const hn::CappedTag<uint8_t, MaskLoop::kWindows> d;
  constexpr int64_t kLanes = hn::MaxLanes(decltype(d)());
  // Lanes are no bytes of bits.
  if constexpr (kLanes < 8) return ChooseByBits(words, bytes, rows, having, first, chosen);
  for (int64_t i = 0; i < MaskLoop::kWindows; i += kLanes) {
    auto last = hn::LoadU(d, first + i), row = hn::Zero(d);
    for (int64_t r = 0; r < rows; ++r) {
      auto takes = hn::LoadMaskBits(d, words + r * bytes + i / 8);
      if constexpr (!all_count) {
        const auto* const counting = reinterpret_cast<const uint8_t*>(having + r);
        takes = hn::And(takes, hn::LoadMaskBits(d, counting + i / 8));
      }
      last = hn::IfThenElse(takes, row, last);
      row = hn::Add(row, hn::Set(d, uint8_t{1}));
    }
    hn::StoreU(last, d, chosen + i);
  }
}

void Choose(const uint8_t* words, int64_t bytes, int64_t rows, const uint64_t* having,
            const uint8_t* first, uint8_t* chosen) {
  having == nullptr ? ChooseWith<true>(words, bytes, rows, having, first, chosen)
                    : ChooseWith<false>(words, bytes, rows, having, first, chosen);
}

const MaskLoop* LoopOfMasks() {
  static constexpr MaskLoop kLoop = {.choose = Choose};
  return &kLoop;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LoopsOfPooling);

const AllPoolingLoops& GetPoolingLoops() { return *HWY_DYNAMIC_DISPATCH(LoopsOfPooling)(); }

HWY_EXPORT(LoopOfMasks);

const MaskLoop& GetMaskLoop() { return *HWY_DYNAMIC_DISPATCH(LoopOfMasks)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE

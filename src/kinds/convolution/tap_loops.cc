#include "kinds/convolution/tap_loops.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/convolution/tap_loops.cc"
#include "hwy/foreach_target.h"

#include "base/half.h"
#include "cpu/sum_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// As many as hide how long a multiply-add takes.
inline constexpr size_t kVectorsOfSums = 8;

// The chain over every `step`-th tap from `first` on.
template <size_t... v>
HWY_INLINE void AddChain(const TapSums& sums, int64_t at, int64_t first, int64_t step,
                         Floats (&chain)[sizeof...(v)], std::index_sequence<v...>) {
  ((chain[v] = Floats(0.0f)), ...);
  for (int64_t t = first; t < sums.taps; t += step) {
    const float* const from = sums.from + sums.offsets[t] + at;
    const Floats weight(sums.weights[t]);
    ((chain[v] = Fma(Floats::Load(from + v * kFloatLanes), weight, chain[v])), ...);
  }
}

// Sums begin at 0, so that none is -0.
template <ProductOrder order, size_t... v>
HWY_INLINE void AddSome(const TapSums& sums, int64_t at, std::index_sequence<v...> all) {
  Floats chain[sizeof...(v)];
  float* const to = sums.to + at;
  if constexpr (order == ProductOrder::kFloat) {
    AddChain(sums, at, 0, 1, chain, all);
    ((Floats(0.0f) + chain[v]).Store(to + v * kFloatLanes), ...);
  } else {
    AddChain(sums, at, 0, 2, chain, all);
    (chain[v].Store(to + v * kFloatLanes), ...);
    AddChain(sums, at, 1, 2, chain, all);
    ((Floats(0.0f) + (Floats::Load(to + v * kFloatLanes) + chain[v])).Store(to + v * kFloatLanes),
     ...);
  }
}

template <ProductOrder order>
void AddTaps(const TapSums& sums) {
  int64_t i = 0;
  const auto add = [&](auto vectors, int64_t rest) HWY_ATTR {
    constexpr int64_t kAtOnce = int64_t{vectors.size()} * kFloatLanes;
    for (; i + kAtOnce <= sums.count + rest; i += kAtOnce) AddSome<order>(sums, i, vectors);
  };
  add(std::make_index_sequence<kVectorsOfSums>(), 0);
  // The last vector may have a part alone.
  add(std::make_index_sequence<4>(), kFloatLanes - 1);
  add(std::make_index_sequence<2>(), kFloatLanes - 1);
  add(std::make_index_sequence<1>(), kFloatLanes - 1);
}

// Whether masked loads read nothing else.
inline constexpr bool kLoadsUnderMask =
    HWY_TARGET != HWY_SCALAR && (HWY_MEM_OPS_MIGHT_FAULT == 0 || HWY_TARGET == HWY_AVX2);

#if HWY_TARGET != HWY_SCALAR
// Every `kStep`-th element of those that are there, and 0 for others.
template <int64_t kStep>
HWY_INLINE Floats LoadThere(const float* from, uint64_t there) {
  const Floats::D d;
  const auto load = [&](const float* at, uint64_t bits) HWY_ATTR {
    return hn::MaskedLoad(hn::LoadMaskBits(d, reinterpret_cast<const uint8_t*>(&bits)), d, at);
  };
  const auto first = load(from, there);
  if constexpr (kStep == 1) return Floats(first);
  return Floats(hn::ConcatEven(d, load(from + kFloatLanes, there >> kFloatLanes), first));
}

// Adds what the taps of a line meet to a vector of each row. `parity`: every second tap alone, from
// that one on; -1: all of them.
template <int64_t kStep, size_t kHeights, size_t kLine, size_t kRows, size_t... h>
HWY_INLINE void AddLine(const ShortRows& all, const float* line, int64_t lane, int64_t parity,
                        Floats (&sums)[kRows], std::index_sequence<h...>) {
  for (int64_t w = 0; w < all.num_widths; ++w) {
    const ShortRows::Tap& at = all.widths[w];
    const Floats elements =
        LoadThere<kStep>(line + (at.from + lane * kStep), at.there >> (lane * kStep));
    const auto add = [&]<size_t kHeight>(std::integral_constant<size_t, kHeight>) HWY_ATTR {
      constexpr size_t kRow = (kLine - kHeight) / size_t{kStep};
      if constexpr (kLine >= kHeight && (kLine - kHeight) % size_t{kStep} == 0 && kRow < kRows) {
        const int64_t tap = int64_t{kHeight} * all.num_widths + w;
        if (parity >= 0 && tap % 2 != parity) return;
        sums[kRow] = Fma(elements, Floats(all.weights[tap]), sums[kRow]);
      }
    };
    (add(std::integral_constant<size_t, h>()), ...);
  }
}

template <int64_t kStep, size_t kHeights, size_t kRows, size_t... l>
HWY_INLINE void AddLines(const ShortRows& all, int64_t row, int64_t lane, int64_t parity,
                         Floats (&sums)[kRows], std::index_sequence<l...>) {
  for (Floats& sum : sums) sum = Floats(0.0f);
  const float* const* const lines = all.lines + row * kStep;
  (AddLine<kStep, kHeights, l>(all, lines[l], lane, parity, sums,
                               std::make_index_sequence<kHeights>()),
   ...);
}

// Lines ascend with the taps, so every sum has its taps in order.
template <ProductOrder order, int64_t kStep, size_t kHeights>
void AddRows(const ShortRows& all) {
  for (int64_t lane = 0; lane < all.columns; lane += kFloatLanes) {
    const int64_t count = std::min(kFloatLanes, all.columns - lane);
    int64_t row = 0;
    const auto add = [&]<size_t kRows>(std::integral_constant<size_t, kRows>) HWY_ATTR {
      constexpr auto kLines = std::make_index_sequence<(kRows - 1) * size_t{kStep} + kHeights>();
      for (; row + int64_t{kRows} <= all.rows; row += kRows) {
        Floats sums[kRows];
        if constexpr (order == ProductOrder::kFloat) {
          AddLines<kStep, kHeights>(all, row, lane, -1, sums, kLines);
        } else {
          Floats odd[kRows];
          AddLines<kStep, kHeights>(all, row, lane, 0, sums, kLines);
          AddLines<kStep, kHeights>(all, row, lane, 1, odd, kLines);
          for (size_t r = 0; r < kRows; ++r) sums[r] = sums[r] + odd[r];
        }
        float* to = all.to + row * all.pitch + lane;
        for (size_t r = 0; r < kRows; ++r, to += all.pitch) {
          StoreSome(Floats(0.0f) + sums[r], to, count);
        }
      }
    };
    add(std::integral_constant<size_t, 7>());
    add(std::integral_constant<size_t, 4>());
    add(std::integral_constant<size_t, 2>());
    add(std::integral_constant<size_t, 1>());
  }
}

template <ProductOrder order, int64_t kStep, size_t kHeights>
constexpr AddRowsLoop RowsLoop() {
  return kLoadsUnderMask ? AddRows<order, kStep, kHeights> : nullptr;
}
#endif

template <size_t... t>
HWY_INLINE void AddChannels(const ChannelSums& all, int64_t first_tap, int64_t lane,
                            std::index_sequence<t...>) {
  const int64_t* const offsets = all.offsets + first_tap;
  float* const to = all.sums + first_tap * kChannelsAtOnce + lane;
  Floats sums[] = {Floats::Load(to + t * kChannelsAtOnce)...};
  const float *row = all.rows + lane, *elements = all.elements + lane;
  for (int64_t i = 0; i < all.count; ++i, row += all.row_step, elements += all.step) {
    const Floats of_row = Floats::Load(row);
    ((sums[t] = Fma(of_row, Floats::Load(elements + offsets[t]), sums[t])), ...);
  }
  (sums[t].Store(to + t * kChannelsAtOnce), ...);
}

void AddAllChannels(const ChannelSums& all) {
  static_assert(kChannelsAtOnce % kFloatLanes == 0);
  for (int64_t lane = 0; lane < kChannelsAtOnce; lane += kFloatLanes) {
    int64_t t = 0;
    const auto add = [&](auto taps) HWY_ATTR {
      constexpr int64_t kTaps = int64_t{taps.size()};
      for (; t + kTaps <= all.taps; t += kTaps) AddChannels(all, t, lane, taps);
    };
    add(std::make_index_sequence<9>());  // those of 3 by 3
    add(std::make_index_sequence<4>());
    add(std::make_index_sequence<1>());
  }
}

template <class T>
void Finish(const float* from, int64_t count, double added, void* to) {
  T* const results = static_cast<T*>(to);
  int64_t i = 0;
  for (; i + kDoubleLanes <= count; i += kDoubleLanes) {
    StoreTo(LoadFrom<Doubles>(from + i) + Doubles(added), results + i);
  }
  if (i < count) {
    StoreSome(LoadSome<Doubles>(from + i, count - i) + Doubles(added), results + i, count - i);
  }
}

const TapLoops* TapLoopsOfTarget() {
  static constexpr TapLoops kLoops = {
    .add = {AddTaps<ProductOrder::kFloat>, AddTaps<ProductOrder::kHalves>},
#if HWY_TARGET != HWY_SCALAR
    .add_rows = {{{RowsLoop<ProductOrder::kFloat, 1, 1>(), RowsLoop<ProductOrder::kFloat, 1, 2>(),
                   RowsLoop<ProductOrder::kFloat, 1, 3>()},
                  {nullptr, nullptr, RowsLoop<ProductOrder::kFloat, 2, 3>()}},
                 {{RowsLoop<ProductOrder::kHalves, 1, 1>(), RowsLoop<ProductOrder::kHalves, 1, 2>(),
                   RowsLoop<ProductOrder::kHalves, 1, 3>()},
                  {nullptr, nullptr, RowsLoop<ProductOrder::kHalves, 2, 3>()}}},
#else
    .add_rows = {},
#endif
    .add_channels = AddAllChannels,
    .to_float = Finish<float>,
    .to_bfloat16 = Finish<Bfloat16Bits>,
    .to_float16 = Finish<Float16Bits>
  };
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(TapLoopsOfTarget);

const TapLoops& GetTapLoops() { return *HWY_DYNAMIC_DISPATCH(TapLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE

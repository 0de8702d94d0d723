#include "kinds/convolution/tap_loops.h"

#include <cstddef>
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
      .add_channels = AddAllChannels,
      .to_float = Finish<float>,
      .to_bfloat16 = Finish<Bfloat16Bits>,
      .to_float16 = Finish<Float16Bits>};
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

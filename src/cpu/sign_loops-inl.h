// The kernel of a formula that changes nothing but the sign: of 16-bit floats it changes that bit,
// without conversions. Include after ops/loops-inl.h.

#if defined(OPENACLNN_CPU_SIGN_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_CPU_SIGN_LOOPS_INL_H_
#undef OPENACLNN_CPU_SIGN_LOOPS_INL_H_
#else
#define OPENACLNN_CPU_SIGN_LOOPS_INL_H_
#endif

#include "formulas/target.h"

#ifndef OPENACLNN_ONE_LANE
#include <algorithm>
#include <cstdint>

#include "cpu/kernel.h"
#include "cpu/loops-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

enum class Sign { kFlipped, kCleared };

#ifdef OPENACLNN_ONE_LANE

template <Sign sign, class Formula, class InIntegers>
const Kernel* SignKernel() {
  return ElementwiseKernel<Formula, Formula, Formula, InIntegers>();
}

#else

using SignedHalves = hn::ScalableTag<uint16_t>;
inline constexpr uint16_t kSignOfHalf = 0x8000;

template <Sign sign>
HWY_INLINE hn::Vec<SignedHalves> WithSign(hn::Vec<SignedHalves> halves) {
  const auto bit = hn::Set(SignedHalves(), kSignOfHalf);
  return sign == Sign::kFlipped ? hn::Xor(halves, bit) : hn::AndNot(bit, halves);
}
template <Sign sign>
HWY_INLINE uint16_t WithSign(uint16_t half) {
  return static_cast<uint16_t>(sign == Sign::kFlipped ? half ^ kSignOfHalf : half & ~kSignOfHalf);
}

template <Sign sign, bool kStream, class T>
HWY_INLINE void ChangeSigns(const TileInput<T>& in, T* out, int64_t count) {
  const SignedHalves d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto change = [&](int64_t from, int64_t to) HWY_ATTR {
    for (int64_t i = from; i < to; ++i) out[i].value = WithSign<sign>(in.values[i & in.mask].value);
  };
  const uintptr_t bytes = hn::Lanes(d) * sizeof(T);
  const uintptr_t skipped = (0 - reinterpret_cast<uintptr_t>(out)) % bytes;
  int64_t i = kStream ? std::min(count, static_cast<int64_t>(skipped / sizeof(T))) : 0;
  change(0, i);
  for (; i + lanes <= count; i += lanes) {
    const auto halves = WithSign<sign>(hn::LoadU(d, &in.values[i & in.mask].value));
    if constexpr (kStream) {
      hn::Stream(halves, d, &out[i].value);
    } else {
      hn::StoreU(halves, d, &out[i].value);
    }
  }
  change(i, count);
}

template <Sign sign, class T>
void SignLoop(const Params&, const Tile<T>& tile) {
  TileInput<T> in = tile.inputs[0];
  T* out = tile.outputs[0];
  for (int64_t rest = tile.rows - 1;; --rest) {
    if (kCanStream && tile.stream) {
      ChangeSigns<sign, true>(in, out, tile.columns);
    } else {
      ChangeSigns<sign, false>(in, out, tile.columns);
    }
    if (rest <= 0) return;
    in.values += in.row_step;
    out += tile.output_steps[0];
  }
}

template <Sign sign, class Formula, class InIntegers>
const Kernel* SignKernel() {
  static constexpr Kernel kKernel = [] {
    Kernel kernel{};
    SetLoop<float, Formula>(kernel);
    SetLoop<double, Formula>(kernel);
    SetLoop<int64_t, InIntegers>(kernel);
    SetDeviceFormula<Bfloat16Bits, Formula>(kernel);
    SetDeviceFormula<Float16Bits, Formula>(kernel);
    kernel.in_bfloat16 = SignLoop<sign, Bfloat16Bits>;
    kernel.in_float16 = SignLoop<sign, Float16Bits>;
    kernel.cost = Formula::kCost;
    return kernel;
  }();
  return &kKernel;
}

#endif

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard

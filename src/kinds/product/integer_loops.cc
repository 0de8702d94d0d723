#include "kinds/product/integer_loops.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/product/integer_loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

HWY_INLINE Floats LoadIntegers(const int8_t* from) {
  const Floats::D d;
  const hn::Rebind<int8_t, Floats::D> bytes;
  return Floats(hn::ConvertTo(d, hn::PromoteTo(hn::RebindToSigned<Floats::D>(), hn::LoadU(bytes, from))));
}

// Calls `number_of(integers, i)` for vectors of elements from i on, and for the last ones.
template <class T, class NumberOf>
HWY_INLINE void MakeNumbers(const int8_t* from, int64_t count, void* to, const NumberOf& number_of) {
  T* const results = static_cast<T*>(to);
  int64_t i = 0;
  for (; i + kFloatLanes <= count; i += kFloatLanes) {
    StoreTo(number_of(LoadIntegers(from + i), i, kFloatLanes), results + i);
  }
  if (i == count) return;
  int8_t last[kFloatLanes] = {};
  for (int64_t k = i; k < count; ++k) last[k - i] = from[k];
  StoreSome(number_of(LoadIntegers(last), i, count - i), results + i, count - i);
}

template <class T>
void MakeAlike(const int8_t* from, int64_t count, float scale, float offset, void* to) {
  const Floats factor(scale), added(offset);
  MakeNumbers<T>(from, count, to, [&](Floats integers, int64_t, int64_t) HWY_ATTR {
    return (integers + added) * factor;
  });
}

template <class T>
void MakeEach(const int8_t* from, int64_t count, const float* scales, const float* offsets,
              void* to) {
  MakeNumbers<T>(from, count, to, [&](Floats integers, int64_t i, int64_t some) HWY_ATTR {
    const Floats added = some == kFloatLanes ? Floats::Load(offsets + i) : LoadSome<Floats>(offsets + i, some);
    const Floats factor = some == kFloatLanes ? Floats::Load(scales + i) : LoadSome<Floats>(scales + i, some);
    return (integers + added) * factor;
  });
}

void Unpack(const uint8_t* from, int64_t count, int8_t* to) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::CappedTag<uint8_t, 32> d;
  const hn::RebindToSigned<decltype(d)> signed_bytes;
  constexpr int64_t kLanes = hn::MaxLanes(d);
  const auto sign = hn::Set(d, 8);
  // A nibble with its sign: the bits of (nibble ^ 8) - 8.
  const auto number = [&](hn::Vec<decltype(d)> nibbles) HWY_ATTR {
    return hn::BitCast(signed_bytes, hn::Sub(hn::Xor(nibbles, sign), sign));
  };
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    const auto bytes = hn::LoadU(d, from + i / 2);
    const auto low = number(hn::And(bytes, hn::Set(d, 0xf)));
    const auto high = number(hn::And(hn::ShiftRightSame(bytes, 4), hn::Set(d, 0xf)));
    hn::StoreInterleaved2(low, high, signed_bytes, to + i);
  }
#endif
  for (; i < count; ++i) {
    const int nibble = from[i / 2] >> (i % 2 * 4) & 0xf;
    to[i] = static_cast<int8_t>((nibble ^ 8) - 8);
  }
}

template <class T>
constexpr NumberLoops LoopsTo() {
  return {.alike = MakeAlike<T>, .each = MakeEach<T>};
}

const IntegerLoops* IntegerLoopsOfTarget() {
  static constexpr IntegerLoops kLoops = {.unpack = Unpack,
                                          .to_bfloat16 = LoopsTo<Bfloat16Bits>(),
                                          .to_float16 = LoopsTo<Float16Bits>()};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(IntegerLoopsOfTarget);

const IntegerLoops& GetIntegerLoops() { return *HWY_DYNAMIC_DISPATCH(IntegerLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE

// The kernel of elementwise formulas over floats that lie dense: each thread loads and stores packs
// of elements, a whole grid apart.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "cuda/argument.h"
#include "cuda/device/elements.h"
#include "cuda/device/words.h"
#include "formulas/formula-inl.h"
#include "formulas/scalar.h"
#include "kinds/elementwise/device/elementwise.h"

namespace openaclnn::one_lane {

// Whether elements of this type go in packs: floats do.
template <class T>
inline constexpr bool kGoesInPacks = !std::is_integral_v<T>;

// A pack lets elements out in their order and in behind the last one, as a shift register does. Its
// other places are never named, so it stays in registers where a loop is not unrolled.
template <class T>
OPENACLNN_INLINE void Shift(Pack& pack, uint64_t next) {
  constexpr int kBits = 8 * sizeof(T);
  if constexpr (kBits == 64) {
    pack = {pack.high, next};
  } else {
    pack.low = pack.low >> kBits | pack.high << (64 - kBits);
    pack.high = pack.high >> kBits | next << (64 - kBits);
  }
}
template <class T>
OPENACLNN_INLINE void PutIn(Pack& pack, T element) {
  Shift<T>(pack, __builtin_bit_cast(typename BitsOf<sizeof(T)>::Type, element));
}
template <class T>
OPENACLNN_INLINE T TakeOut(Pack& pack) {
  using Bits = typename BitsOf<sizeof(T)>::Type;
  const auto element = __builtin_bit_cast(T, static_cast<Bits>(pack.low));
  Shift<T>(pack, 0);
  return element;
}

template <class T>
inline constexpr int64_t kElementsOfPack = kPackBytes / int64_t{sizeof(T)};

// The first `count` elements at an address, at most a pack.
template <class T>
OPENACLNN_INLINE Pack LoadElements(uint64_t address, int64_t count) {
  if (count >= kElementsOfPack<T>) return LoadPack(address);
  Pack pack = {};
  for (int64_t n = 0; n < kElementsOfPack<T>; ++n) {
    PutIn(pack, n < count ? LoadAt<T>(address + static_cast<uint64_t>(n) * sizeof(T)) : T{});
  }
  return pack;
}
template <class T>
OPENACLNN_INLINE void StoreElements(uint64_t address, int64_t count, Pack pack) {
  if (count >= kElementsOfPack<T>) return StorePack(address, pack);
  for (int64_t n = 0; n < count; ++n) {
    StoreAt(address + static_cast<uint64_t>(n) * sizeof(T), TakeOut<T>(pack));
  }
}

// All elements of the pack are the one at an address.
template <class T>
OPENACLNN_INLINE Pack Repeated(uint64_t address) {
  const T element = LoadAt<T>(address);
  Pack pack = {};
  for (int64_t n = 0; n < kElementsOfPack<T>; ++n) PutIn(pack, element);
  return pack;
}

template <class Lane, class T>
OPENACLNN_INLINE OneLane<Lane> ToLane(T element) {
  if constexpr (sizeof(T) == 2) {
    return FromHalf<Lane>(element);
  } else {
    return static_cast<Lane>(element);
  }
}
template <class T, class Lane>
OPENACLNN_INLINE T FromLane(OneLane<Lane> value) {
  if constexpr (sizeof(T) == 2) {
    return ToHalf<T>(value.raw);
  } else {
    return static_cast<T>(value.raw);
  }
}

template <class T, class Form, size_t... k>
OPENACLNN_INLINE void RunPacksOf(const PacksArgument& argument, std::index_sequence<k...>) {
  using Lane = typename LaneOf<Form, T>::Type;
  using F = OneLane<Lane>;
  static_assert(sizeof(Form) <= ElementwiseArgument::kMaxFormula);
  const Form& form = *reinterpret_cast<const Form*>(argument.formula);
  constexpr bool kIsPair = requires { form(((void)k, F(Lane{}))...).first; };
  constexpr int kResults = kIsPair ? 2 : 1;
  const Pack repeated[] = {
      argument.stays[kResults + k] ? Repeated<T>(argument.address[kResults + k]) : Pack{}...};
  const int64_t packs = (argument.elements - 1) / kElementsOfPack<T> + 1;
  for (int64_t p = ThisThread(); p < packs; p += CountThreads()) {
    const auto offset = static_cast<uint64_t>(p * kPackBytes);
    const int64_t count = argument.elements - p * kElementsOfPack<T>;
    Pack inputs[] = {argument.stays[kResults + k]
                         ? repeated[k]
                         : LoadElements<T>(argument.address[kResults + k] + offset, count)...};
    Pack results[kResults] = {};
    for (int64_t n = 0; n < kElementsOfPack<T>; ++n) {
      const F lanes[] = {ToLane<Lane>(TakeOut<T>(inputs[k]))...};
      const auto values = ValuesOf<T>(form, lanes[k]...);
      if constexpr (kIsPair) {
        PutIn(results[0], FromLane<T>(values.first));
        PutIn(results[1], FromLane<T>(values.second));
      } else {
        PutIn(results[0], FromLane<T>(values));
      }
    }
    for (int r = 0; r < kResults; ++r) {
      StoreElements<T>(argument.address[r] + offset, count, results[r]);
    }
  }
}

template <class T, class Form>
OPENACLNN_INLINE void RunPacks(const PacksArgument& argument) {
  using F = OneLane<typename LaneOf<Form, T>::Type>;
  RunPacksOf<T, Form>(argument, std::make_index_sequence<Arity<Form, F>()>());
}

// The kernel's name is that of the other one (elementwise.h) with another argument.
#ifdef OPENACLNN_EMULATED

template <class T, class Form>
struct StridedInPacks {
  static void Run(const void* given) {
    const auto& argument = *static_cast<const PacksArgument*>(given);
    if (argument.formula_size != sizeof(Form)) return emulator::Fail("formulas differ in size");
    RunPacks<T, Form>(argument);
  }
  static inline const bool known = emulator::Add(
      KernelName(typeid(Strided<T, Form>).name(), "PacksArgument"), Run, sizeof(PacksArgument));
};

template <class T, class Form>
void OfferPacks() {
  (void)&StridedInPacks<T, Form>::known;
}

#else

template <class T, class Form>
OPENACLNN_GLOBAL void Strided(const PacksArgument argument) {
  RunPacks<T, Form>(argument);
}

template <class T, class Form>
void OfferPacks() {
  (void)static_cast<void (*)(PacksArgument)>(&Strided<T, Form>);
}

#endif

}  // namespace openaclnn::one_lane

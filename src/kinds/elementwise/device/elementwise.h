// The kernel of elementwise formulas: each thread takes elements a whole grid apart, of operands of
// any layout and dtype. Also of formulas with two results.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "cuda/argument.h"
#include "cuda/device/elements.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"
#include "formulas/formula-inl.h"
#include "formulas/pair-inl.h"
#include "formulas/scalar.h"

#ifdef OPENACLNN_EMULATED
#include <typeinfo>

#include "cuda/kernel_name.h"
#endif

namespace openaclnn::one_lane {

// What a formula computes over values of T in memory with, as LanesOf in cpu/loops-inl.h.
template <class Form, class T>
struct LaneOf {
  using Type = std::conditional_t<sizeof(T) == 2, float, T>;
};
template <class Form, class T>
requires requires { typename Form::Compute; }
struct LaneOf<Form, T> {
  using Type = typename Form::Compute;
};

// As Ties in cpu/half_lanes-inl.h, except for values that are not finite.
template <class T, int kUlps>
OPENACLNN_INLINE ScalarMask FarFromTies(OneLane<float> value) {
  constexpr bool kIsFloat16 = std::is_same_v<T, Float16Bits>;
  constexpr int kUnused = kIsFloat16 ? 32 - 13 : 32 - 16;
  const float size = scalar_internal::Abs(value.raw);
  const float levelled = kIsFloat16 && size < 0x1p-14f ? 0x1p-13f - size : size;
  const uint32_t moved = __builtin_bit_cast(uint32_t, levelled) + kUlps;
  const auto offset = static_cast<int32_t>(moved << kUnused);
  return {offset > std::numeric_limits<int32_t>::min() + (2 * kUlps << kUnused)};
}

// One result of a formula, that of the exact form where its own does not hold. `values`: what the
// formula gives, `value` or two.
template <class T, class Form, class Exact, class Values, class... Fs>
OPENACLNN_INLINE OneLane<float> Completed(const Form& form, const Exact& exact,
                                          const Values& values, OneLane<float> value,
                                          Fs... inputs) {
  ScalarMask covered = {true};
  if constexpr (requires { form.Covers(inputs..., values); }) {
    covered = form.Covers(inputs..., values);
  }
  if constexpr (GuardsTies<Form, T>) {
    covered = And(covered, FarFromTies<T, ErrorUlps<Form, T>()>(value));
  }
  return Complete<kNarrowing<T>>(exact, value, covered, inputs...);
}

template <class T, class Form, class... Fs>
OPENACLNN_INLINE auto ValuesOf(const Form& form, Fs... inputs) {
  const auto values = form(inputs...);
  if constexpr (!kIsGuarded<Form, T>) {
    return values;
  } else if constexpr (requires { values.first; }) {
    using Exact = decltype(form.ExactForm());
    const Exact exact = form.ExactForm();
    return Pair<OneLane<float>>{
        Completed<T>(form, FirstOf<Exact>{exact}, values, values.first, inputs...),
        Completed<T>(form, SecondOf<Exact>{exact}, values, values.second, inputs...)};
  } else {
    return Completed<T>(form, form.ExactForm(), values, values, inputs...);
  }
}

template <class T, class Lane>
OPENACLNN_INLINE OneLane<Lane> LoadOperand(const ElementwiseArgument& argument, int operand,
                                           uint64_t at) {
  if constexpr (sizeof(T) == 2) {
    return FromHalf<Lane>(LoadAt<T>(at));
  } else {
    return static_cast<Lane>(LoadElement<T>(at, argument.dtype[operand], argument.odd_doubles));
  }
}

template <class T, class Lane>
OPENACLNN_INLINE void StoreResult(const ElementwiseArgument& argument, int operand, uint64_t at,
                                  OneLane<Lane> value) {
  if constexpr (sizeof(T) == 2) {
    StoreAt(at, ToHalf<T>(value.raw));
  } else {
    auto result = static_cast<T>(value.raw);
    if constexpr (std::is_integral_v<T>) {
      if (argument.wraps_to != kNoWrap) result = Wrapped(result, argument.wraps_to);
    }
    StoreElement(at, argument.dtype[operand], result, argument.nearest_integers,
                 argument.float_results);
  }
}

template <class T, class Form, size_t... k>
OPENACLNN_INLINE void RunElement(const ElementwiseArgument& argument, int64_t i,
                                 std::index_sequence<k...>) {
  using Lane = typename LaneOf<Form, T>::Type;
  using F = OneLane<Lane>;
  constexpr int kInputs = sizeof...(k);
  const Form& form = *reinterpret_cast<const Form*>(argument.formula);
  constexpr bool kIsPair = requires { form(((void)k, F(Lane{}))...).first; };
  constexpr int kResults = kIsPair ? 2 : 1;
  uint64_t at[kResults + kInputs];
  Locate(argument, i, at);
  const F inputs[] = {LoadOperand<T, Lane>(argument, kResults + k, at[kResults + k])...};
  const auto values = ValuesOf<T>(form, inputs[k]...);
  if constexpr (kIsPair) {
    StoreResult<T>(argument, 0, at[0], values.first);
    StoreResult<T>(argument, 1, at[1], values.second);
  } else {
    StoreResult<T>(argument, 0, at[0], values);
  }
}

template <class T, class Form>
OPENACLNN_INLINE void RunElements(const ElementwiseArgument& argument) {
  static_assert(sizeof(Form) <= ElementwiseArgument::kMaxFormula);
  using F = OneLane<typename LaneOf<Form, T>::Type>;
  for (int64_t i = ThisThread(); i < argument.elements; i += CountThreads()) {
    RunElement<T, Form>(argument, i, std::make_index_sequence<Arity<Form, F>()>());
  }
}

// The kernel's name is known to the host (cuda/kernel_name.h).
#ifdef OPENACLNN_EMULATED

template <class T, class Form>
struct Strided {
  static void Run(const void* given) {
    const auto& argument = *static_cast<const ElementwiseArgument*>(given);
    if (argument.formula_size != sizeof(Form)) return emulator::Fail("formulas differ in size");
    RunElements<T, Form>(argument);
  }
  static inline const bool known =
      emulator::Add(KernelName(typeid(Strided).name()), Run, sizeof(ElementwiseArgument));
};

template <class T, class Form>
void OfferElementwise() {
  (void)&Strided<T, Form>::known;
}

#else

template <class T, class Form>
OPENACLNN_GLOBAL void Strided(const ElementwiseArgument argument) {
  RunElements<T, Form>(argument);
}

template <class T, class Form>
void OfferElementwise() {
  (void)static_cast<void (*)(ElementwiseArgument)>(&Strided<T, Form>);
}

#endif

}  // namespace openaclnn::one_lane

// What those who run formulas ask of them.

#if defined(OPENACLNN_FORMULAS_FORMULA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_FORMULA_INL_H_
#undef OPENACLNN_FORMULAS_FORMULA_INL_H_
#else
#define OPENACLNN_FORMULAS_FORMULA_INL_H_
#endif

#include <cstddef>
#include <type_traits>

#include "formulas/guarded-inl.h"
#include "formulas/target.h"

namespace openaclnn {
struct Float16Bits;  // base/half.h
}

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// How many values a formula takes.
template <class Formula, class F>
constexpr size_t Arity() {
  if constexpr (std::is_invocable_v<Formula, F>) return 1;
  if constexpr (std::is_invocable_v<Formula, F, F>) return 2;
  if constexpr (std::is_invocable_v<Formula, F, F, F>) return 3;
  if constexpr (std::is_invocable_v<Formula, F, F, F, F>) return 4;
  return 0;
}

// The formula in the form that is chosen for its parameters, if there are several.
template <class Formula, class Run>
HWY_INLINE void WithForm(const Formula& formula, const Run& run) {
  if constexpr (requires { formula.Choose(run); }) {
    formula.Choose(run);
  } else {
    run(formula);
  }
}

// What a GPU computes in place of a formula: the formula itself, if it does not name another one.
template <class Formula>
struct OnDeviceOf {
  using Type = Formula;
};
template <class Formula>
requires requires { typename Formula::OnDevice; }
struct OnDeviceOf<Formula> {
  using Type = typename Formula::OnDevice;
};

// How the exact values of a formula over values of T in memory become floats.
template <class T>
inline constexpr Narrowing kNarrowing = sizeof(T) == 2 ? Narrowing::kToOdd : Narrowing::kToNearest;

// By how many float ULPs a formula over T, of 16 bits, may be off. It says so by kErrorUlps. For
// FLOAT16 an eighth of that counts, as it has eight times as many ties, or kFloat16Ulps, which was
// found by trying all numbers. A kErrorUlps of 0 means that it was tried for all numbers, and none
// is near a tie.
template <class Formula, class T>
constexpr int ErrorUlps() {
  if constexpr (!requires { Formula::kErrorUlps; }) {
    return 0;
  } else if constexpr (!std::is_same_v<T, Float16Bits>) {
    return Formula::kErrorUlps;
  } else if constexpr (requires { Formula::kFloat16Ulps; }) {
    return Formula::kFloat16Ulps;
  } else {
    return (Formula::kErrorUlps + 7) / 8;
  }
}
// The same for the second one of two results.
template <class Formula, class T>
constexpr int ErrorUlpsOfSecond() {
  if constexpr (std::is_same_v<T, Float16Bits> && requires { Formula::kFloat16UlpsOfSecond; }) {
    return Formula::kFloat16UlpsOfSecond;
  } else {
    return ErrorUlps<Formula, T>();
  }
}
template <class Formula, class T>
concept GuardsTies = sizeof(T) == 2 && ErrorUlps<Formula, T>() > 0;

// Whether a formula's values need not hold for T in memory.
template <class Formula, class T>
inline constexpr bool kIsGuarded = Guarded<Formula> || GuardsTies<Formula, T>;

// A formula whose value is 0 where Blocks(x) of the second input is true, and the first input's
// bits elsewhere, which then need no conversion.
template <class Formula, class F>
concept Blocking = requires(const Formula& formula, F x) {
  formula.Blocks(x);
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard

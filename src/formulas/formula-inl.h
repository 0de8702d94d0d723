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

// A formula over 16-bit numbers that is not exact says by how many float ULPs it may be off. 0
// means that it was tried for all numbers, and none is near a tie.
template <class Formula>
constexpr int ErrorUlps() {
  if constexpr (requires { Formula::kErrorUlps; }) return Formula::kErrorUlps;
  return 0;
}
template <class Formula, class T>
concept GuardsTies = sizeof(T) == 2 && ErrorUlps<Formula>() > 0;

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

// The dense loops over a formula with two results. Every loop reads what a vector of results needs
// before it writes either, so that the results may be where operands were.

#if defined(OPENACLNN_CPU_PAIR_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_CPU_PAIR_LOOPS_INL_H_
#undef OPENACLNN_CPU_PAIR_LOOPS_INL_H_
#else
#define OPENACLNN_CPU_PAIR_LOOPS_INL_H_
#endif

#include "cpu/loops-inl.h"
#include "formulas/pair-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Evaluates and stores the elements from `i` on, before `end`, as long as there are enough for an
// F; gives the first that is left.
template <class F, bool kStream, class T, class Formula, class Each>
HWY_INLINE int64_t StoreNextPairs(const Formula& formula, Inputs<T>& in, Pair<T*> out, int64_t i,
                                  int64_t end, Each each) {
  for (; i + Next<F>::Size() <= end; i += Next<F>::Size()) {
    const auto values = EvaluateNext<F>(formula, in, each);
    Put<kStream>(values.first, out.first + i);
    Put<kStream>(values.second, out.second + i);
  }
  return i;
}

// Fewer elements than a vector.
template <class F, class T, class Formula, class Each>
HWY_INLINE void StoreSomePairs(const Formula& formula, Inputs<T>& in, Pair<T*> out, int64_t i,
                               int64_t count, Each each) {
  if (count == 0) return;
  const auto values = EvaluateSome<F>(formula, in, count, each);
  StoreSome(values.first, out.first + i, count);
  StoreSome(values.second, out.second + i, count);
}

template <class F, bool kStream, class T, class Formula, class Each>
HWY_INLINE void StoreAllPairs(const Formula& formula, Inputs<T> in, Pair<T*> out, int64_t count,
                              Each each) {
  int64_t i = kStream ? CountToAligned<F>(out.first, count) : 0;
  StoreSomePairs<F>(formula, in, out, 0, i, each);
  i = StoreNextPairs<InFlight<F>, kStream>(formula, in, out, i, count, each);
  i = StoreNextPairs<F, kStream>(formula, in, out, i, count, each);
  StoreSomePairs<F>(formula, in, out, i, count - i, each);
}

template <class T, class Formula>
void PairLoop(const Params& params, const Tile<T>& tile) {
  using F = typename LanesOf<Formula, T>::Type;
  constexpr auto kEach = std::make_index_sequence<Arity<Formula, F>()>();
  const Formula formula = MakeFormula<Formula>(ParamsOf<Formula, T>(params));
  const Pair<T*> out = {tile.outputs[0], tile.outputs[1]};
  const int64_t columns = tile.columns;
  const bool in_step =
      CountToAligned<F>(out.first, columns) == CountToAligned<F>(out.second, columns);
  if (tile.stream && in_step) {
    StoreAllPairs<F, true>(formula, tile.inputs, out, columns, kEach);
  } else {
    StoreAllPairs<F, false>(formula, tile.inputs, out, columns, kEach);
  }
}

// The kernel of formulas with two results, as ElementwiseKernel.
template <class InFloat, class InHalf = InFloat, class InDouble = void>
const Kernel* PairKernel() {
  static constexpr Kernel kKernel = [] {
    Kernel kernel{};
    kernel.in_float = PairLoop<float, InFloat>;
    kernel.in_bfloat16 = PairLoop<Bfloat16Bits, InHalf>;
    kernel.in_float16 = PairLoop<Float16Bits, InHalf>;
    if constexpr (!std::is_void_v<InDouble>) kernel.in_double = PairLoop<double, InDouble>;
    kernel.cost = InFloat::kCost;
    return kernel;
  }();
  return &kKernel;
}

// The kernel of a formula over complex numbers. Its operands and its result are their parts, of
// doubles: the real and the imaginary one of each.
template <class Formula>
const Kernel* ComplexKernel() {
  static constexpr Kernel kKernel = [] {
    Kernel kernel{};
    kernel.in_double = PairLoop<double, Formula>;
    kernel.cost = Formula::kCost;
    return kernel;
  }();
  return &kKernel;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard

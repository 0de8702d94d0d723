// The dense loops over a formula with two results. Every loop reads what a vector of results needs
// before it writes either, so that the results may be where operands were.

#if defined(OPENACLNN_KINDS_ELEMENTWISE_PAIR_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_ELEMENTWISE_PAIR_LOOPS_INL_H_
#undef OPENACLNN_KINDS_ELEMENTWISE_PAIR_LOOPS_INL_H_
#else
#define OPENACLNN_KINDS_ELEMENTWISE_PAIR_LOOPS_INL_H_
#endif

#include "cpu/loops-inl.h"
#include "formulas/pair-inl.h"
#include "kinds/elementwise/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Whether the first value is exact where it is covered, so that it need not be far from ties.
template <class Formula>
constexpr bool IsFirstExact() {
  if constexpr (requires { Formula::kIsFirstExact; }) return Formula::kIsFirstExact;
  return false;
}

// Where each of the values holds.
template <class T, class Formula, class F, class... In>
HWY_INLINE Pair<typename F::Mask> AreCovered(const Formula& formula, const Pair<F>& values,
                                             In... inputs) {
  const auto covered = CoveredBy<T>(formula, values, inputs...);
  if constexpr (!GuardsTies<Formula, T>) {
    return {covered, covered};
  } else if constexpr (IsFirstExact<Formula>()) {
    return {covered, And(covered, FarFromTies<T, ErrorUlpsOfSecond<Formula, T>()>(values.second))};
  } else {
    return {And(covered, FarFromTies<T, ErrorUlps<Formula, T>()>(values.first)),
            And(covered, FarFromTies<T, ErrorUlpsOfSecond<Formula, T>()>(values.second))};
  }
}

// As AllCoveredBy.
template <class T, class Formula, class F, class... In>
HWY_INLINE auto AllPairsCoveredBy(const Formula& formula, const Pair<F>& values, In... inputs) {
  if constexpr (kVectorsOf < F >> 1) {
    using Part = decltype(F(0).a);
    const Pair<Part> a = {values.first.a, values.second.a};
    const Pair<Part> b = {values.first.b, values.second.b};
    return And(AllPairsCoveredBy<T>(formula, a, inputs.a...),
               AllPairsCoveredBy<T>(formula, b, inputs.b...));
  } else {
    return CoveredBy<T>(formula, values, inputs...);
  }
}

// As AllCovered.
template <class T, class Formula, class F, class... In>
HWY_INLINE auto AllPairsCovered(const Formula& formula, const Pair<F>& values, In... inputs) {
  const auto covered = AllPairsCoveredBy<T>(formula, values, inputs...);
  if constexpr (!GuardsTies<Formula, T>) {
    return covered;
  } else if constexpr (IsFirstExact<Formula>()) {
    return And(covered, FarFromTies<T, ErrorUlpsOfSecond<Formula, T>()>(values.second));
  } else {
    return And(And(covered, FarFromTies<T, ErrorUlps<Formula, T>()>(values.first)),
               FarFromTies<T, ErrorUlpsOfSecond<Formula, T>()>(values.second));
  }
}

// The values, those of the exact form where they are not covered.
template <class T, class Formula, class F, class... In>
HWY_INLINE Pair<F> CompletePair(const Formula& formula, const Pair<F>& values, In... inputs) {
  using Exact = decltype(formula.ExactForm());
  const auto covered = AreCovered<T>(formula, values, inputs...);
  return {Complete<kNarrowing<T>>(FirstOf<Exact>{formula.ExactForm()}, values.first, covered.first,
                                  inputs...),
          Complete<kNarrowing<T>>(SecondOf<Exact>{formula.ExactForm()}, values.second,
                                  covered.second, inputs...)};
}

// Completes the values of a formula at the next inputs, as CompleteValues.
template <size_t kVectors, class T, class Formula, class Each>
HWY_NOINLINE HWY_ATTR void CompletePairs(const Formula& formula, Inputs<T> in, Pair<float*> values,
                                         Each each) {
  using F = Lanes<float>;
  const auto complete = [&](size_t v, auto... inputs) HWY_ATTR {
    float* const first = values.first + v * F::Size();
    float* const second = values.second + v * F::Size();
    const Pair<F> value = {F::Load(first), F::Load(second)};
    const Pair<F> completed = CompletePair<T>(formula, value, inputs...);
    completed.first.Store(first);
    completed.second.Store(second);
  };
  ForEachVector<kVectors>(in, complete, each);
}

// Stores the values of a formula for the elements that `in` has just gone past, completed.
template <class F, class T, class Formula, size_t... k>
HWY_INLINE void PutCompletedPairs(const Pair<F>& values, const Formula& formula, Inputs<T> in,
                                  Pair<T*> to, bool stream, std::index_sequence<k...> each) {
  constexpr size_t kVectors = kVectorsOf<F>;
  HWY_ALIGN float firsts[kVectors * Lanes<float>::kMaxSize];
  HWY_ALIGN float seconds[kVectors * Lanes<float>::kMaxSize];
  StoreFloats(values.first, firsts);
  StoreFloats(values.second, seconds);
  ((in[k].values -= Next<F>::Size() & in[k].mask), ...);
  CompletePairs<kVectors>(formula, in, Pair<float*>{firsts, seconds}, each);
  Put(LoadFloats<F>(firsts), to.first, stream);
  Put(LoadFloats<F>(seconds), to.second, stream);
}

// Stores the values of a formula for inputs that `in` has just gone past.
template <class T, class Formula, class Each, class... Fs>
HWY_INLINE void PutPairs(const Formula& formula, const Inputs<T>& in, Pair<T*> to, bool stream,
                         Each each, Fs... inputs) {
  const auto values = formula(inputs...);
  if constexpr (kIsGuarded<Formula, T>) {
    if (HWY_UNLIKELY(!All(AllPairsCovered<T>(formula, values, inputs...)))) {
      PutCompletedPairs(values, formula, in, to, stream, each);
      return;
    }
  }
  constexpr bool kMayBeNan = !kIsGuarded<Formula, T>;
  constexpr bool kMayBeTie = !GuardsTies<Formula, T>;
  Put<kMayBeNan, kMayBeTie || IsFirstExact<Formula>()>(values.first, to.first, stream);
  Put<kMayBeNan, kMayBeTie>(values.second, to.second, stream);
}

template <class F, class T, class Formula, size_t... k>
HWY_INLINE void PutNextPairs(const Formula& formula, Inputs<T>& in, Pair<T*> to, bool stream,
                             std::index_sequence<k...> each) {
  PutPairs(formula, in, to, stream, each, Next<F>::Load(in[k])...);
}

// Evaluates and stores the elements from `i` on, before `end`, as long as there are enough for an
// F; gives the first that is left.
template <class F, class T, class Formula, class Each>
HWY_INLINE int64_t StoreNextPairs(const Formula& formula, Inputs<T>& in, Pair<T*> out, int64_t i,
                                  int64_t end, bool stream, Each each) {
  for (; i + Next<F>::Size() <= end; i += Next<F>::Size()) {
    PutNextPairs<F>(formula, in, Pair<T*>{out.first + i, out.second + i}, stream, each);
  }
  return i;
}

// The values for `count` elements, fewer than a vector. What is past the end counts as 0.
template <class F, class T, class Formula, size_t... k>
HWY_INLINE Pair<F> EvaluateSomePairs(const Formula& formula, Inputs<T>& in, int64_t count,
                                     std::index_sequence<k...>) {
  const F inputs[] = {LoadSome<F>(in[k].values, count)...};
  ((in[k].values += count & in[k].mask), ...);
  const Pair<F> values = formula(inputs[k]...);
  if constexpr (kIsGuarded<Formula, T>) {
    return CompletePair<T>(formula, values, inputs[k]...);
  } else {
    return values;
  }
}
template <class F, class T, class Formula, class Each>
OPENACLNN_INLINE_FOR_SPEED void StoreSomePairs(const Formula& formula, Inputs<T>& in, Pair<T*> out,
                                               int64_t i, int64_t count, Each each) {
  if (count == 0) return;
  const auto values = EvaluateSomePairs<F>(formula, in, count, each);
  StoreSome(values.first, out.first + i, count);
  StoreSome(values.second, out.second + i, count);
}

template <class F, class T, class Formula, class Each>
HWY_INLINE void StoreAllPairs(const Formula& formula, Inputs<T> in, Pair<T*> out, int64_t count,
                              bool stream, Each each) {
  int64_t i = stream ? CountToAligned<F>(out.first, count) : 0;
  StoreSomePairs<F>(formula, in, out, 0, i, each);
  if constexpr (kForSpeed) {
    i = StoreNextPairs<InFlight<F>>(formula, in, out, i, count, stream, each);
  }
  i = StoreNextPairs<F>(formula, in, out, i, count, stream, each);
  StoreSomePairs<F>(formula, in, out, i, count - i, each);
}

// All rows of a tile.
template <class F, class T, class Formula, size_t... k>
HWY_INLINE void StorePairRows(const Formula& formula, const Tile<T>& tile, bool stream,
                              std::index_sequence<k...> each) {
  Inputs<T> in = tile.inputs;
  Pair<T*> out = {tile.outputs[0], tile.outputs[1]};
  for (int64_t r = 0;;) {
    if (stream) AskAhead(tile, r);
    StoreAllPairs<F>(formula, in, out, tile.columns, stream, each);
    if (++r >= tile.rows) return;
    ((in[k].values += in[k].row_step), ...);
    out.first += tile.output_steps[0];
    out.second += tile.output_steps[1];
  }
}

// Whether both results are aligned to the vector at the same elements, in every row.
template <class F, class T>
HWY_INLINE bool AreInStep(const Tile<T>& tile) {
  const auto address = [](T* element) { return reinterpret_cast<uintptr_t>(element); };
  const uintptr_t distance = address(tile.outputs[1]) - address(tile.outputs[0]);
  if (distance % (F::Size() * sizeof(T)) != 0) return false;
  if (tile.rows == 1) return true;
  return (tile.output_steps[1] - tile.output_steps[0]) % static_cast<int64_t>(F::Size()) == 0;
}

template <class T, class Formula>
void PairLoop(const Params& params, const Tile<T>& tile) {
  using F = typename LanesOf<Formula, T>::Type;
  constexpr auto kEach = std::make_index_sequence<Arity<Formula, F>()>();
  const Formula formula = MakeFormula<Formula>(ParamsOf<Formula, T>(params));
  StorePairRows<F>(formula, tile, kCanStream && tile.stream && AreInStep<F>(tile), kEach);
}

template <class T, class Formula>
constexpr void SetPairLoop(ElementLoops& kernel) {
  if constexpr (!std::is_void_v<Formula>) {
    SetLoop<T>(kernel, PairLoop<T, Formula>, DescribeForDevice<T, Formula>);
  }
}

// The kernel of formulas with two results, as ElementwiseKernel.
template <class InFloat, class InHalf = InFloat, class InDouble = void>
const Kernel* PairKernel() {
  static constexpr ElementLoops kKernel = [] {
    ElementLoops kernel{};
    SetPairLoop<float, InFloat>(kernel);
    SetPairLoop<Bfloat16Bits, InHalf>(kernel);
    SetPairLoop<Float16Bits, InHalf>(kernel);
    SetPairLoop<double, InDouble>(kernel);
    kernel.cost = InFloat::kCost;
    return kernel;
  }();
  return &kKernel;
}

// The kernel of a formula over complex numbers. Its operands and its result are their parts, of
// doubles: the real and the imaginary one of each.
template <class Formula>
const Kernel* ComplexKernel() {
  static constexpr ElementLoops kKernel = [] {
    ElementLoops kernel{};
    SetPairLoop<double, Formula>(kernel);
    kernel.cost = Formula::kCost;
    return kernel;
  }();
  return &kKernel;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard

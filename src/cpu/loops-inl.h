// The dense loops over a formula, instantiated by each operator for each SIMD target. Include after
// foreach_target.h.

#if defined(OPENACLNN_CPU_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_CPU_LOOPS_INL_H_
#undef OPENACLNN_CPU_LOOPS_INL_H_
#else
#define OPENACLNN_CPU_LOOPS_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "cpu/half_lanes-inl.h"
#include "cpu/kernel.h"
#include "formulas/lanes-inl.h"
#include "formulas/twin-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// How many values a formula takes.
template <class Formula, class F>
constexpr size_t Arity() {
  if constexpr (std::is_invocable_v<Formula, F>) return 1;
  if constexpr (std::is_invocable_v<Formula, F, F>) return 2;
  if constexpr (std::is_invocable_v<Formula, F, F, F>) return 3;
  return 0;
}

// A formula from its scalar parameters, which are its members in the order of the C arguments.
template <class Formula, class T>
Formula MakeFormula(const std::array<T, Params::kMax>& p) {
  if constexpr (requires { Formula{T{}, T{}, T{}, T{}}; }) {
    return Formula{p[0], p[1], p[2], p[3]};
  } else if constexpr (requires { Formula{T{}, T{}, T{}}; }) {
    return Formula{p[0], p[1], p[2]};
  } else if constexpr (requires { Formula{T{}, T{}}; }) {
    return Formula{p[0], p[1]};
  } else if constexpr (requires { Formula{T{}}; }) {
    return Formula{p[0]};
  } else {
    return Formula{};
  }
}

// The parameters for values of T in memory.
template <class T>
const auto& ParamsOf(const Params& params) {
  if constexpr (std::is_same_v<T, double>) {
    return params.d;
  } else {
    return params.f;
  }
}

template <class T>
using Inputs = std::array<TileInput<T>, kMaxOperands>;

// What a formula computes over values of T in memory with: lanes of its type Compute if it names
// one, else of T, or of float where T has 16 bits.
template <class Formula, class T>
struct LanesOf {
  using Type = Lanes<std::conditional_t<sizeof(T) == 2, float, T>>;
};
template <class Formula, class T>
requires requires { typename Formula::Compute; }
struct LanesOf<Formula, T> {
  using Type = Lanes<typename Formula::Compute>;
};

template <class F, class T>
HWY_INLINE F LoadFrom(const T* from) {
  if constexpr (sizeof(T) == 2) {
    const typename F::FloatTag f;
    const auto half = hn::LoadU(HalfBits<typename F::FloatTag>(), &from->value);
    if constexpr (std::is_same_v<T, Bfloat16Bits>) {
      return F::FromFloats(FromBfloat16(f, half));
    } else {
      return F::FromFloats(FromFloat16(f, half));
    }
  } else {
    return F::Load(from);
  }
}

template <class T, class F>
HWY_INLINE auto ToHalf(F lanes) {
  if constexpr (std::is_same_v<T, Bfloat16Bits>) {
    return ToBfloat16(typename F::FloatTag(), lanes.ToFloats());
  } else {
    return ToFloat16(typename F::FloatTag(), lanes.ToFloats());
  }
}

template <class F, class T>
HWY_INLINE void StoreTo(F lanes, T* to) {
  if constexpr (sizeof(T) == 2) {
    hn::StoreU(ToHalf<T>(lanes), HalfBits<typename F::FloatTag>(), &to->value);
  } else {
    lanes.Store(to);
  }
}

// Past the caches. `to` is aligned to what is stored.
template <class F, class T>
HWY_INLINE void StreamTo(F lanes, T* to) {
  constexpr size_t kBytes = hn::MaxLanes(typename F::D()) * sizeof(T);
  if constexpr (kBytes < 16) {  // no such instruction
    StoreTo(lanes, to);
  } else if constexpr (sizeof(T) == 2) {
    hn::Stream(ToHalf<T>(lanes), HalfBits<typename F::FloatTag>(), &to->value);
  } else {
    lanes.Stream(to);
  }
}

// The next vector, or vectors, of an input.
template <class F>
struct Next {
  template <class T>
  static HWY_INLINE F Load(TileInput<T>& in) {
    const F lanes = LoadFrom<F>(in.values);
    in.values += static_cast<int64_t>(F::Size()) & in.mask;
    return lanes;
  }
  static HWY_INLINE int64_t Size() { return static_cast<int64_t>(F::Size()); }
};
template <class F>
struct Next<Twin<F>> {
  template <class T>
  static HWY_INLINE Twin<F> Load(TileInput<T>& in) {
    const F a = Next<F>::Load(in);
    return {a, Next<F>::Load(in)};
  }
  static HWY_INLINE int64_t Size() { return 2 * Next<F>::Size(); }
};

// The formula at what follows in the inputs.
template <class F, class Formula, class T, size_t... k>
HWY_INLINE auto EvaluateNext(const Formula& formula, Inputs<T>& in, std::index_sequence<k...>) {
  return formula(Next<F>::Load(in[k])...);
}

// The elements from `from` on, fewer than a vector, and 0 after them.
template <class F, class T>
HWY_INLINE F LoadSome(const T* from, int64_t count) {
  if constexpr (HWY_MEM_OPS_MIGHT_FAULT || !std::is_same_v<typename F::Lane, T>) {
    alignas(64) T values[F::kMaxSize] = {};
    std::memcpy(values, from, static_cast<size_t>(count) * sizeof(T));
    return LoadFrom<F>(values);
  } else {
    const typename F::D d;
    return F(hn::MaskedLoad(hn::FirstN(d, static_cast<size_t>(count)), d, from));
  }
}

template <class F, class T>
HWY_INLINE void StoreSome(F lanes, T* to, int64_t count) {
  if constexpr (HWY_MEM_OPS_MIGHT_FAULT || !std::is_same_v<typename F::Lane, T>) {
    alignas(64) T values[F::kMaxSize];
    StoreTo(lanes, values);
    std::memcpy(to, values, static_cast<size_t>(count) * sizeof(T));
  } else {
    const typename F::D d;
    hn::BlendedStore(lanes.raw, hn::FirstN(d, static_cast<size_t>(count)), d, to);
  }
}

// The same for `count` elements, at most a vector, and 0 after them.
template <class F, class Formula, class T, size_t... k>
HWY_INLINE auto EvaluateSome(const Formula& formula, Inputs<T>& in, int64_t count,
                             std::index_sequence<k...>) {
  const auto result = formula(LoadSome<F>(in[k].values, count)...);
  ((in[k].values += count & in[k].mask), ...);
  return result;
}

template <bool kStream, class F, class T>
HWY_INLINE void Put(F lanes, T* to) {
  if constexpr (kStream) {
    StreamTo(lanes, to);
  } else {
    StoreTo(lanes, to);
  }
}
template <bool kStream, class F, class T>
HWY_INLINE void Put(Twin<F> lanes, T* to) {
  Put<kStream>(lanes.a, to);
  Put<kStream>(lanes.b, to + Next<F>::Size());
}

// Elements from `to` on, at most `count`, to the first that is aligned to the vector.
template <class F, class T>
HWY_INLINE int64_t CountToAligned(const T* to, int64_t count) {
  const uintptr_t bytes = F::Size() * sizeof(T);
  const uintptr_t skipped = (0 - reinterpret_cast<uintptr_t>(to)) % bytes;
  return std::min(count, static_cast<int64_t>(skipped / sizeof(T)));
}

// Evaluates and stores the elements from `i` on, before `end`, as long as there are enough for an
// F; gives the first that is left.
template <class F, bool kStream, class T, class Formula, class Each>
HWY_INLINE int64_t StoreNext(const Formula& formula, Inputs<T>& in, T* out, int64_t i, int64_t end,
                             Each each) {
  for (; i + Next<F>::Size() <= end; i += Next<F>::Size()) {
    Put<kStream>(EvaluateNext<F>(formula, in, each), out + i);
  }
  return i;
}

// What a loop gives to a formula at once.
#if HWY_IS_ASAN || HWY_IS_TSAN  // which take minutes to compile more
template <class F>
using InFlight = Twin<F>;
#else
template <class F>
using InFlight = Twin<Twin<F>>;
#endif

template <class F, bool kStream, class T, class Formula, class Each>
HWY_INLINE void StoreAll(const Formula& formula, Inputs<T> in, T* out, int64_t count, Each each) {
  int64_t i = kStream ? CountToAligned<F>(out, count) : 0;
  if (i > 0) StoreSome(EvaluateSome<F>(formula, in, i, each), out, i);
  i = StoreNext<InFlight<F>, kStream>(formula, in, out, i, count, each);
  i = StoreNext<F, kStream>(formula, in, out, i, count, each);
  if (i < count) StoreSome(EvaluateSome<F>(formula, in, count - i, each), out + i, count - i);
}

template <class T, class Formula>
void ElementwiseLoop(const Params& params, const Tile<T>& tile) {
  using F = typename LanesOf<Formula, T>::Type;
  constexpr auto kEach = std::make_index_sequence<Arity<Formula, F>()>();
  const Formula formula = MakeFormula<Formula>(ParamsOf<T>(params));
  T* const out = tile.outputs[0];
  if (tile.stream) {
    StoreAll<F, true>(formula, tile.inputs, out, tile.columns, kEach);
  } else {
    StoreAll<F, false>(formula, tile.inputs, out, tile.columns, kEach);
  }
}

// A row's terms are summed in this many lanes, term i in lane i mod kSumLanes, whatever the width
// of the machine's vectors; then pairs of lanes half of them apart, and so on.
inline constexpr int64_t kSumLanes = 32;

// The sum of a vector's lanes, added by halves.
template <class D>
HWY_INLINE float FoldHalves(D, hn::Vec<D> v) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(D()) > 1) {
    const hn::Half<D> half;
    return FoldHalves(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
#endif
  return hn::GetLane(v);
}

template <int64_t kVectors>
HWY_INLINE float FoldLanes(Lanes<float> (&sums)[kVectors]) {
  for (int64_t half = kVectors / 2; half > 0; half /= 2) {
    for (int64_t v = 0; v < half; ++v) sums[v] = sums[v] + sums[v + half];
  }
  return FoldHalves(Lanes<float>::D(), sums[0].raw);
}

// Stores the results of the kVectors vectors that the inputs are at, all loads coming first, and
// gives their terms.
template <bool kStream, size_t kVectors, class Formula, class Each>
HWY_INLINE void StoreResults(const Formula& formula, Inputs<float>& in, float* out,
                             Lanes<float> (&terms)[kVectors], Each each) {
  Lanes<float> results[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    const auto pair = EvaluateNext<Lanes<float>>(formula, in, each);
    results[v] = pair.result;
    terms[v] = pair.term;
  }
  for (size_t v = 0; v < kVectors; ++v) Put<kStream>(results[v], out + v * Lanes<float>::Size());
}

// Stores the results of `count` elements, at most a vector, and adds their terms to `sums`. No term
// is added past the end: it is 0 where all inputs are.
template <class Formula, class Each>
HWY_INLINE void AddSome(const Formula& formula, Inputs<float>& in, int64_t count, float* out,
                        float* sums, Each each) {
  if (count == 0) return;
  const auto pair = EvaluateSome<Lanes<float>>(formula, in, count, each);
  StoreSome(pair.result, out, count);
  StoreSome(LoadSome<Lanes<float>>(sums, count) + pair.term, sums, count);
}

template <bool kStream, class Formula, class Each>
HWY_INLINE float SumRow(const Formula& formula, Inputs<float> in, float* out, int64_t columns,
                        Each each) {
  using F = Lanes<float>;
  constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(typename F::D()));
  constexpr int64_t kVectors = kSumLanes / kLanes;
  F sums[kVectors];
  for (F& sum : sums) sum = F(0.0f);
  int64_t i = 0;
  for (; i + kSumLanes <= columns; i += kSumLanes) {
    F terms[kVectors];
    StoreResults<kStream>(formula, in, out + i, terms, each);
    for (int64_t v = 0; v < kVectors; ++v) sums[v] = sums[v] + terms[v];
  }
  if (i < columns) {
    float lanes[kSumLanes];
    for (int64_t v = 0; v < kVectors; ++v) sums[v].Store(lanes + v * kLanes);
    for (float* sum = lanes; i < columns; i += kLanes, sum += kLanes) {
      AddSome(formula, in, std::min(kLanes, columns - i), out + i, sum, each);
    }
    for (int64_t v = 0; v < kVectors; ++v) sums[v] = F::Load(lanes + v * kLanes);
  }
  return FoldLanes(sums);
}

// Adds the terms of as many groups of kVectors vectors of the elements begin .. end as there are,
// each to a sum of its own; gives the first element that is left.
template <bool kStream, int kVectors, class Formula, class Each>
HWY_INLINE int64_t AddVectors(const Formula& formula, Inputs<float>& in, float* out, int64_t begin,
                              int64_t end, float* sums, Each each) {
  using F = Lanes<float>;
  const int64_t lanes = static_cast<int64_t>(F::Size());
  int64_t i = begin;
  for (; i + kVectors * lanes <= end; i += kVectors * lanes) {
    F terms[kVectors];
    StoreResults<kStream>(formula, in, out + i, terms, each);
    for (int v = 0; v < kVectors; ++v) {
      (F::Load(sums + i + v * lanes) + terms[v]).Store(sums + i + v * lanes);
    }
  }
  return i;
}

// The same for all elements of a row.
template <bool kStream, class Formula, class Each>
HWY_INLINE void AddRow(const Formula& formula, Inputs<float> in, float* out, int64_t columns,
                       float* sums, Each each) {
  int64_t i = kStream ? CountToAligned<Lanes<float>>(out, columns) : 0;
  AddSome(formula, in, i, out, sums, each);
  i = AddVectors<kStream, 4>(formula, in, out, i, columns, sums, each);
  i = AddVectors<kStream, 1>(formula, in, out, i, columns, sums, each);
  AddSome(formula, in, columns - i, out + i, sums + i, each);
}

// The inputs and the output of row r. No address is formed beyond the last row, whose distance may
// be anything.
template <size_t kInputs>
HWY_INLINE float* RowOf(const Tile<float>& tile, int64_t r, Inputs<float>* in) {
  *in = tile.inputs;
  for (size_t k = 0; k < kInputs; ++k) (*in)[k].values += r * tile.inputs[k].row_step;
  return tile.outputs[0] + r * tile.output_step;
}

template <class Formula>
void SumRowsLoop(const Params& params, const Tile<float>& tile, float* row_sums) {
  constexpr size_t kInputs = Arity<Formula, Lanes<float>>();
  constexpr auto kEach = std::make_index_sequence<kInputs>();
  const Formula formula = MakeFormula<Formula>(params.f);
  Inputs<float> in;
  for (int64_t r = 0; r < tile.rows; ++r) {
    float* const out = RowOf<kInputs>(tile, r, &in);
    // In a row that begins within a vector the lanes would have to be turned.
    const bool stream = tile.stream && CountToAligned<Lanes<float>>(out, tile.columns) == 0;
    row_sums[r] = stream ? SumRow<true>(formula, in, out, tile.columns, kEach)
                         : SumRow<false>(formula, in, out, tile.columns, kEach);
  }
}

template <class Formula>
void SumColumnsLoop(const Params& params, const Tile<float>& tile, float* column_sums) {
  constexpr size_t kInputs = Arity<Formula, Lanes<float>>();
  constexpr auto kEach = std::make_index_sequence<kInputs>();
  const Formula formula = MakeFormula<Formula>(params.f);
  Inputs<float> in;
  for (int64_t r = 0; r < tile.rows; ++r) {
    float* const out = RowOf<kInputs>(tile, r, &in);
    tile.stream ? AddRow<true>(formula, in, out, tile.columns, column_sums, kEach)
                : AddRow<false>(formula, in, out, tile.columns, column_sums, kEach);
  }
}

// The kernel of a formula in float and the 16-bit types, and in double if kDouble.
template <template <class> class Formula, bool kDouble = false>
const Kernel* ElementwiseKernel() {
  static constexpr Kernel kKernel = [] {
    Kernel kernel{};
    kernel.in_float = ElementwiseLoop<float, Formula<float>>;
    kernel.in_bfloat16 = ElementwiseLoop<Bfloat16Bits, Formula<float>>;
    kernel.in_float16 = ElementwiseLoop<Float16Bits, Formula<float>>;
    if constexpr (kDouble) kernel.in_double = ElementwiseLoop<double, Formula<double>>;
    kernel.cost = Formula<float>::kCost;
    return kernel;
  }();
  return &kKernel;
}

// The kernel of a formula that returns a result and a term to sum.
template <template <class> class Formula>
const Kernel* SumKernel() {
  static constexpr Kernel kKernel = [] {
    Kernel kernel{};
    kernel.sum_rows = SumRowsLoop<Formula<float>>;
    kernel.sum_columns = SumColumnsLoop<Formula<float>>;
    kernel.cost = Formula<float>::kCost;
    return kernel;
  }();
  return &kKernel;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard

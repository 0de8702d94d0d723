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
#include "cpu/params.h"
#include "cpu/prefetch.h"
#include "cpu/tile.h"
#include "formulas/formula-inl.h"
#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/twin-inl.h"

// Sanitizers would take minutes to compile the loops as they are for speed. With them the loops go
// by one vector, and what stands at several places of a loop is a function that these call.
#undef OPENACLNN_INLINE_FOR_SPEED
#if HWY_IS_ASAN || HWY_IS_TSAN
#define OPENACLNN_INLINE_FOR_SPEED HWY_NOINLINE HWY_ATTR
#else
#define OPENACLNN_INLINE_FOR_SPEED HWY_INLINE
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The baseline's one lane, which was a third of what there is to compile, goes by one vector, too,
// and has no stores past the caches.
inline constexpr bool kForSpeed = !HWY_IS_ASAN && !HWY_IS_TSAN && HWY_TARGET != HWY_SCALAR;
inline constexpr bool kCanStream = HWY_TARGET != HWY_SCALAR;

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

// The parameters of a formula over values of T in memory; kDoubleParams: some are no floats.
template <class Formula, class T>
auto ParamsOf(const Params& params) {
  if constexpr (std::is_same_v<T, double> || requires { Formula::kDoubleParams; }) {
    return params.d;
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return params.i;
  } else if constexpr (std::is_integral_v<T>) {
    std::array<int32_t, Params::kMax> low;
    for (size_t i = 0; i < low.size(); ++i) low[i] = static_cast<int32_t>(params.i[i]);
    return low;
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

// Whether lanes are the bits of 16-bit numbers, which then need no conversion.
template <class F>
inline constexpr bool kAreBits = std::is_same_v<typename F::Lane, int16_t>;

template <class F, bool kKeepsNan = true, class T>
HWY_INLINE F LoadFrom(const T* from) {
  if constexpr (kAreBits<F>) {
    const hn::RebindToUnsigned<typename F::D> bits;
    return F(hn::BitCast(typename F::D(), hn::LoadU(bits, &from->value)));
  } else if constexpr (sizeof(T) == 2) {
    const typename F::FloatTag f;
    const auto half = hn::LoadU(HalfBits<typename F::FloatTag>(), &from->value);
    if constexpr (std::is_same_v<T, Bfloat16Bits>) {
      return F::FromFloats(FromBfloat16(f, half));
    } else {
      return F::FromFloats(FromFloat16<kKeepsNan>(f, half));
    }
  } else {
    return F::Load(from);
  }
}

// Floats that round to 16 bits as the lanes themselves would.
template <class F>
HWY_INLINE auto FloatsForHalves(F lanes) {
  if constexpr (std::is_same_v<typename F::Lane, double>) {
    return lanes.ToFloatsForHalves();
  } else {
    return lanes.ToFloats();
  }
}

// Rounded to T; kMayBeNan, kMayBeTie: see half_lanes-inl.h.
template <class T, bool kMayBeNan = true, bool kMayBeTie = true, class F>
HWY_INLINE auto ToHalf(F lanes) {
  if constexpr (std::is_same_v<T, Bfloat16Bits>) {
    return ToBfloat16<kMayBeNan, kMayBeTie>(typename F::FloatTag(), FloatsForHalves(lanes));
  } else {
    return ToFloat16<kMayBeNan>(typename F::FloatTag(), FloatsForHalves(lanes));
  }
}

// Whether results go past the caches: known to the compiler, as of std::bool_constant, or a bool. A
// loop that tests it at each store is as fast as two loops, and takes two thirds of the time to
// compile. What goes past the caches is aligned to what is stored at once.
using Cached = std::false_type;

template <class V, class D, class Stream>
HWY_INLINE void StoreBits(V bits, D d, hn::TFromD<D>* to, Stream stream) {
  constexpr bool kCan = hn::MaxLanes(d) * sizeof(*to) >= 16;  // else there is no such instruction
  kCan&& stream ? hn::Stream(bits, d, to) : hn::StoreU(bits, d, to);
}

template <bool kMayBeNan = true, bool kMayBeTie = true, class F, class T, class Stream = Cached>
HWY_INLINE void StoreTo(F lanes, T* to, Stream stream = {}) {
  if constexpr (kAreBits<F>) {
    const hn::RebindToUnsigned<typename F::D> bits;
    StoreBits(hn::BitCast(bits, lanes.raw), bits, &to->value, stream);
  } else if constexpr (sizeof(T) == 2) {
    StoreBits(ToHalf<T, kMayBeNan, kMayBeTie>(lanes), HalfBits<typename F::FloatTag>(), &to->value,
              stream);
  } else {
    constexpr bool kCan = hn::MaxLanes(typename F::D()) * sizeof(T) >= 16;
    kCan&& stream ? lanes.Stream(to) : lanes.Store(to);
  }
}

// Whether two vectors of BFLOAT16 are loaded together, elements of even places in the first one and
// of odd places in the second, and stored so: words with a pair each take fewer instructions.
template <class F, class T>
inline constexpr bool kInPairs =
    HWY_TARGET != HWY_SCALAR&& std::is_same_v<T, Bfloat16Bits>&& std::is_same_v<F, Lanes<float>>;

// The next vector, or vectors, of an input.
template <class F>
struct Next {
  template <bool kKeepsNan = true, class T>
  static HWY_INLINE F Load(TileInput<T>& in) {
    const F lanes = LoadFrom<F, kKeepsNan>(in.values);
    in.values += static_cast<int64_t>(F::Size()) & in.mask;
    return lanes;
  }
  static HWY_INLINE int64_t Size() { return static_cast<int64_t>(F::Size()); }
};
template <class F>
struct Next<Twin<F>> {
  template <bool kKeepsNan = true, class T>
  static HWY_INLINE Twin<F> Load(TileInput<T>& in) {
    if constexpr (kInPairs<F, T>) {
      const typename F::D f;
      const auto pairs = LoadPairs(f, in.values);
      in.values += Size() & in.mask;
      return {F(FirstOfPairs(f, pairs)), F(SecondOfPairs(f, pairs))};
    } else {
      const F a = Next<F>::template Load<kKeepsNan>(in);
      return {a, Next<F>::template Load<kKeepsNan>(in)};
    }
  }
  static HWY_INLINE int64_t Size() { return 2 * Next<F>::Size(); }
};

// The least distance from ties of all vectors at a place (half_lanes-inl.h).
template <class Ties, class F>
HWY_INLINE auto DistanceFromTies(F value) {
  if constexpr (requires { value.a; }) {
    return Ties::Least(DistanceFromTies<Ties>(value.a), DistanceFromTies<Ties>(value.b));
  } else {
    return Ties::Distance(typename F::D(), value.raw);
  }
}

// Where no number within kUlps float ULPs of the value rounds to another T.
template <class T, int kUlps, class F>
HWY_INLINE auto FarFromTies(F value) {
  using TheTies = Ties<T, kUlps>;
  const hn::ScalableTag<float> f;
  return LanesMask<float>(TheTies::AreFar(f, DistanceFromTies<TheTies>(value)));
}

// A formula says by kQuietsNans that its NaNs are those that IEEE 754's arithmetic makes of its
// inputs, so that conversions need not look for signaling ones. That is also so where Covers leaves
// NaNs to the exact form, which loads its inputs again.
template <class Formula>
inline constexpr bool kQuietsNans = requires {
  Formula::kQuietsNans;
};

// Whether a formula says itself where its values hold. Its inputs are In.
template <class Formula, class F, class... In>
inline constexpr bool kHasCovers = requires(const Formula& formula, F value, In... inputs) {
  formula.Covers(inputs..., value);
};

// Where a formula over T says that a vector's value holds. For FLOAT16 a look for ties finds values
// that are not finite, too: a formula may say by CoversFinite where all others hold.
template <class T, class Formula, class Value, class... In>
HWY_INLINE auto CoveredBy(const Formula& formula, const Value& value, In... inputs) {
  constexpr bool kIsFinite = GuardsTies<Formula, T> && std::is_same_v<T, Float16Bits>;
  if constexpr (kIsFinite && requires { formula.CoversFinite(inputs..., value); }) {
    return formula.CoversFinite(inputs..., value);
  } else {
    return formula.Covers(inputs..., value);
  }
}

// The same for all of the vectors that `value` has at a place: no mask for each vector lives on, of
// which processors have few.
template <class T, class Formula, class F, class... In>
HWY_INLINE auto AllCoveredBy(const Formula& formula, F value, In... inputs) {
  if constexpr (requires { value.a; }) {
    return And(AllCoveredBy<T>(formula, value.a, inputs.a...),
               AllCoveredBy<T>(formula, value.b, inputs.b...));
  } else {
    return CoveredBy<T>(formula, value, inputs...);
  }
}

// Where all of the values hold at a place, of a formula for which they need not.
template <class T, class Formula, class F, class... In>
HWY_INLINE auto AllCovered(const Formula& formula, F value, In... inputs) {
  constexpr int kUlps = ErrorUlps<Formula, T>();
  if constexpr (!GuardsTies<Formula, T>) {
    return AllCoveredBy<T>(formula, value, inputs...);
  } else if constexpr (kHasCovers<Formula, F, In...>) {
    return And(AllCoveredBy<T>(formula, value, inputs...), FarFromTies<T, kUlps>(value));
  } else {
    return FarFromTies<T, kUlps>(value);
  }
}

template <class F>
inline constexpr size_t kVectorsOf = 1;
template <class F>
inline constexpr size_t kVectorsOf<Twin<F>> = 2 * kVectorsOf<F>;

// Calls visit(v, inputs...) for each of kVectors vectors, with the inputs that lie as those of the
// values are: visit is for one vector.
template <size_t kVectors, class T, class Visit, size_t... k>
HWY_INLINE void ForEachVector(Inputs<T>& in, const Visit& visit, std::index_sequence<k...>) {
  using F = Lanes<float>;
  if constexpr (kVectors > 1) {
    for (size_t v = 0; v < kVectors; v += 2) {
      const Twin<F> inputs[] = {Next<Twin<F>>::Load(in[k])...};
      visit(v, inputs[k].a...);
      visit(v + 1, inputs[k].b...);
    }
  } else {
    visit(0, Next<F>::Load(in[k])...);
  }
}

// Completes the values at the next inputs. These are loaded again: before, they would take
// registers from those who do not need them.
template <size_t kVectors, class T, class Formula, class Each>
HWY_NOINLINE HWY_ATTR void CompleteValues(const Formula& formula, Inputs<T> in, float* values,
                                          Each each) {
  using F = Lanes<float>;
  constexpr size_t kPlaces = kVectors * F::kMaxSize;
  static_assert(kPlaces <= guarded_internal::kMostPlaces);
  HWY_ALIGN float from[Each::size()][kPlaces];
  uint64_t lacking = 0;
  const auto collect = [&](size_t v, auto... inputs) HWY_ATTR {
    const size_t first = v * F::Size();
    const auto covered = AllCovered<T>(formula, F::Load(values + first), inputs...);
    lacking |= guarded_internal::BitsWhereFalse(covered) << first;
    size_t k = 0;
    (inputs.Store(from[k++] + first), ...);
  };
  ForEachVector<kVectors>(in, collect, each);
  guarded_internal::PutExactValues<kNarrowing<T>, Each::size()>(formula.ExactForm(), lacking,
                                                                from[0], kPlaces, values);
}

template <class F>
HWY_INLINE void StoreFloats(F lanes, float* to) {
  if constexpr (requires { lanes.a; }) {
    StoreFloats(lanes.a, to);
    StoreFloats(lanes.b, to + Next<decltype(lanes.a)>::Size());
  } else {
    lanes.Store(to);
  }
}
template <class F>
HWY_INLINE F LoadFloats(const float* from) {
  if constexpr (kVectorsOf < F >> 1) {
    using Half = decltype(F(0).a);
    return {LoadFloats<Half>(from), LoadFloats<Half>(from + Next<Half>::Size())};
  } else {
    return F::Load(from);
  }
}

// The formula at what follows in the inputs.
template <class F, class Formula, class T, size_t... k>
HWY_INLINE auto EvaluateNext(const Formula& formula, Inputs<T>& in, std::index_sequence<k...>) {
  return formula(Next<F>::template Load<!kQuietsNans<Formula>>(in[k])...);
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
  const F inputs[] = {LoadSome<F>(in[k].values, count)...};
  ((in[k].values += count & in[k].mask), ...);
  const auto value = formula(inputs[k]...);
  if constexpr (kIsGuarded<Formula, T>) {
    const auto past_end = hn::Not(hn::FirstN(typename F::D(), static_cast<size_t>(count)));
    const auto covered = AllCovered<T>(formula, value, inputs[k]...);
    return Complete<kNarrowing<T>>(formula.ExactForm(), value,
                                   Or(covered, typename F::Mask(past_end)), inputs[k]...);
  } else {
    return value;
  }
}

#if HWY_TARGET != HWY_SCALAR
// Two vectors as BFLOAT16, which lie as they were loaded.
template <bool kMayBeNan, bool kMayBeTie, class F, class Stream>
HWY_INLINE void PutBfloat16(Twin<F> lanes, Bfloat16Bits* to, Stream stream) {
  const typename F::FloatTag f;
  const HalvesOfPairs<decltype(f)> whole;
  const auto results = ToPairs<kMayBeNan, kMayBeTie>(f, lanes.a.raw, lanes.b.raw);
  // `to` is aligned to what one vector becomes.
  const hn::Half<decltype(whole)> half;
  constexpr bool kCan = hn::MaxLanes(half) * sizeof(*to) >= 16;
  if (kCan && stream) {
    hn::Stream(hn::LowerHalf(half, results), half, &to->value);
    hn::Stream(hn::UpperHalf(half, results), half, &to->value + hn::Lanes(half));
  } else {
    hn::StoreU(results, whole, &to->value);
  }
}
#endif

template <bool kMayBeNan = true, bool kMayBeTie = true, class F, class T, class Stream>
HWY_INLINE void Put(F lanes, T* to, Stream stream) {
  constexpr bool kTakesTwo = HWY_TARGET != HWY_SCALAR && std::is_same_v<T, Bfloat16Bits>;
  if constexpr (kTakesTwo && kVectorsOf<F> == 2 && std::is_same_v<typename F::Lane, float>) {
    PutBfloat16<kMayBeNan, kMayBeTie>(lanes, to, stream);
  } else if constexpr (requires { lanes.a; }) {
    Put<kMayBeNan, kMayBeTie>(lanes.a, to, stream);
    Put<kMayBeNan, kMayBeTie>(lanes.b, to + Next<decltype(lanes.a)>::Size(), stream);
  } else {
    StoreTo<kMayBeNan, kMayBeTie>(lanes, to, stream);
  }
}

// Elements from `to` on, at most `count`, to the first that is aligned to the vector.
template <class F, class T>
HWY_INLINE int64_t CountToAligned(const T* to, int64_t count) {
  const uintptr_t bytes = F::Size() * sizeof(T);
  const uintptr_t skipped = (0 - reinterpret_cast<uintptr_t>(to)) % bytes;
  return std::min(count, static_cast<int64_t>(skipped / sizeof(T)));
}

// Stores the values of a formula for the elements that `in` has just gone past, completed.
template <class F, class T, class Formula, size_t... k>
HWY_INLINE void PutCompleted(F value, const Formula& formula, Inputs<T> in, T* to, bool stream,
                             std::index_sequence<k...> each) {
  constexpr size_t kVectors = kVectorsOf<F>;
  HWY_ALIGN float values[kVectors * Lanes<float>::kMaxSize];
  StoreFloats(value, values);
  ((in[k].values -= Next<F>::Size() & in[k].mask), ...);
  CompleteValues<kVectors>(formula, in, values, each);
  Put(LoadFloats<F>(values), to, stream);
}

// Stores the values of a formula for inputs that `in` has just gone past.
template <class T, class Formula, class Each, class F, class... Fs>
HWY_INLINE void PutValues(const Formula& formula, const Inputs<T>& in, T* to, bool stream,
                          Each each, F first, Fs... others) {
  const F value = formula(first, others...);
  // Covers is false for NaN.
  constexpr bool kMayBeNan = !kHasCovers<Formula, F, F, Fs...>;
  constexpr bool kMayBeTie = !GuardsTies<Formula, T>;
  if (HWY_LIKELY(All(AllCovered<T>(formula, value, first, others...)))) {
    Put<kMayBeNan, kMayBeTie>(value, to, stream);
  } else {
    PutCompleted(value, formula, in, to, stream, each);
  }
}

template <class F, class T, class Formula>
HWY_INLINE void PutUnblocked(const Formula& formula, Inputs<T>& in, T* to, bool stream) {
  if constexpr (kVectorsOf < F >> 1) {
    using Part = decltype(F(0).a);
    PutUnblocked<Part>(formula, in, to, stream);
    PutUnblocked<Part>(formula, in, to + Next<Part>::Size(), stream);
  } else {
    using Bits = HalfBits<typename F::FloatTag>;
    const auto value = hn::LoadU(Bits(), &in[0].values->value);
    const F x = LoadFrom<F, false>(in[1].values);
    for (size_t k : {0, 1}) in[k].values += static_cast<int64_t>(F::Size()) & in[k].mask;
    const auto blocked = hn::VecFromMask(typename F::D(), formula.Blocks(x).raw);
    const auto wide = hn::BitCast(hn::RebindToSigned<typename F::D>(), blocked);
    const auto narrow = hn::DemoteTo(hn::RebindToSigned<Bits>(), wide);
    StoreBits(hn::AndNot(hn::BitCast(Bits(), narrow), value), Bits(), &to->value, stream);
  }
}

template <class F, class T, class Formula, size_t... k>
HWY_INLINE void PutNext(const Formula& formula, Inputs<T>& in, T* to, bool stream,
                        std::index_sequence<k...> each) {
  if constexpr (sizeof(T) == 2 && Blocking<Formula, F>) {
    PutUnblocked<F>(formula, in, to, stream);
  } else if constexpr (kIsGuarded<Formula, T>) {
    constexpr bool kKeepsNan = !kHasCovers<Formula, F, decltype((k, F(0)))...>;
    PutValues(formula, in, to, stream, each, Next<F>::template Load<kKeepsNan>(in[k])...);
  } else {
    Put<!kQuietsNans<Formula>>(EvaluateNext<F>(formula, in, each), to, stream);
  }
}

// Evaluates and stores the elements from `i` on, before `end`, as long as there are enough for an
// F; gives the first that is left.
template <class F, class T, class Formula, class Each>
HWY_INLINE int64_t StoreNext(const Formula& formula, Inputs<T>& in, T* out, int64_t i, int64_t end,
                             bool stream, Each each) {
  for (; i + Next<F>::Size() <= end; i += Next<F>::Size()) {
    PutNext<F>(formula, in, out + i, stream, each);
  }
  return i;
}

// The same for the next `count` elements, at most a vector. Bits go one by one, as copies to whole
// vectors and from them would take longer.
template <class F, class T, class Formula, size_t... k>
OPENACLNN_INLINE_FOR_SPEED void StoreNextSome(const Formula& formula, Inputs<T>& in, T* out,
                                              int64_t count, std::index_sequence<k...> each) {
  if constexpr (kAreBits<F>) {
    for (T* const end = out + count; out < end; ++out) {
      const auto result = formula(OneLane<int16_t>(static_cast<int16_t>(in[k].values->value))...);
      out->value = static_cast<uint16_t>(result.raw);
      ((in[k].values += 1 & in[k].mask), ...);
    }
  } else {
    StoreSome(EvaluateSome<F>(formula, in, count, each), out, count);
  }
}

// What a loop gives to a formula at once.
template <class F>
using InFlight = std::conditional_t<kForSpeed, Twin<Twin<F>>, F>;

template <class F, class T, class Formula, class Each>
HWY_INLINE void StoreAll(const Formula& formula, Inputs<T> in, T* out, int64_t count, bool stream,
                         Each each) {
  int64_t i = stream ? CountToAligned<F>(out, count) : 0;
  if (i > 0) StoreNextSome<F>(formula, in, out, i, each);
  if constexpr (kForSpeed) i = StoreNext<InFlight<F>>(formula, in, out, i, count, stream, each);
  i = StoreNext<F>(formula, in, out, i, count, stream, each);
  if (i < count) StoreNextSome<F>(formula, in, out + i, count - i, each);
}

template <class T>
HWY_INLINE void AskAhead(const Tile<T>& tile, int64_t r) {
  for (int i = 0; i < tile.num_rows_ahead; ++i) {
    const RowAhead& row = tile.rows_ahead[i];
    AskForLines(row.first + static_cast<uintptr_t>(r * row.step), row.bytes);
  }
}

// All rows of a tile.
template <class F, class T, class Formula, size_t... k>
HWY_INLINE void StoreRows(const Formula& formula, const Tile<T>& tile,
                          std::index_sequence<k...> each) {
  const bool stream = kCanStream && tile.stream;
  Inputs<T> in = tile.inputs;
  T* out = tile.outputs[0];
  for (int64_t r = 0;;) {
    if (stream) AskAhead(tile, r);
    StoreAll<F>(formula, in, out, tile.columns, stream, each);
    if (++r >= tile.rows) return;
    ((in[k].values += in[k].row_step), ...);
    out += tile.output_steps[0];
  }
}

template <class T, class Formula>
void ElementwiseLoop(const Params& params, const Tile<T>& tile) {
  const Formula made = MakeFormula<Formula>(ParamsOf<Formula, T>(params));
  WithForm(made, [&tile](const auto& formula) HWY_ATTR {
    using Form = std::remove_cvref_t<decltype(formula)>;
    using F = typename LanesOf<Form, T>::Type;
    constexpr size_t kInputs = Arity<Form, F>();
    constexpr auto kEach = std::make_index_sequence<kInputs>();
    StoreRows<F>(formula, tile, kEach);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard

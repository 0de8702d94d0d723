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

#include "cpu/kernel.h"
#include "formulas/lanes-inl.h"

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

template <class T>
const std::array<T, Params::kMax>& ParamsOf(const Params& params) {
  if constexpr (std::is_same_v<T, float>) {
    return params.f;
  } else {
    return params.d;
  }
}

template <class T>
using Inputs = std::array<TileInput<T>, kMaxOperands>;

// The formula at the vector of elements from i on.
template <class F, class Formula, class T, size_t... k>
HWY_INLINE auto Evaluate(const Formula& formula, const Inputs<T>& in, int64_t i,
                         std::index_sequence<k...>) {
  return formula(F::Load(in[k].values + (i & in[k].mask))...);
}

// The elements from `i` on, fewer than a vector, where a whole vector can be read; 0 follows them.
template <class T, size_t kInputs>
struct Rest {
  static constexpr size_t kMaxLanes = HWY_MAX_BYTES / sizeof(T);

  Rest(const Inputs<T>& in, int64_t i, int64_t count) {
    for (size_t k = 0; k < kInputs; ++k) {
      std::memset(values[k], 0, sizeof(values[k]));
      std::memcpy(values[k], in[k].values + (i & in[k].mask),
                  static_cast<size_t>(count) * sizeof(T));
      inputs[k] = {values[k], -1, 0};
    }
  }

  alignas(64) T values[kInputs][kMaxLanes];
  Inputs<T> inputs;
};

template <class T, class Formula>
void ElementwiseLoop(const Params& params, const Tile<T>& tile) {
  using F = Lanes<T>;
  constexpr size_t kInputs = Arity<Formula, F>();
  constexpr auto kEach = std::make_index_sequence<kInputs>();
  const int64_t lanes = static_cast<int64_t>(F::Size()), count = tile.columns;
  const Formula formula = MakeFormula<Formula>(ParamsOf<T>(params));
  const Inputs<T> in = tile.inputs;
  T* const out = tile.outputs[0];
  int64_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {  // two chains of dependent operations in flight
    const F a = Evaluate<F>(formula, in, i, kEach);
    const F b = Evaluate<F>(formula, in, i + lanes, kEach);
    a.Store(out + i);
    b.Store(out + i + lanes);
  }
  for (; i + lanes <= count; i += lanes) Evaluate<F>(formula, in, i, kEach).Store(out + i);
  if (i == count) return;
  const Rest<T, kInputs> rest(in, i, count - i);
  alignas(64) T result[Rest<T, kInputs>::kMaxLanes];
  Evaluate<F>(formula, rest.inputs, 0, kEach).Store(result);
  std::memcpy(out + i, result, static_cast<size_t>(count - i) * sizeof(T));
}

// A row's terms are summed in this many lanes, term i in lane i mod kSumLanes, whatever the width
// of the machine's vectors; then pairs of lanes half of them apart, and so on.
inline constexpr int64_t kSumLanes = 32;

inline float FoldLanes(float (&sums)[kSumLanes]) {
  for (int64_t half = kSumLanes / 2; half > 0; half /= 2) {
    for (int64_t i = 0; i < half; ++i) sums[i] += sums[i + half];
  }
  return sums[0];
}

// Evaluates the `count` <= one vector of elements from i on and stores their results; gives their
// terms, those past the end being 0: a formula's term is 0 where all its inputs are.
template <class F, class Formula, size_t... k>
HWY_INLINE F StoreRest(const Formula& formula, const Inputs<float>& in, int64_t i, int64_t count,
                       float* out, std::index_sequence<k...> each) {
  const Rest<float, sizeof...(k)> rest(in, i, count);
  alignas(64) float result[Rest<float, sizeof...(k)>::kMaxLanes];
  const auto pair = Evaluate<F>(formula, rest.inputs, 0, each);
  pair.result.Store(result);
  std::memcpy(out + i, result, static_cast<size_t>(count) * sizeof(float));
  return pair.term;
}

template <class Formula>
void SumRowsLoop(const Params& params, const Tile<float>& tile, float* row_sums) {
  using F = Lanes<float>;
  constexpr size_t kInputs = Arity<Formula, F>();
  constexpr auto kEach = std::make_index_sequence<kInputs>();
  constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(typename F::D()));
  constexpr int64_t kVectors = kSumLanes / kLanes;
  const Formula formula = MakeFormula<Formula>(params.f);
  Inputs<float> in = tile.inputs;
  float* out = tile.outputs[0];
  for (int64_t r = 0; r < tile.rows; ++r) {
    F sums[kVectors];
    for (F& sum : sums) sum = F(0.0f);
    int64_t i = 0;
    for (; i + kSumLanes <= tile.columns; i += kSumLanes) {
      for (int64_t v = 0; v < kVectors; ++v) {
        const auto pair = Evaluate<F>(formula, in, i + v * kLanes, kEach);
        pair.result.Store(out + i + v * kLanes);
        sums[v] = sums[v] + pair.term;
      }
    }
    for (int64_t v = 0; i < tile.columns; ++v, i += kLanes) {
      const int64_t count = std::min(kLanes, tile.columns - i);
      sums[v] = sums[v] + StoreRest<F>(formula, in, i, count, out, kEach);
    }
    float lanes[kSumLanes];
    for (int64_t v = 0; v < kVectors; ++v) sums[v].Store(lanes + v * kLanes);
    row_sums[r] = FoldLanes(lanes);
    for (size_t k = 0; k < kInputs; ++k) in[k].values += in[k].row_step;
    out += tile.columns;
  }
}

// Adds the terms of kVectors vectors of columns from `i` on, row after row, to column_sums.
template <int kVectors, class F, class Formula, size_t... k>
HWY_INLINE void SumColumnBlock(const Formula& formula, const Tile<float>& tile, int64_t i,
                               float* column_sums, std::index_sequence<k...> each) {
  const int64_t lanes = static_cast<int64_t>(F::Size());
  Inputs<float> in = tile.inputs;
  float* out = tile.outputs[0];
  F sums[kVectors];
  for (int v = 0; v < kVectors; ++v) sums[v] = F::Load(column_sums + i + v * lanes);
  for (int64_t r = 0; r < tile.rows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      const auto pair = Evaluate<F>(formula, in, i + v * lanes, each);
      pair.result.Store(out + i + v * lanes);
      sums[v] = sums[v] + pair.term;
    }
    ((in[k].values += in[k].row_step), ...);
    out += tile.columns;
  }
  for (int v = 0; v < kVectors; ++v) sums[v].Store(column_sums + i + v * lanes);
}

template <class Formula>
void SumColumnsLoop(const Params& params, const Tile<float>& tile, float* column_sums) {
  using F = Lanes<float>;
  constexpr size_t kInputs = Arity<Formula, F>();
  constexpr auto kEach = std::make_index_sequence<kInputs>();
  constexpr int kVectors = 4;
  const int64_t lanes = static_cast<int64_t>(F::Size());
  const Formula formula = MakeFormula<Formula>(params.f);
  int64_t i = 0;
  for (; i + kVectors * lanes <= tile.columns; i += kVectors * lanes) {
    SumColumnBlock<kVectors, F>(formula, tile, i, column_sums, kEach);
  }
  for (; i + lanes <= tile.columns; i += lanes) {
    SumColumnBlock<1, F>(formula, tile, i, column_sums, kEach);
  }
  if (i == tile.columns) return;
  Inputs<float> in = tile.inputs;
  float* out = tile.outputs[0];
  for (int64_t r = 0; r < tile.rows; ++r) {
    float terms[Rest<float, kInputs>::kMaxLanes] = {};
    StoreRest<F>(formula, in, i, tile.columns - i, out, kEach).Store(terms);
    for (int64_t c = i; c < tile.columns; ++c) column_sums[c] += terms[c - i];
    for (size_t k = 0; k < kInputs; ++k) in[k].values += in[k].row_step;
    out += tile.columns;
  }
}

// The kernel of a formula in float, and in double if kDouble.
template <template <class> class Formula, bool kDouble = false>
const Kernel* ElementwiseKernel() {
  static constexpr Kernel kKernel = [] {
    Kernel kernel{};
    kernel.in_float = ElementwiseLoop<float, Formula<float>>;
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

#include "kinds/normalization/loops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "cpu/sum_tree.h"
#include "cpu/term_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/normalization/loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

static_assert(kSumLanes == kLanesOfChunk && kFloatLanes <= kSlackOfNormSums);

// Doubles from as many elements as a vector has floats, rounded once.
template <class T>
HWY_INLINE void StoreNumbers(Wide numbers, T* to) {
#if HWY_TARGET == HWY_SCALAR
  StoreTo(numbers, to);
#else
  if constexpr (sizeof(T) == 2) {  // floats that are no ties round to T as the doubles do
    const Floats::D f;
    const auto floats = hn::Combine(f, numbers.b.ToFloats(), numbers.a.ToFloats());
    const auto plain = hn::AndNot(hn::IsNaN(floats), Ties<T, 1>::AreFarEach(f, floats));
    if (HWY_LIKELY(hn::AllTrue(f, plain))) return StoreTo<false, false>(Floats(floats), to);
  }
  StoreTo(numbers.a, to);
  StoreTo(numbers.b, to + kDoubleLanes);
#endif
}

// What a row is made of, from a column on; null what there is not.
template <class T>
struct Columns {
  const T* x;
  const T* grad;
  const float* weight;
  const float* bias;

  HWY_INLINE Columns From(int64_t column) const {
    return {x + column, grad == nullptr ? nullptr : grad + column,
            weight == nullptr ? nullptr : weight + column,
            bias == nullptr ? nullptr : bias + column};
  }
};

// Up to kSumLanes columns, and zeros after them.
template <class T>
class Rest {
 public:
  HWY_INLINE Rest(const Columns<T>& of, int64_t count)
      : at_{Copy(of.x, x_, count), Copy(of.grad, grad_, count), Copy(of.weight, weight_, count),
            Copy(of.bias, bias_, count)} {}
  HWY_INLINE const Columns<T>& At() const { return at_; }

 private:
  template <class E>
  static HWY_INLINE const E* Copy(const E* from, E* to, int64_t count) {
    if (from == nullptr) return nullptr;
    std::copy_n(from, count, to);
    return to;
  }

  T x_[kSumLanes] = {}, grad_[kSumLanes] = {};
  float weight_[kSumLanes] = {}, bias_[kSumLanes] = {};
  const Columns<T> at_;
};

// What is computed with often is converted once: the elements of a row that become floats.
template <class T>
using InRow = std::conditional_t<sizeof(T) == 2, float, T>;

template <class T>
HWY_INLINE const InRow<T>* ConvertedRow(const T* from, int64_t count,
                                        std::vector<InRow<T>>& converted) {
  if constexpr (std::is_same_v<InRow<T>, T>) {
    return from;
  } else {
    converted.resize(static_cast<size_t>(count + kFloatLanes));
    int64_t i = 0;
    for (; i + kFloatLanes <= count; i += kFloatLanes) {
      LoadFrom<Floats>(from + i).Store(converted.data() + i);
    }
    if (i < count) LoadSome<Floats>(from + i, count - i).Store(converted.data() + i);
    return converted.data();
  }
}

// Two terms of each column that are summed side by side.
using Both = Twin<Wide>;

// Zeros where the terms of columns are missing in the end: they change no lane, as none is -0.
HWY_INLINE Wide Kept(Wide terms, int64_t count) {
  HWY_ALIGN double all[kFloatLanes];
  StoreWide(terms, all);
  for (int64_t i = std::max<int64_t>(count, 0); i < kFloatLanes; ++i) all[i] = 0;
  return LoadWide(all);
}
HWY_INLINE Both Kept(const Both& terms, int64_t count) {
  return {Kept(terms.a, count), Kept(terms.b, count)};
}

using Totals = std::array<double, 2>;
HWY_INLINE Totals TotalsOf(Wide sum) { return {Fold(sum), 0}; }
HWY_INLINE Totals TotalsOf(const Both& sums) { return {Fold(sums.a), Fold(sums.b)}; }

// The sums of term(columns), of S, a Wide or Both, of up to kTermsOfChunk columns: term i is added
// to lane i mod kSumLanes.
template <class S, class T, class Term, size_t... v>
HWY_INLINE Totals SumsOfChunk(const Columns<T>& row, int64_t count, const Term& term,
                              std::index_sequence<v...>) {
  S sums[] = {(static_cast<void>(v), S(0.0))...};
  const auto for_each_vector = [&](const auto& of) HWY_ATTR {
    if constexpr (kUnrollsSums) {
      ((sums[v] = sums[v] + of(int64_t{v} * kFloatLanes)), ...);
    } else {
      for (size_t k = 0; k < sizeof...(v); ++k) {
        sums[k] = sums[k] + of(static_cast<int64_t>(k) * kFloatLanes);
      }
    }
  };
  int64_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    for_each_vector([&](int64_t at) HWY_ATTR { return term(row.From(i + at)); });
  }
  if (i < count) {
    const Rest<T> rest(row.From(i), count - i);
    for_each_vector([&](int64_t at)
                        HWY_ATTR { return Kept(term(rest.At().From(at)), count - i - at); });
  }
  return TotalsOf(FoldVectors(sums, std::make_index_sequence<sizeof...(v) / 2>()));
}

// Those of chunks are added as a tree.
template <class S, class T, class Term>
HWY_INLINE Totals SumsOfRow(const Columns<T>& row, int64_t count, const Term& term) {
  constexpr std::make_index_sequence<kSumLanes / kFloatLanes> kVectors;
  if (count <= kTermsOfChunk) return SumsOfChunk<S>(row, count, term, kVectors);
  thread_local std::vector<double> first, second;
  first.clear();
  second.clear();
  for (int64_t i = 0; i < count; i += kTermsOfChunk) {
    const Totals totals =
        SumsOfChunk<S>(row.From(i), std::min(kTermsOfChunk, count - i), term, kVectors);
    first.push_back(totals[0]);
    second.push_back(totals[1]);
  }
  const auto chunks = static_cast<int64_t>(first.size());
  return {TreeSum(first.data(), chunks), TreeSum(second.data(), chunks)};
}

// Sets `out` to value(columns).
template <class T, class Value, class Out>
HWY_INLINE void MapRow(const Columns<T>& row, int64_t count, const Value& value, Out* out) {
  int64_t i = 0;
  for (; i + kFloatLanes <= count; i += kFloatLanes) StoreNumbers(value(row.From(i)), out + i);
  if (i == count) return;
  const Rest<T> rest(row.From(i), count - i);
  Out values[kSumLanes];
  StoreNumbers(value(rest.At()), values);
  std::copy_n(values, count - i, out + i);
}

template <bool kHasWeight, bool kHasBias, class T, class Out>
HWY_INLINE void NormaliseRow(const Columns<T>& row, int64_t count, double mean, double rstd,
                             Out* out) {
  const Wide of_mean(mean), by(rstd);
  MapRow(
      row, count,
      [&](const Columns<T>& at) HWY_ATTR {
        Wide y = (LoadTerms(at.x) - of_mean) * by;
        if constexpr (kHasWeight) y = y * LoadTerms(at.weight);
        if constexpr (kHasBias) y = y + LoadTerms(at.bias);
        return y;
      },
      out);
}

template <bool kHasWeight, bool kHasBias, class T>
HWY_INLINE void NormaliseRows(const NormTile<T>& tile, double eps) {
  using In = InRow<T>;
  thread_local std::vector<In> converted;
  const auto count = static_cast<double>(tile.columns);
  for (int64_t r = 0; r < tile.rows; ++r) {
    const Columns<In> row = {ConvertedRow(tile.x + r * tile.columns, tile.columns, converted),
                             nullptr, tile.weight, tile.bias};
    const Totals sum = SumsOfRow<Wide>(
        row, tile.columns, [](const Columns<In>& at) HWY_ATTR { return LoadTerms(at.x); });
    const double mean = sum[0] / count;
    const Wide of_mean(mean);
    const Totals squares = SumsOfRow<Wide>(row, tile.columns, [&](const Columns<In>& at) HWY_ATTR {
      const Wide distance = LoadTerms(at.x) - of_mean;
      return distance * distance;
    });
    const double rstd = 1 / std::sqrt(squares[0] / count + eps);
    tile.mean[r] = mean;
    tile.rstd[r] = rstd;
    NormaliseRow<kHasWeight, kHasBias>(row, tile.columns, mean, rstd, tile.out + r * tile.columns);
  }
}

template <class T>
void Normalise(const NormTile<T>& tile, double eps) {
  if (tile.weight != nullptr) {
    return tile.bias != nullptr ? NormaliseRows<true, true>(tile, eps)
                                : NormaliseRows<true, false>(tile, eps);
  }
  return tile.bias != nullptr ? NormaliseRows<false, true>(tile, eps)
                              : NormaliseRows<false, false>(tile, eps);
}

// grad weight - (sum(grad weight) + x' sum(grad weight x')) / count, times rstd, where x' is the
// normalised x.
template <bool kHasWeight, class T>
HWY_INLINE void GradientsOfRows(const NormTile<T>& tile) {
  using In = InRow<T>;
  thread_local std::vector<In> converted, converted_grads;
  const auto count = static_cast<double>(tile.columns);
  const auto weighted = [](const Columns<In>& at) HWY_ATTR {
    Wide grad = LoadTerms(at.grad);
    if constexpr (kHasWeight) grad = grad * LoadTerms(at.weight);
    return grad;
  };
  for (int64_t r = 0; r < tile.rows; ++r) {
    const int64_t first = r * tile.columns;
    const Columns<In> row = {ConvertedRow(tile.x + first, tile.columns, converted),
                             ConvertedRow(tile.grad + first, tile.columns, converted_grads),
                             tile.weight, nullptr};
    const Wide of_mean(tile.mean[r]), by(tile.rstd[r]);
    const auto normalised = [&](const Columns<In>& at)
                                HWY_ATTR { return (LoadTerms(at.x) - of_mean) * by; };
    const Totals sums = SumsOfRow<Both>(row, tile.columns, [&](const Columns<In>& at) HWY_ATTR {
      const Wide grad = weighted(at);
      return Both(grad, grad * normalised(at));
    });
    const Wide mean_grad(sums[0] / count), mean_product(sums[1] / count);
    MapRow(
        row, tile.columns,
        [&](const Columns<In>& at)
            HWY_ATTR { return (weighted(at) - (mean_grad + normalised(at) * mean_product)) * by; },
        tile.out + first);
  }
}

template <class T>
void Gradients(const NormTile<T>& tile) {
  tile.weight != nullptr ? GradientsOfRows<true>(tile) : GradientsOfRows<false>(tile);
}

// What columns add to the sums of two rows of them.
template <bool kAddsGrads>
struct ColumnSums {
  double *products, *grads;

  HWY_INLINE Both Load(int64_t i) const {
    return {LoadWide(products + i), kAddsGrads ? LoadWide(grads + i) : Wide(0.0)};
  }
  HWY_INLINE void Store(const Both& sums, int64_t i) const {
    StoreWide(sums.a, products + i);
    if constexpr (kAddsGrads) StoreWide(sums.b, grads + i);
  }
};

template <bool kAddsGrads, class T, size_t... r>
HWY_INLINE void AddRowsToColumns(const NormTile<T>& tile, int64_t first, int64_t width,
                                 const ColumnSums<kAddsGrads>& sums, std::index_sequence<r...>) {
  const Columns<T> rows[] = {{tile.x + (first + int64_t{r}) * tile.columns,
                              tile.grad + (first + int64_t{r}) * tile.columns, nullptr,
                              nullptr}...};
  const Wide means[] = {Wide(tile.mean[first + int64_t{r}])...};
  const Wide by[] = {Wide(tile.rstd[first + int64_t{r}])...};
  const auto terms = [&](const Columns<T>& at, size_t row) HWY_ATTR {
    const Wide grad = LoadTerms(at.grad);
    return Both(grad * ((LoadTerms(at.x) - means[row]) * by[row]), kAddsGrads ? grad : Wide(0.0));
  };
  int64_t i = 0;
  for (; i + kFloatLanes <= width; i += kFloatLanes) {
    Both sum = sums.Load(i);
    ((sum = sum + terms(rows[r].From(i), r)), ...);
    sums.Store(sum, i);
  }
  if (i == width) return;
  Both sum = sums.Load(i);
  ((sum = sum + terms(Rest<T>(rows[r].From(i), width - i).At(), r)), ...);
  sums.Store(sum, i);
}

template <bool kAddsGrads, class T>
HWY_INLINE void AddTileToColumns(const NormTile<T>& tile, int64_t width,
                                 const ColumnSums<kAddsGrads>& sums) {
  constexpr int64_t kAtOnce = kForSpeed ? 4 : 1;
  int64_t row = 0;
  for (; row + kAtOnce <= tile.rows; row += kAtOnce) {
    AddRowsToColumns(tile, row, width, sums, std::make_index_sequence<kAtOnce>());
  }
  for (; row < tile.rows; ++row) {
    AddRowsToColumns(tile, row, width, sums, std::make_index_sequence<1>());
  }
}

template <class T>
void AddColumns(const NormTile<T>& tile, int64_t width, double* products, double* grads) {
  grads != nullptr ? AddTileToColumns(tile, width, ColumnSums<true>{products, grads})
                   : AddTileToColumns(tile, width, ColumnSums<false>{products, nullptr});
}

template <class T>
constexpr void SetLoops(AllNormLoops& loops) {
  loops.Of<T>() = {Normalise<T>, Gradients<T>, AddColumns<T>};
}

const AllNormLoops* NormLoopsOfTarget() {
  static constexpr AllNormLoops kLoops = [] {
    AllNormLoops loops;
    SetLoops<float>(loops);
    SetLoops<double>(loops);
    SetLoops<Bfloat16Bits>(loops);
    SetLoops<Float16Bits>(loops);
    return loops;
  }();
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(NormLoopsOfTarget);

const AllNormLoops& GetNormLoops() { return *HWY_DYNAMIC_DISPATCH(NormLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE

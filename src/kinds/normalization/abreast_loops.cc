#include "kinds/normalization/abreast_loops.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "base/ceil_div.h"
#include "cpu/term_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/normalization/abreast_loops.cc"
#include "hwy/foreach_target.h"

#include "kinds/normalization/columns-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

static_assert(kFloatLanes <= kSlackAbreast + 1);

// Some rows of a column, in the way of Some.
struct SomeAbreast {
  int64_t count;

  template <class T>
  HWY_INLINE Wide Load(const T* column, int64_t row) const {
    if constexpr (std::is_same_v<T, double>) {
      return Some{count}.Load(column, row);
    } else {
      return Widen(LoadSome<Floats>(column + row, count));
    }
  }
};

// Calls use(load, row) with how the vector of rows from `row` on is loaded. The last one may be
// loaded whole if `reads_on`.
template <class Use>
HWY_INLINE void ForVectors(int64_t rows, bool reads_on, const Use& use) {
  int64_t row = 0;
  const int64_t whole = reads_on ? rows : rows - kFloatLanes + 1;
  for (; row < whole; row += kFloatLanes) use(Whole(), row);
  if (row < rows) use(SomeAbreast{rows - row}, row);
}

// Whether numbers that follow the rows of a column are those of others.
template <class T>
HWY_INLINE bool ReadsOn(const NormAbreast<T>& rows, int64_t column) {
  return rows.reads_on &&
         (rows.columns - 1 - column) * std::min(rows.x_step, rows.grad_step) >= kFloatLanes;
}

// The terms of a vector of rows.
template <class T>
struct ElementTerms {
  using Sum = Wide;

  HWY_INLINE ElementTerms(const NormMapsAbreast& /*by*/, int64_t /*row*/) {}
  template <class Load>
  HWY_INLINE Wide At(const Load& load, const T* x, const T* /*grad*/, int64_t row) const {
    return load.Load(x, row);
  }
};

template <class T>
struct SquareTerms {
  using Sum = Wide;
  const Wide mean;

  HWY_INLINE SquareTerms(const NormMapsAbreast& by, int64_t row) : mean(LoadWide(by.mean + row)) {}
  template <class Load>
  HWY_INLINE Wide At(const Load& load, const T* x, const T* /*grad*/, int64_t row) const {
    const Wide distance = Less<T>(load.Load(x, row), mean);
    return distance * distance;
  }
};

template <class T>
struct ProductTerms {
  using Sum = Both;
  const Wide mean, rstd;

  HWY_INLINE ProductTerms(const NormMapsAbreast& by, int64_t row)
      : mean(LoadWide(by.mean + row)), rstd(LoadWide(by.rstd + row)) {}
  template <class Load>
  HWY_INLINE Both At(const Load& load, const T* x, const T* grad, int64_t row) const {
    const Wide of_grad = load.Load(grad, row);
    return Both(of_grad, of_grad * (Less<T>(load.Load(x, row), mean) * rstd));
  }
};

// The sums in each lane, in memory. Those of a row do not lie a power of 2 apart.
HWY_INLINE int64_t StepOfLanes(int64_t rows) {
  constexpr int64_t kOfLine = 8;
  return CeilDiv(rows, kSlackAbreast + 1) * (kSlackAbreast + 1) + kOfLine;
}
template <class S>
struct LanesAbreast;
template <>
struct LanesAbreast<Wide> {
  double* const sums;
  const int64_t step;

  HWY_INLINE Wide Load(int64_t lane, int64_t row) const {
    return LoadWide(sums + lane * step + row);
  }
  HWY_INLINE void Store(Wide sum, int64_t lane, int64_t row) const {
    StoreWide(sum, sums + lane * step + row);
  }
};
template <>
struct LanesAbreast<Both> {
  double* const sums;
  const int64_t step;

  LanesAbreast<Wide> First() const { return {sums, step}; }
  LanesAbreast<Wide> Second() const { return {sums + kSumLanes * step, step}; }
  HWY_INLINE Both Load(int64_t lane, int64_t row) const {
    return {First().Load(lane, row), Second().Load(lane, row)};
  }
  HWY_INLINE void Store(const Both& sum, int64_t lane, int64_t row) const {
    First().Store(sum.a, lane, row);
    Second().Store(sum.b, lane, row);
  }
};

// The sum of the lanes `lane` + i kStep: of pairs half of all lanes apart, and so on.
template <int64_t kStep, class S>
HWY_INLINE S FoldedLanes(const LanesAbreast<S>& lanes, int64_t lane, int64_t row) {
  if constexpr (kStep == kSumLanes) {
    return lanes.Load(lane, row);
  } else {
    return FoldedLanes<2 * kStep>(lanes, lane, row) +
           FoldedLanes<2 * kStep>(lanes, lane + kStep, row);
  }
}

template <class T, class Terms, class Load, size_t... k>
HWY_INLINE typename Terms::Sum WithTerms(typename Terms::Sum sum, const Terms& terms,
                                         const Load& load, const NormAbreast<T>& rows, const T* x,
                                         const T* grad, int64_t row, std::index_sequence<k...>) {
  ((sum =
        Added<T>(sum, terms.At(load, x + static_cast<int64_t>(k) * kSumLanes * rows.x_step,
                               grad + static_cast<int64_t>(k) * kSumLanes * rows.grad_step, row))),
   ...);
  return sum;
}

// Calls store(sum, row) with the sums of a chunk's terms, for each vector of rows. So many columns
// of a lane are added at once that memory is read as a few streams, and sums stay in registers.
template <class T, class Terms, class Store>
HWY_INLINE void SumsAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* memory,
                            const Store& store) {
  using Sum = typename Terms::Sum;
  constexpr int64_t kAtOnce = std::is_same_v<Sum, Both> ? 4 : 8;
  const LanesAbreast<Sum> lanes{memory, StepOfLanes(rows.rows)};
  for (int64_t first = 0; first < rows.columns; first += kAtOnce * kSumLanes) {
    const int64_t count = std::min(kSumLanes, rows.columns - first);
    for (int64_t lane = 0; lane < count; ++lane) {
      const int64_t column = first + lane;
      const int64_t here = std::min(kAtOnce, CeilDiv(rows.columns - column, kSumLanes));
      const T* const x = rows.x + column * rows.x_step;
      const T* const grad = rows.grad + column * rows.grad_step;
      const bool reads_on = ReadsOn(rows, column + (here - 1) * kSumLanes);
      ForVectors(rows.rows, reads_on, [&](auto load, int64_t row) HWY_ATTR {
        const Terms terms(by, row);
        Sum sum = first == 0 ? Sum(0.0) : lanes.Load(lane, row);
        if constexpr (kUnrollsSums && std::is_same_v<decltype(load), Whole>) {
          if (here == kAtOnce) {
            constexpr auto kEach = std::make_index_sequence<size_t{kAtOnce}>();
            return lanes.Store(WithTerms(sum, terms, load, rows, x, grad, row, kEach), lane, row);
          }
        }
        for (int64_t k = 0; k < here; ++k) {
          sum = Added<T>(sum, terms.At(load, x + k * kSumLanes * rows.x_step,
                                       grad + k * kSumLanes * rows.grad_step, row));
        }
        lanes.Store(sum, lane, row);
      });
    }
  }
  ForVectors(rows.rows, true, [&](auto, int64_t row) HWY_ATTR {
    for (int64_t lane = rows.columns; lane < kSumLanes; ++lane) lanes.Store(Sum(0.0), lane, row);
    store(FoldedLanes<1>(lanes, 0, row), row);
  });
}

template <class T>
void SumsOfAbreast(const NormAbreast<T>& rows, double* lanes, double* sums) {
  SumsAbreast<T, ElementTerms<T>>(
      rows, {}, lanes, [&](Wide sum, int64_t row) HWY_ATTR { StoreWide(sum, sums + row); });
}

template <class T>
void SquaresOfAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* lanes,
                      double* sums) {
  SumsAbreast<T, SquareTerms<T>>(
      rows, by, lanes, [&](Wide sum, int64_t row) HWY_ATTR { StoreWide(sum, sums + row); });
}

template <class T>
void ProductsOfAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* lanes,
                       double* products, double* grads) {
  SumsAbreast<T, ProductTerms<T>>(rows, by, lanes, [&](const Both& sum, int64_t row) HWY_ATTR {
    StoreWide(sum.a, grads + row);
    StoreWide(sum.b, products + row);
  });
}

// The results of a vector of rows.
template <class T>
struct Normalised {
  const Wide mean, scale, bias;

  HWY_INLINE Normalised(const NormMapsAbreast& by, int64_t row)
      : mean(LoadWide(by.mean + row)),
        scale(LoadWide(by.scale + row)),
        bias(LoadWide(by.bias + row)) {}
  template <class Load>
  HWY_INLINE Wide At(const Load& load, const T* x, const T* /*grad*/, int64_t row) const {
    return Less<T>(load.Load(x, row), mean) * scale + bias;
  }
};

template <class T>
struct GradientsByX {
  const Wide mean, rstd, weight, mean_grad, mean_product;

  HWY_INLINE GradientsByX(const NormMapsAbreast& by, int64_t row)
      : mean(LoadWide(by.mean + row)),
        rstd(LoadWide(by.rstd + row)),
        weight(LoadWide(by.weight + row)),
        mean_grad(LoadWide(by.mean_grad + row)),
        mean_product(LoadWide(by.mean_product + row)) {}
  template <class Load>
  HWY_INLINE Wide At(const Load& load, const T* x, const T* grad, int64_t row) const {
    const Wide normalised = Less<T>(load.Load(x, row), mean) * rstd;
    return (load.Load(grad, row) * weight - (mean_grad + normalised * mean_product)) * rstd;
  }
};

// Stores the first `count` results of columns that lie `step` apart.
template <bool kStream, class T, class... Numbers>
HWY_INLINE void PutAll(int64_t count, T* to, int64_t step, Numbers... numbers) {
  if (HWY_UNLIKELY(count < kFloatLanes)) {
    ((StoreResults(Some{count}, numbers, to), to += step), ...);
    return;
  }
#if HWY_TARGET != HWY_SCALAR
  if constexpr (sizeof(T) == 2 && sizeof...(Numbers) > 1) {  // StoreNumbers, with one test for all
    const Floats::D f;
    const hn::Vec<Floats::D> floats[] = {
        hn::Combine(f, numbers.b.ToFloats(), numbers.a.ToFloats())...};
    auto least = Ties<T, 1>::Distance(f, floats[0]);
    auto sum = floats[0];  // a NaN if one of them is one
    for (size_t k = 1; k < sizeof...(Numbers); ++k) {
      least = Ties<T, 1>::Least(least, Ties<T, 1>::Distance(f, floats[k]));
      sum = hn::Add(sum, floats[k]);
    }
    const auto far = Ties<T, 1>::AreFar(f, least);
    if (HWY_LIKELY(hn::AllTrue(f, hn::AndNot(hn::IsNaN(sum), far)))) {
      for (const auto& results : floats) {
        Put<false, false>(Floats(results), to, std::bool_constant<kStream>());
        to += step;
      }
      return;
    }
  }
#endif
  ((StoreNumbers<kStream>(numbers, to), to += step), ...);
}

// Columns first + k.
template <bool kStream, class Map, class T, size_t... k>
HWY_INLINE void MapColumnsAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by,
                                  int64_t first, std::index_sequence<k...>) {
  const T* const x = rows.x + first * rows.x_step;
  const T* const grad = rows.grad + first * rows.grad_step;
  T* const out = rows.out + first * rows.out_step;
  const bool reads_on = ReadsOn(rows, first + int64_t{sizeof...(k)} - 1);
  ForVectors(rows.rows, reads_on, [&](auto load, int64_t row) HWY_ATTR {
    const Map map(by, row);
    const int64_t count = std::min(kFloatLanes, rows.rows - row);
    PutAll<kStream>(count, out + row, rows.out_step,
                    map.At(load, x + static_cast<int64_t>(k) * rows.x_step,
                           grad + static_cast<int64_t>(k) * rows.grad_step, row)...);
  });
}

template <bool kStream, class Map, int64_t kAtOnce, class T>
HWY_INLINE void MapRowsAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by) {
  int64_t column = 0;
  for (; column + kAtOnce <= rows.columns; column += kAtOnce) {
    MapColumnsAbreast<kStream, Map>(rows, by, column,
                                    std::make_index_sequence<static_cast<size_t>(kAtOnce)>());
  }
  for (; column < rows.columns; ++column) {
    MapColumnsAbreast<kStream, Map>(rows, by, column, std::make_index_sequence<1>());
  }
}

// Several columns at once need fewer loads of what rows are mapped by. Memory is faster in long
// bursts: where those numbers are in the first cache, columns that go past it come one by one.
template <class Map, class T>
HWY_INLINE void MapInItsWay(const NormAbreast<T>& rows, const NormMapsAbreast& by) {
  constexpr int64_t kAtOnce = 4, kRowsInCache = 256;
  if (!kCanStream || !rows.stream) return MapRowsAbreast<false, Map, kAtOnce>(rows, by);
  if (rows.rows <= kRowsInCache) return MapRowsAbreast<kCanStream, Map, 1>(rows, by);
  MapRowsAbreast<kCanStream, Map, kAtOnce>(rows, by);
}

template <class T>
void MapAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by) {
  MapInItsWay<Normalised<T>>(rows, by);
}
template <class T>
void MapGradientsAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by) {
  MapInItsWay<GradientsByX<T>>(rows, by);
}

template <class T>
constexpr AbreastLoops<T> LoopsOf() {
  return {.doubles_for = [](int64_t rows) { return kSumLanes * StepOfLanes(rows); },
          .sums = SumsOfAbreast<T>,
          .squares = SquaresOfAbreast<T>,
          .products = ProductsOfAbreast<T>,
          .map = MapAbreast<T>,
          .map_gradients = MapGradientsAbreast<T>};
}

const AllAbreastLoops* AbreastLoopsOfTarget() {
  static constexpr AllAbreastLoops kLoops =
      AllAbreastLoops::MadeBy([]<class T>() { return LoopsOf<T>(); });
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(AbreastLoopsOfTarget);

const AllAbreastLoops& GetAbreastLoops() { return *HWY_DYNAMIC_DISPATCH(AbreastLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE

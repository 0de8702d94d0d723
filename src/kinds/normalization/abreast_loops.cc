#include "kinds/normalization/abreast_loops.h"

#include <algorithm>
#include <type_traits>

#include "cpu/term_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/normalization/abreast_loops.cc"
#include "hwy/foreach_target.h"

#include "kinds/normalization/columns-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

static_assert(kFloatLanes <= kMostRowsAbreast);

// Some rows of a column, in the way of Some.
struct SomeAbreast {
  int64_t count;

  template <class T>
  HWY_INLINE Wide Load(const T* column, int64_t) const {
    if constexpr (std::is_same_v<T, double>) {
      return Some{count}.Load(column, 0);
    } else {
      return Widen(LoadSome<Floats>(column, count));
    }
  }
};
template <class T>
HWY_INLINE void StoreResults(SomeAbreast some, Wide numbers, T* to) {
  StoreResults(Some{some.count}, numbers, to);
}

// Calls take(load) with how a column of the rows is loaded.
template <class T, class Take>
HWY_INLINE void LoadAbreast(const NormAbreast<T>& rows, const Take& take) {
  rows.rows == kFloatLanes ? take(Whole()) : take(SomeAbreast{rows.rows});
}

// Sums of terms of S, a Wide or Both, of memory.
template <class S>
struct LanesAbreast;
template <>
struct LanesAbreast<Wide> {
  HWY_ALIGN double sums[kSumLanes * kFloatLanes];

  HWY_INLINE Wide Load(int64_t lane) const { return LoadWide(sums + lane * kFloatLanes); }
  HWY_INLINE void Store(Wide sum, int64_t lane) { StoreWide(sum, sums + lane * kFloatLanes); }
};
template <>
struct LanesAbreast<Both> {
  LanesAbreast<Wide> a, b;

  HWY_INLINE Both Load(int64_t lane) const { return {a.Load(lane), b.Load(lane)}; }
  HWY_INLINE void Store(const Both& sum, int64_t lane) {
    a.Store(sum.a, lane);
    b.Store(sum.b, lane);
  }
};

// Calls store(chunk, sums) with the sums of term(column) of each chunk of columns, of all rows.
template <class S, class Term, class Store>
HWY_INLINE void SumsAbreast(int64_t columns, const Term& term, const Store& store) {
  LanesAbreast<S> lanes;
  ForChunks(columns, [&](int64_t first, int64_t count) HWY_ATTR {
    for (int64_t i = 0; i < std::min(count, kSumLanes); ++i) {
      lanes.Store(S(0.0) + term(first + i), i);
    }
    for (int64_t i = count; i < kSumLanes; ++i) lanes.Store(S(0.0), i);
    for (int64_t i = kSumLanes; i < count; ++i) {
      lanes.Store(lanes.Load(i % kSumLanes) + term(first + i), i % kSumLanes);
    }
    for (int64_t half = kSumLanes / 2; half > 0; half /= 2) {
      for (int64_t i = 0; i < half; ++i) lanes.Store(lanes.Load(i) + lanes.Load(i + half), i);
    }
    store(first / kTermsOfChunk, lanes.Load(0));
  });
}

template <class T>
void SumsOfAbreast(const NormAbreast<T>& rows, double* sums) {
  LoadAbreast(rows, [&](auto load) HWY_ATTR {
    const auto term = [&](int64_t i) HWY_ATTR { return load.Load(rows.x + i * rows.x_step, 0); };
    SumsAbreast<Wide>(rows.columns, term, [&](int64_t chunk, Wide sum) HWY_ATTR {
      StoreWide(sum, sums + chunk * kMostRowsAbreast);
    });
  });
}

template <class T>
void SquaresOfAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* sums) {
  const Wide of_mean = LoadWide(by.mean);
  LoadAbreast(rows, [&](auto load) HWY_ATTR {
    const auto term = [&](int64_t i) HWY_ATTR {
      const Wide distance = Less<T>(load.Load(rows.x + i * rows.x_step, 0), of_mean);
      return distance * distance;
    };
    SumsAbreast<Wide>(rows.columns, term, [&](int64_t chunk, Wide sum) HWY_ATTR {
      StoreWide(sum, sums + chunk * kMostRowsAbreast);
    });
  });
}

template <class T>
void ProductsOfAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by, double* products,
                       double* grads) {
  const Wide of_mean = LoadWide(by.mean), rstd = LoadWide(by.rstd);
  LoadAbreast(rows, [&](auto load) HWY_ATTR {
    const auto term = [&](int64_t i) HWY_ATTR {
      const Wide grad = load.Load(rows.grad + i * rows.grad_step, 0);
      return Both(grad, grad * (Less<T>(load.Load(rows.x + i * rows.x_step, 0), of_mean) * rstd));
    };
    SumsAbreast<Both>(rows.columns, term, [&](int64_t chunk, const Both& sum) HWY_ATTR {
      StoreWide(sum.a, grads + chunk * kMostRowsAbreast);
      StoreWide(sum.b, products + chunk * kMostRowsAbreast);
    });
  });
}

template <class T>
void MapAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by) {
  const Wide of_mean = LoadWide(by.mean), scale = LoadWide(by.rstd) * LoadWide(by.weight),
             bias = LoadWide(by.bias);
  LoadAbreast(rows, [&](auto load) HWY_ATTR {
    for (int64_t i = 0; i < rows.columns; ++i) {
      const Wide x = load.Load(rows.x + i * rows.x_step, 0);
      StoreResults(load, (x - of_mean) * scale + bias, rows.out + i * rows.out_step);
    }
  });
}

template <class T>
void MapGradientsAbreast(const NormAbreast<T>& rows, const NormMapsAbreast& by) {
  const Wide of_mean = LoadWide(by.mean), rstd = LoadWide(by.rstd), weight = LoadWide(by.weight);
  const Wide mean_grad = LoadWide(by.mean_grad), mean_product = LoadWide(by.mean_product);
  LoadAbreast(rows, [&](auto load) HWY_ATTR {
    for (int64_t i = 0; i < rows.columns; ++i) {
      const Wide normalised = (load.Load(rows.x + i * rows.x_step, 0) - of_mean) * rstd;
      const Wide grad = load.Load(rows.grad + i * rows.grad_step, 0);
      StoreResults(load, (grad * weight - (mean_grad + normalised * mean_product)) * rstd,
                   rows.out + i * rows.out_step);
    }
  });
}

template <class T>
constexpr AbreastLoops<T> LoopsOf() {
  return {.rows_at_once = kFloatLanes,
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

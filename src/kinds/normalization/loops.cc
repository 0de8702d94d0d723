#include "kinds/normalization/loops.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "kinds/normalization/aligned_doubles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/normalization/loops.cc"
#include "hwy/foreach_target.h"

#include "kinds/normalization/columns-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

static_assert(kSumLanes == kLanesOfChunk && kFloatLanes <= kSlackOfNormSums);

// Those of chunks are added as a tree. Units that multiply have enough to do, so that none of them
// adds.
template <class S, class Term>
HWY_INLINE Totals SumsOfRow(int64_t count, const Term& term) {
  if (count <= kTermsOfChunk) return SumsOfChunk<double, S>(0, count, term, kVectorsOfLanes);
  thread_local std::vector<double> first, second;
  first.clear();
  second.clear();
  for (int64_t i = 0; i < count; i += kTermsOfChunk) {
    const Totals totals =
        SumsOfChunk<double, S>(i, std::min(kTermsOfChunk, count - i), term, kVectorsOfLanes);
    first.push_back(totals[0]);
    second.push_back(totals[1]);
  }
  const auto chunks = static_cast<int64_t>(first.size());
  return {TreeSum(first.data(), chunks), TreeSum(second.data(), chunks)};
}

// Buffers with numbers of a row's columns, up to a whole number of kSumLanes. They begin at other
// places of a page, as processors take addresses for the same that are whole pages apart.
class RowBuffers {
 public:
  HWY_INLINE RowBuffers(int64_t count, int64_t columns)
      : step_((columns + kSumLanes + kOfPage - 1) / kOfPage * kOfPage + kShift) {
    thread_local AlignedDoubles memory;
    next_ = memory.Room(kFirst + count * step_) + kFirst;
  }
  HWY_INLINE double* Next() {
    next_ += step_;
    return next_ - step_;
  }
  // The numbers as doubles in one, if they are to be kept so, and are not null.
  template <bool kKeeps>
  HWY_INLINE auto NextIf(const float* numbers, int64_t columns) {
    if constexpr (kKeeps) {
      double* const doubled = numbers != nullptr ? Next() : nullptr;
      if (numbers != nullptr) std::copy_n(numbers, columns, doubled);
      return doubled;
    } else {
      return numbers;
    }
  }

 private:
  static constexpr int64_t kOfPage = 4096 / sizeof(double), kOfLine = 64 / sizeof(double),
                           kFirst = 6 * kOfLine, kShift = 13 * kOfLine;

  const int64_t step_;
  double* next_;
};

// Calls take(keeps) with the faster way, of those that there are for T: whether what the first pass
// over a row makes of it, and the weights, are kept as doubles. Else they are made again, which is
// faster where doubles do not fit the first cache.
template <class T, class Take>
HWY_INLINE void ChooseWay(const NormTile<T>& tile, const Take& take) {
  constexpr int64_t kFewestKept = 4, kLongestKept = 1152;
  constexpr bool kMayKeep = sizeof(T) == 2 || (kForSpeed && sizeof(T) == 4);
  if (sizeof(T) == 2 || (kMayKeep && tile.rows >= kFewestKept && tile.columns <= kLongestKept)) {
    return take(std::bool_constant<kMayKeep>());
  }
  take(std::bool_constant<sizeof(T) == 2>());
}

inline constexpr bool kMayStream = kForSpeed && kCanStream;

// Whether rows are stored past the caches: no row begins within a vector.
template <class T>
HWY_INLINE bool Streams(const NormTile<T>& tile) {
  const auto places =
      reinterpret_cast<uintptr_t>(tile.out) | static_cast<uintptr_t>(tile.columns) * sizeof(T);
  return kMayStream && tile.stream && places % (sizeof(T) * kFloatLanes) == 0;
}

// Sets a row of results to value(load, column). `rows`: what the values are made of.
template <class T, class Value, class... Rows>
HWY_INLINE void StoreRow(int64_t count, bool streams, const Value& value, T* out,
                         const Rows*... rows) {
  if (kMayStream && streams) return MapColumns<kMayStream>(count, value, out, rows...);
  MapColumns<false>(count, value, out, rows...);
}

// Only the last pass over a row depends on whether there are weights and biases.
template <bool kIsOfRms, bool kKeeps, class T>
HWY_INLINE void NormaliseRows(const NormTile<T>& tile, double eps) {
  RowBuffers buffers(kKeeps ? 3 : 0, tile.columns);
  double* const kept = buffers.Next();
  const auto weight = buffers.template NextIf<kKeeps>(tile.weight, tile.columns);
  const auto bias = buffers.template NextIf<kKeeps>(tile.bias, tile.columns);
  const auto count = static_cast<double>(tile.columns);
  const bool streams = Streams(tile);
  for (int64_t r = 0; r < tile.rows; ++r) {
    const T* const x = tile.x + r * tile.columns;
    double mean = 0;
    if constexpr (!kIsOfRms) {
      const Totals sum = SumsOfRow<Wide>(tile.columns, [&](auto load, int64_t i) HWY_ATTR {
        const Wide number = load.Load(x, i);
        if constexpr (kKeeps) StoreWide(number, kept + i);
        return number;
      });
      mean = sum[0] / count;
      tile.mean[r] = mean;
    }
    const Wide of_mean(mean);
    const Totals squares = SumsOfRow<Wide>(tile.columns, [&](auto load, int64_t i) HWY_ATTR {
      Wide distance = kKeeps && !kIsOfRms ? LoadWide(kept + i) : load.Load(x, i);
      if constexpr (!kIsOfRms) distance = distance - of_mean;
      if constexpr (kKeeps) StoreWide(distance, kept + i);
      return distance * distance;
    });
    const double rstd = 1 / std::sqrt(squares[0] / count + eps);
    tile.rstd[r] = rstd;
    const Wide by(rstd);
    const auto normalised = [&](auto load, int64_t i) HWY_ATTR OPENACLNN_INLINED {
      return (kKeeps ? LoadWide(kept + i) : load.Load(x, i) - of_mean) * by;
    };
    const auto weighted = [&](auto load, int64_t i) HWY_ATTR OPENACLNN_INLINED {
      return normalised(load, i) * load.Load(weight, i);
    };
    const auto store = [&](const auto& value) HWY_ATTR OPENACLNN_INLINED {
      StoreRow(tile.columns, streams, value, tile.out + r * tile.columns, x);
    };
    if constexpr (kIsOfRms) {
      const Wide weight_plus(tile.weight_plus);
      store([&](auto load, int64_t i)
                HWY_ATTR { return normalised(load, i) * (load.Load(weight, i) + weight_plus); });
    } else if (tile.weight != nullptr && tile.bias != nullptr) {
      store([&](auto load, int64_t i) HWY_ATTR { return weighted(load, i) + load.Load(bias, i); });
    } else if (tile.weight != nullptr) {
      store(weighted);
    } else if (tile.bias != nullptr) {
      store([&](auto load, int64_t i)
                HWY_ATTR { return normalised(load, i) + load.Load(bias, i); });
    } else {
      store(normalised);
    }
  }
}

template <class T>
void Normalise(const NormTile<T>& tile, double eps) {
  ChooseWay(tile, [&](auto keeps) HWY_ATTR {
    tile.is_of_rms ? NormaliseRows<true, keeps()>(tile, eps)
                   : NormaliseRows<false, keeps()>(tile, eps);
  });
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

// grad weight - (mean of grad weight + x' mean of grad weight x'), times rstd, where x' is the
// normalised x. Adds to the sums of columns, if there are `products`.
template <bool kHasWeight, bool kKeeps, class T>
HWY_INLINE void GradientsOfRows(const NormTile<T>& tile, const ColumnSums<true> column_sums) {
  RowBuffers buffers(kKeeps ? 3 : 0, tile.columns);
  double *const kept_x = buffers.Next(), *const kept_grads = buffers.Next();
  const auto weight = buffers.template NextIf<kKeeps>(tile.weight, tile.columns);
  const auto count = static_cast<double>(tile.columns);
  const bool streams = Streams(tile);
  for (int64_t r = 0; r < tile.rows; ++r) {
    const T *const x = tile.x + r * tile.columns, *const grads = tile.grad + r * tile.columns;
    const Wide of_mean(tile.mean != nullptr ? tile.mean[r] : 0.0), by(tile.rstd[r]);
    const Totals sums = SumsOfRow<Both>(tile.columns, [&](auto load, int64_t i) HWY_ATTR {
      const Wide normalised = (load.Load(x, i) - of_mean) * by;
      Wide grad = load.Load(grads, i);
      if constexpr (kKeeps) {
        StoreWide(normalised, kept_x + i);
        StoreWide(grad, kept_grads + i);
      }
      if constexpr (kHasWeight) grad = grad * load.Load(weight, i);
      return Both(grad, grad * normalised);
    });
    const Wide mean_grad(tile.is_of_rms ? 0.0 : sums[0] / count), mean_product(sums[1] / count);
    const auto store = [&](auto adds) HWY_ATTR OPENACLNN_INLINED {
      const auto value = [&](auto load, int64_t i) HWY_ATTR {
        const Wide normalised = kKeeps ? LoadWide(kept_x + i) : (load.Load(x, i) - of_mean) * by;
        Wide grad = kKeeps ? LoadWide(kept_grads + i) : load.Load(grads, i);
        if constexpr (adds()) {
          column_sums.Store(column_sums.Load(i) + Both(grad * normalised, grad), i);
        }
        if constexpr (kHasWeight) grad = grad * load.Load(weight, i);
        return (grad - (mean_grad + normalised * mean_product)) * by;
      };
      StoreRow(tile.columns, streams, value, tile.out + r * tile.columns, x, grads);
    };
    column_sums.products != nullptr ? store(std::true_type()) : store(std::false_type());
  }
}

template <class T>
void Gradients(const NormTile<T>& tile, double* products, double* grads) {
  const ColumnSums<true> sums = {products, grads};
  ChooseWay(tile, [&](auto keeps) HWY_ATTR {
    tile.weight != nullptr ? GradientsOfRows<true, keeps()>(tile, sums)
                           : GradientsOfRows<false, keeps()>(tile, sums);
  });
}

template <bool kAddsGrads, class T, size_t... r>
HWY_INLINE void AddRowsToColumns(const NormTile<T>& tile, int64_t first, int64_t width,
                                 const ColumnSums<kAddsGrads>& sums, std::index_sequence<r...>) {
  const Wide means[] = {Wide(tile.mean != nullptr ? tile.mean[first + int64_t{r}] : 0.0)...};
  const Wide by[] = {Wide(tile.rstd[first + int64_t{r}])...};
  const auto terms = [&](auto load, size_t row, int64_t i) HWY_ATTR {
    const int64_t at = (first + static_cast<int64_t>(row)) * tile.columns;
    const Wide grad = load.Load(tile.grad + at, i);
    return Both(grad * ((load.Load(tile.x + at, i) - means[row]) * by[row]),
                kAddsGrads ? grad : Wide(0.0));
  };
  const auto add = [&](auto load, int64_t i) HWY_ATTR {
    Both sum = sums.Load(i);
    ((sum = sum + terms(load, r, i)), ...);
    sums.Store(sum, i);
  };
  int64_t i = 0;
  for (; i + kFloatLanes <= width; i += kFloatLanes) add(Whole(), i);
  if (i < width) add(Some{width - i}, i);
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

const AllNormLoops* NormLoopsOfTarget() {
  static constexpr AllNormLoops kLoops = AllNormLoops::MadeBy([]<class T>() -> NormLoops<T> {
    return {Normalise<T>, Gradients<T>, AddColumns<T>};
  });
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

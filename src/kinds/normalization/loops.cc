#include "kinds/normalization/loops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "cpu/prefetch.h"
#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "kinds/normalization/aligned_doubles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/normalization/loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "formulas/add_by_fma-inl.h"

// For a lambda that changes sums, so that these stay in registers.
#undef OPENACLNN_INLINED
#if HWY_IS_ASAN || HWY_IS_TSAN
#define OPENACLNN_INLINED
#else
#define OPENACLNN_INLINED __attribute__((always_inline))
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

static_assert(kSumLanes == kLanesOfChunk && kFloatLanes <= kSlackOfNormSums);

// Doubles from as many elements as a vector has floats, rounded once.
template <bool kStream, class T>
HWY_INLINE void StoreNumbers(Wide numbers, T* to) {
#if HWY_TARGET == HWY_SCALAR
  StoreTo(numbers, to);
#else
  if constexpr (sizeof(T) == 2) {  // floats that are no ties round to T as the doubles do
    const Floats::D f;
    const auto floats = hn::Combine(f, numbers.b.ToFloats(), numbers.a.ToFloats());
    const auto far = Ties<T, 1>::AreFar(f, Ties<T, 1>::Distance(f, floats));
    if (HWY_LIKELY(hn::AllTrue(f, hn::AndNot(hn::IsNaN(floats), far)))) {
      return Put<kStream, false, false>(Floats(floats), to);
    }
  }
  if constexpr (kStream && std::is_same_v<T, float>) {  // a whole line at once
    const Floats::D f;
    return Put<kStream>(Floats(hn::Combine(f, numbers.b.ToFloats(), numbers.a.ToFloats())), to);
  }
  Put<kStream>(numbers, to);
#endif
}

// How the columns of a vector are loaded: all are there.
struct Whole {
  template <class T>
  HWY_INLINE Wide Load(const T* row, int64_t column) const {
    return LoadTerms(row + column);
  }
  template <class S>
  HWY_INLINE S Kept(const S& terms) const {
    return terms;
  }
};

// The first `count` are there, or none; zeros are loaded after them, and kept after them: they
// change no lane of a sum, as none is -0.
struct Some {
  int64_t count;

  template <class T>
  HWY_INLINE Wide Load(const T* row, int64_t column) const {
    HWY_ALIGN T values[kFloatLanes] = {};
    if (count > 0) std::copy_n(row + column, std::min(count, kFloatLanes), values);
    return LoadTerms(values);
  }
  HWY_INLINE Wide Kept(Wide terms) const {
    HWY_ALIGN double all[kFloatLanes];
    StoreWide(terms, all);
    for (int64_t i = std::max<int64_t>(count, 0); i < kFloatLanes; ++i) all[i] = 0;
    return LoadWide(all);
  }
  HWY_INLINE Twin<Wide> Kept(const Twin<Wide>& terms) const {
    return {Kept(terms.a), Kept(terms.b)};
  }
};

// Two terms of each column that are summed side by side.
using Both = Twin<Wide>;

// sum + term, and a - b. Where elements of T are converted it is by the units that multiply.
template <class T, class S>
HWY_INLINE S Added(const S& sum, const S& term) {
  if constexpr (std::is_same_v<T, double>) {
    return sum + term;
  } else {
    return AddByFma(term, sum);
  }
}
template <class T>
HWY_INLINE Wide Less(Wide a, Wide b) {
  if constexpr (std::is_same_v<T, double>) {
    return a - b;
  } else {
    return AddByFma(a, -b);
  }
}

using Totals = std::array<double, 2>;
HWY_INLINE Totals TotalsOf(Wide sum) { return {Fold(sum), 0}; }
HWY_INLINE Totals TotalsOf(const Both& sums) { return {Fold(sums.a), Fold(sums.b)}; }

// The sums of term(load, column), of S, a Wide or Both, of `count` columns, at most kTermsOfChunk:
// term i is added to lane i mod kSumLanes.
template <class T, class S, class Term, size_t... v>
HWY_INLINE Totals SumsOfChunk(int64_t first, int64_t count, const Term& term,
                              std::index_sequence<v...>) {
  S sums[] = {(static_cast<void>(v), S(0.0))...};
  const auto add = [&](const auto& load_at, int64_t i) HWY_ATTR OPENACLNN_INLINED {
    const auto add_vector = [&](size_t k) HWY_ATTR OPENACLNN_INLINED {
      const auto at = static_cast<int64_t>(k) * kFloatLanes;
      const auto load = load_at(at);
      sums[k] = Added<T>(sums[k], load.Kept(term(load, first + i + at)));
    };
    if constexpr (kUnrollsSums) {
      (add_vector(v), ...);
    } else {
      for (size_t k = 0; k < sizeof...(v); ++k) add_vector(k);
    }
  };
  int64_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    add([](int64_t) HWY_ATTR { return Whole(); }, i);
  }
  if (i < count) add([rest = count - i](int64_t at) HWY_ATTR { return Some{rest - at}; }, i);
  return TotalsOf(FoldVectors(sums, std::make_index_sequence<sizeof...(v) / 2>()));
}

// Those of chunks are added as a tree.
template <class T, class S, class Term>
HWY_INLINE Totals SumsOfRow(int64_t count, const Term& term) {
  constexpr std::make_index_sequence<kSumLanes / kFloatLanes> kVectors;
  if (count <= kTermsOfChunk) return SumsOfChunk<T, S>(0, count, term, kVectors);
  thread_local std::vector<double> first, second;
  first.clear();
  second.clear();
  for (int64_t i = 0; i < count; i += kTermsOfChunk) {
    const Totals totals = SumsOfChunk<T, S>(i, std::min(kTermsOfChunk, count - i), term, kVectors);
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

// Asks for the same columns of the next row.
template <class T>
HWY_INLINE void AskForNext(const T* row, int64_t columns, int64_t i) {
  AskForLines(reinterpret_cast<uintptr_t>(row) + static_cast<uintptr_t>(columns + i) * sizeof(T),
              1);
}

// Sets `out` to value(load, column). Where it is stored past the caches, `rows` come from memory.
template <bool kStream, class T, class Value, class... Rows>
HWY_INLINE void MapColumns(int64_t count, const Value& value, T* out, const Rows*... rows) {
  int64_t i = 0;
  for (; i + kFloatLanes <= count; i += kFloatLanes) {
    if constexpr (kStream) (AskForNext(rows, count, i), ...);
    StoreNumbers<kStream>(value(Whole(), i), out + i);
  }
  if (i == count) return;
  T values[kFloatLanes];
  StoreNumbers<false>(value(Some{count - i}, i), values);
  std::copy_n(values, count - i, out + i);
}

// How rows are taken. kKeeps: what the first pass over a row makes of it, and the weights, are kept
// as doubles. Else they are made again, which is faster where doubles do not fit the first cache.
template <bool keeps, bool stream>
struct WayOf {
  static constexpr bool kKeeps = keeps, kStream = stream;
};

// Calls take(way) with the fastest way, of those that there are for T.
template <class T, class Take>
HWY_INLINE void ChooseWay(const NormTile<T>& tile, const Take& take) {
  constexpr int64_t kFewestKept = 4, kLongestKept = 1152;
  constexpr bool kMayKeep = sizeof(T) == 2 || (kForSpeed && sizeof(T) == 4);
  constexpr bool kMayStream = kForSpeed && kCanStream;
  const auto choose_store = [&](auto keeps) HWY_ATTR {
    // No row begins within a vector.
    const auto places =
        reinterpret_cast<uintptr_t>(tile.out) | static_cast<uintptr_t>(tile.columns) * sizeof(T);
    if (kMayStream && tile.stream && places % (sizeof(T) * kFloatLanes) == 0) {
      return take(WayOf<keeps(), kMayStream>());
    }
    take(WayOf<keeps(), false>());
  };
  if (sizeof(T) == 2 || (kMayKeep && tile.rows >= kFewestKept && tile.columns <= kLongestKept)) {
    return choose_store(std::bool_constant<kMayKeep>());
  }
  choose_store(std::bool_constant<sizeof(T) == 2>());
}

template <bool kHasMean, bool kHasWeight, bool kHasBias, class Way, class T>
HWY_INLINE void NormaliseRows(const NormTile<T>& tile, double eps) {
  constexpr bool kKeeps = Way::kKeeps;
  RowBuffers buffers(kKeeps ? 3 : 0, tile.columns);
  double* const kept = buffers.Next();
  const auto weight = buffers.template NextIf<kKeeps>(tile.weight, tile.columns);
  const auto bias = buffers.template NextIf<kKeeps>(tile.bias, tile.columns);
  const auto count = static_cast<double>(tile.columns);
  for (int64_t r = 0; r < tile.rows; ++r) {
    const T* const x = tile.x + r * tile.columns;
    double mean = 0;
    if constexpr (kHasMean) {
      const Totals sum = SumsOfRow<T, Wide>(tile.columns, [&](auto load, int64_t i) HWY_ATTR {
        const Wide number = load.Load(x, i);
        if constexpr (kKeeps) StoreWide(number, kept + i);
        return number;
      });
      mean = sum[0] / count;
      tile.mean[r] = mean;
    }
    const Wide of_mean(mean);
    const Totals squares = SumsOfRow<T, Wide>(tile.columns, [&](auto load, int64_t i) HWY_ATTR {
      Wide distance = kKeeps && kHasMean ? LoadWide(kept + i) : load.Load(x, i);
      if constexpr (kHasMean) distance = distance - of_mean;
      if constexpr (kKeeps) StoreWide(distance, kept + i);
      return distance * distance;
    });
    const double rstd = 1 / std::sqrt(squares[0] / count + eps);
    tile.rstd[r] = rstd;
    const Wide by(rstd);
    const Wide weight_plus(tile.weight_plus);
    const auto value = [&](auto load, int64_t i) HWY_ATTR {
      Wide y = (kKeeps ? LoadWide(kept + i) : load.Load(x, i) - of_mean) * by;
      if constexpr (!kHasMean) return y * (load.Load(weight, i) + weight_plus);
      if constexpr (kHasWeight) y = y * load.Load(weight, i);
      if constexpr (kHasBias) y = y + load.Load(bias, i);
      return y;
    };
    MapColumns<Way::kStream>(tile.columns, value, tile.out + r * tile.columns, x);
  }
}

template <bool kHasWeight, bool kHasBias, bool kHasMean = true, class T>
HWY_INLINE void NormaliseInItsWay(const NormTile<T>& tile, double eps) {
  ChooseWay(tile, [&](auto way) HWY_ATTR {
    NormaliseRows<kHasMean, kHasWeight, kHasBias, decltype(way)>(tile, eps);
  });
}

template <class T>
void Normalise(const NormTile<T>& tile, double eps) {
  if (tile.is_of_rms) return NormaliseInItsWay<true, false, false>(tile, eps);
  if (tile.weight != nullptr) {
    return tile.bias != nullptr ? NormaliseInItsWay<true, true>(tile, eps)
                                : NormaliseInItsWay<true, false>(tile, eps);
  }
  return tile.bias != nullptr ? NormaliseInItsWay<false, true>(tile, eps)
                              : NormaliseInItsWay<false, false>(tile, eps);
}

// What columns add to the sums of two rows of them.
template <bool kAddsGrads>
struct ColumnSums {
  static constexpr bool kAdds = true;

  double *products, *grads;

  HWY_INLINE Both Load(int64_t i) const {
    return {LoadWide(products + i), kAddsGrads ? LoadWide(grads + i) : Wide(0.0)};
  }
  HWY_INLINE void Store(const Both& sums, int64_t i) const {
    StoreWide(sums.a, products + i);
    if constexpr (kAddsGrads) StoreWide(sums.b, grads + i);
  }
};

// No sums of columns.
struct NoSums {
  static constexpr bool kAdds = false;
};

// grad weight - (mean of grad weight + x' mean of grad weight x'), times rstd, where x' is the
// normalised x.
template <bool kHasWeight, class Way, class Sums, class T>
HWY_INLINE void GradientsOfRows(const NormTile<T>& tile, const Sums column_sums) {
  constexpr bool kKeeps = Way::kKeeps;
  RowBuffers buffers(kKeeps ? 3 : 0, tile.columns);
  double *const kept_x = buffers.Next(), *const kept_grads = buffers.Next();
  const auto weight = buffers.template NextIf<kKeeps>(tile.weight, tile.columns);
  const auto count = static_cast<double>(tile.columns);
  for (int64_t r = 0; r < tile.rows; ++r) {
    const T *const x = tile.x + r * tile.columns, *const grads = tile.grad + r * tile.columns;
    const Wide of_mean(tile.mean != nullptr ? tile.mean[r] : 0.0), by(tile.rstd[r]);
    const Totals sums = SumsOfRow<T, Both>(tile.columns, [&](auto load, int64_t i) HWY_ATTR {
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
    const auto value = [&](auto load, int64_t i) HWY_ATTR {
      const Wide normalised = kKeeps ? LoadWide(kept_x + i) : (load.Load(x, i) - of_mean) * by;
      Wide grad = kKeeps ? LoadWide(kept_grads + i) : load.Load(grads, i);
      if constexpr (Sums::kAdds) {
        column_sums.Store(column_sums.Load(i) + Both(grad * normalised, grad), i);
      }
      if constexpr (kHasWeight) grad = grad * load.Load(weight, i);
      return (grad - (mean_grad + normalised * mean_product)) * by;
    };
    MapColumns<Way::kStream>(tile.columns, value, tile.out + r * tile.columns, x, grads);
  }
}

template <class Sums, class T>
HWY_INLINE void GradientsAndSums(const NormTile<T>& tile, const Sums& sums) {
  ChooseWay(tile, [&](auto way) HWY_ATTR {
    tile.weight != nullptr ? GradientsOfRows<true, decltype(way)>(tile, sums)
                           : GradientsOfRows<false, decltype(way)>(tile, sums);
  });
}

template <class T>
void Gradients(const NormTile<T>& tile, double* products, double* grads) {
  products != nullptr ? GradientsAndSums(tile, ColumnSums<true>{products, grads})
                      : GradientsAndSums(tile, NoSums());
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

// Calls add(first, count) for each chunk of `count` elements.
template <class Add>
HWY_INLINE void ForChunks(int64_t count, const Add& add) {
  for (int64_t i = 0; i < count; i += kTermsOfChunk) add(i, std::min(kTermsOfChunk, count - i));
}
inline constexpr std::make_index_sequence<kSumLanes / kFloatLanes> kVectorsOfLanes;

template <class T>
void Sums(const T* x, int64_t count, double* sums) {
  const auto term = [&](auto load, int64_t i) HWY_ATTR { return load.Load(x, i); };
  ForChunks(count, [&](int64_t first, int64_t of_chunk) HWY_ATTR {
    *sums++ = SumsOfChunk<T, Wide>(first, of_chunk, term, kVectorsOfLanes)[0];
  });
}

template <class T>
void Squares(const T* x, int64_t count, double mean, double* sums) {
  const Wide of_mean(mean);
  const auto term = [&](auto load, int64_t i) HWY_ATTR {
    const Wide distance = Less<T>(load.Load(x, i), of_mean);
    return distance * distance;
  };
  ForChunks(count, [&](int64_t first, int64_t of_chunk) HWY_ATTR {
    *sums++ = SumsOfChunk<T, Wide>(first, of_chunk, term, kVectorsOfLanes)[0];
  });
}

template <class T>
void Products(const T* x, const T* grads, int64_t count, const NormMap& by, double* products,
              double* sums) {
  const Wide of_mean(by.mean), rstd(by.rstd);
  const auto term = [&](auto load, int64_t i) HWY_ATTR {
    const Wide grad = load.Load(grads, i);
    return Both(grad, grad * (Less<T>(load.Load(x, i), of_mean) * rstd));
  };
  ForChunks(count, [&](int64_t first, int64_t of_chunk) HWY_ATTR {
    const Totals totals = SumsOfChunk<T, Both>(first, of_chunk, term, kVectorsOfLanes);
    *sums++ = totals[0];
    *products++ = totals[1];
  });
}

template <class T>
void Map(const T* x, int64_t count, const NormMap& by, T* out) {
  const Wide of_mean(by.mean), scale(by.rstd * by.weight), bias(by.bias);
  const auto value = [&](auto load, int64_t i)
                         HWY_ATTR { return (load.Load(x, i) - of_mean) * scale + bias; };
  MapColumns<false>(count, value, out);
}

template <class T>
void MapGradients(const T* x, const T* grads, int64_t count, const NormMap& by, T* out) {
  const Wide of_mean(by.mean), rstd(by.rstd), weight(by.weight);
  const Wide mean_grad(by.mean_grad), mean_product(by.mean_product);
  const auto value = [&](auto load, int64_t i) HWY_ATTR {
    const Wide normalised = (load.Load(x, i) - of_mean) * rstd;
    return (load.Load(grads, i) * weight - (mean_grad + normalised * mean_product)) * rstd;
  };
  MapColumns<false>(count, value, out);
}

// Calls at(load, i) for vectors of `count` columns. The last whole one ends with them, so that some
// are taken twice; `load` says how many there are if they are fewer.
template <class At>
HWY_INLINE void ForKept(int64_t count, const At& at) {
  int64_t i = 0;
  for (; i + kFloatLanes <= count; i += kFloatLanes) at(Whole(), i);
  if (i == count) return;
  if (count > kFloatLanes) return at(Whole(), count - kFloatLanes);
  at(Some{count}, 0);
}
HWY_INLINE void StoreKept(Whole, Wide numbers, double* to) { StoreWide(numbers, to); }
HWY_INLINE void StoreKept(Some some, Wide numbers, double* to) {
  HWY_ALIGN double all[kFloatLanes];
  StoreWide(numbers, all);
  std::copy_n(all, some.count, to);
}
template <class T>
HWY_INLINE void StoreResults(Whole, Wide numbers, T* to) {
  StoreNumbers<false>(numbers, to);
}
template <class T>
HWY_INLINE void StoreResults(Some some, Wide numbers, T* to) {
  T all[kFloatLanes];
  StoreNumbers<false>(numbers, all);
  std::copy_n(all, some.count, to);
}

template <class T>
void Keep(const T* x, int64_t count, double* kept) {
  ForKept(count,
          [&](auto load, int64_t i) HWY_ATTR { StoreKept(load, load.Load(x, i), kept + i); });
}

template <class T>
void KeepGradients(const T* x, const T* grads, int64_t count, const NormMap& by, double* normalised,
                   double* kept) {
  const Wide of_mean(by.mean), rstd(by.rstd);
  ForKept(count, [&](auto load, int64_t i) HWY_ATTR {
    StoreKept(load, Less<T>(load.Load(x, i), of_mean) * rstd, normalised + i);
    StoreKept(load, load.Load(grads, i), kept + i);
  });
}

void KeptProducts(const double* normalised, const double* grads, int64_t count, double* products,
                  double* sums) {
  const auto term = [&](auto load, int64_t i) HWY_ATTR {
    const Wide grad = load.Load(grads, i);
    return Both(grad, grad * load.Load(normalised, i));
  };
  ForChunks(count, [&](int64_t first, int64_t of_chunk) HWY_ATTR {
    const Totals totals = SumsOfChunk<double, Both>(first, of_chunk, term, kVectorsOfLanes);
    *sums++ = totals[0];
    *products++ = totals[1];
  });
}

template <class T>
void MapKept(const double* kept, int64_t count, const NormMap& by, T* out) {
  const Wide of_mean(by.mean), scale(by.rstd * by.weight), bias(by.bias);
  ForKept(count, [&](auto load, int64_t i) HWY_ATTR {
    StoreResults(load, (load.Load(kept, i) - of_mean) * scale + bias, out + i);
  });
}

template <class T>
void MapKeptGradients(const double* normalised, const double* grads, int64_t count,
                      const NormMap& by, T* out) {
  const Wide rstd(by.rstd), weight(by.weight);
  const Wide mean_grad(by.mean_grad), mean_product(by.mean_product);
  ForKept(count, [&](auto load, int64_t i) HWY_ATTR {
    const Wide of_row = mean_grad + load.Load(normalised, i) * mean_product;
    StoreResults(load, (load.Load(grads, i) * weight - of_row) * rstd, out + i);
  });
}

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
constexpr void SetLoops(AllNormLoops& loops) {
  static_assert(kFloatLanes <= kMostRowsAbreast);
  loops.Of<T>() = {.normalise = Normalise<T>,
                   .gradients = Gradients<T>,
                   .add_columns = AddColumns<T>,
                   .sums = Sums<T>,
                   .squares = Squares<T>,
                   .products = Products<T>,
                   .map = Map<T>,
                   .map_gradients = MapGradients<T>,
                   .keep = Keep<T>,
                   .keep_gradients = KeepGradients<T>,
                   .kept_products = KeptProducts,
                   .map_kept = MapKept<T>,
                   .map_kept_gradients = MapKeptGradients<T>,
                   .rows_abreast = kFloatLanes,
                   .sums_abreast = SumsOfAbreast<T>,
                   .squares_abreast = SquaresOfAbreast<T>,
                   .products_abreast = ProductsOfAbreast<T>,
                   .map_abreast = MapAbreast<T>,
                   .map_gradients_abreast = MapGradientsAbreast<T>};
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

#include "kinds/normalization/segment_loops.h"

#include <algorithm>

#include "cpu/term_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/normalization/segment_loops.cc"
#include "hwy/foreach_target.h"

#include "kinds/normalization/columns-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

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

template <class T>
constexpr SegmentLoops<T> LoopsOf() {
  return {.sums = Sums<T>,
          .squares = Squares<T>,
          .products = Products<T>,
          .map = Map<T>,
          .map_gradients = MapGradients<T>,
          .keep = Keep<T>,
          .keep_gradients = KeepGradients<T>,
          .kept_products = KeptProducts,
          .map_kept = MapKept<T>,
          .map_kept_gradients = MapKeptGradients<T>};
}

const AllSegmentLoops* SegmentLoopsOfTarget() {
  static constexpr AllSegmentLoops kLoops =
      AllSegmentLoops::MadeBy([]<class T>() { return LoopsOf<T>(); });
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SegmentLoopsOfTarget);

const AllSegmentLoops& GetSegmentLoops() { return *HWY_DYNAMIC_DISPATCH(SegmentLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE

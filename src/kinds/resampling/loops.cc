#include "kinds/resampling/loops.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/resampling/loops.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
inline constexpr int64_t kLanes = hn::MaxLanes(Doubles());

template <class T>
HWY_INLINE hn::Vec<Doubles> LoadDoubles(const void* row, int64_t i) {
  const Doubles d;
  if constexpr (sizeof(T) == sizeof(double)) {
    return hn::LoadU(d, static_cast<const double*>(row) + i);
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<T, Doubles>(), static_cast<const T*>(row) + i));
  }
}
template <class T>
HWY_INLINE double LoadDouble(const void* row, int64_t i) {
  T number;
  std::memcpy(&number, static_cast<const std::byte*>(row) + i * int64_t{sizeof(T)}, sizeof(T));
  return double{number};
}

template <class T, int kCount>
void AddSome(const void* const* rows, const double* weights, bool is_first, int64_t width,
             double* sums) {
  const Doubles d;
  int64_t i = 0;
  for (; i + kLanes <= width; i += kLanes) {
    auto sum = hn::Mul(hn::Set(d, weights[0]), LoadDoubles<T>(rows[0], i));
    if (!is_first) sum = hn::Add(hn::LoadU(d, sums + i), sum);
    for (int r = 1; r < kCount; ++r) {
      sum = hn::Add(sum, hn::Mul(hn::Set(d, weights[r]), LoadDoubles<T>(rows[r], i)));
    }
    hn::StoreU(sum, d, sums + i);
  }
  for (; i < width; ++i) {
    double sum = weights[0] * LoadDouble<T>(rows[0], i);
    if (!is_first) sum = sums[i] + sum;
    for (int r = 1; r < kCount; ++r) sum = sum + weights[r] * LoadDouble<T>(rows[r], i);
    sums[i] = sum;
  }
}

template <class T>
void Add(const void* const* rows, const double* weights, int64_t count, bool is_first,
         int64_t width, double* sums) {
  switch (count) {
    case 1:
      return AddSome<T, 1>(rows, weights, is_first, width, sums);
    case 2:
      return AddSome<T, 2>(rows, weights, is_first, width, sums);
    case 3:
      return AddSome<T, 3>(rows, weights, is_first, width, sums);
    default:
      return AddSome<T, 4>(rows, weights, is_first, width, sums);
  }
}

// Places of kCount taps each.
template <int kCount>
void TakeSome(const double* elements, const int32_t* at, const double* weights, int64_t places,
              double* results) {
  for (int64_t i = 0; i < places; ++i) {
    double sum = weights[i * kCount] * elements[at[i * kCount]];
    for (int t = 1; t < kCount; ++t) {
      sum = sum + weights[i * kCount + t] * elements[at[i * kCount + t]];
    }
    results[i] = sum;
  }
}

void TakeAny(const double* elements, const int32_t* at, const double* weights, int64_t count,
             int64_t places, double* results) {
  for (int64_t i = 0; i < places; ++i, at += count, weights += count) {
    double sum = count == 0 ? 0 : weights[0] * elements[at[0]];
    for (int64_t t = 1; t < count; ++t) sum = sum + weights[t] * elements[at[t]];
    results[i] = sum;
  }
}

// Places that follow each other and have as many taps are taken together.
void Take(const double* elements, const AxisTaps& taps, double* results) {
  const int64_t places = taps.CountPlaces();
  const int64_t* const begin = taps.begin.data();
  for (int64_t i = 0; i < places;) {
    const int64_t first = begin[i], count = begin[i + 1] - first;
    int64_t next = i + 1;
    while (next < places && begin[next + 1] - begin[next] == count) ++next;
    const int32_t* const at = taps.at.data() + first;
    const double* const weights = taps.weight.data() + first;
    switch (count) {
      case 1:
        TakeSome<1>(elements, at, weights, next - i, results + i);
        break;
      case 2:
        TakeSome<2>(elements, at, weights, next - i, results + i);
        break;
      case 3:
        TakeSome<3>(elements, at, weights, next - i, results + i);
        break;
      case 4:
        TakeSome<4>(elements, at, weights, next - i, results + i);
        break;
      default:
        TakeAny(elements, at, weights, count, next - i, results + i);
    }
    i = next;
  }
}

void Divide(double divisor, const double* divisors, int64_t count, double* results) {
  if (divisors == nullptr) {
    for (int64_t i = 0; i < count; ++i) results[i] = results[i] / divisor;
  } else {
    for (int64_t i = 0; i < count; ++i) results[i] = results[i] / (divisor * divisors[i]);
  }
}

const ResamplingLoops* LoopsOfResampling() {
  static constexpr ResamplingLoops kLoops = {
      .add_floats = Add<float>, .add_doubles = Add<double>, .take = Take, .divide = Divide};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LoopsOfResampling);

const ResamplingLoops& GetResamplingLoops() { return *HWY_DYNAMIC_DISPATCH(LoopsOfResampling)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE

#include "kinds/rotation/loops.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/half.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/rotation/loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/loops-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using RotationTag = hn::ScalableTag<double>;

void Rotate(const double* x, const double* partner, const double* cos, const double* sin,
            int64_t count, double* to) {
  const RotationTag d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto turned = hn::Mul(hn::LoadU(d, partner + i), hn::LoadU(d, sin + i));
    hn::StoreU(hn::Add(hn::Mul(hn::LoadU(d, x + i), hn::LoadU(d, cos + i)), turned), d, to + i);
  }
  for (; i < count; ++i) to[i] = x[i] * cos[i] + partner[i] * sin[i];
}

void RotateNeighbours(const double* x, const double* cos, const double* sin, int64_t count,
                      double* to) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const RotationTag d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (; i + lanes <= count; i += lanes) {
    const auto values = hn::LoadU(d, x + i);
    const auto turned = hn::Mul(hn::Reverse2(d, values), hn::LoadU(d, sin + i));
    hn::StoreU(hn::Add(hn::Mul(values, hn::LoadU(d, cos + i)), turned), d, to + i);
  }
#endif
  for (; i < count; ++i) to[i] = x[i] * cos[i] + x[i ^ 1] * sin[i];
}

using Doubles = Lanes<double>;

// Where results take the place of x, a last vector that overlaps others is loaded before these are
// stored.

// x[i] and x[count + i] are a pair.
template <class T>
void RotateParts(const T* x, const double* cos, const double* sin, int64_t count, T* to) {
  const auto lanes = static_cast<int64_t>(Doubles::Size());
  const auto store = [](Doubles a, Doubles b, const double* cosines, const double* sines,
                        int64_t apart, T* of_first, T* of_second) HWY_ATTR {
    StoreTo(a * Doubles::Load(cosines) + b * Doubles::Load(sines), of_first);
    StoreTo(b * Doubles::Load(cosines + apart) + a * Doubles::Load(sines + apart), of_second);
  };
  if (count >= lanes) {
    const int64_t last = count - lanes;
    const Doubles a = LoadFrom<Doubles>(x + last), b = LoadFrom<Doubles>(x + count + last);
    for (int64_t i = 0; i < last; i += lanes) {
      store(LoadFrom<Doubles>(x + i), LoadFrom<Doubles>(x + count + i), cos + i, sin + i, count,
            to + i, to + count + i);
    }
    store(a, b, cos + last, sin + last, count, to + last, to + count + last);
    return;
  }
  constexpr size_t kLanes = Doubles::kMaxSize;
  T of_x[2 * kLanes] = {}, of_result[2 * kLanes];
  double of_cos[2 * kLanes] = {}, of_sin[2 * kLanes] = {};
  for (const int64_t part : {0, 1}) {
    std::copy_n(x + part * count, count, of_x + part * lanes);
    std::copy_n(cos + part * count, count, of_cos + part * lanes);
    std::copy_n(sin + part * count, count, of_sin + part * lanes);
  }
  store(LoadFrom<Doubles>(of_x), LoadFrom<Doubles>(of_x + lanes), of_cos, of_sin, lanes, of_result,
        of_result + lanes);
  for (const int64_t part : {0, 1}) {
    std::copy_n(of_result + part * lanes, count, to + part * count);
  }
}

template <class T>
void RotateHalvesOf(const void* x, const double* cos, const double* sin, int64_t size, void* to) {
  RotateParts(static_cast<const T*>(x), cos, sin, size / 2, static_cast<T*>(to));
}
template <class T>
void RotateQuartersOf(const void* x, const double* cos, const double* sin, int64_t size, void* to) {
  const int64_t half = size / 2;
  const T* from = static_cast<const T*>(x);
  T* results = static_cast<T*>(to);
  RotateParts(from, cos, sin, half / 2, results);
  RotateParts(from + half, cos + half, sin + half, half / 2, results + half);
}

template <class T>
void RotateNeighboursOf(const void* x, const double* cos, const double* sin, int64_t size,
                        void* to) {
  const T* from = static_cast<const T*>(x);
  T* results = static_cast<T*>(to);
#if HWY_TARGET == HWY_SCALAR
  for (int64_t i = 0; i < size; i += 2) {
    const Doubles a = LoadFrom<Doubles>(from + i), b = LoadFrom<Doubles>(from + i + 1);
    StoreTo(a * Doubles(cos[i]) + b * Doubles(sin[i]), results + i);
    StoreTo(b * Doubles(cos[i + 1]) + a * Doubles(sin[i + 1]), results + i + 1);
  }
#else
  const RotationTag d;
  const auto lanes = static_cast<int64_t>(Doubles::Size());
  const auto store = [d](Doubles values, const double* cosines, const double* sines,
                         T* result) HWY_ATTR {
    const Doubles turned(hn::Reverse2(d, values.raw));
    StoreTo(values * Doubles::Load(cosines) + turned * Doubles::Load(sines), result);
  };
  if (size >= lanes) {
    const int64_t last = size - lanes;
    const Doubles values = LoadFrom<Doubles>(from + last);
    for (int64_t i = 0; i < last; i += lanes) {
      store(LoadFrom<Doubles>(from + i), cos + i, sin + i, results + i);
    }
    store(values, cos + last, sin + last, results + last);
    return;
  }
  constexpr size_t kLanes = Doubles::kMaxSize;
  T of_x[kLanes] = {}, of_result[kLanes];
  double of_cos[kLanes] = {}, of_sin[kLanes] = {};
  std::copy_n(from, size, of_x);
  std::copy_n(cos, size, of_cos);
  std::copy_n(sin, size, of_sin);
  store(LoadFrom<Doubles>(of_x), of_cos, of_sin, of_result);
  std::copy_n(of_result, size, results);
#endif
}

template <class T>
RotateRow RowOfPairing(Pairing pairing) {
  if (pairing == Pairing::kNeighbours) return RotateNeighboursOf<T>;
  return pairing == Pairing::kHalves ? RotateHalvesOf<T> : RotateQuartersOf<T>;
}
RotateRow RowOf(aclDataType dtype, Pairing pairing) {
  switch (dtype) {
    case ACL_FLOAT:
      return RowOfPairing<float>(pairing);
    case ACL_FLOAT16:
      return RowOfPairing<Float16Bits>(pairing);
    case ACL_BF16:
      return RowOfPairing<Bfloat16Bits>(pairing);
    default:
      return nullptr;
  }
}

const RotationLoops* RotationLoopsOfTarget() {
  static constexpr RotationLoops kLoops = {
      .rotate = Rotate, .rotate_neighbours = RotateNeighbours, .row_of = RowOf};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(RotationLoopsOfTarget);

const RotationLoops& GetRotationLoops() { return *HWY_DYNAMIC_DISPATCH(RotationLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE

#include "kinds/resampling/plane_loops.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/resampling/plane_loops.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, PlaneTaps::kAtOnce>;
using Vector = hn::Vec<Doubles>;
using Mask = hn::Mask<Doubles>;
inline constexpr int64_t kLanes = hn::MaxLanes(Doubles());

// Vectors end behind the last sample.
HWY_INLINE int64_t Padded(int64_t count) {
  return (count + PlaneTaps::kAtOnce - 1) / PlaneTaps::kAtOnce * PlaneTaps::kAtOnce;
}

// Places of whole numbers are stored as such.
HWY_INLINE void StorePlace(Vector place, int32_t* to) {
  const hn::Rebind<int32_t, Doubles> d;
  hn::StoreU(hn::DemoteTo(d, place), d, to);
}

HWY_INLINE Vector WholeBelow(Vector number) {
  const Doubles d;
  const auto whole = hn::PromoteTo(d, hn::DemoteTo(hn::Rebind<int32_t, Doubles>(), number));
  return hn::IfThenElse(hn::Gt(whole, number), hn::Sub(whole, hn::Set(d, 1.0)), whole);
}
HWY_INLINE Vector Clamped(Vector number, double last) {
  const Doubles d;
  return hn::Min(hn::Max(number, hn::Zero(d)), hn::Set(d, last));
}

// Two elements, and their weights; -1 where it is none of the sample's.
struct Pair {
  Vector first, weights[2];
};

// The elements on both sides of a place, of which there are the pairs from 0 to `last_pair` on.
HWY_INLINE Pair BothSides(Vector place, double last_pair) {
  const Doubles d;
  const auto one = hn::Set(d, 1.0), none = hn::Set(d, -1.0);
  const auto before = WholeBelow(place), after = hn::Add(before, one);
  const auto of_before = hn::Sub(after, place), of_after = hn::Sub(place, before);
  const auto first = Clamped(before, last_pair);
  const auto is_first = hn::Eq(before, first);
  const auto second_only = hn::IfThenElse(hn::Eq(before, hn::Add(first, one)), of_before, none);
  const auto first_only = hn::IfThenElse(hn::Eq(after, first), of_after, none);
  return {first,
          {hn::IfThenElse(is_first, of_before, first_only),
           hn::IfThenElse(is_first, of_after, second_only)}};
}

void SetBetween(const double* columns, const double* rows, int64_t count, int64_t width,
                int64_t height, const PlaneTaps& taps) {
  const Doubles d;
  const auto one = hn::Set(d, 1.0), none = hn::Set(d, -1.0);
  const auto of_row = hn::Set(d, static_cast<double>(width));
  const double last_pair = static_cast<double>(width - 2),
               last_row = static_cast<double>(height - 1);
  for (int64_t i = 0; i < count; i += kLanes) {
    const Pair pair = BothSides(hn::LoadU(d, columns + i), last_pair);
    const auto place = hn::LoadU(d, rows + i), before = WholeBelow(place),
               after = hn::Add(before, one);
    const Vector row[] = {before, after},
                 weight[] = {hn::Sub(after, place), hn::Sub(place, before)};
    for (int r = 0; r < 2; ++r) {
      const auto inside = Clamped(row[r], last_row);
      StorePlace(hn::Add(hn::Mul(inside, of_row), pair.first), taps.at[r] + i);
      const auto has_row = hn::Eq(inside, row[r]);
      for (int c = 0; c < 2; ++c) {
        const auto has = hn::And(has_row, hn::Ge(pair.weights[c], hn::Zero(d)));
        const auto both = hn::Mul(weight[r], pair.weights[c]);
        hn::StoreU(hn::IfThenElse(has, both, none), d, taps.weight[r * 2 + c] + i);
      }
    }
  }
}

void SetNearest(const double* columns, const double* rows, int64_t count, int64_t width,
                int64_t height, const PlaneTaps& taps) {
  const Doubles d;
  const auto ulp_is_one = hn::Set(d, 0x1.8p52);
  const auto nearest = [&](const double* place) HWY_ATTR {
    return hn::Sub(hn::Add(hn::LoadU(d, place), ulp_is_one), ulp_is_one);
  };
  const auto of_row = hn::Set(d, static_cast<double>(width));
  for (int64_t i = 0; i < count; i += kLanes) {
    const auto column = nearest(columns + i), row = nearest(rows + i);
    const auto column_inside = Clamped(column, static_cast<double>(width - 1)),
               row_inside = Clamped(row, static_cast<double>(height - 1));
    const auto has = hn::And(hn::Eq(column, column_inside), hn::Eq(row, row_inside));
    const auto place = hn::Add(hn::Mul(row_inside, of_row), column_inside);
    // The highest bit alone makes it negative.
    StorePlace(hn::IfThenElse(has, place, hn::Sub(place, hn::Set(d, 0x1p31))), taps.at[0] + i);
  }
}

HWY_INLINE Vector AsDoubles(hn::Vec<hn::Rebind<float, Doubles>> floats) {
  return hn::PromoteTo(Doubles(), floats);
}
HWY_INLINE Vector AsDoubles(Vector doubles) { return doubles; }

// Elements that are not the sample's count as 0. They may be infinite, unlike weights.
HWY_INLINE Vector Product(Vector element, const double* weights) {
  const Doubles d;
  const auto weight = hn::LoadU(d, weights);
  return hn::Mul(hn::IfThenZeroElse(hn::Lt(weight, hn::Zero(d)), element), weight);
}

template <class T>
void SumBetween(const T* plane, const PlaneTaps& taps, int64_t count, T* taken, double* sums) {
  constexpr size_t kPair = 2 * sizeof(T);
  T* const below = taken + 2 * Padded(count);
  const int32_t *const at = taps.at[0], *const at_below = taps.at[1];
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(taken + 2 * i, plane + at[i], kPair);
    std::memcpy(below + 2 * i, plane + at_below[i], kPair);
  }
  const double* const weights[] = {taps.weight[0], taps.weight[1], taps.weight[2], taps.weight[3]};
  const Doubles d;
  const hn::Rebind<T, Doubles> dt;
  for (int64_t i = 0; i < count; i += kLanes) {
    hn::Vec<decltype(dt)> elements[4];
    hn::LoadInterleaved2(dt, taken + 2 * i, elements[0], elements[1]);
    hn::LoadInterleaved2(dt, below + 2 * i, elements[2], elements[3]);
    auto sum = hn::Zero(d);
    for (int t = 0; t < 4; ++t) {
      sum = hn::Add(sum, Product(AsDoubles(elements[t]), weights[t] + i));
    }
    hn::StoreU(sum, d, sums + i);
  }
}

HWY_INLINE int32_t InLowBits(int32_t at) { return at & 0x7fffffff; }

// Whether places are negative, for lanes of 4 and 8 bytes.
template <class D>
HWY_INLINE hn::Mask<D> AreOutside(D d, const int32_t* at) {
  const hn::Rebind<int32_t, D> d32;
  const auto places = hn::LoadU(d32, at);
  if constexpr (sizeof(hn::TFromD<D>) == sizeof(int32_t)) {
    return hn::RebindMask(d, hn::Lt(places, hn::Zero(d32)));
  } else {
    const hn::Rebind<int64_t, D> d64;
    return hn::RebindMask(d, hn::Lt(hn::PromoteTo(d64, places), hn::Zero(d64)));
  }
}

template <class T>
void SumNearest(const T* plane, const int32_t* at, int64_t count, T* sums) {
  for (int64_t i = 0; i < count; ++i) std::memcpy(sums + i, plane + InLowBits(at[i]), sizeof(T));
  const hn::ScalableTag<T> d;
  constexpr int64_t kOfVector = hn::MaxLanes(decltype(d)());
  int64_t i = 0;
  for (; i + kOfVector <= count; i += kOfVector) {
    const auto taken = hn::IfThenZeroElse(AreOutside(d, at + i), hn::LoadU(d, sums + i));
    hn::StoreU(hn::Add(hn::Zero(d), taken), d, sums + i);
  }
  for (; i < count; ++i) {
    T taken;
    std::memcpy(&taken, sums + i, sizeof(taken));
    const T sum = T{0} + (at[i] < 0 ? T{0} : taken);
    std::memcpy(sums + i, &sum, sizeof(sum));
  }
}

// Nothing is added where the weight is none: a term may be infinite.
HWY_INLINE Vector Term(Vector term, const double* weights) {
  const Doubles d;
  const auto weight = hn::LoadU(d, weights);
  return hn::IfThenZeroElse(hn::Lt(weight, hn::Zero(d)), hn::Mul(term, weight));
}

void AddBetween(const double* terms, const PlaneTaps& taps, int64_t count, double* products,
                double* plane) {
  const Doubles d;
  double* const below = products + 2 * Padded(count);
  const double* const weights[] = {taps.weight[0], taps.weight[1], taps.weight[2], taps.weight[3]};
  const int32_t *const at = taps.at[0], *const at_below = taps.at[1];
  for (int64_t i = 0; i < count; i += kLanes) {
    const auto term = hn::LoadU(d, terms + i);
    hn::StoreInterleaved2(Term(term, weights[0] + i), Term(term, weights[1] + i), d,
                          products + 2 * i);
    hn::StoreInterleaved2(Term(term, weights[2] + i), Term(term, weights[3] + i), d, below + 2 * i);
  }
  const hn::CappedTag<double, 2> two;
  for (int64_t i = 0; i < count; ++i) {
    double* const rows[] = {plane + at[i], plane + at_below[i]};
    const double* const of_rows[] = {products + 2 * i, below + 2 * i};
    for (int r = 0; r < 2; ++r) {
      for (size_t c = 0; c < 2; c += hn::MaxLanes(two)) {
        const auto sums = hn::Add(hn::LoadU(two, rows[r] + c), hn::LoadU(two, of_rows[r] + c));
        hn::StoreU(sums, two, rows[r] + c);
      }
    }
  }
}

void AddNearest(const double* terms, const PlaneTaps& taps, int64_t count, double* products,
                double* plane) {
  const int32_t* const at = taps.at[0];
  const Doubles d;
  for (int64_t i = 0; i < count; i += kLanes) {
    hn::StoreU(hn::IfThenZeroElse(AreOutside(d, at + i), hn::LoadU(d, terms + i)), d, products + i);
  }
  for (int64_t i = 0; i < count; ++i) {
    double& sum = plane[InLowBits(at[i])];
    sum = sum + products[i];
  }
}

const PlaneLoops* LoopsOfPlanes() {
  static constexpr PlaneLoops kLoops = {
      .have_lanes = kLanes > 1,
      .set_between = SetBetween,
      .set_nearest = SetNearest,
      .floats = {.between = SumBetween<float>, .nearest = SumNearest<float>},
      .doubles = {.between = SumBetween<double>, .nearest = SumNearest<double>},
      .add_between = AddBetween,
      .add_nearest = AddNearest,
  };
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LoopsOfPlanes);

const PlaneLoops& GetPlaneLoops() { return *HWY_DYNAMIC_DISPATCH(LoopsOfPlanes)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE

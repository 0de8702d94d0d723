#include "kinds/distances/loops.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/distances/loops.cc"
#include "hwy/foreach_target.h"

#include "formulas/lanes-inl.h"
#include "formulas/pow-inl.h"
#include "formulas/scalar.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Vectors, or single numbers where fewer are left than a vector has.
using ManyDistances = Lanes<double>;
using OneDistance = OneLane<double>;

template <class F>
struct DistanceNumbers {
  static OPENACLNN_INLINE F Load(const double* from) { return F::Load(from); }
  static OPENACLNN_INLINE void Store(F numbers, double* to) { numbers.Store(to); }
  static int64_t Size() { return static_cast<int64_t>(F::Size()); }
};
template <>
struct DistanceNumbers<OneDistance> {
  static OPENACLNN_INLINE OneDistance Load(const double* from) { return OneDistance(*from); }
  static OPENACLNN_INLINE void Store(OneDistance number, double* to) { *to = number.raw; }
  static int64_t Size() { return 1; }
};

// How a difference counts, how two sums are put together, and what a sum comes to.
struct CountDistance {
  template <class F>
  OPENACLNN_INLINE F Term(F d) const {
    return Select(d == F(0), F(0), F(1));
  }
  template <class F>
  static OPENACLNN_INLINE F Join(F a, F b) {
    return a + b;
  }
  template <class F>
  OPENACLNN_INLINE F Finish(F sum) const {
    return sum;
  }
  double power;  // of PowerDistance alone
};
struct SizeDistance : CountDistance {
  template <class F>
  OPENACLNN_INLINE F Term(F d) const {
    return Abs(d);
  }
};
struct SquareDistance : CountDistance {
  template <class F>
  OPENACLNN_INLINE F Term(F d) const {
    return d * d;
  }
  template <class F>
  OPENACLNN_INLINE F Finish(F sum) const {
    return Sqrt(sum);
  }
};
struct PowerDistance : CountDistance {
  template <class F>
  OPENACLNN_INLINE F Term(F d) const {
    return Pow(Abs(d), F(power));
  }
  template <class F>
  OPENACLNN_INLINE F Finish(F sum) const {
    return Pow(sum, F(1 / power));
  }
};
struct LargestDistance : SizeDistance {
  template <class F>
  static OPENACLNN_INLINE F Join(F a, F b) {
    return Select(a == a, Select(a > b, a, b), a);  // a NaN stays
  }
};

template <class F, class Way>
int64_t DistancesFrom(int64_t j, const Way& way, const double* row, const double* matrix,
                      int64_t terms, int64_t columns, int64_t step, double* distances) {
  using Numbers = DistanceNumbers<F>;
  for (; j + Numbers::Size() <= columns; j += Numbers::Size()) {
    F sum(0);
    for (int64_t first = 0; first < terms; first += kDistanceTerms) {
      const int64_t end = std::min(first + kDistanceTerms, terms);
      F part(0);
      for (int64_t k = first; k < end; ++k) {
        const F d = F(row[k]) - Numbers::Load(matrix + k * step + j);
        part = Way::Join(part, way.Term(d));
      }
      sum = Way::Join(sum, part);
    }
    Numbers::Store(way.Finish(sum), distances + j);
  }
  return j;
}

template <class Way>
void DistancesBy(double power, const double* row, const double* matrix, int64_t terms,
                 int64_t columns, int64_t step, double* distances) {
  Way way;
  way.power = power;
  const int64_t left =
      DistancesFrom<ManyDistances>(0, way, row, matrix, terms, columns, step, distances);
  DistancesFrom<OneDistance>(left, way, row, matrix, terms, columns, step, distances);
}

void DistancesOf(Distance distance, double power, const double* row, const double* matrix,
                 int64_t terms, int64_t columns, int64_t step, double* distances) {
  switch (distance) {
    case Distance::kCount:
      return DistancesBy<CountDistance>(power, row, matrix, terms, columns, step, distances);
    case Distance::kSizes:
      return DistancesBy<SizeDistance>(power, row, matrix, terms, columns, step, distances);
    case Distance::kSquares:
      return DistancesBy<SquareDistance>(power, row, matrix, terms, columns, step, distances);
    case Distance::kPowers:
      return DistancesBy<PowerDistance>(power, row, matrix, terms, columns, step, distances);
    default:
      return DistancesBy<LargestDistance>(power, row, matrix, terms, columns, step, distances);
  }
}

// 1 with the sign of d; 0 and NaN as they are.
template <class F>
OPENACLNN_INLINE F SignOfDifference(F d) {
  return Select(Or(d > F(0), d < F(0)), CopySign(F(1), d), d);
}

struct SlopeInputs {
  double power;
  bool zero_stays;
  const double *row, *other;
  double size, factor;
  int64_t count;
};

struct SizeSlope {
  template <class F>
  OPENACLNN_INLINE F operator()(F d, const SlopeInputs&) const {
    return SignOfDifference(d);
  }
};
struct SquareSlope {
  template <class F>
  OPENACLNN_INLINE F operator()(F d, const SlopeInputs& inputs) const {
    return d / F(inputs.size);
  }
};
struct PowerSlope {
  template <class F>
  OPENACLNN_INLINE F operator()(F d, const SlopeInputs& inputs) const {
    const F slope = SignOfDifference(d) * Pow(Abs(d) / F(inputs.size), F(inputs.power));
    return inputs.zero_stays ? ZeroIf(d == F(0), slope) : slope;
  }
};

template <class F, class Slope>
int64_t SlopesFrom(int64_t k, const SlopeInputs& inputs, double* sums) {
  using Numbers = DistanceNumbers<F>;
  for (; k + Numbers::Size() <= inputs.count; k += Numbers::Size()) {
    const F d = Numbers::Load(inputs.row + k) - Numbers::Load(inputs.other + k);
    const F term = F(inputs.factor) * Slope()(d, inputs);
    Numbers::Store(Numbers::Load(sums + k) + term, sums + k);
  }
  return k;
}
template <class Slope>
void SlopesBy(const SlopeInputs& inputs, double* sums) {
  const int64_t left = SlopesFrom<ManyDistances, Slope>(0, inputs, sums);
  SlopesFrom<OneDistance, Slope>(left, inputs, sums);
}

void SlopesOf(Distance distance, double power, bool zero_stays, const double* row,
              const double* other, double size, double factor, int64_t count, double* sums) {
  const SlopeInputs inputs = {power, zero_stays, row, other, size, factor, count};
  if (distance == Distance::kSizes) return SlopesBy<SizeSlope>(inputs, sums);
  if (distance == Distance::kSquares) return SlopesBy<SquareSlope>(inputs, sums);
  SlopesBy<PowerSlope>(inputs, sums);
}

void SlopesOfLargest(const double* row, const double* other, const double* sizes, double size,
                     double factor, int64_t count, double* sums) {
  for (int64_t k = 0; k < count; ++k) {
    const double d = row[k] - other[k], off = sizes[k] - size;
    if (off == 0) sums[k] += d > 0 ? factor : d < 0 ? -factor : 0;
    if (off != off) sums[k] += off;  // a NaN
  }
}

const DistanceLoops* DistanceLoopsOfTarget() {
  static constexpr DistanceLoops kLoops = {
      .distances = DistancesOf, .slopes = SlopesOf, .largest = SlopesOfLargest};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(DistanceLoopsOfTarget);

const DistanceLoops& GetDistanceLoops() { return *HWY_DYNAMIC_DISPATCH(DistanceLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE

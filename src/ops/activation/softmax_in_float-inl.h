// softmax and log_softmax of floats and 16-bit numbers, in float with low parts (docs/numerics.md,
// "Rows").
//
// e^x is counted from a whole number of octaves near the maximum of the chunk, e^x / 2^octaves,
// so that no difference is rounded, and what the chunks of a row come to differs by powers of two.
// Far from 0 it is e^(x - m) for the maximum m: that difference is exact where the result is not 0.

#if defined(OPENACLNN_OPS_SOFTMAX_IN_FLOAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SOFTMAX_IN_FLOAT_INL_H_
#undef OPENACLNN_OPS_SOFTMAX_IN_FLOAT_INL_H_
#else
#define OPENACLNN_OPS_SOFTMAX_IN_FLOAT_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "formulas/exp-inl.h"
#include "formulas/float_layout.h"
#include "formulas/lanes-inl.h"
#include "formulas/scalar.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/target.h"
#include "ops/activation/softmax-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace softmax_internal {

template <class T>
inline constexpr bool kHas16Bits = sizeof(T) == 2;

// A number in two parts.
template <class F>
struct TwoFloats {
  explicit OPENACLNN_INLINE TwoFloats(double x)
      : high(static_cast<float>(x)),
        low(static_cast<float>(x - static_cast<double>(static_cast<float>(x)))) {}
  OPENACLNN_INLINE TwoFloats(F high_part, F low_part) : high(high_part), low(low_part) {}
  F high, low;
};

#ifndef OPENACLNN_ONE_LANE
// The same for each row of several.
class TwoFloatsOfRows {
 public:
  OPENACLNN_INLINE void Set(int64_t row, double x) {
    high_[row] = static_cast<float>(x);
    low_[row] = static_cast<float>(x - static_cast<double>(high_[row]));
  }
  template <class F>
  OPENACLNN_INLINE TwoFloats<F> At(int64_t row) const {
    return {high_.At<F>(row), low_.At<F>(row)};
  }

 private:
  NumberOfRows<float> high_, low_;
};
#endif

inline constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();

// Powers are 2^kScale times too large, so that those that matter are normal numbers.
inline constexpr int kScale = 60;

// The powers of maxima up to this size are counted from 0.
inline constexpr float kNear = 0x1p14f;

// From where the exponents of numbers up to `max` are counted.
struct Origin {
  explicit OPENACLNN_INLINE Origin(float max) {
    constexpr float kLowest = std::numeric_limits<float>::lowest();
    const float finite = kLowest < max ? max : kLowest;  // or inf
    base = __builtin_fabsf(finite) <= kNear ? 0 : finite;
    constexpr float kShift = FloatLayout<float>::kIntegerShift;
    octaves = ((finite - base) * 1.4426950408889634f + kShift) - kShift;
  }
  float base, octaves;
};

// A power that is not rounded: power (1 + rest).
template <class F>
struct SplitPower {
  F power, rest;
};

// c 2^kScale e^(x - base) / 2^octaves. kIsNear: base is 0.
template <class F, bool kIsNear = false>
class Powers {
 public:
  // What is further below the maximum counts as if it were this far: 2^24 of that are nothing.
  static constexpr float kFurthest = 125;

  explicit OPENACLNN_INLINE Powers(Origin origin) : Powers(origin, origin.octaves) {}
  // For numbers so far below the maximum that `octaves` are fewer than the origin's.
  OPENACLNN_INLINE Powers(Origin origin, float octaves)
      : base_(origin.base),
        shift_((FloatLayout<float>::kIntegerShift + 4 * kScale) - 4 * octaves),
        lowest_(origin.octaves * 0.6931471805599453f - kFurthest) {}
  // Each lane from an origin of its own.
  OPENACLNN_INLINE Powers(F base, F octaves) : Powers(base, ShiftOf(octaves), LowestOf(octaves)) {}
  OPENACLNN_INLINE Powers(F base, F shift, F lowest)
      : base_(base), shift_(shift), lowest_(lowest) {}

  static OPENACLNN_INLINE F ShiftOf(F octaves) {
    return F(FloatLayout<float>::kIntegerShift + 4 * kScale) - F(4) * octaves;
  }
  static OPENACLNN_INLINE F LowestOf(F octaves) {
    return octaves * F(0.6931471805599453f) - F(kFurthest);
  }

  // x - base; a NaN stays.
  OPENACLNN_INLINE F Limited(F x) const {
    if constexpr (kIsNear) return Max(lowest_, x);
    return Max(lowest_, x - base_);
  }
  OPENACLNN_INLINE typename F::Mask IsLowest(F limited) const { return limited == lowest_; }

  OPENACLNN_INLINE SplitPower<F> Of(F limited) const {
    constexpr double kSteps = 4 * 1.4426950408889634;  // quarters of an octave
    constexpr auto kHigh = static_cast<float>(kSteps);
    constexpr auto kLow = static_cast<float>(kSteps - kHigh);
    const F shifted = Fma(limited, F(kHigh), shift_);
    const F rest = Fma(limited, F(kLow), Fms(limited, F(kHigh), shifted - shift_));
    return {PowerOfSteps<0>(shifted), rest * RestOfPower(rest)};
  }
  OPENACLNN_INLINE SplitPower<F> operator()(F x) const { return Of(Limited(x)); }

 private:
  F base_, shift_, lowest_;
};

#ifndef OPENACLNN_ONE_LANE
// Powers of each row of several, from an origin of its own.
class PowersOfRows {
 public:
  PowersOfRows(const NumberOfRows<float>& max, int64_t rows) {
    for (int64_t r = 0; r < rows; ++r) {
      const Origin origin(max[r]);
      base_[r] = origin.base;
      octaves_[r] = origin.octaves;
      is_near_ = is_near_ && std::fabs(max[r]) <= kNear;
    }
    using F = Lanes<float>;
    for (int64_t r = 0; r < rows; r += kLanesOf<F>) {
      const F octaves = octaves_.At<F>(r);
      Powers<F>::ShiftOf(octaves).Store(&shift_[r]);
      Powers<F>::LowestOf(octaves).Store(&lowest_[r]);
    }
  }
  // Whether every base is 0.
  bool IsNear() const { return is_near_; }
  template <bool kIsNear, class F>
  OPENACLNN_INLINE Powers<F, kIsNear> At(int64_t row) const {
    return {base_.At<F>(row), shift_.At<F>(row), lowest_.At<F>(row)};
  }

 private:
  NumberOfRows<float> base_, octaves_, shift_, lowest_;
  bool is_near_ = true;
};
#endif

// The sum of up to kRowChunk powers in lanes. Its high part is exact: a multiple of the last place
// of kStart.
template <class F>
class PowerSum {
 public:
  OPENACLNN_INLINE PowerSum() : high_(kStart) {}

  template <class V>
  OPENACLNN_INLINE void Add(V v, SplitPower<F> p) {
    AddTo(high_[v], low_[v], p);
  }
  static OPENACLNN_INLINE void AddTo(F& high, F& low, SplitPower<F> p) {
    const F sum = high + p.power;
    const F added = sum - high;
    high = sum;
    low = Fma(p.power, p.rest, low + (p.power - added));
  }
  OPENACLNN_INLINE void EndLane() {
    high_.EndLane();
    low_.EndLane();
  }
  OPENACLNN_INLINE double Total(RowExtent terms) {
    const double high = terms <= kFew ? high_.ExactTotal(terms) : high_.Total(terms);
    return high + static_cast<double>(low_.Total(terms));
  }

#ifndef OPENACLNN_ONE_LANE
  // Total in two steps, between which others can be taken, of up to kFew terms.
  OPENACLNN_INLINE void StoreVectors(int64_t row, LanesOfRows<F>& high, LanesOfRows<F>& low) {
    high_.StoreVectors(row, high);
    low_.StoreVectors(row, low);
  }
#endif
  static constexpr int64_t kFew = 128;  // a float holds the high part of their sum

  // A lane's terms, kRowChunk / kSumLanes of them and each below sqrt(2) c 2^kScale, do not double
  // it.
  static constexpr float kStart = 0x1p66f;
  static_assert(kScale == 60 && kRowChunk / kSumLanes == 32);

 private:
  LaneSums<F, double> high_;
  LaneSums<F> low_;
};

#ifndef OPENACLNN_ONE_LANE
// The same of each row of several.
class PowerSumsOfRows {
 public:
  using F = Lanes<float>;
  explicit OPENACLNN_INLINE PowerSumsOfRows(int64_t rows)
      : high_(PowerSum<F>::kStart, rows), low_(0, rows) {}
  OPENACLNN_INLINE void Add(int64_t i, int64_t row, SplitPower<F> p) {
    float *const to_high = high_.At(i, row), *const to_low = low_.At(i, row);
    F high = F::Load(to_high), low = F::Load(to_low);
    PowerSum<F>::AddTo(high, low, p);
    high.Store(to_high);
    low.Store(to_low);
  }
  OPENACLNN_INLINE void Total(int64_t rows, NumberOfRows<double>& totals) {
    using D = Lanes<double>;
    low_.AddLanes(rows);
    for (int64_t r = 0; r < rows; r += kLanesOf<D>) {
      D high(0.0);  // exact, whatever the order
      for (int64_t lane = 0; lane < kSumLanes; ++lane) {
        high = high + (D::Load(high_.At(lane, r)) - D(PowerSum<F>::kStart));
      }
      (high + D::Load(low_.At(0, r))).Store(&totals[r]);
    }
  }

 private:
  SumsOfRows<F> high_, low_;
};
#endif

// Split powers times a number, given 2^kUp times too large.
template <class F>
struct Multiples {
  static constexpr double kUp = 0x1p120;
  explicit OPENACLNN_INLINE Multiples(double number) : factor(number) {}
  explicit OPENACLNN_INLINE Multiples(TwoFloats<F> number) : factor(number) {}
  // Rounded once where it is normal.
  OPENACLNN_INLINE F operator()(SplitPower<F> p) const {
    return Fma(p.power, factor.high, p.power * Fma(p.rest, factor.high, factor.low)) * F(1 / kUp);
  }
  TwoFloats<F> factor;
};

// The power of a chunk's maximum, counted as its powers are.
template <class F>
OPENACLNN_INLINE SplitPower<F> PowerOfMax(F max) {
  // Their origins, as one is made.
  const F finite = Max(F(std::numeric_limits<float>::lowest()), max);
  const F base = ZeroIf(Abs(finite) <= F(kNear), finite);
  const F shift(FloatLayout<float>::kIntegerShift);
  return Powers<F>(base, ((finite - base) * F(1.4426950408889634f) + shift) - shift)(max);
}

#ifndef OPENACLNN_ONE_LANE
// Calls visit(whether every base is 0, as a constant).
template <class Visit>
OPENACLNN_INLINE void WithNearness(const PowersOfRows& powers, const Visit& visit) {
  if (HWY_LIKELY(powers.IsNear())) return visit(std::true_type());
  visit(std::false_type());
}
#endif

#ifndef OPENACLNN_ONE_LANE
// What Reduce does, of up to kRowsAtOnce short rows: one step for all of them before the next, and
// what a row has one of in a lane of its own.
class ShortRowsOfPowers {
 public:
  using F = Lanes<float>;
  // Reads the maxima of the rows, from `first` on.
  template <class Formula, class T>
  OPENACLNN_INLINE void Begin(const RowTile<T>& tile, int64_t first, int64_t rows) {
    high_.ClearFrom(rows);
    low_.ClearFrom(rows);
    for (int64_t r = 0; r < rows; ++r) {
      LanesOfMax<F>(row_internal::RowOf<Formula>(tile, first + r)[0], tile.columns).Store(high_[r]);
    }
    high_.Maximum(max_);
    // As Origin and Powers have them where base is 0.
    auto are_near = F(0) == F(0);
    for (int64_t r = 0; r < kRowsAtOnce; r += kLanesOf<F>) {
      const F max = F::Load(max_ + r), shift(FloatLayout<float>::kIntegerShift);
      const F octaves = (max * F(1.4426950408889634f) + shift) - shift;
      are_near = And(are_near, Abs(max) <= F(kNear));
      Powers<F>::ShiftOf(octaves).Store(shift_ + r);
      Powers<F>::LowestOf(octaves).Store(lowest_ + r);
    }
    are_near_ = All(are_near);
  }
  // Whether every base is 0, and At may be called.
  bool AreNear() const { return are_near_; }
  OPENACLNN_INLINE Powers<F, true> At(int64_t row) const {
    return {F(0), F(shift_[row]), F(lowest_[row])};
  }
  OPENACLNN_INLINE float Max(int64_t row) const { return max_[row]; }

  OPENACLNN_INLINE void Store(int64_t row, PowerSum<F>& sum) { sum.StoreVectors(row, high_, low_); }
  // The sums of all rows, when they are stored.
  OPENACLNN_INLINE void Totals(double* totals) {
    using D = Lanes<double>;
    HWY_ALIGN float high[kRowsAtOnce], low[kRowsAtOnce];
    high_.Sum(high);
    low_.Sum(low);
    for (int64_t r = 0; r < kRowsAtOnce; r += kLanesOf<D>) {
      (D::Load(high + r) + D::Load(low + r)).Store(totals + r);
    }
  }

 private:
  HWY_ALIGN float max_[kRowsAtOnce], shift_[kRowsAtOnce], lowest_[kRowsAtOnce];
  LanesOfRows<F> high_, low_;
  bool are_near_;
};
#endif

// Calls visit with Powers of the origin, whose base is known to be 0 if it is.
template <class F, class Visit>
OPENACLNN_INLINE void WithPowers(float max, Visit&& visit) {
  const Origin origin(max);
  if (HWY_LIKELY(__builtin_fabsf(max) <= kNear)) return visit(Powers<F, true>(origin));
  visit(Powers<F, false>(origin));
}

}  // namespace softmax_internal

// Numbers: of a chunk its maximum and its sum of powers, then the same maximum and by what its
// powers are multiplied.
struct SoftmaxInFloat {
  static constexpr size_t kInputs = 1;
  static constexpr bool kHasMax = true, kKeeps = true, kHasSum = false;
  // To keep 8 bytes of each element delays what comes from memory by more than the powers of floats
  // take; 16-bit numbers would have to be converted again, too.
  template <class T>
  static constexpr bool kKeepsLong = sizeof(T) == 2;
  static constexpr int kCost = 400;
  using F = Lanes<float>;

  template <class T, bool kKeep>
  static OPENACLNN_INLINE void Reduce(const RowInputs<T>& in, RowExtent columns, double max,
                                      double* keep, RowNumbers& chunk) {
    using namespace softmax_internal;
    WithPowers<F>(static_cast<float>(max), [&](auto powers) HWY_ATTR OPENACLNN_INLINED {
      PowerSum<F> sum;
      AddPowers<T, kKeep>(in[0], columns, powers, keep, sum);
      chunk = {max, sum.Total(columns)};
    });
  }

#ifndef OPENACLNN_ONE_LANE
  // Reduces up to kRowsAtOnce rows. False: they have to be reduced one by one.
  template <class T, bool kKeep>
  static OPENACLNN_INLINE bool ReduceRows(const RowTile<T>& tile, int64_t first, int64_t rows,
                                          double* keep, RowNumbers* chunks) {
    using namespace softmax_internal;
    if (tile.columns > PowerSum<F>::kFew) return false;
    ShortRowsOfPowers all;
    all.Begin<SoftmaxInFloat>(tile, first, rows);
    if (HWY_UNLIKELY(!all.AreNear())) return false;
    const int64_t kept = RoundedToLanes(tile.columns);
    for (int64_t r = 0; r < rows; ++r) {
      PowerSum<F> sum;
      AddPowers<T, kKeep>(row_internal::RowOf<SoftmaxInFloat>(tile, first + r)[0], tile.columns,
                          all.At(r), keep + r * kept, sum);
      all.Store(r, sum);
    }
    HWY_ALIGN double totals[kRowsAtOnce];
    all.Totals(totals);
    for (int64_t r = 0; r < rows; ++r) chunks[r] = {all.Max(r), totals[r]};
    return true;
  }
#endif

  template <class Chunks>
  static OPENACLNN_INLINE void Fold(Chunks chunks, RowExtent count) {
    using namespace softmax_internal;
    using Wide = OneLane<double>;
    const double m = MaxOfChunks(chunks, count);
    const Origin origin(static_cast<float>(m));
    ForChunks(chunks, count, [&](RowNumbers& chunk) HWY_ATTR OPENACLNN_INLINED {
      double factor = 1;
      if (chunk[0] != m) {
        const Origin from(static_cast<float>(chunk[0]));
        const double distance = static_cast<double>(from.base) - origin.base;
        const double octaves = from.octaves - origin.octaves;
        const Wide y = Fma(Wide(distance), Wide(0x1.71547652b82fep+0), Wide(octaves));
        factor = Exp2ForFloat(Max(Wide(-1022), y)).raw;
      }
      chunk = {chunk[1] * factor, chunk[0], factor};
    });
    const double sum = m == -kInfinity ? kNan : TreeSum(chunks, count);
    const double inverse = Multiples<F>::kUp / sum;
    ForChunks(chunks, count, [&](RowNumbers& chunk) HWY_ATTR OPENACLNN_INLINED {
      chunk = {chunk[1], chunk[2] * inverse};
    });
  }

#ifndef OPENACLNN_ONE_LANE
  // The same of up to kRowsAtOnce rows of a chunk each.
  static OPENACLNN_INLINE void FoldRows(RowNumbers* chunks, int64_t rows) {
    using namespace softmax_internal;
    using D = Lanes<double>;
    HWY_ALIGN double sums[kRowsAtOnce];
    std::fill_n(sums, kRowsAtOnce, 1.0);
    for (int64_t r = 0; r < rows; ++r) {
      sums[r] = chunks[r][0] == -kInfinity ? kNan : chunks[r][1];
    }
    for (int64_t r = 0; r < kRowsAtOnce; r += kLanesOf<D>) {
      (D(Multiples<F>::kUp) / D::Load(sums + r)).Store(sums + r);
    }
    for (int64_t r = 0; r < rows; ++r) chunks[r] = {chunks[r][0], sums[r]};
  }
#endif

  template <class T, bool kKept, bool kStream>
  static OPENACLNN_INLINE double Map(const RowInputs<T>& in, RowExtent columns, const double* keep,
                                     const RowNumbers& chunk, RowOutput<T> out) {
    using namespace softmax_internal;
    const Multiples<F> multiples(chunk[1]);
    if constexpr (kKept) {
      const auto visit = [&](auto at) HWY_ATTR OPENACLNN_INLINED {
        const float* const kept = KeptAt(keep, at.i);
        at.Store(multiples({at.LoadKept(kept), at.LoadKept(kept + at.kLanes)}), out);
      };
      if (kStream && CountToAligned<F>(out, columns) == 0) {
        ForVectors<F, kStream>(columns, out, visit, in);
      } else {
        ForVectors<F, false>(columns, out, visit);
      }
    } else {
      WithPowers<F>(static_cast<float>(chunk[0]), [&](auto powers) HWY_ATTR OPENACLNN_INLINED {
        ForVectors<F, kStream>(
            columns, out,
            [&](auto at) HWY_ATTR OPENACLNN_INLINED {
              at.Store(multiples(powers(at.Load(in[0], -kFloatInfinity))), out);
            },
            in);
      });
    }
    return 0;
  }

#ifndef OPENACLNN_ONE_LANE
  template <class T>
  static OPENACLNN_INLINE void ReduceAbreast(const RowTile<T>& tile, double* keep,
                                             RowNumbers* chunks) {
    using namespace softmax_internal;
    NumberOfRows<float> max;
    MaxOfRows<SoftmaxInFloat>(tile, max);
    const PowersOfRows powers(max, tile.rows);
    PowerSumsOfRows sums(tile.rows);
    WithNearness(powers, [&](auto near) HWY_ATTR OPENACLNN_INLINED {
      for (int64_t i = 0; i < tile.columns; ++i) {
        const RowInputs<T> in = ElementsOf<SoftmaxInFloat>(tile, i);
        ForRowsAbreast<F, T>(tile.rows, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
          const SplitPower<F> p = powers.At<near, F>(at.i)(at.Load(in[0], 0));
          if (keep != nullptr) {
            p.power.Store(KeptAbreast(tile, keep, i, 0) + at.i);
            p.rest.Store(KeptAbreast(tile, keep, i, 1) + at.i);
          }
          sums.Add(i, at.i, p);
        });
      }
    });
    NumberOfRows<double> totals;
    sums.Total(tile.rows, totals);
    for (int64_t r = 0; r < tile.rows; ++r) chunks[r] = {max[r], totals[r]};
  }

  template <class T, bool kStream>
  static OPENACLNN_INLINE void MapAbreast(const RowTile<T>& tile, const double* keep,
                                          const RowNumbers* chunks) {
    using namespace softmax_internal;
    TwoFloatsOfRows factors;
    NumberOfRows<float> max;
    for (int64_t r = 0; r < tile.rows; ++r) {
      factors.Set(r, chunks[r][1]);
      max[r] = static_cast<float>(chunks[r][0]);
    }
    // power(i, at) is that of the vector.
    const auto map = [&](const auto& power) HWY_ATTR OPENACLNN_INLINED {
      for (int64_t i = 0; i < tile.columns; ++i) {
        T* const out = ResultOf(tile, i);
        AskForRowsAfter<SoftmaxInFloat>(tile, i);
        ForVectors<F, kStream>(tile.rows, out, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
          at.Store(Multiples<F>(factors.At<F>(at.i))(power(i, at)), out);
        });
      }
    };
    if (keep != nullptr) {
      return map([&](int64_t i, auto at) HWY_ATTR OPENACLNN_INLINED {
        return SplitPower<F>{F::Load(KeptAbreast(tile, keep, i, 0) + at.i),
                             F::Load(KeptAbreast(tile, keep, i, 1) + at.i)};
      });
    }
    const PowersOfRows powers(max, tile.rows);
    WithNearness(powers, [&](auto near) HWY_ATTR OPENACLNN_INLINED {
      map([&](int64_t i, auto at) HWY_ATTR OPENACLNN_INLINED {
        return powers.At<near, F>(at.i)(at.Load(ElementsOf<SoftmaxInFloat>(tile, i)[0], 0));
      });
    });
  }
#endif

 private:
#ifndef OPENACLNN_ONE_LANE
  // Where the powers, or the rests, of element i of rows abreast are kept.
  template <class T>
  static OPENACLNN_INLINE float* KeptAbreast(const RowTile<T>& tile, const double* keep, int64_t i,
                                             int64_t part) {
    const int64_t rows = (tile.rows + kLanesOf<F> - 1) / kLanesOf<F> * kLanesOf<F>;
    return reinterpret_cast<float*>(const_cast<double*>(keep)) + (2 * i + part) * rows;
  }
#endif

  template <class T, bool kKeep, class PowersOfF>
  static OPENACLNN_INLINE void AddPowers(RowInput<T> x, RowExtent columns, const PowersOfF& powers,
                                         double* keep, softmax_internal::PowerSum<F>& sum) {
    using namespace softmax_internal;
    ForLanes<F, T>(
        columns,
        [&](auto v, auto at) HWY_ATTR OPENACLNN_INLINED {
          const SplitPower<F> p = powers(at.Load(x, -kFloatInfinity));
          if constexpr (kKeep) {
            at.StoreKept(p.power, KeptAt(keep, at.i));
            at.StoreKept(p.rest, KeptAt(keep, at.i) + at.kLanes);
          }
          sum.Add(v, {at.Term(p.power), p.rest});
        },
        sum);
  }

  // Where the power and the rest of a vector's elements are kept.
  static float* KeptAt(double* keep, int64_t i) { return reinterpret_cast<float*>(keep + i); }
  static const float* KeptAt(const double* keep, int64_t i) {
    return reinterpret_cast<const float*>(keep + i);
  }
};

// Numbers: as those of LogSumRows.
struct LogSoftmaxInFloat {
  static constexpr size_t kInputs = 1;
  static constexpr bool kHasMax = true, kKeeps = false, kHasSum = false;
  static constexpr int kCost = 500;
  using F = Lanes<float>;
  using Wide = LogSoftmaxRows<softmax_internal::ForFloat>;

  template <class T, bool>
  static OPENACLNN_INLINE void Reduce(const RowInputs<T>& in, RowExtent columns, double maximum,
                                      double*, RowNumbers& chunk) {
    using namespace softmax_internal;
    const auto max = static_cast<float>(maximum);
    Rest rest;
    WithPowers<F>(max, [&](auto powers) HWY_ATTR OPENACLNN_INLINED {
      rest = RestOf<T>(in[0], columns, max, powers);
    });
    const Origin origin(max);
    // So small a sum has too few digits in its high part; counted from its own size it has all.
    if (HWY_UNLIKELY(rest.sum < kEnough && rest.sum > 0)) {
      const double down = ExponentOf(OneLane<double>(rest.sum)).raw + (1 - kScale);
      const auto octaves = static_cast<float>(origin.octaves + down);
      const Powers<F> powers(origin, octaves);
      rest.sum = RestOf<T>(in[0], columns, max, powers).sum * PowerOfTwo(OneLane<double>(down)).raw;
    }
    // What is further below still tells -0 from the +0 of a row that has nothing else.
    if (HWY_UNLIKELY(rest.sum == 0) && HasOthers<T>(in[0], columns, max)) rest.sum = 0x1p-240;
    chunk = {maximum, rest.sum, rest.maxima};
  }

#ifndef OPENACLNN_ONE_LANE
  // Reduces up to kRowsAtOnce rows. False: they have to be reduced one by one.
  template <class T, bool>
  static OPENACLNN_INLINE bool ReduceRows(const RowTile<T>& tile, int64_t first, int64_t rows,
                                          double*, RowNumbers* chunks) {
    using namespace softmax_internal;
    if (tile.columns > PowerSum<F>::kFew) return false;
    ShortRowsOfPowers all;
    all.Begin<LogSoftmaxInFloat>(tile, first, rows);
    if (HWY_UNLIKELY(!all.AreNear())) return false;
    int64_t maxima[kRowsAtOnce];
    for (int64_t r = 0; r < rows; ++r) {
      PowerSum<F> sum;
      maxima[r] = AddPowers<T>(row_internal::RowOf<LogSoftmaxInFloat>(tile, first + r)[0],
                               tile.columns, all.Max(r), all.At(r), sum);
      all.Store(r, sum);
    }
    HWY_ALIGN double totals[kRowsAtOnce];
    all.Totals(totals);
    for (int64_t r = 0; r < rows; ++r) {
      const double max = all.Max(r);
      if (HWY_LIKELY(totals[r] >= kEnough)) {
        chunks[r] = {max, totals[r], static_cast<double>(maxima[r])};
      } else {
        Reduce<T, false>(row_internal::RowOf<LogSoftmaxInFloat>(tile, first + r), tile.columns, max,
                         nullptr, chunks[r]);
      }
    }
    return true;
  }
#endif

  template <class Chunks>
  static OPENACLNN_INLINE void Fold(Chunks chunks, RowExtent count) {
    ForChunks(chunks, count, [&](RowNumbers& chunk) HWY_ATTR OPENACLNN_INLINED {
      const auto p = softmax_internal::PowerOfMax(OneLane<float>(static_cast<float>(chunk[0])));
      chunk[1] /= p.power.raw * (1.0 + p.rest.raw);
    });
    Wide::Fold(chunks, count);
  }

#ifndef OPENACLNN_ONE_LANE
  static OPENACLNN_INLINE void FoldRows(RowNumbers* chunks, int64_t rows) {
    using D = Lanes<double>;
    HWY_ALIGN float max[kRowsAtOnce] = {}, powers[kRowsAtOnce], rests[kRowsAtOnce];
    HWY_ALIGN double sums[kRowsAtOnce] = {}, maxima[kRowsAtOnce] = {};
    for (int64_t r = 0; r < rows; ++r) {
      max[r] = static_cast<float>(chunks[r][0]);
      sums[r] = chunks[r][1];
      maxima[r] = chunks[r][2] - 1;
    }
    for (int64_t r = 0; r < rows; r += kLanesOf<F>) {
      const softmax_internal::SplitPower<F> p = softmax_internal::PowerOfMax(F::Load(max + r));
      p.power.Store(powers + r);
      p.rest.Store(rests + r);
    }
    for (int64_t r = 0; r < rows; r += kLanesOf<D>) {
      const D rest = D::Load(sums + r) / (D::Load(powers + r) * (D(1) + D::Load(rests + r)));
      softmax_internal::ForFloat::Log1p(rest + D::Load(maxima + r)).Store(sums + r);
    }
    for (int64_t r = 0; r < rows; ++r) {
      const double m = chunks[r][0];
      chunks[r] = {m, __builtin_isinf(m) ? softmax_internal::kNan : sums[r]};
    }
  }
#endif

  template <class T, bool, bool kStream>
  static OPENACLNN_INLINE double Map(const RowInputs<T>& in, RowExtent columns, const double*,
                                     const RowNumbers& chunk, RowOutput<T> out) {
    if constexpr (softmax_internal::kHas16Bits<T>) {
      if (HWY_LIKELY(IsOneDifference(chunk))) {
        const softmax_internal::TwoFloats<F> whole(chunk[0] + chunk[1]);
        ForVectors<F, kStream>(
            columns, out,
            [&](auto at) HWY_ATTR OPENACLNN_INLINED {
              at.Store(AddByFma(AddByFma(at.Load(in[0], 0), -whole.high), -whole.low), out);
            },
            in);
        return 0;
      }
    }
    using D = Lanes<double>;
    const Wide::Mapping<D> mapping(chunk);
    ForVectors<D, kStream>(
        columns, out,
        [&](auto at)
            HWY_ATTR OPENACLNN_INLINED { at.Store(mapping(D(0.0), at.Load(in[0], 0)), out); },
        in);
    return 0;
  }

#ifndef OPENACLNN_ONE_LANE
  template <class T>
  static OPENACLNN_INLINE void ReduceAbreast(const RowTile<T>& tile, double*, RowNumbers* chunks) {
    using namespace softmax_internal;
    NumberOfRows<float> max, maxima{};
    MaxOfRows<LogSoftmaxInFloat>(tile, max);
    const PowersOfRows powers(max, tile.rows);
    PowerSumsOfRows sums(tile.rows);
    WithNearness(powers, [&](auto near) HWY_ATTR OPENACLNN_INLINED {
      for (int64_t i = 0; i < tile.columns; ++i) {
        const RowInputs<T> in = ElementsOf<LogSoftmaxInFloat>(tile, i);
        ForRowsAbreast<F, T>(tile.rows, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
          const auto power = powers.At<near, F>(at.i);
          const F value = at.Load(in[0], 0), limited = power.Limited(value);
          const SplitPower<F> p = power.Of(limited);
          const auto is_max = value == max.At<F>(at.i);
          (maxima.At<F>(at.i) + Select(is_max, F(1), F(0))).Store(&maxima[at.i]);
          sums.Add(i, at.i, {ZeroIf(Or(is_max, power.IsLowest(limited)), p.power), p.rest});
        });
      }
    });
    NumberOfRows<double> totals;
    sums.Total(tile.rows, totals);
    for (int64_t r = 0; r < tile.rows; ++r) {
      chunks[r] = {max[r], totals[r], maxima[r]};
      if (HWY_UNLIKELY(totals[r] < kEnough)) {
        RowAlone<LogSoftmaxInFloat, T>(tile, r).Reduce(chunks[r]);
      }
    }
  }

  template <class T, bool kStream>
  static OPENACLNN_INLINE void MapAbreast(const RowTile<T>& tile, const double*,
                                          const RowNumbers* chunks) {
    using namespace softmax_internal;
    if constexpr (kHas16Bits<T>) {
      MapStretches<LogSoftmaxInFloat>(
          tile, chunks, IsOneDifference,
          [](const RowTile<T>& rows, const RowNumbers* numbers) HWY_ATTR OPENACLNN_INLINED {
            TwoFloatsOfRows wholes;
            for (int64_t r = 0; r < rows.rows; ++r) wholes.Set(r, numbers[r][0] + numbers[r][1]);
            MapEach<F, kStream>(rows, [&](F x, int64_t r) HWY_ATTR OPENACLNN_INLINED {
              const TwoFloats<F> whole = wholes.At<F>(r);
              return (x - whole.high) - whole.low;
            });
          });
    } else {
      using D = Lanes<double>;
      const NumbersOfRows<2> numbers(chunks, tile.rows);
      MapEach<D, kStream>(tile, [&](D x, int64_t r) HWY_ATTR OPENACLNN_INLINED {
        return Wide::Mapping<D>(numbers.At<D>(r))(D(0.0), x);
      });
    }
  }
#endif

 private:
  // A sum of powers that has enough digits in its high part.
  static constexpr double kEnough = 0x1p56;

  // Whether a 16-bit result is x less the sum of both numbers, of which a float and its low part
  // have enough digits: 3 roundings.
  static OPENACLNN_INLINE bool IsOneDifference(const RowNumbers& chunk) {
    return chunk[1] > 0x1p-20 * (__builtin_fabs(chunk[0]) + 0x1p-80);
  }

#ifndef OPENACLNN_ONE_LANE
  // Stores result(x, r) for the vectors of rows abreast, r the first row of each.
  template <class V, bool kStream, class T, class Result>
  static OPENACLNN_INLINE void MapEach(const RowTile<T>& tile, const Result& result) {
    for (int64_t i = 0; i < tile.columns; ++i) {
      const T* const in = ElementsOf<LogSoftmaxInFloat>(tile, i)[0];
      T* const out = ResultOf(tile, i);
      AskForRowsAfter<LogSoftmaxInFloat>(tile, i);
      ForVectors<V, kStream>(tile.rows, out, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
        at.Store(result(at.Load(in, 0), at.i), out);
      });
    }
  }
#endif

  struct Rest {
    double sum;     // of powers except for the maxima
    double maxima;  // how many there are
  };
  template <class T, class PowersOfF>
  static OPENACLNN_INLINE Rest RestOf(RowInput<T> x, RowExtent columns, float max,
                                      PowersOfF powers) {
    using namespace softmax_internal;
    PowerSum<F> sum;
    const auto maxima = static_cast<double>(AddPowers<T>(x, columns, max, powers, sum));
    const double total = sum.Total(columns);
    return {total, CountAll(maxima, columns)};
  }
  // Adds all but those of the maxima, which it counts.
  template <class T, class PowersOfF>
  static OPENACLNN_INLINE int64_t AddPowers(RowInput<T> x, RowExtent columns, float max,
                                            const PowersOfF& powers,
                                            softmax_internal::PowerSum<F>& sum) {
    using namespace softmax_internal;
    int64_t maxima = 0;
    const F largest(max);
    ForLanes<F, T>(
        columns,
        [&](auto v, auto at) HWY_ATTR OPENACLNN_INLINED {
          const F value = at.Load(x, -kFloatInfinity);
          const F limited = powers.Limited(value);
          const SplitPower<F> p = powers.Of(limited);
          const auto is_max = value == largest;
          maxima += CountTrue<F>(is_max);
          sum.Add(v, {ZeroIf(Or(is_max, powers.IsLowest(limited)), p.power), p.rest});
        },
        sum);
    return maxima;
  }
  // Whether there are numbers below the maximum.
  template <class T>
  static HWY_NOINLINE HWY_ATTR bool HasOthers(RowInput<T> x, RowExtent columns, float max) {
    using namespace softmax_internal;
    int64_t others = 0;
    const F largest(max);
    ForLanes<F, T>(columns, [&](auto, auto at) HWY_ATTR OPENACLNN_INLINED {
      const F value = at.Load(x, -kFloatInfinity);
      others += CountTrue<F>(And(value<largest, value> F(-kFloatInfinity)));
    });
    return CountAll(static_cast<double>(others), columns) > 0;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard

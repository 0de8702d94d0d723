// Along a row x, with m its maximum, S the sum of all e^(x_j - m) and y a row of labels, or of
// softmax or log_softmax:
//
//   softmax(x)_i     = e^(x_i - m) / S
//   log_softmax(x)_i = (x_i - m) - log(S)
//   cross entropy    = sum of y_j (log(S) - (x_j - m)), its gradient softmax(x)_i - y_i
//   the gradient of softmax     = y_i (grad_i - sum of grad_j y_j)
//   the gradient of log_softmax = grad_i - e^(y_i) sum of grad_j
//
// Each chunk of a row has a maximum of its own, so that it is read only once until it is mapped.
// These are the forms in double; softmax_in_float-inl.h has those of floats and 16-bit numbers.
//
// Include after ops/row_loops-inl.h.

#if defined(OPENACLNN_OPS_SOFTMAX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SOFTMAX_INL_H_
#undef OPENACLNN_OPS_SOFTMAX_INL_H_
#else
#define OPENACLNN_OPS_SOFTMAX_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <limits>

#include "formulas/add_by_fma-inl.h"
#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/scalar.h"
#include "formulas/target.h"
#include "formulas/wide_log1p-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace softmax_internal {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// e^(x - m) and log(1 + s) within 2^-28, for results that are rounded to float.
struct ForFloat {
  static constexpr bool kUnderflows = false;

  // x at most m, both floats. Not below 2^-1022.
  template <class F>
  static OPENACLNN_INLINE F Exp(F x, F m) {
    const F y = (x - m) * F(0x1.71547652b82fep+0);
    return Exp2ForFloat(Max(F(-1022), y));  // a NaN stays
  }
  static OPENACLNN_INLINE double Log1p(double s) {
    using F = OneLane<double>;
    return s <= 1 ? Log1pForFloat(F(s)).raw : s != s ? s : LogForFloat(F(1 + s)).raw;
  }
  template <class F>
  static OPENACLNN_INLINE F Log1p(F s) {
    const F log = Select(s <= F(1), Log1pForFloat(s), LogForFloat(F(1) + s));
    return Select(s == s, log, s);
  }
};

// The same within 2^-51.
struct ForDouble {
  static constexpr bool kUnderflows = true;  // Exp may give 0
  // x at most m.
  template <class F>
  static OPENACLNN_INLINE F Exp(F x, F m) {
    return ExpAbove(F(-1400), x, m, [](const ScaledExp<F>& e) HWY_ATTR {
      const F half = exp_internal::Nearest(e.exponent * F(0.5));
      return e.power * PowerOfTwo(half) * PowerOfTwo(e.exponent - half);
    });
  }
  template <class F>
  static OPENACLNN_INLINE F Log1p(F s) {
    return WideLog1p(s);
  }
  static OPENACLNN_INLINE double Log1p(double s) { return Log1p(OneLane<double>(s)).raw; }

 protected:
  // What `scale` makes of e^(x - m), or of e^least where that is more.
  template <class F, class Scale>
  static OPENACLNN_INLINE F ExpAbove(F least, F x, F m, const Scale& scale) {
    const F z = x - m;
    const F minus_m = z - x;
    const F low = (x - (z - minus_m)) - (m + minus_m);
    const F limited = Max(least, z);  // a NaN stays
    return scale(ExpScaled(limited, ZeroIf(limited != z, low)));
  }
};

// The same for results that are rounded to float, but may cancel with a float. Not below e^-708.
struct ForLabels : ForDouble {
  static constexpr bool kUnderflows = false;

  // x at most m.
  template <class F>
  static OPENACLNN_INLINE F Exp(F x, F m) {
    return ExpAbove(F(-708), x, m, [](const ScaledExp<F>& e) HWY_ATTR {
      return AddToExponent(e.power, e.exponent);
    });
  }
};

// For results that are rounded to 16 bits, and may cancel with a number of 16 bits: e^(x - m)
// within 2^-44.8.
struct ForHalves : ForFloat {
  // x at most m, both floats. Not below e^-708; exactly 1 at 0.
  template <class F>
  static OPENACLNN_INLINE F Exp(F x, F m) {
    constexpr double kExp2[] = {1,
                                0.6931471805598709,
                                0.24022650695649447,
                                0.055504108668691134,
                                0.009618129192117878,
                                0.0013333557616954713,
                                0.00015403434909568164,
                                1.5252985105954698e-05,
                                1.325941453027953e-06,
                                1.0150303433887412e-07};
    return ExpForFloat(Max(F(-708), x - m), kExp2);  // a NaN stays
  }
};

// From where a chunk's exponents are counted: its maximum, except for chunks that have only -inf.
OPENACLNN_INLINE double Base(double max) {
  constexpr double kLowest = std::numeric_limits<double>::lowest();
  return max < kLowest ? kLowest : max;
}

}  // namespace softmax_internal

// Numbers: of a chunk its maximum and its sum of e^(x - maximum), then the same maximum and
// e^(maximum - m) / S.
template <class Precision>
struct SoftmaxRows {
  static constexpr size_t kInputs = 1, kReduces = 1;
  static constexpr double kPastEnd = -softmax_internal::kInfinity;
  static constexpr bool kHasMax = true, kKeeps = true, kHasSum = false;
  static constexpr int kCost = 1500;

  template <class F>
  struct Reducing {
    explicit OPENACLNN_INLINE Reducing(double maximum)
        : max(maximum), base(softmax_internal::Base(maximum)) {}
    OPENACLNN_INLINE F operator()(F x, F& kept) const {
      kept = Precision::Exp(x, base);
      return kept;
    }
    OPENACLNN_INLINE RowNumbers Numbers(double sum, RowExtent) const { return {max, sum}; }

    double max;
    F base;
  };

  template <class Chunks>
  static OPENACLNN_INLINE void Fold(Chunks chunks, RowExtent count) {
    using F = OneLane<double>;
    const double m = MaxOfChunks(chunks, count);
    ForChunks(chunks, count, [&](RowNumbers& chunk) HWY_ATTR OPENACLNN_INLINED {
      if (chunk[0] == m) {  // as most short rows have it
        chunk = {chunk[1], m, 1};
        return;
      }
      const double factor = Precision::Exp(F(chunk[0]), F(softmax_internal::Base(m))).raw;
      chunk = {chunk[1] * factor, chunk[0], factor};
    });
    const double sum =
        m == -softmax_internal::kInfinity ? softmax_internal::kNan : TreeSum(chunks, count);
    ForChunks(chunks, count, [&](RowNumbers& chunk) HWY_ATTR OPENACLNN_INLINED {
      chunk = {chunk[1], chunk[2] / sum};
    });
  }

  template <class F>
  struct Mapping {
    explicit OPENACLNN_INLINE Mapping(const RowNumbers& chunk)
        : base(softmax_internal::Base(chunk[0])), factor(chunk[1]) {}
    OPENACLNN_INLINE F Kept(F x) const { return Precision::Exp(x, base); }
    OPENACLNN_INLINE F operator()(F kept, F) const { return kept * factor; }

    F base, factor;
  };
};

// What log_softmax and the cross entropy have in common. One of the maxima is left out of the sum,
// which then may be as small as it is, and log(1 + sum) keeps its digits. Numbers: of a chunk its
// maximum, its sum of e^(x - maximum) except for elements equal to that, and how many these are.
// Where such a power may be 0 each of the other numbers counts 2^-20 there.
template <class Precision>
struct LogSumRows {
  template <class F>
  struct Reducing {
    explicit OPENACLNN_INLINE Reducing(double maximum)
        : max(maximum), base(softmax_internal::Base(maximum)), maxima(0.0) {}
    OPENACLNN_INLINE F operator()(F x, F& kept) {
      const auto is_end = x == F(-softmax_internal::kInfinity);
      kept = ZeroIf(is_end, Precision::Exp(x, base));
      const auto is_max = x == base;
      const F other = Precision::kUnderflows ? ZeroIf(is_end, F(0x1p-20)) : F(0);
      maxima = maxima + Select(is_max, F(1), other);
      return ZeroIf(is_max, kept);
    }
    OPENACLNN_INLINE RowNumbers Numbers(double sum, RowExtent columns) const {
      return {max, sum, CountAll(maxima, columns)};
    }

    double max;
    F base, maxima;
  };

  // The maximum of a row and the sum without one of the maxima, which may have underflowed.
  struct Sum {
    double max;
    double rest;
    bool has_rest;
  };
  // Leaves in each chunk: anything, its maximum and e^(maximum - m).
  template <class Chunks>
  static OPENACLNN_INLINE Sum SumOf(Chunks chunks, RowExtent count) {
    using F = OneLane<double>;
    const double m = MaxOfChunks(chunks, count);
    if (__builtin_isinf(m)) {
      ForChunks(chunks, count, [&](RowNumbers& chunk) HWY_ATTR OPENACLNN_INLINED {
        chunk = {0, chunk[0], softmax_internal::kNan};
      });
      return {m, softmax_internal::kNan, true};
    }
    double maxima = 0, others = 0;
    ForChunks(chunks, count, [&](RowNumbers& chunk) HWY_ATTR OPENACLNN_INLINED {
      const double max = chunk[0], rest = chunk[1], counts = chunk[2];
      const bool has_max = max == m;
      double equal = counts;
      if constexpr (Precision::kUnderflows) {
        equal = static_cast<double>(static_cast<int64_t>(counts));
        others += has_max ? counts - equal : max > -softmax_internal::kInfinity;
      }
      const double factor = has_max ? 1
                            : max == -softmax_internal::kInfinity
                                ? 0
                                : Precision::Exp(F(max), F(m)).raw;
      maxima += has_max ? equal : 0;
      chunk = {has_max ? rest : (rest + equal) * factor, max, factor};
    });
    const double sum = TreeSum(chunks, count) + (CountAll(maxima, count) - 1);
    return {m, sum, sum != 0 || (Precision::kUnderflows && CountAll(others, count) > 0)};
  }
};

template <class Precision>
struct LogSoftmaxRows {
  static constexpr size_t kInputs = 1, kReduces = 1;
  static constexpr double kPastEnd = -softmax_internal::kInfinity;
  static constexpr bool kHasMax = true, kKeeps = false, kHasSum = false;
  static constexpr int kCost = 1500;

  template <class F>
  using Reducing = typename LogSumRows<Precision>::template Reducing<F>;

  template <class Chunks>
  static OPENACLNN_INLINE void Fold(Chunks chunks, RowExtent count) {
    const auto sum = LogSumRows<Precision>::SumOf(chunks, count);
    const double log = sum.has_rest ? Precision::Log1p(sum.rest) : -0.0;
    ForChunks(chunks, count, [&](RowNumbers& chunk) HWY_ATTR OPENACLNN_INLINED {
      chunk = {sum.max, log};
    });
  }

  // (x - max) - log. Both terms are at most 0: nothing cancels. At the maximum a log that has
  // underflowed, +0, leaves -0, and one of 1 itself, -0, leaves +0.
  template <class F>
  struct Mapping {
    template <class Numbers>
    explicit OPENACLNN_INLINE Mapping(const Numbers& chunk) : max(chunk[0]), log(chunk[1]) {}
    OPENACLNN_INLINE F operator()(F, F x) const {
      if constexpr (Precision::kUnderflows) return -(max - x) - log;
      return AddByFma(AddByFma(x, -max), -log);
    }

    F max, log;
  };
};

// Inputs: features and labels; in double to its end, as softmax - label may cancel.
template <class Precision>
struct CrossEntropyRows {
  static constexpr size_t kInputs = 2, kReduces = 1;
  static constexpr double kPastEnd = -softmax_internal::kInfinity;
  static constexpr bool kHasMax = true, kKeeps = true, kHasSum = true;
  static constexpr int kCost = 2500;

  template <class F>
  using Reducing = typename LogSumRows<Precision>::template Reducing<F>;

  template <class Chunks>
  static OPENACLNN_INLINE void Fold(Chunks chunks, RowExtent count) {
    const auto all = LogSumRows<Precision>::SumOf(chunks, count);
    const double log = Precision::Log1p(all.rest), sum = 1 + all.rest;
    ForChunks(chunks, count, [&](RowNumbers& chunk) HWY_ATTR OPENACLNN_INLINED {
      chunk = {chunk[1], chunk[2] / sum, all.max, log};
    });
  }

#ifndef OPENACLNN_ONE_LANE
  // The same of up to kRowsAtOnce rows of a chunk each.
  static OPENACLNN_INLINE void FoldRows(RowNumbers* chunks, int64_t rows) {
    using D = Lanes<double>;
    HWY_ALIGN double rests[kRowsAtOnce] = {}, factors[kRowsAtOnce];
    for (int64_t r = 0; r < rows; ++r) {
      const auto [max, rest, equal, unused] = chunks[r];
      rests[r] = std::isinf(max) ? softmax_internal::kNan : rest + (equal - 1);
    }
    for (int64_t r = 0; r < rows; r += kLanesOf<D>) {
      const D rest = D::Load(rests + r);
      (D(1) / (D(1) + rest)).Store(factors + r);
      Precision::Log1p(rest).Store(rests + r);
    }
    for (int64_t r = 0; r < rows; ++r) {
      chunks[r] = {chunks[r][0], factors[r], chunks[r][0], rests[r]};
    }
  }
#endif

  template <class F>
  struct Mapping {
    explicit OPENACLNN_INLINE Mapping(const RowNumbers& chunk)
        : base(softmax_internal::Base(chunk[0])), factor(chunk[1]), max(chunk[2]), log(chunk[3]) {}
    OPENACLNN_INLINE F Kept(F x) const {
      return ZeroIf(x == F(-softmax_internal::kInfinity), Precision::Exp(x, base));
    }
    OPENACLNN_INLINE F operator()(F kept, F, F label) const { return Fms(kept, factor, label); }
    OPENACLNN_INLINE F Term(F x, F label) const { return label * (log - (x - max)); }

    F base, factor, max, log;
  };
};

// Inputs: grad and y.
struct SoftmaxBackwardRows {
  static constexpr size_t kInputs = 2, kReduces = 2;
  static constexpr double kPastEnd = 0;
  static constexpr bool kHasMax = false, kKeeps = false, kHasSum = false;
  static constexpr int kCost = 500;

  template <class F>
  struct Reducing {
    explicit OPENACLNN_INLINE Reducing(double) {}
    OPENACLNN_INLINE F operator()(F grad, F y, F&) const { return grad * y; }         // exact
    OPENACLNN_INLINE F Added(F sum, F grad, F y) const { return Fma(grad, y, sum); }  // the same
    OPENACLNN_INLINE RowNumbers Numbers(double sum, RowExtent) const { return {sum}; }
  };

  template <class Chunks>
  static OPENACLNN_INLINE void Fold(Chunks chunks, RowExtent count) {
    const double sum = TreeSum(chunks, count);
    ForChunks(chunks, count, [&](RowNumbers& chunk) HWY_ATTR OPENACLNN_INLINED { chunk = {sum}; });
  }

  template <class F>
  struct Mapping {
    template <class Numbers>
    explicit OPENACLNN_INLINE Mapping(const Numbers& chunk) : sum(chunk[0]) {}
    OPENACLNN_INLINE F operator()(F, F grad, F y) const { return y * (grad - sum); }

    F sum;
  };
};

// Inputs: grad and y.
struct LogSoftmaxBackwardRows {
  static constexpr size_t kInputs = 2, kReduces = 1;
  static constexpr double kPastEnd = 0;
  static constexpr bool kHasMax = false, kKeeps = false, kHasSum = false;
  static constexpr int kCost = 1000;

  template <class F>
  struct Reducing {
    explicit OPENACLNN_INLINE Reducing(double) {}
    OPENACLNN_INLINE F operator()(F grad, F&) const { return grad; }
    OPENACLNN_INLINE RowNumbers Numbers(double sum, RowExtent) const { return {sum}; }
  };

  template <class Chunks>
  static OPENACLNN_INLINE void Fold(Chunks chunks, RowExtent count) {
    SoftmaxBackwardRows::Fold(chunks, count);
  }

  template <class F>
  struct Mapping {
    template <class Numbers>
    explicit OPENACLNN_INLINE Mapping(const Numbers& chunk) : sum(chunk[0]) {}
    // Finite y give neither 0 nor inf, so that no product with a float's sum is what it should not.
    OPENACLNN_INLINE F operator()(F, F grad, F y) const {
      const F z = Min(F(709), Max(F(-708), y));  // a NaN stays
      const ScaledExp<F> e = ExpScaled(z, F(0));
      const F power =
          ZeroIf(y == F(-softmax_internal::kInfinity), e.power * PowerOfTwo(e.exponent));
      const F factor = Select(y == F(softmax_internal::kInfinity), y, power);
      return Fnma(factor, sum, grad);
    }

    F sum;
  };
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard

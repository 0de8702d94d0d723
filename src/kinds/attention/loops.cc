#include "kinds/attention/loops.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/attention/loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "formulas/log-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/scalar.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

inline constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

void Maximum(const float* scores, int64_t keys, int64_t width, float* maxima) {
  for (int64_t i = 0; i < width; i += kFloatLanes) {
    Floats max = Floats::Load(maxima + i);
    for (int64_t k = 0; k < keys; ++k) max = Max(Floats::Load(scores + k * width + i), max);
    max.Store(maxima + i);
  }
}

// e^x for x up to kHighestScore, within 1 ULP; 0 below kLowestScore; a NaN stays.
HWY_INLINE Floats Exponential(Floats x) {
  constexpr double kLn2 = 0.693147180559945309;
  constexpr float kHigh = 0x1.62e4p-1f;  // so short that what it leaves is exact
  constexpr auto kLow = static_cast<float>(kLn2 - kHigh);
  const Floats shift(FloatLayout<float>::kIntegerShift);
  const Floats limited = Max(Floats(kLowestScore), x);
  const Floats n = Fma(limited, Floats(1.4426950408889634f), shift) - shift;
  // What is left of an octave, at most half of one, and the series of e^r up to r^7.
  const Floats r = Fnma(n, Floats(kLow), Fnma(n, Floats(kHigh), limited));
  const Floats p = Horner(
      r, {0.5f, 0x1.555556p-3f, 0x1.555556p-5f, 0x1.111112p-7f, 0x1.6c16c2p-10f, 0x1.a01a02p-13f});
  const Floats one(1.0f), high = one + r, low = (one - high) + r;
  const Floats power = AddToExponent(high + Fma(r * r, p, low), n);
  return Select(x >= Floats(kLowestScore), power, Max(Floats(0.0f), x));
}

void Exponentials(float* scores, int64_t keys, int64_t width, const float* base, double* sums) {
  for (int64_t i = 0; i < width; i += kFloatLanes) {
    const Floats origin = Floats::Load(base + i);
    Wide sum = LoadWide(sums + i);
    for (int64_t k = 0; k < keys; ++k) {
      float* const at = scores + k * width + i;
      const Floats weight = Exponential(Floats::Load(at) - origin);
      weight.Store(at);
      sum = sum + Widen(weight);
    }
    StoreWide(sum, sums + i);
  }
}

// A weight of 0 has no gradient, whatever its own is.
HWY_INLINE void StoreGradients(const GradientsOfRow& row, Floats weight, Floats kept, float* scores,
                               float* gradients) {
  const Floats zero(0.0f);
  const Floats by_weight = ZeroIf(kept == zero, Floats::Load(gradients) * kept);
  (weight * kept).Store(scores);
  ZeroIf(weight == zero, weight * (by_weight - Floats(row.sum))).Store(gradients);
}

void Gradients(const GradientsOfRow& row, int64_t keys, const float* kept, float* scores,
               float* gradients) {
  const Floats base(row.base), inverse(row.inverse);
  for (int64_t k = 0; k < keys; k += kFloatLanes) {
    const Floats score = Floats::Load(scores + k);
    const Floats power = Exponential(Min(Floats(kHighestScore), score - base));
    const auto is_left_out = Or(score == Floats(kMinusInfinity), power == Floats(0.0f));
    const Floats weight = ZeroIf(is_left_out, power * inverse);
    const Floats factor = kept == nullptr ? Floats(1.0f) : Floats::Load(kept + k);
    StoreGradients(row, weight, factor, scores + k, gradients + k);
  }
}

void LeaveOut(float* scores, const uint8_t* bytes, int64_t count) {
  for (int64_t i = 0; i < count; ++i) scores[i] = bytes[i] != 0 ? kMinusInfinity : scores[i];
}

void Keep(float* weights, const uint8_t* bytes, int64_t count) {
  for (int64_t i = 0; i < count; ++i) weights[i] = bytes[i] != 0 ? weights[i] : 0.0f;
}

void Multiply(const float* numbers, const float* weights, int64_t depth, int64_t rows,
              int64_t width, double* sums) {
  const Floats zero(0.0f);
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < width; i += kFloatLanes) {
      Floats sum = zero;
      for (int64_t k = 0; k < depth; ++k) {
        const Floats weight = Floats::Load(weights + k * width + i);
        sum = Select(weight == zero, sum, Fma(Floats(numbers[k * rows + r]), weight, sum));
      }
      double* const at = sums + r * width + i;
      StoreWide(LoadWide(at) + Widen(sum), at);
    }
  }
}

float Logarithm(float maximum, double sum) {
  if (sum == 0) return std::numeric_limits<float>::infinity();
  const double log = sum != sum ? sum : LogForFloat(OneLane<double>(sum)).raw;
  return static_cast<float>(double{maximum} + log);
}

void Scale(float* sums, int64_t count, float factor) {
  const Floats scale(factor);
  for (int64_t i = 0; i < count; i += kFloatLanes) {
    (Floats::Load(sums + i) * scale).Store(sums + i);
  }
}

bool AreFinite(const float* numbers, int64_t count) {
  Floats not_zero(0.0f);  // NaN once a difference with itself is
  int64_t i = 0;
  for (; i + kFloatLanes <= count; i += kFloatLanes) {
    const Floats x = Floats::Load(numbers + i);
    not_zero = not_zero + (x - x);
  }
  float last = 0;
  for (; i < count; ++i) last += numbers[i] - numbers[i];
  return All(not_zero == Floats(0.0f)) && last == 0;
}

const AttentionLoops* AttentionLoopsOfTarget() {
  static constexpr AttentionLoops kLoops = {.maximum = Maximum,
                                            .exponentials = Exponentials,
                                            .leave_out = LeaveOut,
                                            .keep = Keep,
                                            .gradients = Gradients,
                                            .multiply = Multiply,
                                            .logarithm = Logarithm,
                                            .scale = Scale,
                                            .are_finite = AreFinite};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(AttentionLoopsOfTarget);

const AttentionLoops& GetAttentionLoops() {
  return *HWY_DYNAMIC_DISPATCH(AttentionLoopsOfTarget)();
}

}  // namespace openaclnn
#endif  // HWY_ONCE

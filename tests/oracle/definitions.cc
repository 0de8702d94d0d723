#include "tests/oracle/definitions.h"

#include <cmath>

#include "tests/oracle/fast.h"
#include "tests/oracle/operators.h"

namespace openaclnn::oracle {
namespace {

constexpr long double kSeluScale = 1.0507009873554804934193349852946L;
constexpr long double kSeluAlpha = 1.6732632423543772848170429916717L;

float Narrow(double scalar) { return static_cast<float>(scalar); }

// Of finite numbers, beyond the range of long double, that of numbers whose sign alone counts.
long double FiniteExp(long double t) {
  return std::exp(!std::isfinite(t) ? t : std::fmax(-11000.0L, std::fmin(11000.0L, t)));
}

// Real is of many digits, a long double of too few where terms cancel.
bool Cancels(long double sum, long double term) {
  return std::fabs(sum) < 0x1p-8L * std::fabs(term);
}

const Real& FastGeluBeta() {
  static const Real beta = Real::Parse("1.702");
  return beta;
}

// NaN where either is, and +0 of zeros of both signs.
double Larger(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return a + b;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

long double FastSwish(float x, long double beta) {
  const long double t = beta * x;
  if (std::isinf(t)) return t > 0 ? x : x * 0.0L;
  return x / (1 + FiniteExp(-t));
}

long double FastSwishBackward(float grad, float x, long double beta, const Real& exact_beta) {
  const long double t = beta * x;
  if (std::isinf(t)) return t > 0 ? grad : grad * 0.0L;
  const long double sum = 1 + t / (1 + FiniteExp(t));
  if (Cancels(sum, 1)) return SwishBackward(grad, x, exact_beta).ToDouble();
  return grad * (sum / (1 + FiniteExp(-t)));
}

}  // namespace

const Definition kHardtanh = {
    .exact = [](double grad, double x,
                Scalars s) { return HardtanhBackward(grad, x, s.first, s.second); },
    .fast = [](float grad, float x, Scalars s) -> long double {
      return x <= s.first || x >= s.second ? 0 : grad;
    }};

const Definition kSoftplus = {
    .exact = [](double grad, double x,
                Scalars s) { return SoftplusBackward(grad, x, s.first, s.second); },
    .fast =
        [](float grad, float x, Scalars s) {
          return FastSoftplusBackward(grad, x, Narrow(s.first), Narrow(s.second));
        }};

const Definition kPreluGradInput = {
    .exact = [](double grad, double x, Scalars s) { return PreluGradInput(grad, x, s.first); },
    .fast = [](float grad, float x, Scalars s) -> long double {
      return x > 0 ? grad : s.first * grad;
    }};

const Definition kGeluErf = {
    .exact = [](double grad, double x, Scalars) { return GeluBackwardErf(grad, x); },
    .fast = [](float grad, float x, Scalars) { return FastGeluBackwardErf(grad, x); },
    .root = kGeluErfRoot};

const Definition kGeluTanh = {
    .exact = [](double grad, double x, Scalars) { return GeluBackwardTanh(grad, x); },
    .fast = [](float grad, float x, Scalars) { return FastGeluBackwardTanh(grad, x); },
    .root = kGeluTanhRoot};

const Definition kLogit = {
    .exact = [](double grad, double x, Scalars s) { return LogitGrad(x, grad, s.first); },
    .fast = [](float grad, float x, Scalars s) { return FastLogitGrad(x, grad, Narrow(s.first)); }};

const Definition kHardswishBackward = {
    .exact = [](double grad, double x, Scalars) -> Real {
      if (x < -3 || x > 3 || x != x) return x < -3 ? 0.0 : grad;
      return Real(grad) * (Real(2) * Real(x) + Real(3)) / Real(6);
    },
    .fast = [](float grad, float x, Scalars) -> long double {
      if (x < -3 || x > 3 || x != x) return x < -3 ? 0 : grad;
      return grad * (2.0L * x + 3) / 6;  // exact but for the quotient
    }};

// Differs at the ends.
const Definition kHardswishBackwardV2 = {.exact = [](double grad, double x, Scalars s) -> Real {
                                           if (std::fabs(x) == 3) return x > 0 ? grad : 0.0;
                                           return kHardswishBackward.exact(grad, x, s);
                                         },
                                         .fast = [](float grad, float x, Scalars s) -> long double {
                                           if (std::fabs(x) == 3) return x > 0 ? grad : 0;
                                           return kHardswishBackward.fast(grad, x, s);
                                         }};

const Definition kHardsigmoidBackward = {.exact = [](double grad, double x, Scalars) -> Real {
                                           return -3 < x && x < 3 ? Real(grad) / Real(6) : Real(0);
                                         },
                                         .fast = [](float grad, float x, Scalars) -> long double {
                                           return -3 < x && x < 3 ? grad / 6.0L : 0;
                                         }};

const Definition kShrinkBackward = {.exact = [](double grad, double x, Scalars s) -> Real {
                                      return std::fabs(x) <= s.first ? 0.0 : grad;
                                    },
                                    .fast = [](float grad, float x, Scalars s) -> long double {
                                      return std::fabs(x) <= s.first ? 0 : grad;
                                    }};

const Definition kHardtanhForward = {.exact = [](double, double x, Scalars s) -> Real {
                                       return x < s.first ? s.first : x > s.second ? s.second : x;
                                     },
                                     .fast = [](float, float x, Scalars s) -> long double {
                                       return x < s.first ? s.first : x > s.second ? s.second : x;
                                     }};

const Definition kHardswish = {.exact = [](double, double x, Scalars) -> Real {
                                 if (x >= 3 || x <= -3) return x > 0 ? x : 0.0;
                                 return Real(x) * (Real(x) + Real(3)) / Real(6);
                               },
                               .fast = [](float, float x, Scalars) -> long double {
                                 if (x >= 3 || x <= -3) return x > 0 ? x : 0;
                                 return x * (x + 3.0L) / 6;
                               }};

const Definition kHardsigmoid = {.exact = [](double, double x, Scalars) -> Real {
                                   if (x >= 3 || x <= -3) return x > 0 ? 1.0 : 0.0;
                                   return (Real(x) + Real(3)) / Real(6);
                                 },
                                 .fast = [](float, float x, Scalars) -> long double {
                                   if (x >= 3 || x <= -3) return x > 0 ? 1 : 0;
                                   return (x + 3.0L) / 6;
                                 }};

const Definition kHardshrink = {
    .exact = [](double, double x, Scalars s) -> Real { return std::fabs(x) <= s.first ? 0.0 : x; },
    .fast = [](float, float x, Scalars s) -> long double {
      return std::fabs(x) <= s.first ? 0 : x;
    }};

const Definition kSoftshrink = {
    .exact = [](double, double x, Scalars s) -> Real {
      if (x > s.first) return Real(x) - Real(s.first);
      return x < -s.first ? Real(x) + Real(s.first) : Real(x != x ? x : 0.0);
    },
    .fast = [](float, float x, Scalars s) -> long double {
      if (x > s.first) return x - static_cast<long double>(s.first);
      return x < -s.first ? x + static_cast<long double>(s.first) : x != x ? x : 0;
    }};

const Definition kShrink = {.exact = [](double, double x, Scalars s) -> Real {
                              if (x > s.first) return Real(x) - Real(s.second);
                              return x < -s.first ? Real(x) + Real(s.second) : Real(0);
                            },
                            .fast = [](float, float x, Scalars s) -> long double {
                              if (x > s.first) return x - static_cast<long double>(s.second);
                              return x < -s.first ? x + static_cast<long double>(s.second) : 0;
                            }};

const Definition kSquaredRelu = {
    .exact = [](double, double x, Scalars) { return x <= 0 ? Real(0) : Real(x) * Real(x); },
    .fast = [](float, float x, Scalars) -> long double {
      return x <= 0 ? 0 : static_cast<long double>(x) * x;
    }};

const Definition kRelu = {
    .exact = [](double, double x, Scalars) -> Real { return x <= 0 ? 0.0 : x; },
    .fast = [](float, float x, Scalars) -> long double { return x <= 0 ? 0 : x; }};

const Definition kLeakyRelu = {
    .exact = [](double, double x, Scalars s) { return x > 0 ? Real(x) : Real(s.first) * Real(x); },
    .fast = [](float, float x, Scalars s) -> long double {
      return x > 0 ? x : static_cast<long double>(s.first) * x;
    }};

const Definition kLeakyReluBackward = {
    .exact = [](double grad, double x, Scalars s) { return PreluGradInput(grad, x, s.first); },
    .fast = [](float grad, float x, Scalars s) -> long double {
      return x > 0 ? grad : static_cast<long double>(s.first) * grad;
    }};

const Definition kPrelu = {.exact = [](double self, double weight, Scalars) -> Real {
                             return self > 0 ? Real(self) : Real(weight) * Real(self);
                           },
                           .fast = [](float self, float weight, Scalars) -> long double {
                             return self > 0 ? self : static_cast<long double>(weight) * self;
                           }};

const Definition kThreshold = {
    .exact = [](double, double x, Scalars s) -> Real { return x <= s.first ? s.second : x; },
    .fast = [](float, float x, Scalars s) -> long double { return x <= s.first ? s.second : x; }};

const Definition kThresholdBackward = {
    .exact = [](double grad, double x, Scalars s) -> Real { return x <= s.first ? 0.0 : grad; },
    .fast = [](float grad, float x, Scalars s) -> long double { return x <= s.first ? 0 : grad; }};

const Definition kHeaviside = {.exact = [](double input, double values, Scalars) -> Real {
                                 return input == 0 ? values : input > 0 ? 1.0 : 0.0;
                               },
                               .fast = [](float input, float values, Scalars) -> long double {
                                 return input == 0 ? values : input > 0 ? 1 : 0;
                               }};

const Definition kAddRelu = {.exact = [](double self, double other, Scalars s) -> Real {
                               const Real sum = Real(self) + Real(s.first) * Real(other);
                               return sum > Real(0) || sum.IsNan() ? sum : Real(0);
                             },
                             .fast = [](float self, float other, Scalars s) -> long double {
                               const long double sum =
                                   self + static_cast<long double>(s.first) * other;
                               if (Cancels(sum, self)) {
                                 const Real exact = Real(self) + Real(s.first) * Real(other);
                                 return std::fmax(exact.ToDouble(), 0.0);
                               }
                               return sum <= 0 ? 0 : sum;
                             }};

const Definition kAdd = {
    .exact = [](double self, double other,
                Scalars s) { return Real(self) + Real(s.first) * Real(other); },
    .fast = [](float self, float other, Scalars s) -> long double {
      return self + static_cast<long double>(s.first) * other;
    }};

const Definition kSub = {
    .exact = [](double self, double other,
                Scalars s) { return Real(self) - Real(s.first) * Real(other); },
    .fast = [](float self, float other, Scalars s) -> long double {
      return self - static_cast<long double>(s.first) * other;
    }};

const Definition kMul = {
    .exact = [](double self, double other, Scalars) { return Real(self) * Real(other); },
    .fast = [](float self, float other, Scalars) -> long double {
      return static_cast<long double>(self) * other;
    }};

const Definition kDiv = {
    .exact = [](double self, double other, Scalars) { return Real(self) / Real(other); },
    .fast = [](float self, float other, Scalars) -> long double {
      return static_cast<long double>(self) / other;
    }};

const Definition kAdds = {
    .exact = [](double, double x, Scalars s) { return kAdd.exact(x, s.first, {s.second}); },
    .fast = [](float, float x, Scalars s) { return kAdd.fast(x, Narrow(s.first), {s.second}); }};

const Definition kSubs = {
    .exact = [](double, double x, Scalars s) { return kSub.exact(x, s.first, {s.second}); },
    .fast = [](float, float x, Scalars s) { return kSub.fast(x, Narrow(s.first), {s.second}); }};

const Definition kMuls = {
    .exact = [](double, double x, Scalars s) { return kMul.exact(x, s.first, s); },
    .fast = [](float, float x, Scalars s) { return kMul.fast(x, Narrow(s.first), s); }};

const Definition kDivs = {
    .exact = [](double, double x, Scalars s) { return kDiv.exact(x, s.first, s); },
    .fast = [](float, float x, Scalars s) { return kDiv.fast(x, Narrow(s.first), s); }};

const Definition kMaximum = {
    .exact = [](double self, double other, Scalars) -> Real { return Larger(self, other); },
    .fast = [](float self, float other, Scalars) -> long double { return Larger(self, other); }};

const Definition kMinimum = {
    .exact = [](double self, double other, Scalars) -> Real { return -Larger(-self, -other); },
    .fast = [](float self, float other, Scalars) -> long double { return -Larger(-self, -other); }};

const Definition kAddcmul = {.exact = [](double self, double x, Scalars s) -> Real {
                               return Real(self) + Real(x) * Real(s.first) * Real(s.second);
                             },
                             .fast = [](float self, float x, Scalars s) -> long double {
                               const long double product =
                                   static_cast<long double>(x) * s.first * s.second;
                               const long double sum = self + product;
                               if (Cancels(sum, self)) return kAddcmul.exact(self, x, s).ToDouble();
                               return sum;
                             }};

const Definition kAddcdiv = {.exact = [](double self, double x, Scalars s) -> Real {
                               return Real(self) + Real(s.second) * (Real(x) / Real(s.first));
                             },
                             .fast = [](float self, float x, Scalars s) -> long double {
                               const long double sum =
                                   self + s.second * (static_cast<long double>(x) / s.first);
                               if (Cancels(sum, self)) return kAddcdiv.exact(self, x, s).ToDouble();
                               return sum;
                             }};

const Definition kLerp = {.exact = [](double self, double end, Scalars s) -> Real {
                            const Real way = Real(end) - Real(self);
                            if (std::fabs(s.first) < 0.5) return Real(self) + Real(s.first) * way;
                            return Real(end) - way * (Real(1) - Real(s.first));
                          },
                          .fast = [](float self, float end, Scalars s) -> long double {
                            const long double way = static_cast<long double>(end) - self;
                            const bool is_near_start = std::fabs(s.first) < 0.5;
                            const long double from = is_near_start ? self : end;
                            const long double sum =
                                is_near_start ? self + s.first * way : end - way * (1 - s.first);
                            if (Cancels(sum, from)) return kLerp.exact(self, end, s).ToDouble();
                            return sum;
                          }};

const Definition kClamp = {.exact = [](double, double x, Scalars s) -> Real {
                             const double t = x < s.first ? s.first : x;
                             return t > s.second ? s.second : t;
                           },
                           .fast = [](float, float x, Scalars s) -> long double {
                             const double t = x < s.first ? s.first : x;
                             return t > s.second ? s.second : t;
                           }};

const Definition kClampMin = {
    .exact = [](double, double x, Scalars s) -> Real { return x < s.first ? s.first : x; },
    .fast = [](float, float x, Scalars s) -> long double { return x < s.first ? s.first : x; }};

const Definition kClampMax = {
    .exact = [](double, double x, Scalars s) -> Real { return x > s.first ? s.first : x; },
    .fast = [](float, float x, Scalars s) -> long double { return x > s.first ? s.first : x; }};

const Definition kGreater = {
    .exact = [](double, double x, Scalars s) -> Real { return x > s.first ? 1.0 : 0.0; },
    .fast = [](float, float x, Scalars s) -> long double { return x > s.first ? 1 : 0; }};

const Definition kLess = {
    .exact = [](double, double x, Scalars s) -> Real { return x < s.first ? 1.0 : 0.0; },
    .fast = [](float, float x, Scalars s) -> long double { return x < s.first ? 1 : 0; }};

const Definition kEqual = {
    .exact = [](double, double x, Scalars s) -> Real { return x == s.first ? 1.0 : 0.0; },
    .fast = [](float, float x, Scalars s) -> long double { return x == s.first ? 1 : 0; }};

const Definition kPow = {
    .exact = [](double, double x, Scalars s) -> Real { return Pow(Real(x), Real(s.first)); },
    .fast = [](float, float x, Scalars s) -> long double {
      return std::pow(static_cast<long double>(x), static_cast<long double>(s.first));
    }};

const Definition kPowOfNumber = {
    .exact = [](double, double x, Scalars s) -> Real { return Pow(Real(s.first), Real(x)); },
    .fast = [](float, float x, Scalars s) -> long double {
      return std::pow(static_cast<long double>(s.first), static_cast<long double>(x));
    }};

const Definition kSwish = {.exact = [](double, double x, Scalars s) { return Swish(x, s.first); },
                           .fast = [](float, float x, Scalars s) { return FastSwish(x, s.first); }};

const Definition kSwishBackward = {
    .exact = [](double grad, double x, Scalars s) { return SwishBackward(grad, x, s.first); },
    .fast = [](float grad, float x,
               Scalars s) { return FastSwishBackward(grad, x, s.first, s.first); }};

const Definition kSilu = {.exact = [](double, double x, Scalars) { return Swish(x, 1); },
                          .fast = [](float, float x, Scalars) { return FastSwish(x, 1); }};

const Definition kSiluBackward = {
    .exact = [](double grad, double x, Scalars) { return SwishBackward(grad, x, 1); },
    .fast = [](float grad, float x, Scalars) { return FastSwishBackward(grad, x, 1, 1); }};

const Definition kFastGelu = {
    .exact = [](double, double x, Scalars) { return Swish(x, FastGeluBeta()); },
    .fast = [](float, float x, Scalars) { return FastSwish(x, 1.702L); }};

const Definition kFastGeluBackward = {
    .exact = [](double grad, double x, Scalars) { return SwishBackward(grad, x, FastGeluBeta()); },
    .fast = [](float grad, float x,
               Scalars) { return FastSwishBackward(grad, x, 1.702L, FastGeluBeta()); }};

const Definition kSigmoid = {.exact = [](double, double x, Scalars) { return Logistic(x); },
                             .fast = [](float, float x, Scalars) -> long double {
                               return 1 / (1 + std::exp(-static_cast<long double>(x)));
                             }};

const Definition kSigmoidBackward = {
    .exact = [](double grad, double y,
                Scalars) { return Real(grad) * (Real(y) * (Real(1) - Real(y))); },
    .fast = [](float grad, float y, Scalars) -> long double {
      return grad * (y * (1 - static_cast<long double>(y)));
    }};

const Definition kElu = {
    .exact = [](double, double x, Scalars s) { return Elu(x, s.first, s.second, s.third); },
    .fast = [](float, float x, Scalars s) -> long double {
      if (x > 0) return s.second * static_cast<long double>(x);
      return s.first * static_cast<long double>(s.second) *
             std::expm1(static_cast<long double>(s.third) * x);
    }};

const Definition kEluBackward = {
    .exact =
        [](double grad, double x, Scalars s) {
          return EluBackward(grad, x, s.first, s.second, s.third, s.fourth != 0);
        },
    .fast = [](float grad, float x, Scalars s) -> long double {
      const long double wide = x, scale = s.second,
                        factor = s.third * static_cast<long double>(grad);
      if (!(x <= 0)) return scale * grad;
      if (s.fourth != 0) return factor * (wide + s.first * scale);
      return factor * s.first * scale * FiniteExp(s.third * wide);
    }};

const Definition kSelu = {.exact = [](double, double x, Scalars) { return Selu(x); },
                          .fast = [](float, float x, Scalars) -> long double {
                            return x > 0 ? kSeluScale * x
                                         : kSeluScale * kSeluAlpha *
                                               std::expm1(static_cast<long double>(x));
                          }};

const Definition kSeluBackward = {
    .exact = [](double grad, double y, Scalars) { return SeluBackward(grad, y); },
    .fast = [](float grad, float y, Scalars) -> long double {
      return y <= 0 ? grad * (y + kSeluScale * kSeluAlpha) : grad * kSeluScale;
    },
    .root = -1.7580993408473766};

const Definition kCelu = {.exact = [](double, double x, Scalars s) { return Celu(x, s.first); },
                          .fast = [](float, float x, Scalars s) -> long double {
                            const long double alpha = s.first;
                            return x > 0 ? x : alpha * std::expm1(x / alpha);
                          }};

const Definition kSoftplusForward = {
    .exact = [](double, double x, Scalars s) { return Softplus(x, s.first, s.second); },
    .fast = [](float, float x, Scalars s) -> long double {
      const long double t = static_cast<long double>(s.first) * x;
      if (t > s.second) return x;
      return (std::fmax(t, 0.0L) + std::log1p(std::exp(-std::fabs(t)))) / s.first;
    }};

const Definition kGeluErfForward = {
    .exact = [](double, double x, Scalars) { return GeluErf(x); },
    .fast = [](float, float x, Scalars) -> long double {
      return x * (std::erfc(-x * 0.70710678118654752440084436210484904L) / 2);
    }};

const Definition kGeluTanhForward = {
    .exact = [](double, double x, Scalars) { return GeluTanh(x); },
    .fast = [](float, float x, Scalars) -> long double {
      constexpr long double kScale = 1.59576912160573071175978423973752747L;  // 2 sqrt(2 / pi)
      const long double v = x;
      return v / (1 + std::exp(-kScale * (v + 0.044715L * v * v * v)));
    }};

const Definition kTanh = {
    .exact = [](double, double x, Scalars) { return Hyperbolic(x); },
    .fast = [](float, float x, Scalars) { return std::tanh(static_cast<long double>(x)); }};

const Definition kTanhBackward = {
    .exact = [](double grad, double y,
                Scalars) { return Real(grad) * (Real(1) - Real(y) * Real(y)); },
    .fast = [](float grad, float y, Scalars) -> long double {
      const long double wide = y;
      return grad * ((1 - wide) * (1 + wide));
    }};

const Definition kLogSigmoid = {.exact = [](double, double x, Scalars) { return LogSigmoid(x); },
                                .fast = [](float, float x, Scalars) -> long double {
                                  const long double e =
                                      std::exp(-std::fabs(static_cast<long double>(x)));
                                  return -(std::fmax(-x, 0.0F) + std::log1p(e));
                                }};

const Definition kLogSigmoidBackward = {
    .exact = [](double grad, double x, Scalars) { return Real(grad) * Logistic(-x); },
    .fast = [](float grad, float x, Scalars) -> long double {
      const long double t = x > 1e4F && !std::isinf(x) ? 1e4F : x;  // the factor is not 0
      return grad / (1 + std::exp(t));
    }};

const Definition kTargetBackward = {
    .exact = [](double grad, double x, Scalars s) -> Real {
      return TargetBackward(grad, x, s.first, s.second) / Real(s.third);
    },
    .fast = [](float grad, float x, Scalars s) -> long double {
      const long double wide = x, linear = x >= 0 ? wide : s.second * wide;
      const long double logarithm = std::log1p(FiniteExp(-std::fabs(wide)));
      const long double v = s.second == 1 ? -wide : (s.second - 1) * logarithm - linear;
      if (s.second == 1 || !Cancels(v, linear)) {
        return grad * static_cast<long double>(s.first) * v / s.third;
      }
      return (TargetBackward(grad, x, s.first, s.second) / Real(s.third)).ToDouble();
    }};

const Definition kMish = {.exact = [](double, double x, Scalars) { return Mish(x); },
                          .fast = [](float, float x, Scalars) -> long double {
                            return x * std::tanh(std::log1p(std::exp(static_cast<long double>(x))));
                          }};

const Definition kMishBackward = {
    .exact = [](double grad, double x, Scalars) { return MishBackward(grad, x); },
    .fast = [](float grad, float x, Scalars) { return FastMishBackward(grad, x); },
    .root = kMishRoot};

const Definition kLogitForward = {
    .exact = [](double, double x, Scalars s) { return LogitOf(x, s.first); },
    .fast = [](float, float x, Scalars s) { return FastLogit(x, Narrow(s.first)); }};

const Definition kErfinv = {.exact = [](double, double x, Scalars) { return Erfinv(x); },
                            .fast = [](float, float x, Scalars) { return FastErfinv(x); }};

const Definition kAbs = {
    .exact = [](double, double x, Scalars) -> Real { return std::fabs(x); },
    .fast = [](float, float x, Scalars) -> long double { return std::fabs(x); }};

const Definition kCos = {.exact = [](double, double x, Scalars) -> Real { return Cos(Real(x)); },
                         .fast = [](float, float x, Scalars) -> long double {
                           return std::cos(static_cast<long double>(x));
                         }};

const Definition kErf = {.exact = [](double, double x, Scalars) -> Real { return Erf(Real(x)); },
                         .fast = [](float, float x, Scalars) -> long double {
                           return std::erf(static_cast<long double>(x));
                         }};

// Limited where it is beyond every format.
const Definition kExp = {
    .exact = [](double, double x, Scalars) -> Real {
      return Exp(Real(std::isfinite(x) ? std::fmax(-1e6, std::fmin(1e6, x)) : x));
    },
    .fast = [](float, float x, Scalars) { return FiniteExp(x); }};

const Definition kLog = {.exact = [](double, double x, Scalars) { return Log(Real(x)); },
                         .fast = [](float, float x, Scalars) -> long double {
                           return std::log(static_cast<long double>(x));
                         }};

const Definition kNeg = {.exact = [](double, double x, Scalars) -> Real { return -x; },
                         .fast = [](float, float x, Scalars) -> long double { return -x; }};

const Definition kReciprocal = {
    .exact = [](double, double x, Scalars) -> Real { return Real(1) / Real(x); },
    .fast = [](float, float x, Scalars) -> long double { return 1 / static_cast<long double>(x); }};

const Definition kRsqrt = {.exact = [](double, double x, Scalars) -> Real {
                             return x == 0 ? Real(1) / Real(x) : Real(1) / Sqrt(Real(x));
                           },
                           .fast = [](float, float x, Scalars) -> long double {
                             return 1 / std::sqrt(static_cast<long double>(x));
                           }};

const Definition kSign = {.exact = [](double, double x, Scalars) -> Real {
                            return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0;
                          },
                          .fast = [](float, float x, Scalars) -> long double {
                            return x > 0 ? 1 : x < 0 ? -1 : 0;
                          }};

const Definition kSin = {.exact = [](double, double x, Scalars) -> Real { return Sin(Real(x)); },
                         .fast = [](float, float x, Scalars) -> long double {
                           return std::sin(static_cast<long double>(x));
                         }};

const Definition kSqrt = {.exact = [](double, double x, Scalars) -> Real { return Sqrt(Real(x)); },
                          .fast = [](float, float x, Scalars) -> long double {
                            return std::sqrt(static_cast<long double>(x));
                          }};

}  // namespace openaclnn::oracle

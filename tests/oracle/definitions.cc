#include "tests/oracle/definitions.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "tests/oracle/fast.h"
#include "tests/oracle/operators.h"

namespace openaclnn::oracle {
namespace {

template <class T>
constexpr T kSeluScale = static_cast<T>(1.0507009873554804934193349852946L);
template <class T>
constexpr T kSeluAlpha = static_cast<T>(1.6732632423543772848170429916717L);

float Narrow(double scalar) { return static_cast<float>(scalar); }

// For finite numbers. Beyond the range of long double, the sign of the result alone counts.
template <class T>
T FiniteExp(T t) {
  constexpr T kLimit = kLargestExponent<T>;
  return std::exp(std::isfinite(t) ? std::clamp(t, -kLimit, kLimit) : t);
}

// Real is of many digits, a long double of too few where terms cancel.
template <class T>
bool Cancels(T sum, T term) {
  return std::fabs(sum) < T{0x1p-8} * std::fabs(term);
}
// What is exact there; double leaves it to long double.
template <class T, class Exact, class Scalar>
T WhereTermsCancel(Exact exact, T a, T b, const Scalar& scalar) {
  if constexpr (std::is_same_v<T, double>) {
    return kUndecided;
  } else {
    return exact(static_cast<double>(a), static_cast<double>(b), scalar).ToDouble();
  }
}

template <class T>
constexpr T kBetaOfFastGelu = static_cast<T>(1.702L);
const Real& FastGeluBeta() {
  static const Real beta = Real::Parse("1.702");
  return beta;
}

// NaN where either is, and +0 of zeros of both signs.
template <class T>
T Larger(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return a + b;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

template <class T>
T FastSwish(T x, T beta) {
  const T t = beta * x;
  if (std::isinf(t)) return t > 0 ? x : x * 0;
  return x / (1 + FiniteExp(-t));
}

template <class T>
T FastSwishBackward(T grad, T x, T beta, const auto& exact_beta) {
  const T t = beta * x;
  if (std::isinf(t)) return t > 0 ? grad : grad * 0;
  const T sum = 1 + t / (1 + FiniteExp(t));
  if (Cancels(sum, T{1})) {
    return WhereTermsCancel(SwishBackward, grad, x, exact_beta());
  }
  return grad * (sum / (1 + FiniteExp(-t)));
}

}  // namespace

void Definition::InDouble(std::span<const float> grad, std::span<const float> x,
                          const Scalars& scalars, std::span<double> values) const {
  fast.OfMany(grad, x, scalars, values);
  if (std::isnan(root)) return;
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::fabs(x[i] - root) < kRootRadiusInDouble) values[i] = kUndecided;
  }
}

const Definition kHardtanh = {
    .exact = [](double grad, double x,
                Scalars s) { return HardtanhBackward(grad, x, s.first, s.second); },
    .fast = []<class T>(T grad, T x, Scalars s) -> T {
      return x <= s.first || x >= s.second ? 0 : grad;
    }};

const Definition kSoftplus = {
    .exact = [](double grad, double x,
                Scalars s) { return SoftplusBackward(grad, x, s.first, s.second); },
    .fast = []<class T>(T grad, T x, Scalars s) -> T {
      return FastSoftplusBackward(grad, x, Narrow(s.first), Narrow(s.second));
    }};

const Definition kPreluGradInput = {
    .exact = [](double grad, double x, Scalars s) { return PreluGradInput(grad, x, s.first); },
    .fast = []<class T>(T grad, T x, Scalars s) -> T { return x > 0 ? grad : s.first * grad; }};

const Definition kGeluErf = {
    .exact = [](double grad, double x, Scalars) { return GeluBackwardErf(grad, x); },
    .fast = []<class T>(T grad, T x, Scalars) -> T { return FastGeluBackwardErf(grad, x); },
    .root = kGeluErfRoot};

const Definition kGeluTanh = {
    .exact = [](double grad, double x, Scalars) { return GeluBackwardTanh(grad, x); },
    .fast = []<class T>(T grad, T x, Scalars) -> T { return FastGeluBackwardTanh(grad, x); },
    .root = kGeluTanhRoot};

const Definition kLogit = {
    .exact = [](double grad, double x, Scalars s) { return LogitGrad(x, grad, s.first); },
    .fast = []<class T>(T grad, T x, Scalars s) -> T {
      return FastLogitGrad(x, grad, Narrow(s.first));
    }};

const Definition kHardswishBackward = {
    .exact = [](double grad, double x, Scalars) -> Real {
      if (x < -3 || x > 3 || x != x) return x < -3 ? 0.0 : grad;
      return Real(grad) * (Real(2) * Real(x) + Real(3)) / Real(6);
    },
    .fast = []<class T>(T grad, T x, Scalars) -> T {
      if (x < -3 || x > 3 || x != x) return x < -3 ? 0 : grad;
      return grad * (2 * x + 3) / 6;  // exact except for the quotient
    }};

// Differs at the ends.
const Definition kHardswishBackwardV2 = {.exact = [](double grad, double x, Scalars s) -> Real {
                                           if (std::fabs(x) == 3) return x > 0 ? grad : 0.0;
                                           return kHardswishBackward.exact(grad, x, s);
                                         },
                                         .fast = []<class T>(T grad, T x, Scalars s) -> T {
                                           if (std::fabs(x) == 3) return x > 0 ? grad : 0;
                                           return kHardswishBackward.fast.In(grad, x, s);
                                         }};

const Definition kHardsigmoidBackward = {
    .exact = [](double grad, double x, Scalars) -> Real {
      return -3 < x && x < 3 ? Real(grad) / Real(6) : Real(0);
    },
    .fast = []<class T>(T grad, T x, Scalars) -> T { return -3 < x && x < 3 ? grad / 6 : 0; }};

const Definition kShrinkBackward = {.exact = [](double grad, double x, Scalars s) -> Real {
                                      return std::fabs(x) <= s.first ? 0.0 : grad;
                                    },
                                    .fast = []<class T>(T grad, T x, Scalars s) -> T {
                                      return std::fabs(x) <= s.first ? 0 : grad;
                                    }};

const Definition kHardtanhForward = {.exact = [](double, double x, Scalars s) -> Real {
                                       return x < s.first ? s.first : x > s.second ? s.second : x;
                                     },
                                     .fast = []<class T>(T, T x, Scalars s) -> T {
                                       return x < s.first ? s.first : x > s.second ? s.second : x;
                                     }};

const Definition kHardswish = {.exact = [](double, double x, Scalars) -> Real {
                                 if (x >= 3 || x <= -3) return x > 0 ? x : 0.0;
                                 return Real(x) * (Real(x) + Real(3)) / Real(6);
                               },
                               .fast = []<class T>(T, T x, Scalars) -> T {
                                 if (x >= 3 || x <= -3) return x > 0 ? x : 0;
                                 return x * (x + 3) / 6;
                               }};

const Definition kHardsigmoid = {.exact = [](double, double x, Scalars) -> Real {
                                   if (x >= 3 || x <= -3) return x > 0 ? 1.0 : 0.0;
                                   return (Real(x) + Real(3)) / Real(6);
                                 },
                                 .fast = []<class T>(T, T x, Scalars) -> T {
                                   if (x >= 3 || x <= -3) return x > 0 ? 1 : 0;
                                   return (x + 3) / 6;
                                 }};

const Definition kHardshrink = {
    .exact = [](double, double x, Scalars s) -> Real { return std::fabs(x) <= s.first ? 0.0 : x; },
    .fast = []<class T>(T, T x, Scalars s) -> T { return std::fabs(x) <= s.first ? 0 : x; }};

const Definition kSoftshrink = {.exact = [](double, double x, Scalars s) -> Real {
                                  if (x > s.first) return Real(x) - Real(s.first);
                                  return x < -s.first ? Real(x) + Real(s.first)
                                                      : Real(x != x ? x : 0.0);
                                },
                                .fast = []<class T>(T, T x, Scalars s) -> T {
                                  if (x > s.first) return x - T{s.first};
                                  return x < -s.first ? x + T{s.first} : x != x ? x : 0;
                                }};

const Definition kShrink = {.exact = [](double, double x, Scalars s) -> Real {
                              if (x > s.first) return Real(x) - Real(s.second);
                              return x < -s.first ? Real(x) + Real(s.second) : Real(0);
                            },
                            .fast = []<class T>(T, T x, Scalars s) -> T {
                              if (x > s.first) return x - T{s.second};
                              return x < -s.first ? x + T{s.second} : 0;
                            }};

const Definition kSquaredRelu = {
    .exact = [](double, double x, Scalars) { return x <= 0 ? Real(0) : Real(x) * Real(x); },
    .fast = []<class T>(T, T x, Scalars) -> T { return x <= 0 ? 0 : x * x; }};

const Definition kRelu = {
    .exact = [](double, double x, Scalars) -> Real { return x <= 0 ? 0.0 : x; },
    .fast = []<class T>(T, T x, Scalars) -> T { return x <= 0 ? 0 : x; }};

const Definition kLeakyRelu = {
    .exact = [](double, double x, Scalars s) { return x > 0 ? Real(x) : Real(s.first) * Real(x); },
    .fast = []<class T>(T, T x, Scalars s) -> T { return x > 0 ? x : T{s.first} * x; }};

const Definition kLeakyReluBackward = {
    .exact = [](double grad, double x, Scalars s) { return PreluGradInput(grad, x, s.first); },
    .fast = []<class T>(T grad, T x, Scalars s) -> T { return x > 0 ? grad : T{s.first} * grad; }};

const Definition kPrelu = {.exact = [](double self, double weight, Scalars) -> Real {
                             return self > 0 ? Real(self) : Real(weight) * Real(self);
                           },
                           .fast = []<class T>(T self, T weight, Scalars) -> T {
                             return self > 0 ? self : weight * self;
                           }};

const Definition kThreshold = {
    .exact = [](double, double x, Scalars s) -> Real { return x <= s.first ? s.second : x; },
    .fast = []<class T>(T, T x, Scalars s) -> T { return x <= s.first ? s.second : x; }};

const Definition kThresholdBackward = {
    .exact = [](double grad, double x, Scalars s) -> Real { return x <= s.first ? 0.0 : grad; },
    .fast = []<class T>(T grad, T x, Scalars s) -> T { return x <= s.first ? 0 : grad; }};

const Definition kHeaviside = {.exact = [](double input, double values, Scalars) -> Real {
                                 return input == 0 ? values : input > 0 ? 1.0 : 0.0;
                               },
                               .fast = []<class T>(T input, T values, Scalars) -> T {
                                 return input == 0 ? values : input > 0 ? 1 : 0;
                               }};

const Definition kAddRelu = {.exact = [](double self, double other, Scalars s) -> Real {
                               const Real sum = Real(self) + Real(s.first) * Real(other);
                               return sum > Real(0) || sum.IsNan() ? sum : Real(0);
                             },
                             .fast = []<class T>(T self, T other, Scalars s) -> T {
                               const T sum = self + T{s.first} * other;
                               if (Cancels(sum, self)) {
                                 return WhereTermsCancel(kAddRelu.exact, self, other, s);
                               }
                               return sum <= 0 ? 0 : sum;
                             }};

const Definition kAdd = {
    .exact = [](double self, double other,
                Scalars s) { return Real(self) + Real(s.first) * Real(other); },
    .fast = []<class T>(T self, T other, Scalars s) -> T { return self + T{s.first} * other; }};

const Definition kSub = {
    .exact = [](double self, double other,
                Scalars s) { return Real(self) - Real(s.first) * Real(other); },
    .fast = []<class T>(T self, T other, Scalars s) -> T { return self - T{s.first} * other; }};

const Definition kMul = {
    .exact = [](double self, double other, Scalars) { return Real(self) * Real(other); },
    .fast = []<class T>(T self, T other, Scalars) -> T { return self * other; }};

const Definition kDiv = {
    .exact = [](double self, double other, Scalars) { return Real(self) / Real(other); },
    .fast = []<class T>(T self, T other, Scalars) -> T { return self / other; }};

const Definition kAdds = {
    .exact = [](double, double x, Scalars s) { return kAdd.exact(x, s.first, {s.second}); },
    .fast = []<class T>(T, T x, Scalars s) -> T {
      return kAdd.fast.In<T>(x, Narrow(s.first), {s.second});
    }};

const Definition kSubs = {
    .exact = [](double, double x, Scalars s) { return kSub.exact(x, s.first, {s.second}); },
    .fast = []<class T>(T, T x, Scalars s) -> T {
      return kSub.fast.In<T>(x, Narrow(s.first), {s.second});
    }};

const Definition kMuls = {
    .exact = [](double, double x, Scalars s) { return kMul.exact(x, s.first, s); },
    .fast = []<class T>(T, T x, Scalars s) -> T { return kMul.fast.In<T>(x, Narrow(s.first), s); }};

const Definition kDivs = {
    .exact = [](double, double x, Scalars s) { return kDiv.exact(x, s.first, s); },
    .fast = []<class T>(T, T x, Scalars s) -> T { return kDiv.fast.In<T>(x, Narrow(s.first), s); }};

const Definition kMaximum = {
    .exact = [](double self, double other, Scalars) -> Real { return Larger(self, other); },
    .fast = []<class T>(T self, T other, Scalars) -> T { return Larger(self, other); }};

const Definition kMinimum = {
    .exact = [](double self, double other, Scalars) -> Real { return -Larger(-self, -other); },
    .fast = []<class T>(T self, T other, Scalars) -> T { return -Larger(-self, -other); }};

const Definition kAddcmul = {.exact = [](double self, double x, Scalars s) -> Real {
                               return Real(self) + Real(x) * Real(s.first) * Real(s.second);
                             },
                             .fast = []<class T>(T self, T x, Scalars s) -> T {
                               const T product = x * s.first * s.second;
                               const T sum = self + product;
                               if (Cancels(sum, self))
                                 return WhereTermsCancel(kAddcmul.exact, self, x, s);
                               return sum;
                             }};

const Definition kAddcdiv = {.exact = [](double self, double x, Scalars s) -> Real {
                               return Real(self) + Real(s.second) * (Real(x) / Real(s.first));
                             },
                             .fast = []<class T>(T self, T x, Scalars s) -> T {
                               const T sum = self + s.second * (x / s.first);
                               if (Cancels(sum, self))
                                 return WhereTermsCancel(kAddcdiv.exact, self, x, s);
                               return sum;
                             }};

const Definition kLerp = {.exact = [](double self, double end, Scalars s) -> Real {
                            const Real way = Real(end) - Real(self);
                            if (std::fabs(s.first) < 0.5) return Real(self) + Real(s.first) * way;
                            return Real(end) - way * (Real(1) - Real(s.first));
                          },
                          .fast = []<class T>(T self, T end, Scalars s) -> T {
                            const T way = end - self;
                            const bool is_near_start = std::fabs(s.first) < 0.5;
                            const T from = is_near_start ? self : end;
                            const T sum =
                                is_near_start ? self + s.first * way : end - way * (1 - s.first);
                            if (Cancels(sum, from))
                              return WhereTermsCancel(kLerp.exact, self, end, s);
                            return sum;
                          }};

const Definition kClamp = {.exact = [](double, double x, Scalars s) -> Real {
                             const double t = x < s.first ? s.first : x;
                             return t > s.second ? s.second : t;
                           },
                           .fast = []<class T>(T, T x, Scalars s) -> T {
                             const T t = x < s.first ? s.first : x;
                             return t > s.second ? s.second : t;
                           }};

const Definition kClampMin = {
    .exact = [](double, double x, Scalars s) -> Real { return x < s.first ? s.first : x; },
    .fast = []<class T>(T, T x, Scalars s) -> T { return x < s.first ? s.first : x; }};

const Definition kClampMax = {
    .exact = [](double, double x, Scalars s) -> Real { return x > s.first ? s.first : x; },
    .fast = []<class T>(T, T x, Scalars s) -> T { return x > s.first ? s.first : x; }};

const Definition kGreater = {
    .exact = [](double, double x, Scalars s) -> Real { return x > s.first ? 1.0 : 0.0; },
    .fast = []<class T>(T, T x, Scalars s) -> T { return x > s.first ? 1 : 0; }};

const Definition kLess = {
    .exact = [](double, double x, Scalars s) -> Real { return x < s.first ? 1.0 : 0.0; },
    .fast = []<class T>(T, T x, Scalars s) -> T { return x < s.first ? 1 : 0; }};

const Definition kEqual = {
    .exact = [](double, double x, Scalars s) -> Real { return x == s.first ? 1.0 : 0.0; },
    .fast = []<class T>(T, T x, Scalars s) -> T { return x == s.first ? 1 : 0; }};

const Definition kPow = {
    .exact = [](double, double x, Scalars s) -> Real { return Pow(Real(x), Real(s.first)); },
    .fast = []<class T>(T, T x, Scalars s) -> T { return std::pow(x, T{s.first}); }};

const Definition kPowOfNumber = {
    .exact = [](double, double x, Scalars s) -> Real { return Pow(Real(s.first), Real(x)); },
    .fast = []<class T>(T, T x, Scalars s) -> T { return std::pow(T{s.first}, x); }};

const Definition kSwish = {
    .exact = [](double, double x, Scalars s) { return Swish(x, s.first); },
    .fast = []<class T>(T, T x, Scalars s) -> T { return FastSwish(x, T{s.first}); }};

const Definition kSwishBackward = {
    .exact = [](double grad, double x, Scalars s) { return SwishBackward(grad, x, s.first); },
    .fast = []<class T>(T grad, T x, Scalars s) -> T {
      return FastSwishBackward(grad, x, T{s.first}, [&] { return Real(s.first); });
    }};

const Definition kSilu = {.exact = [](double, double x, Scalars) { return Swish(x, 1); },
                          .fast = []<class T>(T, T x, Scalars) -> T { return FastSwish(x, T{1}); }};

const Definition kSiluBackward = {
    .exact = [](double grad, double x, Scalars) { return SwishBackward(grad, x, 1); },
    .fast = []<class T>(T grad, T x, Scalars) -> T {
      return FastSwishBackward(grad, x, T{1}, [] { return Real(1); });
    }};

const Definition kFastGelu = {
    .exact = [](double, double x, Scalars) { return Swish(x, FastGeluBeta()); },
    .fast = []<class T>(T, T x, Scalars) -> T { return FastSwish(x, kBetaOfFastGelu<T>); }};

const Definition kFastGeluBackward = {
    .exact = [](double grad, double x, Scalars) { return SwishBackward(grad, x, FastGeluBeta()); },
    .fast = []<class T>(T grad, T x, Scalars) -> T {
      return FastSwishBackward(grad, x, kBetaOfFastGelu<T>, FastGeluBeta);
    }};

const Definition kSigmoid = {
    .exact = [](double, double x, Scalars) { return Logistic(x); },
    .fast = []<class T>(T, T x, Scalars) -> T { return 1 / (1 + std::exp(-x)); }};

const Definition kSigmoidBackward = {
    .exact = [](double grad, double y,
                Scalars) { return Real(grad) * (Real(y) * (Real(1) - Real(y))); },
    .fast = []<class T>(T grad, T y, Scalars) -> T { return grad * (y * (1 - y)); }};

const Definition kElu = {
    .exact = [](double, double x, Scalars s) { return Elu(x, s.first, s.second, s.third); },
    .fast = []<class T>(T, T x, Scalars s) -> T {
      if (x > 0) return s.second * x;
      return s.first * T{s.second} * std::expm1(T{s.third} * x);
    }};

const Definition kEluBackward = {.exact =
                                     [](double grad, double x, Scalars s) {
                                       return EluBackward(grad, x, s.first, s.second, s.third,
                                                          s.fourth != 0);
                                     },
                                 .fast = []<class T>(T grad, T x, Scalars s) -> T {
                                   const T wide = x, scale = s.second, factor = s.third * grad;
                                   if (!(x <= 0)) return scale * grad;
                                   if (s.fourth != 0) return factor * (wide + s.first * scale);
                                   return factor * s.first * scale * FiniteExp(s.third * wide);
                                 }};

const Definition kSelu = {.exact = [](double, double x, Scalars) { return Selu(x); },
                          .fast = []<class T>(T, T x, Scalars) -> T {
                            return x > 0 ? kSeluScale<T> * x
                                         : kSeluScale<T> * kSeluAlpha<T> * std::expm1(x);
                          }};

const Definition kSeluBackward = {
    .exact = [](double grad, double y, Scalars) { return SeluBackward(grad, y); },
    .fast = []<class T>(T grad, T y, Scalars) -> T {
      return y <= 0 ? grad * (y + kSeluScale<T> * kSeluAlpha<T>) : grad * kSeluScale<T>;
    },
    .root = -1.7580993408473766};

const Definition kCelu = {.exact = [](double, double x, Scalars s) { return Celu(x, s.first); },
                          .fast = []<class T>(T, T x, Scalars s) -> T {
                            const T alpha = s.first;
                            return x > 0 ? x : alpha * std::expm1(x / alpha);
                          }};

const Definition kSoftplusForward = {
    .exact = [](double, double x, Scalars s) { return Softplus(x, s.first, s.second); },
    .fast = []<class T>(T, T x, Scalars s) -> T {
      const T t = T{s.first} * x;
      if (t > s.second) return x;
      return ((t > 0 ? t : 0) + std::log1p(std::exp(-std::fabs(t)))) / s.first;
    }};

const Definition kGeluErfForward = {
    .exact = [](double, double x, Scalars) { return GeluErf(x); },
    .fast = []<class T>(T, T x, Scalars) -> T { return x * (std::erfc(-x * kRootHalf<T>) / 2); }};

const Definition kGeluTanhForward = {
    .exact = [](double, double x, Scalars) { return GeluTanh(x); },
    .fast = []<class T>(T, T x, Scalars) -> T {
      constexpr T kScale =
          static_cast<T>(1.59576912160573071175978423973752747L);  // 2 sqrt(2 / pi)
      const T v = x;
      return v / (1 + std::exp(-kScale * (v + kCubicOfGelu<T> * v * v * v)));
    }};

const Definition kTanh = {.exact = [](double, double x, Scalars) { return Hyperbolic(x); },
                          .fast = []<class T>(T, T x, Scalars) -> T { return std::tanh(x); }};

const Definition kTanhBackward = {
    .exact = [](double grad, double y,
                Scalars) { return Real(grad) * (Real(1) - Real(y) * Real(y)); },
    .fast = []<class T>(T grad, T y, Scalars) -> T {
      const T wide = y;
      return grad * ((1 - wide) * (1 + wide));
    }};

const Definition kLogSigmoid = {.exact = [](double, double x, Scalars) { return LogSigmoid(x); },
                                .fast = []<class T>(T, T x, Scalars) -> T {
                                  const T e = std::exp(-std::fabs(x));
                                  return -((x < 0 ? -x : 0) + std::log1p(e));
                                }};

const Definition kLogSigmoidBackward = {
    .exact = [](double grad, double x, Scalars) { return Real(grad) * Logistic(-x); },
    .fast = []<class T>(T grad, T x, Scalars) -> T {
      const T most = kLargestExponent<T>;
      const T t = x > most && !std::isinf(x) ? most : x;  // the factor is not 0
      return grad / (1 + std::exp(t));
    }};

const Definition kTargetBackward = {
    .exact = [](double grad, double x, Scalars s) -> Real {
      return TargetBackward(grad, x, s.first, s.second) / Real(s.third);
    },
    .fast = []<class T>(T grad, T x, Scalars s) -> T {
      const T wide = x, linear = x >= 0 ? wide : s.second * wide;
      const T logarithm = std::log1p(FiniteExp(-std::fabs(wide)));
      const T v = s.second == 1 ? -wide : (s.second - 1) * logarithm - linear;
      if (s.second == 1 || !Cancels(v, linear)) {
        return grad * T{s.first} * v / s.third;
      }
      return WhereTermsCancel(kTargetBackward.exact, grad, x, s);
    }};

const Definition kMish = {.exact = [](double, double x, Scalars) { return Mish(x); },
                          .fast = []<class T>(T, T x, Scalars) -> T {
                            if (x > 50) return x;
                            const T e = std::exp(x), n = e * (e + 2);
                            return x * (n / (n + 2));  // tanh(log(1 + e))
                          }};

const Definition kMishBackward = {
    .exact = [](double grad, double x, Scalars) { return MishBackward(grad, x); },
    .fast = []<class T>(T grad, T x, Scalars) -> T { return FastMishBackward(grad, x); },
    .root = kMishRoot};

const Definition kLogitForward = {
    .exact = [](double, double x, Scalars s) { return LogitOf(x, s.first); },
    .fast = []<class T>(T, T x, Scalars s) -> T { return FastLogit(x, Narrow(s.first)); }};

const Definition kErfinv = {.exact = [](double, double x, Scalars) { return Erfinv(x); },
                            .fast = []<class T>(T, T x, Scalars) -> T { return FastErfinv(x); }};

const Definition kAbs = {.exact = [](double, double x, Scalars) -> Real { return std::fabs(x); },
                         .fast = []<class T>(T, T x, Scalars) -> T { return std::fabs(x); }};

const Definition kCos = {.exact = [](double, double x, Scalars) -> Real { return Cos(Real(x)); },
                         .fast = []<class T>(T, T x, Scalars) -> T { return std::cos(x); }};

const Definition kErf = {.exact = [](double, double x, Scalars) -> Real { return Erf(Real(x)); },
                         .fast = []<class T>(T, T x, Scalars) -> T { return std::erf(x); }};

// Limited where it is beyond every format.
const Definition kExp = {
    .exact = [](double, double x, Scalars) -> Real {
      return Exp(Real(std::isfinite(x) ? std::fmax(-1e6, std::fmin(1e6, x)) : x));
    },
    .fast = []<class T>(T, T x, Scalars) -> T { return FiniteExp(x); }};

const Definition kLog = {.exact = [](double, double x, Scalars) { return Log(Real(x)); },
                         .fast = []<class T>(T, T x, Scalars) -> T { return std::log(x); }};

const Definition kNeg = {.exact = [](double, double x, Scalars) -> Real { return -x; },
                         .fast = []<class T>(T, T x, Scalars) -> T { return -x; }};

const Definition kReciprocal = {
    .exact = [](double, double x, Scalars) -> Real { return Real(1) / Real(x); },
    .fast = []<class T>(T, T x, Scalars) -> T { return 1 / x; }};

const Definition kRsqrt = {.exact = [](double, double x, Scalars) -> Real {
                             return x == 0 ? Real(1) / Real(x) : Real(1) / Sqrt(Real(x));
                           },
                           .fast = []<class T>(T, T x, Scalars) -> T { return 1 / std::sqrt(x); }};

const Definition kSign = {.exact = [](double, double x, Scalars) -> Real {
                            return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0;
                          },
                          .fast = []<class T>(T, T x, Scalars) -> T {
                            return x > 0 ? 1 : x < 0 ? -1 : 0;
                          }};

const Definition kSin = {.exact = [](double, double x, Scalars) -> Real { return Sin(Real(x)); },
                         .fast = []<class T>(T, T x, Scalars) -> T { return std::sin(x); }};

const Definition kSqrt = {.exact = [](double, double x, Scalars) -> Real { return Sqrt(Real(x)); },
                          .fast = []<class T>(T, T x, Scalars) -> T { return std::sqrt(x); }};
}  // namespace openaclnn::oracle

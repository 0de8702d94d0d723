#include "tests/oracle/definitions.h"

#include <algorithm>
#include <cmath>
#include <limits>
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
template <class T>
T WhereTermsCancel(const auto& exact) {
  if constexpr (std::is_same_v<T, double>) {
    return kUndecided;
  } else {
    return exact().ToDouble();
  }
}
// The exact value of operands that a double holds.
template <class T>
T WhereTermsCancel(const Definition& definition, std::initializer_list<T> operands,
                   const Scalars& scalars) {
  return WhereTermsCancel<T>([&] {
    double narrow[4] = {};
    std::copy(operands.begin(), operands.end(), narrow);
    return definition.exact(narrow, scalars);
  });
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
    return WhereTermsCancel<T>([&] {
      return SwishBackward(static_cast<double>(grad), static_cast<double>(x), exact_beta());
    });
  }
  return grad * (sum / (1 + FiniteExp(-t)));
}

}  // namespace

void Definition::InDouble(std::span<const std::span<const float>> operands, const Scalars& scalars,
                          std::span<double> values) const {
  fast.OfMany(operands, scalars, values);
  if (std::isnan(root)) return;
  const std::span<const float> x = operands[curved()];
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
    .exact = [](double grad, double x, double weight) { return PreluGradInput(grad, x, weight); },
    .fast = []<class T>(T grad, T x, T weight) -> T { return x > 0 ? grad : weight * grad; }};

const Definition kGeluErf = {
    .exact = [](double grad, double x) { return GeluBackwardErf(grad, x); },
    .fast = []<class T>(T grad, T x) -> T { return FastGeluBackwardErf(grad, x); },
    .root = kGeluErfRoot};

const Definition kGeluTanh = {
    .exact = [](double grad, double x) { return GeluBackwardTanh(grad, x); },
    .fast = []<class T>(T grad, T x) -> T { return FastGeluBackwardTanh(grad, x); },
    .root = kGeluTanhRoot};

const Definition kLogit = {
    .exact = [](double grad, double x, Scalars s) { return LogitGrad(x, grad, s.first); },
    .fast = []<class T>(T grad, T x, Scalars s) -> T {
      return FastLogitGrad(x, grad, Narrow(s.first));
    }};

const Definition kHardswishBackward = {
    .exact = [](double grad, double x) -> Real {
      if (x < -3 || x > 3 || x != x) return x < -3 ? 0.0 : grad;
      return Real(grad) * (Real(2) * Real(x) + Real(3)) / Real(6);
    },
    .fast = []<class T>(T grad, T x) -> T {
      if (x < -3 || x > 3 || x != x) return x < -3 ? 0 : grad;
      return grad * (2 * x + 3) / 6;  // exact except for the quotient
    }};

// Differs at the ends.
const Definition kHardswishBackwardV2 = {.exact = [](double grad, double x) -> Real {
                                           if (std::fabs(x) == 3) return x > 0 ? grad : 0.0;
                                           return kHardswishBackward.exact({grad, x});
                                         },
                                         .fast = []<class T>(T grad, T x) -> T {
                                           if (std::fabs(x) == 3) return x > 0 ? grad : 0;
                                           return kHardswishBackward.fast.In<T>({grad, x});
                                         }};

const Definition kHardsigmoidBackward = {
    .exact = [](double grad, double x) -> Real {
      return -3 < x && x < 3 ? Real(grad) / Real(6) : Real(0);
    },
    .fast = []<class T>(T grad, T x) -> T { return -3 < x && x < 3 ? grad / 6 : 0; }};

const Definition kShrinkBackward = {.exact = [](double grad, double x, Scalars s) -> Real {
                                      return std::fabs(x) <= s.first ? 0.0 : grad;
                                    },
                                    .fast = []<class T>(T grad, T x, Scalars s) -> T {
                                      return std::fabs(x) <= s.first ? 0 : grad;
                                    }};

const Definition kHardtanhForward = {.exact = [](double x, Scalars s) -> Real {
                                       return x < s.first ? s.first : x > s.second ? s.second : x;
                                     },
                                     .fast = []<class T>(T x, Scalars s) -> T {
                                       return x < s.first ? s.first : x > s.second ? s.second : x;
                                     }};

const Definition kHardswish = {.exact = [](double x) -> Real {
                                 if (x >= 3 || x <= -3) return x > 0 ? x : 0.0;
                                 return Real(x) * (Real(x) + Real(3)) / Real(6);
                               },
                               .fast = []<class T>(T x) -> T {
                                 if (x >= 3 || x <= -3) return x > 0 ? x : 0;
                                 return x * (x + 3) / 6;
                               }};

const Definition kHardsigmoid = {.exact = [](double x) -> Real {
                                   if (x >= 3 || x <= -3) return x > 0 ? 1.0 : 0.0;
                                   return (Real(x) + Real(3)) / Real(6);
                                 },
                                 .fast = []<class T>(T x) -> T {
                                   if (x >= 3 || x <= -3) return x > 0 ? 1 : 0;
                                   return (x + 3) / 6;
                                 }};

const Definition kHardshrink = {
    .exact = [](double x, Scalars s) -> Real { return std::fabs(x) <= s.first ? 0.0 : x; },
    .fast = []<class T>(T x, Scalars s) -> T { return std::fabs(x) <= s.first ? 0 : x; }};

const Definition kSoftshrink = {.exact = [](double x, Scalars s) -> Real {
                                  if (x > s.first) return Real(x) - Real(s.first);
                                  return x < -s.first ? Real(x) + Real(s.first)
                                                      : Real(x != x ? x : 0.0);
                                },
                                .fast = []<class T>(T x, Scalars s) -> T {
                                  if (x > s.first) return x - T{s.first};
                                  return x < -s.first ? x + T{s.first} : x != x ? x : 0;
                                }};

const Definition kShrink = {.exact = [](double x, Scalars s) -> Real {
                              if (x > s.first) return Real(x) - Real(s.second);
                              return x < -s.first ? Real(x) + Real(s.second) : Real(0);
                            },
                            .fast = []<class T>(T x, Scalars s) -> T {
                              if (x > s.first) return x - T{s.second};
                              return x < -s.first ? x + T{s.second} : 0;
                            }};

const Definition kRelu = {.exact = [](double x) -> Real { return x <= 0 ? 0.0 : x; },
                          .fast = []<class T>(T x) -> T { return x <= 0 ? 0 : x; }};

const Definition kLeakyRelu = {
    .exact = [](double x, Scalars s) { return x > 0 ? Real(x) : Real(s.first) * Real(x); },
    .fast = []<class T>(T x, Scalars s) -> T { return x > 0 ? x : T{s.first} * x; }};

const Definition kLeakyReluBackward = {
    .exact = [](double grad, double x, Scalars s) { return PreluGradInput(grad, x, s.first); },
    .fast = []<class T>(T grad, T x, Scalars s) -> T { return x > 0 ? grad : T{s.first} * grad; }};

const Definition kPrelu = {
    .exact = [](double self, double weight) -> Real {
      return self > 0 ? Real(self) : Real(weight) * Real(self);
    },
    .fast = []<class T>(T self, T weight) -> T { return self > 0 ? self : weight * self; }};

const Definition kThreshold = {
    .exact = [](double x, Scalars s) -> Real { return x <= s.first ? s.second : x; },
    .fast = []<class T>(T x, Scalars s) -> T { return x <= s.first ? s.second : x; }};

const Definition kThresholdBackward = {
    .exact = [](double grad, double x, Scalars s) -> Real { return x <= s.first ? 0.0 : grad; },
    .fast = []<class T>(T grad, T x, Scalars s) -> T { return x <= s.first ? 0 : grad; }};

const Definition kHeaviside = {.exact = [](double input, double values) -> Real {
                                 return input == 0 ? values : input > 0 ? 1.0 : 0.0;
                               },
                               .fast = []<class T>(T input, T values) -> T {
                                 return input == 0 ? values : input > 0 ? 1 : 0;
                               }};

const Definition kAddRelu = {.exact = [](double self, double other, Scalars s) -> Real {
                               const Real sum = Real(self) + Real(s.first) * Real(other);
                               return sum > Real(0) || sum.IsNan() ? sum : Real(0);
                             },
                             .fast = []<class T>(T self, T other, Scalars s) -> T {
                               const T sum = self + T{s.first} * other;
                               if (Cancels(sum, self)) {
                                 return WhereTermsCancel<T>(kAddRelu, {self, other}, s);
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
    .exact = [](double self, double other) { return Real(self) * Real(other); },
    .fast = []<class T>(T self, T other) -> T { return self * other; }};

const Definition kDiv = {
    .exact = [](double self, double other) { return Real(self) / Real(other); },
    .fast = []<class T>(T self, T other) -> T { return self / other; }};

const Definition kAdds = {.exact =
                              [](double x, Scalars s) {
                                return kAdd.exact({x, s.first}, {s.second});
                              },
                          .fast = []<class T>(T x, Scalars s) -> T {
                            return kAdd.fast.In<T>({x, Narrow(s.first)}, {s.second});
                          }};

const Definition kSubs = {.exact =
                              [](double x, Scalars s) {
                                return kSub.exact({x, s.first}, {s.second});
                              },
                          .fast = []<class T>(T x, Scalars s) -> T {
                            return kSub.fast.In<T>({x, Narrow(s.first)}, {s.second});
                          }};

const Definition kMuls = {.exact =
                              [](double x, Scalars s) {
                                return kMul.exact({x, s.first});
                              },
                          .fast = []<class T>(T x, Scalars s) -> T {
                            return kMul.fast.In<T>({x, Narrow(s.first)});
                          }};

const Definition kDivs = {.exact =
                              [](double x, Scalars s) {
                                return kDiv.exact({x, s.first});
                              },
                          .fast = []<class T>(T x, Scalars s) -> T {
                            return kDiv.fast.In<T>({x, Narrow(s.first)});
                          }};

const Definition kMaximum = {
    .exact = [](double self, double other) -> Real { return Larger(self, other); },
    .fast = []<class T>(T self, T other) -> T { return Larger(self, other); }};

const Definition kMinimum = {
    .exact = [](double self, double other) -> Real { return -Larger(-self, -other); },
    .fast = []<class T>(T self, T other) -> T { return -Larger(-self, -other); }};

const Definition kAddcmul = {
    .exact = [](double self, double x, double y,
                Scalars s) { return Real(self) + Real(x) * Real(y) * Real(s.first); },
    .fast = []<class T>(T self, T x, T y, Scalars s) -> T {
      const T sum = self + x * y * s.first;
      if (Cancels(sum, self)) return WhereTermsCancel<T>(kAddcmul, {self, x, y}, s);
      return sum;
    }};

const Definition kAddcdiv = {
    .exact = [](double self, double x, double y,
                Scalars s) { return Real(self) + Real(s.first) * (Real(x) / Real(y)); },
    .fast = []<class T>(T self, T x, T y, Scalars s) -> T {
      const T sum = self + s.first * (x / y);
      if (Cancels(sum, self)) return WhereTermsCancel<T>(kAddcdiv, {self, x, y}, s);
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
                              return WhereTermsCancel<T>(kLerp, {self, end}, s);
                            return sum;
                          }};

const Definition kClamp = {.exact = [](double x, Scalars s) -> Real {
                             const double t = x < s.first ? s.first : x;
                             return t > s.second ? s.second : t;
                           },
                           .fast = []<class T>(T x, Scalars s) -> T {
                             const T t = x < s.first ? s.first : x;
                             return t > s.second ? s.second : t;
                           }};

const Definition kClampMin = {
    .exact = [](double x, Scalars s) -> Real { return x < s.first ? s.first : x; },
    .fast = []<class T>(T x, Scalars s) -> T { return x < s.first ? s.first : x; }};

const Definition kClampMax = {
    .exact = [](double x, Scalars s) -> Real { return x > s.first ? s.first : x; },
    .fast = []<class T>(T x, Scalars s) -> T { return x > s.first ? s.first : x; }};

namespace {

// Whether a remainder is not on the side of the divisor.
template <class T>
bool IsOnOtherSide(T remainder, T y) {
  return remainder == remainder && remainder != 0 && (remainder < 0) != (y < 0);
}

// As PyTorch has it: of an infinity there is none, and by 0 it is that of IEEE 754. The remainder
// of two floats is a float.
Real FlooredQuotient(double x, double y) {
  if (y == 0) return x / y;
  const double rest = std::fmod(x, y);
  if (rest != rest) return rest;
  if (std::isinf(y)) return IsOnOtherSide(rest, y) ? -1.0 : std::copysign(0.0, x / y);
  const Real whole = (Real(x) - Real(rest)) / Real(y);
  if (IsOnOtherSide(rest, y)) return whole - Real(1);
  return x - rest == 0 ? Real(std::copysign(0.0, x / y)) : whole;
}
template <class T>
T FastFlooredQuotient(T x, T y) {
  if (y == 0) return x / y;
  const T rest = std::fmod(x, y);
  if (std::isinf(y) && rest == rest) {
    return IsOnOtherSide(rest, y) ? T{-1} : std::copysign(T{0}, x / y);
  }
  const T whole = (x - rest) / y;
  if (IsOnOtherSide(rest, y)) return whole - 1;
  return whole == 0 ? std::copysign(T{0}, x / y) : whole;
}

Real FlooredRemainder(double x, double y) {
  const double rest = std::fmod(x, y);
  if (!IsOnOtherSide(rest, y)) return rest;
  return std::isinf(y) ? Real(y) : Real(rest) + Real(y);
}
template <class T>
T FastFlooredRemainder(T x, T y) {
  const T rest = std::fmod(x, y);
  return IsOnOtherSide(rest, y) ? rest + y : rest;
}

}  // namespace

const Definition kFloorDivide = {
    .exact = [](double x, double y) { return FlooredQuotient(x, y); },
    .fast = []<class T>(T x, T y) -> T { return FastFlooredQuotient(x, y); }};

const Definition kFloorDivides = {
    .exact = [](double x, Scalars s) { return FlooredQuotient(x, s.first); },
    .fast = []<class T>(T x, Scalars s) -> T { return FastFlooredQuotient(x, T{s.first}); }};

const Definition kRemainder = {
    .exact = [](double x, double y) { return FlooredRemainder(x, y); },
    .fast = []<class T>(T x, T y) -> T { return FastFlooredRemainder(x, y); }};

const Definition kRemainderByNumber = {
    .exact = [](double x, Scalars s) { return FlooredRemainder(x, s.first); },
    .fast = []<class T>(T x, Scalars s) -> T { return FastFlooredRemainder(x, T{s.first}); }};

const Definition kRemainderOfNumber = {
    .exact = [](double y, Scalars s) { return FlooredRemainder(s.first, y); },
    .fast = []<class T>(T y, Scalars s) -> T { return FastFlooredRemainder(T{s.first}, y); }};

const Definition kPowOfTwo = {
    .exact = [](double x, double y) -> Real { return Pow(Real(x), Real(y)); },
    .fast = []<class T>(T x, T y) -> T { return std::pow(x, y); }};

const Definition kRsub = {
    .exact = [](double other, double self,
                Scalars s) { return Real(other) - Real(s.first) * Real(self); },
    .fast = []<class T>(T other, T self, Scalars s) -> T { return other - T{s.first} * self; }};

const Definition kRsubs = {.exact =
                               [](double x, Scalars s) {
                                 return kSub.exact({s.first, x}, {s.second});
                               },
                           .fast = []<class T>(T x, Scalars s) -> T {
                             return kSub.fast.In<T>({Narrow(s.first), x}, {s.second});
                           }};

const Definition kFloor = {.exact = [](double x) -> Real { return std::floor(x); },
                           .fast = []<class T>(T x) -> T { return std::floor(x); }};

const Definition kCeil = {.exact = [](double x) -> Real { return std::ceil(x); },
                          .fast = []<class T>(T x) -> T { return std::ceil(x); }};

const Definition kTrunc = {.exact = [](double x) -> Real { return std::trunc(x); },
                           .fast = []<class T>(T x) -> T { return std::trunc(x); }};

const Definition kRound = {.exact = [](double x) -> Real { return std::nearbyint(x); },
                           .fast = []<class T>(T x) -> T { return std::nearbyint(x); }};

const Definition kNanToNum = {
    .exact = [](double x, Scalars s) -> Real {
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      return x != x ? s.first : x == kInfinity ? s.second : x == -kInfinity ? s.third : x;
    },
    .fast = []<class T>(T x, Scalars s) -> T {
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      if (x != x) return s.first;
      return x == kInfinity ? T{s.second} : x == -kInfinity ? T{s.third} : x;
    }};

// NaN is true.
const Definition kLogicalAnd = {
    .exact = [](double x, double y) -> Real { return x != 0 && y != 0 ? 1.0 : 0.0; },
    .fast = []<class T>(T x, T y) -> T { return x != 0 && y != 0 ? 1 : 0; }};

const Definition kLogicalOr = {
    .exact = [](double x, double y) -> Real { return x != 0 || y != 0 ? 1.0 : 0.0; },
    .fast = []<class T>(T x, T y) -> T { return x != 0 || y != 0 ? 1 : 0; }};

const Definition kLogicalXor = {
    .exact = [](double x, double y) -> Real { return (x != 0) != (y != 0) ? 1.0 : 0.0; },
    .fast = []<class T>(T x, T y) -> T { return (x != 0) != (y != 0) ? 1 : 0; }};

const Definition kLogicalNot = {.exact = [](double x) -> Real { return x == 0 ? 1.0 : 0.0; },
                                .fast = []<class T>(T x) -> T { return x == 0 ? 1 : 0; }};

const Definition kGreater = {
    .exact = [](double x, Scalars s) -> Real { return x > s.first ? 1.0 : 0.0; },
    .fast = []<class T>(T x, Scalars s) -> T { return x > s.first ? 1 : 0; }};

const Definition kGreaterOrEqual = {
    .exact = [](double x, Scalars s) -> Real { return x >= s.first ? 1.0 : 0.0; },
    .fast = []<class T>(T x, Scalars s) -> T { return x >= s.first ? 1 : 0; }};

const Definition kLess = {
    .exact = [](double x, Scalars s) -> Real { return x < s.first ? 1.0 : 0.0; },
    .fast = []<class T>(T x, Scalars s) -> T { return x < s.first ? 1 : 0; }};

const Definition kLessOrEqual = {
    .exact = [](double x, Scalars s) -> Real { return x <= s.first ? 1.0 : 0.0; },
    .fast = []<class T>(T x, Scalars s) -> T { return x <= s.first ? 1 : 0; }};

const Definition kEqual = {
    .exact = [](double x, Scalars s) -> Real { return x == s.first ? 1.0 : 0.0; },
    .fast = []<class T>(T x, Scalars s) -> T { return x == s.first ? 1 : 0; }};

const Definition kNotEqual = {
    .exact = [](double x, Scalars s) -> Real { return x != s.first ? 1.0 : 0.0; },
    .fast = []<class T>(T x, Scalars s) -> T { return x != s.first ? 1 : 0; }};

const Definition kGreaterThanOther = {
    .exact = [](double x, double y) -> Real { return x > y ? 1.0 : 0.0; },
    .fast = []<class T>(T x, T y) -> T { return x > y ? 1 : 0; }};

const Definition kGreaterOrEqualToOther = {
    .exact = [](double x, double y) -> Real { return x >= y ? 1.0 : 0.0; },
    .fast = []<class T>(T x, T y) -> T { return x >= y ? 1 : 0; }};

const Definition kLessThanOther = {
    .exact = [](double x, double y) -> Real { return x < y ? 1.0 : 0.0; },
    .fast = []<class T>(T x, T y) -> T { return x < y ? 1 : 0; }};

const Definition kLessOrEqualToOther = {
    .exact = [](double x, double y) -> Real { return x <= y ? 1.0 : 0.0; },
    .fast = []<class T>(T x, T y) -> T { return x <= y ? 1 : 0; }};

const Definition kEqualToOther = {
    .exact = [](double x, double y) -> Real { return x == y ? 1.0 : 0.0; },
    .fast = []<class T>(T x, T y) -> T { return x == y ? 1 : 0; }};

const Definition kNotEqualToOther = {
    .exact = [](double x, double y) -> Real { return x != y ? 1.0 : 0.0; },
    .fast = []<class T>(T x, T y) -> T { return x != y ? 1 : 0; }};

const Definition kPow = {
    .exact = [](double x, Scalars s) -> Real { return Pow(Real(x), Real(s.first)); },
    .fast = []<class T>(T x, Scalars s) -> T { return std::pow(x, T{s.first}); }};

const Definition kPowOfNumber = {
    .exact = [](double x, Scalars s) -> Real { return Pow(Real(s.first), Real(x)); },
    .fast = []<class T>(T x, Scalars s) -> T { return std::pow(T{s.first}, x); }};

const Definition kSwish = {
    .exact = [](double x, Scalars s) { return Swish(x, s.first); },
    .fast = []<class T>(T x, Scalars s) -> T { return FastSwish(x, T{s.first}); }};

const Definition kSwishBackward = {
    .exact = [](double grad, double x, Scalars s) { return SwishBackward(grad, x, s.first); },
    .fast = []<class T>(T grad, T x, Scalars s) -> T {
      return FastSwishBackward(grad, x, T{s.first}, [&] { return Real(s.first); });
    }};

const Definition kSilu = {.exact = [](double x) { return Swish(x, 1); },
                          .fast = []<class T>(T x) -> T { return FastSwish(x, T{1}); }};

const Definition kSiluBackward = {
    .exact = [](double grad, double x) { return SwishBackward(grad, x, 1); },
    .fast = []<class T>(T grad, T x) -> T {
      return FastSwishBackward(grad, x, T{1}, [] { return Real(1); });
    }};

const Definition kFastGelu = {
    .exact = [](double x) { return Swish(x, FastGeluBeta()); },
    .fast = []<class T>(T x) -> T { return FastSwish(x, kBetaOfFastGelu<T>); }};

const Definition kFastGeluBackward = {
    .exact = [](double grad, double x) { return SwishBackward(grad, x, FastGeluBeta()); },
    .fast = []<class T>(T grad, T x) -> T {
      return FastSwishBackward(grad, x, kBetaOfFastGelu<T>, FastGeluBeta);
    }};

const Definition kSigmoid = {.exact = [](double x) { return Logistic(x); },
                             .fast = []<class T>(T x) -> T { return 1 / (1 + std::exp(-x)); }};

const Definition kSigmoidBackward = {
    .exact = [](double grad, double y) { return Real(grad) * (Real(y) * (Real(1) - Real(y))); },
    .fast = []<class T>(T grad, T y) -> T { return grad * (y * (1 - y)); }};

const Definition kElu = {
    .exact = [](double x, Scalars s) { return Elu(x, s.first, s.second, s.third); },
    .fast = []<class T>(T x, Scalars s) -> T {
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

const Definition kSelu = {.exact = [](double x) { return Selu(x); },
                          .fast = []<class T>(T x) -> T {
                            return x > 0 ? kSeluScale<T> * x
                                         : kSeluScale<T> * kSeluAlpha<T> * std::expm1(x);
                          }};

const Definition kSeluBackward = {
    .exact = [](double grad, double y) { return SeluBackward(grad, y); },
    .fast = []<class T>(T grad, T y) -> T {
      return y <= 0 ? grad * (y + kSeluScale<T> * kSeluAlpha<T>) : grad * kSeluScale<T>;
    },
    .root = -1.7580993408473766};

const Definition kCelu = {.exact = [](double x, Scalars s) { return Celu(x, s.first); },
                          .fast = []<class T>(T x, Scalars s) -> T {
                            const T alpha = s.first;
                            return x > 0 ? x : alpha * std::expm1(x / alpha);
                          }};

const Definition kSoftplusForward = {
    .exact = [](double x, Scalars s) { return Softplus(x, s.first, s.second); },
    .fast = []<class T>(T x, Scalars s) -> T {
      const T t = T{s.first} * x;
      if (t > s.second) return x;
      return ((t > 0 ? t : 0) + std::log1p(std::exp(-std::fabs(t)))) / s.first;
    }};

const Definition kGeluErfForward = {
    .exact = [](double x) { return GeluErf(x); },
    .fast = []<class T>(T x) -> T { return x * (std::erfc(-x * kRootHalf<T>) / 2); }};

const Definition kGeluTanhForward = {
    .exact = [](double x) { return GeluTanh(x); },
    .fast = []<class T>(T x) -> T {
      constexpr T kScale =
          static_cast<T>(1.59576912160573071175978423973752747L);  // 2 sqrt(2 / pi)
      const T v = x;
      return v / (1 + std::exp(-kScale * (v + kCubicOfGelu<T> * v * v * v)));
    }};

const Definition kTanh = {.exact = [](double x) { return Hyperbolic(x); },
                          .fast = []<class T>(T x) -> T { return std::tanh(x); }};

const Definition kTanhBackward = {
    .exact = [](double grad, double y) { return Real(grad) * (Real(1) - Real(y) * Real(y)); },
    .fast = []<class T>(T grad, T y) -> T {
      const T wide = y;
      return grad * ((1 - wide) * (1 + wide));
    }};

const Definition kLogSigmoid = {.exact = [](double x) { return LogSigmoid(x); },
                                .fast = []<class T>(T x) -> T {
                                  const T e = std::exp(-std::fabs(x));
                                  return -((x < 0 ? -x : 0) + std::log1p(e));
                                }};

const Definition kLogSigmoidBackward = {
    .exact = [](double grad, double x) { return Real(grad) * Logistic(-x); },
    .fast = []<class T>(T grad, T x) -> T {
      const T most = kLargestExponent<T>;
      const T t = x > most && !std::isinf(x) ? most : x;  // the factor is not 0
      return grad / (1 + std::exp(t));
    }};

const Definition kTargetBackward = {
    .exact = [](double grad, double x, double weight, double pos_weight, Scalars s) -> Real {
      return TargetBackward(grad, x, weight, pos_weight) / Real(s.first);
    },
    .fast = []<class T>(T grad, T x, T weight, T pos_weight, Scalars s) -> T {
      const T linear = x >= 0 ? x : pos_weight * x;
      const T logarithm = std::log1p(FiniteExp(-std::fabs(x)));
      const T v = pos_weight == 1 ? -x : (pos_weight - 1) * logarithm - linear;
      if (pos_weight == 1 || !Cancels(v, linear)) return grad * weight * v / s.first;
      return WhereTermsCancel<T>(kTargetBackward, {grad, x, weight, pos_weight}, s);
    }};

const Definition kMish = {.exact = [](double x) { return Mish(x); },
                          .fast = []<class T>(T x) -> T {
                            if (x > 50) return x;
                            const T e = std::exp(x), n = e * (e + 2);
                            return x * (n / (n + 2));  // tanh(log(1 + e))
                          }};

const Definition kMishBackward = {
    .exact = [](double grad, double x) { return MishBackward(grad, x); },
    .fast = []<class T>(T grad, T x) -> T { return FastMishBackward(grad, x); },
    .root = kMishRoot};

const Definition kLogitForward = {
    .exact = [](double x, Scalars s) { return LogitOf(x, s.first); },
    .fast = []<class T>(T x, Scalars s) -> T { return FastLogit(x, Narrow(s.first)); }};

const Definition kErfinv = {.exact = [](double x) { return Erfinv(x); },
                            .fast = []<class T>(T x) -> T { return FastErfinv(x); }};

const Definition kAbs = {.exact = [](double x) -> Real { return std::fabs(x); },
                         .fast = []<class T>(T x) -> T { return std::fabs(x); }};

const Definition kCos = {.exact = [](double x) -> Real { return Cos(Real(x)); },
                         .fast = []<class T>(T x) -> T { return std::cos(x); }};

const Definition kErf = {.exact = [](double x) -> Real { return Erf(Real(x)); },
                         .fast = []<class T>(T x) -> T { return std::erf(x); }};

// Limited where it is beyond every format.
const Definition kExp = {
    .exact = [](double x) -> Real {
      return Exp(Real(std::isfinite(x) ? std::fmax(-1e6, std::fmin(1e6, x)) : x));
    },
    .fast = []<class T>(T x) -> T { return FiniteExp(x); }};

const Definition kLog = {.exact = [](double x) { return Log(Real(x)); },
                         .fast = []<class T>(T x) -> T { return std::log(x); }};

const Definition kNeg = {.exact = [](double x) -> Real { return -x; },
                         .fast = []<class T>(T x) -> T { return -x; }};

const Definition kReciprocal = {.exact = [](double x) -> Real { return Real(1) / Real(x); },
                                .fast = []<class T>(T x) -> T { return 1 / x; }};

const Definition kRsqrt = {
    .exact = [](double x) -> Real { return x == 0 ? Real(1) / Real(x) : Real(1) / Sqrt(Real(x)); },
    .fast = []<class T>(T x) -> T { return 1 / std::sqrt(x); }};

const Definition kSign = {.exact = [](double x) -> Real {
                            return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0;
                          },
                          .fast = []<class T>(T x) -> T { return x > 0   ? 1
                                                                 : x < 0 ? -1
                                                                         : 0; }};

const Definition kSin = {.exact = [](double x) -> Real { return Sin(Real(x)); },
                         .fast = []<class T>(T x) -> T { return std::sin(x); }};

const Definition kSqrt = {.exact = [](double x) -> Real { return Sqrt(Real(x)); },
                          .fast = []<class T>(T x) -> T { return std::sqrt(x); }};
}  // namespace openaclnn::oracle

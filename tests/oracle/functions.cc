#include "tests/oracle/functions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/oracle/fast.h"
#include "tests/oracle/real.h"

namespace openaclnn::oracle {
namespace {

// An argument beyond which results leave every format.
template <class T>
T Limited(T x, T limit = 1e6) {
  return std::isfinite(x) ? std::clamp(x, -limit, limit) : x;
}

// 0 where x is 0, unless y is NaN.
Real TimesLog(double x, double y) {
  if (y != y) return y;
  return x == 0 ? Real(0) : Real(x) * Log(Real(y));
}
template <class T>
T FastTimesLog(T x, T y) {
  if (y != y) return y;
  return x == 0 ? 0 : x * std::log(y);
}

// Exact in any format.
template <class T>
T RestOfQuotient(T x, T y) {
  return std::fmod(x, y);
}

// The angle of (x, y), both finite and x not 0: what double knows of it, and what is left, whose
// cube is below 2^-150 of it.
Real AngleOf(const Real& y, const Real& x) {
  const Real near = std::atan2(y.ToDouble(), x.ToDouble());
  const Real sine = (y * Cos(near) - x * Sin(near)) / Sqrt(x * x + y * y);
  return near + sine + sine * sine * sine / Real(6);
}

Real Negated(bool is_negative, const Real& a) { return is_negative ? -a : a; }

Real Atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return x + y;
  const Real half_pi = Real::Pi() / Real(2);
  if (std::isinf(y) && std::isinf(x)) return Atan2(std::copysign(1, y), std::copysign(1, x));
  if (y == 0 || std::isinf(x)) {
    return Negated(std::signbit(y), std::signbit(x) ? Real::Pi() : Real(0));
  }
  if (x == 0 || std::isinf(y)) return Negated(y < 0, half_pi);
  return AngleOf(Real(y), Real(x));
}

// The other side of a triangle whose longest side is 1.
Real Cathetus(double x) { return Sqrt((Real(1) - Real(x)) * (Real(1) + Real(x))); }

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

const Definition kLog1p = {.exact = [](double x) { return Log1p(Real(x)); },
                           .fast = []<class T>(T x) -> T { return std::log1p(x); }};

const Definition kLog2 = {.exact = [](double x) { return Log2(Real(x)); },
                          .fast = []<class T>(T x) -> T { return std::log2(x); }};

const Definition kLog10 = {.exact = [](double x) { return Log10(Real(x)); },
                           .fast = []<class T>(T x) -> T { return std::log10(x); }};

const Definition kExp2 = {
    .exact = [](double x) { return Pow(Real(2), Real(Limited(x))); },
    .fast = []<class T>(T x) -> T { return std::exp2(Limited(x, kLargestExponent<T>)); }};

const Definition kExpm1 = {
    .exact = [](double x) -> Real { return Expm1(Real(Limited(x))); },
    .fast = []<class T>(T x) -> T { return std::expm1(Limited(x, kLargestExponent<T>)); }};

const Definition kErfc = {.exact = [](double x) -> Real { return Erfc(Real(Limited(x, 1000.0))); },
                          .fast = []<class T>(T x) -> T { return std::erfc(x); }};

const Definition kTan = {.exact = [](double x) { return Sin(Real(x)) / Cos(Real(x)); },
                         .fast = []<class T>(T x) -> T { return std::tan(x); }};

// The product with pi is reduced as it is: whole numbers are taken off.
const Definition kSinc = {.exact = [](double x) -> Real {
                            if (x == 0) return 1.0;
                            if (std::isfinite(x) && x == std::trunc(x)) return 0.0;
                            const Real product = Real::Pi() * Real(x);
                            return Sin(product) / product;
                          },
                          .fast = []<class T>(T x) -> T {
                            if (x == 0) return 1;
                            if (!std::isfinite(x)) return x - x;
                            constexpr T kPi =
                                static_cast<T>(3.14159265358979323846264338327950288L);
                            const T turns = std::nearbyint(x / 2), left = x - 2 * turns;  // exact
                            const T half_turns = std::nearbyint(left), rest = left - half_turns;
                            if (rest == 0) return 0;
                            const T sin = std::sin(kPi * rest);
                            return (half_turns == 0 ? sin : -sin) / (kPi * x);
                          }};

const Definition kSinh = {
    .exact = [](double x) -> Real {
      if (x == 0 || std::isinf(x)) return x;
      const Real e = Expm1(Real(Limited(std::fabs(x))));
      return Negated(x < 0, (e + e / (e + Real(1))) / Real(2));
    },
    .fast = []<class T>(T x) -> T { return std::sinh(Limited(x, kLargestExponent<T>)); }};

const Definition kCosh = {
    .exact =
        [](double x) {
          const Real t(Limited(x));
          return (Exp(t) + Exp(-t)) / Real(2);
        },
    .fast = []<class T>(T x) -> T { return std::cosh(Limited(x, kLargestExponent<T>)); }};

const Definition kAsin = {
    .exact = [](double x) -> Real {
      if (!(std::fabs(x) <= 1)) return kNan;
      return x == 0 ? Real(x) : std::fabs(x) == 1 ? Atan2(x, 0) : AngleOf(Real(x), Cathetus(x));
    },
    .fast = []<class T>(T x) -> T { return std::asin(x); }};

const Definition kAcos = {.exact = [](double x) -> Real {
                            if (!(std::fabs(x) <= 1)) return kNan;
                            if (x == 1) return 0.0;
                            if (x == -1) return Real::Pi();
                            if (x == 0) return Atan2(1, 0);
                            return AngleOf(Cathetus(x), Real(x));
                          },
                          .fast = []<class T>(T x) -> T { return std::acos(x); }};

const Definition kAtan = {.exact = [](double x) { return Atan2(x, 1); },
                          .fast = []<class T>(T x) -> T { return std::atan(x); }};

const Definition kAsinh = {.exact = [](double x) -> Real {
                             if (x == 0 || !std::isfinite(x)) return x;
                             const Real a(std::fabs(x));
                             return Negated(x < 0,
                                            Log1p(a + a * a / (Real(1) + Sqrt(Real(1) + a * a))));
                           },
                           .fast = []<class T>(T x) -> T { return std::asinh(x); }};

const Definition kAcosh = {.exact = [](double x) -> Real {
                             if (!(x >= 1) || std::isinf(x)) return x >= 1 ? x : kNan;
                             const Real t = Real(x) - Real(1);
                             return Log1p(t + Sqrt(t * (Real(2) + t)));
                           },
                           .fast = []<class T>(T x) -> T { return std::acosh(x); }};

const Definition kAtanh = {.exact = [](double x) -> Real {
                             if (x == 0) return x;
                             const Real a(std::fabs(x));
                             return Negated(x < 0, Log1p(Real(2) * a / (Real(1) - a)) / Real(2));
                           },
                           .fast = []<class T>(T x) -> T { return std::atanh(x); }};

const Definition kFrac = {.exact = [](double x) -> Real { return Real(x) - Real(std::trunc(x)); },
                          .fast = []<class T>(T x) -> T { return x - std::trunc(x); }};

namespace {

// The larger operand and the logarithm of 1 and a power, or what follows from an infinity.
template <class T>
struct SortedExponents {
  SortedExponents(T x, T y) : larger(x > y ? x : y), smaller(x > y ? y : x) {}
  bool AreLimits() const {
    return larger != larger || smaller != smaller || std::isinf(larger) || std::isinf(smaller);
  }
  // A zero becomes +0.
  T Limit() const {
    if (larger != larger || smaller != smaller) return larger + smaller;
    return larger + 0;
  }
  T larger, smaller;
};

Real LogOfAddedPowers(double x, double y, const Real& log_of_base) {
  const SortedExponents<double> sorted(x, y);
  if (sorted.AreLimits()) return sorted.Limit();
  const Real distance = Real(sorted.larger) - Real(sorted.smaller);
  if (distance > Real(1e6)) return sorted.larger + 0;
  return Real(sorted.larger) + Log1p(Exp(-distance * log_of_base)) / log_of_base;
}
template <class T>
T FastLogOfAddedPowers(T x, T y, const Definition& definition, T log_of_base) {
  const SortedExponents<T> sorted(x, y);
  if (sorted.AreLimits()) return sorted.Limit();
  const T distance = sorted.larger - sorted.smaller;
  const T term = std::log1p(std::exp(-distance * log_of_base)) / log_of_base;
  // The larger exponent is a number of a format, and what is added cannot change it.
  const T least = std::fmax(T{0x1p-60} * std::fabs(sorted.larger), T{0x1p-200});
  if (distance >= 64 && term <= least) return sorted.larger + 0;
  const T sum = sorted.larger + term;
  // Where little is left of the terms, and where an exponent is a long product.
  const bool cancels = std::fabs(sum) < T{0x1p-8} * std::fabs(sorted.larger);
  if (!cancels && distance < 64) return sum;
  if constexpr (std::is_same_v<T, double>) {
    return kUndecided;
  } else {
    return definition.exact({static_cast<double>(x), static_cast<double>(y)}).ToDouble();
  }
}

}  // namespace

const Definition kLogAddExp = {
    .exact = [](double x, double y) { return LogOfAddedPowers(x, y, Real(1)); },
    .fast = []<class T>(T x, T y) -> T { return FastLogOfAddedPowers(x, y, kLogAddExp, T{1}); }};
const Definition kLogAddExp2 = {
    .exact = [](double x, double y) { return LogOfAddedPowers(x, y, Log(Real(2))); },
    .fast = []<class T>(T x, T y) -> T {
      return FastLogOfAddedPowers(x, y, kLogAddExp2,
                                  static_cast<T>(0.693147180559945309417232121458L));
    }};

const Definition kAtan2 = {.exact = [](double y, double x) { return Atan2(y, x); },
                           .fast = []<class T>(T y, T x) -> T { return std::atan2(y, x); }};

const Definition kXLogY = {.exact = [](double x, double y) { return TimesLog(x, y); },
                           .fast = []<class T>(T x, T y) -> T { return FastTimesLog(x, y); }};
const Definition kXLogYOfNumber = {
    .exact = [](double y, Scalars s) { return TimesLog(s.first, y); },
    .fast = []<class T>(T y, Scalars s) -> T { return FastTimesLog(T{s.first}, y); }};
const Definition kXLogYByNumber = {
    .exact = [](double x, Scalars s) { return TimesLog(x, s.first); },
    .fast = []<class T>(T x, Scalars s) -> T { return FastTimesLog(x, T{s.first}); }};

const Definition kFmod = {.exact = [](double x, double y) -> Real { return RestOfQuotient(x, y); },
                          .fast = []<class T>(T x, T y) -> T { return RestOfQuotient(x, y); }};
const Definition kFmodByNumber = {
    .exact = [](double x, Scalars s) -> Real { return RestOfQuotient(x, s.first); },
    .fast = []<class T>(T x, Scalars s) -> T { return RestOfQuotient(x, T{s.first}); }};

const Definition kClampBetween = {
    .exact =
        [](double x, double low, double high) {
          return kMinimum.exact({kMaximum.exact({x, low}).ToDouble(), high});
        },
    .fast = []<class T>(T x, T low, T high) -> T {
      return kMinimum.fast.In<T>({kMaximum.fast.In<T>({x, low}), high});
    }};

const Definition kLerpByWeights = {
    .exact =
        [](double self, double end, double weight) {
          return kLerp.exact({self, end}, {.first = weight});
        },
    .fast = []<class T>(T self, T end, T weight) -> T {
      return kLerp.fast.In<T>({self, end}, {.first = static_cast<double>(weight)});
    }};

}  // namespace openaclnn::oracle

// Operators with halves or rows as functions of two elements.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tests/oracle/definitions.h"
#include "tests/oracle/halves.h"
#include "tests/oracle/rows.h"

namespace openaclnn::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr long double kNan = std::numeric_limits<long double>::quiet_NaN();

std::array<Row, 1> RowOf(double x) { return {Row{x, 0}}; }

// What leaves no float of any product, but is not 0: its sign counts.
constexpr long double kVanishing = 0x1p-500L;

// Beyond this only the sign of what e^t belongs to counts.
long double Bounded(float t) { return std::isinf(t) ? t : std::clamp(t, -300.0F, 300.0F); }

// A product of a gate that is 0 at -inf alone.
long double Gated(float grad, float x, long double gate) {
  return grad * (gate == 0 && x != 0 && !std::isinf(x) ? std::copysign(kVanishing, x) : gate);
}

}  // namespace

const Definition kGluOfGate = {.exact =
                                   [](double a, double b, Scalars) {
                                     return kGlu[0](std::array{a, b}, 0);
                                   },
                               .fast = [](float a, float b, Scalars) -> long double {
                                 return a / (1 + std::exp(-Bounded(b)));
                               }};

const Definition kGluBackwardOfGate = {.exact =
                                           [](double grad, double b, Scalars) {
                                             return kGluBackward[1](std::array{grad, 1.0, b}, 0);
                                           },
                                       .fast = [](float grad, float b, Scalars) -> long double {
                                         const long double e = std::exp(-std::fabs(Bounded(b)));
                                         return grad * (e / ((1 + e) * (1 + e)));
                                       }};

const Definition kSwiGluOfGate = {.exact =
                                      [](double b, double a, Scalars) {
                                        return kSwiGlu[0](std::array{a, b}, 0);
                                      },
                                  .fast = [](float b, float a, Scalars s) -> long double {
                                    return Gated(b, a, kSilu.fast(1, a, s));
                                  }};

const Definition kGeGluErfOfGate = {.exact =
                                        [](double a, double b, Scalars) {
                                          return kGeGlu[0](std::array{a, b}, 0);
                                        },
                                    .fast = [](float a, float b, Scalars s) -> long double {
                                      return Gated(a, b, kGeluErfForward.fast(1, b, s));
                                    }};

const Definition kGeGluTanhOfGate = {.exact =
                                         [](double a, double b, Scalars) {
                                           return kGeGlu[0](std::array{a, b}, 1);
                                         },
                                     .fast = [](float a, float b, Scalars s) -> long double {
                                       return Gated(a, b, kGeluTanhForward.fast(1, b, s));
                                     }};

const Definition kFatreluMulOfGate = {.exact =
                                          [](double b, double a, Scalars s) {
                                            return kFatreluMul[0](std::array{a, b, s.first}, 0);
                                          },
                                      .fast = [](float b, float a, Scalars s) -> long double {
                                        return (a <= s.first ? 0 : static_cast<long double>(a)) * b;
                                      }};

const Definition kSoftmaxOfTwo = {
    .exact = [](double, double x, Scalars) { return Softmax(RowOf(x)).elements[0].exact; },
    .fast = [](float, float x, Scalars) -> long double {
      return x == kInfinity ? kNan : 1 / (1 + std::exp(-static_cast<long double>(x)));
    }};

const Definition kLogSoftmaxOfTwo = {
    .exact = [](double, double x, Scalars) { return LogSoftmax(RowOf(x)).elements[0].exact; },
    .fast = [](float, float x, Scalars s) -> long double {
      return x == kInfinity ? kNan : kLogSigmoid.fast(1, x, s);
    }};

const Definition kSoftmaxBackwardOfTwo = {
    .exact =
        [](double grad, double y, Scalars) {
          return SoftmaxBackward(std::array{Row{grad, 0}, Row{y, 0}}).elements[0].exact;
        },
    .fast = [](float grad, float y, Scalars) -> long double {
      const long double g = grad, wide = y;
      return wide * (g - (g * wide + 0));
    }};

}  // namespace openaclnn::oracle

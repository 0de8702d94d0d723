// Operators with halves or rows as functions of two elements.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tests/oracle/definitions.h"
#include "tests/oracle/rows.h"
#include "tests/oracle/split.h"

namespace openaclnn::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::array<Row, 1> RowOf(double x) { return {Row{x, 0}}; }

// What leaves no float of any product, but is not 0: its sign counts.
constexpr double kVanishing = 0x1p-500;

// Beyond this only the sign of what e^t belongs to counts.
template <class T>
T Bounded(T t) {
  return std::isinf(t) ? t : std::clamp<T>(t, -300, 300);
}

// A product of a gate that is 0 at -inf alone.
template <class T>
T Gated(T grad, T x, T gate) {
  return grad * (gate == 0 && x != 0 && !std::isinf(x) ? std::copysign(T{kVanishing}, x) : gate);
}

}  // namespace

const Definition kGluOfGate = {
    .exact =
        [](double a, double b) {
          return kGlu[0](std::array{a, b}, 0);
        },
    .fast = []<class T>(T a, T b) -> T { return a / (1 + std::exp(-Bounded(b))); }};

const Definition kGluBackwardOfGate = {.exact =
                                           [](double grad, double b) {
                                             return kGluBackward[1](std::array{grad, 1.0, b}, 0);
                                           },
                                       .fast = []<class T>(T grad, T b) -> T {
                                         const T e = std::exp(-std::fabs(Bounded(b)));
                                         return grad * (e / ((1 + e) * (1 + e)));
                                       }};

const Definition kSwiGluOfGate = {
    .exact =
        [](double b, double a) {
          return kSwiGlu[0](std::array{a, b}, 0);
        },
    .fast = []<class T>(T b, T a) -> T { return Gated(b, a, kSilu.fast.In<T>({a})); }};

const Definition kGeGluErfOfGate = {
    .exact =
        [](double a, double b) {
          return kGeGlu[0](std::array{a, b}, 0);
        },
    .fast = []<class T>(T a, T b) -> T { return Gated(a, b, kGeluErfForward.fast.In<T>({b})); }};

const Definition kGeGluTanhOfGate = {
    .exact =
        [](double a, double b) {
          return kGeGlu[0](std::array{a, b}, 1);
        },
    .fast = []<class T>(T a, T b) -> T { return Gated(a, b, kGeluTanhForward.fast.In<T>({b})); }};

const Definition kFatreluMulOfGate = {
    .exact =
        [](double b, double a, double threshold) {
          return kFatreluMul[0](std::array{a, b, threshold}, 0);
        },
    .fast = []<class T>(T b, T a, T threshold) -> T { return (a <= threshold ? 0 : a) * b; }};

const Definition kSoftmaxOfTwo = {
    .exact = [](double x) { return Softmax(RowOf(x)).elements[0].exact; },
    .fast = []<class T>(T x) -> T { return x == kInfinity ? kNan : 1 / (1 + std::exp(-x)); }};

const Definition kLogSoftmaxOfTwo = {
    .exact = [](double x) { return LogSoftmax(RowOf(x)).elements[0].exact; },
    .fast = []<class T>(T x) -> T { return x == kInfinity ? kNan : kLogSigmoid.fast.In<T>({x}); }};

const Definition kSoftmaxBackwardOfTwo = {
    .exact =
        [](double grad, double y) {
          return SoftmaxBackward(std::array{Row{grad, 0}, Row{y, 0}}).elements[0].exact;
        },
    .fast = []<class T>(T grad, T y) -> T {
      const T g = grad, wide = y;
      return wide * (g - (g * wide + 0));
    }};

}  // namespace openaclnn::oracle

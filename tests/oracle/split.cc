#include "tests/oracle/split.h"

#include <cmath>
#include <limits>

#include "tests/oracle/operators.h"

namespace openaclnn::oracle {
namespace {

using In = std::span<const double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What comes as near to its limit from some number on that no format tells the difference, but
// which is not the limit for any finite number: it keeps products from being ties.
double Before(double limit, double x) { return std::isfinite(x) && x > limit ? limit : x; }

// s(t) = 1 / (1 + e^-t).
Real S(double t) {
  if (std::isinf(t)) return t > 0 ? 1 : 0;
  return Logistic(Before(100, t));
}

// t s(t) at its limit 0.
Real SiluOrZero(double t) { return t == -kInfinity ? Real(0) : Real(t) * S(t); }

// s (1 + t (1 - s)), 1 at inf.
Real SiluSlope(double x) {
  if (std::isinf(x)) return x > 0 ? 1 : 0;
  const double t = Before(100, x);
  return S(t) * (Real(1) + Real(t) * S(-t));
}

Real Gelu(double x, double form) {
  const double t = Before(10, x);
  const Real gelu = form == 0 ? GeluErf(t) : GeluTanh(t);
  return t == x || std::isnan(x) ? gelu : Real(x) * (gelu / Real(t));
}

Real GeluSlope(double value, double form) {
  const double x = Before(10, value);
  return form == 0 ? GeluBackwardErf(1, x) : GeluBackwardTanh(1, x);
}

}  // namespace

const SplitDefinition kGlu = {[](In in, double) { return Real(in[0]) * S(in[1]); }};

const SplitDefinition kGluBackward = {
    [](In in, double) { return Real(in[0]) * S(in[2]); },
    [](In in, double) { return Real(in[0]) * Real(in[1]) * (S(in[2]) * S(-in[2])); }};

const SplitDefinition kSwiGlu = {
    [](In in, double) { return Real(in[0]) * S(in[0]) * Real(in[1]); }};

const SplitDefinition kSwiGluGrad = {
    [](In in, double) { return Real(in[0]) * Real(in[2]) * SiluSlope(in[1]); },
    [](In in, double) { return Real(in[0]) * SiluOrZero(in[1]); }};

const SplitDefinition kGeGlu = {[](In in, double form) { return Real(in[0]) * Gelu(in[1], form); },
                                [](In in, double form) { return Gelu(in[1], form); }};

const SplitDefinition kGeGluBackward = {
    [](In in, double) { return Real(in[0]) * Real(in[3]); },
    [](In in, double form) { return Real(in[0]) * Real(in[1]) * GeluSlope(in[2], form); }};

const SplitDefinition kGeluMul = {
    [](In in, double form) { return Gelu(in[0], form) * Real(in[1]); }};

const SplitDefinition kFatreluMul = {
    [](In in, double) { return (in[0] <= in[2] ? Real(0) : Real(in[0])) * Real(in[1]); }};

}  // namespace openaclnn::oracle

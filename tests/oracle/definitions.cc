#include "tests/oracle/definitions.h"

#include <cmath>

#include "tests/oracle/fast.h"
#include "tests/oracle/operators.h"

namespace openaclnn::oracle {
namespace {

float Narrow(double scalar) { return static_cast<float>(scalar); }

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

}  // namespace openaclnn::oracle

// The same values in long double, for sweeps over billions of inputs of float. On x86 the relative
// error is below 2^-54 (2^-34 at the floats next to the zeros of the derivatives of gelu), so that
// an error measured in ULP of a float is right to 0.001.
#pragma once

namespace openaclnn::oracle {

long double FastSoftplusBackward(float grad, float x, float beta, float threshold);
long double FastGeluBackwardErf(float grad, float x);
long double FastGeluBackwardTanh(float grad, float x);
long double FastLogitGrad(float x, float dy, float eps);

}  // namespace openaclnn::oracle

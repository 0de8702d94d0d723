// The same values in long double, for sweeps over billions of inputs of float. On x86 the relative
// error is below 2^-53 (2^-34 at the floats next to the zeros of the derivatives of gelu), so that
// an error measured in ULP of a float is right to 2^-29 (0.001). Results far below the smallest
// float stand only for their sign.
#pragma once

namespace openaclnn::oracle {

// Within this distance of a zero of gelu' the error may be more than 2^-53.
inline constexpr double kRootRadius = 0x1p-10;
inline constexpr double kGeluErfRoot = -0.7517915246935645;
inline constexpr double kGeluTanhRoot = -0.7524614220710162;
inline constexpr double kSwishRoot = -1.2784645427610738;  // in beta x
inline constexpr double kMishRoot = -1.1924312145154966;

long double FastSoftplusBackward(float grad, float x, float beta, float threshold);
long double FastGeluBackwardErf(float grad, float x);
long double FastGeluBackwardTanh(float grad, float x);
long double FastSwishBackward(float grad, float x, double beta);
long double FastMishBackward(float grad, float x);
long double FastLogit(float x, float eps);
long double FastErfinv(float x);
long double FastLogitGrad(float x, float dy, float eps);

}  // namespace openaclnn::oracle

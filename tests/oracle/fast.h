// The same values in long double and in double, for sweeps over billions of inputs of float.
//
// In long double, on x86, the relative error is below 2^-53 (2^-34 at the floats next to the zeros
// of the derivatives of gelu), so that an error measured in ULP of a float is right to 2^-29
// (0.001).
//
// In double it is below 2^-41, so that such an error is right to 2^-17: an operation adds 2^-53,
// a function of libm some 2^-50; an exponential multiplies the relative error of its argument by
// the argument, which is below 200 where a product with any gradient is not far below the smallest
// float; and 2^-8 of the terms are left where they cancel the most. What cancels more, and what is
// near a root, is kUndecided.
//
// Results far below the smallest float stand only for their sign.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace openaclnn::oracle {

// Within this distance of a zero of gelu' the error may be more than 2^-53.
inline constexpr double kRootRadius = 0x1p-10;
// Within this distance of a zero double does not decide.
inline constexpr double kRootRadiusInDouble = 0x1p-4;
inline constexpr double kGeluErfRoot = -0.7517915246935645;
inline constexpr double kGeluTanhRoot = -0.7524614220710162;
inline constexpr double kSiluRoot = -1.2784645427610738;
inline constexpr double kMishRoot = -1.1924312145154966;

// A NaN that is no result: of a payload that no computation gives, nor any float has.
inline constexpr double kUndecided = std::bit_cast<double>(uint64_t{0x7ff8000000000001});
inline bool IsUndecided(double value) {
  return std::bit_cast<uint64_t>(value) == std::bit_cast<uint64_t>(kUndecided);
}

// e^t is a finite number, not 0, of either sign of t up to here.
template <class T>
inline constexpr T kLargestExponent = std::is_same_v<T, double> ? 700 : 11000;

template <class T>
inline constexpr T kRootHalf = static_cast<T>(0.70710678118654752440084436210484904L);
template <class T>
inline constexpr T kCubicOfGelu = static_cast<T>(0.044715L);  // by tanh

// T is double or long double.
template <class T>
T FastSoftplusBackward(T grad, T x, float beta, float threshold);
template <class T>
T FastGeluBackwardErf(T grad, T x);
template <class T>
T FastGeluBackwardTanh(T grad, T x);
template <class T>
T FastMishBackward(T grad, T x);
template <class T>
T FastLogit(T x, float eps);
template <class T>
T FastErfinv(T x);
template <class T>
T FastLogitGrad(T x, T dy, float eps);

}  // namespace openaclnn::oracle

// The activations of the network: forward on the host, for any floating-point type.
#pragma once

#include <cmath>

#include "matrix.h"

enum class Activation { kNone, kPrelu, kGelu, kSoftplus, kHardtanh };

constexpr float kSoftplusBeta = 1;
constexpr float kSoftplusThreshold = 20;  // softplus(x) is x where beta x exceeds it
constexpr float kHardtanhMin = -1;
constexpr float kHardtanhMax = 1;

// The activation of x. slope: PReLU's weights, one for each column of x; otherwise not looked at.
template <class Scalar>
Matrix<Scalar> Activate(Activation activation, const Matrix<Scalar>& x,
                        const Matrix<Scalar>& slope) {
  switch (activation) {
    case Activation::kNone:
      break;
    case Activation::kPrelu:
      return (x.array() > 0).select(x, x * slope.row(0).asDiagonal());
    case Activation::kGelu:
      return x.unaryExpr([](Scalar v) {
        const Scalar root_half = std::sqrt(Scalar{0.5});
        return v / 2 * (1 + std::erf(v * root_half));
      });
    case Activation::kSoftplus:
      return x.unaryExpr([](Scalar v) {
        const Scalar scaled = kSoftplusBeta * v;
        return scaled > kSoftplusThreshold ? v : std::log1p(std::exp(scaled)) / kSoftplusBeta;
      });
    case Activation::kHardtanh:
      return x.cwiseMax(Scalar{kHardtanhMin}).cwiseMin(Scalar{kHardtanhMax});
  }
  return x;
}

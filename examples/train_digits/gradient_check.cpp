#include "gradient_check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "backpropagation.h"

namespace {

constexpr double kStep = 1e-6;
// Largest error, in units of the largest gradient of an array: float's rounding leaves 5e-7 at most
// with the seeds 1 to 12.
constexpr double kTolerance = 5e-6;
constexpr int kElements = 200;  // at most, of an array, evenly spaced

// The network in double, from the formulas, so that the operators are judged by something else.

Matrix<double> Output(const Layer<double>& layer, const Matrix<double>& z) {
  switch (layer.activation) {
    case Activation::kNone:
      break;
    case Activation::kPrelu:
      return (z.array() > 0).select(z, z * layer.slope.row(0).asDiagonal());
    case Activation::kGelu:
      return z.unaryExpr([](double v) { return v / 2 * (1 + std::erf(v * std::sqrt(0.5))); });
    case Activation::kSoftplus:
      return z.unaryExpr([](double v) {
        const double scaled = kSoftplusBeta * v;
        return scaled > kSoftplusThreshold ? v : std::log1p(std::exp(scaled)) / kSoftplusBeta;
      });
    case Activation::kHardtanh:
      return z.cwiseMax(double{kHardtanhMin}).cwiseMin(double{kHardtanhMax});
  }
  return z;
}

// The loss, from the input of the first of these layers.
double Loss(const Network<double>& network, Matrix<double> x, const std::vector<int>& labels) {
  for (const Layer<double>& layer : network) x = Output(layer, layer.Affine(x));
  double sum = 0;
  for (int i = 0; i < x.rows(); ++i) {
    const auto row = x.row(i).array();
    const double largest = row.maxCoeff();
    sum += std::log((row - largest).exp().sum()) + largest - row(labels[i]);
  }
  return sum / static_cast<double>(x.rows());
}

// The distance of `gradient` from what the two one-sided differences of loss() by `value` allow:
// any number between them, as they differ at the kinks of PReLU and hardtanh.
template <class LossOf>
double Distance(double gradient, double* value, const LossOf& loss) {
  const double at = *value, here = loss();
  *value = at + kStep;
  const double above = (loss() - here) / kStep;
  *value = at - kStep;
  const double below = (here - loss()) / kStep;
  *value = at;
  const double outside =
      std::max(gradient - std::max(above, below), std::min(above, below) - gradient);
  return outside < 0 ? 0 : outside;  // a NaN stays
}

// Judges an array of gradients by changing the elements of `values`, which loss() depends on.
template <class LossOf>
bool CheckArray(size_t layer, const char* name, const Matrix<float>& gradients,
                Matrix<double>* values, const LossOf& loss) {
  const Eigen::Index size = values->size();
  if (size == 0) return true;
  if (gradients.size() != size) {
    std::printf("layer %zu  %-10s has %td gradients, expected %td\n", layer + 1, name,
                gradients.size(), size);
    return false;
  }
  const double largest = gradients.cwiseAbs().maxCoeff();
  const Eigen::Index checked = std::min<Eigen::Index>(size, kElements);
  double worst = 0;
  for (Eigen::Index k = 0; k < checked; ++k) {
    const Eigen::Index i = k * size / checked;
    const double distance = Distance(gradients.data()[i], values->data() + i, loss) / largest;
    if (!(distance <= worst)) worst = distance;
  }
  const bool right = worst <= kTolerance;
  std::printf("layer %zu  %-10s %4td of %4td elements, largest error %.1e%s\n", layer + 1, name,
              checked, size, worst, right ? "" : "  WRONG");
  return right;
}

}  // namespace

bool CheckGradients(const Device& device, const Network<float>& network, const Digits& batch) {
  Backpropagation backpropagation(device, network, static_cast<int>(batch.labels.size()));
  backpropagation.Run(network, batch);

  Network<double> wide = ToDouble(network);
  Matrix<double> x = batch.images.cast<double>();  // the input of the layer
  bool right = true;
  for (size_t i = 0; i < wide.size(); ++i) {
    Layer<double>& layer = wide[i];
    const Network<double> above(wide.begin() + static_cast<std::ptrdiff_t>(i) + 1, wide.end());
    Matrix<double> z = layer.Affine(x);
    const auto loss_of_z = [&]() { return Loss(above, Output(layer, z), batch.labels); };
    const auto loss_of_x = [&]() {
      return Loss(above, Output(layer, layer.Affine(x)), batch.labels);
    };
    const Layer<float>& gradients = backpropagation.parameters()[i];
    right &= CheckArray(i, "weight", gradients.weight, &layer.weight, loss_of_x);
    right &= CheckArray(i, "bias", gradients.bias, &layer.bias, loss_of_x);
    right &= CheckArray(i, "activation", backpropagation.affine()[i], &z, loss_of_z);
    right &= CheckArray(i, "PReLU", gradients.slope, &layer.slope, loss_of_z);
    x = Output(layer, z);
  }
  return right;
}

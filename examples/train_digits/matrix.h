// Matrices in the row-major order of aclnn's tensors: a row is an image, a column a feature.
#pragma once

#include <Eigen/Core>

template <class Scalar>
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

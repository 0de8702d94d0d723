#include "tensor/integer_matrix.h"

#include <utility>

#include "tensor/tensor.h"

namespace openaclnn {

IntegerMatrix IntegersOf(const Tensor& tensor, bool is_turned, int64_t k) {
  constexpr int64_t kInWord = 8;
  IntegerMatrix matrix{tensor.shape, tensor.strides, tensor.dtype == ACL_INT8 ? 8 : 4};
  const size_t rank = matrix.shape.size();
  if (rank < 2) return matrix;
  if (is_turned) {
    std::swap(matrix.shape[rank - 2], matrix.shape[rank - 1]);
    std::swap(matrix.strides[rank - 2], matrix.strides[rank - 1]);
  }
  if (tensor.dtype != ACL_INT32) return matrix;
  const bool is_along_k = k >= 0 && matrix.shape[rank - 2] != k;
  const size_t packed = is_along_k ? rank - 2 : rank - 1;
  for (size_t axis = 0; axis < rank; ++axis) {
    if (axis == packed) {
      matrix.shape[axis] *= kInWord;
    } else {
      matrix.strides[axis] *= kInWord;
    }
  }
  // An axis of words that do not lie side by side has no strides of integers; the rules refuse it.
  return matrix;
}

}  // namespace openaclnn

// Factors of matrices, and singular values.
#include <algorithm>
#include <utility>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// Two small matrices, as the work grows with the third power.
struct TwoMatrices {
  explicit TwoMatrices(const Shape& shape) {
    const Shape matrix = AsMatrix(shape);
    m = std::min<int64_t>(matrix[0], 11);
    n = std::min<int64_t>(matrix[1], 9);
    least = std::min(m, n);
  }
  int64_t m, n, least;
};

Array Numbers(aclDataType dtype, const Shape& shape, uint32_t seed) {
  if (!IsComplex(dtype)) return Finite(dtype, shape, seed);
  Shape parts = shape;
  parts.push_back(2);
  Array array(dtype, shape);
  array.bytes = Finite(dtype == ACL_COMPLEX64 ? kF32 : kF64, parts, seed).bytes;
  return array;
}

// Symmetric, with a diagonal that outweighs the rest.
Array PositiveDefinite(aclDataType dtype, int64_t n, uint32_t seed) {
  const Array any = Finite(dtype, {2, n, n}, seed);
  return Array(dtype, {2, n, n}, [&](int64_t i) {
    const int64_t batch = i / (n * n), row = i / n % n, column = i % n;
    const auto [low, high] = std::minmax(row, column);
    const double element = any.Value((batch * n + low) * n + high);
    return BitsOf(dtype, row == column ? 3 * static_cast<double>(n) + element : element);
  });
}

template <aclDataType dtype, bool is_upper>
OperatorCall Cholesky(const Shape& shape, uint32_t seed) {
  const int64_t n = TwoMatrices(shape).least;
  return {"aclnnLinalgCholesky",
          {PositiveDefinite(dtype, n, seed), is_upper ? 1.0 : 0.0, Array(dtype, {2, n, n})}};
}

template <aclDataType dtype, int mode>
OperatorCall Qr(const Shape& shape, uint32_t seed) {
  const TwoMatrices of(shape);
  const int64_t k = mode == 1 ? of.m : of.least;
  return {"aclnnLinalgQr",
          {Numbers(dtype, {2, of.m, of.n}, seed), double{mode},
           Array(dtype, mode == 2 ? Shape{0} : Shape{2, of.m, k}), Array(dtype, {2, k, of.n})}};
}

template <aclDataType dtype, bool is_full, bool has_vectors>
OperatorCall Svd(const Shape& shape, uint32_t seed) {
  const TwoMatrices of(shape);
  const Shape none = {0};
  const Shape left = {2, of.m, is_full ? of.m : of.least};
  const Shape right = {2, of.n, is_full ? of.n : of.least};
  return {"aclnnSvd",
          {Numbers(dtype, {2, of.m, of.n}, seed), is_full ? 1.0 : 0.0, has_vectors ? 1.0 : 0.0,
           Array(dtype, {2, of.least}), Array(dtype, has_vectors ? left : none),
           Array(dtype, has_vectors ? right : none)}};
}

template <aclDataType dtype, aclDataType out>
OperatorCall Slogdet(const Shape& shape, uint32_t seed) {
  const int64_t n = TwoMatrices(shape).least;
  return {"aclnnSlogdet", {Numbers(dtype, {2, n, n}, seed), Array(out, {2}), Array(out, {2})}};
}

}  // namespace

std::vector<Case> FactorsCases() {
  return {
      {"CholeskyFloat", Cholesky<kF32, false>},
      {"CholeskyUpperBfloat16", Cholesky<kBf16, true>},
      {"QrFloat", Qr<kF32, 0>},
      {"QrCompleteFloat16", Qr<kF16, 1>},
      {"QrDouble", Qr<kF64, 0>},
      {"QrOfTriangleComplex64", Qr<ACL_COMPLEX64, 2>},
      {"QrCompleteComplex128", Qr<ACL_COMPLEX128, 1>},
      {"SvdFloat", Svd<kF32, false, true>},
      {"SvdFullDouble", Svd<kF64, true, true>},
      {"SvdOfValuesFloat", Svd<kF32, false, false>},
      {"SvdFullComplex64", Svd<ACL_COMPLEX64, true, true>},
      {"SlogdetFloat", Slogdet<kF32, kF32>},
      {"SlogdetDouble", Slogdet<kF64, kF64>},
      {"SlogdetComplex64", Slogdet<ACL_COMPLEX64, ACL_COMPLEX64>},
      {"SlogdetComplex128", Slogdet<ACL_COMPLEX128, ACL_COMPLEX128>},
      {"SvdComplex128", Svd<ACL_COMPLEX128, false, true>},
  };
}

}  // namespace openaclnn::test

// Factors of matrices next to the same in long double, by other methods, and to what defines them.
// Their bits in other layouts and settings: tests/ops/cases.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/kinds/product/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

using Number = std::complex<long double>;

constexpr aclDataType kDtypesOfQr[] = {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64,
                                       ACL_COMPLEX128};
constexpr aclDataType kDtypesOfSvd[] = {ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128};

// Half an ULP of 1, or 2^-48 for double.
double RoundingOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_BF16:
      return 0x1p-8;
    case ACL_FLOAT16:
      return 0x1p-11;
    case ACL_FLOAT:
    case ACL_COMPLEX64:
      return 0x1p-24;
    default:
      return 0x1p-48;
  }
}

// One matrix of a batch, or one row.
struct Matrix {
  Matrix(int64_t m, int64_t n) : rows(m), columns(n), numbers(static_cast<size_t>(m * n)) {}
  Matrix(const Array& array, int64_t batch, int64_t m, int64_t n) : Matrix(m, n) {
    const auto bytes = Converted(array.dtype, ACL_COMPLEX128, array.bytes);
    const std::byte* at = bytes.data() + batch * m * n * 16;
    for (Number& number : numbers) {
      double parts[2];
      std::memcpy(parts, at, sizeof(parts));
      number = {parts[0], parts[1]};
      at += sizeof(parts);
    }
  }
  Number& operator()(int64_t i, int64_t j) { return numbers[static_cast<size_t>(i * columns + j)]; }
  Number operator()(int64_t i, int64_t j) const {
    return numbers[static_cast<size_t>(i * columns + j)];
  }
  long double Largest() const {
    long double largest = 0;
    for (const Number number : numbers) largest = std::max(largest, std::abs(number));
    return largest;
  }

  int64_t rows, columns;
  std::vector<Number> numbers;
};

Matrix Product(const Matrix& a, const Matrix& b) {
  Matrix product(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t k = 0; k < a.columns; ++k) {
      for (int64_t j = 0; j < b.columns; ++j) product(i, j) += a(i, k) * b(k, j);
    }
  }
  return product;
}

Matrix Transposed(const Matrix& a, bool conjugates) {
  Matrix transposed(a.columns, a.rows);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t j = 0; j < a.columns; ++j) {
      transposed(j, i) = conjugates ? std::conj(a(i, j)) : a(i, j);
    }
  }
  return transposed;
}

void ExpectNear(const Matrix& actual, const Matrix& expected, long double bound, const char* what) {
  ASSERT_EQ(actual.rows, expected.rows);
  ASSERT_EQ(actual.columns, expected.columns);
  for (int64_t i = 0; i < actual.rows; ++i) {
    for (int64_t j = 0; j < actual.columns; ++j) {
      ASSERT_LE(std::abs(actual(i, j) - expected(i, j)), bound)
          << what << " [" << i << ", " << j << "]: " << actual(i, j).real() << ", expected "
          << expected(i, j).real();
    }
  }
}

void ExpectOrthogonalColumns(const Matrix& a, double rounding, const char* what) {
  Matrix one(a.columns, a.columns);
  for (int64_t i = 0; i < a.columns; ++i) one(i, i) = 1;
  ExpectNear(Product(Transposed(a, true), a), one, 4 * rounding, what);
}

// Two matrices of normally distributed numbers.
Array Numbers(aclDataType dtype, const Shape& shape, unsigned seed, double scale = 1) {
  if (!IsComplex(dtype)) return Normal(dtype, shape, seed, scale);
  Shape parts = shape;
  parts.push_back(2);
  Array array(dtype, shape);
  array.bytes = Normal(dtype == ACL_COMPLEX64 ? ACL_FLOAT : ACL_DOUBLE, parts, seed, scale).bytes;
  return array;
}

// Cholesky

// Products of such a matrix with its transpose, and a diagonal.
Array Definite(aclDataType dtype, const Shape& batches, int64_t n) {
  Shape shape = batches;
  shape.insert(shape.end(), {n, n});
  const Array any = Normal(ACL_DOUBLE, shape, 5);
  return Array(dtype, shape, [&](int64_t i) {
    const int64_t batch = i / (n * n), row = i / n % n, column = i % n;
    double sum = row == column ? static_cast<double>(n) : 0;
    for (int64_t k = 0; k < n; ++k) {
      sum += any.Value((batch * n + row) * n + k) * any.Value((batch * n + column) * n + k);
    }
    return BitsOf(dtype, sum);
  });
}

OperatorCall Cholesky(const Array& self, bool is_upper) {
  return {"aclnnLinalgCholesky", {self, is_upper ? 1.0 : 0.0, Array(self.dtype, self.shape)}};
}

void CheckCholesky(aclDataType dtype, const Shape& batches, int64_t n, bool is_upper) {
  SCOPED_TRACE(testing::Message() << DtypeName(dtype) << " " << n << " " << is_upper);
  Array self = Definite(dtype, batches, n);
  const Array whole = self;
  for (int64_t i = 0; i < self.size(); ++i) {  // what is not to be read
    const int64_t row = i / n % n, column = i % n;
    if (is_upper ? column < row : column > row) self.SetBits(i, BitsOf(dtype, kNan));
  }
  const Array out = RunCall(Cholesky(self, is_upper))[0];
  for (int64_t batch = 0; batch < CountOf(batches); ++batch) {
    std::vector<long double> l(static_cast<size_t>(n * n));
    const auto at = [&](int64_t i, int64_t j) -> long double& {
      return l[static_cast<size_t>(i * n + j)];
    };
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j <= i; ++j) {
        long double sum = whole.Value((batch * n + i) * n + j);
        for (int64_t k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
        at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
      }
    }
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        const long double exact = is_upper ? at(j, i) : at(i, j);
        const int64_t place = (batch * n + i) * n + j;
        if (exact == 0) {
          ASSERT_EQ(out.Bits(place), 0u);
        } else {
          ASSERT_LE(std::fabs(out.Value(place) - exact),
                    std::fabs(exact) * RoundingOf(dtype) * 1.0001L + 1e-11L)
              << i << " " << j;
        }
      }
    }
  }
}

TEST(CholeskyTest, AreExact) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    for (const bool is_upper : {false, true}) {
      CheckCholesky(dtype, {}, 1, is_upper);
      CheckCholesky(dtype, {}, 5, is_upper);
      CheckCholesky(dtype, {2, 3}, 7, is_upper);
      CheckCholesky(dtype, {}, 150, is_upper);  // of several panels
    }
  }
}

TEST(CholeskyTest, KnownTriangle) {
  const Array self = ArrayOf(ACL_FLOAT, {3, 3}, {4, 12, -16, 12, 37, -43, -16, -43, 98});
  EXPECT_TRUE(SameBits(RunCall(Cholesky(self, false))[0],
                       ArrayOf(ACL_FLOAT, {3, 3}, {2, 0, 0, 6, 1, 0, -8, 5, 3})));
  EXPECT_TRUE(SameBits(RunCall(Cholesky(self, true))[0],
                       ArrayOf(ACL_FLOAT, {3, 3}, {2, 6, -8, 0, 1, 5, 0, 0, 3})));
  const Placement in_place = {.layouts = {}, .in_place = {{2, 0}}};
  EXPECT_TRUE(SameBits(RunCall(Cholesky(self, false), in_place)[0],
                       ArrayOf(ACL_FLOAT, {3, 3}, {2, 0, 0, 6, 1, 0, -8, 5, 3})));
}

TEST(CholeskyTest, OtherMatricesFailTheRun) {
  const auto failure = [](const Array& self) {
    return FailureOf(Cholesky(self, false), ACL_ERROR_RT_AICORE_EXCEPTION);
  };
  const std::string one = failure(ArrayOf(ACL_FLOAT, {2, 2}, {1, 2, 2, 1}));
  EXPECT_NE(one.find("aclnnLinalgCholesky: self: is not positive definite: its leading minor of "
                     "order 2 is not"),
            std::string::npos)
      << one;
  const std::string batch =
      failure(ArrayOf(ACL_FLOAT, {3, 2, 2}, {1, 0, 0, 1, kNan, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_NE(batch.find("self: matrix 1 is not positive definite: its leading minor of order 1"),
            std::string::npos)
      << batch;
  failure(ArrayOf(ACL_FLOAT, {1, 1}, {-0.0}));
}

TEST(CholeskyTest, NoMatrices) {
  EXPECT_EQ(RunCall(Cholesky(Array(ACL_FLOAT, {0, 3, 3}), false)).at(0).size(), 0);
  EXPECT_EQ(RunCall(Cholesky(Array(ACL_FLOAT, {2, 0, 0}), true)).at(0).size(), 0);
}

// QR

enum Mode { kReduced, kComplete, kTriangle };

OperatorCall Qr(const Array& self, Mode mode) {
  Shape q = self.shape, r = self.shape;
  const size_t last = q.size() - 1;
  const int64_t k = std::min(q[last], q[last - 1]);
  q[last] = mode == kComplete ? q[last - 1] : k;
  if (mode != kComplete) r[last - 1] = k;
  if (mode == kTriangle) q = {0};
  return {"aclnnLinalgQr",
          {self, static_cast<double>(mode), Array(self.dtype, q), Array(self.dtype, r)}};
}

// R with a diagonal above 0, which there is one of: by orthogonal columns, twice.
Matrix TriangleOf(const Matrix& a) {
  const int64_t k = std::min(a.rows, a.columns);
  Matrix q(a.rows, k), r(k, a.columns);
  for (int64_t j = 0; j < a.columns; ++j) {
    std::vector<Number> rest;
    for (int64_t i = 0; i < a.rows; ++i) rest.push_back(a(i, j));
    for (int turn = 0; turn < 2; ++turn) {
      for (int64_t before = 0; before < std::min(j, k); ++before) {
        Number product = 0;
        for (int64_t i = 0; i < a.rows; ++i) {
          product += std::conj(q(i, before)) * rest[static_cast<size_t>(i)];
        }
        r(before, j) += product;
        for (int64_t i = 0; i < a.rows; ++i) rest[static_cast<size_t>(i)] -= product * q(i, before);
      }
    }
    if (j >= k) continue;
    long double square = 0;
    for (const Number number : rest) square += std::norm(number);
    r(j, j) = std::sqrt(square);
    for (int64_t i = 0; i < a.rows; ++i) q(i, j) = rest[static_cast<size_t>(i)] / r(j, j);
  }
  return r;
}

void CheckQr(aclDataType dtype, Shape shape) {
  SCOPED_TRACE(DtypeName(dtype) + " " + TextOf(shape));
  const Array self = Numbers(dtype, shape, 3);
  const int64_t n = shape.back(), m = shape[shape.size() - 2], k = std::min(m, n);
  const double rounding = RoundingOf(dtype);
  const std::vector<Array> reduced = RunCall(Qr(self, kReduced)),
                           complete = RunCall(Qr(self, kComplete)),
                           triangle = RunCall(Qr(self, kTriangle));
  EXPECT_TRUE(SameBits(triangle[1], reduced[1]));
  const int64_t batches = m * n == 0 ? 0 : self.size() / (m * n);
  for (int64_t batch = 0; batch < batches; ++batch) {
    const Matrix a(self, batch, m, n), q(reduced[0], batch, m, k), r(reduced[1], batch, k, n);
    const Matrix all(complete[0], batch, m, m), all_r(complete[1], batch, m, n);
    const long double bound = (static_cast<long double>(k) + 2) * a.Largest() * rounding *
                              std::sqrt(static_cast<long double>(m));
    ExpectOrthogonalColumns(all, rounding, "Q");
    ExpectNear(Product(q, r), a, bound, "Q R");
    ExpectNear(Product(all, all_r), a, bound, "all of Q and R");
    const Matrix exact = TriangleOf(a);
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < k; ++j) ASSERT_EQ(all(i, j), q(i, j));
      for (int64_t j = 0; j < n; ++j) {
        if (i < k) {
          ASSERT_EQ(all_r(i, j), r(i, j));
        }
        if (j < i) {
          ASSERT_EQ(all_r(i, j), Number(0));
        }
      }
    }
    for (int64_t i = 0; i < k; ++i) {
      ASSERT_EQ(r(i, i).imag(), 0);
      const long double sign = r(i, i).real() < 0 ? -1 : 1;
      for (int64_t j = i; j < n; ++j) {
        // Rounded once; what differs in double counts as little as in long double.
        ASSERT_LE(std::abs(r(i, j) - sign * exact(i, j)),
                  rounding * std::abs(exact(i, j)) * 1.5L + 1e-11L * a.Largest())
            << i << " " << j;
      }
    }
    // The first column is what LAPACK reflects to the other side of 0.
    if (m > 1) {
      EXPECT_EQ(r(0, 0).real() < 0, a(0, 0).real() > 0);
    }
  }
}

TEST(QrTest, AreExact) {
  for (const aclDataType dtype : kDtypesOfQr) {
    for (const Shape& shape : {Shape{1, 1}, Shape{3, 3}, Shape{2, 7, 4}, Shape{4, 7}, Shape{1, 5},
                               Shape{5, 1}, Shape{2, 1, 6, 6}, Shape{40, 35}}) {
      CheckQr(dtype, shape);
    }
  }
}

// As the page of the operator and LAPACK have them.
TEST(QrTest, SignsOfLapack) {
  const std::vector<Array> results =
      RunCall(Qr(ArrayOf(ACL_DOUBLE, {2, 2}, {1, 2, 3, 4}), kReduced));
  const double root = std::sqrt(10.0);
  const double q[] = {-1 / root, -3 / root, -3 / root, 1 / root};
  const double r[] = {-root, -14 / root, 0, -2 / root};
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(results[0].Value(i), q[i], 1e-15);
    EXPECT_NEAR(results[1].Value(i), r[i], 1e-14);
  }
  // What is a triangle stays, signs too.
  const Array triangle = ArrayOf(ACL_DOUBLE, {2, 2}, {-3, 5, 0, 7});
  const std::vector<Array> same = RunCall(Qr(triangle, kComplete));
  EXPECT_TRUE(SameBits(same[0], ArrayOf(ACL_DOUBLE, {2, 2}, {1, 0, 0, 1})));
  EXPECT_TRUE(SameBits(same[1], triangle));
  const std::vector<Array> zeros = RunCall(Qr(Array(ACL_DOUBLE, {3, 2}), kReduced));
  EXPECT_TRUE(SameBits(zeros[0], ArrayOf(ACL_DOUBLE, {3, 2}, {1, 0, 0, 1, 0, 0})));
  EXPECT_TRUE(SameBits(zeros[1], Array(ACL_DOUBLE, {2, 2})));
}

TEST(QrTest, NeitherOverflowsNorVanishes) {
  const std::vector<double> unit = {3, 1, 4, 2};
  for (const double scale : {0x1p1000, 0x1p-1000, 0x1p-1060}) {
    std::vector<double> scaled;
    for (const double number : unit) scaled.push_back(number * scale);
    const auto results = RunCall(Qr(ArrayOf(ACL_DOUBLE, {2, 2}, scaled), kReduced)),
               expected = RunCall(Qr(ArrayOf(ACL_DOUBLE, {2, 2}, unit), kReduced));
    EXPECT_NEAR(results[1].Value(0) / scale, -5, 1e-4);
    for (int64_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(results[0].Value(i), expected[0].Value(i), 1e-4);
      if (scale > 0x1p-1022) {
        EXPECT_EQ(results[1].Value(i), expected[1].Value(i) * scale);
      }
    }
  }
}

TEST(QrTest, WhatIsNotFinite) {
  const auto results =
      RunCall(Qr(ArrayOf(ACL_FLOAT, {3, 3}, {3, 1, 5, 4, kNan, 6, 0, 1, 7}), kReduced));
  EXPECT_EQ(results[1].Value(0), -5);
  for (const int64_t i : {1, 4, 5, 8}) EXPECT_TRUE(std::isnan(results[1].Value(i))) << i;
  for (const int64_t i : {0, 3, 6}) {
    EXPECT_FALSE(std::isnan(results[0].Value(i))) << i;
    EXPECT_TRUE(std::isnan(results[0].Value(i + 1))) << i;
  }
}

TEST(QrTest, NoRowsOrColumns) {
  for (const Mode mode : {kReduced, kComplete, kTriangle}) {
    RunCall(Qr(Array(ACL_FLOAT, {0, 3, 2}), mode));
    RunCall(Qr(Array(ACL_FLOAT, {2, 0, 3}), mode));
  }
  EXPECT_TRUE(SameBits(RunCall(Qr(Array(ACL_COMPLEX64, {2, 0}), kComplete))[0], [] {
    Array one(ACL_COMPLEX64, {2, 2});
    for (const int64_t i : {0, 3}) one.SetBits(i, BitsOf(ACL_FLOAT, 1));
    return one;
  }()));
}

// Determinants

struct Determinant {
  Number sign;
  long double log;
};
// By elimination with pivots, in long double.
Determinant DeterminantOf(Matrix a) {
  Determinant of = {1, 0};
  for (int64_t j = 0; j < a.rows; ++j) {
    int64_t pivot = j;
    for (int64_t i = j; i < a.rows; ++i) {
      if (std::abs(a(i, j)) > std::abs(a(pivot, j))) pivot = i;
    }
    for (int64_t k = 0; k < a.columns; ++k) std::swap(a(j, k), a(pivot, k));
    const long double size = std::abs(a(j, j));
    of.sign *= Number(pivot == j ? 1 : -1) * (size == 0 ? Number(0) : a(j, j) / size);
    of.log += std::log(size);
    for (int64_t i = j + 1; i < a.rows && size > 0; ++i) {
      const Number factor = a(i, j) / a(j, j);
      for (int64_t k = j; k < a.columns; ++k) a(i, k) -= factor * a(j, k);
    }
  }
  return of;
}

std::vector<Array> Slogdet(const Array& self, aclDataType out) {
  const Shape batches(self.shape.begin(), self.shape.end() - 2);
  return RunCall({"aclnnSlogdet", {self, Array(out, batches), Array(out, batches)}});
}

TEST(SlogdetTest, AreExact) {
  for (const aclDataType dtype : kDtypesOfSvd) {
    for (const Shape& shape : {Shape{1, 1}, Shape{2, 2}, Shape{4, 3, 3}, Shape{2, 3, 7, 7},
                               Shape{64, 64}, Shape{150, 150}}) {
      SCOPED_TRACE(DtypeName(dtype) + " " + TextOf(shape));
      const Array self = Numbers(dtype, shape, 7);
      const auto results = Slogdet(self, dtype);
      const int64_t n = shape.back(), count = self.size() / (n * n);
      const Matrix signs(results[0], 0, count, 1), logs(results[1], 0, count, 1);
      for (int64_t batch = 0; batch < count; ++batch) {
        const Determinant exact = DeterminantOf(Matrix(self, batch, n, n));
        const double rounding = RoundingOf(dtype);
        ASSERT_LE(std::abs(signs(batch, 0) - exact.sign), 1.5L * rounding + 1e-11L);
        ASSERT_LE(std::abs(logs(batch, 0).real() - exact.log),
                  1.0001L * rounding * std::fabs(exact.log) + 1e-11L);
        ASSERT_EQ(logs(batch, 0).imag(), 0);
        if (!IsComplex(dtype)) {
          ASSERT_EQ(signs(batch, 0), exact.sign);
        }
      }
    }
  }
}

TEST(SlogdetTest, KnownDeterminants) {
  const Array two = ArrayOf(ACL_FLOAT, {3, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const auto results = Slogdet(two, ACL_FLOAT);  // of -2 each
  for (int64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(results[0].Value(i), -1);
    EXPECT_EQ(results[1].Value(i), static_cast<double>(std::log(2.0F)));
  }
  // A permutation of an odd number of swaps, and an even one, of powers of two.
  const Array permuted =
      ArrayOf(ACL_DOUBLE, {2, 3, 3}, {0, 2, 0, 4, 0, 0, 0, 0, 8, 0, 2, 0, 0, 0, 4, 8, 0, 0});
  const auto powers = Slogdet(permuted, ACL_DOUBLE);
  EXPECT_EQ(powers[0].Value(0), -1);
  EXPECT_EQ(powers[0].Value(1), 1);
  for (int64_t i = 0; i < 2; ++i) EXPECT_EQ(powers[1].Value(i), std::log(64.0));
}

TEST(SlogdetTest, SingularMatricesAndOnesThatAreNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Array self =
      ArrayOf(ACL_FLOAT, {4, 2, 2}, {1, 2, 2, 4, 0, 0, 0, 0, kNan, 0, 0, 0, 1, infinity, 0, 1});
  for (const aclDataType out : {ACL_FLOAT, ACL_DOUBLE}) {
    const auto results = Slogdet(self, out);
    for (const int64_t i : {0, 1}) {
      EXPECT_EQ(results[0].Bits(i), 0u);
      EXPECT_EQ(results[1].Value(i), -infinity);
    }
    for (const int64_t i : {2, 3}) {
      EXPECT_TRUE(std::isnan(results[0].Value(i)));
      EXPECT_TRUE(std::isnan(results[1].Value(i)));
    }
  }
}

TEST(SlogdetTest, NeitherOverflowsNorVanishes) {
  for (const double scale : {0x1p1000, 0x1p-1000, 0x1p-1060}) {
    const Array self = ArrayOf(ACL_DOUBLE, {3, 3}, {3 * scale, 0, 0, 0, 0, scale, 0, 2 * scale, 0});
    const auto results = Slogdet(self, ACL_DOUBLE);
    const double exact = std::log(6.0) + 3 * std::log(scale);
    EXPECT_EQ(results[0].Value(0), -1);
    EXPECT_NEAR(results[1].Value(0), exact, std::fabs(exact) * 0x1p-50);
    Array complex(ACL_COMPLEX128, {3, 3});
    for (int64_t i = 0; i < 9; ++i) {  // times i, so that the determinant turns by i^3
      std::memcpy(complex.bytes.data() + i * 16 + 8, self.bytes.data() + i * 8, 8);
    }
    const auto turned = Slogdet(complex, ACL_COMPLEX128);
    const Matrix sign(turned[0], 0, 1, 1), log(turned[1], 0, 1, 1);
    EXPECT_NEAR(static_cast<double>(std::abs(sign(0, 0) - Number(0, 1))), 0, 1e-15);
    EXPECT_NEAR(static_cast<double>(log(0, 0).real()), exact, std::fabs(exact) * 0x1p-50);
  }
}

TEST(SlogdetTest, OtherDtypesAndNoRows) {
  const Array self = ArrayOf(ACL_FLOAT, {1, 2, 2}, {0, 1, 2, 3});
  const auto wide = Slogdet(self, ACL_DOUBLE), complex = Slogdet(self, ACL_COMPLEX64);
  EXPECT_EQ(wide[1].Value(0), std::log(2.0));
  const Matrix sign(complex[0], 0, 1, 1), log(complex[1], 0, 1, 1);
  EXPECT_EQ(sign(0, 0), Number(-1));
  EXPECT_EQ(log(0, 0), Number(std::log(2.0F)));
  const auto none = Slogdet(Array(ACL_FLOAT, {2, 0, 0}), ACL_FLOAT);
  EXPECT_TRUE(SameBits(none[0], ArrayOf(ACL_FLOAT, {2}, {1, 1})));
  EXPECT_TRUE(SameBits(none[1], ArrayOf(ACL_FLOAT, {2}, {0, 0})));
  EXPECT_EQ(Slogdet(Array(ACL_FLOAT, {0, 3, 3}), ACL_FLOAT)[0].size(), 0);
}

// Singular values

OperatorCall Svd(const Array& input, bool is_full, bool has_vectors = true) {
  Shape u = input.shape, v = input.shape, sigma = input.shape;
  const size_t last = u.size() - 1;
  const int64_t m = u[last - 1], n = u[last], k = std::min(m, n);
  u[last] = is_full ? m : k;
  v[last - 1] = n;
  v[last] = is_full ? n : k;
  sigma.pop_back();
  sigma[last - 1] = k;
  if (!has_vectors) u = v = {0};
  return {"aclnnSvd",
          {input, is_full ? 1.0 : 0.0, has_vectors ? 1.0 : 0.0, Array(input.dtype, sigma),
           Array(input.dtype, u), Array(input.dtype, v)}};
}

void CheckSvd(const Array& input) {
  SCOPED_TRACE(DtypeName(input.dtype) + " " + TextOf(input.shape));
  const Shape& shape = input.shape;
  const int64_t n = shape.back(), m = shape[shape.size() - 2], k = std::min(m, n);
  const double rounding = RoundingOf(input.dtype);
  const std::vector<Array> economic = RunCall(Svd(input, false)), full = RunCall(Svd(input, true)),
                           values = RunCall(Svd(input, false, false));
  EXPECT_TRUE(SameBits(economic[0], full[0]));
  for (int64_t batch = 0; batch < input.size() / (m * n); ++batch) {
    const Matrix a(input, batch, m, n), u(economic[1], batch, m, k), v(economic[2], batch, n, k);
    const Matrix all_u(full[1], batch, m, m), all_v(full[2], batch, n, n);
    const Matrix sigma(economic[0], batch, 1, k), alone(values[0], batch, 1, k);
    ExpectOrthogonalColumns(all_u, rounding, "u");
    ExpectOrthogonalColumns(all_v, rounding, "v");
    for (int64_t j = 0; j < k; ++j) {
      for (int64_t i = 0; i < m; ++i) ASSERT_EQ(u(i, j), all_u(i, j));
      for (int64_t i = 0; i < n; ++i) ASSERT_EQ(v(i, j), all_v(i, j));
      ASSERT_EQ(sigma(0, j).imag(), 0);
      ASSERT_GE(sigma(0, j).real(), 0);
      if (j > 0) {
        ASSERT_LE(sigma(0, j).real(), sigma(0, j - 1).real());
      }
      ASSERT_EQ(alone(0, j), sigma(0, j));
    }
    Matrix scaled = u;
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < k; ++j) scaled(i, j) *= sigma(0, j);
    }
    const long double bound = 4 * rounding * (k > 0 ? sigma(0, 0).real() : 0);
    ExpectNear(Product(scaled, Transposed(v, false)), a, bound, "u diag(sigma) v^T");
  }
}

TEST(SvdTest, AreExact) {
  for (const aclDataType dtype : kDtypesOfSvd) {
    for (const Shape& shape :
         {Shape{1, 1}, Shape{2, 2}, Shape{3, 3}, Shape{2, 7, 4}, Shape{4, 7}, Shape{1, 5},
          Shape{5, 1}, Shape{2, 1, 6, 6}, Shape{40, 33}, Shape{33, 60}}) {
      CheckSvd(Numbers(dtype, shape, 3));
    }
  }
}

// Products of matrices of few columns and few rows, zeros, equal values, equal columns.
TEST(SvdTest, MatricesOfLowRank) {
  for (const aclDataType dtype : kDtypesOfSvd) {
    CheckSvd(Array(dtype, {4, 3}));
    CheckSvd(Array(dtype, {3, 4}));
    Array equal = Numbers(dtype, {6, 5}, 8);
    const auto row = static_cast<size_t>(ItemBytes(dtype) * 5);
    for (size_t i = 1; i < 6; ++i) {
      std::copy_n(equal.bytes.data(), row, equal.bytes.data() + i * row);
    }
    CheckSvd(equal);
  }
  const Array first = Normal(ACL_DOUBLE, {20, 3}, 1), second = Normal(ACL_DOUBLE, {3, 15}, 2);
  CheckSvd(Array(ACL_DOUBLE, {20, 15}, [&](int64_t i) {
    double sum = 0;
    for (int64_t k = 0; k < 3; ++k) {
      sum += first.Value(i / 15 * 3 + k) * second.Value(k * 15 + i % 15);
    }
    return BitsOf(ACL_DOUBLE, sum);
  }));
  CheckSvd(Array(ACL_FLOAT, {9, 9}, [](int64_t i) {
    return BitsOf(ACL_FLOAT, i % 10 == 0 ? (i % 20 == 0 ? 2.0 : -2.0) : 0.0);
  }));
  // Sizes go down to where squares vanish.
  CheckSvd(Array(ACL_DOUBLE, {12, 12}, [](int64_t i) {
    const auto row = static_cast<int>(i / 12), column = static_cast<int>(i % 12);
    return BitsOf(ACL_DOUBLE, std::ldexp(1.0 + 0.1 * ((row * 5 + column * 7) % 11), -40 * column));
  }));
}

TEST(SvdTest, KnownValues) {
  const auto known = RunCall(Svd(ArrayOf(ACL_DOUBLE, {2, 3}, {0, 3, 0, -5, 0, 0}), true));
  EXPECT_NEAR(known[0].Value(0), 5, 1e-14);
  EXPECT_NEAR(known[0].Value(1), 3, 1e-14);
  for (const double scale : {0x1p1000, 0x1p-1000, 0x1p-1070}) {
    const auto scaled =
        RunCall(Svd(ArrayOf(ACL_DOUBLE, {2, 2}, {4 * scale, 0, 0, -7 * scale}), false));
    EXPECT_EQ(scaled[0].Value(0), 7 * scale);
    EXPECT_EQ(scaled[0].Value(1), 4 * scale);
  }
}

TEST(SvdTest, WhatIsNotFinite) {
  for (const double number : {kNan, kInfinity}) {
    const auto results =
        RunCall(Svd(ArrayOf(ACL_FLOAT, {2, 2, 2}, {1, 2, 3, number, 2, 0, 0, 1}), true));
    for (const Array& result : results) {
      const int64_t half = result.size() / 2;
      for (int64_t i = 0; i < 2 * half; ++i) {
        EXPECT_EQ(std::isnan(result.Value(i)), i < half) << i;
      }
    }
  }
}

TEST(SvdTest, NoRowsOrColumns) {
  for (const bool is_full : {false, true}) {
    RunCall(Svd(Array(ACL_FLOAT, {0, 3, 2}), is_full));
    RunCall(Svd(Array(ACL_FLOAT, {0, 3, 2}), is_full, false));
  }
  RunCall(Svd(Array(ACL_FLOAT, {2, 0}), false));
  const Array one = ArrayOf(ACL_FLOAT, {2, 2}, {1, 0, 0, 1});
  EXPECT_TRUE(SameBits(RunCall(Svd(Array(ACL_FLOAT, {2, 0}), true))[1], one));
  EXPECT_TRUE(SameBits(RunCall(Svd(Array(ACL_FLOAT, {0, 2}), true))[2], one));
}

// Enough to be shared among threads.
TEST(FactorsTest, SameBitsInAllSettings) {
  ExpectSameBitsInAllSettings(Cholesky(Definite(ACL_FLOAT, {}, 300), false));
  ExpectSameBitsInAllSettings(Qr(Normal(ACL_DOUBLE, {150, 300}, 1), kComplete));
  ExpectSameBitsInAllSettings(Svd(Normal(ACL_DOUBLE, {70, 80}, 1), false));
  ExpectSameBitsInAllSettings(Svd(Numbers(ACL_COMPLEX64, {9, 20, 10}, 1), true));
}

}  // namespace
}  // namespace openaclnn::test

// Systems whose matrix is a triangle, next to their solution in long double, and their layouts.
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kinds/product/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"

namespace openaclnn::test {
namespace {

struct System {
  aclDataType dtype = ACL_FLOAT;
  int64_t size = 1, columns = 1;
  Shape right_batches = {}, matrix_batches = {}, batches = {};  // of both
  bool is_upper = false, is_transposed = false, has_ones = false;
  Array right, matrix;

  static Shape Of(Shape batches, int64_t rows, int64_t columns) {
    batches.push_back(rows);
    batches.push_back(columns);
    return batches;
  }
  // Diagonals far from 0, and NaNs beyond the triangle.
  void Fill() {
    right = Normal(dtype, Of(right_batches, size, columns), 1);
    const Array any = Normal(dtype, Of(matrix_batches, size, size), 2);
    matrix = {dtype, any.shape, [&](int64_t i) {
                const int64_t row = i / size % size, column = i % size;
                if (row == column) return BitsOf(dtype, has_ones ? NAN : 3 + any.Value(i) / 4);
                const bool counts = is_upper ? column > row : column < row;
                return counts ? any.Bits(i) : BitsOf(dtype, NAN);
              }};
  }
  OperatorCall Call() const {
    return {"aclnnTriangularSolve",
            {right, matrix, is_upper ? 1.0 : 0.0, is_transposed ? 1.0 : 0.0, has_ones ? 1.0 : 0.0,
             Array(dtype, Of(batches, size, columns)), Array(dtype, Of(batches, size, size))}};
  }
};

void Check(System system) {
  system.Fill();
  const std::vector<Array> results = RunCall(system.Call());
  const int64_t n = system.size, columns = system.columns;
  const Array right = Expanded(system.right, results[0].shape),
              matrix = Expanded(system.matrix, results[1].shape);
  for (int64_t batch = 0; batch < CountOf(system.batches); ++batch) {
    const auto triangle = [&](int64_t row, int64_t column) -> long double {
      if (system.is_transposed) std::swap(row, column);
      return matrix.Value((batch * n + row) * n + column);
    };
    const bool from_above = system.is_upper == system.is_transposed;
    for (int64_t c = 0; c < columns; ++c) {
      std::vector<long double> x(static_cast<size_t>(n));
      for (int64_t step = 0; step < n; ++step) {
        const int64_t row = from_above ? step : n - 1 - step;
        long double sum = right.Value((batch * n + row) * columns + c);
        for (int64_t before = 0; before < step; ++before) {
          const int64_t other = from_above ? before : n - 1 - before;
          sum -= triangle(row, other) * x[static_cast<size_t>(other)];
        }
        x[static_cast<size_t>(row)] = system.has_ones ? sum : sum / triangle(row, row);
      }
      for (int64_t row = 0; row < n; ++row) {
        const auto exact = static_cast<double>(x[static_cast<size_t>(row)]);
        const double ulp = system.dtype == ACL_FLOAT ? 0x1p-23 : 0x1p-40;
        ASSERT_NEAR(results[0].Value((batch * n + row) * columns + c), exact,
                    std::fabs(exact) * ulp + 1e-12);
      }
    }
    for (int64_t i = 0; i < n * n; ++i) {
      const bool is_kept = system.is_upper ? i % n >= i / n : i % n <= i / n;
      ASSERT_EQ(results[1].Bits(batch * n * n + i), is_kept ? matrix.Bits(batch * n * n + i) : 0);
    }
  }
}

TEST(TriangularTest, Triangles) {
  for (const bool is_upper : {false, true}) {
    for (const bool is_transposed : {false, true}) {
      for (const bool has_ones : {false, true}) {
        System system;
        system.size = has_ones ? 5 : 13;
        system.columns = 70;
        system.is_upper = is_upper;
        system.is_transposed = is_transposed;
        system.has_ones = has_ones;
        Check(system);
        system.dtype = ACL_DOUBLE;
        Check(system);
      }
    }
  }
}

TEST(TriangularTest, BatchesBroadcast) {
  System system;
  system.size = 4;
  system.columns = 3;
  system.right_batches = {2, 1};
  system.matrix_batches = {3};
  system.batches = {2, 3};
  Check(system);
}

TEST(TriangularTest, TakesAnyLayout) {
  System system;
  system.size = 6;
  system.columns = 5;
  system.Fill();
  ExpectSameBitsInAllLayouts(system.Call());
  system.size = 60;
  system.columns = 200;
  system.Fill();
  ExpectSameBitsInAllSettings(system.Call());
}

TEST(TriangularTest, NothingToSolve) {
  System system;
  for (const auto& [size, columns] : {std::pair{0, 3}, {3, 0}}) {
    system.size = size;
    system.columns = columns;
    Check(system);
  }
}

}  // namespace
}  // namespace openaclnn::test

// Diagonals of matrices, matrices with elements on a diagonal, diagonals that are filled, and
// tensors that are filled by one of a single element.
#include <algorithm>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::diag_test {
namespace {

constexpr aclDataType kDtypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                   ACL_UINT8, ACL_INT16,   ACL_INT32, ACL_INT64,  ACL_BOOL};

Array Patterns(aclDataType dtype, const Shape& shape) {
  if (dtype != ACL_BOOL) return RandomPatterns(dtype, shape, 1);
  return Array(dtype, shape, [](int64_t i) { return static_cast<uint64_t>(i % 3 == 0); });
}

void ExpectBits(const OperatorCall& call, const Array& expected) {
  const std::vector<Array> results = RunCall(call);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(SameBits(results[0], expected));
  ExpectSameBitsInAllLayouts(call);
}

TEST(DiagTest, OfMatrices) {
  for (const aclDataType dtype : kDtypes) {
    for (const Shape& shape : {Shape{1, 1}, Shape{4, 7}, Shape{9, 5}, Shape{0, 3}}) {
      for (const int64_t diagonal : {int64_t{0}, int64_t{2}, int64_t{-3}, shape[1], -shape[0],
                                     int64_t{100}, int64_t{-100}}) {
        SCOPED_TRACE(DtypeName(dtype) + TextOf(shape) + ", " + std::to_string(diagonal));
        const Array self = Patterns(dtype, shape);
        std::vector<uint64_t> bits;
        for (int64_t row = 0; row < shape[0]; ++row) {
          const int64_t column = row + diagonal;
          if (column >= 0 && column < shape[1]) bits.push_back(self.Bits(row * shape[1] + column));
        }
        const Array expected(dtype, {static_cast<int64_t>(bits.size())},
                             [&](int64_t i) { return bits[static_cast<size_t>(i)]; });
        const Array given =
            RunCall(
                {"aclnnDiag", {self, static_cast<double>(diagonal), Array(dtype, expected.shape)}})
                .at(0);
        EXPECT_TRUE(SameBits(given, expected));
      }
    }
  }
}

// The matrix with the elements on a diagonal.
Array MatrixOf(const Array& elements, int64_t diagonal) {
  const int64_t count = elements.size(), size = count + std::abs(diagonal);
  return Array(elements.dtype, {size, size}, [&](int64_t i) {
    const int64_t row = i / size, column = i % size;
    const int64_t element = std::min(row, column);
    return column - row == diagonal && element < count ? elements.Bits(element) : 0;
  });
}

TEST(DiagTest, OfVectorsAndOfAllElements) {
  for (const aclDataType dtype : kDtypes) {
    for (const Shape& shape :
         {Shape{}, Shape{1}, Shape{5}, Shape{0}, Shape{2, 3}, Shape{2, 2, 2}}) {
      for (const int64_t diagonal : {0, 2, -3}) {
        SCOPED_TRACE(DtypeName(dtype) + TextOf(shape) + ", " + std::to_string(diagonal));
        const Array self = Patterns(dtype, shape), expected = MatrixOf(self, diagonal);
        const auto by = static_cast<double>(diagonal);
        const Array out(dtype, expected.shape);
        EXPECT_TRUE(SameBits(RunCall({"aclnnDiagFlat", {self, by, out}}).at(0), expected));
        if (shape.size() > 1) continue;
        EXPECT_TRUE(SameBits(RunCall({"aclnnDiag", {self, by, out}}).at(0), expected));
      }
    }
  }
}

TEST(DiagTest, AnyLayout) {
  const Array matrix = Patterns(ACL_INT16, {6, 9}), vector = Patterns(ACL_FLOAT, {5});
  const Array cube = Patterns(ACL_FLOAT, {2, 3, 2});
  ExpectSameBitsInAllLayouts({"aclnnDiag", {matrix, 1.0, Array(ACL_INT16, {6})}});
  ExpectSameBitsInAllLayouts({"aclnnDiag", {vector, -2.0, Array(ACL_FLOAT, {7, 7})}});
  ExpectBits({"aclnnDiagFlat", {cube, 1.0, Array(ACL_FLOAT, {13, 13})}}, MatrixOf(cube, 1));
}

TEST(FillDiagonalTest, MatricesAndMoreAxes) {
  for (const aclDataType dtype : kDtypes) {
    for (const Shape& shape : {Shape{1, 1}, Shape{4, 7}, Shape{7, 4}, Shape{10, 3}, Shape{11, 1},
                               Shape{8, 3}, Shape{3, 3, 3}, Shape{0, 0, 0}, Shape{0, 4}}) {
      for (const bool wraps : {false, true}) {
        SCOPED_TRACE(DtypeName(dtype) + TextOf(shape) + (wraps ? ", wrapped" : ""));
        const Array self = Patterns(dtype, shape);
        const int64_t columns = shape.back();
        const Array expected(dtype, shape, [&](int64_t i) {
          const int64_t last = i % std::max<int64_t>(1, columns);
          const int64_t row = i / std::max<int64_t>(1, columns) % shape[shape.size() - 2];
          const bool is_diagonal = shape.size() == 3 ? last == row && row == i / (columns * columns)
                                   : wraps           ? row % (columns + 1) == last
                                                     : row == last;
          return is_diagonal ? BitsOf(dtype, 1) : self.Bits(i);
        });
        const double wrap = wraps ? 1 : 0;
        ExpectBits({"aclnnInplaceFillDiagonal", {self, {1.0, ACL_INT64}, wrap}}, expected);
      }
    }
  }
}

TEST(FillTensorTest, ConvertsTheNumber) {
  for (const aclDataType dtype : kDtypes) {
    for (const aclDataType of : {ACL_FLOAT, ACL_DOUBLE, ACL_INT8, ACL_INT64, ACL_BOOL}) {
      for (const Shape& one : {Shape{}, Shape{1}}) {
        SCOPED_TRACE(DtypeName(dtype) + " of " + DtypeName(of));
        const Array value = ArrayOf(of, one, {of == ACL_BOOL ? 1 : 2.75});
        const Array number = RunCall({"aclnnCast", {value, {0.0, dtype}, Array(dtype, one)}}).at(0);
        const Array expected(dtype, {3, 5}, [&](int64_t /*i*/) { return number.Bits(0); });
        ExpectBits({"aclnnInplaceFillTensor", {Patterns(dtype, {3, 5}), value}}, expected);
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::diag_test

// softmax, log_softmax, their gradients and the cross entropy, row by row.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/formulas/inputs.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/format.h"
#include "tests/oracle/real.h"
#include "tests/oracle/rows.h"
#include "tests/sanitized.h"

namespace openaclnn::test::softmax_test {
namespace {

using oracle::Real;
using oracle::Row;

// How elements of a row are found in an array: `inner` elements lie between its neighbours.
struct Rows {
  Rows(const Shape& shape, int64_t dim) {
    const auto rank = static_cast<int64_t>(shape.size());
    const int64_t axis = dim < 0 ? dim + std::max<int64_t>(1, rank) : dim;
    for (int64_t a = 0; a < rank; ++a) {
      (a < axis ? outer : a == axis ? length : inner) *= shape[static_cast<size_t>(a)];
    }
  }
  int64_t At(int64_t row, int64_t i) const {
    return (row / inner * length + i) * inner + row % inner;
  }
  int64_t outer = 1, length = 1, inner = 1;
};

struct Bounds {
  double ulp;
  aclDataType unit = ACL_DT_UNDEFINED;  // whose last place counts, if not the output's
};

void ExpectRows(const OperatorCall& call, int64_t dim, oracle::RowsDefinition exact,
                const Bounds& bounds, bool on_all_targets = true) {
  const Array result = on_all_targets ? RunCall(call).at(0) : RunOnce(call).at(0);
  const Rows rows(result.shape, dim);
  const oracle::Format format = FormatOf(result.dtype);
  const oracle::Format unit = bounds.unit == ACL_DT_UNDEFINED ? format : FormatOf(bounds.unit);
  std::vector<Row> inputs(InputsOf(call).size(), Row(static_cast<size_t>(rows.length)));
  double worst = 0;
  std::string where;
  for (int64_t row = 0; row < rows.outer * rows.inner; ++row) {
    for (size_t k = 0; k < inputs.size(); ++k) {
      const Array& input = call.arguments[InputsOf(call)[k]].array;
      for (int64_t i = 0; i < rows.length; ++i) {
        inputs[k][static_cast<size_t>(i)] = input.Value(rows.At(row, i));
      }
    }
    const std::vector<oracle::RowValue> values = exact(inputs).elements;
    for (int64_t i = 0; i < rows.length; ++i) {
      const auto& [value, slack] = values[static_cast<size_t>(i)];
      const double actual = result.Value(rows.At(row, i));
      // Within the slack whatever the exact value is.
      const bool is_close = slack > 0 && Abs(Real(actual) - value) <= Real(slack);
      double error = is_close ? 0 : oracle::UlpError(actual, value, unit);
      if (!is_close && slack > 0 && std::isfinite(error)) {
        const Real nearer = actual < value.ToDouble() ? value - Real(slack) : value + Real(slack);
        error = oracle::UlpError(actual, nearer, unit);
      }
      if (!(error <= worst)) {
        worst = error;
        where = "element " + std::to_string(i) + " of row " + std::to_string(row) + " is " +
                std::to_string(actual) + ", exactly " + std::to_string(value.ToDouble());
      }
    }
  }
  EXPECT_LE(worst, bounds.ulp) << call.name << " of " << TextOf(result.shape) << " along " << dim
                               << " in " << DtypeName(result.dtype) << ": " << where;
}

// Numbers of which there are few different ones, of a size that makes some underflow.
Array Elements(aclDataType dtype, const Shape& shape, uint32_t seed, double size) {
  Random random(seed);
  Row few(64);
  for (double& x : few) x = random.Uniform(-size, size);
  return Array(dtype, shape, [&](int64_t) { return BitsOf(dtype, few[random.Bits() % 64]); });
}

struct RowsOperator {
  const char* name;
  oracle::RowsDefinition exact;
  bool has_double;
  double ulp;
};
void PrintTo(const RowsOperator& op, std::ostream* out) { *out << op.name; }

OperatorCall CallOf(const RowsOperator& op, const std::vector<Array>& inputs, int64_t dim,
                    aclDataType out) {
  OperatorCall call = {op.name, {}};
  for (const Array& input : inputs) call.arguments.emplace_back(input);
  call.arguments.emplace_back(static_cast<double>(dim));
  call.arguments.emplace_back(Array(out, inputs[0].shape));
  return call;
}

OperatorCall AnyCallOf(const RowsOperator& op, aclDataType dtype, const Shape& shape, int64_t dim,
                       uint32_t seed, double size = 20) {
  std::vector<Array> inputs = {Elements(dtype, shape, seed, size)};
  if (!op.has_double) inputs.push_back(Elements(dtype, shape, seed + 1, 3));
  return CallOf(op, inputs, dim, dtype);
}

class SoftmaxTest : public testing::TestWithParam<RowsOperator> {
 protected:
  Bounds BoundsOf(aclDataType dtype, int64_t length) const {
    if (dtype == ACL_DOUBLE) return {4 + std::log2(static_cast<double>(length))};
    // What is rounded from a value within that of a float.
    return {dtype == ACL_FLOAT ? GetParam().ulp : 0.51};
  }
  std::vector<aclDataType> Dtypes() const {
    if (!GetParam().has_double) return {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
    return {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
  }
};

TEST_P(SoftmaxTest, AlongAnyAxis) {
  for (const aclDataType dtype : Dtypes()) {
    for (const Shape& shape : {Shape{}, Shape{1}, Shape{7}, Shape{37}, Shape{1030}, Shape{5, 33},
                               Shape{3, 65, 4}, Shape{2, 1, 3, 20}}) {
      const auto rank = std::max<int64_t>(1, static_cast<int64_t>(shape.size()));
      for (int64_t dim = -rank; dim < rank; ++dim) {
        for (const double size : {0.001, 20.0, 200.0}) {
          const OperatorCall call = AnyCallOf(GetParam(), dtype, shape, dim, 1, size);
          const Rows rows(shape, dim);
          ExpectRows(call, dim, GetParam().exact, BoundsOf(dtype, rows.length));
        }
      }
    }
  }
}

TEST_P(SoftmaxTest, LongRows) {
  for (const aclDataType dtype : Dtypes()) {
    for (const auto& [shape, dim] : {std::pair(Shape{5000}, 0),
                                     {Shape{2, 2100, 3}, 1},
                                     {Shape{17000, 2}, 0},
                                     {Shape{2, 40000}, 1}}) {
      const OperatorCall call = AnyCallOf(GetParam(), dtype, shape, dim, 2);
      const Rows rows(shape, dim);
      ExpectRows(call, dim, GetParam().exact, BoundsOf(dtype, rows.length));
    }
  }
}

TEST_P(SoftmaxTest, ManyElements) {
  constexpr int64_t kMany = int64_t{1} << (kIsSanitized ? 17 : 20);
  const OperatorCall call = AnyCallOf(GetParam(), ACL_FLOAT, {kMany}, 0, 3, 2);
  ExpectRows(call, 0, GetParam().exact, BoundsOf(ACL_FLOAT, kMany), false);
}

// The largest and smallest floats, next to each other and next to others.
TEST_P(SoftmaxTest, NumbersOfAnySize) {
  for (const aclDataType dtype : Dtypes()) {
    const double largest = ValueOf(dtype, dtype == ACL_FLOAT16 ? 0x7bff
                                          : dtype == ACL_BF16  ? 0x7f7f
                                          : dtype == ACL_FLOAT ? 0x7f7fffff
                                                               : 0x7fefffffffffffff);
    const double least = ValueOf(dtype, 1);
    const std::vector<double> numbers = {largest, -largest, least, -least, 0,  -0.0,   1, -1,
                                         90,      -90,      104,   -104,   88, 0.3333, 5, 710};
    for (size_t first = 0; first < numbers.size(); ++first) {
      for (size_t count = 1; count <= 4; ++count) {
        Row row;
        for (size_t i = 0; i < count; ++i) row.push_back(numbers[(first + i * 5) % 16]);
        std::vector<Array> inputs = {ArrayOf(dtype, row)};
        if (!GetParam().has_double) {
          for (double& x : row) x = std::fmin(x, 50);
          inputs.push_back(ArrayOf(dtype, row));
        }
        const OperatorCall call = CallOf(GetParam(), inputs, 0, dtype);
        ExpectRows(call, 0, GetParam().exact, BoundsOf(dtype, 4));
      }
    }
  }
}

TEST_P(SoftmaxTest, DtypesOfResults) {
  const Shape shape = {4, 70};
  for (const aclDataType from : Dtypes()) {
    for (const aclDataType to : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      if (from == to || (!GetParam().has_double && to != ACL_DOUBLE)) continue;
      std::vector<Array> inputs = {Elements(from, shape, 4, 10)};
      if (!GetParam().has_double) inputs.push_back(Elements(from, shape, 5, 3));
      const OperatorCall call = CallOf(GetParam(), inputs, 1, to);
      const bool is_float = to == ACL_DOUBLE || to == ACL_FLOAT;
      ExpectRows(call, 1, GetParam().exact,
                 {is_float ? GetParam().ulp : 0.51, is_float ? ACL_FLOAT : to});
    }
  }
}

TEST_P(SoftmaxTest, SameBitsInAllSettings) {
  for (const auto& [shape, dim] : {std::pair(Shape{70000}, 0),
                                   {Shape{3, 40000}, 1},
                                   {Shape{20000, 3}, 0},
                                   {Shape{5000, 40}, 0},
                                   {Shape{3, 1500, 20}, 1},
                                   {Shape{700, 33}, 1},
                                   {Shape{2, 6000}, -1}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
      SCOPED_TRACE(TextOf(shape));
      ExpectSameBitsInAllSettings(AnyCallOf(GetParam(), dtype, shape, dim, 6));
    }
  }
}

// A row is what it is alone, wherever it lies and whatever lies next to it.
TEST_P(SoftmaxTest, RowsAreIndependent) {
  for (const int64_t length : {1, 31, 32, 33, 1023, 1024, 1025, 4097, 33000}) {
    const Array first = Elements(ACL_FLOAT, {length}, 7, 9),
                second = Elements(ACL_FLOAT, {length}, 8, 9);
    const auto inputs = [&](const Shape& shape, const std::function<int64_t(int64_t)>& place) {
      std::vector<Array> arrays;
      for (const Array& from : {first, second}) {
        arrays.push_back(Array(ACL_FLOAT, shape, [&](int64_t i) { return from.Bits(place(i)); }));
      }
      if (GetParam().has_double) arrays.pop_back();
      return arrays;
    };
    const auto run = [&](const Shape& shape, int64_t dim, const auto& place) {
      return RunOnce(CallOf(GetParam(), inputs(shape, place), dim, ACL_FLOAT)).at(0);
    };
    const Array alone = run({length}, 0, [](int64_t i) { return i; });
    const Array last = run({3, length}, 1, [&](int64_t i) { return i % length; });
    const Array across = run({length, 5}, 0, [&](int64_t i) { return i / 5; });
    for (int64_t i = 0; i < length; ++i) {
      for (int64_t r = 0; r < 3; ++r) ASSERT_EQ(last.Bits(r * length + i), alone.Bits(i)) << i;
      for (int64_t r = 0; r < 5; ++r) ASSERT_EQ(across.Bits(i * 5 + r), alone.Bits(i)) << i;
    }
  }
}

// Rows whose elements lie side by side are what they are one after the other, whatever is in them.
TEST_P(SoftmaxTest, RowsAbreast) {
  constexpr int64_t kRows = 150;
  const double specials[] = {-kInfinity, kInfinity, kNan, -0.0, 30000, -30000, 0};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t length : {2, 31, 32, 33, 200, 1024, 1500}) {
      SCOPED_TRACE(std::string(DtypeName(dtype)) + ", rows of " + std::to_string(length));
      Random random(static_cast<uint32_t>(length));
      std::vector<Row> inputs(GetParam().has_double ? 1 : 2);
      for (Row& input : inputs) {
        for (int64_t row = 0; row < kRows; ++row) {
          // Sizes whose results are small, large, or cancel, and rows of zeros.
          const double size = row % 9 == 4 ? 0 : std::ldexp(9, static_cast<int>(row % 7) - 4);
          for (int64_t i = 0; i < length; ++i) input.push_back(random.Uniform(-size, size));
          if (row % 5 == 2) {
            const auto at = static_cast<size_t>(row * length + random.Bits() % length);
            input[at] = specials[static_cast<size_t>(row / 5) % std::size(specials)];
          }
        }
      }
      const auto run = [&](const Shape& shape, int64_t dim, const auto& place) {
        std::vector<Array> arrays;
        for (const Row& input : inputs) {
          arrays.emplace_back(dtype, shape, [&](int64_t i) {
            return BitsOf(dtype, input[static_cast<size_t>(place(i))]);
          });
        }
        return RunCall(CallOf(GetParam(), arrays, dim, dtype)).at(0);
      };
      const Array after = run({kRows, length}, 1, [](int64_t i) { return i; });
      const Array abreast =
          run({length, kRows}, 0, [&](int64_t i) { return i % kRows * length + i / kRows; });
      for (int64_t row = 0; row < kRows; ++row) {
        for (int64_t i = 0; i < length; ++i) {
          const int64_t a = row * length + i, b = i * kRows + row;
          if (std::isnan(after.Value(a)) && std::isnan(abreast.Value(b))) continue;
          ASSERT_EQ(abreast.Bits(b), after.Bits(a)) << "element " << i << " of row " << row;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Operators, SoftmaxTest,
    testing::Values(RowsOperator{"aclnnSoftmax", oracle::Softmax, true, 1},
                    RowsOperator{"aclnnLogSoftmax", oracle::LogSoftmax, true, 1},
                    RowsOperator{"aclnnSoftmaxBackward", oracle::SoftmaxBackward, false, 0.51},
                    RowsOperator{"aclnnLogSoftmaxBackward", oracle::LogSoftmaxBackward, false,
                                 0.51}),
    [](const auto& test) { return std::string(test.param.name); });

// Rows of the results of an operator of one input.
Row ResultOf(const char* name, aclDataType dtype, const Row& row) {
  const Array self = ArrayOf(dtype, row);
  const Array result = RunCall({name, {self, 0.0, Array(dtype, self.shape)}}).at(0);
  Row values;
  for (int64_t i = 0; i < result.size(); ++i) values.push_back(result.Value(i));
  return values;
}

TEST(SoftmaxRowsTest, SpecialValues) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    SCOPED_TRACE(DtypeName(dtype));
    for (const char* const name : {"aclnnSoftmax", "aclnnLogSoftmax"}) {
      for (const Row& row : {Row{kNan}, Row{1, kNan, 2}, Row{kInfinity}, Row{1, kInfinity},
                             Row{-kInfinity}, Row{-kInfinity, -kInfinity}, Row{kNan, -kInfinity},
                             Row{kInfinity, kNan}, Row{kInfinity, -kInfinity}}) {
        for (const double value : ResultOf(name, dtype, row))
          EXPECT_TRUE(std::isnan(value)) << name;
        // In another chunk than those that are finite.
        Row longer(1500, 0.5);
        longer.insert(longer.end(), row.begin(), row.end());
        const bool stays_finite =
            std::ranges::all_of(row, [](double x) { return x == -kInfinity; });
        for (const double value : ResultOf(name, dtype, longer)) {
          EXPECT_EQ(std::isnan(value), !stays_finite) << name;
        }
      }
    }
    EXPECT_EQ(ResultOf("aclnnSoftmax", dtype, {-3.5}), Row{1});
    EXPECT_EQ(ResultOf("aclnnSoftmax", dtype, {-kInfinity, 2, -kInfinity}), (Row{0, 1, 0}));
    EXPECT_EQ(ResultOf("aclnnLogSoftmax", dtype, {-kInfinity, 2}), (Row{-kInfinity, 0}));
    for (const double x : {-3.5, 0.0, -0.0}) {
      EXPECT_FALSE(std::signbit(ResultOf("aclnnLogSoftmax", dtype, {x})[0]));
      EXPECT_FALSE(std::signbit(ResultOf("aclnnLogSoftmax", dtype, {x, -kInfinity})[0]));
    }
    // However small what is next to the maximum, as far as a double has it.
    for (const double x : {-3.0, 100.0, 126.0, dtype == ACL_DOUBLE ? 500.0 : 60000.0}) {
      EXPECT_TRUE(std::signbit(ResultOf("aclnnLogSoftmax", dtype, {x, -200})[0])) << x;
    }
    // A chunk of nothing but -inf before the others.
    Row row(1024, -kInfinity);
    row.push_back(3);
    EXPECT_EQ(ResultOf("aclnnSoftmax", dtype, row).back(), 1);
    EXPECT_EQ(ResultOf("aclnnSoftmax", dtype, row).front(), 0);
    EXPECT_EQ(ResultOf("aclnnLogSoftmax", dtype, row).back(), 0);
  }
}

// Rows of 2^24 elements; equal ones have equal results.
TEST(SoftmaxRowsTest, TheLongestRows) {
  constexpr int64_t kElements = int64_t{1} << 24;
  const auto which = [](int64_t i) { return static_cast<uint32_t>(i * 2654435761) >> 26; };
  Random random(9);
  Row few(64);
  for (double& x : few) x = static_cast<float>(random.Uniform(-3, 3));
  const double max = std::ranges::max(few);
  std::vector<int64_t> first(few.size(), -1), count(few.size());
  const Array self(ACL_FLOAT, {kElements}, [&](int64_t i) {
    const uint32_t k = which(i);
    if (count[k]++ == 0) first[k] = i;
    return std::bit_cast<uint32_t>(static_cast<float>(few[k]));
  });
  Real sum = 0.0;
  for (size_t k = 0; k < few.size(); ++k) {
    sum = sum + Real(static_cast<double>(count[k])) * Exp(Real(few[k]) - Real(max));
  }
  for (const std::string name : {"aclnnSoftmax", "aclnnLogSoftmax"}) {
    const Array result = RunOnce({name, {self, 0.0, Array(ACL_FLOAT, self.shape)}}).at(0);
    std::vector<uint64_t> expected;
    for (size_t k = 0; k < few.size(); ++k) {
      const Real z = Real(few[k]) - Real(max);
      const Real exact = name == "aclnnSoftmax" ? Exp(z) / sum : z - Log1p(sum - Real(1));
      EXPECT_LE(oracle::UlpError(result.Value(first[k]), exact, FormatOf(ACL_FLOAT)), 1) << name;
      expected.push_back(result.Bits(first[k]));
    }
    EXPECT_TRUE(SameBits(
        result, Array(ACL_FLOAT, self.shape, [&](int64_t i) { return expected[which(i)]; })))
        << name;
  }
}

// The maximum is far from 0, where the differences are taken from it, next to it, and in another
// chunk than others.
TEST(SoftmaxRowsTest, MaximaFarFromZero) {
  for (const double max : {16383.5, 16384.0, 16385.0, 20000.25, 1e6, 3e9, 1e30}) {
    Row row;
    for (int i = 0; i < 2500; ++i) row.push_back(static_cast<float>(max - i * 0.13));
    row.insert(row.begin() + 1024, 1024, -max);
    row.push_back(16000);
    const Array self = ArrayOf(ACL_FLOAT, row);
    const std::map<const char*, oracle::RowsDefinition> operators = {
        {"aclnnSoftmax", oracle::Softmax}, {"aclnnLogSoftmax", oracle::LogSoftmax}};
    for (const auto& [name, exact] : operators) {
      ExpectRows({name, {self, 0.0, Array(ACL_FLOAT, self.shape)}}, 0, exact, {1});
    }
  }
}

// log(1 + s) for a sum s that 1 + s does not hold.
TEST(SoftmaxRowsTest, TheMaximumKeepsItsDigits) {
  EXPECT_EQ(ResultOf("aclnnLogSoftmax", ACL_FLOAT, {100, 0}),
            (Row{static_cast<float>(-std::exp(-100.0)), -100}));
  EXPECT_EQ(ResultOf("aclnnLogSoftmax", ACL_DOUBLE, {300, 0})[0], -std::exp(-300.0));
}

TEST(SoftmaxRowsTest, SpecialValuesOfGradients) {
  const auto run = [](const char* name, const Row& grad, const Row& y) {
    const Array result = RunCall({name,
                                  {ArrayOf(ACL_FLOAT, grad), ArrayOf(ACL_FLOAT, y), 0.0,
                                   Array(ACL_FLOAT, {static_cast<int64_t>(y.size())})}})
                             .at(0);
    return Row{result.Value(0), result.Value(1)};
  };
  const auto is_nan = [](const Row& row) { return std::isnan(row[0]) && std::isnan(row[1]); };
  EXPECT_TRUE(is_nan(run("aclnnSoftmaxBackward", {1, kNan}, {0.5, 0.5})));
  EXPECT_TRUE(is_nan(run("aclnnSoftmaxBackward", {1, kInfinity}, {1, 0})));
  EXPECT_EQ(run("aclnnSoftmaxBackward", {1, 1e38}, {0.5, kInfinity}),
            (Row{-kInfinity, -kInfinity}));
  EXPECT_TRUE(is_nan(run("aclnnLogSoftmaxBackward", {1, kNan}, {-1, -1})));
  EXPECT_EQ(run("aclnnLogSoftmaxBackward", {1, 2}, {-kInfinity, 0}), (Row{1, -1}));
  EXPECT_EQ(run("aclnnLogSoftmaxBackward", {1, 2}, {kInfinity, 1e30}),
            (Row{-kInfinity, -kInfinity}));
  EXPECT_EQ(run("aclnnLogSoftmaxBackward", {-1, -2}, {kInfinity, 1e30}),
            (Row{kInfinity, kInfinity}));
  EXPECT_EQ(run("aclnnLogSoftmaxBackward", {kInfinity, 1}, {-1, -1e30})[1], -kInfinity);
  EXPECT_TRUE(std::isnan(run("aclnnLogSoftmaxBackward", {kInfinity, 1}, {-1, -1e30})[0]));
  EXPECT_TRUE(std::isnan(run("aclnnLogSoftmaxBackward", {kInfinity, 1}, {-1, -kInfinity})[1]));
}

// Also of rows that are summed and mapped in other ways.
TEST(SoftmaxRowsTest, ResultsOfZeroHaveSigns) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t columns : {5, 32, 100}) {
      Row grad, y;
      for (int64_t i = 0; i < columns; ++i) {
        grad.push_back(i % 2 == 0 ? 2 : -2);
        y.push_back(i % 4 < 2 ? 0.0 : -0.0);
      }
      grad[0] = y[0] = 1;  // the sum
      const Array result =
          RunCall({"aclnnSoftmaxBackward",
                   {ArrayOf(dtype, grad), ArrayOf(dtype, y), 0.0, Array(dtype, {columns})}})
              .at(0);
      EXPECT_EQ(result.Value(0), 0);
      for (int64_t i = 1; i < columns; ++i) {
        const double expected = y[static_cast<size_t>(i)] * (grad[static_cast<size_t>(i)] - 1);
        EXPECT_EQ(result.Value(i), 0);
        EXPECT_EQ(std::signbit(result.Value(i)), std::signbit(expected)) << columns << ", " << i;
      }
    }
  }
}

// Where one element dominates its row, the exact result at it is -log(1 + s) for a sum s that no
// format holds, but which is not 0. Whatever way the row is summed and mapped in.
TEST(SoftmaxRowsTest, ResultsThatUnderflowKeepTheirSign) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    SCOPED_TRACE(DtypeName(dtype));
    for (const int64_t columns : {2, 5, 32, 100, 3000}) {
      for (const double max : {0.0, 1.0, -16.0, 20000.0}) {
        for (const int64_t axis : {0, 1}) {
          // Rows whose last element is the largest by 2000, and those where no other is finite.
          const Shape shape = axis == 1 ? Shape{40, columns} : Shape{columns, 40};
          std::vector<double> x;
          for (int64_t i = 0; i < 40 * columns; ++i) {
            const int64_t row = axis == 1 ? i / columns : i % 40;
            const int64_t column = axis == 1 ? i % columns : i / 40;
            const double other = row % 2 == 0 ? max - 2000 : -kInfinity;
            x.push_back(column == columns - 1 ? max : other);
          }
          const Array result =
              RunCall({"aclnnLogSoftmax",
                       {ArrayOf(dtype, shape, x), static_cast<double>(axis), Array(dtype, shape)}})
                  .at(0);
          for (int64_t row = 0; row < 40; ++row) {
            const int64_t last = axis == 1 ? (row + 1) * columns - 1 : (columns - 1) * 40 + row;
            EXPECT_EQ(result.Value(last), 0);
            EXPECT_EQ(std::signbit(result.Value(last)), row % 2 == 0)
                << max << ", axis " << axis << ", " << columns << " columns";
          }
        }
      }
    }
  }
}

// grad - e^y sum where grad is 0 and the power underflows.
TEST(SoftmaxRowsTest, GradientsThatUnderflowKeepTheirSign) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t columns : {5, 32, 100}) {
      for (const double sum : {1.0, -1.0, 0x1p-20, -3e4}) {
        const auto count = static_cast<size_t>(columns);
        Row grad(count, 0.0), y(count, -1000.0);
        grad[0] = sum;
        for (size_t i = 1; i < count; i += 2) grad[i] = -0.0;
        y[2] = -80;
        y[3] = y[4] = -kInfinity;
        const Array result =
            RunCall({"aclnnLogSoftmaxBackward",
                     {ArrayOf(dtype, grad), ArrayOf(dtype, y), 0.0, Array(dtype, {columns})}})
                .at(0);
        for (int64_t i = 1; i < columns; ++i) {
          SCOPED_TRACE(testing::Message() << DtypeName(dtype) << ", sum " << sum << ", " << i);
          const double zero = grad[static_cast<size_t>(i)] - 0 * sum;
          const bool is_negative = i == 3 || i == 4 ? std::signbit(zero) : sum > 0;
          EXPECT_EQ(std::signbit(result.Value(i)), is_negative);
        }
      }
    }
  }
}

OperatorCall CrossEntropyOf(const Array& features, const Array& labels) {
  const aclDataType dtype = features.dtype;
  return {"aclnnSoftmaxCrossEntropyWithLogits",
          {features, labels, Array(dtype, {features.shape[0]}), Array(dtype, features.shape)}};
}

void ExpectCrossEntropy(const Array& features, const Array& labels, bool is_probability) {
  const std::vector<Array> results = RunCall(CrossEntropyOf(features, labels));
  const oracle::Format format = FormatOf(features.dtype);
  const double most = features.dtype == ACL_FLOAT ? 1 : 0.51;
  const int64_t columns = features.shape[1];
  const auto expect = [&](double actual, const oracle::RowValue& value) {
    const bool is_close = value.slack > 0 && Abs(Real(actual) - value.exact) <= Real(value.slack);
    if (is_close) return;
    EXPECT_LE(oracle::UlpError(actual, value.exact, format), most)
        << actual << ", exactly " << value.exact.ToDouble() << ", is_probability "
        << is_probability;
  };
  for (int64_t row = 0; row < features.shape[0]; ++row) {
    Row x, y;
    for (int64_t i = row * columns; i < (row + 1) * columns; ++i) {
      x.push_back(features.Value(i));
      y.push_back(labels.Value(i));
    }
    const oracle::RowResults exact = oracle::SoftmaxCrossEntropy(std::vector{x, y});
    expect(results[0].Value(row), exact.row);
    for (int64_t i = 0; i < columns; ++i) {
      expect(results[1].Value(row * columns + i), exact.elements[static_cast<size_t>(i)]);
    }
  }
}

TEST(CrossEntropyTest, IsExact) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    SCOPED_TRACE(DtypeName(dtype));
    for (const Shape& shape : {Shape{1, 1}, Shape{5, 33}, Shape{3, 1100}, Shape{40, 7}}) {
      for (const double size : {0.01, 8.0, 150.0}) {
        const Array features = Elements(dtype, shape, 11, size);
        ExpectCrossEntropy(features, Elements(dtype, shape, 12, 2), false);
        // The labels that are softmax itself: the gradient cancels.
        const Array softmax = RunCall({"aclnnSoftmax", {features, 1.0, Array(dtype, shape)}}).at(0);
        ExpectCrossEntropy(features, softmax, true);
      }
    }
  }
}

TEST(CrossEntropyTest, LongRows) {
  for (const Shape& shape : {Shape{2, 5000}, Shape{1, 40000}}) {
    ExpectCrossEntropy(Elements(ACL_FLOAT, shape, 13, 8), Elements(ACL_FLOAT, shape, 14, 2), false);
  }
}

TEST(CrossEntropyTest, SameBitsInAllSettings) {
  for (const Shape& shape : {Shape{3, 40000}, Shape{700, 33}, Shape{2, 6000}}) {
    ExpectSameBitsInAllSettings(
        CrossEntropyOf(Elements(ACL_FLOAT, shape, 15, 8), Elements(ACL_FLOAT, shape, 16, 2)));
  }
}

TEST(CrossEntropyTest, SpecialValues) {
  const auto run = [](const Row& features, const Row& labels) {
    const Shape shape = {1, static_cast<int64_t>(labels.size())};
    const auto results = RunCall(
        CrossEntropyOf(ArrayOf(ACL_FLOAT, shape, features), ArrayOf(ACL_FLOAT, shape, labels)));
    return Row{results[0].Value(0), results[1].Value(0), results[1].Value(1)};
  };
  for (const double x : {kNan, kInfinity}) {
    for (const double value : run({x, 1}, {0, 1})) EXPECT_TRUE(std::isnan(value));
  }
  for (const double value : run({-kInfinity, -kInfinity}, {0, 1})) EXPECT_TRUE(std::isnan(value));
  const Row label_of_nothing = run({-kInfinity, 2}, {0, 1});  // 0 * inf
  EXPECT_TRUE(std::isnan(label_of_nothing[0]));
  EXPECT_EQ(label_of_nothing[1], 0);
  EXPECT_EQ(label_of_nothing[2], 0);
  EXPECT_EQ(run({-kInfinity, 2}, {1, 1})[0], kInfinity);
  EXPECT_EQ(run({1, 1}, {kInfinity, 1}), (Row{kInfinity, -kInfinity, -0.5}));
  EXPECT_TRUE(std::isnan(run({1, 1}, {kNan, 1})[0]));
  EXPECT_EQ(run({1, 1}, {kNan, 1})[2], -0.5);
  // The logarithm of a sum that is 1 in double is not 0.
  EXPECT_EQ(run({0, -1000}, {-kInfinity, 0})[0], -kInfinity);
  EXPECT_TRUE(std::signbit(run({0, -1000}, {-1, 0})[0]));
}

}  // namespace
}  // namespace openaclnn::test::softmax_test

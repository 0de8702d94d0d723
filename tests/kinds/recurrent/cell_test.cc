// One step of an LSTM and its gradients next to the same in double.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kinds/recurrent/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

constexpr int64_t kBatch = 5, kHidden = 19, kGates = 4;

// Finite numbers of about the size of what cells compute with.
Array Gates(aclDataType dtype, uint32_t seed, double size) {
  Array array = RandomArray(dtype, {kBatch, kGates * kHidden}, seed, -size, size);
  for (int64_t i = 0; i < array.size(); ++i) {
    if (!(std::fabs(array.Value(i)) <= size)) array.SetBits(i, BitsOf(dtype, size / 2));
  }
  return array;
}
Array Cells(aclDataType dtype, uint32_t seed) {
  Array array = RandomArray(dtype, {kBatch, kHidden}, seed, -2, 2);
  for (int64_t i = 0; i < array.size(); ++i) {
    if (!(std::fabs(array.Value(i)) <= 2)) array.SetBits(i, BitsOf(dtype, 0.75));
  }
  return array;
}
Array Bias(aclDataType dtype, uint32_t seed) {
  Array array = RandomArray(dtype, {kGates * kHidden}, seed, -1, 1);
  for (int64_t i = 0; i < array.size(); ++i) {
    if (!(std::fabs(array.Value(i)) <= 1)) array.SetBits(i, BitsOf(dtype, 0.25));
  }
  return array;
}

// `terms`: the sum of the sizes of what an exact value consists of.
void ExpectRounded(const Array& actual, int64_t i, double exact, double terms) {
  const double rounding = actual.dtype == ACL_FLOAT16 ? 0x1p-11 : 0x1p-24;
  const double least = actual.dtype == ACL_FLOAT16 ? 0x1p-25 : 0x1p-150;
  ASSERT_LE(std::fabs(actual.Value(i) - exact),
            std::max(1.001 * rounding * std::fabs(exact), least) + 0x1p-27 * terms)
      << i;
}

class CellTest : public testing::TestWithParam<aclDataType> {};

TEST_P(CellTest, IsTheStep) {
  const aclDataType dtype = GetParam();
  const Array by_input = Gates(dtype, 1, 6), by_hidden = Gates(dtype, 2, 3), cell = Cells(dtype, 3),
              first = Bias(dtype, 4), second = Bias(dtype, 5);
  for (const bool has_bias : {true, false}) {
    const auto bias = [&](const Array& of) {
      return has_bias ? CallArgument(of) : CallArgument(nullptr);
    };
    const OperatorCall call = {
        "aclnnThnnFusedLstmCell",
        {by_input, by_hidden, cell, bias(first), bias(second), Array(dtype, cell.shape),
         Array(dtype, cell.shape), Array(dtype, by_input.shape)}};
    const std::vector<Array> results = RunCall(call);
    for (int64_t i = 0; i < cell.size(); ++i) {
      const int64_t row = i / kHidden, h = i % kHidden;
      const auto at = [&](int64_t g) { return row * kGates * kHidden + g * kHidden + h; };
      const auto sum = [&](int64_t g) {
        const int64_t k = g * kHidden + h;
        const double biases = has_bias ? first.Value(k) + second.Value(k) : 0;
        return by_input.Value(at(g)) + by_hidden.Value(at(g)) + biases;
      };
      const double in = Logistic(sum(0)), forget = Logistic(sum(1)), given = std::tanh(sum(2)),
                   out = Logistic(sum(3)), before = cell.Value(i);
      const double next = forget * before + in * given;
      const double terms = std::fabs(forget * before) + std::fabs(in * given);
      ExpectRounded(results.at(0), i, out * std::tanh(next), terms);
      ExpectRounded(results.at(1), i, next, terms);
      const double gates[] = {in, forget, given, out};
      for (int64_t g = 0; g < kGates; ++g) {
        ExpectRounded(results.at(2), at(g), gates[g], std::fabs(gates[g]));
      }
    }
    ExpectSameBitsInAllLayouts(call);
    ExpectSameBitsInAllSettings(call);
  }
}

TEST_P(CellTest, HasTheGradients) {
  const aclDataType dtype = GetParam();
  const Array by_hidden = Cells(dtype, 1), by_cell = Cells(dtype, 2), cell = Cells(dtype, 3),
              next = Cells(dtype, 4), gates = Gates(dtype, 5, 1);
  for (const bool is_given : {true, false}) {
    const auto given = [&](const Array& of) {
      return is_given ? CallArgument(of) : CallArgument(nullptr);
    };
    const OperatorCall call = {
        "aclnnThnnFusedLstmCellBackward",
        {given(by_hidden), given(by_cell), cell, next, gates, 1.0, Array(dtype, gates.shape),
         Array(dtype, cell.shape), Array(dtype, {kGates * kHidden})}};
    const std::vector<Array> results = RunCall(call);
    std::vector<double> sums(kGates * kHidden, 0.0), sizes = sums;
    for (int64_t i = 0; i < cell.size(); ++i) {
      const int64_t row = i / kHidden, h = i % kHidden;
      const auto at = [&](int64_t g) { return row * kGates * kHidden + g * kHidden + h; };
      const double in = gates.Value(at(0)), forget = gates.Value(at(1)), g = gates.Value(at(2)),
                   out = gates.Value(at(3)), seen = std::tanh(next.Value(i));
      const double dh = is_given ? by_hidden.Value(i) : 0, dc = is_given ? by_cell.Value(i) : 0;
      const double total = dc + dh * out * (1 - seen * seen);
      const double terms = std::fabs(dc) + std::fabs(dh * out);
      const double slopes[] = {total * g * in * (1 - in),
                               total * cell.Value(i) * forget * (1 - forget),
                               total * in * (1 - g * g), dh * seen * out * (1 - out)};
      for (int64_t k = 0; k < kGates; ++k) {
        ExpectRounded(results.at(0), at(k), slopes[k], 4 * terms + std::fabs(dh));
        sums[static_cast<size_t>(k * kHidden + h)] += slopes[k];
        sizes[static_cast<size_t>(k * kHidden + h)] += 32 * terms + 8 * std::fabs(slopes[k]);
      }
      ExpectRounded(results.at(1), i, total * forget, terms);
    }
    for (int64_t k = 0; k < kGates * kHidden; ++k) {
      const auto column = static_cast<size_t>(k);
      ExpectRounded(results.at(2), k, sums[column], sizes[column]);
    }
    ExpectSameBitsInAllLayouts(call);
    ExpectSameBitsInAllSettings(call);
  }
}

// Without biases their gradient is left as it is, of any shape.
TEST_P(CellTest, LeavesTheBias) {
  const aclDataType dtype = GetParam();
  const Array cell = Cells(dtype, 3), gates = Gates(dtype, 5, 1);
  const std::vector<Array> results =
      RunCall({"aclnnThnnFusedLstmCellBackward",
               {cell, cell, cell, cell, gates, 0.0, Array(dtype, gates.shape),
                Array(dtype, cell.shape), Array(dtype, {3})}});
  for (int64_t i = 0; i < 3; ++i) EXPECT_EQ(results.at(2).Bits(i), UnwrittenBits(dtype));
}

// Far from 0 the functions are at their ends; infinity times 0 is no number.
TEST_P(CellTest, TakesSpecialValues) {
  const aclDataType dtype = GetParam();
  const Array zeros(dtype, {1, 4}), cell = Array(dtype, {1, 1});
  const auto run = [&](const std::vector<double>& gates, double before) {
    Array of_gates = zeros, of_cell = cell;
    for (int64_t g = 0; g < kGates; ++g) {
      of_gates.SetBits(g, BitsOf(dtype, gates[static_cast<size_t>(g)]));
    }
    of_cell.SetBits(0, BitsOf(dtype, before));
    return RunCall({"aclnnThnnFusedLstmCell",
                    {of_gates, zeros, of_cell, nullptr, nullptr, cell, cell, zeros}});
  };
  const std::vector<Array> ends = run({kInfinity, -kInfinity, -kInfinity, 40000}, 3);
  EXPECT_EQ(ends.at(1).Value(0), -1);
  EXPECT_EQ(ends.at(2).Value(0), 1);
  EXPECT_EQ(ends.at(2).Value(1), 0);
  EXPECT_EQ(ends.at(2).Value(2), -1);
  EXPECT_EQ(ends.at(2).Value(3), 1);
  EXPECT_TRUE(std::isnan(run({0, -kInfinity, 0, 0}, kInfinity).at(1).Value(0)));
  EXPECT_TRUE(std::isnan(run({kNan, 0, 1, 0}, 1).at(0).Value(0)));
  EXPECT_TRUE(std::isnan(run({0, 0, 0, kNan}, 1).at(0).Value(0)));
  EXPECT_EQ(run({0, 0, 0, kNan}, 1).at(1).Value(0), 0.5);
}

INSTANTIATE_TEST_SUITE_P(Dtypes, CellTest, testing::Values(ACL_FLOAT, ACL_FLOAT16),
                         [](const auto& of) { return std::string(DtypeName(of.param)); });

}  // namespace
}  // namespace openaclnn::test

// Recurrent networks and their gradients next to the same in double, one number after the other.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "base/half.h"
#include "gtest/gtest.h"
#include "tests/kinds/recurrent/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::recurrent_test {
namespace {

// Numbers from -size to size.
Array Numbers(aclDataType dtype, const Shape& shape, uint32_t seed, double size = 1) {
  uint32_t state = seed * 2654435761u + 12345;
  return Array(dtype, shape, [&, dtype, size](int64_t) {
    state = state * 1664525u + 1013904223u;
    return BitsOf(dtype, size * (static_cast<double>(state >> 8) * 0x1p-23 - 1));
  });
}

// The tensors of a call.
struct NetworkArrays {
  NetworkArrays(const Network& n, aclDataType dtype)
      : input(Numbers(dtype, n.Rows(n.inputs), 1, 2)),
        first_hidden(Numbers(dtype, n.State(), 2)),
        first_cell(Numbers(dtype, n.State(), 3)),
        by_output(Numbers(dtype, n.Rows(n.directions * n.hidden), 4)),
        by_last_hidden(Numbers(dtype, n.State(), 5)),
        by_last_cell(Numbers(dtype, n.State(), 6)) {
    uint32_t seed = 7;
    const double size = 1 / std::sqrt(static_cast<double>(n.hidden));
    for (const Shape& shape : n.Params()) params.push_back(Numbers(dtype, shape, seed++, size));
    if (n.batch_sizes.empty()) return;
    batch_sizes = Array(ACL_INT64, {n.steps}, [&n](int64_t i) {
      return static_cast<uint64_t>(n.batch_sizes[static_cast<size_t>(i)]);
    });
  }

  NetworkInputs Values(bool has_states) const {
    NetworkInputs values{ValuesOf(input), ValuesOf(params), {}, {}};
    if (has_states) values.first_hidden = ValuesOf(first_hidden);
    if (has_states) values.first_cell = ValuesOf(first_cell);
    return values;
  }

  Array input;
  std::vector<Array> params;
  Array first_hidden, first_cell, by_output, by_last_hidden, by_last_cell;
  std::optional<Array> batch_sizes;
};

CallArgument OrNull(const std::optional<Array>& array) {
  return array ? CallArgument(*array) : CallArgument(nullptr);
}
double Flag(bool flag) { return flag ? 1 : 0; }

OperatorCall Forward(const Network& n, const NetworkArrays& arrays, bool has_states = true,
                     bool train = true) {
  const aclDataType dtype = arrays.input.dtype;
  OperatorCall call = {n.IsLstm() ? "aclnnLSTM" : "aclnnGRU", {arrays.input, arrays.params}};
  const CallArgument states =
      n.IsLstm() ? CallArgument(std::vector{arrays.first_hidden, arrays.first_cell})
                 : CallArgument(arrays.first_hidden);
  const std::vector<CallArgument> rest = {has_states ? states : nullptr,
                                          OrNull(arrays.batch_sizes),
                                          Flag(n.has_bias),
                                          static_cast<double>(n.layers),
                                          0.5,
                                          Flag(train),
                                          Flag(n.directions == 2),
                                          Flag(n.batch_first),
                                          Array(dtype, n.Sequence(n.directions * n.hidden)),
                                          Array(dtype, n.State())};
  call.arguments.insert(call.arguments.end(), rest.begin(), rest.end());
  if (n.IsLstm()) call.arguments.emplace_back(Array(dtype, n.State()));
  for (size_t k = 0; k < n.KeptOfCell(); ++k) {
    const std::vector<Array> kept(static_cast<size_t>(n.Cells()), Array(dtype, n.Kept()));
    call.arguments.push_back(train ? CallArgument(kept) : CallArgument(nullptr));
  }
  return call;
}

OperatorCall Backward(const Network& n, const NetworkArrays& arrays,
                      const std::vector<std::vector<Array>>& kept, bool is_given = true) {
  const aclDataType dtype = arrays.input.dtype;
  const auto given = [&](const Array& array) {
    return is_given ? CallArgument(array) : CallArgument(nullptr);
  };
  std::vector<CallArgument> all = {arrays.input};
  if (n.IsLstm()) {
    all.emplace_back(std::vector{arrays.first_hidden, arrays.first_cell});
    all.emplace_back(arrays.params);
  } else {
    all.emplace_back(arrays.params);
    all.emplace_back(arrays.first_hidden);
  }
  all.push_back(given(arrays.by_output));
  all.push_back(given(arrays.by_last_hidden));
  if (n.IsLstm()) all.push_back(given(arrays.by_last_cell));
  for (const std::vector<Array>& sort : kept) all.emplace_back(sort);
  all.push_back(OrNull(arrays.batch_sizes));
  all.emplace_back(Flag(n.has_bias));
  all.emplace_back(static_cast<double>(n.layers));
  if (n.IsLstm()) {
    all.emplace_back(0.5);
    all.emplace_back(1.0);
  }
  all.emplace_back(Flag(n.directions == 2));
  all.emplace_back(Flag(n.batch_first));
  if (n.IsLstm()) all.emplace_back(nullptr);
  all.emplace_back(Array(dtype, n.Rows(n.inputs)));
  all.emplace_back(Array(dtype, n.State()));
  if (n.IsLstm()) all.emplace_back(Array(dtype, n.State()));
  std::vector<Array> by_params;
  for (const Shape& shape : n.Params()) by_params.emplace_back(dtype, shape);
  all.emplace_back(by_params);
  return {n.IsLstm() ? "aclnnLstmBackward" : "aclnnGRUBackward", all};
}

// What is allowed: an error of products in float, of which sizes are about 1 or the largest of all;
// and one rounding.
void ExpectNear(const Array& actual, const Doubles& exact, const std::string& name) {
  ASSERT_EQ(actual.size(), static_cast<int64_t>(exact.size())) << name;
  double size = 1;
  for (const double value : exact) size = std::max(size, std::fabs(value));
  const double rounding = actual.dtype == ACL_FLOAT16 ? 0x1p-11 : 0x1p-24;
  for (int64_t i = 0; i < actual.size(); ++i) {
    const double expected = exact[static_cast<size_t>(i)];
    const double allowed =
        0x1p-20 * size + std::max(1.01 * rounding * std::fabs(expected), 0x1p-25);
    ASSERT_LE(std::fabs(actual.Value(i) - expected), allowed) << name << " at " << i;
  }
}

std::vector<Network> Networks() {
  std::vector<Network> all;
  for (const int64_t gates : {4, 3}) {
    for (const int64_t directions : {1, 2}) {
      for (const int64_t layers : {1, 2}) {
        for (const bool has_bias : {false, true}) {
          for (const bool batch_first : {false, true}) {
            all.push_back({gates, 4, 3, 5, 6, layers, directions, has_bias, batch_first});
          }
        }
      }
    }
    all.push_back({gates, 3, 9, 33, 35});
    all.push_back({gates, 7, 1, 1, 1, 3, 2});
    all.push_back({gates, 1, 2, 70, 17, 1, 1, true, true});
  }
  // Packed: steps have fewer and fewer rows.
  for (const int64_t directions : {1, 2}) {
    for (const int64_t layers : {1, 2}) {
      all.push_back({4, 5, 4, 3, 7, layers, directions, true, false, {4, 4, 2, 1, 1}});
    }
  }
  return all;
}

std::vector<std::vector<Array>> KeptAmong(const Network& n, const std::vector<Array>& results) {
  std::vector<std::vector<Array>> kept;
  size_t at = n.IsLstm() ? 3 : 2;
  for (size_t k = 0; k < n.KeptOfCell(); ++k) {
    std::vector<Array>& sort = kept.emplace_back();
    for (int64_t cell = 0; cell < n.Cells(); ++cell) sort.push_back(results.at(at++));
  }
  return kept;
}

class RecurrentTest : public testing::TestWithParam<aclDataType> {};

TEST_P(RecurrentTest, IsTheNetwork) {
  for (const Network& n : Networks()) {
    SCOPED_TRACE(n.Text());
    const NetworkArrays arrays(n, GetParam());
    for (const bool has_states : {true, false}) {
      const NetworkResults exact = RunNetwork(n, arrays.Values(has_states));
      const std::vector<Array> results = RunCall(Forward(n, arrays, has_states));
      ExpectNear(results.at(0), exact.output, "output");
      ExpectNear(results.at(1), exact.last_hidden, "hy");
      if (n.IsLstm()) ExpectNear(results.at(2), exact.last_cell, "cy");
      const std::vector<std::vector<Array>> kept = KeptAmong(n, results);
      for (size_t k = 0; k < kept.size(); ++k) {
        for (size_t cell = 0; cell < kept[k].size(); ++cell) {
          ExpectNear(kept[k][cell], exact.kept[k][cell], "kept " + std::to_string(k));
        }
      }
    }
  }
}

TEST_P(RecurrentTest, KeepsNothingForInference) {
  for (const int64_t gates : {4, 3}) {
    const Network n = {gates, 4, 3, 5, 6, 2, 2};
    const NetworkArrays arrays(n, GetParam());
    const std::vector<Array> all = RunCall(Forward(n, arrays)),
                             some = RunCall(Forward(n, arrays, true, false));
    for (size_t i = 0; i < some.size(); ++i) EXPECT_TRUE(SameBits(some[i], all[i]));
  }
}

TEST_P(RecurrentTest, HasTheGradients) {
  for (const Network& n : Networks()) {
    SCOPED_TRACE(n.Text());
    const NetworkArrays arrays(n, GetParam());
    const std::vector<std::vector<Array>> kept = KeptAmong(n, RunCall(Forward(n, arrays)));
    std::vector<std::vector<Doubles>> values;
    for (const std::vector<Array>& sort : kept) values.push_back(ValuesOf(sort));
    for (const bool is_given : {true, false}) {
      if (!is_given && !n.IsLstm()) continue;  // GRU wants them
      NetworkGradients given;
      if (is_given) {
        given = {ValuesOf(arrays.by_output), ValuesOf(arrays.by_last_hidden),
                 ValuesOf(arrays.by_last_cell)};
      }
      const NetworkSlopes exact = SlopesOfNetwork(n, arrays.Values(true), values, given);
      const std::vector<Array> results = RunCall(Backward(n, arrays, kept, is_given));
      ExpectNear(results.at(0), exact.by_input, "dxOut");
      ExpectNear(results.at(1), exact.by_first_hidden, "dhPrevOut");
      if (n.IsLstm()) ExpectNear(results.at(2), exact.by_first_cell, "dcPrevOut");
      const size_t first = n.IsLstm() ? 3 : 2;
      for (size_t k = 0; k < exact.by_params.size(); ++k) {
        ExpectNear(results.at(first + k), exact.by_params[k], "dparamsOut " + std::to_string(k));
      }
    }
  }
}

TEST_P(RecurrentTest, HasTheSameBitsInAllLayoutsAndSettings) {
  for (const int64_t gates : {4, 3}) {
    const Network n = {gates, 3, 2, 5, 9, 2, 2, true, true};
    const NetworkArrays arrays(n, GetParam());
    const std::vector<std::vector<Array>> kept = KeptAmong(n, RunCall(Forward(n, arrays)));
    for (const OperatorCall& call : {Forward(n, arrays), Backward(n, arrays, kept)}) {
      ExpectSameBitsInAllLayouts(call);
      ExpectSameBitsInAllSettings(call);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, RecurrentTest, testing::Values(ACL_FLOAT, ACL_FLOAT16),
                         [](const auto& of) { return std::string(DtypeName(of.param)); });

// A sequence in two calls is that in one, to the bit.
TEST(RecurrentTest, GoesOnFromStates) {
  for (const int64_t gates : {4, 3}) {
    const Network whole = {gates, 5, 3, 4, 7};
    Network first = whole, second = whole;
    first.steps = 2;
    second.steps = 3;
    const NetworkArrays arrays(whole, ACL_FLOAT);
    NetworkArrays of_first = arrays, of_second = arrays;
    const int64_t rows = 2 * whole.batch * whole.inputs;
    of_first.input =
        Array(ACL_FLOAT, first.Rows(whole.inputs), [&](int64_t i) { return arrays.input.Bits(i); });
    of_second.input = Array(ACL_FLOAT, second.Rows(whole.inputs),
                            [&](int64_t i) { return arrays.input.Bits(rows + i); });
    const std::vector<Array> all = RunCall(Forward(whole, arrays, true, false));
    const std::vector<Array> begin = RunCall(Forward(first, of_first, true, false));
    of_second.first_hidden = begin.at(1);
    if (whole.IsLstm()) of_second.first_cell = begin.at(2);
    const std::vector<Array> end = RunCall(Forward(second, of_second, true, false));
    for (size_t i = 1; i < end.size(); ++i) EXPECT_TRUE(SameBits(end[i], all[i]));
  }
}

TEST(RecurrentTest, WithoutStepsOrBatchStatesStay) {
  for (const int64_t gates : {4, 3}) {
    const Network n = {gates, 0, 3, 4, 7};
    const NetworkArrays arrays(n, ACL_FLOAT);
    const std::vector<Array> results = RunCall(Forward(n, arrays));
    EXPECT_TRUE(SameBits(results.at(1), arrays.first_hidden));
    if (n.IsLstm()) {
      EXPECT_TRUE(SameBits(results.at(2), arrays.first_cell));
    }
    const std::vector<Array> gradients = RunCall(Backward(n, arrays, KeptAmong(n, results)));
    EXPECT_TRUE(SameBits(gradients.at(1), arrays.by_last_hidden));
    const Network none = {gates, 2, 0, 4, 7};
    const NetworkArrays of_none(none, ACL_FLOAT);
    const std::vector<Array> zeros =
        RunCall(Backward(none, of_none, KeptAmong(none, RunCall(Forward(none, of_none)))));
    for (const Array& array : zeros) {
      for (int64_t i = 0; i < array.size(); ++i) EXPECT_EQ(array.Bits(i), 0u);
    }
  }
}

// Rows that a step does not have count for nothing.
TEST(RecurrentTest, IgnoresRowsBeyondThePacked) {
  const Network n = {4, 3, 3, 4, 5, 1, 1, true, false, {3, 2, 1}};
  NetworkArrays arrays(n, ACL_FLOAT);
  const std::vector<Array> results = RunCall(Forward(n, arrays));
  const std::vector<Array> gradients = RunCall(Backward(n, arrays, KeptAmong(n, results)));
  for (const int64_t row : {5, 7, 8}) {
    for (int64_t i = 0; i < n.inputs; ++i) {
      arrays.input.SetBits(row * n.inputs + i, BitsOf(ACL_FLOAT, kNan));
    }
    for (int64_t i = 0; i < n.hidden; ++i) {
      arrays.by_output.SetBits(row * n.hidden + i, BitsOf(ACL_FLOAT, kNan));
    }
  }
  const std::vector<Array> others = RunCall(Forward(n, arrays));
  for (size_t i = 0; i < results.size(); ++i) EXPECT_TRUE(SameBits(others[i], results[i]));
  const std::vector<Array> of_others = RunCall(Backward(n, arrays, KeptAmong(n, results)));
  for (size_t i = 0; i < gradients.size(); ++i) EXPECT_TRUE(SameBits(of_others[i], gradients[i]));
}

TEST(RecurrentTest, RefusesSizesThatNoBatchHas) {
  for (const int64_t size : {int64_t{-1}, int64_t{4}}) {
    const Network n = {4, 2, 3, 4, 5, 1, 1, true, false, {3, size}};
    const NetworkArrays arrays(n, ACL_FLOAT);
    const std::string message =
        FailureOf(Forward(n, arrays, true, false), ACL_ERROR_RT_AICORE_EXCEPTION);
    EXPECT_NE(message.find("batchSizes: the element at 1 is " + std::to_string(size)),
              std::string::npos)
        << message;
  }
}

}  // namespace
}  // namespace openaclnn::test::recurrent_test

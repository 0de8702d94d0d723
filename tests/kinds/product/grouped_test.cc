// Products of groups next to those of their matrices alone, bit by bit.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_grouped_matmul_v4.h"
#include "gtest/gtest.h"
#include "tests/kinds/product/integers.h"
#include "tests/kinds/product/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test {
namespace {

using Arrays = std::vector<Array>;

// The arguments of a call, by default without what is optional, of one tensor each.
struct Grouped {
  Arrays x = {}, weight = {}, out = {};
  Arrays bias = {}, scale = {}, antiquant_scale = {}, antiquant_offset = {}, rows = {};
  std::optional<Array> groups = {};
  double split_item = 3, group_type = 0, list_type = 0, act_type = 0;

  OperatorCall Call(bool is_v5 = false) const {
    const auto list = [](const Arrays& arrays) {
      return arrays.empty() ? CallArgument(nullptr) : CallArgument(arrays);
    };
    const CallArgument of_groups = groups ? CallArgument(*groups) : nullptr;
    OperatorCall call = {"aclnnGroupedMatmulV4",
                         {x, weight, list(bias), list(scale), nullptr, list(antiquant_scale),
                          list(antiquant_offset), list(rows), of_groups, nullptr, nullptr, nullptr,
                          split_item, group_type, list_type, act_type, out, nullptr, nullptr}};
    if (is_v5) {
      call.name = "aclnnGroupedMatmulV5";
      call.arguments.insert(call.arguments.begin() + 16, std::vector<int64_t>{7});
    }
    return call;
  }
};

Array Integer64(Shape shape, const std::vector<int64_t>& values) {
  return {ACL_INT64, std::move(shape),
          [&](int64_t i) { return static_cast<uint64_t>(values[static_cast<size_t>(i)]); }};
}

// A list of groups of such sizes, of each type; of the last one in another order.
Array ListOf(std::vector<int64_t> sizes, int type) {
  const auto count = static_cast<int64_t>(sizes.size());
  if (type == 0) std::partial_sum(sizes.begin(), sizes.end(), sizes.begin());
  if (type < 2) return Integer64({count}, sizes);
  std::vector<int64_t> pairs;
  for (const int64_t size : sizes) {
    pairs.push_back(static_cast<int64_t>(pairs.size()) / 2);
    pairs.push_back(size);
  }
  return Integer64({count, 2}, pairs);
}

// Elements of an array from `first` on, in another shape.
Array PartOf(const Array& array, int64_t first, Shape shape) {
  return {array.dtype, std::move(shape), [&](int64_t i) { return array.Bits(first + i); }};
}
Array RowsOf(const Array& array, int64_t first, int64_t count) {
  return PartOf(array, first * array.shape[1], {count, array.shape[1]});
}
// Columns of a matrix.
Array ColumnsOf(const Array& array, int64_t first, int64_t count) {
  return {array.dtype, {array.shape[0], count}, [&](int64_t i) {
            return array.Bits(i / count * array.shape[1] + first + i % count);
          }};
}
// What group `group` has of an array with an axis of groups.
Array OfGroup(const Array& array, int64_t group) {
  const Shape shape(array.shape.begin() + 1, array.shape.end());
  return PartOf(array, group * CountOf(shape), shape);
}
Arrays OfGroups(const Array& array) {
  Arrays groups;
  for (int64_t g = 0; g < array.shape[0]; ++g) groups.push_back(OfGroup(array, g));
  return groups;
}
// Arrays one behind the other.
Array Behind(const Arrays& arrays, Shape shape) {
  Array all(arrays[0].dtype, std::move(shape));
  int64_t before = 0;
  for (const Array& array : arrays) {
    for (int64_t i = 0; i < array.size(); ++i) all.SetBits(before + i, array.Bits(i));
    before += array.size();
  }
  return all;
}

const std::vector<int64_t> kSizes = {3, 0, 1, 17, 40};
constexpr int64_t kGroups = 5, kK = 72, kN = 40, kM = 61, kRest = 4;

// Product of two matrices, and a bias, as operators of one product have it.
Array ProductOf(const Array& a, const Array& b, const Array* bias, aclDataType out) {
  const Array result(out, {a.shape[0], b.shape[1]});
  if (bias == nullptr) return RunOnce({"aclnnMm", {a, b, result, 0.0}}).at(0);
  return RunOnce({"aclnnAddmm", {*bias, a, b, 1.0, 1.0, result, 0.0}}).at(0);
}

class GroupedTest : public testing::TestWithParam<aclDataType> {
 protected:
  aclDataType OfBias() const { return GetParam() == ACL_BF16 ? ACL_FLOAT : GetParam(); }
  Array Any(Shape shape, unsigned seed) const { return Normal(GetParam(), std::move(shape), seed); }
  Array Bias(Shape shape) const { return Normal(OfBias(), std::move(shape), 3); }
  Array Out(Shape shape) const { return Array(GetParam(), std::move(shape)); }

  // The products of the groups of rows, and zeros for the rest.
  Array OfRows(const Array& x, const Arrays& weights, const Arrays& biases) const {
    Arrays parts;
    int64_t first = 0;
    for (size_t g = 0; g < weights.size(); ++g) {
      parts.push_back(ProductOf(RowsOf(x, first, kSizes[g]), weights[g],
                                biases.empty() ? nullptr : &biases[g], GetParam()));
      first += kSizes[g];
    }
    return Behind(parts, {x.shape[0], kN});
  }

  static void Expect(const Grouped& call, const Arrays& expected) {
    for (const bool is_v5 : {false, true}) {
      const Arrays results = RunCall(call.Call(is_v5));
      ASSERT_EQ(results.size(), expected.size());
      for (size_t i = 0; i < results.size(); ++i) EXPECT_TRUE(SameBits(results[i], expected[i]));
    }
  }
};

TEST_P(GroupedTest, IsTheProductsOfGroupsOfRows) {
  const Array x = Any({kM + kRest, kK}, 1), weight = Any({kGroups, kK, kN}, 2),
              bias = Bias({kGroups, kN}), out = Out({kM + kRest, kN});
  const Array expected = OfRows(x, OfGroups(weight), {});
  const Array with_bias = OfRows(x, OfGroups(weight), OfGroups(bias));
  for (const int type : {0, 1, 2}) {
    Grouped call{.x = {x}, .weight = {weight}, .out = {out}};
    call.groups = ListOf(kSizes, type);
    call.list_type = type;
    Expect(call, {expected});
    call.bias = {bias};
    Expect(call, {with_bias});
    call.weight = OfGroups(weight);
    call.bias = OfGroups(bias);
    Expect(call, {with_bias});
  }
}

TEST_P(GroupedTest, IsTheProductsOfLists) {
  const Array x = Any({kM, kK}, 1), weight = Any({kGroups, kK, kN}, 2), bias = Bias({kGroups, kN});
  Grouped call{.weight = OfGroups(weight), .bias = OfGroups(bias)};
  Arrays expected;
  int64_t first = 0;
  for (size_t g = 0; g < kSizes.size(); ++g) {
    call.x.push_back(RowsOf(x, first, kSizes[g]));
    expected.push_back(ProductOf(call.x[g], call.weight[g], &call.bias[g], GetParam()));
    first += kSizes[g];
  }
  // Into one matrix; then the tensors say where the groups are.
  call.out = {Out({kM, kN})};
  Expect(call, {Behind(expected, {kM, kN})});
  call.groups = ListOf(kSizes, 0);
  Expect(call, {Behind(expected, {kM, kN})});
  // Into a matrix for each.
  call.groups = std::nullopt;
  call.split_item = 0;
  call.group_type = -1;
  call.out.clear();
  for (const int64_t size : kSizes) call.out.push_back(Out({size, kN}));
  Expect(call, expected);
  // With more axes.
  call.x[3].shape = {1, 17, 1, kK};
  call.out[3].shape = expected[3].shape = {1, 17, 1, kN};
  Expect(call, expected);
}

TEST_P(GroupedTest, IsTheProductsOfGroupsOfK) {
  const Array x = Any({kN, kM + kRest}, 1), weight = Any({kM + kRest, kN}, 2);
  Arrays weights, outs, expected;
  int64_t first = 0;
  for (const int64_t size : kSizes) {
    weights.push_back(RowsOf(weight, first, size));
    expected.push_back(ProductOf(ColumnsOf(x, first, size), weights.back(), nullptr, GetParam()));
    outs.push_back(Out({kN, kN}));
    first += size;
  }
  for (const int type : {0, 1, 2}) {
    Grouped call{.x = {x}, .weight = {weight}, .out = {Out({kGroups, kN, kN})}};
    call.group_type = 2;
    call.groups = ListOf(kSizes, type);
    call.list_type = type;
    Expect(call, {Behind(expected, {kGroups, kN, kN})});
  }
  Grouped call{.x = {x}, .weight = weights, .out = outs, .split_item = 1, .group_type = 2};
  Expect(call, expected);
}

// Any of the lists turned or with gaps.
TEST_P(GroupedTest, IsTheSameInAllLayoutsAndSettings) {
  static constexpr Layout kTurnedWeights = {"turned",
                                            [](const Shape& s) {
                                              return Strides{s[1] * s[2], 1, s[1]};
                                            },
                                            3};
  Grouped call{.x = {Any({kM + kRest, kK}, 1)},
               .weight = {Any({kGroups, kK, kN}, 2)},
               .out = {Out({kM + kRest, kN})},
               .bias = {Bias({kGroups, kN})}};
  call.groups = ListOf(kSizes, 1);
  call.list_type = 1;
  const Array expected = RunOnce(call.Call()).at(0);
  for (const Layout& layout : OutputLayouts()) {
    Placement placement;
    placement.layouts.assign(19, nullptr);
    for (const size_t i : {0, 1, 2, 8, 16}) placement.layouts[i] = &layout;
    EXPECT_TRUE(SameBits(RunCall(call.Call(), placement).at(0), expected)) << layout.name;
  }
  EXPECT_TRUE(SameBits(RunCall(call.Call(), {{nullptr, &kTurnedWeights}, {}}).at(0), expected));
  ExpectSameBitsInAllSettings(call.Call());
}

// What is beyond the rows ends at them, and a group that there is not has zeros.
TEST_P(GroupedTest, EndsListsAtTheRows) {
  const Array x = Any({10, kK}, 1), weight = Any({3, kK, kN}, 2);
  Grouped call{.x = {x}, .weight = {weight}, .out = {Out({10, kN})}};
  const auto expect = [&](const std::vector<std::pair<int64_t, int64_t>>& parts) {
    Arrays expected;
    int64_t first = 0;
    for (const auto& [group, size] : parts) {
      const bool is_group = group >= 0;
      expected.push_back(
          is_group ? ProductOf(RowsOf(x, first, size), OfGroup(weight, group), nullptr, GetParam())
                   : Out({size, kN}));
      first += size;
    }
    EXPECT_TRUE(SameBits(RunOnce(call.Call()).at(0), Behind(expected, {10, kN})));
  };
  call.groups = Integer64({3}, {4, 3, 99});
  expect({{0, 4}, {2, 6}});
  call.list_type = 1;
  call.groups = Integer64({3}, {4, -3, INT64_MAX});
  expect({{0, 4}, {2, 6}});
  call.list_type = 2;
  call.groups = Integer64({3, 2}, {2, 1, -7, 2, 0, 3});
  expect({{2, 1}, {-1, 2}, {0, 3}});
}

TEST_P(GroupedTest, TakesNoElements) {
  Grouped call{.x = {Any({0, kK}, 1)}, .weight = {Any({2, kK, kN}, 2)}, .out = {Out({0, kN})}};
  call.groups = Integer64({2}, {0, 0});
  EXPECT_EQ(RunOnce(call.Call()).at(0).size(), 0);
  call.x = {Any({3, 0}, 1)};
  call.weight = {Any({2, 0, kN}, 2)};
  call.bias = {Bias({2, kN})};
  call.out = {Out({3, kN})};
  call.groups = Integer64({2}, {1, 3});
  const Array bias = Array(GetParam(), {3, kN}, [&](int64_t i) {
    return BitsOf(GetParam(), call.bias[0].Value(i < kN ? i : kN + i % kN));
  });
  EXPECT_TRUE(SameBits(RunOnce(call.Call()).at(0), bias));
}

INSTANTIATE_TEST_SUITE_P(Floats, GroupedTest, testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

// Integers

// The matrices of all groups, one below the other.
Array WithGroups(Array array, int64_t groups) {
  array.shape.insert(array.shape.begin(), groups);
  array.shape[1] /= groups;
  return array;
}

struct OfIntegers {
  aclDataType scale, out;  // ACL_DT_UNDEFINED: there is no scale
  bool has_rows, has_bias;
};

class GroupedIntegersTest : public testing::TestWithParam<OfIntegers> {};

// The products of aclnnQuantMatmulV5.
TEST_P(GroupedIntegersTest, IsTheProductsOfGroupsOfRows) {
  const OfIntegers& with = GetParam();
  const bool has_scale = with.scale != ACL_DT_UNDEFINED;
  const Integers a = AnyIntegers(kM + kRest, kK, 8, 1), b = AnyIntegers(kGroups * kK, kN, 8, 2);
  const Array x = Bytes(a), weight = WithGroups(Bytes(b), kGroups);
  Array scale = with.scale == ACL_UINT64
                    ? WordsOf(kGroups * kN, 3, true)
                    : Normal(has_scale ? with.scale : ACL_FLOAT, {kGroups * kN}, 3, 0.01);
  scale.shape = {kGroups, kN};
  const Array bias = Normal(ACL_INT32, {kGroups, kN}, 4, 1000);
  const Array rows(ACL_FLOAT, {kM + kRest}, [&](int64_t i) {
    return BitsOf(ACL_FLOAT, with.has_rows ? 0.25 + 0.01 * static_cast<double>(i) : 1);
  });
  Arrays parts;
  int64_t first = 0;
  for (int64_t g = 0; g < kGroups; ++g) {
    const int64_t size = kSizes[static_cast<size_t>(g)];
    if (size == 0) continue;
    const bool has_rows = with.out == ACL_FLOAT16 || with.has_rows;
    const CallArgument of_rows = has_rows ? CallArgument(PartOf(rows, first, {size})) : nullptr;
    const CallArgument of_bias = with.has_bias ? CallArgument(OfGroup(bias, g)) : nullptr;
    parts.push_back(
        RunOnce({"aclnnQuantMatmulV5",
                 {RowsOf(x, first, size), OfGroup(weight, g), of_rows, OfGroup(scale, g), nullptr,
                  nullptr, nullptr, nullptr, of_bias, 0.0, 0.0, 0.0, Array(with.out, {size, kN})}})
            .at(0));
    first += size;
  }
  const Array expected = Behind(parts, {kM + kRest, kN});
  Grouped call{.x = {x}, .weight = {weight}, .out = {Array(with.out, {kM + kRest, kN})}};
  if (with.has_bias) call.bias = {bias};
  if (has_scale) call.scale = {scale};
  if (with.has_rows) call.rows = {rows};
  call.groups = ListOf(kSizes, 0);
  EXPECT_TRUE(SameBits(RunCall(call.Call()).at(0), expected));
  ExpectSameBitsInAllSettings(call.Call(true));
  if (with.has_rows) return;
  call.weight = OfGroups(weight);
  if (with.has_bias) call.bias = OfGroups(bias);
  if (has_scale) call.scale = OfGroups(scale);
  EXPECT_TRUE(SameBits(RunOnce(call.Call()).at(0), expected));
}

INSTANTIATE_TEST_SUITE_P(Rows, GroupedIntegersTest,
                         testing::Values(OfIntegers{ACL_UINT64, ACL_INT8, false, true},
                                         OfIntegers{ACL_BF16, ACL_BF16, true, true},
                                         OfIntegers{ACL_FLOAT, ACL_FLOAT16, true, false},
                                         OfIntegers{ACL_FLOAT, ACL_FLOAT16, false, true},
                                         OfIntegers{ACL_DT_UNDEFINED, ACL_INT32, false, true}));

// Weights of integers, next to the numbers that they stand for.
class GroupedWeightsTest : public testing::TestWithParam<aclDataType> {
 protected:
  // (integer + offset) * scale in float, rounded; scales are [groups, groups of k, n].
  static Array Numbers(const Integers& matrix, const Array& scale, const Array& offset) {
    const int64_t of_k = scale.shape[1], size = kK / of_k;
    return {GetParam(), {kGroups, kK, kN}, [&](int64_t i) {
              const int64_t row = i / kN, group = row / kK, k = row % kK;
              const int64_t at = (group * of_k + k / size) * kN + i % kN;
              const float number = static_cast<float>(matrix.values[static_cast<size_t>(i)]) +
                                   static_cast<float>(offset.Value(at));
              return BitsOf(GetParam(), number * static_cast<float>(scale.Value(at)));
            }};
  }
};

TEST_P(GroupedWeightsTest, IsTheProductsOfNumbers) {
  const Array x = Normal(GetParam(), {kM + kRest, kK}, 1);
  const aclDataType of_bias = GetParam() == ACL_BF16 ? ACL_FLOAT : GetParam();
  for (const auto& [bits, groups_of_k] : {std::pair{8, 1}, {4, 1}, {4, 4}, {4, 3}}) {
    const Integers integers = AnyIntegers(kGroups * kK, kN, bits, 2);
    Array scale = Normal(GetParam(), {kGroups, groups_of_k, kN}, 3, 0.1),
          offset = Normal(GetParam(), {kGroups, groups_of_k, kN}, 4);
    Grouped call{.x = {x},
                 .weight = {Numbers(integers, scale, offset)},
                 .out = {Array(GetParam(), {kM + kRest, kN})},
                 .bias = {Normal(of_bias, {kGroups, kN}, 5)}};
    call.groups = ListOf(kSizes, 1);
    call.list_type = 1;
    const Array expected = RunOnce(call.Call()).at(0);
    if (groups_of_k == 1) scale.shape = offset.shape = {kGroups, kN};
    call.weight = {WithGroups(bits == 8 ? Bytes(integers) : Words(integers, false), kGroups)};
    call.antiquant_scale = {scale};
    call.antiquant_offset = {offset};
    EXPECT_TRUE(SameBits(RunCall(call.Call()).at(0), expected)) << bits << ", " << groups_of_k;
    call.weight = OfGroups(call.weight[0]);
    call.bias = OfGroups(call.bias[0]);
    call.antiquant_scale = OfGroups(scale);
    call.antiquant_offset = OfGroups(offset);
    EXPECT_TRUE(SameBits(RunOnce(call.Call(true)).at(0), expected));
  }
}

INSTANTIATE_TEST_SUITE_P(Halves, GroupedWeightsTest, testing::Values(ACL_FLOAT16, ACL_BF16));

// Weights of four bits by integers: exact sums of groups of k, scaled and added in double.
struct OfFourBits {
  int bits;             // of x; of INT8 there is a bias
  int64_t groups_of_k;  // 0: scales without an axis of groups
  aclDataType out;
  bool has_rows;
};

class GroupedFourBitsTest : public testing::TestWithParam<OfFourBits> {
 protected:
  static constexpr int64_t kDepth = 96;

  static Array Expected(const Integers& a, const Integers& b, const Array& scale, const Array* bias,
                        const Array* rows) {
    const OfFourBits& with = GetParam();
    const int64_t of_k = std::max<int64_t>(with.groups_of_k, 1), size = kDepth / of_k;
    Array all(with.out, {kM + kRest, kN});
    int64_t row = 0;
    for (int64_t g = 0; g < kGroups; ++g) {
      for (const int64_t end = row + kSizes[static_cast<size_t>(g)]; row < end; ++row) {
        for (int64_t c = 0; c < kN; ++c) {
          double sum = 0;
          float scaled = 0;
          for (int64_t j = 0; j < of_k; ++j) {
            int64_t of_group = 0;
            for (int64_t k = j * size; k < (j + 1) * size; ++k) {
              of_group += (a.At(row, k) - (with.bits == 8 ? 8 : 0)) * b.At(g * kDepth + k, c);
            }
            const float of_scale = std::bit_cast<float>(
                static_cast<uint32_t>(scale.Bits((g * of_k + j) * kN + c) & 0xffffffff));
            sum += static_cast<double>(of_group) * double{of_scale};
            scaled = static_cast<float>(of_group) * of_scale;
          }
          const bool is_plain = with.bits == 4 && with.groups_of_k == 0;
          if (bias != nullptr) sum += bias->Value(g * kN + c);
          double value = is_plain ? double{scaled} : sum;
          if (rows != nullptr) {
            value = static_cast<float>(value) * static_cast<float>(rows->Value(row));
          }
          all.SetBits(row * kN + c, BitsOf(with.out, value));
        }
      }
    }
    return all;
  }
};

TEST_P(GroupedFourBitsTest, AddsScaledSumsOfGroupsOfK) {
  const OfFourBits& with = GetParam();
  const int64_t of_k = std::max<int64_t>(with.groups_of_k, 1);
  const Integers a = AnyIntegers(kM + kRest, kDepth, with.bits, 1),
                 b = AnyIntegers(kGroups * kDepth, kN, 4, 2);
  Array scale = WordsOf(kGroups * of_k * kN, 3, true);
  scale.shape = with.groups_of_k == 0 ? Shape{kGroups, kN} : Shape{kGroups, with.groups_of_k, kN};
  const Array bias = Normal(ACL_FLOAT, {kGroups, kN}, 4), rows = Normal(ACL_FLOAT, {kM + kRest}, 5);
  Grouped call{.x = {with.bits == 8 ? Bytes(a) : Words(a, false)},
               .weight = {WithGroups(Words(b, false), kGroups)},
               .out = {Array(with.out, {kM + kRest, kN})},
               .scale = {scale}};
  if (with.bits == 8) call.bias = {bias};
  if (with.has_rows) call.rows = {rows};
  call.groups = ListOf(kSizes, 1);
  call.list_type = with.bits == 8 ? 0 : 1;  // which does not count for INT8
  const Array expected =
      Expected(a, b, scale, with.bits == 8 ? &bias : nullptr, with.has_rows ? &rows : nullptr);
  EXPECT_TRUE(SameBits(RunCall(call.Call()).at(0), expected));
  ExpectSameBitsInAllSettings(call.Call(true));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, GroupedFourBitsTest,
    testing::Values(OfFourBits{8, 3, ACL_BF16, true}, OfFourBits{8, 1, ACL_FLOAT16, true},
                    OfFourBits{8, 0, ACL_FLOAT16, true}, OfFourBits{4, 0, ACL_BF16, true},
                    OfFourBits{4, 0, ACL_FLOAT16, false}, OfFourBits{4, 6, ACL_FLOAT16, true},
                    OfFourBits{4, 2, ACL_BF16, false}));

// Activations take scaled sums before they are rounded.
TEST(GroupedActivationTest, TakesResultsInFloat) {
  const Integers a = AnyIntegers(5, kK, 8, 1), b = AnyIntegers(kK, kN, 8, 2);
  const Array scale = Normal(ACL_FLOAT, {1, kN}, 3, 1e-4);
  Grouped call{.x = {Bytes(a)},
               .weight = {WithGroups(Bytes(b), 1)},
               .out = {Array(ACL_FLOAT16, {5, kN})},
               .scale = {scale}};
  call.groups = Integer64({1}, {4});
  const std::pair<int, double (*)(double)> kActivations[] = {
      {1, [](double x) { return std::max(x, 0.0); }},
      {2,
       [](double x) {
         return x / (1 + std::exp(-2 * std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
       }},
      {4, [](double x) { return x / (1 + std::exp(-1.702 * x)); }},
      {5, [](double x) { return x / (1 + std::exp(-x)); }}};
  for (const auto& [type, function] : kActivations) {
    call.act_type = type;
    const Array result = RunCall(call.Call()).at(0);
    for (int64_t i = 0; i < result.size(); ++i) {
      const int64_t sum = i < 4 * kN ? DotOf(a, i / kN, b, i % kN) : 0;
      const double exact =
          function(static_cast<float>(sum) * static_cast<float>(scale.Value(i % kN)));
      EXPECT_NEAR(result.Value(i), exact, 0x1p-24 + std::abs(exact) * 0x1p-11 * 1.001) << type;
    }
  }
}

// What is refused, and why.
class RefusedTest : public testing::Test {
 protected:
  // The message of phase 1, which fails with 161002.
  static std::string MessageOf(const Grouped& call) {
    std::vector<aclTensor*> tensors;
    const auto tensor = [&](const Array& array) {
      return aclCreateTensor(array.shape.data(), array.shape.size(), array.dtype, nullptr, 0,
                             ACL_FORMAT_ND, array.shape.data(), array.shape.size(), nullptr);
    };
    std::vector<aclTensorList*> lists;
    const auto list = [&](const Arrays& arrays) -> aclTensorList* {
      if (arrays.empty()) return nullptr;
      std::vector<const aclTensor*> members;
      for (const Array& array : arrays) members.push_back(tensor(array));
      return lists.emplace_back(aclCreateTensorList(members.data(), members.size()));
    };
    aclTensor* const groups = call.groups ? tensor(*call.groups) : nullptr;
    uint64_t size;
    aclOpExecutor* executor;
    const aclnnStatus status = aclnnGroupedMatmulV4GetWorkspaceSize(
        list(call.x), list(call.weight), list(call.bias), list(call.scale), nullptr,
        list(call.antiquant_scale), list(call.antiquant_offset), list(call.rows), groups, nullptr,
        nullptr, nullptr, static_cast<int64_t>(call.split_item),
        static_cast<int64_t>(call.group_type), static_cast<int64_t>(call.list_type),
        static_cast<int64_t>(call.act_type), list(call.out), nullptr, nullptr, &size, &executor);
    EXPECT_EQ(status, ACLNN_ERR_PARAM_INVALID);
    for (aclTensorList* const made : lists) aclDestroyTensorList(made);
    aclDestroyTensor(groups);
    const std::string message = aclGetRecentErrMsg();
    const size_t begin = message.find(": ") + 2;
    return message.substr(begin, message.find(" [EZ") - begin);
  }
  static Array Of(aclDataType dtype, Shape shape) { return Array(dtype, std::move(shape)); }

  const Grouped good_{.x = {Of(ACL_FLOAT, {6, 8})},
                      .weight = {Of(ACL_FLOAT, {2, 8, 4})},
                      .out = {Of(ACL_FLOAT, {6, 4})},
                      .groups = Of(ACL_INT64, {2})};
};

TEST_F(RefusedTest, NamesWhatDoesNotFit) {
  Grouped call = good_;
  call.groups = std::nullopt;
  EXPECT_EQ(MessageOf(call),
            "groupListOptional: is null, expected the sizes of groups, as groupType is 0 and x and "
            "out are one tensor each");
  call.groups = Of(ACL_INT64, {3});
  EXPECT_EQ(MessageOf(call),
            "groupListOptional: shape is [3], expected [2], as there are 2 groups, at most 1024, "
            "and groupListType is 0");
  call = good_;
  call.split_item = 0;
  EXPECT_EQ(MessageOf(call), "splitItem: is 0, expected 2 or 3, as groupType is 0");
  call.group_type = -1;
  call.split_item = 2;
  EXPECT_EQ(MessageOf(call), "splitItem: is 2, expected 0 or 1, as groupType is -1");
  call = good_;
  call.act_type = 1;
  EXPECT_EQ(MessageOf(call),
            "actType: is 1, expected 0 where x has FLOAT and out has FLOAT; only results of "
            "FLOAT16 or BFLOAT16 of two factors of INT8 are activated");
  call = good_;
  call.x = {Of(ACL_FLOAT, {6, 9})};
  EXPECT_EQ(MessageOf(call),
            "x[0] and weight[0]: no matrix product of [6, 9] and [2, 8, 4] elements; expected "
            "[..., k] and [..., k, n]");
  call = good_;
  call.out = {Of(ACL_FLOAT, {6, 5})};
  EXPECT_EQ(MessageOf(call), "out[0]: shape is [6, 5], expected [6, 4], that of the products");
  call = good_;
  call.bias = {Of(ACL_FLOAT, {4})};
  EXPECT_EQ(MessageOf(call), "biasOptional[0]: shape is [4], expected [2, 4]");
  call.bias = {Of(ACL_FLOAT16, {2, 4})};
  EXPECT_EQ(MessageOf(call),
            "biasOptional: dtype is FLOAT16, expected FLOAT or null where x has FLOAT, weight has "
            "FLOAT, out has FLOAT");
  call = good_;
  call.weight = {Of(ACL_FLOAT, {8, 4}), Of(ACL_FLOAT, {8, 3})};
  EXPECT_EQ(MessageOf(call), "weight[1]: has 3 columns, expected 4, as many as weight[0]");
  call.x = {Of(ACL_FLOAT, {0})};
  EXPECT_EQ(MessageOf(call), "x: is null, expected FLOAT where weight has FLOAT, out has FLOAT");
  call = good_;
  call.group_type = 2;
  call.bias = {Of(ACL_FLOAT, {4})};
  EXPECT_EQ(MessageOf(call), "biasOptional: is given, expected null, as groupType is 2");
}

}  // namespace
}  // namespace openaclnn::test

// Rows of a table in bags. Their bits in other layouts and settings: tests/ops/cases.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

struct Bags {
  aclDataType dtype = ACL_FLOAT, integers = ACL_INT64;
  int64_t mode = 0, padding = -1;
  bool has_end = false, has_weights = false, wants_bags = true;
  std::vector<double> indices, offsets;
  int64_t rows = 7, columns = 5;

  Array Table() const {
    return Array(dtype, {rows, columns}, [&](int64_t i) {
      return BitsOf(dtype, static_cast<double>(i * 7919 % 61) / 16 - 1.75);
    });
  }
  Array Weights() const {
    return Array(dtype, {std::ssize(indices)}, [&](int64_t i) {
      return BitsOf(dtype, static_cast<double>(i * 31 % 13) / 8 - 0.5);
    });
  }
  int64_t Count() const { return std::ssize(offsets) - (has_end ? 1 : 0); }
  OperatorCall Call() const {
    const auto none = [&](bool is_there, const Array& array) -> CallArgument {
      if (is_there) return array;
      return nullptr;
    };
    const int64_t bags = Count();
    const bool is_largest = mode > 1;
    return {"aclnnEmbeddingBag",
            {Table(), ArrayOf(integers, indices), ArrayOf(integers, offsets), 0.0,
             static_cast<double>(mode), 0.0, none(has_weights, Weights()), has_end ? 1.0 : 0.0,
             static_cast<double>(padding), Array(dtype, {bags, columns}),
             Array(integers, {wants_bags ? std::ssize(indices) : 0}), Array(integers, {bags}),
             Array(integers, is_largest ? Shape{bags, columns} : Shape{bags})}};
  }
};

void Check(const Bags& bags) {
  const std::vector<Array> results = RunCall(bags.Call());
  const Array &out = results[0], &bag_of_each = results[1], &sizes = results[2],
              &rows = results[3];
  const Array table = bags.Table(), weights = bags.Weights();
  const auto count = std::ssize(bags.indices);
  for (int64_t bag = 0; bag < bags.Count(); ++bag) {
    const auto at = static_cast<size_t>(bag);
    const auto begin = static_cast<int64_t>(bags.offsets[at]);
    const bool is_last = at + 1 == bags.offsets.size();
    const int64_t end = is_last ? count : static_cast<int64_t>(bags.offsets[at + 1]);
    int64_t size = 0;
    for (int64_t i = begin; i < end; ++i) {
      if (bags.wants_bags) {
        EXPECT_EQ(bag_of_each.Value(i), static_cast<double>(bag));
      }
      if (bags.indices[static_cast<size_t>(i)] != static_cast<double>(bags.padding)) ++size;
    }
    EXPECT_EQ(sizes.Value(bag), static_cast<double>(size));
    for (int64_t c = 0; c < bags.columns; ++c) {
      double sum = 0, largest = 0;
      int64_t row_of_largest = 0;
      bool is_first = true;
      for (int64_t i = begin; i < end; ++i) {
        const auto row = static_cast<int64_t>(bags.indices[static_cast<size_t>(i)]);
        if (row == bags.padding) continue;
        const double x = table.Value(row * bags.columns + c);
        sum += (bags.has_weights ? weights.Value(i) : 1) * x;  // exact: few bits
        if (is_first || x > largest) {
          largest = x;
          row_of_largest = row;
        }
        is_first = false;
      }
      double expected = bags.mode == 0 ? sum : largest;
      if (bags.mode == 1) expected = size == 0 ? 0 : sum / static_cast<double>(size);
      EXPECT_EQ(out.Bits(bag * bags.columns + c), BitsOf(bags.dtype, expected));
      const int64_t at_row = bags.mode > 1 ? bag * bags.columns + c : bag;
      EXPECT_EQ(rows.Value(at_row), bags.mode > 1 ? static_cast<double>(row_of_largest) : 0);
    }
  }
}

TEST(BagsTest, SumsMeansAndTheLargest) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType integers : {ACL_INT64, ACL_INT32}) {
      for (const int64_t mode : {0, 1, 2}) {
        for (const int64_t padding : {-1, 3}) {
          Bags bags;
          bags.dtype = dtype;
          bags.integers = integers;
          bags.mode = mode;
          bags.padding = padding;
          bags.indices = {1, 3, 3, 0, 6, 2, 3, 5};
          bags.offsets = {0, 3, 3, 6, 7};  // the second and, with padding, the fourth have none
          Check(bags);
          bags.has_end = true;
          bags.offsets.push_back(8);
          Check(bags);
        }
      }
    }
  }
}

TEST(BagsTest, WeightsOfIndices) {
  Bags bags;
  bags.has_weights = true;
  bags.wants_bags = false;
  bags.indices = {1, 3, 3, 0, 6, 2};
  bags.offsets = {0, 2};
  Check(bags);
}

TEST(BagsTest, NoIndicesAndNoBags) {
  Bags bags;
  bags.offsets = {0, 0};
  Check(bags);
  bags.offsets = {};
  Check(bags);
}

TEST(BagsTest, NaNsAreTheLargest) {
  Bags bags;
  bags.mode = 2;
  bags.rows = 3;
  bags.columns = 1;
  bags.indices = {0, 1, 2};
  bags.offsets = {0};
  OperatorCall call = bags.Call();
  call.arguments[0] = ArrayOf(ACL_FLOAT, {3, 1}, {kInfinity, kNan, 5});
  const std::vector<Array> results = RunCall(call);
  EXPECT_TRUE(std::isnan(results[0].Value(0)));
  EXPECT_EQ(results[3].Value(0), 1);
}

TEST(BagsTest, WrongIntegersFailTheRun) {
  Bags bags;
  bags.indices = {1, 7, 2};
  bags.offsets = {0, 1};
  const std::string of_index = FailureOf(bags.Call(), ACL_ERROR_RT_AICORE_EXCEPTION);
  EXPECT_NE(of_index.find("indices: 7"), std::string::npos) << of_index;
  bags.indices = {1, 6, 2};
  for (const auto& offsets : {std::vector<double>{1, 2}, {0, 4}, {0, 2, 1}}) {
    bags.offsets = offsets;
    const std::string of_offset = FailureOf(bags.Call(), ACL_ERROR_RT_AICORE_EXCEPTION);
    EXPECT_NE(of_offset.find("offsets"), std::string::npos) << of_offset;
  }
}

}  // namespace
}  // namespace openaclnn::test

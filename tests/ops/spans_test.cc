// Slices over others from where integers say on, and sums over what came several times.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/ops/indices.h"

namespace openaclnn::test::spans_test {
namespace {

constexpr aclDataType kUpdated[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16,
                                    ACL_INT8,  ACL_UINT8,   ACL_INT32};

// `table` with updates[at] where `place_of` says.
template <class PlaceOf>
Array Updated(Array table, const Array& updates, const PlaceOf& place_of) {
  for (int64_t i = 0; i < updates.size(); ++i) {
    Shape at = PositionOf(updates.shape, i);
    place_of(at);
    table.SetBits(ElementAt(table.shape, at), updates.Bits(i));
  }
  return table;
}

// ---- InplaceScatterUpdate

OperatorCall ScatterUpdate(const Array& data, const Array& indices, const Array& updates,
                           int64_t axis) {
  return {"aclnnInplaceScatterUpdate", {data, indices, updates, static_cast<double>(axis)}};
}

TEST(ScatterUpdateTest, EachAxisFromEachPlace) {
  const Shape shape = {4, 3, 5, 6};
  for (const aclDataType dtype : kUpdated) {
    for (int64_t axis = 1; axis < 4; ++axis) {
      for (const int64_t size : {1, 2}) {
        const auto a = static_cast<size_t>(axis);
        Shape of_updates = shape;
        of_updates[0] = 3;  // the last row stays
        of_updates[a] = size;
        const Array data = RandomPatterns(dtype, shape, 1);
        const Array updates = RandomPatterns(dtype, of_updates, 2);
        const Array indices =
            Indices(size == 1 ? ACL_INT64 : ACL_INT32, {3}, 0, shape[a] - size + 1);
        const Array expected =
            Updated(data, updates, [&](Shape& at) { at[a] += IntegerOf(indices, at[0]); });
        for (const int64_t named : {axis, axis - 4}) {
          const OperatorCall call = ScatterUpdate(data, indices, updates, named);
          EXPECT_TRUE(SameBits(RunCall(call).at(0), expected)) << axis << " " << size;
          if (dtype == ACL_FLOAT && named < 0) ExpectSameBitsInAllLayouts(call);
        }
      }
    }
  }
}

// Spans of several rows may meet: the last one stays, however threads share them.
TEST(ScatterUpdateTest, RowsAndStarts) {
  const Shape shape = {5, 2, 40, 7};
  const Array data = RandomPatterns(ACL_FLOAT, shape, 1);
  for (const int64_t axis : {2, 3}) {
    const auto a = static_cast<size_t>(axis);
    Shape of_updates = shape;
    of_updates[a] = 5;
    const Array updates = RandomPatterns(ACL_FLOAT, of_updates, 2);
    // Each number may stand in the other column, too, where layouts repeat them.
    const Array indices = ArrayOf(ACL_INT32, {5, 2}, {2, 0, 0, 2, 2, 1, 2, 2, 0, 1});
    const Array expected = Updated(data, updates, [&](Shape& at) {
      const int64_t row = at[0];
      at[0] = IntegerOf(indices, 2 * row);
      at[a] += IntegerOf(indices, 2 * row + 1);
    });
    const OperatorCall call = ScatterUpdate(data, indices, updates, axis);
    EXPECT_TRUE(SameBits(RunCall(call).at(0), expected)) << axis;
    ExpectSameBitsInAllLayouts(call);
  }
}

TEST(ScatterUpdateTest, ANumberIsForOneSpan) {
  const Array data = ArrayOf(ACL_FLOAT, {2, 3}, {1, 2, 3, 4, 5, 6});
  const Array updates = ArrayOf(ACL_FLOAT, {1, 2}, {7, 8});
  EXPECT_TRUE(SameBits(RunCall(ScatterUpdate(data, ArrayOf(ACL_INT64, {}, {1}), updates, 1)).at(0),
                       ArrayOf(ACL_FLOAT, {2, 3}, {1, 7, 8, 4, 5, 6})));
}

TEST(ScatterUpdateTest, WrongIndicesFailTheRun) {
  const Array data = ArrayOf(ACL_FLOAT, {2, 3}, {1, 2, 3, 4, 5, 6});
  const Array updates = ArrayOf(ACL_FLOAT, {2, 2}, {7, 8, 9, 10});
  const auto failure = [&](const Array& indices) {
    return FailureOf(ScatterUpdate(data, indices, updates, 1), ACL_ERROR_RT_AICORE_EXCEPTION);
  };
  const auto expect = [&](const Array& indices, const std::string& message) {
    const std::string all = failure(indices);
    EXPECT_NE(all.find(message), std::string::npos) << all;
  };
  expect(ArrayOf(ACL_INT64, {0, 2}),
         "aclnnInplaceScatterUpdate: indices: the element at [1] is 2, expected from 0 to 1");
  expect(ArrayOf(ACL_INT32, {-1, 0}), "the element at [0] is -1, expected from 0 to 1");
  expect(ArrayOf(ACL_INT64, {2, 2}, {0, 0, 2, 0}),
         "the element at [1, 0] is 2, expected from 0 to 1");
  expect(ArrayOf(ACL_INT64, {2, 2}, {0, 0, 1, 2}),
         "the element at [1, 1] is 2, expected from 0 to 1");
}

// ---- ScatterList

OperatorCall ScatterList(const std::vector<Array>& members, const Array& indices,
                         const Array& updates, const CallArgument& mask, int64_t axis) {
  return {"aclnnScatterList",
          {members, indices, updates, mask, "update", static_cast<double>(axis)}};
}

// Member number i of the updates.
Array MemberOf(const Array& updates, int64_t i) {
  const Shape shape(updates.shape.begin() + 1, updates.shape.end());
  return Array(updates.dtype, shape,
               [&](int64_t k) { return updates.Bits(i * CountOf(shape) + k); });
}

void ExpectMembers(const OperatorCall& call, const std::vector<Array>& expected) {
  const auto results = RunCall(call);
  ASSERT_EQ(results.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_TRUE(SameBits(results[i], expected[i])) << "member " << i;
  }
}

TEST(ScatterListTest, StartsCountsAndMasks) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8, ACL_UINT8, ACL_INT16,
                                  ACL_UINT16, ACL_INT32, ACL_UINT32}) {
    for (const int64_t axis : {-1, -2, 1}) {
      const Shape shape = {6, 4, 5};
      const auto a = static_cast<size_t>(axis < 0 ? axis + 3 : axis - 1);
      std::vector<Array> members;
      for (uint32_t i = 0; i < 3; ++i) members.push_back(RandomPatterns(dtype, shape, i));
      Shape of_updates = shape;
      of_updates[a] = 3;
      of_updates.insert(of_updates.begin(), 3);
      const Array updates = RandomPatterns(dtype, of_updates, 9);
      const Array mask = ArrayOf(ACL_UINT8, {1, 0, 2});
      for (const bool has_counts : {false, true}) {
        for (const bool has_mask : {false, true}) {
          const Array indices = has_counts ? ArrayOf(ACL_INT64, {3, 2}, {0, 3, 2, 1, 1, 0})
                                           : ArrayOf(ACL_INT32, {1, 0, 1});
          std::vector<Array> expected = members;
          for (int64_t i = 0; i < 3; ++i) {
            if (has_mask && mask.Bits(i) == 0) continue;
            const int64_t start = IntegerOf(indices, has_counts ? 2 * i : i);
            const int64_t count = has_counts ? IntegerOf(indices, 2 * i + 1) : 3;
            const Array update = MemberOf(updates, i);
            Array& member = expected[static_cast<size_t>(i)];
            for (int64_t k = 0; k < update.size(); ++k) {
              Shape at = PositionOf(update.shape, k);
              if (at[a] >= count) continue;
              at[a] += start;
              member.SetBits(ElementAt(shape, at), update.Bits(k));
            }
          }
          const OperatorCall call =
              ScatterList(members, indices, updates,
                          has_mask ? CallArgument(mask) : CallArgument(nullptr), axis);
          ExpectMembers(call, expected);
          if (dtype == ACL_FLOAT) ExpectSameBitsInAllLayouts(call);
        }
      }
    }
  }
}

TEST(ScatterListTest, WrongIndicesFailTheRun) {
  const std::vector<Array> members(2, ArrayOf(ACL_FLOAT, {3}, {1, 2, 3}));
  const Array updates = ArrayOf(ACL_FLOAT, {2, 2}, {4, 5, 6, 7});
  const auto expect = [&](const Array& indices, const char* message) {
    const std::string all =
        FailureOf(ScatterList(members, indices, updates, CallArgument(nullptr), -1),
                  ACL_ERROR_RT_AICORE_EXCEPTION);
    EXPECT_NE(all.find(message), std::string::npos) << all;
  };
  expect(ArrayOf(ACL_INT64, {1, 2}),
         "aclnnScatterList: indice: the element at [1] is 2, expected from 0 to 1");
  expect(ArrayOf(ACL_INT64, {2, 2}, {0, 2, 0, 3}),
         "the element at [1, 1] is 3, expected from 0 to 2");
  expect(ArrayOf(ACL_INT64, {2, 2}, {3, 1, 0, 0}),
         "the element at [0, 0] is 3, expected from 0 to 2");
  expect(ArrayOf(ACL_INT64, {2, 2}, {0, -1, 0, 0}), "the element at [0, 1] is -1");
  // What the mask leaves out may be anything.
  ExpectMembers(
      ScatterList(members, ArrayOf(ACL_INT64, {1, 99}), updates, ArrayOf(ACL_UINT8, {1, 0}), -1),
      {ArrayOf(ACL_FLOAT, {3}, {1, 4, 5}), members[1]});
}

// ---- RepeatInterleaveGrad

OperatorCall RepeatGrad(const Array& grad, const Array& repeats, int64_t axis, const Shape& out) {
  return {"aclnnRepeatInterleaveGrad",
          {grad, repeats, static_cast<double>(axis), Array(grad.dtype, out)}};
}

// In long double, rounded once.
Array SumsOf(const Array& grad, size_t axis, const std::vector<int64_t>& repeats) {
  Shape shape = grad.shape;
  shape[axis] = static_cast<int64_t>(repeats.size());
  std::vector<int64_t> starts = {0};
  for (const int64_t times : repeats) starts.push_back(starts.back() + times);
  return Array(grad.dtype, shape, [&](int64_t i) {
    Shape at = PositionOf(shape, i);
    const auto place = static_cast<size_t>(at[axis]);
    long double sum = 0;
    for (int64_t k = starts[place]; k < starts[place + 1]; ++k) {
      at[axis] = k;
      sum += grad.Value(ElementAt(grad.shape, at));
    }
    return BitsOf(grad.dtype, static_cast<double>(sum));
  });
}

TEST(RepeatInterleaveGradTest, AlongEachAxis) {
  const std::vector<int64_t> times = {2, 0, 1, 3};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType of_times : {ACL_INT32, ACL_INT64}) {
      const Array repeats = ArrayOf(of_times, {2, 0, 1, 3});
      for (size_t axis = 0; axis < 3; ++axis) {
        Shape shape = {3, 5, 4};
        shape[axis] = 6;
        const Array grad(dtype, shape, [&](int64_t i) {
          return BitsOf(dtype, static_cast<double>(i * 37 % 64) / 16 - 1);
        });
        const Array expected = SumsOf(grad, axis, times);
        const auto dim = static_cast<int64_t>(axis);
        const OperatorCall call = RepeatGrad(grad, repeats, dim, expected.shape);
        EXPECT_TRUE(SameBits(RunCall(call).at(0), expected));
        ExpectSameBitsInAllLayouts(call);
        const auto flat = RunCall(RepeatGrad(grad, repeats, dim - 3, {1, expected.size()})).at(0);
        EXPECT_EQ(flat.bytes, expected.bytes);
      }
    }
  }
}

TEST(RepeatInterleaveGradTest, OneNumberForAll) {
  const Array grad = ArrayOf(ACL_FLOAT, {2, 6}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  for (const Array& two : {ArrayOf(ACL_INT64, {}, {2}), ArrayOf(ACL_INT32, {2})}) {
    EXPECT_TRUE(SameBits(RunCall(RepeatGrad(grad, two, 1, {2, 3})).at(0),
                         ArrayOf(ACL_FLOAT, {2, 3}, {3, 7, 11, 15, 19, 23})));
  }
  EXPECT_TRUE(SameBits(RunCall(RepeatGrad(grad, ArrayOf(ACL_INT64, {2}), 0, {6})).at(0),
                       ArrayOf(ACL_FLOAT, {6}, {8, 10, 12, 14, 16, 18})));
  EXPECT_TRUE(SameBits(
      RunCall(RepeatGrad(ArrayOf(ACL_FLOAT, {}, {3}), ArrayOf(ACL_INT64, {1}), 0, {})).at(0),
      ArrayOf(ACL_FLOAT, {}, {3})));
}

// Small terms that a large one would swallow in float.
TEST(RepeatInterleaveGradTest, SumsAreRoundedOnce) {
  const Array grad = ArrayOf(ACL_FLOAT, {4}, {0x1p24, 1, 1, -0x1p24});
  EXPECT_EQ(RunCall(RepeatGrad(grad, ArrayOf(ACL_INT64, {4}), 0, {1})).at(0).Value(0), 2);
}

// What the forward pass makes of such numbers: negative ones are 0, and the rest is from nothing.
TEST(RepeatInterleaveGradTest, NumbersThatDoNotFit) {
  const Array grad = ArrayOf(ACL_FLOAT, {5}, {1, 2, 4, 8, 16});
  const auto sums = [&](const Array& repeats, const Shape& out) {
    return RunCall(RepeatGrad(grad, repeats, 0, out)).at(0);
  };
  EXPECT_TRUE(SameBits(sums(ArrayOf(ACL_INT64, {2, 1}), {2}), ArrayOf(ACL_FLOAT, {3, 4})));
  EXPECT_TRUE(SameBits(sums(ArrayOf(ACL_INT64, {-2, 9}), {2}), ArrayOf(ACL_FLOAT, {0, 31})));
  EXPECT_TRUE(SameBits(sums(ArrayOf(ACL_INT64, {2}), {2}), ArrayOf(ACL_FLOAT, {3, 12})));
  const Array none(ACL_FLOAT, {0});
  EXPECT_TRUE(SameBits(RunCall(RepeatGrad(none, ArrayOf(ACL_INT64, {0, 0}), 0, {2})).at(0),
                       ArrayOf(ACL_FLOAT, {2}, {0, 0})));
}

}  // namespace
}  // namespace openaclnn::test::spans_test

// Equal elements once, against a loop over all that were before: which, in which layouts, and the
// views that outputs get. Their bits in other settings: cases/.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "ops/registry.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::unique_test {
namespace {

using Integers = std::vector<int64_t>;

// The view of an output when a call has run, and its elements as they lie from the first one on.
struct Seen {
  Shape shape;
  Array elements;
};

// Runs an operator with tensors in the host's memory. `numbers`: flags and an integer, by argument.
std::vector<Seen> RunForViews(const char* name, std::vector<Array> arrays,
                              const std::vector<int64_t>& numbers) {
  EnsureDevice();
  std::vector<aclTensor*> tensors;
  for (Array& array : arrays) {
    tensors.push_back(aclCreateTensor(array.shape.data(), array.shape.size(), array.dtype, nullptr,
                                      0, ACL_FORMAT_ND, array.shape.data(), array.shape.size(),
                                      array.bytes.data()));
  }
  std::vector<AnyArgument> arguments(1);
  arguments[0].tensor = tensors[0];
  for (const int64_t number : numbers) {
    AnyArgument& argument = arguments.emplace_back();
    argument.integer = number;
    argument.flag = number != 0;
  }
  for (size_t i = 1; i < tensors.size(); ++i) arguments.emplace_back().tensor = tensors[i];
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const Operator& entry = *FindOperator(name);
  EXPECT_EQ(entry.plan(arguments, &size, &executor), 0) << aclGetRecentErrMsg();
  std::vector<std::byte> workspace(size + 64);
  EXPECT_EQ(entry.run(size > 0 ? workspace.data() : nullptr, size, executor, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  std::vector<Seen> seen;
  for (size_t i = 0; i < tensors.size(); ++i) {
    int64_t* dims = nullptr;
    uint64_t rank = 0;
    EXPECT_EQ(aclGetViewShape(tensors[i], &dims, &rank), 0);
    seen.push_back({Shape(dims, dims + rank), arrays[i]});
    delete[] dims;
    aclDestroyTensor(tensors[i]);
  }
  return seen;
}

Integers FirstOf(const Seen& seen, int64_t count) {
  Integers first;
  for (int64_t i = 0; i < count; ++i) first.push_back(int64_t(seen.elements.Bits(i)));
  return first;
}

bool AreEqual(const Array& array, int64_t i, int64_t j) {
  if (IsNan(array.dtype, array.Bits(i)) || IsNan(array.dtype, array.Bits(j))) return false;
  return array.Bits(i) == array.Bits(j) ||
         (ClassOf(array.dtype) == DtypeClass::kFloat && array.Value(i) == array.Value(j));
}

// Few different elements, zeros of both signs and NaNs among them.
Array Few(aclDataType dtype, const Shape& shape) {
  return Array(dtype, shape, [dtype](int64_t i) {
    const int64_t kind = i * 7919 % 11;
    if (dtype == ACL_BOOL) return uint64_t(kind % 2);
    const bool is_float = ClassOf(dtype) == DtypeClass::kFloat;
    if (is_float && kind == 9) return BitsOf(dtype, kNan);
    if (is_float && kind >= 7) return BitsOf(dtype, kind == 8 ? -0.0 : 0.0);
    return BitsOf(dtype, double(kind % 5) + (is_float ? -2 : 0));
  });
}

class UniqueTest : public testing::TestWithParam<aclDataType> {};

TEST_P(UniqueTest, HasEachElementOnceInOrder) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  const aclDataType dtype = GetParam();
  for (const Shape& shape : {Shape{1}, Shape{7, 90}, Shape{}, Shape{3, 0}}) {
    SCOPED_TRACE(TextOf(shape));
    const Array self = Few(dtype, shape);
    const int64_t count = self.size();
    const auto seen = RunForViews(
        "aclnnUnique2",
        {self, Array(dtype, {count}), Array(ACL_INT64, shape), Array(ACL_INT64, {count})},
        {1, 1, 1});
    ASSERT_EQ(seen[1].shape.size(), 1u);
    const int64_t found = seen[1].shape[0];
    EXPECT_EQ(seen[3].shape, (Shape{found}));
    const Array& values = seen[1].elements;
    for (int64_t k = 1; k < found; ++k) {
      const bool is_nan = IsNan(dtype, values.Bits(k));
      EXPECT_TRUE(is_nan || ExactAt(values, k - 1) < ExactAt(values, k)) << k;
    }
    std::vector<int64_t> counts(static_cast<size_t>(found));
    for (int64_t i = 0; i < count; ++i) {
      const auto place = static_cast<int64_t>(seen[2].elements.Bits(i));
      ASSERT_LT(place, found);
      const bool is_nan = IsNan(dtype, self.Bits(i));
      EXPECT_TRUE(is_nan ? IsNan(dtype, values.Bits(place)) : self.Value(i) == values.Value(place));
      ++counts[static_cast<size_t>(place)];
    }
    EXPECT_EQ(FirstOf(seen[3], found), counts);
    const auto without =
        RunForViews("aclnnUnique", {self, Array(dtype, {count}), Array(ACL_INT64, shape)}, {0, 1});
    EXPECT_EQ(without[1].shape, seen[1].shape);
    EXPECT_EQ(without[1].elements.bytes, values.bytes);
    EXPECT_EQ(without[2].elements.bytes, seen[2].elements.bytes);
  }
}

TEST_P(UniqueTest, ConsecutiveElements) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  const aclDataType dtype = GetParam();
  const Array few = Few(dtype, {600});
  const Array self(dtype, {6, 100}, [&](int64_t i) { return few.Bits(i / 3); });
  std::vector<uint64_t> values;
  Integers places, counts;
  for (int64_t i = 0; i < self.size(); ++i) {
    if (i == 0 || !AreEqual(self, i - 1, i)) {
      values.push_back(self.Bits(i));
      counts.push_back(0);
    }
    places.push_back(std::ssize(values) - 1);
    ++counts.back();
  }
  const auto found = std::ssize(values);
  for (const Shape& room : {Shape{600}, Shape{6, 100}}) {
    const auto seen =
        RunForViews("aclnnUniqueConsecutive",
                    {self, Array(dtype, room), Array(ACL_INT64, {6, 100}), Array(ACL_INT64, {600})},
                    {1, 1, 1000});
    EXPECT_EQ(seen[1].shape, (Shape{found}));
    EXPECT_EQ(seen[3].shape, (Shape{found}));
    for (int64_t k = 0; k < found; ++k) EXPECT_EQ(seen[1].elements.Bits(k), values[size_t(k)]);
    EXPECT_EQ(FirstOf(seen[2], 600), places);
    EXPECT_EQ(FirstOf(seen[3], found), counts);
  }
}

// Slices of an array [outer, length, inner].
struct Slices {
  Slices(const Array& of, size_t axis) : array(of) {
    for (size_t i = 0; i < of.shape.size(); ++i) {
      (i < axis ? outer : i == axis ? length : inner) *= of.shape[i];
    }
  }
  int64_t Size() const { return outer * inner; }
  int64_t IndexOf(int64_t slice, int64_t k) const {
    return (k / inner * length + slice) * inner + k % inner;
  }
  bool IsBefore(int64_t a, int64_t b) const {
    for (int64_t k = 0; k < Size(); ++k) {
      const int64_t i = IndexOf(a, k), j = IndexOf(b, k);
      const bool is_nan = IsNan(array.dtype, array.Bits(i));
      if (IsNan(array.dtype, array.Bits(j)) != is_nan) return !is_nan;
      if (is_nan || ExactAt(array, i) == ExactAt(array, j)) continue;
      return ExactAt(array, i) < ExactAt(array, j);
    }
    return false;
  }
  bool AreAlike(int64_t a, int64_t b) const {
    for (int64_t k = 0; k < Size(); ++k) {
      if (!AreEqual(array, IndexOf(a, k), IndexOf(b, k))) return false;
    }
    return true;
  }

  const Array& array;
  int64_t outer = 1, length = 1, inner = 1;
};

TEST_P(UniqueTest, SlicesInOrder) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  const aclDataType dtype = GetParam();
  const struct {
    Shape shape;
    int64_t dim;
  } cases[] = {{{2, 40}, 1},     {{40, 2}, 0}, {{2, 40, 3}, -2},
               {{3, 1, 50}, -1}, {{30}, 0},    {{1}, -1}};
  for (const auto& [shape, dim] : cases) {
    SCOPED_TRACE(TextOf(shape) + " along " + std::to_string(dim));
    const Array self = Few(dtype, shape);
    const auto axis = static_cast<size_t>(dim < 0 ? dim + std::ssize(shape) : dim);
    const Slices slices(self, axis);
    Integers order(static_cast<size_t>(slices.length));
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
    std::stable_sort(order.begin(), order.end(),
                     [&slices](int64_t a, int64_t b) { return slices.IsBefore(a, b); });
    Integers firsts, counts, places(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
      if (i == 0 || !slices.AreAlike(order[i - 1], order[i])) {
        firsts.push_back(order[i]);
        counts.push_back(0);
      }
      ++counts.back();
      places[static_cast<size_t>(order[i])] = std::ssize(firsts) - 1;
    }
    const auto found = std::ssize(firsts);

    const Array room(ACL_INT64, {slices.length});
    const auto seen =
        RunForViews("aclnnUniqueDim", {self, Array(dtype, shape), room, room}, {1, 1, dim});
    Shape expected = shape;
    expected[axis] = found;
    EXPECT_EQ(seen[1].shape, expected);
    EXPECT_EQ(seen[3].shape, (Shape{found}));
    EXPECT_EQ(FirstOf(seen[2], slices.length), places);
    EXPECT_EQ(FirstOf(seen[3], found), counts);
    for (int64_t i = 0; i < found * slices.Size(); ++i) {
      const int64_t slice = i / slices.inner % found;
      const int64_t k = i / (found * slices.inner) * slices.inner + i % slices.inner;
      EXPECT_EQ(seen[1].elements.Bits(i),
                self.Bits(slices.IndexOf(firsts[static_cast<size_t>(slice)], k)))
          << i;
    }
    const auto without = RunForViews(
        "aclnnUniqueDim", {self, Array(dtype, shape), Array(ACL_INT64, {}), room}, {0, 0, dim});
    EXPECT_EQ(without[1].elements.bytes, seen[1].elements.bytes);
    EXPECT_EQ(without[3].elements.bytes, seen[3].elements.bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(, UniqueTest,
                         testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8,
                                         ACL_UINT8, ACL_INT16, ACL_UINT16, ACL_INT32, ACL_UINT32,
                                         ACL_INT64, ACL_UINT64, ACL_BOOL),
                         [](const auto& test) { return std::string(DtypeName(test.param)); });

TEST(UniqueSlicesTest, AlongEachAxis) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  // Along the middle axis slices 0, 1 and 3 are alike, and 2 is another.
  const Array self(ACL_FLOAT, {2, 4, 3}, [](int64_t i) {
    const int64_t slice = i / 3 % 4;
    return BitsOf(ACL_FLOAT, double(i / 12 * 10 + i % 3) + (slice == 2 && i % 3 == 1 ? 0.5 : 0));
  });
  const auto seen =
      RunForViews("aclnnUniqueConsecutive",
                  {self, Array(ACL_FLOAT, {2, 4, 3}), Array(ACL_INT64, {4}), Array(ACL_INT64, {4})},
                  {1, 1, -2});
  EXPECT_EQ(seen[1].shape, (Shape{2, 3, 3}));
  const double expected[] = {0, 1, 2, 0, 1.5, 2, 0, 1, 2, 10, 11, 12, 10, 11.5, 12, 10, 11, 12};
  for (int64_t i = 0; i < 18; ++i) EXPECT_EQ(seen[1].elements.Value(i), expected[i]) << i;
  EXPECT_EQ(FirstOf(seen[2], 4), (Integers{0, 0, 1, 2}));
  EXPECT_EQ(FirstOf(seen[3], 3), (Integers{2, 1, 1}));
  EXPECT_EQ(seen[3].shape, (Shape{3}));
}

TEST(UniqueSlicesTest, OfNothing) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  const auto seen = RunForViews("aclnnUniqueConsecutive",
                                {Array(ACL_FLOAT, {0, 4}), Array(ACL_FLOAT, {0, 4}),
                                 Array(ACL_INT64, {4}), Array(ACL_INT64, {4})},
                                {1, 1, 1});
  EXPECT_EQ(seen[1].shape, (Shape{0, 1}));
  EXPECT_EQ(FirstOf(seen[2], 4), (Integers{0, 0, 0, 0}));
  EXPECT_EQ(FirstOf(seen[3], 1), (Integers{4}));
  const auto none = RunForViews("aclnnUniqueConsecutive",
                                {Array(ACL_FLOAT, {3, 0}), Array(ACL_FLOAT, {3, 0}),
                                 Array(ACL_INT64, {0}), Array(ACL_INT64, {0})},
                                {1, 1, 1});
  EXPECT_EQ(none[1].shape, (Shape{3, 0}));
  EXPECT_EQ(none[3].shape, (Shape{0}));
}

TEST(UniqueSlicesTest, InOrderOfNothing) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  const auto seen = RunForViews("aclnnUniqueDim",
                                {Array(ACL_FLOAT, {0, 4}), Array(ACL_FLOAT, {0, 4}),
                                 Array(ACL_INT64, {4}), Array(ACL_INT64, {4})},
                                {1, 1, 1});
  EXPECT_EQ(seen[1].shape, (Shape{0, 1}));
  EXPECT_EQ(FirstOf(seen[2], 4), (Integers{0, 0, 0, 0}));
  EXPECT_EQ(FirstOf(seen[3], 1), (Integers{4}));
  const auto none = RunForViews("aclnnUniqueDim",
                                {Array(ACL_FLOAT, {3, 0}), Array(ACL_FLOAT, {3, 0}),
                                 Array(ACL_INT64, {0}), Array(ACL_INT64, {0})},
                                {1, 1, 1});
  EXPECT_EQ(none[1].shape, (Shape{3, 0}));
  EXPECT_EQ(none[3].shape, (Shape{0}));
}

TEST(UniqueSlicesTest, OneNumberIsASlice) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  const auto seen = RunForViews("aclnnUniqueDim",
                                {ArrayOf(ACL_FLOAT, {}, {2.5}), Array(ACL_FLOAT, {}),
                                 Array(ACL_INT64, {1}), Array(ACL_INT64, {1})},
                                {1, 1, -1});
  EXPECT_EQ(seen[1].shape, (Shape{1}));
  EXPECT_EQ(seen[1].elements.Value(0), 2.5);
  EXPECT_EQ(FirstOf(seen[2], 1), (Integers{0}));
  EXPECT_EQ(FirstOf(seen[3], 1), (Integers{1}));
}

// Two different slices of four, where outputs have room for as many, or more than they need.
TEST(UniqueRoomTest, SlicesNeedNoMoreThanThereAre) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  const Array self = ArrayOf(ACL_FLOAT, {4, 2}, {3, 1, 0, 1, 3, 1, 0, 1});
  const auto seen = RunForViews(
      "aclnnUniqueDim",
      {self, Array(ACL_FLOAT, {2, 2}), Array(ACL_INT64, {4, 2}), Array(ACL_INT64, {2})}, {1, 1, 0});
  EXPECT_EQ(seen[1].shape, (Shape{2, 2}));
  EXPECT_TRUE(SameBits(seen[1].elements, ArrayOf(ACL_FLOAT, {2, 2}, {0, 1, 3, 1})));
  EXPECT_EQ(seen[2].shape, (Shape{4}));
  EXPECT_EQ(FirstOf(seen[2], 4), (Integers{1, 0, 1, 0}));
  EXPECT_EQ(seen[3].shape, (Shape{2}));
  EXPECT_EQ(FirstOf(seen[3], 2), (Integers{2, 2}));
}

TEST(UniqueRoomTest, SlicesFailWhereThereIsTooLittle) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  const Array self = ArrayOf(ACL_FLOAT, {2, 4}, {3, 0, 3, 0, 1, 1, 1, 1});
  const auto failure_of = [&](int64_t values, int64_t counts) {
    return FailureOf({"aclnnUniqueDim",
                      {self, 1.0, 1.0, 1.0, Array(ACL_FLOAT, {2, values}), Array(ACL_INT64, {4}),
                       Array(ACL_INT64, {counts})}},
                     ACL_ERROR_RT_AICORE_EXCEPTION);
  };
  EXPECT_NE(failure_of(1, 4).find("aclnnUniqueDim: valueOut: has room for 1 slices, expected at "
                                  "least 2, as many as differ"),
            std::string::npos);
  EXPECT_NE(failure_of(4, 1).find("aclnnUniqueDim: countsOut: has room for 1 slices, expected at "
                                  "least 2, as many as differ"),
            std::string::npos);
}

TEST(UniqueRoomTest, RunsHaveOneAxisForAllElements) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  const Array self = ArrayOf(ACL_FLOAT, {4, 2}, {0, 1, 3, 1, 3, 1, 0, 1});
  const auto seen = RunForViews(
      "aclnnUniqueConsecutive",
      {self, Array(ACL_FLOAT, {8}), Array(ACL_INT64, {4, 2}), Array(ACL_INT64, {8})}, {1, 1, 0});
  EXPECT_EQ(seen[1].shape, (Shape{3, 2}));
  const double expected[] = {0, 1, 3, 1, 0, 1};
  for (int64_t i = 0; i < 6; ++i) EXPECT_EQ(seen[1].elements.Value(i), expected[i]) << i;
  EXPECT_EQ(seen[2].shape, (Shape{4}));
  EXPECT_EQ(FirstOf(seen[2], 4), (Integers{0, 1, 1, 2}));
  EXPECT_EQ(seen[3].shape, (Shape{3}));
  EXPECT_EQ(FirstOf(seen[3], 3), (Integers{1, 2, 1}));
}

TEST(UniqueComplexTest, BothPartsCount) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  const float numbers[] = {1, 2, 1, 2, 1, -2, -0.0f, 0, 0, -0.0f};
  Array self(ACL_COMPLEX64, {5});
  std::memcpy(self.bytes.data(), numbers, sizeof(numbers));
  const auto seen =
      RunForViews("aclnnUniqueConsecutive",
                  {self, Array(ACL_COMPLEX64, {5}), Array(ACL_INT64, {0}), Array(ACL_INT64, {5})},
                  {0, 1, 1000});
  EXPECT_EQ(seen[1].shape, (Shape{3}));
  EXPECT_EQ(FirstOf(seen[3], 3), (Integers{2, 1, 2}));
}

TEST(UniqueLayoutsTest, InAllLayouts) {
  const Array self = Few(ACL_FLOAT, {5, 12});
  const OperatorCall call = {"aclnnUniqueConsecutive",
                             {self, 1.0, 1.0, 0.0, Array(ACL_FLOAT, {5, 12}), Array(ACL_INT64, {5}),
                              Array(ACL_INT64, {5})}};
  const std::vector<Array> plain = RunCall(call);
  for (const Layout& layout : InputLayouts()) {
    if (layout.repeats) continue;  // of other elements
    Placement placement;
    placement.layouts = {&layout};
    EXPECT_TRUE(SameBits(RunCall(call, placement)[0], plain[0]));
  }
}

}  // namespace
}  // namespace openaclnn::test::unique_test

// Elements in another order, or several times: Stack, Repeat, RepeatInterleaveInt, Eye, Flip and
// Roll, along any axes, in any layout and dtype.
#include <functional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::rearranged_test {
namespace {

using Index = std::vector<int64_t>;

Index IndexOf(int64_t element, const Shape& shape) {
  Index index(shape.size());
  for (size_t a = shape.size(); a-- > 0;) {
    index[a] = element % shape[a];
    element /= shape[a];
  }
  return index;
}
int64_t ElementAt(const Index& index, const Shape& shape) {
  int64_t element = 0;
  for (size_t a = 0; a < shape.size(); ++a) element = element * shape[a] + index[a];
  return element;
}

// An array whose elements are those of another one, `from` telling where they are there.
Array Rearranged(const Array& self, const Shape& shape,
                 const std::function<void(Index&)>& go_back) {
  return Array(self.dtype, shape, [&](int64_t i) {
    Index index = IndexOf(i, shape);
    go_back(index);
    return self.Bits(ElementAt(index, self.shape));
  });
}

// Expects it of the call, to which the output is added; in all layouts of the first argument and
// the output if `everywhere`.
void ExpectResult(OperatorCall call, const Array& expected, bool everywhere = false) {
  SCOPED_TRACE(std::string(call.name) + " gives " + TextOf(expected.shape));
  call.arguments.emplace_back(Array(expected.dtype, expected.shape));
  const auto expect = [&](const Placement& placement) {
    const std::vector<Array> results = RunCall(call, placement);
    ASSERT_EQ(results.size(), 1u);
    EXPECT_TRUE(SameBits(results[0], expected));
  };
  expect({});
  for (const Layout& from : OutputLayouts()) {
    for (const Layout& to : OutputLayouts()) {
      if (!everywhere) continue;
      SCOPED_TRACE(std::string(from.name) + " to " + to.name);
      Placement placement;
      placement.layouts.resize(call.arguments.size());
      placement.layouts.front() = &from;
      placement.layouts.back() = &to;
      expect(placement);
    }
  }
}

constexpr aclDataType kMovedDtypes[] = {ACL_FLOAT,  ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE,
                                        ACL_INT8,   ACL_INT16,   ACL_INT32, ACL_INT64,
                                        ACL_UINT16, ACL_UINT32,  ACL_BOOL};

Array Stacked(const std::vector<Array>& members, size_t axis) {
  Shape shape = members[0].shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), std::ssize(members));
  return Array(members[0].dtype, shape, [&](int64_t i) {
    Index index = IndexOf(i, shape);
    const auto member = static_cast<size_t>(index[axis]);
    index.erase(index.begin() + static_cast<std::ptrdiff_t>(axis));
    return members[member].Bits(ElementAt(index, members[member].shape));
  });
}

TEST(StackTest, AnyAxis) {
  for (const Shape& shape : {Shape{}, Shape{5}, Shape{3, 4}, Shape{2, 3, 7}, Shape{0, 3}}) {
    std::vector<Array> members;
    for (uint32_t i = 0; i < 3; ++i) members.push_back(RandomPatterns(ACL_INT16, shape, i));
    const auto axes = static_cast<int64_t>(shape.size()) + 1;
    for (int64_t axis = 0; axis < axes; ++axis) {
      const Array expected = Stacked(members, static_cast<size_t>(axis));
      ExpectResult({"aclnnStack", {members, static_cast<double>(axis)}}, expected, axes == 3);
      ExpectResult({"aclnnStack", {members, static_cast<double>(axis - axes)}}, expected);
    }
  }
}

TEST(StackTest, ConvertsOnce) {
  const std::vector<Array> members = {ArrayOf(ACL_INT32, {16777217, -3}),
                                      ArrayOf(ACL_FLOAT16, {0.5, -2})};
  ExpectResult({"aclnnStack", {members, 0.0}},
               ArrayOf(ACL_DOUBLE, {2, 2}, {16777217, -3, 0.5, -2}));
}

// The parts along an axis, of these sizes.
std::vector<Array> Parts(const Array& self, size_t axis, const std::vector<int64_t>& sizes) {
  std::vector<Array> parts;
  int64_t before = 0;
  for (const int64_t size : sizes) {
    Shape shape = self.shape;
    shape[axis] = size;
    parts.push_back(Rearranged(self, shape, [&](Index& index) { index[axis] += before; }));
    before += size;
  }
  return parts;
}

void ExpectParts(OperatorCall call, const std::vector<Array>& expected) {
  std::vector<Array> out;
  for (const Array& part : expected) out.emplace_back(part.dtype, part.shape);
  call.arguments.emplace_back(out);
  for (const Layout& layout : OutputLayouts()) {
    const std::vector<Array> results =
        RunCall(call, {.layouts = {&layout, nullptr, nullptr, &layout}, .in_place = {}});
    ASSERT_EQ(results.size(), expected.size());
    for (size_t k = 0; k < results.size(); ++k) EXPECT_TRUE(SameBits(results[k], expected[k]));
  }
}

TEST(SplitTest, AnyAxis) {
  const Array self = RandomPatterns(ACL_INT16, {6, 7, 5}, 17);
  const std::vector<std::vector<int64_t>> sizes = {{4, 2}, {3, 3, 1}, {1, 1, 1, 1, 1}};
  for (size_t axis = 0; axis < 3; ++axis) {
    const auto dim = static_cast<double>(axis) - 3;
    const auto section = static_cast<double>(sizes[axis][0]);
    const std::vector<Array> expected = Parts(self, axis, sizes[axis]);
    ExpectParts({"aclnnSplitTensor", {self, section, dim}}, expected);
    ExpectParts({"aclnnSplitWithSize", {self, sizes[axis], dim}}, expected);
  }
  ExpectParts({"aclnnSplitWithSize", {self, Shape{0, 5, 0, 2}, 1.0}}, Parts(self, 1, {0, 5, 0, 2}));
  ExpectParts({"aclnnSplitTensor", {self, 100.0, 0.0}}, {self});
  const Array none(ACL_FLOAT, {2, 0});
  ExpectParts({"aclnnSplitTensor", {none, 0.0, 1.0}}, {none});
}

Array RepeatedAs(const Array& self, const std::vector<int64_t>& repeats) {
  const size_t added = repeats.size() - self.shape.size();
  Shape shape = repeats;
  for (size_t a = added; a < shape.size(); ++a) shape[a] *= self.shape[a - added];
  return Rearranged(self, shape, [&](Index& index) {
    index.erase(index.begin(), index.begin() + static_cast<std::ptrdiff_t>(added));
    for (size_t a = 0; a < index.size(); ++a) index[a] %= self.shape[a];
  });
}

TEST(RepeatTest, AnyAxes) {
  const Array self = RandomPatterns(ACL_FLOAT, {2, 3, 5}, 1);
  for (const Shape& repeats : {Shape{1, 1, 1}, Shape{2, 1, 1}, Shape{1, 1, 4}, Shape{3, 2, 2},
                               Shape{2, 1, 3, 1}, Shape{2, 2, 2, 2, 2, 2, 1, 2}, Shape{1, 0, 2}}) {
    ExpectResult({"aclnnRepeat", {self, repeats}}, RepeatedAs(self, repeats),
                 repeats == Shape{3, 2, 2});
  }
  const Array one = RandomPatterns(ACL_FLOAT, {}, 2);
  ExpectResult({"aclnnRepeat", {one, Shape{}}}, one);
  ExpectResult({"aclnnRepeat", {one, Shape{70, 3}}}, RepeatedAs(one, {70, 3}));
  const Array none(ACL_FLOAT, {0, 3});
  ExpectResult({"aclnnRepeat", {none, Shape{5, 2}}}, Array(ACL_FLOAT, {0, 6}));
}

TEST(RepeatInterleaveTest, AnyAxis) {
  const Array self = RandomPatterns(ACL_INT32, {4, 3, 5}, 3);
  for (const int64_t repeats : {0, 1, 2, 5}) {
    for (int64_t axis = 0; axis < 3; ++axis) {
      Shape shape = self.shape;
      const auto a = static_cast<size_t>(axis);
      shape[a] *= repeats;
      const Array expected = Rearranged(self, shape, [&](Index& index) { index[a] /= repeats; });
      const auto size = static_cast<double>(shape[a]);
      for (const int64_t dim : {axis, axis - 3}) {
        ExpectResult({"aclnnRepeatInterleaveIntWithDim",
                      {self, static_cast<double>(repeats), static_cast<double>(dim), size}},
                     expected, repeats == 2 && dim >= 0);
      }
    }
  }
}

TEST(RepeatInterleaveTest, InOneRow) {
  for (const Shape& shape : {Shape{}, Shape{7}, Shape{4, 3, 5}, Shape{0, 2}}) {
    const Array self = RandomPatterns(ACL_FLOAT16, shape, 4);
    for (const int64_t repeats : {0, 1, 3}) {
      const int64_t size = repeats * self.size();
      const Array expected(self.dtype, {size}, [&](int64_t i) { return self.Bits(i / repeats); });
      ExpectResult({"aclnnRepeatInterleaveInt",
                    {self, static_cast<double>(repeats), static_cast<double>(size)}},
                   expected, repeats == 3 && shape.size() == 3);
    }
  }
}

// A number for each place, of which negative ones count as 0.
struct Times {
  std::vector<double> given;
  std::vector<int64_t> places;  // of each place of the result, in turn; -1: nothing is there
};
const Times kTimes[] = {{{1, 2, 0, 3, 1, 2}, {0, 1, 1, 3, 3, 3, 4, 5, 5}},
                        {{0, 0, 0, 0, 0, 4}, {5, 5, 5, 5}},
                        {{-3, 2, -1, 0, 0, 1}, {1, 1, 5}},
                        {{1, 2, 0, 3, 1, 2}, {0, 1, 1, 3, 3}},
                        {{1, 0, 0, 0, 2, 0}, {0, 4, 4, -1, -1, -1}},
                        {{2}, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}},
                        {{0}, {-1, -1}},
                        {{0, 0, 0, 0, 0, 0}, {}}};

TEST(RepeatInterleaveTest, ByATensor) {
  for (const Times& times : kTimes) {
    const auto size = static_cast<int64_t>(times.places.size());
    for (const aclDataType dtype : {ACL_INT32, ACL_INT64}) {
      Array repeats = ArrayOf(dtype, times.given);
      for (int64_t axis = 0; axis < 3; ++axis) {
        const auto along = static_cast<size_t>(axis);
        Shape shape = {2, 3, 5};
        shape[along] = 6;
        const Array self = RandomPatterns(ACL_INT16, shape, 14);
        shape[along] = size;
        const Array expected(ACL_INT16, shape, [&](int64_t i) {
          Index index = IndexOf(i, shape);
          index[along] = times.places[static_cast<size_t>(index[along])];
          return index[along] < 0 ? 0 : self.Bits(ElementAt(index, self.shape));
        });
        ExpectResult({"aclnnRepeatInterleaveWithDim",
                      {self, repeats, static_cast<double>(axis - 3), static_cast<double>(size)}},
                     expected, dtype == ACL_INT64);
      }
      const Array self = RandomPatterns(ACL_FLOAT, {2, 3}, 15);
      const Array expected(ACL_FLOAT, {size}, [&](int64_t i) {
        const int64_t place = times.places[static_cast<size_t>(i)];
        return place < 0 ? 0 : self.Bits(place);
      });
      ExpectResult({"aclnnRepeatInterleave", {self, repeats, static_cast<double>(size)}}, expected,
                   dtype == ACL_INT32);
      if (repeats.size() == 1) repeats.shape = {};
      ExpectResult({"aclnnRepeatInterleave", {self, repeats, static_cast<double>(size)}}, expected);
    }
  }
}

TEST(RepeatInterleaveTest, Indices) {
  const Array repeats = ArrayOf(ACL_INT32, {1, 0, 3});
  ExpectResult({"aclnnRepeatInterleaveTensor", {repeats, 4.0}},
               ArrayOf(ACL_INT32, {4}, {0, 2, 2, 2}), true);
  const Array none(ACL_INT64, {0});
  ExpectResult({"aclnnRepeatInterleaveTensor", {none, 0.0}}, none);
}

// Rows that threads and chunks of threads share, and numbers whose sum is beyond 64 bits.
TEST(RepeatInterleaveTest, ManyPlaces) {
  constexpr int64_t kPlaces = 5003;
  const Array self = RandomPatterns(ACL_INT32, {kPlaces, 3}, 16);
  Array repeats(ACL_INT64, {kPlaces}), expected(ACL_INT32, {20000, 3});
  int64_t row = 0;
  for (int64_t p = 0; p < kPlaces; ++p) {
    repeats.SetBits(p, p == 4900 ? INT64_MAX : static_cast<uint64_t>(p * p % 5));
    for (int64_t times = 0; times < (p == 4900 ? 20000 : p * p % 5) && row < 20000; ++times) {
      for (int64_t k = 0; k < 3; ++k) expected.SetBits(row * 3 + k, self.Bits(p * 3 + k));
      ++row;
    }
  }
  ExpectResult({"aclnnRepeatInterleaveWithDim", {self, repeats, 0.0, 20000.0}}, expected);
}

TEST(EyeTest, AnyShapeAndLayout) {
  for (const Shape& shape : {Shape{1, 1}, Shape{4, 7}, Shape{70, 33}, Shape{0, 3}, Shape{3, 0}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8, ACL_UINT8,
                                    ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL}) {
      const Array expected(dtype, shape, [&](int64_t i) {
        return i / shape[1] == i % shape[1] ? BitsOf(dtype, 1) : 0;
      });
      const auto rows = static_cast<double>(shape[0]), columns = static_cast<double>(shape[1]);
      for (const Layout& layout : OutputLayouts()) {
        const Array out(dtype, shape);
        Placement placement;
        placement.layouts = {nullptr, nullptr, &layout};
        const std::vector<Array> results = RunCall({"aclnnEye", {rows, columns, out}}, placement);
        ASSERT_EQ(results.size(), 1u);
        EXPECT_TRUE(SameBits(results[0], expected));
      }
    }
  }
}

TEST(PermuteTest, AnyOrder) {
  const Array self = RandomPatterns(ACL_INT16, {3, 9, 17}, 10);
  for (const Shape& dims :
       {Shape{0, 1, 2}, Shape{0, 2, 1}, Shape{1, 0, 2}, Shape{2, 0, 1}, Shape{-1, -2, -3}}) {
    Shape shape;
    std::vector<size_t> axes;
    for (const int64_t dim : dims) {
      axes.push_back(static_cast<size_t>(dim < 0 ? dim + 3 : dim));
      shape.push_back(self.shape[axes.back()]);
    }
    const Array expected = Rearranged(self, shape, [&](Index& index) {
      const Index turned = index;
      for (size_t a = 0; a < axes.size(); ++a) index[axes[a]] = turned[a];
    });
    ExpectResult({"aclnnPermute", {self, dims}}, expected, dims[0] != 0);
  }
  const Array one = RandomPatterns(ACL_FLOAT, {}, 11);
  ExpectResult({"aclnnPermute", {one, Shape{}}}, one);
  ExpectResult({"aclnnPermute", {Array(ACL_FLOAT, {0, 3}), Shape{1, 0}}}, Array(ACL_FLOAT, {3, 0}));
}

TEST(ExpandTest, Broadcasts) {
  const Array self = RandomPatterns(ACL_FLOAT16, {3, 1, 5}, 12);
  for (const Shape& size : {Shape{3, 1, 5}, Shape{3, 4, 5}, Shape{2, 3, 4, 5}, Shape{3, 0, 5}}) {
    ExpectResult({"aclnnExpand", {self, size}}, Expanded(self, size), size == Shape{2, 3, 4, 5});
  }
  const Array one = RandomPatterns(ACL_INT64, {}, 13);
  ExpectResult({"aclnnExpand", {one, Shape{7, 3}}}, Expanded(one, {7, 3}));
}

Array Flipped(const Array& self, const std::vector<size_t>& axes) {
  return Rearranged(self, self.shape, [&](Index& index) {
    for (const size_t a : axes) index[a] = self.shape[a] - 1 - index[a];
  });
}

TEST(FlipTest, AnyAxes) {
  const Array self = RandomPatterns(ACL_INT8, {3, 9, 17}, 5);
  ExpectResult({"aclnnFlip", {self, Shape{}}}, self);
  ExpectResult({"aclnnFlip", {self, Shape{0}}}, Flipped(self, {0}), true);
  ExpectResult({"aclnnFlip", {self, Shape{-1}}}, Flipped(self, {2}), true);
  ExpectResult({"aclnnFlip", {self, Shape{1, -3}}}, Flipped(self, {0, 1}), true);
  ExpectResult({"aclnnFlip", {self, Shape{2, 1, 0}}}, Flipped(self, {0, 1, 2}), true);
  const Array one = RandomPatterns(ACL_FLOAT, {}, 6);
  ExpectResult({"aclnnFlip", {one, Shape{-1}}}, one);
  ExpectResult({"aclnnFlip", {Array(ACL_FLOAT, {0, 3}), Shape{1}}}, Array(ACL_FLOAT, {0, 3}));
}

Array Rolled(const Array& self, const std::vector<int64_t>& shifts,
             const std::vector<size_t>& axes) {
  return Rearranged(self, self.shape, [&](Index& index) {
    for (size_t i = 0; i < axes.size(); ++i) {
      const int64_t extent = self.shape[axes[i]];
      const int64_t at = (index[axes[i]] - shifts[i] % extent) % extent;
      index[axes[i]] = at < 0 ? at + extent : at;
    }
  });
}

TEST(RollTest, AnyAxes) {
  const Array self = RandomPatterns(ACL_FLOAT, {4, 7, 6}, 7);
  const struct {
    Shape shifts, dims;
    std::vector<size_t> axes;
  } cases[] = {{{1}, {0}, {0}},
               {{-2}, {1}, {1}},
               {{5, 3}, {-1, -2}, {2, 1}},
               {{0, 7}, {0, 1}, {0, 1}},
               {{INT64_MAX, INT64_MIN}, {0, 2}, {0, 2}},
               {{1, 2, -3}, {0, 1, 2}, {0, 1, 2}},
               {{2, 3, -6}, {1, 1, 1}, {1, 1, 1}}};
  for (const auto& [shifts, dims, axes] : cases) {
    ExpectResult({"aclnnRoll", {self, shifts, dims}}, Rolled(self, shifts, axes), dims.size() == 3);
  }
}

TEST(RollTest, InOneRow) {
  for (const Shape& shape : {Shape{}, Shape{5}, Shape{3, 4, 5}, Shape{0, 2}}) {
    const Array self = RandomPatterns(ACL_INT16, shape, 8);
    Array row = self;
    row.shape = {self.size()};
    for (const int64_t shift : {0, 1, -7, 1000}) {
      Array expected = row.size() > 0 ? Rolled(row, {shift}, {0}) : row;
      expected.shape = shape;
      ExpectResult({"aclnnRoll", {self, Shape{shift}, Shape{}}}, expected, shift == -7);
    }
  }
}

TEST(RearrangedTest, AnyDtype) {
  for (const aclDataType dtype : kMovedDtypes) {
    SCOPED_TRACE(DtypeName(dtype));
    const Array self = RandomPatterns(dtype, {3, 5}, 9);
    ExpectResult({"aclnnStack", {std::vector<Array>{self, self}, 1.0}}, Stacked({self, self}, 1));
    ExpectResult({"aclnnRepeat", {self, Shape{2, 3}}}, RepeatedAs(self, {2, 3}));
    if (dtype == ACL_UINT16) continue;
    if (dtype != ACL_UINT32) ExpectResult({"aclnnFlip", {self, Shape{1}}}, Flipped(self, {1}));
    if (dtype != ACL_DOUBLE) {
      ExpectResult({"aclnnRoll", {self, Shape{1}, Shape{1}}}, Rolled(self, {1}, {1}));
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::rearranged_test

// Windows in columns, and what is spread over planes, against loops over each element.
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/ops/in_space.h"

namespace openaclnn::test::columns_test {
namespace {

using Integers = std::vector<int64_t>;

// Windows along height and width.
struct Windows {
  Integers kernel, dilation, padding, stride;

  int64_t Count(size_t axis, int64_t size) const {
    const int64_t room = size + 2 * padding[axis] - dilation[axis] * (kernel[axis] - 1) - 1;
    return room / stride[axis] + 1;
  }
};

const std::vector<Windows>& SomeWindows() {
  static const std::vector<Windows> windows = {
      {{2, 2}, {1, 1}, {0, 0}, {1, 1}},     // all inside
      {{3, 3}, {1, 1}, {1, 1}, {1, 1}},     // a copy with margins is smaller than the columns
      {{3, 2}, {2, 1}, {2, 0}, {1, 2}},     // one axis has margins
      {{1, 1}, {1, 1}, {1, 2}, {3, 2}},     // and here it is larger
      {{2, 3}, {1, 2}, {4, 5}, {7, 5}},     // windows in the margins alone
      {{1, 2}, {1, 1}, {9, 9}, {100, 90}},  // no window reaches an element
      {{5, 7}, {1, 1}, {0, 1}, {3, 3}},
  };
  return windows;
}

// Calls use(plane, element, column, in_space) for each element of each window that lies in a plane:
// its row in the columns of a channel, and its place in the plane.
template <class Use>
void ForEachElement(const Windows& windows, int64_t planes, int64_t height, int64_t width,
                    const Use& use) {
  const int64_t rows = windows.Count(0, height), columns = windows.Count(1, width);
  for (int64_t plane = 0; plane < planes; ++plane) {
    for (int64_t kh = 0; kh < windows.kernel[0]; ++kh) {
      for (int64_t kw = 0; kw < windows.kernel[1]; ++kw) {
        for (int64_t i = 0; i < rows * columns; ++i) {
          const int64_t h =
              i / columns * windows.stride[0] - windows.padding[0] + kh * windows.dilation[0];
          const int64_t w =
              i % columns * windows.stride[1] - windows.padding[1] + kw * windows.dilation[1];
          if (h < 0 || h >= height || w < 0 || w >= width) continue;
          const int64_t row = (plane * windows.kernel[0] + kh) * windows.kernel[1] + kw;
          use(row * rows * columns + i, (plane * height + h) * width + w);
        }
      }
    }
  }
}

Shape ShapeOfColumns(const Windows& windows, const Shape& shape) {
  const size_t rank = shape.size();
  Shape columns(shape.begin(), shape.end() - 2);
  columns.back() *= windows.kernel[0] * windows.kernel[1];
  columns.push_back(windows.Count(0, shape[rank - 2]) * windows.Count(1, shape[rank - 1]));
  return columns;
}

Array ExpectedColumns(const Windows& windows, const Array& self) {
  const Shape& shape = self.shape;
  const int64_t height = shape[shape.size() - 2], width = shape.back();
  Array columns(self.dtype, ShapeOfColumns(windows, shape));
  for (int64_t i = 0; i < columns.size(); ++i) columns.SetBits(i, 0);
  ForEachElement(windows, self.size() / (height * width), height, width,
                 [&](int64_t column, int64_t place) { columns.SetBits(column, self.Bits(place)); });
  return columns;
}

OperatorCall ColumnsCall(const Windows& windows, const Array& self, const Shape& columns) {
  return {"aclnnIm2col",
          {self, windows.kernel, windows.dilation, windows.padding, windows.stride,
           Array(self.dtype, columns)}};
}

TEST(ColumnsTest, HaveTheElementsOfWindows) {
  for (const Windows& windows : SomeWindows()) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const Shape& shape : {Shape{2, 3, 6, 7}, Shape{3, 5, 9}, Shape{1, 1, 11, 12}}) {
        const Array self = RandomPatterns(dtype, shape, 5);
        const Array expected = ExpectedColumns(windows, self);
        const auto results = RunCall(ColumnsCall(windows, self, expected.shape));
        EXPECT_EQ(results[0].bytes, expected.bytes);
      }
    }
  }
}

TEST(ColumnsTest, HaveAnyLayout) {
  for (const Windows& windows : SomeWindows()) {
    const Array self = RandomArray(ACL_FLOAT, {2, 3, 6, 7}, 9);
    const Array expected = ExpectedColumns(windows, self);
    std::vector<const Layout*> layouts = {&ChannelsLast()};
    for (const Layout& layout : OutputLayouts()) layouts.push_back(&layout);
    for (const Layout* const from : layouts) {
      for (const Layout* const to : layouts) {
        SCOPED_TRACE(std::string(from->name) + " to " + to->name);
        Placement placement;
        placement.layouts = {from, nullptr, nullptr, nullptr, nullptr, to};
        const auto results = RunCall(ColumnsCall(windows, self, expected.shape), placement);
        EXPECT_EQ(results[0].bytes, expected.bytes);
      }
    }
  }
}

TEST(ColumnsTest, AddUpWhereWindowsMeet) {
  for (const Windows& windows : SomeWindows()) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const Shape& shape : {Shape{2, 3, 6, 7}, Shape{3, 5, 9}}) {
        const int64_t height = shape[shape.size() - 2], width = shape.back();
        const Array grad = Ordinary(dtype, ShapeOfColumns(windows, shape), 3);
        const auto elements = static_cast<size_t>(CountOf(shape));
        std::vector<LongSum> sums(elements);
        ForEachElement(windows, CountOf(shape) / (height * width), height, width,
                       [&](int64_t column, int64_t place) {
                         sums[static_cast<size_t>(place)].Add(grad.Value(column));
                       });
        for (const Layout* const layout : {&Dense(), &ChannelsLast()}) {
          Placement placement;
          placement.layouts = {&Dense(), nullptr, nullptr, nullptr, nullptr, nullptr, layout};
          const auto results =
              RunCall({"aclnnIm2colBackward",
                       {grad, Integers{height, width}, windows.kernel, windows.dilation,
                        windows.padding, windows.stride, Array(dtype, shape)}},
                      placement);
          for (size_t i = 0; i < elements; ++i) {
            ASSERT_NO_FATAL_FAILURE(ExpectSum(results[0], static_cast<int64_t>(i), sums[i]));
          }
        }
      }
    }
  }
}

TEST(ColumnsTest, KeepWhatIsNotFinite) {
  const double inf = HUGE_VAL;
  const Array grad = ArrayOf(ACL_FLOAT, {4, 2}, {inf, 1, -0.0, 2, -inf, 3, 4, -0.0});
  const auto results = RunCall({"aclnnIm2colBackward",
                                {grad, Integers{2, 3}, Integers{2, 2}, Integers{1, 1},
                                 Integers{0, 0}, Integers{1, 1}, Array(ACL_FLOAT, {1, 2, 3})}});
  EXPECT_TRUE(SameBits(results[0], ArrayOf(ACL_FLOAT, {1, 2, 3}, {inf, 1, 2, -inf, 7, -0.0})));
}

// ---- Windows along one axis

TEST(UnfoldGradTest, AddsUpWhereWindowsMeet) {
  const Shape whole = {3, 7, 5};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t dim : {0, 1, 2, -1, -2}) {
      const auto axis = static_cast<size_t>(dim < 0 ? dim + 3 : dim);
      for (const auto& [size, step] : {std::pair<int64_t, int64_t>{1, 1}, {3, 1}, {2, 2}, {2, 3}}) {
        const int64_t windows = (whole[axis] - size) / step + 1;
        Shape shape = whole;
        shape[axis] = windows;
        shape.push_back(size);
        const Array grad = Ordinary(dtype, shape, 3);
        std::vector<LongSum> sums(static_cast<size_t>(CountOf(whole)));
        for (int64_t i = 0; i < grad.size(); ++i) {
          Shape at = whole;  // the window, and then the place
          int64_t rest = i / size;
          for (size_t k = 3; k-- > 0;) {
            at[k] = rest % shape[k];
            rest /= shape[k];
          }
          at[axis] = at[axis] * step + i % size;
          sums[static_cast<size_t>((at[0] * whole[1] + at[1]) * whole[2] + at[2])].Add(
              grad.Value(i));
        }
        for (const Layout* const layout : {&Dense(), &OutputLayouts()[1]}) {
          Placement placement;
          placement.layouts = {layout, nullptr, nullptr, nullptr, nullptr, layout};
          const auto results =
              RunCall({"aclnnUnfoldGrad",
                       {grad, whole, static_cast<double>(dim), static_cast<double>(size),
                        static_cast<double>(step), Array(dtype, whole)}},
                      placement);
          for (size_t i = 0; i < sums.size(); ++i) {
            ASSERT_NO_FATAL_FAILURE(ExpectSum(results[0], static_cast<int64_t>(i), sums[i]));
          }
        }
      }
    }
  }
}

TEST(UnfoldGradTest, KeepsWhatIsNotFinite) {
  const double inf = HUGE_VAL;
  // The example of the page, whose last place no window has; and infinities.
  const auto results = RunCall({"aclnnUnfoldGrad",
                                {ArrayOf(ACL_FLOAT, {3, 2}, {1, -inf, 3, 4, -0.0, 6}), Integers{7},
                                 0.0, 2.0, 2.0, Array(ACL_FLOAT, {7})}});
  EXPECT_TRUE(SameBits(results[0], ArrayOf(ACL_FLOAT, {7}, {1, -inf, 3, 4, -0.0, 6, 0})));
}

// ---- Elements spread over planes

struct SpreadElements {
  Array elements, places;
};
// Elements of any bits that go to places, of which none is named twice.
SpreadElements SomeElements(aclDataType dtype, aclDataType places, const Shape& shape,
                            int64_t plane) {
  return {RandomPatterns(dtype, shape, 4), Array(places, shape, [plane](int64_t i) {
            return static_cast<uint64_t>((i * 5 + 3) % plane);  // 5 does not divide a plane
          })};
}

struct SpreadCase {
  const char* name;
  const char* backward;
  Shape small, large;
  Integers sizes;
};
const std::vector<SpreadCase>& SpreadCases() {
  static const std::vector<SpreadCase> cases = {
      {"aclnnMaxUnpool2d", "aclnnMaxUnpool2dBackward", {2, 3, 2, 4}, {2, 3, 4, 7}, {4, 7}},
      {"aclnnMaxUnpool2d", "aclnnMaxUnpool2dBackward", {3, 2, 4}, {3, 1, 8}, {1, 8}},
      {"aclnnMaxUnpool3d", "aclnnMaxUnpool3dBackward", {2, 3, 2, 1, 4}, {2, 3, 2, 1, 6}, {2, 1, 6}},
      {"aclnnMaxUnpool3d", "aclnnMaxUnpool3dBackward", {3, 2, 2, 3}, {3, 3, 2, 2}, {3, 2, 2}},
  };
  return cases;
}

OperatorCall SpreadCall(const SpreadCase& of, const SpreadElements& from) {
  OperatorCall call = {of.name, {from.elements, from.places, of.sizes}};
  for (size_t i = 0; i < 2 && of.sizes.size() == 3; ++i) call.arguments.emplace_back(of.sizes);
  call.arguments.emplace_back(Array(from.elements.dtype, of.large));
  return call;
}
OperatorCall SpreadBackwardCall(const SpreadCase& of, const Array& grad, const Array& places,
                                aclDataType out) {
  OperatorCall call = {of.backward, {grad, Array(grad.dtype, of.small), places, of.sizes}};
  for (size_t i = 0; i < 2 && of.sizes.size() == 3; ++i) call.arguments.emplace_back(of.sizes);
  call.arguments.emplace_back(Array(out, of.small));
  return call;
}

// Rows that are longer than what is seen of them.
const Layout& Cut() {
  static const Layout layout = {"cut",
                                [](const Shape& shape) {
                                  Strides strides(shape.size());
                                  int64_t step = 1;
                                  for (size_t i = shape.size(); i-- > 0;) {
                                    strides[i] = step;
                                    step *= shape[i] + (i + 1 == shape.size() ? 1 : 0);
                                  }
                                  return strides;
                                },
                                0};
  return layout;
}

TEST(MaxUnpoolTest, SpreadsElementsAndGathersGradients) {
  for (const SpreadCase& of : SpreadCases()) {
    for (const aclDataType dtype :
         {ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64}) {
      const size_t axes = of.sizes.size();
      int64_t small = 1, large = 1;
      for (size_t i = 0; i < axes; ++i) {
        small *= of.small[of.small.size() - 1 - i];
        large *= of.sizes[i];
      }
      const SpreadElements from = SomeElements(dtype, ACL_INT64, of.small, large);
      Array spread(dtype, of.large), gathered(dtype, of.small);
      const Array grad = RandomPatterns(dtype, of.large, 6);
      for (int64_t i = 0; i < spread.size(); ++i) spread.SetBits(i, 0);
      for (int64_t i = 0; i < from.elements.size(); ++i) {
        const int64_t place = i / small * large + static_cast<int64_t>(from.places.Value(i));
        spread.SetBits(place, from.elements.Bits(i));
        gathered.SetBits(i, grad.Bits(place));
      }
      for (const Layout* const layout : {&Dense(), &ChannelsLast(), &Cut()}) {
        SCOPED_TRACE(std::string(of.name) + " " + layout->name);
        Placement placement;
        placement.layouts = {layout, nullptr, nullptr, layout, nullptr, layout};
        if (axes == 3) placement.layouts[3] = nullptr;
        EXPECT_EQ(RunCall(SpreadCall(of, from), placement)[0].bytes, spread.bytes);
        placement.layouts = {layout, nullptr, layout, nullptr};
        EXPECT_EQ(RunCall(SpreadBackwardCall(of, grad, from.places, dtype), placement)[0].bytes,
                  gathered.bytes);
      }
    }
  }
}

TEST(MaxUnpoolTest, ConvertsGradients) {
  const Array grad = ArrayOf(ACL_INT32, {1, 2, 2}, {-3, 7, 0, 300});
  const Array places = ArrayOf(ACL_INT32, {1, 1, 3}, {3, 0, 2});
  const auto results = RunCall(
      {"aclnnMaxUnpool2dBackward",
       {grad, Array(ACL_INT32, {1, 1, 3}), places, Integers{2, 2}, Array(ACL_FLOAT16, {1, 1, 3})}});
  EXPECT_TRUE(SameBits(results[0], ArrayOf(ACL_FLOAT16, {1, 1, 3}, {300, -3, 0})));
}

TEST(MaxUnpoolTest, KeepsTheLastOfOnePlace) {
  const auto results =
      RunCall({"aclnnMaxUnpool2d",
               {ArrayOf(ACL_FLOAT, {1, 1, 3}, {5, 6, 7}), ArrayOf(ACL_INT64, {1, 1, 3}, {2, 2, 0}),
                Integers{1, 4}, Array(ACL_FLOAT, {1, 1, 4})}});
  EXPECT_TRUE(SameBits(results[0], ArrayOf(ACL_FLOAT, {1, 1, 4}, {7, 0, 6, 0})));
}

TEST(MaxUnpoolTest, RefusesWrongIndicesWhenItRuns) {
  for (const double wrong : {-1.0, 4.0}) {
    const Array places = ArrayOf(ACL_INT64, {1, 1, 3}, {2, wrong, 0});
    const std::string text = std::to_string(static_cast<int>(wrong));
    EXPECT_NE(FailureOf({"aclnnMaxUnpool2d",
                         {Array(ACL_FLOAT, {1, 1, 3}), places, Integers{1, 4},
                          Array(ACL_FLOAT, {1, 1, 4})}},
                        ACL_ERROR_RT_AICORE_EXCEPTION)
                  .find(text),
              std::string::npos);
    EXPECT_NE(FailureOf({"aclnnMaxUnpool2dBackward",
                         {Array(ACL_FLOAT, {1, 1, 4}), Array(ACL_FLOAT, {1, 1, 3}), places,
                          Integers{1, 4}, Array(ACL_FLOAT, {1, 1, 3})}},
                        ACL_ERROR_RT_AICORE_EXCEPTION)
                  .find(text),
              std::string::npos);
  }
}

}  // namespace
}  // namespace openaclnn::test::columns_test

// Maxima and means of windows against loops over each window: dtypes, layouts, padding, gradients.
#include <algorithm>
#include <cmath>
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

namespace openaclnn::test::pooling_test {
namespace {

using Integers = std::vector<int64_t>;

// Windows along one axis, as PyTorch's pooling has them.
struct Windows {
  int64_t kernel, stride, padding, dilation = 1;
  bool ceils = false;

  int64_t Count(int64_t size) const {
    const int64_t room = size + 2 * padding - dilation * (kernel - 1) - 1;
    int64_t count = (room + (ceils ? stride - 1 : 0)) / stride + 1;
    if (ceils && (count - 1) * stride >= size + padding) --count;
    return count;
  }
  // The elements of window i, in their order.
  std::vector<int64_t> At(int64_t i, int64_t size) const {
    std::vector<int64_t> elements;
    for (int64_t k = 0; k < kernel; ++k) {
      const int64_t at = i * stride - padding + k * dilation;
      if (at >= 0 && at < size) elements.push_back(at);
    }
    return elements;
  }
};

// Whose windows are along any number of axes.
struct Pool {
  std::vector<Windows> along;

  Integers Each(int64_t Windows::*member) const {
    Integers numbers;
    for (const Windows& windows : along) numbers.push_back(windows.*member);
    return numbers;
  }
  Shape Pooled(Shape shape) const {
    const size_t others = shape.size() - along.size();
    for (size_t i = 0; i < along.size(); ++i) {
      shape[others + i] = along[i].Count(shape[others + i]);
    }
    return shape;
  }
  bool ceils() const { return along[0].ceils; }
};

// The places, in a plane of the last axes, of the elements of a window, in row-major order.
std::vector<int64_t> PlacesOf(const Pool& pool, const Shape& shape, const Shape& pooled,
                              int64_t window) {
  std::vector<int64_t> places = {0};
  const size_t axes = pool.along.size(), others = shape.size() - axes;
  std::vector<int64_t> at(axes);
  for (size_t i = axes; i-- > 0;) {
    at[i] = window % pooled[others + i];
    window /= pooled[others + i];
  }
  for (size_t i = 0; i < axes; ++i) {
    std::vector<int64_t> next;
    for (const int64_t place : places) {
      for (const int64_t element : pool.along[i].At(at[i], shape[others + i])) {
        next.push_back(place * shape[others + i] + element);
      }
    }
    places = next;
  }
  return places;
}

int64_t PlaneOf(const Shape& shape, size_t axes) {
  int64_t elements = 1;
  for (size_t i = 0; i < axes; ++i) elements *= shape[shape.size() - 1 - i];
  return elements;
}

// The place of the first of the largest, or of the last NaN.
int64_t Largest(const Array& self, int64_t plane, const std::vector<int64_t>& places) {
  int64_t best = places[0];
  for (const int64_t place : places) {
    const double value = self.Value(plane + place), largest = self.Value(plane + best);
    if (value > largest || value != value) best = place;
  }
  return best;
}

struct Maxima {
  Array out, places;
};
Maxima ExpectedMaxima(const Array& self, const Pool& pool, aclDataType places_dtype) {
  const Shape pooled = pool.Pooled(self.shape);
  const size_t axes = pool.along.size();
  const int64_t plane = PlaneOf(self.shape, axes), windows = PlaneOf(pooled, axes);
  Maxima maxima = {Array(self.dtype, pooled), Array(places_dtype, pooled)};
  for (int64_t i = 0; i < maxima.out.size(); ++i) {
    const int64_t base = i / windows * plane;
    const int64_t best = Largest(self, base, PlacesOf(pool, self.shape, pooled, i % windows));
    maxima.out.SetBits(i, self.Bits(base + best));
    maxima.places.SetBits(i, static_cast<uint64_t>(best));
  }
  return maxima;
}

OperatorCall MaxCall(const char* name, const Array& self, const Pool& pool, const Maxima& like) {
  return {
      name,
      {self, pool.Each(&Windows::kernel), pool.Each(&Windows::stride), pool.Each(&Windows::padding),
       pool.Each(&Windows::dilation), double{pool.ceils() ? 1.0 : 0.0},
       Array(like.out.dtype, like.out.shape), Array(like.places.dtype, like.places.shape)}};
}

const std::vector<Pool>& Pools2d() {
  static const std::vector<Pool> pools = {
      {{{2, 2, 0}, {2, 2, 0}}},
      {{{3, 2, 1}, {3, 2, 1}}},
      {{{3, 1, 1}, {2, 3, 1}}},
      {{{1, 1, 0}, {5, 4, 2}}},
      {{{3, 2, 1, 1, true}, {3, 2, 0, 1, true}}},
      {{{2, 3, 1, 2}, {3, 1, 1, 3}}},
      {{{7, 7, 0}, {9, 1, 0}}},
  };
  return pools;
}

TEST(MaxPoolTest, FirstOfTheLargestOfEachWindow) {
  for (const Pool& pool : Pools2d()) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const Shape& shape : {Shape{2, 3, 7, 9}, Shape{2, 13, 41}}) {
        // Few values, so that there are equal ones, zeros of both signs, NaNs and infinities.
        const Array few = RandomArray(dtype, shape, 5, -2, 2);
        const Array self(dtype, shape, [&](int64_t i) {
          const double value = few.Value(i);
          return std::isfinite(value) ? BitsOf(dtype, std::trunc(value)) : few.Bits(i);
        });
        const aclDataType places = dtype == ACL_FLOAT ? ACL_INT64 : ACL_INT32;
        const Maxima expected = ExpectedMaxima(self, pool, places);
        const auto results = RunCall(MaxCall("aclnnMaxPool2dWithIndices", self, pool, expected));
        EXPECT_EQ(results[0].bytes, expected.out.bytes);
        EXPECT_EQ(results[1].bytes, expected.places.bytes);
      }
    }
  }
}

TEST(MaxPoolTest, OfVolumes) {
  const Pool pool = {{{2, 2, 1}, {3, 2, 1, 1}, {2, 1, 0}}};
  for (const Shape& shape : {Shape{2, 2, 4, 5, 6}, Shape{3, 4, 5, 20}}) {
    const Array self = RandomArray(ACL_FLOAT, shape, 8);
    const Maxima expected = ExpectedMaxima(self, pool, ACL_INT64);
    const auto results = RunCall(MaxCall("aclnnMaxPool3dWithArgmax", self, pool, expected));
    EXPECT_EQ(results[0].bytes, expected.out.bytes);
    EXPECT_EQ(results[1].bytes, expected.places.bytes);
  }
}

TEST(MaxPoolTest, OfIntegers) {
  const Pool pool = {{{3, 2, 1}, {2, 1, 1}}};
  for (const aclDataType dtype :
       {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_UINT16, ACL_INT32, ACL_INT64, ACL_FLOAT16}) {
    const Array self = dtype == ACL_INT64 ? RandomPatterns(ACL_INT64, {2, 3, 6, 7}, 3)
                                          : RandomArray(dtype, {2, 3, 6, 7}, 3);
    Array expected = ExpectedMaxima(self, pool, ACL_INT64).out;
    if (dtype == ACL_INT64) continue;  // the values of the test are doubles
    const auto results = RunCall({"aclnnMaxPool",
                                  {self, Integers{3, 2}, Integers{2, 1}, 0.0, Integers{1, 1},
                                   Integers{}, 0.0, Array(dtype, expected.shape)}});
    EXPECT_EQ(results[0].bytes, expected.bytes);
  }
  const int64_t large = int64_t{1} << 60;
  const Array self(ACL_INT64, {1, 1, 4}, [&](int64_t i) { return uint64_t(large + i); });
  const auto results = RunCall({"aclnnMaxPool",
                                {self, Integers{1, 2}, Integers{}, 0.0, Integers{}, Integers{1},
                                 1.0, Array(ACL_INT64, {1, 1, 3})}});
  for (int64_t i = 0; i < 3; ++i) EXPECT_EQ(results[0].Bits(i), uint64_t(large + i + 1));
}

TEST(MaxPoolTest, PadsEachEnd) {
  const Array self = ArrayOf(ACL_FLOAT, {1, 1, 4}, {1, 2, 3, 4});
  const auto results = RunCall({"aclnnMaxPool",
                                {self, Integers{1, 2}, Integers{1}, 0.0, Integers{0, 1, 0, 0},
                                 Integers{}, 0.0, Array(ACL_FLOAT, {1, 1, 4})}});
  EXPECT_TRUE(SameBits(results[0], ArrayOf(ACL_FLOAT, {1, 1, 4}, {1, 2, 3, 4})));
}

TEST(MaxPoolTest, AnyLayout) {
  const Pool pool = {{{3, 2, 1}, {3, 1, 1}}};
  const Array self = RandomArray(ACL_FLOAT, {2, 5, 6, 7}, 9);
  const Maxima expected = ExpectedMaxima(self, pool, ACL_INT64);
  const OperatorCall call = MaxCall("aclnnMaxPool2dWithIndices", self, pool, expected);
  std::vector<const Layout*> layouts = {&ChannelsLast()};
  for (const Layout& layout : OutputLayouts()) layouts.push_back(&layout);
  for (const Layout* const from : layouts) {
    for (const Layout* const to : layouts) {
      SCOPED_TRACE(std::string(from->name) + " to " + to->name);
      Placement placement;
      placement.layouts.resize(8);
      placement.layouts[0] = from;
      placement.layouts[6] = to;
      placement.layouts[7] = from;
      const auto results = RunCall(call, placement);
      EXPECT_EQ(results[0].bytes, expected.out.bytes);
      EXPECT_EQ(results[1].bytes, expected.places.bytes);
    }
  }
}

// The gradient by the input, where gradients go to the largest elements.
void ExpectGradient(const Array& grad, const Array& places, size_t axes, const Array& results) {
  const int64_t plane = PlaneOf(results.shape, axes), windows = PlaneOf(grad.shape, axes);
  std::vector<LongSum> sums(static_cast<size_t>(results.size()));
  for (int64_t i = 0; i < grad.size(); ++i) {
    const int64_t at = i / windows * plane + static_cast<int64_t>(places.Value(i));
    sums[static_cast<size_t>(at)].Add(grad.Value(i));
  }
  for (int64_t i = 0; i < results.size(); ++i) {
    ASSERT_NO_FATAL_FAILURE(ExpectSum(results, i, sums[static_cast<size_t>(i)]));
  }
}

TEST(MaxPoolTest, Gradients) {
  for (const Pool& pool : Pools2d()) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const Array self = Ordinary(dtype, {2, 3, 7, 9}, 4);
      const Maxima maxima = ExpectedMaxima(self, pool, ACL_INT32);
      const Array grad = Ordinary(dtype, maxima.out.shape, 7);
      for (const Layout* const layout : {&Dense(), &ChannelsLast()}) {
        Placement placement;
        placement.layouts = {layout,  nullptr, layout,  nullptr, nullptr,
                             nullptr, nullptr, nullptr, layout};
        const auto results = RunCall(
            {"aclnnMaxPool2dWithIndicesBackward",
             {grad, self, maxima.places, pool.Each(&Windows::kernel), pool.Each(&Windows::stride),
              pool.Each(&Windows::padding), pool.Each(&Windows::dilation),
              double{pool.ceils() ? 1.0 : 0.0}, Array(dtype, self.shape)}},
            placement);
        ExpectGradient(grad, maxima.places, 2, results[0]);
      }
    }
  }
}

TEST(MaxPoolTest, MasksLeadGradientsBack) {
  for (const Pool& pool : Pools2d()) {
    if (pool.along[0].dilation > 1) continue;
    for (const Shape& shape : {Shape{2, 3, 7, 9}, Shape{3, 19, 21}, Shape{1, 9, 150}}) {
      const aclDataType dtype = shape.size() == 3 ? ACL_FLOAT : ACL_BF16;
      const Array self = Ordinary(dtype, shape, 4);
      Maxima maxima = ExpectedMaxima(self, pool, ACL_INT32);
      const Shape pooled = maxima.out.shape;
      Array ordinary = Ordinary(dtype, pooled, 7);
      const Array grad(dtype, pooled, [&](int64_t i) {
        return i == 0 ? BitsOf(dtype, -0.0) : ordinary.Bits(i);  // a sum of it is +0
      });
      const Array places = maxima.places;
      Shape mask = pooled;
      mask[mask.size() - 2] = pool.along[0].kernel * pool.along[1].kernel;
      mask.back() = ((PlaneOf(pooled, 2) + 15) / 16 + 1) * 32;
      maxima.places = Array(ACL_INT8, mask);
      const auto forward = RunCall(MaxCall("aclnnMaxPool2dWithMask", self, pool, maxima));
      EXPECT_EQ(forward[0].bytes, maxima.out.bytes);
      const auto results = RunCall(
          {"aclnnMaxPool2dWithMaskBackward",
           {grad, self, forward[1], pool.Each(&Windows::kernel), pool.Each(&Windows::stride),
            pool.Each(&Windows::padding), pool.Each(&Windows::dilation),
            double{pool.ceils() ? 1.0 : 0.0}, Array(dtype, shape)}});
      ExpectGradient(grad, places, 2, results[0]);
    }
  }
}

// The gradient where the last bit of a window in the input counts, or else its first element there:
// sums of double in the order of the windows, rounded once.
Array ExpectedOfMask(const Pool& pool, const Array& grad, const Array& mask, const Shape& shape) {
  const Shape& pooled = grad.shape;
  const int64_t kernel = pool.along[1].kernel, windows = PlaneOf(pooled, 2),
                plane = PlaneOf(shape, 2), elements = pool.along[0].kernel * kernel,
                bytes = mask.shape.back();
  std::vector<double> sums(static_cast<size_t>(shape[0] * plane));
  for (int64_t i = 0; i < grad.size(); ++i) {
    const int64_t window = i % windows, of_plane = i / windows;
    const int64_t h = window / pooled[2], w = window % pooled[2];
    int64_t place = -1;
    for (int64_t e = 0; e < elements; ++e) {
      const int64_t row = h * pool.along[0].stride - pool.along[0].padding + e / kernel;
      const int64_t column = w * pool.along[1].stride - pool.along[1].padding + e % kernel;
      if (row < 0 || row >= shape[1] || column < 0 || column >= shape[2]) continue;
      const uint64_t byte = mask.Bits((of_plane * elements + e) * bytes + window / 8);
      const bool has_bit = (byte >> (window % 8) & 1) != 0;
      if (has_bit || place < 0) place = row * shape[2] + column;
    }
    sums[static_cast<size_t>(of_plane * plane + place)] += grad.Value(i);
  }
  return Array(grad.dtype, shape,
               [&](int64_t i) { return BitsOf(grad.dtype, sums[static_cast<size_t>(i)]); });
}

void ExpectGradientOfMask(const Pool& pool, const Shape& shape, aclDataType dtype, int64_t sparse) {
  const Shape pooled = pool.Pooled(shape);
  const int64_t bytes = ((PlaneOf(pooled, 2) + 15) / 16 + 1) * 32;
  const int64_t elements = pool.along[0].kernel * pool.along[1].kernel;
  const Array mask(ACL_INT8, {shape[0], elements, bytes}, [&](int64_t i) {
    return i % sparse == 0 ? static_cast<uint64_t>(i * 71 % 256) : 0;
  });
  const Array ordinary = Ordinary(dtype, pooled, 7);
  const Array grad(dtype, pooled, [&](int64_t i) {
    return i == 1 ? BitsOf(dtype, -0.0) : ordinary.Bits(i);  // a sum of it is +0
  });
  const auto results = RunCall(
      {"aclnnMaxPool2dWithMaskBackward",
       {grad, Array(dtype, shape), mask, pool.Each(&Windows::kernel), pool.Each(&Windows::stride),
        pool.Each(&Windows::padding), pool.Each(&Windows::dilation),
        double{pool.ceils() ? 1.0 : 0.0}, Array(dtype, shape)}});
  EXPECT_TRUE(SameBits(results[0], ExpectedOfMask(pool, grad, mask, shape)))
      << elements << " elements, by " << pool.along[0].stride << " and " << pool.along[1].stride
      << ", of planes of " << shape[1] << " x " << shape[2];
}

// Windows of one element and of many, that overlap or leave gaps, and end beyond the input.
const std::vector<Pool>& PoolsOfMasks() {
  static const std::vector<Pool> pools = {
      {{{1, 1, 0}, {1, 1, 0}}},     {{{1, 3, 0}, {1, 2, 0}}},
      {{{1, 1, 0}, {2, 1, 1}}},     {{{3, 1, 1}, {1, 1, 0}}},
      {{{1, 2, 0}, {5, 1, 2}}},     {{{2, 2, 0}, {2, 2, 0}}},
      {{{2, 2, 1}, {2, 2, 1}}},     {{{2, 3, 1}, {3, 4, 1}}},
      {{{5, 1, 2}, {5, 1, 2}}},     {{{3, 2, 1, 1, true}, {3, 2, 0, 1, true}}},
      {{{16, 3, 8}, {16, 2, 8}}},   {{{17, 3, 4}, {16, 2, 8}}},
      {{{16, 16, 8}, {17, 17, 8}}},
  };
  return pools;
}

TEST(MaxPoolTest, AnyBytesAreAMask) {
  for (const Pool& pool : PoolsOfMasks()) {
    for (const int64_t sparse : {1, 7, 1 << 20}) {  // many bits of a window, few, and hardly any
      ExpectGradientOfMask(pool, {9, 17, 19}, ACL_FLOAT, sparse);   // planes together,
      ExpectGradientOfMask(pool, {2, 37, 53}, ACL_FLOAT, sparse);   // some rows at a time,
      ExpectGradientOfMask(pool, {1, 21, 601}, ACL_FLOAT, sparse);  // and one row
    }
  }
}

TEST(MaxPoolTest, MasksOfHalfPrecision) {
  for (const Pool& pool : PoolsOfMasks()) {
    for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
      ExpectGradientOfMask(pool, {3, 17, 19}, dtype, 3);
      ExpectGradientOfMask(pool, {2, 37, 53}, dtype, 3);
    }
  }
}

// Small planes are taken together.
TEST(MaxPoolTest, GradientsOfManyPlanes) {
  const Pool pool = {{{3, 2, 1}, {3, 2, 1}}};
  for (const Shape& shape : {Shape{50, 7, 9}, Shape{700, 1, 1}, Shape{3, 40, 41}}) {
    const Array self = Ordinary(ACL_FLOAT, shape, 4);
    const Maxima maxima = ExpectedMaxima(self, pool, ACL_INT64);
    const Array grad = Ordinary(ACL_FLOAT, maxima.out.shape, 7);
    const auto results = RunCall({"aclnnMaxPool2dWithIndicesBackward",
                                  {grad, self, maxima.places, pool.Each(&Windows::kernel),
                                   pool.Each(&Windows::stride), pool.Each(&Windows::padding),
                                   pool.Each(&Windows::dilation), 0.0, Array(ACL_FLOAT, shape)}});
    ExpectGradient(grad, maxima.places, 2, results[0]);
  }
}

TEST(MaxPoolTest, RefusesWrongIndicesWhenItRuns) {
  const OperatorCall call = {"aclnnMaxPool2dWithIndicesBackward",
                             {Array(ACL_FLOAT, {1, 2, 2}), Array(ACL_FLOAT, {1, 4, 4}),
                              ArrayOf(ACL_INT64, {1, 2, 2}, {0, 1, 16, 2}), Integers{2}, Integers{},
                              Integers{0}, Integers{1}, 0.0, Array(ACL_FLOAT, {1, 4, 4})}};
  EXPECT_NE(FailureOf(call, ACL_ERROR_RT_AICORE_EXCEPTION).find("16"), std::string::npos);
}

// ---- Means

// The weights of windows along an axis over their sizes.
Weights MeanWeights(const Windows& windows, int64_t size, bool includes_padding, bool divides) {
  Weights weights;
  for (int64_t i = 0; i < windows.Count(size); ++i) {
    const std::vector<int64_t> elements = windows.At(i, size);
    const int64_t first = i * windows.stride - windows.padding;
    const int64_t end = std::min(first + windows.kernel, size + windows.padding);
    const auto count = static_cast<int64_t>(elements.size());
    const long double divisor =
        !divides ? 1 : static_cast<long double>(includes_padding ? end - first : count);
    weights.emplace_back(static_cast<size_t>(size), 0);
    for (const int64_t at : elements) weights.back()[static_cast<size_t>(at)] = 1 / divisor;
  }
  return weights;
}

struct MeanCase {
  Pool pool;
  bool includes_padding;
  int64_t divisor;
};
std::vector<MeanCase> MeanCases(const std::vector<Pool>& pools) {
  std::vector<MeanCase> cases;
  for (const Pool& pool : pools) {
    if (pool.along[0].dilation > 1) continue;
    for (const bool includes_padding : {false, true}) {
      for (const int64_t divisor : {0, 3, -5}) cases.push_back({pool, includes_padding, divisor});
    }
  }
  return cases;
}

std::vector<Weights> WeightsOf(const MeanCase& of, const Shape& shape) {
  std::vector<Weights> along;
  const size_t others = shape.size() - of.pool.along.size();
  for (size_t i = 0; i < of.pool.along.size(); ++i) {
    along.push_back(
        MeanWeights(of.pool.along[i], shape[others + i], of.includes_padding, of.divisor == 0));
  }
  if (of.divisor != 0) {
    for (auto& row : along[0]) {
      for (auto& weight : row) weight /= static_cast<long double>(of.divisor);
    }
  }
  return along;
}

// The call of means, or of their gradient, whose result has the shape `shape`.
OperatorCall MeanCall(const char* name, const MeanCase& of, std::vector<Array> tensors,
                      const Shape& shape) {
  OperatorCall call = {name, {}};
  const aclDataType dtype = tensors[0].dtype;
  for (Array& tensor : tensors) call.arguments.emplace_back(std::move(tensor));
  for (const auto member : {&Windows::kernel, &Windows::stride, &Windows::padding}) {
    call.arguments.emplace_back(of.pool.Each(member));
  }
  call.arguments.emplace_back(of.pool.ceils() ? 1.0 : 0.0);
  call.arguments.emplace_back(of.includes_padding ? 1.0 : 0.0);
  call.arguments.emplace_back(static_cast<double>(of.divisor));
  if (of.pool.along.size() == 2) call.arguments.emplace_back(0.0);
  call.arguments.emplace_back(Array(dtype, shape));
  return call;
}

void ExpectMeans(const char* name, const char* backward, const MeanCase& of, aclDataType dtype,
                 const Shape& shape) {
  const Array self = Ordinary(dtype, shape, 3);
  const std::vector<Weights> along = WeightsOf(of, shape);
  const Shape pooled = of.pool.Pooled(shape);
  const auto results = RunCall(MeanCall(name, of, {self}, pooled));
  ASSERT_NO_FATAL_FAILURE(ExpectProduct(self, along, results[0]));
  const Array grad = Ordinary(dtype, pooled, 9);
  std::vector<Weights> turned;
  for (size_t i = 0; i < along.size(); ++i) {
    turned.push_back(TransposedWeights(along[i], shape[shape.size() - along.size() + i]));
  }
  const auto gradients = RunCall(MeanCall(backward, of, {grad, self}, shape));
  ASSERT_NO_FATAL_FAILURE(ExpectProduct(grad, turned, gradients[0]));
}

TEST(AvgPoolTest, MeansAndGradients) {
  for (const MeanCase& of : MeanCases(Pools2d())) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      ExpectMeans("aclnnAvgPool2d", "aclnnAvgPool2dBackward", of, dtype, {2, 2, 7, 9});
    }
  }
}

TEST(AvgPoolTest, OfVolumes) {
  const Pool pool = {{{2, 2, 1}, {3, 2, 1}, {2, 1, 0}}};
  for (const MeanCase& of : MeanCases({pool})) {
    ExpectMeans("aclnnAvgPool3d", "aclnnAvgPool3dBackward", of, ACL_FLOAT, {2, 2, 4, 5, 6});
    ExpectMeans("aclnnAvgPool3d", "aclnnAvgPool3dBackward", of, ACL_BF16, {2, 4, 5, 6});
  }
}

TEST(AvgPoolTest, SameBitsInAnyLayout) {
  const MeanCase of = {{{{3, 2, 1}, {3, 1, 1}}}, false, 0};
  const Array self = Ordinary(ACL_FLOAT, {2, 5, 6, 7}, 9);
  const Shape pooled = of.pool.Pooled(self.shape);
  const OperatorCall call = MeanCall("aclnnAvgPool2d", of, {self}, pooled);
  const Array expected = RunCall(call)[0];
  std::vector<const Layout*> layouts = {&ChannelsLast()};
  for (const Layout& layout : OutputLayouts()) layouts.push_back(&layout);
  for (const Layout* const from : layouts) {
    for (const Layout* const to : layouts) {
      SCOPED_TRACE(std::string(from->name) + " to " + to->name);
      Placement placement;
      placement.layouts.resize(9);
      placement.layouts[0] = from;
      placement.layouts[8] = to;
      EXPECT_EQ(RunCall(call, placement)[0].bytes, expected.bytes);
    }
  }
}

// ---- Parts

// The parts of an axis.
std::vector<int64_t> PartAt(int64_t i, int64_t size, int64_t parts) {
  std::vector<int64_t> elements;
  for (int64_t at = i * size / parts; at * parts < (i + 1) * size; ++at) elements.push_back(at);
  return elements;
}

Weights PartWeights(int64_t size, int64_t parts) {
  Weights weights;
  for (int64_t i = 0; i < parts; ++i) {
    const std::vector<int64_t> elements = PartAt(i, size, parts);
    weights.emplace_back(static_cast<size_t>(size), 0);
    for (const int64_t at : elements) {
      weights.back()[static_cast<size_t>(at)] = 1.0L / static_cast<long double>(elements.size());
    }
  }
  return weights;
}

TEST(AdaptivePoolTest, MeansAndGradients) {
  struct Case {
    const char *name, *backward;
    Shape shape;
    Integers sizes;
  };
  for (const Case& of :
       {Case{"aclnnAdaptiveAvgPool2d", "aclnnAdaptiveAvgPool2dBackward", {2, 3, 7, 9}, {1, 1}},
        Case{"aclnnAdaptiveAvgPool2d", "aclnnAdaptiveAvgPool2dBackward", {2, 7, 9}, {3, 4}},
        Case{"aclnnAdaptiveAvgPool2d", "aclnnAdaptiveAvgPool2dBackward", {2, 2, 3, 4}, {5, 9}},
        Case{"aclnnAdaptiveAvgPool3d",
             "aclnnAdaptiveAvgPool3dBackward",
             {2, 2, 4, 5, 6},
             {3, 2, 7}}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const Array self = Ordinary(dtype, of.shape, 2);
      const size_t others = of.shape.size() - of.sizes.size();
      Shape pooled = of.shape;
      std::vector<Weights> along, turned;
      for (size_t i = 0; i < of.sizes.size(); ++i) {
        pooled[others + i] = of.sizes[i];
        along.push_back(PartWeights(of.shape[others + i], of.sizes[i]));
        turned.push_back(TransposedWeights(along[i], of.shape[others + i]));
      }
      const auto results = RunCall({of.name, {self, of.sizes, Array(dtype, pooled)}});
      ExpectProduct(self, along, results[0]);
      const Array grad = Ordinary(dtype, pooled, 6);
      const auto gradients = RunCall({of.backward, {grad, self, Array(dtype, of.shape)}});
      ExpectProduct(grad, turned, gradients[0]);
    }
  }
}

TEST(AdaptivePoolTest, MaximaAndGradients) {
  const Shape shape = {2, 3, 7, 9}, pooled = {2, 3, 3, 5};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const Array self = RandomArray(dtype, shape, 12);
    const auto results =
        RunCall({"aclnnAdaptiveMaxPool2d",
                 {self, Integers{3, 5}, Array(dtype, pooled), Array(ACL_INT64, pooled)}});
    for (int64_t i = 0; i < results[0].size(); ++i) {
      std::vector<int64_t> places;
      for (const int64_t row : PartAt(i / 5 % 3, 7, 3)) {
        for (const int64_t column : PartAt(i % 5, 9, 5)) places.push_back(row * 9 + column);
      }
      const int64_t best = Largest(self, i / 15 * 63, places);
      ASSERT_EQ(results[1].Bits(i), static_cast<uint64_t>(best));
      ASSERT_EQ(results[0].Bits(i), self.Bits(i / 15 * 63 + best));
    }
    if (dtype == ACL_DOUBLE) continue;
    const Array grad = Ordinary(dtype, pooled, 5);
    const auto gradients =
        RunCall({"aclnnAdaptiveMaxPool2dBackward", {grad, self, results[1], Array(dtype, shape)}});
    ExpectGradient(grad, results[1], 2, gradients[0]);
  }
}

TEST(AdaptivePoolTest, MaximaOfVolumes) {
  const Shape shape = {2, 3, 4, 6}, pooled = {2, 3, 2, 3};
  const Array self = Ordinary(ACL_FLOAT, shape, 12);
  const auto results =
      RunCall({"aclnnAdaptiveMaxPool3d",
               {self, Integers{3, 2, 3}, Array(ACL_FLOAT, pooled), Array(ACL_INT32, pooled)}});
  const Maxima expected = ExpectedMaxima(self, {{{1, 1, 0}, {2, 2, 0}, {2, 2, 0}}}, ACL_INT32);
  EXPECT_EQ(results[0].bytes, expected.out.bytes);
  EXPECT_EQ(results[1].bytes, expected.places.bytes);
  const Array grad = Ordinary(ACL_FLOAT, pooled, 5);
  const auto gradients = RunCall(
      {"aclnnAdaptiveMaxPool3dBackward", {grad, self, results[1], Array(ACL_FLOAT, shape)}});
  ExpectGradient(grad, results[1], 3, gradients[0]);
}

TEST(PoolingTest, OfNoBatch) {
  EXPECT_EQ(
      RunCall({"aclnnAdaptiveAvgPool2d",
               {Array(ACL_FLOAT, {0, 2, 3, 4}), Integers{1, 1}, Array(ACL_FLOAT, {0, 2, 1, 1})}})
          .at(0)
          .size(),
      0);
}

TEST(PoolingTest, SameBitsWithAnyThreads) {
  const MeanCase of = {{{{3, 2, 1}, {3, 2, 1}}}, true, 0};
  const Array self = Ordinary(ACL_FLOAT, {4, 16, 60, 60}, 1);
  ExpectSameBitsInAllSettings(MeanCall("aclnnAvgPool2d", of, {self}, of.pool.Pooled(self.shape)));
}

}  // namespace
}  // namespace openaclnn::test::pooling_test

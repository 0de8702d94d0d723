// Tensors that are resized, or have margins, against matrices of weights along each axis.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/ops/in_space.h"

namespace openaclnn::test::resampling_test {
namespace {

using Integers = std::vector<int64_t>;

// ---- Weights, in long double

// How an axis is resized; a scale of 0 is that of the sizes.
struct Axis {
  int64_t from, to;
  double scale = 0;
  bool aligns = false;
};

long double StepOf(const Axis& axis) {
  if (axis.aligns) {
    return axis.to > 1 ? static_cast<long double>(axis.from - 1) / (axis.to - 1) : 0;
  }
  return axis.scale > 0 ? 1 / static_cast<long double>(axis.scale)
                        : static_cast<long double>(axis.from) / axis.to;
}

void AddWeight(std::vector<long double>& row, int64_t at, long double weight) {
  const auto last = static_cast<int64_t>(row.size()) - 1;
  row[static_cast<size_t>(std::clamp<int64_t>(at, 0, last))] += weight;
}

// Places that are no whole numbers by far less than a float can say are whole.
int64_t Down(long double place) { return static_cast<int64_t>(std::floor(place + 1e-6L)); }

using RowMaker = std::function<void(const Axis&, int64_t, std::vector<long double>&)>;

Weights WeightsBy(const RowMaker& make, const Axis& axis) {
  Weights weights;
  for (int64_t i = 0; i < axis.to; ++i) {
    weights.emplace_back(static_cast<size_t>(axis.from), 0);
    make(axis, i, weights.back());
  }
  return weights;
}

void NearestRow(const Axis& axis, int64_t i, std::vector<long double>& row) {
  AddWeight(row, Down(StepOf(axis) * i), 1);
}
void NearestExactRow(const Axis& axis, int64_t i, std::vector<long double>& row) {
  AddWeight(row, Down(StepOf(axis) * (i + 0.5L)), 1);
}
void LinearRow(const Axis& axis, int64_t i, std::vector<long double>& row) {
  long double place = axis.aligns ? StepOf(axis) * i : StepOf(axis) * (i + 0.5L) - 0.5L;
  place = std::clamp<long double>(place, 0, axis.from - 1);
  const auto before = static_cast<int64_t>(std::floor(place));
  AddWeight(row, before, 1 - (place - before));
  AddWeight(row, before + 1, place - before);
}
long double CubicOf(long double distance, long double a) {
  const long double x = std::abs(distance);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? a * (((x - 5) * x + 8) * x - 4) : 0;
}
void CubicRow(const Axis& axis, int64_t i, std::vector<long double>& row) {
  const long double place = axis.aligns ? StepOf(axis) * i : StepOf(axis) * (i + 0.5L) - 0.5L;
  const auto before = static_cast<int64_t>(std::floor(place));
  for (int64_t k = before - 1; k < before + 3; ++k) AddWeight(row, k, CubicOf(place - k, -0.75L));
}
void SmoothRow(const Axis& axis, int64_t i, std::vector<long double>& row, bool is_cubic) {
  const long double step = StepOf(axis), stretch = std::max(1.0L, step);
  const long double centre = step * (i + 0.5L);
  long double total = 0;
  for (int64_t k = 0; k < axis.from; ++k) {
    const long double distance = (k + 0.5L - centre) / stretch;
    const long double weight =
        is_cubic ? CubicOf(distance, -0.5L) : std::max(0.0L, 1 - std::abs(distance));
    row[static_cast<size_t>(k)] = weight;
    total += weight;
  }
  for (long double& weight : row) weight /= total;
}

// ---- Calls

struct Resize {
  const char *name, *backward;
  RowMaker row;
  size_t axes;
  bool has_corners;  // an argument that says whether they are aligned
  bool has_scales = true;
  bool has_double = false;
  // Where sizes become smaller, a place takes elements up to edges of its reach.
  bool is_smooth = false;
};

const std::vector<Resize>& Resizes() {
  const auto smooth = [](const Axis& axis, int64_t i, std::vector<long double>& row) {
    SmoothRow(axis, i, row, false);
  };
  const auto smooth_cubic = [](const Axis& axis, int64_t i, std::vector<long double>& row) {
    SmoothRow(axis, i, row, true);
  };
  static const std::vector<Resize> resizes = {
      {"aclnnUpsampleNearest1d", nullptr, NearestRow, 1, false, false, true},
      {"aclnnUpsampleNearest1dV2", "aclnnUpsampleNearest1dBackward", NearestRow, 1, false, true,
       true},
      {"aclnnUpsampleNearest2d", nullptr, NearestRow, 2, false, false, true},
      {"aclnnUpsampleNearest2dV2", "aclnnUpsampleNearest2dBackward", NearestRow, 2, false},
      {"aclnnUpsampleNearest3d", "aclnnUpsampleNearest3dBackward", NearestRow, 3, false, true,
       true},
      {"aclnnUpsampleNearestExact1d", "aclnnUpsampleNearestExact1dBackward", NearestExactRow, 1,
       false},
      {"aclnnUpsampleNearestExact2d", "aclnnUpsampleNearestExact2dBackward", NearestExactRow, 2,
       false},
      {"aclnnUpsampleNearestExact3d", "aclnnUpsampleNearestExact3dBackward", NearestExactRow, 3,
       false},
      {"aclnnUpsampleLinear1d", "aclnnUpsampleLinear1dBackward", LinearRow, 1, true},
      {"aclnnUpsampleBilinear2d", "aclnnUpsampleBilinear2dBackward", LinearRow, 2, true},
      {"aclnnUpsampleBilinear2d", "aclnnUpsampleBilinear2dBackwardV2", LinearRow, 2, true},
      {"aclnnUpsampleTrilinear3d", "aclnnUpsampleTrilinear3dBackward", LinearRow, 3, true, true,
       true},
      {"aclnnUpsampleBicubic2d", "aclnnUpsampleBicubic2dBackward", CubicRow, 2, true},
      {"aclnnUpsampleBilinear2dAA", "aclnnUpsampleBilinear2dAABackward", smooth, 2, true, true,
       false, true},
      {"aclnnUpsampleBicubic2dAA", "aclnnUpsampleBicubic2dAAGrad", smooth_cubic, 2, true, true,
       false, true},
  };
  return resizes;
}

// Sizes before and behind; the last ones are those in use.
struct Sizes {
  Integers from, to;
  std::vector<double> scales;  // 0: as the sizes say
};
const std::vector<Sizes>& AllSizes() {
  static const std::vector<Sizes> sizes = {
      {{2, 3, 4}, {4, 6, 8}, {0, 0, 0}},       {{2, 3, 5}, {4, 6, 10}, {2, 2, 2}},
      {{3, 6, 8}, {2, 4, 3}, {0, 0, 0}},       {{1, 1, 7}, {2, 3, 1}, {0, 0, 0}},
      {{2, 4, 5}, {3, 6, 7}, {1.5, 1.5, 1.5}}, {{4, 9, 11}, {2, 4, 5}, {0.5, 0.5, 0.5}},
      {{2, 3, 4}, {2, 3, 4}, {0, 0, 0}},
  };
  return sizes;
}

struct Sized {
  Shape from, to;
  std::vector<Axis> axes;
};
Sized SizedBy(const Resize& resize, const Sizes& sizes, bool aligns) {
  Sized sized = {{2, 3}, {2, 3}, {}};
  for (size_t i = 3 - resize.axes; i < 3; ++i) {
    sized.from.push_back(sizes.from[i]);
    sized.to.push_back(sizes.to[i]);
    sized.axes.push_back(
        {sizes.from[i], sizes.to[i], resize.has_scales ? sizes.scales[i] : 0.0, aligns});
  }
  return sized;
}

OperatorCall CallOf(const Resize& resize, const Sized& sized, bool aligns, const Array& self,
                    bool is_gradient) {
  const Shape &from = sized.from, &to = sized.to;
  OperatorCall call = {is_gradient ? resize.backward : resize.name, {self}};
  call.arguments.emplace_back(Integers(to.begin() + 2, to.end()));
  if (is_gradient) call.arguments.emplace_back(Integers(from.begin(), from.end()));
  if (resize.has_corners) call.arguments.emplace_back(aligns ? 1.0 : 0.0);
  for (const Axis& axis : sized.axes) {
    if (resize.has_scales) call.arguments.emplace_back(axis.scale);
  }
  call.arguments.emplace_back(Array(self.dtype, is_gradient ? from : to));
  return call;
}

TEST(UpsampleTest, SumsOfWeightedElements) {
  for (const Resize& resize : Resizes()) {
    for (const Sizes& sizes : AllSizes()) {
      for (const bool aligns : {false, true}) {
        if (aligns && !resize.has_corners) continue;
        // Where windows end between elements, their weights are 0 or next to it.
        if (aligns && resize.is_smooth) continue;
        SCOPED_TRACE(std::string(resize.name) + " from " + TextOf(sizes.from) + " to " +
                     TextOf(sizes.to) + (aligns ? " aligned" : ""));
        const Sized sized = SizedBy(resize, sizes, aligns);
        std::vector<Weights> along, turned;
        for (const Axis& axis : sized.axes) {
          along.push_back(WeightsBy(resize.row, axis));
          turned.push_back(TransposedWeights(along.back(), axis.from));
        }
        for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
          const Array self = Ordinary(dtype, sized.from, 3);
          const auto results = RunCall(CallOf(resize, sized, aligns, self, false));
          ASSERT_NO_FATAL_FAILURE(ExpectProduct(self, along, results[0]));
          if (resize.backward == nullptr) continue;
          const Array grad = Ordinary(dtype, sized.to, 5);
          const auto gradients = RunCall(CallOf(resize, sized, aligns, grad, true));
          ASSERT_NO_FATAL_FAILURE(ExpectProduct(grad, turned, gradients[0]));
        }
      }
    }
  }
}

TEST(UpsampleTest, InDouble) {
  for (const Resize& resize : Resizes()) {
    if (!resize.has_double) continue;
    SCOPED_TRACE(resize.name);
    const Sized sized = SizedBy(resize, AllSizes()[0], false);
    const Array self = Ordinary(ACL_DOUBLE, sized.from, 3);
    std::vector<Weights> along;
    for (const Axis& axis : sized.axes) along.push_back(WeightsBy(resize.row, axis));
    ExpectProduct(self, along, RunCall(CallOf(resize, sized, false, self, false))[0]);
  }
}

TEST(UpsampleTest, NearestElementsKeepTheirBits) {
  for (const Resize& resize : Resizes()) {
    const std::string name = resize.name;
    if (name.find("Nearest") == std::string::npos) continue;
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_UINT8}) {
      if (dtype == ACL_UINT8 && name == "aclnnUpsampleNearestExact3d") continue;
      const Sized sized = SizedBy(resize, AllSizes()[1], false);
      const Array self = RandomPatterns(dtype, sized.from, 3);
      const Array out = RunCall(CallOf(resize, sized, false, self, false))[0];
      for (int64_t i = 0; i < out.size(); ++i) {  // all sizes are twice as large
        int64_t rest = i, at = 0, step = 1;
        for (size_t axis = sized.to.size(); axis-- > 0;) {
          const int64_t place = rest % sized.to[axis];
          rest /= sized.to[axis];
          at += (axis < 2 ? place : place / 2) * step;
          step *= sized.from[axis];
        }
        ASSERT_EQ(out.Bits(i), self.Bits(at)) << name << " " << i;
      }
    }
  }
}

TEST(UpsampleTest, SameBitsInAnyLayout) {
  for (const Resize& resize : Resizes()) {
    const Sized sized = SizedBy(resize, AllSizes()[4], false);
    const Array self = Ordinary(ACL_FLOAT, sized.from, 3);
    const OperatorCall call = CallOf(resize, sized, false, self, false);
    const Array expected = RunCall(call)[0];
    std::vector<const Layout*> layouts = {&ChannelsLast()};
    for (const Layout& layout : OutputLayouts()) layouts.push_back(&layout);
    for (const Layout* const from : layouts) {
      for (const Layout* const to : {&Dense(), &ChannelsLast(), layouts.back()}) {
        SCOPED_TRACE(std::string(resize.name) + " " + from->name + " to " + to->name);
        Placement placement;
        placement.layouts.resize(call.arguments.size());
        placement.layouts.front() = from;
        placement.layouts.back() = to;
        EXPECT_EQ(RunCall(call, placement)[0].bytes, expected.bytes);
      }
    }
  }
}

// ---- Margins

struct Margin {
  const char* name;
  size_t axes;
  int64_t (*place)(int64_t i, int64_t size);
  bool repeats = false;
};

int64_t Mirrored(int64_t i, int64_t size) { return i < 0 ? -i : i >= size ? 2 * size - 2 - i : i; }
int64_t Clamped(int64_t i, int64_t size) { return std::clamp<int64_t>(i, 0, size - 1); }
int64_t Around(int64_t i, int64_t size) { return (i + size) % size; }

const std::vector<Margin>& Margins() {
  static const std::vector<Margin> margins = {
      {"aclnnReflectionPad1d", 1, Mirrored},   {"aclnnReflectionPad2d", 2, Mirrored},
      {"aclnnReflectionPad3d", 3, Mirrored},   {"aclnnReplicationPad1d", 1, Clamped},
      {"aclnnReplicationPad2d", 2, Clamped},   {"aclnnReplicationPad3d", 3, Clamped},
      {"aclnnCircularPad2d", 2, Around, true}, {"aclnnCircularPad3d", 3, Around, true},
  };
  return margins;
}

Weights MarginWeights(const Margin& margin, int64_t size, int64_t before, int64_t after) {
  Weights weights;
  for (int64_t i = -before; i < size + after; ++i) {
    weights.emplace_back(static_cast<size_t>(size), 0);
    weights.back()[static_cast<size_t>(margin.place(i, size))] = 1;
  }
  return weights;
}

// The shape with these margins.
Shape WithMargins(Shape shape, const Integers& padding) {
  for (size_t i = 0; i < padding.size(); i += 2) {
    shape[shape.size() - 1 - i / 2] += padding[i] + padding[i + 1];
  }
  return shape;
}

void ExpectMargins(const Margin& margin, const Shape& whole, const Integers& all) {
  SCOPED_TRACE(std::string(margin.name) + " of " + TextOf(whole) + " by " + TextOf(all));
  const Integers padding(all.begin(), all.begin() + static_cast<long>(2 * margin.axes));
  const Shape padded = WithMargins(whole, padding);
  std::vector<Weights> along, turned;
  for (size_t i = margin.axes; i-- > 0;) {
    const int64_t size = whole[whole.size() - 1 - i];
    along.push_back(MarginWeights(margin, size, padding[2 * i], padding[2 * i + 1]));
    turned.push_back(TransposedWeights(along.back(), size));
  }
  const Array self = Ordinary(ACL_FLOAT, whole, 3);
  const auto results = RunCall({margin.name, {self, padding, Array(ACL_FLOAT, padded)}});
  ASSERT_NO_FATAL_FAILURE(ExpectProduct(self, along, results[0]));
  const std::string backward = std::string(margin.name) + "Backward";
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
    const Array grad = Ordinary(dtype, padded, 4);
    const auto gradients =
        RunCall({backward, {grad, Array(dtype, whole), padding, Array(dtype, whole)}});
    ASSERT_NO_FATAL_FAILURE(ExpectProduct(grad, turned, gradients[0]));
  }
}

TEST(MarginTest, ElementsAndGradients) {
  for (const Margin& margin : Margins()) {
    Shape whole = {2, 3, 4, 5, 6};
    whole.erase(whole.begin() + 1, whole.begin() + 4 - static_cast<long>(margin.axes));
    for (const Integers& padding : {Integers{1, 2, 2, 1, 1, 1}, Integers{0, 0, 3, 0, 0, 2},
                                    Integers{5, 5, 4, 4, 3, 3}, Integers{-1, 2, 1, -2, 0, 1}}) {
      ExpectMargins(margin, whole, padding);
      ExpectMargins(margin, Shape(whole.begin() + 1, whole.end()), padding);
    }
  }
}

TEST(MarginTest, AnyDtypeKeepsItsBits) {
  for (const aclDataType dtype :
       {ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_UINT16, ACL_INT32,
        ACL_UINT32, ACL_INT64, ACL_UINT64, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128}) {
    const Array self = RandomPatterns(dtype, {2, 3, 20}, 3);
    const auto results =
        RunCall({"aclnnReflectionPad1d", {self, Integers{3, 2}, Array(dtype, {2, 3, 25})}});
    const auto item = static_cast<size_t>(DtypeBytes(dtype));
    for (int64_t i = 0; i < 150; ++i) {
      const int64_t at = i / 25 * 20 + Mirrored(i % 25 - 3, 20);
      const auto bytes = [item](const Array& array, int64_t k) {
        return std::vector<std::byte>(array.bytes.begin() + k * static_cast<int64_t>(item),
                                      array.bytes.begin() + (k + 1) * static_cast<int64_t>(item));
      };
      ASSERT_EQ(bytes(results[0], i), bytes(self, at)) << DtypeName(dtype) << " " << i;
    }
  }
}

TEST(MarginTest, ComplexGradientsArePartByPart) {
  const Array parts = Ordinary(ACL_FLOAT, {2, 3, 8, 2}, 2);
  const auto complex = [](const Array& numbers, const Shape& shape) {
    Array array(ACL_COMPLEX64, shape);
    array.bytes = numbers.bytes;
    return array;
  };
  const auto results = RunCall({"aclnnReplicationPad1dBackward",
                                {complex(parts, {2, 3, 8}), Array(ACL_COMPLEX64, {2, 3, 5}),
                                 Integers{2, 1}, Array(ACL_COMPLEX64, {2, 3, 5})}});
  Array gradients(ACL_FLOAT, {6, 5, 2});
  gradients.bytes = results[0].bytes;
  for (int64_t i = 0; i < 60; ++i) {
    LongSum exact;
    for (int64_t k = 0; k < 8; ++k) {
      if (Clamped(k - 2, 5) == i / 2 % 5) exact.Add(parts.Value((i / 10 * 8 + k) * 2 + i % 2));
    }
    ExpectSum(gradients, i, exact);
  }
}

TEST(ChannelShuffleTest, TakesGroupsInTurn) {
  const Array self = RandomPatterns(ACL_FLOAT16, {2, 6, 5}, 3);
  for (const Layout* const layout : {&Dense(), &ChannelsLast()}) {
    Placement placement;
    placement.layouts = {layout, nullptr, layout};
    const auto results =
        RunCall({"aclnnChannelShuffle", {self, 3.0, Array(ACL_FLOAT16, {2, 6, 5})}}, placement);
    for (int64_t i = 0; i < 60; ++i) {
      const int64_t channel = i / 5 % 6;
      const int64_t from = channel % 3 * 2 + channel / 3;
      EXPECT_EQ(results[0].Bits(i), self.Bits((i / 30 * 6 + from) * 5 + i % 5));
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::resampling_test

// Boxes pooled to one size, and their gradients, against loops over each sample.
#include <algorithm>
#include <array>
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

namespace openaclnn::test::regions_test {
namespace {

using Integers = std::vector<int64_t>;
using Box = std::array<float, 4>;

struct Pooling {
  int64_t height, width;  // parts of a box
  float scale;
  int64_t samples;
  bool aligned;
};

// The elements that a sample is made of, with their weights; none beyond the image.
struct Element {
  int64_t place;
  long double weight;
};
using Sample = std::vector<Element>;

// The samples of part (h, w) of a box, as torchvision has them: ends and sizes in float.
std::vector<Sample> SamplesOf(const Pooling& of, const Box& box, int64_t h, int64_t w,
                              const Shape& image) {
  const float offset = of.aligned ? 0.5f : 0.0f;
  float first[2], size[2];
  int64_t counts[2];
  for (size_t i = 0; i < 2; ++i) {  // along height and width
    first[i] = box[1 - i] * of.scale - offset;
    size[i] = box[3 - i] * of.scale - offset - first[i];
    if (!of.aligned) size[i] = std::max(size[i], 1.0f);
    const float part = size[i] / static_cast<float>(i == 0 ? of.height : of.width);
    counts[i] = of.samples > 0 ? of.samples : static_cast<int64_t>(std::ceil(part));
  }
  std::vector<Sample> samples;
  for (int64_t i = 0; i < counts[0] * counts[1] && counts[0] > 0; ++i) {
    Sample sample = {{0, 1}};
    for (size_t axis = 0; axis < 2; ++axis) {
      const int64_t extent = image[2 + axis], parts = axis == 0 ? of.height : of.width;
      const int64_t k = axis == 0 ? i / counts[1] : i % counts[1];
      const auto steps = static_cast<long double>((axis == 0 ? h : w) * counts[axis] + k) + 0.5L;
      const auto all = static_cast<long double>(parts * counts[axis]);
      long double at = static_cast<long double>(first[axis]) +
                       steps * static_cast<long double>(size[axis]) / all;
      Sample next;
      if (at >= -1 && at <= static_cast<long double>(extent)) {
        at = std::clamp<long double>(at, 0, static_cast<long double>(extent - 1));
        const auto low = static_cast<int64_t>(at);
        const long double rest = at - static_cast<long double>(low);
        for (const Element& element : sample) {
          next.push_back({element.place * extent + low, element.weight * (1 - rest)});
          if (low + 1 == extent) continue;
          next.push_back({element.place * extent + low + 1, element.weight * rest});
        }
      }
      sample = next;
    }
    samples.push_back(sample);
  }
  return samples;
}

// Boxes inside, across the ends, outside, of no size, and backwards.
const std::vector<Box>& SomeBoxes() {
  static const std::vector<Box> boxes = {
      {0.3f, 0.7f, 6.1f, 4.2f},
      {-3, -2, 4, 3},
      {5, 2, 30, 20},
      {2.5f, 1.5f, 2.5f, 1.5f},
      {6, 5, 1, 2},
      {40, 40, 50, 60},
      {0, 0, 9, 7},
      {-0.5f, 3.25f, 0.5f, 3.5f},
      {1, 1, 1.75f, 6.25f},
  };
  return boxes;
}
const std::vector<Pooling>& SomePoolings() {
  static const std::vector<Pooling> poolings = {
      {2, 3, 1, 0, false},    {2, 3, 1, 0, true}, {1, 1, 0.5f, 2, false},
      {7, 7, 1.25f, 3, true}, {3, 2, 2, 1, true},
  };
  return poolings;
}

int64_t ImageOf(size_t box) { return static_cast<int64_t>(box % 2); }

// With the image before each box, or without.
Array BoxesArray(aclDataType dtype, bool has_images) {
  const std::vector<Box>& boxes = SomeBoxes();
  const int64_t numbers = has_images ? 5 : 4;
  return Array(dtype, {std::ssize(boxes), numbers}, [&](int64_t i) {
    const auto box = static_cast<size_t>(i / numbers);
    const int64_t number = i % numbers + 4 - numbers;
    if (number < 0) return BitsOf(dtype, static_cast<double>(ImageOf(box)) + 0.75);
    return BitsOf(dtype, static_cast<double>(boxes[box][static_cast<size_t>(number)]));
  });
}

// Calls use(result, image and channel, samples) for each result.
template <class Use>
void ForEachResult(const Pooling& of, const Array& boxes, const Shape& image, const Use& use) {
  const size_t numbers = static_cast<size_t>(boxes.shape[1]);
  int64_t result = 0;
  for (size_t i = 0; i < static_cast<size_t>(boxes.shape[0]); ++i) {
    Box box;
    for (size_t k = 0; k < 4; ++k) {
      box[k] = static_cast<float>(boxes.Value(static_cast<int64_t>((i + 1) * numbers - 4 + k)));
    }
    for (int64_t c = 0; c < image[1]; ++c) {
      for (int64_t part = 0; part < of.height * of.width; ++part) {
        use(result++, ImageOf(i) * image[1] + c,
            SamplesOf(of, box, part / of.width, part % of.width, image));
      }
    }
  }
}

const Shape kImage = {2, 3, 7, 9};

TEST(RegionsTest, AreMeansOfSamples) {
  for (const Pooling& of : SomePoolings()) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
      const Array self = Ordinary(dtype, kImage, 3), boxes = BoxesArray(dtype, true);
      const Array like(dtype, {boxes.shape[0], kImage[1], of.height, of.width});
      for (const Layout* const layout : {&Dense(), &ChannelsLast()}) {
        Placement placement;
        placement.layouts = {layout, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, layout};
        const auto results =
            RunCall({"aclnnRoiAlignV2",
                     {self, boxes, double(of.height), double(of.width), double{of.scale},
                      double(of.samples), of.aligned ? 1.0 : 0.0, like}},
                    placement);
        ForEachResult(
            of, boxes, kImage, [&](int64_t i, int64_t plane, const std::vector<Sample>& samples) {
              const auto count = std::max<long double>(1, static_cast<long double>(samples.size()));
              LongSum mean;
              for (const Sample& sample : samples) {
                for (const Element& element : sample) {
                  mean.Add(element.weight / count * self.Value(plane * 63 + element.place));
                }
              }
              ASSERT_NO_FATAL_FAILURE(ExpectSum(results[0], i, mean));
            });
      }
    }
  }
}

TEST(RegionsTest, AreTheLargestOfSamples) {
  for (const Pooling& of : SomePoolings()) {
    if (of.aligned) continue;
    for (const bool is_largest : {false, true}) {
      const Array self = Ordinary(ACL_FLOAT, kImage, 4), boxes = BoxesArray(ACL_FLOAT, false);
      const Array images(ACL_INT32, {boxes.shape[0]}, [](int64_t i) {
        return static_cast<uint64_t>(ImageOf(static_cast<size_t>(i)));
      });
      const auto results =
          RunCall({"aclnnRoiAlign",
                   {self, boxes, images, is_largest ? "max" : "avg", double(of.height),
                    double(of.width), double(of.samples), double{of.scale},
                    Array(ACL_FLOAT, {boxes.shape[0], kImage[1], of.height, of.width})}});
      ForEachResult(of, boxes, kImage,
                    [&](int64_t i, int64_t plane, const std::vector<Sample>& samples) {
                      std::vector<LongSum> sums;
                      for (const Sample& sample : samples) {
                        LongSum& sum = sums.emplace_back();
                        for (const Element& element : sample) {
                          sum.Add(element.weight * self.Value(plane * 63 + element.place));
                        }
                      }
                      LongSum expected = sums[0];
                      const auto count = static_cast<long double>(sums.size());
                      for (size_t k = 0; k < sums.size() && !is_largest; ++k) {
                        if (k > 0) expected.Add(sums[k].sum);
                      }
                      if (!is_largest) {
                        for (const LongSum& sum : sums) expected.absolute += sum.absolute;
                        expected.sum /= count;
                      }
                      for (const LongSum& sum : sums) {
                        if (is_largest && sum.sum > expected.sum) expected = sum;
                      }
                      ASSERT_NO_FATAL_FAILURE(ExpectSum(results[0], i, expected));
                    });
    }
  }
}

TEST(RegionsTest, HaveGradients) {
  for (const Pooling& of : SomePoolings()) {
    const Array boxes = BoxesArray(ACL_FLOAT, true);
    const Array grad = Ordinary(ACL_FLOAT, {boxes.shape[0], kImage[1], of.height, of.width}, 8);
    std::vector<LongSum> sums(static_cast<size_t>(CountOf(kImage)));
    ForEachResult(
        of, boxes, kImage, [&](int64_t i, int64_t plane, const std::vector<Sample>& samples) {
          for (const Sample& sample : samples) {
            for (const Element& element : sample) {
              sums[static_cast<size_t>(plane * 63 + element.place)].Add(
                  element.weight / static_cast<long double>(samples.size()) * grad.Value(i));
            }
          }
        });
    for (const Layout* const layout : {&Dense(), &ChannelsLast()}) {
      Placement placement;
      placement.layouts = {layout,  nullptr, nullptr, nullptr, nullptr,
                           nullptr, nullptr, nullptr, layout};
      const auto results =
          RunCall({"aclnnRoiAlignV2Backward",
                   {grad, boxes, Integers(kImage.begin(), kImage.end()), double(of.height),
                    double(of.width), double{of.scale}, double(of.samples), of.aligned ? 1.0 : 0.0,
                    Array(ACL_FLOAT, kImage)}},
                  placement);
      for (size_t i = 0; i < sums.size(); ++i) {
        ASSERT_NO_FATAL_FAILURE(ExpectSum(results[0], static_cast<int64_t>(i), sums[i]));
      }
    }
  }
}

OperatorCall OneBox(const Array& boxes, double samples = 0) {
  const int64_t regions = boxes.shape[0];
  return {"aclnnRoiAlignV2",
          {ArrayOf(ACL_FLOAT, {1, 1, 2, 2}, {1, 2, 3, 4}), boxes, 1.0, 1.0, 1.0, samples, 1.0,
           Array(ACL_FLOAT, {regions, 1, 1, 1})}};
}

TEST(RegionsTest, OfNoSizeOrNoNumberAreZero) {
  const double inf = HUGE_VAL, nan = std::nan("");
  const Array boxes = ArrayOf(ACL_FLOAT, {5, 5}, {0, 1,   1, 1, 1, 0, nan,  0, 2,     2, 0,    0, 0,
                                                  2, inf, 0, 0, 0, 2, 1e30, 0, -1e30, 0, 1e30, 1});
  const auto results = RunCall(OneBox(boxes));
  EXPECT_TRUE(SameBits(results[0], ArrayOf(ACL_FLOAT, {5, 1, 1, 1}, {0, 0, 0, 0, 0})));
}

TEST(RegionsTest, HaveAsManySamplesAsTheyHaveElements) {
  // A box of 2^20 by 1 elements, of which two are in the image.
  const Array boxes = ArrayOf(ACL_FLOAT, {1, 5}, {0, 0.5, 0.5, 0x1p20 + 0.5, 1.5});
  const auto results = RunCall(OneBox(boxes));
  // Rows of 2: samples at 0.5, 1.5 and 2 and so on, of the row between both.
  const double sum = (2.5 + 3.0) / 0x1p20;
  EXPECT_NEAR(results[0].Value(0), sum, 1e-3 * sum);
}

TEST(RegionsTest, RefuseImagesThatThereAreNotWhenTheyRun) {
  for (const double wrong : {-0.5, 1.0, 7.0, std::nan("")}) {
    const Array boxes = ArrayOf(ACL_FLOAT, {2, 5}, {0, 0, 0, 1, 1, wrong, 0, 0, 1, 1});
    const std::string message = FailureOf(OneBox(boxes), ACL_ERROR_RT_AICORE_EXCEPTION);
    EXPECT_NE(message.find("boxes: the element at [1, 0]"), std::string::npos) << message;
    FailureOf({"aclnnRoiAlignV2Backward",
               {Array(ACL_FLOAT, {2, 1, 1, 1}), boxes, Integers{1, 1, 2, 2}, 1.0, 1.0, 1.0, 0.0,
                1.0, Array(ACL_FLOAT, {1, 1, 2, 2})}},
              ACL_ERROR_RT_AICORE_EXCEPTION);
  }
  FailureOf(
      {"aclnnRoiAlign",
       {Array(ACL_FLOAT, {1, 1, 2, 2}), Array(ACL_FLOAT, {1, 4}), ArrayOf(ACL_INT32, {1}, {1}),
        "avg", 1.0, 1.0, 0.0, 1.0, Array(ACL_FLOAT, {1, 1, 1, 1})}},
      ACL_ERROR_RT_AICORE_EXCEPTION);
}

}  // namespace
}  // namespace openaclnn::test::regions_test

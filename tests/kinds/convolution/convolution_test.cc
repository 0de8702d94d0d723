// Convolutions and their gradients next to the same one result after the other, to the bit.
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kinds/convolution/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"

namespace openaclnn::test {
namespace {

const std::vector<Convolution>& Convolutions() {
  static const std::vector<Convolution> all = {
      // One axis
      {{2, 3, 11}, {4, 3, 3}, {1}, {1}, {1}},
      {{1, 2, 70}, {3, 2, 5}, {2}, {3, 1}, {2}},
      {{2, 3, 5}, {3, 2, 4}, {3}, {1}, {1}, true, {1}},
      {{1, 4, 37}, {4, 1, 4}, {1}, {0}, {1}, false, {}, 4},
      // Two axes: kernels of one element, equal sizes, steps, gaps, two sides of padding
      {{2, 70, 3, 5}, {9, 70, 1, 1}, {1, 1}, {0, 0}, {1, 1}},
      {{2, 9, 7, 7}, {10, 9, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
      {{1, 3, 37, 35}, {5, 3, 7, 7}, {2, 2}, {3, 3}, {1, 1}},
      {{2, 4, 9, 8}, {6, 4, 3, 2}, {2, 3}, {0, 2, 3, 1}, {2, 1}},
      {{1, 2, 5, 40}, {17, 2, 3, 5}, {1, 1}, {1, 4}, {1, 2}},
      // Kernels of 16 rows and more: several images, steps, gaps, in place, groups, phases
      {{3, 9, 7, 6}, {18, 9, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
      {{2, 8, 9, 11}, {20, 8, 3, 2}, {2, 1}, {2, 1}, {1, 2}},
      {{2, 70, 5, 5}, {16, 70, 1, 1}, {2, 2}, {0, 0}, {1, 1}},
      {{1, 36, 6, 7}, {34, 18, 2, 3}, {1, 1}, {0, 0}, {1, 1}, false, {}, 2},
      {{1, 20, 3, 4}, {20, 17, 3, 3}, {2, 2}, {1, 1}, {1, 1}, true, {1, 1}},
      // ... whose positions meet margins: all, many of them, in rows that are sorted and that are
      // not, taps of several parts, and more than a word has bits
      {{3, 60, 4, 3}, {16, 60, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
      {{2, 4, 5, 24}, {17, 4, 5, 5}, {1, 2}, {2, 2}, {1, 1}},
      {{2, 3, 9, 8}, {16, 3, 7, 7}, {2, 2}, {3, 3}, {1, 1}},
      {{2, 3, 6, 7}, {16, 3, 3, 3}, {1, 1}, {4, 4}, {4, 3}},
      {{1, 2, 5, 6}, {18, 2, 9, 8}, {1, 1}, {4, 4}, {1, 1}},
      // Groups
      {{2, 6, 5, 6}, {9, 2, 3, 3}, {1, 1}, {1, 1}, {1, 1}, false, {}, 3},
      {{2, 5, 9, 20}, {10, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, false, {}, 5},
      {{1, 5, 9, 21}, {5, 1, 3, 3}, {2, 2}, {1, 1}, {1, 1}, false, {}, 5},
      {{1, 2, 75, 90}, {4, 1, 3, 5}, {2, 1}, {0, 2}, {1, 1}, false, {}, 2},
      {{1, 2, 20, 17}, {2, 1, 7, 7}, {1, 1}, {3, 3}, {1, 1}, false, {}, 2},
      {{1, 3, 14, 30}, {3, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, false, {}, 3},
      {{1, 2, 15, 33}, {2, 1, 3, 5}, {2, 2}, {1, 2}, {1, 1}, false, {}, 2},
      {{1, 2, 12, 18}, {2, 1, 9, 9}, {1, 1}, {4, 4}, {1, 1}, false, {}, 2},
      // Transposed
      {{2, 3, 4, 5}, {3, 6, 3, 3}, {2, 2}, {1, 1}, {1, 1}, true, {1, 1}},
      {{1, 70, 3, 3}, {70, 2, 1, 1}, {2, 2}, {0, 0}, {1, 1}, true, {0, 1}},
      {{1, 4, 5, 6}, {4, 3, 3, 2}, {2, 3}, {1, 0}, {3, 2}, true, {0, 2}, 2},
      {{1, 2, 3, 3}, {2, 3, 5, 5}, {1, 1}, {2, 2}, {1, 1}, true},
      // Three axes
      {{1, 2, 3, 4, 5}, {3, 2, 2, 3, 2}, {1, 2, 1}, {1, 0, 1}, {1, 1, 2}},
      {{1, 4, 2, 3, 4}, {4, 1, 2, 2, 3}, {2, 1, 2}, {0, 1, 1}, {1, 2, 1}, true, {1, 0, 0}, 2},
  };
  return all;
}

CallArgument OutputPadding(const Convolution& c) {
  if (c.output_padding.empty()) return Numbers(c.Axes(), 0);
  return c.output_padding;
}

OperatorCall Forward(const Convolution& c, const Array& input, const Array& weight,
                     const Array* bias, aclDataType dtype) {
  return {"aclnnConvolution",
          {input, weight, bias == nullptr ? CallArgument(nullptr) : CallArgument(*bias), c.stride,
           c.padding, c.dilation, c.transposed ? 1.0 : 0.0, OutputPadding(c),
           static_cast<double>(c.groups), Array(dtype, c.Output()), 0.0}};
}

OperatorCall Backward(const Convolution& c, const Array& grad_output, const Array& input,
                      const Array& weight) {
  return {"aclnnConvolutionBackward",
          {grad_output, input, weight, Numbers{c.Output()[1]}, c.stride, c.padding, c.dilation,
           c.transposed ? 1.0 : 0.0, OutputPadding(c), static_cast<double>(c.groups),
           Numbers{1, 1, 1}, 0.0, Array(input.dtype, c.input), Array(weight.dtype, c.weight),
           Array(grad_output.dtype, {c.Output()[1]})}};
}

using Dtypes = std::pair<aclDataType, aclDataType>;  // of the input, and of the weight
class ConvolutionTest : public testing::TestWithParam<Dtypes> {};

TEST_P(ConvolutionTest, HasTheOrderOfProducts) {
  const auto [dtype, of_weight] = GetParam();
  for (const Convolution& c : Convolutions()) {
    SCOPED_TRACE(c.Text());
    const Array input = Normal(dtype, c.input, 1), weight = Normal(of_weight, c.weight, 2),
                bias = Normal(of_weight, {c.Output()[1]}, 3);
    EXPECT_TRUE(SameBits(RunCall(Forward(c, input, weight, &bias, dtype)).at(0),
                         Convolve(c, c.transposed, input, weight, &bias, dtype, c.Output())));
    EXPECT_TRUE(SameBits(RunCall(Forward(c, input, weight, nullptr, ACL_FLOAT)).at(0),
                         Convolve(c, c.transposed, input, weight, nullptr, ACL_FLOAT, c.Output())));
  }
}

TEST_P(ConvolutionTest, GradientsHaveTheOrderOfProducts) {
  const auto [dtype, of_weight] = GetParam();
  for (const Convolution& c : Convolutions()) {
    SCOPED_TRACE(c.Text());
    const Array input = Normal(dtype, c.input, 1), weight = Normal(of_weight, c.weight, 2),
                grad = Normal(dtype, c.Output(), 3);
    const std::vector<Array> gradients = RunCall(Backward(c, grad, input, weight));
    EXPECT_TRUE(SameBits(gradients.at(0),
                         Convolve(c, !c.transposed, grad, weight, nullptr, dtype, c.input)));
    EXPECT_TRUE(SameBits(gradients.at(1), ByWeight(c, input, grad, of_weight)));
    const Numbers all_but_channels = [&] {
      Numbers axes = {0};
      for (size_t i = 0; i < c.Axes(); ++i) axes.push_back(static_cast<int64_t>(i) + 2);
      return axes;
    }();
    const Array sums =
        RunCall({"aclnnReduceSum",
                 {grad, all_but_channels, 0.0, {0.0, dtype}, Array(dtype, {c.Output()[1]})}})
            .at(0);
    EXPECT_TRUE(SameBits(gradients.at(2), sums));
  }
}

// Products in blocks, groups of one channel, phases, and gradients: any strides, threads and
// targets.
TEST_P(ConvolutionTest, HasTheSameBitsInAllLayoutsAndSettings) {
  const auto [dtype, of_weight] = GetParam();
  for (const Convolution& c :
       {Convolution{{2, 5, 5, 9}, {6, 5, 3, 3}, {1, 2}, {1, 1}, {1, 1}},
        Convolution{{2, 9, 5, 6}, {17, 9, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
        Convolution{{2, 3, 6, 19}, {6, 1, 3, 3}, {2, 1}, {1, 1}, {1, 1}, false, {}, 3},
        Convolution{{1, 4, 4, 5}, {4, 2, 3, 2}, {2, 2}, {1, 0}, {1, 1}, true, {1, 0}, 2}}) {
    SCOPED_TRACE(c.Text());
    const Array input = Normal(dtype, c.input, 1), weight = Normal(of_weight, c.weight, 2),
                bias = Normal(of_weight, {c.Output()[1]}, 3), grad = Normal(dtype, c.Output(), 4);
    for (const OperatorCall& call :
         {Forward(c, input, weight, &bias, dtype), Backward(c, grad, input, weight)}) {
      ExpectSameBitsInAllLayouts(call);
      ExpectSameBitsInAllSettings(call);
    }
  }
}

// What meets a margin is multiplied by 0, which gives no number for such weights.
TEST_P(ConvolutionTest, MultipliesMarginsByAllWeights) {
  const auto [dtype, of_weight] = GetParam();
  for (const Convolution& c :
       {Convolution{{2, 30, 3, 4}, {33, 30, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
        Convolution{{2, 3, 3, 30}, {16, 3, 5, 5}, {1, 1}, {2, 2}, {1, 1}},
        Convolution{{2, 6, 5, 4}, {6, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, false, {}, 6}}) {
    SCOPED_TRACE(c.Text());
    const Array input = Normal(dtype, c.input, 1), normal = Normal(of_weight, c.weight, 2);
    for (const double special :
         {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
      const uint64_t bits = BitsOf(of_weight, special);
      for (const int64_t at : {int64_t{0}, CountOf(c.weight) / 2, CountOf(c.weight) - 1}) {
        const Array weight = {of_weight, c.weight,
                              [&](int64_t i) { return i == at ? bits : normal.Bits(i); }};
        EXPECT_TRUE(SameBits(RunCall(Forward(c, input, weight, nullptr, dtype)).at(0),
                             Convolve(c, false, input, weight, nullptr, dtype, c.Output())));
      }
    }
  }
}

// Depthwise2d and Tbc are convolutions whose arguments say less.
TEST_P(ConvolutionTest, OtherOperatorsAreThese) {
  const auto [dtype, of_weight] = GetParam();
  if (dtype != of_weight) return;
  const Convolution c = {{2, 3, 6, 9}, {6, 1, 3, 2}, {2, 1}, {1, 1}, {1, 2}, false, {}, 3};
  const Array input = Normal(dtype, c.input, 1), weight = Normal(dtype, c.weight, 2),
              bias = Normal(dtype, {6}, 3);
  EXPECT_TRUE(SameBits(RunCall({"aclnnConvDepthwise2d",
                                {input, weight, Numbers{3, 2}, bias, c.stride, c.padding,
                                 c.dilation, Array(dtype, c.Output()), 0.0}})
                           .at(0),
                       RunCall(Forward(c, input, weight, &bias, dtype)).at(0)));
}

// Time, batch and channel, against the same with the channels first.
Array Turned(const Array& array, const Numbers& axes) {  // axis i of the result is axes[i]
  const Shape& from = array.shape;
  Shape shape;
  for (const int64_t axis : axes) shape.push_back(from[static_cast<size_t>(axis)]);
  const int64_t steps[] = {from[1] * from[2], from[2], 1};
  return {array.dtype, shape, [&](int64_t i) {
            const int64_t at[] = {i / shape[2] / shape[1], i / shape[2] % shape[1], i % shape[2]};
            int64_t place = 0;
            for (size_t k = 0; k < 3; ++k) place += at[k] * steps[axes[k]];
            return array.Bits(place);
          }};
}

TEST_P(ConvolutionTest, TimeFirstIsTheSameTurned) {
  const auto [dtype, of_weight] = GetParam();
  if (dtype != of_weight) return;
  const Convolution c = {{2, 3, 11}, {4, 3, 3}, {1}, {2}, {1}};
  const Array input = Normal(dtype, c.input, 1), weight = Normal(dtype, c.weight, 2),
              bias = Normal(dtype, {4}, 3), grad = Normal(dtype, c.Output(), 4);
  const Numbers to_time = {2, 0, 1}, of_kernel = {2, 1, 0};
  const Array time = Turned(input, to_time), kernel = Turned(weight, of_kernel),
              by_output = Turned(grad, to_time);
  EXPECT_TRUE(SameBits(
      RunCall({"aclnnConvTbc", {time, kernel, bias, 2.0, Array(dtype, by_output.shape), 0.0}})
          .at(0),
      Turned(RunCall(Forward(c, input, weight, &bias, dtype)).at(0), to_time)));
  const std::vector<Array> turned =
      RunCall({"aclnnConvTbcBackward",
               {by_output, time, kernel, bias, 2.0, 0.0, Array(dtype, time.shape),
                Array(dtype, kernel.shape), Array(dtype, {4})}});
  const std::vector<Array> gradients = RunCall(Backward(c, grad, input, weight));
  EXPECT_TRUE(SameBits(turned.at(0), Turned(gradients.at(0), to_time)));
  EXPECT_TRUE(SameBits(turned.at(1), Turned(gradients.at(1), of_kernel)));
}

// Without elements, without channels, and masks of gradients.
TEST(ConvolutionEdgesTest, Empty) {
  const auto sizes_of = [](const Convolution& c) {
    const Array input = Normal(ACL_FLOAT, c.input, 1), weight = Normal(ACL_FLOAT, c.weight, 2),
                bias = Normal(ACL_FLOAT, {c.Output()[1]}, 3);
    const Array out = RunCall(Forward(c, input, weight, &bias, ACL_FLOAT)).at(0);
    EXPECT_TRUE(
        SameBits(out, Convolve(c, c.transposed, input, weight, &bias, ACL_FLOAT, c.Output())));
    const Array grad = Normal(ACL_FLOAT, c.Output(), 4);
    EXPECT_TRUE(SameBits(RunCall(Backward(c, grad, input, weight)).at(1),
                         ByWeight(c, input, grad, ACL_FLOAT)));
  };
  sizes_of({{0, 3, 5, 5}, {4, 3, 3, 3}, {1, 1}, {1, 1}, {1, 1}});
  sizes_of({{2, 0, 5, 5}, {4, 0, 3, 3}, {1, 1}, {1, 1}, {1, 1}});
  sizes_of({{0, 3, 5}, {3, 4, 3}, {2}, {1}, {1}, true});
}

INSTANTIATE_TEST_SUITE_P(, ConvolutionTest,
                         testing::Values(Dtypes{ACL_FLOAT, ACL_FLOAT}, Dtypes{ACL_BF16, ACL_BF16},
                                         Dtypes{ACL_FLOAT16, ACL_FLOAT16},
                                         Dtypes{ACL_FLOAT16, ACL_FLOAT}));

}  // namespace
}  // namespace openaclnn::test

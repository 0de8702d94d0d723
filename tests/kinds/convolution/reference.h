// Convolutions one result after the other, in the order of sums that docs/numerics.md describes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kinds/product/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"

namespace openaclnn::test {

using Numbers = std::vector<int64_t>;

// Tensors have the channels first.
struct Convolution {
  Shape input, weight;
  Numbers stride, padding, dilation;  // `padding`: one number for each axis, or two
  bool transposed = false;
  Numbers output_padding = {};
  int64_t groups = 1;

  size_t Axes() const { return input.size() - 2; }
  int64_t Before(size_t axis) const { return padding[padding.size() == Axes() ? axis : 2 * axis]; }
  Shape Output() const {
    Shape output = {input[0], transposed ? weight[1] * groups : weight[0]};
    for (size_t i = 0; i < Axes(); ++i) {
      const int64_t both =
          padding.size() == Axes() ? 2 * padding[i] : padding[2 * i] + padding[2 * i + 1];
      const int64_t kernel = dilation[i] * (weight[i + 2] - 1) + 1;
      output.push_back(transposed ? (input[i + 2] - 1) * stride[i] - both + kernel +
                                        (output_padding.empty() ? 0 : output_padding[i])
                                  : (input[i + 2] + both - kernel) / stride[i] + 1);
    }
    return output;
  }
  std::string Text() const {
    return TextOf(input) + " by " + TextOf(weight) + " stride " + TextOf(stride) + " padding " +
           TextOf(padding) + " dilation " + TextOf(dilation) + " groups " + std::to_string(groups) +
           (transposed ? " transposed" : "");
  }
};

// All places of a shape from axis `first` on, in order.
inline void ForEachPlace(const Shape& shape, size_t first,
                         const std::function<void(const Numbers&)>& use) {
  Numbers at(shape.size() - first, 0);
  int64_t count = 1;
  for (size_t i = first; i < shape.size(); ++i) count *= shape[i];
  for (int64_t n = 0; n < count; ++n) {
    int64_t rest = n;
    for (size_t i = at.size(); i-- > 0;) {
      at[i] = rest % shape[first + i];
      rest /= shape[first + i];
    }
    use(at);
  }
}

// The element of [a, b, space...], 0 beyond its ends.
inline double ElementAt(const Array& array, int64_t a, int64_t b, const Numbers& space) {
  int64_t at = a * array.shape[1] + b;
  for (size_t i = 0; i < space.size(); ++i) {
    if (space[i] < 0 || space[i] >= array.shape[i + 2]) return 0;
    at = at * array.shape[i + 2] + space[i];
  }
  return array.Value(at);
}

// Where a tap of a position along an axis of an input of `output[o]`; nothing between elements.
inline bool FindElement(const Convolution& c, bool transposed, const Numbers& position,
                        const Numbers& tap, Numbers& element) {
  element.resize(position.size());
  for (size_t i = 0; i < position.size(); ++i) {
    if (!transposed) {
      element[i] = position[i] * c.stride[i] - c.Before(i) + tap[i] * c.dilation[i];
      continue;
    }
    const int64_t distance = position[i] + c.Before(i) - tap[i] * c.dilation[i];
    if (distance % c.stride[i] != 0) return false;
    element[i] = distance / c.stride[i];
  }
  return true;
}

// A product of two factors: an element of the result.
using Terms = std::vector<std::pair<float, float>>;
inline double SumOf(ProductOrder order, const Terms& terms) {
  const auto at = [&](int64_t k) { return terms[static_cast<size_t>(k)]; };
  return SumInOrder(
      order, std::ssize(terms), [&](int64_t k) { return at(k).first; },
      [&](int64_t k) { return at(k).second; });
}

inline ProductOrder OrderOfArrays(const Array& a, const Array& b) {
  return OrderOf(a.dtype, b.dtype);
}

// What has the shape `output` of a convolution of `input`, by the kernel of `c`; the other way
// round it is the gradient by the input.
inline Array Convolve(const Convolution& c, bool transposed, const Array& input,
                      const Array& weight, const Array* bias, aclDataType dtype,
                      const Shape& output) {
  const int64_t of_group = input.shape[1] / c.groups, rows = output[1] / c.groups;
  Array result(dtype, output);
  int64_t i = 0;
  ForEachPlace(output, 0, [&](const Numbers& at) {
    const Numbers position(at.begin() + 2, at.end());
    const int64_t group = rows == 0 ? 0 : at[1] / rows;
    Terms terms;
    Numbers element;
    for (int64_t channel = 0; channel < of_group; ++channel) {
      ForEachPlace(weight.shape, 2, [&](const Numbers& tap) {
        if (!FindElement(c, transposed, position, tap, element)) return;
        const int64_t of_all = group * of_group + channel;
        const double w = transposed ? ElementAt(weight, of_all, at[1] % rows, tap)
                                    : ElementAt(weight, at[1], channel, tap);
        terms.emplace_back(static_cast<float>(w),
                           static_cast<float>(ElementAt(input, at[0], of_all, element)));
      });
    }
    double sum = SumOf(OrderOfArrays(input, weight), terms);
    if (bias != nullptr) sum += bias->Value(at[1]);
    result.SetBits(i++, BitsOf(dtype, sum));
  });
  return result;
}

// The gradient by the weight.
inline Array ByWeight(const Convolution& c, const Array& input, const Array& grad_output,
                      aclDataType dtype) {
  const Array &of_rows = c.transposed ? input : grad_output,
              &windows = c.transposed ? grad_output : input;
  const int64_t rows = c.weight[0] / c.groups;
  Array result(dtype, c.weight);
  int64_t i = 0;
  ForEachPlace(c.weight, 0, [&](const Numbers& at) {
    const Numbers tap(at.begin() + 2, at.end());
    const int64_t channel = at[0] / rows * c.weight[1] + at[1];
    Terms terms;
    Numbers element;
    for (int64_t batch = 0; batch < input.shape[0]; ++batch) {
      ForEachPlace(of_rows.shape, 2, [&](const Numbers& position) {
        FindElement(c, false, position, tap, element);
        terms.emplace_back(static_cast<float>(ElementAt(of_rows, batch, at[0], position)),
                           static_cast<float>(ElementAt(windows, batch, channel, element)));
      });
    }
    result.SetBits(i++, BitsOf(dtype, SumOf(OrderOfArrays(input, grad_output), terms)));
  });
  return result;
}

}  // namespace openaclnn::test

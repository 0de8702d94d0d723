// What tests of pooling and resampling have in common: tensors [batch, channel, space], of which
// results are sums over elements of one plane.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/long_sum.h"

namespace openaclnn::test {

// Channels of an element side by side.
inline const Layout& ChannelsLast() {
  static const Layout layout = {"channels last",
                                [](const Shape& shape) {
                                  Strides strides(shape.size());
                                  const size_t channel = shape.size() > 2 ? 1 : 0;
                                  int64_t step = shape[channel];
                                  strides[channel] = 1;
                                  for (size_t i = shape.size(); i-- > 0;) {
                                    if (i == channel) continue;
                                    strides[i] = step;
                                    step *= shape[i];
                                  }
                                  return strides;
                                },
                                0};
  return layout;
}

// Numbers of which sums are not exact in float, without special ones.
inline Array Ordinary(aclDataType dtype, const Shape& shape, int64_t seed) {
  return Array(dtype, shape, [=](int64_t i) {
    return BitsOf(dtype, std::sin(static_cast<double>(i * 37 + seed * 11)) * 3 + 0.3);
  });
}

inline double UnitIn(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return 0x1p-10;
    case ACL_BF16:
      return 0x1p-7;
    case ACL_FLOAT:
      return 0x1p-23;
    default:
      return 0x1p-52;
  }
}

inline void ExpectSum(const Array& results, int64_t i, const LongSum& exact) {
  const auto least = static_cast<long double>(results.dtype == ACL_FLOAT16 ? 0x1p-24 : 0);
  const long double bound =
      0.51L * (std::abs(exact.sum) * UnitIn(results.dtype) + least) + 0x1p-40L * exact.absolute;
  const long double error = std::abs(static_cast<long double>(results.Value(i)) - exact.sum);
  ASSERT_LE(error, bound) << "element " << i << " is " << results.Value(i) << ", expected "
                          << static_cast<double>(exact.sum);
}

// A matrix: of an axis of the result, and of the input, the weights.
using Weights = std::vector<std::vector<long double>>;

inline Weights TransposedWeights(const Weights& weights, int64_t columns) {
  Weights turned(static_cast<size_t>(columns), std::vector<long double>(weights.size()));
  for (size_t r = 0; r < weights.size(); ++r) {
    for (size_t c = 0; c < turned.size(); ++c) turned[c][r] = weights[r][c];
  }
  return turned;
}

// Expects results that are the input times these matrices along its last axes, in their order.
inline void ExpectProduct(const Array& self, const std::vector<Weights>& along,
                          const Array& results) {
  const size_t axes = along.size(), others = self.shape.size() - axes;
  int64_t planes = 1, elements = 1, places = 1;
  for (size_t i = 0; i < others; ++i) planes *= self.shape[i];
  for (size_t i = 0; i < axes; ++i) {
    elements *= self.shape[others + i];
    places *= results.shape[others + i];
    ASSERT_EQ(static_cast<size_t>(results.shape[others + i]), along[i].size());
  }
  for (int64_t place = 0; place < places; ++place) {
    std::vector<long double> weights(static_cast<size_t>(elements));
    for (int64_t element = 0; element < elements; ++element) {
      long double weight = 1;
      int64_t rest = element, at = place;
      for (size_t i = axes; i-- > 0;) {
        const int64_t size = self.shape[others + i], count = results.shape[others + i];
        weight *= along[i][static_cast<size_t>(at % count)][static_cast<size_t>(rest % size)];
        rest /= size;
        at /= count;
      }
      weights[static_cast<size_t>(element)] = weight;
    }
    for (int64_t plane = 0; plane < planes; ++plane) {
      LongSum exact;
      for (int64_t element = 0; element < elements; ++element) {
        const long double weight = weights[static_cast<size_t>(element)];
        if (weight != 0) exact.Add(weight * self.Value(plane * elements + element));
      }
      ASSERT_NO_FATAL_FAILURE(ExpectSum(results, plane * places + place, exact));
    }
  }
}

}  // namespace openaclnn::test

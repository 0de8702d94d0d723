// Products with windows of a tensor, on a CPU. Group by group:
//
//   kernel:      result[row, position] = bias[row] + the sum over (channel, tap) of
//                                        weights[row, channel, tap] * windows[channel, tap,
//                                        position]
//   by weight:   result[row, channel, tap] = the sum over positions of
//                                            rows[row, position] * windows[channel, tap, position]
//
// The order of the sums is that of products of matrices: k is (channel, tap), or the position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "acl/acl_base.h"
#include "kinds/convolution/windows.h"

namespace openaclnn {

// A tensor with windows. Strides are in items here and below.
struct WindowedOperand {
  Windows windows;
  aclDataType dtype = ACL_FLOAT;
  int64_t group_stride = 0;
};

// A tensor that has an element for each row, channel and tap.
struct KernelOperand {
  aclDataType dtype = ACL_FLOAT;
  int64_t group_stride = 0, row_stride = 0, channel_stride = 0;
  std::vector<int64_t> taps = {};  // where each one's element is
  int64_t step = 0;                // from an element of (channel, tap) to the next; 0: it varies
};

// A tensor of one element for each row.
struct RowOperand {
  aclDataType dtype = ACL_FLOAT;
  int64_t stride = 0;
};

// A tensor of one element for each row and position.
struct PositionOperand {
  aclDataType dtype = ACL_FLOAT;
  int64_t origin = 0, group_stride = 0, row_stride = 0, batch_stride = 0;
  std::array<int64_t, kSpatialAxes> strides = {};
};

struct KernelProductPlan {
  int64_t groups = 1, rows = 0;
  KernelOperand weights;
  WindowedOperand windows;
  RowOperand bias;
  PositionOperand result;
};

struct WeightGradientPlan {
  int64_t groups = 1, rows = 0;
  WindowedOperand of_rows;  // of one tap; its channels are rows
  WindowedOperand windows;
  KernelOperand result;
};

// The first elements of operands. Those of `first` are weights, or what has a channel for each row.
struct ConvolutionData {
  const std::byte *first, *windows;
  const std::byte* bias;  // null: there is none
  std::byte* result;
};

void RunKernelProduct(const KernelProductPlan& plan, const ConvolutionData& data);
void RunWeightGradient(const WeightGradientPlan& plan, const ConvolutionData& data);

}  // namespace openaclnn

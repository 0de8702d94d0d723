// Rows whose columns are segments: all elements of a segment have one weight and one bias. The rows
// are channels of a batch, or groups of channels of one sample.
#pragma once

#include <cmath>
#include <cstdint>

#include "cpu/loop_type.h"
#include "cpu/tile_io.h"
#include "kinds/normalization/plan.h"
#include "kinds/normalization/segment_loops.h"
#include "tensor/plan.h"

namespace openaclnn {

struct SegmentsRun {
  const Plan* plan;  // PlanInOrder of [rows, columns]: x, grad of gradients, out if it is written
  OperandData data;
  NormSegments segments;
  double eps;
  StatisticsFrom from;
  const double* weight;  // dense, for each segment, or null
  const double* bias;
  double* mean;      // dense, for each row
  double* rstd;      // the same
  double* variance;  // the same, or null
  double* products;  // of gradients, dense, for each segment of each row
  double* grads;

  bool Writes() const { return plan->num_outputs > 0; }
  NormMap MapOf(int64_t row, int64_t segment) const {
    const int64_t at = row % segments.cycle * segments.of_row + segment;
    return {.mean = mean[row],
            .rstd = rstd[row],
            .weight = weight != nullptr ? weight[at] : 1,
            .bias = bias != nullptr ? bias[at] : -0.0,
            .mean_grad = 0,
            .mean_product = 0};
  }
  void SetStatistics(int64_t row, double of_mean, double of_variance) const {
    mean[row] = of_mean;
    rstd[row] = 1 / std::sqrt(of_variance + eps);
    if (variance != nullptr) variance[row] = of_variance;
  }
};

// x -> mean, rstd and variance of each row, unless they are given; out.
void RunSegments(const SegmentsRun& run, LoopType loop);
// x, grad -> the sums of each segment, unless they are given; out.
void RunSegmentGradients(const SegmentsRun& run, LoopType loop);

}  // namespace openaclnn

// Convolutions whose groups have one channel, such as depthwise ones.
#pragma once

#include "kinds/convolution/run.h"

namespace openaclnn {

// Whether the terms of a result come to one double.
bool HasSingleChannels(const KernelProductPlan& plan);

void RunSingleChannels(const KernelProductPlan& plan, const ConvolutionData& data);

// The gradient by the weight of several such groups.
bool HasSingleChannels(const WeightGradientPlan& plan);

void RunSingleChannels(const WeightGradientPlan& plan, const ConvolutionData& data);

}  // namespace openaclnn

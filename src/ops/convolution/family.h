// What the specs of convolutions need.
// Title: Convolution
#pragma once

#include "engine/op_spec.h"
#include "engine/resolved.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/convolution/convolution_shape.h"
#include "ops/convolution/operators.h"

namespace openaclnn {

// A tensor of a call with the channels first.
inline Value Seen(StageList& list, const Call& call, int argument, bool is_kernel) {
  const ConvolutionLayout layout = LayoutOf(call.spec);
  const Value value = list.Given(argument);
  if (layout != kTimeFirst) return value;
  return list.Seen(value, ChannelsFirst(value->shape, layout, is_kernel),
                   ChannelsFirst(value->strides, layout, is_kernel));
}

}  // namespace openaclnn

// Plans that only move elements on a GPU: the work of kinds/moves/run_fill.h, move.h and select.h.
#pragma once

#include <cstddef>
#include <string_view>

#include "acl/acl_base.h"
#include "base/status.h"
#include "device/queue.h"
#include "tensor/plan.h"

namespace openaclnn {

// Their kernels (kinds/moves/moves_device.cc). That of fills is given the element in a formula's
// place.
inline constexpr std::string_view kFillKernel = "openaclnn_fill", kMoveKernel = "openaclnn_move",
                                  kSelectKernel = "openaclnn_select";

// Moves the elements of a plan of one operand, by kMoveKernel, in the order of its walk. In
// `target` they lie dense and are of `dtype`.
Status LaunchGather(const DeviceCode* move_kernel, const Plan& plan, std::byte* source,
                    aclDataType dtype, std::byte* target, Queue& queue);

}  // namespace openaclnn

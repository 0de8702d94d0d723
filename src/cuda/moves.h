// Runs plans that only move elements on a GPU: the work of cpu/fill.h, move.h and select.h.
#pragma once

#include <cstddef>
#include <string_view>

#include "acl/acl_base.h"
#include "base/status.h"
#include "cpu/fill.h"
#include "cpu/tile_io.h"
#include "device/queue.h"
#include "tensor/plan.h"

namespace openaclnn {

// Their kernels (cuda/device/moves.cc).
inline constexpr std::string_view kFillKernel = "openaclnn_fill", kMoveKernel = "openaclnn_move",
                                  kSelectKernel = "openaclnn_select";

// `data`: the first elements of the operands, in the order of the plan.
Status LaunchFill(const Plan& plan, const Element& element, const OperandData& data, Queue& queue);
Status LaunchMove(const Plan& plan, const OperandData& data, Queue& queue);
Status LaunchSelect(const Plan& plan, const OperandData& data, Queue& queue);

// Moves the elements of a plan of one operand, in the order of its walk, to `target`, where they
// lie dense and are of `dtype`.
Status LaunchGather(const Plan& plan, std::byte* source, aclDataType dtype, std::byte* target,
                    Queue& queue);

}  // namespace openaclnn

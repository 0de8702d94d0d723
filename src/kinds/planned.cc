#include "kinds/planned.h"

#include <span>
#include <string>

#include "base/dtype.h"
#include "cpu/targets.h"
#include "fmt/format.h"
#include "kinds/elementwise/launch.h"

namespace openaclnn {
namespace {

// Innermost first, with the steps of each operand in bytes: "8 x (4, 4, 4)".
std::string AxesText(const Plan& plan) {
  std::string text;
  for (const Axis& axis : plan.axes) {
    const auto steps = std::span(axis.stride).first(static_cast<size_t>(plan.num_operands));
    text += fmt::format("{}{} x ({})", text.empty() ? "" : ", ", axis.extent,
                        fmt::join(steps.begin(), steps.end(), ", "));
  }
  return text;
}

}  // namespace

void PlannedComputation::ForEachAccess(const AccessVisitor& visit) const {
  if (plan.elements == 0) return;
  for (int k = 0; k < plan.num_operands; ++k) visit({plan, k, slot_of[k], IsOutput(k)});
}

Status PlannedComputation::DataOn(Queue& queue, const Places& places, OperandData& data) const {
  constexpr size_t kLargestConstant = sizeof(double);
  for (int k = 0; k < plan.num_operands; ++k) {
    data[k] = places.First(slot_of[k]);
    if (places.slots[slot_of[k]].handle != nullptr) continue;
    const void* placed = nullptr;
    OPENACLNN_RETURN_IF_ERROR(queue.Place(data[k], kLargestConstant, placed));
    data[k] = static_cast<std::byte*>(const_cast<void*>(placed));
  }
  return {};
}

void PlannedComputation::AddPlan(const char* loop, Details& details) const {
  details.AddWords("loop", loop);
  details.AddWords("simd", ChosenSimdName());
  details.Add("elements", plan.elements);
  details.AddWords("axes", AxesText(plan));
}

bool FormulaComputation::HasDeviceCode() const { return openaclnn::HasDeviceCode(*kernel, loop); }

void FormulaComputation::AddDetails(Details& details) const { AddPlan(NameOf(loop), details); }

const char* NameOf(LoopType loop) {
  static constexpr std::array kNames = {"float", "double", "bfloat16", "float16",
                                        "int64", "int32",  "int8"};  // by LoopType
  static_assert(kNames.size() == kLoopTypes);
  return kNames[static_cast<size_t>(loop)];
}

}  // namespace openaclnn

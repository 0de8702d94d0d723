// A computation that walks its operands by one plan: what most kinds have in common.
#pragma once

#include <array>
#include <cstdint>

#include "cpu/tile_io.h"
#include "engine/computation.h"
#include "kinds/formula_kernel.h"
#include "tensor/plan.h"

namespace openaclnn {

class PlannedComputation : public Computation {
 public:
  Plan plan;
  std::array<int32_t, kMaxOperands> slot_of;  // for each operand of the plan

  bool HasWork() const override { return plan.elements > 0; }
  // All operands of the plan, if it has elements.
  void ForEachAccess(const AccessVisitor& visit) const override;

  // The first elements of the plan's operands.
  OperandData DataAt(const Places& places) const {
    OperandData data;
    for (int k = 0; k < plan.num_operands; ++k) data[k] = places.First(slot_of[k]);
    return data;
  }
  // The same where a GPU finds them: what no argument stands for is the library's own, and is
  // copied to the device once.
  Status DataOn(Queue& queue, const Places& places, OperandData& data) const;

 protected:
  bool IsOutput(int operand) const { return operand >= plan.num_operands - plan.num_outputs; }
  // `loop`: the type of the loop, or the work that needs none, such as "move".
  void AddPlan(const char* loop, Details& details) const;
};

// The same with the loops of a formula.
class FormulaComputation : public PlannedComputation {
 public:
  const Kernel* kernel;
  LoopType loop;

  bool HasDeviceCode() const override;
  void AddDetails(Details& details) const override;
};

const char* NameOf(LoopType loop);

}  // namespace openaclnn

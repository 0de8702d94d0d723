// A formula applied to the members of lists.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "engine/computation.h"
#include "engine/work.h"
#include "kinds/elementwise/computation.h"
#include "kinds/formula_loop.h"

namespace openaclnn {

// The first parameter of the formula, where it is the element of a tensor.
struct NumberInTensor {
  Plan plan;  // of that element
  int32_t slot;
  FormulaLoop loop;
  SetMoreParams set_more_params;

  // Reads it.
  Params ParamsAt(const Places& places) const;
};

class ListsComputation final : public Computation {
 public:
  // One for each index, with one kernel and one type of loop.
  std::deque<ElementwiseComputation> members;
  std::optional<NumberInTensor> number;  // in place of the members' parameters

  // Sorts the members into those that threads share together and those that are run alone.
  void Arrange();
  int64_t Elements() const;

  void Run(const Places& places) const override;

  // With a number in a tensor on CPUs alone: a kernel's parameters are known when it is launched.
  bool HasDeviceCode() const override;
  bool HasWork() const override { return Elements() > 0; }
  Status FindCode(const Places& places, Queue& queue, DeviceCodes& codes) const override;
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override;

  void ForEachAccess(const AccessVisitor& visit) const override;
  void AddDetails(Details& details) const override;

 private:
  struct Part {
    const ElementwiseComputation* member;
    int64_t end;  // how many elements it and the parts before it have
  };

  std::vector<Part> together_;
  std::vector<const ElementwiseComputation*> alone_;
};

}  // namespace openaclnn

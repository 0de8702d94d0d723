// A formula applied to the members of lists.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/computation.h"
#include "kinds/elementwise/computation.h"

namespace openaclnn {

class ListsComputation final : public Computation {
 public:
  // One for each index, with one kernel and one type of loop.
  std::deque<ElementwiseComputation> members;

  // Sorts the members into those that threads share together and those that are run alone.
  void Arrange();
  int64_t Elements() const;

  void Run(const Places& places) const override;

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

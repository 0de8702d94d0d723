// A computation that consists of computations, which run one after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/computation.h"

namespace openaclnn {

// A stage finds the tensors of the call in their slots, and temporaries in the slots behind them.
class StagesComputation final : public Computation {
 public:
  // Where a stage runs: always, or only if an output is the view of an input, or only if not.
  enum class Runs : uint8_t { kAlways, kInPlace, kElsewhere };

  struct One {
    std::unique_ptr<Computation> computation;
    uint64_t workspace;  // where its own part of the workspace begins
    Runs runs = Runs::kAlways;
  };

  std::vector<One> stages;
  int num_given = 0;                  // slots of the call
  std::vector<uint64_t> temporaries;  // where each begins in the workspace
  int input = -1, output = -1;        // slots of which `Runs` speaks; -1: of none

  void Run(const Places& places) const override;

  bool HasDeviceCode() const override;
  bool HasWork() const override;
  Status FindCode(const Places& places, Queue& queue, DeviceCodes& codes) const override;
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override;

  bool ChoosesByPlace() const override { return input >= 0; }

  // Accesses to the tensors of the call; what an earlier stage has written is not read.
  void ForEachAccess(const AccessVisitor& visit) const override;
  void AddDetails(Details& details) const override;

 private:
  bool Skips(const One& stage, const Places& places) const;
};

}  // namespace openaclnn

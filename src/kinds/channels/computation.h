// A formula one of whose operands has a value for each channel, and whose terms may be summed over
// each.
#pragma once

#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/channels/run.h"
#include "kinds/channels/spec.h"
#include "kinds/planned.h"

namespace openaclnn {

class ChannelsComputation final : public FormulaComputation {
 public:
  Params params;
  ChannelPlan channels;
  Plan load;         // walks the values of channels, where they lie
  Plan store;        // walks the sums, if there are any
  int8_t sums = -1;  // the slot of these

  bool HasSums() const { return sums >= 0; }
  // To the workspace, as they do not lie as a GPU needs them.
  bool MovesValues() const { return WorkspaceBytes() > 0; }
  // From phase 1: partial sums of a part of a larger array go to `partials`, in the order of that,
  // and no sums are made (RunPartialSums). Returns the bytes of workspace that a run needs now.
  uint64_t KeepPartialSums(const SumShape& shape, const SumOrder& order, double* partials);
  uint64_t WorkspaceBytes() const;

  void Run(const Places& places) const override;
  bool HasWork() const override;
  Status FindCode(const Places& places, Queue& queue, DeviceCodes& codes) const override;
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override;
  void ForEachAccess(const AccessVisitor& visit) const override;

 private:
  ChannelsRun RunOf(ElementwiseRun& elements, const Places& places) const;
};
static_assert(Executor::FitsRoom<ChannelsComputation>());

}  // namespace openaclnn

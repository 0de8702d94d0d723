#include "kinds/channels/computation.h"
#include "kinds/channels/launch.h"
#include "kinds/elementwise/launch.h"
#include "kinds/moves/launch.h"

namespace openaclnn {
namespace {

struct Codes {
  const DeviceCode* move;     // of the values of channels
  const DeviceCode* formula;  // where there are no sums
  ChannelSumsKernels sums;    // else
};

}  // namespace

uint64_t ChannelsComputation::WorkspaceBytes() const {
  return plan.elements == 0 ? 0 : ChannelsWorkspace(channels, load, HasSums(), loop);
}

uint64_t ChannelsComputation::KeepPartialSums(const SumShape& shape, const SumOrder& order,
                                              double* partials) {
  channels.shape = shape;
  channels.partial_order = order;
  channels.partials = partials;
  return WorkspaceFor(WorkspaceBytes());
}

ChannelsRun ChannelsComputation::RunOf(ElementwiseRun& elements, const Places& places) const {
  return {.elements = &elements,
          .channels = &channels,
          .load = &load,
          .store = HasSums() ? &store : nullptr,
          .sums = HasSums() ? places.First(sums) : nullptr,
          .workspace = places.AlignedWorkspace()};
}

void ChannelsComputation::Run(const Places& places) const {
  ElementwiseRun elements{
      .plan = &plan, .data = DataAt(places), .kernel = kernel, .params = params};
  RunChannels(RunOf(elements, places), loop);
}

// Sums of nothing are 0.
bool ChannelsComputation::HasWork() const {
  return plan.elements > 0 || (HasSums() && store.elements > 0);
}

Status ChannelsComputation::FindCode(const Places& /*places*/, Queue& queue,
                                     DeviceCodes& codes) const {
  auto& found = codes.Make<Codes>();
  if (MovesValues()) OPENACLNN_RETURN_IF_ERROR(queue.FindCode(kMoveKernel, found.move));
  if (HasSums()) return FindChannelSums(*kernel, loop, queue, found.sums);
  return FindFormula(*kernel, params, loop, queue, found.formula);
}

Status ChannelsComputation::Launch(const Places& places, const DeviceCodes& codes,
                                   Queue& queue) const {
  const auto& found = codes.Get<Codes>();
  ElementwiseRun elements{.plan = &plan, .data = {}, .kernel = kernel, .params = params};
  OPENACLNN_RETURN_IF_ERROR(DataOn(queue, places, elements.data));
  if (MovesValues()) {
    std::byte*& values = elements.data[channels.operand];
    std::byte* const moved = places.AlignedWorkspace();
    OPENACLNN_RETURN_IF_ERROR(LaunchGather(found.move, load, values, DtypeOf(loop), moved, queue));
    values = moved;
  }
  if (HasSums()) return LaunchChannelSums(RunOf(elements, places), found.sums, queue);
  return LaunchElementwise(elements, loop, found.formula, queue);
}

void ChannelsComputation::ForEachAccess(const AccessVisitor& visit) const {
  for (int k = 0; k < plan.num_operands && plan.elements > 0; ++k) {
    const bool are_values = k == channels.operand;
    visit({are_values ? load : plan, are_values ? 0 : k, slot_of[k], IsOutput(k)});
  }
  if (HasSums() && store.elements > 0) visit({store, 0, sums, true});
}

}  // namespace openaclnn

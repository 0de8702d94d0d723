#include "kinds/reduction/launch.h"

#include <algorithm>
#include <string_view>

#include "base/ceil_div.h"
#include "cpu/term_order.h"
#include "cuda/launch.h"
#include "cuda/sum_arguments.h"

namespace openaclnn {
namespace {

// A GPU has some 200,000 threads at once; from here on each gets a longer part of a sum.
constexpr int64_t kManyThreads = int64_t{1} << 17;

int64_t ThreadsOfPart(const ReductionShape& shape) {
  return shape.along_rows ? kThreadsOfChunk : 1;
}

// How the terms of a shape are cut: all but its plans and memory.
ReductionArgument Cut(const ReductionShape& shape) {
  ReductionArgument cut{};
  cut.outer = shape.outer;
  cut.reduced = shape.reduced;
  cut.inner = shape.inner;
  cut.count = shape.Terms();
  cut.columns = shape.along_rows ? 1 : shape.inner;
  cut.chunks_of_row = shape.along_rows ? CeilDiv(shape.inner, kTermsOfChunk) : 1;
  cut.chunks =
      shape.along_rows ? shape.reduced * cut.chunks_of_row : CeilDiv(shape.reduced, kRowsOfBlock);
  cut.chunks_of_part = 1;
  const auto threads = [&] {
    return shape.Sums() * CeilDiv(cut.chunks, cut.chunks_of_part) * ThreadsOfPart(shape);
  };
  while (cut.chunks_of_part < int64_t{1} << kLevelsOfPart && cut.chunks_of_part < cut.chunks &&
         threads() > kManyThreads) {
    cut.chunks_of_part *= 2;
  }
  cut.parts = CeilDiv(cut.chunks, cut.chunks_of_part);
  return cut;
}

constexpr std::string_view kAddParts = "openaclnn_add_parts";

// Also of no parts, whose sums are 0.
Status AddParts(ReductionArgument argument, const DeviceCode* code, Queue& queue) {
  constexpr int64_t kAtOnce = int64_t{1} << kLevelsAtOnce;
  argument.together = 1;
  do {
    const int64_t places = CeilDiv(argument.parts, argument.together * kAtOnce);
    const int64_t units = argument.outer * argument.columns * std::max<int64_t>(1, places);
    OPENACLNN_RETURN_IF_ERROR(queue.Run(code, argument, units));
    argument.together *= kAtOnce;
  } while (argument.together < argument.parts);
  return {};
}

}  // namespace

Status FindReduction(const ReductionShape& shape, LoopType loop, Queue& queue,
                     ReductionKernels& kernels) {
  const bool integers = IsOfIntegers(loop);
  const auto name = [integers](std::string_view of_floats, std::string_view of_integers) {
    return integers ? of_integers : of_floats;
  };
  OPENACLNN_RETURN_IF_ERROR(queue.FindCode(
      shape.along_rows ? name("openaclnn_sum_rows", "openaclnn_sum_rows_of_integers")
                       : name("openaclnn_sum_columns", "openaclnn_sum_columns_of_integers"),
      kernels.chunks));
  return queue.FindCode(name(kAddParts, "openaclnn_add_parts_of_integers"), kernels.parts);
}

Status FindPartialSums(Queue& queue, const DeviceCode*& code) {
  return queue.FindCode(kAddParts, code);
}

Status LaunchPartialSums(const PartialSumsRun& run, const DeviceCode* code, Queue& queue) {
  ReductionArgument argument{};
  argument.outer = run.outer;
  argument.parts = run.parts;
  argument.columns = run.columns;
  argument.partials = reinterpret_cast<uintptr_t>(run.numbers);
  argument.results = WalkOf(*run.store, {run.sums});
  return AddParts(argument, code, queue);
}

int64_t GpuReductionPartials(const ReductionShape& shape) {
  const ReductionArgument cut = Cut(shape);
  return cut.parts > 1 ? cut.parts * shape.Sums() : 0;
}

Status LaunchReduction(const ReductionRun& run, const ReductionKernels& kernels, Queue& queue) {
  ReductionArgument argument = Cut(run.shape);
  argument.terms = WalkOf(*run.plan, {run.elements});
  argument.results = WalkOf(*run.store, {run.sums});
  argument.averages = run.averages;
  if (argument.chunks > 0) {
    if (argument.parts > 1) argument.partials = reinterpret_cast<uintptr_t>(run.partials);
    const int64_t threads = run.store->elements * argument.parts * ThreadsOfPart(run.shape);
    OPENACLNN_RETURN_IF_ERROR(queue.Run(kernels.chunks, argument, threads));
    if (argument.parts == 1) return {};
  }
  return AddParts(argument, kernels.parts, queue);
}

}  // namespace openaclnn

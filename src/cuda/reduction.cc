#include "cuda/reduction.h"

#include <algorithm>

#include "cpu/term_order.h"
#include "cuda/launch.h"
#include "cuda/sum_arguments.h"

namespace openaclnn {
namespace {

// A GPU has some 200,000 threads at once; from here on each gets a longer part of a sum.
constexpr int64_t kManyThreads = int64_t{1} << 17;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

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
  cut.together = 1;
  return cut;
}

}  // namespace

Status FindReduction(const ReductionShape& shape, LoopType loop, Queue& queue,
                     ReductionKernels& kernels) {
  const bool integers = IsOfIntegers(loop);
  const auto name = [integers](const char* of_floats, const char* of_integers) {
    return integers ? of_integers : of_floats;
  };
  OPENACLNN_RETURN_IF_ERROR(queue.FindCode(
      shape.along_rows ? name("openaclnn_sum_rows", "openaclnn_sum_rows_of_integers")
                       : name("openaclnn_sum_columns", "openaclnn_sum_columns_of_integers"),
      kernels.chunks));
  return queue.FindCode(name("openaclnn_add_parts", "openaclnn_add_parts_of_integers"),
                        kernels.parts);
}

int64_t GpuReductionPartials(const ReductionShape& shape) {
  const ReductionArgument cut = Cut(shape);
  return cut.parts > 1 ? cut.parts * shape.Sums() : 0;
}

Status LaunchReduction(const ReductionRun& run, const ReductionKernels& kernels, Queue& queue) {
  const int64_t sums = run.store->elements;
  ReductionArgument argument = Cut(run.shape);
  argument.terms = WalkOf(*run.plan, {run.elements});
  argument.results = WalkOf(*run.store, {run.sums});
  argument.averages = run.averages;
  if (argument.chunks == 0) return queue.Run(kernels.parts, &argument, sums);
  if (argument.parts > 1) argument.partials = reinterpret_cast<uintptr_t>(run.partials);
  OPENACLNN_RETURN_IF_ERROR(
      queue.Run(kernels.chunks, &argument, sums * argument.parts * ThreadsOfPart(run.shape)));
  constexpr int64_t kAtOnce = int64_t{1} << kLevelsAtOnce;
  for (; argument.together < argument.parts; argument.together *= kAtOnce) {
    const int64_t places = CeilDiv(argument.parts, argument.together * kAtOnce);
    OPENACLNN_RETURN_IF_ERROR(queue.Run(kernels.parts, &argument, sums * places));
  }
  return {};
}

}  // namespace openaclnn

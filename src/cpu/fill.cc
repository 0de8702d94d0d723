#include "cpu/fill.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/settings.h"
#include "cpu/moved_operand.h"
#include "cpu/streaming.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"

namespace openaclnn {
namespace {

// `count` elements, each as the first.
void Repeat(const Element& element, int item_bytes, int64_t count, std::byte* to) {
  const int64_t bytes = count * item_bytes;
  std::memcpy(to, element.data(), static_cast<size_t>(std::min<int64_t>(bytes, item_bytes)));
  for (int64_t done = item_bytes; done < bytes; done *= 2) {
    std::memcpy(to + done, to, static_cast<size_t>(std::min(done, bytes - done)));
  }
}

}  // namespace

void RunFill(const Plan& plan, const Element& element, std::byte* target) {
  if (plan.elements == 0) return;
  const MovedOperand output(plan, 0, target);
  const bool streams = ExceedsCaches(plan);
  ParallelFor(plan.elements, GrainFor(kFillCost), [&](int64_t begin, int64_t end) {
    const int64_t buffered = std::min(GetSettings().tile, end - begin);
    const TileBuffers buffers(buffered * int64_t{sizeof(Element)} / int64_t{sizeof(double)});
    std::byte* const repeated = buffers.Values(0);
    Repeat(element, output.item_bytes(), buffered, repeated);
    for (int64_t first = begin; first < end; first += buffered) {
      output.Put(first, std::min(buffered, end - first), repeated, streams);
    }
    if (streams) FinishStreaming();
  });
}

}  // namespace openaclnn

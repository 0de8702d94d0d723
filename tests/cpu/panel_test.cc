#include "cpu/panel.h"

#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "tests/cpu/plans.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

using test::Placed;

constexpr int64_t kTile = 64;

int64_t Below(std::mt19937& random, int64_t end) {
  return static_cast<int64_t>(random() % static_cast<uint64_t>(end));
}

// Stretches that begin `pitch` apart, each within one index of the axes that make up the pitch.
Panel PitchedPanel(std::mt19937& random, const Plan& plan) {
  const size_t axis = static_cast<size_t>(Below(random, static_cast<int64_t>(plan.axes.size())));
  int64_t pitch = 1;
  for (size_t a = 0; a < axis; ++a) pitch *= plan.axes[a].extent;
  const int64_t extent = plan.axes[axis].extent, beyond = plan.elements / pitch / extent;
  const int64_t row = Below(random, extent), column = Below(random, pitch);
  return {.first = (Below(random, beyond) * extent + row) * pitch + column,
          .rows = 1 + Below(random, extent - row),
          .columns = 1 + Below(random, pitch - column),
          .pitch = pitch};
}

// One stretch, from anywhere to anywhere.
Panel LongPanel(std::mt19937& random, const Plan& plan) {
  const int64_t first = Below(random, plan.elements);
  const int64_t columns = 1 + Below(random, plan.elements - first);
  return {.first = first, .rows = 1, .columns = columns, .pitch = columns};
}

// Sets `sum` to a + b in the panel.
void AddInPanel(const Plan& plan, const OperandData& data, const Panel& panel, bool streams) {
  const TileBuffers buffers(kTile, panel.rows * (panel.columns + kPanelGap));
  const PanelIo<float> part(plan, data, panel, buffers, streams);
  ASSERT_EQ(part.elements(), panel.rows * panel.columns);
  Tile<float> tile;
  tile.rows = 1;
  for (int64_t first = 0; first < part.elements(); first += tile.columns) {
    tile.columns = part.io().TileAt(first, part.elements() - first, kTile);
    part.io().Begin(first, buffers, tile);
    const auto &a = tile.inputs[0], &b = tile.inputs[1];
    for (int64_t i = 0; i < tile.columns; ++i) {
      tile.outputs[0][i] = a.values[i & a.mask] + b.values[i & b.mask];
    }
    part.io().End(first, buffers, tile);
  }
  part.Finish();
}

TEST(PanelTest, WritesItsElementsAndNoOthers) {
  const aclDataType dtypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  std::mt19937 random(21);
  for (int trial = 0; trial < 600; ++trial) {
    const Dims shape =
        trial % 3 == 0 ? test::RandomShape(random, 2, 150) : test::RandomShape(random, 4, 9);
    const auto dtype = [&] { return dtypes[random() % 3]; };
    Placed a(random, shape, dtype()), b(random, shape, dtype()), sum(random, shape, dtype());
    const OperandView views[] = {
        {a.dtype, a.layout.strides}, {b.dtype, b.layout.strides}, {sum.dtype, sum.layout.strides}};
    const Plan plan = PlanInOrder(shape, views, 1);
    if (plan.axes.empty()) continue;  // panels are for walks that jump
    for (int64_t i = 0; i < plan.elements; ++i) {
      a.Set(i, static_cast<double>(i % 101));
      b.Set(i, static_cast<double>(i % 7 * -19));
    }
    const Panel panel = trial % 2 == 0 ? PitchedPanel(random, plan) : LongPanel(random, plan);
    std::vector<std::byte> before = sum.memory;
    AddInPanel(plan, {a.first(), b.first(), sum.first()}, panel, trial % 4 < 2);
    for (int64_t r = 0; r < panel.rows; ++r) {
      for (int64_t c = 0; c < panel.columns; ++c) {
        const int64_t i = panel.first + r * panel.pitch + c;
        ASSERT_EQ(sum.Get(i), static_cast<double>(i % 101 + i % 7 * -19)) << trial << ": " << i;
        // Putting back what was there shows that nothing else changed.
        const int64_t at = sum.At(i) - sum.memory.data();
        std::memcpy(sum.At(i), before.data() + at, test::ItemBytes(sum.dtype));
      }
    }
    ASSERT_EQ(sum.memory, before) << trial;
  }
}

}  // namespace
}  // namespace openaclnn

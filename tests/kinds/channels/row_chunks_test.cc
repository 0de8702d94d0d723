#include "kinds/channels/row_chunks.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

using testing::Each;
using testing::ElementsAre;

TEST(RowChunksTest, Places) {
  const RowChunks chunks({.outer = 2, .channels = 2, .inner = 1500});
  EXPECT_EQ(chunks.count(), 8);
  EXPECT_EQ(chunks.of_row(), 2);
  EXPECT_EQ(chunks.of_channel(), 4);
  EXPECT_EQ(chunks.longest(), 1024);
  std::vector<int64_t> elements, channels, partials;
  for (int64_t chunk = 0; chunk < chunks.count(); ++chunk) {
    elements.push_back(chunks.ElementAt(chunk));
    channels.push_back(chunks.ChannelOf(chunk));
    partials.push_back(chunks.PartialOf(chunk));
  }
  EXPECT_THAT(elements, ElementsAre(0, 1024, 1500, 2524, 3000, 4024, 4500, 5524));
  EXPECT_THAT(channels, ElementsAre(0, 0, 1, 1, 0, 0, 1, 1));
  EXPECT_THAT(partials, ElementsAre(0, 1, 4, 5, 2, 3, 6, 7));
}

// Panels of a walk whose second axis competes: the first has `line` elements, the second `extent`.
ChunkPanels PanelsOf(const RowChunks& chunks, int64_t line, int64_t extent) {
  Plan plan{};
  plan.axes.resize(2);
  plan.axes[0].extent = line;
  plan.axes[1].extent = extent;
  return ChunkPanels(chunks, plan, 1, line);
}

// How often each chunk is in a panel.
std::vector<int> CountsOf(const RowChunks& chunks, const ChunkPanels& panels) {
  std::vector<int> counts(static_cast<size_t>(chunks.count()));
  for (int64_t p = 0; p < panels.count(); ++p) {
    const PanelChunks of = panels.At(p);
    EXPECT_LE(of.rows * of.neighbours, panels.most());
    for (int64_t r = 0; r < of.rows; ++r) {
      for (int64_t n = 0; n < of.neighbours; ++n) {
        ++counts.at(static_cast<size_t>(of.first + r * panels.step() + n));
      }
    }
  }
  return counts;
}

TEST(ChunkPanelsTest, LinesOfWholeRows) {  // 3 x 100 lines of 2 rows, each of 2 chunks
  const RowChunks chunks({.outer = 3, .channels = 200, .inner = 1500});
  const ChunkPanels panels = PanelsOf(chunks, 3000, 100);
  EXPECT_EQ(panels.step(), 4);
  EXPECT_EQ(panels.most(), kSumBlock);
  EXPECT_EQ(panels.count(), 3 * 4 * 2);
  EXPECT_THAT(CountsOf(chunks, panels), Each(1));

  const PanelChunks second = panels.At(5);  // the second chunk of the lines from 64 on
  EXPECT_EQ(second.first, 64 * 4 + 1);
  EXPECT_EQ(second.rows, 36);
  const Panel place = panels.Place(second);
  EXPECT_EQ(place.first, 64 * 3000 + 1024);
  EXPECT_EQ(place.rows, 36);
  EXPECT_EQ(place.columns, 476);
  EXPECT_EQ(place.pitch, 3000);
}

TEST(ChunkPanelsTest, LinesOfWholeChunks) {  // rows of 5 lines, each of 2 chunks
  const RowChunks chunks({.outer = 2, .channels = 3, .inner = 10240});
  const ChunkPanels panels = PanelsOf(chunks, 2048, 5);
  EXPECT_EQ(panels.step(), 2);
  EXPECT_EQ(panels.most(), 5);
  EXPECT_THAT(CountsOf(chunks, panels), Each(1));
  EXPECT_EQ(panels.Place(panels.At(1)).pitch, 2048);
}

TEST(ChunkPanelsTest, OtherLinesHaveNeighbours) {
  const RowChunks chunks({.outer = 4, .channels = 100, .inner = 300});
  const ChunkPanels panels = PanelsOf(chunks, 7, 300);
  EXPECT_EQ(panels.step(), 1);
  EXPECT_EQ(panels.most(), 219);  // at least kPanelElements
  EXPECT_EQ(panels.count(), 2);
  EXPECT_THAT(CountsOf(chunks, panels), Each(1));
  const Panel place = panels.Place(panels.At(1));
  EXPECT_EQ(place.first, 219 * 300);
  EXPECT_EQ(place.rows, 1);
  EXPECT_EQ(place.columns, 181 * 300);
}

}  // namespace
}  // namespace openaclnn

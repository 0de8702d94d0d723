#include "cpu/tile_io.h"

#include <array>
#include <cstring>
#include <random>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"
#include "tests/cpu/plans.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::tile_io_test {
namespace {

using test::ItemBytes;
using test::Placed;
using test::ValueOf;

constexpr int64_t kTile = 64;

int64_t Below(std::mt19937& random, int64_t end) {
  return static_cast<int64_t>(random() % static_cast<uint64_t>(end));
}

// Walks a plan in tiles of random sizes and adds its two inputs in the compute type T.
template <class T>
void AddThroughTiles(const Plan& plan, const OperandData& data, std::mt19937& random) {
  const TileIo<T> io(plan, data);
  const TileBuffers buffers(kTile);
  Tile<T> tile;
  tile.rows = 1;
  for (int64_t first = 0; first < plan.elements; first += tile.columns) {
    const int64_t wanted = std::min(1 + Below(random, 3 * kTile), plan.elements - first);
    tile.columns = io.TileAt(first, wanted, kTile);
    ASSERT_GE(tile.columns, 1);
    ASSERT_LE(tile.columns, wanted);
    io.Begin(first, buffers, tile);
    const auto& [a, b] = std::tie(tile.inputs[0], tile.inputs[1]);
    for (int64_t i = 0; i < tile.columns; ++i) {
      tile.outputs[0][i] = a.values[i & a.mask] + b.values[i & b.mask];
    }
    io.End(first, buffers, tile);
  }
}

TEST(TileIoTest, LoadsAndStoresEveryLayoutAndDtype) {
  const aclDataType inputs[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT16, ACL_INT64};
  const aclDataType outputs[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
  std::mt19937 random(4);
  for (int trial = 0; trial < 600; ++trial) {
    const Dims shape =
        trial % 5 == 0 ? test::RandomShape(random, 2, 150) : test::RandomShape(random, 4, 9);
    Placed a(random, shape, inputs[random() % 6]), b(random, shape, inputs[random() % 6]);
    Placed sum(random, shape, outputs[random() % 4]);
    const std::vector<std::byte> sum_before = sum.memory;
    const OperandView views[] = {
        {a.dtype, a.layout.strides}, {b.dtype, b.layout.strides}, {sum.dtype, sum.layout.strides}};
    const Plan plan =
        trial % 2 == 0 ? PlanElementwise(shape, views, 1) : PlanInOrder(shape, views, 1);
    for (int64_t i = 0; i < plan.elements; ++i) {  // sums that all the dtypes hold
      a.Set(i, static_cast<double>(i % 101));
      b.Set(i, static_cast<double>(i % 7 * -19));
    }
    const OperandData data = {a.first(), b.first(), sum.first()};
    const test::ScopedCacheBytes cache(trial % 4 < 2 ? 0 : 1 << 20);  // streams, or not
    if (trial % 3 == 0) {
      AddThroughTiles<double>(plan, data, random);
    } else {
      AddThroughTiles<float>(plan, data, random);
    }
    for (int64_t i = 0; i < plan.elements; ++i) {
      ASSERT_EQ(sum.Get(i), static_cast<double>(i % 101 + i % 7 * -19)) << trial << ": " << i;
    }
    // Putting back what was there before shows that no byte between the elements changed.
    for (int64_t i = 0; i < plan.elements; ++i) {
      const int64_t at = sum.At(i) - sum.memory.data();
      std::memcpy(sum.At(i), sum_before.data() + at, ItemBytes(sum.dtype));
    }
    ASSERT_EQ(sum.memory, sum_before) << trial;
  }
}

TEST(TileIoTest, DenseOperandsOfTheLoopTypeAreUsedWhereTheyLie) {
  float in[24], out[24];
  const OperandView views[] = {{ACL_FLOAT, {16, 4}}, {ACL_FLOAT, {16, 4}}};
  const Plan plan = PlanElementwise({6, 4}, views, 1);
  const TileIo<float> io(plan,
                         {reinterpret_cast<std::byte*>(in), reinterpret_cast<std::byte*>(out)});
  EXPECT_EQ(io.TileAt(3, 21, 5), 21);
  const TileBuffers buffers(5);
  Tile<float> tile;
  tile.rows = 1;
  tile.columns = 21;
  io.Begin(3, buffers, tile);
  EXPECT_EQ(tile.inputs[0].values, in + 3);
  EXPECT_EQ(tile.inputs[0].mask, -1);
  EXPECT_EQ(tile.outputs[0], out + 3);
}

TEST(TileIoTest, LongRowsWithGapsAreUsedWhereTheyLie) {
  constexpr int64_t kColumns = 1000, kPitch = 1010;
  std::vector<float> in(3 * kPitch), out(3 * kColumns);
  const OperandView views[] = {{ACL_FLOAT, {4 * kPitch, 4}}, {ACL_FLOAT, {4 * kColumns, 4}}};
  const Plan plan = PlanElementwise({3, kColumns}, views, 1);
  const TileIo<float> io(
      plan, {reinterpret_cast<std::byte*>(in.data()), reinterpret_cast<std::byte*>(out.data())});
  EXPECT_EQ(io.TileAt(900, 500, kTile), 100);  // up to the end of the row
  const TileBuffers buffers(kTile);
  Tile<float> tile;
  tile.rows = 1;
  tile.columns = 100;
  io.Begin(kColumns + 900, buffers, tile);
  EXPECT_EQ(tile.inputs[0].values, in.data() + kPitch + 900);
  EXPECT_EQ(tile.outputs[0], out.data() + kColumns + 900);
}

TEST(TileIoTest, OtherDtypesAndLayoutsGoThroughBuffers) {
  std::vector<uint16_t> halves(8, 0x3c00);  // 1
  std::vector<float> stepped(16);
  const OperandView views[] = {{ACL_FLOAT16, {2}}, {ACL_FLOAT, {8}}};
  const Plan plan = PlanElementwise({8}, views, 1);
  const TileIo<float> io(plan, {reinterpret_cast<std::byte*>(halves.data()),
                                reinterpret_cast<std::byte*>(stepped.data())});
  EXPECT_EQ(io.TileAt(0, 8, 5), 5);
  const TileBuffers buffers(8);
  Tile<float> tile;
  tile.rows = 1;
  tile.columns = 8;
  io.Begin(0, buffers, tile);
  const float* const loaded = tile.inputs[0].values;
  EXPECT_EQ(std::vector<float>(loaded, loaded + 8), std::vector<float>(8, 1.0f));
  std::copy_n(loaded, 8, tile.outputs[0]);
  EXPECT_EQ(stepped, std::vector<float>(16));
  io.End(0, buffers, tile);
  for (size_t i = 0; i < stepped.size(); ++i) EXPECT_EQ(stepped[i], i % 2 == 0 ? 1.0f : 0.0f);
}

// A repeated element is loaded once, into as many places as the widest vector has.
TEST(TileIoTest, RepeatedElementsAreLoadedOnce) {
  const uint16_t half = 0x4000;  // 2
  float out[24];
  const OperandView views[] = {{ACL_FLOAT16, {0, 0}}, {ACL_FLOAT, {16, 4}}};
  const Plan plan = PlanElementwise({6, 4}, views, 1);
  std::byte* const item = reinterpret_cast<std::byte*>(const_cast<uint16_t*>(&half));
  const TileIo<float> io(plan, {item, reinterpret_cast<std::byte*>(out)});
  EXPECT_EQ(io.TileAt(0, 24, 1), 24);
  const TileBuffers buffers(1);
  Tile<float> tile;
  tile.rows = 1;
  tile.columns = 24;
  io.Begin(0, buffers, tile);
  EXPECT_EQ(tile.inputs[0].mask, 0);
  for (int64_t i = 0; i < kWidestVector / 4; ++i) EXPECT_EQ(tile.inputs[0].values[i], 2.0f);
  EXPECT_EQ(tile.outputs[0], out);
}

// Several rows at once, of inputs that repeat in a row, from row to row, or not at all.
TEST(TileIoTest, Rows) {
  std::vector<float> each(15), column(3), row(5);
  std::vector<uint16_t> out(15);
  for (size_t i = 0; i < 15; ++i) each[i] = static_cast<float>(100 * i);
  for (size_t i = 0; i < 3; ++i) column[i] = static_cast<float>(10 * i);
  for (size_t i = 0; i < 5; ++i) row[i] = static_cast<float>(i);
  const OperandView views[] = {
      {ACL_FLOAT, {20, 4}}, {ACL_FLOAT, {4, 0}}, {ACL_FLOAT, {0, 4}}, {ACL_BF16, {10, 2}}};
  const Plan plan = PlanInOrder({3, 5}, views, 1);
  const TileIo<float> io(
      plan, {reinterpret_cast<std::byte*>(each.data()), reinterpret_cast<std::byte*>(column.data()),
             reinterpret_cast<std::byte*>(row.data()), reinterpret_cast<std::byte*>(out.data())});
  const TileBuffers buffers(kTile);
  Tile<float> tile;
  tile.rows = 2;
  tile.columns = 5;
  io.Begin(5, buffers, tile);
  for (int64_t r = 0; r < 2; ++r) {
    for (int64_t c = 0; c < 5; ++c) {
      float sum = 0;
      for (int k = 0; k < 3; ++k) {
        const TileInput<float>& in = tile.inputs[static_cast<size_t>(k)];
        sum += in.values[r * in.row_step + (c & in.mask)];
      }
      EXPECT_EQ(sum, static_cast<float>(100 * (5 + 5 * r + c) + 10 * (1 + r) + c));
      tile.outputs[0][5 * r + c] = static_cast<float>(1 + 5 * r + c);
    }
  }
  EXPECT_EQ(tile.inputs[2].row_step, 0);
  io.End(5, buffers, tile);
  for (size_t i = 0; i < 15; ++i) {
    EXPECT_EQ(ValueOf(ACL_BF16, out[i]), i < 5 ? 0 : static_cast<double>(i - 4)) << i;
  }
}

// What is asked for ahead of rows that lie apart: 4 KiB or a row, of halves of a tensor together.
TEST(TileIoTest, RowsAhead) {
  constexpr int64_t kRows = 8;
  const auto rows_ahead = [](int64_t columns, int64_t second_half, int64_t pitch) {
    static std::vector<float> in(2 * kRows * 16384), out(kRows * 8192);
    const Dims apart = {4 * pitch, 4}, dense = {4 * columns, 4};
    const OperandView views[] = {
        {ACL_FLOAT, apart}, {ACL_FLOAT, apart}, {ACL_FLOAT, dense}, {ACL_FLOAT, dense}};
    const Plan plan = PlanElementwise({kRows, columns}, views, 1);
    auto* const self = reinterpret_cast<std::byte*>(in.data());
    const TileIo<float> io(
        plan, {self, self + 4 * second_half, self, reinterpret_cast<std::byte*>(out.data())});
    EXPECT_TRUE(io.TakesRows());
    Tile<float> tile;
    tile.rows = io.RowsAt(2 * columns, 4 * columns, kTile);
    EXPECT_EQ(tile.rows, 4);
    tile.columns = columns;
    io.BeginRows(2 * columns, TileBuffers(kTile), tile);
    std::vector<std::array<int64_t, 3>> ahead;
    for (int i = 0; i < tile.num_rows_ahead; ++i) {
      const auto& [first, step, bytes] = tile.rows_ahead[static_cast<size_t>(i)];
      ahead.push_back(
          {static_cast<int64_t>(first - reinterpret_cast<uintptr_t>(in.data())), step, bytes});
    }
    return ahead;
  };
  using Rows = std::vector<std::array<int64_t, 3>>;
  const test::ScopedCacheBytes cache(0);
  EXPECT_EQ(rows_ahead(512, 512, 1024), (Rows{{3 * 4096, 4096, 4096}}));
  EXPECT_EQ(rows_ahead(128, 128, 256), (Rows{{(2 + 4) * 1024, 1024, 1024}}));
  EXPECT_EQ(rows_ahead(100, 200, 512),
            (Rows{{(2 + 10) * 2048, 2048, 400}, {(2 + 10) * 2048 + 800, 2048, 400}}));
  EXPECT_EQ(rows_ahead(4096, 4096, 8192), Rows());  // so long that machines foresee enough
  const test::ScopedCacheBytes ample(1 << 30);
  EXPECT_EQ(rows_ahead(512, 512, 1024), Rows());
}

}  // namespace
}  // namespace openaclnn::tile_io_test

#include "kinds/scan/run.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/ceil_div.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"

namespace openaclnn {
namespace {

constexpr int64_t kBlock = kTermsOfChunk;
constexpr int64_t kAtOnce = 4;  // blocks, as one addition waits for the one before
constexpr int64_t kTile = kAtOnce * kBlock;
constexpr int64_t kWidth = 512;  // columns that are taken at once

double Plus(double a, double b) { return a + b; }
int64_t Plus(int64_t a, int64_t b) {  // modulo 2^64
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

// The sums within a block, or a part of one; gives its total.
template <class T>
T SumBlock(const T* terms, int64_t count, T* __restrict sums) {
  T total = 0;
  for (int64_t i = 0; i < count; ++i) sums[i] = total = Plus(total, terms[i]);
  return total;
}

// The same of kAtOnce whole blocks side by side, with their totals.
template <class T>
void SumBlocksAtOnce(const T* terms, T* __restrict sums, T* totals) {
  T a = 0, b = 0, c = 0, d = 0;
  for (int64_t i = 0; i < kBlock; ++i) {
    sums[i] = a = Plus(a, terms[i]);
    sums[kBlock + i] = b = Plus(b, terms[kBlock + i]);
    sums[2 * kBlock + i] = c = Plus(c, terms[2 * kBlock + i]);
    sums[3 * kBlock + i] = d = Plus(d, terms[3 * kBlock + i]);
  }
  const T all[] = {a, b, c, d};
  static_assert(std::size(all) == kAtOnce);
  std::copy_n(all, kAtOnce, totals);
}

// The sums within up to kAtOnce blocks, of which the last one may be short, and their totals.
template <class T>
void SumBlocks(const T* terms, int64_t count, T* sums, T* totals) {
  if (count == kTile) return SumBlocksAtOnce(terms, sums, totals);
  for (int64_t i = 0; i < count; i += kBlock) {
    totals[i / kBlock] = SumBlock(terms + i, std::min(kBlock, count - i), sums + i);
  }
}

// How many units of so many elements a thread takes at least.
int64_t GrainOf(int64_t elements) { return std::max<int64_t>(1, GrainFor(kScanCost) / elements); }

// Calls scan(outer, column, width, buffers) for strips of neighbouring columns, shared among
// threads.
template <class ScanStrip>
void ForStrips(const ScanShape& shape, const ScanStrip& scan) {
  const int64_t width = std::min(kWidth, shape.inner), strips = CeilDiv(shape.inner, width);
  ParallelFor(shape.outer * strips, GrainOf(shape.length * width), [&](int64_t begin, int64_t end) {
    const TileBuffers buffers(kTile);
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t column = unit % strips * width;
      scan(unit / strips, column, std::min(width, shape.inner - column), buffers);
    }
  });
}

template <class T>
class Scan {
 public:
  explicit Scan(const ScanRun& run)
      : run_(run),
        shape_(run.shape),
        blocks_(CeilDiv(run.shape.length, kBlock)),
        io_(*run.plan, run.data, false),
        totals_(static_cast<T*>(run.totals)) {}

  void Run() const {
    if (shape_.inner > 1) {
      return ForStrips(shape_, [this](auto&&... strip) { ScanStrip(strip...); });
    }
    ScanTotals(shape_) > 0 ? ScanSharedRows() : ScanRows();
  }

 private:
  // Calls use(terms, count, sums) for tiles of the blocks from `begin` to `end` of a row.
  template <class Use>
  void ForTiles(int64_t row, int64_t begin, int64_t end, const TileBuffers& buffers, bool stores,
                const Use& use) const {
    const int64_t first = row * shape_.length;
    const int64_t last = std::min(shape_.length, end * kBlock);
    for (int64_t i = begin * kBlock; i < last; i += kTile) {
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = std::min(kTile, last - i);
      io_.Begin(first + i, buffers, tile);
      std::array<T, kTile> repeated;
      const T* terms = tile.inputs[0].values;
      if (tile.inputs[0].mask == 0) {
        std::fill_n(repeated.data(), tile.columns, *terms);
        terms = repeated.data();
      }
      use(terms, tile.columns, tile.outputs[0]);
      if (stores) io_.End(first + i, buffers, tile);
    }
  }

  // Blocks of a row, before which there is the sum `before`.
  void ScanBlocks(int64_t row, int64_t begin, int64_t end, T before,
                  const TileBuffers& buffers) const {
    ForTiles(row, begin, end, buffers, true, [&](const T* terms, int64_t count, T* sums) {
      T totals[kAtOnce];
      SumBlocks(terms, count, sums, totals);
      for (int64_t i = 0; i < count; i += kBlock) {
        const int64_t here = std::min(kBlock, count - i);
        for (int64_t k = i; k < i + here; ++k) sums[k] = Plus(before, sums[k]);
        before = Plus(before, totals[i / kBlock]);
      }
    });
  }

  // Short rows, of which several are loaded at once.
  void ScanShortRows(int64_t begin, int64_t end) const {
    const TileBuffers buffers(kTile);
    for (int64_t row = begin; row < end;) {
      const int64_t rows = std::min(kTile / shape_.length, end - row);
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = rows * shape_.length;
      io_.Begin(row * shape_.length, buffers, tile);
      std::array<T, kTile> repeated;
      const T* terms = tile.inputs[0].values;
      if (tile.inputs[0].mask == 0) {
        std::fill_n(repeated.data(), tile.columns, *terms);
        terms = repeated.data();
      }
      for (int64_t i = 0; i < tile.columns; i += shape_.length) {
        SumBlock(terms + i, shape_.length, tile.outputs[0] + i);
      }
      io_.End(row * shape_.length, buffers, tile);
      row += rows;
    }
  }

  void ScanRows() const {
    if (shape_.length <= kBlock) {
      return ParallelFor(shape_.outer, GrainOf(shape_.length),
                         [this](int64_t begin, int64_t end) { ScanShortRows(begin, end); });
    }
    ParallelFor(shape_.outer, GrainOf(shape_.length), [this](int64_t begin, int64_t end) {
      const TileBuffers buffers(kTile);
      for (int64_t row = begin; row < end; ++row) ScanBlocks(row, 0, blocks_, 0, buffers);
    });
  }

  // Threads sum blocks, then one makes sums of all blocks before each, then threads scan.
  void ScanSharedRows() const {
    const int64_t units = CeilDiv(blocks_, kAtOnce);  // of a row
    const auto for_units = [&](const auto& use) {
      ParallelFor(shape_.outer * units, GrainOf(kTile), [&](int64_t begin, int64_t end) {
        const TileBuffers buffers(kTile);
        for (int64_t unit = begin; unit < end; ++unit) {
          use(unit / units, unit % units * kAtOnce, buffers);
        }
      });
    };
    for_units([this](int64_t row, int64_t block, const TileBuffers& buffers) {
      T* const totals = totals_ + row * blocks_ + block;
      ForTiles(row, block, block + kAtOnce, buffers, false,
               [totals](const T* terms, int64_t count, T* /*sums*/) {
                 std::array<T, kTile> sums;  // which are not looked at
                 SumBlocks(terms, count, sums.data(), totals);
               });
    });
    for (int64_t row = 0; row < shape_.outer; ++row) {
      T before = 0;
      for (int64_t block = row * blocks_; block < (row + 1) * blocks_; ++block) {
        const T total = totals_[block];
        totals_[block] = before;
        before = Plus(before, total);
      }
    }
    for_units([this](int64_t row, int64_t block, const TileBuffers& buffers) {
      ScanBlocks(row, block, block + kAtOnce, totals_[row * blocks_ + block], buffers);
    });
  }

  void ScanStrip(int64_t outer, int64_t column, int64_t width, const TileBuffers& buffers) const {
    std::array<T, kWidth> before{}, running{};
    // Whole rows follow each other.
    const int64_t most = width == shape_.inner ? kTile / width : 1;
    for (int64_t row = 0; row < shape_.length;) {
      const int64_t rows = std::min(most, shape_.length - row);
      const int64_t first = (outer * shape_.length + row) * shape_.inner + column;
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = rows * width;
      io_.Begin(first, buffers, tile);
      const TileInput<T>& terms = tile.inputs[0];
      for (int64_t r = 0; r < rows; ++r) {
        if ((row + r) % kBlock == 0) {
          for (int64_t i = 0; i < width; ++i) before[i] = Plus(before[i], running[i]);
          running.fill(0);
        }
        T* const sums = tile.outputs[0] + r * width;
        for (int64_t i = 0; i < width; ++i) {
          running[i] = Plus(running[i], terms.values[(r * width + i) & terms.mask]);
          sums[i] = Plus(before[i], running[i]);
        }
      }
      io_.End(first, buffers, tile);
      row += rows;
    }
  }

  const ScanRun& run_;
  const ScanShape& shape_;
  const int64_t blocks_;
  const TileIo<T> io_;
  T* const totals_;
};

double Times(double a, double b) { return a * b; }
int64_t Times(int64_t a, int64_t b) {  // modulo 2^64
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

template <class T>
class ProductScan {
 public:
  explicit ProductScan(const ScanRun& run) : shape_(run.shape), io_(*run.plan, run.data, false) {}

  void Run() const {
    if (shape_.inner > 1) {
      return ForStrips(shape_, [this](auto&&... strip) { ScanStrip(strip...); });
    }
    ParallelFor(shape_.outer, GrainOf(shape_.length),
                [this](int64_t begin, int64_t end) { ScanRows(begin, end); });
  }

 private:
  // Rows follow each other, so that a tile may have several short ones.
  void ScanRows(int64_t begin, int64_t end) const {
    const TileBuffers buffers(kTile);
    T product = 1;
    int64_t in_row = 0;  // elements of the row that were taken
    const int64_t last = end * shape_.length;
    for (int64_t first = begin * shape_.length; first < last; first += kTile) {
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = std::min(kTile, last - first);
      io_.Begin(first, buffers, tile);
      const TileInput<T>& factors = tile.inputs[0];
      for (int64_t i = 0; i < tile.columns;) {
        const int64_t row_end = std::min(tile.columns, i + shape_.length - in_row);
        if (in_row == 0) product = 1;
        in_row = (in_row + row_end - i) % shape_.length;
        for (; i < row_end; ++i) {
          product = Times(product, factors.values[i & factors.mask]);
          tile.outputs[0][i] = product;
        }
      }
      io_.End(first, buffers, tile);
    }
  }

  void ScanStrip(int64_t outer, int64_t column, int64_t width, const TileBuffers& buffers) const {
    std::array<T, kWidth> products;
    products.fill(1);
    // Whole rows follow each other.
    const int64_t most = width == shape_.inner ? kTile / width : 1;
    for (int64_t row = 0; row < shape_.length;) {
      const int64_t rows = std::min(most, shape_.length - row);
      const int64_t first = (outer * shape_.length + row) * shape_.inner + column;
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = rows * width;
      io_.Begin(first, buffers, tile);
      const TileInput<T>& factors = tile.inputs[0];
      for (int64_t i = 0; i < tile.columns; i += width) {
        for (int64_t k = 0; k < width; ++k) {
          T& product = products[static_cast<size_t>(k)];
          product = Times(product, factors.values[(i + k) & factors.mask]);
          tile.outputs[0][i + k] = product;
        }
      }
      io_.End(first, buffers, tile);
      row += rows;
    }
  }

  const ScanShape& shape_;
  const TileIo<T> io_;
};

}  // namespace

int64_t ScanTotals(const ScanShape& shape) {
  constexpr int64_t kLong = int64_t{1} << 16, kFew = 8;
  const bool is_shared = shape.inner == 1 && shape.length >= kLong && shape.outer < kFew;
  return is_shared ? shape.outer * CeilDiv(shape.length, kBlock) : 0;
}

void RunScan(const ScanRun& run, bool of_integers) {
  of_integers ? Scan<int64_t>(run).Run() : Scan<double>(run).Run();
}

void RunProductScan(const ScanRun& run, bool of_integers) {
  of_integers ? ProductScan<int64_t>(run).Run() : ProductScan<double>(run).Run();
}

}  // namespace openaclnn

#include "kinds/product/blocks.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/threads.h"
#include "kinds/product/matrix_unit.h"
#include "kinds/product/word_loops.h"

namespace openaclnn {
namespace {

constexpr int64_t kAlignment = 64;
// Indices k that are packed at once: a panel of the second factor then has the size of a
// first-level cache. The terms of a double are a part of them, or they are a part of a run.
constexpr int64_t kDepth = 256;
// The same where the first factor is read in lines, whose panels stay in a second-level cache; and
// of integers, which take a quarter of the bytes.
constexpr int64_t kDepthOfLines = 512, kDepthOfIntegers = 1024;
static_assert(kDepth % kTermsInFloat == 0 && kTermsOfRun % kDepth == 0);
static_assert(kDepthOfLines % kTermsInFloat == 0 && kTermsOfRun % kDepthOfLines == 0);
static_assert(kTermsOfIntegers % kDepthOfIntegers == 0);
// Columns and rows of a block of results at most, and up to a panel or a tile more.
constexpr int64_t kColumnsOfBlock = 384, kRowsOfBlock = 512;
// With so few rows, the matrix unit waits for the second factor: a panel alone reads it along k.
constexpr int64_t kRowsOfNarrowBlocks = 64;
// Bytes of a factor that stay packed for several blocks.
constexpr int64_t kKeptBytes = int64_t{1} << 22;
// Blocks that each thread gets if there are as many: larger ones pack less, and others finish what
// a thread that is held up would do. Fewer than the second number are shared evenly.
constexpr int kBlocksOfThread = 3, kFewBlocksOfThread = 4;
// Blocks of rows are cut no smaller for the sake of threads.
constexpr int64_t kRowsToShare = 16;
// Results at least each way, from which on the matrix unit computes them.
constexpr int64_t kLeastForUnit = 16;
constexpr int64_t kMostSums = std::max(kMostRows * kMostColumns, kSideOfUnit* kSideOfUnit);

// Bytes of a thread, aligned.
std::byte* ThreadMemory(int64_t bytes) {
  thread_local std::vector<std::byte> memory;
  if (std::ssize(memory) < bytes + kAlignment) {
    memory = {};
    memory.resize(static_cast<size_t>(bytes + kAlignment));
  }
  const auto address = reinterpret_cast<uintptr_t>(memory.data());
  return memory.data() + (kAlignment - address % kAlignment) % kAlignment;
}

// A product in blocks of results, for which both factors are packed.
class Blocked {
 public:
  explicit Blocked(const BlockedProduct& product)
      : product_(product),
        loops_(product.loops),
        order_(product.sizes.order),
        k_(product.sizes.k),
        n_(product.sizes.n),
        m_(product.sizes.m),
        batches_(product.sizes.batches),
        summed_(product.sizes.summed),
        integer_unit_(product.sizes.are_integers ? GetIntegerUnit() : nullptr),
        unit_(integer_unit_ == nullptr ? UnitFor(product.sizes) : nullptr),
        has_squares_(integer_unit_ != nullptr || unit_ != nullptr),
        depth_(DepthOf(product.sizes)),
        terms_of_run_(integer_unit_ != nullptr ? kTermsOfIntegers : TermsOf(order_)),
        is_one_run_(summed_ == 1 && k_ <= terms_of_run_),
        has_parts_(k_ > depth_ || summed_ > 1),
        rows_(has_squares_ ? kSideOfUnit : loops_.rows),
        panel_(has_squares_ ? kSideOfUnit : kMostVectors * loops_.lanes) {}

  void Run() const {
    const Blocks blocks = CutBlocks();
    int64_t terms;
    if (__builtin_mul_overflow(blocks.rows * blocks.columns, std::max<int64_t>(1, summed_ * k_),
                               &terms)) {
      terms = INT64_MAX;
    }
    const int64_t grain =
        std::max<int64_t>(1, GrainFor(kProductCost) / std::max<int64_t>(1, terms));
    static std::atomic<uint64_t> runs = 0;
    const uint64_t run = runs.fetch_add(1, std::memory_order_relaxed) + 1;
    // Blocks one below the other, which have one part of the second factor.
    ParallelFor(batches_ * blocks.across * blocks.down, grain, [&](int64_t begin, int64_t end) {
      Parts parts = PartsOf(blocks, run);
      if (unit_ != nullptr) unit_->begin();
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t column = unit / blocks.down % blocks.across;
        MultiplyBlock(blocks, unit / blocks.down / blocks.across, unit % blocks.down * blocks.rows,
                      column * blocks.columns, parts);
      }
      if (unit_ != nullptr) unit_->end();
    });
  }

 private:
  // The matrix unit if it is worth its while.
  static const MatrixUnit* UnitFor(const BlockedProduct::Sizes& sizes) {
    const bool is_large =
        sizes.m >= kLeastForUnit && sizes.n >= kLeastForUnit && sizes.k >= kTermsOfBlock;
    return sizes.are_bfloat16 && !sizes.has_lines && is_large ? GetMatrixUnit() : nullptr;
  }

  int64_t DepthOf(const BlockedProduct::Sizes& sizes) const {
    if (integer_unit_ != nullptr) return kDepthOfIntegers;
    return sizes.has_lines ? kDepthOfLines : kDepth;
  }

  // How the results of a batch are cut, and what a thread keeps of a block.
  struct Blocks {
    int64_t rows, columns;                  // of a block; whole tiles, whole panels
    int64_t down, across;                   // blocks
    bool keeps_second;                      // packed in all its depth, for the block below
    bool keeps_first;                       // the same, for the block beside it
    int64_t second, first, in_float, sums;  // elements of each part of a thread's memory
  };
  // Which part of a factor is packed.
  struct Held {
    const void* factor = nullptr;
    int64_t begin = 0;

    // Whether it is this one, which it is from now on.
    bool Is(const void* wanted, int64_t where) {
      const bool is_same = factor == wanted && begin == where;
      factor = wanted;
      begin = where;
      return is_same;
    }
  };
  // What a thread has packed in its memory: for its next blocks of the same run.
  struct Packed {
    uint64_t run = 0;
    Held first, second;
    std::vector<bool> are_finite = {};  // the second, part by part along k, for lines
  };
  struct Parts {
    float *second, *first, *in_float;
    double* sums;
    Packed& packed;
  };

  // Blocks of about equal size, as many as there are threads to be kept busy.
  Blocks CutBlocks() const {
    const int threads = GetSettings().num_threads;
    const int64_t wanted = threads == 1 ? 1 : int64_t{threads} * kBlocksOfThread;
    const int64_t panels = CeilDiv(n_, panel_), tiles = CeilDiv(m_, rows_);
    const int64_t tiles_of_block = kRowsOfBlock / rows_,
                  panels_of_block = unit_ != nullptr && m_ <= kRowsOfNarrowBlocks
                                        ? 1
                                        : std::max<int64_t>(1, kColumnsOfBlock / panel_);
    Blocks blocks{};
    const auto cut = [](int64_t units, int64_t pieces, int64_t& size, int64_t& count) {
      pieces = std::min(units, pieces);
      size = pieces == 1 ? units : CeilDiv(units, pieces);
      count = pieces == 1 ? 1 : CeilDiv(units, size);
    };
    cut(panels, CeilDiv(panels, panels_of_block), blocks.columns, blocks.across);
    const int64_t most_down = std::max<int64_t>(1, m_ / kRowsToShare);
    int64_t down = std::max(CeilDiv(tiles, tiles_of_block),
                            std::min(most_down, CeilDiv(wanted, batches_ * blocks.across)));
    // As many for each thread, if there are few.
    const auto is_fair = [&] {
      const int64_t count = batches_ * blocks.across * down;
      return count % threads == 0 || count >= int64_t{threads} * kFewBlocksOfThread;
    };
    while (down < most_down && !is_fair()) ++down;
    cut(tiles, down, blocks.rows, blocks.down);
    if (batches_ * blocks.across * blocks.down < wanted) {
      cut(panels, CeilDiv(wanted, batches_ * blocks.down), blocks.columns, blocks.across);
    }
    blocks.rows *= rows_;
    blocks.columns *= panel_;
    const int64_t places = Places(std::min(k_, depth_)), all = Places(k_);
    blocks.keeps_second = (blocks.down > 1 || batches_ > 1) && summed_ == 1 &&
                          blocks.columns * all * int64_t{sizeof(float)} <= kKeptBytes;
    blocks.keeps_first = !product_.sizes.has_lines && blocks.across > 1 && blocks.down == 1 &&
                         summed_ == 1 && blocks.rows * all * int64_t{sizeof(float)} <= kKeptBytes;
    blocks.second = blocks.columns * (blocks.keeps_second ? all : places);
    blocks.first = product_.sizes.has_lines ? 0 : blocks.rows * (blocks.keeps_first ? all : places);
    blocks.sums = has_parts_ ? blocks.rows * blocks.columns : kMostSums;
    blocks.in_float = HasFloats() ? blocks.sums : 0;
    return blocks;
  }

  static Parts PartsOf(const Blocks& blocks, uint64_t run) {
    thread_local Packed packed;
    if (packed.run != run) packed = {run, {}, {}, {}};
    const auto bytes = [](int64_t elements, size_t size) {
      return CeilDiv(elements * static_cast<int64_t>(size), kAlignment) * kAlignment;
    };
    const int64_t sums = bytes(blocks.sums, sizeof(double)),
                  second = bytes(blocks.second, sizeof(float)),
                  first = bytes(blocks.first, sizeof(float)),
                  in_float = bytes(blocks.in_float, sizeof(float));
    std::byte* const memory = ThreadMemory(sums + second + first + in_float);
    return {.second = reinterpret_cast<float*>(memory + sums),
            .first = reinterpret_cast<float*>(memory + sums + second),
            .in_float = reinterpret_cast<float*>(memory + sums + second + first),
            .sums = reinterpret_cast<double*>(memory),
            .packed = packed};
  }

  // Floats in whose place a row of `k` indices is packed, in parts of depth_.
  int64_t Places(int64_t k) const {
    if (integer_unit_ == nullptr) return PlacesOf(order_, k);
    const auto places_of_part = [this](int64_t depth) {
      const int64_t blocks = CeilDiv(depth, integer_unit_->TermsOfBlock());
      return depth == 0 ? 0 : (blocks * kWordsOfRow + 1) * kBytesOfWord / int64_t{sizeof(float)};
    };
    return k / depth_ * places_of_part(depth_) + places_of_part(k % depth_);
  }

  // Whether sums in float, or of integers, wait in memory.
  bool HasFloats() const { return order_ == ProductOrder::kHalves || is_one_run_; }

  int64_t WidthOf(int64_t rest) const {
    return has_squares_ ? kSideOfUnit : product_.WidthOf(panel_, rest);
  }

  void PackPanels(int64_t batch, int64_t column, int64_t columns, int64_t k, int64_t depth,
                  float* packed) const {
    if (integer_unit_ != nullptr) {
      return PackIntegers(true, batch, column, columns, k, depth, packed);
    }
    if (unit_ == nullptr) {
      return product_.PackSecond(batch, column, columns, k, depth, panel_, packed);
    }
    auto* const squares = reinterpret_cast<Bfloat16Bits*>(packed);
    const int64_t step = 2 * panel_ * PlacesOf(order_, depth);  // half a float each
    product_.PackSecondForUnit(batch, column, columns, k, depth, step, squares);
    for (int64_t c = 0; c < columns; c += panel_) Arrange(true, squares + c / panel_ * step, depth);
  }

  void PackIntegers(bool is_second, int64_t batch, int64_t row, int64_t rows, int64_t k,
                    int64_t depth, float* packed) const {
    const int64_t step = kSideOfUnit * Places(depth) * int64_t{sizeof(float)};
    product_.PackForIntegers(*integer_unit_, is_second, batch, row, rows, k, depth, step,
                             reinterpret_cast<std::byte*>(packed));
  }

  // Puts what is packed for the matrix unit in its order.
  void Arrange(bool is_second, Bfloat16Bits* square, int64_t depth) const {
    if (unit_->arrange != nullptr) unit_->arrange(is_second, square, CeilDiv(depth, kTermsOfBlock));
  }

  void PackTiles(int64_t batch, int64_t row, int64_t rows, int64_t k, int64_t depth,
                 float* packed) const {
    if (integer_unit_ != nullptr) {
      return PackIntegers(false, batch, row, rows, k, depth, packed);
    }
    for (int64_t r = 0; r < rows; r += rows_) {
      float* const tile = packed + r * Places(depth);
      if (unit_ != nullptr) {
        auto* const square = reinterpret_cast<Bfloat16Bits*>(tile);
        product_.PackFirstForUnit(batch, row + r, k, depth, square);
        Arrange(false, square, depth);
      } else {
        product_.PackFirst(batch, row + r, k, depth, RowsOfTile(rows - r), tile);
      }
    }
  }

  // Rows of a tile that begins where `rest` are left: of the last ones, a power of 2.
  int64_t RowsOfTile(int64_t rest) const {
    int64_t rows = rows_;
    if (has_squares_) return rows;
    while (rows / 2 >= rest) rows /= 2;
    return rows;
  }

  // Adds the products of packed factors to the sums of a tile.
  void MultiplyTile(const float* first, const float* second, int64_t depth, int64_t rows,
                    int64_t columns, int64_t width, float* in_float, double* sums) const {
    if (integer_unit_ != nullptr) {
      return integer_unit_->multiply(reinterpret_cast<const std::byte*>(first),
                                     reinterpret_cast<const std::byte*>(second), depth, rows,
                                     columns, reinterpret_cast<int32_t*>(in_float));
    }
    if (unit_ == nullptr) {
      return loops_.orders[static_cast<size_t>(order_)].tile(first, second, depth, rows,
                                                             width / loops_.lanes, in_float, sums);
    }
    const int64_t places = PlacesOf(order_, depth);
    const auto* const a = reinterpret_cast<const Bfloat16Bits*>(first);
    const auto* const b = reinterpret_cast<const Bfloat16Bits*>(second);
    Exponents of_a, of_b;
    std::memcpy(static_cast<void*>(&of_a), a + kSideOfUnit * places, sizeof(of_a));
    std::memcpy(static_cast<void*>(&of_b), b + kSideOfUnit * places, sizeof(of_b));
    const auto multiply = IsExactOnUnit(of_a, of_b)
                              ? unit_->multiply
                              : GetWordLoops().multiply[static_cast<size_t>(unit_->order)];
    multiply(a, b, places / kTermsOfBlock, rows, in_float);
  }

  // Whether the sums of a tile that are all became results.
  bool StoreTile(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
                 int64_t pitch, const float* in_float) const {
    if (integer_unit_ == nullptr) {
      return product_.StoreFloats(batch, row, rows, column, columns, pitch, in_float);
    }
    return product_.StoreIntegers(batch, row, rows, column, columns, pitch,
                                  reinterpret_cast<const int32_t*>(in_float));
  }

  // The sums of a tile become doubles, or are added to these.
  void AddToDoubles(bool is_first_run, const float* in_float, int64_t count, double* sums) const {
    if (integer_unit_ == nullptr) {
      return (is_first_run ? loops_.widen : loops_.add)(in_float, count, sums);
    }
    const auto* const integers = reinterpret_cast<const int32_t*>(in_float);
    for (int64_t i = 0; i < count; ++i) {
      sums[i] = (is_first_run ? 0.0 : sums[i]) + static_cast<double>(integers[i]);
    }
  }

  void MultiplyBlock(const Blocks& blocks, int64_t batch, int64_t row, int64_t column,
                     Parts& parts) const {
    for (int64_t part = 0; part < summed_; ++part) {
      AddToBlock(blocks, batch, part, row, column, parts);
    }
  }

  // Adds the products of one of the batches that are added, and stores the sums after the last one.
  void AddToBlock(const Blocks& blocks, int64_t batch, int64_t part, int64_t row, int64_t column,
                  Parts& parts) const {
    const int64_t rows = std::min(blocks.rows, m_ - row),
                  columns = std::min(blocks.columns, n_ - column);
    const bool has_second =
        blocks.keeps_second && parts.packed.second.Is(product_.SecondOf(batch + part), column);
    const bool has_first =
        blocks.keeps_first && parts.packed.first.Is(product_.FirstOf(batch + part), row);
    int64_t k = 0;
    do {  // once where there is no term
      const int64_t depth = std::min(depth_, k_ - k), places = Places(depth);
      const bool ends_part = k + depth == k_, is_last = ends_part && part + 1 == summed_;
      const bool ends_run =
          order_ == ProductOrder::kHalves && (ends_part || (k + depth) % terms_of_run_ == 0);
      float* const first = parts.first + (blocks.keeps_first ? Places(k) * blocks.rows : 0);
      float* const packed = parts.second + (blocks.keeps_second ? Places(k) * blocks.columns : 0);
      BlockedProduct::Lines lines;
      if (product_.sizes.has_lines) {
        lines = product_.LinesOf(batch + part, row, rows, k, depth);
      } else if (!has_first) {
        PackTiles(batch + part, row, rows, k, depth, first);
      }
      if (!has_second) {
        PackPanels(batch + part, column, columns, k, depth, packed);
        if (lines.rows != nullptr) {
          parts.packed.are_finite.resize(static_cast<size_t>(k / depth_));
          const int64_t last = (columns - 1) / panel_ * panel_;  // the first column of its panel
          parts.packed.are_finite.push_back(
              loops_.are_finite(packed, (last + WidthOf(columns - last)) * places));
        }
      }
      // 0 times what is infinite is not 0.
      if (lines.of_tiles != nullptr && !parts.packed.are_finite[static_cast<size_t>(k / depth_)]) {
        lines.of_tiles = nullptr;
      }
      for (int64_t c = 0; c < columns; c += panel_) {
        const int64_t width = WidthOf(columns - c);
        float* const panel = packed + c * places;
        for (int64_t r = 0; r < rows; r += rows_) {
          const int64_t tile_rows = RowsOfTile(rows - r), count = tile_rows * width;
          const int64_t at = has_parts_ ? c * blocks.rows + r * width : 0;
          double* const sums = parts.sums + at;
          float* const in_float = HasFloats() ? parts.in_float + at : nullptr;
          const int64_t rows_here = std::min(tile_rows, rows - r),
                        columns_here = std::min(panel_, columns - c);
          const bool is_first_run = part == 0 && k < terms_of_run_;
          if (order_ == ProductOrder::kHalves) {
            if (k % terms_of_run_ == 0) std::fill_n(in_float, count, 0.0f);
          } else if (k == 0 && part == 0 && !is_one_run_) {
            std::fill_n(sums, count, 0.0);
          }
          if (lines.rows != nullptr) {
            const LineTerms* const terms =
                lines.of_tiles == nullptr ? &lines.all : &lines.of_tiles[r / rows_];
            loops_.orders[static_cast<size_t>(order_)].tile_of_lines(
                lines.rows + r, *terms, panel, tile_rows, width / loops_.lanes, in_float, sums);
          } else {
            MultiplyTile(first + r * places, panel, depth, has_squares_ ? rows_here : tile_rows,
                         columns_here, width, in_float, sums);
          }
          if (is_one_run_ &&
              StoreTile(batch, row + r, rows_here, column + c, columns_here, width, in_float)) {
            continue;
          }
          if (is_one_run_ || ends_run) {
            AddToDoubles(is_first_run, in_float, count, sums);
          }
          if (is_last) {
            product_.Store(batch, row + r, rows_here, column + c, columns_here, width, sums);
          }
        }
      }
      k += depth;
    } while (k < k_);
  }

  const BlockedProduct& product_;
  const ProductLoops& loops_;
  const ProductOrder order_;
  const int64_t k_, n_, m_, batches_, summed_;
  const IntegerUnit* const integer_unit_;  // null: it is not used
  const MatrixUnit* const unit_;           // in the same way
  const bool has_squares_;                 // for either
  const int64_t depth_;                    // indices k that are packed at once
  const int64_t terms_of_run_;             // whose sums are in float, or of integers
  const bool is_one_run_;                  // whose sums are all
  const bool has_parts_;                   // sums wait while other ones are computed
  const int64_t rows_;                     // of a tile of results
  const int64_t panel_;                    // columns of a panel of the second factor, and of a tile
};

// A product of matrices whose elements lie at strides.
class PackedView final : public BlockedProduct {
 public:
  explicit PackedView(const ProductView& view)
      : BlockedProduct(view.loops, {.order = view.order,
                                    .k = view.k,
                                    .n = view.n,
                                    .m = view.m,
                                    .batches = view.batches,
                                    .summed = view.summed,
                                    .are_bfloat16 = view.First(0).dtype == ACL_BF16 &&
                                                    view.Second(0).dtype == ACL_BF16,
                                    .are_integers = view.AreIntegers()}),
        view_(view) {}

  const void* FirstOf(int64_t batch) const override { return view_.First(batch).data; }
  const void* SecondOf(int64_t batch) const override { return view_.Second(batch).data; }

  void PackFirst(int64_t batch, int64_t row, int64_t first, int64_t depth, int64_t step,
                 float* to) const override {
    Pack(loops, sizes.order, view_.First(batch), row, first, depth, step, to);
  }

  // Where columns lie side by side, a few of the indices k at a time, so that memory is read along
  // them.
  void PackSecond(int64_t batch, int64_t column, int64_t columns, int64_t first, int64_t depth,
                  int64_t panel, float* to) const override {
    const Factor second = view_.Second(batch);
    const int64_t places = PlacesOf(sizes.order, depth);
    const int64_t at_once =
        second.across == DtypeBytes(second.dtype) ? kTermsOfBlock : std::max<int64_t>(depth, 1);
    int64_t k = 0;
    do {
      for (int64_t c = 0; c < columns; c += panel) {
        const int64_t width = WidthOf(panel, columns - c);
        Pack(loops, sizes.order, second, column + c, first + k, std::min(at_once, depth - k), width,
             to + c * places + k * width);
      }
      k += at_once;
    } while (k < depth);
  }

  void PackFirstForUnit(int64_t batch, int64_t row, int64_t first, int64_t depth,
                        Bfloat16Bits* to) const override {
    PackForUnit(view_.First(batch), false, row, first, depth, to);
  }
  void PackSecondForUnit(int64_t batch, int64_t column, int64_t columns, int64_t first,
                         int64_t depth, int64_t step, Bfloat16Bits* to) const override {
    for (int64_t c = 0; c < columns; c += kSideOfUnit, to += step) {
      PackForUnit(view_.Second(batch), true, column + c, first, depth, to);
    }
  }

  void PackForIntegers(const IntegerUnit& unit, bool is_second, int64_t batch, int64_t row,
                       int64_t rows, int64_t first, int64_t depth, int64_t step,
                       std::byte* to) const override {
    const Factor factor = is_second ? view_.Second(batch) : view_.First(batch);
    PackIntegers(unit, factor, is_second, row, rows, first, depth, step, to);
  }

  void Store(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
             int64_t pitch, const double* sums) const override {
    view_.Store(batch, row, rows, column, columns, pitch, sums);
  }
  bool StoreFloats(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
                   int64_t pitch, const float* sums) const override {
    return view_.StoreFloats(batch, row, rows, column, columns, pitch, sums);
  }
  bool StoreIntegers(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
                     int64_t pitch, const int32_t* sums) const override {
    return view_.StoreIntegers(batch, row, rows, column, columns, pitch, sums);
  }

 private:
  const ProductView& view_;
};

}  // namespace

void MultiplyInBlocks(const BlockedProduct& product) { Blocked(product).Run(); }

void MultiplyInBlocks(const ProductView& view) { MultiplyInBlocks(PackedView(view)); }

}  // namespace openaclnn

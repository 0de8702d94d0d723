#include "kinds/product/run.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/convert.h"
#include "cpu/product_order.h"
#include "cpu/threads.h"
#include "cpu/transpose.h"
#include "kinds/product/loops.h"
#include "kinds/product/matrix_unit.h"
#include "kinds/product/row_loops.h"
#include "kinds/product/word_loops.h"

namespace openaclnn {
namespace {

// Axes of the plan.
constexpr size_t kK = 0, kN = 1, kM = 2, kBatches = 3;

constexpr int64_t kAlignment = 64;
// Indices k that are packed at once: a panel of the second factor then has the size of a
// first-level cache. The terms of a double are a part of them, or they are a part of a run.
constexpr int64_t kDepth = 256;
static_assert(kDepth % kTermsInFloat == 0 && kTermsOfRun % kDepth == 0);
// Columns and rows of a block of results at most, and up to a panel or a tile more.
constexpr int64_t kColumnsOfBlock = 384, kRowsOfBlock = 512;
// Bytes of the second factor that stay packed for several blocks of rows.
constexpr int64_t kKeptBytes = int64_t{1} << 21;
// Blocks of rows are cut no smaller for the sake of threads.
constexpr int64_t kRowsToShare = 16;
// Results at least each way, from which on the matrix unit computes them.
constexpr int64_t kLeastForUnit = 16;
constexpr int64_t kMostSums = std::max(kMostRows * kMostColumns, kSideOfUnit* kSideOfUnit);

struct Factor {
  const std::byte* data;
  aclDataType dtype;
  int64_t along_k, across;  // bytes
  int64_t k, extent;
};

// Calls `use` with the factor's elements.
template <class Use>
void WithTypeOf(const Factor& factor, const Use& use) {
  switch (factor.dtype) {
    case ACL_FLOAT:
      return use(reinterpret_cast<const float*>(factor.data));
    case ACL_BF16:
      return use(reinterpret_cast<const Bfloat16Bits*>(factor.data));
    default:
      return use(reinterpret_cast<const Float16Bits*>(factor.data));
  }
}

// Makes floats of dense elements; null if they are.
ConvertLoop ToFloats(const Factor& factor) {
  return factor.dtype == ACL_FLOAT ? nullptr : LoadConversion(factor.dtype, LoopType::kFloat);
}

// Dense elements as floats; of none, the addresses may be null.
void LoadFloats(ConvertLoop convert, const std::byte* from, int64_t count, float* to) {
  if (convert != nullptr) {
    convert(from, to, count);
  } else if (count > 0) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(float));
  }
}

const auto& PackLoopOf(const OrderedLoops& loops, const float*) { return loops.pack_floats; }
const auto& PackLoopOf(const OrderedLoops& loops, const Bfloat16Bits*) {
  return loops.pack_bfloat16;
}
const auto& PackLoopOf(const OrderedLoops& loops, const Float16Bits*) { return loops.pack_float16; }

// Packs rows of a factor that has neither them nor their elements side by side.
void PackScattered(ProductOrder order, const Factor& factor, int64_t rows, int64_t step,
                   float* to) {
  if (rows < step) std::fill_n(to, PlacesOf(order, factor.k) * step, 0.0f);
  const ConvertLoop convert = ToFloats(factor);
  for (int64_t k = 0; k < factor.k; ++k) {
    for (int64_t i = 0; i < rows; ++i) {
      LoadFloats(convert, factor.data + k * factor.along_k + i * factor.across, 1,
                 to + PlaceOf(order, k) * step + i);
    }
  }
}

// Packs up to `step` rows from `row` on, of the indices k from `first` on, as PackLoop says.
void Pack(const ProductLoops& loops, ProductOrder order, const Factor& whole, int64_t row,
          int64_t first, int64_t depth, int64_t step, float* to) {
  const int64_t item = DtypeBytes(whole.dtype), rows = std::min(step, whole.extent - row);
  Factor factor = whole;
  factor.data += row * whole.across + first * whole.along_k;
  factor.k = depth;
  if (rows == 1) factor.across = item;  // which is not used
  if ((factor.across != item && factor.along_k != item) || factor.along_k % item != 0 ||
      factor.across % item != 0) {
    return PackScattered(order, factor, rows, step, to);
  }
  WithTypeOf(factor, [&](const auto* from) {
    const auto pack = PackLoopOf(loops.orders[static_cast<size_t>(order)], from);
    pack({from, factor.along_k / item, factor.across / item, depth, rows}, step, to);
  });
}

// Packs half a square of a BFLOAT16 factor for the matrix unit: `rows` rows from `from` on, or
// columns of the second factor, of up to kTermsOfBlock indices k.
void PackHalf(const Factor& factor, bool is_second, const std::byte* from, int64_t rows, int64_t k,
              Bfloat16Bits* to) {
  constexpr int64_t kItem = sizeof(Bfloat16Bits), kBytesOfRow = kTermsOfBlock * kItem;
  auto* const target = reinterpret_cast<std::byte*>(to);
  if (rows == kSideOfUnitTile && k == kTermsOfBlock) {
    if (factor.along_k == kItem && is_second) {  // pairs as words
      return Transpose({from, factor.across, target, kBytesOfRow, rows, k / 2}, 2 * kItem);
    }
    if (factor.along_k == kItem) {
      for (int64_t r = 0; r < rows; ++r) {
        std::memcpy(target + r * kBytesOfRow, from + r * factor.across, kBytesOfRow);
      }
      return;
    }
    if (factor.across == kItem && !is_second) {
      return Transpose({from, factor.along_k, target, kBytesOfRow, k, rows}, kItem);
    }
    if (factor.across == kItem) {
      for (int64_t pair = 0; pair < k / 2; ++pair, to += kTermsOfBlock) {
        uint16_t even[kSideOfUnitTile], odd[kSideOfUnitTile];
        std::memcpy(even, from + 2 * pair * factor.along_k, sizeof(even));
        std::memcpy(odd, from + (2 * pair + 1) * factor.along_k, sizeof(odd));
        for (int64_t i = 0; i < kSideOfUnitTile; ++i) {
          to[2 * i].value = even[i];
          to[2 * i + 1].value = odd[i];
        }
      }
      return;
    }
  }
  std::fill_n(to, kSideOfUnitTile * kTermsOfBlock, Bfloat16Bits{0});
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < k; ++i) {
      Bfloat16Bits* const element =
          is_second ? to + i / 2 * kTermsOfBlock + 2 * r + i % 2 : to + r * kTermsOfBlock + i;
      std::memcpy(element, from + r * factor.across + i * factor.along_k, kItem);
    }
  }
}

// Packs a square's rows or columns from `row` on, of `depth` indices k from `first` on; what tells
// whether the unit is exact follows them.
void PackForUnit(const Factor& factor, bool is_second, int64_t row, int64_t first, int64_t depth,
                 Bfloat16Bits* to) {
  constexpr int64_t kHalf = kSideOfUnitTile * kTermsOfBlock;
  Bfloat16Bits* half = to;
  for (int64_t k = 0; k < depth; k += kTermsOfBlock) {
    for (int64_t r = row; r < row + kSideOfUnit; r += kSideOfUnitTile, half += kHalf) {
      PackHalf(factor, is_second, factor.data + r * factor.across + (first + k) * factor.along_k,
               std::clamp<int64_t>(factor.extent - r, 0, kSideOfUnitTile),
               std::min(kTermsOfBlock, depth - k), half);
    }
  }
  const Exponents exponents = GetWordLoops().exponents(to, half - to);
  std::memcpy(half, &exponents, sizeof(exponents));
}

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

class ProductOnCpu {
 public:
  explicit ProductOnCpu(const ProductRun& run)
      : run_(run),
        plan_(*run.plan),
        loops_(GetProductLoops()),
        order_(OrderOf(plan_.dtype[0], plan_.dtype[1])),
        k_(plan_.axes[kK].extent),
        n_(plan_.axes[kN].extent),
        m_(plan_.axes[kM].extent),
        unit_(UnitFor(plan_)),
        rows_(unit_ != nullptr ? kSideOfUnit : loops_.rows),
        panel_(unit_ != nullptr ? kSideOfUnit : kMostVectors * loops_.lanes),
        result_(plan_.num_operands - 1) {
    for (size_t axis = kBatches; axis < plan_.axes.size(); ++axis) {
      batches_ *= plan_.axes[axis].extent;
    }
  }

  void Run() const { m_ == 1 ? MultiplyRowVectors() : MultiplyBlocks(); }

 private:
  // The matrix unit if it is worth its while.
  static const MatrixUnit* UnitFor(const Plan& plan) {
    if (plan.dtype[0] != ACL_BF16 || plan.dtype[1] != ACL_BF16) return nullptr;
    const bool is_large = plan.axes[kM].extent >= kLeastForUnit &&
                          plan.axes[kN].extent >= kLeastForUnit &&
                          plan.axes[kK].extent >= kTermsOfBlock;
    return is_large ? GetMatrixUnit() : nullptr;
  }

  // How the results of a batch are cut, and what a thread keeps of a block.
  struct Blocks {
    int64_t rows, columns;                  // of a block; whole tiles, whole panels
    int64_t down, across;                   // blocks
    bool keeps_second;                      // packed in all its depth, for the block below
    int64_t second, first, in_float, sums;  // elements of each part of a thread's memory
  };
  struct Parts {
    float *second, *first, *in_float;
    double* sums;
    const std::byte* packed = nullptr;  // the second factor of which a part is there
    int64_t packed_column = 0;          // where that begins
  };

  // Blocks of about equal size, as many as there are threads to be kept busy.
  Blocks CutBlocks() const {
    const int threads = GetSettings().num_threads;
    const int64_t wanted = threads == 1 ? 1 : int64_t{threads} * 4;
    const int64_t panels = CeilDiv(n_, panel_), tiles = CeilDiv(m_, rows_);
    const int64_t tiles_of_block = kRowsOfBlock / rows_,
                  panels_of_block = std::max<int64_t>(1, kColumnsOfBlock / panel_);
    Blocks blocks{};
    const auto cut = [](int64_t units, int64_t pieces, int64_t& size, int64_t& count) {
      pieces = std::min(units, pieces);
      size = pieces == 1 ? units : CeilDiv(units, pieces);
      count = pieces == 1 ? 1 : CeilDiv(units, size);
    };
    cut(panels, CeilDiv(panels, panels_of_block), blocks.columns, blocks.across);
    const int64_t most_down = std::max<int64_t>(1, m_ / kRowsToShare);
    cut(tiles,
        std::max(CeilDiv(tiles, tiles_of_block),
                 std::min(most_down, CeilDiv(wanted, batches_ * blocks.across))),
        blocks.rows, blocks.down);
    if (batches_ * blocks.across * blocks.down < wanted) {
      cut(panels, CeilDiv(wanted, batches_ * blocks.down), blocks.columns, blocks.across);
    }
    blocks.rows *= rows_;
    blocks.columns *= panel_;
    const int64_t places = PlacesOf(order_, std::min(k_, kDepth));
    blocks.keeps_second =
        (blocks.down > 1 || batches_ > 1) &&
        blocks.columns * PlacesOf(order_, k_) * int64_t{sizeof(float)} <= kKeptBytes;
    blocks.second = blocks.columns * (blocks.keeps_second ? PlacesOf(order_, k_) : places);
    blocks.first = blocks.rows * places;
    blocks.sums = k_ <= kDepth ? kMostSums : blocks.rows * blocks.columns;
    blocks.in_float = order_ == ProductOrder::kFloat ? 0 : blocks.sums;
    return blocks;
  }

  void MultiplyBlocks() const {
    const Blocks blocks = CutBlocks();
    int64_t terms;
    if (__builtin_mul_overflow(blocks.rows * blocks.columns, std::max<int64_t>(1, k_), &terms)) {
      terms = INT64_MAX;
    }
    const int64_t grain =
        std::max<int64_t>(1, GrainFor(kProductCost) / std::max<int64_t>(1, terms));
    // Blocks one below the other, which have one part of the second factor.
    ParallelFor(batches_ * blocks.across * blocks.down, grain, [&](int64_t begin, int64_t end) {
      Parts parts = PartsOf(blocks);
      if (unit_ != nullptr) unit_->begin();
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t column = unit / blocks.down % blocks.across;
        MultiplyBlock(blocks, unit / blocks.down / blocks.across, unit % blocks.down * blocks.rows,
                      column * blocks.columns, parts);
      }
      if (unit_ != nullptr) unit_->end();
    });
  }

  static Parts PartsOf(const Blocks& blocks) {
    const auto bytes = [](int64_t elements, size_t size) {
      return CeilDiv(elements * static_cast<int64_t>(size), kAlignment) * kAlignment;
    };
    const int64_t sums = bytes(blocks.sums, sizeof(double)),
                  second = bytes(blocks.second, sizeof(float)),
                  first = bytes(blocks.first, sizeof(float)),
                  in_float = bytes(blocks.in_float, sizeof(float));
    std::byte* const memory = ThreadMemory(sums + second + first + in_float);
    Parts parts{};
    parts.sums = reinterpret_cast<double*>(memory);
    parts.second = reinterpret_cast<float*>(memory + sums);
    parts.first = reinterpret_cast<float*>(memory + sums + second);
    parts.in_float = reinterpret_cast<float*>(memory + sums + second + first);
    return parts;
  }

  // Columns of the panel that begins where `rest` are left: whole vectors.
  int64_t WidthOf(int64_t rest) const {
    if (unit_ != nullptr) return kSideOfUnit;
    return CeilDiv(std::min(panel_, rest), loops_.lanes) * loops_.lanes;
  }

  // Panels of the second factor. Where columns lie side by side, a few of the indices k at a time,
  // so that memory is read along them.
  void PackPanels(const Factor& second, int64_t column, int64_t columns, int64_t k, int64_t depth,
                  float* packed) const {
    const int64_t places = PlacesOf(order_, depth);
    if (unit_ != nullptr) {
      for (int64_t c = 0; c < columns; c += panel_) {
        PackForUnit(second, true, column + c, k, depth,
                    reinterpret_cast<Bfloat16Bits*>(packed + c * places));
      }
      return;
    }
    const int64_t at_once =
        second.across == DtypeBytes(second.dtype) ? kTermsOfBlock : std::max<int64_t>(depth, 1);
    int64_t first = 0;
    do {
      for (int64_t c = 0; c < columns; c += panel_) {
        const int64_t width = WidthOf(columns - c);
        Pack(loops_, order_, second, column + c, k + first, std::min(at_once, depth - first), width,
             packed + c * places + first * width);
      }
      first += at_once;
    } while (first < depth);
  }

  // Rows of a tile that begins where `rest` are left: of the last ones, a power of 2.
  int64_t RowsOfTile(int64_t rest) const {
    int64_t rows = rows_;
    if (unit_ != nullptr) return rows;
    while (rows / 2 >= rest) rows /= 2;
    return rows;
  }

  // Adds the products of packed factors to the sums of a tile.
  void MultiplyTile(const float* first, const float* second, int64_t depth, int64_t rows,
                    int64_t width, float* in_float, double* sums) const {
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
    const auto multiply = IsExactOnUnit(of_a, of_b) ? unit_->multiply : GetWordLoops().multiply;
    multiply(a, b, places / kTermsOfBlock, in_float);
  }

  void MultiplyBlock(const Blocks& blocks, int64_t batch, int64_t row, int64_t column,
                     Parts& parts) const {
    const int64_t rows = std::min(blocks.rows, m_ - row),
                  columns = std::min(blocks.columns, n_ - column);
    const Factor first = FactorOf(0, batch, kM), second = FactorOf(1, batch, kN);
    const bool is_packed =
        blocks.keeps_second && parts.packed == second.data && parts.packed_column == column;
    parts.packed = second.data;
    parts.packed_column = column;
    int64_t k = 0;
    do {  // once where there is no term
      const int64_t depth = std::min(kDepth, k_ - k), places = PlacesOf(order_, depth);
      const bool is_last = k + depth == k_, ends_run = order_ == ProductOrder::kHalves &&
                                                       (is_last || (k + depth) % kTermsOfRun == 0);
      for (int64_t r = 0; r < rows; r += rows_) {
        float* const tile = parts.first + r * places;
        if (unit_ != nullptr) {
          PackForUnit(first, false, row + r, k, depth, reinterpret_cast<Bfloat16Bits*>(tile));
        } else {
          Pack(loops_, order_, first, row + r, k, depth, RowsOfTile(rows - r), tile);
        }
      }
      float* const packed = parts.second + (blocks.keeps_second ? k * blocks.columns : 0);
      if (!is_packed) PackPanels(second, column, columns, k, depth, packed);
      for (int64_t c = 0; c < columns; c += panel_) {
        const int64_t width = WidthOf(columns - c);
        float* const panel = packed + c * places;
        for (int64_t r = 0; r < rows; r += rows_) {
          const int64_t tile_rows = RowsOfTile(rows - r), count = tile_rows * width;
          const int64_t at = k_ <= kDepth ? 0 : c * blocks.rows + r * width;
          double* const sums = parts.sums + at;
          float* const in_float = parts.in_float + (order_ == ProductOrder::kHalves ? at : 0);
          if (k == 0) {
            std::fill_n(sums, count, 0.0);
            if (order_ == ProductOrder::kHalves) std::fill_n(in_float, count, 0.0f);
          }
          MultiplyTile(parts.first + r * places, panel, depth, tile_rows, width, in_float, sums);
          if (ends_run) {
            for (int64_t i = 0; i < count; ++i) sums[i] += double{std::exchange(in_float[i], 0.0f)};
          }
          if (!is_last) continue;
          StoreTile(batch, row + r, std::min(tile_rows, rows - r), column + c, width, sums);
        }
      }
      k += depth;
    } while (k < k_);
  }

  // Where an operand's elements of a batch begin.
  std::byte* Batch(int operand, int64_t batch) const {
    int64_t offset = plan_.origin[operand];
    for (size_t axis = kBatches; axis < plan_.axes.size(); ++axis) {
      const Axis& along = plan_.axes[axis];
      offset += batch % along.extent * along.stride[operand];
      batch /= along.extent;
    }
    return run_.data[static_cast<size_t>(operand)] + offset;
  }
  Factor FactorOf(int operand, int64_t batch, size_t axis) const {
    return {Batch(operand, batch),          plan_.dtype[operand],
            plan_.axes[kK].stride[operand], plan_.axes[axis].stride[operand],
            plan_.axes[kK].extent,          plan_.axes[axis].extent};
  }

  // Products with one row, for which nothing is packed that is not used at once: strips of the
  // second factor's columns.
  void MultiplyRowVectors() const {
    // Whole panels on every target, whose sums stay in the first-level cache; of columns that lie
    // apart few, as no row is longer for more of them.
    constexpr int64_t kStrip = 40 * kMostColumns, kStripOfLines = 4 * kMostColumns;
    const int64_t strip = LiesAlongK(FactorOf(1, 0, kN)) ? kStripOfLines : kStrip;
    const int64_t strips = CeilDiv(n_, strip),
                  terms = std::min(n_, strip) * std::max(k_, int64_t{1});
    ParallelFor(batches_ * strips, std::max<int64_t>(1, GrainFor(kProductCost) / terms),
                [&](int64_t begin, int64_t end) {
                  std::vector<float> row(static_cast<size_t>(k_));
                  for (int64_t unit = begin; unit < end; ++unit) {
                    const int64_t batch = unit / strips, first = unit % strips * strip;
                    LoadRow(FactorOf(0, batch, kM), row.data());
                    MultiplyStrip(batch, row.data(), first, std::min(strip, n_ - first));
                  }
                });
  }

  void LoadRow(const Factor& factor, float* row) const {
    if (factor.along_k != DtypeBytes(factor.dtype)) {
      return Pack(loops_, ProductOrder::kFloat, factor, 0, 0, k_, 1, row);
    }
    LoadFloats(ToFloats(factor), factor.data, factor.k, row);
  }

  void MultiplyStrip(int64_t batch, const float* row, int64_t first, int64_t width) const {
    const int64_t terms = TermsOf(order_);
    thread_local std::vector<double> sums;
    thread_local std::vector<float> in_float, packed;
    sums.assign(static_cast<size_t>(width + kMostColumns), 0.0);
    in_float.resize(static_cast<size_t>(3 * (width + kMostColumns)));
    const Factor factor = FactorOf(1, batch, kN);
    if (factor.across == DtypeBytes(factor.dtype) || width == 1) {
      WithTypeOf(factor, [&](const auto* b) {
        const int64_t pitch = factor.along_k / int64_t{sizeof(*b)};
        const auto* const columns = b + first * factor.across / int64_t{sizeof(*b)};
        for (int64_t k = 0; k < k_; k += terms) {
          RowLoopsFor(b).row(row + k, columns + k * pitch, std::min(terms, k_ - k), pitch, width,
                             in_float.data(), sums.data());
        }
      });
    } else {
      int64_t done = 0;
      if (LiesAlongK(factor)) {
        WithTypeOf(factor, [&](const auto* b) {
          const int64_t pitch = factor.across / int64_t{sizeof(*b)};
          done = RowLoopsFor(b).columns(row, b + first * pitch, k_, pitch, width, sums.data());
        });
      }
      AddPacked(factor, row, first, done, width, packed, in_float, sums);
    }
    for (int64_t i = 0; i < width; i += panel_) {
      StoreTile(batch, 0, 1, first + i, 0, sums.data() + i);
    }
  }

  // Whether each column's terms lie side by side, and the columns do not.
  static bool LiesAlongK(const Factor& factor) {
    const int64_t item = DtypeBytes(factor.dtype);
    return factor.along_k == item && factor.across != item && factor.across % item == 0;
  }

  const ProductRowLoops::Ordered& RowLoops() const {
    return GetProductRowLoops().orders[static_cast<size_t>(order_)];
  }
  const auto& RowLoopsFor(const float*) const { return RowLoops().of_floats; }
  const auto& RowLoopsFor(const Bfloat16Bits*) const { return RowLoops().of_bfloat16; }
  const auto& RowLoopsFor(const Float16Bits*) const { return RowLoops().of_float16; }

  // Columns from `done` on that are not side by side, some at a time.
  void AddPacked(const Factor& factor, const float* row, int64_t first, int64_t done, int64_t width,
                 std::vector<float>& packed, std::vector<float>& in_float,
                 std::vector<double>& sums) const {
    const int64_t terms = TermsOf(order_);
    packed.resize(static_cast<size_t>(kTermsOfRun * kMostColumns));
    for (int64_t i = done; i < width; i += loops_.lanes) {
      for (int64_t k = 0; k < k_; k += kTermsOfRun) {
        const int64_t depth = std::min(kTermsOfRun, k_ - k);
        // In the order of k, whatever that of sums is.
        Pack(loops_, ProductOrder::kFloat, factor, first + i, k, depth, loops_.lanes,
             packed.data());
        for (int64_t next = 0; next < depth; next += terms) {
          RowLoops().of_floats.row(row + k + next, packed.data() + next * loops_.lanes,
                                   std::min(terms, depth - next), loops_.lanes, loops_.lanes,
                                   in_float.data(), sums.data() + i);
        }
      }
    }
  }

  // The results of a tile, `width` sums from one row to the next.
  void StoreTile(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t width,
                 const double* sums) const {
    const int64_t count = std::min(panel_, n_ - column);
    const auto at = [&](int operand) {
      return Batch(operand, batch) + row * plan_.axes[kM].stride[operand] +
             column * plan_.axes[kN].stride[operand];
    };
    const bool adds = result_ == 3 && run_.beta != 0;
    const std::byte* const added_at = adds ? at(2) : nullptr;
    std::byte* const target = at(result_);
    const aclDataType dtype = plan_.dtype[result_];
    const auto to = dtype == ACL_FLOAT  ? loops_.to_float
                    : dtype == ACL_BF16 ? loops_.to_bfloat16
                                        : loops_.to_float16;
    const int64_t item = DtypeBytes(dtype), stride = plan_.axes[kN].stride[result_];
    alignas(kAlignment) double added[kMostColumns];
    alignas(kAlignment) std::byte results[kMostColumns * sizeof(float)];
    for (int64_t r = 0; r < rows; ++r, sums += width) {
      Finish finish{run_.alpha, run_.beta, nullptr};
      if (adds) {
        LoadAdded(added_at + r * plan_.axes[kM].stride[2], count, added);
        finish.added = added;
      }
      std::byte* const to_row = target + r * plan_.axes[kM].stride[result_];
      if (stride == item) {
        to(finish, sums, count, to_row);
        continue;
      }
      to(finish, sums, count, results);
      for (int64_t i = 0; i < count; ++i) {
        std::memcpy(to_row + i * stride, results + i * item, static_cast<size_t>(item));
      }
    }
  }

  void LoadAdded(const std::byte* from, int64_t count, double* added) const {
    const aclDataType dtype = plan_.dtype[2];
    const ConvertLoop convert = LoadConversion(dtype, LoopType::kDouble);
    const int64_t stride = plan_.axes[kN].stride[2];
    std::fill(added + count, added + kMostColumns, 0.0);
    if (stride == DtypeBytes(dtype)) return convert(from, added, count);
    for (int64_t i = 0; i < count; ++i) convert(from + i * stride, added + i, 1);
  }

  const ProductRun& run_;
  const Plan& plan_;
  const ProductLoops& loops_;
  const ProductOrder order_;
  const int64_t k_, n_, m_;
  const MatrixUnit* const unit_;  // null: it is not used
  const int64_t rows_;            // of a tile of results
  const int64_t panel_;           // columns of a panel of the second factor, and of a tile
  const int result_;              // the operand
  int64_t batches_ = 1;
};

}  // namespace

void RunProduct(const ProductRun& run) {
  for (size_t axis = kN; axis < run.plan->axes.size(); ++axis) {
    if (run.plan->axes[axis].extent == 0) return;
  }
  if (run.plan->axes[kN].extent > 1 || run.plan->axes[kM].extent == 1)
    return ProductOnCpu(run).Run();
  // A product with one column is that with one row of the factors the other way round.
  Plan turned = *run.plan;
  std::swap(turned.axes[kN], turned.axes[kM]);
  for (Axis& axis : turned.axes) std::swap(axis.stride[0], axis.stride[1]);
  std::swap(turned.dtype[0], turned.dtype[1]);
  std::swap(turned.origin[0], turned.origin[1]);
  ProductRun turned_run = run;
  turned_run.plan = &turned;
  std::swap(turned_run.data[0], turned_run.data[1]);
  ProductOnCpu(turned_run).Run();
}

}  // namespace openaclnn

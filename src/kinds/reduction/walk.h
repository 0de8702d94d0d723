// The walk of a reduction on a CPU: threads take parts of results, load their terms, and put
// together what loops make of chunks. What terms come to is a *way*, a class with
//
//   Term, Part              the types of terms in loops, and of what they come to
//   kSlack                  so many parts behind those that Columns gets may be read and written
//   None()                  the part of no terms
//   Rows(terms, rows, count, parts)   parts[r] = that of row r of up to kTermsOfChunk terms
//   Columns(terms, rows, pitch, width, row, parts)   adds rows, the first of which is row `row`
//   At(part, first)         the part of a row that begins at term `first` of its result
//   Join(left, right, width)          adds parts to others of terms before theirs
//   All(parts, count)                 if parts may be joined in any order: what they come to
//   Store(first, parts, count)        makes results of parts
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ceil_div.h"
#include "cpu/sum_parts.h"
#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "kinds/reduction/shape.h"

namespace openaclnn {

inline constexpr int64_t kReductionWidth = 1024;  // columns that are taken at once
inline constexpr int64_t kReductionTile = 4096;   // elements that are loaded at once

// How results are cut. A *chunk* is up to kTermsOfChunk terms along a row, or kRowsOfBlock rows of
// up to kReductionWidth columns; chunks are put together as a tree.
struct ReductionParts : SumParts {
  explicit ReductionParts(const ReductionShape& shape)
      : SumParts(shape.along_rows ? shape.reduced * ChunksOfRow(shape)
                                  : CeilDiv(shape.reduced, kRowsOfBlock),
                 shape.along_rows ? std::min(kTermsOfChunk, shape.inner)
                                  : kRowsOfBlock * std::min(kReductionWidth, shape.inner)),
        width(shape.along_rows ? 1 : std::min(kReductionWidth, shape.inner)),
        strips(shape.along_rows ? 1 : CeilDiv(shape.inner, kReductionWidth)),
        chunks_of_row(ChunksOfRow(shape)) {}

  static int64_t ChunksOfRow(const ReductionShape& shape) {
    return shape.along_rows ? CeilDiv(shape.inner, kTermsOfChunk) : 1;
  }

  int64_t width;
  int64_t strips;
  int64_t chunks_of_row;
};

// Where terms are, and memory for ReductionPartials(shape) parts.
struct ReductionTerms {
  const Plan* plan;  // PlanInOrder of the elements alone
  std::byte* elements;
  ReductionShape shape;
  void* partials;
};

template <class Way>
class ReductionWalk {
 public:
  using T = typename Way::Term;
  using S = typename Way::Part;

  ReductionWalk(const Way& way, const ReductionTerms& terms)
      : way_(way),
        plan_(*terms.plan),
        shape_(terms.shape),
        parts_(terms.shape),
        io_(*terms.plan, {terms.elements}, false),
        partials_(static_cast<S*>(terms.partials)) {}

  void Run() const {
    const int64_t units = shape_.outer * parts_.strips * parts_.parts;
    const int64_t elements = std::max<int64_t>(1, plan_.elements / units);
    ParallelFor(units, std::max<int64_t>(1, GrainFor(kReductionCost) / elements),
                [this](int64_t begin, int64_t end) {
                  if (!shape_.along_rows) return TakeColumns(begin, end);
                  parts_.chunks == 1 ? TakeShortRows(begin, end) : TakeRows(begin, end);
                });
    if (parts_.parts > 1) JoinParts();
  }

 private:
  struct JoinByWay {
    const Way& way;
    void operator()(S* left, const S* right, int64_t width) const { way.Join(left, right, width); }
  };
  using Tree = SumTree<S, JoinByWay>;
  Tree MakeTree(int64_t width) const { return Tree(width, Way::kSlack, JoinByWay{way_}); }

  // `count` elements from `first` on, which buffers hold.
  const T* Load(int64_t first, int64_t count, const TileBuffers& buffers) const {
    Tile<T> tile{};
    tile.rows = 1;
    tile.columns = count;
    io_.Begin(first, buffers, tile);
    if (tile.inputs[0].mask != 0) return tile.inputs[0].values;
    const T value = *tile.inputs[0].values;
    T* const values = reinterpret_cast<T*>(buffers.Values(0));
    std::fill_n(values, count, value);
    return values;
  }

  // Rows, or chunks, of so many elements that are loaded at once where they lie; one element that
  // repeats has to fit a buffer.
  int64_t MostOf(int64_t elements) const {
    const bool repeats = plan_.axes.empty() || plan_.axes[0].stride[0] == 0;
    return repeats ? kReductionTile / elements : kReductionTile;
  }

  // Rows of one chunk, each a result.
  void TakeShortRows(int64_t begin, int64_t end) const {
    const TileBuffers buffers(kReductionTile);
    const int64_t most = MostOf(shape_.inner);
    std::array<S, kReductionTile> parts;
    for (int64_t row = begin; row < end;) {
      const int64_t first = row * shape_.inner, wanted = std::min(most, end - row);
      const int64_t rows = std::max<int64_t>(
          1, io_.TileAt(first, wanted * shape_.inner, kReductionTile) / shape_.inner);
      way_.Rows(Load(first, rows * shape_.inner, buffers), rows, shape_.inner, parts.data());
      way_.Store(row, parts.data(), rows);
      row += rows;
    }
  }

  // A unit is a part of a result. Those of a range follow each other, and so do their chunks, of
  // which as many are loaded at once as buffers hold, or more where they lie.
  void TakeRows(int64_t begin, int64_t end) const {
    const TileBuffers buffers(kReductionTile);
    Tree tree = MakeTree(1);
    std::vector<S> results;
    const int64_t most = MostOf(std::min(kTermsOfChunk, shape_.inner));
    std::array<S, kReductionTile> loaded;  // the parts of chunks
    int64_t first_loaded = 0, num_loaded = 0;
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t result = unit / parts_.parts, part = unit % parts_.parts;
      const int64_t first = part * parts_.chunks_of_part;
      const int64_t last = std::min(parts_.chunks, first + parts_.chunks_of_part);
      for (int64_t chunk = result * parts_.chunks + first; chunk < result * parts_.chunks + last;
           ++chunk) {
        const int64_t row = chunk / parts_.chunks_of_row, place = chunk % parts_.chunks_of_row;
        const int64_t columns = std::min(kTermsOfChunk, shape_.inner - place * kTermsOfChunk);
        const int64_t element = row * shape_.inner + place * kTermsOfChunk;
        if (chunk >= first_loaded + num_loaded) {
          first_loaded = chunk;
          // Whole rows, or whole chunks of this one.
          const int64_t alike = parts_.chunks_of_row == 1 ? most
                                : columns < kTermsOfChunk ? 1
                                                          : shape_.inner / kTermsOfChunk - place;
          const int64_t wanted = std::min({LastChunk(end) - chunk, alike, most}) * columns;
          num_loaded = std::max<int64_t>(1, io_.TileAt(element, wanted, kReductionTile) / columns);
          way_.Rows(Load(element, num_loaded * columns, buffers), num_loaded, columns,
                    loaded.data());
        }
        const S* const parts = loaded.data() + (chunk - first_loaded);
        if constexpr (requires { way_.All(parts, int64_t{1}); }) {
          const int64_t together =
              std::min(first_loaded + num_loaded, result * parts_.chunks + last) - chunk;
          *tree.Next() = way_.All(parts, together);
          chunk += together - 1;
        } else {
          const int64_t in_result =
              row % shape_.reduced * shape_.inner + place * kTermsOfChunk;  // of the first term
          *tree.Next() = way_.At(*parts, in_result);
        }
        tree.Add();
      }
      if (parts_.parts > 1) {
        partials_[unit] = *tree.Sum();
      } else {
        results.push_back(*tree.Sum());
      }
    }
    if (!results.empty()) way_.Store(begin, results.data(), end - begin);
  }
  // Behind the last chunk of the unit before `end`.
  int64_t LastChunk(int64_t end) const {
    const int64_t in_result = std::min(parts_.chunks, end % parts_.parts * parts_.chunks_of_part);
    return end / parts_.parts * parts_.chunks + in_result;
  }

  // A unit is a part of the results of a strip.
  void TakeColumns(int64_t begin, int64_t end) const {
    const TileBuffers buffers(std::max(kReductionTile, parts_.width));
    Tree tree = MakeTree(parts_.width);
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t part = unit % parts_.parts, strip = unit / parts_.parts % parts_.strips;
      const int64_t outer = unit / parts_.parts / parts_.strips;
      const int64_t column = strip * parts_.width;
      const int64_t width = std::min(parts_.width, shape_.inner - column);
      const int64_t first = part * parts_.chunks_of_part * kRowsOfBlock;
      const int64_t last = std::min(shape_.reduced, first + parts_.chunks_of_part * kRowsOfBlock);
      for (int64_t row = first; row < last; row += kRowsOfBlock) {
        S* const parts = tree.Next();
        std::fill_n(parts, width, way_.None());
        TakeBlock(outer, row, std::min(kRowsOfBlock, last - row), column, width, buffers, parts);
        tree.Add();
      }
      const S* const parts = tree.Sum();
      if (parts_.parts > 1) {
        std::copy_n(parts, width,
                    partials_ + (outer * parts_.parts + part) * shape_.inner + column);
      } else {
        way_.Store(outer * shape_.inner + column, parts, width);
      }
    }
  }

  // Adds `rows` rows from row `top` on, of `width` elements from `column` on.
  void TakeBlock(int64_t outer, int64_t top, int64_t rows, int64_t column, int64_t width,
                 const TileBuffers& buffers, S* parts) const {
    const int64_t first = (outer * shape_.reduced + top) * shape_.inner + column;
    const int64_t all = (rows - 1) * shape_.inner + width;
    if (io_.TileAt(first, all, 0) == all) {  // where they lie
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = all;
      io_.Begin(first, buffers, tile);
      if (tile.inputs[0].mask != 0) {
        return way_.Columns(tile.inputs[0].values, rows, shape_.inner, width, top, parts);
      }
    }
    // Whole rows follow each other.
    const int64_t most = width == shape_.inner ? std::max<int64_t>(1, kReductionTile / width) : 1;
    for (int64_t row = 0; row < rows;) {
      const int64_t element = first + row * shape_.inner;
      const int64_t wanted = std::min(most, rows - row);
      const int64_t here =
          std::max<int64_t>(1, io_.TileAt(element, wanted * width, kReductionTile) / width);
      way_.Columns(Load(element, here * width, buffers), here, width, width, top + row, parts);
      row += here;
    }
  }

  // The trees above the parts.
  void JoinParts() const {
    const int64_t inner = shape_.along_rows ? 1 : shape_.inner;
    const int64_t strips = CeilDiv(inner, kReductionWidth);
    ParallelFor(shape_.outer * strips, 1, [&](int64_t begin, int64_t end) {
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t outer = unit / strips, column = unit % strips * kReductionWidth;
        const int64_t width = std::min(kReductionWidth, inner - column);
        Tree tree = MakeTree(width);
        for (int64_t part = 0; part < parts_.parts; ++part) {
          std::copy_n(partials_ + (outer * parts_.parts + part) * inner + column, width,
                      tree.Next());
          tree.Add();
        }
        way_.Store(outer * inner + column, tree.Sum(), width);
      }
    });
  }

  const Way& way_;
  const Plan& plan_;
  const ReductionShape shape_;
  const ReductionParts parts_;
  const TileIo<T> io_;
  S* const partials_;
};

// Writes `count` results from `first` on: result i is result_of(i).
template <class R, class ResultOf>
void StoreResults(const TileIo<R>& io, int64_t first, int64_t count, const ResultOf& result_of) {
  const TileBuffers buffers(kReductionTile);
  for (int64_t done = 0; done < count;) {
    Tile<R> tile{};
    tile.rows = 1;
    tile.columns = io.TileAt(first + done, count - done, kReductionTile);
    io.Begin(first + done, buffers, tile);
    for (int64_t i = 0; i < tile.columns; ++i) tile.outputs[0][i] = result_of(done + i);
    io.End(first + done, buffers, tile);
    done += tile.columns;
  }
}

}  // namespace openaclnn

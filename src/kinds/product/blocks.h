// Products of matrices in blocks of results, each by one thread.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ceil_div.h"
#include "base/half.h"
#include "cpu/product_order.h"
#include "kinds/product/view.h"

namespace openaclnn {

// A product as its blocks see it: its sizes, how parts of its factors are packed, and where sums
// go. Batches are those of results, or, where they are added, all come to one.
class BlockedProduct {
 public:
  struct Sizes {
    ProductOrder order;
    int64_t k, n, m;
    int64_t batches = 1, summed = 1;  // one of the two is 1
    bool are_bfloat16 = false;        // both factors, as they lie in memory
    bool has_lines = false;           // the first factor is not packed, but read in lines
  };
  // Rows of the first factor, and the terms of all of them. The terms of each tile may leave out
  // those whose elements are 0; a null pointer leaves out none.
  struct Lines {
    const float* const* rows = nullptr;
    LineTerms all = {};
    const LineTerms* of_tiles = nullptr;
  };

  BlockedProduct(const ProductLoops& of_target, const Sizes& of_product)
      : loops(of_target), sizes(of_product) {}
  virtual ~BlockedProduct() = default;
  BlockedProduct(const BlockedProduct&) = delete;
  BlockedProduct& operator=(const BlockedProduct&) = delete;

  // What tells a batch's factor from others.
  virtual const void* FirstOf(int64_t batch) const = 0;
  virtual const void* SecondOf(int64_t batch) const = 0;

  // Packs up to `step` rows of the first factor from `row` on, of `depth` indices k from `first`
  // on, as PackLoop says (loops.h).
  virtual void PackFirst(int64_t batch, int64_t row, int64_t first, int64_t depth, int64_t step,
                         float* to) const = 0;
  // The lines of rows of the first factor, where it has such: until this thread's next call. There
  // are whole tiles of them, of which those beyond the last row may be any.
  virtual Lines LinesOf(int64_t /*batch*/, int64_t /*row*/, int64_t /*rows*/, int64_t /*first*/,
                        int64_t /*depth*/) const {
    return {};
  }
  // Packs columns of the second factor alike, in panels of `panel` columns, of which the last one
  // is as wide as whole vectors need.
  virtual void PackSecond(int64_t batch, int64_t column, int64_t columns, int64_t first,
                          int64_t depth, int64_t panel, float* to) const = 0;
  // The same for the matrix unit: squares, as PackForUnit says (packing.h). Those of so many
  // columns begin `step` elements apart.
  virtual void PackFirstForUnit(int64_t batch, int64_t row, int64_t first, int64_t depth,
                                Bfloat16Bits* to) const = 0;
  virtual void PackSecondForUnit(int64_t batch, int64_t column, int64_t columns, int64_t first,
                                 int64_t depth, int64_t step, Bfloat16Bits* to) const = 0;

  // Finishes and stores `rows` by `columns` sums, of which rows are `pitch` apart. Up to a vector
  // more of them is read. There are up to kMostColumns columns.
  virtual void Store(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
                     int64_t pitch, const double* sums) const = 0;
  // The same of sums in float to which nothing is to be added, or false: then Store has to.
  virtual bool StoreFloats(int64_t /*batch*/, int64_t /*row*/, int64_t /*rows*/, int64_t /*column*/,
                           int64_t /*columns*/, int64_t /*pitch*/, const float* /*sums*/) const {
    return false;
  }

  // Columns of the panel that begins where `rest` are left: whole vectors.
  int64_t WidthOf(int64_t panel, int64_t rest) const {
    return CeilDiv(std::min(panel, rest), loops.lanes) * loops.lanes;
  }

  const ProductLoops& loops;
  const Sizes sizes;
};

void MultiplyInBlocks(const BlockedProduct& product);
void MultiplyInBlocks(const ProductView& view);

}  // namespace openaclnn

// A product as its loops see it: sizes, factors of each batch, and where results go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpu/product_order.h"
#include "kinds/product/loops.h"
#include "kinds/product/packing.h"
#include "kinds/product/run.h"
#include "tensor/plan.h"

namespace openaclnn {

class ProductView {
 public:
  enum AxisOfPlan : size_t { kK, kN, kM, kBatches };

  explicit ProductView(const ProductRun& run);

  // The factors of a batch: of one of the results, or of one of those that are added.
  Factor First(int64_t batch) const { return FactorOf(0, batch, kM); }
  Factor Second(int64_t batch) const { return FactorOf(1, batch, kN); }

  bool AreFloats() const { return plan_.dtype[0] == ACL_FLOAT && plan_.dtype[1] == ACL_FLOAT; }

  // Whether both factors are of integers that stand for themselves.
  bool AreIntegers() const {
    const auto are = [this](int64_t batch, int operand) {
      const Integers* const integers = FactorOf(operand, batch, kM).integers;
      return integers != nullptr && integers->StandForThemselves();
    };
    return are(0, 0) && are(0, 1);
  }

  // An operand's element of a batch.
  std::byte* At(int operand, int64_t batch, int64_t row, int64_t column) const {
    return Batch(operand, batch) + row * plan_.axes[kM].stride[operand] +
           column * plan_.axes[kN].stride[operand];
  }

  // Finishes and stores `rows` by `columns` sums, of which rows are `pitch` apart. Up to a vector
  // more of them is read. There are up to kMostColumns columns.
  void Store(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
             int64_t pitch, const double* sums) const;
  // The same of sums in float that only have to be rounded; false if they are not.
  bool StoreFloats(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
                   int64_t pitch, const float* sums) const;
  // The same of exact sums of integers.
  bool StoreIntegers(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
                     int64_t pitch, const int32_t* sums) const;

  const ProductLoops& loops;
  const ProductOrder order;
  const int64_t k, n, m;
  int64_t batches = 1;  // of results
  int64_t summed = 1;   // batches that come to one; either this is 1 or `batches`

 private:
  // Whether StoreScaled stores results.
  bool AreScaled() const;
  bool Adds() const { return result_ == 3 && run_.beta != 0; }
  // Where an operand's elements of a batch begin.
  std::byte* Batch(int operand, int64_t batch) const;
  // Bytes from an operand's first element to that of a batch.
  static int64_t OffsetOf(const Plan& plan, int operand, int64_t batch);
  void FindIntegers();
  // The same for results that are scaled, or of INT32.
  template <class Sum>
  void StoreScaled(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
                   int64_t pitch, const Sum* sums) const;
  Factor FactorOf(int operand, int64_t batch, size_t axis) const;
  void LoadAdded(const std::byte* from, int64_t count, double* added) const;

  const ProductRun& run_;
  const Plan& plan_;
  const int result_;                // the operand
  std::vector<Integers> integers_;  // of both factors of each batch, if there are any
};

}  // namespace openaclnn

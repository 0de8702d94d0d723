// The largest sizes of rows: dtypes, layouts, lengths, special values, and the same bits on all
// SIMD targets and for any number of threads.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "gtest/gtest.h"
#include "kinds/row_sizes/plan.h"
#include "tests/kinds/slots.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

// `rows` of x transposed if `is_transposed`.
void ExpectSizes(Array& x, Array* factor, double divisor, bool is_transposed) {
  const int64_t rows = x.shape[0], columns = x.shape[1];
  Array expected(ACL_FLOAT, {rows});
  for (int64_t r = 0; r < rows; ++r) {
    double largest = 0;
    for (int64_t c = 0; c < columns; ++c) {
      const double value = x.Value(is_transposed ? c * rows + r : r * columns + c);
      const double size = std::abs(factor != nullptr ? value * factor->Value(c) : value);
      largest = std::isnan(size) || std::isnan(largest) ? kNan : std::max(largest, size);
    }
    expected.SetBits(r, BitsOf(ACL_FLOAT, largest / divisor));
  }
  for (const int64_t target : SimdTargets()) {
    for (const int threads : {1, 3}) {
      const ScopedSettings settings([&](Settings& changed) {
        changed.simd_targets = target;
        changed.num_threads = threads;
      });
      Array sizes(ACL_FLOAT, {rows});
      Slots slots;
      const Value of_x = slots.Of(x, is_transposed ? Dims{1, rows} : Dims{});
      const std::optional<Value> of_factor =
          factor != nullptr ? std::optional(slots.Of(*factor)) : std::nullopt;
      slots.Run(PlanRowSizes(
          {.x = of_x, .factor = of_factor, .divisor = divisor, .out = slots.Of(sizes)}));
      ASSERT_TRUE(SameBits(sizes, expected)) << TargetName(target) << ", " << threads;
    }
  }
}

TEST(RowSizesTest, DtypesLayoutsAndLengths) {
  for (const Shape& shape : {Shape{3, 1}, Shape{70, 33}, Shape{2, 9000}, Shape{400, 8}}) {
    for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16, ACL_FLOAT, ACL_INT8}) {
      SCOPED_TRACE(TextOf(shape) + " " + std::to_string(dtype));
      Array x = RandomArray(dtype, shape, 1);
      Array factor = RandomArray(ACL_FLOAT16, {shape[1]}, 2, 0.5, 3);
      for (const bool is_transposed : {false, true}) {
        ExpectSizes(x, nullptr, 127, is_transposed);
        ExpectSizes(x, &factor, 7, is_transposed);
      }
    }
  }
}

TEST(RowSizesTest, EmptyRowsAndNoRows) {
  Array empty(ACL_FLOAT16, {4, 0}), none(ACL_FLOAT16, {0, 4});
  ExpectSizes(empty, nullptr, 127, false);
  ExpectSizes(none, nullptr, 127, false);
}

}  // namespace
}  // namespace openaclnn::test

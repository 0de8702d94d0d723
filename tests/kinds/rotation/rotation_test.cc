// Rotations: pairings, tables that repeat, layouts, dtypes and results in the place of x, with the
// same bits on all SIMD targets and for any number of threads.
#include <cstddef>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "kinds/rotation/plan.h"
#include "tests/kinds/slots.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::rotation_test {
namespace {

struct Rotated {
  Pairing of_x, of_result;
};
constexpr Rotated kAllRotated[] = {{Pairing::kHalves, Pairing::kHalves},
                                   {Pairing::kNeighbours, Pairing::kNeighbours},
                                   {Pairing::kQuarters, Pairing::kQuarters},
                                   {Pairing::kNeighbours, Pairing::kHalves}};

// Element i of a row is the first or the second one of a pair, whose other element is at `other`.
struct InPair {
  bool is_first;
  int64_t other;
};
InPair PairOf(Pairing pairing, int64_t i, int64_t size) {
  const int64_t part = pairing == Pairing::kNeighbours ? 1
                       : pairing == Pairing::kHalves   ? size / 2
                                                       : size / 4;
  const bool is_first = i / part % 2 == 0;
  return {is_first, is_first ? i + part : i - part};
}

// Where the number at place i of a result is in x, whose pairs may lie in another way.
int64_t PlaceInX(const Rotated& rotated, int64_t i, int64_t size) {
  if (rotated.of_x == rotated.of_result) return i;
  return i < size / 2 ? 2 * i : 2 * (i - size / 2) + 1;
}

// x: [a, b, c, size]; the tables: [1 or a, 1 or b, 1 or c, size].
Array Expected(const Rotated& rotated, const Array& x, const Array& cos, const Array& sin) {
  const int64_t size = x.shape[3];
  return {x.dtype, x.shape, [&](int64_t element) {
            const int64_t i = element % size, row = element / size;
            int64_t rest = row, table = 0, step = 1;
            for (size_t axis = 3; axis-- > 0; rest /= x.shape[axis]) {
              if (cos.shape[axis] > 1) table += rest % x.shape[axis] * step;
              step *= cos.shape[axis];
            }
            const InPair pair = PairOf(rotated.of_result, i, size);
            const double own = x.Value(row * size + PlaceInX(rotated, i, size)),
                         other = x.Value(row * size + PlaceInX(rotated, pair.other, size)),
                         by_cos = own * cos.Value(table * size + i),
                         by_sin = other * sin.Value(table * size + i);
            return BitsOf(x.dtype, pair.is_first ? by_cos - by_sin : by_cos + by_sin);
          }};
}

enum class Place { kDense, kTurned, kInX };

void ExpectRotated(const Rotated& rotated, const Array& x, const Array& cos, const Array& sin,
                   Place place) {
  const Array expected = Expected(rotated, x, cos, sin);
  // The first two axes the other way round, in memory.
  const Shape& shape = x.shape;
  const Dims turned = {shape[2] * shape[3], shape[0] * shape[2] * shape[3], shape[3], 1};
  Array moved(x.dtype, shape, [&](int64_t i) {
    const int64_t inner = shape[2] * shape[3], outer = i / inner;
    return x.Bits((outer % shape[0] * shape[1] + outer / shape[0]) * inner + i % inner);
  });
  for (const int64_t target : SimdTargets()) {
    for (const int threads : {1, 3}) {
      const ScopedSettings settings([&](Settings& changed) {
        changed.simd_targets = target;
        changed.num_threads = threads;
      });
      Array from = place == Place::kTurned ? moved : x, of_cos = cos, of_sin = sin;
      Array to(x.dtype, shape);
      Slots slots;
      const Value in = slots.Of(from, place == Place::kTurned ? turned : Dims{});
      const Value out = place == Place::kInX ? in : slots.Of(to);
      slots.Run(PlanRotation({.x = in,
                              .cos = slots.Of(of_cos),
                              .sin = slots.Of(of_sin),
                              .out = out,
                              .of_x = rotated.of_x,
                              .of_result = rotated.of_result}));
      ASSERT_TRUE(SameBits(place == Place::kInX ? from : to, expected))
          << TargetName(target) << ", " << threads;
    }
  }
}

TEST(RotationTest, PairingsTablesAndLayouts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t size : {4, 8, 20, 128}) {
      const Shape shape = {3, 2, 5, size};
      const Array x = RandomArray(dtype, shape, 1);
      for (const Shape& of_tables :
           {Shape{1, 1, 1, size}, Shape{1, 2, 1, size}, Shape{3, 1, 5, size}, shape}) {
        const Array cos = RandomArray(dtype, of_tables, 2), sin = RandomArray(dtype, of_tables, 3);
        for (const Rotated& rotated : kAllRotated) {
          SCOPED_TRACE(TextOf(of_tables) + " " + std::to_string(static_cast<int>(rotated.of_x)) +
                       std::to_string(static_cast<int>(rotated.of_result)) + ", dtype " +
                       std::to_string(dtype));
          for (const Place place : {Place::kDense, Place::kTurned, Place::kInX}) {
            ExpectRotated(rotated, x, cos, sin, place);
          }
        }
      }
    }
  }
}

TEST(RotationTest, SpecialValues) {
  const Array x(ACL_FLOAT, {1, 1, 1, 8}, [](int64_t i) {
    const double values[] = {kInfinity, -0.0, kNan, 1, 0.0, 2, 3, -kInfinity};
    return BitsOf(ACL_FLOAT, values[i]);
  });
  const Array cos = RandomArray(ACL_FLOAT, x.shape, 2), sin = RandomArray(ACL_FLOAT, x.shape, 3);
  for (const Rotated& rotated : kAllRotated) ExpectRotated(rotated, x, cos, sin, Place::kDense);
}

}  // namespace
}  // namespace openaclnn::test::rotation_test

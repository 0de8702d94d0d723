// The kernel of kinds/rotation: a thread for each pair.
#include <cstdint>

#include "cuda/device/elements.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"
#include "kinds/rotation/rotation_argument.h"

namespace openaclnn {
namespace {

// Results come first.
enum { kOut, kX, kCos, kSin, kCountOperands };

// The element of operand `operand` at a place of a row.
struct PlaceInRow {
  OPENACLNN_INLINE PlaceInRow(const RotationArgument& run, int64_t element) : walk(run.walk) {
    Locate(run.walk, element, at);
  }
  OPENACLNN_INLINE double Load(int operand) const {
    return LoadElement<double>(at[operand], walk.dtype[operand], false);
  }
  OPENACLNN_INLINE void Store(double number) const {
    StoreElement(at[kOut], walk.dtype[kOut], number);
  }

  const ElementwiseArgument& walk;
  uint64_t at[kCountOperands];
};

OPENACLNN_INLINE void Rotate(const RotationArgument& run) {
  const int64_t pairs_of_row = run.size / 2;
  for (int64_t i = ThisThread(); i < run.pairs; i += CountThreads()) {
    const int64_t row = i / pairs_of_row, pair = i % pairs_of_row, begin = row * run.size;
    const PairPlaces of_x = PlacesOfPair(run.of_x, pair, run.size),
                     of_result = PlacesOfPair(run.of_result, pair, run.size);
    const double a = PlaceInRow(run, begin + of_x.first).Load(kX),
                 b = PlaceInRow(run, begin + of_x.second).Load(kX);
    const PlaceInRow first(run, begin + of_result.first), second(run, begin + of_result.second);
    const double of_first = a * first.Load(kCos) - b * first.Load(kSin),
                 of_second = b * second.Load(kCos) + a * second.Load(kSin);
    first.Store(of_first);
    second.Store(of_second);
  }
}

}  // namespace

OPENACLNN_NAMED_KERNEL(openaclnn_rotate, Rotate, RotationArgument)

}  // namespace openaclnn

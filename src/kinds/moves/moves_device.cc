// The kernels of kinds/moves/launch.h: each thread takes elements a whole grid apart, of operands
// of any layout and dtype. They become elements of another dtype as in cpu/cast.h.
#include <cstdint>

#include "acl/acl_base.h"
#include "cuda/argument.h"
#include "cuda/device/elements.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"
#include "kinds/moves/device/elements.h"

namespace openaclnn {
namespace {

// By a number that holds all of the source's dtype.
template <class T>
OPENACLNN_INLINE void MoveNumber(uint64_t source, int from, uint64_t target, int to) {
  StoreElement(target, to, LoadElement<T>(source, from, false));
}

// A complex number: to one of the other size, else its real part, or whether it is not 0.
template <class Part, class OtherPart>
OPENACLNN_INLINE void MovePair(uint64_t source, uint64_t target, int to) {
  const auto real = LoadAt<Part>(source), imaginary = LoadAt<Part>(source + sizeof(Part));
  if (!IsPair(to)) return StoreElement(target, to, to == ACL_BOOL && real == 0 ? imaginary : real);
  StoreAt(target, static_cast<OtherPart>(real));
  StoreAt(target + sizeof(OtherPart), static_cast<OtherPart>(imaginary));
}

OPENACLNN_INLINE void MoveElement(uint64_t source, int from, uint64_t target, int to) {
  if (from == to) return CopyElement(source, target, to);
  switch (from) {
    case ACL_FLOAT:
    case ACL_FLOAT16:
    case ACL_BF16:
      return MoveNumber<float>(source, from, target, to);
    case ACL_DOUBLE:
      return MoveNumber<double>(source, from, target, to);
    case ACL_COMPLEX64:
      return MovePair<float, double>(source, target, to);
    case ACL_COMPLEX128:
      return MovePair<double, float>(source, target, to);
    case ACL_UINT64:
      return MoveNumber<uint64_t>(source, from, target, to);
    default:
      return MoveNumber<int64_t>(source, from, target, to);
  }
}

template <class Bits>
OPENACLNN_INLINE void StorePart(uint64_t target, const ElementwiseArgument& argument, int part) {
  Bits bits;
  __builtin_memcpy(&bits, argument.formula + part * sizeof(Bits), sizeof(Bits));
  StoreAt(target + part * sizeof(Bits), bits);
}

// An element of the dtype is in the place of the formula.
OPENACLNN_INLINE void FillElement(uint64_t target, const ElementwiseArgument& argument) {
  const int dtype = argument.dtype[0];
  switch (PartBytes(dtype)) {
    case 1:
      return StorePart<uint8_t>(target, argument, 0);
    case 2:
      return StorePart<uint16_t>(target, argument, 0);
    case 4:
      if (IsPair(dtype)) StorePart<uint32_t>(target, argument, 1);
      return StorePart<uint32_t>(target, argument, 0);
    default:
      if (IsPair(dtype)) StorePart<uint64_t>(target, argument, 1);
      return StorePart<uint64_t>(target, argument, 0);
  }
}

// The target is the argument's first operand, its inputs follow.

struct Fill {
  static constexpr int kOperands = 1;
  static OPENACLNN_INLINE void Run(const ElementwiseArgument& argument, const uint64_t (&at)[1]) {
    FillElement(at[0], argument);
  }
};

struct Move {
  static constexpr int kOperands = 2;
  static OPENACLNN_INLINE void Run(const ElementwiseArgument& argument, const uint64_t (&at)[2]) {
    MoveElement(at[1], argument.dtype[1], at[0], argument.dtype[0]);
  }
};

struct Select {
  static constexpr int kOperands = 4;
  static OPENACLNN_INLINE void Run(const ElementwiseArgument& argument, const uint64_t (&at)[4]) {
    const bool is_first = LoadAt<uint8_t>(at[1]) != 0;
    MoveElement(is_first ? at[2] : at[3], is_first ? argument.dtype[2] : argument.dtype[3], at[0],
                argument.dtype[0]);
  }
};

template <class Work>
OPENACLNN_INLINE void RunElements(const ElementwiseArgument& argument) {
  for (int64_t i = ThisThread(); i < argument.elements; i += CountThreads()) {
    uint64_t at[Work::kOperands];
    Locate(argument, i, at);
    Work::Run(argument, at);
  }
}

}  // namespace

OPENACLNN_NAMED_KERNEL(openaclnn_fill, RunElements<Fill>, ElementwiseArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_move, RunElements<Move>, ElementwiseArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_select, RunElements<Select>, ElementwiseArgument)

}  // namespace openaclnn

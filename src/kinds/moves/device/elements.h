// Elements of any dtype that device code copies as they are.
#pragma once

#include <cstdint>

#include "acl/acl_base.h"
#include "cuda/device/words.h"
#include "formulas/target.h"

namespace openaclnn {

OPENACLNN_INLINE bool IsPair(int dtype) {
  return dtype == ACL_COMPLEX64 || dtype == ACL_COMPLEX128;
}

// Bytes of an element, or of each part of a complex one, whose address is a multiple of that.
OPENACLNN_INLINE int PartBytes(int dtype) {
  switch (dtype) {
    case ACL_BOOL:
    case ACL_INT8:
    case ACL_UINT8:
      return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
    case ACL_COMPLEX64:
      return 4;
    default:
      return 8;
  }
}

template <class Bits>
OPENACLNN_INLINE void CopyBits(uint64_t source, uint64_t target, bool pair) {
  const auto first = LoadAt<Bits>(source);
  if (pair) StoreAt(target + sizeof(Bits), LoadAt<Bits>(source + sizeof(Bits)));
  StoreAt(target, first);
}

OPENACLNN_INLINE void CopyElement(uint64_t source, uint64_t target, int dtype) {
  switch (PartBytes(dtype)) {
    case 1:
      return CopyBits<uint8_t>(source, target, false);
    case 2:
      return CopyBits<uint16_t>(source, target, false);
    case 4:
      return CopyBits<uint32_t>(source, target, IsPair(dtype));
    default:
      return CopyBits<uint64_t>(source, target, IsPair(dtype));
  }
}

OPENACLNN_INLINE void ZeroElement(uint64_t target, int dtype) {
  const int bytes = PartBytes(dtype);
  if (bytes == 8 && IsPair(dtype)) StoreAt(target + 8, uint64_t{0});
  switch (bytes) {
    case 1:
      return StoreAt(target, uint8_t{0});
    case 2:
      return StoreAt(target, uint16_t{0});
    case 4:
      if (IsPair(dtype)) StoreAt(target + 4, uint32_t{0});
      return StoreAt(target, uint32_t{0});
    default:
      return StoreAt(target, uint64_t{0});
  }
}

}  // namespace openaclnn

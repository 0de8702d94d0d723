#include "device/cuda/copies.h"

#include <algorithm>
#include <cstring>

namespace openaclnn::cuda {
namespace {

Address AddressOf(const void* memory) { return reinterpret_cast<Address>(memory); }

}  // namespace

// The driver sees by the addresses where memory is, but does not copy ranges that overlap. Pieces
// as long as the two are apart do not, and in this order none is written before it was read.
Result PutCopy(const Driver& driver, void* dst, const void* src, size_t count, Stream stream) {
  const Address to = AddressOf(dst), from = AddressOf(src);
  const size_t apart = to > from ? to - from : from - to;
  for (size_t done = 0; done < count;) {
    const size_t piece = std::min(apart, count - done);
    const size_t at = to < from || apart >= count ? done : count - done - piece;
    const Result result = driver.memcpy_async(to + at, from + at, piece, stream);
    if (result != kSuccess) return result;
    done += piece;
  }
  return kSuccess;
}

Result PutFill(const Driver& driver, void* memory, int32_t value, size_t count, Stream stream) {
  unsigned type = 0;
  if (driver.pointer_get_attribute(&type, kMemoryType, AddressOf(memory)) == kInvalidValue) {
    const Result result = driver.stream_synchronize(stream);
    if (result == kSuccess) std::memset(memory, value, count);
    return result;
  }
  return driver.memset_async(AddressOf(memory), static_cast<unsigned char>(value), count, stream);
}

}  // namespace openaclnn::cuda

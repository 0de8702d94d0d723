// Which bytes of one allocation somebody has written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace openaclnn {

// Positions are offsets; ranges [begin, end) lie within the size. Memory that is written wholly, or
// not at all, needs no bits.
class WrittenBytes {
 public:
  explicit WrittenBytes(size_t size) : size_(size), missing_(size) {}

  size_t size() const { return size_; }
  bool IsWhole() const { return missing_ == 0; }  // each byte is written
  void Write(size_t begin, size_t end);
  void Unwrite(size_t begin, size_t end);
  // As `count` bytes of `source` are from `from` on. The two may be the same object.
  void CopyFrom(const WrittenBytes& source, size_t from, size_t to, size_t count);

  // How many of these nobody has written; the first of them, `end` if there are none.
  size_t CountUnwritten(size_t begin, size_t end) const;
  size_t FirstUnwritten(size_t begin, size_t end) const;

 private:
  struct Free {
    void operator()(uint64_t* bits) const { std::free(bits); }
  };

  void Set(size_t begin, size_t end, bool written);
  void NeedBits();
  bool IsWritten(size_t at) const;
  // Where the bytes that are as the one at `begin` end.
  size_t EndOfRun(size_t begin, size_t end) const;

  size_t size_;
  size_t missing_;                          // bytes that nobody has written
  std::unique_ptr<uint64_t[], Free> bits_;  // null: all bytes are the same
};

}  // namespace openaclnn

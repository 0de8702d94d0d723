#include "checked/written.h"

#include <algorithm>
#include <bit>
#include <new>

namespace openaclnn {
namespace {

constexpr size_t kBits = 64;  // of a word

// Calls visit(index of a word, mask of its bits in the range).
template <class Visit>
void ForEachWord(size_t begin, size_t end, Visit visit) {
  while (begin < end) {
    const size_t first = begin % kBits, count = std::min(end - begin, kBits - first);
    visit(begin / kBits, (~uint64_t{0} >> (kBits - count)) << first);
    begin += count;
  }
}

}  // namespace

void WrittenBytes::Write(size_t begin, size_t end) { Set(begin, end, true); }

void WrittenBytes::Unwrite(size_t begin, size_t end) { Set(begin, end, false); }

void WrittenBytes::CopyFrom(const WrittenBytes& source, size_t from, size_t to, size_t count) {
  for (size_t done = 0; done < count;) {
    const size_t end = source.EndOfRun(from + done, from + count) - from;
    Set(to + done, to + end, source.IsWritten(from + done));
    done = end;
  }
}

size_t WrittenBytes::CountUnwritten(size_t begin, size_t end) const {
  if (bits_ == nullptr) return missing_ == 0 ? 0 : end - begin;
  size_t count = 0;
  ForEachWord(begin, end, [&](size_t word, uint64_t mask) {
    count += static_cast<size_t>(std::popcount(~bits_[word] & mask));
  });
  return count;
}

size_t WrittenBytes::FirstUnwritten(size_t begin, size_t end) const {
  return begin < end && IsWritten(begin) ? EndOfRun(begin, end) : begin;
}

void WrittenBytes::Set(size_t begin, size_t end, bool written) {
  const size_t missing = CountUnwritten(begin, end);
  const size_t change = written ? missing : end - begin - missing;
  if (change == 0) return;
  const size_t left = written ? missing_ - change : missing_ + change;
  if (left == 0 || left == size_) {
    missing_ = left;
    bits_ = nullptr;
    return;
  }
  NeedBits();
  missing_ = left;
  ForEachWord(begin, end, [&](size_t word, uint64_t mask) {
    bits_[word] = written ? bits_[word] | mask : bits_[word] & ~mask;
  });
}

void WrittenBytes::NeedBits() {
  if (bits_ != nullptr) return;
  const size_t words = (size_ + kBits - 1) / kBits;
  bits_.reset(static_cast<uint64_t*>(std::calloc(words, sizeof(uint64_t))));
  if (bits_ == nullptr) throw std::bad_alloc();
  if (missing_ == 0) std::fill_n(bits_.get(), words, ~uint64_t{0});
}

bool WrittenBytes::IsWritten(size_t at) const {
  if (bits_ == nullptr) return missing_ == 0;
  return (bits_[at / kBits] >> (at % kBits) & 1) != 0;
}

size_t WrittenBytes::EndOfRun(size_t begin, size_t end) const {
  if (bits_ == nullptr) return end;
  const uint64_t same = IsWritten(begin) ? ~uint64_t{0} : 0;
  while (begin < end) {
    const uint64_t others = (bits_[begin / kBits] ^ same) >> (begin % kBits);
    if (others != 0) return std::min(end, begin + static_cast<size_t>(std::countr_zero(others)));
    begin += kBits - begin % kBits;
  }
  return end;
}

}  // namespace openaclnn

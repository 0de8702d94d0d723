#include "kinds/product/integers.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "base/half.h"
#include "base/int4.h"
#include "cpu/convert.h"
#include "cpu/prefetch.h"
#include "cpu/product_order.h"
#include "cpu/transpose.h"
#include "kinds/product/integer_loops.h"
#include "kinds/product/packing.h"

namespace openaclnn {
namespace {

// What a thread keeps from call to call.
struct Memory {
  std::vector<uint16_t> numbers;
  std::vector<int8_t> integers;
  std::vector<float> scales, offsets, turned, terms;
};

Memory& ThreadMemory() {
  static thread_local Memory memory;
  return memory;
}

const NumberLoops& LoopsFor(aclDataType dtype) {
  return dtype == ACL_BF16 ? GetIntegerLoops().to_bfloat16 : GetIntegerLoops().to_float16;
}

// Scales of FLOAT16, one for each block, that lie as IntegerColumns has them; null if they do not.
const uint16_t* HalvesOfBlocks(const Integers& integers, int64_t first, int64_t groups) {
  const GroupedNumbers& scale = integers.scale;
  constexpr int64_t kItem = sizeof(uint16_t);
  const bool are_there = scale.data != nullptr && scale.dtype == ACL_FLOAT16 &&
                         integers.group == kTermsOfBlock && scale.along_groups == kItem &&
                         scale.across == groups * kItem;
  return are_there ? reinterpret_cast<const uint16_t*>(scale.data + first * scale.across) : nullptr;
}

// The numbers of `width` columns for all groups, as IntegerColumns has them.
void LoadColumns(const GroupedNumbers& numbers, int64_t first, int64_t width, int64_t groups,
                 float none, std::vector<float>& turned, std::vector<float>& to) {
  to.resize(static_cast<size_t>(width * groups + kMostBlocks));
  if (numbers.data == nullptr) {
    std::fill(to.begin(), to.end(), none);
    return;
  }
  const std::byte* const from = numbers.data + first * numbers.across;
  const int64_t item = DtypeBytes(numbers.dtype);
  const bool are_side_by_side =
      groups == 1 || (numbers.along_groups == item && numbers.across == groups * item);
  if (are_side_by_side) {
    return LoadNumbers(numbers.dtype, from, groups == 1 ? numbers.across : item, width * groups,
                       to.data());
  }
  if (numbers.across == item) {
    turned.resize(static_cast<size_t>(width * groups));
    for (int64_t g = 0; g < groups; ++g) {
      LoadNumbers(numbers.dtype, from + g * numbers.along_groups, numbers.across, width,
                  turned.data() + g * width);
    }
    constexpr int64_t kItem = sizeof(float);
    Transpose({reinterpret_cast<const std::byte*>(turned.data()), width * kItem,
               reinterpret_cast<std::byte*>(to.data()), groups * kItem, groups, width},
              kItem);
    return;
  }
  for (int64_t c = 0; c < width; ++c) {
    LoadNumbers(numbers.dtype, from + c * numbers.across, numbers.along_groups, groups,
                to.data() + c * groups);
  }
}

// A FLOAT that lies in the low half of 64 bits.
void LoadLowHalves(const std::byte* from, int64_t stride, int64_t count, float* to) {
  for (int64_t i = 0; i < count; ++i) std::memcpy(to + i, from + i * stride, sizeof(float));
}

class Part {
 public:
  Part(const Factor& whole, int64_t row, int64_t rows, int64_t first, int64_t depth, Memory& memory)
      : integers_(*whole.integers),
        loops_(LoopsFor(whole.dtype)),
        memory_(memory),
        row_(row),
        rows_(rows),
        first_(first),
        depth_(depth) {
    memory.numbers.resize(static_cast<size_t>(rows * depth));
  }

  // Row by row.
  void MakeRows() const {
    const int64_t from_group = first_ / integers_.group,
                  groups = (first_ + depth_ - 1) / integers_.group - from_group + 1;
    for (int64_t r = 0; r < rows_; ++r) {
      const int8_t* const line = Line(ElementAt(row_ + r, first_), integers_.along_k, depth_);
      LoadAll(from_group, row_ + r, groups, true);
      loops_.groups(line, depth_, (from_group + 1) * integers_.group - first_, integers_.group,
                    memory_.scales.data(), memory_.offsets.data(),
                    memory_.numbers.data() + r * depth_);
    }
  }

  // Index k by index k, in the places of all rows.
  void MakeColumns() const {
    int64_t group = -1;
    for (int64_t k = first_; k < first_ + depth_; ++k) {
      if (k / integers_.group != group) {
        group = k / integers_.group;
        LoadAll(group, row_, rows_, false);
      }
      loops_.each(Line(ElementAt(row_, k), integers_.across, rows_), rows_, memory_.scales.data(),
                  memory_.offsets.data(), memory_.numbers.data() + (k - first_) * rows_);
    }
  }

  // The integers themselves, row by row or index k by index k.
  void CopyLines(bool in_columns, int64_t item) const {
    const int64_t lines = in_columns ? depth_ : rows_, count = in_columns ? rows_ : depth_,
                  step = in_columns ? integers_.across : integers_.along_k;
    for (int64_t i = 0; i < lines; ++i) {
      const int8_t* const line =
          Line(in_columns ? ElementAt(row_, first_ + i) : ElementAt(row_ + i, first_), step, count);
      if (item == 1) {
        std::copy_n(line, count, reinterpret_cast<int8_t*>(memory_.numbers.data()) + i * count);
      } else {
        std::copy_n(line, count, reinterpret_cast<int16_t*>(memory_.numbers.data()) + i * count);
      }
    }
  }

 private:
  int64_t ElementAt(int64_t row, int64_t k) const {
    return row * integers_.across + k * integers_.along_k;
  }

  // `count` integers as bytes.
  const int8_t* Line(int64_t element, int64_t step, int64_t count) const {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(integers_.data);
    if (integers_.bits == 8 && step == 1) return reinterpret_cast<const int8_t*>(bytes + element);
    memory_.integers.resize(static_cast<size_t>(count));
    int8_t* const to = memory_.integers.data();
    if (step == 1 && element % 2 == 0) {
      GetIntegerLoops().unpack(bytes + element / 2, count, to);
      return to;
    }
    for (int64_t i = 0; i < count; ++i, element += step) {
      if (integers_.bits == 8) {
        to[i] = static_cast<int8_t>(bytes[element]);
      } else {
        to[i] = static_cast<int8_t>(Int4(bytes[element / 2] >> (element % 2 * 4)));
      }
    }
    return to;
  }

  // Scales and offsets of `count` groups of a row, or rows of a group.
  void LoadAll(int64_t group, int64_t row, int64_t count, bool of_groups) const {
    const auto load = [&](const GroupedNumbers& numbers, float none, std::vector<float>& to) {
      to.resize(static_cast<size_t>(count));
      if (numbers.data == nullptr) {
        std::fill_n(to.data(), count, none);
        return;
      }
      LoadNumbers(numbers.dtype, numbers.data + group * numbers.along_groups + row * numbers.across,
                  of_groups ? numbers.along_groups : numbers.across, count, to.data());
    };
    load(integers_.scale, 1, memory_.scales);
    load(integers_.offset, 0, memory_.offsets);
  }

  const Integers& integers_;
  const NumberLoops& loops_;
  Memory& memory_;
  const int64_t row_, rows_, first_, depth_;
};

}  // namespace

void LoadOffsetsOfWords(const std::byte* from, int64_t stride, int64_t count, float* to) {
  for (int64_t i = 0; i < count; ++i) {
    uint64_t word;
    std::memcpy(&word, from + i * stride, sizeof(word));
    to[i] = static_cast<float>(OffsetOfWord(word));
  }
}

void LoadNumbers(aclDataType dtype, const std::byte* from, int64_t stride, int64_t count,
                 float* to) {
  const int64_t item = DtypeBytes(dtype);
  if (IsOfWords(dtype)) return LoadLowHalves(from, stride, count, to);
  const Factor numbers{from, dtype, stride, 0, count, 1};
  if (stride == item) return LoadFloats(numbers, from, count, to);
  LoadFloats(numbers, from, 1, to);
  for (int64_t i = 1; i < count; ++i) {
    if (stride == 0) {
      to[i] = to[0];
    } else {
      LoadFloats(numbers, from + i * stride, 1, to + i);
    }
  }
}

Factor NumbersOf(const Factor& whole, int64_t row, int64_t rows, int64_t first, int64_t depth) {
  Memory& memory = ThreadMemory();
  const Part part(whole, row, rows, first, depth, memory);
  const bool in_columns = whole.integers->across == 1 && whole.integers->along_k != 1;
  if (depth > 0 && rows > 0) in_columns ? part.MakeColumns() : part.MakeRows();
  constexpr int64_t kItem = sizeof(uint16_t);
  return {reinterpret_cast<const std::byte*>(memory.numbers.data()),
          whole.dtype,
          in_columns ? rows * kItem : kItem,
          in_columns ? kItem : depth * kItem,
          depth,
          rows};
}

Factor IntegersOf(const Factor& whole, int64_t row, int64_t rows, int64_t first, int64_t depth,
                  int64_t item) {
  const Integers& integers = *whole.integers;
  const aclDataType dtype = item == 1 ? ACL_INT8 : ACL_INT16;
  const bool in_columns = integers.across == 1 && integers.along_k != 1;
  if (item == 1 && integers.bits == 8 && (in_columns || integers.along_k == 1)) {
    return {integers.data + row * integers.across + first * integers.along_k,
            dtype,
            integers.along_k,
            integers.across,
            depth,
            rows};
  }
  Memory& memory = ThreadMemory();
  Part(whole, row, rows, first, depth, memory).CopyLines(in_columns, item);
  return {reinterpret_cast<const std::byte*>(memory.numbers.data()),
          dtype,
          in_columns ? rows * item : item,
          in_columns ? item : depth * item,
          depth,
          rows};
}

int64_t MultiplyIntegers(const float* a, int64_t rows, const Factor& whole, int64_t first,
                         int64_t width, double* sums, int64_t sums_pitch) {
  const Integers& integers = *whole.integers;
  const int64_t k = whole.k, bits = integers.across * integers.bits;
  const bool has_loops = integers.along_k == 1 && bits % 8 == 0 && k > 0 &&
                         k % kTermsOfBlock == 0 &&
                         (integers.group % kTermsOfBlock == 0 || integers.group >= k);
  if (!has_loops) return 0;
  const NumberLoops& loops = LoopsFor(whole.dtype);
  Memory& memory = ThreadMemory();
  const int64_t groups = CeilDiv(k, integers.group);
  const uint16_t* const halves = HalvesOfBlocks(integers, first, groups);
  if (halves == nullptr) {
    LoadColumns(integers.scale, first, width, groups, 1, memory.turned, memory.scales);
  }
  const bool has_offsets = integers.offset.data != nullptr;
  if (has_offsets) {
    LoadColumns(integers.offset, first, width, groups, 0, memory.turned, memory.offsets);
  }
  const IntegerColumns columns{
      .data = reinterpret_cast<const uint8_t*>(integers.data) + first * bits / 8,
      .pitch = bits / 8,
      .k = k,
      .group = integers.group,
      .groups = groups,
      .scales = memory.scales.data(),
      .offsets = has_offsets ? memory.offsets.data() : nullptr,
      .halves = halves};
  const int64_t places = CeilDiv(k, kMostTermsOfChunk) * kMostTermsOfChunk;
  constexpr size_t kLine = kCacheLine / sizeof(float);
  memory.terms.resize(static_cast<size_t>(rows * places) + kLine);
  float* const unaligned = memory.terms.data();
  const size_t begin = reinterpret_cast<uintptr_t>(unaligned) / sizeof(float) % kLine;
  return (integers.bits == 8 ? loops.multiply_bytes : loops.multiply_halves)(
      a, k, rows, columns, width, sums, sums_pitch, unaligned + (kLine - begin) % kLine);
}

}  // namespace openaclnn

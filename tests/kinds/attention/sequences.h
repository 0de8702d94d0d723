// What a batch has of tensors [batch, head, position, element], and the axes that these have
// elsewhere.
#pragma once

#include <cstdint>
#include <string>

#include "tests/ops/harness/array.h"

namespace openaclnn::test {

// A batch, and its positions in tensors [batch, head, position, element].
struct Sequence {
  int64_t batch = 0, first_query = 0, queries = 0, first_key = 0, keys = 0;
};

// What a tensor of four axes has of a batch, `rows` from `first_row` on, and `columns`.
inline Array Part(const Array& whole, int64_t batch, int64_t first_row, int64_t rows,
                  int64_t columns) {
  const int64_t b = whole.shape[0] == 1 ? 0 : batch, n = whole.shape[1], s = whole.shape[2],
                d = whole.shape[3];
  return {whole.dtype, {1, n, rows, columns}, [&](int64_t i) {
            const int64_t column = i % columns, row = i / columns % rows, head = i / columns / rows;
            return whole.Bits(((b * n + head) * s + first_row + row) * d + column);
          }};
}
inline void Put(const Array& part, int64_t batch, int64_t first_row, Array& whole) {
  const int64_t n = whole.shape[1], s = whole.shape[2], d = whole.shape[3], rows = part.shape[2];
  for (int64_t i = 0; i < part.size(); ++i) {
    const int64_t head = i / d / rows, row = i / d % rows;
    whole.SetBits(((batch * n + head) * s + first_row + row) * d + i % d, part.Bits(i));
  }
}

// [batch, head, position, element] with other axes: H is N and D, T is S of one batch.
inline Array With(const std::string& letters, const Array& heads) {
  const auto extent = [&](char letter) {
    const Shape& s = heads.shape;
    return letter == 'B' ? s[0] : letter == 'N' ? s[1] : letter == 'D' ? s[3] : s[2];
  };
  Shape shape;
  std::string order;
  for (const char letter : letters) {
    shape.push_back(letter == 'H' ? extent('N') * extent('D') : extent(letter));
    order += letter == 'H' ? std::string("ND") : std::string(1, letter);
  }
  Array placed(heads.dtype, shape);
  for (int64_t i = 0; i < heads.size(); ++i) {
    const int64_t d = i % extent('D'), s = i / extent('D') % extent('S'),
                  n = i / extent('D') / extent('S') % extent('N'),
                  b = i / extent('D') / extent('S') / extent('N');
    int64_t place = 0;
    for (const char letter : order) {
      place = place * extent(letter) + (letter == 'B'   ? b
                                        : letter == 'N' ? n
                                        : letter == 'D' ? d
                                                        : s);
    }
    placed.SetBits(place, heads.Bits(i));
  }
  return placed;
}

}  // namespace openaclnn::test

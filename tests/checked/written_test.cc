#include "checked/written.h"

#include <algorithm>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

// The same, one byte at a time.
class Reference {
 public:
  explicit Reference(size_t size) : written_(size) {}
  void Set(size_t begin, size_t end, bool written) {
    for (size_t i = begin; i < end; ++i) written_[i] = written;
  }
  void CopyFrom(const Reference& source, size_t from, size_t to, size_t count) {
    for (size_t i = 0; i < count; ++i) written_[to + i] = source.written_[from + i];
  }
  size_t CountUnwritten(size_t begin, size_t end) const {
    return static_cast<size_t>(std::count(At(begin), At(end), false));
  }
  size_t FirstUnwritten(size_t begin, size_t end) const {
    return static_cast<size_t>(std::find(At(begin), At(end), false) - written_.begin());
  }

 private:
  std::vector<bool>::const_iterator At(size_t i) const {
    return written_.begin() + static_cast<std::ptrdiff_t>(i);
  }
  std::vector<bool> written_;
};

TEST(WrittenTest, NobodyHasWrittenAtFirst) {
  const WrittenBytes written(100);
  EXPECT_EQ(written.CountUnwritten(10, 30), 20);
  EXPECT_EQ(written.FirstUnwritten(10, 30), 10);
  EXPECT_FALSE(written.IsWhole());
}

TEST(WrittenTest, IsWholeWhenAllPartsAreWritten) {
  WrittenBytes written(100);
  written.Write(0, 64);
  written.Write(65, 100);
  EXPECT_FALSE(written.IsWhole());
  EXPECT_EQ(written.FirstUnwritten(0, 100), 64);
  written.Write(64, 65);
  EXPECT_TRUE(written.IsWhole());
  EXPECT_EQ(written.FirstUnwritten(0, 100), 100);
}

TEST(WrittenTest, AgreesWithOneByteAtATime) {
  std::mt19937 random(1);
  for (const size_t size : {1, 5, 63, 64, 65, 200, 1000}) {
    WrittenBytes written(size), other(size);
    Reference expected(size), expected_other(size);
    for (int step = 0; step < 2000; ++step) {
      size_t begin = random() % (size + 1), end = random() % (size + 1);
      if (begin > end) std::swap(begin, end);
      if (random() % 16 == 0) begin = 0, end = size;
      switch (random() % 4) {
        case 0:
          written.Write(begin, end);
          expected.Set(begin, end, true);
          break;
        case 1:
          written.Unwrite(begin, end);
          expected.Set(begin, end, false);
          break;
        default: {
          const size_t to = random() % (size - (end - begin) + 1);
          other.CopyFrom(written, begin, to, end - begin);
          expected_other.CopyFrom(expected, begin, to, end - begin);
          std::swap(written, other);
          std::swap(expected, expected_other);
        }
      }
      begin = random() % size;
      end = begin + 1 + random() % (size - begin);
      ASSERT_EQ(written.CountUnwritten(begin, end), expected.CountUnwritten(begin, end));
      const size_t first = expected.FirstUnwritten(begin, end);
      ASSERT_EQ(written.FirstUnwritten(begin, end), std::min(first, end));
      ASSERT_EQ(written.IsWhole(), expected.CountUnwritten(0, size) == 0);
    }
  }
}

}  // namespace
}  // namespace openaclnn

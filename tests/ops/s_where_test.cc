// aclnnSWhere: every mix of dtypes, layouts, shapes that broadcast and settings, against elements
// picked and converted one by one.
#include <cstring>
#include <random>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_s_where.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test::s_where_test {
namespace {

// Any bits, NaNs of every payload and BOOL bytes above 1 too.
Array AnyElements(aclDataType dtype, const Shape& shape, unsigned seed) {
  Array array(dtype, shape);
  std::mt19937 random(seed);
  for (std::byte& byte : array.bytes) byte = static_cast<std::byte>(random());
  return array;
}

// Half of the elements are 0, the others any byte.
Array AnyCondition(aclDataType dtype, const Shape& shape, unsigned seed) {
  Array array = AnyElements(dtype, shape, seed);
  std::mt19937 random(seed + 1);
  for (std::byte& byte : array.bytes) {
    if (random() % 2 == 0) byte = std::byte{0};
  }
  return array;
}

struct Operand {
  Array array;
  const Layout* layout = &Dense();

  // With equal elements where the layout repeats them.
  Array Seen() const {
    return layout->repeats ? Repeated(array, layout->strides(array.shape)) : array;
  }
};

aclnnStatus Where(const PlacedTensor& condition, const PlacedTensor& self,
                  const PlacedTensor& other, const PlacedTensor& out) {
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus planned = aclnnSWhereGetWorkspaceSize(
      condition.handle(), self.handle(), other.handle(), out.handle(), &size, &executor);
  if (planned != 0) return planned;
  EXPECT_EQ(size, 0u);
  const aclnnStatus run = aclnnSWhere(nullptr, 0, executor, nullptr);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  return run;
}

std::vector<std::byte> Picked(const Array& condition, const Array& self, const Array& other,
                              aclDataType dtype, const Shape& shape) {
  const auto conditions = Expanded(condition, shape).bytes;
  const auto first = Converted(self.dtype, dtype, Expanded(self, shape).bytes);
  auto picked = Converted(other.dtype, dtype, Expanded(other, shape).bytes);
  const auto item = static_cast<size_t>(DtypeBytes(dtype));
  for (size_t i = 0; i < conditions.size(); ++i) {
    if (conditions[i] != std::byte{0}) std::memcpy(&picked[i * item], &first[i * item], item);
  }
  return picked;
}

void ExpectPicked(const Operand& condition, const Operand& self, const Operand& other,
                  aclDataType dtype, const Shape& shape, const Layout& layout) {
  SCOPED_TRACE(DtypeName(condition.array.dtype) + " " + TextOf(condition.array.shape) + " " +
               condition.layout->name + ", " + DtypeName(self.array.dtype) + " " +
               TextOf(self.array.shape) + " " + self.layout->name + ", " +
               DtypeName(other.array.dtype) + " " + TextOf(other.array.shape) + " " +
               other.layout->name + " to " + DtypeName(dtype) + " " + layout.name);
  const Array conditions = condition.Seen(), first = self.Seen(), second = other.Seen();
  const PlacedTensor a(conditions, *condition.layout), b(first, *self.layout),
      c(second, *other.layout);
  Array unwritten(dtype, shape);
  for (std::byte& byte : unwritten.bytes) byte = std::byte{0xa7};
  const PlacedTensor out(unwritten, layout);
  ASSERT_EQ(Where(a, b, c, out), 0) << aclGetRecentErrMsg();
  const auto expected = Picked(conditions, first, second, dtype, shape);
  const auto given = out.Read().bytes;
  if (first.dtype == dtype && second.dtype == dtype) {
    EXPECT_EQ(given, expected);  // payloads of NaNs too
  } else {
    EXPECT_EQ(FirstDifference(dtype, given, expected), -1);
  }
  EXPECT_TRUE(out.SurroundingsIntact());
  EXPECT_TRUE(a.Untouched() && b.Untouched() && c.Untouched());
}

class SWhereTest : public testing::Test {
 protected:
  SWhereTest() { EnsureDevice(); }
};

TEST_F(SWhereTest, EveryMixOfDtypes) {
  int mixes = 0;
  for (const aclDataType self : ConvertedDtypes()) {
    for (const aclDataType other : ConvertedDtypes()) {
      const auto promoted = Promote(self, other);
      for (const aclDataType out : ConvertedDtypes()) {
        if (!promoted || !CanCast(*promoted, out)) continue;
        const Shape shape = {7, 153};
        const aclDataType condition = ++mixes % 2 == 0 ? ACL_BOOL : ACL_UINT8;
        ExpectPicked({AnyCondition(condition, shape, 1)}, {AnyElements(self, shape, 2)},
                     {AnyElements(other, shape, 3)}, out, shape, Dense());
      }
    }
  }
  EXPECT_GT(mixes, 1000);
}

// Elements of 1 to 16 bytes, and conversions on one side or both.
struct Mix {
  aclDataType self, other, out;
};
constexpr Mix kMixes[] = {
    {ACL_BOOL, ACL_BOOL, ACL_BOOL},          {ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16},
    {ACL_FLOAT, ACL_FLOAT, ACL_FLOAT},       {ACL_UINT64, ACL_UINT64, ACL_UINT64},
    {ACL_INT32, ACL_FLOAT16, ACL_FLOAT},     {ACL_BF16, ACL_BF16, ACL_DOUBLE},
    {ACL_INT64, ACL_BOOL, ACL_INT8},         {ACL_COMPLEX128, ACL_COMPLEX128, ACL_COMPLEX128},
    {ACL_COMPLEX64, ACL_INT8, ACL_COMPLEX64}};

TEST_F(SWhereTest, EveryLayout) {
  for (const auto& [self, other, out] : kMixes) {
    for (const Shape& shape : {Shape{}, Shape{37}, Shape{5, 3, 7}, Shape{43, 70}, Shape{3, 1500},
                               Shape{2, 3, 2, 2, 3, 2, 2, 3}}) {
      const Array condition = AnyCondition(ACL_BOOL, shape, 4);
      const Array first = AnyElements(self, shape, 5), second = AnyElements(other, shape, 6);
      for (const Layout& layout : InputLayouts()) {
        ExpectPicked({condition, &layout}, {first}, {second}, out, shape, Dense());
        ExpectPicked({condition}, {first, &layout}, {second}, out, shape, Dense());
        ExpectPicked({condition}, {first}, {second, &layout}, out, shape, Dense());
      }
      for (const Layout& layout : OutputLayouts()) {
        ExpectPicked({condition}, {first}, {second}, out, shape, layout);
      }
    }
  }
}

TEST_F(SWhereTest, Broadcasts) {
  const Shape shape = {3, 4, 70, 6};
  for (const auto& [self, other, out] : kMixes) {
    for (const Shape& narrow : {Shape{}, Shape{1}, Shape{6}, Shape{70, 1}, Shape{4, 1, 6},
                                Shape{3, 1, 1, 1}, Shape{1, 1, 1, 1}}) {
      ExpectPicked({AnyCondition(ACL_UINT8, narrow, 7)}, {AnyElements(self, shape, 8)},
                   {AnyElements(other, shape, 9)}, out, shape, Dense());
      ExpectPicked({AnyCondition(ACL_UINT8, shape, 7)}, {AnyElements(self, narrow, 8)},
                   {AnyElements(other, {}, 9)}, out, shape, Dense());
      ExpectPicked({AnyCondition(ACL_UINT8, shape, 7)}, {AnyElements(self, {3, 1, 70, 6}, 8)},
                   {AnyElements(other, narrow, 9)}, out, shape, Dense());
    }
  }
  // Every one smaller than the result.
  ExpectPicked({AnyCondition(ACL_BOOL, {5, 1}, 7)}, {AnyElements(ACL_FLOAT, {1, 900}, 8)},
               {AnyElements(ACL_FLOAT, {}, 9)}, ACL_FLOAT, {5, 900}, Dense());
  ExpectPicked({AnyCondition(ACL_BOOL, {0}, 7)}, {AnyElements(ACL_FLOAT, {1}, 8)},
               {AnyElements(ACL_FLOAT, {}, 9)}, ACL_FLOAT, {0}, Dense());
}

// Threads, tiles, instruction sets and stores past the caches.
TEST_F(SWhereTest, EverySetting) {
  for (const int64_t target : SimdTargets()) {
    for (const int64_t cache : {int64_t{0}, int64_t{1} << 40}) {
      const ScopedCacheBytes cache_bytes(cache);
      for (const auto& [threads, tile] : {std::pair{1, 4096}, std::pair{3, 64}}) {
        const ScopedSettings settings([&, threads = threads, tile = tile](Settings& s) {
          s.num_threads = threads;
          s.tile = tile;
          s.simd_targets = target;
        });
        for (const auto& [self, other, out] : kMixes) {
          const Shape shape = {2, 70, 101};
          const Array condition = AnyCondition(ACL_BOOL, shape, 10);
          const Array first = AnyElements(self, shape, 11), second = AnyElements(other, {101}, 12);
          for (const Layout& layout : InputLayouts()) {
            ExpectPicked({condition}, {first, &layout}, {second}, out, shape, Dense());
          }
          for (const Layout& layout : OutputLayouts()) {
            ExpectPicked({condition}, {first}, {second}, out, shape, layout);
          }
          const Shape line = {50'001};
          ExpectPicked({AnyCondition(ACL_BOOL, line, 13)}, {AnyElements(self, line, 14)},
                       {AnyElements(other, line, 15)}, out, line, Dense());
        }
      }
    }
  }
}

// Every length up to two of the widest vectors, and a few more.
TEST_F(SWhereTest, FewElements) {
  for (const auto& [self, other, out] : kMixes) {
    for (int64_t count = 0; count < 133; ++count) {
      ExpectPicked({AnyCondition(ACL_BOOL, {count}, 16)}, {AnyElements(self, {count}, 17)},
                   {AnyElements(other, {count}, 18)}, out, {count}, Dense());
    }
  }
}

TEST_F(SWhereTest, InPlaceOfEachInput) {
  const Shape shape = {20, 70};
  for (const aclDataType dtype : {ACL_BOOL, ACL_FLOAT16, ACL_FLOAT, ACL_COMPLEX128}) {
    for (const Layout& layout : OutputLayouts()) {
      const Array condition = AnyCondition(ACL_BOOL, shape, 19),
                  self = AnyElements(dtype, shape, 20), other = AnyElements(dtype, shape, 21);
      const PlacedTensor a(condition, layout), b(self, layout), c(other, layout);
      const auto expected = Picked(condition, self, other, dtype, shape);
      ASSERT_EQ(Where(a, b, c, b), 0) << aclGetRecentErrMsg();
      EXPECT_EQ(b.Read().bytes, expected);
      EXPECT_TRUE(b.SurroundingsIntact());
      const PlacedTensor again(self, layout);
      ASSERT_EQ(Where(a, again, c, c), 0) << aclGetRecentErrMsg();
      EXPECT_EQ(c.Read().bytes, expected);
      if (dtype != ACL_BOOL) continue;
      const PlacedTensor unchanged(other, layout);
      ASSERT_EQ(Where(a, again, unchanged, a), 0) << aclGetRecentErrMsg();
      EXPECT_EQ(a.Read().bytes, expected);
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::s_where_test

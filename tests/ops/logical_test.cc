// Truths and bits of tensors of any two dtypes.
#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::logical_test {
namespace {

constexpr aclDataType kReals[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                  ACL_UINT8, ACL_INT16,   ACL_INT32, ACL_INT64,  ACL_BOOL};
constexpr aclDataType kIntegers[] = {ACL_INT8,  ACL_UINT8,  ACL_INT16, ACL_UINT16,
                                     ACL_INT32, ACL_UINT32, ACL_INT64, ACL_BOOL};

// Some elements; the smallest numbers of each format, of which wider ones have more.
Array FewOf(aclDataType dtype, uint32_t seed) {
  if (dtype == ACL_BOOL) return ArrayOf(dtype, {0, 1});
  return Joined({RandomPatterns(dtype, {12}, seed),
                 ArrayOf(dtype, {0, -0.0, 1, -1, 0x1p-149, 0x1p-1074, 0x1p-24, kNan, 0x1p62})});
}

// ---- Truths

struct LogicalRelation {
  std::string name;
  bool (*holds)(bool x, bool y);
};
const LogicalRelation kRelations[] = {{"LogicalAnd", [](bool x, bool y) { return x && y; }},
                                      {"LogicalOr", [](bool x, bool y) { return x || y; }},
                                      {"LogicalXor", [](bool x, bool y) { return x != y; }}};

bool IsTrue(const Array& array, int64_t i) { return array.Value(i) != 0; }

void ExpectTruths(const LogicalRelation& relation, aclDataType self, aclDataType other) {
  Array x = FewOf(self, 1);
  const Array y = FewOf(other, 2);
  const Shape shape = {x.size(), y.size()};
  std::vector<std::byte> truths;
  for (int64_t i = 0; i < CountOf(shape); ++i) {
    const bool first = IsTrue(x, i / shape[1]), second = IsTrue(y, i % shape[1]);
    truths.push_back(std::byte{relation.holds(first, second)});
  }
  x.shape = {shape[0], 1};
  const std::string name = "aclnn" + relation.name, in_place = "aclnnInplace" + relation.name;
  SCOPED_TRACE(name + " of " + DtypeName(self) + " and " + DtypeName(other));
  for (const aclDataType out : {ACL_BOOL, ACL_INT8, ACL_FLOAT16}) {
    const Array given = RunCall({name, {x, y, Array(out, shape)}}).at(0);
    ASSERT_EQ(FirstDifference(out, given.bytes, Converted(ACL_BOOL, out, truths)), -1);
  }
  if (relation.name == "LogicalXor") return;
  const Array replaced = RunCall({in_place, {Expanded(x, shape), y}}).at(0);
  ASSERT_EQ(FirstDifference(self, replaced.bytes, Converted(ACL_BOOL, self, truths)), -1);
}

TEST(LogicalTest, AnyTwoDtypes) {
  for (const LogicalRelation& relation : kRelations) {
    for (const aclDataType self : kReals) {
      for (const aclDataType other : kReals) {
        ExpectTruths(relation, self, other);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(LogicalTest, NotOfAnyDtypeIntoAny) {
  for (const aclDataType self : kReals) {
    const Array x = FewOf(self, 1);
    std::vector<std::byte> truths;
    for (int64_t i = 0; i < x.size(); ++i) truths.push_back(std::byte{!IsTrue(x, i)});
    for (const aclDataType out : kReals) {
      SCOPED_TRACE(std::string(DtypeName(self)) + " into " + DtypeName(out));
      const Array given = RunCall({"aclnnLogicalNot", {x, Array(out, x.shape)}}).at(0);
      ASSERT_EQ(FirstDifference(out, given.bytes, Converted(ACL_BOOL, out, truths)), -1);
    }
    const Array replaced = RunCall({"aclnnInplaceLogicalNot", {x}}).at(0);
    ASSERT_EQ(FirstDifference(self, replaced.bytes, Converted(ACL_BOOL, self, truths)), -1);
  }
}

// ---- Bits

struct BitOperation {
  std::string name;
  uint64_t (*of)(uint64_t x, uint64_t y);
};
const BitOperation kOperations[] = {{"BitwiseAnd", [](uint64_t x, uint64_t y) { return x & y; }},
                                    {"BitwiseOr", [](uint64_t x, uint64_t y) { return x | y; }},
                                    {"BitwiseXor", [](uint64_t x, uint64_t y) { return x ^ y; }}};

// As many bits as an INT64 has.
uint64_t WideBits(const Array& array, int64_t i) {
  return static_cast<uint64_t>(static_cast<int64_t>(ExactAt(array, i)));
}

// The low bits, in the dtype to which the operands promote.
Array ExpectedBits(const BitOperation& operation, const Array& x, const Array& y) {
  const aclDataType promoted = *Promote(x.dtype, y.dtype);
  const uint64_t mask = ~uint64_t{0} >> (64 - 8 * DtypeBytes(promoted));
  return Array(promoted, {x.size(), y.size()}, [&](int64_t i) {
    return operation.of(WideBits(x, i / y.size()), WideBits(y, i % y.size())) & mask;
  });
}

// What BitwiseAnd has not.
bool Takes(const BitOperation& operation, aclDataType in, aclDataType out) {
  return operation.name != "BitwiseAnd" || (in != ACL_UINT32 && out != ACL_FLOAT16);
}

void ExpectBits(const BitOperation& operation, aclDataType self, aclDataType other) {
  Array x = FewOf(self, 1);
  const Array y = FewOf(other, 2);
  const Array bits = ExpectedBits(operation, x, y);
  x.shape = {x.size(), 1};
  const std::string name = "aclnn" + operation.name + "Tensor";
  const std::string in_place = "aclnnInplace" + operation.name + "Tensor";
  for (const aclDataType out : {bits.dtype, ACL_UINT8, ACL_UINT64, ACL_FLOAT16}) {
    if (!CanCast(bits.dtype, out) || !Takes(operation, self, out)) continue;
    SCOPED_TRACE(name + " of " + DtypeName(self) + " and " + DtypeName(other) + " into " +
                 DtypeName(out));
    const Array given = RunCall({name, {x, y, Array(out, bits.shape)}}).at(0);
    ASSERT_EQ(FirstDifference(out, given.bytes, Converted(bits.dtype, out, bits.bytes)), -1);
  }
  if (!CanCast(bits.dtype, self)) return;
  const Array replaced = RunCall({in_place, {Expanded(x, bits.shape), y}}).at(0);
  ASSERT_EQ(FirstDifference(self, replaced.bytes, Converted(bits.dtype, self, bits.bytes)), -1);
}

TEST(BitwiseTest, AnyTwoDtypes) {
  for (const BitOperation& operation : kOperations) {
    for (const aclDataType self : kIntegers) {
      for (const aclDataType other : kIntegers) {
        if (!Promote(self, other) || !Takes(operation, self, ACL_BOOL)) continue;
        ExpectBits(operation, self, other);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(BitwiseTest, Not) {
  for (const aclDataType dtype : {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL}) {
    const Array x = FewOf(dtype, 1);
    const uint64_t ones = dtype == ACL_BOOL ? 1 : ~uint64_t{0} >> (64 - 8 * DtypeBytes(dtype));
    const Array expected(dtype, x.shape, [&](int64_t i) { return x.Bits(i) ^ ones; });
    const Array given = RunCall({"aclnnBitwiseNot", {x, Array(dtype, x.shape)}}).at(0);
    ASSERT_EQ(FirstDifference(dtype, given.bytes, expected.bytes), -1) << DtypeName(dtype);
  }
}

}  // namespace
}  // namespace openaclnn::test::logical_test

// Headers of every kind: whatever the bytes, they are parsed or refused.
#include "tools/npy/header.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/files/error.h"

namespace openaclnn::npy::header_test {
namespace {

using ::testing::HasSubstr;
using Shape = std::vector<int64_t>;

Header Parse(std::string_view bytes) {
  return ParseHeader("x.npy", std::as_bytes(std::span(bytes)));
}

std::string ErrorOf(std::string_view bytes) {
  try {
    Parse(bytes);
  } catch (const tools::FileError& error) {
    return error.what();
  }
  return "";
}

std::string WithDictionary(std::string_view dictionary) {
  std::string bytes("\x93NUMPY\x01\0", 8);
  bytes += static_cast<char>(dictionary.size() & 0xff);
  bytes += static_cast<char>(dictionary.size() >> 8);
  return bytes.append(dictionary);
}
std::string WithShape(std::string_view shape) {
  return WithDictionary("{'descr': '<f4', 'fortran_order': False, 'shape': " + std::string(shape) +
                        ", }\n");
}

TEST(Header, TakesWhatPythonReadsAlike) {
  const Header header =
      Parse(WithDictionary("{\"shape\":(2 , 3L),'fortran_order':True,\t'descr' : '>f8'}"));
  EXPECT_EQ(header.dtype, ACL_DOUBLE);
  EXPECT_TRUE(header.big_endian);
  EXPECT_TRUE(header.fortran_order);
  EXPECT_EQ(header.shape, (Shape{2, 3}));
  EXPECT_EQ(header.size, 6);
  EXPECT_EQ(Parse(WithDictionary("{'descr': [('bfloat16', '>u2')], 'fortran_order': False, "
                                 "'shape': (), }"))
                .dtype,
            ACL_BF16);
  EXPECT_EQ(Parse(WithShape("(7,)")).shape, Shape{7});
  // No elements, however large the other extents are.
  EXPECT_EQ(Parse(WithShape("(4611686018427387904, 8, 0)")).size, 0);
}

TEST(Header, RefusesWhatCannotBeCounted) {
  EXPECT_EQ(
      ErrorOf(WithShape("(4294967296, 4294967296)")),
      "x.npy: has more elements in its shape [4294967296, 4294967296] than 64 bits can count");
  EXPECT_THAT(ErrorOf(WithShape("(2305843009213693952,)")), HasSubstr("than 64 bits can count"));
  EXPECT_EQ(Parse(WithShape("(2305843009213693951,)")).size, 2305843009213693951);
  EXPECT_THAT(ErrorOf(WithShape("(9223372036854775808,)")), HasSubstr("beyond 64 bits"));
  EXPECT_THAT(ErrorOf(WithShape("(99999999999999999999999999999999,)")), HasSubstr("beyond 64"));
  std::string deep = "(";
  for (int i = 0; i < 65; ++i) deep += "1,";
  EXPECT_EQ(ErrorOf(WithShape(deep + ")")), "x.npy: has more than 64 dimensions");
}

TEST(Header, RefusesJunk) {
  for (const char* const dictionary :
       {"", "{", "{}", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)",
        "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'more': 1}",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} x",
        "{'descr': '<f4', 'fortran_order': false, 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}",
        "{'descr': '<f4' 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3 4)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': [3]}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': ((3,),)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (,)}",
        "{'descr': 4, 'fortran_order': False, 'shape': (3,)}"}) {
    EXPECT_EQ(ErrorOf(WithDictionary(dictionary)), "x.npy: has a malformed .npy header")
        << dictionary;
  }
  for (const char* const descr :
       {"''", "'f4'", "'<'", "'<f16'", "'<f3'", "'<V3'", "'\x1b[2J<f4'"}) {
    const std::string error = ErrorOf(WithDictionary("{'descr': " + std::string(descr) +
                                                     ", 'fortran_order': False, 'shape': (3,), }"));
    EXPECT_THAT(error, HasSubstr("x.npy: holds elements of type '")) << descr;
    EXPECT_EQ(error.find('\x1b'), std::string::npos);
  }
  EXPECT_THAT(ErrorOf(WithDictionary("{'descr': [('a', '<f4'), ('b', '<f4')], 'fortran_order': "
                                     "False, 'shape': (3,), }")),
              HasSubstr("holds records"));
}

TEST(Header, RefusesOtherFilesAndVersions) {
  EXPECT_EQ(ErrorOf(""), "x.npy: is no .npy file");
  EXPECT_EQ(ErrorOf("PK\x03\x04"), "x.npy: is no .npy file");
  for (const int version : {0, 4, 255}) {
    std::string bytes = WithShape("(3,)");
    bytes[6] = static_cast<char>(version);
    EXPECT_THAT(ErrorOf(bytes), HasSubstr("unknown version")) << version;
  }
  std::string huge("\x93NUMPY\x02\0\xff\xff\xff\xff{", 13);
  EXPECT_EQ(ErrorOf(huge), "x.npy: has a malformed .npy header");
}

TEST(Header, RefusesEveryCut) {
  const std::string whole = WithShape("(3,)");
  EXPECT_EQ(ErrorOf(whole), "");
  for (size_t i = 6; i < whole.size(); ++i) {
    EXPECT_EQ(ErrorOf(whole.substr(0, i)), "x.npy: ends within its header") << i;
  }
}

TEST(Header, SurvivesMutations) {
  const std::string seeds[] = {
      FormatHeader(ACL_FLOAT, {3, 4, 5}), FormatHeader(ACL_BF16, {}), WithShape("(12,)"),
      WithDictionary("{'descr': [('bfloat16', '<u2')], 'fortran_order': True, 'shape': (2,3)}")};
  constexpr std::string_view kPieces = "{}()[]'\",:<>|TFL0123456789 \n\0\xff";
  std::mt19937 random(1);
  int parsed = 0, refused = 0;
  for (int round = 0; round < 200'000; ++round) {
    std::string bytes = seeds[random() % std::size(seeds)];
    for (size_t n = 1 + random() % 3; n > 0; --n) {
      const size_t at = random() % bytes.size();
      const char piece = kPieces[random() % kPieces.size()];
      switch (random() % 4) {
        case 0:
          bytes[at] = piece;
          break;
        case 1:
          bytes[at] = static_cast<char>(random());
          break;
        case 2:
          bytes.insert(at, 1, piece);
          break;
        default:
          bytes.erase(at, 1 + random() % 4);
          break;
      }
    }
    try {
      const Header header = Parse(bytes);
      // What is taken is consistent and within the bytes.
      ASSERT_EQ(header.size, SizeOf(header.shape, header.dtype));
      ASSERT_LE(header.data_offset, bytes.size());
      ++parsed;
    } catch (const tools::FileError&) {
      ++refused;
    }
  }
  EXPECT_GT(parsed, 1000);
  EXPECT_GT(refused, 1000);
}

TEST(Header, IsReadBackAsWritten) {
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{5}, Shape{2, 3}, Shape(64, 1)}) {
    for (const aclDataType dtype : {ACL_BOOL, ACL_UINT64, ACL_BF16, ACL_DOUBLE}) {
      const std::string bytes = FormatHeader(dtype, shape);
      EXPECT_EQ(bytes.size() % 64, 0);
      const Header header = Parse(bytes);
      EXPECT_EQ(header.dtype, dtype);
      EXPECT_EQ(header.shape, shape);
      EXPECT_EQ(header.data_offset, bytes.size());
      EXPECT_FALSE(header.fortran_order || header.big_endian);
    }
  }
}

}  // namespace
}  // namespace openaclnn::npy::header_test

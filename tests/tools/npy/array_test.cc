// Reading files that NumPy wrote (data/make.py), and reading back what was written here.
#include <sys/stat.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/dtype.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/temporary_folder.h"
#include "tools/files/error.h"
#include "tools/npy/array_reader.h"
#include "tools/npy/array_writer.h"

namespace openaclnn::npy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Shape = std::vector<int64_t>;

const std::string kData = DATA_FOLDER;

std::vector<double> Values(const ArrayReader& reader, int64_t first, int64_t count) {
  const auto bytes = static_cast<size_t>(DtypeBytes(reader.dtype()));
  std::vector<std::byte> data(static_cast<size_t>(count) * bytes);
  reader.Read(first, data);
  std::vector<double> values;
  for (size_t i = 0; i < data.size(); i += bytes) {
    uint64_t bits = 0;
    std::memcpy(&bits, &data[i], bytes);
    values.push_back(test::ValueOf(reader.dtype(), bits));
  }
  return values;
}
std::vector<double> Values(const ArrayReader& reader) { return Values(reader, 0, reader.size()); }

std::string ErrorOf(const std::string& name) {
  try {
    const ArrayReader reader(name);
  } catch (const tools::FileError& error) {
    return error.what();
  }
  return "";
}

std::span<const std::byte> Bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

TEST(ArrayReader, ReadsEveryDtypeThatNumPyWrites) {
  const struct {
    const char* file;
    aclDataType dtype;
  } cases[] = {{"int8", ACL_INT8},        {"int16", ACL_INT16},    {"int32", ACL_INT32},
               {"int64", ACL_INT64},      {"uint8", ACL_UINT8},    {"uint16", ACL_UINT16},
               {"uint32", ACL_UINT32},    {"uint64", ACL_UINT64},  {"float16", ACL_FLOAT16},
               {"float32", ACL_FLOAT},    {"float64", ACL_DOUBLE}, {"bfloat16", ACL_BF16},
               {"big_endian", ACL_FLOAT}, {"version2", ACL_FLOAT}, {"version3", ACL_FLOAT}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.file);
    const ArrayReader reader(kData + c.file + ".npy");
    EXPECT_EQ(reader.dtype(), c.dtype);
    EXPECT_EQ(reader.shape(), (Shape{2, 3}));
    EXPECT_THAT(Values(reader), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_THAT(Values(reader, 2, 3), ElementsAre(2, 3, 4));
  }
  const ArrayReader reader(kData + "bool.npy");
  EXPECT_EQ(reader.dtype(), ACL_BOOL);
  EXPECT_THAT(Values(reader), ElementsAre(0, 1, 1, 1, 1, 1));
}

// Either byte order is that of the parts, of which the real one comes first.
TEST(ArrayReader, ReadsComplexNumbers) {
  const ArrayReader reader(kData + "complex.npy");
  EXPECT_EQ(reader.dtype(), ACL_COMPLEX64);
  std::vector<float> parts(static_cast<size_t>(2 * reader.size()));
  reader.Read(0, std::as_writable_bytes(std::span(parts)));
  for (size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(parts[i], i % 2 == 0 ? static_cast<float>(i / 2) : 0) << i;
  }
  const test::TemporaryFolder folder;
  std::string file = FormatHeader(ACL_COMPLEX128, {1});
  file.replace(file.find("<c16"), 1, ">");
  file += std::string("\x3f\xf0\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0", 16);  // 1 - 2i
  const ArrayReader big(folder.Write("x.npy", file));
  EXPECT_EQ(big.dtype(), ACL_COMPLEX128);
  double number[2];
  big.Read(0, std::as_writable_bytes(std::span(number)));
  EXPECT_EQ(number[0], 1);
  EXPECT_EQ(number[1], -2);
}

TEST(ArrayReader, ReadsScalarsAndEmptyArrays) {
  const ArrayReader scalar(kData + "scalar.npy");
  EXPECT_EQ(scalar.shape(), Shape{});
  EXPECT_THAT(Values(scalar), ElementsAre(2.5));
  const ArrayReader empty(kData + "empty.npy");
  EXPECT_EQ(empty.shape(), (Shape{3, 0, 2}));
  EXPECT_THAT(Values(empty), ElementsAre());
}

TEST(ArrayReader, GivesFortranOrderInRowMajorOrder) {
  const ArrayReader reader(kData + "fortran.npy");
  EXPECT_EQ(reader.shape(), (Shape{2, 3, 4}));
  for (int64_t first = 0; first < 24; ++first) {
    for (int64_t count = 0; first + count <= 24; ++count) {
      std::vector<double> expected;
      for (int64_t i = first; i < first + count; ++i) expected.push_back(static_cast<double>(i));
      ASSERT_EQ(Values(reader, first, count), expected) << first << " " << count;
    }
  }
}

TEST(ArrayReader, TakesUint16AndRecordsAsBfloat16) {
  // The bits 0 to 5 are 0 and multiples of the smallest subnormal number, 2^-133.
  ArrayReader reader(kData + "uint16.npy");
  reader.TakeAsBfloat16();
  EXPECT_EQ(reader.dtype(), ACL_BF16);
  EXPECT_THAT(Values(reader, 3, 2), ElementsAre(3 * 0x1p-133, 4 * 0x1p-133));
  EXPECT_THAT(Values(ArrayReader(kData + "record.npy"), 3, 2),
              ElementsAre(3 * 0x1p-133, 4 * 0x1p-133));
  EXPECT_THROW(ArrayReader(kData + "float32.npy").TakeAsBfloat16(), tools::FileError);
}

TEST(ArrayReader, ReadsArchives) {
  EXPECT_THAT(Values(ArrayReader(kData + "stored.npz:self")), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(Values(ArrayReader(kData + "stored.npz:other")), ElementsAre(0, 10, 20, 30, 40, 50));
  EXPECT_THAT(Values(ArrayReader(kData + "deflated.npz:self")), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(Values(ArrayReader(kData + "deflated.npz")), ElementsAre(0, 1, 2, 3, 4, 5));
  const std::string stored = kData + "stored.npz";
  EXPECT_EQ(ErrorOf(stored),
            stored + ": holds 2 arrays (self, other); name one as " + stored + ":NAME");
  EXPECT_EQ(ErrorOf(stored + ":none"), stored + ": has no array none, only: self, other");
}

TEST(ArrayReader, RefusesDamagedArchives) {
  const test::TemporaryFolder folder;
  std::ifstream file(kData + "stored.npz", std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(file), {}};
  // Cut anywhere, or with any byte changed, it is refused or read, but never wrongly.
  for (size_t i = 0; i < good.size(); ++i) {
    std::string cut = good.substr(0, i);
    EXPECT_NE(ErrorOf(folder.Write("x.npz", cut) + ":self"), "") << i;
    std::string changed = good;
    changed[i] = static_cast<char>(changed[i] ^ 0x5a);
    const std::string name = folder.Write("x.npz", changed) + ":self";
    if (ErrorOf(name).empty()) {
      EXPECT_THAT(Values(ArrayReader(name)), ElementsAre(0, 1, 2, 3, 4, 5)) << i;
    }
  }
}

TEST(ArrayReader, ReadsPipesAndNamesWithColons) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder.File("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::jthread writer([&] {
    std::ifstream file(kData + "float32.npy", std::ios::binary);
    std::ofstream(pipe, std::ios::binary) << file.rdbuf();
  });
  EXPECT_THAT(Values(ArrayReader(pipe)), ElementsAre(0, 1, 2, 3, 4, 5));
  std::filesystem::copy(kData + "deflated.npz", folder.File("a.npz:b.npz"));
  EXPECT_THAT(Values(ArrayReader(folder.File("a.npz:b.npz"))), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(Values(ArrayReader(folder.File("a.npz:b.npz:self"))), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(ArrayReader, NamesFileAndReason) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(ErrorOf(folder.File("none.npy")),
              HasSubstr("none.npy: cannot be read: No such file"));
  EXPECT_THAT(ErrorOf(folder.path()), HasSubstr(": cannot be read: Is a directory"));
  EXPECT_THAT(ErrorOf(folder.Write("x.npy", "")), HasSubstr("x.npy: is no .npy file"));
  EXPECT_THAT(ErrorOf(folder.Write("x.npz", "text")), HasSubstr("x.npz: is no .npz file"));
  EXPECT_THAT(ErrorOf(kData + "unicode.npy"), HasSubstr("holds elements of type '<U3'; only bool"));
  EXPECT_THAT(ErrorOf(kData + "objects.npy"), HasSubstr("holds elements of type '|O'"));
  const std::string header = FormatHeader(ACL_FLOAT, {3, 4, 5});
  const std::string file = folder.Write("x.npy", header + std::string(96, '\0'));
  EXPECT_EQ(ErrorOf(file),
            file + ": has 96 bytes of data, but its shape [3, 4, 5] of FLOAT needs 240");
  folder.Write("x.npy", header + std::string(241, '\0'));
  EXPECT_EQ(ErrorOf(file),
            file + ": has 241 bytes of data, but its shape [3, 4, 5] of FLOAT needs 240");
}

TEST(ArrayWriter, WritesTheBytesOfNumPy) {
  const test::TemporaryFolder folder;
  for (const char* const name :
       {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
        "float32", "float64", "bfloat16", "scalar", "empty"}) {
    const ArrayReader reader(kData + name + ".npy");
    std::vector<std::byte> data(static_cast<size_t>(reader.size() * DtypeBytes(reader.dtype())));
    reader.Read(0, data);
    ArrayWriter writer(folder.File("x.npy"), reader.dtype(), reader.shape());
    writer.Write(std::span(data).first(data.size() / 2));
    writer.Write(std::span(data).subspan(data.size() / 2));
    writer.Commit();
    std::ifstream file(kData + name + ".npy", std::ios::binary);
    EXPECT_EQ(folder.Content("x.npy"), std::string(std::istreambuf_iterator<char>(file), {}))
        << name;
  }
}

TEST(ArrayWriter, LeavesNothingOfIncompleteArrays) {
  const test::TemporaryFolder folder;
  {
    ArrayWriter writer(folder.File("x.npy"), ACL_INT8, {3});
    writer.Write(Bytes("12"));
    EXPECT_THROW(writer.Commit(), std::logic_error);
  }
  {
    ArrayWriter writer(folder.File("x.npy"), ACL_INT8, {3});
    EXPECT_THROW(writer.Write(Bytes("1234")), std::logic_error);
  }
  EXPECT_THROW(ArrayWriter(folder.File("x.npy"), ACL_STRING, {3}), std::invalid_argument);
  EXPECT_THROW(ArrayWriter(folder.File("x.npy"), ACL_INT8, {int64_t{1} << 40, int64_t{1} << 40}),
               tools::FileError);
  EXPECT_EQ(folder.Files(), 0);
}

}  // namespace
}  // namespace openaclnn::npy

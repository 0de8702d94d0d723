#include "tools/files/new_folder.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/temporary_folder.h"
#include "tools/files/error.h"
#include "tools/files/sha256.h"

namespace openaclnn::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string ErrorOfMaking(const std::string& path) {
  try {
    const NewFolder folder(path);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

void Write(const std::string& path, std::string_view content) {
  std::ofstream(path, std::ios::binary) << content;
}

TEST(NewFolder, AppearsCompleteOnCommit) {
  const test::TemporaryFolder around;
  NewFolder folder(around.File("results/"));
  Write(folder.File("x"), "one");
  EXPECT_FALSE(fs::exists(around.File("results")));
  folder.Commit();
  EXPECT_EQ(around.Content("results/x"), "one");
  EXPECT_EQ(around.Files(), 1);
}

TEST(NewFolder, LeavesNothingWithoutCommit) {
  const test::TemporaryFolder around;
  {
    const NewFolder folder(around.File("results"));
    Write(folder.File("x"), "one");
    EXPECT_EQ(around.Files(), 1);
  }
  EXPECT_EQ(around.Files(), 0);
}

TEST(NewFolder, ReplacesNothing) {
  const test::TemporaryFolder around;
  around.Write("file", "old");
  fs::create_directory(around.File("folder"));
  fs::create_symlink("nowhere", around.File("link"));
  for (const char* name : {"file", "folder", "link"}) {
    EXPECT_EQ(ErrorOfMaking(around.File(name)),
              around.File(name) + ": cannot be made: File exists");
  }
  EXPECT_THAT(ErrorOfMaking(around.File("no/results")), HasSubstr("No such file or directory"));
  EXPECT_EQ(ErrorOfMaking(""), ": cannot be made: No such file or directory");
  EXPECT_EQ(around.Files(), 3);
}

TEST(NewFolder, KeepsFilesThatSomebodyElsePutThereMeanwhile) {
  const test::TemporaryFolder around;
  {
    NewFolder folder(around.File("results"));
    fs::create_directory(around.File("results"));
    around.Write("results/x", "other");
    EXPECT_THROW(folder.Commit(), FileError);
  }
  EXPECT_EQ(around.Content("results/x"), "other");
  EXPECT_EQ(around.Files(), 1);
}

TEST(Sha256, OfFiles) {
  const test::TemporaryFolder folder;
  // FIPS 180-2, appendix B.
  EXPECT_EQ(Sha256OfFile(folder.Write("abc", "abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256OfFile(folder.Write("a", std::string(1000000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_THROW(Sha256OfFile(folder.File("nix")), FileError);
  EXPECT_THROW(Sha256OfFile(folder.path()), FileError);
}

}  // namespace
}  // namespace openaclnn::tools

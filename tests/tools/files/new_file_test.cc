#include "tools/files/new_file.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/temporary_folder.h"
#include "tools/files/error.h"

namespace openaclnn::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// What the FileError of `action` says; empty if there is none.
template <class Action>
std::string ErrorOf(Action action) {
  try {
    action();
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(NewFile, AppearsCompleteOnCommit) {
  const test::TemporaryFolder folder;
  NewFile file(folder.File("x"));
  file.Write("one");
  file.Write(" two");
  EXPECT_FALSE(fs::exists(folder.File("x")));
  file.Commit();
  EXPECT_EQ(folder.Content("x"), "one two");
  EXPECT_EQ(folder.Files(), 1);
}

TEST(NewFile, LeavesNothingWithoutCommit) {
  const test::TemporaryFolder folder;
  folder.Write("x", "old");
  {
    NewFile file(folder.File("x"));
    file.Write("new");
  }
  EXPECT_EQ(folder.Content("x"), "old");
  EXPECT_EQ(folder.Files(), 1);
}

TEST(NewFile, HasThePermissionsOfAnyNewFile) {
  const test::TemporaryFolder folder;
  const mode_t before = umask(027);
  NewFile file(folder.File("x"));
  file.Commit();
  umask(before);
  EXPECT_EQ(fs::status(folder.File("x")).permissions(), static_cast<fs::perms>(0640));
}

TEST(NewFile, ReplacesWhatALinkPointsTo) {
  const test::TemporaryFolder folder;
  folder.Write("x", "old");
  fs::create_symlink("x", folder.File("link"));
  NewFile file(folder.File("link"));
  file.Write("new");
  file.Commit();
  EXPECT_TRUE(fs::is_symlink(folder.File("link")));
  EXPECT_EQ(folder.Content("x"), "new");
}

TEST(NewFile, RefusesWhatCannotBeReplaced) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(ErrorOf([] { NewFile("/dev/null"); }),
            "/dev/null: cannot be replaced, it is no regular file");
  EXPECT_EQ(ErrorOf([&] { NewFile(folder.path()); }),
            folder.path().string() + ": cannot be written: Is a directory");
  EXPECT_EQ(ErrorOf([&] { NewFile(folder.File("none/x")); }),
            folder.File("none/x") + ": cannot be written: No such file or directory");
  EXPECT_THAT(ErrorOf([] { NewFile(""); }), HasSubstr("No such file"));
}

TEST(NewFile, TellsThatThereIsNoSpace) {
  const test::TemporaryFolder folder;
  // A limit of the process stands for a full disk.
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit limit = {.rlim_cur = 100, .rlim_max = before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const std::string error = ErrorOf([&] {
    NewFile file(folder.File("x"));
    file.Write(std::string(200, 'x'));
    file.Commit();
  });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(error, folder.File("x") + ": cannot be written: File too large");
  EXPECT_EQ(folder.Files(), 0);
}

}  // namespace
}  // namespace openaclnn::tools

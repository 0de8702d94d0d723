#include "tools/files/temporary.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>

#include "gtest/gtest.h"
#include "tests/temporary_folder.h"
#include "tools/files/error.h"
#include "tools/files/free_space.h"

namespace openaclnn::tools {
namespace {

namespace fs = std::filesystem;
using Kind = Temporary::Kind;

// Leaves a temporary as a process does that is killed.
void LeaveDead(const std::string& target, Kind kind) {
  const pid_t child = fork();
  if (child == 0) {
    new Temporary(target, kind);
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST(Temporary, RemovesThoseOfDeadProcessesForTheSameName) {
  for (const Kind kind : {Kind::kFile, Kind::kFolder}) {
    const test::TemporaryFolder around;
    LeaveDead(around.File("out"), kind);
    LeaveDead(around.File("other"), kind);
    EXPECT_EQ(around.Files(), 2);
    const Temporary temporary(around.File("out"), kind);
    EXPECT_EQ(around.Files(), 2);  // its own, and the other name's
    EXPECT_TRUE(fs::exists(temporary.path()));
  }
}

TEST(Temporary, KeepsThoseOfLivingProcessesAndOtherFiles) {
  const test::TemporaryFolder around;
  const Temporary first(around.File("out"), Kind::kFile);
  for (const char* name : {".out.", ".out.1", ".out.-1", ".out.1-", ".out.1-2.npy", ".out.a-1"}) {
    around.Write(name, "");
  }
  const Temporary second(around.File("out"), Kind::kFile);
  EXPECT_NE(first.path(), second.path());
  EXPECT_TRUE(fs::exists(first.path()));
  EXPECT_EQ(around.Files(), 8);
}

TEST(Temporary, SaysWhyThereIsNone) {
  try {
    const Temporary temporary("/nowhere/out", Kind::kFolder);
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code().value(), ENOENT);
  }
}

TEST(FreeSpace, RefusesWhatCannotFit) {
  const test::TemporaryFolder around;
  RequireFreeSpace(around.File("out"), 1);
  try {
    RequireFreeSpace(around.File("out"), 3.5e18);
    FAIL();
  } catch (const FileError& error) {
    const std::string start = around.File("out") + ": needs 3.5 EB, but the disk has only ";
    EXPECT_EQ(std::string(error.what()).substr(0, start.size()), start);
  }
}

}  // namespace
}  // namespace openaclnn::tools

#include "tests/hccl/processes.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "base/settings.h"
#include "gtest/gtest.h"
#include "tests/temporary_folder.h"

namespace openaclnn::hccl {
namespace {

pid_t Start(const std::vector<std::string>& command, const std::vector<std::string>& environment,
            const std::string& output) {
  const pid_t child = fork();
  if (child != 0) return child;
  const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  dup2(file, 1);
  dup2(file, 2);
  if (GetSettings().device_kind == DeviceKind::kCpu) setenv("OPENACLNN_DEVICE_COUNT", "16", 1);
  for (const std::string& variable : environment) {
    const size_t equals = variable.find('=');
    setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
  }
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  _exit(127);
}

using Clock = std::chrono::steady_clock;

// False if it has not ended by then.
bool EndsBy(Clock::time_point deadline, pid_t process) {
  while (waitpid(process, nullptr, WNOHANG) == 0) {
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace

Started RunProcesses(uint32_t size, const std::vector<std::string>& ranks, const std::string& task,
                     const std::vector<std::string>& environment, const std::string& table) {
  const test::TemporaryFolder folder;
  const std::string root = (folder.path() / (table.empty() ? "root" : "table.json")).string();
  const std::string output = (folder.path() / "output").string();
  if (!table.empty()) std::ofstream(root) << table;
  const auto begin = Clock::now();
  const auto deadline = begin + std::chrono::minutes(4);  // ctest's is ten
  std::vector<pid_t> running;
  for (const std::string& own : ranks) {
    running.push_back(Start({OPENACLNN_HCCL_PROCESS, std::to_string(size), own, task, root},
                            environment, output));
  }
  for (size_t i = 0; i < running.size(); ++i) {
    // The last one may have been stopped, and does not end by itself.
    const bool has_stopped = task == "stall" && i + 1 == running.size();
    if (!has_stopped && EndsBy(deadline, running[i])) continue;
    if (!has_stopped) ADD_FAILURE() << "the process of ranks " << ranks[i] << " hangs";
    kill(running[i], SIGKILL);
    waitpid(running[i], nullptr, 0);
  }
  const std::chrono::duration<double> took = Clock::now() - begin;
  Started started;
  started.seconds = took.count();
  std::ifstream file(output);
  for (std::string line; std::getline(file, line);) {
    started.all += line + "\n";
    std::istringstream words(line);
    std::string word;
    uint32_t rank = 0;
    if (words >> word && word == "rank" && words >> rank) {
      const size_t text = line.find(": ");
      if (text != line.npos) started.lines[rank] = line.substr(text + 2);
    }
  }
  return started;
}

}  // namespace openaclnn::hccl

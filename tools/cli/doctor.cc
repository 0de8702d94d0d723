#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/settings.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "hwy/targets.h"
#include "tools/cli/adapter.h"
#include "tools/cli/command.h"
#include "tools/cli/loaded_libraries.h"
#include "tools/cli/names.h"

namespace openaclnn::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Problem {
  std::string what;
  std::string remedy;
};

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string ProgramPath() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).string();
}

// "source .../set_env.sh", of the home that this program is installed in.
std::string SourceSetEnv() {
  std::error_code ignored;
  for (fs::path folder = ProgramPath(); folder.has_relative_path(); folder = folder.parent_path()) {
    const fs::path script = folder / "set_env.sh";
    if (fs::exists(script, ignored)) return "source " + script.string();
  }
  return "install openaclnn (cmake --install) and source the set_env.sh of its prefix";
}

// The value of "key : value" in a file of /proc.
std::string ProcValue(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':');
    if (line.starts_with(key) && colon != std::string::npos) {
      return line.substr(line.find_first_not_of(" \t", colon + 1));
    }
  }
  return "unknown";
}

std::string MemorySize(const std::string& key) {
  std::istringstream text(ProcValue("/proc/meminfo", key));
  double kib = 0;
  text >> kib;
  return fmt::format("{:.1f} GiB", kib / (1024 * 1024));
}

// Arm's kernel gives numbers in place of a name.
std::string CpuName() {
  const char* const path = "/proc/cpuinfo";
  const std::string name = ProcValue(path, "model name");
  const std::string implementer = ProcValue(path, "CPU implementer");
  if (name != "unknown" || implementer == "unknown") return name;
  return fmt::format("Arm, implementer {}, part {}", implementer, ProcValue(path, "CPU part"));
}

Json Machine(const Cuda& cuda) {
  const Settings& settings = GetSettings();
  return {{"cpu", CpuName()},
          {"simd_used", SimdNames(settings.simd_targets).back()},
          {"simd_available", SimdNames(UsableSimdTargets())},
          {"threads_used", settings.num_threads},
          {"cpus", sysconf(_SC_NPROCESSORS_ONLN)},
          {"memory", MemorySize("MemTotal")},
          {"memory_available", MemorySize("MemAvailable")},
          {"cuda", cuda.text},
          {"cuda_code", cuda.code},
          {"cuda_used", settings.device_kind == DeviceKind::kCuda}};
}

// Variables that are set. CUDA, libraries and settings are reported as they are found.
Json SettingsInForce() {
  Json settings = Json::object();
  for (const SettingRow& row : SettingTable()) {
    if (const std::string value = Variable(row.variable); !value.empty()) {
      settings[row.variable] = value;
    }
  }
  return settings;
}

void FindWrongSettings(std::vector<Problem>* problems) {
  if (!SettingsStatus().ok()) {
    problems->push_back({SettingsStatus().message(), "unset it, or give it one of those values"});
  }
  std::vector<std::string> known = {"OPENACLNN_HCCL_TIMEOUT_MS"};  // libhccl reads it
  for (const SettingRow& row : SettingTable()) known.emplace_back(row.variable);
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string name(*variable, std::strcspn(*variable, "="));
    if (!name.starts_with("OPENACLNN_") || std::ranges::count(known, name) > 0) continue;
    problems->push_back({fmt::format("{} is no setting{}", name, Suggestion(name, known)),
                         "unset " + name + "; docs/settings.md lists the settings"});
  }
}

void FindMissingCuda(const Cuda& cuda, std::vector<Problem>* problems) {
  if (GetSettings().device_kind != DeviceKind::kCuda) return;
  if (!cuda.found) {
    problems->push_back({fmt::format("OPENACLNN_DEVICE asks for a GPU, but there is {}", cuda.text),
                         "unset OPENACLNN_DEVICE, or install NVIDIA's driver"});
  }
  if (cuda.code != OPENACLNN_VERSION) {
    problems->push_back(
        {fmt::format("OPENACLNN_DEVICE asks for a GPU, but the device code is {}", cuda.code),
         "build openaclnn where clang-19 is, or install libopenaclnn-cuda of "
         "version " OPENACLNN_VERSION});
  }
}

std::string FolderOf(const std::string& path) { return fs::path(path).parent_path().string(); }

void FindWrongLibraries(const std::vector<LoadedLibrary>& libraries,
                        std::vector<Problem>* problems) {
  std::vector<std::string> missing, foreign;
  std::set<std::string> folders;
  bool has_other_version = false;
  for (const LoadedLibrary& library : libraries) {
    if (library.path.empty()) {
      missing.push_back(library.name);
    } else if (library.version.empty()) {
      foreign.push_back(library.path);
    } else {
      folders.insert(FolderOf(library.path));
    }
    if (!library.version.empty() && library.version != OPENACLNN_VERSION) {
      has_other_version = true;
      problems->push_back({fmt::format("{} is of openaclnn {}, this program of {}", library.path,
                                       library.version, OPENACLNN_VERSION),
                           SourceSetEnv()});
    }
  }
  // Others may not load for the sake of one that is not theirs.
  if (!missing.empty() && foreign.empty() && !has_other_version) {
    problems->push_back(
        {fmt::format("a program would not start for want of {}", fmt::join(missing, ", ")),
         SourceSetEnv()});
  }
  if (!foreign.empty()) {
    const char* const how = folders.empty() ? "not openaclnn's, but perhaps the vendor's"
                                            : "not openaclnn's, as others are";
    problems->push_back({fmt::format("{} is {}", fmt::join(foreign, " and "), how),
                         SourceSetEnv() + " after any set_env.sh of CANN"});
  }
  if (folders.size() > 1) {
    problems->push_back(
        {fmt::format("the libraries come from several installations: {}", fmt::join(folders, ", ")),
         "keep one of these folders in LD_LIBRARY_PATH: " + SourceSetEnv()});
  }
}

bool IsInside(const fs::path& folder, const std::string& name) {
  std::error_code ignored;
  return fs::exists(folder / name, ignored);
}

void FindWrongHome(const std::vector<LoadedLibrary>& libraries, std::vector<Problem>* problems) {
  const fs::path home = Variable("ASCEND_HOME_PATH");
  std::error_code ignored;
  if (home.empty()) return;
  if (!IsInside(home, "include/acl/acl.h")) {
    problems->push_back(
        {fmt::format("ASCEND_HOME_PATH is {}, where there is no include/acl/acl.h", home.string()),
         SourceSetEnv()});
    return;
  }
  if (!IsInside(home, "include/aclnnop/conventions.h")) {
    problems->push_back(
        {fmt::format("the headers of {} (ASCEND_HOME_PATH) are not openaclnn's", home.string()),
         SourceSetEnv() + " after any set_env.sh of CANN"});
  }
  const std::string folder = fs::canonical(home / "lib64", ignored).string();
  const std::string& loaded = libraries.front().path;
  if (!loaded.empty() && FolderOf(loaded) != folder) {
    problems->push_back({fmt::format("headers would be taken from {} (ASCEND_HOME_PATH), but the "
                                     "libraries from {}",
                                     home.string(), FolderOf(loaded)),
                         SourceSetEnv()});
  }
}

// Folders that the compiler searches before those that -I of a build line does not name.
void FindOtherHeaders(std::vector<Problem>* problems) {
  const fs::path home = Variable("ASCEND_HOME_PATH");
  std::error_code ignored;
  for (const char* variable : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
    std::istringstream folders(Variable(variable));
    for (std::string folder; std::getline(folders, folder, ':');) {
      if (folder.empty() || !IsInside(folder, "acl/acl.h")) continue;
      if (!home.empty() && fs::equivalent(folder, home / "include", ignored)) continue;
      problems->push_back(
          {fmt::format("{} names {}, which has another acl/acl.h", variable, folder),
           fmt::format("take {} out of {}", folder, variable)});
    }
  }
}

// What an installed adapter of PyTorch would miss; null if there is none.
Json ExamineAdapter(std::vector<Problem>* problems) {
  const std::optional<Adapter> adapter = FindAdapter();
  if (!adapter) return nullptr;
  for (const auto& [what, missing] : {std::pair("libraries", &adapter->missing_libraries),
                                      std::pair("functions", &adapter->missing_symbols)}) {
    if (missing->empty()) continue;
    problems->push_back({fmt::format("import torch_npu would fail for want of the {} {}", what,
                                     fmt::join(*missing, ", ")),
                         SourceSetEnv() + "; docs/porting.md names the versions that are tested"});
  }
  return {{"version", adapter->version},
          {"path", adapter->path},
          {"missing_libraries", adapter->missing_libraries},
          {"missing_functions", adapter->missing_symbols},
          {"operators", adapter->operators},
          {"operators_here", adapter->operators_here}};
}

Json Examine(std::vector<Problem>* problems) {
  const std::vector<LoadedLibrary> libraries = LoadedLibraries();
  FindWrongSettings(problems);
  FindWrongLibraries(libraries, problems);
  FindWrongHome(libraries, problems);
  FindOtherHeaders(problems);
  const Cuda cuda = FindCuda();
  FindMissingCuda(cuda, problems);
  const Json adapter = ExamineAdapter(problems);
  Json report = {{"program", {{"version", OPENACLNN_VERSION}, {"path", ProgramPath()}}},
                 {"machine", Machine(cuda)},
                 {"libraries", Json::array()},
                 {"ascend_home_path", Variable("ASCEND_HOME_PATH")},
                 {"torch_npu", adapter},
                 {"settings", SettingsInForce()},
                 {"problems", Json::array()}};
  for (const LoadedLibrary& library : libraries) {
    report["libraries"].push_back({{"name", library.name},
                                   {"path", library.path},
                                   {"openaclnn_version", library.version},
                                   {"error", library.error}});
  }
  for (const Problem& problem : *problems) {
    report["problems"].push_back({{"problem", problem.what}, {"remedy", problem.remedy}});
  }
  return report;
}

std::string Text(const Json& text) { return text.get<std::string>(); }

void PrintText(const Json& report) {
  const Json& machine = report["machine"];
  fmt::print("Program    openaclnn {}, {}\n", Text(report["program"]["version"]),
             Text(report["program"]["path"]));
  fmt::print("CPU        {}\n", Text(machine["cpu"]));
  fmt::print("SIMD       {}, of {}\n", Text(machine["simd_used"]),
             fmt::join(machine["simd_available"].get<std::vector<std::string>>(), ", "));
  fmt::print("Threads    {}, on {} CPUs\n", machine["threads_used"].get<int>(),
             machine["cpus"].get<int>());
  fmt::print("Memory     {}, of which {} are available\n", Text(machine["memory"]),
             Text(machine["memory_available"]));
  fmt::print(
      "CUDA       {}; device code {}; {}\n", Text(machine["cuda"]), Text(machine["cuda_code"]),
      machine["cuda_used"].get<bool>() ? "OPENACLNN_DEVICE asks for it, which is experimental"
                                       : "openaclnn does not need it");
  const std::string home = Text(report["ascend_home_path"]);
  fmt::print("Home       {}\n", home.empty() ? "ASCEND_HOME_PATH is not set" : home);
  fmt::print("\nLibraries that a program started here would load\n");
  for (const Json& library : report["libraries"]) {
    const std::string version = Text(library["openaclnn_version"]), path = Text(library["path"]);
    fmt::print("  {:21} {}\n", Text(library["name"]),
               path.empty()      ? "none: " + Text(library["error"])
               : version.empty() ? path + ", not openaclnn's"
                                 : path + ", openaclnn " + version);
  }
  if (const Json& adapter = report["torch_npu"]; !adapter.is_null()) {
    fmt::print("\nPyTorch's adapter\n  torch_npu {}, {}\n", Text(adapter["version"]),
               Text(adapter["path"]));
    fmt::print("  {} of its {} operators are here; others raise an error that names them\n",
               adapter["operators_here"].get<size_t>(), adapter["operators"].get<size_t>());
  }
  fmt::print("\nSettings\n");
  if (report["settings"].empty()) fmt::print("  all have their defaults\n");
  for (const auto& [variable, value] : report["settings"].items()) {
    fmt::print("  {}={}\n", variable, Text(value));
  }
  fmt::print("\nProblems\n");
  if (report["problems"].empty()) fmt::print("  none\n");
  for (const Json& problem : report["problems"]) {
    fmt::print("  * {}\n    Remedy: {}\n", Text(problem["problem"]), Text(problem["remedy"]));
  }
}

}  // namespace

void AddDoctor(Command& command) {
  const auto json = std::make_shared<bool>();
  command.Flag("--json", json.get(), "For machines");
  command.Footer("Exit status: 1 if a problem is found.");
  command.Runs([json] {
    std::vector<Problem> problems;
    const Json report = Examine(&problems);
    *json ? fmt::print("{}\n", report.dump(2)) : PrintText(report);
    return problems.empty() ? ExitCode::kPass : ExitCode::kDiffers;
  });
}

}  // namespace openaclnn::cli

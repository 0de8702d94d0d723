#include "tools/cli/loaded_libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "fmt/format.h"
#include "fmt/ranges.h"

namespace openaclnn::cli {
namespace {

using Json = nlohmann::json;

// What `ask` returns in a child; an object with "error" if the child ends before.
Json InChild(Json (*ask)(const char* library), const char* library) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error(std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::strerror(errno));
  if (child == 0) {
    sigset_t none;  // signals end it, although another thread waits for those of the parent
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const std::string answer = ask(library).dump();
    const bool is_written =
        write(ends[1], answer.data(), answer.size()) == static_cast<ssize_t>(answer.size());
    _exit(is_written ? 0 : 1);
  }
  close(ends[1]);
  std::string answer;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof(buffer))) > 0;) {
    answer.append(buffer, static_cast<size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    return {{"error", fmt::format("loading it ends the process: {}", strsignal(WTERMSIG(status)))}};
  }
  Json parsed = Json::parse(answer, nullptr, false);
  if (parsed.is_discarded()) return {{"error", "loading it ends the process"}};
  return parsed;
}

std::string RealPath(const char* path) {
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(path, ignored);
  return real.empty() ? path : real.string();
}

Json Load(const char* library) {
  void* const handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) {
    const std::string error = dlerror(), prefix = fmt::format("{}: ", library);
    return {{"error", error.starts_with(prefix) ? error.substr(prefix.size()) : error}};
  }
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return {{"error", dlerror()}};
  const std::string path = RealPath(map->l_name);
  Json answer = {{"path", path}};
  // The libraries that it needs have the symbol too.
  Dl_info where;
  const void* const version = dlsym(handle, "openaclnn_version");
  if (version != nullptr && dladdr(version, &where) != 0 && RealPath(where.dli_fname) == path) {
    answer["version"] = static_cast<const char*>(version);
  }
  return answer;
}

Json AskCuda(const char* library) {
  void* const handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return {{"error", "no driver library"}};
  const auto function = [handle](const char* name) { return dlsym(handle, name); };
  const auto init = reinterpret_cast<int (*)(unsigned)>(function("cuInit"));
  const auto get_version = reinterpret_cast<int (*)(int*)>(function("cuDriverGetVersion"));
  const auto get_count = reinterpret_cast<int (*)(int*)>(function("cuDeviceGetCount"));
  int version = 0, count = 0;
  if (init == nullptr || get_version == nullptr || get_count == nullptr) {
    return {{"error", "a driver library without its functions"}};
  }
  if (const int status = init(0); status != 0) {
    return {{"error", fmt::format("a driver library, but cuInit returns {}", status)}};
  }
  const auto get = reinterpret_cast<int (*)(int*, int)>(function("cuDeviceGet"));
  const auto get_name = reinterpret_cast<int (*)(char*, int, int)>(function("cuDeviceGetName"));
  if (get_version(&version) != 0 || get_count(&count) != 0)
    return {{"error", "it does not answer"}};
  const std::string driver = fmt::format("driver {}.{}", version / 1000, version % 1000 / 10);
  if (count == 0) return {{"error", driver + " without a device"}};
  std::vector<std::string> names;
  for (int i = 0, device = 0; i < count && get != nullptr && get_name != nullptr; ++i) {
    char name[256] = "";
    if (get(&device, i) == 0 && get_name(name, sizeof(name), device) == 0) names.emplace_back(name);
  }
  return {{"text", fmt::format("{}, {} device{}: {}", driver, count, count == 1 ? "" : "s",
                               fmt::join(names, ", "))}};
}

Json AskCode(const char* library) {
  void* handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) {  // libascendcl also looks for it next to itself
    const Json beside = Load("libascendcl.so");
    const std::filesystem::path path = beside.value("path", "");
    handle = dlopen((path.parent_path() / library).c_str(), RTLD_LAZY | RTLD_LOCAL);
  }
  if (handle == nullptr) return {{"error", dlerror()}};
  const void* const code = dlsym(handle, "openaclnn_cuda_code");
  if (code == nullptr) return {{"error", dlerror()}};
  return {{"version", static_cast<const char*>(code)}};
}

constexpr const char* kLibraries[] = {"libascendcl.so", "libnnopbase.so", "libopapi.so",
                                      "libacl_op_compiler.so"};

// The functions of a list, one to a line, that are in none of kLibraries.
Json AskSymbols(const char* symbols) {
  std::vector<void*> handles;
  for (const char* const library : kLibraries) {
    if (void* const handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL)) handles.push_back(handle);
  }
  Json missing = Json::array();
  std::istringstream lines(symbols);
  for (std::string symbol; std::getline(lines, symbol);) {
    const auto has = [&](void* handle) { return dlsym(handle, symbol.c_str()) != nullptr; };
    if (std::ranges::none_of(handles, has)) missing.push_back(symbol);
  }
  return {{"missing", missing}};
}

}  // namespace

std::vector<std::string> NotLoadable(const std::vector<std::string>& libraries) {
  std::vector<std::string> missing;
  for (const std::string& library : libraries) {
    if (std::ranges::count(missing, library) > 0) continue;
    if (InChild(Load, library.c_str()).contains("error")) missing.push_back(library);
  }
  return missing;
}

std::vector<std::string> NotInLibraries(const std::vector<std::string>& symbols) {
  const std::string lines = fmt::format("{}\n", fmt::join(symbols, "\n"));
  if (symbols.empty()) return {};
  return InChild(AskSymbols, lines.c_str()).value("missing", symbols);
}

std::vector<LoadedLibrary> LoadedLibraries() {
  std::vector<LoadedLibrary> libraries;
  for (const char* name : kLibraries) {
    const Json answer = InChild(Load, name);
    libraries.push_back(
        {name, answer.value("path", ""), answer.value("version", ""), answer.value("error", "")});
  }
  return libraries;
}

Cuda FindCuda() {
  const Json answer = InChild(AskCuda, "libcuda.so.1");
  const Json code = InChild(AskCode, "libopenaclnn_cuda.so.0");
  return {answer.contains("text"), answer.value("text", "none: " + answer.value("error", "")),
          code.value("version", "none: " + code.value("error", ""))};
}

}  // namespace openaclnn::cli

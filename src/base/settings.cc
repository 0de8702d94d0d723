#include "base/settings.h"

#include <sched.h>
#include <stdlib.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "base/gpu_memory.h"
#include "base/matrix_unit.h"
#include "base/output_file.h"
#include "fmt/ranges.h"
#include "hwy/targets.h"

namespace openaclnn {
namespace {

constexpr int32_t kInvalidParam = 100000;
constexpr int64_t kMostThreads = 1024;
constexpr int64_t kMostExitStatus = 255;
constexpr int64_t kSmallestTile = 64, kLargestTile = 65536;

constexpr SettingRow kRows[] = {
    {"OPENACLNN_NUM_THREADS", "threads that one operator uses", "1 to 1024",
     "the CPUs that this process may use"},
    {"OPENACLNN_SIMD", "the vector instructions that operators use",
     "baseline, avx2, avx3, avx3_vnni, avx3_bf16, amx or neon, if the machine has it",
     "the best that the machine has"},
    {"OPENACLNN_TILE", "elements that are computed at a time", "64 to 65536, a multiple of 64",
     "1024"},
    {"OPENACLNN_SOC", "the product whose rules apply",
     "Ascend910, Ascend910B, Ascend910_93, Ascend950, Ascend310P, or a full name like Ascend910B1",
     "Ascend910B3"},
    {"OPENACLNN_DEVICE", "what the devices are (cuda: experimental, see docs/cuda.md)",
     "cpu, cuda (all GPUs) or cuda:0, cuda:1, ... (one of them)", "cpu"},
    {"OPENACLNN_DEVICE_MEMORY", "where aclrtMalloc gets memory of GPUs",
     "pool (where the driver has pools), plain, or managed (within the host's reach, and slow)",
     "pool"},
    {"OPENACLNN_DEVICE_COUNT", "the number of devices, if they are CPUs", "1 to 64", "1"},
    {"OPENACLNN_CHECK", "the mistakes that checked mode looks for",
     "1 (all), 0 (none), or names out of memory, lifetime, order, contract with commas between",
     "0"},
    {"OPENACLNN_CHECK_LOG", "the file that reports of checked mode are added to", "a path",
     "standard error"},
    {"OPENACLNN_CHECK_ABORT", "whether the first report ends the process", "0 or 1", "0"},
    {"OPENACLNN_CHECK_EXIT_STATUS", "the exit status in place of 0 where there were reports",
     "1 to 255", "0 stays"},
    {"OPENACLNN_LOG", "what is logged, and where",
     "error, warn, info or debug, then perhaps ,file= and a path", "nothing"},
    {"OPENACLNN_TRACE", "the file that a trace is written to, for Perfetto", "a path", "none"},
};
enum Variable {
  kNumThreads,
  kSimd,
  kTile,
  kSoc,
  kDevice,
  kDeviceMemory,
  kDeviceCount,
  kCheck,
  kCheckLog,
  kCheckAbort,
  kCheckExitStatus,
  kLog,
  kTrace,
};
static_assert(std::size(kRows) == kTrace + 1);

struct CheckName {
  std::string_view name;
  uint32_t bits;
};
constexpr uint32_t kAllChecks = CheckBit(Check::kMemory) | CheckBit(Check::kLifetime) |
                                CheckBit(Check::kOrder) | CheckBit(Check::kContract);
constexpr CheckName kCheckNames[] = {{"memory", CheckBit(Check::kMemory)},
                                     {"lifetime", CheckBit(Check::kLifetime)},
                                     {"order", CheckBit(Check::kOrder)},
                                     {"contract", CheckBit(Check::kContract)}};

struct GpuMemoryName {
  std::string_view name;
  GpuMemory memory;
};
constexpr GpuMemoryName kGpuMemoryNames[] = {
    {"pool", GpuMemory::kPool}, {"plain", GpuMemory::kPlain}, {"managed", GpuMemory::kManaged}};

struct LogName {
  std::string_view name;
  LogLevel level;
};
constexpr LogName kLogNames[] = {{"error", LogLevel::kError},
                                 {"warn", LogLevel::kWarn},
                                 {"info", LogLevel::kInfo},
                                 {"debug", LogLevel::kDebug}};

struct SimdName {
  std::string_view name;
  int64_t target;
};

constexpr SimdName kSimdNames[] = {{"baseline", HWY_ENABLED_BASELINE},
                                   {"avx2", HWY_AVX2},
                                   {"avx3", HWY_AVX3},
                                   {"avx3_vnni", kDotQuadsTarget},
                                   {"avx3_bf16", kDotPairsTarget},
                                   {"amx", kMatrixUnitTarget},
                                   {"neon", HWY_NEON}};

int UsableCpus() {
  // The kernel refuses sets smaller than its own: 8 KiB are enough for 65,536 CPUs.
  constexpr size_t kCpus = 65536;
  cpu_set_t* const set = CPU_ALLOC(kCpus);
  if (set == nullptr) return 1;
  const size_t size = CPU_ALLOC_SIZE(kCpus);
  const int cpus = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 1;
  CPU_FREE(set);
  return static_cast<int>(std::min<int64_t>(std::max(cpus, 1), kMostThreads));
}

std::optional<int64_t> ParseInteger(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Reads the variables, and collects what is wrong with them.
class Reader {
 public:
  Settings Read() {
    Settings settings{.num_threads = UsableCpus(),
                      .simd_targets = UsableSimdTargets(),
                      .tile = 1024,
                      .chip = Chip::kAscend910B,
                      .soc_name = "Ascend910B3",
                      .device_count = 1};
    if (const auto threads = Integer(kNumThreads, 1, kMostThreads, 1)) {
      settings.num_threads = static_cast<int>(*threads);
    }
    if (const auto tile = Integer(kTile, kSmallestTile, kLargestTile, kSmallestTile)) {
      settings.tile = *tile;
    }
    if (const auto devices = Integer(kDeviceCount, 1, kMostDevices, 1)) {
      settings.device_count = static_cast<uint32_t>(*devices);
    }
    ReadSimd(settings);
    ReadSoc(settings);
    ReadChecks(settings);
    ReadDevice(settings);
    ReadGpuMemory();
    if (settings.checks != 0) Open(kCheckLog, Value(kCheckLog), settings.check_log);
    settings.check_abort = Integer(kCheckAbort, 0, 1, 1).value_or(0) == 1;
    settings.check_exit_status =
        static_cast<int>(Integer(kCheckExitStatus, 1, kMostExitStatus, 1).value_or(0));
    ReadLog(settings);
    Open(kTrace, Value(kTrace), settings.trace_file, OutputKind::kDocument);
    return settings;
  }

  GpuMemory gpu_memory() const { return gpu_memory_; }
  Status Result() {
    return problems_.empty() ? Status()
                             : Status(ErrorKind::kSetting, kInvalidParam, std::move(problems_));
  }

 private:
  // An empty variable counts as unset.
  static std::string_view Value(Variable variable) {
    const char* const value = secure_getenv(kRows[variable].variable);
    return value != nullptr ? value : "";
  }

  void Refuse(Variable variable, std::string_view reason) {
    if (!problems_.empty()) problems_ += "; ";
    problems_ += fmt::format("environment variable {}: is \"{}\", {}", kRows[variable].variable,
                             Value(variable), reason);
  }

  std::optional<int64_t> Integer(Variable variable, int64_t least, int64_t most, int64_t unit) {
    const std::string_view text = Value(variable);
    if (text.empty()) return std::nullopt;
    const std::optional<int64_t> value = ParseInteger(text);
    if (value && least <= *value && *value <= most && *value % unit == 0) return value;
    Refuse(variable, fmt::format("expected {}", kRows[variable].values));
    return std::nullopt;
  }

  void ReadSimd(Settings& settings) {
    const std::string_view name = Value(kSimd);
    if (name.empty()) return;
    const int64_t machine = settings.simd_targets;
    for (const SimdName& simd : kSimdNames) {
      if (simd.name != name) continue;
      if ((machine & simd.target) == 0) {
        return Refuse(kSimd, fmt::format("but this machine has only {}",
                                         fmt::format("{}", fmt::join(SimdNames(machine), ", "))));
      }
      settings.simd_targets = simd.target | HWY_SCALAR;
      return;
    }
    Refuse(kSimd, fmt::format("expected one of {}",
                              fmt::format("{}", fmt::join(SimdNames(machine), ", "))));
  }

  void ReadSoc(Settings& settings) {
    const std::string_view name = Value(kSoc);
    if (name.empty()) return;
    if (std::optional<Soc> soc = ParseSoc(name)) {
      settings.chip = soc->chip;
      settings.soc_name = std::move(soc->full_name);
    } else {
      Refuse(kSoc, fmt::format("expected {}", kRows[kSoc].values));
    }
  }

  void ReadChecks(Settings& settings) {
    const std::string_view value = Value(kCheck);
    if (value == "1") settings.checks = kAllChecks;
    if (value.empty() || value == "0" || value == "1") return;
    uint32_t checks = 0;
    for (size_t at = 0; at <= value.size();) {
      const std::string_view name = value.substr(at, value.find(',', at) - at);
      at += name.size() + 1;
      const auto* const known = std::ranges::find(kCheckNames, name, &CheckName::name);
      if (known == std::end(kCheckNames) || (checks & known->bits) != 0) {
        return Refuse(kCheck, fmt::format("expected {}", kRows[kCheck].values));
      }
      checks |= known->bits;
    }
    settings.checks = checks;
  }

  void ReadDevice(Settings& settings) {
    constexpr std::string_view kCuda = "cuda", kOneOfCuda = "cuda:";
    const std::string_view name = Value(kDevice);
    if (name.empty() || name == "cpu") return;
    if (name != kCuda) {
      const std::optional<int64_t> number = name.starts_with(kOneOfCuda)
                                                ? ParseInteger(name.substr(kOneOfCuda.size()))
                                                : std::nullopt;
      if (!number || *number < 0 || *number >= kMostDevices) {
        settings.device_kind = DeviceKind::kNone;
        return Refuse(kDevice, fmt::format("expected {}", kRows[kDevice].values));
      }
      settings.cuda_device = static_cast<int>(*number);
    }
    settings.device_kind = DeviceKind::kCuda;
    if (!Value(kDeviceCount).empty()) {
      Refuse(kDeviceCount, "but GPUs are as many as there are: unset it beside OPENACLNN_DEVICE");
    }
  }

  void ReadGpuMemory() {
    const std::string_view name = Value(kDeviceMemory);
    if (name.empty()) return;
    const auto* const known = std::ranges::find(kGpuMemoryNames, name, &GpuMemoryName::name);
    if (known == std::end(kGpuMemoryNames)) {
      return Refuse(kDeviceMemory, fmt::format("expected {}", kRows[kDeviceMemory].values));
    }
    gpu_memory_ = known->memory;
  }

  void ReadLog(Settings& settings) {
    constexpr std::string_view kFile = "file=";
    const std::string_view value = Value(kLog);
    if (value.empty()) return;
    const size_t comma = std::min(value.find(','), value.size());
    const auto* const known = std::ranges::find(kLogNames, value.substr(0, comma), &LogName::name);
    const std::string_view file = value.substr(std::min(comma + 1, value.size()));
    const bool has_file = file.starts_with(kFile) && file.size() > kFile.size();
    if (known == std::end(kLogNames) || (comma < value.size() && !has_file)) {
      return Refuse(kLog, fmt::format("expected {}", kRows[kLog].values));
    }
    if (has_file && !Open(kLog, file.substr(kFile.size()), settings.log_file)) return;
    settings.log_level = known->level;
  }

  // False, and nothing changed, if the file cannot be written.
  bool Open(Variable variable, std::string_view path, int& file,
            OutputKind kind = OutputKind::kLines) {
    if (path.empty()) return true;
    std::string reason;
    const int opened = OpenOutput(std::string(path), kind, reason);
    if (opened >= 0) {
      file = opened;
    } else {
      Refuse(variable, fmt::format("but the file cannot be written: {}", reason));
    }
    return opened >= 0;
  }

  std::string problems_;
  GpuMemory gpu_memory_ = GpuMemory::kPool;
};

struct State {
  State() : settings(reader.Read()), status(reader.Result()) {}
  Reader reader;
  Settings settings;
  Status status;
};

State& GetState() {
  static auto* const state = new State;
  return *state;
}

}  // namespace

// What the whole program is compiled for the machine has, even if Highway says no: to NEON belong,
// for Highway, instructions for AES, which a Raspberry Pi 4 lacks and nothing here uses.
int64_t UsableSimdTargets() {
  static const int64_t targets = ((hwy::SupportedTargets() | HWY_ENABLED_BASELINE) & HWY_TARGETS) |
                                 (HasDotQuads() ? kDotQuadsTarget : 0) |
                                 (HasDotPairs() ? kDotPairsTarget : 0) |
                                 (HasMatrixUnit() ? kMatrixUnitTarget : 0);
  return targets;
}

const Settings& GetSettings() { return GetState().settings; }

GpuMemory GetGpuMemory() { return GetState().reader.gpu_memory(); }

const Status& SettingsStatus() { return GetState().status; }

std::vector<std::string_view> SimdNames(int64_t targets) {
  std::vector<std::string_view> names;
  for (const SimdName& simd : kSimdNames) {
    if ((targets & simd.target) != 0) names.push_back(simd.name);
  }
  return names;
}

std::span<const SettingRow> SettingTable() { return kRows; }

void OverrideSettings(const Settings& settings) { GetState().settings = settings; }

}  // namespace openaclnn

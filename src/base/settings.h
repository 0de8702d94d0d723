// What environment variables choose. Read once, at the first use of the library; docs/settings.md
// is made from the table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/chip.h"
#include "base/shared.h"
#include "base/status.h"

namespace openaclnn {

// What checked mode can look for (src/checked), each a bit of Settings::checks.
enum class Check : uint8_t { kMemory, kLifetime, kOrder, kContract };
constexpr uint32_t CheckBit(Check check) { return uint32_t{1} << static_cast<unsigned>(check); }

// What the log holds (base/log.h): each level also what the ones before it hold.
enum class LogLevel : uint8_t { kOff, kError, kWarn, kInfo, kDebug };

// What the devices are. kNone: OPENACLNN_DEVICE cannot be understood, and no other device is used
// in place of the one that was meant.
enum class DeviceKind : uint8_t { kCpu, kCuda, kNone };

inline constexpr int kMostDevices = 64;

struct Settings {
  int num_threads;       // OPENACLNN_NUM_THREADS: threads of one operator; default: the CPUs this
                         // process may use
  int64_t simd_targets;  // OPENACLNN_SIMD: mask of Highway targets that may be chosen; default: all
                         // the machine has
  int64_t tile;  // OPENACLNN_TILE: elements of a tile, 64 to 65536, a multiple of 64; default 1024
  Chip chip;     // OPENACLNN_SOC: the chip family whose rules apply; default Ascend910B
  std::string soc_name;                       // the full name that aclrtGetSocName returns
  uint32_t device_count;                      // OPENACLNN_DEVICE_COUNT: default 1, at most 64
  DeviceKind device_kind = DeviceKind::kCpu;  // OPENACLNN_DEVICE
  int cuda_device = -1;       // the driver's number of the only device, from cuda:N; -1: all it has
  uint32_t checks = 0;        // OPENACLNN_CHECK: one bit for each Check; default none
  int check_log = 2;          // OPENACLNN_CHECK_LOG: descriptor for reports; default standard error
  bool check_abort = false;   // OPENACLNN_CHECK_ABORT: whether the first report ends the process
  int check_exit_status = 0;  // OPENACLNN_CHECK_EXIT_STATUS; 0: the program's own
  LogLevel log_level = LogLevel::kOff;  // OPENACLNN_LOG
  int log_file = 2;     // OPENACLNN_LOG, file=: descriptor for lines; default standard error
  int trace_file = -1;  // OPENACLNN_TRACE: descriptor of an empty file; -1: there is no trace
};

// A variable that cannot be understood, or that this machine cannot serve, counts as unset here;
// SettingsStatus tells.
OPENACLNN_SHARED const Settings& GetSettings();

// Success, or 100000 and a message naming the variable, its value and the values it may have.
// aclInit returns it.
OPENACLNN_SHARED const Status& SettingsStatus();

// One row for each variable, for the documents and `openaclnn doctor`.
struct SettingRow {
  const char* variable;
  const char* meaning;
  const char* values;
  const char* fallback;
};
OPENACLNN_SHARED std::span<const SettingRow> SettingTable();

// What OPENACLNN_SIMD calls the Highway targets of a mask, the best last.
std::vector<std::string_view> SimdNames(int64_t targets);

// The Highway targets that are compiled and that this machine has.
int64_t UsableSimdTargets();

// For tests: replaces the settings in this process. Not thread-safe.
OPENACLNN_SHARED void OverrideSettings(const Settings& settings);

}  // namespace openaclnn

#include "device/cuda/driver.h"

#include <dlfcn.h>

#include <mutex>

#include "acl/acl_base.h"
#include "base/settings.h"
#include "device/cuda/code.h"
#include "device/cuda/errors.h"
#include "fmt/format.h"

namespace openaclnn::cuda {
namespace {

// Versions of the driver's interface.
constexpr int kOldestVersion = 11000, kFirstVersionWithPools = 11020;

struct Opened {
  Driver driver;
  std::string problem;  // empty: there is a driver
};

const Opened& Open() {
  static const auto* const opened = [] {
    auto* const made = new Opened;
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      made->problem = fmt::format("no driver of NVIDIA's can be loaded: {}", dlerror());
      return made;
    }
#define OPENACLNN_CUDA_FIND(name, symbol, arguments)                                    \
  made->driver.name = reinterpret_cast<decltype(Driver::name)>(dlsym(library, symbol)); \
  if (made->driver.name == nullptr && made->problem.empty())                            \
    made->problem = "the driver has no function " symbol;
    OPENACLNN_CUDA_FUNCTIONS(OPENACLNN_CUDA_FIND)
#undef OPENACLNN_CUDA_FIND
    int version = 0;
    if (!made->problem.empty()) return made;
    if (made->driver.driver_get_version(&version) != kSuccess || version < kOldestVersion) {
      made->problem = fmt::format("the driver serves CUDA {}.{}, expected 11.0 or later",
                                  version / 1000, version % 1000 / 10);
    }
    made->driver.has_pools = version >= kFirstVersionWithPools;
#define OPENACLNN_CUDA_FIND_OPTIONAL(name, symbol, arguments)                           \
  made->driver.name = reinterpret_cast<decltype(Driver::name)>(dlsym(library, symbol)); \
  made->driver.has_pools = made->driver.has_pools && made->driver.name != nullptr;
    OPENACLNN_CUDA_POOL_FUNCTIONS(OPENACLNN_CUDA_FIND_OPTIONAL)
#undef OPENACLNN_CUDA_FIND_OPTIONAL
    return made;
  }();
  return *opened;
}

// Whatever goes wrong before there is a device.
Status Refuse(std::string_view problem) {
  const int device = GetSettings().cuda_device;
  return Error(ErrorKind::kSetting, ACL_ERROR_INVALID_PARAM,
               "environment variable OPENACLNN_DEVICE: is \"cuda{}\", but {}",
               device < 0 ? "" : fmt::format(":{}", device), problem);
}

}  // namespace

Status FindDriver(const Driver*& driver) {
  const Opened& opened = Open();
  if (!opened.problem.empty()) return Refuse(opened.problem);
  if (!CodeProblem().empty()) return Refuse(CodeProblem());
  driver = &opened.driver;
  return {};
}

Status StartDriver(const Driver*& driver, int& devices) {
  OPENACLNN_RETURN_IF_ERROR(FindDriver(driver));
  static std::mutex mutex;
  static bool started = false;
  static int count = 0;
  const std::lock_guard lock(mutex);
  if (!started) {
    Result result = driver->init(0);
    if (result == kSuccess) result = driver->device_get_count(&count);
    if (result != kSuccess) {
      return Refuse(fmt::format("the driver does not start: {}", TextOf(*driver, result)));
    }
    started = true;
  }
  if (count == 0) return Refuse("the driver has no device");
  if (const int only = GetSettings().cuda_device; only >= count) {
    return Refuse(fmt::format("the driver has only {} device{}", count, count == 1 ? "" : "s"));
  }
  devices = count;
  return {};
}

const Driver& TheDriver() { return Open().driver; }

}  // namespace openaclnn::cuda

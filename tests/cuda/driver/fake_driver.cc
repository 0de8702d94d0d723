// A libcuda.so.1 for tests: GPUs that are threads. Declared as NVIDIA's documentation declares its
// driver, not as src/device/cuda/driver.h does, so that a mistake there is seen.
//
// It is strict where the driver is lenient: the host cannot touch device memory; work runs later
// than it is given, also copies of pageable memory; memory is aligned as promised and no better;
// what is undefined is an error; after a fork, the child gets nothing but errors. Kernels are those
// of the same names that the emulator has; of PTX only names are read. Environment variables:
// FAKE_CUDA_DEVICES (2), FAKE_CUDA_VERSION (12040), FAKE_CUDA_INIT (the result of cuInit),
// FAKE_CUDA_DELAY (microseconds before each piece of work, 20), FAKE_CUDA_MEMORY (MiB of each
// device, 1024), FAKE_CUDA_CAPABILITY (90), FAKE_CUDA_POOLS, FAKE_CUDA_MANAGED, FAKE_CUDA_PEERS (0:
// devices have no pools, do not share managed memory with the host, do not reach each other).

#include <elf.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/cuda/driver/emulator.h"

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct Gpu*;
using CUstream = struct FakeStream*;
using CUevent = struct FakeEvent*;
using CUmodule = struct FakeModule*;
using CUfunction = struct FakeFunction*;
using CUmemoryPool = struct FakePool*;

struct CUmemLocation {
  int type;
  int id;
};
struct CUmemPoolProps {
  int allocType;
  int handleTypes;
  CUmemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};
struct CUmemAccessDesc {
  CUmemLocation location;
  int flags;
};

namespace {

enum : CUresult {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNotInitialized = 3,
  kInvalidDevice = 101,
  kInvalidImage = 200,
  kInvalidContext = 201,
  kPeersUnsupported = 217,
  kNoBinaryForGpu = 209,
  kInvalidPtx = 218,
  kInvalidHandle = 400,
  kNotFound = 500,
  kNotReady = 600,
  kIllegalAddress = 700,
  kPeerEnabled = 704,
  kPeerNotEnabled = 705,
};

constexpr size_t kPage = 4096;
// Addresses that the devices share; the thread sanitizer has room for three times as many.
constexpr size_t kAddresses = size_t{256} << 30;

int Variable(const char* name, int fallback) {
  const char* const value = std::getenv(name);
  return value != nullptr ? std::atoi(value) : fallback;
}

int Capability() { return Variable("FAKE_CUDA_CAPABILITY", 90); }

// Bytes of memory, of each device.
size_t Total() {
  static const auto total = static_cast<size_t>(Variable("FAKE_CUDA_MEMORY", 1024)) << 20;
  return total;
}

}  // namespace

// A record: the work of the stream has come to it when `reached` is true.
struct Moment {
  bool reached = false;
  std::chrono::steady_clock::time_point time;
};

struct FakeEvent {
  std::shared_ptr<Moment> latest;
};

struct Gpu {
  int number = 0;
  uintptr_t begin = 0;  // of its addresses; the bytes are kAddresses further on
  uintptr_t next = 0;
  size_t allocated = 0;
  std::map<uintptr_t, size_t> blocks;
  std::vector<Gpu*> peers;
  bool retained = false;
  CUresult lost = kSuccess;
};

struct FakePool {
  Gpu* gpu = nullptr;
  bool waits_for_frees = true;
  uint64_t kept = 0, reserved = 0, used = 0;  // bytes; what is kept of those that are freed
  std::vector<int> reached_by;                // other GPUs
};

struct FakeFunction {
  Gpu* gpu = nullptr;
  const openaclnn::emulator::Kernel* kernel = nullptr;
  int made_for = 0;  // a capability; 0: any, as PTX
};

struct FakeModule {
  std::map<std::string, FakeFunction, std::less<>> functions;
};

struct FakeStream {
  Gpu* gpu = nullptr;
  std::deque<std::function<CUresult()>> work;
  std::condition_variable called;  // of its thread alone: most work is waited for, piece by piece
  bool busy = false, ended = false;
};

namespace {

struct Driver {
  std::mutex mutex;                 // guards everything
  std::condition_variable changed;  // a stream is idle, a moment reached, or a device lost
  bool started = false;
  int devices = Variable("FAKE_CUDA_DEVICES", 2);
  std::vector<std::unique_ptr<Gpu>> gpus;
  uintptr_t begin = 0, distance = 0;
  size_t range = 0;  // of addresses, for each device
  std::map<uintptr_t, size_t> pinned, managed;
  struct OfPool {
    FakePool* pool;
    size_t size;
    bool is_freed;  // or will be
  };
  std::map<uintptr_t, OfPool> of_pools;  // of all that a pool ever gave
  std::map<FakeStream*, std::unique_ptr<FakeStream>> streams;
  std::map<FakeEvent*, std::unique_ptr<FakeEvent>> events;
  std::map<FakeModule*, std::unique_ptr<FakeModule>> modules;
  std::string failing;  // a function, its result, and the calls until then
  CUresult failure = kSuccess;
  int calls_left = 0;
  CUresult work_failure = kSuccess;  // of the next piece of work
  bool held = false;                 // no work begins
  const openaclnn::emulator::Kernel* last_kernel = nullptr;
  int last_made_for = 0;
};

Driver& The() {
  static auto* const driver = new Driver;
  return *driver;
}

thread_local Gpu* current = nullptr;
bool is_child = false;  // of the process that the driver was started in

using Lock = std::unique_lock<std::mutex>;

bool IsDevice(uintptr_t address) { return address - The().begin < The().distance; }

char* BytesAt(uintptr_t address) {
  return reinterpret_cast<char*>(IsDevice(address) ? address + The().distance : address);
}

// What begins every function that needs no context.
CUresult Enter(const char* function) {
  Driver& driver = The();
  if (!driver.started || is_child) return kNotInitialized;
  if (driver.failing == function && driver.calls_left-- == 0) {
    driver.failing.clear();
    return driver.failure;
  }
  return kSuccess;
}

CUresult EnterContext(const char* function) {
  const CUresult result = Enter(function);
  if (result != kSuccess) return result;
  if (current == nullptr) return kInvalidContext;
  return current->lost;
}

CUresult EnterStream(const char* function, FakeStream* stream) {
  const CUresult result = EnterContext(function);
  if (result != kSuccess) return result;
  if (stream == nullptr || !The().streams.contains(stream) || stream->ended) return kInvalidHandle;
  return stream->gpu->lost;
}

// Memory of another GPU's pool is out of reach by default.
bool MayReach(const Gpu* gpu, uintptr_t address) {
  auto next = The().of_pools.upper_bound(address);
  if (next == The().of_pools.begin()) return true;
  const auto& [begin, block] = *--next;
  if (address - begin >= block.size || block.pool->gpu == gpu) return true;
  return std::ranges::count(block.pool->reached_by, gpu->number) > 0;
}

// Whether all bytes that are of devices are in one live block. Other memory is the host's affair.
bool IsLive(uintptr_t address, size_t size) {
  if (!IsDevice(address)) return true;
  for (const auto& gpu : The().gpus) {
    auto next = gpu->blocks.upper_bound(address);
    if (next == gpu->blocks.begin()) continue;
    --next;
    if (address - next->first <= next->second && size <= next->second - (address - next->first)) {
      return true;
    }
  }
  return false;
}

void Work(FakeStream* stream) {
  static const int delay = Variable("FAKE_CUDA_DELAY", 20);
  Driver& driver = The();
  Lock lock(driver.mutex);
  while (true) {
    stream->called.wait(lock,
                        [&] { return !driver.held && (stream->ended || !stream->work.empty()); });
    if (stream->work.empty()) break;
    const std::function<CUresult()> work = std::move(stream->work.front());
    stream->work.pop_front();
    stream->busy = true;
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::microseconds(delay));
    lock.lock();
    CUresult result = stream->gpu->lost;
    if (result == kSuccess) std::swap(result, driver.work_failure);
    if (result == kSuccess) result = work();
    if (stream->gpu->lost == kSuccess) stream->gpu->lost = result;
    stream->busy = false;
    if (stream->work.empty() || stream->gpu->lost != kSuccess) driver.changed.notify_all();
  }
  driver.streams.erase(stream);
}

void Put(FakeStream* stream, std::function<CUresult()> work) {
  stream->work.push_back(std::move(work));
  stream->called.notify_all();
}

bool IsIdle(const FakeStream& stream) { return stream.work.empty() && !stream.busy; }

// Until the device is idle or lost.
template <class Ready>
CUresult Await(Lock& lock, Gpu* gpu, Ready ready) {
  The().changed.wait(lock, [&] { return ready() || gpu->lost != kSuccess; });
  return gpu->lost;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

// For tests: the call of `function` after `calls` others returns `result`.
void fakeCudaFail(const char* function, CUresult result, int calls) {
  const Lock lock(The().mutex);
  The().failing = function;
  The().failure = result;
  The().calls_left = calls;
}

// For tests: from now on no work begins, or it does again.
void fakeCudaHold(int held) {
  const Lock lock(The().mutex);
  The().held = held != 0;
  for (const auto& [stream, owned] : The().streams) stream->called.notify_all();
}

// For tests: the next piece of work of any stream fails so, and its device is lost. 0: it works
// again.
void fakeCudaFailWork(CUresult result) {
  const Lock lock(The().mutex);
  The().work_failure = result;
  if (result != kSuccess) return;
  for (const auto& gpu : The().gpus) gpu->lost = kSuccess;
}

// For tests: the name of the kernel that was launched last; "" if there was none.
const char* fakeCudaLastKernel() {
  const Lock lock(The().mutex);
  for (const auto& [name, kernel] : openaclnn::emulator::Kernels()) {
    if (&kernel == The().last_kernel) return name.c_str();
  }
  return "";
}

// For tests: the capability that its code was made for; 0: it was PTX.
int fakeCudaLastMadeFor() {
  const Lock lock(The().mutex);
  return The().last_made_for;
}

CUresult cuGetErrorName(CUresult result, const char** name) {
  switch (result) {
    case kOutOfMemory:
      *name = "CUDA_ERROR_OUT_OF_MEMORY";
      return kSuccess;
    case kIllegalAddress:
      *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
      return kSuccess;
    default:
      *name = nullptr;
      return kInvalidValue;
  }
}

CUresult cuGetErrorString(CUresult result, const char** text) {
  *text = result == kIllegalAddress ? "an illegal memory access was encountered" : "fake";
  return kSuccess;
}

CUresult cuInit(unsigned flags) {
  Driver& driver = The();
  const Lock lock(driver.mutex);
  if (flags != 0) return kInvalidValue;
  if (const int result = Variable("FAKE_CUDA_INIT", kSuccess); result != kSuccess) return result;
  if (is_child) return kNotInitialized;
  if (driver.started) return kSuccess;
  driver.distance = kAddresses;
  driver.range = kAddresses / static_cast<size_t>(std::max(driver.devices, 1)) / kPage * kPage;
  void* const range = mmap(nullptr, 2 * driver.distance, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) return kOutOfMemory;
  driver.begin = reinterpret_cast<uintptr_t>(range);
  for (int i = 0; i < driver.devices; ++i) {
    auto gpu = std::make_unique<Gpu>();
    gpu->number = i;
    gpu->begin = gpu->next = driver.begin + driver.range * static_cast<size_t>(i);
    driver.gpus.push_back(std::move(gpu));
  }
  driver.started = true;
  pthread_atfork(nullptr, nullptr, [] {
    is_child = true;
    new (&The().mutex) std::mutex;  // as whoever held it is not here
  });
  return kSuccess;
}

CUresult cuDriverGetVersion(int* version) {
  *version = Variable("FAKE_CUDA_VERSION", 12040);
  return kSuccess;
}

CUresult cuDeviceGetCount(int* count) {
  const Lock lock(The().mutex);
  *count = The().devices;
  return Enter("cuDeviceGetCount");
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  const Lock lock(The().mutex);
  if (ordinal < 0 || ordinal >= The().devices) return kInvalidDevice;
  *device = 100 + ordinal;  // is no ordinal
  return Enter("cuDeviceGet");
}

static Gpu* GpuOf(CUdevice device) {
  if (device < 100 || device >= 100 + The().devices) return nullptr;
  return The().gpus[static_cast<size_t>(device - 100)].get();
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  const Lock lock(The().mutex);
  const Gpu* const gpu = GpuOf(device);
  if (gpu == nullptr) return kInvalidDevice;
  const std::string text = "fake GPU " + std::to_string(gpu->number);
  if (static_cast<int>(text.size()) >= length) return kInvalidValue;
  std::memcpy(name, text.c_str(), text.size() + 1);
  return Enter("cuDeviceGetName");
}

CUresult cuDeviceGetAttribute(int* value, int attribute, CUdevice device) {
  const Lock lock(The().mutex);
  if (GpuOf(device) == nullptr) return kInvalidDevice;
  switch (attribute) {
    case 16:  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
      *value = 132;
      break;
    case 38:  // CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE
      *value = 50 << 20;
      break;
    case 41:  // CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING
      *value = 1;
      break;
    case 89:  // CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS
      *value = Variable("FAKE_CUDA_MANAGED", 1);
      break;
    case 115:  // CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED
      *value = Variable("FAKE_CUDA_POOLS", 1);
      break;
    case 75:  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
      *value = Capability() / 10;
      break;
    case 76:  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR
      *value = Capability() % 10;
      break;
    default:
      return kInvalidValue;
  }
  return Enter("cuDeviceGetAttribute");
}

CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  const Lock lock(The().mutex);
  if (GpuOf(device) == nullptr || GpuOf(peer) == nullptr) return kInvalidDevice;
  *can = device != peer ? Variable("FAKE_CUDA_PEERS", 1) : 0;
  return Enter("cuDeviceCanAccessPeer");
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  const Lock lock(The().mutex);
  Gpu* const gpu = GpuOf(device);
  if (gpu == nullptr) return kInvalidDevice;
  gpu->retained = true;
  *context = gpu;
  return Enter("cuDevicePrimaryCtxRetain");
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  const Lock lock(The().mutex);
  *context = current;
  return Enter("cuCtxGetCurrent");
}

CUresult cuCtxSetCurrent(CUcontext context) {
  const Lock lock(The().mutex);
  if (context != nullptr && !context->retained) return kInvalidContext;
  current = context;
  return Enter("cuCtxSetCurrent");
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuCtxEnablePeerAccess")) return result;
  if (flags != 0 || peer == nullptr || peer == current) return kInvalidValue;
  if (Variable("FAKE_CUDA_PEERS", 1) == 0) return kPeersUnsupported;
  if (std::ranges::count(current->peers, peer) > 0) return kPeerEnabled;
  current->peers.push_back(peer);
  return kSuccess;
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuCtxDisablePeerAccess")) return result;
  return std::erase(current->peers, peer) > 0 ? kSuccess : kPeerNotEnabled;
}

CUresult cuMemGetInfo_v2(size_t* free, size_t* total) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuMemGetInfo")) return result;
  *total = Total();
  *free = Total() - current->allocated;
  return kSuccess;
}

// A multiple of 256, and every other time not of 512. Addresses are not used again.
static CUresult MakeBlock(Gpu* gpu, size_t size, uintptr_t& begin) {
  const uintptr_t offset = gpu->blocks.size() % 2 * 256;
  const size_t extent = (size + offset + kPage - 1) / kPage * kPage;
  if (gpu->next + extent + kPage > gpu->begin + The().range) return kOutOfMemory;
  begin = gpu->next + offset;
  if (mprotect(BytesAt(gpu->next), extent, PROT_READ | PROT_WRITE) != 0) return kOutOfMemory;
  std::memset(BytesAt(begin), 0xa5, std::min(size, size_t{1} << 20));  // it is not zero
  gpu->next += extent + kPage;
  return kSuccess;
}

// The pages are there no more.
static void RemoveBlock(Gpu* gpu, uintptr_t begin, size_t size) {
  const uintptr_t page = begin / kPage * kPage;
  mmap(BytesAt(page), begin - page + size, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  gpu->blocks.erase(begin);
}

CUresult cuMemAlloc_v2(CUdeviceptr* address, size_t size) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuMemAlloc")) return result;
  if (size == 0) return kInvalidValue;
  if (size > Total() - current->allocated) return kOutOfMemory;
  uintptr_t begin = 0;
  if (const CUresult result = MakeBlock(current, size, begin)) return result;
  current->blocks[begin] = size;
  current->allocated += size;
  *address = begin;
  return kSuccess;
}

static CUresult AwaitAllWork(Lock& lock, Gpu* gpu) {
  return Await(lock, gpu, [gpu] {
    return std::ranges::all_of(The().streams, [&](const auto& entry) {
      return entry.first->gpu != gpu || IsIdle(*entry.first);
    });
  });
}

CUresult cuMemAllocManaged(CUdeviceptr* address, size_t size, unsigned flags) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuMemAllocManaged")) return result;
  if (size == 0 || flags != 1) return kInvalidValue;  // CU_MEM_ATTACH_GLOBAL
  void* const mapped = mmap(nullptr, size + 256, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return kOutOfMemory;
  const uintptr_t begin = reinterpret_cast<uintptr_t>(mapped) + The().managed.size() % 2 * 256;
  The().managed[begin] = size;
  *address = begin;
  return kSuccess;
}

CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* properties) {
  const Lock lock(The().mutex);
  if (const CUresult result = Enter("cuMemPoolCreate")) return result;
  const CUmemPoolProps& p = *properties;
  if (p.allocType != 1 || p.handleTypes != 0 || p.location.type != 1) return kInvalidValue;
  if (p.location.id < 0 || p.location.id >= The().devices) return kInvalidDevice;
  const auto* const rest = reinterpret_cast<const unsigned char*>(&p.win32SecurityAttributes);
  if (std::any_of(rest, reinterpret_cast<const unsigned char*>(&p + 1),
                  [](unsigned char byte) { return byte != 0; })) {
    return kInvalidValue;
  }
  *pool =
      new FakePool{.gpu = The().gpus[static_cast<size_t>(p.location.id)].get(), .reached_by = {}};
  return kSuccess;
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attribute, void* value) {
  const Lock lock(The().mutex);
  if (const CUresult result = Enter("cuMemPoolSetAttribute")) return result;
  switch (attribute) {
    case 3:  // CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES
      pool->waits_for_frees = *static_cast<int*>(value) != 0;
      return kSuccess;
    case 4:  // CU_MEMPOOL_ATTR_RELEASE_THRESHOLD
      pool->kept = *static_cast<uint64_t*>(value);
      return kSuccess;
    default:
      return kInvalidValue;
  }
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, int attribute, void* value) {
  const Lock lock(The().mutex);
  if (const CUresult result = Enter("cuMemPoolGetAttribute")) return result;
  if (attribute != 5) return kInvalidValue;  // CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT
  *static_cast<uint64_t*>(value) = pool->reserved;
  return kSuccess;
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* access, size_t count) {
  const Lock lock(The().mutex);
  if (const CUresult result = Enter("cuMemPoolSetAccess")) return result;
  for (const CUmemAccessDesc& a : std::vector<CUmemAccessDesc>(access, access + count)) {
    if (a.location.type != 1 || a.location.id < 0 || a.location.id >= The().devices ||
        a.location.id == pool->gpu->number || a.flags != 3 || Variable("FAKE_CUDA_PEERS", 1) == 0) {
      return kInvalidValue;
    }
    pool->reached_by.push_back(a.location.id);
  }
  return kSuccess;
}

// The memory is there when the stream has come to it.
CUresult cuMemAllocFromPoolAsync(CUdeviceptr* address, size_t size, CUmemoryPool pool,
                                 CUstream stream) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterStream("cuMemAllocFromPoolAsync", stream)) return result;
  if (size == 0 || stream->gpu != pool->gpu) return kInvalidValue;
  if (pool->waits_for_frees || pool->kept != ~uint64_t{0}) return kInvalidValue;  // not made here
  const uint64_t used = pool->used + size;
  const uint64_t more = used > pool->reserved ? used - pool->reserved : 0;
  if (more > Total() - pool->gpu->allocated) return kOutOfMemory;
  uintptr_t begin = 0;
  if (const CUresult result = MakeBlock(pool->gpu, size, begin)) return result;
  pool->gpu->allocated += more;
  pool->reserved += more;
  pool->used = used;
  The().of_pools[begin] = {pool, size, false};
  Put(stream, [=] {
    pool->gpu->blocks[begin] = size;
    return +kSuccess;
  });
  *address = begin;
  return kSuccess;
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterStream("cuMemFreeAsync", stream)) return result;
  const auto found = The().of_pools.find(address);
  if (found == The().of_pools.end() || found->second.is_freed) return kInvalidValue;
  found->second.is_freed = true;
  Put(stream, [begin = found->first, block = found->second] {
    RemoveBlock(block.pool->gpu, begin, block.size);
    block.pool->used -= block.size;
    return +kSuccess;
  });
  return kSuccess;
}

// Waits for the device.
CUresult cuMemFree_v2(CUdeviceptr address) {
  Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuMemFree")) return result;
  if (const auto found = The().managed.find(address); found != The().managed.end()) {
    const CUresult waited = AwaitAllWork(lock, current);
    munmap(reinterpret_cast<void*>(address / kPage * kPage), found->second + 256);
    The().managed.erase(found);
    return waited;
  }
  if (The().of_pools.contains(address)) return kInvalidValue;  // which would wait for nothing
  for (const auto& gpu : The().gpus) {
    const auto found = gpu->blocks.find(address);
    if (found == gpu->blocks.end()) continue;
    const CUresult waited = AwaitAllWork(lock, gpu.get());
    gpu->allocated -= found->second;
    RemoveBlock(gpu.get(), address, found->second);
    return waited;
  }
  return kInvalidValue;
}

CUresult cuMemHostAlloc(void** memory, size_t size, unsigned flags) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuMemHostAlloc")) return result;
  if (size == 0 || (flags & ~7u) != 0) return kInvalidValue;
  void* const mapped =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return kOutOfMemory;
  The().pinned[reinterpret_cast<uintptr_t>(mapped)] = size;
  *memory = mapped;
  return kSuccess;
}

CUresult cuMemFreeHost(void* memory) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuMemFreeHost")) return result;
  const auto found = The().pinned.find(reinterpret_cast<uintptr_t>(memory));
  if (found == The().pinned.end()) return kInvalidValue;
  munmap(memory, found->second);
  The().pinned.erase(found);
  return kSuccess;
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, CUstream stream) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterStream("cuMemcpyAsync", stream)) return result;
  if (dst < src + size && src < dst + size) return kInvalidValue;  // undefined
  Put(stream, [=, gpu = stream->gpu] {
    if (!IsLive(dst, size) || !IsLive(src, size)) return +kIllegalAddress;
    if (!MayReach(gpu, dst) || !MayReach(gpu, src)) return +kIllegalAddress;
    std::memcpy(BytesAt(dst), BytesAt(src), size);
    return +kSuccess;
  });
  return kSuccess;
}

// Whether the driver knows of it.
static bool IsKnown(uintptr_t address) {
  if (IsDevice(address)) return IsLive(address, 1);
  return std::ranges::any_of(std::array{&The().pinned, &The().managed}, [=](const auto* memory) {
    auto next = memory->upper_bound(address);
    return next != memory->begin() && address - (--next)->first < next->second;
  });
}

CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t size, CUstream stream) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterStream("cuMemsetD8Async", stream)) return result;
  if (!IsKnown(dst)) return kInvalidValue;
  Put(stream, [=] {
    if (!IsLive(dst, size)) return +kIllegalAddress;
    std::memset(BytesAt(dst), value, size);
    return +kSuccess;
  });
  return kSuccess;
}

CUresult cuPointerGetAttribute(void* data, int attribute, CUdeviceptr address) {
  const Lock lock(The().mutex);
  if (const CUresult result = Enter("cuPointerGetAttribute")) return result;
  if (attribute != 2 || !IsKnown(address))
    return kInvalidValue;  // CU_POINTER_ATTRIBUTE_MEMORY_TYPE
  *static_cast<unsigned*>(data) = IsDevice(address) ? 2 : 1;
  return kSuccess;
}

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuStreamCreate")) return result;
  if (flags != 1) return kInvalidValue;  // others would wait for the legacy default stream
  auto made = std::make_unique<FakeStream>();
  made->gpu = current;
  *stream = made.get();
  The().streams[made.get()] = std::move(made);
  std::thread(Work, *stream).detach();
  return kSuccess;
}

// Its work goes on.
CUresult cuStreamDestroy_v2(CUstream stream) {
  const Lock lock(The().mutex);
  if (stream == nullptr || !The().streams.contains(stream)) return kInvalidHandle;
  stream->ended = true;
  stream->called.notify_all();
  return Enter("cuStreamDestroy");
}

CUresult cuStreamQuery(CUstream stream) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterStream("cuStreamQuery", stream)) return result;
  return IsIdle(*stream) ? kSuccess : kNotReady;
}

CUresult cuStreamSynchronize(CUstream stream) {
  Lock lock(The().mutex);
  if (const CUresult result = EnterStream("cuStreamSynchronize", stream)) return result;
  return Await(lock, stream->gpu, [&] { return IsIdle(*stream); });
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterStream("cuStreamWaitEvent", stream)) return result;
  if (flags != 0 || !The().events.contains(event)) return kInvalidHandle;
  if (event->latest == nullptr) return kSuccess;
  Put(stream, [moment = event->latest, stream] {
    Lock held(The().mutex, std::adopt_lock);
    const CUresult result = Await(held, stream->gpu, [&] { return moment->reached; });
    held.release();
    return result;
  });
  return kSuccess;
}

CUresult cuEventCreate(CUevent* event, unsigned flags) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuEventCreate")) return result;
  if (flags != 0) return kInvalidValue;  // others have no time
  auto made = std::make_unique<FakeEvent>();
  *event = made.get();
  The().events[made.get()] = std::move(made);
  return kSuccess;
}

CUresult cuEventDestroy_v2(CUevent event) {
  const Lock lock(The().mutex);
  return The().events.erase(event) > 0 ? kSuccess : kInvalidHandle;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterStream("cuEventRecord", stream)) return result;
  if (!The().events.contains(event)) return kInvalidHandle;
  event->latest = std::make_shared<Moment>();
  Put(stream, [moment = event->latest] {
    moment->reached = true;
    moment->time = std::chrono::steady_clock::now();
    The().changed.notify_all();
    return +kSuccess;
  });
  return kSuccess;
}

CUresult cuEventQuery(CUevent event) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuEventQuery")) return result;
  if (!The().events.contains(event)) return kInvalidHandle;
  return event->latest == nullptr || event->latest->reached ? kSuccess : kNotReady;
}

CUresult cuEventSynchronize(CUevent event) {
  Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuEventSynchronize")) return result;
  if (!The().events.contains(event)) return kInvalidHandle;
  const std::shared_ptr<Moment> moment = event->latest;
  return Await(lock, current, [&] { return moment == nullptr || moment->reached; });
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent begin, CUevent end) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuEventElapsedTime")) return result;
  for (CUevent event : {begin, end}) {
    if (!The().events.contains(event) || event->latest == nullptr) return kInvalidHandle;
    if (!event->latest->reached) return kNotReady;
  }
  *milliseconds =
      std::chrono::duration<float, std::milli>(end->latest->time - begin->latest->time).count();
  return kSuccess;
}

// Kernels of another name than the emulator's would be another program than the one that is tested.
static bool AddKernel(std::string_view name, int made_for, FakeModule& module) {
  const auto& kernels = openaclnn::emulator::Kernels();
  const auto found = kernels.find(name);
  if (found == kernels.end()) return false;
  module.functions[found->first] = {current, &found->second, made_for};
  return true;
}

static CUresult AddKernelsOfPtx(std::string_view text, FakeModule& module) {
  constexpr std::string_view kEntry = ".visible .entry ";
  for (size_t at = text.find(kEntry); at != text.npos; at = text.find(kEntry, at)) {
    at += kEntry.size();
    if (!AddKernel(text.substr(at, text.find('(', at) - at), 0, module)) return kInvalidPtx;
  }
  return module.functions.empty() ? kInvalidPtx : kSuccess;
}

// A cubin is an ELF file, with a section for each kernel.
static CUresult AddKernelsOfCubin(const char* image, FakeModule& module) {
  constexpr int kMachine = 190;  // EM_CUDA
  Elf64_Ehdr head;
  std::memcpy(&head, image, sizeof(head));
  if (head.e_machine != kMachine || head.e_shentsize != sizeof(Elf64_Shdr)) return kInvalidImage;
  const bool is_new = head.e_ident[EI_ABIVERSION] >= 8;
  const int made_for = static_cast<int>(head.e_flags >> (is_new ? 8 : 0) & 0xff);
  if (made_for / 10 != Capability() / 10 || made_for > Capability()) return kNoBinaryForGpu;
  const auto section = [&](size_t number) {
    Elf64_Shdr read;
    std::memcpy(&read, image + head.e_shoff + number * sizeof(read), sizeof(read));
    return read;
  };
  const char* const names = image + section(head.e_shstrndx).sh_offset;
  constexpr std::string_view kText = ".text.";
  for (size_t number = 0; number < head.e_shnum; ++number) {
    const std::string_view name = names + section(number).sh_name;
    if (!name.starts_with(kText)) continue;
    if (!AddKernel(name.substr(kText.size()), made_for, module)) return kInvalidImage;
  }
  return module.functions.empty() ? kInvalidImage : kSuccess;
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuModuleLoadData")) return result;
  auto made = std::make_unique<FakeModule>();
  const auto* const text = static_cast<const char*>(image);
  const bool is_cubin = std::string_view(text).starts_with(ELFMAG);
  const CUresult result = is_cubin ? AddKernelsOfCubin(text, *made) : AddKernelsOfPtx(text, *made);
  if (result != kSuccess) return result;
  *module = made.get();
  The().modules[made.get()] = std::move(made);
  return kSuccess;
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterContext("cuModuleGetFunction")) return result;
  if (!The().modules.contains(module)) return kInvalidHandle;
  const auto found = module->functions.find(std::string_view(name));
  if (found == module->functions.end()) return kNotFound;
  *function = &found->second;
  return kSuccess;
}

// Where a kernel finds the bytes of an address: also in pinned memory.
static void* BytesForKernel(uint64_t address, size_t size) {
  if (IsDevice(address)) return IsLive(address, size) ? BytesAt(address) : nullptr;
  return IsKnown(address) && IsKnown(address + size - 1) ? BytesAt(address) : nullptr;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void** arguments, void** extra) {
  const Lock lock(The().mutex);
  if (const CUresult result = EnterStream("cuLaunchKernel", stream)) return result;
  if (function->gpu != current || stream->gpu != current) return kInvalidHandle;
  if (grid_x == 0 || block_x == 0 || block_x > 1024 || shared != 0) return kInvalidValue;
  if (grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1) return kInvalidValue;
  if (arguments == nullptr || extra != nullptr) return kInvalidValue;
  const auto* const begin = static_cast<const std::byte*>(arguments[0]);
  const openaclnn::emulator::Kernel& kernel = *function->kernel;
  The().last_kernel = &kernel;
  The().last_made_for = function->made_for;
  Put(stream, [argument = std::vector<std::byte>(begin, begin + kernel.argument_size), &kernel,
               threads = int64_t{grid_x} * block_x] {
    return openaclnn::emulator::RunGrid(kernel, argument.data(), threads, BytesForKernel);
  });
  return kSuccess;
}

}  // extern "C"
#pragma GCC visibility pop

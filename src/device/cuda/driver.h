// What the back end calls of NVIDIA's driver, declared in our own words: names, numbers and the
// order of arguments. Nothing of it is linked: libcuda.so.1 is opened when a program asks for a
// GPU.
#pragma once

#include <cstddef>
#include <string>

#include "base/status.h"

namespace openaclnn::cuda {

// CUresult. Those that something depends on; errors.cc says what the others mean to programs.
enum Result : int {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNotReady = 600,
  kPeerAccessAlreadyEnabled = 704,
  kPeerAccessNotEnabled = 705,
};

using GpuId = int;                   // CUdevice
using Address = unsigned long long;  // CUdeviceptr
using Context = struct ContextObject*;
using Stream = struct StreamObject*;
using Event = struct EventObject*;
using Module = struct ModuleObject*;
using Function = struct FunctionObject*;
using MemPool = struct MemPoolObject*;

inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kHostAllocPortable = 1;  // pinned for all devices

// CUdevice_attribute
enum Attribute : int {
  kMultiprocessors = 16,
  kL2CacheSize = 38,
  kUnifiedAddressing = 41,
  kMajor = 75,
  kMinor = 76,
  kPageableMemoryAccess = 88,
  kConcurrentManagedAccess = 89,
  kMemoryPoolsSupported = 115,
};

inline constexpr unsigned kAttachGlobal = 1;  // managed memory, of all streams

// CUmemLocation, CUmemPoolProps and CUmemAccessDesc
struct MemLocation {
  int type = 1;  // a device
  int number;
};
struct MemPoolProperties {
  int allocation = 1;  // stays on its device
  int handles = 0;     // for no other processes
  MemLocation location;
  void* security = nullptr;
  size_t reserved[8] = {};
};
static_assert(sizeof(MemPoolProperties) == 88);
struct MemAccess {
  MemLocation location;
  int flags = 3;  // read and write
};

// CUmemPool_attribute; each of 64 bits but the first, which is an int
enum MemPoolAttribute : int {
  kReuseWithInternalDependencies = 3,
  kReleaseThreshold = 4,
  kReservedBytes = 5,
};

inline constexpr int kMemoryType = 2;  // of CUpointer_attribute

// F(the member's name, the driver's symbol, the type's arguments)
#define OPENACLNN_CUDA_FUNCTIONS(F)                                                       \
  F(get_error_name, "cuGetErrorName", (Result, const char**))                             \
  F(get_error_string, "cuGetErrorString", (Result, const char**))                         \
  F(init, "cuInit", (unsigned flags))                                                     \
  F(driver_get_version, "cuDriverGetVersion", (int*))                                     \
  F(device_get_count, "cuDeviceGetCount", (int*))                                         \
  F(device_get, "cuDeviceGet", (GpuId*, int number))                                      \
  F(device_get_name, "cuDeviceGetName", (char* name, int size, GpuId))                    \
  F(device_get_attribute, "cuDeviceGetAttribute", (int*, Attribute, GpuId))               \
  F(device_can_access_peer, "cuDeviceCanAccessPeer", (int*, GpuId, GpuId peer))           \
  F(primary_context_retain, "cuDevicePrimaryCtxRetain", (Context*, GpuId))                \
  F(context_get_current, "cuCtxGetCurrent", (Context*))                                   \
  F(context_set_current, "cuCtxSetCurrent", (Context))                                    \
  F(context_enable_peer, "cuCtxEnablePeerAccess", (Context peer, unsigned flags))         \
  F(context_disable_peer, "cuCtxDisablePeerAccess", (Context peer))                       \
  F(mem_get_info, "cuMemGetInfo_v2", (size_t* free, size_t* total))                       \
  F(mem_alloc, "cuMemAlloc_v2", (Address*, size_t))                                       \
  F(mem_free, "cuMemFree_v2", (Address))                                                  \
  F(mem_alloc_managed, "cuMemAllocManaged", (Address*, size_t, unsigned flags))           \
  F(mem_host_alloc, "cuMemHostAlloc", (void**, size_t, unsigned flags))                   \
  F(mem_free_host, "cuMemFreeHost", (void*))                                              \
  F(memcpy_async, "cuMemcpyAsync", (Address dst, Address src, size_t, Stream))            \
  F(memset_async, "cuMemsetD8Async", (Address, unsigned char value, size_t, Stream))      \
  F(pointer_get_attribute, "cuPointerGetAttribute", (void*, int attribute, Address))      \
  F(stream_create, "cuStreamCreate", (Stream*, unsigned flags))                           \
  F(stream_destroy, "cuStreamDestroy_v2", (Stream))                                       \
  F(stream_query, "cuStreamQuery", (Stream))                                              \
  F(stream_synchronize, "cuStreamSynchronize", (Stream))                                  \
  F(stream_wait_event, "cuStreamWaitEvent", (Stream, Event, unsigned flags))              \
  F(event_create, "cuEventCreate", (Event*, unsigned flags))                              \
  F(event_destroy, "cuEventDestroy_v2", (Event))                                          \
  F(event_record, "cuEventRecord", (Event, Stream))                                       \
  F(event_query, "cuEventQuery", (Event))                                                 \
  F(event_synchronize, "cuEventSynchronize", (Event))                                     \
  F(event_elapsed_time, "cuEventElapsedTime", (float* ms, Event begin, Event end))        \
  F(module_load_data, "cuModuleLoadData", (Module*, const void* image))                   \
  F(module_get_function, "cuModuleGetFunction", (Function*, Module, const char*))         \
  F(launch_kernel, "cuLaunchKernel",                                                      \
    (Function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,       \
     unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream, void** arguments, \
     void** extra))

// Since CUDA 11.2; null in older drivers.
#define OPENACLNN_CUDA_POOL_FUNCTIONS(F)                                                  \
  F(mem_pool_create, "cuMemPoolCreate", (MemPool*, const MemPoolProperties*))             \
  F(mem_pool_set_attribute, "cuMemPoolSetAttribute", (MemPool, MemPoolAttribute, void*))  \
  F(mem_pool_get_attribute, "cuMemPoolGetAttribute", (MemPool, MemPoolAttribute, void*))  \
  F(mem_pool_set_access, "cuMemPoolSetAccess", (MemPool, const MemAccess*, size_t count)) \
  F(mem_alloc_from_pool, "cuMemAllocFromPoolAsync", (Address*, size_t, MemPool, Stream))  \
  F(mem_free_async, "cuMemFreeAsync", (Address, Stream))

struct Driver {
#define OPENACLNN_CUDA_MEMBER(name, symbol, arguments) Result(*name) arguments = nullptr;
  OPENACLNN_CUDA_FUNCTIONS(OPENACLNN_CUDA_MEMBER)
  OPENACLNN_CUDA_POOL_FUNCTIONS(OPENACLNN_CUDA_MEMBER)
#undef OPENACLNN_CUDA_MEMBER
  bool has_pools = false;
};

// The driver's library, opened by the first call; the driver is not initialised, so that a process
// may yet fork. Errors, the same at each call: 100000, with the reason that there is none.
Status FindDriver(const Driver*& driver);

// The same, initialised, with at least one device. After the first success, the process must not
// fork and use it in the child.
Status StartDriver(const Driver*& driver, int& devices);

// After StartDriver succeeded.
const Driver& TheDriver();

}  // namespace openaclnn::cuda

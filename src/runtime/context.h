// Devices and contexts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "acl/acl_rt.h"
#include "base/handle_table.h"
#include "base/shared.h"
#include "base/status.h"
#include "runtime/current_context.h"
#include "runtime/stream.h"

namespace openaclnn {

// Guarded by the mutex of context.cc, which is held where one ends.
struct Context {
  static constexpr int kOptions = 4;  // aclSysParamOpt

  const int32_t device;
  const bool is_default;  // made by aclrtSetDevice
  const aclrtStream default_stream;
  std::vector<aclrtStream> streams;  // without the default stream
  std::array<std::optional<int64_t>, kOptions> options;
};
using ContextTable = HandleTable<Context, HandleKind::kContext>;

// Makes a live context current in this thread. Errors: 107000.
Status UseContext(aclrtContext handle);

// The device of threads that have no context; nothing: none.
void SetDefaultDevice(std::optional<int32_t> device);
// Whether aclInit was called, and not taken back.
void SetInitialised(bool initialised);

// How many devices there are. To ask starts a driver that a child of fork cannot use.
Status StartDevices(uint32_t& count);
// `name`: of the argument. Errors: 107001, and those of StartDevices.
OPENACLNN_SHARED Status CheckDevice(int32_t device, const char* name);

// The C functions of these names, after the checks of pointers.
Status SetDevice(int32_t device);
enum class ResetMode { kCounted, kForced };
Status ResetDevice(int32_t device, ResetMode mode);
Status HasDefaultContext(int32_t device, bool& has);
Status CreateContext(int32_t device, aclrtContext& context);
Status DestroyContext(aclrtContext handle);
Status SetContextOption(int option, int64_t value);
Status GetContextOption(int option, std::optional<int64_t>& value);

// Makes a stream in the current context.
Status CreateStream(uint32_t flags, aclrtStream& handle);
// Ends a stream of the current context.
enum class DestroyMode { kFinish, kAbandon };
Status DestroyStream(aclrtStream handle, DestroyMode mode);

// The streams of all contexts on a device, default streams included; of all devices.
std::vector<std::shared_ptr<Stream>> StreamsOf(int32_t device);
std::vector<std::shared_ptr<Stream>> AllStreams();

}  // namespace openaclnn

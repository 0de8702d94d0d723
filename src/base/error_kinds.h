// The mistakes that functions of the API refuse: every message ends with the code and name of one.
// base/error_rows.h says what each means. (checked/report.h has those of checked mode.)
#pragma once

#include <cstdint>

namespace openaclnn {

// Codes and names are for users and never change.
enum class ErrorKind : uint8_t {
  // Any function
  kNullArgument,
  kNotLive,
  kInvalidValue,
  kNotSupported,
  kOutOfHostMemory,
  kInternal,
  kTooManyObjects,
  // The first phase of operators
  kChip,
  kDtype,
  kPromotion,
  kScalarDtype,
  kRank,
  kShape,
  kBroadcast,
  kChannels,
  kText,
  kLayout,
  kSelfOverlap,
  kOverlap,
  kMemoryRange,
  kValue,
  kCast,
  kFormat,
  // Executors and workspaces
  kExecutorNotLive,
  kForeignExecutor,
  kExecutorInUse,
  kNullWorkspace,
  kSmallWorkspace,
  kNoAddress,
  kTensorDestroyed,
  kIndex,
  // Initialisation
  kSetting,
  kConfigFile,
  kConfigDiffers,
  kNotInitialised,
  kForked,
  // Devices, contexts, streams, events
  kDevice,
  kDeviceNotSet,
  kNoContext,
  kDefaultContext,
  kForeignContext,
  kOptionNotSet,
  kWaitsForItself,
  kTimeout,
  kNotRecorded,
  kEventOrder,
  kNoThread,
  kTaskFailed,
  // Callbacks
  kSubscription,
  kCallbackThrew,
  // Memory
  kNotAllocated,
  kWrongFree,
  kOutOfDeviceMemory,
  kCopySize,
  // Collectives (libhccl)
  kConnect,
  kRankTable,
  kRanksDiffer,
  kPeerLost,
  kPeerTimeout,
  kCommunicatorBusy,
  kNoCommunicator,
  // Graphs
  kCaptured,
  kCaptureOrder,
};

}  // namespace openaclnn

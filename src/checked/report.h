// Checked mode (OPENACLNN_CHECK): what is a mistake, whether anybody looks for it, and the report.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/settings.h"
#include "base/shared.h"

namespace openaclnn {

// The mistakes that checked mode finds. Codes and names are for users and never change.
enum class Mistake : uint8_t {
  kHostAccess,
  kOutOfBounds,
  kHostPointer,
  kUseAfterFree,
  kDoubleFree,
  kForeignFree,
  kCopyBounds,
  kUnwrittenRead,
  kOverlappingCopy,
  kOtherDevice,
  kBeforeReset,
  kFreedInUse,
  kDeadObject,
  kDestroyedTwice,
  kExecutorNeverRun,
  kLeak,
  kEventInUse,
  kStreamRace,
  kHostRace,
  kExecutorReused,
  kWorkspaceSize,
  kMisaligned,
  kForeignStream,
  kUnsynchronisedRead,
  kCopyKind,
  kNoDevice,
  kNotInitialised,
};

struct MistakeRow {
  Mistake mistake;
  Check check;
  const char* code;
  const char* name;
  const char* meaning;
  const char* remedy;
};

// In the order of the enumerators.
inline constexpr MistakeRow kMistakes[] = {
    {Mistake::kHostAccess, Check::kMemory, "EZ2001", "host-access",
     "Device memory is not in the host's address space: on an NPU this access ends the program or "
     "reads something else.",
     "Copy with aclrtMemcpy, and read or write the copy."},
    {Mistake::kOutOfBounds, Check::kMemory, "EZ2002", "out-of-bounds",
     "The elements that shape, strides and offset describe must all lie in one allocation: on an "
     "NPU the rest is somebody else's memory.",
     "Allocate as many bytes as the view spans, or correct shape, strides, offset or dtype."},
    {Mistake::kHostPointer, Check::kMemory, "EZ2003", "host-pointer",
     "Operators take device addresses only: on an NPU a host address faults or means other memory.",
     "Allocate with aclrtMalloc, copy the data there with aclrtMemcpy, and pass that address."},
    {Mistake::kUseAfterFree, Check::kMemory, "EZ2004", "use-after-free",
     "Freed memory may belong to somebody else by now.",
     "Free memory after the last operation on it has been synchronised, and not before."},
    {Mistake::kDoubleFree, Check::kMemory, "EZ2005", "double-free",
     "The second free may take memory away from whoever got that address in between.",
     "Free each allocation once; set the pointer to null afterwards."},
    {Mistake::kForeignFree, Check::kMemory, "EZ2006", "foreign-free",
     "Only the address that an allocation function returned can be freed, by its own counterpart.",
     "Pass what aclrtMalloc returned to aclrtFree, what aclrtMallocHost returned to "
     "aclrtFreeHost, and what comes from elsewhere to neither."},
    {Mistake::kCopyBounds, Check::kMemory, "EZ2007", "copy-bounds",
     "Copies and fills must stay inside one allocation: on an NPU the rest is somebody else's "
     "memory, which padding hides only sometimes.",
     "Count in bytes (elements times the size of the dtype) and allocate as many."},
    {Mistake::kUnwrittenRead, Check::kMemory, "EZ2008", "unwritten-read",
     "Memory that nobody has written since aclrtMalloc holds what was there before: on an NPU the "
     "result differs from run to run.",
     "Copy or fill all bytes before they are read (aclrtMemcpy, aclrtMemset), or read fewer."},
    {Mistake::kOverlappingCopy, Check::kMemory, "EZ2009", "overlapping-copy",
     "An NPU copies within its memory in no particular order: where source and destination share "
     "bytes, either may be read after it was overwritten.",
     "Copy through memory of its own, or move the parts one after the other."},
    {Mistake::kOtherDevice, Check::kMemory, "EZ2010", "other-device",
     "Memory belongs to the device that was current when it was allocated: on an NPU the address "
     "means nothing, or something else, to another one.",
     "Allocate on the device of the stream (aclrtSetDevice first). Only copies from device to "
     "device may cross, after aclrtDeviceEnablePeerAccess."},
    {Mistake::kBeforeReset, Check::kMemory, "EZ2011", "before-reset",
     "The last aclrtResetDevice of a device gives up what was allocated on it: on an NPU the "
     "memory may be gone, or somebody else's.",
     "Reset a device when nothing on it is needed any more; allocate and fill anew after that."},
    {Mistake::kFreedInUse, Check::kLifetime, "EZ3001", "freed-in-use",
     "A stream runs later than the calls that fill it: until it is synchronised its tasks may "
     "still read and write this memory.",
     "Call aclrtSynchronizeStream before aclrtFree."},
    {Mistake::kDeadObject, Check::kLifetime, "EZ3002", "dead-object",
     "The object does not exist any more: on an NPU its memory is read all the same.",
     "Destroy objects after the last call that takes them."},
    {Mistake::kDestroyedTwice, Check::kLifetime, "EZ3003", "destroyed-twice",
     "On an NPU the second destroy frees memory twice, which corrupts the heap.",
     "Destroy each object once. A list owns what it was made of; an executor ends with its run."},
    {Mistake::kExecutorNeverRun, Check::kLifetime, "EZ3004", "executor-never-run",
     "The first phase makes an executor that the second phase ends; without that it stays.",
     "Run it, or destroy it with aclDestroyAclOpExecutor."},
    {Mistake::kLeak, Check::kLifetime, "EZ3005", "leak",
     "What is never destroyed stays until the process ends; in a loop that is the end of it.",
     "Give it back before aclFinalize."},
    {Mistake::kEventInUse, Check::kLifetime, "EZ3006", "event-in-use",
     "A stream runs later than the calls that fill it: its wait may find the event gone.",
     "Call aclrtSynchronizeStream for the stream that waits before aclrtDestroyEvent."},
    {Mistake::kStreamRace, Check::kOrder, "EZ4001", "stream-race",
     "Two streams touch the same bytes, at least one of them writes, and nothing says who is "
     "first.",
     "Record an event behind the first and let the other stream wait for it "
     "(aclrtRecordEvent, aclrtStreamWaitEvent), or use one stream."},
    {Mistake::kHostRace, Check::kOrder, "EZ4002", "host-race",
     "The host touches bytes that a stream has not finished with, as far as the host can know.",
     "Call aclrtSynchronizeStream first."},
    {Mistake::kExecutorReused, Check::kContract, "EZ5001", "executor-reused",
     "An executor is good for one run, which ends it: on an NPU the second one uses freed memory.",
     "Call the first phase again, or aclSetAclOpExecutorRepeatable before the first run."},
    {Mistake::kWorkspaceSize, Check::kContract, "EZ5002", "workspace-size",
     "The second phase takes the workspace that the first phase asked for.",
     "Allocate workspaceSize bytes with aclrtMalloc and pass both unchanged."},
    {Mistake::kMisaligned, Check::kContract, "EZ5003", "misaligned",
     "An NPU moves memory in blocks of 32 bytes and wants addresses that are multiples of 32.",
     "Pass what aclrtMalloc returned, or cut sub-buffers at multiples of 32 bytes."},
    {Mistake::kForeignStream, Check::kContract, "EZ5004", "foreign-stream",
     "A stream belongs to the context that was current when it was made.",
     "Make that context current (aclrtSetCurrentContext, aclrtSetDevice), or use a stream of "
     "this one."},
    {Mistake::kUnsynchronisedRead, Check::kContract, "EZ5005", "unsynchronised-read",
     "A stream runs later than the calls that fill it: aclrtMemcpy does not wait for it, and reads "
     "what was there before.",
     "Call aclrtSynchronizeStream on that stream first."},
    {Mistake::kCopyKind, Check::kContract, "EZ5006", "copy-kind",
     "The kind of a copy must say where its two addresses are.",
     "Use ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST or ACL_MEMCPY_DEVICE_TO_DEVICE as "
     "the addresses demand."},
    {Mistake::kNoDevice, Check::kContract, "EZ5007", "no-device",
     "Each thread needs a device of its own choice, also for streams that another thread made: on "
     "an NPU such calls fail with 107002.",
     "Call aclrtSetDevice or aclrtSetCurrentContext at the start of each thread."},
    {Mistake::kNotInitialised, Check::kContract, "EZ5008", "not-initialised",
     "aclInit has to come before all other functions of the runtime: on an NPU what is left out "
     "fails later, and elsewhere.",
     "Call aclInit(nullptr) once, first."},
};

constexpr const MistakeRow& RowOf(Mistake mistake) {
  return kMistakes[static_cast<size_t>(mistake)];
}

// One bit for each check; all of them until the first question is answered.
extern OPENACLNN_SHARED std::atomic<uint32_t> checks_in_force;
[[gnu::cold]] OPENACLNN_SHARED bool ReadChecks(uint32_t wanted);

// Whether any of these is asked for. What an unchecked program pays is this test.
template <class... More>
inline bool Checks(Check check, More... more) {
  const uint32_t wanted = (CheckBit(check) | ... | CheckBit(more));
  if ((checks_in_force.load(std::memory_order_relaxed) & wanted) == 0) [[likely]]
    return false;
  return ReadChecks(wanted);
}

inline bool AnyChecks() {
  return Checks(Check::kMemory, Check::kLifetime, Check::kOrder, Check::kContract);
}

// Writes the report, whole, if the mistake's check is on. Ends the process if the settings say so.
// `details`: one sentence or more with the names, addresses and numbers.
OPENACLNN_SHARED void ReportMistake(Mistake mistake, const std::string& details) noexcept;

// The same for what comes in lists: says what the mistake means, and what to do, once.
void ReportInList(Mistake mistake, const std::string& details) noexcept;

// For handlers of signals: allocates nothing and does not end the process.
void ReportFromSignal(Mistake mistake, const char* details) noexcept;

// Writes whole lines, to the log too.
void WriteToCheckLog(std::string_view line) noexcept;

// For tests: replaces the checks in force, bits of CheckBit. Not thread-safe.
OPENACLNN_SHARED void OverrideChecks(uint32_t checks);

}  // namespace openaclnn

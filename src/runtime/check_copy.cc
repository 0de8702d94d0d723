#include "runtime/check_copy.h"

#include <array>

#include "acl/acl_rt.h"
#include "checked/contents.h"
#include "checked/device_memory.h"
#include "runtime/order.h"
#include "runtime/peers.h"
#include "runtime/stream.h"

namespace openaclnn {
namespace {

uintptr_t AddressOf(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }

// One side of a copy. A range that leaves its allocation is served as long as there is memory,
// as on a device, where padding follows.
Status CheckSide(const char* api, const char* name, const void* memory, size_t count) {
  if (!IsDeviceAddress(memory)) return {};
  const uintptr_t begin = AddressOf(memory);
  const std::optional<Finding> finding = CheckDeviceRange(begin, begin + count);
  if (!finding) return {};
  const bool bounds = finding->mistake == Mistake::kOutOfBounds;
  const Mistake mistake = bounds ? Mistake::kCopyBounds : finding->mistake;
  ReportMistake(mistake, fmt::format("{}: {}: {}.", api, name, finding->details));
  if (bounds && IsMapped(begin, begin + count)) return {};
  return Error(ErrorKind::kMemoryRange, ACL_ERROR_RT_PARAM_INVALID, "{}: {}", name,
               finding->details);
}

const char* SideOf(bool device) { return device ? "device" : "host"; }

void CheckKind(const char* api, const Copy& copy) {
  const bool to_device = IsDeviceAddress(copy.dst), from_device = IsDeviceAddress(copy.src);
  struct Sides {
    bool from_device, to_device;
  };
  constexpr Sides kSides[] = {{false, false}, {false, true}, {true, false}, {true, true}};
  if (copy.kind > ACL_MEMCPY_DEVICE_TO_DEVICE) return;
  const Sides& said = kSides[copy.kind];
  if (said.from_device == from_device && said.to_device == to_device) return;
  ReportMistake(Mistake::kCopyKind,
                fmt::format("{}: kind says {} to {}, but src {} is {} memory and dst {} is {} "
                            "memory.",
                            api, SideOf(said.from_device), SideOf(said.to_device), copy.src,
                            SideOf(from_device), copy.dst, SideOf(to_device)));
}

bool IsWithinDevice(const Copy& copy) {
  return IsDeviceAddress(copy.dst) && IsDeviceAddress(copy.src);
}

void CheckOverlap(const char* api, const Copy& copy) {
  const uintptr_t from = AddressOf(copy.src), to = AddressOf(copy.dst);
  if (!IsWithinDevice(copy) || from + copy.count <= to || to + copy.count <= from) return;
  ReportMistake(Mistake::kOverlappingCopy,
                fmt::format("{}: src {:#x} and dst {:#x} are {} bytes apart, but count is {}.", api,
                            from, to, from < to ? to - from : from - to, copy.count));
}

// What a task uses of device memory has to be the stream's own device's.
void CheckDeviceOfSide(const char* api, const char* name, const void* memory,
                       const Stream& stream) {
  const std::optional<int32_t> device = DeviceOf(AddressOf(memory));
  if (!device || *device == stream.device()) return;
  ReportMistake(
      Mistake::kOtherDevice,
      fmt::format("{}: {}: {} is in {}, of device {}; stream {} is of device {}.", api, name,
                  memory, AllocationAt(AddressOf(memory)), *device, stream.id(), stream.device()));
}

// Copies within device memory may lead from one device to another if the two are peers.
void CheckDevices(const char* api, const Copy& copy, const Stream* stream) {
  const std::optional<int32_t> from = DeviceOf(AddressOf(copy.src));
  const std::optional<int32_t> to = DeviceOf(AddressOf(copy.dst));
  if (!from || !to || *from == *to) {
    if (stream == nullptr) return;
    CheckDeviceOfSide(api, "dst", copy.dst, *stream);
    CheckDeviceOfSide(api, "src", copy.src, *stream);
  } else if (!ArePeers(*from, *to)) {
    ReportMistake(Mistake::kOtherDevice,
                  fmt::format("{}: src {} is in memory of device {}, dst {} in that of device {}, "
                              "and neither has enabled access to the other.",
                              api, copy.src, *from, copy.dst, *to));
  }
}

void NoteContentsOf(const char* api, const Copy& copy) {
  const Access source = ReadOf(copy.src, copy.count, "src");
  const Access target = WriteTo(copy.dst, copy.count, "dst");
  if (IsWithinDevice(copy)) return NoteCopiedContents(source, target);
  NoteContents(api, std::array{source, target});
}

}  // namespace

Status CheckCopy(const char* api, const Copy& copy, const Stream* stream) {
  if (Checks(Check::kMemory)) {
    OPENACLNN_RETURN_IF_ERROR(CheckSide(api, "dst", copy.dst, copy.count));
    OPENACLNN_RETURN_IF_ERROR(CheckSide(api, "src", copy.src, copy.count));
    CheckKind(api, copy);
    CheckOverlap(api, copy);
    CheckDevices(api, copy, stream);
    NoteContentsOf(api, copy);
  }
  // The check of the order reports this too, and more of it.
  if (!Checks(Check::kContract) || Checks(Check::kOrder) || stream != nullptr) return {};
  const uintptr_t begin = AddressOf(copy.src);
  if (const auto use = FindUse(begin, begin + copy.count, UseKind::kWrite)) {
    ReportMistake(
        Mistake::kUnsynchronisedRead,
        fmt::format("{}: src {} is {}, which nobody has waited for.", api, copy.src, *use));
  }
  return {};
}

Status CheckFill(const char* api, void* memory, size_t count, const Stream* stream) {
  if (!Checks(Check::kMemory)) return {};
  if (IsDeviceAddress(memory)) {
    OPENACLNN_RETURN_IF_ERROR(CheckSide(api, "devPtr", memory, count));
    if (stream != nullptr) CheckDeviceOfSide(api, "devPtr", memory, *stream);
    NoteContents(api, std::array{WriteTo(memory, count, "devPtr")});
    return {};
  }
  ReportMistake(Mistake::kHostPointer,
                fmt::format("{}: devPtr: {} is not device memory.", api, memory));
  return {};
}

UsesOfTask UsesOfCopy(const Copy& copy) {
  if (!AnyChecks()) return {};
  const uintptr_t from = AddressOf(copy.src), to = AddressOf(copy.dst);
  return {"aclrtMemcpyAsync",
          {{"src", from, from + copy.count, false}, {"dst", to, to + copy.count, true}}};
}

UsesOfTask UsesOfFill(const void* memory, size_t count) {
  if (!AnyChecks()) return {};
  const uintptr_t begin = AddressOf(memory);
  return {"aclrtMemsetAsync", {{"devPtr", begin, begin + count, true}}};
}

}  // namespace openaclnn

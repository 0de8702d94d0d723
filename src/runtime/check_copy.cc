#include "runtime/check_copy.h"

#include "acl/acl_rt.h"
#include "checked/device_memory.h"

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

}  // namespace

Status CheckCopy(const char* api, const Copy& copy, CopyTime time) {
  if (Checks(Check::kMemory)) {
    OPENACLNN_RETURN_IF_ERROR(CheckSide(api, "dst", copy.dst, copy.count));
    OPENACLNN_RETURN_IF_ERROR(CheckSide(api, "src", copy.src, copy.count));
    CheckKind(api, copy);
  }
  // The check of the order reports this too, and more of it.
  if (!Checks(Check::kContract) || Checks(Check::kOrder) || time == CopyTime::kOnStream) return {};
  const uintptr_t begin = AddressOf(copy.src);
  if (const auto use = FindUse(begin, begin + copy.count, UseKind::kWrite)) {
    ReportMistake(
        Mistake::kUnsynchronisedRead,
        fmt::format("{}: src {} is {}, which nobody has waited for.", api, copy.src, *use));
  }
  return {};
}

Status CheckFill(const char* api, const void* memory, size_t count) {
  if (!Checks(Check::kMemory)) return {};
  if (IsDeviceAddress(memory)) return CheckSide(api, "devPtr", memory, count);
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

#include "runtime/order.h"

#include <string>
#include <utility>

#include "checked/pinned_memory.h"
#include "fmt/format.h"
#include "runtime/stream.h"

namespace openaclnn {
namespace {

thread_local bool function_runs_here = false;

std::string Describe(const Operation& operation, const Access& access) {
  const std::string place =
      operation.stream == kByHost
          ? std::string("on the host")
          : fmt::format("task {} of stream {}", operation.number, operation.stream);
  return fmt::format("{} ({}) {} {}, bytes {:#x} to {:#x}", operation.name, place,
                     access.writes ? "writes" : "reads", access.argument, access.begin,
                     access.end - 1);
}

void ReportRace(const Race& race) {
  ReportMistake(race.later.stream == kByHost ? Mistake::kHostRace : Mistake::kStreamRace,
                fmt::format("{}, and {}; nothing orders the two.",
                            Describe(race.earlier, race.earlier_access),
                            Describe(race.later, race.later_access)));
}

Access AccessOf(const void* memory, size_t size, const char* argument, bool writes) {
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  return {argument, writes, begin, begin + size, nullptr};
}

}  // namespace

HappensBefore& TheOrder() {
  static auto* const order = new HappensBefore(ReportRace);
  return *order;
}

Access ReadOf(const void* memory, size_t size, const char* argument) {
  return AccessOf(memory, size, argument, false);
}

Access WriteTo(void* memory, size_t size, const char* argument) {
  return AccessOf(memory, size, argument, true);
}

Moment NoteTask(int32_t stream, const char* name, std::span<const Access> accesses) {
  if (function_runs_here) accesses = {};
  return TheOrder().Launch(stream, name, accesses);
}

void NoteTask(aclrtStream handle, const char* name, std::span<const Access> accesses) {
  std::shared_ptr<Stream> stream;
  if (FindStream(handle, stream).ok()) NoteTask(stream->id(), name, accesses);
}

void NoteSource(int32_t stream, const char* name, const Moment& moment, const Access& source) {
  if (!function_runs_here) TheOrder().Guard(stream, moment, name, source);
}

void NoteTarget(int32_t stream, const char* name, const Moment& moment, const Access& target) {
  if (function_runs_here) return;
  const Operation copy{name, stream, moment->At(stream)};
  const uint64_t watch = WatchPinned(target.begin, target.end, Describe(copy, target));
  if (watch != 0) TheOrder().WhenOver(stream, moment, [watch] { EndWatch(watch); });
}

void NoteOnHost(const char* name, std::initializer_list<Access> accesses) {
  if (!function_runs_here) TheOrder().OnHost(name, accesses);
}

FunctionRunsHere::FunctionRunsHere(const Moment& before)
    : outer_(std::exchange(function_runs_here, true)) {
  if (before != nullptr) TheOrder().HostWaits(before);
}

FunctionRunsHere::~FunctionRunsHere() { function_runs_here = outer_; }

}  // namespace openaclnn

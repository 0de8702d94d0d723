#include "hccl/check_memory.h"

#include "checked/contents.h"
#include "checked/device_memory.h"
#include "checked/report.h"
#include "hccl/accesses.h"
#include "runtime/order.h"

namespace openaclnn::hccl {
namespace {

Status CheckAccesses(Operation operation, std::vector<Access> accesses, aclrtStream stream) {
  const char* const api = NameOf(operation);
  if (Checks(Check::kMemory)) {
    for (const Access& access : accesses) {
      const std::optional<Finding> finding = CheckDeviceRange(access.begin, access.end);
      if (!finding) continue;
      ReportMistake(finding->mistake,
                    fmt::format("{}: {}: {}.", api, access.argument, finding->details));
      return Error(ErrorKind::kMemoryRange, HCCL_E_PARA, "{}: {}", access.argument,
                   finding->details);
    }
    NoteContents(api, accesses);
  }
  if (Checks(Check::kOrder)) NoteTask(stream, api, accesses);
  return {};
}

}  // namespace

Status CheckMemory(const Communicator& communicator, const Call& call, aclrtStream stream) {
  if (!Checks(Check::kMemory, Check::kOrder)) [[likely]]
    return {};
  return CheckAccesses(call.operation, AccessesOf(call, communicator.rank(), communicator.size()),
                       stream);
}

Status CheckMemory(const Communicator& /*communicator*/, Operation operation,
                   const std::vector<RankTransfer>& transfers, aclrtStream stream) {
  if (!Checks(Check::kMemory, Check::kOrder)) [[likely]]
    return {};
  return CheckAccesses(operation, AccessesOf(transfers), stream);
}

}  // namespace openaclnn::hccl

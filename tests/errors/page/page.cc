// Writes docs/errors.md from the tables of the code, or fails if it is not what they say now.
//
// usage: errors_page [--check] FILE    exit status 1: FILE is not current, or cannot be written

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "base/error_rows.h"
#include "checked/report.h"
#include "fmt/format.h"
#include "hccl/hccl_types.h"

namespace {

using openaclnn::ErrorRow;
using openaclnn::kErrorKinds;
using openaclnn::kMistakes;
using openaclnn::MistakeRow;

constexpr char kIntroduction[] = R"(# Errors

A function that fails returns a status, and leaves a message for `aclGetRecentErrMsg` in its thread:

```text
aclnnLogitGradGetWorkspaceSize: out: shape is [4], expected [8], the shape of x [EZ1106 shape]
```

A message names the function, the argument, what was given and what was expected. It says what to do
where that is not plain. The last words are the kind of the mistake. Its code and name never change, so
that programs and notes may refer to them; the sentence before them may. `aclGetRecentErrMsg` returns
all messages since the last call, the newest first, one to a line.

Statuses are those of CANN, of which several kinds share one. A task that fails after its launch has
succeeded is reported by the next synchronisation of its stream. So a task that checked mode
(`OPENACLNN_CHECK`) stops, because its memory was freed, say, gives 507015 there.

This page is made from the tables in `src/base/error_rows.h` and `src/checked/report.h`: run
`build/release/tests/errors/page/errors_page docs/errors.md` after a change.
)";

constexpr char kCheckedMode[] = R"(
## EZ2xxx to EZ5xxx: reports of checked mode

`OPENACLNN_CHECK=1` writes these to standard error, or to the file `OPENACLNN_CHECK_LOG`. They are
about what works here and would fail or corrupt on an NPU. The function succeeds all the same, with
one exception. EZ1113 is for memory that was freed, ends too early, is older than a reset of the
device or is not device memory.
[mistakes.md](mistakes.md) has programs that get these reports, and what they get.

| code | name | meaning | remedy |
|---|---|---|---|
)";

struct Group {
  const char* first;  // code
  const char* title;
};
constexpr Group kGroups[] = {{"EZ1001", "EZ10xx: any function"},
                             {"EZ1101", "EZ11xx: first phase of operators"},
                             {"EZ1201", "EZ12xx: executors and workspaces"},
                             {"EZ1301", "EZ13xx: initialisation and settings"},
                             {"EZ1401", "EZ14xx: devices, contexts, streams, events"},
                             {"EZ1501", "EZ15xx: host functions and callbacks"},
                             {"EZ1601", "EZ16xx: memory"},
                             {"EZ1701", "EZ17xx: collectives (libhccl)"},
                             {"EZ1801", "EZ18xx: graphs"}};

struct StatusRow {
  int32_t status;
  const char* name;
  const char* meaning;
};
#define STATUS(name, meaning) \
  { name, #name, meaning }
constexpr StatusRow kStatuses[] = {
    STATUS(HCCL_E_PARA, "libhccl: an argument has a value that it may not have"),
    STATUS(HCCL_E_PTR, "libhccl: a pointer or handle is null"),
    STATUS(HCCL_E_MEMORY, "libhccl: out of host memory"),
    STATUS(HCCL_E_INTERNAL, "libhccl: something in the library failed"),
    STATUS(HCCL_E_NOT_SUPPORT, "libhccl: the product, or the library, does not have it"),
    STATUS(HCCL_E_NOT_FOUND, "libhccl: there is no communicator of that name"),
    STATUS(HCCL_E_TIMEOUT, "libhccl: ranks did not come in time"),
    STATUS(HCCL_E_TCP_CONNECT, "libhccl: an address cannot be listened at, or connected to"),
    STATUS(HCCL_E_RUNTIME, "libhccl: no device is set, or the stream is not live"),
    STATUS(HCCL_E_AGAIN, "libhccl: a communicator has operations left to run"),
    STATUS(HCCL_E_REMOTE, "libhccl: a rank was lost, or the communicator failed before"),
    STATUS(ACL_ERROR_INVALID_PARAM, "an argument of a runtime function, or a setting, is wrong"),
    STATUS(ACL_ERROR_UNINITIALIZE, "this process cannot use the device"),
    STATUS(ACL_ERROR_INVALID_FILE, "a file cannot be read"),
    STATUS(ACL_ERROR_PARSE_FILE, "a file has wrong contents"),
    STATUS(ACL_ERROR_REPEAT_FINALIZE, "aclFinalize was called before, or aclInit was not"),
    STATUS(ACL_ERROR_RT_PARAM_INVALID, "an argument of a runtime function is wrong"),
    STATUS(ACL_ERROR_RT_INVALID_DEVICEID, "there is no such device"),
    STATUS(ACL_ERROR_RT_CONTEXT_NULL, "the thread has no current context"),
    STATUS(ACL_ERROR_RT_STREAM_CONTEXT, "a stream belongs to another context"),
    STATUS(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "an event has no time yet"),
    STATUS(ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL, "two events are in the wrong order"),
    STATUS(ACL_ERROR_RT_STREAM_SUBSCRIBE, "a stream is subscribed already, or is not"),
    STATUS(ACL_ERROR_RT_THREAD_SUBSCRIBE, "a thread has no subscriptions, or others"),
    STATUS(ACL_ERROR_RT_STREAM_NO_CB_REG, "a callback has no thread to run in"),
    STATUS(ACL_ERROR_RT_INVALID_MEMORY_TYPE, "there is no such kind of memory"),
    STATUS(ACL_ERROR_RT_INVALID_HANDLE, "a stream or event is not live"),
    STATUS(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, "an option was never set"),
    STATUS(ACL_ERROR_RT_CAPTURE_DEPENDENCY, "a captured stream is to wait for what is outside"),
    STATUS(ACL_ERROR_RT_STREAM_UNJOINED, "a stream that joined a capture was not waited for"),
    STATUS(ACL_ERROR_RT_MODEL_CAPTURED, "a graph is still being captured"),
    STATUS(ACL_ERROR_RT_STREAM_CAPTURED, "a stream is captured"),
    STATUS(ACL_ERROR_RT_EVENT_CAPTURED, "an event was recorded on a captured stream"),
    STATUS(ACL_ERROR_RT_STREAM_NOT_CAPTURED, "a stream is not captured"),
    STATUS(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT, "a call is unsafe while a stream is captured"),
    STATUS(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT, "the default stream is not for captures"),
    STATUS(ACL_ERROR_STREAM_CAPTURE_CONFLICT, "a stream is to take part in two captures"),
    STATUS(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
           "a task group is open, or none is, or of other size"),
    STATUS(ACL_ERROR_RT_TASK_ABORT_STOP, "a graph was ended while it ran"),
    STATUS(ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED, "a capture began on another stream"),
    STATUS(ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD, "a capture began in another thread"),
    STATUS(ACLNN_ERR_PARAM_NULLPTR, "a pointer that must not be null is"),
    STATUS(ACLNN_ERR_PARAM_INVALID, "a value, dtype, shape or handle is refused"),
    STATUS(ACL_ERROR_BAD_ALLOC, "out of host memory"),
    STATUS(ACL_ERROR_API_NOT_SUPPORT,
           "an operator cannot be run by its name, or could not, so that results may be wrong"),
    STATUS(ACL_ERROR_FEATURE_UNSUPPORTED, "a feature does not exist"),
    STATUS(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "a feature does not exist"),
    STATUS(ACL_ERROR_RT_MEMORY_ALLOCATION, "there is not enough memory"),
    STATUS(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "as many objects are live as there can be"),
    STATUS(ACL_ERROR_RT_NO_STREAM_RESOURCE, "a stream cannot have a thread"),
    STATUS(ACLNN_ERR_RUNTIME_ERROR, "the runtime refused an operator's launch"),
    STATUS(ACL_ERROR_INTERNAL_ERROR, "something in the library failed"),
    STATUS(ACL_ERROR_RT_INTERNAL_ERROR, "a host function, or something in the library, failed"),
    STATUS(ACL_ERROR_RT_STREAM_NOT_COMPLETE, "a stream waits for the function that waits for it"),
    STATUS(ACL_ERROR_RT_EVENT_NOT_COMPLETE, "an event waits for the function that waits for it"),
    STATUS(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "a device that is not set was reset"),
    STATUS(ACL_ERROR_RT_REPORT_TIMEOUT, "no callback came in time"),
    STATUS(ACL_ERROR_RT_AICORE_EXCEPTION, "checked mode stopped a task"),
    STATUS(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "a stream did not complete in time"),
    STATUS(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "an event did not complete in time"),
    STATUS(ACL_ERROR_RT_FFTS_PLUS_TIMEOUT, "a collective failed; the message says why"),
    STATUS(ACLNN_ERR_INNER, "an object to be destroyed is not live, or something failed inside"),
    STATUS(ACLNN_ERR_INNER_FIND_KERNEL_ERROR, "the product does not have the operator"),
    STATUS(ACLNN_ERR_INNER_CREATE_EXECUTOR, "as many objects are live as there can be"),
    STATUS(ACLNN_ERR_INNER_NULLPTR,
           "out of host memory, or a null executor, tensor or list where an executor is needed"),
    STATUS(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, "a capture was spoilt"),
    STATUS(ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND, "an operator is declared, and refused"),
};
#undef STATUS

const char* NameOf(int32_t status) {
  for (const StatusRow& row : kStatuses) {
    if (row.status == status) return row.name;
  }
  return nullptr;
}

// Fails, with a line, unless kStatuses lists exactly the statuses of the kinds.
bool StatusesAreComplete() {
  std::set<int32_t> listed, used;
  for (const StatusRow& row : kStatuses) listed.insert(row.status);
  for (const ErrorRow& row : kErrorKinds) {
    for (const int32_t status : row.statuses) {
      if (status != 0) used.insert(status);
    }
  }
  if (listed == used) return true;
  for (const int32_t status : listed) {
    if (!used.contains(status)) std::fprintf(stderr, "%d: no kind comes with it\n", status);
  }
  for (const int32_t status : used) {
    if (!listed.contains(status)) std::fprintf(stderr, "%d: is not in kStatuses\n", status);
  }
  return false;
}

std::string Page() {
  std::string page = kIntroduction;
  std::map<int32_t, std::string> kinds_of;
  for (const ErrorRow& row : kErrorKinds) {
    for (const Group& group : kGroups) {
      if (std::strcmp(group.first, row.code) != 0) continue;
      page += fmt::format(
          "\n## {}\n\n| code | name | statuses | meaning | remedy |\n|---|---|---|---|---|\n",
          group.title);
    }
    std::string statuses;
    for (const int32_t status : row.statuses) {
      if (status == 0) continue;
      if (!statuses.empty()) statuses += "<br>";
      statuses += fmt::format("{} {}", status, NameOf(status));
      std::string& kinds = kinds_of[status];
      if (!kinds.empty()) kinds += ", ";
      kinds += row.code;
    }
    page += fmt::format("| {} | {} | {} | {} | {} |\n", row.code, row.name, statuses, row.meaning,
                        row.remedy);
  }
  page += kCheckedMode;
  for (const MistakeRow& row : kMistakes) {
    page += fmt::format("| {} | {} | {} | {} |\n", row.code, row.name, row.meaning, row.remedy);
  }
  page +=
      "\n## Statuses\n\nAll statuses that functions of this library return, except 0.\n\n"
      "| status | name | meaning | kinds |\n|---|---|---|---|\n";
  for (const auto& [status, kinds] : kinds_of) {
    for (const StatusRow& row : kStatuses) {
      if (row.status != status) continue;
      page += fmt::format("| {} | {} | {} | {} |\n", status, row.name, row.meaning, kinds);
    }
  }
  return page;
}

}  // namespace

int main(int argc, char** argv) {
  const bool check = argc == 3 && std::strcmp(argv[1], "--check") == 0;
  if (argc != 2 && !check) {
    std::fprintf(stderr, "usage: %s [--check] FILE\n", argv[0]);
    return 2;
  }
  if (!StatusesAreComplete()) return 1;
  const char* const path = argv[argc - 1];
  if (check) {
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (text == Page()) return 0;
    std::fprintf(stderr, "%s is not what the tables say; run: %s %s\n", path, argv[0], path);
    return 1;
  }
  std::ofstream file(path);
  file << Page() << std::flush;
  if (file) return 0;
  std::fprintf(stderr, "%s: cannot be written\n", path);
  return 1;
}

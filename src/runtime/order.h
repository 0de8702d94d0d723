// What checked mode learns from the runtime about the order of a program's work. To be called only
// where Checks(Check::kOrder).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "acl/acl_rt.h"
#include "base/shared.h"
#include "checked/happens_before.h"
#include "checked/report.h"

namespace openaclnn {

// Races become reports.
HappensBefore& TheOrder();

Access ReadOf(const void* memory, size_t size, const char* argument);
Access WriteTo(void* memory, size_t size, const char* argument);

// A task is about to be launched, or the host to access memory. `name`: of the API function; lives
// forever. What functions run for streams do is not judged: how they and the program wait for each
// other cannot be seen.
Moment NoteTask(int32_t stream, const char* name, std::span<const Access> accesses);
// Nothing if the handle is of no stream, as the launch will say.
OPENACLNN_SHARED void NoteTask(aclrtStream stream, const char* name,
                               std::span<const Access> accesses);
void NoteOnHost(const char* name, std::initializer_list<Access> accesses);
// The task at `moment` reads memory of the host, which must stay as it is until the host comes
// after the task.
void NoteSource(int32_t stream, const char* name, const Moment& moment, const Access& source);
// The task at `moment` writes pinned memory, which the host must leave alone until then.
void NoteTarget(int32_t stream, const char* name, const Moment& moment, const Access& target);

// Marks, for its lifetime, that the calling thread runs a function for a stream.
class FunctionRunsHere {
 public:
  explicit FunctionRunsHere(const Moment& before);  // null: nobody checks the order
  ~FunctionRunsHere();
  FunctionRunsHere(const FunctionRunsHere&) = delete;
  FunctionRunsHere& operator=(const FunctionRunsHere&) = delete;

 private:
  const bool outer_;
};

}  // namespace openaclnn

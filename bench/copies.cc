// What memory of a GPU allows: a copy, by the driver, that reads and writes as many bytes as a
// case.

#include <benchmark/benchmark.h>

#include <algorithm>

#include "acl/acl.h"
#include "base/dtype.h"
#include "bench/benchmarks.h"
#include "bench/cases.h"
#include "bench/queued.h"

namespace openaclnn::bench {
namespace {

void RunCopy(benchmark::State& state, const Case& c) {
  const auto moved =
      static_cast<size_t>(c.Elements() * DtypeBytes(c.dtype) * (c.arrays_read + c.arrays_written));
  const size_t bytes = std::max(moved / 2, size_t{1});  // each is read and written
  void *from = nullptr, *to = nullptr;
  aclrtStream stream = nullptr;
  const auto put = [&] {
    return aclrtMemcpyAsync(to, bytes, from, bytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream) == 0;
  };
  if (aclrtMalloc(&from, bytes, ACL_MEM_MALLOC_HUGE_FIRST) == 0 &&
      aclrtMalloc(&to, bytes, ACL_MEM_MALLOC_HUGE_FIRST) == 0 &&
      aclrtMemset(from, bytes, 0, bytes) == 0 && aclrtCreateStream(&stream) == 0 && put() &&
      aclrtSynchronizeStream(stream) == 0) {
    TimeQueued(state, stream, put);
  } else {
    state.SkipWithError(aclGetRecentErrMsg());
  }
  if (stream != nullptr) aclrtDestroyStream(stream);
  if (to != nullptr) aclrtFree(to);
  if (from != nullptr) aclrtFree(from);
}

}  // namespace

void AddCopies(Benchmarks* benchmarks) {
  for (const Case& c : Cases()) {
    benchmarks->push_back({"copy/" + c.Name(), [&c](auto& state) { RunCopy(state, c); }, true});
  }
}

}  // namespace openaclnn::bench

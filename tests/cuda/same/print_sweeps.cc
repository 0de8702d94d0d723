// Prints hashes of what every formula that `openaclnn sweep` knows gives on the device in use: of
// all floats, each with a random gradient if the operator takes one, of all numbers of 16 bits with
// 64 gradients, and of a million doubles. A line has the hash of up to 2^22 results, the number of
// this block, and the formula.
//
// usage: print_sweeps [--thinned] [--block NUMBER FORMULA]
//   --thinned  every 130,003rd float, numbers of 16 bits with the gradient 1, 1,000 doubles
//   --block    this block of one formula, named as lines do, a line for each of its numbers
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "fmt/format.h"
#include "tests/ops/harness/hash.h"
#include "tools/sweep/inputs.h"
#include "tools/sweep/kernel_call.h"
#include "tools/sweep/subjects.h"
#include "tools/sweep/sweep.h"

namespace openaclnn::sweep {
namespace {

constexpr uint64_t kChunksOfBlock = 64;

uint64_t BlocksOf(const Inputs& inputs) {
  return (inputs.Chunks() + kChunksOfBlock - 1) / kChunksOfBlock;
}

// Calls use(self, grad, result) for each element of a block.
template <class Use>
void ForElementsOf(uint64_t block, const Inputs& inputs, KernelCall& call, const Use& use) {
  const uint64_t end = std::min((block + 1) * kChunksOfBlock, inputs.Chunks());
  std::vector<uint64_t> self(Inputs::kChunk), grad(Inputs::kChunk), result(Inputs::kChunk);
  for (uint64_t chunk = block * kChunksOfBlock; chunk < end; ++chunk) {
    const size_t count = inputs.Draw(chunk, call);
    call.Run();
    call.self.Get(0, self);
    call.grad.Get(0, grad);
    call.result.Get(0, result);
    for (size_t i = 0; i < count; ++i) use(self[i], grad[i], result[i]);
  }
}

void PrintHashes(const Job& job) {
  const Inputs inputs(job);
  std::vector<uint64_t> hashes(BlocksOf(inputs));
  std::atomic<uint64_t> next = 0;
  const auto work = [&] {
    aclrtSetDevice(0);
    KernelCall call(*job.subject, *job.dtype, Inputs::kChunk);
    for (uint64_t block; (block = next++) < hashes.size();) {
      test::Hash hash;
      ForElementsOf(block, inputs, call, [&](uint64_t, uint64_t, uint64_t result) {
        hash.Add(job.dtype->type, result);
      });
      hashes[block] = hash.value();
    }
  };
  const uint64_t threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::future<void>> workers(std::min<uint64_t>(threads, hashes.size()));
  for (std::future<void>& worker : workers) worker = std::async(std::launch::async, work);
  for (std::future<void>& worker : workers) worker.get();
  for (size_t block = 0; block < hashes.size(); ++block) {
    fmt::print("{:016x} {} {}\n", hashes[block], block, job.Title());
  }
}

void PrintElements(const Job& job, uint64_t block) {
  const Inputs inputs(job);
  aclrtSetDevice(0);
  KernelCall call(*job.subject, *job.dtype, Inputs::kChunk);
  const int digits = job.dtype->bits / 4;
  ForElementsOf(block, inputs, call, [&](uint64_t self, uint64_t grad, uint64_t result) {
    const bool is_nan = test::IsNan(job.dtype->type, result);
    fmt::print("self 0x{:0{}x}, gradOutput 0x{:0{}x}: {}\n", self, digits, grad, digits,
               is_nan ? "NaN" : fmt::format("0x{:0{}x}", result, digits));
  });
}

std::vector<Job> JobsOf(bool thinned) {
  std::vector<Job> jobs;
  for (const Subject& subject : AllSubjects()) {
    for (const Dtype& dtype : kDtypes) {
      if (!subject.Takes(dtype)) continue;
      Job job{&subject, &dtype, subject.AllGradients().back(), {}};
      if (thinned) {
        job.range.step = 130003;
        job.range.samples = 1000;
        if (dtype.bits == 16) job.gradients = subject.AllGradients().front();
      }
      jobs.push_back(job);
    }
  }
  return jobs;
}

int Main(int argc, char** argv) {
  int i = 1;
  const bool thinned = i < argc && std::strcmp(argv[i], "--thinned") == 0;
  if (thinned) ++i;
  const bool elements = argc == i + 3 && std::strcmp(argv[i], "--block") == 0;
  if (argc != i && !elements) {
    fmt::print(stderr, "usage: print_sweeps [--thinned] [--block NUMBER FORMULA]\n");
    return 2;
  }
  if (aclInit(nullptr) != 0) throw std::runtime_error(aclGetRecentErrMsg());
  bool found = !elements;
  for (const Job& job : JobsOf(thinned)) {
    if (!elements) {
      PrintHashes(job);
    } else if (!found && job.Title() == argv[i + 2]) {
      PrintElements(job, std::strtoull(argv[i + 1], nullptr, 10));
      found = true;
    }
  }
  if (!found) fmt::print(stderr, "there is no formula {}\n", argv[i + 2]);
  return found ? 0 : 2;
}

}  // namespace
}  // namespace openaclnn::sweep

int main(int argc, char** argv) {
  try {
    return openaclnn::sweep::Main(argc, argv);
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}

// Many threads call everything for a long time: no value is ever wrong, nothing fails and memory
// does not grow. Not a test of CI, for it takes as long as it is told to.
// usage: soak [MINUTES [THREADS]], by default 5 and 8

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "engine/usual_dtype.h"
#include "kinds/roles.h"
#include "ops/registry.h"
#include "tests/sample_shapes.h"
#include "tests/sample_texts.h"

namespace openaclnn {
namespace {

std::atomic<int64_t> calls{0};

void Check(bool holds, const char* what) {
  if (holds) return;
  const char* const message = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s: %s\n", what, message != nullptr ? message : "no message");
  std::abort();
}

// One operator on tensors of one size, whose results are known from its first run.
class Caller {
 public:
  Caller(const Operator& entry, int64_t rows) : operator_(entry), shape_{rows, 4, 8} {
    const OpSpec& spec = *entry.spec;
    memory_.resize(static_cast<size_t>(spec.NumArguments()));
    for (int i = 0; i < spec.NumArguments(); ++i) {
      const bool is_tensor = spec.arguments[i].IsTensor() || spec.arguments[i].IsTensorList();
      if (!is_tensor || IsUsuallyNull(spec, i)) continue;
      void* memory = nullptr;
      Check(aclrtMalloc(&memory, Bytes(), ACL_MEM_MALLOC_HUGE_FIRST) == 0, "aclrtMalloc");
      memory_[static_cast<size_t>(i)] = static_cast<float*>(memory);
    }
  }
  ~Caller() {
    for (float* const memory : memory_) {
      if (memory != nullptr) Check(aclrtFree(memory) == 0, "aclrtFree");
    }
  }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  // Both phases with new objects, everything destroyed before the stream has done its work.
  void Call(aclrtStream stream) {
    const OpSpec& spec = *operator_.spec;
    std::vector<AnyArgument> arguments(memory_.size());
    for (size_t i = 0; i < arguments.size(); ++i) {
      const int at = static_cast<int>(i);
      arguments[i].text = SampleText(spec, at);
      if (spec.arguments[i].kind == ArgumentKind::kDouble) {
        arguments[i].number = SampleNumber(spec, at, 0);
      }
      if (spec.arguments[i].kind == ArgumentKind::kInt) {
        arguments[i].integer = SampleInteger(spec, at, {shape_, shape_ + 3});
      }
      if (spec.arguments[i].kind == ArgumentKind::kInts) {
        const std::vector<int64_t> integers = SampleIntegers(spec, at, {shape_, shape_ + 3});
        arguments[i].integers = aclCreateIntArray(integers.data(), integers.size());
      } else if (spec.arguments[i].kind == ArgumentKind::kBools) {  // a mask of outputs
        const bool flags[] = {true, true, true};
        arguments[i].bools = aclCreateBoolArray(flags, SampleFlags(spec, at));
      } else if (memory_[i] != nullptr && HasShapesOfItsOwn(spec)) {
        const std::vector<int64_t> dims = SampleShape(spec, at, {shape_, shape_ + 3});
        const bool of_indices = IsOfIndices(spec, at);
        Fill(memory_[i], spec.arguments[i].IsRead());
        if (of_indices) std::memset(memory_[i], 0, Bytes());
        const auto create = [&](size_t member = 0) {
          return aclCreateTensor(dims.data(), dims.size(), SampleDtype(spec, at, ACL_FLOAT),
                                 nullptr, 0, ACL_FORMAT_ND, dims.data(), dims.size(),
                                 memory_[i] + member * Count());
        };
        if (spec.arguments[i].IsTensorList()) {  // whose members are one in memory if they are read
          std::vector<const aclTensor*> members = {create()};
          if (SampleMembers(spec, at) > 1) {
            members.push_back(create(spec.arguments[i].IsWritten() ? 1 : 0));
          }
          arguments[i].tensors = aclCreateTensorList(members.data(), members.size());
        } else {
          arguments[i].tensor = create();
        }
      } else if (memory_[i] != nullptr) {
        Fill(memory_[i], spec.arguments[i].IsRead());
        const bool of_channels = at == ChannelOperandOf(spec) || at == ChannelSumsOf(spec);
        const bool of_rows = RowResultOf(spec) >= 0;  // of a matrix
        const int64_t half[] = {shape_[0], shape_[1], shape_[2] / 2}, one = 1;
        const int64_t* const dims = of_channels || of_rows   ? shape_ + 1
                                    : IsHalf(spec, at)       ? half
                                    : IsOneElement(spec, at) ? &one
                                                             : shape_;
        const bool is_list = of_channels || at == RowResultOf(spec) || IsOneElement(spec, at);
        const uint64_t rank = is_list ? 1 : of_rows ? 2 : 3;
        arguments[i].tensor = aclCreateTensor(dims, rank, UsualDtype(spec, at, ACL_FLOAT), nullptr,
                                              0, ACL_FORMAT_ND, dims, rank, memory_[i]);
      } else if (spec.arguments[i].kind == ArgumentKind::kScalars) {
        float number = 0.5f;
        const aclScalar* const members[kSampleMembers] = {aclCreateScalar(&number, ACL_FLOAT),
                                                          aclCreateScalar(&number, ACL_FLOAT)};
        arguments[i].scalars = aclCreateScalarList(members, kSampleMembers);
      } else if (spec.arguments[i].kind == ArgumentKind::kUnread) {
        const int64_t none = 0;
        arguments[i].tensor =
            aclCreateTensor(&none, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &none, 1, nullptr);
      } else {
        auto number = static_cast<float>(SampleNumber(spec, at, 0.25 * at));
        uint64_t truth = 1;
        arguments[i].scalar = HasOwnDtype(spec, at) ? aclCreateScalar(&truth, OwnDtype(spec, at))
                                                    : aclCreateScalar(&number, ACL_FLOAT);
      }
    }
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    Check(operator_.plan(arguments, &size, &executor) == 0, "the first phase");
    void* workspace = nullptr;
    if (size > 0)
      Check(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_NORMAL_ONLY) == 0, "workspace");
    Check(operator_.run(workspace, size, executor, stream) == 0, "the second phase");
    for (const AnyArgument& argument : arguments) {
      aclDestroyTensor(argument.tensor);
      aclDestroyTensorList(argument.tensors);
      aclDestroyScalar(argument.scalar);
      aclDestroyScalarList(argument.scalars);
      aclDestroyIntArray(argument.integers);
      aclDestroyBoolArray(argument.bools);
    }
    Check(aclrtSynchronizeStream(stream) == 0, "aclrtSynchronizeStream");
    if (workspace != nullptr) Check(aclrtFree(workspace) == 0, "aclrtFree");
    CompareResults();
    // And one that is refused.
    Check(operator_.run(workspace, size, executor, stream) != 0, "an executor ran twice");
    Check(aclGetRecentErrMsg() != nullptr, "no message");
    calls.fetch_add(1, std::memory_order_relaxed);
  }

 private:
  size_t Count() const { return static_cast<size_t>(shape_[0] * shape_[1] * shape_[2]); }
  // The bytes of the second factor of a product, too, of indices, and of what is packed.
  size_t Bytes() const {
    const auto columns = static_cast<size_t>(shape_[2]);
    return std::max(8 * Count(), columns * columns) * sizeof(float);
  }

  void Fill(float* memory, bool is_input) const {
    for (size_t i = 0; i < Count(); ++i) {
      memory[i] = is_input ? 0.01f * static_cast<float>(i % 100) + 0.003f : -1.0f;
    }
  }

  void CompareResults() {
    std::vector<float> results;
    for (size_t i = 0; i < memory_.size(); ++i) {
      if (operator_.spec->arguments[i].IsWritten()) {
        results.insert(results.end(), memory_[i], memory_[i] + Count());
      }
    }
    if (expected_.empty()) expected_ = results;
    const size_t bytes = results.size() * sizeof(float);  // which may be no floats
    Check(std::memcmp(results.data(), expected_.data(), bytes) == 0, "a wrong value");
  }

  const Operator& operator_;
  const int64_t shape_[3];
  std::vector<float*> memory_;
  std::vector<float> expected_;
};

void Soak(unsigned seed, const std::atomic<bool>& stop) {
  Check(aclrtSetDevice(0) == 0, "aclrtSetDevice");
  std::mt19937 random(seed);
  while (!stop) {
    const Operator& entry = AllOperators()[random() % AllOperators().size()];
    aclrtStream streams[2] = {};
    aclrtEvent event = nullptr;
    for (aclrtStream& stream : streams) Check(aclrtCreateStream(&stream) == 0, "a stream");
    Check(aclrtCreateEvent(&event) == 0, "an event");
    Caller caller(entry, 1 + static_cast<int64_t>(random() % (random() % 8 == 0 ? 4096 : 64)));
    for (int i = 0; i < 20; ++i) {
      aclrtStream const stream = streams[random() % 2];
      std::atomic<int> counter{0};
      const auto count = [](void* to) { static_cast<std::atomic<int>*>(to)->fetch_add(1); };
      if (random() % 4 == 0) aclrtLaunchHostFunc(stream, count, &counter);
      Check(aclrtRecordEvent(event, stream) == 0, "aclrtRecordEvent");
      Check(aclrtStreamWaitEvent(streams[0], event) == 0, "aclrtStreamWaitEvent");
      Check(aclrtSynchronizeStream(stream) == 0, "aclrtSynchronizeStream");
      caller.Call(streams[0]);
    }
    Check(aclrtDestroyEvent(event) == 0, "aclrtDestroyEvent");
    for (aclrtStream const stream : streams) Check(aclrtDestroyStream(stream) == 0, "a stream");
  }
}

int64_t ResidentKib() {
  int64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE) / 1024;
}

int Main(int minutes, unsigned threads) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> soaking;
  for (unsigned i = 0; i < threads; ++i) soaking.emplace_back(Soak, i, std::cref(stop));
  constexpr int kSteps = 10;
  int64_t early = 0, late = 0;
  for (int step = 1; step <= kSteps; ++step) {
    std::this_thread::sleep_for(std::chrono::seconds(60) * minutes / kSteps);
    late = ResidentKib();
    if (step == 2) early = late;
    std::printf("%3d %% of %d min: %lld calls, %lld KiB resident\n", step * 100 / kSteps, minutes,
                static_cast<long long>(calls.load()), static_cast<long long>(late));
    std::fflush(stdout);
  }
  stop = true;
  for (std::thread& thread : soaking) thread.join();
  const bool flat = late <= early + early / 4;
  std::printf("memory %s\n", flat ? "is flat" : "grew");
  return flat ? 0 : 1;
}

}  // namespace
}  // namespace openaclnn

int main(int argc, char** argv) {
  const int minutes = argc > 1 ? std::atoi(argv[1]) : 5;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 8;
  return openaclnn::Main(minutes, static_cast<unsigned>(threads));
}

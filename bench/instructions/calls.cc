// Calls of operators on 8 elements, for count.py to count their instructions.
//
// usage: openaclnn_small_calls [--machine]
//   --machine  prints on what counts depend besides the library, and calls nothing
//
// Prints the name of each call, in the order in which the calls go through Measured: both phases,
// and after them the second phase of a repeatable executor, each with aclrtSynchronizeStream. What
// is made only once has been made before.
#include <gnu/libc-version.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "aclnnop/aclnn_softmax.h"
#include "aclnnop/aclnn_softplus_backward.h"
#include "cpu/targets.h"

// The calls whose instructions are counted, found by this name.
extern "C" [[gnu::noinline]] void Measured(const std::function<void()>& call) { call(); }

namespace {

void Check(int32_t status) {
  if (status == 0) return;
  std::fprintf(stderr, "%s\n", aclGetRecentErrMsg());
  std::exit(1);
}

// Device memory of ones, and of zeros in 16 bits, with a tensor on it.
class Tensor {
 public:
  Tensor(aclDataType dtype, const std::vector<int64_t>& shape) {
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t axis = shape.size(); axis-- > 1;) strides[axis - 1] = strides[axis] * shape[axis];
    std::vector<float> ones(kBytes / sizeof(float), 1);
    Check(aclrtMalloc(&data_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    Check(aclrtMemcpy(data_, kBytes, ones.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE));
    handle_ = aclCreateTensor(shape.data(), shape.size(), dtype, strides.data(), 0, ACL_FORMAT_ND,
                              shape.data(), shape.size(), data_);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  ~Tensor() {
    Check(aclDestroyTensor(handle_));
    Check(aclrtFree(data_));
  }

  aclTensor* get() const { return handle_; }

 private:
  static constexpr size_t kBytes = 64;

  void* data_ = nullptr;
  aclTensor* handle_ = nullptr;
};

using Plan = std::function<aclnnStatus(uint64_t* workspace_size, aclOpExecutor** executor)>;
using Run = decltype(&aclnnAdd);

void Measure(std::string_view name, const Plan& plan, Run run) {
  constexpr int kTimesBefore = 4;
  aclrtStream stream = nullptr;
  Check(aclrtCreateStream(&stream));
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Check(plan(&size, &executor));
  void* workspace = nullptr;
  if (size > 0) Check(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
  const auto second_phase = [&] {
    Check(run(workspace, size, executor, stream));
    Check(aclrtSynchronizeStream(stream));
  };
  const auto both_phases = [&] {
    Check(plan(&size, &executor));
    second_phase();
  };
  second_phase();
  for (int i = 0; i < kTimesBefore; ++i) both_phases();
  Measured(both_phases);
  Check(plan(&size, &executor));
  Check(aclSetAclOpExecutorRepeatable(executor));
  for (int i = 0; i < kTimesBefore; ++i) second_phase();
  Measured(second_phase);
  Check(aclDestroyAclOpExecutor(executor));
  if (workspace != nullptr) Check(aclrtFree(workspace));
  Check(aclrtDestroyStream(stream));
  std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
}

// Plan of a first phase with these arguments.
template <class... Parameters, class... Arguments>
Plan With(aclnnStatus (*first_phase)(Parameters...), const Arguments&... arguments) {
  return [=](uint64_t* workspace_size, aclOpExecutor** executor) {
    return first_phase(arguments..., workspace_size, executor);
  };
}

void MeasureAll() {
  const auto scalar = [](auto value, aclDataType dtype) { return aclCreateScalar(&value, dtype); };
  aclScalar *const low = scalar(-1.0f, ACL_FLOAT), *const high = scalar(1.0f, ACL_FLOAT);
  aclScalar *const beta = scalar(1.0f, ACL_FLOAT), *const threshold = scalar(20.0f, ACL_FLOAT);
  aclScalar* const alpha = scalar(int32_t{1}, ACL_INT32);
  char none[] = "none";

  const Tensor grad(ACL_FLOAT, {8}), x(ACL_FLOAT, {8}), out(ACL_FLOAT, {8});
  const Tensor weight(ACL_FLOAT, {1}), of_weight(ACL_FLOAT, {1});
  Measure("hardtanh",
          With(aclnnHardtanhBackwardGetWorkspaceSize, grad.get(), x.get(), low, high, out.get()),
          aclnnHardtanhBackward);
  Measure("gelu",
          With(aclnnGeluBackwardV2GetWorkspaceSize, grad.get(), x.get(), &none[0], out.get()),
          aclnnGeluBackwardV2);
  Measure(
      "softplus",
      With(aclnnSoftplusBackwardGetWorkspaceSize, grad.get(), x.get(), beta, threshold, out.get()),
      aclnnSoftplusBackward);
  Measure("prelu",
          With(aclnnPreluBackwardGetWorkspaceSize, grad.get(), x.get(), weight.get(), out.get(),
               of_weight.get()),
          aclnnPreluBackward);
  Measure("softmax", With(aclnnSoftmaxGetWorkspaceSize, x.get(), -1, out.get()), aclnnSoftmax);

  const Tensor i(ACL_INT32, {8}), j(ACL_INT32, {8}), sum(ACL_INT32, {8});
  Measure("add int32", With(aclnnAddGetWorkspaceSize, i.get(), j.get(), alpha, sum.get()),
          aclnnAdd);
  const Tensor a(ACL_FLOAT, {2, 2}), b(ACL_FLOAT, {2, 2}), product(ACL_FLOAT, {2, 2});
  Measure("mm 2x2", With(aclnnMmGetWorkspaceSize, a.get(), b.get(), product.get(), int8_t{0}),
          aclnnMm);
  const Tensor half(ACL_FLOAT16, {8});
  Measure("cast", With(aclnnCastGetWorkspaceSize, x.get(), ACL_FLOAT16, half.get()), aclnnCast);

  for (const aclScalar* const each : {low, high, beta, threshold, alpha}) {
    Check(aclDestroyScalar(each));
  }
}

void PrintMachine() {
#if defined(__x86_64__)
  const char* const machine = "x86-64";
#else
  const char* const machine = "another machine";
#endif
#if defined(__clang__)
  const char* const compiler = "clang";
#else
  const char* const compiler = "g++";
#endif
  openaclnn::ApplySimdSetting();
  std::printf("%s, %s %s, glibc %s, %s\n", machine, compiler, __VERSION__, gnu_get_libc_version(),
              openaclnn::ChosenSimdName());
}

}  // namespace

int main(int argc, char** argv) {
  Check(aclInit(nullptr));
  if (argc > 1 && argv[1] == std::string_view("--machine")) {
    PrintMachine();
    return 0;
  }
  Check(aclrtSetDevice(0));
  MeasureAll();
  Check(aclrtResetDevice(0));
  Check(aclFinalize());
}

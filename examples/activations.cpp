// The activations that programs call most, at five points: forward, the gradient for a gradOutput
// of 1, and in place, where no second tensor is needed.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_elu.h"
#include "aclnnop/aclnn_elu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_leaky_relu.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"
#include "aclnnop/aclnn_prelu.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_silu_backward.h"
#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"
#include "aclnnop/aclnn_tanh.h"
#include "aclnnop/aclnn_tanh_backward.h"
#include "aclnnop/aclnn_threshold_backward.h"

// Ends the program with the reason for an error.
void Check(int status, const char* what) {
  if (status == ACL_SUCCESS) return;
  std::fprintf(stderr, "%s: %s\n", what, aclGetRecentErrMsg());
  std::exit(1);
}

// A tensor of one axis in device memory.
class Vector {
 public:
  explicit Vector(const std::vector<float>& values) : bytes_(values.size() * sizeof(float)) {
    const int64_t size = static_cast<int64_t>(values.size());
    Check(aclrtMalloc(&memory_, bytes_, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    Check(aclrtMemcpy(memory_, bytes_, values.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy");
    tensor_ = aclCreateTensor(&size, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &size, 1, memory_);
    Check(tensor_ != nullptr ? ACL_SUCCESS : ACL_ERROR_FAILURE, "aclCreateTensor");
  }
  ~Vector() {
    aclDestroyTensor(tensor_);
    aclrtFree(memory_);
  }
  Vector(const Vector&) = delete;
  Vector& operator=(const Vector&) = delete;

  aclTensor* get() const { return tensor_; }
  std::vector<float> Values() const {
    std::vector<float> values(bytes_ / sizeof(float));
    Check(aclrtMemcpy(values.data(), bytes_, memory_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy");
    return values;
  }

 private:
  void* memory_ = nullptr;
  aclTensor* tensor_ = nullptr;
  const size_t bytes_;
};

// Both phases of an operator, and then waits for the stream.
template <class Plan, class Execute, class... Arguments>
void Run(aclrtStream stream, Plan plan, Execute execute, Arguments... arguments) {
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  Check(plan(arguments..., &workspaceSize, &executor), "first phase");
  void* workspace = nullptr;
  if (workspaceSize > 0) {
    Check(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  }
  Check(execute(workspace, workspaceSize, executor, stream), "second phase");
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
  if (workspace != nullptr) aclrtFree(workspace);
}

#define RUN(name, ...) Run(stream, aclnn##name##GetWorkspaceSize, aclnn##name, __VA_ARGS__)

void Print(const char* name, const Vector& values) {
  std::printf("%-20s", name);
  for (float value : values.Values()) std::printf(" %8.5f", static_cast<double>(value));
  std::printf("\n");
}

int main() {
  Check(aclInit(nullptr), "aclInit");
  Check(aclrtSetDevice(0), "aclrtSetDevice");
  aclrtStream stream = nullptr;
  Check(aclrtCreateStream(&stream), "aclrtCreateStream");
  {
    const std::vector<float> points = {-2.0f, -0.5f, 0.25f, 1.0f, 3.0f};
    const Vector x(points), ones(std::vector<float>(5, 1.0f)), weight({0.1f});
    const Vector y(std::vector<float>(5)), slope(std::vector<float>(5)), weightSlope({0.0f});
    float numbers[] = {0.0f, 0.1f, 1.0f, 20.0f};
    aclScalar* const zero = aclCreateScalar(&numbers[0], ACL_FLOAT);
    aclScalar* const tenth = aclCreateScalar(&numbers[1], ACL_FLOAT);
    aclScalar* const one = aclCreateScalar(&numbers[2], ACL_FLOAT);
    aclScalar* const twenty = aclCreateScalar(&numbers[3], ACL_FLOAT);
    char none[] = "none";
    Print("x", x);

    RUN(Silu, x.get(), y.get());
    RUN(SiluBackward, ones.get(), x.get(), slope.get());
    Print("silu", y);
    Print("  gradient", slope);

    RUN(GeluV2, x.get(), int64_t{0}, y.get());  // 0: by erf, as "none" below; 1: by tanh
    RUN(GeluBackwardV2, ones.get(), x.get(), none, slope.get());
    Print("gelu", y);
    Print("  gradient", slope);

    RUN(Relu, x.get(), y.get());
    RUN(ThresholdBackward, ones.get(), x.get(), zero, slope.get());
    Print("relu", y);
    Print("  gradient", slope);

    RUN(Sigmoid, x.get(), y.get());
    RUN(SigmoidBackward, ones.get(), y.get(), slope.get());  // takes the result
    Print("sigmoid", y);
    Print("  gradient", slope);

    RUN(LeakyRelu, x.get(), tenth, y.get());
    RUN(LeakyReluBackward, ones.get(), x.get(), tenth, false, slope.get());
    Print("leaky_relu 0.1", y);
    Print("  gradient", slope);

    RUN(Elu, x.get(), one, one, one, y.get());
    RUN(EluBackward, ones.get(), one, one, one, true, y.get(), slope.get());  // takes either
    Print("elu", y);
    Print("  gradient", slope);

    RUN(Hardswish, x.get(), y.get());
    RUN(HardswishBackward, ones.get(), x.get(), slope.get());  // at 3 that from below
    Print("hardswish", y);
    Print("  gradient", slope);

    RUN(Softplus, x.get(), one, twenty, y.get());
    RUN(SoftplusBackward, ones.get(), x.get(), one, twenty, slope.get());
    Print("softplus", y);
    Print("  gradient", slope);

    RUN(Prelu, x.get(), weight.get(), y.get());
    RUN(PreluBackward, ones.get(), x.get(), weight.get(), slope.get(), weightSlope.get());
    Print("prelu 0.1", y);
    Print("  gradient", slope);
    Print("  of the weight", weightSlope);

    RUN(Tanh, x.get(), y.get());
    RUN(TanhBackward, ones.get(), y.get(), slope.get());  // takes the result
    Print("tanh", y);
    Print("  gradient", slope);

    RUN(InplaceTanh, x.get());
    RUN(InplaceRelu, x.get());
    Print("relu(tanh(x))", x);

    for (aclScalar* scalar : {zero, tenth, one, twenty}) aclDestroyScalar(scalar);
  }
  aclrtDestroyStream(stream);
  aclrtResetDevice(0);
  aclFinalize();
  return 0;
}

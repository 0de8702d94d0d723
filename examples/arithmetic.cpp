// Sums, differences, products and quotients: of two matrices, in place, with a row that repeats,
// with a number, and of integers with floats.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_sub.h"

// Ends the program with the reason for an error.
void Check(int status, const char* what) {
  if (status == ACL_SUCCESS) return;
  std::fprintf(stderr, "%s: %s\n", what, aclGetRecentErrMsg());
  std::exit(1);
}

// A tensor in device memory. T: the C++ type of its elements.
template <class T>
class Tensor {
 public:
  Tensor(const std::vector<T>& values, const std::vector<int64_t>& shape, aclDataType dtype)
      : bytes_(values.size() * sizeof(T)) {
    Check(aclrtMalloc(&memory_, bytes_, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    Check(aclrtMemcpy(memory_, bytes_, values.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy");
    tensor_ = aclCreateTensor(shape.data(), shape.size(), dtype, nullptr, 0, ACL_FORMAT_ND,
                              shape.data(), shape.size(), memory_);
    Check(tensor_ != nullptr ? ACL_SUCCESS : ACL_ERROR_FAILURE, "aclCreateTensor");
  }
  ~Tensor() {
    aclDestroyTensor(tensor_);
    aclrtFree(memory_);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;

  aclTensor* get() const { return tensor_; }
  void Print(const char* name) const {
    std::vector<T> values(bytes_ / sizeof(T));
    Check(aclrtMemcpy(values.data(), bytes_, memory_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy");
    std::printf("%-20s", name);
    for (T value : values) std::printf(" %10.5f", static_cast<double>(value));
    std::printf("\n");
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

int main() {
  Check(aclInit(nullptr), "aclInit");
  Check(aclrtSetDevice(0), "aclrtSetDevice");
  aclrtStream stream = nullptr;
  Check(aclrtCreateStream(&stream), "aclrtCreateStream");
  {
    const std::vector<int64_t> matrix = {3, 2}, row = {2};
    const Tensor<float> x({0, 1, 2, 3, 4, 5}, matrix, ACL_FLOAT);
    const Tensor<float> y({1, 1, 2, -2, 3, 8}, matrix, ACL_FLOAT);
    const Tensor<float> tens({10, 100}, row, ACL_FLOAT),
        z(std::vector<float>(6), matrix, ACL_FLOAT);
    const Tensor<int32_t> n({7, -7, 100, 1, 0, -1}, matrix, ACL_INT32);
    const Tensor<int32_t> wholes(std::vector<int32_t>(6), matrix, ACL_INT32);
    float numbers[] = {1.0f, 0.5f, 1.5f};
    int32_t two = 2;
    aclScalar* const one = aclCreateScalar(&numbers[0], ACL_FLOAT);
    aclScalar* const half = aclCreateScalar(&numbers[1], ACL_FLOAT);
    aclScalar* const oneAndAHalf = aclCreateScalar(&numbers[2], ACL_FLOAT);
    aclScalar* const whole = aclCreateScalar(&two, ACL_INT32);

    RUN(Add, x.get(), y.get(), oneAndAHalf, z.get());
    z.Print("x + 1.5 y");
    RUN(Sub, x.get(), tens.get(), one, z.get());
    z.Print("x - row");
    RUN(Mul, n.get(), y.get(), z.get());
    z.Print("n y");
    RUN(Div, x.get(), y.get(), z.get());
    z.Print("x / y");
    RUN(Muls, x.get(), half, z.get());
    z.Print("0.5 x");
    RUN(Adds, n.get(), half, one, z.get());
    z.Print("n + 0.5");
    RUN(Divs, n.get(), whole, wholes.get());
    wholes.Print("n / 2, toward 0");
    RUN(InplaceAdd, x.get(), x.get(), one);
    x.Print("x += x");
    RUN(InplaceMul, x.get(), tens.get());
    x.Print("x *= row");

    for (aclScalar* scalar : {one, half, oneAndAHalf, whole}) aclDestroyScalar(scalar);
  }
  aclrtDestroyStream(stream);
  aclrtResetDevice(0);
  aclFinalize();
  return 0;
}

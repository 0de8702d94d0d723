// Which code a GPU gets from a library that has some for 8.0, 8.6 and 9.0 next to PTX
// (driver/CMakeLists.txt). Each case runs in a process of its own, as the driver's variables are
// read once.
#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "acl/acl.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_relu.h"
#include "fmt/format.h"
#include "gtest/gtest.h"

namespace openaclnn::test {
namespace {

template <class Function>
Function* DriverFunction(const char* name) {
  static void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  return driver != nullptr ? reinterpret_cast<Function*>(dlsym(driver, name)) : nullptr;
}

// What the code of the last kernel was made for; 0: PTX.
int LastMadeFor() { return DriverFunction<int()>("fakeCudaLastMadeFor")(); }

constexpr size_t kSize = 3;

aclTensor* TensorAt(void* data, int64_t elements) {
  return aclCreateTensor(&elements, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &elements, 1, data);
}

// Prints what relu and a product gave on a GPU of this capability, and what code gave it.
// `failure`: of the first time that code is loaded.
[[noreturn]] void PrintCode(const char* capability, int failure) {
  setenv("FAKE_CUDA_CAPABILITY", capability, 1);
  if (aclrtSetDevice(0) != 0) std::exit(1);
  if (failure != 0) {
    DriverFunction<void(const char*, int, int)>("fakeCudaFail")("cuModuleLoadData", failure, 0);
  }
  void* memory = nullptr;
  aclrtMalloc(&memory, 2 * kSize * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST);
  std::array<float, kSize> values = {-1.5f, 0.1f, 3};
  aclrtMemcpy(memory, sizeof(values), values.data(), sizeof(values), ACL_MEMCPY_HOST_TO_DEVICE);
  aclTensor* const in = TensorAt(memory, kSize);
  aclTensor* const out = TensorAt(static_cast<float*>(memory) + kSize, kSize);
  uint64_t workspace = 0;
  aclOpExecutor* executor = nullptr;
  aclnnReluGetWorkspaceSize(in, out, &workspace, &executor);
  const int relu = aclnnRelu(nullptr, 0, executor, nullptr);
  const int of_relu = LastMadeFor();
  aclnnMulGetWorkspaceSize(in, out, out, &workspace, &executor);
  const int product = aclnnMul(nullptr, 0, executor, nullptr);
  const int of_product = LastMadeFor();
  aclrtSynchronizeDevice();
  aclrtMemcpy(values.data(), sizeof(values), static_cast<float*>(memory) + kSize, sizeof(values),
              ACL_MEMCPY_DEVICE_TO_HOST);
  std::fprintf(stderr, "%d %d for %d %d: %a %a %a.", relu, product, of_relu, of_product,
               double{values[0]}, double{values[1]}, double{values[2]});
  std::exit(0);
}

class CubinsTest : public testing::Test {
 protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    void* const code = dlopen("libopenaclnn_cuda.so.0", RTLD_NOW);
    if (code == nullptr || dlsym(code, "openaclnn_cuda_cubins") == nullptr) {
      GTEST_SKIP() << "device code is PTX only";
    }
  }

  // `made_for`: the code of relu, and of the product.
  static void ExpectCode(const char* capability, const char* made_for, int failure = 0) {
    SCOPED_TRACE(capability);
    // The float 0.1, squared and rounded, is 0x1.47ae16p-7.
    EXPECT_EXIT(PrintCode(capability, failure), testing::ExitedWithCode(0),
                fmt::format("0 0 for {}: -0x0p.0 0x1.47ae16p-7 0x1.2p.3.", made_for));
  }
};

TEST_F(CubinsTest, ThatOfTheGpuIsTaken) {
  ExpectCode("90", "90 90");
  ExpectCode("80", "80 80");
}

TEST_F(CubinsTest, ThatOfAnEarlierGpuOfTheSameKindIsTaken) {
  ExpectCode("89", "86 86");
  ExpectCode("87", "86 86");
}

TEST_F(CubinsTest, OtherGpusGetPtx) {
  ExpectCode("75", "0 0");
  ExpectCode("100", "0 0");
  ExpectCode("120", "0 0");
}

TEST_F(CubinsTest, WhatTheDriverRefusesIsReplacedByPtx) { ExpectCode("90", "0 [0-9]+", 200); }

}  // namespace
}  // namespace openaclnn::test

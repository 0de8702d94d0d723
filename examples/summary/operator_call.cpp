#include "operator_call.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>

void Require(int status, const char* what) {
  if (status == 0) return;
  const char* message = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s: error %d\n%s\n", what, status, message != nullptr ? message : "");
  std::exit(1);
}

Session::Session() {
  Require(aclInit(nullptr), "aclInit");
  Require(aclrtSetDevice(0), "aclrtSetDevice");
  Require(aclrtCreateStream(&stream_), "aclrtCreateStream");
}

Session::~Session() {
  aclrtDestroyStream(stream_);
  aclrtResetDevice(0);
  aclFinalize();
}

DeviceTensor::DeviceTensor(const NumberFormat& format, const std::vector<int64_t>& shape)
    : format_(&format),
      elements_(std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>())) {
  Require(aclrtMalloc(&memory_, static_cast<size_t>(elements_) * format.bytes,
                      ACL_MEM_MALLOC_HUGE_FIRST),
          "aclrtMalloc");
  tensor_ = aclCreateTensor(shape.data(), shape.size(), format.dtype, nullptr, 0, ACL_FORMAT_ND,
                            shape.data(), shape.size(), memory_);
}

DeviceTensor::~DeviceTensor() {
  aclDestroyTensor(tensor_);
  aclrtFree(memory_);
}

std::vector<double> DeviceTensor::Upload(const std::vector<double>& values) {
  std::vector<char> host(values.size() * format_->bytes);
  std::vector<double> rounded(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    Write(*format_, values[i], &host[i * format_->bytes]);
    rounded[i] = Read(*format_, &host[i * format_->bytes]);
  }
  Require(aclrtMemcpy(memory_, host.size(), host.data(), host.size(), ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy");
  return rounded;
}

std::vector<double> DeviceTensor::Download() const {
  std::vector<char> host(static_cast<size_t>(elements_) * format_->bytes);
  Require(aclrtMemcpy(host.data(), host.size(), memory_, host.size(), ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy");
  std::vector<double> values(static_cast<size_t>(elements_));
  for (size_t i = 0; i < values.size(); ++i) values[i] = Read(*format_, &host[i * format_->bytes]);
  return values;
}

double TimeOperator(const Session& session, const PlanCall& plan, RunCall run) {
  constexpr int kRuns = 21;
  std::vector<double> nanoseconds;
  void* workspace = nullptr;
  uint64_t allocated = 0;
  for (int i = 0; i < kRuns; ++i) {
    const auto start = std::chrono::steady_clock::now();
    uint64_t workspaceSize = 0;
    aclOpExecutor* executor = nullptr;
    Require(plan(&workspaceSize, &executor), "first phase");
    if (workspaceSize > allocated) {
      if (workspace != nullptr) Require(aclrtFree(workspace), "aclrtFree");
      Require(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
      allocated = workspaceSize;
    }
    Require(run(workspace, workspaceSize, executor, session.stream()), "second phase");
    Require(aclrtSynchronizeStream(session.stream()), "aclrtSynchronizeStream");
    const std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - start;
    nanoseconds.push_back(elapsed.count());
  }
  if (workspace != nullptr) Require(aclrtFree(workspace), "aclrtFree");
  std::nth_element(nanoseconds.begin(), nanoseconds.begin() + kRuns / 2, nanoseconds.end());
  return nanoseconds[kRuns / 2];
}

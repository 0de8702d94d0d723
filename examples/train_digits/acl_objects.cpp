#include "acl_objects.h"

#include <stdexcept>

// A constructor that throws part-way does not release what it has made: the program ends then, and
// the runtime releases everything.

void Require(int status, const std::string& call) {
  if (status == 0) return;
  const char* message = aclGetRecentErrMsg();
  throw std::runtime_error(call + ": error " + std::to_string(status) +
                           (message != nullptr ? std::string("\n") + message : ""));
}

Device::Device(int32_t number) : number_(number) {
  const aclError status = aclInit(nullptr);
  if (status != ACL_ERROR_REPEAT_INITIALIZE) Require(status, "aclInit");  // once in a process
  Require(aclrtSetDevice(number), "aclrtSetDevice");
  Require(aclrtCreateStream(&stream_), "aclrtCreateStream");
}

Device::~Device() {
  aclrtDestroyStream(stream_);
  aclrtResetDevice(number_);
  aclFinalize();
}

void Device::Synchronize() const {
  Require(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream");
}

MirroredTensor::MirroredTensor(const Device& device, const std::vector<int64_t>& shape)
    : device_(device), bytes_(sizeof(float)) {
  for (const int64_t extent : shape) bytes_ *= static_cast<size_t>(extent);
  Require(aclrtMallocHost(&host_memory_, bytes_), "aclrtMallocHost");
  Require(aclrtMalloc(&device_memory_, bytes_, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  const std::vector<int64_t> strides =
      shape.size() == 1 ? std::vector<int64_t>{1} : std::vector<int64_t>{shape[1], 1};
  tensor_ = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                            shape.data(), shape.size(), device_memory_);
  Require(tensor_ == nullptr, "aclCreateTensor");
  const int64_t rows = shape.size() == 1 ? 1 : shape[0];
  new (&host_) Eigen::Map<Matrix<float>>(static_cast<float*>(host_memory_), rows, shape.back());
}

MirroredTensor::~MirroredTensor() {
  aclDestroyTensor(tensor_);
  aclrtFree(device_memory_);
  aclrtFreeHost(host_memory_);
}

void MirroredTensor::Upload() {
  Require(aclrtMemcpyAsync(device_memory_, bytes_, host_memory_, bytes_, ACL_MEMCPY_HOST_TO_DEVICE,
                           device_.stream()),
          "aclrtMemcpyAsync to the device");
}

void MirroredTensor::Download() {
  Require(aclrtMemcpyAsync(host_memory_, bytes_, device_memory_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST,
                           device_.stream()),
          "aclrtMemcpyAsync to the host");
}

FloatScalar::FloatScalar(float value) : scalar_(aclCreateScalar(&value, ACL_FLOAT)) {
  Require(scalar_ == nullptr, "aclCreateScalar");
}

RepeatableOperator::RepeatableOperator(const Device& device, const char* name, const Plan& plan,
                                       Run run)
    : device_(device), name_(name), run_(run) {
  Require(plan(&workspace_size_, &executor_), std::string(name_) + "GetWorkspaceSize");
  Require(aclSetAclOpExecutorRepeatable(executor_), "aclSetAclOpExecutorRepeatable");
  if (workspace_size_ > 0) {
    Require(aclrtMalloc(&workspace_, workspace_size_, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  }
}

RepeatableOperator::~RepeatableOperator() {
  aclDestroyAclOpExecutor(executor_);
  if (workspace_ != nullptr) aclrtFree(workspace_);
}

void RepeatableOperator::Launch() const {
  Require(run_(workspace_, workspace_size_, executor_, device_.stream()), name_);
}

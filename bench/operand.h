// Device arrays and tensors for a benchmark, freed with it.
#pragma once

#include <cstdint>
#include <random>
#include <utility>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "base/dtype.h"
#include "base/half.h"

namespace openaclnn::bench {

// A dense tensor of one axis, filled with values uniform in [low, high).
class Operand {
 public:
  Operand(aclDataType dtype, int64_t elements, double low, double high) {
    const size_t bytes = static_cast<size_t>(elements * DtypeBytes(dtype));
    aclrtMalloc(&data_, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    std::mt19937 random(1);
    std::uniform_real_distribution<float> values(static_cast<float>(low), static_cast<float>(high));
    for (int64_t i = 0; i < elements; ++i) Set(dtype, i, values(random));
    tensor_ = aclCreateTensor(&elements, 1, dtype, nullptr, 0, ACL_FORMAT_ND, &elements, 1, data_);
  }
  Operand(Operand&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        tensor_(std::exchange(other.tensor_, nullptr)) {}
  Operand& operator=(Operand&&) = delete;
  ~Operand() {
    if (tensor_ != nullptr) aclDestroyTensor(tensor_);
    if (data_ != nullptr) aclrtFree(data_);
  }

  aclTensor* tensor() const { return tensor_; }
  float* floats() const { return static_cast<float*>(data_); }

 private:
  void Set(aclDataType dtype, int64_t i, float value) {
    switch (dtype) {
      case ACL_FLOAT16:
        static_cast<uint16_t*>(data_)[i] = Float16FromFloat(value);
        break;
      case ACL_BF16:
        static_cast<uint16_t*>(data_)[i] = Bfloat16FromFloat(value);
        break;
      default:
        static_cast<float*>(data_)[i] = value;
        break;
    }
  }

  void* data_ = nullptr;
  aclTensor* tensor_ = nullptr;
};

}  // namespace openaclnn::bench

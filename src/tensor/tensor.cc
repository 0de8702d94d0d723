#include "tensor/tensor.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

#include "base/dtype.h"
#include "base/handle_table.h"
#include "tensor/handles.h"
#include "tensor/set_view.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

using TensorTable = HandleTable<Tensor, HandleKind::kTensor>;

// The arguments that aclCreateTensor and aclInitTensor share.
struct Description {
  const int64_t* view_dims;
  uint64_t view_dims_num;
  aclDataType dtype;
  const int64_t* strides;  // null: contiguous
  int64_t offset;
  aclFormat format;
  const int64_t* storage_dims;
  uint64_t storage_dims_num;
  void* data;
};

Status CheckDims(NamedPointer dims, const char* name_of_count, uint64_t count) {
  if (dims.pointer == nullptr && count > 0) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "{}: is null, but {} is {}",
                 dims.name, name_of_count, count);
  }
  return RefuseCount(name_of_count, count, sizeof(int64_t));
}

Status CheckDescription(const Description& from) {
  OPENACLNN_RETURN_IF_ERROR(
      CheckDims({"viewDims", from.view_dims}, "viewDimsNum", from.view_dims_num));
  return CheckDims({"storageDims", from.storage_dims}, "storageDimsNum", from.storage_dims_num);
}

Tensor TensorOf(const Description& from) {
  Tensor tensor;
  tensor.dtype = from.dtype;
  tensor.format = from.format;
  tensor.shape.assign(from.view_dims, from.view_dims + from.view_dims_num);
  if (from.strides != nullptr) {
    tensor.strides.assign(from.strides, from.strides + from.view_dims_num);
  } else {
    tensor.strides = ContiguousStrides(tensor.shape);
  }
  tensor.offset = from.offset;
  tensor.storage_shape.assign(from.storage_dims, from.storage_dims + from.storage_dims_num);
  tensor.data = from.data;
  tensor.extent = ExtentOf(tensor);
  return tensor;
}

// A call that makes a tensor, for the log and the trace.
struct CreateCall {
  const char* name;
  uint64_t rank;
  aclDataType dtype;
  void* data;
  void* const* handle;  // of the new tensor

  void AddArguments(Details& details) const {
    details.Add("viewDimsNum", rank);
    details.Add("dataType", dtype);
    details.Add("tensorData", data);
  }
  void AddResults(Details& details) const {
    const auto* const made = static_cast<const aclTensor*>(*handle);
    details.Add("tensor", *handle);
    details.AddWords("view", TextOf(*FindTensor(made)));
  }
  void AddMore(Details& /*details*/) const {}
};

aclTensor* CreateTensor(const char* api, const Description& from) noexcept {
  void* handle = nullptr;
  const CreateCall call{api, from.view_dims_num, from.dtype, from.data, &handle};
  CallApi(call, kAclnnCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckDescription(from));
    handle = TensorTable::Get().Create(TensorOf(from));
    Made("aclTensor", handle);
    return {};
  });
  return static_cast<aclTensor*>(handle);
}

// Runs body(tensor) for the live tensor of `handle`, if that and the other pointers are not null.
template <class Body>
aclnnStatus CallWithTensor(const char* api, const aclTensor* handle,
                           std::initializer_list<NamedPointer> others, const Body& body) noexcept {
  return CallApi(MakeCall(api, "tensor", handle), kAclnnCodes, [&]() -> Status {
    const NamedPointer named = {"tensor", handle};
    OPENACLNN_RETURN_IF_ERROR(RefuseNulls({named}));
    OPENACLNN_RETURN_IF_ERROR(RefuseNulls(others));
    Tensor* const tensor = FindTensor(handle);
    if (tensor == nullptr) return NotLive(ACLNN_ERR_PARAM_INVALID, named, "aclTensor");
    return body(*tensor);
  });
}

aclnnStatus InitTensor(const char* api, const aclTensor* handle, const Description& from) noexcept {
  return CallWithTensor(api, handle, {}, [&](Tensor& tensor) -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckDescription(from));
    tensor = TensorOf(from);
    return {};
  });
}

template <class T>
aclnnStatus GetValue(const char* api, const aclTensor* handle, T Tensor::*member, const char* name,
                     T* value) noexcept {
  return CallWithTensor(api, handle, {{name, value}}, [&](const Tensor& tensor) -> Status {
    *value = tensor.*member;
    return {};
  });
}

// Hands out a copy that the caller frees with delete[].
aclnnStatus GetDims(const char* api, const aclTensor* handle, Dims Tensor::*member,
                    NamedPointer named_dims, int64_t** dims, NamedPointer named_count,
                    uint64_t* count) noexcept {
  return CallWithTensor(api, handle, {named_dims, named_count},
                        [&](const Tensor& tensor) -> Status {
                          const Dims& source = tensor.*member;
                          auto copy = std::make_unique<int64_t[]>(source.size());
                          std::copy(source.begin(), source.end(), copy.get());
                          *dims = copy.release();
                          *count = source.size();
                          return {};
                        });
}

}  // namespace

Tensor* FindTensor(const aclTensor* handle) { return TensorTable::Get().Find(handle); }

std::string TextOf(const Tensor& tensor) {
  std::string text = fmt::format("{} {}", DtypeName(tensor.dtype), ShapeText(tensor.shape));
  if (!tensor.extent.contiguous) text += " strides " + ShapeText(tensor.strides);
  if (tensor.offset != 0) text += fmt::format(" offset {}", tensor.offset);
  return text + fmt::format(" at {}", tensor.data);
}

namespace {

// Threads in SetView. A tensor is destroyed after those that may have found it are done; others
// find it no more.
std::atomic<int> views_being_set{0};

}  // namespace

void SetView(const aclTensor* handle, const Dims& shape, const Dims& strides) {
  views_being_set.fetch_add(1, std::memory_order_acq_rel);
  if (Tensor* const tensor = FindTensor(handle); tensor != nullptr) {
    tensor->shape = shape;
    tensor->strides = strides;
    tensor->extent = ExtentOf(*tensor);
  }
  views_being_set.fetch_sub(1, std::memory_order_release);
}

bool DestroyTensor(const aclTensor* handle) {
  if (TensorTable::Get().Claim(handle) == nullptr) return false;
  // Not a mere load: the order of changes of one number says who comes first.
  int being_set = views_being_set.fetch_add(0, std::memory_order_acq_rel);
  while (being_set != 0) {
    std::this_thread::yield();
    being_set = views_being_set.load(std::memory_order_acquire);
  }
  TensorTable::Get().Release(handle);
  return true;
}

}  // namespace openaclnn

using openaclnn::GetDims;
using openaclnn::GetValue;
using openaclnn::Tensor;

extern "C" {

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData) {
  return openaclnn::CreateTensor(__func__, {viewDims, viewDimsNum, dataType, stride, offset, format,
                                            storageDims, storageDimsNum, tensorData});
}

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
                          aclDataType dataType, const int64_t* stride, int64_t offset,
                          aclFormat format, const int64_t* storageDims, uint64_t storageDimsNum,
                          void* tensorDataAddr) {
  return openaclnn::InitTensor(__func__, tensor,
                               {viewDims, viewDimsNum, dataType, stride, offset, format,
                                storageDims, storageDimsNum, tensorDataAddr});
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
  return openaclnn::CallDestroy(__func__, {"tensor", tensor}, "aclTensor",
                                [&] { return openaclnn::DestroyTensor(tensor); });
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
  return GetDims(__func__, tensor, &Tensor::shape, {"viewDims", viewDims}, viewDims,
                 {"viewDimsNum", viewDimsNum}, viewDimsNum);
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
  return GetDims(__func__, tensor, &Tensor::storage_shape, {"storageDims", storageDims},
                 storageDims, {"storageDimsNum", storageDimsNum}, storageDimsNum);
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
  return GetDims(__func__, tensor, &Tensor::strides, {"stridesValue", stridesValue}, stridesValue,
                 {"stridesNum", stridesNum}, stridesNum);
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
  return GetValue(__func__, tensor, &Tensor::offset, "offset", offset);
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
  return GetValue(__func__, tensor, &Tensor::format, "format", format);
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
  return GetValue(__func__, tensor, &Tensor::dtype, "dataType", dataType);
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
  return GetValue(__func__, tensor, &Tensor::data, "addr", addr);
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
  return openaclnn::CallWithTensor(__func__, tensor, {},
                                   [addr](Tensor& found) -> openaclnn::Status {
                                     found.data = addr;
                                     return {};
                                   });
}

}  // extern "C"

// acl_base_mdl.h.

#include "runtime/descriptions.h"

#include <optional>

#include "base/api.h"
#include "base/dtype.h"
#include "base/handle_table.h"
#include "runtime/arguments.h"

namespace {

using openaclnn::CallApi;
using openaclnn::CheckNotNull;
using openaclnn::DataBuffer;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::FindDataBuffer;
using openaclnn::FindDtype;
using openaclnn::FindTensorDescription;
using openaclnn::HandleKind;
using openaclnn::HandleTable;
using openaclnn::kAclCodes;
using openaclnn::Status;
using openaclnn::TensorDescription;

using BufferTable = HandleTable<DataBuffer, HandleKind::kDataBuffer>;
using DescriptionTable = HandleTable<TensorDescription, HandleKind::kTensorDesc>;

constexpr int kMostDims = 64;

// The live object of a handle, for functions that change or read it.
template <class Table, class Object>
Status Find(const void* handle, const char* name, const char* type, Object*& found) {
  found = Table::Get().Find(handle);
  if (found != nullptr) return {};
  if (handle == nullptr) {
    return Error(ErrorKind::kNullArgument, ACL_ERROR_INVALID_PARAM, "{}: is null", name);
  }
  return Error(ErrorKind::kNotLive, ACL_ERROR_INVALID_PARAM,
               "{}: {} is not a live {}; it was destroyed or never created", name, handle, type);
}
Status FindBuffer(const aclDataBuffer* handle, DataBuffer*& found) {
  return FindDataBuffer(handle, "dataBuffer", found);
}
Status FindDescription(const aclTensorDesc* handle, TensorDescription*& found) {
  return FindTensorDescription(handle, "desc", found);
}

Status CheckDims(int count, const int64_t* dims) {
  if (count < 0 || count > kMostDims) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                 "numDims: is {}, expected 0 to {}", count, kMostDims);
  }
  return count > 0 ? CheckNotNull(dims, "dims") : Status();
}

// A member of a description, or `otherwise` if it is not live.
template <class Value>
Value Read(const char* api, const aclTensorDesc* desc, Value TensorDescription::*member,
           Value otherwise) {
  CallApi(openaclnn::MakeCall(api, "desc", desc), kAclCodes, [&]() -> Status {
    TensorDescription* found = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindDescription(desc, found));
    otherwise = found->*member;
    return {};
  });
  return otherwise;
}

// Nothing where an axis has no size yet, or there are more than size_t counts.
std::optional<size_t> CountElements(const std::vector<int64_t>& shape) {
  size_t count = 1;
  for (const int64_t extent : shape) {
    if (extent < 0 || __builtin_mul_overflow(count, static_cast<size_t>(extent), &count)) {
      return std::nullopt;
    }
  }
  return count;
}

}  // namespace

namespace openaclnn {

Status FindDataBuffer(const aclDataBuffer* handle, const char* name, DataBuffer*& found) {
  return Find<BufferTable>(handle, name, "aclDataBuffer", found);
}

Status FindTensorDescription(const aclTensorDesc* handle, const char* name,
                             TensorDescription*& found) {
  return Find<DescriptionTable>(handle, name, "aclTensorDesc", found);
}

}  // namespace openaclnn

extern "C" {

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) {
  void* handle = nullptr;
  CallApi(OPENACLNN_CALL(data, size), kAclCodes, [&]() -> Status {
    handle = BufferTable::Get().Create(DataBuffer{data, size});
    return {};
  });
  return static_cast<aclDataBuffer*>(handle);
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) {
  return CallApi(OPENACLNN_CALL(dataBuffer), kAclCodes, [&]() -> Status {
    DataBuffer* found = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindBuffer(dataBuffer, found));
    BufferTable::Get().Destroy(dataBuffer);
    return {};
  });
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) {
  return CallApi(OPENACLNN_CALL(dataBuffer, data, size), kAclCodes, [&]() -> Status {
    DataBuffer* found = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindBuffer(dataBuffer, found));
    *found = {data, size};
    return {};
  });
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
  DataBuffer* found = nullptr;
  CallApi(OPENACLNN_CALL(dataBuffer), kAclCodes, [&] { return FindBuffer(dataBuffer, found); });
  return found != nullptr ? found->data : nullptr;
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
  DataBuffer* found = nullptr;
  CallApi(OPENACLNN_CALL(dataBuffer), kAclCodes, [&] { return FindBuffer(dataBuffer, found); });
  return found != nullptr ? found->size : 0;
}

aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims, const int64_t* dims,
                                   aclFormat format) {
  void* handle = nullptr;
  const auto call = OPENACLNN_CALL(dataType, numDims, dims, format);
  const int dtype = static_cast<int>(dataType), layout = static_cast<int>(format);
  CallApi(call, kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckDims(numDims, dims));
    const std::vector<int64_t> shape(dims, dims + numDims);
    handle = DescriptionTable::Get().Create(
        TensorDescription{dtype, layout, shape, "", layout, shape, ACL_MEMTYPE_DEVICE});
    return {};
  });
  return static_cast<aclTensorDesc*>(handle);
}

void aclDestroyTensorDesc(const aclTensorDesc* desc) {
  CallApi(OPENACLNN_CALL(desc), kAclCodes, [&]() -> Status {
    if (desc == nullptr) return {};
    TensorDescription* found = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindDescription(desc, found));
    DescriptionTable::Get().Destroy(desc);
    return {};
  });
}

aclDataType aclGetTensorDescType(const aclTensorDesc* desc) {
  return static_cast<aclDataType>(
      Read(__func__, desc, &TensorDescription::dtype, static_cast<int>(ACL_DT_UNDEFINED)));
}

aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc) {
  return static_cast<aclFormat>(
      Read(__func__, desc, &TensorDescription::format, static_cast<int>(ACL_FORMAT_UNDEFINED)));
}

size_t aclGetTensorDescNumDims(const aclTensorDesc* desc) {
  return Read(__func__, desc, &TensorDescription::shape, {}).size();
}

aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dimSize) {
  return CallApi(OPENACLNN_CALL(desc, index, dimSize), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(dimSize, "dimSize"));
    TensorDescription* found = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindDescription(desc, found));
    if (index >= found->shape.size()) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                   "index: is {}, but the tensor has {} axes", index, found->shape.size());
    }
    *dimSize = found->shape[index];
    return {};
  });
}

size_t aclGetTensorDescElementCount(const aclTensorDesc* desc) {
  return CountElements(Read(__func__, desc, &TensorDescription::shape, {-1})).value_or(0);
}

size_t aclGetTensorDescSize(const aclTensorDesc* desc) {
  const openaclnn::DtypeInfo* const info = FindDtype(aclGetTensorDescType(desc));
  size_t all = 0;
  if (info == nullptr ||
      __builtin_mul_overflow(aclGetTensorDescElementCount(desc), size_t{info->bits}, &all)) {
    return 0;
  }
  return all / 8 + (all % 8 != 0 ? 1 : 0);
}

void aclSetTensorDescName(aclTensorDesc* desc, const char* name) {
  CallApi(OPENACLNN_CALL(desc, name), kAclCodes, [&]() -> Status {
    TensorDescription* found = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindDescription(desc, found));
    found->name = name != nullptr ? name : "";
    return {};
  });
}

const char* aclGetTensorDescName(aclTensorDesc* desc) {
  TensorDescription* found = nullptr;
  CallApi(OPENACLNN_CALL(desc), kAclCodes, [&] { return FindDescription(desc, found); });
  return found != nullptr ? found->name.c_str() : "";
}

aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format) {
  const auto call = OPENACLNN_CALL(desc, format);
  return CallApi(call, kAclCodes, [&, layout = static_cast<int>(format)]() -> Status {
    TensorDescription* found = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindDescription(desc, found));
    found->format_in_memory = layout;
    return {};
  });
}

aclError aclSetTensorShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
  return CallApi(OPENACLNN_CALL(desc, numDims, dims), kAclCodes, [&]() -> Status {
    TensorDescription* found = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindDescription(desc, found));
    OPENACLNN_RETURN_IF_ERROR(CheckDims(numDims, dims));
    found->shape_in_memory.assign(dims, dims + numDims);
    return {};
  });
}

aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType) {
  const auto call = OPENACLNN_CALL(desc, memType);
  return CallApi(call, kAclCodes, [&, placement = static_cast<int>(memType)]() -> Status {
    TensorDescription* found = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindDescription(desc, found));
    found->placement = placement;
    return {};
  });
}

}  // extern "C"

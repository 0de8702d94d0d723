#include "tools/npy/array_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/dtype.h"
#include "fmt/format.h"
#include "tools/files/error.h"

namespace openaclnn::npy {
namespace {

using tools::FileError;

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kArchive = ".npz";

std::unique_ptr<MappedFile> Open(const std::string& name) {
  const std::string file = FileOf(name);
  if (file.size() < name.size()) {
    return std::make_unique<MappedFile>(file, name.substr(file.size() + 1));
  }
  if (name.ends_with(kArchive)) return std::make_unique<MappedFile>(name, "");
  return std::make_unique<MappedFile>(name);
}

}  // namespace

std::string FileOf(const std::string& name) {
  std::error_code ignored;
  const size_t member = name.rfind(std::string(kArchive) + ":");
  if (member == std::string::npos) return name;
  if (std::filesystem::exists(name, ignored)) return name;  // the colon belongs to the file's name
  return name.substr(0, member + kArchive.size());
}

ArrayReader::ArrayReader(std::string name) : name_(std::move(name)), file_(Open(name_)) {
  const std::span<const std::byte> bytes = file_->bytes();
  header_ = ParseHeader(name_, bytes);
  data_ = bytes.subspan(header_.data_offset);
  const auto needed = static_cast<size_t>(header_.size * DtypeBytes(header_.dtype));
  if (data_.size() != needed) {
    throw FileError(
        name_, fmt::format("has {} bytes of data, but its shape {} of {} needs {}", data_.size(),
                           ShapeText(header_.shape), DtypeName(header_.dtype), needed));
  }
}

void ArrayReader::TakeAsBfloat16() {
  if (header_.dtype == ACL_UINT16) header_.dtype = ACL_BF16;
  if (header_.dtype != ACL_BF16) {
    throw FileError(name_, fmt::format("holds {}, which cannot be taken as BFLOAT16; UINT16 can",
                                       DtypeName(header_.dtype)));
  }
}

void ArrayReader::Read(int64_t first, std::span<std::byte> target) const {
  if (target.empty()) return;
  const auto bytes = static_cast<size_t>(DtypeBytes(header_.dtype));
  if (header_.fortran_order && header_.shape.size() > 1) {
    ReadFortranOrder(first, target);
  } else {
    const auto source = data_.subspan(static_cast<size_t>(first) * bytes, target.size());
    std::memcpy(target.data(), source.data(), source.size());
  }
  if (header_.big_endian) {
    const size_t part = IsComplex(header_.dtype) ? bytes / 2 : bytes;
    for (; !target.empty(); target = target.subspan(part)) {
      std::ranges::reverse(target.first(part));
    }
  }
}

void ArrayReader::ReadFortranOrder(int64_t first, std::span<std::byte> target) const {
  const std::vector<int64_t>& shape = header_.shape;
  const auto bytes = static_cast<size_t>(DtypeBytes(header_.dtype));
  std::vector<int64_t> index(shape.size()), stride(shape.size());
  int64_t next_stride = 1;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    stride[axis] = next_stride;
    next_stride *= shape[axis];
  }
  int64_t offset = 0;
  for (size_t axis = shape.size(); axis-- > 0; first /= shape[axis]) {
    index[axis] = first % shape[axis];
    offset += index[axis] * stride[axis];
  }
  for (size_t i = 0; i < target.size(); i += bytes) {
    std::memcpy(&target[i], &data_[static_cast<size_t>(offset) * bytes], bytes);
    for (size_t axis = shape.size(); axis-- > 0;) {
      offset += stride[axis];
      if (++index[axis] < shape[axis]) break;
      offset -= shape[axis] * stride[axis];
      index[axis] = 0;
    }
  }
}

}  // namespace openaclnn::npy

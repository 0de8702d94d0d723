#include "tools/npy/array_writer.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include "base/dtype.h"
#include "tools/files/error.h"
#include "tools/npy/header.h"

namespace openaclnn::npy {

ArrayWriter::ArrayWriter(std::string path, aclDataType dtype, const std::vector<int64_t>& shape)
    : file_(std::move(path)) {
  file_.Write(FormatHeader(dtype, shape));
  const std::optional<int64_t> size = SizeOf(shape, dtype);
  if (!size) {
    throw tools::FileError(file_.path(), "cannot hold an array of shape " + ShapeText(shape));
  }
  missing_ = *size * DtypeBytes(dtype);
}

void ArrayWriter::Write(std::span<const std::byte> elements) {
  missing_ -= static_cast<int64_t>(elements.size());
  if (missing_ < 0) throw std::logic_error("more elements are written than the shape has");
  file_.Write(elements);
}

void ArrayWriter::Commit() {
  if (missing_ != 0) throw std::logic_error("fewer elements are written than the shape has");
  file_.Commit();
}

}  // namespace openaclnn::npy

// The header of a .npy file: what NumPy writes before the elements, in versions 1.0, 2.0 and 3.0 of
// its format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "acl/acl_base.h"

namespace openaclnn::npy {

struct Header {
  aclDataType dtype = ACL_FLOAT;  // of the numbers; BFLOAT16 is written '<V2' by ml_dtypes
  bool big_endian = false;
  bool fortran_order = false;
  std::vector<int64_t> shape;
  int64_t size = 0;        // elements
  size_t data_offset = 0;  // of the first element in the file
};

// Elements of an array; nothing if they or their bytes are more than 63 bits can count.
std::optional<int64_t> SizeOf(const std::vector<int64_t>& shape, aclDataType dtype);

// The header at the start of a file. Takes nothing that NumPy itself would not write or read.
// Throws FileError, with `file` as its name.
Header ParseHeader(const std::string& file, std::span<const std::byte> start);

// What NumPy would write: the bytes before the elements, little endian and in row-major order.
std::string FormatHeader(aclDataType dtype, const std::vector<int64_t>& shape);

// "[3, 4, 5]"
std::string ShapeText(const std::vector<int64_t>& shape);

}  // namespace openaclnn::npy

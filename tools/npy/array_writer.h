// An array written to a .npy file piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "tools/files/new_file.h"

namespace openaclnn::npy {

// The file appears on Commit(), complete; without it nothing is left. "-" is standard output.
// Throws FileError; a dtype that .npy files cannot hold throws std::invalid_argument.
class ArrayWriter {
 public:
  ArrayWriter(std::string path, aclDataType dtype, const std::vector<int64_t>& shape);

  // The next elements in row-major order.
  void Write(std::span<const std::byte> elements);
  // All elements must have been written; else throws std::logic_error.
  void Commit();

 private:
  tools::NewFile file_;
  int64_t missing_ = 0;  // bytes
};

}  // namespace openaclnn::npy

// Arrays in .npy files and .npz archives, of any size, read piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "tools/npy/header.h"
#include "tools/npy/mapped_file.h"

namespace openaclnn::npy {

// The file that the name of an array is about: "x.npz" of "x.npz:self".
std::string FileOf(const std::string& name);

class ArrayReader {
 public:
  // "x.npy", "x.npz:self" for the array self of an archive, "x.npz" if it holds only one, or "-"
  // for the .npy file in standard input. Throws FileError.
  explicit ArrayReader(std::string name);

  const std::string& name() const { return name_; }
  aclDataType dtype() const { return header_.dtype; }
  const std::vector<int64_t>& shape() const { return header_.shape; }
  int64_t size() const { return header_.size; }

  // Takes UINT16 for the bits of BFLOAT16, as NumPy without ml_dtypes has to store them. Throws
  // FileError if the array is of another dtype.
  void TakeAsBfloat16();

  // The elements from `first` on, in row-major order and native byte order; `target` holds a whole
  // number of them and ends within the array. From any thread.
  void Read(int64_t first, std::span<std::byte> target) const;

 private:
  void ReadFortranOrder(int64_t first, std::span<std::byte> target) const;

  std::string name_;
  std::unique_ptr<MappedFile> file_;
  Header header_;
  std::span<const std::byte> data_;
};

}  // namespace openaclnn::npy

// The bytes of a file or of a member of an archive as memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace openaclnn::npy {

// Files are mapped, so that they may be larger than memory, and must not shrink meanwhile. What
// cannot be mapped, pipes and members of archives, is first copied to a file without a name in the
// folder of temporary files. Throws FileError.
class MappedFile {
 public:
  // "-" is standard input, as often as it is opened.
  explicit MappedFile(const std::string& path);
  // The member `member`.npy of an archive; if empty, its only one.
  MappedFile(const std::string& archive, const std::string& member);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  void Map(const std::string& name, int file);

  std::span<const std::byte> bytes_;
};

}  // namespace openaclnn::npy

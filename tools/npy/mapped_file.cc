#include "tools/npy/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

#include "tools/files/error.h"

namespace openaclnn::npy {
namespace {

using tools::FileError;

constexpr std::string_view kStandardInput = "-";

class Descriptor {
 public:
  explicit Descriptor(int file) : file_(file) {}
  ~Descriptor() {
    if (file_ >= 0) close(file_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return file_; }

 private:
  const int file_;
};

[[noreturn]] void Fail(const std::string& name, const std::string& doing, int error) {
  throw FileError(name, doing + ": " + std::generic_category().message(error));
}

int OpenForReading(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) Fail(path, "cannot be read", errno);
  return file;
}

// Reads up to `size` bytes; 0 at the end, negative after an error.
using ReadFunction = std::function<int64_t(void* target, size_t size)>;

// A file without a name that holds everything `read` gives.
int Unpacked(const std::string& name, const ReadFunction& read) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  std::string path = (error ? std::filesystem::path("/tmp") : folder) / "openaclnn-XXXXXX";
  const int file = mkostemp(path.data(), O_CLOEXEC);
  const std::string unpacking = "cannot be unpacked to " + path;
  if (file < 0) Fail(name, unpacking, errno);
  unlink(path.c_str());
  try {
    std::vector<char> buffer(size_t{1} << 20);
    for (;;) {
      const int64_t count = read(buffer.data(), buffer.size());
      if (count < 0) throw FileError(name, "cannot be unpacked: the file is damaged");
      if (count == 0) return file;
      for (int64_t done = 0; done < count;) {
        const ssize_t written =
            write(file, buffer.data() + done, static_cast<size_t>(count - done));
        if (written < 0 && errno != EINTR) Fail(name, unpacking, errno);
        if (written > 0) done += written;
      }
    }
  } catch (...) {
    close(file);
    throw;
  }
}

int Unpacked(const std::string& path, int file) {
  return Unpacked(path, [&](void* target, size_t size) {
    ssize_t count = 0;
    do count = read(file, target, size);
    while (count < 0 && errno == EINTR);
    return static_cast<int64_t>(count);
  });
}

// A copy of standard input, which can be read only once.
int StandardInput() {
  const auto make = [] {
    const std::string name(kStandardInput);
    if (isatty(STDIN_FILENO)) throw FileError(name, "standard input is a terminal");
    return Unpacked(name, STDIN_FILENO);
  };
  static const Descriptor copy(make());
  return copy.get();
}

std::string ZipReason(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  return reason;
}

zip_int64_t MemberIndex(zip_t* zip, const std::string& archive, const std::string& member) {
  const zip_int64_t count = zip_get_num_entries(zip, 0);
  if (member.empty()) {
    if (count == 1) return 0;
  } else if (const zip_int64_t index = zip_name_locate(zip, (member + ".npy").c_str(), 0);
             index >= 0) {
    return index;
  }
  std::string names;
  constexpr zip_int64_t kShown = 10;
  for (zip_int64_t i = 0; i < count && i < kShown; ++i) {
    const char* const found = zip_get_name(zip, static_cast<zip_uint64_t>(i), 0);
    std::string name = found != nullptr ? found : "";
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    names += (names.empty() ? "" : ", ") + name;
  }
  if (count > kShown) names += ", ...";
  throw FileError(archive, member.empty() ? fmt::format("holds {} arrays ({}); name one as {}:NAME",
                                                        count, names, archive)
                                          : fmt::format("has no array {}, only: {}", member,
                                                        names.empty() ? "none" : names));
}

int UnpackMember(const std::string& archive, const std::string& member) {
  Descriptor readable(OpenForReading(archive));  // for the reason of the system if it fails
  int code = 0;
  const std::unique_ptr<zip_t, void (*)(zip_t*)> zip(zip_open(archive.c_str(), ZIP_RDONLY, &code),
                                                     zip_discard);
  if (!zip) throw FileError(archive, "is no .npz file: " + ZipReason(code));
  const zip_int64_t index = MemberIndex(zip.get(), archive, member);
  const std::string name = member.empty() ? archive : archive + ":" + member;
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
      zip_fopen_index(zip.get(), static_cast<zip_uint64_t>(index), 0), zip_fclose);
  if (!file) throw FileError(name, std::string("cannot be read: ") + zip_strerror(zip.get()));
  return Unpacked(name, [&](void* target, size_t size) {
    return zip_fread(file.get(), target, size);  // checks the sum at the end
  });
}

}  // namespace

MappedFile::MappedFile(const std::string& path) {
  if (path == kStandardInput) {
    Map(path, StandardInput());
    return;
  }
  const Descriptor file(OpenForReading(path));
  struct stat status = {};
  if (fstat(file.get(), &status) != 0) Fail(path, "cannot be read", errno);
  if (S_ISDIR(status.st_mode)) Fail(path, "cannot be read", EISDIR);
  if (S_ISREG(status.st_mode)) {
    Map(path, file.get());
    return;
  }
  const Descriptor copy(Unpacked(path, file.get()));
  Map(path, copy.get());
}

MappedFile::MappedFile(const std::string& archive, const std::string& member) {
  const Descriptor file(UnpackMember(archive, member));
  Map(archive, file.get());
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void MappedFile::Map(const std::string& name, int file) {
  struct stat status = {};
  if (fstat(file, &status) != 0) Fail(name, "cannot be read", errno);
  const auto size = static_cast<size_t>(status.st_size);
  if (size == 0) return;
  void* const memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (memory == MAP_FAILED) Fail(name, "cannot be read", errno);
  bytes_ = {static_cast<const std::byte*>(memory), size};
}

}  // namespace openaclnn::npy

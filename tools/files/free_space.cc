#include "tools/files/free_space.h"

#include <sys/statvfs.h>

#include <array>
#include <filesystem>

#include "fmt/format.h"
#include "tools/files/error.h"

namespace openaclnn::tools {
namespace {

std::string Size(double bytes) {
  constexpr std::array kUnits = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 1, kUnits[unit]);
}

}  // namespace

void RequireFreeSpace(const std::string& path, double bytes) {
  std::error_code ignored;
  const std::filesystem::path target = std::filesystem::weakly_canonical(path, ignored);
  const std::string folder = target.has_parent_path() ? target.parent_path().string() : ".";
  struct statvfs status = {};
  if (statvfs(folder.c_str(), &status) != 0 || status.f_blocks == 0) return;
  const double free = static_cast<double>(status.f_bavail) * static_cast<double>(status.f_frsize);
  if (bytes <= free) return;
  throw FileError(path,
                  fmt::format("needs {}, but the disk has only {} free", Size(bytes), Size(free)));
}

}  // namespace openaclnn::tools

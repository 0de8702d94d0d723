#include "tools/files/member_file.h"

#include <filesystem>

#include "fmt/format.h"

namespace openaclnn::tools {

std::string MemberFile(const std::string& file, size_t member) {
  const std::filesystem::path path(file);
  const std::string name =
      fmt::format("{}_{}{}", path.stem().string(), member, path.extension().string());
  return (path.parent_path() / name).string();
}

}  // namespace openaclnn::tools

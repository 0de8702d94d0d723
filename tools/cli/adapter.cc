#include "tools/cli/adapter.h"

#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <span>
#include <sstream>
#include <string_view>

#include "ops/registry.h"
#include "tools/cli/loaded_libraries.h"
#include "tools/npy/mapped_file.h"

namespace openaclnn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibrary = "torch_npu/lib/libtorch_npu.so";

// The Pythons' prefixes, as pip installs packages to <prefix>/lib/python3.X/site-packages, and
// Debian to dist-packages.
std::vector<fs::path> Prefixes() {
  std::vector<fs::path> prefixes;
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (const char* const value = std::getenv(name); value != nullptr) prefixes.emplace_back(value);
  }
  std::error_code ignored;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path python = fs::path(folder) / "python3";
    if (!fs::exists(python, ignored)) continue;
    prefixes.push_back(fs::path(folder).parent_path());
    prefixes.push_back(fs::canonical(python, ignored).parent_path().parent_path());
    break;
  }
  if (const char* const home = std::getenv("HOME"); home != nullptr) {
    prefixes.push_back(fs::path(home) / ".local");
  }
  return prefixes;
}

// The folder of packages that holds the adapter; empty if there is none.
fs::path FindPackages() {
  std::error_code ignored;
  for (const fs::path& prefix : Prefixes()) {
    for (const fs::directory_entry& python : fs::directory_iterator(prefix / "lib", ignored)) {
      for (const char* const packages : {"site-packages", "dist-packages"}) {
        const fs::path folder = python.path() / packages;
        if (fs::exists(folder / kLibrary, ignored)) return folder;
      }
    }
  }
  return {};
}

// From the name of torch_npu-<version>.dist-info.
std::string VersionIn(const fs::path& packages) {
  constexpr std::string_view kBegin = "torch_npu-", kEnd = ".dist-info";
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(packages, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kBegin) && name.ends_with(kEnd)) {
      return name.substr(kBegin.size(), name.size() - kBegin.size() - kEnd.size());
    }
  }
  return "";
}

// The tables of a 64-bit ELF library. What lies outside of the file counts as absent.
class Elf {
 public:
  explicit Elf(std::span<const std::byte> bytes) : bytes_(bytes) {
    const auto* const header = At<Elf64_Ehdr>(0, 1);
    if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64) {
      return;
    }
    if (const auto* const first = At<Elf64_Shdr>(header->e_shoff, header->e_shnum)) {
      sections_ = {first, header->e_shnum};
    }
  }

  // Libraries that it needs.
  std::vector<std::string> Needed() const {
    std::vector<std::string> names;
    ForEach<Elf64_Dyn>(SHT_DYNAMIC, [&](const Elf64_Dyn& entry, const Elf64_Shdr& strings) {
      if (entry.d_tag == DT_NEEDED) names.push_back(Text(strings, entry.d_un.d_val));
    });
    return names;
  }

  // Symbols that it must find when it is loaded.
  std::vector<std::string> Undefined() const {
    std::vector<std::string> names;
    ForEach<Elf64_Sym>(SHT_DYNSYM, [&](const Elf64_Sym& symbol, const Elf64_Shdr& strings) {
      if (symbol.st_shndx != SHN_UNDEF || ELF64_ST_BIND(symbol.st_info) != STB_GLOBAL) return;
      names.push_back(Text(strings, symbol.st_name));
    });
    return names;
  }

 private:
  template <class T>
  const T* At(uint64_t offset, uint64_t count) const {
    if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return nullptr;
    if (offset % alignof(T) != 0) return nullptr;
    return reinterpret_cast<const T*>(bytes_.data() + offset);
  }

  template <class T, class Use>
  void ForEach(uint32_t type, const Use& use) const {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != type || section.sh_link >= sections_.size()) continue;
      const uint64_t count = section.sh_size / sizeof(T);
      const T* const entries = At<T>(section.sh_offset, count);
      if (entries == nullptr) continue;
      for (uint64_t i = 0; i < count; ++i) use(entries[i], sections_[section.sh_link]);
    }
  }

  std::string Text(const Elf64_Shdr& strings, uint64_t offset) const {
    if (offset >= strings.sh_size) return "";
    const char* const text = At<char>(strings.sh_offset + offset, strings.sh_size - offset);
    return text != nullptr ? std::string(text, strnlen(text, strings.sh_size - offset)) : "";
  }

  std::span<const std::byte> bytes_;
  std::span<const Elf64_Shdr> sections_;
};

// Names of the vendor's layers, not of PyTorch's own.
bool IsVendors(const std::string& symbol) {
  for (const std::string_view begin : {"acl", "Msprof", "Hccl"}) {
    if (symbol.starts_with(begin)) return true;
  }
  return symbol.size() > 2 && symbol.starts_with("rt") && std::isupper(symbol[2]) != 0;
}

// The operators that a library looks up by name: texts aclnnXxx that it also has as
// aclnnXxxGetWorkspaceSize.
std::set<std::string> OperatorNames(std::span<const std::byte> bytes) {
  constexpr std::string_view kBegin = "aclnn", kEnd = "GetWorkspaceSize";
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::set<std::string> texts, names;
  for (size_t at = all.find(kBegin); at != all.npos; at = all.find(kBegin, at + 1)) {
    if (at == 0 || all[at - 1] != '\0') continue;
    const size_t end = all.find('\0', at);
    if (end == all.npos || end - at > 128) continue;
    texts.emplace(all.substr(at, end - at));
  }
  for (const std::string& text : texts) {
    if (text.ends_with(kEnd) && texts.contains(text.substr(0, text.size() - kEnd.size()))) {
      names.insert(text.substr(0, text.size() - kEnd.size()));
    }
  }
  return names;
}

// Libraries that `elf` needs and that lie neither next to it nor in PyTorch's folder.
std::vector<std::string> OutsideOf(const fs::path& packages, const Elf& elf) {
  std::vector<std::string> outside;
  std::error_code ignored;
  for (const std::string& name : elf.Needed()) {
    if (fs::exists(packages / "torch_npu/lib" / name, ignored)) continue;
    if (fs::exists(packages / "torch/lib" / name, ignored)) continue;
    outside.push_back(name);
  }
  return outside;
}

}  // namespace

std::optional<Adapter> FindAdapter() {
  const fs::path packages = FindPackages();
  if (packages.empty()) return std::nullopt;
  const fs::path library = packages / kLibrary;
  Adapter adapter;
  adapter.path = library.string();
  adapter.version = VersionIn(packages);
  const npy::MappedFile file(library.string());
  const Elf elf(file.bytes());
  std::vector<std::string> libraries = OutsideOf(packages, elf), symbols = elf.Undefined();
  std::error_code ignored;
  if (const fs::path other = packages / "torch_npu/lib/libtensorpipe.so";
      fs::exists(other, ignored)) {
    const npy::MappedFile others(other.string());
    std::ranges::copy(OutsideOf(packages, Elf(others.bytes())), std::back_inserter(libraries));
  }
  std::erase_if(symbols, [](const std::string& name) { return !IsVendors(name); });
  adapter.missing_libraries = NotLoadable(libraries);
  adapter.missing_symbols = NotInLibraries(symbols);
  for (const std::string& name : OperatorNames(file.bytes())) {
    ++adapter.operators;
    if (FindOperator(name) != nullptr) ++adapter.operators_here;
  }
  return adapter;
}

}  // namespace openaclnn::cli

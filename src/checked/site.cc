#include "checked/site.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "fmt/core.h"

namespace openaclnn {
namespace {

// Where the library that holds this code lies: it has many names, under any of which it may be
// loaded.
const void* OwnLibrary() {
  static const void* const base = [] {
    Dl_info info;
    const auto* const here = reinterpret_cast<const void*>(&FormatSite);
    if (dladdr(here, &info) == 0) return static_cast<void*>(nullptr);
    const bool is_library = std::string_view(info.dli_fname).find(".so") != std::string_view::npos;
    return is_library ? info.dli_fbase : nullptr;
  }();
  return base;
}

// Whether an instruction is the program's: not this project's, nor that of a library of the system
// which was called with an address of the program's.
bool IsProgram(const Dl_info& info) {
  if (info.dli_fbase == OwnLibrary()) return false;
  if (info.dli_sname != nullptr && std::string_view(info.dli_sname).starts_with("acl"))
    return false;
  const std::string_view file = info.dli_fname;
  const std::string_view name = file.substr(file.rfind('/') + 1);
  for (const std::string_view other :
       {"libnnopbase", "libopapi", "libaclnn_", "liblib", "libc.so", "libstdc++.so"}) {
    if (name.starts_with(other)) return false;
  }
  return true;
}

struct Offset {
  std::string_view file;
  uintptr_t offset;
  const char* symbol;
};

// The call is the instruction before the one that it returns to.
Offset OffsetOf(Site site) {
  Dl_info info;
  if (site.address == nullptr || dladdr(site.address, &info) == 0) {
    return {"an unknown place", 0, nullptr};
  }
  const std::string_view file = info.dli_fname;
  return {
      file.substr(file.rfind('/') + 1),
      reinterpret_cast<uintptr_t>(site.address) - reinterpret_cast<uintptr_t>(info.dli_fbase) - 1,
      info.dli_sname};
}

std::string Demangled(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  return text != nullptr ? text.get() : symbol;
}

}  // namespace

Site CallSite() noexcept {
  std::array<void*, 24> frames;
  const int depth = backtrace(frames.data(), static_cast<int>(frames.size()));
  for (int i = 1; i < depth; ++i) {
    Dl_info info;
    if (dladdr(frames[i], &info) == 0 || IsProgram(info)) return {frames[i]};
  }
  return {};
}

SiteText FormatSite(Site site) noexcept {
  const Offset at = OffsetOf(site);
  SiteText text;
  *fmt::format_to_n(text.data(), text.size() - 1, "{}+{:#x}", at.file, at.offset).out = '\0';
  return text;
}

std::string TextOf(Site site) {
  const Offset at = OffsetOf(site);
  std::string text = FormatSite(site).data();
  if (at.symbol != nullptr) text += fmt::format(" ({})", Demangled(at.symbol));
  return text;
}

}  // namespace openaclnn

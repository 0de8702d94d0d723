#include "device/cuda/code.h"

#include <dlfcn.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "acl/acl_base.h"
#include "device/cuda/device.h"
#include "fmt/format.h"

namespace openaclnn::cuda {
namespace {

constexpr const char* kLibrary = "libopenaclnn_cuda.so.0";

struct Cubin {
  int64_t capability;
  const void* image;
};

struct Texts {
  std::unordered_map<std::string_view, const char*> of_kernels;   // by their names
  std::unordered_map<const char*, std::vector<Cubin>> cubins_of;  // by what they were made of
  std::string problem;                                            // empty: there are some
};

// PTX says ".entry NAME(" where a kernel begins.
void AddKernels(std::string_view text, Texts& texts) {
  constexpr std::string_view kEntry = ".entry ";
  for (size_t at = text.find(kEntry); at != text.npos; at = text.find(kEntry, at)) {
    at += kEntry.size();
    texts.of_kernels.emplace(text.substr(at, text.find_first_of("( \n", at) - at), text.data());
  }
}

// What the library says of a cubin: the number of its text, 0 behind the last; the capability; and
// how far behind the first of these it lies.
struct CubinRow {
  int64_t text, capability, offset;
};

void AddCubins(const CubinRow* rows, int64_t number, const char* text, Texts& texts) {
  for (const CubinRow* row = rows; row != nullptr && row->text != 0; ++row) {
    if (row->text != number) continue;
    const void* const image = reinterpret_cast<const std::byte*>(rows) + row->offset;
    texts.cubins_of[text].push_back({row->capability, image});
  }
}

// The library has texts one after the other, each ended by a NUL: its version, then PTX.
Texts Open() {
  Texts texts;
  void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    texts.problem = fmt::format("its device code cannot be loaded: {}", dlerror());
    return texts;
  }
  const auto* text = static_cast<const char*>(dlsym(library, "openaclnn_cuda_code"));
  const auto* const end = static_cast<const char*>(dlsym(library, "openaclnn_cuda_code_end"));
  const std::string_view version = text != nullptr ? text : "none";
  if (end == nullptr || version != OPENACLNN_VERSION) {
    texts.problem =
        fmt::format("the device code, {}, is of version {}, expected {}", kLibrary, version,
                    OPENACLNN_VERSION);
    return texts;
  }
  const auto* const cubins = static_cast<const CubinRow*>(dlsym(library, "openaclnn_cuda_cubins"));
  for (int64_t number = 1; (text += std::string_view(text).size() + 1) < end; ++number) {
    AddKernels(text, texts);
    AddCubins(cubins, number, text, texts);
  }
  return texts;
}

const Texts& TheTexts() {
  static const auto* const texts = new Texts(Open());
  return *texts;
}

}  // namespace

const std::string& CodeProblem() { return TheTexts().problem; }

Status FindText(std::string_view kernel, const char*& text) {
  const auto& of_kernels = TheTexts().of_kernels;
  const auto found = of_kernels.find(kernel);
  if (found == of_kernels.end()) {
    return Error(ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "{} has no kernel {}",
                 kLibrary, kernel);
  }
  text = found->second;
  return {};
}

// A GPU runs what was made for its major capability, up to its minor one.
const void* FindCubin(const char* text, int64_t capability) {
  const auto& cubins_of = TheTexts().cubins_of;
  const auto found = cubins_of.find(text);
  if (found == cubins_of.end()) return nullptr;
  const Cubin* best = nullptr;
  for (const Cubin& cubin : found->second) {
    if (cubin.capability / 10 != capability / 10 || cubin.capability > capability) continue;
    if (best == nullptr || cubin.capability > best->capability) best = &cubin;
  }
  return best != nullptr ? best->image : nullptr;
}

// A cubin may be too new for the driver, which compiles the text then.
Status CudaDevice::LoadCode(const char* text, Module& module) {
  const Here here(*this);
  const void* const cubin = FindCubin(text, 10 * Get(kMajor) + Get(kMinor));
  if (cubin != nullptr && driver().module_load_data(&module, cubin) == kSuccess) return {};
  return Check(driver().module_load_data(&module, text),
               "compiling device code (cuModuleLoadData)");
}

Status CudaDevice::FindFunction(std::string_view name, Function& function) {
  const std::lock_guard lock(code_mutex_);
  if (const auto found = functions_.find(name); found != functions_.end()) {
    function = found->second;
    return {};
  }
  const char* text = nullptr;
  OPENACLNN_RETURN_IF_ERROR(FindText(name, text));
  const Here here(*this);
  Module& module = modules_[text];
  if (module == nullptr) OPENACLNN_RETURN_IF_ERROR(LoadCode(text, module));
  const std::string mangled(name);
  Function made = nullptr;
  OPENACLNN_RETURN_IF_ERROR(
      Check(driver().module_get_function(&made, module, mangled.c_str()), "cuModuleGetFunction"));
  functions_[mangled] = function = made;
  return {};
}

Status CudaDevice::Place(const void* constant, size_t size, const void*& placed) {
  const std::lock_guard lock(code_mutex_);
  const void*& place = constants_[constant];
  if (place == nullptr) {
    Allocation made;
    OPENACLNN_RETURN_IF_ERROR(AllocateUnchecked(size, MemoryKind::kDevice, made));
    OPENACLNN_RETURN_IF_ERROR(Copy(made.begin, constant, size));
    place = made.begin;
  }
  placed = place;
  return {};
}

unsigned CudaDevice::BlocksFor(int64_t elements) const {
  constexpr int64_t kBlocksAtOnce = 2048 / kThreadsOfBlock;  // on a multiprocessor, at most
  const int64_t blocks = (elements - 1) / kThreadsOfBlock + 1;
  return static_cast<unsigned>(std::clamp<int64_t>(blocks, 1, multiprocessors_ * kBlocksAtOnce));
}

}  // namespace openaclnn::cuda

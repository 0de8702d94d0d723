// Prints the names of all emulated kernels, one a line; with --library VERSION what stands for PTX
// of them in the tests' libopenaclnn_cuda.so (src/device/cuda/code.cc): two texts, which
// share the kernels out; with --cubin TEXT CAPABILITY what stands for a cubin of text 1 or 2.
#include <elf.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cuda/driver/emulator.h"

namespace {

using Names = std::vector<std::string>;

void Append(std::string& bytes, const void* more, size_t size) {
  bytes.append(static_cast<const char*>(more), size);
}

// An ELF file that has a section without bytes for each kernel.
std::string CubinOf(const Names& kernels, unsigned capability) {
  std::string names(1, '\0');
  std::vector<Elf64_Shdr> sections(2);  // of nothing, and of the names
  for (const std::string& kernel : kernels) {
    Elf64_Shdr section{};
    section.sh_name = static_cast<Elf64_Word>(names.size());
    section.sh_type = SHT_PROGBITS;
    sections.push_back(section);
    names.append(".text.").append(kernel).append(1, '\0');
  }
  Elf64_Ehdr head{};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS64;
  head.e_ident[EI_DATA] = ELFDATA2LSB;
  head.e_ident[EI_VERSION] = EV_CURRENT;
  head.e_ident[EI_ABIVERSION] = 7;
  head.e_type = ET_EXEC;
  head.e_machine = 190;  // EM_CUDA
  head.e_version = EV_CURRENT;
  head.e_shoff = sizeof(head);
  head.e_flags = capability;
  head.e_ehsize = sizeof(head);
  head.e_shentsize = sizeof(Elf64_Shdr);
  head.e_shnum = static_cast<Elf64_Half>(sections.size());
  head.e_shstrndx = 1;
  sections[1].sh_type = SHT_STRTAB;
  sections[1].sh_offset = head.e_shoff + sections.size() * sizeof(Elf64_Shdr);
  sections[1].sh_size = names.size();
  std::string file;
  Append(file, &head, sizeof(head));
  Append(file, sections.data(), sections.size() * sizeof(Elf64_Shdr));
  return file + names;
}

bool Write(std::string_view bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  const bool library = what == "--library" && argc == 3, cubin = what == "--cubin" && argc == 4;
  if (argc != 1 && !library && !cubin) {
    std::fprintf(stderr, "usage: list_kernels [--library VERSION | --cubin TEXT CAPABILITY]\n");
    return 2;
  }
  Names of_texts[2];
  size_t count = 0;
  for (const auto& [name, kernel] : openaclnn::emulator::Kernels()) {
    if (argc == 1) std::puts(name.c_str());
    of_texts[count++ % 2].push_back(name);
  }
  bool written = true;
  if (cubin) {
    const int text = std::atoi(argv[2]);
    written = Write(CubinOf(of_texts[text - 1], static_cast<unsigned>(std::atoi(argv[3]))));
  } else if (library) {
    written = Write(std::string(argv[2]) + '\0');
    for (const Names& names : of_texts) {
      std::string text;
      for (const std::string& name : names) text += ".visible .entry " + name + "(\n)\n";
      written = Write(text + '\0') && written;
    }
  }
  return written && std::fflush(stdout) == 0 ? 0 : 1;
}

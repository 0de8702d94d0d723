#include "tools/files/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "tools/files/error.h"

namespace openaclnn::tools {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

void Require(int success) {
  if (success != 1) throw std::runtime_error("the library OpenSSL refuses SHA-256");
}

}  // namespace

std::string Sha256OfFile(const std::string& path) {
  const std::unique_ptr<EVP_MD_CTX, FreeContext> context(EVP_MD_CTX_new());
  if (context == nullptr) throw std::bad_alloc();
  Require(EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr));
  std::ifstream file(path, std::ios::binary);
  std::vector<char> buffer(size_t{1} << 20);
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    Require(EVP_DigestUpdate(context.get(), buffer.data(), static_cast<size_t>(file.gcount())));
  }
  if (!file.eof()) {
    throw FileError(path,
                    fmt::format("cannot be read: {}", std::generic_category().message(errno)));
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  Require(EVP_DigestFinal_ex(context.get(), digest.data(), &size));
  std::string text;
  for (const unsigned char byte : std::span(digest).first(size))
    text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace openaclnn::tools

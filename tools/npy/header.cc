#include "tools/npy/header.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <string_view>

#include "base/dtype.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "tensor/shape.h"
#include "tools/files/error.h"

namespace openaclnn::npy {
namespace {

using tools::FileError;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kMaxRank = 64;               // of NumPy
constexpr size_t kMaxText = size_t{1} << 20;  // of a header; NumPy's own are below 1,000 bytes
constexpr size_t kAlignment = 64;             // of the first element

struct Descr {
  aclDataType dtype;
  std::string_view code;  // without the byte order
};
// '<V2' is also what NumPy writes for two bytes without a meaning, but nobody computes with those.
constexpr Descr kDescrs[] = {
    {ACL_BOOL, "b1"},   {ACL_INT8, "i1"},      {ACL_INT16, "i2"},       {ACL_INT32, "i4"},
    {ACL_INT64, "i8"},  {ACL_UINT8, "u1"},     {ACL_UINT16, "u2"},      {ACL_UINT32, "u4"},
    {ACL_UINT64, "u8"}, {ACL_FLOAT16, "f2"},   {ACL_FLOAT, "f4"},       {ACL_DOUBLE, "f8"},
    {ACL_BF16, "V2"},   {ACL_COMPLEX64, "c8"}, {ACL_COMPLEX128, "c16"},
};

// Reads the Python dictionary of the header from left to right.
class Parser {
 public:
  Parser(const std::string& file, std::string_view text) : file_(file), text_(text) {}

  void Parse(Header& header) {
    bool has_descr = false, has_order = false, has_shape = false;
    Expect('{');
    while (!Accept('}')) {
      const std::string_view key = String();
      Expect(':');
      bool* const known = key == "descr"           ? &has_descr
                          : key == "fortran_order" ? &has_order
                          : key == "shape"         ? &has_shape
                                                   : nullptr;
      if (known == nullptr || *known) Malformed();
      *known = true;
      if (known == &has_descr) ParseDescr(header);
      if (known == &has_order) header.fortran_order = Bool();
      if (known == &has_shape) header.shape = Shape();
      if (!Accept(',') && Peek() != '}') Malformed();
    }
    if (!has_descr || !has_order || !has_shape || Peek() != '\0') Malformed();
  }

 private:
  [[noreturn]] void Malformed() const { throw FileError(file_, "has a malformed .npy header"); }

  // The next character after white space; 0 at the end.
  char Peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool Accept(char wanted) {
    if (Peek() != wanted) return false;
    ++at_;
    return true;
  }
  void Expect(char wanted) {
    if (!Accept(wanted)) Malformed();
  }

  std::string_view String() {
    const char quote = Peek();
    if (quote != '\'' && quote != '"') Malformed();
    const size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) Malformed();
    const std::string_view string = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return string;
  }

  bool Bool() {
    for (const std::string_view name : {"True", "False"}) {
      if (Peek() != name.front() || !text_.substr(at_).starts_with(name)) continue;
      at_ += name.size();
      return name == "True";
    }
    Malformed();
  }

  int64_t Extent() {
    if (std::isdigit(static_cast<unsigned char>(Peek())) == 0) Malformed();
    int64_t extent = 0;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0; ++at_) {
      if (__builtin_mul_overflow(extent, 10, &extent) ||
          __builtin_add_overflow(extent, text_[at_] - '0', &extent)) {
        throw FileError(file_, "has an extent beyond 64 bits in its shape");
      }
    }
    Accept('L');  // as Python 2 wrote it
    return extent;
  }

  std::vector<int64_t> Shape() {
    std::vector<int64_t> shape;
    Expect('(');
    while (!Accept(')')) {
      shape.push_back(Extent());
      if (shape.size() > kMaxRank) {
        throw FileError(file_, fmt::format("has more than {} dimensions", kMaxRank));
      }
      if (!Accept(',') && (Peek() != ')' || shape.size() == 1)) Malformed();
    }
    return shape;
  }

  // '<f4', or [('bfloat16', '<u2')], a record of one field with which some programs say bfloat16.
  void ParseDescr(Header& header) {
    if (!Accept('[')) return ParseType(String(), header);
    Expect('(');
    const std::string_view field = String();
    Expect(',');
    const std::string_view type = String();
    if (field != "bfloat16" || !type.ends_with("u2") || !Accept(')') || !Accept(']')) {
      throw FileError(file_, "holds records; only arrays of plain numbers can be read");
    }
    ParseType(type, header);
    header.dtype = ACL_BF16;
  }

  void ParseType(std::string_view descr, Header& header) const {
    const char order = descr.empty() ? '\0' : descr.front();
    const auto* const known =
        std::ranges::find(kDescrs, descr.substr(std::min<size_t>(descr.size(), 1)), &Descr::code);
    if (std::string_view("<>=|").find(order) == std::string_view::npos ||
        known == std::end(kDescrs)) {
      throw FileError(file_, fmt::format("holds elements of type {}; only bool, integers, float16, "
                                         "float32, float64, bfloat16, complex64 and complex128 can "
                                         "be read",
                                         Printable(descr)));
    }
    header.dtype = known->dtype;
    header.big_endian = order == '>';
  }

  static std::string Printable(std::string_view text) {
    std::string printable;
    for (const char c : text.substr(0, 20)) printable += c >= ' ' && c <= '~' ? c : '?';
    return fmt::format("'{}{}'", printable, text.size() > 20 ? "..." : "");
  }

  const std::string& file_;
  const std::string_view text_;
  size_t at_ = 0;
};

size_t LittleEndian(std::string_view bytes) {
  size_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[i]);
  return value;
}

}  // namespace

std::optional<int64_t> SizeOf(const std::vector<int64_t>& shape, aclDataType dtype) {
  const std::optional<int64_t> size = CountElements({shape.begin(), shape.end()});
  const int64_t most = std::numeric_limits<int64_t>::max() / DtypeBytes(dtype);
  if (size && *size > most) return std::nullopt;
  return size;
}

Header ParseHeader(const std::string& file, std::span<const std::byte> start) {
  const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
  if (!text.starts_with(kMagic)) throw FileError(file, "is no .npy file");
  if (text.size() < kMagic.size() + 2) throw FileError(file, "ends within its header");
  const int version = text[kMagic.size()];
  if (version < 1 || version > 3 || text[kMagic.size() + 1] != 0) {
    throw FileError(file, "has an unknown version of the .npy format; 1.0 to 3.0 can be read");
  }
  const size_t length_at = kMagic.size() + 2;
  const size_t dictionary = length_at + (version == 1 ? 2 : 4);
  if (text.size() < dictionary) throw FileError(file, "ends within its header");
  const size_t length = LittleEndian(text.substr(length_at, dictionary - length_at));
  if (length > kMaxText) throw FileError(file, "has a malformed .npy header");
  if (text.size() - dictionary < length) throw FileError(file, "ends within its header");

  Header header;
  Parser(file, text.substr(dictionary, length)).Parse(header);
  header.data_offset = dictionary + length;
  const std::optional<int64_t> size = SizeOf(header.shape, header.dtype);
  if (!size) {
    throw FileError(file, fmt::format("has more elements in its shape {} than 64 bits can count",
                                      ShapeText(header.shape)));
  }
  header.size = *size;
  return header;
}

std::string FormatHeader(aclDataType dtype, const std::vector<int64_t>& shape) {
  const auto* const descr = std::ranges::find(kDescrs, dtype, &Descr::dtype);
  if (descr == std::end(kDescrs)) {
    throw std::invalid_argument(fmt::format(".npy files cannot hold {}", DtypeName(dtype)));
  }
  std::string dictionary =
      fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}{}), }}",
                  DtypeBytes(dtype) == 1 ? '|' : '<', descr->code, fmt::join(shape, ", "),
                  shape.size() == 1 ? "," : "");
  const size_t start = kMagic.size() + 4;
  const size_t used = start + dictionary.size() + 1;
  dictionary.append((kAlignment - used % kAlignment) % kAlignment, ' ').append("\n");
  const auto length = static_cast<uint16_t>(dictionary.size());  // at most 64 extents of 21 bytes
  std::string header(kMagic);
  header += {1, 0, static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
  return header + dictionary;
}

std::string ShapeText(const std::vector<int64_t>& shape) {
  return openaclnn::ShapeText({shape.begin(), shape.end()});
}

}  // namespace openaclnn::npy

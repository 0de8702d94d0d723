// Names and values of arguments, results and other facts, as the log and the trace show them.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "acl/acl_rt.h"
#include "base/shared.h"
#include "fmt/format.h"

namespace openaclnn {

class OPENACLNN_SHARED Details {
 public:
  void Add(std::string_view name, std::string_view text);  // shown between quotation marks
  void Add(std::string_view name, const char* text);       // null: as "null"
  void Add(std::string_view name, const void* address);
  void Add(std::string_view name, double number);
  void Add(std::string_view name, aclDataType dtype);
  void Add(std::string_view name, aclFormat format);
  void Add(std::string_view name, aclrtMemcpyKind kind);
  template <class Number>
  requires std::integral<Number> || std::is_enum_v<Number>
  void Add(std::string_view name, Number number) {
    if constexpr (std::is_enum_v<Number>) {
      AddNumber(name, fmt::format("{}", static_cast<int64_t>(number)));
    } else {
      AddNumber(name, fmt::format("{}", number));
    }
  }
  // Words that need no quotation marks in the log, such as "FLOAT [2, 3]".
  void AddWords(std::string_view name, std::string words);
  void Add(const Details& others);

  bool empty() const { return all_.empty(); }
  std::string Text() const;  // "size=8, kind=HOST_TO_DEVICE"
  std::string Json() const;  // {"size": 8, "kind": "HOST_TO_DEVICE"}, in ASCII

 private:
  enum class Shown { kNumber, kWords, kQuoted };
  struct Detail {
    std::string name, value;
    Shown shown;
  };

  void AddNumber(std::string_view name, std::string digits);

  std::vector<Detail> all_;
};

// A string of JSON, with its quotation marks.
std::string JsonText(std::string_view text);

}  // namespace openaclnn

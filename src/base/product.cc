#include "base/product.h"

#include <algorithm>

namespace openaclnn {
namespace {

struct Family {
  Product product;
  const char* name;
  const char* usual;   // the full name that stands for the family
  const char* begins;  // what may follow the family's name in a full name
};

// Longer names before those that they begin with.
constexpr Family kFamilies[] = {
    {Product::kAscend910_93, "Ascend910_93", "Ascend910_9391", "0123456789"},
    {Product::kAscend910B, "Ascend910B", "Ascend910B3", "0123456789"},
    {Product::kAscend910, "Ascend910", "Ascend910A", "AP"},
    {Product::kAscend950, "Ascend950", "Ascend950PR_9599", "DP"},
    {Product::kAscend310P, "Ascend310P", "Ascend310P3", "0123456789"},
};

bool IsNamePart(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return ('0' <= c && c <= '9') || ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') || c == '_' ||
           c == '-';
  });
}

}  // namespace

const char* ProductName(Product product) {
  for (const Family& family : kFamilies) {
    if (family.product == product) return family.name;
  }
  return "unknown product";
}

std::string Products::Text() const {
  std::string text;
  const char* last = nullptr;
  for (const Product product : kProducts) {
    if (!Has(product)) continue;
    if (last != nullptr) text.append(text.empty() ? "" : ", ").append(last);
    last = ProductName(product);
  }
  if (last == nullptr) return "none";
  return text.append(text.empty() ? "" : " and ").append(last);
}

std::optional<Soc> ParseSoc(std::string_view name) {
  for (const Family& family : kFamilies) {
    if (!name.starts_with(family.name)) continue;
    const std::string_view rest = name.substr(std::string_view(family.name).size());
    if (rest.empty()) return Soc{family.product, family.usual};
    if (std::string_view(family.begins).find(rest.front()) != std::string_view::npos &&
        IsNamePart(rest)) {
      return Soc{family.product, std::string(name)};
    }
  }
  return std::nullopt;
}

}  // namespace openaclnn

// The Ascend products whose rules can be simulated (OPENACLNN_SOC).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/shared.h"

namespace openaclnn {

enum class Product : uint8_t { kAscend910, kAscend910B, kAscend910_93, kAscend950, kAscend310P };

// All, in the order in which messages and documents list them.
inline constexpr Product kProducts[] = {Product::kAscend310P, Product::kAscend910,
                                        Product::kAscend910B, Product::kAscend910_93,
                                        Product::kAscend950};

// A set of products, as a spec holds it.
class Products {
 public:
  template <class... P>
  constexpr explicit Products(P... products)
      : bits_((0u | ... | (1u << static_cast<unsigned>(products)))) {}
  constexpr bool Has(Product product) const { return bits_ >> static_cast<unsigned>(product) & 1u; }

  // "Ascend910B, Ascend910_93 and Ascend950"; "none" for the empty set.
  OPENACLNN_SHARED std::string Text() const;

 private:
  uint32_t bits_;
};

inline constexpr Products kBfloat16Products{Product::kAscend910B, Product::kAscend910_93,
                                            Product::kAscend950};

// Sets that several operators have.
inline constexpr Products kAllProducts{Product::kAscend310P, Product::kAscend910,
                                       Product::kAscend910B, Product::kAscend910_93,
                                       Product::kAscend950};
inline constexpr Products kAllBut310P{Product::kAscend910, Product::kAscend910B,
                                      Product::kAscend910_93, Product::kAscend950};
inline constexpr Products kAllBut910{Product::kAscend310P, Product::kAscend910B,
                                     Product::kAscend910_93, Product::kAscend950};

OPENACLNN_SHARED const char* ProductName(Product product);  // "Ascend910B"

struct Soc {
  Product product;
  std::string full_name;  // "Ascend910B3" for the family name "Ascend910B"
};
// `name`: a family ("Ascend910B") or a full name ("Ascend910B1"); nothing for other names.
OPENACLNN_SHARED std::optional<Soc> ParseSoc(std::string_view name);

}  // namespace openaclnn

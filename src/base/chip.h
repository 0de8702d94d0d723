// The Ascend chips whose rules can be simulated (OPENACLNN_SOC).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/shared.h"

namespace openaclnn {

enum class Chip : uint8_t { kAscend910, kAscend910B, kAscend910_93, kAscend950, kAscend310P };

// All, in the order in which messages and documents list them.
inline constexpr Chip kChips[] = {Chip::kAscend310P, Chip::kAscend910, Chip::kAscend910B,
                                  Chip::kAscend910_93, Chip::kAscend950};

// A set of chips, as a spec holds it.
class Chips {
 public:
  template <class... P>
  constexpr explicit Chips(P... chips) : bits_((0u | ... | (1u << static_cast<unsigned>(chips)))) {}
  constexpr bool Has(Chip chip) const { return bits_ >> static_cast<unsigned>(chip) & 1u; }

  // "Ascend910B, Ascend910_93 and Ascend950"; "none" for the empty set.
  OPENACLNN_SHARED std::string Text() const;

 private:
  uint32_t bits_;
};

inline constexpr Chips kBfloat16Chips{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

// Sets that several operators have.
inline constexpr Chips kAllChips{Chip::kAscend310P, Chip::kAscend910, Chip::kAscend910B,
                                 Chip::kAscend910_93, Chip::kAscend950};
inline constexpr Chips kAllBut310P{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93,
                                   Chip::kAscend950};
inline constexpr Chips kAllBut910{Chip::kAscend310P, Chip::kAscend910B, Chip::kAscend910_93,
                                  Chip::kAscend950};

OPENACLNN_SHARED const char* ChipName(Chip chip);  // "Ascend910B"

struct Soc {
  Chip chip;
  std::string full_name;  // "Ascend910B3" for the family name "Ascend910B"
};
// `name`: a family ("Ascend910B") or a full name ("Ascend910B1"); nothing for other names.
OPENACLNN_SHARED std::optional<Soc> ParseSoc(std::string_view name);

}  // namespace openaclnn

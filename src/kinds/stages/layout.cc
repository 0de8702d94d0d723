#include "kinds/stages/layout.h"

#include <algorithm>

#include "engine/computation.h"

namespace openaclnn {
namespace {

bool Overlap(const Lifetime& a, const Lifetime& b) {
  const bool at_one_time = a.first <= b.last && b.first <= a.last;
  return at_one_time && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

}  // namespace

uint64_t LayOut(std::span<Lifetime> lifetimes) {
  uint64_t all = 0;
  for (size_t i = 0; i < lifetimes.size(); ++i) {
    Lifetime& placed = lifetimes[i];
    placed.offset = 0;
    const std::span before = lifetimes.first(i);
    const auto in_the_way = [&] {
      return std::ranges::find_if(before, [&](const Lifetime& o) { return Overlap(placed, o); });
    };
    for (auto other = in_the_way(); other != before.end(); other = in_the_way()) {
      placed.offset = InLines(other->offset + other->bytes);
    }
    all = std::max(all, placed.offset + placed.bytes);
  }
  return all;
}

}  // namespace openaclnn

// Philox4x32-10, the random numbers that are a function of a place: Salmon, Moraes, Dror and Shaw,
// "Parallel random numbers: as easy as 1, 2, 3" (2011). Compilers of CPUs and GPUs both read this.
#pragma once

#include <cstdint>

namespace openaclnn {

// Where the words of a call come from: block b has four, which are Philox4x32-10 of the key `seed`
// and the counter of 128 bits whose low half is b and whose high half is `offset`. So calls of
// other offsets share no words, however many each takes.
struct WordStream {
  uint64_t seed, offset;
};

inline constexpr int64_t kWordsOfBlock = 4;

struct PhiloxWords {
  uint32_t word[kWordsOfBlock];
};

namespace philox {

inline constexpr int kRounds = 10;
inline constexpr uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
inline constexpr uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;  // added to the key each round

}  // namespace philox

constexpr PhiloxWords Philox(PhiloxWords counter, uint32_t key0, uint32_t key1) {
  uint32_t c0 = counter.word[0], c1 = counter.word[1], c2 = counter.word[2], c3 = counter.word[3];
  for (int round = 0; round < philox::kRounds; ++round) {
    const uint64_t product0 = uint64_t{philox::kMultiplier0} * c0;
    const uint64_t product1 = uint64_t{philox::kMultiplier1} * c2;
    c0 = static_cast<uint32_t>(product1 >> 32) ^ c1 ^ key0;
    c2 = static_cast<uint32_t>(product0 >> 32) ^ c3 ^ key1;
    c1 = static_cast<uint32_t>(product1);
    c3 = static_cast<uint32_t>(product0);
    key0 += philox::kWeyl0;
    key1 += philox::kWeyl1;
  }
  return {{c0, c1, c2, c3}};
}

// Block number `block` of a stream.
constexpr PhiloxWords WordsOf(const WordStream& stream, uint64_t block) {
  return Philox(
      {{static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32),
        static_cast<uint32_t>(stream.offset), static_cast<uint32_t>(stream.offset >> 32)}},
      static_cast<uint32_t>(stream.seed), static_cast<uint32_t>(stream.seed >> 32));
}

}  // namespace openaclnn

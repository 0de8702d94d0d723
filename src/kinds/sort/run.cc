#include "kinds/sort/run.h"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <vector>

#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "kinds/reduction/walk.h"

namespace openaclnn {
namespace {

// Elements in the order of their keys, and those of one key in that of their indices.

// A key of up to 32 bits above an index of 32.
struct ShortEntry {
  ShortEntry() = default;
  ShortEntry(uint64_t key, int64_t index) : bits(key << 32 | static_cast<uint64_t>(index)) {}
  uint64_t Key() const { return bits >> 32; }
  int64_t Index() const { return static_cast<int64_t>(bits & 0xffffffff); }
  friend bool operator<(ShortEntry a, ShortEntry b) { return a.bits < b.bits; }
  uint64_t bits;
};
struct LongEntry {
  LongEntry() = default;
  LongEntry(uint64_t of_element, int64_t place) : key(of_element), index(place) {}
  uint64_t Key() const { return key; }
  int64_t Index() const { return index; }
  friend bool operator<(const LongEntry& a, const LongEntry& b) {
    return a.key != b.key ? a.key < b.key : a.index < b.index;
  }
  uint64_t key;
  int64_t index;
};

// By digits of 8 bits, the lowest first. Entries are in the order of their indices. Digits that are
// the same everywhere are passed over.
constexpr int kDigit = 8;
template <class Entry>
void SortByDigits(std::vector<Entry>& entries, std::vector<Entry>& others, int bytes) {
  using Counts = std::array<int64_t, 1 << kDigit>;
  std::vector<Counts> counts(static_cast<size_t>(bytes));
  const auto digit_of = [](const Entry& entry, int digit) {
    return static_cast<size_t>(entry.Key() >> (digit * kDigit) & ((1 << kDigit) - 1));
  };
  for (const Entry& entry : entries) {
    for (int digit = 0; digit < bytes; ++digit) {
      ++counts[static_cast<size_t>(digit)][digit_of(entry, digit)];
    }
  }
  others.resize(entries.size());
  for (int digit = 0; digit < bytes; ++digit) {
    Counts& places = counts[static_cast<size_t>(digit)];
    if (places[digit_of(entries[0], digit)] == std::ssize(entries)) continue;
    int64_t place = 0;
    for (int64_t& count : places) {
      const int64_t here = count;
      count = place;
      place += here;
    }
    for (const Entry& entry : entries) {
      others[static_cast<size_t>(places[digit_of(entry, digit)]++)] = entry;
    }
    entries.swap(others);
  }
}

template <class Word>
using InTiles =
    std::conditional_t<sizeof(Word) == 2, Float16Bits,
                       std::conditional_t<sizeof(Word) == 1, int8_t,
                                          std::conditional_t<sizeof(Word) == 4, int32_t, int64_t>>>;

// Rows of words without a sign.
template <class Word, class Entry>
class Sort {
 public:
  using T = InTiles<Word>;

  explicit Sort(const SortRun& run)
      : run_(run),
        elements_(*run.plan, {run.elements}, false),
        values_(*run.values, {run.value_data}, false),
        indices_(*run.indices, {run.index_data}, false) {}

  void Run() const {
    const int64_t grain = GrainFor(kSortCost) / run_.length;
    ParallelFor(run_.rows, std::max<int64_t>(1, grain), [this](int64_t begin, int64_t end) {
      Room room;
      for (int64_t row = begin; row < end; ++row) {
        Load(row, room.words);
        Order(room);
        Store(row, room);
      }
    });
  }

 private:
  struct Room {
    std::vector<Word> words;
    std::vector<Entry> entries, others;
  };
  static constexpr int kBits = 8 * sizeof(Word);
  static constexpr Word kSign = static_cast<Word>(Word{1} << (kBits - 1));

  Word KeyOf(Word word) const {
    const Word key = AscendingKeyOf(word);
    return run_.descending ? static_cast<Word>(~key) : key;
  }
  Word AscendingKeyOf(Word word) const {
    switch (run_.ordering) {
      case Ordering::kSigned:
        return static_cast<Word>(word ^ kSign);
      case Ordering::kUnsigned:
        return word;
      case Ordering::kTruth:
        return word != 0 ? 1 : 0;
      case Ordering::kFloat:
        break;
    }
    const Word size = static_cast<Word>(word & ~kSign);
    if (size > run_.infinity) return std::numeric_limits<Word>::max();
    return (word & kSign) != 0 ? static_cast<Word>(kSign - size) : static_cast<Word>(kSign + size);
  }

  void Load(int64_t row, std::vector<Word>& words) const {
    const TileBuffers buffers(kReductionTile);
    words.resize(static_cast<size_t>(run_.length));
    for (int64_t done = 0; done < run_.length;) {
      const int64_t first = row * run_.length + done;
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = elements_.TileAt(first, run_.length - done, kReductionTile);
      elements_.Begin(first, buffers, tile);
      for (int64_t i = 0; i < tile.columns; ++i) {
        words[static_cast<size_t>(done + i)] =
            std::bit_cast<Word>(tile.inputs[0].values[i & tile.inputs[0].mask]);
      }
      done += tile.columns;
    }
  }

  // The first entries that are wanted come first.
  void Order(Room& room) const {
    constexpr int64_t kFew = 256;  // for which comparing is faster
    const bool takes_few = run_.wanted <= run_.length / 8;
    takes_few ? TakeFirst(room) : TakeAll(room);
    if (takes_few || run_.length < kFew) {
      std::sort(room.entries.begin(), room.entries.end());
    } else {
      SortByDigits(room.entries, room.others, int{sizeof(Word)});
    }
  }

  Entry EntryAt(const std::vector<Word>& words, int64_t i) const {
    return Entry(KeyOf(words[static_cast<size_t>(i)]), i);
  }

  void TakeAll(Room& room) const {
    room.entries.resize(room.words.size());
    for (int64_t i = 0; i < run_.length; ++i) {
      room.entries[static_cast<size_t>(i)] = EntryAt(room.words, i);
    }
  }

  // Keeps what may be among the first ones; when there are twice as many, all but those go.
  void TakeFirst(Room& room) const {
    const auto wanted = static_cast<size_t>(run_.wanted);
    const size_t most = std::max<size_t>(2 * wanted, 512);
    std::vector<Entry>& entries = room.entries;
    entries.clear();
    const auto keep_first = [&entries, wanted] {
      if (entries.size() <= wanted) return;
      const auto last = entries.begin() + static_cast<std::ptrdiff_t>(wanted) - 1;
      std::nth_element(entries.begin(), last, entries.end());
      entries.resize(wanted);
    };
    bool is_full = false;
    for (int64_t i = 0; i < run_.length; ++i) {
      const Entry entry = EntryAt(room.words, i);
      if (is_full && !(entry < entries[wanted - 1])) continue;
      entries.push_back(entry);
      if (entries.size() < most) continue;
      keep_first();
      is_full = true;
    }
    keep_first();
  }

  void Store(int64_t row, const Room& room) const {
    const int64_t first = row * run_.wanted;
    const auto index_at = [&room](int64_t i) {
      return room.entries[static_cast<size_t>(i)].Index();
    };
    StoreResults(values_, first, run_.wanted, [&](int64_t i) {
      Word word = room.words[static_cast<size_t>(index_at(i))];
      if (run_.ordering == Ordering::kTruth) word = word != 0 ? 1 : 0;
      return std::bit_cast<T>(word);
    });
    StoreResults(indices_, first, run_.wanted, index_at);
  }

  const SortRun& run_;
  const TileIo<T> elements_, values_;
  const TileIo<int64_t> indices_;
};

}  // namespace

void RunSort(const SortRun& run) {
  const bool is_long = run.length > std::numeric_limits<uint32_t>::max();
  const auto sort = [&]<class Word>() {
    is_long ? Sort<Word, LongEntry>(run).Run() : Sort<Word, ShortEntry>(run).Run();
  };
  switch (run.bytes) {
    case 1:
      return sort.template operator()<uint8_t>();
    case 2:
      return sort.template operator()<uint16_t>();
    case 4:
      return sort.template operator()<uint32_t>();
    default:
      return Sort<uint64_t, LongEntry>(run).Run();
  }
}

}  // namespace openaclnn

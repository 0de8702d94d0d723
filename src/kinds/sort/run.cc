#include "kinds/sort/run.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "kinds/reduction/walk.h"
#include "kinds/sort/key.h"

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

// Smaller ones come first.
template <Ordering ordering, class Word>
Word KeyIn(const SortRun& run, Word word) {
  const Word key = KeyOf<ordering>(word, static_cast<Word>(run.infinity));
  return run.descending ? static_cast<Word>(~key) : key;
}

// Rows of words without a sign.
template <Ordering ordering, class Word, class Entry>
class Sort {
 public:
  using T = InTiles<Word>;

  explicit Sort(const SortRun& run)
      : run_(run),
        elements_(*run.plan, {run.elements}, false),
        values_(run.values != nullptr ? std::optional<TileIo<T>>(std::in_place, *run.values,
                                                                 OperandData{run.value_data}, false)
                                      : std::nullopt),
        indices_(*run.indices, {run.index_data}, false) {}

  void Run() const {
    const int64_t grain = GrainFor(kSortCost) / run_.length;
    ParallelFor(run_.rows, std::max<int64_t>(1, grain), [this](int64_t begin, int64_t end) {
      Room room;
      const int64_t most = std::max<int64_t>(1, kReductionTile / run_.length);
      for (int64_t row = begin; row < end; row += most) {
        SortRows(row, std::min(most, end - row), room);
      }
    });
  }

 private:
  // Several short rows, or one.
  struct Room {
    std::vector<Word> words, keys;
    std::vector<Entry> entries, others;  // of a row
    std::vector<Word> values;            // results
    std::vector<int64_t> indices;
  };

  void SortRows(int64_t first, int64_t rows, Room& room) const {
    Load(first * run_.length, rows * run_.length, room);
    room.values.resize(static_cast<size_t>(rows * run_.wanted));
    room.indices.resize(room.values.size());
    for (int64_t row = 0; row < rows; ++row) {
      Order(room.keys.data() + row * run_.length, room);
      for (int64_t i = 0; i < run_.wanted; ++i) {
        const int64_t index = room.entries[static_cast<size_t>(i)].Index();
        const Word word = room.words[static_cast<size_t>(row * run_.length + index)];
        const auto place = static_cast<size_t>(row * run_.wanted + i);
        room.values[place] = ordering == Ordering::kTruth ? Word{word != 0} : word;
        room.indices[place] = index;
      }
    }
    const int64_t to = first * run_.wanted, count = rows * run_.wanted;
    if (values_) {
      StoreResults(*values_, to, count, [&room](int64_t i) {
        return std::bit_cast<T>(room.values[static_cast<size_t>(i)]);
      });
    }
    StoreResults(indices_, to, count,
                 [&room](int64_t i) { return room.indices[static_cast<size_t>(i)]; });
  }

  void Load(int64_t first, int64_t count, Room& room) const {
    const TileBuffers buffers(kReductionTile);
    room.words.resize(static_cast<size_t>(count));
    room.keys.resize(room.words.size());
    for (int64_t done = 0; done < count;) {
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = elements_.TileAt(first + done, count - done, kReductionTile);
      elements_.Begin(first + done, buffers, tile);
      Word* const words = room.words.data() + done;
      const T* const values = tile.inputs[0].values;
      if (tile.inputs[0].mask == 0) {
        std::fill_n(words, tile.columns, std::bit_cast<Word>(*values));
      } else {
        std::memcpy(words, values, static_cast<size_t>(tile.columns) * sizeof(Word));
      }
      Word* const keys = room.keys.data() + done;
      for (int64_t i = 0; i < tile.columns; ++i) keys[i] = KeyIn<ordering>(run_, words[i]);
      done += tile.columns;
    }
  }

  // The first entries that are wanted come first.
  void Order(const Word* keys, Room& room) const {
    if (run_.take != Take::kFirst) return TakeOne(keys, room.entries);
    constexpr int64_t kFew = 256;  // for which comparing is faster
    const bool takes_few = run_.wanted <= run_.length / 8;
    takes_few ? TakeFirst(keys, room.entries) : TakeAll(keys, room.entries);
    if (takes_few || run_.length < kFew) {
      std::sort(room.entries.begin(), room.entries.end());
    } else {
      SortByDigits(room.entries, room.others, int{sizeof(Word)});
    }
  }

  void TakeAll(const Word* keys, std::vector<Entry>& entries) const {
    entries.resize(static_cast<size_t>(run_.length));
    for (int64_t i = 0; i < run_.length; ++i) entries[static_cast<size_t>(i)] = Entry(keys[i], i);
  }

  // The one that is wanted comes first.
  void TakeOne(const Word* keys, std::vector<Entry>& entries) const {
    TakeAll(keys, entries);
    const auto at = entries.begin() + static_cast<std::ptrdiff_t>(PlaceOfOne(keys));
    std::nth_element(entries.begin(), at, entries.end());
    std::swap(entries.front(), *at);
  }
  int64_t PlaceOfOne(const Word* keys) const {
    if (run_.take == Take::kOne) return run_.at;
    // A NaN has the last key, and no other element of floats has it.
    const int64_t nans = ordering == Ordering::kFloat ? std::count(keys, keys + run_.length,
                                                                   std::numeric_limits<Word>::max())
                                                      : 0;
    const int64_t numbers = run_.length - nans;
    if (run_.take == Take::kMedian && nans > 0) return numbers;  // the first NaN
    return std::max<int64_t>(numbers - 1, 0) / 2;
  }

  // Keeps what may be among the first ones; when there are four times as many, all but those go.
  // From then on keys that are not below that of the last one are passed over.
  void TakeFirst(const Word* keys, std::vector<Entry>& entries) const {
    constexpr int64_t kAtOnce = 32;
    const auto wanted = static_cast<size_t>(run_.wanted);
    const size_t most = std::max<size_t>(4 * wanted, 256);
    entries.clear();
    bool is_full = false;
    Word last = std::numeric_limits<Word>::max();
    const auto keep_first = [&] {
      if (entries.size() <= wanted) return;
      const auto at = entries.begin() + static_cast<std::ptrdiff_t>(wanted) - 1;
      std::nth_element(entries.begin(), at, entries.end());
      entries.resize(wanted);
      is_full = true;
      last = static_cast<Word>(entries.back().Key());
    };
    for (int64_t first = 0; first < run_.length; first += kAtOnce) {
      const int64_t end = std::min(run_.length, first + kAtOnce);
      if (is_full && !AnyBelow(keys + first, end - first, last)) continue;
      for (int64_t i = first; i < end; ++i) {
        if (is_full && keys[i] >= last) continue;
        entries.push_back(Entry(keys[i], i));
        if (entries.size() >= most) keep_first();
      }
    }
    keep_first();
  }
  static bool AnyBelow(const Word* keys, int64_t count, Word last) {
    int any = 0;
    for (int64_t i = 0; i < count; ++i) any |= keys[i] < last ? 1 : 0;
    return any != 0;
  }

  const SortRun& run_;
  const TileIo<T> elements_;
  const std::optional<TileIo<T>> values_;
  const TileIo<int64_t> indices_;
};

template <Ordering ordering, class Word>
void SortWords(const SortRun& run) {
  if constexpr (sizeof(Word) < sizeof(uint64_t)) {
    if (run.length <= std::numeric_limits<uint32_t>::max()) {
      return Sort<ordering, Word, ShortEntry>(run).Run();
    }
  }
  Sort<ordering, Word, LongEntry>(run).Run();
}

template <class Word>
void SortIn(const SortRun& run) {
  switch (run.ordering) {
    case Ordering::kSigned:
      return SortWords<Ordering::kSigned, Word>(run);
    case Ordering::kUnsigned:
      return SortWords<Ordering::kUnsigned, Word>(run);
    case Ordering::kFloat:
      if constexpr (sizeof(Word) > 1) SortWords<Ordering::kFloat, Word>(run);
      return;
    case Ordering::kTruth:
      if constexpr (sizeof(Word) == 1) SortWords<Ordering::kTruth, Word>(run);
      return;
  }
}

}  // namespace

void RunSort(const SortRun& run) {
  switch (run.bytes) {
    case 1:
      return SortIn<uint8_t>(run);
    case 2:
      return SortIn<uint16_t>(run);
    case 4:
      return SortIn<uint32_t>(run);
    default:
      return SortIn<uint64_t>(run);
  }
}

}  // namespace openaclnn

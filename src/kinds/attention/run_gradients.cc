#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "base/ceil_div.h"
#include "base/settings.h"
#include "cpu/threads.h"
#include "cpu/transpose.h"
#include "kinds/attention/loops.h"
#include "kinds/attention/pairs.h"
#include "kinds/attention/parts.h"
#include "kinds/attention/run.h"
#include "kinds/product/loops.h"
#include "kinds/product/packing.h"
#include "kinds/product/run.h"

namespace openaclnn {
namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

// Queries, and keys, that are computed with at once: the terms of a chain of products.
constexpr int64_t kBlock = kTermsInFloat;

int64_t BlocksOf(int64_t positions) { return CeilDiv(positions, kBlock); }
int64_t RoundedToTiles(int64_t elements) { return CeilDiv(elements, kMostRows) * kMostRows; }

// Rows whose sums are made at once, so that additions of one follow while those of others last.
constexpr int64_t kRowsAtOnce = 8;

// Columns of a strip: up to three vectors, and as many in each strip of a block as can be.
int64_t StripFor(const ProductLoops& loops) {
  const int64_t strips = CeilDiv(kBlock, kMostVectors * loops.lanes);
  return CeilDiv(CeilDiv(kBlock, strips), loops.lanes) * loops.lanes;
}

// Blocks from `begin` to `end`.
struct Blocks {
  int64_t begin, end;
};

// What a thread computes with: blocks of keys and values of a head, a block of queries, and the
// block of scores where they meet, which lies in strips of up to three vectors of keys, and turned,
// in such strips of queries.
class Worker {
 public:
  explicit Worker(const AttentionGradientsRun& run)
      : run_(run),
        call_(run.call),
        sizes_(run.call.sizes),
        product_(GetProductLoops()),
        tile_(product_.orders[static_cast<size_t>(ProductOrder::kFloat)].tile),
        loops_(GetAttentionLoops()),
        scores_in_pairs_(PairsFor(call_.query, call_.key, sizes_.size)),
        gradients_in_pairs_(PairsFor(run.grad, call_.value, sizes_.value_size)),
        load_query_(call_.query),
        load_grad_(run.grad),
        load_out_(call_.out),
        load_bias_(call_.bias),
        store_query_(run.by_query),
        store_key_(run.by_key),
        store_value_(run.by_value),
        store_bias_(run.by_bias),
        strip_(StripFor(product_)) {
    const int64_t keys = BlocksOf(sizes_.keys) * kBlock, size = RoundedToTiles(sizes_.size),
                  value_size = RoundedToTiles(sizes_.value_size);
    Memory memory;
    const int64_t at_keys = memory.Add<float>(keys * sizes_.size),
                  at_values = memory.Add<float>(keys * sizes_.value_size),
                  at_keys_by_element = memory.Add<float>(keys * size),
                  at_rows = memory.Add<float>(kBlock * std::max(sizes_.size, kBlock)),
                  at_out = memory.Add<float>(kRowsAtOnce * sizes_.value_size),
                  at_queries = memory.Add<float>(kBlock * sizes_.size),
                  at_queries_by_element = memory.Add<float>(kBlock * size),
                  at_grads = memory.Add<float>(kBlock * sizes_.value_size),
                  at_grads_by_element = memory.Add<float>(kBlock * value_size),
                  at_scores = memory.Add<float>(kBlock * kBlock),
                  at_gradients = memory.Add<float>(kBlock * kBlock),
                  at_turned = memory.Add<float>(kBlock * kBlock),
                  at_kept = memory.Add<float>(kBlock),
                  at_words =
                      memory.Add<uint32_t>((keys + kBlock) / 2 * (sizes_.size + sizes_.value_size)),
                  at_sums = memory.Add<double>(kMostRows * kMostColumns),
                  at_by_query = memory.Add<double>(kBlock * size),
                  at_by_key = memory.Add<double>(keys * size),
                  at_by_value = memory.Add<double>(keys * value_size),
                  at_row = memory.Add<double>(kBlock + kMostColumns),
                  at_results = memory.Add<double>(
                      kMostColumns * std::max(sizes_.size, sizes_.value_size) + kMostColumns);
    std::byte* const begin = memory.Place();
    const auto floats = [&](int64_t at) { return reinterpret_cast<float*>(begin + at); };
    const auto doubles = [&](int64_t at) { return reinterpret_cast<double*>(begin + at); };
    keys_ = floats(at_keys);
    values_ = floats(at_values);
    keys_by_element_ = floats(at_keys_by_element);
    rows_ = floats(at_rows);
    out_ = floats(at_out);
    queries_ = floats(at_queries);
    queries_by_element_ = floats(at_queries_by_element);
    grads_ = floats(at_grads);
    grads_by_element_ = floats(at_grads_by_element);
    scores_ = floats(at_scores);
    gradients_ = floats(at_gradients);
    turned_ = floats(at_turned);
    kept_ = floats(at_kept);
    key_words_ = reinterpret_cast<uint32_t*>(begin + at_words);
    value_words_ = key_words_ + keys / 2 * sizes_.size;
    query_words_ = value_words_ + keys / 2 * sizes_.value_size;
    grad_words_ = query_words_ + kBlock / 2 * sizes_.size;
    sums_ = doubles(at_sums);
    by_query_ = doubles(at_by_query);
    by_key_ = doubles(at_by_key);
    by_value_ = doubles(at_by_value);
    row_ = doubles(at_row);
    results_ = doubles(at_results);
    are_finite_.resize(static_cast<size_t>(BlocksOf(sizes_.keys)));
    of_keys_exponents_.resize(are_finite_.size());
    of_values_exponents_.resize(are_finite_.size());
  }

  // The gradients by the queries of some blocks, of all heads that share a head of keys, or by the
  // keys and values of some blocks, or both.
  void Compute(int64_t batch, int64_t kv_head, Blocks queries, Blocks keys, bool of_queries,
               bool of_keys) {
    batch_ = batch;
    kv_head_ = kv_head;
    of_queries_ = of_queries;
    of_keys_ = of_keys;
    first_block_ = keys.begin;
    const int64_t positions = (keys.end - keys.begin) * kBlock;
    if (of_keys) {
      std::fill_n(by_key_, positions * RoundedToTiles(sizes_.size), 0.0);
      std::fill_n(by_value_, positions * RoundedToTiles(sizes_.value_size), 0.0);
    }
    for (int64_t block = keys.begin; block < keys.end; ++block) PackKeys(block);
    const int64_t blocks_of_head = BlocksOf(sizes_.queries);
    for (int64_t block = queries.begin; block < queries.end; ++block) {
      LoadQueries(block / blocks_of_head, block % blocks_of_head);
      if (of_queries) std::fill_n(by_query_, kBlock * RoundedToTiles(sizes_.size), 0.0);
      for (int64_t k = keys.begin; k < keys.end; ++k) ComputeBlock(k);
      if (of_queries) StoreQueries();
    }
    if (!of_keys) return;
    for (int64_t block = keys.begin; block < keys.end; ++block) StoreKeys(block);
  }

  // The gradients by a bias that lacks an axis: the sums over batches, or over the queries of a
  // head, of those where a block of keys meets one of queries, or all.
  void ComputeBias(int64_t batch, int64_t head, int64_t query_block, int64_t key_block) {
    const bool of_all_batches = run_.by_bias.batch == 0, of_all_queries = run_.by_bias.row == 0;
    const int64_t group = sizes_.heads / sizes_.kv_heads;
    of_queries_ = of_keys_ = false;
    kv_head_ = head / group;
    first_block_ = key_block;
    std::vector<double> sums(static_cast<size_t>(kBlock * kBlock + kMostColumns));
    const Blocks queries =
        of_all_queries ? Blocks{0, BlocksOf(sizes_.queries)} : Blocks{query_block, query_block + 1};
    for (int64_t b = of_all_batches ? 0 : batch; b < (of_all_batches ? sizes_.batches : batch + 1);
         ++b) {
      batch_ = b;
      PackKeys(key_block);
      for (int64_t block = queries.begin; block < queries.end; ++block) {
        LoadQueries(head % group, block);
        if (!IsSeen(key_block)) continue;
        ComputeBlock(key_block);
        for (int64_t i = 0; i < count_; ++i) {
          double* const to = sums.data() + (of_all_queries ? 0 : i * kBlock);
          for (int64_t k = 0; k < keys_of_block_; ++k) to[k] += double{*GradientAt(i, k)};
        }
      }
    }
    const int64_t first = key_block * kBlock, keys = std::min(kBlock, sizes_.keys - first);
    const int64_t rows =
        of_all_queries ? 1 : std::min(kBlock, sizes_.queries - query_block * kBlock);
    for (int64_t i = 0; i < rows; ++i) {
      std::byte* const to = run_.by_bias.At(batch, head, query_block * kBlock + i);
      store_bias_.Store(sums.data() + i * kBlock, keys, call_.bias_scale,
                        to + first * run_.by_bias.element);
    }
  }

 private:
  // Calls visit(first, width) for each strip of so many columns; a strip begins at first * kBlock
  // in a block.
  template <class Visit>
  void ForStrips(int64_t columns, const Visit& visit) const {
    for (int64_t first = 0; first < columns; first += strip_) {
      const int64_t vectors = CeilDiv(std::min(strip_, columns - first), product_.lanes);
      visit(first, vectors * product_.lanes);
    }
  }
  int64_t RowsOfTile(int64_t rest) const { return openaclnn::RowsOfTile(product_, rest); }

  // Calls visit(first, rows) for each tile of so many rows.
  template <class Visit>
  void ForTiles(int64_t rows, const Visit& visit) const {
    for (int64_t first = 0; first < rows; first += product_.rows) {
      visit(first, RowsOfTile(rows - first));
    }
  }

  int64_t KeysIn(int64_t block) const { return std::min(kBlock, sizes_.keys - block * kBlock); }
  int64_t PlaceOf(int64_t block) const { return (block - first_block_) * kBlock; }

  void PackKeys(int64_t block) {
    const HeadsView &key = call_.key, &value = call_.value;
    const int64_t first = block * kBlock, keys = KeysIn(block), at = PlaceOf(block);
    const Factor by_key = {
        key.At(batch_, kv_head_, 0), key.dtype, key.element, key.row, sizes_.size, sizes_.keys};
    const Factor by_value = {value.At(batch_, kv_head_, 0),
                             value.dtype,
                             value.element,
                             value.row,
                             sizes_.value_size,
                             sizes_.keys};
    const Factor by_element = {
        key.At(batch_, kv_head_, 0), key.dtype, key.row, key.element, sizes_.keys, sizes_.size};
    const auto number = static_cast<size_t>(block - first_block_);
    of_keys_exponents_[number] = of_values_exponents_[number] = {};
    ForStrips(keys, [&](int64_t strip, int64_t width) {
      const int64_t of_key = (at + strip) * sizes_.size,
                    of_value = (at + strip) * sizes_.value_size;
      Pack(by_key, first + strip, 0, sizes_.size, width, keys_ + of_key);
      Pack(by_value, first + strip, 0, sizes_.value_size, width, values_ + of_value);
      PackWords(scores_in_pairs_, keys_ + of_key, sizes_.size, width, key_words_ + of_key / 2,
                of_keys_exponents_[number]);
      PackWords(gradients_in_pairs_, values_ + of_value, sizes_.value_size, width,
                value_words_ + of_value / 2, of_values_exponents_[number]);
    });
    float* const elements = keys_by_element_ + at * RoundedToTiles(sizes_.size);
    bool are_finite = true;
    ForTiles(sizes_.size, [&](int64_t element, int64_t rows) {
      float* const tile = elements + element * keys;
      Pack(by_element, element, first, keys, rows, tile);
      are_finite = are_finite && loops_.are_finite(tile, keys * rows);
    });
    are_finite_[number] = are_finite;
  }

  // The loops for products of these, or null.
  const PairLoops* PairsFor(const HeadsView& first, const HeadsView& second, int64_t size) const {
    const bool fits = first.dtype == ACL_BF16 && second.dtype == ACL_BF16 && size % 2 == 0;
    return fits ? GetPairLoops(product_) : nullptr;
  }

  // Packed floats as words, too, and their exponents with those before.
  static void PackWords(const PairLoops* pairs, const float* packed, int64_t size, int64_t step,
                        uint32_t* words, Exponents& exponents) {
    if (pairs == nullptr) return;
    pairs->pack(packed, size, step, words);
    const Exponents more = pairs->exponents(packed, size * step);
    exponents.least = std::min(exponents.least, more.least);
    exponents.most = std::max(exponents.most, more.most);
  }

  void Pack(const Factor& factor, int64_t row, int64_t first, int64_t depth, int64_t step,
            float* to) const {
    openaclnn::Pack(product_, ProductOrder::kFloat, factor, row, first, depth, step, to);
  }

  // A block of queries, of the gradients by their results, and what of each row counts for weights.
  void LoadQueries(int64_t head_of_group, int64_t block) {
    head_ = kv_head_ * (sizes_.heads / sizes_.kv_heads) + head_of_group;
    first_query_ = block * kBlock;
    count_ = std::min(kBlock, sizes_.queries - first_query_);
    LoadRows(load_query_, call_.query, sizes_.size, queries_, queries_by_element_);
    of_queries_exponents_ = of_grads_exponents_ = {};
    ForTiles(count_, [&](int64_t row, int64_t tile) {
      PackWords(scores_in_pairs_, queries_ + row * sizes_.size, sizes_.size, tile,
                query_words_ + row * sizes_.size / 2, of_queries_exponents_);
    });
    queries_are_finite_ = loops_.are_finite(rows_, count_ * sizes_.size);
    LoadRows(load_grad_, run_.grad, sizes_.value_size, grads_, grads_by_element_);
    ForTiles(count_, [&](int64_t row, int64_t tile) {
      PackWords(gradients_in_pairs_, grads_ + row * sizes_.value_size, sizes_.value_size, tile,
                grad_words_ + row * sizes_.value_size / 2, of_grads_exponents_);
    });
    grads_are_finite_ = loops_.are_finite(rows_, count_ * sizes_.value_size);
    for (int64_t i = 0; i < count_; i += kRowsAtOnce) SumRows(i);
    for (int64_t i = 0; i < count_; ++i) {
      const int64_t query = first_query_ + i;
      const float max = NumberAt(call_.maxima, query), total = NumberAt(call_.sums, query);
      of_rows_[i].base = max == kMinusInfinity ? 0 : max;
      of_rows_[i].inverse = total == 0 ? 0 : 1 / total;
      seen_[i] = KeysSeen(call_, batch_, query);
    }
  }

  // Sums of results times their gradients, element after element. Those of several rows do not wait
  // for one another.
  void SumRows(int64_t first) {
    const int64_t size = sizes_.value_size, rows = std::min(kRowsAtOnce, count_ - first);
    for (int64_t r = 0; r < rows; ++r) {
      load_out_.Load(call_.out.At(batch_, head_, first_query_ + first + r), size, out_ + r * size);
    }
    std::fill_n(out_ + rows * size, (kRowsAtOnce - rows) * size, 0.0f);
    std::array<double, kRowsAtOnce> sums = {};
    std::array<const float*, kRowsAtOnce> grads;
    for (int64_t r = 0; r < kRowsAtOnce; ++r) {
      grads[static_cast<size_t>(r)] = rows_ + (first + std::min(r, rows - 1)) * size;
    }
    for (int64_t e = 0; e < size; ++e) {
      for (size_t r = 0; r < kRowsAtOnce; ++r) {
        sums[r] += double{out_[static_cast<int64_t>(r) * size + e]} * double{grads[r][e]};
      }
    }
    for (int64_t r = 0; r < rows; ++r) {
      of_rows_[first + r].sum = static_cast<float>(sums[static_cast<size_t>(r)]);
    }
  }

  float NumberAt(const HeadsView& view, int64_t query) const {
    float number;
    std::memcpy(&number, view.At(batch_, head_, query), sizeof(number));
    return number;
  }

  // Rows of the block of queries, packed as rows and as columns of products.
  void LoadRows(const Loader& load, const HeadsView& view, int64_t size, float* by_row,
                float* by_element) const {
    for (int64_t i = 0; i < count_; ++i) {
      load.Load(view.At(batch_, head_, first_query_ + i), size, rows_ + i * size);
    }
    constexpr int64_t kItem = sizeof(float);
    auto* const data = reinterpret_cast<std::byte*>(rows_);
    const Factor rows = {data, ACL_FLOAT, kItem, size * kItem, size, count_};
    const Factor elements = {data, ACL_FLOAT, size * kItem, kItem, count_, size};
    ForTiles(count_, [&](int64_t row, int64_t tile) {
      Pack(rows, row, 0, size, tile, by_row + row * size);
    });
    ForTiles(size, [&](int64_t element, int64_t tile) {
      Pack(elements, element, 0, count_, tile, by_element + element * count_);
    });
  }

  // Whether a query of the block sees a key of another.
  bool IsSeen(int64_t block) const {
    const int64_t first = block * kBlock, end = first + KeysIn(block);
    return std::any_of(seen_, seen_ + count_, [&](const KeyRange& seen) {
      return std::max(seen.begin, first) < std::min(seen.end, end);
    });
  }

  // Where a block of keys meets that of queries: weights, gradients by scores, and all that follows
  // from these.
  void ComputeBlock(int64_t block) {
    keys_of_block_ = KeysIn(block);
    const bool stores_bias = of_queries_ && run_.by_bias.data != nullptr && !SumsBias();
    if (!IsSeen(block)) {
      if (stores_bias) StoreBias(block, true);
      return;
    }
    const auto number = static_cast<size_t>(block - first_block_);
    const PairLoops* const of_scores =
        ExactPairs(scores_in_pairs_, of_queries_exponents_, of_keys_exponents_[number]);
    const PairLoops* const of_gradients =
        ExactPairs(gradients_in_pairs_, of_grads_exponents_, of_values_exponents_[number]);
    ForStrips(keys_of_block_, [&](int64_t strip, int64_t width) {
      const int64_t at = PlaceOf(block) + strip;
      float *const scores = scores_ + strip * kBlock, *const gradients =
                                                          gradients_ + strip * kBlock;
      Multiply({queries_, query_words_, keys_ + at * sizes_.size, key_words_ + at * sizes_.size / 2,
                sizes_.size, of_scores},
               width, call_.scale, scores, block * kBlock + strip);
      Multiply({grads_, grad_words_, values_ + at * sizes_.value_size,
                value_words_ + at * sizes_.value_size / 2, sizes_.value_size, of_gradients},
               width, 1, gradients, -1);
      FindGradients(block * kBlock + strip, width, scores, gradients);
    });
    if (of_keys_) AddToKeys(block);
    if (of_queries_) AddToQueries(block);
    if (stores_bias) StoreBias(block, false);
  }

  bool SumsBias() const { return SumsBias(run_); }

 public:
  // Whether an element of the bias has gradients of several rows.
  static bool SumsBias(const AttentionGradientsRun& run) {
    const AttentionSizes& sizes = run.call.sizes;
    return (run.by_bias.batch == 0 && sizes.batches != 1) ||
           (run.by_bias.row == 0 && sizes.queries != 1);
  }

 private:
  // Rows and a strip of so many elements, and the same as words, if pairs are not null.
  struct Packed {
    const float* rows;
    const uint32_t* row_words;
    const float* strip;
    const uint32_t* strip_words;
    int64_t size;
    const PairLoops* pairs;
  };
  static const PairLoops* ExactPairs(const PairLoops* pairs, const Exponents& first,
                                     const Exponents& second) {
    return pairs != nullptr && IsExactOnUnit(first, second) ? pairs : nullptr;
  }

  // Products of the rows of the block with a strip, in float. `key`: the first one of the strip,
  // for the bias; -1: there is none.
  void Multiply(const Packed& packed, int64_t width, double scale, float* to, int64_t key) {
    const bool has_bias = key >= 0 && call_.bias.data != nullptr;
    double added[kMostColumns] = {};
    const Finish finish = {scale, call_.bias_scale, has_bias ? added : nullptr};
    const bool are_in_float = !has_bias && AreInFloat(packed.size, scale);
    ForTiles(count_, [&](int64_t first, int64_t tile) {
      float* const in_float = are_in_float ? to + first * width : nullptr;
      if (!are_in_float) std::fill_n(sums_, tile * width, 0.0);
      const int64_t row = first * packed.size, vectors = width / product_.lanes;
      if (packed.pairs != nullptr) {
        packed.pairs->tile(packed.row_words + row / 2, packed.strip_words, packed.size, tile,
                           vectors, in_float, sums_);
      } else {
        tile_(packed.rows + row, packed.strip, packed.size, tile, vectors, in_float, sums_);
      }
      if (are_in_float) return;
      for (int64_t r = 0; r < std::min(tile, count_ - first); ++r) {
        if (has_bias) LoadBias(first + r, key, width, added);
        product_.to_float(finish, sums_ + r * width, width, to + (first + r) * width);
      }
    });
    if (are_in_float && scale != 1) {
      loops_.scale(to, count_ * width, static_cast<float>(scale));
    }
  }

  void LoadBias(int64_t i, int64_t key, int64_t width, double* added) const {
    float bias[kMostColumns];
    const int64_t keys = std::min(width, sizes_.keys - key);
    openaclnn::LoadBias(call_, load_bias_, batch_, head_, first_query_ + i, key, keys, bias);
    std::copy_n(bias, keys, added);
  }

  // Makes the weights of a strip of scores, and from gradients by weights the gradients by scores.
  void FindGradients(int64_t key, int64_t width, float* scores, float* gradients) {
    uint8_t bytes[kMostColumns] = {};
    const int64_t keys = std::min(width, sizes_.keys - key);
    for (int64_t i = 0; i < count_; ++i) {
      float *const row = scores + i * width, *const grad = gradients + i * width;
      const int64_t query = first_query_ + i;
      if (call_.mask.data != nullptr) {
        LoadMask(call_, batch_, head_, query, key, keys, bytes);
        loops_.leave_out(row, bytes, keys);
      }
      if (seen_[i].begin > key || seen_[i].end < key + keys) {
        for (int64_t k = 0; k < keys; ++k) {
          if (key + k < seen_[i].begin || key + k >= seen_[i].end) row[k] = kMinusInfinity;
        }
      }
      std::fill(row + keys, row + width, kMinusInfinity);
      if (call_.kept != nullptr) {
        LoadKept(call_, batch_, head_, query, key, keys, bytes);
        const auto factor = static_cast<float>(1 / call_.keep_probability);
        for (int64_t k = 0; k < width; ++k) kept_[k] = bytes[k] != 0 ? factor : 0;
      }
      loops_.gradients(of_rows_[i], width, call_.kept == nullptr ? nullptr : kept_, row, grad);
    }
  }

  // Adds the products of a tile of elements and a strip; where elements are not finite, those of
  // weights that are not 0.
  void AddProducts(bool are_finite, const float* elements, const float* strip, int64_t depth,
                   int64_t rows, int64_t width, double* sums) const {
    if (are_finite) {
      return tile_(elements, strip, depth, rows, width / product_.lanes, nullptr, sums);
    }
    loops_.multiply(elements, strip, depth, rows, width, sums);
  }

  void AddToKeys(int64_t block) {
    const int64_t size = RoundedToTiles(sizes_.size),
                  value_size = RoundedToTiles(sizes_.value_size), at = PlaceOf(block);
    ForStrips(keys_of_block_, [&](int64_t strip, int64_t width) {
      double *const by_key = by_key_ + (at + strip) * size, *const by_value =
                                                                by_value_ +
                                                                (at + strip) * value_size;
      ForTiles(sizes_.value_size, [&](int64_t element, int64_t rows) {
        AddProducts(grads_are_finite_, grads_by_element_ + element * count_,
                    scores_ + strip * kBlock, count_, rows, width, by_value + element * width);
      });
      ForTiles(sizes_.size, [&](int64_t element, int64_t rows) {
        AddProducts(queries_are_finite_, queries_by_element_ + element * count_,
                    gradients_ + strip * kBlock, count_, rows, width, by_key + element * width);
      });
    });
  }

  void AddToQueries(int64_t block) {
    Turn();
    const bool are_finite = are_finite_[static_cast<size_t>(block - first_block_)];
    const int64_t size = RoundedToTiles(sizes_.size);
    const float* const elements = keys_by_element_ + PlaceOf(block) * size;
    ForStrips(count_, [&](int64_t strip, int64_t width) {
      ForTiles(sizes_.size, [&](int64_t element, int64_t rows) {
        AddProducts(are_finite, elements + element * keys_of_block_, turned_ + strip * kBlock,
                    keys_of_block_, rows, width, by_query_ + strip * size + element * width);
      });
    });
  }

  // Strips of gradients by scores become strips of queries.
  void Turn() const {
    constexpr int64_t kItem = sizeof(float);
    ForStrips(count_, [&](int64_t first, int64_t wide) {
      const int64_t rows = std::min(wide, count_ - first);
      ForStrips(keys_of_block_, [&](int64_t strip, int64_t width) {
        const int64_t keys = std::min(width, keys_of_block_ - strip);
        Transpose(
            {reinterpret_cast<const std::byte*>(gradients_ + strip * kBlock + first * width),
             width * kItem, reinterpret_cast<std::byte*>(turned_ + first * kBlock + strip * wide),
             wide * kItem, rows, keys},
            kItem);
      });
    });
  }

  const float* GradientAt(int64_t i, int64_t k) const {
    const int64_t strip = k / strip_ * strip_;
    const int64_t vectors = CeilDiv(std::min(strip_, keys_of_block_ - strip), product_.lanes);
    return gradients_ + strip * kBlock + i * vectors * product_.lanes + (k - strip);
  }

  void StoreBias(int64_t block, bool are_zero) {
    for (int64_t i = 0; i < count_; ++i) {
      for (int64_t k = 0; k < keys_of_block_; ++k) {
        row_[k] = are_zero ? 0 : double{*GradientAt(i, k)};
      }
      std::byte* const to = run_.by_bias.At(batch_, head_, first_query_ + i);
      store_bias_.Store(row_, keys_of_block_, call_.bias_scale,
                        to + block * kBlock * run_.by_bias.element);
    }
  }

  // The columns of a strip of sums, from the row of a head at `row` on.
  void StoreColumns(const double* strip, int64_t width, int64_t columns, int64_t size,
                    double factor, Storer& store, const HeadsView& view, int64_t head,
                    int64_t row) {
    TurnDoubles(strip, size, width, results_);
    for (int64_t i = 0; i < columns; ++i) {
      store.Store(results_ + i * size, size, factor, view.At(batch_, head, row + i));
    }
  }

  void StoreQueries() {
    const int64_t size = RoundedToTiles(sizes_.size);
    ForStrips(count_, [&](int64_t strip, int64_t width) {
      StoreColumns(by_query_ + strip * size, width, std::min(width, count_ - strip), sizes_.size,
                   call_.scale, store_query_, run_.by_query, head_, first_query_ + strip);
    });
  }

  void StoreKeys(int64_t block) {
    const int64_t size = RoundedToTiles(sizes_.size),
                  value_size = RoundedToTiles(sizes_.value_size), at = PlaceOf(block);
    ForStrips(KeysIn(block), [&](int64_t strip, int64_t width) {
      const int64_t key = block * kBlock + strip, keys = std::min(width, KeysIn(block) - strip);
      StoreColumns(by_key_ + (at + strip) * size, width, keys, sizes_.size, call_.scale, store_key_,
                   run_.by_key, kv_head_, key);
      StoreColumns(by_value_ + (at + strip) * value_size, width, keys, sizes_.value_size, 1,
                   store_value_, run_.by_value, kv_head_, key);
    });
  }

  const AttentionGradientsRun& run_;
  const AttentionRun& call_;
  const AttentionSizes& sizes_;
  const ProductLoops& product_;
  const decltype(OrderedLoops::tile) tile_;
  const AttentionLoops& loops_;
  const PairLoops *const scores_in_pairs_, *const gradients_in_pairs_;
  const Loader load_query_, load_grad_, load_out_, load_bias_;
  Storer store_query_, store_key_, store_value_, store_bias_;
  const int64_t strip_;  // columns at most

  // What is computed, and the blocks of keys, from first_block_ on.
  int64_t batch_ = 0, kv_head_ = 0, first_block_ = 0;
  bool of_queries_ = false, of_keys_ = false;
  float *keys_, *values_;         // strips of keys
  float* keys_by_element_;        // tiles of elements
  double *by_key_, *by_value_;    // sums: elements of strips of keys
  std::vector<bool> are_finite_;  // keys of each block
  uint32_t *key_words_, *value_words_;
  std::vector<Exponents> of_keys_exponents_, of_values_exponents_;  // of each block

  // The block of queries.
  int64_t head_ = 0, first_query_ = 0, count_ = 0;
  bool queries_are_finite_ = false, grads_are_finite_ = false;
  float *rows_, *out_;
  float *queries_, *grads_;                        // tiles of rows
  float *queries_by_element_, *grads_by_element_;  // tiles of elements
  uint32_t *query_words_, *grad_words_;
  Exponents of_queries_exponents_, of_grads_exponents_;
  GradientsOfRow of_rows_[kBlock];
  KeyRange seen_[kBlock];
  double* by_query_;  // sums: elements of strips of queries

  // The block of scores.
  int64_t keys_of_block_ = 0;
  float *scores_, *gradients_, *turned_, *kept_;
  double *sums_, *row_;
  double* results_;  // rows of sums of a strip
};

void ComputeBiases(const AttentionGradientsRun& run) {
  const AttentionSizes& sizes = run.call.sizes;
  const int64_t batches = run.by_bias.batch == 0 ? 1 : sizes.batches,
                queries = run.by_bias.row == 0 ? 1 : BlocksOf(sizes.queries),
                keys = BlocksOf(sizes.keys);
  if (batches * queries * keys == 0) return;
  ParallelFor(batches * sizes.heads * queries * keys, 1, [&](int64_t begin, int64_t end) {
    Worker worker(run);
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t rows = unit / keys / queries;
      worker.ComputeBias(rows / sizes.heads, rows % sizes.heads, unit / keys % queries,
                         unit % keys);
    }
  });
}

void ComputeHeads(const AttentionGradientsRun& run) {
  const AttentionSizes& sizes = run.call.sizes;
  const int64_t heads = sizes.batches * sizes.kv_heads;
  if (heads == 0) return;
  const int64_t queries = sizes.heads / sizes.kv_heads * BlocksOf(sizes.queries),
                keys = BlocksOf(sizes.keys);
  // Threads share heads. Where there are few, they share blocks of queries, and then of keys, so
  // that scores are computed twice.
  const int64_t threads = GetSettings().num_threads;
  const bool splits = heads < threads && queries * keys > 1;
  const int64_t parts = splits ? CeilDiv(2 * threads, heads) : 1;
  const auto part_of = [parts](int64_t blocks, int64_t part) {
    return Blocks{blocks * part / parts, blocks * (part + 1) / parts};
  };
  ParallelFor(heads * parts * (splits ? 2 : 1), 1, [&](int64_t begin, int64_t end) {
    Worker worker(run);
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t head = unit % heads, part = unit / heads % parts;
      const bool of_keys = !splits || unit / heads >= parts, of_queries = !splits || !of_keys;
      worker.Compute(head / sizes.kv_heads, head % sizes.kv_heads,
                     of_queries ? part_of(queries, part) : Blocks{0, queries},
                     of_keys ? part_of(keys, part) : Blocks{0, keys}, of_queries, of_keys);
    }
  });
}

}  // namespace

void RunAttentionGradients(const AttentionGradientsRun& run) {
  ComputeHeads(run);
  if (run.by_bias.data != nullptr && Worker::SumsBias(run)) ComputeBiases(run);
}

}  // namespace openaclnn

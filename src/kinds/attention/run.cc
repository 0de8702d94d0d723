#include "kinds/attention/run.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/threads.h"
#include "cpu/transpose.h"
#include "kinds/attention/few_rows.h"
#include "kinds/attention/loops.h"
#include "kinds/attention/parts.h"
#include "kinds/product/loops.h"
#include "kinds/product/packing.h"
#include "kinds/product/run.h"

namespace openaclnn {
namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

// Keys that are computed with at once: the terms of a chain of the products with values. A panel of
// their weights is in the first-level cache.
constexpr int64_t kKeys = kTermsInFloat;

// What a thread computes with: keys and values of a head, packed, and a panel of queries.
class Worker {
 public:
  explicit Worker(const AttentionRun& run)
      : run_(run),
        sizes_(run.sizes),
        product_(GetProductLoops()),
        tile_(product_.orders[static_cast<size_t>(ProductOrder::kFloat)].tile),
        loops_(GetAttentionLoops()),
        load_query_(run.query),
        load_bias_(run.bias),
        store_(run.out),
        panel_(kMostVectors * product_.lanes),
        rows_(sizes_.heads / sizes_.kv_heads * sizes_.queries) {
    const int64_t keys = CeilDiv(sizes_.keys, kKeys) * kKeys,
                  elements = CeilDiv(sizes_.value_size, kMostRows) * kMostRows;
    Memory memory;
    const int64_t at_keys = memory.Add<float>(keys * sizes_.size),
                  at_values = memory.Add<float>(keys * elements),
                  at_scores = memory.Add<float>(keys * panel_),
                  at_queries = memory.Add<float>(sizes_.size * panel_),
                  at_rows = memory.Add<float>(panel_ * std::max(sizes_.size, kKeys)),
                  at_turned = memory.Add<float>(panel_ * kKeys),
                  at_sums = memory.Add<double>(kMostRows * panel_),
                  at_products = memory.Add<double>(elements * panel_),
                  at_results = memory.Add<double>(elements * panel_ + kMostColumns);
    std::byte* const begin = memory.Place();
    keys_ = reinterpret_cast<float*>(begin + at_keys);
    values_ = reinterpret_cast<float*>(begin + at_values);
    scores_ = reinterpret_cast<float*>(begin + at_scores);
    queries_ = reinterpret_cast<float*>(begin + at_queries);
    rows_of_panel_ = reinterpret_cast<float*>(begin + at_rows);
    turned_ = reinterpret_cast<float*>(begin + at_turned);
    sums_of_tile_ = reinterpret_cast<double*>(begin + at_sums);
    products_ = reinterpret_cast<double*>(begin + at_products);
    results_ = reinterpret_cast<double*>(begin + at_results);
    are_finite_.resize(static_cast<size_t>(CeilDiv(sizes_.keys, kKeys)));
  }

  static int64_t PanelsOf(const AttentionRun& run) {
    const int64_t rows = run.sizes.heads / run.sizes.kv_heads * run.sizes.queries;
    return CeilDiv(rows, kMostVectors * GetProductLoops().lanes);
  }

  // A panel of the queries that go with a head of keys and values.
  void Compute(int64_t batch, int64_t kv_head, int64_t panel) {
    if (batch != batch_ || kv_head != kv_head_) Pack(batch, kv_head);
    first_ = panel * panel_;
    count_ = std::min(panel_, rows_ - first_);
    width_ = CeilDiv(count_, product_.lanes) * product_.lanes;
    FindBand();
    LoadQueries();
    std::fill_n(maxima_, width_, kMinusInfinity);
    for (int64_t key = begin_; key < end_; key += kKeys) ComputeScores(key);
    for (int64_t i = 0; i < width_; ++i) base_[i] = maxima_[i] == kMinusInfinity ? 0 : maxima_[i];
    std::fill_n(weights_, width_, 0.0);
    std::fill_n(products_, CeilDiv(sizes_.value_size, kMostRows) * kMostRows * width_, 0.0);
    for (int64_t key = begin_; key < end_; key += kKeys) AddProducts(key);
    TurnDoubles(products_, sizes_.value_size, width_, results_);
    for (int64_t i = 0; i < count_; ++i) StoreRow(i);
  }

 private:
  // Where a row of the panel is in the tensors.
  struct Row {
    int64_t head, query;
  };
  Row RowAt(int64_t i) const {
    const int64_t row = first_ + i;
    return {kv_head_ * (sizes_.heads / sizes_.kv_heads) + row / sizes_.queries,
            row % sizes_.queries};
  }

  int64_t RowsOfTile(int64_t rest) const { return openaclnn::RowsOfTile(product_, rest); }

  void Pack(int64_t batch, int64_t kv_head) {
    batch_ = batch;
    kv_head_ = kv_head;
    const HeadsView &key = run_.key, &value = run_.value;
    const Factor keys = {
        key.At(batch, kv_head, 0), key.dtype, key.element, key.row, sizes_.size, sizes_.keys};
    for (int64_t k = 0; k < sizes_.keys; k += product_.rows) {
      openaclnn::Pack(product_, ProductOrder::kFloat, keys, k, 0, sizes_.size,
                      RowsOfTile(sizes_.keys - k), keys_ + k * sizes_.size);
    }
    const Factor values = {value.At(batch, kv_head, 0),
                           value.dtype,
                           value.row,
                           value.element,
                           sizes_.keys,
                           sizes_.value_size};
    are_finite_.assign(are_finite_.size(), true);
    for (int64_t element = 0; element < sizes_.value_size; element += product_.rows) {
      const int64_t rows = RowsOfTile(sizes_.value_size - element);
      float* const tile = values_ + element * sizes_.keys;
      openaclnn::Pack(product_, ProductOrder::kFloat, values, element, 0, sizes_.keys, rows, tile);
      for (int64_t k = 0; k < sizes_.keys; k += kKeys) {
        const int64_t keys_of_part = std::min(kKeys, sizes_.keys - k);
        if (!loops_.are_finite(tile + k * rows, keys_of_part * rows)) {
          are_finite_[static_cast<size_t>(k / kKeys)] = false;
        }
      }
    }
  }

  // Which keys each query of the panel sees, which keys any sees, and which ones all see.
  void FindBand() {
    begin_ = sizes_.keys;
    end_ = 0;
    seen_by_all_begin_ = 0;
    seen_by_all_end_ = sizes_.keys;
    std::fill(from_ + count_, from_ + width_, 0);
    std::fill(to_ + count_, to_ + width_, sizes_.keys);
    for (int64_t i = 0; i < count_; ++i) {
      const int64_t query = RowAt(i).query;
      const KeyRange seen = KeysSeen(run_, batch_, query);
      from_[i] = seen.begin;
      to_[i] = seen.end;
      seen_by_all_begin_ = std::max(seen_by_all_begin_, from_[i]);
      seen_by_all_end_ = std::min(seen_by_all_end_, to_[i]);
      if (from_[i] >= to_[i]) continue;
      begin_ = std::min(begin_, from_[i]);
      end_ = std::max(end_, to_[i]);
    }
    begin_ = begin_ / kKeys * kKeys;  // where a chain begins
  }

  // Turns the rows of the panel, `columns` elements each, so that they lie side by side.
  void Turn(int64_t columns, float* to) const {
    if (columns == 0) return;
    std::fill_n(rows_of_panel_ + count_ * columns, (width_ - count_) * columns, 0.0f);
    constexpr int64_t kItem = sizeof(float);
    Transpose({reinterpret_cast<const std::byte*>(rows_of_panel_), columns * kItem,
               reinterpret_cast<std::byte*>(to), width_ * kItem, width_, columns},
              kItem);
  }

  void LoadQueries() const {
    for (int64_t i = 0; i < count_; ++i) {
      const Row row = RowAt(i);
      load_query_.Load(run_.query.At(batch_, row.head, row.query), sizes_.size,
                       rows_of_panel_ + i * sizes_.size);
    }
    Turn(sizes_.size, queries_);
  }

  float* ScoresOf(int64_t key) const { return scores_ + (key - begin_) * width_; }
  int64_t KeysFrom(int64_t key) const { return std::min(kKeys, end_ - key); }

  // The bias of a part of the keys as it is added to scores.
  void LoadBias(int64_t key, int64_t keys) const {
    for (int64_t i = 0; i < count_; ++i) {
      const Row row = RowAt(i);
      openaclnn::LoadBias(run_, load_bias_, batch_, row.head, row.query, key, keys,
                          rows_of_panel_ + i * keys);
    }
    Turn(keys, turned_);
  }

  void ComputeScores(int64_t key) {
    const int64_t keys = KeysFrom(key);
    float* const scores = ScoresOf(key);
    const bool has_bias = run_.bias.data != nullptr;
    if (has_bias) LoadBias(key, keys);
    std::array<double, kMostColumns> added;
    const Finish finish = {run_.scale, run_.bias_scale, has_bias ? added.data() : nullptr};
    const bool are_in_float = !has_bias && AreInFloat(sizes_.size, run_.scale);
    for (int64_t k = 0; k < keys; k += product_.rows) {
      const int64_t rows = RowsOfTile(sizes_.keys - key - k);
      if (are_in_float && k + rows <= keys) {
        tile_(keys_ + (key + k) * sizes_.size, queries_, sizes_.size, rows, width_ / product_.lanes,
              scores + k * width_, nullptr);
        loops_.scale(scores + k * width_, rows * width_, static_cast<float>(run_.scale));
        continue;
      }
      std::fill_n(sums_of_tile_, rows * width_, 0.0);
      tile_(keys_ + (key + k) * sizes_.size, queries_, sizes_.size, rows, width_ / product_.lanes,
            nullptr, sums_of_tile_);
      for (int64_t r = 0; r < std::min(rows, keys - k); ++r) {
        if (has_bias) std::copy_n(turned_ + (k + r) * width_, width_, added.data());
        product_.to_float(finish, sums_of_tile_ + r * width_, width_, scores + (k + r) * width_);
      }
    }
    LeaveOut(key, keys, scores);
    loops_.maximum(scores, keys, width_, maxima_);
  }

  // What a query does not see, or the mask leaves out.
  void LeaveOut(int64_t key, int64_t keys, float* scores) const {
    if (run_.mask.data != nullptr) {
      auto* const bytes = reinterpret_cast<uint8_t*>(rows_of_panel_);
      for (int64_t i = 0; i < count_; ++i) {
        const Row row = RowAt(i);
        LoadMask(run_, batch_, row.head, row.query, key, keys, bytes + i * keys);
      }
      loops_.leave_out(scores, TurnBytes(keys), keys * width_);
    }
    if (seen_by_all_begin_ <= key && key + keys <= seen_by_all_end_) return;
    for (int64_t k = 0; k < keys; ++k) {
      for (int64_t i = 0; i < width_; ++i) {
        if (key + k < from_[i] || key + k >= to_[i]) scores[k * width_ + i] = kMinusInfinity;
      }
    }
  }

  // Turns bytes of the rows of the panel, which lie where its rows do.
  const uint8_t* TurnBytes(int64_t keys) const {
    auto* const bytes = reinterpret_cast<std::byte*>(rows_of_panel_);
    auto* const to = reinterpret_cast<std::byte*>(turned_);
    std::fill(bytes + count_ * keys, bytes + width_ * keys, std::byte{0});
    Transpose({bytes, keys, to, width_, width_, keys}, 1);
    return reinterpret_cast<const uint8_t*>(to);
  }

  // Weights, their sums, and their products with values.
  void AddProducts(int64_t key) {
    const int64_t keys = KeysFrom(key);
    float* const weights = ScoresOf(key);
    loops_.exponentials(weights, keys, width_, base_, weights_);
    if (run_.kept != nullptr) Keep(key, keys, weights);
    const bool are_finite = are_finite_[static_cast<size_t>(key / kKeys)];
    for (int64_t element = 0; element < sizes_.value_size; element += product_.rows) {
      const int64_t rows = RowsOfTile(sizes_.value_size - element);
      const float* const values = values_ + element * sizes_.keys + key * rows;
      double* const sums = products_ + element * width_;
      if (are_finite) {
        tile_(values, weights, keys, rows, width_ / product_.lanes, nullptr, sums);
      } else {
        loops_.multiply(values, weights, keys, rows, width_, sums);
      }
    }
  }

  void Keep(int64_t key, int64_t keys, float* weights) const {
    auto* const bytes = reinterpret_cast<uint8_t*>(rows_of_panel_);
    for (int64_t i = 0; i < count_; ++i) {
      const Row row = RowAt(i);
      LoadKept(run_, batch_, row.head, row.query, key, keys, bytes + i * keys);
    }
    loops_.keep(weights, TurnBytes(keys), keys * width_);
  }

  void StoreRow(int64_t i) {
    const Row row = RowAt(i);
    const bool is_empty = weights_[i] == 0;
    StoreNumbers(run_, batch_, row.head, row.query, is_empty ? kMinusInfinity : maxima_[i],
                 weights_[i]);
    double* const results = results_ + i * sizes_.value_size;
    if (is_empty) std::fill_n(results, sizes_.value_size, 0.0);
    const double factor = is_empty ? 1 : 1 / (weights_[i] * run_.keep_probability);
    store_.Store(results, sizes_.value_size, factor, run_.out.At(batch_, row.head, row.query));
  }

  const AttentionRun& run_;
  const AttentionSizes& sizes_;
  const ProductLoops& product_;
  const decltype(OrderedLoops::tile) tile_;
  const AttentionLoops& loops_;
  const Loader load_query_, load_bias_;
  Storer store_;
  const int64_t panel_;  // queries at most
  const int64_t rows_;   // queries that go with a head of keys

  // Packed, of this head: tiles of keys, and tiles of elements of values.
  int64_t batch_ = -1, kv_head_ = -1;
  float *keys_, *values_;
  std::vector<bool> are_finite_;  // values of kKeys keys each

  // The panel. Tiles and panels have room for whole ones.
  int64_t first_ = 0, count_ = 0, width_ = 0;  // of the queries; of those side by side in memory
  int64_t begin_ = 0, end_ = 0;                // the keys that any query sees
  int64_t seen_by_all_begin_ = 0, seen_by_all_end_ = 0;
  int64_t from_[kMostColumns], to_[kMostColumns];  // those that each sees
  float maxima_[kMostColumns], base_[kMostColumns];
  double weights_[kMostColumns];  // their sums
  float *scores_, *queries_;
  float *rows_of_panel_, *turned_;
  double *sums_of_tile_, *products_;  // elements of results, with queries side by side
  double* results_;                   // rows of these, with elements side by side
};

}  // namespace

void RunAttention(const AttentionRun& run) {
  const AttentionSizes& sizes = run.sizes;
  if (sizes.batches * sizes.heads * sizes.queries == 0) return;
  if (HasFewRows(run)) return RunFewRows(run);
  const int64_t panels = Worker::PanelsOf(run), heads = sizes.batches * sizes.kv_heads;
  // Threads share heads, and panels of a head where there are few heads.
  const int threads = GetSettings().num_threads;
  const int64_t wanted = threads == 1 ? 1 : int64_t{threads} * 4;
  const double terms = static_cast<double>(sizes.heads / sizes.kv_heads) *
                       static_cast<double>(sizes.queries) * static_cast<double>(sizes.keys) *
                       static_cast<double>(sizes.size + sizes.value_size + 1);
  const double panels_to_share = static_cast<double>(GrainFor(kProductCost)) *
                                 static_cast<double>(panels) / std::max(terms, 1.0);
  const int64_t least = panels_to_share < 1e9 ? static_cast<int64_t>(panels_to_share) : 1000000000;
  const int64_t grain = std::max({int64_t{1}, least, std::min(panels, heads * panels / wanted)});
  ParallelFor(heads * panels, grain, [&](int64_t begin, int64_t end) {
    Worker worker(run);
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t head = unit / panels;
      worker.Compute(head / sizes.kv_heads, head % sizes.kv_heads, unit % panels);
    }
  });
}

}  // namespace openaclnn

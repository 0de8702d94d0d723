#include "kinds/attention/few_rows.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/threads.h"
#include "kinds/attention/loops.h"
#include "kinds/attention/parts.h"
#include "kinds/product/loops.h"
#include "kinds/product/packing.h"
#include "kinds/product/row_loops.h"
#include "kinds/product/run.h"

namespace openaclnn {
namespace {

// Queries that are few, of all heads that share keys.
constexpr int64_t kFewRows = 16;
// Keys whose scores are computed at once, and whose weights are a chain of terms.
constexpr int64_t kStrip = 4 * kMostColumns, kKeys = kTermsInFloat;
static_assert(kStrip % kKeys == 0);
constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

int64_t RowsOf(const AttentionRun& run) {
  return run.sizes.heads / run.sizes.kv_heads * run.sizes.queries;
}

bool HasDenseRows(const HeadsView& view) {
  const int64_t item = DtypeBytes(view.dtype);
  return view.element == item && view.row % item == 0;
}

// What a thread computes with: the rows that go with a head of keys and values, which are read
// where they lie.
class Worker {
 public:
  explicit Worker(const AttentionRun& run)
      : run_(run),
        sizes_(run.sizes),
        product_(GetProductLoops()),
        row_loops_(GetProductRowLoops().orders[static_cast<size_t>(ProductOrder::kFloat)]),
        loops_(GetAttentionLoops()),
        load_query_(run.query),
        load_bias_(run.bias),
        store_(run.out),
        rows_(RowsOf(run)),
        lanes_(product_.lanes),
        keys_(CeilDiv(sizes_.keys, kKeys) * kKeys + lanes_),
        elements_(sizes_.value_size + kMostColumns) {
    Memory memory;
    const int64_t at_queries = memory.Add<float>(rows_ * sizes_.size),
                  at_scores = memory.Add<float>(rows_ * keys_),
                  at_packed = memory.Add<float>(std::max(sizes_.size, kKeys) * kMostColumns),
                  at_in_float = memory.Add<float>(std::max(elements_, kStrip)),
                  at_sums = memory.Add<double>(rows_ * kPitch),
                  at_products = memory.Add<double>(rows_ * elements_);
    std::byte* const begin = memory.Place();
    queries_ = reinterpret_cast<float*>(begin + at_queries);
    scores_ = reinterpret_cast<float*>(begin + at_scores);
    packed_ = reinterpret_cast<float*>(begin + at_packed);
    in_float_ = reinterpret_cast<float*>(begin + at_in_float);
    sums_ = reinterpret_cast<double*>(begin + at_sums);
    products_ = reinterpret_cast<double*>(begin + at_products);
    bytes_.resize(static_cast<size_t>(sizes_.keys));
  }

  void Compute(int64_t batch, int64_t kv_head) {
    batch_ = batch;
    kv_head_ = kv_head;
    begin_ = sizes_.keys;
    end_ = 0;
    for (int64_t r = 0; r < rows_; ++r) {
      load_query_.Load(run_.query.At(batch_, HeadOf(r), QueryOf(r)), sizes_.size,
                       queries_ + r * sizes_.size);
      const KeyRange seen = KeysSeen(run_, batch_, QueryOf(r));
      if (seen.begin >= seen.end) continue;
      begin_ = std::min(begin_, seen.begin);
      end_ = std::max(end_, seen.end);
    }
    begin_ = begin_ / kKeys * kKeys;  // where a chain begins
    for (int64_t key = begin_; key < end_; key += kStrip) ComputeScores(key);
    for (int64_t r = 0; r < rows_; ++r) FindWeights(r);
    std::fill_n(products_, rows_ * elements_, 0.0);
    for (int64_t key = begin_; key < end_; key += kKeys) {
      for (int64_t r = 0; r < rows_; ++r) AddProducts(r, key);
    }
    for (int64_t r = 0; r < rows_; ++r) StoreRow(r);
  }

 private:
  static constexpr int64_t kPitch = kStrip + kMostColumns;

  int64_t HeadOf(int64_t row) const {
    return kv_head_ * (sizes_.heads / sizes_.kv_heads) + row / sizes_.queries;
  }
  int64_t QueryOf(int64_t row) const { return row % sizes_.queries; }
  float* ScoresOf(int64_t row) const { return scores_ + row * keys_; }

  const auto& LoopsFor(const float*) const { return row_loops_.of_floats; }
  const auto& LoopsFor(const Bfloat16Bits*) const { return row_loops_.of_bfloat16; }
  const auto& LoopsFor(const Float16Bits*) const { return row_loops_.of_float16; }

  void ComputeScores(int64_t key) {
    const int64_t keys = std::min(kStrip, end_ - key);
    const HeadsView& view = run_.key;
    const Factor factor = {
        view.At(batch_, kv_head_, key), view.dtype, view.element, view.row, sizes_.size, keys};
    std::fill_n(sums_, rows_ * kPitch, 0.0);
    int64_t done = 0;
    WithTypeOf(factor, [&](const auto* from) {
      done = LoopsFor(from).columns(queries_, sizes_.size, rows_, from, sizes_.size,
                                    view.row / int64_t{sizeof(*from)}, keys, end_ - key - keys,
                                    sums_, kPitch);
    });
    for (; done < keys; done += lanes_) AddColumns(factor, done);
    double added[kStrip];
    const bool has_bias = run_.bias.data != nullptr;
    const Finish finish = {run_.scale, run_.bias_scale, has_bias ? added : nullptr};
    for (int64_t r = 0; r < rows_; ++r) {
      if (has_bias) {
        LoadBias(run_, load_bias_, batch_, HeadOf(r), QueryOf(r), key, keys, in_float_);
        std::copy_n(in_float_, keys, added);
      }
      product_.to_float(finish, sums_ + r * kPitch, keys, ScoresOf(r) + (key - begin_));
    }
  }

  // The sums of a vector of columns that are packed for it.
  void AddColumns(const Factor& factor, int64_t first) {
    for (int64_t k = 0; k < sizes_.size; k += kTermsInFloat) {
      const int64_t depth = std::min(kTermsInFloat, sizes_.size - k);
      Pack(product_, ProductOrder::kFloat, factor, first, k, depth, lanes_, packed_);
      for (int64_t r = 0; r < rows_; ++r) {
        std::fill_n(in_float_, lanes_, 0.0f);
        row_loops_.of_floats.row(queries_ + r * sizes_.size + k, packed_, depth, lanes_, lanes_,
                                 in_float_, nullptr);
        for (int64_t i = 0; i < lanes_; ++i) sums_[r * kPitch + first + i] += double{in_float_[i]};
      }
    }
  }

  // What a query does not see, or the mask leaves out.
  void LeaveOut(int64_t row, float* scores) {
    const int64_t keys = end_ - begin_;
    if (run_.mask.data != nullptr) {
      LoadMask(run_, batch_, HeadOf(row), QueryOf(row), begin_, keys, bytes_.data());
      loops_.leave_out(scores, bytes_.data(), keys);
    }
    const KeyRange seen = KeysSeen(run_, batch_, QueryOf(row));
    const int64_t first = std::clamp(seen.begin, begin_, end_),
                  last = std::clamp(seen.end, first, end_);
    std::fill(scores, scores + (first - begin_), kMinusInfinity);
    std::fill(scores + (last - begin_), scores + keys, kMinusInfinity);
  }

  // A row is a panel whose queries are one, and each vector a key of it.
  void FindWeights(int64_t row) {
    const int64_t keys = std::max<int64_t>(0, end_ - begin_), vectors = CeilDiv(keys, lanes_);
    float* const scores = ScoresOf(row);
    maxima_[row] = kMinusInfinity;
    weights_[row] = 0;
    if (keys == 0) return;
    LeaveOut(row, scores);
    std::fill(scores + keys, scores + vectors * lanes_, kMinusInfinity);
    std::array<float, kMostColumns> maxima, base;
    maxima.fill(kMinusInfinity);
    loops_.maximum(scores, vectors, lanes_, maxima.data());
    const float max = *std::max_element(maxima.begin(), maxima.begin() + lanes_);
    base.fill(max == kMinusInfinity ? 0 : max);
    std::array<double, kMostColumns> of_lanes = {};  // in another order
    loops_.exponentials(scores, vectors, lanes_, base.data(), of_lanes.data());
    double sum = 0;
    for (int64_t k = 0; k < keys; ++k) sum += double{scores[k]};
    maxima_[row] = max;
    weights_[row] = sum;
    if (run_.kept == nullptr) return;
    LoadKept(run_, batch_, HeadOf(row), QueryOf(row), begin_, keys, bytes_.data());
    loops_.keep(scores, bytes_.data(), keys);
  }

  void AddProducts(int64_t row, int64_t key) {
    const int64_t keys = std::min(kKeys, end_ - key);
    const HeadsView& view = run_.value;
    const float* const weights = ScoresOf(row) + (key - begin_);
    const Factor factor = {view.At(batch_, kv_head_, key),
                           view.dtype,
                           view.row,
                           view.element,
                           keys,
                           sizes_.value_size};
    double* const products = products_ + row * elements_;
    std::fill_n(in_float_, sizes_.value_size, 0.0f);
    WithTypeOf(factor, [&](const auto* from) {
      LoopsFor(from).row(weights, from, keys, view.row / int64_t{sizeof(*from)}, sizes_.value_size,
                         in_float_, nullptr);
    });
    // Only if a value is not finite, or sums overflow, is a sum not finite.
    if (!loops_.are_finite(in_float_, sizes_.value_size))
      return AddSlowly(factor, weights, products);
    for (int64_t e = 0; e < sizes_.value_size; ++e) products[e] += double{in_float_[e]};
  }

  // The same without the values whose weights are 0, a vector of elements at a time.
  void AddSlowly(const Factor& factor, const float* weights, double* products) {
    std::array<float, kKeys* kMostColumns> spread = {};  // the weights, in the first lane of each
    for (int64_t k = 0; k < factor.k; ++k) spread[static_cast<size_t>(k * lanes_)] = weights[k];
    for (int64_t e = 0; e < sizes_.value_size; e += product_.rows) {
      const int64_t rows = RowsOfTile(product_, sizes_.value_size - e);
      Pack(product_, ProductOrder::kFloat, factor, e, 0, factor.k, rows, packed_);
      std::array<double, kMostRows* kMostColumns> sums = {};
      loops_.multiply(packed_, spread.data(), factor.k, rows, lanes_, sums.data());
      for (int64_t r = 0; r < std::min(rows, sizes_.value_size - e); ++r) {
        products[e + r] += sums[static_cast<size_t>(r * lanes_)];
      }
    }
  }

  void StoreRow(int64_t row) {
    const int64_t head = HeadOf(row), query = QueryOf(row);
    double* const products = products_ + row * elements_;
    const bool is_empty = weights_[row] == 0;
    if (is_empty) std::fill_n(products, sizes_.value_size, 0.0);
    StoreNumbers(run_, batch_, head, query, is_empty ? kMinusInfinity : maxima_[row],
                 weights_[row]);
    const double factor = is_empty ? 1 : 1 / (weights_[row] * run_.keep_probability);
    store_.Store(products, sizes_.value_size, factor, run_.out.At(batch_, head, query));
  }

  const AttentionRun& run_;
  const AttentionSizes& sizes_;
  const ProductLoops& product_;
  const ProductRowLoops::Ordered& row_loops_;
  const AttentionLoops& loops_;
  const Loader load_query_, load_bias_;
  Storer store_;
  const int64_t rows_, lanes_;
  const int64_t keys_, elements_;  // from row to row of scores, and of results

  int64_t batch_ = 0, kv_head_ = 0;
  int64_t begin_ = 0, end_ = 0;  // the keys that any query sees
  float *queries_, *scores_;
  float *packed_, *in_float_;
  double *sums_, *products_;
  std::vector<uint8_t> bytes_;  // of a row of the mask, or of what is kept
  float maxima_[kFewRows];
  double weights_[kFewRows];  // their sums
};

}  // namespace

bool HasFewRows(const AttentionRun& run) {
  return RowsOf(run) <= kFewRows && HasDenseRows(run.key) && HasDenseRows(run.value);
}

void RunFewRows(const AttentionRun& run) {
  const AttentionSizes& sizes = run.sizes;
  const double terms = static_cast<double>(RowsOf(run)) * static_cast<double>(sizes.keys) *
                       static_cast<double>(sizes.size + sizes.value_size + 1);
  const auto grain = static_cast<int64_t>(
      std::clamp(static_cast<double>(GrainFor(kProductCost)) / terms, 1.0, 1e9));
  ParallelFor(sizes.batches * sizes.kv_heads, grain, [&](int64_t begin, int64_t end) {
    Worker worker(run);
    for (int64_t head = begin; head < end; ++head) {
      worker.Compute(head / sizes.kv_heads, head % sizes.kv_heads);
    }
  });
}

}  // namespace openaclnn

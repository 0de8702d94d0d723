#include "ops/attention/inference.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "kinds/attention/plan.h"
#include "kinds/index/indexed.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/stage_list.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// Batches that are computed with in one stage, and the positions of each.
struct Part {
  int64_t first_batch, batches;
  InferenceSequence positions;
};

class InferencePlan {
 public:
  InferencePlan(const Call& call, Executor& executor)
      : call_(call),
        at_(InferenceArgumentsIn(call.spec)),
        sizes_(InferenceSizesOf(call.arguments, at_)),
        list_(call, executor) {}

  void Plan() {
    const std::vector<InferenceSequence> sequences = SequencesOf(call_.arguments, at_, sizes_);
    const std::vector<Part> parts = PartsOf(sequences);
    if (sizes_.is_paged) {
      for (const Part& part : parts) CheckBlocks(part);
    }
    for (const Part& part : parts) {
      if (part.positions.queries > 0) Compute(part);
    }
    FillTheRest(sequences);
    list_.Finish();
  }

 private:
  bool IsGiven(int8_t argument) const { return argument >= 0 && call_.IsGiven(argument); }
  bool HasLists() const { return call_.spec.arguments[at_.key].IsTensorList(); }
  int64_t Mode() const {
    return at_.mode < 0 || sizes_.HasOneQuery() ? 0 : call_.At(at_.mode).integer;
  }

  // All batches are one part where their tensors are, and their positions are as many.
  std::vector<Part> PartsOf(const std::vector<InferenceSequence>& sequences) const {
    const bool are_alike = std::ranges::all_of(sequences, [&](const InferenceSequence& one) {
      return one.queries == sequences[0].queries && one.keys == sequences[0].keys;
    });
    const bool has_members = HasLists() && call_.TensorsAt(at_.key).size() > 1;
    std::vector<Part> parts;
    if (!sequences.empty() && are_alike && !has_members && !sizes_.is_packed && !sizes_.is_paged) {
      parts.push_back({0, sizes_.batches, sequences[0]});
      return parts;
    }
    for (size_t batch = 0; batch < sequences.size(); ++batch) {
      parts.push_back({static_cast<int64_t>(batch), 1, sequences[batch]});
    }
    return parts;
  }

  // The batches and positions of a part in a tensor with these axes.
  Value Seen(const Value& value, const InferenceAxes& axes, int64_t batch, int64_t batches,
             int64_t first, int64_t count) {
    Value seen = list_.Seen(value, {batches, axes.shape[1], count, axes.shape[3]}, axes.strides);
    seen.origin += (batch * axes.strides[0] + first * axes.strides[2]) * DtypeBytes(value->dtype);
    return seen;
  }

  Value OfQueries(const Part& part, int argument, std::string_view letters) {
    const Value value = list_.Given(argument);
    return Seen(value, AxesOf(*value.tensor, letters, sizes_.heads),
                sizes_.is_packed ? 0 : part.first_batch, part.batches, part.positions.first_query,
                part.positions.queries);
  }

  // A tensor of keys, or of values: the only one, or that of the batch.
  Value MemberFor(int argument, int64_t batch) const {
    if (!call_.spec.arguments[argument].IsTensorList()) return list_.Given(argument);
    return list_.Member(argument,
                        call_.TensorsAt(argument).size() == 1 ? 0 : static_cast<int>(batch));
  }

  Value OfKeys(const Part& part, int argument) {
    const Value value = MemberFor(argument, part.first_batch);
    if (sizes_.is_paged) return Gathered(part, value);
    const bool is_of_batch = HasLists() && call_.TensorsAt(at_.key).size() > 1;
    return Seen(value, AxesOf(*value.tensor, sizes_.layout.input, sizes_.kv_heads),
                sizes_.is_packed || is_of_batch ? 0 : part.first_batch, part.batches,
                part.positions.first_key, part.positions.keys);
  }

  // The blocks of a batch, as its row of the table has them.
  Value BlocksOf(const Part& part) {
    const Value table = list_.Given(at_.table);
    const int64_t blocks = CeilDiv(part.positions.keys, call_.At(at_.block_size).integer);
    Value row = list_.Seen(table, {blocks}, {table->strides[1]});
    row.origin += part.first_batch * table->strides[0] * DtypeBytes(table->dtype);
    return row;
  }
  void CheckBlocks(const Part& part) {
    if (part.positions.keys == 0) return;
    const NameInCall name{call_.spec.name, call_.spec.arguments[at_.table].name};
    list_.Add(PlanCheckIndices({.index = BlocksOf(part),
                                .extent = MemberFor(at_.key, 0)->shape[0],
                                .count_from_behind = false,
                                .name = name}));
  }
  // The keys or values of a batch, copied from their blocks.
  Value Gathered(const Part& part, const Value& cache) {
    const InferenceAxes axes = AxesOfCache(*cache.tensor, sizes_.kv_heads);
    const int64_t heads = axes.shape[1], block = axes.shape[2], size = axes.shape[3];
    const Value row = BlocksOf(part);
    const int64_t blocks = row->shape[0], positions = blocks * block;
    const Value gathered = list_.Temporary(cache->dtype, {1, heads, positions, size});
    if (positions > 0) {
      list_.Add(PlanReadIndexed(
          {.shape = {blocks, heads, block, size},
           .table = cache,
           .table_strides = {0, axes.strides[1], axes.strides[2], axes.strides[3]},
           .elements = gathered,
           .strides = {block * size, positions * size, size, 1},
           .along = {{row, {row->strides[0], 0, 0, 0}, axes.shape[0], axes.strides[0]}}}));
    }
    return list_.Seen(gathered, {1, heads, part.positions.keys, size}, gathered->strides);
  }

  void Compute(const Part& part) {
    Value query = OfQueries(part, at_.query, sizes_.layout.input), key = OfKeys(part, at_.key);
    if (IsGiven(at_.query_rope)) {
      query = JoinedHeads(list_, query, OfQueries(part, at_.query_rope, sizes_.layout.input));
      key = JoinedHeads(list_, key, OfKeys(part, at_.key_rope));
    }
    AttentionInputs inputs{.query = query,
                           .key = key,
                           .value = OfKeys(part, at_.value),
                           .bias = {},
                           .mask = {},
                           .kept = {},
                           .scale = call_.At(at_.scale).number,
                           .band = BandOf(part.positions),
                           .out = OfQueries(part, at_.out, sizes_.layout.output)};
    const int64_t queries = part.positions.queries, keys = part.positions.keys;
    if (IsGiven(at_.bias)) {
      const Value bias = list_.Given(at_.bias);
      const bool is_for_all = bias->shape[0] == 1;
      inputs.bias = list_.Seen(bias, {is_for_all ? 1 : part.batches, sizes_.heads, queries, keys},
                               bias->strides);
      if (!is_for_all) {
        inputs.bias->origin += part.first_batch * bias->strides[0] * DtypeBytes(bias->dtype);
      }
    }
    if (IsGiven(at_.mask) && Mode() < 2) {
      const Value mask = list_.Given(at_.mask);
      const InferenceAxes axes = AxesOfMask(*mask.tensor, sizes_);
      const bool is_for_all = axes.shape[0] == 1;
      inputs.mask =
          list_.Seen(mask, {is_for_all ? 1 : part.batches, 1, queries, keys}, axes.strides);
      if (!is_for_all) {
        inputs.mask->origin += part.first_batch * axes.strides[0] * DtypeBytes(mask->dtype);
      }
    }
    if (GivesLogarithms()) inputs.logarithms = LogarithmsOf(part);
    list_.Add(PlanAttention(inputs));
  }

  bool GivesLogarithms() const {
    return IsGiven(at_.logarithms) && call_.FlagAt(at_.asks_for_logarithms);
  }
  Value LogarithmsOf(const Part& part) {
    const Value value = list_.Given(at_.logarithms);
    const Dims &shape = value->shape, &strides = value->strides;
    const InferenceAxes axes =
        sizes_.is_packed
            ? InferenceAxes{{1, shape[1], shape[0], 1}, {0, strides[1], strides[0], strides[2]}}
            : InferenceAxes{shape, strides};
    return Seen(value, axes, sizes_.is_packed ? 0 : part.first_batch, part.batches,
                part.positions.first_query, part.positions.queries);
  }

  // Without a mask queries see all keys.
  AttentionBand BandOf(const InferenceSequence& positions) const {
    AttentionBand band;
    if (sizes_.HasOneQuery() || !IsGiven(at_.mask)) return band;
    const auto tokens = [&](int8_t argument) {
      return std::clamp(call_.At(argument).integer, -AttentionBand::kEverything / 2,
                        AttentionBand::kEverything / 2);
    };
    const int64_t to_last = positions.keys - positions.queries;
    switch (Mode()) {
      case 0:
        return {-tokens(at_.before), tokens(at_.after)};
      case 2:
        band.last = 0;
        break;
      case 3:
        band.last = to_last;
        break;
      case 4:
        return {to_last - tokens(at_.before), to_last + tokens(at_.after)};
      default:
        break;
    }
    return band;
  }

  // Positions of results that belong to no query.
  void FillTheRest(const std::vector<InferenceSequence>& sequences) {
    const auto fill = [&](int64_t batch, int64_t first) {
      const Part rest = {batch, 1, {first, sizes_.positions - first, 0, 0}};
      if (rest.positions.queries <= 0) return;
      list_.Add(PlanFill(0, OfQueries(rest, at_.out, sizes_.layout.output)));
      if (!GivesLogarithms()) return;
      list_.Add(PlanFill(std::numeric_limits<double>::infinity(), LogarithmsOf(rest)));
    };
    if (sizes_.is_packed) {
      fill(0, sequences.empty() ? 0 : sequences.back().first_query + sequences.back().queries);
      return;
    }
    for (size_t batch = 0; batch < sequences.size(); ++batch) {
      fill(static_cast<int64_t>(batch), sequences[batch].queries);
    }
  }

  const Call& call_;
  const InferenceArguments at_;
  const InferenceSizes sizes_;
  StageList list_;
};

void PlanInference(const Call& call, Executor& executor) { InferencePlan(call, executor).Plan(); }

}  // namespace

constinit const Kind kInferenceKind = OnCpusAlone(InStages(PlanInference));

}  // namespace openaclnn

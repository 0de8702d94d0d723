// The shapes that the tensors of an operator have in an ordinary call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/kind.h"
#include "engine/op_spec.h"
#include "engine/usual_dtype.h"
#include "ops/attention/attention_shape.h"
#include "ops/attention/inference_arguments.h"
#include "ops/attention/inference_shape.h"
#include "ops/attention/packed_attention.h"
#include "ops/attention/projected_shape.h"
#include "ops/attention/rotary_shape.h"
#include "ops/convolution/convolution_shape.h"
#include "ops/index/bag_shape.h"
#include "ops/index/counted_shape.h"
#include "ops/index/indexed_shape.h"
#include "ops/index/scattered_shape.h"
#include "ops/index/span_shape.h"
#include "ops/index/unique_shape.h"
#include "ops/lists/number_for_each.h"
#include "ops/math/box_shape.h"
#include "ops/math/cross_shape.h"
#include "ops/moves/concatenated.h"
#include "ops/moves/diagonal_shape.h"
#include "ops/moves/padded_shape.h"
#include "ops/moves/range_shape.h"
#include "ops/moves/rearranged_shape.h"
#include "ops/moves/shuffled_channels.h"
#include "ops/moves/slice_shape.h"
#include "ops/moves/split_shape.h"
#include "ops/pooling/columns_shape.h"
#include "ops/pooling/pooled_shape.h"
#include "ops/pooling/spread_shape.h"
#include "ops/pooling/unfolded_shape.h"
#include "ops/quant/grouped_rules.h"
#include "ops/quant/quantised_rules.h"
#include "ops/quant/quantised_shape.h"
#include "ops/random/random_rules.h"
#include "ops/recurrent/cell_shape.h"
#include "ops/recurrent/recurrent_shape.h"
#include "ops/resampling/grid_shape.h"
#include "ops/resampling/region_shape.h"
#include "ops/resampling/resized_shape.h"
#include "ops/sums/channel_shape.h"
#include "ops/sums/class_loss_shape.h"
#include "ops/sums/ctc_shape.h"
#include "ops/sums/distance_shape.h"
#include "ops/sums/factors_shape.h"
#include "ops/sums/loss_shape.h"
#include "ops/sums/margin_shape.h"
#include "ops/sums/normalized_shape.h"
#include "ops/sums/reduced_shape.h"
#include "ops/sums/scanned_shape.h"
#include "ops/sums/trace_dtype.h"
#include "ops/sums/triangular_shape.h"

namespace openaclnn {

// Whether an operator's tensors have shapes that follow from each other otherwise than by being
// equal, cut in two or broadcast: it sums over axes, multiplies matrices, or works in stages.
inline bool HasShapesOfItsOwn(const OpSpec& spec) { return spec.work.kind->cuts == Cuts::kNone; }

// The members of a list in a sample call, which are alike.
inline constexpr int64_t kSampleMembers = 2;
// The same of a list of tensors; one layer keeps one of each sort.
inline int64_t SampleMembers(const OpSpec& spec, int list) {
  return HasOneMember(spec, list) ? 1 : kSampleMembers;
}

// How many numbers a range has in a sample call, or rows or columns where integers say so.
inline constexpr int64_t kSampleRange = 3;
// The size along an axis that a sample call names, and where what begins at 0 ends.
inline constexpr int64_t kSampleSize = 1;
// How often elements come that are repeated.
inline constexpr int64_t kSampleRepeats = 2;
// How many rows a tensor has at most of which each is put next to each.
inline constexpr int64_t kMostSampleRows = 8;
// The rows of a tensor whose number is an argument.
inline constexpr int64_t kSampleRows = 3;

// The rank that a rule says a tensor has, or 0 if none does.
inline int64_t RankOf(const OpSpec& spec, int argument) {
  for (const Rule& rule : spec.rules) {
    if (rule.Is(rules::kRankIs) && rule.at[0] == argument) return rule.numbers[0];
  }
  return 0;
}

// The shape of a product, or of a factor, of a matrix of so many rows and columns and a square one,
// or a vector; in a batch of one if they are batches. Two vectors give a number.
inline std::vector<int64_t> SampleShapeOfProduct(const OpSpec& spec, const Rule& product,
                                                 int argument, int64_t rows, int64_t columns) {
  const bool is_second = argument == product.at[2];
  std::vector<int64_t> shape = {is_second ? columns : rows, columns};
  const int64_t rank = RankOf(spec, product.at[1]);
  if (rank == 1 && !is_second) shape.erase(shape.begin());
  if (rank == 3 && (argument != product.at[0] || product.Is(rules::kShapeOfProduct))) {
    shape.insert(shape.begin(), 1);
  }
  if (argument != product.at[1] && RankOf(spec, product.at[2]) == 1) shape.pop_back();
  return shape;
}

// Whether a rule says that a tensor has elements.
inline bool NeedsElements(const OpSpec& spec) {
  return std::ranges::any_of(RulesOf(spec),
                             [](const Rule& rule) { return rule.Is(rules::kHasElements); });
}

// Whether the shape of a tensor, or of another, follows from the dtype, as it packs integers.
inline bool PacksByDtype(const OpSpec& spec, int argument, aclDataType dtype) {
  return (dtype == ACL_INT32 || dtype == ACL_INT4) &&
         std::ranges::any_of(RulesOf(spec), [argument](const Rule& rule) {
           const bool is_factor = rule.at[1] == argument || rule.at[2] == argument;
           return (rule.Is(rules::kFactorsOfIntegers) && is_factor) ||
                  (rule.Is(rules::kPackedShape) && rule.at[0] == argument) ||
                  (rule.Is(rules::kUnpackedShape) && rule.at[1] == argument);
         });
}

// Whether a tensor is a factor whose integers of four bits lie eight to an element, side by side.
inline bool IsFactorOfWords(const OpSpec& spec, int argument, aclDataType dtype) {
  return dtype == ACL_INT32 && std::ranges::any_of(RulesOf(spec), [argument](const Rule& rule) {
           const bool is_of_factors =
               rule.Is(rules::kFactorsOfIntegers) || rule.Is(rules::kGroupedShapes);
           return is_of_factors && (rule.at[1] == argument || rule.at[2] == argument);
         });
}

// Whether integers of four bits in a tensor are packed in an ordinary call, eight to an INT32.
inline bool IsPacked(const OpSpec& spec, int argument) {
  return OwnDtype(spec, argument) == ACL_INT32;
}

// Whether a tensor has the layout BSH, of one batch and one head, where the whole one is a matrix.
inline bool IsOfHeads(const Rule& rule, int argument) {
  if (rule.Is(rules::kAttentionHeads)) return std::ranges::count(rule.at, argument) > 0;
  return (rule.Is(rules::kAttentionResult) || rule.Is(rules::kAttentionGradient)) &&
         rule.at[0] == argument;
}

// Whether a tensor has packed positions, of one batch and one head.
inline bool IsOfPackedHeads(const OpSpec& spec, const Rule& rule, int argument) {
  if (rule.Is(rules::kPackedHeads)) return std::ranges::count(rule.at, argument) > 0;
  if (rule.at[0] != argument) return false;
  const auto is_of_packed = [](const Rule& of) { return of.Is(rules::kPackedHeads); };
  return rule.Is(rules::kPackedResult) ||
         (rule.Is(rules::kAttentionGradient) && std::ranges::any_of(RulesOf(spec), is_of_packed));
}

// The rule that says how many axes of space there are, if there is one.
inline const Rule* SpaceRule(const OpSpec& spec) {
  for (const Rule& rule : RulesOf(spec)) {
    for (const RuleType* const type :
         {&rules::kPooledShape, &rules::kAdaptiveShape, &rules::kUnpooledShape,
          &rules::kResizedShape, &rules::kResizedFrom, &rules::kMarginShape, &rules::kGridShape,
          &rules::kAffineShape, &rules::kShuffledChannels, &rules::kSpreadShape,
          &rules::kColumnsShape, &rules::kFoldedShape, &rules::kRegionShape}) {
      if (rule.Is(*type)) return &rule;
    }
  }
  return nullptr;
}

// The shape of a tensor of regions: of one image and one region, or of none without elements.
inline std::vector<int64_t> SampleShapeOfRegions(const OpSpec& spec, const Rule& rule, int argument,
                                                 int64_t rows, int64_t columns) {
  const int64_t regions = rows * columns == 0 ? 0 : 1;
  if (argument == rule.at[2]) return {regions, rule.numbers[1]};
  for (const Rule& other : RulesOf(spec)) {
    if (other.Is(rules::kImageOfEach) && other.at[0] == argument) return {regions};
  }
  if (regions == 0) rows = columns = 1;
  return {argument == rule.at[1] ? 1 : regions, 1, rows, columns};
}

// The shape of a tensor that has them, where a whole one is a matrix: it is resized to itself.
inline std::vector<int64_t> SampleShapeInSpace(const OpSpec& spec, const Rule& rule, int argument,
                                               int64_t rows, int64_t columns) {
  if (rule.Is(rules::kRegionShape)) {
    return SampleShapeOfRegions(spec, rule, argument, rows, columns);
  }
  const bool is_affine = rule.Is(rules::kAffineShape), is_folded = rule.Is(rules::kFoldedShape);
  const bool has_columns = is_folded || rule.Is(rules::kColumnsShape);
  const bool has_axes = !is_affine && !has_columns && !rule.Is(rules::kShuffledChannels);
  const auto axes = has_axes ? rule.numbers[0] : int64_t{is_affine || has_columns ? 2 : 1};
  std::vector<int64_t> shape(static_cast<size_t>(axes) + 2, 1);
  if (rows * columns == 0) {
    shape[0] = rows = columns = 0;
  } else {
    shape[shape.size() - 1] = columns;
    shape[shape.size() - 2] = rows;
  }
  if (has_columns && argument == rule.at[is_folded ? 1 : 0]) {
    return {shape[0], 1, shape[2] * shape[3]};
  }
  const bool is_grid = rule.Is(rules::kGridShape);
  if (is_affine && argument == rule.at[1]) return {shape[0], 2, 3};
  const bool has_numbers = is_affine || (is_grid && argument == rule.at[2]);
  if (has_numbers) {  // [batch, height, width, axes]
    shape.erase(shape.begin() + 1);
    shape.push_back(axes);
  }
  for (const Rule& other : RulesOf(spec)) {
    if (!other.Is(rules::kMaskShape) || other.at[0] != argument) continue;
    const int64_t windows = shape[shape.size() - 2] * shape.back();
    shape[shape.size() - 2] = 1;
    shape.back() = MaskRowBytes(windows);
  }
  return shape;
}

// The rule that names input and kernel of a convolution; null for other operators.
inline const Rule* ConvolutionOf(const OpSpec& spec) {
  const std::span<const Rule> rules = RulesOf(spec);
  const auto found = std::ranges::find_if(
      rules, [](const Rule& rule) { return rule.Is(rules::kConvolutionChannels); });
  return found == rules.end() ? nullptr : &*found;
}

// The shape of a tensor of a convolution with a kernel of one tap, whose input has so many rows
// along the space, or, with the channels last, along the time.
inline std::vector<int64_t> SampleOfConvolution(const OpSpec& spec, const Rule& convolution,
                                                int argument, int64_t rows, int64_t columns) {
  const ConvolutionLayout layout = LayoutOf(spec);
  const int64_t channels = layout == kTimeFirst ? columns : 1;
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.Is(rules::kChannelBias) && rule.at[0] == argument) return {channels};
  }
  const bool is_kernel = argument == convolution.at[1];
  if (layout == kDepthwise) {
    return is_kernel ? std::vector<int64_t>{1, 1, 1, 1} : std::vector<int64_t>{rows, 1, 1, columns};
  }
  if (is_kernel) return {1, channels, channels};
  return {rows, 1, columns};
}

// The integers of an array of such a convolution.
inline std::vector<int64_t> SampleIntegersOfConvolution(const OpSpec& spec, int argument) {
  const size_t axes = LayoutOf(spec) == kDepthwise ? 2 : 1;
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.at[0] != argument) continue;
    if (rule.Is(rules::kOutputMask)) return {1, 1, 1};
    if (rule.Is(rules::kBiasSizes)) return {1};
    const bool is_zero = rule.Is(rules::kPaddingFor) || rule.Is(rules::kOutputPaddingFor);
    if (is_zero) return std::vector<int64_t>(axes, 0);
  }
  return std::vector<int64_t>(axes, 1);
}

// The shape of a tensor of attention for inference, of one head and one query of each batch, whose
// keys are a list where lists are given; or none, if the rule is of something else.
inline std::vector<int64_t> SampleShapeForInference(const OpSpec& spec, const Rule& rule,
                                                    int argument, int64_t rows, int64_t columns) {
  const bool is_of_queries =
      (rule.Is(rules::kInferenceHeads) || rule.Is(rules::kInferenceResult)) &&
      rule.at[0] == argument;
  if (is_of_queries) return {kSampleMembers, 1, columns};
  const bool is_of_keys =
      rule.Is(rules::kInferenceHeads) && std::ranges::count(rule.at, argument) > 0;
  if (!is_of_keys) return {};
  return {spec.arguments[argument].IsTensorList() ? 1 : kSampleMembers, rows, columns};
}

// The shape of a tensor of an operator of sequences of one step and one target, or none, if the
// rule is of something else. There are as many sequences as rows, and at least two classes.
inline std::vector<int64_t> SampleShapeOfSequences(const Rule& rule, int argument, int64_t rows,
                                                   int64_t columns) {
  const int64_t sequences = rows * columns == 0 ? 0 : rows;
  if (rule.Is(rules::kCtcBlank) && rule.at[1] == argument) {
    return {1, sequences, std::max<int64_t>(2, columns)};
  }
  if (rule.at[0] != argument) return {};
  if (rule.Is(rules::kCtcTargets)) return {sequences, 1};
  if (rule.Is(rules::kOneForEachSequence)) return {sequences};
  const bool has_states = rule.Is(rules::kCtcStates) || rule.Is(rules::kCtcStatesGiven);
  if (has_states) return {sequences, 1, CtcStatesOf(1)};
  return {};
}

// The shape of a tensor of an operator of factors of matrices, or none, if the rule is of something
// else. What has to be positive definite are matrices of one element.
inline std::vector<int64_t> SampleShapeOfFactors(const Rule& rule, int argument, int64_t rows,
                                                 int64_t columns) {
  const bool has_determinants = rule.Is(rules::kShapeOfDeterminants);
  const int64_t batches = rows * columns == 0 ? 0 : rows;
  if (has_determinants && rule.at[1] == argument) return {batches, 2, 2};
  if (rule.at[0] != argument) return {};
  if (has_determinants) return {batches};
  const int64_t least = std::min(rows, columns);
  if (rule.Is(rules::kSquareMatrices)) return {rows * columns == 0 ? 0 : rows, 1, 1};
  if (rule.Is(rules::kOrthogonalFactorShape)) return {rows, least};
  if (rule.Is(rules::kTriangularFactorShape)) return {least, columns};
  if (rule.Is(rules::kSingularValuesShape)) return {least};
  if (rule.Is(rules::kLeftVectorsShape)) return {rows, least};
  if (rule.Is(rules::kRightVectorsShape)) return {columns, least};
  return {};
}

// The shape of a tensor of such an operator, or of a list's members, where a whole one has the
// shape `whole`, of which others have all axes but the last, or which is taken for a matrix. Sums
// are over the last axis.
inline std::vector<int64_t> SampleShape(const OpSpec& spec, int argument,
                                        std::vector<int64_t> whole) {
  for (const Rule& rule : spec.rules) {
    if (rule.at[0] != argument) continue;
    if (rule.Is(rules::kSameShape) || rule.Is(rules::kRoomForSlices)) {
      return SampleShape(spec, rule.at[1], whole);
    }
    if (rule.Is(rules::kBroadcastsTo)) return SampleShape(spec, rule.at[1], std::move(whole));
  }
  const int64_t columns = whole.empty() ? 1 : whole.back();
  if (!whole.empty()) whole.pop_back();
  if (const Rule* const space = SpaceRule(spec)) {
    int64_t rows = 1;
    for (const int64_t extent : whole) rows *= extent;
    return SampleShapeInSpace(spec, *space, argument, rows, columns);
  }
  bool reduces = false;
  for (const Rule& rule : spec.rules) {
    if (rule.Is(rules::kSizeAlong)) {
      if (argument == rule.at[0]) {
        whole.push_back(1);  // kSampleSize
        return whole;
      }
      reduces = true;
    }
    if (!rule.Is(rules::kReducedShapeOf) && !rule.Is(rules::kShapeWithoutAxis)) continue;
    if (argument == rule.at[0]) return whole;
    reduces = true;
  }
  if (reduces) {
    whole.push_back(columns);
    return whole;
  }
  int64_t rows = 1;
  for (const int64_t extent : whole) rows *= extent;
  if (const Rule* const convolution = ConvolutionOf(spec)) {
    return SampleOfConvolution(spec, *convolution, argument, rows, columns);
  }
  for (const Rule& rule : spec.rules) {
    if (!rule.Is(rules::kRecurrentParams)) continue;
    const Dims shape = SampleOfRecurrent(spec, argument, rows, columns);
    return {shape.begin(), shape.end()};
  }
  for (const Rule& rule : spec.rules) {
    const bool is_of_product =
        rule.Is(rules::kShapeOfProduct) || rule.Is(rules::kShapeOfSumOfProducts);
    if (is_of_product && std::ranges::count(rule.at, argument) > 0) {
      return SampleShapeOfProduct(spec, rule, argument, rows, columns);
    }
    if (rule.Is(rules::kThreeAlong)) return {columns == 0 ? 0 : rows, 3};
    if (IsOfPackedHeads(spec, rule, argument)) return {rows, 1, columns};
    const bool has_classes =
        rule.Is(rules::kMarginTargets) && std::ranges::count(rule.at, argument) > 0;
    const bool is_of_classes = rule.Is(rules::kMarginMask) && rule.at[0] == argument;
    if (has_classes || is_of_classes) {
      return {rows * columns == 0 ? 0 : rows, std::max<int64_t>(1, columns)};
    }
    if (IsOfHeads(rule, argument)) return {1, rows, columns};
    if (rule.Is(rules::kPackedRows) && rule.at[0] == argument) return {rows, 1, 8};
    const bool is_of_distances =
        (rule.Is(rules::kDistanceRows) || rule.Is(rules::kDistanceGradient)) &&
        std::ranges::count(rule.at, argument) > 0 &&
        !(rule.Is(rules::kDistanceGradient) && rule.at[0] == argument);
    const bool is_of_pairs = rule.Is(rules::kPairShape) && rule.at[1] == argument;
    if (is_of_distances || is_of_pairs) return {std::min(rows, kMostSampleRows), columns};
    if (rule.Is(rules::kUnfoldedShape) && (rule.at[0] == argument || rule.at[3] == argument)) {
      std::vector<int64_t> shape = {rows, columns};
      if (rows * columns == 0) shape = {1, 0};
      if (rule.at[0] == argument) shape.push_back(1);  // windows of one element
      return shape;
    }
    const bool is_triangle = (rule.Is(rules::kTriangularShapes) && rule.at[1] == argument) ||
                             (rule.Is(rules::kCoefficientsShape) && rule.at[0] == argument);
    if (is_triangle) return {rows, rows};
    // Three projections of one head.
    if (rule.Is(rules::kProjectedShapes) && rule.at[0] == argument) return {1, rows, 3 * columns};
    if (rule.Is(rules::kProjectedShapes) && rule.at[1] == argument) return {3 * columns};
    if (rule.Is(rules::kShapeOfProjection) && rule.at[0] == argument) return {1, 1, rows, columns};
    const auto of_inference = SampleShapeForInference(spec, rule, argument, rows, columns);
    if (!of_inference.empty()) return of_inference;
    const auto of_sequences = SampleShapeOfSequences(rule, argument, rows, columns);
    if (!of_sequences.empty()) return of_sequences;
    const auto of_factors = SampleShapeOfFactors(rule, argument, rows, columns);
    if (!of_factors.empty()) return of_factors;
    const bool is_rotary = rule.Is(rules::kRotaryShape) || rule.Is(rules::kSameButHeads);
    if (is_rotary && std::ranges::count(rule.at, argument) > 0) {
      return {1, rows, 1, columns % 4 == 0 ? columns : 4 * columns};
    }
    if (rule.Is(rules::kOneForEachPart)) {
      if (rule.at[0] == argument) return {kSampleRows, columns};
      if (rule.at[1] == argument) return {kSampleRows};
    }
    if (rule.Is(rules::kAttentionRows) && rule.at[0] == argument) return {1, 1, rows, 8};
    if (rule.Is(rules::kPackedShape) && rule.at[1] == argument && IsPacked(spec, rule.at[0])) {
      return {rows, 8 * columns};
    }
    const bool is_of_factors = rule.Is(rules::kFactorsOfIntegers) || rule.Is(rules::kGroupedShapes);
    if (is_of_factors && std::ranges::count(rule.at, argument) > 0) {
      return {argument == rule.at[2] ? columns : rows, columns};
    }
    const bool splits = rule.Is(rules::kSplitEvenly) || rule.Is(rules::kSplitBySizes);
    if (splits && rule.at[1] == argument) return {rows, kSampleMembers * columns};
    if (rule.Is(rules::kRepeatedBy) && rule.at[2] == argument) return {rows * columns};
    if (rule.Is(rules::kRepeatedAlongBy) && rule.at[2] == argument) return {columns};
    if (rule.Is(rules::kShapeOfWords) && std::ranges::count(rule.at, argument) > 0)
      return {columns};
    const bool is_square = rule.Is(rules::kDiagonalShape) || rule.Is(rules::kDiagonalOfAll);
    if (is_square && rule.at[1] == argument) return {columns};
    if (is_square && rule.at[0] == argument) return {columns, columns};
    if (rule.Is(rules::kShapeOfOuter) && rule.at[1] == argument) return {rows};
    if (rule.Is(rules::kShapeOfOuter) && rule.at[2] == argument) return {columns};
    if (rule.Is(rules::kEmbeddedShape) && rule.at[2] == argument) return {rows};
    if (rule.Is(rules::kBagIndices) && std::ranges::count(rule.at, argument) > 0) return {rows};
    if (rule.Is(rules::kSpansInRows) && rule.at[2] == argument) return {rows};
    if (rule.Is(rules::kSpansInMembers) && rule.at[2] == argument) return {kSampleMembers};
    if (rule.Is(rules::kSummedShape) && rule.at[2] == argument) {
      return {std::max<int64_t>(1, columns)};
    }
    const int64_t boxes = rows * columns == 0 ? 0 : std::min(rows, kMostSampleRows);
    if (rule.Is(rules::kShapeOfOverlaps) && std::ranges::count(rule.at, argument) > 0) {
      return {boxes, argument == rule.at[0] ? boxes : 4};
    }
    const bool are_rows = rule.Is(rules::kPlacesOf) && rule.at[0] == argument &&
                          spec.arguments[rule.at[1]].kind == ArgumentKind::kInOut &&
                          RankOf(spec, rule.at[1]) == 2;
    if (are_rows) return {rows};
    const bool is_along = rule.Is(rules::kSelectedShape) || rule.Is(rules::kSliceShape) ||
                          rule.Is(rules::kGatheredShape);
    if (is_along && rule.at[3] == argument) return {columns};
    const bool is_at = rule.Is(rules::kIndexedShape) || rule.Is(rules::kPutShape);
    if (is_at && rule.at[1] != argument) return {rows};
    if (rule.Is(rules::kScatteredNdShape) && rule.at[2] == argument) return {rows, 1};
    if (rule.Is(rules::kRowsFor) && rule.at[1] == argument) return {rows};
    if (rule.Is(rules::kHasSamples) && rule.at[1] == argument) return {rows, columns};
    if (rule.Is(rules::kCountOfElements) && rule.at[1] == argument) return {kSampleRange};
    if (rule.Is(rules::kShapeOfPixels) && rule.at[1] == argument) return {rows, columns, 1, 1};
    if (rule.at[0] != argument) continue;
    if (rule.Is(rules::kBitsFor)) {
      const bool is_for_tensor = spec.arguments[rule.at[1]].IsTensor();
      const int64_t elements = is_for_tensor ? rows * columns : kSampleRange;
      return {(elements + 127) / 128 * 16};
    }
    if (rule.Is(rules::kRoomForCounts) || rule.Is(rules::kBinsOf)) return {kSampleRange};
    if (rule.Is(rules::kOneHotShape)) return {kSampleRange, rows, columns};
    if (rule.Is(rules::kHasFirst)) return {1};
    if (rule.Is(rules::kSpansInMembers)) return {kSampleMembers, rows, columns};
    if (rule.Is(rules::kOneForEachSpan)) return {kSampleMembers};
    if (rule.Is(rules::kRoomForRuns) || rule.Is(rules::kCountsOfRuns)) return {rows * columns};
    if (rule.Is(rules::kCountForSlices)) return {columns};
    if (rule.Is(rules::kHasSamples)) return {rows, 1};
    if (rule.Is(rules::kCounts)) return {kSampleRange};
    const bool is_of_channels = rule.Is(rules::kOneForChannel) ||
                                rule.Is(rules::kOneForChannelIf) || rule.Is(rules::kCountIs);
    if (is_of_channels || rule.Is(rules::kLastShapeOf) || rule.Is(rules::kLastShapeOrRow)) {
      return {columns};
    }
    if (rule.Is(rules::kCountOfRows) || rule.Is(rules::kGroupsShape)) return {rows, 1};
    if (rule.Is(rules::kCountOfGroups)) return {rows};
    if (rule.Is(rules::kRoomForAll)) return {rows * columns};
    if (rule.Is(rules::kRoomForPlaces)) {
      return rule.numbers[0] != 0 ? std::vector<int64_t>{2, rows * columns}
                                  : std::vector<int64_t>{rows * columns, 2};
    }
    if (rule.Is(rules::kRowsOfCount)) return {kSampleRows, columns};
    if (rule.Is(rules::kGatesShape)) return {rows, kGatesOfLstm * columns};
    if (rule.Is(rules::kGateBias)) return {kGatesOfLstm * columns};
    const bool is_of_bags = rule.Is(rules::kBagOfEach) || rule.Is(rules::kBagSizes) ||
                            rule.Is(rules::kBagRows) || rule.Is(rules::kBagWeights);
    if (is_of_bags) return {rows};
    if (rule.Is(rules::kLossOfClasses)) return {1};  // of a mean
    if (rule.Is(rules::kMarginLossShape)) return {rows * columns == 0 ? 0 : rows};
    if (rule.Is(rules::kRowOf) || rule.Is(rules::kScaleAlong)) return {columns};
    if (rule.Is(rules::kShapeIn) || rule.Is(rules::kCountIn)) return {columns};
    if (rule.Is(rules::kSizesWithoutLast) || rule.Is(rules::kCountWithoutLast)) return {rows, 1};
    if (rule.Is(rules::kOneElement) || rule.Is(rules::kScaleOfWeight)) return {1};
    if (rule.Is(rules::kNumbersOfColumns)) return {columns};
    if (rule.Is(rules::kNumbersOfRows)) return {rows};
    if (rule.Is(rules::kNumberForEach)) return {kSampleMembers};
    if (rule.Is(rules::kConcatenated)) return {rows, kSampleMembers * columns};
    if (rule.Is(rules::kChunked)) return {1, kSampleMembers * rows * columns};
    if (rule.Is(rules::kPaddedShape)) return {rows, columns + 2};
    if (rule.Is(rules::kRangeOf) || rule.Is(rules::kClosedRangeOf)) return {kSampleRange};
    if (rule.Is(rules::kHasElementsOf)) return {kSampleRange};
    if (rule.Is(rules::kPermutedShape)) return {columns, rows};
    if (rule.Is(rules::kShapeOfInts)) return {kSampleRange, kSampleRange};
    if (rule.Is(rules::kStacked)) return {rows, columns, kSampleMembers};
    if (rule.Is(rules::kRepeatedShape)) return {rows, kSampleRepeats * columns};
    if (rule.Is(rules::kRepeatedEach)) return {kSampleRepeats * rows * columns};
    if (rule.Is(rules::kRepeatedAlong) || rule.Is(rules::kRepeatedAlongBy)) {
      return {rows, kSampleRepeats * columns};
    }
    if (rule.Is(rules::kRepeatedBy)) return {kSampleRepeats * rows * columns};
    if (rule.Is(rules::kShapeOfRows)) return {rows};
    const bool has_distances = rule.Is(rules::kDistanceShape) || rule.Is(rules::kDistanceGradient);
    if (has_distances) return {std::min(rows, kMostSampleRows), std::min(rows, kMostSampleRows)};
    if (rule.Is(rules::kPairShape)) {
      const int64_t some = std::min(rows, kMostSampleRows);
      return {some * (some - 1) / 2};
    }
    if (rule.Is(rules::kLossShape)) return SampleShape(spec, rule.at[1], {rows, columns});
    if (rule.Is(rules::kSlicedShape) || rule.Is(rules::kSlicedShapes)) return {rows, kSampleSize};
    if (rule.Is(rules::kAtMostOneAxis) || rule.Is(rules::kClassesOf)) return {columns};
    if (rule.Is(rules::kShapeOfPixels)) return {rows, 1, 1};
    if (rule.Is(rules::kRankIs) && rule.numbers[0] == 0) return {};
  }
  if (RankOf(spec, argument) == 1) return {rows * columns};
  if (RankOf(spec, argument) == 4) return {rows, columns, 1, 1};
  return {rows, columns};
}

// Whether a run fails if an integer of the tensor, or of the members of a list, is out of range.
inline bool HasPlaces(const OpSpec& spec, int argument) {
  return std::ranges::any_of(RulesOf(spec), [argument](const Rule& rule) {
    return rule.Is(rules::kPlacesOf) && rule.at[0] == argument;
  });
}

// Whether a run fails if a matrix of the tensor is not positive definite.
inline bool HasDefiniteMatrices(const OpSpec& spec, int argument) {
  return std::ranges::any_of(RulesOf(spec), [argument](const Rule& rule) {
    return rule.Is(rules::kSquareMatrices) && rule.at[0] == argument;
  });
}

// Whether a tensor has integers that are indices.
inline bool IsOfIndices(const OpSpec& spec, int argument) {
  const aclDataType own = OwnDtype(spec, argument);
  return own == ACL_INT64 || (own == ACL_INT32 && HasPlaces(spec, argument));
}

// Whether a tensor has weights of samples: rows of which none is below 0, and one is above.
inline bool HasWeights(const OpSpec& spec, int argument) {
  return std::ranges::any_of(RulesOf(spec), [argument](const Rule& rule) {
    return rule.Is(rules::kHasSamples) && rule.at[1] == argument;
  });
}

// Whether results may have fewer elements than their tensors.
inline bool SetsViews(const OpSpec& spec) {
  return std::ranges::any_of(RulesOf(spec),
                             [](const Rule& rule) { return rule.Is(rules::kSetByRun); });
}

// Whether elements are put into a tensor at places that others have, so that some may stay.
inline bool PutsIntoPlaces(const OpSpec& spec, int argument) {
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.Is(rules::kSetByRun) && rule.at[0] == argument) return true;
  }
  return spec.arguments[argument].kind == ArgumentKind::kInOut &&
         std::ranges::any_of(RulesOf(spec), [argument](const Rule& rule) {
           return rule.Is(rules::kPlacesOf) && rule.at[1] == argument;
         });
}

// The dtype of a tensor in a call whose tensors are of `dtype` as far as the rules allow.
inline aclDataType SampleDtype(const OpSpec& spec, int argument, aclDataType dtype) {
  if (const Rule* const rule = UsualRule(spec)) return rule->type->usual(spec, argument);
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.at[0] != argument) continue;
    if (rule.Is(rules::kSameDtype)) return SampleDtype(spec, rule.at[1], dtype);
    if (!rule.Is(rules::kDtypeIn)) continue;
    return rule.dtypes.Has(dtype) ? dtype : UsualOf(rule.dtypes);
  }
  return dtype;
}

// The axis that a sample call names.
inline constexpr int64_t kSampleAxis = -1;

// An integer of a sample call where a whole tensor has the shape `whole`: one of several or of a
// range, a size, a number of rows, the one head of attention, or how often elements come; else 0.
inline int64_t SampleInteger(const OpSpec& spec, int argument, const std::vector<int64_t>& whole) {
  if (argument == spec.axis_at) return kSampleAxis;
  if (ConvolutionOf(spec) != nullptr && spec.work.at[kGroupsOf] == argument) return 1;
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.Is(rules::kAttentionHeads) && spec.work.at[kHeadsOf] == argument) return 1;
    if (rule.Is(rules::kInferenceHeads) && InferenceArgumentsIn(spec).heads == argument) return 1;
    if (rule.Is(rules::kProjectedShapes) && rule.at[2] == argument) return 1;
    if (rule.Is(rules::kPackedHeads) && spec.work.at[kPackedHeadsOf] == argument) return 1;
    if (rule.Is(rules::kRowsOfCount) && rule.at[1] == argument) return kSampleRows;
    if (rule.Is(rules::kRegionShape) && (argument == rule.at[3] || argument == rule.at[3] + 1)) {
      return SampleShape(spec, rule.at[0], whole)[argument == rule.at[3] ? 2 : 3];
    }
    if (rule.Is(rules::kBatchSizes) || rule.Is(rules::kCountOfBatch)) {
      const std::vector<int64_t> shape = SampleShape(spec, rule.at[0], whole);
      if (rule.at[1] == argument) return shape[0];
      if (rule.at[2] == argument) return shape[1];
      if (rule.at[3] == argument) return 1;
    }
    const bool is_first = rule.at[0] == argument;
    const bool limits = rule.Is(rules::kIntIn) || rule.Is(rules::kIntBetween);
    if (limits && is_first) return rule.numbers[0];
    if (rule.Is(rules::kSizeWithin) && is_first) return kSampleSize;
    if (rule.Is(rules::kLossOfClasses) && rule.at[3] == argument) return -1;  // no class
    const bool are_groups = rule.Is(rules::kDividesChannels) || rule.Is(rules::kDividesCount);
    if (are_groups && is_first) return 1;
    if (rule.Is(rules::kSplitEvenly) && rule.at[2] == argument) {
      return SampleShape(spec, rule.at[0], whole).back();
    }
    if (rule.Is(rules::kSizeOf) && is_first) return SampleShape(spec, rule.at[1], whole).back();
    if (rule.Is(rules::kShapeOfInts) && !is_first && std::ranges::count(rule.at, argument) > 0) {
      return kSampleRange;
    }
    if (rule.Is(rules::kHasElementsOf) && rule.at[1] == argument) return kSampleRange;
    if (rule.Is(rules::kCounts) && rule.at[1] == argument) return kSampleRange;
    if (rule.Is(rules::kBinsOf) && rule.at[1] == argument) return kSampleRange;
    if (rule.Is(rules::kAxisOrAll) && is_first) return kEachElement;
    if (rule.Is(rules::kOneHotShape) && rule.at[2] == argument) return kSampleRange;
    if (rule.Is(rules::kIntBelow) && rule.at[1] == argument) return kSampleRange;
    if (rule.Is(rules::kCountOfElements) && is_first) return kSampleRange;
    if (rule.Is(rules::kHasSamples) && rule.at[2] == argument) return 1;
    if (rule.Is(rules::kSlicedShape) && rule.at[3] + 1 == argument) return kSampleSize;
    const bool repeats = rule.Is(rules::kRepeatedEach) || rule.Is(rules::kRepeatedAlong);
    if (repeats && rule.at[2] == argument) return kSampleRepeats;
    if (rule.Is(rules::kShuffledChannels) && rule.at[1] == argument) return 1;
    if (rule.Is(rules::kChunked) && rule.at[2] == argument) return 1;
    const bool is_window = argument == rule.at[2] + 1 || argument == rule.at[2] + 2;
    if (rule.Is(rules::kUnfoldedShape) && is_window) return 1;  // size and step
  }
  return 0;
}

// The tensor whose positions an array of lengths counts, where the rule is of attention for
// inference; else -1.
inline int PositionsFor(const Rule& rule, const OpSpec& spec, int argument) {
  if (!rule.Is(rules::kInferenceHeads)) return -1;
  const InferenceArguments at = InferenceArgumentsIn(spec);
  return argument == at.query_lengths ? at.query : argument == at.key_lengths ? at.key : -1;
}

// Whether an array has the steps or the targets of each sequence.
inline bool IsOfSequenceLengths(const Rule& rule, int argument) {
  return rule.Is(rules::kCtcLengths) && (rule.at[0] == argument || rule.at[1] == argument);
}

// The integers of an aclIntArray of a sample call: an axis, the size of the last one, elements
// before and after it, how often matrices come, by how many places elements are shifted, all axes,
// a shape, or the sizes of parts.
inline std::vector<int64_t> SampleIntegers(const OpSpec& spec, int argument,
                                           const std::vector<int64_t>& whole) {
  if (ConvolutionOf(spec) != nullptr) return SampleIntegersOfConvolution(spec, argument);
  for (const Rule& rule : spec.rules) {
    if (rule.Is(rules::kBitsFor) && rule.at[1] == argument) return {kSampleRange};
    const auto in_space = [&](int tensor) {
      const std::vector<int64_t> shape = SampleShape(spec, tensor, whole);
      return std::vector<int64_t>(shape.end() - rule.numbers[0], shape.end());
    };
    if (rule.Is(rules::kPooledShape)) {  // windows of one element
      const PoolArguments at = ArgumentsOf(static_cast<PoolForm>(rule.numbers[1]));
      return {argument == rule.at[2] + at.padding ? 0 : 1};
    }
    const bool is_sized = rule.Is(rules::kAdaptiveShape) || rule.Is(rules::kResizedShape) ||
                          rule.Is(rules::kResizedFrom) || rule.Is(rules::kSpreadShape);
    if (is_sized && rule.at[2] == argument) return in_space(rule.at[0]);
    const bool is_folded = rule.Is(rules::kFoldedShape);
    if (is_folded || rule.Is(rules::kColumnsShape)) {  // windows of one element
      const int kernel = rule.at[2] + (is_folded ? 1 : 0), padding = kernel + 2;
      if (argument >= kernel) return std::vector<int64_t>(2, argument == padding ? 0 : 1);
      const std::vector<int64_t> shape = SampleShape(spec, rule.at[0], whole);
      return {shape.end() - 2, shape.end()};
    }
    const bool are_numbers = rule.Is(rules::kNumbersFrom) || rule.Is(rules::kHasCount);
    if (are_numbers && rule.at[0] == argument) {
      return std::vector<int64_t>(static_cast<size_t>(rule.numbers[0]), 1);
    }
    const bool is_shape = rule.Is(rules::kResizedFrom) || rule.Is(rules::kShapeOfSizes);
    if (is_shape && rule.at[1] == argument) {
      return SampleShape(spec, rule.at[0], whole);
    }
    if (rule.Is(rules::kMarginShape) && rule.at[2] == argument) {
      return std::vector<int64_t>(static_cast<size_t>(2 * rule.numbers[0]), 0);
    }
    if (rule.Is(rules::kAffineShape) && rule.at[2] == argument) {
      std::vector<int64_t> size = SampleShape(spec, rule.at[0], whole);
      size.pop_back();
      size.insert(size.begin() + 1, 1);
      return size;
    }
    if (rule.Is(rules::kPaddedShape) && rule.at[2] == argument) return {1, 1};
    if (rule.Is(rules::kRepeatedShape) && rule.at[2] == argument) return {1, kSampleRepeats};
    if (rule.Is(rules::kRollsAlong) && rule.at[0] == argument) return {1};
    if (rule.Is(rules::kPackedLengths) && std::ranges::count(rule.at, argument) > 0) {
      return {SampleShape(spec, spec.work.at[kPackedQueryOf], whole)[0]};
    }
    const int positions = PositionsFor(rule, spec, argument);
    if (positions >= 0) return {SampleShape(spec, positions, whole)[1]};
    if (IsOfSequenceLengths(rule, argument)) {  // one step, one target
      const int64_t sequences = SampleShape(spec, rule.at[2], whole)[1];
      return std::vector<int64_t>(static_cast<size_t>(sequences), 1);
    }
    if (rule.Is(rules::kPermutedShape) && rule.at[2] == argument) return {1, 0};
    if (rule.Is(rules::kSlicedShapes) && rule.at[3] == argument) return {0};
    const bool is_end = rule.at[3] + 1 == argument || rule.at[2] + 1 == argument;
    if (rule.Is(rules::kSlicedShapes) && is_end) return {kSampleSize};
    if (rule.Is(rules::kSplitBySizes) && rule.at[2] == argument) {
      const int64_t size = SampleShape(spec, rule.at[0], whole).back();
      return std::vector<int64_t>(kSampleMembers, size);
    }
    if (rule.Is(rules::kExpandedShape) && rule.at[2] == argument) {
      return SampleShape(spec, rule.at[0], whole);
    }
    if (!rule.Is(rules::kLastSizesOf) || rule.at[0] != argument) continue;
    return {SampleShape(spec, rule.at[1], whole).back()};
  }
  return {kSampleAxis};
}

// How many flags an aclBoolArray of a sample call has, a mask of outputs.
inline size_t SampleFlags(const OpSpec& spec, int argument) {
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.Is(rules::kHasCount) && rule.at[0] == argument) return size_t(rule.numbers[0]);
  }
  return 3;
}

// The number of a scalar or a double of a sample call: `usual`, one of those that make a range, or
// one that a rule allows.
inline double SampleNumber(const OpSpec& spec, int argument, double usual) {
  for (const Rule& rule : spec.rules) {
    if (rule.Is(rules::kKeepScale) && rule.at[0] == argument) return 2;
    if (rule.Is(rules::kAboveZero) && rule.at[0] == argument) return 1;
    if (rule.Is(rules::kScalarDimOf) && rule.at[0] == argument) return 0;
    if (rule.Is(rules::kNoShareOfClasses) && rule.at[0] == argument) return 0;
    const bool is_closed = rule.Is(rules::kClosedRangeOf);
    if (!is_closed && !rule.Is(rules::kRangeOf)) continue;
    if (argument == rule.at[1] || argument == rule.at[3]) return 1;
    if (argument == rule.at[2]) return is_closed ? kSampleRange : 1 + kSampleRange;
  }
  return usual;
}

// Whether the size of an output follows from a scalar.
inline bool DecidesSize(const OpSpec& spec, int argument) {
  return std::ranges::any_of(RulesOf(spec), [argument](const Rule& rule) {
    const bool is_of_range = rule.Is(rules::kRangeOf) || rule.Is(rules::kClosedRangeOf);
    return is_of_range && std::ranges::count(rule.at, argument) > 0;
  });
}

}  // namespace openaclnn

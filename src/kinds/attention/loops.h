// The SIMD loops of attention, for each target, over panels of scores: `width` queries, a multiple
// of a vector's lanes, lie side by side for each key.
#pragma once

#include <cstdint>

namespace openaclnn {

// A row of weights e^(score - base) * inverse, and the sum of each times its gradient.
struct GradientsOfRow {
  float base, inverse, sum;
};

struct AttentionLoops {
  // maxima[i] becomes the largest of itself and the scores of a query; NaNs do not count.
  void (*maximum)(const float* scores, int64_t keys, int64_t width, float* maxima);
  // Scores become e^(score - base[i]), which is 0 where the difference is below kLowestScore. They
  // are added to sums[i] in the order of keys.
  void (*exponentials)(float* scores, int64_t keys, int64_t width, const float* base, double* sums);
  // Scores become -inf where a byte is not 0.
  void (*leave_out)(float* scores, const uint8_t* bytes, int64_t count);
  // Weights become 0 where a byte is 0.
  void (*keep)(float* weights, const uint8_t* bytes, int64_t count);
  // Makes the weights of a row of scores, and from gradients by its weights the gradients by
  // scores. The weights are times `kept` if it is not null.
  void (*gradients)(const GradientsOfRow& row, int64_t keys, const float* kept, float* scores,
                    float* gradients);
  // Adds the products of a tile of `rows` rows of packed numbers, finite or not, and of weights
  // that are not 0 to sums, in the order of products.
  void (*multiply)(const float* numbers, const float* weights, int64_t depth, int64_t rows,
                   int64_t width, double* sums);
  // maximum + log(sum) in double, rounded once; infinity if the sum is 0.
  float (*logarithm)(float maximum, double sum);
  // `count` sums of whole vectors times a factor.
  void (*scale)(float* sums, int64_t count, float factor);
  // Whether all numbers are finite.
  bool (*are_finite)(const float* numbers, int64_t count);
};

// Weights below e^kLowestScore are 0, so that none is subnormal.
inline constexpr float kLowestScore = -87;
// Maxima that are given may be below a score. What is further above them counts as this.
inline constexpr float kHighestScore = 88;

// The loops of the SIMD target in use.
const AttentionLoops& GetAttentionLoops();

}  // namespace openaclnn

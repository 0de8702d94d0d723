// The kernel of formulas that also give a term for each element, summed for each channel: results,
// and the partial sums of kinds/channels/sums.h.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "cpu/term_order.h"
#include "cuda/device/group.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"
#include "formulas/formula-inl.h"
#include "formulas/scalar.h"
#include "kinds/channels/sums_argument.h"
#include "kinds/elementwise/device/elementwise.h"

namespace openaclnn::one_lane {

// Stores the result of element i, and adds its term to a sum.
template <class T, class Form, size_t... k>
OPENACLNN_INLINE void RunTerm(const ChannelSumsArgument& argument, int64_t i, int64_t channel,
                              double& sum, std::index_sequence<k...>) {
  static_assert(std::is_empty_v<Form>);
  using F = OneLane<float>;
  using D = OneLane<double>;
  uint64_t at[1 + sizeof...(k)];
  Locate(argument.walk, i, at);
  const auto offset = static_cast<uint64_t>(channel) * sizeof(T);
  const F inputs[] = {LoadOperand<T, float>(
      argument.walk, 1 + k, at[1 + k] + (1 + k == argument.channel_place ? offset : 0))...};
  const Form form{};
  const auto term = form.Term(D(static_cast<double>(inputs[k].raw))...);
  if (!term.none.raw) sum = Fma(term.a, term.b, D(sum)).raw;  // an exact product
  StoreResult<T>(argument.walk, 0, at[0], form(inputs[k]...));
}

template <class T, class Form>
OPENACLNN_INLINE void SumChunks(const ChannelSumsArgument& argument) {
  constexpr auto kInputs = std::make_index_sequence<Arity<Form, OneLane<float>>()>();
  const int32_t size = 1 << argument.group_log2;
  const Group group{size, static_cast<int32_t>(ThisThread()) & (size - 1)};
  const int64_t chunks = (argument.inner - 1) / kTermsOfChunk + 1;
  const int64_t units = argument.outer * argument.channels * chunks;
  for (int64_t unit = ThisThread() >> argument.group_log2; unit < units;
       unit += CountThreads() >> argument.group_log2) {
    const int64_t row = unit / chunks, chunk = unit - row * chunks;
    const int64_t outer = row / argument.channels, channel = row - outer * argument.channels;
    const int64_t column = chunk * kTermsOfChunk, rest = argument.inner - column;
    const int64_t count = rest < kTermsOfChunk ? rest : kTermsOfChunk;
    LaneTree<double> tree;
    for (int32_t n = 0; n < CountLanes(group); ++n) {
      double sum = 0;
      for (int64_t i = LaneAt(group, n); i < count; i += kLanesOfChunk) {
        RunTerm<T, Form>(argument, row * argument.inner + column + i, channel, sum, kInputs);
      }
      tree.Add(sum);
    }
    const double total = SumOfGroup(group, tree.Sum());
    const int64_t place = (channel * argument.outer + outer) * chunks + chunk;
    if (group.thread == 0) {
      StoreAt(argument.partials + static_cast<uint64_t>(place) * sizeof(double), total);
    }
  }
}

// A thread has a column of a block of rows.
template <class T, class Form>
OPENACLNN_INLINE void SumColumns(const ChannelSumsArgument& argument) {
  constexpr auto kInputs = std::make_index_sequence<Arity<Form, OneLane<float>>()>();
  const int64_t columns = argument.side * argument.channels * argument.inner;
  const int64_t blocks = (argument.outer - 1) / (argument.side * kRowsOfBlock) + 1;
  for (int64_t unit = ThisThread(); unit < blocks * columns; unit += CountThreads()) {
    const int64_t block = unit / columns, column = unit - block * columns;
    const int64_t channel = column / argument.inner % argument.channels;
    double sum = 0;
    for (int64_t r = 0; r < kRowsOfBlock; ++r) {
      const int64_t i = (block * kRowsOfBlock + r) * columns + column;
      if (i >= argument.walk.elements) break;
      RunTerm<T, Form>(argument, i, channel, sum, kInputs);
    }
    StoreAt(argument.partials + static_cast<uint64_t>(unit) * sizeof(double), sum);
  }
}

template <class T, class Form>
OPENACLNN_INLINE void RunChannelSums(const ChannelSumsArgument& argument) {
  argument.along_rows ? SumChunks<T, Form>(argument) : SumColumns<T, Form>(argument);
}

// The kernel's name is known to the host (cuda/kernel_name.h).
#ifdef OPENACLNN_EMULATED

template <class T, class Form>
struct ChannelSums {
  static void Run(const void* given) {
    RunChannelSums<T, Form>(*static_cast<const ChannelSumsArgument*>(given));
  }
  static inline const bool known =
      emulator::Add(KernelName(typeid(ChannelSums).name(), "ChannelSumsArgument"), Run,
                    sizeof(ChannelSumsArgument), emulator::Threads::kMeet);
};

template <class T, class Form>
void OfferChannelSums() {
  (void)&ChannelSums<T, Form>::known;
}

#else

template <class T, class Form>
OPENACLNN_GLOBAL void ChannelSums(const ChannelSumsArgument argument) {
  RunChannelSums<T, Form>(argument);
}

template <class T, class Form>
void OfferChannelSums() {
  (void)&ChannelSums<T, Form>;
}

#endif

}  // namespace openaclnn::one_lane

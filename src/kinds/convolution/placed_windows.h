// The elements under a kernel where they lie, or in a copy that has each of them once, with their
// padding: so that no matrix of windows is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "acl/acl_base.h"
#include "kinds/convolution/windows.h"

namespace openaclnn {

class PlacedWindows {
 public:
  // Whether they can be placed: along height and width alone, in rows that are short enough to be
  // copied.
  static bool CanPlace(const Windows& windows, aclDataType dtype);

  // Places a part of a group whose first element is at `data`, until the next call.
  void Place(const Windows& windows, aclDataType dtype, const std::byte* data,
             const WindowPart& part);

  // The element that a row of the part has at a position of the part is behind First() by what
  // ForEachRow gives, and by OfPosition. Both count from the part's first one.
  const float* First() const { return first_; }
  int64_t OfPosition(int64_t position) const { return positions_[static_cast<size_t>(position)]; }
  template <class Use>
  void ForEachRow(const Use& use) const {
    const int64_t taps = static_cast<int64_t>(taps_.size());
    int64_t tap = first_tap_, of_channel = 0;
    for (int64_t i = 0; i < rows_; ++i) {
      use(i, of_channel + taps_[static_cast<size_t>(tap)]);
      if (++tap == taps) {
        tap = 0;
        of_channel += channel_step_;
      }
    }
  }

 private:
  // Rows of one image that are copied, from the first one that a position needs.
  struct Slab {
    int64_t batch, depth, first, rows;
  };

  // Channels of a part, and its positions.
  struct Part {
    int64_t channel, channels, position, positions;
  };

  void FindTaps(const Windows& windows, int64_t row_step, int64_t column_step);
  void PlaceInCopy(const Windows& windows, aclDataType dtype, const std::byte* data,
                   const Part& part);
  void Copy(const Windows& windows, aclDataType dtype, const std::byte* data, const Part& part,
            int64_t columns, int64_t column_step);

  const float* first_ = nullptr;
  int64_t rows_ = 0, first_tap_ = 0;  // of the part; the tap of its first row
  int64_t channel_step_ = 0;
  std::vector<int64_t> taps_, positions_;
  std::vector<Slab> slabs_;
  std::vector<float> copy_;
};

}  // namespace openaclnn

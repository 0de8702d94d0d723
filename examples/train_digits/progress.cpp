#include "progress.h"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace {

constexpr int kWidth = 30;  // of the bar
constexpr int kLines = 10;  // in all, if there is no terminal

}  // namespace

void ShowProgress(int epoch, int epochs, const EpochResult& result) {
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  if (!terminal && epoch * kLines / epochs == (epoch - 1) * kLines / epochs) return;
  if (terminal) {
    const int done = kWidth * epoch / epochs;
    std::printf("\r[%s%s] ", std::string(done, '#').c_str(),
                std::string(kWidth - done, '.').c_str());
  }
  std::printf("epoch %3d of %d  train loss %.4f  test loss %.4f  test accuracy %5.2f %%", epoch,
              epochs, result.train_loss, result.test.loss, 100 * result.test.accuracy);
  if (!terminal || epoch == epochs) std::printf("\n");
  std::fflush(stdout);
}

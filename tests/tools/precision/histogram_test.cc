#include "tools/precision/histogram.h"

#include <limits>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/temporary_folder.h"
#include "tools/files/error.h"

// fontconfig, which finds fonts for cairo, keeps a few hundred bytes until the process ends.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions() {
  return "leak:libfontconfig";
}

namespace openaclnn::precision {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Errors Example() {
  Errors errors(ACL_FLOAT);
  const double ulp = 0x1p-23;
  const double golden[] = {1, 1, 1, 1, 1, 1};
  const double actual[] = {1,           1 + ulp,        1 + ulp,
                           1 + 3 * ulp, 1 + 2048 * ulp, std::numeric_limits<double>::quiet_NaN()};
  errors.Add(0, actual, golden);
  return errors;
}

TEST(Histogram, HasABarForEachPowerOfTwo) {
  const Histogram histogram = UlpErrors(Example(), "title");
  std::string bars;
  for (const Histogram::Bar& bar : histogram.bars) {
    bars += bar.label + ":" + std::to_string(bar.count) + (bar.mismatch ? "! " : " ");
  }
  EXPECT_EQ(bars,
            "0:1 1/64:0 1/32:0 1/16:0 1/8:0 1/4:0 1/2:0 1:2 2:0 4:1 8:0 16:0 32:0 64:0 128:0 "
            "256:0 512:0 2¹⁰:0 2¹¹:1 NaN, Inf:1! ");
}

TEST(Histogram, GathersWhatIsFarOut) {
  Errors errors(ACL_FLOAT);
  const double golden[] = {1, 0x1p-149};
  const double actual[] = {1 + 0x1p-40, 1e30};
  errors.Add(0, actual, golden);
  const Histogram histogram = UlpErrors(errors, "");
  EXPECT_EQ(histogram.bars[1].label, "1/64");
  EXPECT_EQ(histogram.bars[1].count, 1);
  EXPECT_EQ(histogram.bars.back().label, "more");
  EXPECT_EQ(histogram.bars.back().count, 1);
}

TEST(Histogram, IsTextOfTheGivenWidth) {
  const Histogram histogram = {
      "Errors", "up to", {{"0", 3}, {"1/2", 1}, {"1", 0}, {"NaN, Inf", 1, true}}};
  EXPECT_EQ(HistogramText(histogram, 41),
            "Errors\n"
            "up to (logarithmic):\n"
            "       0 │████████████████████ 3   60.0 %\n"
            "     1/2 │██████████           1   20.0 %\n"
            "       1 │                     0    0.0 %\n"
            "NaN, Inf │██████████           1   20.0 %\n");
  EXPECT_EQ(HistogramText({"None", "up to", {{"0", 0}}}, 0),
            "None\nup to (logarithmic):\n0 │           0    0.0 %\n");
}

TEST(Histogram, IsDrawnAsPngAndSvg) {
  const test::TemporaryFolder folder;
  const Histogram histogram = UlpErrors(Example(), "ULP errors");
  DrawHistogram(histogram, folder.File("x.png"));
  // Signature, then the size: 960 x 480.
  EXPECT_THAT(folder.Content("x.png"),
              StartsWith(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\3\xc0\0\0\1\xe0", 24)));
  DrawHistogram(histogram, folder.File("x.svg"));
  const std::string svg = folder.Content("x.svg");
  EXPECT_THAT(svg, HasSubstr("<svg "));
  EXPECT_THAT(svg, HasSubstr("</svg>"));
  // Four bars and one in the colour of mismatches; the rest of the picture has neither colour.
  const auto count = [&](const std::string& text) {
    size_t n = 0;
    for (size_t at = svg.find(text); at != std::string::npos; at = svg.find(text, at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(count("rgb(12%,47%,71%)"), 4);
  EXPECT_EQ(count("rgb(84%,15%,16%)"), 1);
}

TEST(Histogram, IsRefusedUnderOtherNames) {
  const test::TemporaryFolder folder;
  try {
    DrawHistogram(UlpErrors(Example(), ""), folder.File("x.jpg"));
    FAIL();
  } catch (const tools::FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("x.jpg: is no name of a picture; names end with .png"));
  }
  EXPECT_THROW(DrawHistogram(UlpErrors(Example(), ""), folder.File("none/x.svg")),
               tools::FileError);
  EXPECT_EQ(folder.Files(), 0);
}

}  // namespace
}  // namespace openaclnn::precision

#include "loss_curve.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

constexpr double kWidth = 640, kHeight = 400;
constexpr double kLeft = 70, kRight = 620, kTop = 50, kBottom = 345;  // the frame

// Where an epoch and a loss lie in the picture.
struct Axes {
  int epochs;
  int low, high;  // powers of 10

  double X(double epoch) const {
    return kLeft + (kRight - kLeft) * (epoch - 1) / std::max(epochs - 1, 1);
  }
  double Y(double loss) const {
    const double height = std::clamp<double>(std::log10(loss), low, high) - low;
    return kBottom - (kBottom - kTop) * height / (high - low);
  }
};

Axes ChooseAxes(const std::vector<EpochResult>& results) {
  double smallest = 1, largest = 1;
  for (const EpochResult& result : results) {
    smallest = std::min<double>({smallest, result.train_loss, result.test.loss});
    largest = std::max<double>({largest, result.train_loss, result.test.loss});
  }
  return {static_cast<int>(results.size()),
          static_cast<int>(std::floor(std::log10(std::max(smallest, 1e-6)))),
          std::max(static_cast<int>(std::ceil(std::log10(largest))), 1)};
}

void Text(std::ostream& out, double x, double y, const char* anchor, const std::string& text) {
  out << "<text x=\"" << x << "\" y=\"" << y << "\" text-anchor=\"" << anchor << "\">" << text
      << "</text>\n";
}

void Line(std::ostream& out, double x1, double y1, double x2, double y2, const char* style) {
  out << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2 << "\" "
      << style << "/>\n";
}

void Grid(std::ostream& out, const Axes& axes) {
  for (int power = axes.low; power <= axes.high; ++power) {
    std::ostringstream label;
    label << std::pow(10.0, power);
    const double y = axes.Y(std::pow(10.0, power));
    Line(out, kLeft, y, kRight, y, "stroke=\"#ddd\"");
    Text(out, kLeft - 8, y + 4, "end", label.str());
  }
  const int step = std::max(1, (axes.epochs + 9) / 10);
  for (int epoch = step; epoch <= axes.epochs; epoch += step) {
    Line(out, axes.X(epoch), kBottom, axes.X(epoch), kBottom + 5, "stroke=\"#888\"");
    Text(out, axes.X(epoch), kBottom + 20, "middle", std::to_string(epoch));
  }
  Text(out, (kLeft + kRight) / 2, kHeight - 12, "middle", "epoch");
}

// One curve with its entry in the legend.
template <class Loss>
void Curve(std::ostream& out, const Axes& axes, const std::vector<EpochResult>& results,
           const char* name, const char* style, double legend_y, const Loss& loss) {
  out << "<polyline fill=\"none\" stroke-width=\"2\" " << style << " points=\"";
  for (size_t i = 0; i < results.size(); ++i) {
    out << axes.X(static_cast<double>(i + 1)) << ',' << axes.Y(loss(results[i])) << ' ';
  }
  out << "\"/>\n";
  const std::string legend_style = std::string("stroke-width=\"2\" ") + style;
  Line(out, kRight - 110, legend_y, kRight - 85, legend_y, legend_style.c_str());
  Text(out, kRight - 78, legend_y + 4, "start", name);
}

}  // namespace

void WriteLossCurve(const std::string& path, const std::vector<EpochResult>& results) {
  const Axes axes = ChooseAxes(results);
  const std::string part = path + ".part";
  std::ofstream out(part);
  out.precision(5);
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << kWidth << "\" height=\"" << kHeight
      << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  char title[80];
  std::snprintf(title, sizeof(title), "Cross-entropy on handwritten digits; test accuracy %.2f %%",
                100 * results.back().test.accuracy);
  Text(out, (kLeft + kRight) / 2, 28, "middle", title);
  Grid(out, axes);
  Curve(out, axes, results, "training", "stroke=\"#1f77b4\"", kTop + 16,
        [](const EpochResult& result) { return result.train_loss; });
  Curve(out, axes, results, "test", "stroke=\"#d95f02\" stroke-dasharray=\"6 3\"", kTop + 36,
        [](const EpochResult& result) { return result.test.loss; });
  out << "</svg>\n";
  out.close();
  if (!out || std::rename(part.c_str(), path.c_str()) != 0) {
    const std::string reason = std::strerror(errno);
    std::remove(part.c_str());
    throw std::runtime_error(path + ": cannot be written: " + reason);
  }
}

// The picture of a histogram, drawn by cairo.
#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <span>

#include "fmt/format.h"
#include "tools/files/error.h"
#include "tools/files/new_file.h"
#include "tools/precision/histogram.h"

namespace openaclnn::precision {
namespace {

constexpr double kWidth = 960, kHeight = 480;
constexpr double kLeft = 84, kRight = 24, kTop = 56, kBottom = 76;  // margins of the bars
constexpr double kTitleSize = 17, kTextSize = 13, kSmallTextSize = 11;

struct Colour {
  double red, green, blue;
};
constexpr Colour kInk = {0.15, 0.15, 0.15}, kGrid = {0.88, 0.88, 0.88};
constexpr Colour kBar = {0.12, 0.47, 0.71}, kMismatch = {0.84, 0.15, 0.16};

struct FreeSurface {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct FreeContext {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, FreeSurface>;

// The file that cairo writes to, and what went wrong there: exceptions must not cross its C code.
struct Sink {
  tools::NewFile file;
  std::exception_ptr error;
};
cairo_status_t WriteToSink(void* sink, const unsigned char* data, unsigned int size) {
  auto& [file, error] = *static_cast<Sink*>(sink);
  try {
    file.Write(std::as_bytes(std::span(data, size)));
    return CAIRO_STATUS_SUCCESS;
  } catch (...) {
    error = std::current_exception();
    return CAIRO_STATUS_WRITE_ERROR;
  }
}
void Check(const Sink& sink, cairo_status_t status) {
  if (sink.error) std::rethrow_exception(sink.error);
  if (status != CAIRO_STATUS_SUCCESS) {
    throw tools::FileError(sink.file.path(), cairo_status_to_string(status));
  }
}

class Canvas {
 public:
  explicit Canvas(cairo_surface_t* surface) : cairo_(cairo_create(surface)) {
    cairo_select_font_face(cairo_.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    Rectangle({1, 1, 1}, 0, 0, kWidth, kHeight);
  }

  void Rectangle(Colour colour, double x, double y, double width, double height) {
    Use(colour);
    cairo_rectangle(cairo_.get(), x, y, width, height);
    cairo_fill(cairo_.get());
  }

  // `align` is the part of the text's width that is left of x. Text wider than `width` is shrunk.
  void Text(const std::string& text, double size, double x, double y, double align,
            double width = kWidth) {
    Use(kInk);
    cairo_set_font_size(cairo_.get(), size);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_.get(), text.c_str(), &extents);
    if (extents.x_advance > width) {
      cairo_set_font_size(cairo_.get(), size * width / extents.x_advance);
      cairo_text_extents(cairo_.get(), text.c_str(), &extents);
    }
    cairo_move_to(cairo_.get(), x - align * extents.x_advance, y);
    cairo_show_text(cairo_.get(), text.c_str());
  }

  void VerticalText(const std::string& text, double size, double x, double y) {
    cairo_save(cairo_.get());
    cairo_translate(cairo_.get(), x, y);
    cairo_rotate(cairo_.get(), -std::acos(0.0));
    Text(text, size, 0, 0, 0.5);
    cairo_restore(cairo_.get());
  }

 private:
  void Use(Colour colour) {
    cairo_set_source_rgb(cairo_.get(), colour.red, colour.green, colour.blue);
  }

  std::unique_ptr<cairo_t, FreeContext> cairo_;
};

std::string ShortCount(uint64_t count) {
  const auto value = static_cast<double>(count);
  const auto in = [&](double unit, const char* name) {
    return fmt::format("{:.{}f}{}", value / unit, value < 9.95 * unit && value > unit ? 1 : 0,
                       name);
  };
  if (count >= 1'000'000'000) return in(1e9, "G");
  if (count >= 1'000'000) return in(1e6, "M");
  if (count >= 10'000) return in(1e3, "k");
  return std::to_string(count);
}

void Draw(const Histogram& histogram, cairo_surface_t* surface) {
  Canvas canvas(surface);
  const double width = kWidth - kLeft - kRight, height = kHeight - kTop - kBottom;
  const double bottom = kHeight - kBottom;
  uint64_t largest = 1;
  for (const Histogram::Bar& bar : histogram.bars) largest = std::max(largest, bar.count);
  // From 0.5, so that a single element is seen, to a whole decade.
  const double decades = std::max(1.0, std::ceil(std::log10(static_cast<double>(largest))));
  const auto height_of = [&](double count) {
    return height * std::log10(2 * count) / (decades + std::log10(2.0));
  };

  canvas.Text(histogram.title, kTitleSize, kWidth / 2, kTop / 2 + kTitleSize / 2, 0.5);
  for (int decade = 0; decade <= decades; ++decade) {
    const double y = bottom - height_of(std::pow(10.0, decade));
    canvas.Rectangle(kGrid, kLeft, y, width, 1);
    canvas.Text(ShortCount(static_cast<uint64_t>(std::pow(10.0, decade))), kTextSize, kLeft - 8,
                y + kTextSize / 3, 1);
  }
  const double step = width / static_cast<double>(histogram.bars.size());
  const double bar_width = std::min(0.8 * step, 60.0);
  const double label_size = step > 30 ? kTextSize : kSmallTextSize;
  const double label_width = step - 3;
  double x = kLeft + step / 2;
  for (const Histogram::Bar& bar : histogram.bars) {
    if (bar.count > 0) {
      const double bar_height = height_of(static_cast<double>(bar.count));
      canvas.Rectangle(bar.mismatch ? kMismatch : kBar, x - bar_width / 2, bottom - bar_height,
                       bar_width, bar_height);
      canvas.Text(ShortCount(bar.count), label_size, x, bottom - bar_height - 4, 0.5, label_width);
    }
    // Mismatches come last and have a longer label, one line below the others.
    canvas.Text(bar.label, label_size, x, bottom + 8 + kTextSize * (bar.mismatch ? 2 : 1), 0.5,
                bar.mismatch ? 2 * kRight : label_width);
    x += step;
  }
  canvas.Rectangle(kInk, kLeft, bottom, width, 1);
  canvas.Text(histogram.axis, kTextSize, kLeft + width / 2, kHeight - 20, 0.5);
  canvas.VerticalText("elements (logarithmic)", kTextSize, 22, kTop + height / 2);
}

}  // namespace

void DrawHistogram(const Histogram& histogram, const std::string& path) {
  const bool svg = path.ends_with(".svg");
  if (!svg && !path.ends_with(".png")) {
    throw tools::FileError(path, "is no name of a picture; names end with .png or .svg");
  }
  Sink sink = {tools::NewFile(path), nullptr};
  const Surface surface(
      svg ? cairo_svg_surface_create_for_stream(WriteToSink, &sink, kWidth, kHeight)
          : cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(kWidth),
                                       static_cast<int>(kHeight)));
  Draw(histogram, surface.get());
  if (!svg) Check(sink, cairo_surface_write_to_png_stream(surface.get(), WriteToSink, &sink));
  cairo_surface_finish(surface.get());
  Check(sink, cairo_surface_status(surface.get()));
  sink.file.Commit();
}

}  // namespace openaclnn::precision

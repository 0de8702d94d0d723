// Trains a small network to read handwritten digits. Its activations and its loss are computed by
// aclnn operators, forward and backward; see README.md.

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <numeric>

#include "gradient_check.h"
#include "loss_curve.h"
#include "progress.h"

namespace {

struct Options {
  std::string data;
  std::string plot = "loss.svg";
  int epochs = 30;
  unsigned seed = 1;
  bool check_gradients = false;
};

// Whether a file could be written there is known before the training, not after it.
std::string CheckPlace(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (std::filesystem::is_directory(path)) return path + " is a folder";
  if (folder.empty() || std::filesystem::is_directory(folder)) return "";
  return "there is no folder " + folder.string();
}

void AddOptions(CLI::App& app, Options* options) {
  app.add_option("data", options->data, "digits.csv")->required()->check(CLI::ExistingFile);
  app.add_option("--plot", options->plot, "where to write the picture of the losses, an SVG")
      ->check(CheckPlace)
      ->capture_default_str();
  app.add_option("--epochs", options->epochs, "how often the training images are gone through")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  app.add_option("--seed", options->seed, "of the first weights and the order of the images")
      ->capture_default_str();
  app.add_flag("--check-gradients", options->check_gradients,
               "do not train, but compare all gradients with finite differences");
}

// FNV-1a over the bytes of all parameters: equal in two runs that gave the same bits.
uint64_t Checksum(const Network<float>& network) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const Layer<float>& layer : network) {
    ForEachParameter(layer, [&hash](const Matrix<float>& values) {
      const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
      for (size_t i = 0; i < values.size() * sizeof(float); ++i) {
        hash = (hash ^ bytes[i]) * 0x100000001b3;
      }
    });
  }
  return hash;
}

int Check(const Device& device, const Split& digits, const Network<float>& network) {
  std::vector<int> first(kBatch);
  std::iota(first.begin(), first.end(), 0);
  const bool right = CheckGradients(device, network, Select(digits.train, first));
  std::printf("%s\n", right ? "All gradients agree with finite differences."
                            : "Some gradients disagree with finite differences.");
  return right ? 0 : 1;
}

int TrainAndReport(const Device& device, const Split& digits, const Options& options,
                   Network<float> network) {
  std::printf("%zu training images, %zu test images\n", digits.train.labels.size(),
              digits.test.labels.size());
  const auto start = std::chrono::steady_clock::now();
  const std::vector<EpochResult> results =
      Train(device, digits, options.epochs, options.seed, &network,
            [&](int epoch, const EpochResult& r) { ShowProgress(epoch, options.epochs, r); });
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  WriteLossCurve(options.plot, results);
  std::printf("test accuracy %.2f %% after %.1f s; losses in %s; checksum of the weights %016llx\n",
              100 * results.back().test.accuracy, seconds.count(), options.plot.c_str(),
              static_cast<unsigned long long>(Checksum(network)));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Trains a network to read handwritten digits, by aclnn operators.");
  AddOptions(app, &options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  try {
    const Split digits = LoadDigits(options.data);
    const Device device;
    const Network<float> network = MakeNetwork(options.seed);
    return options.check_gradients ? Check(device, digits, network)
                                   : TrainAndReport(device, digits, options, network);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

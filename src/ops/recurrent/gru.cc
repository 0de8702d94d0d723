#include "aclnnop/aclnn_gru.h"
#include "aclnnop/aclnn_gru_backward.h"

#include "ops/c_functions.h"
#include "ops/recurrent/family.h"

namespace openaclnn {
namespace {

constexpr RecurrentLayersAt kGruAt = {
    .train = 7, .output = 10, .last_hidden = 11, .last_cell = -1, .kept = 12};
constexpr RecurrentGradientsAt kGruGradientsAt = {.output = 3,
                                                  .last_hidden = 4,
                                                  .last_cell = -1,
                                                  .kept = 5,
                                                  .by_input = 15,
                                                  .by_first_hidden = 16,
                                                  .by_first_cell = -1,
                                                  .by_params = 17};

constexpr Kind kGru = OnCpusAlone(InStages(PlanRecurrent<kGruAt>));
constexpr Kind kGruGradients = OnCpusAlone(InStages(PlanRecurrent<kGruGradientsAt>));

constexpr Chips kGruChips{Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kGRUSpec = Resolved({
    .name = "aclnnGRU",
    .formula =
        "r, z = sigmoid(W_i @ x_t + b_i + W_h @ h_(t-1) + b_h); n = tanh(W_in @ x_t + b_in + "
        "r * (W_hn @ h_(t-1) + b_hn)); h_t = (1 - z) * n + z * h_(t-1); output = h of the "
        "last layer",
    .arguments = {Input("input"), Inputs("params"), Optional(Input("hx")),
                  Optional(Input("batchSizes")), BoolInput("hasBias"), IntInput("numLayers"),
                  DoubleInput("dropout"), BoolInput("train"), BoolInput("bidirection"),
                  BoolInput("batchFirst"), Output("output"), Output("hy"),
                  Optional(Outputs("rOut")), Optional(Outputs("zOut")), Optional(Outputs("nOut")),
                  Optional(Outputs("hnOut")), Optional(Outputs("hOut"))},
    .rules = {NoBatchSizes("batchSizes"),
              DtypeIn("input", kRecurrentDtypes),
              SameDtype("params", "input"),
              SameDtype("hx", "input"),
              SameDtype("output", "input"),
              SameDtype("hy", "input"),
              SameDtype("rOut", "input"),
              SameDtype("zOut", "input"),
              SameDtype("nOut", "input"),
              SameDtype("hnOut", "input"),
              SameDtype("hOut", "input"),
              IntBetween("numLayers", 1, kMostLayers),
              RecurrentParams("params", "input"),
              SequenceShape("output", "input", "params"),
              StateShape("hy", "input", "params"),
              KeptShape("rOut", "input", "params", "train"),
              KeptShape("zOut", "input", "params", "train"),
              KeptShape("nOut", "input", "params", "train"),
              KeptShape("hnOut", "input", "params", "train"),
              KeptShape("hOut", "input", "params", "train")},
    .chips = kGruChips,
    .work = {.kind = &kGru,
             .names = {"input", "params", "hx", "batchSizes", "hasBias", "numLayers", "bidirection",
                       "batchFirst"},
             .options = {int64_t{static_cast<uint8_t>(RecurrentCell::kGru)}}},
});

constexpr OpSpec kGRUBackwardSpec = Resolved({
    .name = "aclnnGRUBackward",
    .formula =
        "dx, dhPrev, dparams = the gradients of aclnnGRU by input, hx and params, given those "
        "by output and hy: dy and dh",
    .arguments = {Input("input"), Inputs("params"), Input("hx"), Input("dy"), Input("dh"),
                  Inputs("r"), Inputs("z"), Inputs("n"), Inputs("hn"), Inputs("h"),
                  Optional(Input("batchSizes")), BoolInput("hasBias"), IntInput("numLayers"),
                  BoolInput("bidirection"), BoolInput("batchFirst"), Output("dxOut"),
                  Output("dhPrevOut"), Outputs("dparamsOut")},
    .rules = {DtypeIn("input", kRecurrentDtypes),
              SameDtype("params", "input"),
              SameDtype("hx", "input"),
              SameDtype("dy", "input"),
              SameDtype("dh", "input"),
              SameDtypes("input", "r", "z", "n"),
              SameDtypes("input", "hn", "h"),
              SameDtype("dxOut", "input"),
              SameDtype("dhPrevOut", "input"),
              SameDtype("dparamsOut", "params"),
              NoBatchSizes("batchSizes"),
              IntBetween("numLayers", 1, kMostLayers),
              RecurrentParams("params", "input"),
              RowsShape("dy", "input", "params"),
              StateShape("dh", "input", "params"),
              KeptShapes("r", "z", "n", "hn"),
              KeptShapes("h"),
              SameShape("dxOut", "input"),
              StateShape("dhPrevOut", "input", "params"),
              SameCount("dparamsOut", "params"),
              SameShape("dparamsOut", "params")},
    .chips = kGruChips,
    .work = {.kind = &kGruGradients,
             .names = {"input", "params", "hx", "batchSizes", "hasBias", "numLayers", "bidirection",
                       "batchFirst"},
             .options = {int64_t{static_cast<uint8_t>(RecurrentCell::kGru)}}},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(GRU, const aclTensor*, const aclTensorList*, const aclTensor*,
                      const aclTensor*, bool, int64_t, double, bool, bool, bool, aclTensor*,
                      aclTensor*, aclTensorList*, aclTensorList*, aclTensorList*, aclTensorList*,
                      aclTensorList*);
OPENACLNN_C_FUNCTIONS(GRUBackward, const aclTensor*, const aclTensorList*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensorList*,
                      const aclTensorList*, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensor*, bool, int64_t, bool, bool, aclTensor*,
                      aclTensor*, aclTensorList*);

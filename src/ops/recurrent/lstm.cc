#include "aclnnop/aclnn_lstm.h"
#include "aclnnop/aclnn_lstm_backward.h"

#include "ops/c_functions.h"
#include "ops/recurrent/family.h"

namespace openaclnn {
namespace {

constexpr RecurrentLayersAt kLstmAt = {
    .train = 7, .output = 10, .last_hidden = 11, .last_cell = 12, .kept = 13};
constexpr RecurrentGradientsAt kLstmGradientsAt = {.output = 3,
                                                   .last_hidden = 4,
                                                   .last_cell = 5,
                                                   .kept = 6,
                                                   .by_input = 21,
                                                   .by_first_hidden = 22,
                                                   .by_first_cell = 23,
                                                   .by_params = 24};

constexpr Kind kLstm = OnCpusAlone(InStages(PlanRecurrent<kLstmAt>));
constexpr Kind kLstmGradients = OnCpusAlone(InStages(PlanRecurrent<kLstmGradientsAt>));

}  // namespace

constexpr OpSpec kLSTMSpec = Resolved({
    .name = "aclnnLSTM",
    .formula = "i, f, g, o = sigmoid, sigmoid, tanh, sigmoid(W_ih @ x_t + b_ih + W_hh @ h_(t-1) + "
               "b_hh); c_t = f * c_(t-1) + i * g; h_t = o * tanh(c_t); output = h of the last "
               "layer",
    .arguments = {Input("input"),
                  Inputs("params"),
                  Optional(Inputs("hx")),
                  Optional(Input("batchSizes")),
                  BoolInput("hasBias"),
                  IntInput("numLayers"),
                  DoubleInput("dropout"),
                  BoolInput("train"),
                  BoolInput("bidirectional"),
                  BoolInput("batchFirst"),
                  Output("output"),
                  Output("hy"),
                  Output("cy"),
                  Optional(Outputs("iOut")),
                  Optional(Outputs("jOut")),
                  Optional(Outputs("fOut")),
                  Optional(Outputs("oOut")),
                  Optional(Outputs("hOut")),
                  Optional(Outputs("cOut")),
                  Optional(Outputs("tanhCOut"))},
    .rules = {DtypeIn("input", kRecurrentDtypes),
              SameDtype("params", "input"),
              SameDtype("hx", "input"),
              DtypeIn("batchSizes", kOnlyBatchSizes),
              SameDtype("output", "input"),
              SameDtype("hy", "input"),
              SameDtype("cy", "input"),
              SameDtype("iOut", "input"),
              SameDtype("jOut", "input"),
              SameDtype("fOut", "input"),
              SameDtype("oOut", "input"),
              SameDtype("hOut", "input"),
              SameDtype("cOut", "input"),
              SameDtype("tanhCOut", "input"),
              IntBetween("numLayers", 1, kMostLayers),
              RecurrentParams("params", "input"),
              SequenceShape("output", "input", "params"),
              StateShape("hy", "input", "params"),
              StateShape("cy", "input", "params"),
              KeptShape("iOut", "input", "params", "train"),
              KeptShape("jOut", "input", "params", "train"),
              KeptShape("fOut", "input", "params", "train"),
              KeptShape("oOut", "input", "params", "train"),
              KeptShape("hOut", "input", "params", "train"),
              KeptShape("cOut", "input", "params", "train"),
              KeptShape("tanhCOut", "input", "params", "train")},
    .chips = kAllChips,
    .work = {.kind = &kLstm,
             .names = {"input", "params", "hx", "batchSizes", "hasBias", "numLayers",
                       "bidirectional", "batchFirst"},
             .options = {int64_t{static_cast<uint8_t>(RecurrentCell::kLstm)}}},
});

constexpr OpSpec kLstmBackwardSpec = Resolved({
    .name = "aclnnLstmBackward",
    .formula = "dx, dhPrev, dcPrev, dparams = the gradients of aclnnLSTM by input, hx and params, "
               "given those by output, hy and cy: dy, dh and dc",
    .arguments = {Input("input"),
                  Inputs("hx"),
                  Inputs("params"),
                  Optional(Input("dy")),
                  Optional(Input("dh")),
                  Optional(Input("dc")),
                  Inputs("i"),
                  Inputs("g"),
                  Inputs("f"),
                  Inputs("o"),
                  Inputs("h"),
                  Inputs("c"),
                  Inputs("tanhc"),
                  Optional(Input("batchSizesOptional")),
                  BoolInput("hasBias"),
                  IntInput("numLayers"),
                  DoubleInput("dropout"),
                  BoolInput("train"),
                  BoolInput("bidirectional"),
                  BoolInput("batchFirst"),
                  Optional(BoolsInput("outputMask")),
                  Output("dxOut"),
                  Output("dhPrevOut"),
                  Output("dcPrevOut"),
                  Outputs("dparamsOut")},
    .rules = {DtypeIn("input", kRecurrentDtypes),
              SameDtypes("input", "hx", "params"),
              SameDtype("dy", "input"),
              SameDtype("dh", "input"),
              SameDtype("dc", "input"),
              SameDtypes("input", "i", "g", "f"),
              SameDtypes("input", "o", "h", "c"),
              SameDtypes("input", "tanhc"),
              SameDtype("dxOut", "input"),
              SameDtype("dhPrevOut", "input"),
              SameDtype("dcPrevOut", "input"),
              SameDtype("dparamsOut", "params"),
              DtypeIn("batchSizesOptional", kOnlyBatchSizes),
              IntBetween("numLayers", 1, kMostLayers),
              RecurrentParams("params", "input"),
              RowsShape("dy", "input", "params"),
              StateShape("dh", "input", "params"),
              StateShape("dc", "input", "params"),
              KeptShapes("i", "g", "f", "o"),
              KeptShapes("h", "c", "tanhc"),
              SameShape("dxOut", "input"),
              StateShape("dhPrevOut", "input", "params"),
              StateShape("dcPrevOut", "input", "params"),
              SameCount("dparamsOut", "params"),
              SameShape("dparamsOut", "params")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kLstmGradients,
             .names = {"input", "params", "hx", "batchSizesOptional", "hasBias", "numLayers",
                       "bidirectional", "batchFirst"},
             .options = {int64_t{static_cast<uint8_t>(RecurrentCell::kLstm)}}},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LSTM, const aclTensor*, const aclTensorList*, const aclTensorList*,
                      const aclTensor*, bool, int64_t, double, bool, bool, bool, aclTensor*,
                      aclTensor*, aclTensor*, aclTensorList*, aclTensorList*, aclTensorList*,
                      aclTensorList*, aclTensorList*, aclTensorList*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(LstmBackward, const aclTensor*, const aclTensorList*, const aclTensorList*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensorList*,
                      const aclTensorList*, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensorList*, const aclTensorList*,
                      const aclTensor*, bool, int64_t, double, bool, bool, bool,
                      const aclBoolArray*, aclTensor*, aclTensor*, aclTensor*, aclTensorList*);

#include "engine/rules/on_product.h"

namespace openaclnn {

Status CheckOnProduct(std::string_view name, std::string_view is, std::string_view value,
                      Products products) {
  const Settings& settings = GetSettings();
  if (products.Has(settings.product)) return {};
  return Invalid(ErrorKind::kProduct,
                 "{}: {} {}, which is not supported on {} (OPENACLNN_SOC={}), only on {}", name, is,
                 value, ProductName(settings.product), settings.soc_name, products.Text());
}

}  // namespace openaclnn

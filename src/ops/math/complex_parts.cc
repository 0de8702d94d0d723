#include "ops/math/complex_parts.h"

#include "base/dtype.h"
#include "tensor/shape.h"

namespace openaclnn {

ComplexParts PartsOf(StageList& list, const Value& numbers) {
  const aclDataType dtype = PartOf(numbers->dtype);
  Dims strides = numbers->strides;
  for (int64_t& stride : strides) stride *= 2;
  const Value real = list.SeenAs(dtype, numbers, numbers->shape, strides);
  Value imaginary = list.SeenAs(dtype, numbers, numbers->shape, strides);
  imaginary.origin += DtypeBytes(dtype);
  return {real, imaginary};
}

}  // namespace openaclnn

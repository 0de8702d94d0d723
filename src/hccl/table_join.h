// Joining by a rank table: the root is rank 0, at an address and ports that all can work out.
#pragma once

#include <memory>
#include <string>

#include "hccl/bootstrap.h"
#include "hccl/rank_table.h"

namespace openaclnn::hccl {

// `text`: of the table, which tells communicators apart; the n-th one that a rank joins by a table
// meets the n-th ones of the other ranks. Errors: as of JoinGroup.
Status JoinByTable(const Environment& environment, const RankTable& table, const std::string& text,
                   uint32_t rank, std::shared_ptr<Group>& group);

}  // namespace openaclnn::hccl

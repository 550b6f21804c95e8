// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "oracle/campaign.h"

namespace lucena {

/// What a search in an ending needs in memory, read from the tables on disk: of an ending with most
/// men all that it can turn into with fewer, else the ending itself with all of that.
Result<EndingStore, CampaignFault> load_for_search(const Material& material,
                                                   const OpenTables& tables, unsigned threads,
                                                   std::size_t memory_bytes,
                                                   const std::atomic<bool>& cancelled);

}  // namespace lucena

// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/smaller_endings.h"

namespace lucena {
namespace {

/// Tables with fewer than most men stay in the store, so that the last one has them all.
class StoreTaker final : public CampaignObserver {
 public:
  bool finished(const FinishedEnding& ending) override {
    if (ending.store != nullptr) store = *ending.store;
    return true;
  }

  EndingStore store;
};

}  // namespace

Result<EndingStore, CampaignFault> load_for_search(const Material& material,
                                                   const OpenTables& tables, unsigned threads,
                                                   std::size_t memory_bytes,
                                                   const std::atomic<bool>& cancelled) {
  CampaignOptions options;
  for (const Material& part : closure({material})) {
    if (part.men() < kMaxMenInMemory) options.wanted.push_back(part);
  }
  options.threads = threads;
  options.memory_bytes = memory_bytes;
  options.tables = &tables;
  options.values_in_memory = true;
  const auto plan = CampaignPlan::make(options);
  if (!plan) return plan.error();
  StoreTaker taker;
  if (const auto fault = carry_out(*plan, options, taker, cancelled)) return *fault;
  return std::move(taker.store);
}

}  // namespace lucena

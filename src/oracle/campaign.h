// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "census/statistics.h"
#include "oracle/open_tables.h"
#include "solve/solver.h"
#include "table/section.h"

namespace lucena {

/// Why a campaign has not reached its end.
enum class CampaignError {
  NotEnoughMemory,
  Cancelled,
  Table,          // a file is damaged or cannot be written
  TableGone,      // a file that was there has been removed since
  TooManyLevels,  // a distance that values cannot hold
};
using CampaignFault = Error<CampaignError>;

/// What solving an ending took. The CPU time is that of the threads that solved it; others may be
/// busy with the ending before meanwhile. In seconds. Setting up is the CPU time that neither phase
/// accounts for.
struct Effort {
  double wall_seconds = 0, cpu_seconds = 0;
  PhaseSeconds phases;

  double set_up_seconds() const {
    return std::max(0.0, cpu_seconds - phases.exits - phases.passes);
  }
};

/// What a campaign is for, and with what. A campaign for KRPvKR without anything on disk takes all
/// of its closure: KRvK, KQvK, KRvKR and so on up to KRPvKR itself.
struct CampaignOptions {
  /// These and all that they can turn into.
  std::vector<Material> wanted;
  unsigned threads = hardware_threads();
  std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();

  /// Where finished endings are; if nowhere, everything is solved.
  const OpenTables* tables = nullptr;

  // Besides mate scores:
  bool castling = false;
  bool zeroing = false;
  std::vector<Material> conversion{};  // the endings to solve by conversion

  /// Takes the wanted endings into memory, all that is on disk of them, and keeps there what their
  /// moves lead to until they are finished with. Otherwise what is on disk is read only as far as
  /// others need it to be solved.
  bool values_in_memory = false;

  /// Keeps what has been solved, with its statistics as sections. If there is nobody to do so,
  /// statistics are gathered without the reasons for what is not won.
  std::function<std::optional<CampaignFault>(const Material&, const EndingStore&,
                                             std::vector<TableSection>, ThreadPool&)>
      keep{};
};

/// The endings of a campaign in the order of their dependencies.
struct CampaignPlan {
  std::vector<Material> all;          // wanted, and all that they can turn into
  std::vector<Material> endings;      // of those, what has to come into memory
  std::vector<bool> on_disk;          // by place in `endings`: it is read, not solved
  std::vector<std::size_t> last_use;  // of each ending's tables, as a place in `endings`
  Solver::Options solver;
  bool in_stages = false;  // there is memory to solve one ending while others are finished with

  /// Or why it cannot be carried out. The memory is divided like this, and whether it suffices is
  /// known before anything starts:
  ///
  ///     kept aside     tables that wait for a later use, and room to find reasons for draws
  ///     in flight      four endings on their way through the stages, if there is room for them
  ///     solver         the rest
  static Result<CampaignPlan, CampaignFault> make(const CampaignOptions& options);
};

/// An ending that a campaign is done with.
struct FinishedEnding {
  const Material& material;
  bool was_on_disk;
  std::optional<Effort> effort;        // if it was solved
  const EndingStatistics* statistics;  // if it was solved
  const EndingStore* store;            // with its tables, if they are in memory
  ThreadPool& pool;                    // to work with them
  const std::atomic<bool>& cancelled;
};

/// Who wants to know how a campaign goes.
class CampaignObserver {
 public:
  virtual ~CampaignObserver() = default;

  /// Called by the thread that carries out the campaign.
  virtual void begin(const Solver&, const std::vector<Material>& /*endings*/) {}
  /// The ending at a place in `endings` is under way: it is read from disk, or else solved.
  virtual void next(std::size_t /*place*/, bool /*is_read*/) {}
  /// Also if the campaign has not reached its end; nobody else calls any more.
  virtual void end() {}

  /// For each ending of the plan's `all`, in that order, by another thread while the next one is
  /// solved. Whether to go on. What is on disk and stays there is reported too, without tables.
  virtual bool finished(const FinishedEnding&) { return true; }

  /// Something is not as it was asked for, but the campaign goes on. Between begin() and end(), by
  /// any thread.
  virtual void warn(const std::string& /*message*/) {}
};

/// Carries out a plan: takes finished endings from disk, solves what is missing, counts, keeps and
/// reports it. While one ending is written, the next one is counted, and the one after that solved.
/// Nothing if all went well. With three endings A, B and C:
///
///     solve      A  B  C
///     count         A  B  C
///     keep             A  B  C
std::optional<CampaignFault> carry_out(const CampaignPlan& plan, const CampaignOptions& options,
                                       CampaignObserver& observer,
                                       const std::atomic<bool>& cancelled);

}  // namespace lucena

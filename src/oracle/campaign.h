// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "census/statistics.h"
#include "oracle/forecast.h"
#include "oracle/open_tables.h"
#include "oracle/streamed_ending.h"
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
  Scratch,        // what waits on disk meanwhile cannot be written, or not be read again
  Device,         // a GPU has no room for something, or fails, or disagrees with the processor
  NotSupported,   // nobody can solve this yet
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

  /// Endings with more men, large ones, do not fit into memory; tests have smaller ones.
  int men_in_memory = kMaxMenInMemory;
  bool is_large(const Material& material) const { return material.men() > men_in_memory; }
  /// What promotions lead to waits on disk from the time when a large ending is solved or read
  /// until the one with the pawn is solved, which takes gigabytes. For endings behind so many
  /// others with pawns it is read from files, if there are any, when they come: `solve --men 6` has
  /// solved all endings without pawns before the first with one. No ending with two pawns needs
  /// more. Tests have fewer.
  int promotions_wait = 8;
  /// What a position can reach, if the campaign is for the sake of one: of large endings no more
  /// than that is solved.
  std::shared_ptr<const Reach> reach{};
  /// Whether no more than a part of an ending is solved, which is never kept with others.
  bool is_partial(const Layout& layout) const {
    return is_large(layout.material()) && !is_all_within(layout, reach.get());
  }
  /// Where large endings wait while they are solved. Nothing is left there.
  std::filesystem::path scratch_folder = ".";
  /// Who may solve large endings besides the processor.
  Acceleration acceleration{};
  /// What solves the problems of all others.
  MakeProblemSolver make_problem_solver = SolverCrew::make_level_loop;

  /// Keeps what has been solved, with its statistics as sections. If there is nobody to do so,
  /// statistics are gathered without the reasons for what is not won.
  std::function<std::optional<CampaignFault>(const Material&, const EndingStore&,
                                             std::vector<TableSection>, ThreadPool&)>
      keep{};
  /// The same for an ending that was never in memory. If there is nobody to do so, such endings are
  /// counted by mate alone.
  std::function<std::optional<CampaignFault>(const StreamedEnding&, std::vector<TableSection>,
                                             ThreadPool&)>
      keep_streamed{};
  /// The same for one that was solved in part (is_partial), of which there are no statistics.
  std::function<std::optional<CampaignFault>(const StreamedEnding&, ThreadPool&)> keep_part{};
};

/// A large ending that an accelerator has no room for, and why.
struct NotAccelerated {
  Material material;
  SolveFault lack;
};

/// The endings of a campaign in the order of their dependencies.
///
/// A large ending needs the tables of all that a
/// capture makes of it. These would be too many for several large endings, so that each has its own
/// brought in right before it. For KRBvKRN and KQRvKQR, of which nothing is on disk:
///
///     solve KRvK ... KRBvKR, KRBvKN, KRNvKR, KRNvKB, KQRvKQ, KQRvKR     solve KRBvKRN
///     read KQRvKQ, KQRvKR                                               solve KQRvKQR
struct CampaignPlan {
  std::vector<Material> all;      // wanted, and all that they can turn into or reach
  std::vector<Material> endings;  // what is solved or comes into memory, some of it several times
  std::vector<bool> on_disk;      // by place in `endings`: it is read, not solved
  /// By place in `all`: where in `endings` its own turn is; nothing if it stays on disk.
  std::vector<std::optional<std::size_t>> turns;
  std::vector<std::size_t> last_use;         // of each ending's tables, as a place in `endings`
  std::shared_ptr<Accelerator> accelerator;  // for large endings, if there are both
  Solver::Options solver;
  bool in_stages = false;  // there is memory to solve one ending while others are finished with
  Manner manner;           // in which its endings are solved
  std::vector<NotAccelerated> not_accelerated;
  Forecast forecast;

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
  const EndingStore* store;            // with its tables, if they are in memory, else nothing
  ThreadPool& pool;                    // to work with them
  const std::atomic<bool>& cancelled;
  const EndingStore* castling;  // with its castling tables, if those are in memory
};

/// Who wants to know how a campaign goes.
class CampaignObserver {
 public:
  virtual ~CampaignObserver() = default;

  /// Called by the thread that carries out the campaign.
  virtual void begin(const Solver&, const CampaignPlan&) {}
  /// The ending at a place in `endings` is under way: it is read from disk, or else solved.
  virtual void next(std::size_t /*place*/, bool /*is_read*/) {}
  /// What is done with an ending that has been solved and takes long to finish with: "counting".
  virtual void doing(const std::string& /*what*/) {}
  /// Also if the campaign has not reached its end; nobody else calls any more.
  virtual void end() {}

  /// For each ending of the plan's `all`, in that order, by another thread while the next one is
  /// solved. Whether to go on. What is on disk and stays there is reported too, without tables.
  virtual bool finished(const FinishedEnding&) { return true; }

  /// Something is not as it was asked for, but the campaign goes on. By any thread between begin()
  /// and end(); or behind end(), if an accelerator has failed and what is left begins anew.
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

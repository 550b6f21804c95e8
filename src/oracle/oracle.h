// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "census/statistics.h"
#include "chess/game.h"
#include "oracle/answer.h"
#include "oracle/campaign.h"
#include "oracle/forecast.h"
#include "oracle/open_tables.h"
#include "oracle/prober.h"

namespace lucena {

/// Why the oracle has no answer.
enum class OracleError {
  TooManyMen,
  NotEnoughMemory,
  Cancelled,
  NotSolved,  // it would take long, and nobody has allowed it, or it cannot be solved at all
  Table,      // a table is missing and may not be solved, or is damaged
  TableGone,  // a table that was there has been removed since
};
using OracleFault = Error<OracleError>;

/// No line of best play is longer, whatever tables say. Each man but the kings can be captured
/// once, each pawn has six moves, and before, between and behind those a draw can be claimed after
/// a hundred plies.
inline constexpr std::size_t kLongestLine =
    (1 + (1 + 6) * (kMaxMen - 2)) * std::size_t{kClockLimit};

/// Answers everything about a position with few men. Endings that are not on disk are solved and
/// kept there; if they cannot be kept, in memory as long as this oracle is there. Of a large ending
/// with pawns only what the position can reach is solved; that is known as long as this oracle is
/// there, too, and no longer.
/// Any number of threads may ask; one at a time solves, and whoever asks for what is there does not
/// wait for it.
class Oracle {
 public:
  /// Sizes are in bytes; the cache is 512 MB if nobody says otherwise.
  struct Options {
    std::filesystem::path folder;
    unsigned threads = hardware_threads();
    /// Solving and the cache of packets each keep to a limit.
    std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();
    std::size_t cache_bytes = std::size_t{1} << 29;
    /// Whether a table that turns out to be damaged is solved again and its file replaced, which
    /// the observer is told. Where the folder takes no files, it is a fault as without.
    bool mend = false;
    /// Where endings wait that do not fit into memory while they are solved; if nowhere else, in
    /// the folder.
    std::optional<std::filesystem::path> scratch_folder{};
    /// Who may solve those besides the processor.
    Acceleration acceleration{};
    /// Endings with more men, large ones, do not fit into memory; tests have smaller ones.
    int men_in_memory = kMaxMenInMemory;
  };

  /// Asked before anything is solved that does not fit into memory; whether to do so.
  using Consent = std::function<bool(const Material&, const Forecast&)>;

  explicit Oracle(Options options);
  ~Oracle();
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  void observe(CampaignObserver* observer) { observer_ = observer; }
  /// Once this flag is raised, what is being solved is given up, and so are lines of best play.
  void cancel_on(const std::atomic<bool>& flag) { cancelled_ = &flag; }
  bool is_cancelled() const { return *cancelled_; }
  const std::atomic<bool>& cancelled() const { return *cancelled_; }

  /// Whether an ending that is on the board can be asked about without waiting: its tables, and
  /// those of all it can turn into, are there. Bare kings need none.
  bool is_solved(const Material& on_the_board);
  /// The same for a position, of which what it can reach is enough.
  bool is_solved(const Position& position);

  /// Whether this position can be answered about in seconds: it has few men, or is solved.
  bool is_at_hand(const Position& position);
  /// The same for all of an ending: its statistics, and any position of it.
  bool is_at_hand(const Material& on_the_board);

  /// Without anybody to ask, what does not fit into memory is not solved.
  void ask_before_long_work(Consent consent) { consent_ = std::move(consent); }

  /// What it would take to solve an ending, for somebody who will be asked; or why that is not
  /// possible, or not allowed.
  Result<Forecast, OracleFault> forecast(const Material& canonical_material);

  /// Makes sure that the tables of an ending, and of all it can turn into, are there. Returns at
  /// once if they are. Otherwise it may take long, and other askers who want something solved wait
  /// meanwhile.
  std::optional<OracleFault> prepare(const Material& material, bool with_conversion = false);
  /// The same for a position: of large endings no more is solved than it can reach.
  std::optional<OracleFault> prepare(const Position& position, bool with_conversion = false);

  Result<Answer, OracleFault> answer(const Position& position, const Rules& rules = {});

  /// One value, without the moves and without the clock.
  Result<Worth, OracleFault> worth(const Position& position, Metric metric);

  /// Best play by both sides until the game ends or a draw can be claimed, or for so many plies.
  Result<Game, OracleFault> best_line(const Position& position, const Rules& rules = {},
                                      std::size_t most_plies = kLongestLine);

  /// What is kept about an ending that is not bare kings: its figures, and its lists of positions.
  Result<Statistics, OracleFault> statistics(const Material& material);
  Result<PositionLists, OracleFault> position_lists(const Material& material);

  /// Takes an ending into memory with the mate scores of both sides to move, and has them looked
  /// at: for those who search all of its positions. Canonical, and with more men than the kings.
  std::optional<OracleFault> look_through(const Material& material,
                                          const std::function<void(const EndingTable&)>& look);

  /// For those who look at very many positions; prepare() their ending first.
  const Prober& prober() const { return prober_; }
  const OpenTables& tables() const { return tables_; }
  const Options& options() const { return options_; }
  const std::filesystem::path& folder() const { return options_.folder; }
  std::filesystem::path scratch_folder() const {
    return options_.scratch_folder.value_or(options_.folder);
  }

 private:
  /// Prepares an ending and asks its tables. What goes or is damaged meanwhile is solved anew, a
  /// few times at most.
  template <class Subject, class Ask>
  auto ask_tables(const Subject& material_or_position, bool with_conversion, Ask&& ask)
      -> Result<std::decay_t<decltype(*ask())>, OracleFault>;
  /// The same for what is read from the mate file as a whole.
  template <class Read>
  auto ask_mate_file(const Material& material, Read&& read);
  /// Gives up damaged tables, if they are to be mended and can be, and says so; whether any was.
  bool give_up_damaged();
  /// Looks into the folder again the next time.
  void forget_what_is_prepared();
  /// Whether the tables of a canonical material, and of all it can turn into, are on disk.
  bool is_prepared(const Material& material, bool with_conversion);
  /// Whether no more is solved for a position than it can reach.
  bool is_solved_in_part(const Position& position) const;
  /// Whether what a position can reach is there, in tables or in parts of them.
  bool is_reached(const Position& position);
  bool has_all_of(const Reach& reach) const;

  /// A canonical material, or what a position of it can reach.
  struct Task {
    Material material;
    bool with_conversion = false;
    std::shared_ptr<const Reach> reach{};
  };
  std::optional<OracleFault> solve(const Task& task);
  /// The same, anew if tables go or are damaged meanwhile, a few times at most.
  std::optional<OracleFault> solve_persistently(const Task& task);
  CampaignOptions campaign_options(const Task& task);
  /// Why something must not be solved now, if so.
  std::optional<OracleFault> refused(const Material& material, const Forecast& forecast) const;
  std::optional<CampaignFault> keep_streamed(const StreamedEnding& ending,
                                             std::vector<TableSection> sections, ThreadPool& pool);
  std::optional<CampaignFault> keep_part(const StreamedEnding& ending, const Reach& reach,
                                         ThreadPool& pool);
  std::optional<CampaignFault> keep(const Material& material, const EndingStore& store,
                                    const std::vector<TableSection>& sections, ThreadPool& pool);

  const Options options_;
  OpenTables tables_;
  Prober prober_;
  std::mutex solving_;         // held as long as somebody solves
  std::mutex prepared_mutex_;  // of the sets
  std::set<std::pair<Material, bool>> prepared_;
  std::set<PawnPlacement> reached_;  // all that they can reach is there
  bool in_memory_ = false;           // the folder takes no tables
  CampaignObserver* observer_ = nullptr;
  Consent consent_;
  std::atomic<bool> never_{false};
  const std::atomic<bool>* cancelled_ = &never_;
};

}  // namespace lucena

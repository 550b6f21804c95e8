// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/oracle.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/new_file.h"
#include "oracle/ending_writer.h"
#include "oracle/kept_statistics.h"
#include "oracle/play_line.h"

namespace lucena {
namespace {

/// Whatever was going on.
OracleFault oracle_interrupted() {
  return {OracleError::Cancelled, "interrupted"};
}

OracleFault oracle_fault_of(const TableFault& fault) {
  if (fault.code == TableError::Cancelled) return oracle_interrupted();
  const bool gone = fault.code == TableError::NoTable;
  return {gone ? OracleError::TableGone : OracleError::Table, fault.message};
}

OracleFault oracle_fault_of(const CampaignFault& fault) {
  if (fault.code == CampaignError::Cancelled) return oracle_interrupted();
  if (fault.code == CampaignError::TableGone) return {OracleError::TableGone, fault.message};
  if (fault.code == CampaignError::NotSupported) return {OracleError::NotSolved, fault.message};
  const bool no_memory = fault.code == CampaignError::NotEnoughMemory;
  return {no_memory ? OracleError::NotEnoughMemory : OracleError::Table, fault.message};
}

/// Has one ending of a campaign looked at, and tells somebody else of all the rest.
class LookingObserver final : public CampaignObserver {
 public:
  LookingObserver(const Material& material, const std::function<void(const EndingTable&)>& look,
                  CampaignObserver* other)
      : material_(material), look_(look), other_(other) {}

  void begin(const Solver& solver, const CampaignPlan& plan) override {
    if (other_ != nullptr) other_->begin(solver, plan);
  }
  void next(std::size_t place, bool is_read) override {
    if (other_ != nullptr) other_->next(place, is_read);
  }
  void end() override {
    if (other_ != nullptr) other_->end();
  }
  void warn(const std::string& message) override {
    if (other_ != nullptr) other_->warn(message);
  }
  bool finished(const FinishedEnding& ending) override {
    if (ending.material == material_) look_(*ending.store->table(material_));
    return true;
  }

 private:
  const Material material_;
  const std::function<void(const EndingTable&)>& look_;
  CampaignObserver* other_;
};

/// Somebody may remove tables meanwhile, as `lucena tables --remove` does: between the look into
/// the folder and the opening of a file. What has gone is solved anew; whoever removes tables again
/// and again is told in the end.
constexpr int kAttempts = 3;

}  // namespace

Oracle::Oracle(Options options)
    : options_(std::move(options)),
      tables_(options_.folder, options_.cache_bytes),
      prober_(tables_) {}

Oracle::~Oracle() = default;

/// Tables seldom go, so that the answer yes is remembered, and forgotten when one has. An ending
/// can turn into many others, and each of them is a look into the folder.
bool Oracle::is_prepared(const Material& material, bool with_conversion) {
  const std::pair key{material, with_conversion};
  {
    const std::lock_guard lock(prepared_mutex_);
    if (prepared_.contains(key)) return true;
  }
  for (const Material& needed : closure({material})) {
    if (!tables_.has_ending(needed, with_conversion && needed == material)) return false;
  }
  const std::lock_guard lock(prepared_mutex_);
  prepared_.insert(key);
  return true;
}

bool Oracle::is_solved(const Material& on_the_board) {
  if (on_the_board.men() > kMaxMen) return false;
  return on_the_board.men() == 2 || is_prepared(on_the_board.canonical(), false);
}

bool Oracle::is_solved(const Position& position) {
  return is_reached(position) || is_solved(Material::of(position));
}

bool Oracle::is_at_hand(const Position& position) {
  return position.occupied().count() <= options_.men_in_memory || is_solved(position);
}

bool Oracle::is_at_hand(const Material& on_the_board) {
  return on_the_board.men() <= options_.men_in_memory || is_solved(on_the_board);
}

/// Without pawns a position can reach all of its ending.
bool Oracle::is_solved_in_part(const Position& position) const {
  const int men = position.occupied().count();
  return men > options_.men_in_memory && men <= kMaxMen && position.castling().empty() &&
         !position.men_of(PieceType::Pawn).empty();
}

/// Endings with few men come from captures, and are there if all of those are that the ending can
/// turn into.
bool Oracle::has_all_of(const Reach& reach) const {
  const auto is_there = [&](const PawnPlacement& placement) {
    return tables_.parts().contains(placement) || tables_.has_ending(placement.material);
  };
  const std::set<PawnPlacement>& large = reach.placements();
  if (!std::all_of(large.begin(), large.end(), is_there)) return false;
  const std::vector<Material> others = closure({reach.start().material});
  return std::all_of(others.begin(), others.end(), [&](const Material& other) {
    return other.men() > options_.men_in_memory || tables_.has_ending(other);
  });
}

/// The answer yes is remembered, as for whole endings. With equal sides it may be there either way
/// round.
bool Oracle::is_reached(const Position& position) {
  if (tables_.parts().empty() || !is_solved_in_part(position)) return false;
  const PawnPlacement start = PawnPlacement::of(position);
  {
    const std::lock_guard lock(prepared_mutex_);
    if (reached_.contains(start)) return true;
  }
  if (!has_all_of(Reach(start)) && !has_all_of(Reach(start.with_colors_swapped()))) return false;
  const std::lock_guard lock(prepared_mutex_);
  reached_.insert(start);
  return true;
}

/// Asked twice, before and after the lock: the first keeps those who need nothing from waiting, the
/// second keeps an ending from being solved again by those who waited for it.
std::optional<OracleFault> Oracle::prepare(const Material& on_the_board, bool with_conversion) {
  if (on_the_board.men() > kMaxMen) {
    return OracleFault{
        OracleError::TooManyMen,
        fmt::format("there are {} men, but endings have {} at most", on_the_board.men(), kMaxMen)};
  }
  if (on_the_board.men() == 2) return {};
  const Material material = on_the_board.canonical();
  if (is_prepared(material, with_conversion)) return {};
  const std::lock_guard lock(solving_);
  // Somebody else may have solved it in the meantime.
  if (is_prepared(material, with_conversion)) return {};
  return solve_persistently({material, with_conversion});
}

std::optional<OracleFault> Oracle::prepare(const Position& position, bool with_conversion) {
  const Material material = Material::of(position);
  if (with_conversion || !is_solved_in_part(position)) return prepare(material, with_conversion);
  if (is_solved(position)) return {};
  const std::lock_guard lock(solving_);
  if (is_solved(position)) return {};
  return solve_persistently({material.canonical(), false, std::make_shared<const Reach>(position)});
}

std::optional<OracleFault> Oracle::solve_persistently(const Task& task) {
  auto fault = solve(task);
  for (int attempt = 1; fault && attempt < kAttempts; ++attempt) {
    const bool damaged = fault->code == OracleError::Table && give_up_damaged();
    if (!damaged && fault->code != OracleError::TableGone) break;
    fault = solve(task);
  }
  return fault;
}

/// A folder that takes no files is left as it is: a table that could not be replaced would be
/// solved again by everybody who asks.
bool Oracle::give_up_damaged() {
  if (!options_.mend || access(options_.folder.c_str(), W_OK | X_OK) != 0) return false;
  std::set<std::string> sentences;  // one for each file, however many parts of it are damaged
  for (const TableFault& fault : tables_.give_up_damaged()) {
    std::string_view what = fault.message;
    if (what.ends_with(kRemoveIt)) what.remove_suffix(kRemoveIt.size());
    sentences.insert(std::string(what) + std::string(kIsReplaced));
  }
  for (const std::string& sentence : sentences) {
    if (observer_ != nullptr) observer_->warn(sentence);
  }
  return !sentences.empty();
}

void Oracle::forget_what_is_prepared() {
  const std::lock_guard lock(prepared_mutex_);
  prepared_.clear();
  reached_.clear();
}

CampaignOptions Oracle::campaign_options(const Task& task) {
  CampaignOptions options;
  options.wanted = {task.material};
  options.threads = options_.threads;
  options.memory_bytes = options_.memory_bytes;
  options.tables = &tables_;
  options.castling = options.zeroing = true;
  if (task.with_conversion) options.conversion = {task.material};
  options.men_in_memory = options_.men_in_memory;
  options.reach = task.reach;
  options.keep = [this](const Material& solved, const EndingStore& store,
                        const std::vector<TableSection>& sections,
                        ThreadPool& pool) { return keep(solved, store, sections, pool); };
  options.scratch_folder = scratch_folder();
  options.acceleration = options_.acceleration;
  options.keep_streamed = [this](const StreamedEnding& ending, std::vector<TableSection> sections,
                                 ThreadPool& pool) {
    return keep_streamed(ending, std::move(sections), pool);
  };
  options.keep_part = [this, reach = task.reach](const StreamedEnding& ending, ThreadPool& pool) {
    return keep_part(ending, *reach, pool);
  };
  return options;
}

std::optional<OracleFault> Oracle::solve(const Task& task) {
  // What a campaign of hours has left behind that was killed takes gigabytes.
  if (is_large(task.material)) remove_unfinished_files(options_.folder);
  const CampaignOptions options = campaign_options(task);
  const auto plan = CampaignPlan::make(options);
  if (!plan) {
    OracleFault fault = oracle_fault_of(plan.error());
    if (plan.error().code != CampaignError::NotSupported) {
      fault.message = task.material.name() + " must be solved: " + fault.message;
    }
    // There is nothing wrong with any table, but no disk to solve it on.
    if (fault.code == OracleError::Table) fault.code = OracleError::NotSolved;
    return fault;
  }
  if (auto fault = refused(task.material, plan->forecast)) return fault;
  CampaignObserver nobody;
  CampaignObserver& observer = observer_ != nullptr ? *observer_ : nobody;
  if (const auto fault = carry_out(*plan, options, observer, *cancelled_)) {
    return oracle_fault_of(*fault);
  }
  if (task.reach && !tables_.has_ending(task.material)) {
    observer.warn(
        fmt::format("of {0}, only what this position can reach is solved, and it is not "
                    "kept: 'lucena solve {0}' solves and keeps all of it",
                    task.material.name()));
  }
  return {};
}

Result<Forecast, OracleFault> Oracle::forecast(const Material& material) {
  const auto plan = CampaignPlan::make(campaign_options({material, false}));
  if (!plan) return oracle_fault_of(plan.error());
  if (!consent_) {
    if (auto fault = refused(material, plan->forecast)) return *fault;
  }
  return plan->forecast;
}

std::optional<OracleFault> Oracle::refused(const Material& material,
                                           const Forecast& forecast) const {
  if (forecast.large.empty() || (consent_ && consent_(material, forecast))) return {};
  if (forecast.in_part) {
    return OracleFault{
        OracleError::NotSolved,
        fmt::format("{0} is not solved yet: what this position can reach takes {1} (--solve), and "
                    "'lucena solve {0}' solves all of it",
                    material.name(), text_of(forecast))};
  }
  return OracleFault{OracleError::NotSolved,
                     fmt::format("{0} is not solved yet: 'lucena solve {0}' takes {1}",
                                 material.name(), text_of(forecast))};
}

/// What was never in memory has no other place than the folder.
std::optional<CampaignFault> Oracle::keep_streamed(const StreamedEnding& ending,
                                                   std::vector<TableSection> sections,
                                                   ThreadPool& pool) {
  const auto written = ending.write(options_.folder, std::move(sections), pool, *cancelled_);
  if (!written) {
    const bool cancelled = written.error().code == TableError::Cancelled;
    return CampaignFault{cancelled ? CampaignError::Cancelled : CampaignError::Table,
                         written.error().message};
  }
  for (const Metric metric : kMetrics) {
    tables_.note_replaced(ending.layout().material(), metric);
  }
  return {};
}

std::optional<CampaignFault> Oracle::keep_part(const StreamedEnding& ending, const Reach& reach,
                                               ThreadPool& pool) {
  const auto geometry = std::make_shared<const TableGeometry>(
      ending.layout().material(), skeletons_within(ending.layout(), &reach));
  const auto failed = [](const TableFault& fault) {
    const bool cancelled = fault.code == TableError::Cancelled;
    return CampaignFault{cancelled ? CampaignError::Cancelled : CampaignError::Scratch,
                         fault.message};
  };
  ByMetric<std::optional<MappedFile>> tables;
  for (const Metric metric : kMetrics) {
    if (!ending.has(metric)) continue;
    auto bytes = ending.write_part(scratch_folder(), *geometry, metric, pool, *cancelled_);
    if (!bytes) return failed(bytes.error());
    tables[metric].emplace(std::move(*bytes));
  }
  const auto fault = tables_.keep_part(geometry, std::move(tables));
  return fault ? std::optional(failed(*fault)) : std::nullopt;
}

/// Files have White to move alone; the other half is computed from it.
std::optional<OracleFault> Oracle::look_through(
    const Material& material, const std::function<void(const EndingTable&)>& look) {
  if (auto fault = prepare(material)) return fault;
  CampaignOptions options;
  options.wanted = {material};
  options.threads = options_.threads;
  options.memory_bytes = options_.memory_bytes;
  options.tables = &tables_;
  options.values_in_memory = true;
  const auto plan = CampaignPlan::make(options);
  if (!plan) return oracle_fault_of(plan.error());
  LookingObserver observer(material, look, observer_);
  const auto fault = carry_out(*plan, options, observer, *cancelled_);
  if (!fault) return {};
  return oracle_fault_of(*fault);
}

/// Only metrics that are missing are written: what is on disk is never replaced by the same again.
/// After the first failure everything stays in memory, and a warning is given once.
std::optional<CampaignFault> Oracle::keep(const Material& material, const EndingStore& store,
                                          const std::vector<TableSection>& sections,
                                          ThreadPool& pool) {
  const auto write = [&](const TableWriting& write_table) {
    return write_ending(write_table, material, store, tables_.missing(material), sections);
  };
  const auto failed = [&](const TableFault& fault) {
    return CampaignFault{
        fault.code == TableError::Cancelled ? CampaignError::Cancelled : CampaignError::Table,
        fault.message};
  };
  if (!in_memory_) {
    std::error_code ignored;
    std::filesystem::create_directories(options_.folder, ignored);
    const auto written = write([&](const NewTable& table) {
      return write_table(options_.folder, table, pool, *cancelled_);
    });
    if (written) {
      for (const Metric metric : kMetrics) tables_.note_replaced(material, metric);
      return {};
    }
    if (written.error().code == TableError::Cancelled) return failed(written.error());
    if (observer_ != nullptr) {
      observer_->warn("the tables cannot be kept: " + written.error().message);
    }
    in_memory_ = true;
  }
  const auto written = write([&](const NewTable& table) -> Result<std::uint64_t, TableFault> {
    auto bytes = write_table_in_memory(table, pool, *cancelled_);
    if (!bytes) return bytes.error();
    const std::uint64_t size_bytes = bytes->bytes().size();
    if (auto fault = tables_.keep(material, table.metric, std::move(*bytes))) return *fault;
    return size_bytes;
  });
  if (!written) return failed(written.error());
  return {};
}

template <class Subject, class Ask>
auto Oracle::ask_tables(const Subject& material_or_position, bool with_conversion, Ask&& ask)
    -> Result<std::decay_t<decltype(*ask())>, OracleFault> {
  for (int attempt = 1;; ++attempt) {
    if (auto fault = prepare(material_or_position, with_conversion)) return *fault;
    auto told = ask();
    if (told) return std::move(*told);
    OracleFault fault = oracle_fault_of(told.error());
    if (attempt == kAttempts) return fault;
    const bool damaged = told.error().code == TableError::Damaged && give_up_damaged();
    if (!damaged && fault.code != OracleError::TableGone) return fault;
    forget_what_is_prepared();
  }
}

template <class Read>
auto Oracle::ask_mate_file(const Material& material, Read&& read) {
  using Told = decltype(read(std::declval<const TableFile&>()));
  return ask_tables(material, false, [&]() -> Told {
    const OpenTables::Ending& ending = *tables_.ending_of(material);
    const auto table = tables_.table(ending, Metric::Mate);
    if (!table) return table.error();
    auto told = read(**table);
    if (!told) tables_.note_fault(ending, Metric::Mate, told.error());
    return told;
  });
}

Result<Statistics, OracleFault> Oracle::statistics(const Material& material) {
  return ask_mate_file(material, read_statistics);
}

Result<PositionLists, OracleFault> Oracle::position_lists(const Material& material) {
  return ask_mate_file(material, read_position_lists);
}

Result<Answer, OracleFault> Oracle::answer(const Position& position, const Rules& rules) {
  return ask_tables(position, rules.metric == Metric::Conversion,
                    [&] { return answer_from_tables(position, prober_, rules); });
}

Result<Worth, OracleFault> Oracle::worth(const Position& position, Metric metric) {
  return ask_tables(position, metric == Metric::Conversion,
                    [&] { return prober_.worth(position, metric); });
}

/// Every position is asked anew, with its own clock.
Result<Game, OracleFault> Oracle::best_line(const Position& position, const Rules& rules,
                                            std::size_t most_plies) {
  Game game(position);
  std::optional<OracleFault> fault;
  play_line(game, [&](const Game& so_far) -> std::optional<Move> {
    if (so_far.moves().size() >= most_plies) return {};
    if (is_cancelled()) {
      fault = oracle_interrupted();
      return {};
    }
    const auto next = answer(so_far.position(), rules);
    if (next) return next->moves.front().move;
    fault = next.error();
    return {};
  });
  if (fault) return *fault;
  return game;
}

}  // namespace lucena

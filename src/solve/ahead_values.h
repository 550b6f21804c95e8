// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "solve/kept_promotions.h"
#include "solve/large_ending.h"

namespace lucena {

/// Worths that are put together from a disk, the latest few at hand. Any number of threads may ask;
/// who has got something keeps it as long as it likes.
template <class Key>
class WorthCache {
 public:
  using Worths = std::shared_ptr<const std::vector<Worth>>;

  /// So many bytes are kept at hand, but no less than one piece.
  explicit WorthCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// What belongs to a key; load() makes it if it is not here.
  template <class Load>
  Worths get(const Key& key, Load&& load) {
    if (Worths known = find(key)) return known;
    Worths made = std::make_shared<const std::vector<Worth>>(load());
    const std::lock_guard lock(mutex_);
    if (places_.contains(key)) return made;
    latest_.emplace_front(key, made);
    places_[key] = latest_.begin();
    size_bytes_ += made->size() * sizeof(Worth);
    while (size_bytes_ > most_bytes_ && latest_.size() > 1) drop_last();
    return made;
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    latest_.clear();
    places_.clear();
    size_bytes_ = 0;
  }

 private:
  using List = std::list<std::pair<Key, Worths>>;

  Worths find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    latest_.splice(latest_.begin(), latest_, found->second);
    return found->second->second;
  }
  void drop_last() {
    size_bytes_ -= latest_.back().second->size() * sizeof(Worth);
    places_.erase(latest_.back().first);
    latest_.pop_back();
  }

  const std::size_t most_bytes_;
  std::mutex mutex_;
  List latest_;
  std::map<Key, typename List::iterator> places_;
  std::size_t size_bytes_ = 0;
};

/// What the pawn moves of an ending lead to whose values are on disk: positions of its own with
/// pawns further advanced, and promotions.
class AheadValues {
 private:
  using BatchKey = std::tuple<Color, std::uint32_t, std::uint32_t>;  // side, skeleton, batch
  using UnitKey = std::pair<PromotionPlace, std::uint32_t>;
  using Worths = WorthCache<BatchKey>::Worths;

  /// A batch of a problem with one pawn, or all of one with two, takes 33.5 MB, and up to four of
  /// them are needed at a time.
  static constexpr std::size_t kBytesPerThread = std::size_t{1} << 27;

 public:
  AheadValues(const Layout& layout, Metric metric, const LargeEnding& ending,
              const KeptPromotions& promotions, unsigned threads)
      : layout_(layout),
        metric_(metric),
        ending_(&ending),
        promotions_(promotions),
        batches_(at_hand_bytes(threads) / 2),
        units_(at_hand_bytes(threads) / 2) {}
  /// What is at hand of an ending that is being solved, at most.
  static constexpr std::size_t at_hand_bytes(unsigned threads) {
    return 2 * kBytesPerThread * (threads + 1);
  }
  /// Of one problem of an ending that was solved before: windows on the skeletons ahead, for the
  /// side to move after the pawn moves that anybody asks for. Its words are looked at with one
  /// white king after the other, so that the units of all of them are kept, 2.1 GB with one pawn.
  using Windows = std::map<std::uint32_t, ValueWindow>;
  AheadValues(const Layout& layout, Metric metric, Windows windows,
              const KeptPromotions& promotions)
      : layout_(layout),
        metric_(metric),
        windows_(std::move(windows)),
        promotions_(promotions),
        batches_(0),
        units_(std::size_t{layout.words()} * Square::kCount * sizeof(Worth)) {}

  /// The exits of a problem are known. The first fault in reading, if there was one.
  std::optional<FileFault> finish_problem();

  /// One thread's, for as long as it looks at words near each other.
  class Reader {
   public:
    explicit Reader(AheadValues& values) : values_(values) {}

    /// The 64 values of a word with a side to move; after a fault anything.
    const Worth* values(Color side, std::uint32_t skeleton, std::uint32_t word);
    /// What promotions are worth in the 64 positions of a word of the problem.
    const Worth* promotions(const PromotionPlace& place, std::uint32_t word);

   private:
    AheadValues& values_;
    std::vector<std::pair<BatchKey, Worths>> batches_;
    std::vector<std::pair<UnitKey, Worths>> units_;
  };

 private:
  Worths batch(const BatchKey& key);
  Worths unit(const UnitKey& key);
  void note(std::optional<FileFault> fault);

  const Layout& layout_;
  const Metric metric_;
  const LargeEnding* const ending_ = nullptr;  // or else windows
  const Windows windows_{};
  const KeptPromotions& promotions_;
  WorthCache<BatchKey> batches_;
  WorthCache<UnitKey> units_;
  std::mutex mutex_;
  std::optional<FileFault> fault_;
};

}  // namespace lucena

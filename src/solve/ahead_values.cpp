// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/ahead_values.h"

#include <algorithm>

namespace lucena {
namespace {

/// Few are at hand at a time, the one that was asked for last among them.
template <class Key, class Worths, class Get>
const Worths& at_hand(std::vector<std::pair<Key, Worths>>& held, const Key& key, Get&& get) {
  const auto is_it = [&](const auto& entry) { return entry.first == key; };
  const auto found = std::find_if(held.begin(), held.end(), is_it);
  if (found != held.end()) return found->second;
  return held.emplace_back(key, get()).second;
}

}  // namespace

const Worth* AheadValues::Reader::values(Color side, std::uint32_t skeleton, std::uint32_t word) {
  if (values_.ending_ == nullptr) return values_.windows_.at(skeleton).row(word);
  const DecisionLog& log = *values_.ending_->log(values_.metric_, skeleton);
  const BatchKey key{side, skeleton, log.batch_of(word)};
  const Worths& worths = at_hand(batches_, key, [&] { return values_.batch(key); });
  return worths->data() + std::size_t{word - log.first_word(log.batch_of(word))} * Square::kCount;
}

const Worth* AheadValues::Reader::promotions(const PromotionPlace& place, std::uint32_t word) {
  const std::uint32_t unit_words = KeptPromotions::unit_words(values_.layout_);
  const UnitKey key{place, word / unit_words};
  const Worths& worths = at_hand(units_, key, [&] { return values_.unit(key); });
  return worths->data() + std::size_t{word % unit_words} * Square::kCount;
}

auto AheadValues::batch(const BatchKey& key) -> Worths {
  return batches_.get(key, [&] {
    const auto& [side, skeleton, batch] = key;
    const DecisionLog& log = *ending_->log(metric_, skeleton);
    std::vector<Worth> worths(std::size_t{log.words_of(batch)} * Square::kCount);
    note(log.read(side, batch, worths));
    return worths;
  });
}

auto AheadValues::unit(const UnitKey& key) -> Worths {
  return units_.get(key, [&] {
    const auto& [place, number] = key;
    std::vector<Worth> worths(std::size_t{KeptPromotions::unit_words(layout_)} * Square::kCount);
    note(promotions_.read(layout_, metric_, place, number, worths));
    return worths;
  });
}

/// With several pawns other problems, solved at the same time or next, lead to the same skeletons;
/// with one, another would begin with another batch.
std::optional<FileFault> AheadValues::finish_problem() {
  if (layout_.pawn_count() == 1) {
    batches_.clear();
    units_.clear();
  }
  const std::lock_guard lock(mutex_);
  return fault_;
}

void AheadValues::note(std::optional<FileFault> fault) {
  if (!fault) return;
  const std::lock_guard lock(mutex_);
  if (!fault_) fault_ = std::move(fault);
}

}  // namespace lucena

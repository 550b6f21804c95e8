// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "solve/exits.h"

namespace lucena {

/// What the best exits of one problem come to, in three sets a word and side to move. Often that is
/// all that counts of an exit, and then what was found out once need not be found out again. So by
/// zeroing distance, after mate, where the 50-move rule changes no result. Six sets are 48 bytes a
/// word, while events can be any number.
class ExitNotes {
 public:
  /// The best exits of the positions of a word; where they draw, it is in no set.
  struct Word {
    ByColor<std::uint64_t> won, lost, without_exit;
  };

  /// For another problem with so many words.
  void make_room(std::uint32_t words) {
    if (words_.size() < words) words_ = Buffer<Word>(words);
  }
  Word& operator[](std::uint32_t word) { return words_[word]; }
  const Word& operator[](std::uint32_t word) const { return words_[word]; }

 private:
  Buffer<Word> words_;
};

/// Finds exits with another, and takes notes.
class NotingExits final : public Exits {
 public:
  NotingExits(const Exits& exits, ExitNotes& notes) : exits_(exits), notes_(notes) {}

  void find(const Problem& problem, std::uint32_t first_word,
            std::span<const WordOfBothSides> legal, std::span<WordOfBothSides> without_exit,
            Events& events) const override {
    const ByColor<std::size_t> before{events[Color::White].size(), events[Color::Black].size()};
    exits_.find(problem, first_word, legal, without_exit, events);
    for (std::uint32_t i = 0; i < legal.size(); ++i) {
      notes_[first_word + i] = {{}, {}, without_exit[i]};
    }
    for (const Color side : kColors) {
      for (const ExitEvent& event : std::span(events[side]).subspan(before[side])) {
        ExitNotes::Word& word = notes_[event.word];
        (event.turn.wins() ? word.won : word.lost)[side] |= event.positions;
      }
    }
  }

 private:
  const Exits& exits_;
  ExitNotes& notes_;
};

/// The same exits as in the notes, all that win at one turn and all that lose at another.
class ExitsFromNotes final : public Exits {
 public:
  ExitsFromNotes(const ExitNotes& notes, Turn won, Turn lost)
      : notes_(notes), won_(won), lost_(lost) {}

  void find(const Problem&, std::uint32_t first_word, std::span<const WordOfBothSides> legal,
            std::span<WordOfBothSides> without_exit, Events& events) const override {
    for (std::uint32_t i = 0; i < legal.size(); ++i) {
      const std::uint32_t word = first_word + i;
      const ExitNotes::Word& notes = notes_[word];
      without_exit[i] = notes.without_exit;
      for (const Color side : kColors) {
        if (notes.won[side] != 0) events[side].push_back({notes.won[side], word, won_});
        if (notes.lost[side] != 0) events[side].push_back({notes.lost[side], word, lost_});
      }
    }
  }

 private:
  const ExitNotes& notes_;
  const Turn won_, lost_;
};

}  // namespace lucena

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lucena {

/// What makes the search quicker than plain alpha-beta. Each can be left out, to find out what it
/// gains.
struct Techniques {
  bool hash_table = true;            // values of positions that have been searched before
  bool aspiration = true;            // narrow windows around the last iteration's value
  bool killers_and_history = true;   // quiet moves that have refuted others come first
  bool null_move = true;             // a side that could even skip a move is well off
  bool late_move_reductions = true;  // what is sorted to the end is searched less deeply
  bool late_move_pruning = true;     // and near the leaves not at all
  bool futility = true;              // margins that no quiet move makes up for
  bool exchange_pruning = true;      // moves that lose material by exchange
  bool check_extensions = true;      // near the leaves, a check is searched deeper
  bool singular_extensions = true;   // a hash move far better than all others too
  bool internal_reductions = true;   // nodes without a hash move are searched less deeply

  static constexpr Techniques none() {
    return {false, false, false, false, false, false, false, false, false, false, false};
  }
};

}  // namespace lucena

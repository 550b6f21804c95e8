// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/heavy_work.h"

namespace lucena {

HeavyWork& HeavyWork::instance() {
  static HeavyWork work;
  return work;
}

HeavyWork::Turn HeavyWork::wait_for_turn() {
  Turn turn(mutex_, std::try_to_lock);
  if (turn) return turn;
  if (++waiting_ <= kMostWaiting) (void)turn.try_lock_for(kPatience);
  --waiting_;
  return turn;
}

}  // namespace lucena

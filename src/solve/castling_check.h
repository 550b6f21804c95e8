// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

#include "solve/verifier.h"

namespace lucena {

/// Solves the positions with castling rights of a canonical material a second time and compares
/// every one with what the store holds of it.
///
/// The second solution shares nothing with the first but the rules of chess and the values of
/// positions without rights: it places the men on the board one by one, lists the legal moves of
/// each position, and repeats "a position is worth its best move" until nothing changes. Positions
/// with rights that captures and promotions lead to are solved along. So it finds what
/// verify_castling() cannot: positions that are left out, or mistaken for others whenever they are
/// looked up, the successors among them. With equal sides it compares both of two positions that
/// only differ in the colours, of which tables keep one.
///
/// With four men it takes up to some ten thousand positions and a fraction of a second; with five
/// and no pawn up to about a million, seconds, and 400 MB. All that pawns can promote to comes on
/// top of that, and the tables of all of it must be in the store.
VerifyReport check_castling(const Material& material, Metric metric, const EndingStore& store,
                            const std::atomic<bool>& cancelled);

}  // namespace lucena

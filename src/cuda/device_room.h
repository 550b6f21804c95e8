// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "endgame/layout.h"
#include "endgame/material.h"
#include "solve/exit_views.h"

namespace lucena {

/// When a set is thin enough for lists. A word that is scattered takes as long as `thin_share`
/// words of a plain pass, measured on an H200; and a list of more than one word in `list_share` is
/// not kept at all. Tests take other numbers, so that small problems go every way that large ones
/// go.
struct ListLimits {
  std::uint32_t thin_share = 300;
  std::uint32_t list_share = 8;
};

/// What the sets and lists of a problem take on a device: 14.8 + 0.6 GB with six men.
std::size_t device_set_bytes(std::uint64_t words, const ListLimits& limits = {});
/// The same with its events, which come from the host.
std::size_t device_problem_bytes(std::uint64_t words, bool has_pawns,
                                 const ListLimits& limits = {});

/// The table of an ending by one metric on a device, both sides to move.
std::size_t device_table_bytes(const Layout& layout);

/// Words of the largest part of an ending that is solved as one.
std::uint64_t largest_wave_words(const Layout& layout);

/// Whether pawn moves of an ending, or promotions into it, lead to positions with this side to
/// move.
bool is_led_to(const Material& material, const std::vector<PromotionInto>& promotions, Color side);

/// Endings in the order in which they are solved: those with up to so many men have tables that
/// stay, the large ones do not.
struct DevicePlan {
  const std::vector<Material>& endings;
  std::size_t metrics = 1;  // of tables; large ones are solved by one after the other
  int men_in_tables = kMaxMenInMemory;

  bool is_large(const Material& material) const { return material.men() > men_in_tables; }
};

/// Promotions of an ending's plan into it, as far as those who promote are large.
std::vector<PromotionInto> promotions_of_large(const Material& material, const DevicePlan& plan);

/// What it takes to solve a plan on a device: tables; what is kept of promotions into large
/// endings; and, for the ending that takes most of it, sets, rows of exits, views of captures,
/// events as many as there usually are, and the values of the last waves.
///
///     KRBvKRN, two metrics    tables 3, sets 15, rows and views 11, events 14 GB
///     KRBvKRP, one            tables 12, promotions 9, of a wave sets 6, rows 9, events 14,
///                             values 26 GB
std::size_t device_plan_bytes(const DevicePlan& plan, const ListLimits& limits = {});

}  // namespace lucena

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "endgame/layout.h"
#include "endgame/material.h"

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

/// The table of an ending by one metric on a device, both sides to move.
std::size_t device_table_bytes(const Layout& layout);

/// What it takes to solve a plan on a device: the tables with up to so many men, which stay; what
/// is kept of promotions into larger endings; and for the ending that takes most of it sets, rows
/// of exits, views of captures, and the values of the last waves. Events come on top and are
/// counted when they are known.
///
///     KRBvKRN       tables of smaller endings 3 GB, sets 15, rows and views 12
///     KRBvKRP       tables 11 GB, promotions 9, of a wave sets 6, rows 9, values 26
std::size_t device_plan_bytes(const std::vector<Material>& plan, std::size_t metrics,
                              const ListLimits& limits = {}, int men_in_tables = kMaxMenInMemory);

}  // namespace lucena

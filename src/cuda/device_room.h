// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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

/// The table of an ending without pawns by one metric on a device, nothing if none is kept.
std::size_t device_table_bytes(const Material& material);

/// What it takes to solve a plan without pawns on a device: the tables that stay, and for the
/// largest ending sets, rows of exits and views of captures. Events come on top and are counted
/// when they are known.
std::size_t device_plan_bytes(const std::vector<Material>& plan, std::size_t metrics,
                              const ListLimits& limits = {});

}  // namespace lucena

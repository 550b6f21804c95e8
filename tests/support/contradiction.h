// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "solve/verifier.h"

namespace lucena::test {

inline void expect_no_contradiction(const VerifyReport& report) {
  EXPECT_FALSE(report.fault) << report.fault->message;
  const auto& found = report.first_contradiction;
  EXPECT_FALSE(found) << to_fen(found->position) << ": stored " << text_of(found->stored)
                      << ", computed " << text_of(found->computed);
}

}  // namespace lucena::test

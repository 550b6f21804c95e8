// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "oracle/oracle.h"
#include "report/json_output.h"
#include "server/http.h"
#include "server/solve_desk.h"

namespace lucena {

/// Who may be asked, and who knows the way to the rest.
struct ApiParts {
  Oracle& oracle;
  SolveDesk& desk;
  /// Whoever wants something done, and not only told, has to show this. The page has it.
  std::string token;
};

/// A way to ask for something.
struct Route {
  std::string_view method, path;
  HttpResponse (*answer)(const ApiParts& parts, const HttpRequest& request);
};

/// All questions that there are: those of Lichess, and ours under /api/.
const std::vector<Route>& api_routes();

/// Answers by the routes; 404 and 405 where none fits. POST and DELETE need the token.
HttpResponse answer_by_routes(const ApiParts& parts, const HttpRequest& request);

// What the answers under /api/ have in common.

/// As everybody may read it, pages of other sites included.
HttpResponse api_response(const Json& json);
/// {"error": ...}
HttpResponse api_refusal(int status, std::string_view why);
/// 503 where somebody has interrupted it, 500 for all else.
HttpResponse api_refusal(const OracleFault& fault);
/// The position of ?fen=..., in any way that the commands understand, too.
Result<Position, HttpResponse> asked_position(const HttpRequest& request);
/// The game that begins there and goes on by ?moves=e2e4,e7e5, if there are any.
Result<Game, HttpResponse> asked_game(const HttpRequest& request);
/// The canonical material of ?ending=..., which is none of bare kings.
Result<Material, HttpResponse> asked_ending(const HttpRequest& request);

}  // namespace lucena

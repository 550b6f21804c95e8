// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/training_api.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "chess/fen.h"
#include "chess/move_text.h"
#include "console/explanation.h"
#include "oracle/game_answer.h"
#include "trainer/lesson.h"
#include "trainer/schedule.h"

namespace lucena {
namespace {

using Seconds = std::chrono::sys_seconds;

Seconds now_in_seconds() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

TrainingLog log_of(const ApiParts& parts) {
  return TrainingLog(parts.oracle.folder() / "training.txt");
}

Result<ProgressByName, HttpResponse> progress_in(const TrainingLog& log) {
  const auto history = log.read();
  if (!history) return api_refusal(500, history.error().message);
  return progress_of(history->attempts);
}

Json progress_json(const ProgressByName& progress, const std::string& name) {
  const auto found = progress.find(name);
  if (found == progress.end()) return nullptr;
  const Progress& known = found->second;
  return {{"tries", known.tries},
          {"solved", known.solved},
          {"box", known.box},
          {"due", due_text(known.due, now_in_seconds())},
          {"is_due", known.due <= now_in_seconds()}};
}

std::string_view goal_name(Goal::Kind kind) {
  switch (kind) {
    case Goal::Kind::Mate:
      return "mate";
    case Goal::Kind::Convert:
      return "convert";
    case Goal::Kind::Hold:
      return "hold";
  }
  return {};
}

Json lesson_json(const Exercise& exercise, const ProgressByName& progress) {
  return {{"name", exercise.name},
          {"title", exercise.title},
          {"text", exercise.text},
          {"fen", to_fen(exercise.position)},
          {"ending", Material::of(exercise.position).canonical().name()},
          {"goal", {{"kind", goal_name(exercise.goal.kind)}, {"moves", exercise.goal.moves}}},
          {"goal_words", goal_words(exercise.goal)},
          {"progress", progress_json(progress, exercise.name)}};
}

/// What a page sends when somebody has played an exercise.
struct PlayedExercise {
  const Exercise* exercise;
  std::vector<std::string> moves;
  bool helped;
};

Result<PlayedExercise, HttpResponse> read_played(const std::string& body) {
  const Json json = Json::parse(body, nullptr, false);
  const bool complete = json.is_object() && json.contains("exercise") && json.contains("moves") &&
                        json["exercise"].is_string() && json["moves"].is_array();
  if (!complete) return api_refusal(400, "the body must be {\"exercise\": ..., \"moves\": [...]}");
  const std::string name = json["exercise"].get<std::string>();
  const auto& lessons = built_in_lessons();
  const auto lesson = std::find_if(lessons.begin(), lessons.end(), [&](const Lesson& candidate) {
    return candidate.exercise.name == name;
  });
  if (lesson == lessons.end()) return api_refusal(404, "there is no lesson of that name");
  PlayedExercise played{&lesson->exercise, {}, json.value("helped", Json(false)) == Json(true)};
  for (const Json& move : json["moves"]) {
    if (!move.is_string()) return api_refusal(400, "moves are strings such as \"e7e8q\"");
    played.moves.push_back(move.get<std::string>());
  }
  return played;
}

/// Makes the moves one by one, each reviewed, until the exercise is over.
Result<GameRecord, HttpResponse> replay(Oracle& oracle, const PlayedExercise& played) {
  GameRecord record{Game(played.exercise->position)};
  for (const std::string& text : played.moves) {
    if (end_by_goal(*played.exercise, record) || end_of(record.game, {})) break;
    const auto move = parse_uci(record.game.position(), text);
    if (!move) return api_refusal(400, move.error().message);
    const auto answer = answer_in_game(oracle, record.game, {});
    if (!answer) return api_refusal(answer.error());
    record.make(review_move(*answer, *move));
  }
  return record;
}

Json words_json(Oracle& oracle, const GameRecord& record, const Judgement& judgement) {
  if (!judgement.first_mistake) return Json::array();
  const auto paragraphs = explain_move(oracle, {}, record, *judgement.first_mistake);
  return paragraphs ? Json(*paragraphs) : Json::array();
}

}  // namespace

HttpResponse lessons_api(const ApiParts& parts, const HttpRequest&) {
  const auto progress = progress_in(log_of(parts));
  if (!progress) return progress.error();
  Json lessons = Json::array();
  for (const Lesson& lesson : built_in_lessons()) {
    lessons.push_back(lesson_json(lesson.exercise, *progress));
  }
  return api_response({{"lessons", std::move(lessons)}});
}

HttpResponse attempt_api(const ApiParts& parts, const HttpRequest& request) {
  const auto played = read_played(request.body);
  if (!played) return played.error();
  const Exercise& exercise = *played->exercise;
  if (!parts.oracle.is_solved(exercise.position)) {
    return api_refusal(404, "the ending is not solved");
  }
  const auto record = replay(parts.oracle, *played);
  if (!record) return record.error();
  auto end = end_of(record->game, {});
  if (!end) end = end_by_goal(exercise, *record);
  // The page asks after every move. While the exercise goes on, help alone is no failure.
  const bool helped = played->helped && end;
  const Judgement judgement =
      judge(exercise, *record, end.value_or(GameEnd{GameResult::Open, "left"}), helped);
  const TrainingLog log = log_of(parts);
  if (judgement.grade) {
    const Attempt attempt{now_in_seconds(), exercise.name,        *judgement.grade,
                          judgement.moves,  judgement.moves_lost, to_fen(exercise.position)};
    if (const auto fault = log.add(attempt)) return api_refusal(500, fault->message);
  }
  const auto progress = progress_in(log);
  if (!progress) return progress.error();
  return api_response({{"grade", judgement.grade ? Json(name(*judgement.grade)) : Json()},
                       {"mistake", words_json(parts.oracle, *record, judgement)},
                       {"progress", progress_json(*progress, exercise.name)}});
}

}  // namespace lucena

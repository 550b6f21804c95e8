// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of /api/openapi.json, and their answers as docs/JSON.md explains them. All rules of
// chess are the server's: which moves there are, and what stands on the board after them.

export type Outcome = 'win'|'cursed-win'|'draw'|'blessed-loss'|'loss';

/// Outcomes are for the side to move, distances in plies; null for a draw.
export interface Value {
  outcome: Outcome;
  mate_plies: number|null;
  zeroing_plies: number|null;
}

/// What a move is worth to whoever makes it, if the ending is solved, and the position after it.
export interface GradedMove extends Partial<Value> {
  uci: string;
  san: string;
  fen: string;
  best?: boolean;
}

export interface Probe extends Partial<Value> {
  fen: string;
  solved: boolean;
  ending: string|null;
  check: boolean;
  insufficient_material: boolean;
  moves: GradedMove[];
  sentences?: string[];
}

export interface Step {
  uci: string;
  san: string;
  fen: string
}
/// A position of a game, as what it was before and the moves since, with commas.
export type History = {
  fen: string; moves: string
};
export interface Line {
  fen: string;
  moves: Step[];
  pgn: string
}
export interface Heat {
  square: string;
  man: string;
  squares: Record<string, Value|null>
}
export interface Remark {
  san: string;
  fen: string;
  best: boolean;
  changes_result: boolean;
  moves_lost: number;
  remark: string|null
}

export type Side = 'white'|'black';
export interface Shares {
  white_wins: number;
  draws: number;
  black_wins: number
}
export interface EndingRow {
  ending: string;
  men: number;
  solved: boolean;
  shares?: Record<Side, Shares>;
  longest_mate_moves?: Record<Side, number|null>;
  zugzwangs?: number;
  bytes?: number;
}

export interface OutcomeCounts {
  legal: number;
  win: number;
  cursed_win: number;
  draw: number;
  blessed_loss: number;
  loss: number
}
export interface Extreme {
  plies: number;
  fen: string
}
export interface Stats {
  material: string;
  unique: Record<Side, OutcomeCounts>;
  placements: Record<Side, OutcomeCounts>;
  mate_plies: {unique: Record<Side, number[]>};
  longest: Record < Side, {
    mate_moves: number;
    fen: string;
    line: string
  }
  |null > ;
  longest_fens: Record<Side, string[]>;
  zugzwangs: number;
  zugzwang_fens: Record<string, string[]>;
  zeroing_max: Record < Side, {
    win: Extreme|null;
    cursed_win: Extreme|null
  }
  > ;
  conclusion: string;
}

/// What a search asks for; the words of the condition are those of `lucena search`.
export interface Search {
  ending: string;
  condition: string;
  sort: string;
  part: string
}
export interface Found {
  material: string;
  count: number;
  fens: string[]
}

export interface SolveState {
  solving: string|null;
  part: string|null;
  place: number;
  parts: number;
  share: number;
  seconds: number;
  seconds_left: number;
  waiting: string[];
  last: string|null;
  last_end: string|null;
}
export interface SolveCost {
  ending: string;
  solved: boolean;
  /// With six men there is a text, or a reason why it cannot be solved from here.
  cost: {seconds: number; endings: number; text?: string; refused?: string};
  state: SolveState
}

export interface Progress {
  tries: number;
  solved: number;
  box: number;
  due: string;
  is_due: boolean
}
export interface Lesson {
  name: string;
  title: string;
  text: string;
  fen: string;
  ending: string;
  goal_words: string;
  progress: Progress|null;
}
/// No grade while the exercise goes on.
export interface Attempt {
  grade: 'solved'|'helped'|'failed'|null;
  mistake: string[];
  progress: Progress|null
}

export interface ReviewedPly extends Step, Partial<Value> {
  known: boolean;
  remark: string|null;
  changes_result: boolean;
}
export interface ReviewedGame {
  tags: Record<string, string>;
  fen: string;
  plies: ReviewedPly[]
}

/// A question without an answer; the message is the server's, for the person.
export class ApiError extends Error {
  constructor(readonly status: number, message: string) { super(message); }
}

type Parameters = Record<string, string|number>;

const token = document.querySelector<HTMLMetaElement>('meta[name=lucena-token]')?.content ?? '';

async function answer<T>(path: string, parameters: Parameters, request: RequestInit): Promise<T> {
  const query =
      new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  const address = query.size ? `${path}?${query}` : path;
  let response: Response;
  try {
    response = await fetch(address, request);
  } catch (fault) {
    if (request.signal?.aborted) throw fault;
    throw new ApiError(0, 'The server does not answer. Is `lucena serve` still running?');
  }
  const json = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, json.error ?? response.statusText);
  return json;
}

function get<T>(path: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<T> {
  return answer(path, parameters, {signal: signal ?? null});
}

/// What changes something needs the token of the page.
function change<T>(
    method: 'POST'|'DELETE', path: string, parameters: Parameters = {}, body?: string): Promise<T> {
  return answer(path, parameters, {method, headers: {'X-Lucena-Token': token}, body: body ?? null});
}

export const api = {
  probe: (fen: string, signal?: AbortSignal) => get<Probe>('/api/probe', {fen}, signal),
  line: (fen: string) => get<Line>('/api/line', {fen}),
  heat: (fen: string, square: string) => get<Heat>('/api/heat', {fen, square}),
  remark: (history: History, move: string) => get<Remark>('/api/remark', {...history, move}),
  random: (ending: string, wanted: string, mate?: string) =>
      get<{fen: string}>('/api/random', mate ? {ending, wanted, mate} : {ending, wanted}),
  move: (history: History, opponent: string, elo?: number) =>
      get<Step>('/api/move', elo ? {...history, opponent, elo} : {...history, opponent}),
  endings: () => get<{endings: EndingRow[]}>('/api/endings'),
  stats: (ending: string) => get<Stats>('/api/stats', {ending}),
  conditions: () => get<{help: string}>('/api/conditions'),
  search: (search: Search, limit: number, signal: AbortSignal) =>
      get<Found>('/api/search', {...search, limit}, signal),
  cost: (ending: string) => get<SolveCost>('/api/solve', {ending}),
  solve: (ending: string) => change<SolveCost>('POST', '/api/solve', {ending}),
  giveUp: (ending: string) => change<SolveCost>('DELETE', '/api/solve', {ending}),
  lessons: () => get<{lessons: Lesson[]}>('/api/lessons'),
  attempt: (exercise: string, moves: string[], helped: boolean) =>
      change<Attempt>('POST', '/api/attempt', {}, JSON.stringify({exercise, moves, helped})),
  review: (pgn: string) => change<{games: ReviewedGame[]}>('POST', '/api/review', {}, pgn),
};

/// Calls `listener` whenever the state of solving changes, until the signal.
export function watchSolving(listener: (state: SolveState) => void, signal: AbortSignal): void {
  const events = new EventSource('/api/solve/events');
  events.onmessage = (event) => listener(JSON.parse(event.data) as SolveState);
  signal.addEventListener('abort', () => events.close());
}

export function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons, whose progress the server keeps with that of `lucena train`, and random positions of an
// ending at a level of difficulty, whose count this browser keeps.
import {api, messageOf, type Attempt, type Lesson, type Progress, type Side} from './api';
import {button, h, labelled, select} from './dom';
import type {Game} from './game';
import {GameView} from './game_view';
import type {Page} from './route';
import {parseFen} from './setup';
import {haveSolved} from './solving';
import {isSpoilt, winnerOf} from './words';

function progressWords(progress: Progress|null): string {
  if (!progress) return 'not tried yet';
  return `solved ${progress.solved} of ${progress.tries}, ` +
      `box ${progress.box}, ${progress.is_due ? 'due' : `again ${progress.due}`}`;
}

const kGrades = {
  solved: 'Solved.',
  helped: 'Reached, with help.',
  failed: 'Not reached.'
};

/// What to say at the end of a lesson; null before.
function judgement({grade, mistake, progress}: Attempt): string|null {
  if (!grade) return null;
  const first = mistake[0] ? ` First mistake: ${mistake[0]}` : '';
  return `${kGrades[grade]}${first}${progress ? ` It comes again ${progress.due}.` : ''}`;
}

const kLevels = 6;

/// The mates of a level, in moves: six equal parts of 1 to the longest. With 33 moves as the
/// longest, level 1 is 1-6 and level 6 is 28-33.
export function matesOf(level: number, longest: number): string {
  const from = 1 + Math.floor((level - 1) * longest / kLevels);
  return `${Math.min(from, longest)}-${Math.max(1, Math.floor(level * longest / kLevels), from)}`;
}

/// How often positions of an ending were tried and won here.
interface Count {
  tries: number;
  solved: number
}

const countKey = (ending: string, level: string): string => `practice ${ending} ${level}`;

function countOf(ending: string, level: string): Count {
  return JSON.parse(localStorage.getItem(countKey(ending, level)) ?? '{"tries":0,"solved":0}') as
      Count;
}

function keepCount(ending: string, level: string, solved: boolean): Count {
  const {tries, solved: before} = countOf(ending, level);
  const count = {tries: tries + 1, solved: before + (solved ? 1 : 0)};
  localStorage.setItem(countKey(ending, level), JSON.stringify(count));
  return count;
}

const kHold = 20;  // moves after which a draw counts as held

/// Whether a position of an ending was mastered; null while that is open.
function masteredBy(you: Side, holds: boolean, game: Game): boolean|null {
  const {outcome, fen} = game.probe;
  const winner =
      outcome === undefined || isSpoilt(outcome) ? null : winnerOf(outcome, parseFen(fen).turn);
  if (winner !== (holds ? null : you)) return false;
  if (game.end()) return holds || game.probe.moves.length === 0;
  return holds && game.plies.length >= 2 * kHold ? true : null;
}

/// Over when the result is gone, or the game.
async function practised(
    ending: string, level: string, game: Game, you: Side, helped: boolean): Promise<string|null> {
  const mastered = masteredBy(you, level === 'draw', game);
  if (mastered === null) return null;
  const {tries, solved} = keepCount(ending, level, mastered && !helped);
  const words = !mastered ? 'That threw the result away' : helped ? 'Done, with help' : 'Done';
  return `${words}: ${solved} of ${tries} at this level.`;
}

class TrainPage {
  private readonly list = h('ul', {class: 'lessons'});
  private readonly place = h('div');
  private readonly lessonsPanel: HTMLDetailsElement;
  private readonly practicePanel: HTMLDetailsElement;
  private lessons: Lesson[] = [];

  constructor(root: HTMLElement, ending: string|null, private readonly signal: AbortSignal) {
    this.lessonsPanel =
        h('details', {class: 'panel', open: !ending}, h('summary', {}, 'Lessons'), this.list);
    this.practicePanel = this.makePracticePanel(ending);
    root.append(h('h1', {}, 'Train'), this.lessonsPanel, this.practicePanel, this.place);
  }

  async load(): Promise<void> {
    this.lessons = (await api.lessons()).lessons;
    this.list.replaceChildren(...this.lessons.map(
        (lesson) =>
            h('li', {},
              button(lesson.title, () => void this.open(lesson), {'data-lesson': lesson.name}),
              h('span', {class: 'progress'}, ` ${progressWords(lesson.progress)}`))));
  }

  private fail(fault: unknown): void {
    if (!this.signal.aborted)
      this.place.append(h('p', {role: 'alert', class: 'fault'}, messageOf(fault)));
  }

  /// Makes room for the board.
  private closePanels(): void { this.lessonsPanel.open = this.practicePanel.open = false; }

  private async open(lesson: Lesson): Promise<void> {
    this.closePanels();
    const goal = `${lesson.goal_words[0]!.toUpperCase()}${lesson.goal_words.slice(1)}.`;
    const view = new GameView({
      fen: lesson.fen,
      opponent: {kind: 'perfect'},
      signal: this.signal,
      silent: true,
      judge: async (game, _you, helped) => {
        const moves = game.plies.map(({uci}) => uci);
        const attempt = await api.attempt(lesson.name, moves, helped);
        if (attempt.grade) await this.load();
        return judgement(attempt);
      },
    });
    const next = this.lessons[this.lessons.indexOf(lesson) + 1];
    this.place.replaceChildren(
        h('h2', {}, lesson.title), h('p', {}, lesson.text),
        h('p', {class: 'goal'}, `Goal: ${goal}`),
        h('div', {class: 'row'}, button('Again', () => void this.open(lesson)),
          next ? button('Next lesson', () => void this.open(next)) : null),
        view.node);
    await view.start().catch((fault) => this.fail(fault));
  }

  private makePracticePanel(ending: string|null): HTMLDetailsElement {
    const input = h('input', {
      type: 'text',
      id: 'practice-field',
      size: 10,
      placeholder: 'KQvKR',
      autocomplete: 'off',
      spellcheck: 'false',
      value: ending ?? ''
    });
    const levels = Array.from(
        {length: kLevels},
        (_, index) => [String(index + 1), `${index + 1}${index === 0 ? ', short mates' : ''}`] as
            const);
    const level =
        select([...levels, ['hardest', 'the longest mate'], ['draw', 'a draw to hold']], () => {});
    const form =
        h('form', {class: 'row'}, h('label', {class: 'field'}, h('span', {}, 'Ending'), input),
          labelled('Difficulty', level), h('button', {}, 'Give me a position'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.practise(input.value, level.value).catch((fault) => this.fail(fault));
    });
    return h(
        'details', {class: 'panel', open: true}, h('summary', {}, 'Positions of an ending'), form);
  }

  private async practise(text: string, level: string): Promise<void> {
    this.place.replaceChildren();
    const {ending} = await api.cost(text);
    const solving = h('div');
    this.place.append(solving);
    if (!await haveSolved(ending, solving, this.signal)) return;
    const fen = await this.positionOf(ending, level);
    this.closePanels();
    const holds = level === 'draw';
    const view = new GameView({
      fen,
      opponent: {kind: 'perfect'},
      signal: this.signal,
      judge: (game, you, helped) => practised(ending, level, game, you, helped)
    });
    const {tries, solved} = countOf(ending, level);
    this.place.replaceChildren(
        h('h2', {}, ending),
        h('p', {class: 'goal'},
          `${holds ? `Hold the draw for ${kHold} moves` : 'Win'}. So far ${solved} of ${
              tries} here.`),
        button('Another', () => void this.practise(text, level).catch((fault) => this.fail(fault))),
        view.node);
    await view.start();
  }

  private async positionOf(ending: string, level: string): Promise<string> {
    if (level === 'hardest' || level === 'draw') return (await api.random(ending, level)).fen;
    const {longest} = await api.stats(ending);
    const most = Math.max(longest.white?.mate_moves ?? 1, longest.black?.mate_moves ?? 1);
    return (await api.random(ending, 'win', matesOf(Number(level), most))).fen;
  }
}

export const trainPage: Page = async (root, parameters, signal) => {
  const page = new TrainPage(root, parameters.get('ending'), signal);
  await page.load();
};

// SPDX-License-Identifier: GPL-3.0-or-later
import {api, messageOf} from './api';
import {h} from './dom';
import {haveSolved} from './solving';

/// Names of endings have letters and signs between them; every position says where men stand, by
/// numbers.
const isEnding = (text: string): boolean => /^[a-z\s+\-]+$/i.test(text);

/// The position that a text means: a FEN, a list of men, or a random one of an ending.
async function positionOf(
    text: string, wanted: string, place: HTMLElement, signal: AbortSignal): Promise<string|null> {
  if (!isEnding(text)) return (await api.probe(text)).fen;
  const name = (await api.cost(text)).ending;
  if (!await haveSolved(name, place, signal)) return null;
  return (await api.random(name, wanted)).fen;
}

/// A field for a position or an ending. `fen` is called with what was understood.
export function positionField(
    signal: AbortSignal, fen: (fen: string) => void,
    wanted: () => string = () => 'any'): {node: HTMLElement; show: (text: string) => void} {
  const input = h('input', {
    type: 'text',
    id: 'position-field',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: 'FEN, Ke1 Ra1 / Ke8 w, or KBNvK'
  });
  const fault = h('p', {class: 'fault', role: 'alert'});
  const place = h('div');
  const form =
      h('form', {class: 'position'},
        h('label', {class: 'field wide'}, h('span', {}, 'Position or ending'), input),
        h('button', {}, 'Set up'), fault, place);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    fault.textContent = '';
    positionOf(input.value.trim(), wanted(), place, signal)
        .then(
            (found) => {
              if (found && !signal.aborted) fen(found);
            },
            (why) => {
              fault.textContent = messageOf(why);
            });
  });
  return {
    node: form,
    show: (text) => {
      input.value = text;
    }
  };
}

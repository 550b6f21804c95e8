// SPDX-License-Identifier: GPL-3.0-or-later
// Elements in one expression: h('p', { class: 'verdict' }, 'Drawn.'). Text is always text, never
// HTML, so that nothing from outside becomes part of the page.

type Value = string|number|boolean|null|undefined|((event: never) => void);
type Attributes = Record<string, Value>;
export type Child = Node|string|null|undefined|false;

const kSvg = 'http://www.w3.org/2000/svg';

function furnish(node: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      node.addEventListener(name.slice('on'.length), value as EventListener);
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
  node.append(...children.filter((child): child is Node|string => !!child));
}

/// An element of the page; attributes that begin with "on" are listeners.
export function h<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  furnish(node, attributes, children);
  return node;
}

/// The same for pictures.
export function svg<Tag extends keyof SVGElementTagNameMap>(
    tag: Tag, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[Tag] {
  const node = document.createElementNS(kSvg, tag) as SVGElementTagNameMap[Tag];
  furnish(node, attributes, children);
  return node;
}

export function button(
    text: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', {type: 'button', onclick, ...attributes}, text);
}

/// A field with its name in front of it.
export function labelled(text: string, field: HTMLElement): HTMLLabelElement {
  return h('label', {class: 'field'}, h('span', {}, text), field);
}

export function checkbox(
    text: string, onchange: (checked: boolean) => void, checked = false): HTMLLabelElement {
  const box = h('input', {type: 'checkbox', onchange: () => onchange(box.checked)});
  box.checked = checked;
  return h('label', {class: 'check'}, box, text);
}

export type Choice = readonly [value: string, text: string];

export function select(
    choices: readonly Choice[], onchange: (value: string) => void,
    chosen?: string): HTMLSelectElement {
  const list =
      h('select', {onchange: () => onchange(list.value)},
        ...choices.map(([value, text]) => h('option', {value}, text)));
  if (chosen !== undefined) list.value = chosen;
  return list;
}

/// Text to take away: shown, and copied by a button.
export function copyable(name: string, text: string): HTMLElement {
  const field = h('textarea', {readonly: true, rows: 4, 'aria-label': name});
  field.value = text;
  const done = h('span', {role: 'status'});
  const copy = async(): Promise<void> => {
    field.select();
    await navigator.clipboard.writeText(text).then(
        () => {
          done.textContent = ' copied';
        },
        () => {
          done.textContent = ' press Ctrl+C';
        });
  };
  return h('div', {class: 'copyable'}, field, button(`Copy ${name}`, () => void copy()), done);
}

/// Scrolls a list, and nothing around it, until one of its parts is in sight.
export function scrollWithin(list: HTMLElement, part: Element|null): void {
  if (!(part instanceof HTMLElement)) return;
  const [top, bottom] = [part.offsetTop, part.offsetTop + part.offsetHeight];
  if (top < list.scrollTop)
    list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight)
    list.scrollTop = bottom - list.clientHeight;
}

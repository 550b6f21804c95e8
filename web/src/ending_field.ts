// SPDX-License-Identifier: GPL-3.0-or-later
import {api, type EndingRow} from './api';
import {h} from './dom';

/// A field for the name of an ending, which proposes those that are `wanted`.
export function endingField(wanted: (row: EndingRow) => boolean):
    {node: HTMLElement; input: HTMLInputElement} {
  const input = h('input', {
    type: 'text',
    id: 'ending-field',
    list: 'all-endings',
    size: 10,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'KRPvKR'
  });
  const names = h('datalist', {id: 'all-endings'});
  void api.endings().then(
      ({endings}) =>
          names.append(...endings.filter(wanted).map(({ending}) => h('option', {value: ending}))),
      () => {});  // names are a convenience
  return {node: h('label', {class: 'field'}, h('span', {}, 'Ending'), input, names), input};
}

/** Elements shared by the sections. */
import { h } from './dom.js';
import { clock, iso, relative } from './format.js';

/** A button that runs `<section>.<action>` with arguments. `about` names its row for screen readers. */
export const button = (text, act, args = [], { about, tone, expanded, key } = {}) =>
  h(
    'button',
    {
      key,
      type: 'button',
      'data-act': act,
      'data-args': JSON.stringify(args),
      class: tone ? `button ${tone}` : 'button',
      'aria-label': about && `${text}: ${about}`,
      'aria-expanded': expanded === undefined ? null : String(expanded),
    },
    text,
  );

/** The result of an action, next to its button. */
export const result = (ui, key) => {
  const found = ui.results[key];
  return h('output', { key: `result ${key}`, class: `result ${found?.tone ?? ''}` }, found?.text ?? '');
};

/** A relative time, with the exact time as tooltip. */
export const when = (time) =>
  time === null || time === undefined ? '–' : h('time', { datetime: iso(time), title: iso(time) }, relative(time));

/** A time of day. */
export const at = (time) => h('time', { datetime: iso(time), title: iso(time) }, clock(time));

/** A short state label. */
export const chip = (text, tone = '') => h('span', { class: `chip ${tone}` }, text);

/**
 * A table with a caption; on a narrow screen each row becomes a card. Columns are `Name`, or `#Name` for numbers. A
 * row's `detail` is shown below it. The roles keep it a table for screen readers when the style turns rows into cards.
 */
export const table = (caption, columns, rows, empty) => {
  const labels = columns.map((column) => column.replace(/^#/, ''));
  const kind = (index) => (columns[index]?.startsWith('#') ? 'number' : null);
  if (rows.length === 0) return h('div', { class: 'empty' }, h('p', null, empty));
  return h(
    'table',
    { role: 'table' },
    h('caption', null, caption),
    h(
      'thead',
      { role: 'rowgroup' },
      h(
        'tr',
        { role: 'row' },
        labels.map((name, index) => h('th', { role: 'columnheader', scope: 'col', class: kind(index) }, name)),
      ),
    ),
    h(
      'tbody',
      { role: 'rowgroup' },
      rows.map(({ key, cells, detail, tone }) => [
        h(
          'tr',
          { key, role: 'row', class: tone },
          cells.map((cell, index) =>
            index === 0
              ? h('th', { role: 'rowheader', scope: 'row', 'data-label': labels[index] }, h('div', null, cell))
              : h('td', { role: 'cell', 'data-label': labels[index], class: kind(index) }, h('div', null, cell)),
          ),
        ),
        detail &&
          h(
            'tr',
            { key: `${key} detail`, role: 'row', class: 'detail' },
            h('td', { role: 'cell', colspan: columns.length }, detail),
          ),
      ]),
    ),
  );
};

/** A section's header: its title, a sentence, and tools on the right. */
export const head = (title, text, ...right) =>
  h(
    'div',
    { class: 'head' },
    h('div', null, h('h1', { id: 'title', tabindex: '-1' }, title), h('p', null, text)),
    right.length > 0 && h('div', { class: 'tools' }, right),
  );

/** A labeled field. */
export const field = (name, text, control, hint) => {
  const id = `field-${name}`;
  control.attributes.id = id;
  control.attributes.name = name;
  if (hint) control.attributes['aria-describedby'] = `${id}-hint`;
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, text),
    control,
    hint && h('small', { id: `${id}-hint` }, hint),
  );
};

/** Preformatted text in a scrollable box. */
export const code = (text, name) => h('pre', { tabindex: '0', role: 'region', 'aria-label': name }, text);

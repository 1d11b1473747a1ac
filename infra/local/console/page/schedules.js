import { h } from './dom.js';
import { label } from './format.js';
import { button, chip, code, head, result, table, when } from './parts.js';

const state = ({ enabled }) => (enabled ? chip('on', 'good') : chip('off'));

/** What runs by the clock and what runs by events. */
export const schedules = {
  id: 'schedules',
  title: 'Schedules',
  load: (api) => api.get('schedules'),
  badge: () => undefined,
  view: ({ schedules: byClock, rules }, ui) => [
    head('Schedules', 'What the clock starts, and the rules that bring events to where they are worked.'),
    table(
      'By the clock',
      ['Schedule', 'Runs', 'Expression', 'Next', 'Last', 'State', 'Do'],
      byClock.map((one) => ({
        key: one.name,
        cells: [
          h('span', { title: one.name }, label(one.name)),
          one.targets.map(label).join(', '),
          h('span', { class: 'mono' }, one.expression, one.timezone === 'UTC' ? '' : ` ${one.timezone}`),
          when(one.nextAt),
          when(one.lastAt),
          state(one),
          h(
            'div',
            { class: 'row' },
            button('Run now', 'schedules.run', [one.name], { tone: 'strong', about: label(one.name) }),
            result(ui, one.name),
          ),
        ],
      })),
      'The template has no schedule.',
    ),
    table(
      'By events',
      ['Rule', 'Goes to', '#Matched', 'Last', 'State', 'Do'],
      rules.map((one) => ({
        key: one.name,
        cells: [
          h('span', { title: one.name }, label(one.name)),
          one.targets.map(label).join(', '),
          String(one.matched),
          when(one.lastAt),
          state(one),
          button(ui.open === one.name ? 'Hide' : 'Pattern', 'schedules.toggle', [one.name], {
            expanded: ui.open === one.name,
            about: label(one.name),
          }),
        ],
        detail: ui.open === one.name && code(JSON.stringify(one.pattern, null, 2), `Pattern of ${label(one.name)}`),
      })),
      'The template has no rule.',
    ),
  ],
  actions: {
    toggle: ({ ui }, name) => void (ui.open = ui.open === name ? undefined : name),
    async run({ api, report }, name) {
      const { started } = await api.post(`schedules/${encodeURIComponent(name)}/run`);
      report(
        name,
        started > 0 ? 'Started; Functions shows how it goes.' : 'It has nothing to run.',
        started > 0 ? 'good' : 'bad',
      );
    },
  },
};

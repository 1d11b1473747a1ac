import { h } from './dom.js';
import { label } from './format.js';
import { button, chip, code, head, result, table, when } from './parts.js';

/** The name under which the result of writing the log is shown. */
const LOG = 'delivery-log';

const state = ({ enabled }) => (enabled ? chip('on', 'good') : chip('off'));

/** The schedules section: schedules and event rules. */
export const schedules = {
  id: 'schedules',
  title: 'Schedules',
  load: (api) => api.get('schedules'),
  badge: () => undefined,
  view: ({ schedules: entries, rules }, ui) => [
    head('Schedules', 'Scheduled runs, and the rules that deliver events to their targets.'),
    table(
      'Schedules by time',
      ['Schedule', 'Targets', 'Expression', 'Next run', 'Last run', 'State', 'Actions'],
      entries.map((entry) => ({
        key: entry.name,
        cells: [
          h('span', { title: entry.name }, label(entry.name)),
          entry.targets.map(label).join(', '),
          h('span', { class: 'mono' }, entry.expression, entry.timezone === 'UTC' ? '' : ` ${entry.timezone}`),
          when(entry.nextAt),
          when(entry.lastAt),
          state(entry),
          h(
            'div',
            { class: 'row' },
            button('Run now', 'schedules.run', [entry.name], { tone: 'strong', about: label(entry.name) }),
            result(ui, entry.name),
          ),
        ],
      })),
      'The template has no schedules.',
    ),
    h(
      'div',
      { class: 'row' },
      button("Write the delivery's log", 'schedules.writeLog', []),
      h('span', {}, 'Otherwise every five minutes. The CDN monitor counts requests when the log arrives.'),
      result(ui, LOG),
    ),
    table(
      'Event rules',
      ['Rule', 'Targets', '#Matched', 'Last event', 'State', 'Actions'],
      rules.map((entry) => ({
        key: entry.name,
        cells: [
          h('span', { title: entry.name }, label(entry.name)),
          entry.targets.map(label).join(', '),
          String(entry.matched),
          when(entry.lastAt),
          state(entry),
          button(ui.open === entry.name ? 'Hide pattern' : 'Show pattern', 'schedules.toggle', [entry.name], {
            expanded: ui.open === entry.name,
            about: label(entry.name),
          }),
        ],
        detail:
          ui.open === entry.name && code(JSON.stringify(entry.pattern, null, 2), `Pattern of ${label(entry.name)}`),
      })),
      'The template has no rules.',
    ),
  ],
  actions: {
    toggle: ({ ui }, name) => void (ui.open = ui.open === name ? undefined : name),
    async writeLog({ api, report }) {
      await api.post('delivery-log');
      report(LOG, 'Written. See the run of the delivery-logs function under Functions.', 'good');
    },
    async run({ api, report }, name) {
      const { started } = await api.post(`schedules/${encodeURIComponent(name)}/run`);
      report(
        name,
        started > 0 ? 'Started. See the run under Functions.' : 'The schedule has no targets.',
        started > 0 ? 'good' : 'bad',
      );
    },
  },
};

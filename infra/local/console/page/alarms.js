import { h } from './dom.js';
import { count, label } from './format.js';
import { button, chip, head, table, when } from './parts.js';

/** Alarms that need attention first. */
const ORDER = ['ALARM', 'INSUFFICIENT_DATA', 'OK'];

const state = ({ state: value }) =>
  value === 'ALARM'
    ? chip('In alarm', 'bad')
    : value === 'OK'
      ? chip('OK', 'good')
      : h('span', { title: 'No values to evaluate' }, chip('Insufficient data'));

/** The alarms section: the template's alarms, evaluated every five seconds. */
export const alarms = {
  id: 'alarms',
  title: 'Alarms',
  load: (api) => api.get('alarms'),
  badge: ({ alarms: active }) => (active > 0 ? { text: `${active} in alarm`, tone: 'bad' } : undefined),
  view: (list, ui) => {
    const active = list.filter((alarm) => alarm.state === 'ALARM').length;
    return [
      head(
        'Alarms',
        'The alarms of the template. They read local metrics after the rules of CloudWatch, but send no email. ' +
          (active > 0 ? `${count(active, 'alarm')} need${active === 1 ? 's' : ''} attention.` : 'None is in alarm.'),
      ),
      table(
        'All alarms',
        ['Alarm', 'State', 'Condition', 'Since', 'Actions'],
        [...list]
          .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
          .map((alarm) => ({
            key: alarm.name,
            tone: alarm.state === 'ALARM' ? 'bad' : null,
            cells: [
              h('span', { title: alarm.name }, label(alarm.name)),
              state(alarm),
              alarm.condition,
              when(alarm.since),
              button(ui.open === alarm.name ? 'Hide details' : 'Show details', 'alarms.toggle', [alarm.name], {
                expanded: ui.open === alarm.name,
                about: label(alarm.name),
              }),
            ],
            detail:
              (ui.open === alarm.name || alarm.state === 'ALARM') &&
              h(
                'div',
                { class: 'inner' },
                h('p', null, h('strong', null, 'Reason: '), alarm.reason),
                ui.open === alarm.name && h('p', null, alarm.description),
              ),
          })),
        'The template has no alarms.',
      ),
    ];
  },
  actions: {
    toggle: ({ ui }, name) => void (ui.open = ui.open === name ? undefined : name),
  },
};

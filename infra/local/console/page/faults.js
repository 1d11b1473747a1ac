import { h } from './dom.js';
import { duration } from './format.js';
import { button, chip, field, head, result, table } from './parts.js';

const KINDS = {
  throttled: 'Throttled',
  failing: 'Failing (5xx)',
  slow: 'Slow',
  down: 'Down (no connection)',
};

/** A fault in one line. */
export const describe = ({ label, kind, share, delayMs }) =>
  `${label} is ${kind === 'slow' ? `slow by ${duration(delayMs)}` : kind}` +
  (share < 1 ? ` for ${Math.round(share * 100)}% of calls` : '');

const PRESETS = [
  ['Database throttled, 30 s', { dependency: 'dynamodb', kind: 'throttled', seconds: 30 }],
  ['One database call in five fails, 60 s', { dependency: 'dynamodb', kind: 'failing', seconds: 60, share: 0.2 }],
  ['Database slow by 800 ms, 60 s', { dependency: 'dynamodb', kind: 'slow', seconds: 60, delayMs: 800 }],
  ['Conversion down, 2 min', { dependency: 'mediaconvert', kind: 'down', seconds: 120 }],
];

/** The faults section. */
export const faults = {
  id: 'faults',
  title: 'Faults',
  load: (api) => api.get('faults'),
  badge: ({ faults: count }) => (count > 0 ? { text: `${count} active`, tone: 'bad' } : undefined),
  view: ({ dependencies, labels, kinds, active }, ui) => [
    head('Faults', 'Make a dependency fail for a while to see the product respond. Each fault ends on its own.'),
    table(
      'Active faults',
      ['Dependency', 'Fault', 'Ends', '#Affected calls', 'Actions'],
      active.map((fault) => ({
        key: fault.dependency,
        tone: 'bad',
        cells: [
          fault.label,
          `${fault.kind}${fault.kind === 'slow' ? ` by ${duration(fault.delayMs)}` : ''}, ` +
            `${Math.round(fault.share * 100)}%`,
          `in ${duration(Math.max(0, Math.ceil((fault.until - Date.now()) / 1000) * 1000))}`,
          `${fault.met} of ${fault.calls}`,
          button('End now', 'faults.heal', [fault.dependency], { tone: 'strong', about: fault.label }),
        ],
      })),
      'No active faults.',
    ),
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'presets' },
      h('h2', { id: 'presets' }, 'Presets'),
      h(
        'div',
        { class: 'row' },
        PRESETS.map(([text, fault]) => button(text, 'faults.preset', [fault], { key: text })),
      ),
    ),
    h(
      'form',
      { class: 'card form', 'data-act': 'faults.begin', 'data-result': 'begin', 'aria-labelledby': 'own' },
      h('h2', { id: 'own' }, 'Custom fault'),
      h(
        'div',
        { class: 'fields' },
        field(
          'dependency',
          'Dependency',
          h(
            'select',
            null,
            dependencies.map((name) => h('option', { key: name, value: name }, labels[name])),
          ),
        ),
        field(
          'kind',
          'Type of fault',
          h(
            'select',
            null,
            [...kinds]
              .sort((a) => (a === 'throttled' ? -1 : 1))
              .map((kind) => h('option', { key: kind, value: kind }, KINDS[kind])),
          ),
        ),
        field('share', 'Share of calls (%)', h('input', { type: 'number', min: '0', max: '100', value: '100' })),
        field(
          'delayMs',
          'Delay (ms)',
          h('input', { type: 'number', min: '1', max: '60000', value: '1000' }),
          'Only for slow faults',
        ),
        field(
          'seconds',
          'Duration (seconds)',
          h('input', { type: 'number', min: '1', max: '600', value: '30' }),
          'Up to 600',
        ),
      ),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit', class: 'button strong' }, 'Start fault'),
        result(ui, 'begin'),
      ),
    ),
    h(
      'p',
      { class: 'dim' },
      chip('Note'),
      ' Faults affect calls by functions, commands and browsers. They do not affect what AWS runs itself: ' +
        'streams, pollers and cached pages.',
    ),
  ],
  actions: {
    async preset({ api, report }, fault) {
      report('begin', `${describe(await api.post('faults', fault))}.`, 'good');
    },
    async begin({ api, report, form }) {
      const fault = {
        dependency: form.dependency,
        kind: form.kind,
        seconds: Number(form.seconds),
        share: Number(form.share) / 100,
        delayMs: Number(form.delayMs),
      };
      report('begin', `${describe(await api.post('faults', fault))} for ${fault.seconds} s.`, 'good');
    },
    async heal({ api, report }, dependency) {
      const { healed } = await api.post('faults/heal', dependency === undefined ? {} : { dependency });
      report('begin', healed > 0 ? 'Fault ended.' : 'There was no active fault.', 'good');
    },
  },
};

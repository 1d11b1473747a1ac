import { h } from './dom.js';
import { count } from './format.js';
import { button, chip, code, field, head, result, table, when } from './parts.js';

const TONES = { delivered: 'good', pending: 'cold', held: 'cold', dropped: 'bad', failed: 'bad' };
const DAY = 86_400;

const FORGERIES = [
  ['foreign-secret', 'Foreign secret'],
  ['changed-body', 'Changed body'],
  ['old', 'Old time'],
  ['unsigned', 'Unsigned'],
];

const select = (options, current) =>
  h(
    'select',
    null,
    options.map(([value, text]) => h('option', { key: value, value, selected: value === current || null }, text)),
  );

const attemptText = ({ status, answer, ms }) => `${status ?? 'no response'}, ${ms} ms${answer ? `: ${answer}` : ''}`;

/** Where an event went, in one cell. */
const deliveryCell = ({ deliveries }) =>
  deliveries.length === 0
    ? 'No endpoint wants it'
    : deliveries.map(({ id, state, attempts, nextAt }) =>
        h(
          'div',
          { key: id },
          chip(state, TONES[state]),
          ` ${count(attempts.length, 'attempt')}`,
          nextAt !== null && attempts.length > 0 && [', next ', when(nextAt)],
        ),
      );

/** A line of a function's log as a sentence: its message, then its fields. */
const sentenceOf = ({ function: name, line }, id) => {
  try {
    const { message, ...fields } = JSON.parse(line);
    const facts = Object.entries(fields).filter(([field, value]) => field !== 'level' && value !== id);
    return `${name}: ${[message, ...facts.map(([field, value]) => `${field} ${value}`)].join(', ')}`;
  } catch {
    return `${name}: ${line}`;
  }
};

const eventRow = (event, ui, output) => {
  const open = ui.open === event.id;
  return {
    key: event.id,
    cells: [
      h('span', { class: 'mono break' }, event.type),
      h('span', { class: 'mono break' }, event.subject),
      when(event.at),
      deliveryCell(event),
      h(
        'div',
        { class: 'row' },
        button(open ? 'Hide' : 'Details', 'payments.toggle', [event.id], { expanded: open, about: event.type }),
        button('Resend', 'payments.resend', [event.id], { about: event.type }),
        result(ui, event.id),
      ),
    ],
    detail:
      open &&
      h(
        'div',
        null,
        event.deliveries.map(({ id, url, attempts }) =>
          code(`${url}\n${attempts.map(attemptText).join('\n') || 'Not sent yet'}`, `Attempts of ${id}`),
        ),
        code(
          output.map((entry) => sentenceOf(entry, event.id)).join('\n') || 'No function has logged anything about it',
          'What it did',
        ),
        h(
          'div',
          { class: 'row' },
          FORGERIES.map(([forgery, text]) =>
            button(`Forge: ${text}`, 'payments.forge', [event.id, forgery], { key: forgery, about: event.type }),
          ),
        ),
      ),
  };
};

const switchesForm = ({ switches, settings }, ui) =>
  h(
    'form',
    { class: 'card form', 'data-act': 'payments.apply', 'data-result': 'switches', 'aria-labelledby': 'webhooks' },
    h('h2', { id: 'webhooks' }, 'Webhook delivery'),
    h(
      'div',
      { class: 'fields' },
      field(
        'mode',
        'New events',
        select(
          [
            ['send', 'Send'],
            ['hold', 'Hold until released'],
            ['shuffle', 'Send in random order'],
            ['drop', 'Drop'],
          ],
          ['hold', 'shuffle', 'drop'].find((name) => switches[name]) ?? 'send',
        ),
      ),
      field(
        'duplicate',
        'Extra copies',
        h('input', { type: 'number', min: '0', max: '20', value: String(switches.duplicate) }),
      ),
      field(
        'delayMs',
        'Webhook delay (ms)',
        h('input', { type: 'number', min: '0', max: '600000', value: String(switches.delayMs) }),
      ),
      field(
        'openerPolicy',
        'Opener policy of pages',
        select(
          ['none', 'same-origin', 'same-origin-allow-popups'].map((value) => [value, value]),
          settings.openerPolicy,
        ),
      ),
      field(
        'afterRetries',
        'After failed retries',
        select(
          [
            ['cancel', 'Cancel the subscription'],
            ['unpaid', 'Mark it as unpaid'],
            ['past_due', 'Leave it past due'],
          ],
          settings.afterRetries,
        ),
      ),
      field(
        'portalCancelsBy',
        'Portal cancels by',
        select(
          ['cancel_at_period_end', 'cancel_at'].map((value) => [value, value]),
          settings.portalCancelsBy,
        ),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'submit', class: 'button strong' }, 'Apply'),
      button('Release held', 'payments.release', ['oldest']),
      button('Release in random order', 'payments.release', ['shuffled']),
      result(ui, 'switches'),
    ),
  );

const timeCard = ({ now, ahead }, ui) =>
  h(
    'section',
    { class: 'card', 'aria-labelledby': 'stripe-time' },
    h('h2', { id: 'stripe-time' }, "Stripe's time"),
    h('p', null, new Date(now).toUTCString(), ahead > 0 && `, ${count(Math.round(ahead / DAY), 'day')} ahead`),
    h(
      'div',
      { class: 'row' },
      button('Advance 1 day', 'payments.advance', [DAY]),
      button('Advance 8 days', 'payments.advance', [8 * DAY]),
      button('Advance 31 days', 'payments.advance', [31 * DAY]),
      result(ui, 'time'),
    ),
  );

/** The payments section: events of the local Stripe, their deliveries, its calls and its switches. */
export const payments = {
  id: 'payments',
  title: 'Payments',
  async load(api, ui) {
    const [payments, output] = await Promise.all([
      api.get('payments'),
      ui.open ? api.get(`output?text=${encodeURIComponent(ui.open)}`) : [],
    ]);
    return { ...payments, output };
  },
  badge: ({ undelivered }) => (undelivered > 0 ? { text: `${undelivered} waiting`, tone: 'cold' } : undefined),
  view: (data, ui) => [
    head('Payments', 'A local Stripe: no real cards, no real money. Renewals follow its own time.'),
    h('p', null, 'API and pages: ', h('span', { class: 'mono' }, data.url)),
    table(
      'Events',
      ['Event', 'Object', 'Time', 'Delivery', 'Actions'],
      data.events.map((event) => eventRow(event, ui, data.output)),
      'No events yet. Buy a plan on the site.',
    ),
    data.total > data.events.length &&
      h('p', { class: 'dim' }, `Showing the latest ${data.events.length} of ${count(data.total, 'event')}.`),
    switchesForm(data, ui),
    timeCard(data, ui),
    table(
      'Subscriptions',
      ['Subscription', 'Customer', 'Status', 'Price', 'Period ends'],
      data.subscriptions.map(({ id, customer, status, price, endsAt }) => ({
        key: id,
        cells: [
          h('span', { class: 'mono break' }, id),
          h('span', { class: 'mono break' }, customer),
          chip(status.replace('_', ' ')),
          price ?? '–',
          when(endsAt),
        ],
      })),
      'No subscriptions yet.',
    ),
    table(
      'Webhook endpoints',
      ['Address', 'Status', 'Actions'],
      data.endpoints.map(({ id, url, status }) => ({
        key: id,
        cells: [
          h('span', { class: 'mono break' }, url),
          chip(status, status === 'enabled' ? 'good' : 'bad'),
          h('div', { class: 'row' }, button('Roll secret', 'payments.roll', [id], { about: url }), result(ui, id)),
        ],
      })),
      'No webhook endpoints. Billing is not set up.',
    ),
    table(
      'API calls',
      ['Call', '#Status', 'Time', 'Error'],
      data.calls.map(({ at, method, path, status, error }, index) => ({
        key: `${at} ${index}`,
        tone: status >= 400 ? 'bad' : null,
        cells: [h('span', { class: 'mono break' }, `${method} ${path}`), String(status), when(at), error ?? '–'],
      })),
      'No calls yet.',
    ),
  ],
  actions: {
    toggle: ({ ui }, id) => void (ui.open = ui.open === id ? undefined : id),
    async apply({ api, report, form }) {
      await api.post('payments/switches', {
        hold: form.mode === 'hold',
        shuffle: form.mode === 'shuffle',
        drop: form.mode === 'drop',
        duplicate: Number(form.duplicate),
        delayMs: Number(form.delayMs),
      });
      await api.post('payments/settings', {
        openerPolicy: form.openerPolicy,
        afterRetries: form.afterRetries,
        portalCancelsBy: form.portalCancelsBy,
      });
      report('switches', 'Applied.', 'good');
    },
    async release({ api, report }, order) {
      const { released } = await api.post('payments/release', { order });
      report('switches', `${count(released, 'event')} released.`, 'good');
    },
    async advance({ api, report }, seconds) {
      await api.post('payments/advance', { seconds });
      report('time', 'Advanced.', 'good');
    },
    async resend({ api, report }, id) {
      const { sent } = await api.post(`payments/events/${encodeURIComponent(id)}/resend`);
      report(id, `Sent to ${count(sent, 'endpoint')}.`, 'good');
    },
    async forge({ api, report }, id, forgery) {
      const { answers } = await api.post(`payments/events/${encodeURIComponent(id)}/forge`, { forgery });
      report(id, `Answers: ${answers.map(({ status }) => status ?? 'none').join(', ') || 'no endpoint'}.`, 'good');
    },
    async roll({ api, report }, id) {
      const { secret } = await api.post(`payments/endpoints/${encodeURIComponent(id)}/roll`);
      report(id, `New secret: ${secret}. The old one signs for 24 more hours.`, 'good');
    },
  },
};

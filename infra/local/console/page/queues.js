import { h } from './dom.js';
import { bytes, count, label } from './format.js';
import { button, chip, code, head, result, table, when } from './parts.js';

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const messages = (queue, list, ui) =>
  h(
    'div',
    { class: 'inner' },
    table(
      `Messages in ${label(queue.name)}`,
      ['Message', 'Sent', '#Tries', '#Size', 'Why', 'Do'],
      list.messages.map((message) => ({
        key: message.id,
        cells: [
          h('span', { class: 'mono' }, message.id.slice(0, 8)),
          when(message.sentAt),
          String(message.receives),
          bytes(message.bytes),
          message.error ?? (message.source ? `${label(message.source)} gave up` : '–'),
          h(
            'div',
            { class: 'row' },
            button(ui.message?.id === message.id ? 'Hide' : 'Body', 'queues.body', [queue.name, message.id], {
              expanded: ui.message?.id === message.id,
              about: `message ${message.id.slice(0, 8)}`,
            }),
            queue.takesFailures &&
              button('Send back', 'queues.redrive', [queue.name, message.id], {
                about: `message ${message.id.slice(0, 8)}`,
              }),
            result(ui, message.id),
          ),
        ],
        detail:
          ui.message?.id === message.id && code(pretty(ui.message.body), `Body of message ${message.id.slice(0, 8)}`),
      })),
      'It is empty.',
    ),
    list.total > list.messages.length &&
      h('p', { class: 'dim' }, `The first ${list.messages.length} of ${list.total} messages.`),
  );

const outcome = ({ moved, called, left }) =>
  [
    moved > 0 && `${count(moved, 'message')} sent back`,
    called > 0 && `${count(called, 'call')} made again`,
    left.length > 0 && `${left.length} left: ${left[0].why}`,
  ]
    .filter(Boolean)
    .join(', ') || 'Nothing to send back';

/** Queues, what waits in them, and what was given up. */
export const queues = {
  id: 'queues',
  title: 'Queues',
  async load(api, ui) {
    const list = await api.get('queues');
    const opened = list.find(({ name }) => name === ui.open);
    return { list, messages: opened && (await api.get(`queues/${encodeURIComponent(opened.name)}/messages`)) };
  },
  badge: ({ waiting, failed }) => (failed > 0 ? { text: `${failed} failed`, tone: 'bad' } : { text: String(waiting) }),
  view({ list, messages: opened }, ui) {
    const row = (queue, last) => {
      const depth = queue.available + queue.inFlight + queue.delayed;
      return {
        key: queue.name,
        tone: queue.takesFailures && depth > 0 ? 'bad' : null,
        cells: [
          h('span', { title: queue.name }, label(queue.name)),
          String(queue.available),
          String(queue.inFlight),
          when(queue.oldestAt),
          last,
          h(
            'div',
            { class: 'row' },
            button(ui.open === queue.name ? 'Hide' : 'Messages', 'queues.toggle', [queue.name], {
              expanded: ui.open === queue.name,
              about: label(queue.name),
            }),
            queue.takesFailures &&
              button('Send all back', 'queues.redrive', [queue.name], {
                tone: depth > 0 ? 'strong' : '',
                about: label(queue.name),
              }),
            result(ui, queue.name),
          ),
        ],
        detail: ui.open === queue.name && opened && messages(queue, opened, ui),
      };
    };
    const depthOf = (name) => {
      const found = list.find((queue) => queue.name === name);
      return found ? found.available + found.inFlight + found.delayed : 0;
    };
    const working = list.filter(({ takesFailures }) => !takesFailures);
    return [
      head('Queues', 'Work that waits for a function, and work that was given up after its last try.'),
      table(
        'Work',
        ['Queue', '#Waiting', '#In flight', 'Oldest', 'Given up', 'Do'],
        working.map((queue) => {
          const failed = depthOf(queue.deadLetterQueue);
          return row(queue, failed > 0 ? chip(String(failed), 'bad') : '0');
        }),
        'The template has no queue.',
      ),
      table(
        'Given up',
        ['Queue', '#Waiting', '#In flight', 'Oldest', 'Comes from', 'Do'],
        list
          .filter(({ takesFailures }) => takesFailures)
          .map((queue) => row(queue, queue.sources.map(label).join(', ') || 'failed calls of functions')),
        'The template has no dead-letter queue.',
      ),
    ];
  },
  actions: {
    toggle({ ui }, name) {
      ui.open = ui.open === name ? undefined : name;
      ui.message = undefined;
    },
    async body({ api, ui }, queue, id) {
      ui.message =
        ui.message?.id === id ? undefined : await api.get(`queues/${encodeURIComponent(queue)}/messages/${id}`);
    },
    async redrive({ api, report }, queue, id) {
      const done = await api.post(`queues/${encodeURIComponent(queue)}/redrive`, id === undefined ? {} : { id });
      report(id ?? queue, `${outcome(done)}.`, done.left.length > 0 ? 'bad' : 'good');
      if (id !== undefined) report(queue, `${outcome(done)}.`, done.left.length > 0 ? 'bad' : 'good');
    },
  },
};

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
      ['Message', 'Sent', '#Attempts', '#Size', 'Reason', 'Actions'],
      list.messages.map((message) => ({
        key: message.id,
        cells: [
          h('span', { class: 'mono' }, message.id.slice(0, 8)),
          when(message.sentAt),
          String(message.receives),
          bytes(message.bytes),
          message.error ?? (message.source ? `Failed in ${label(message.source)}` : '–'),
          h(
            'div',
            { class: 'row' },
            button(ui.message?.id === message.id ? 'Hide body' : 'Show body', 'queues.body', [queue.name, message.id], {
              expanded: ui.message?.id === message.id,
              about: `message ${message.id.slice(0, 8)}`,
            }),
            queue.takesFailures &&
              button('Redrive', 'queues.redrive', [queue.name, message.id], {
                about: `message ${message.id.slice(0, 8)}`,
              }),
            result(ui, message.id),
          ),
        ],
        detail:
          ui.message?.id === message.id && code(pretty(ui.message.body), `Body of message ${message.id.slice(0, 8)}`),
      })),
      'No messages.',
    ),
    list.total > list.messages.length &&
      h('p', { class: 'dim' }, `Showing the first ${list.messages.length} of ${list.total} messages.`),
  );

const outcome = ({ moved, called, failures }) =>
  [
    moved > 0 && `${count(moved, 'message')} moved back`,
    called > 0 && `${count(called, 'call')} repeated`,
    failures.length > 0 && `${failures.length} failed: ${failures[0].reason}`,
  ]
    .filter(Boolean)
    .join(', ') || 'No messages to redrive';

/** The queues section: queues, their messages, and dead letters. */
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
            button(ui.open === queue.name ? 'Hide messages' : 'Show messages', 'queues.toggle', [queue.name], {
              expanded: ui.open === queue.name,
              about: label(queue.name),
            }),
            !queue.takesFailures &&
              queue.inFlight > 0 &&
              button('Retry failed now', 'queues.retry', [queue.name], { about: label(queue.name) }),
            queue.takesFailures &&
              button('Redrive all', 'queues.redrive', [queue.name], {
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
      head('Queues', 'Messages that wait for a function, and messages that failed every attempt.'),
      table(
        'Queues',
        ['Queue', '#Waiting', '#In flight', 'Oldest', 'Failed', 'Actions'],
        working.map((queue) => {
          const failed = depthOf(queue.deadLetterQueue);
          return row(queue, failed > 0 ? chip(String(failed), 'bad') : '0');
        }),
        'The template has no queues.',
      ),
      table(
        'Dead-letter queues',
        ['Queue', '#Waiting', '#In flight', 'Oldest', 'Source', 'Actions'],
        list
          .filter(({ takesFailures }) => takesFailures)
          .map((queue) => row(queue, queue.sources.map(label).join(', ') || 'Failed function calls')),
        'The template has no dead-letter queues.',
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
    async retry({ api, report }, queue) {
      const { retried } = await api.post(`queues/${encodeURIComponent(queue)}/retry`);
      report(queue, retried > 0 ? `${count(retried, 'message')} delivered again.` : 'No failed messages.', 'good');
    },
    async redrive({ api, report }, queue, id) {
      const redriven = await api.post(`queues/${encodeURIComponent(queue)}/redrive`, id === undefined ? {} : { id });
      report(id ?? queue, `${outcome(redriven)}.`, redriven.failures.length > 0 ? 'bad' : 'good');
      if (id !== undefined) report(queue, `${outcome(redriven)}.`, redriven.failures.length > 0 ? 'bad' : 'good');
    },
  },
};

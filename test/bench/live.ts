import { setTimeout as pause } from 'node:timers/promises';
import { liveTopics } from '../../lambdas/contract/live/live-topics.ts';
import { FLOOR_MS } from '../../lambdas/domain/live/slots.ts';
import { openApi } from '../support/api.ts';
import { openLive, type LiveClient } from '../support/browser/live-client.ts';
import type { LocalStack } from '../support/stack/local-stack.ts';
import { openAccounts } from '../support/stack/sign-in.ts';
import { atMost, median, type Row } from './report.ts';

const GROUP = 'Live channel';
const CONNECTIONS = 5;
/** Long enough for three messages at the shortest allowed interval. */
const CHANGES_MS = 2.5 * FLOOR_MS;
/** Milliseconds between two changes of one topic. */
const EVERY_MS = 100;
/** How much faster a message may arrive than the one before it, in milliseconds. */
const JITTER_MS = 100;

/** The largest number of messages that arrived within one window. */
const mostWithin = (times: readonly number[], windowMs: number): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));

/** Messages that a user's connections receive about a topic that changes ten times a second. */
export const measureLive = async (stack: LocalStack): Promise<readonly Row[]> => {
  const accounts = await openAccounts(stack);
  const api = openApi(stack.url);
  const clients: LiveClient[] = [];
  try {
    const { id, token } = await accounts.demo('listener');
    const topic = liveTopics.user(id);
    for (let count = 0; count < CONNECTIONS; count += 1) {
      const { ticket } = await api.call('live.create-ticket', {}, token);
      const client = await openLive(stack.url, ticket);
      clients.push(client);
      await client.request({ action: 'subscribe', topics: [topic] });
    }
    const { full_name: name } = await api.call('account.get-me', {}, token);
    const changed: number[] = [];
    const end = Date.now() + CHANGES_MS;
    while (Date.now() < end) {
      changed.push(Date.now());
      await api.call(
        'account.update-me',
        { body: { full_name: `${name} ${changed.length % 2 === 0 ? '' : '.'}`.trim() } },
        token,
      );
      await pause(EVERY_MS);
    }
    await api.call('account.update-me', { body: { full_name: name } }, token);
    await pause(FLOOR_MS);
    const times = clients.map((client) => client.changes(topic));
    const first = median(times.map(([at = Number.POSITIVE_INFINITY]) => at - (changed[0] ?? 0)));
    const received = times.map(({ length }) => length);
    return [
      {
        group: GROUP,
        measure: `messages to a connection in ${FLOOR_MS / 1000} s, maximum`,
        unit: '',
        target: atMost(1),
        figure: Math.max(...times.map((each) => mostWithin(each, FLOOR_MS - JITTER_MS))),
        note:
          `${changed.length + 1} changes of one topic in ${(CHANGES_MS / 1000).toFixed(1)} s; ${CONNECTIONS} ` +
          `connections received ${Math.min(...received)} to ${Math.max(...received)} messages each`,
      },
      {
        group: GROUP,
        measure: 'from a change to its message',
        figure: first,
        unit: 'ms',
        note: `median of ${CONNECTIONS} connections`,
      },
    ];
  } finally {
    for (const client of clients) client.terminate();
    api.close();
    accounts.close();
  }
};

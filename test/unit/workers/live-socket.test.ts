import { LIVE_CONNECTIONS_MAX, LOST_AFTER_MS } from '../../../lambdas/domain/live/connection.ts';
import type { LiveMessage } from '../../../lambdas/contract/live/live-messages.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { serveSocket, type SocketEvent } from '../../../lambdas/workers/live-socket/serve-socket.ts';

const ANN = '11111111-2222-4333-8444-555555555555';
const MINUTE_MS = 60_000;

/** The connections of one user in memory, and a clock that only `pass` moves. */
const world = () => {
  let now = 1_000_000_000;
  const session = { begun: now, seen: now, until: now + 24 * 60 * MINUTE_MS, label: 'Firefox' };
  const stored = new Map<string, { connected_at: number; seen_at?: number }>();
  const closed: string[] = [];
  const posted: LiveMessage[] = [];
  const connectionOf = (id: string) => {
    const one = stored.get(id);
    return (
      one && { ...one, connection_id: id, user_id: ANN, role: 'user' as const, session_id: 'mine', topics: [], rev: 1 }
    );
  };
  const serve = serveSocket({
    isFromDistribution: () => true,
    connections: {
      readTicket: async () => ({ hash: 'hash', user_id: ANN, role: 'user', valid_until: now + 1 }),
      open: async (id) => (stored.set(id, { connected_at: now }), true),
      get: async (id) => connectionOf(id),
      keepAlive: async ({ connection_id: id, connected_at }, at) => void stored.set(id, { connected_at, seen_at: at }),
      ofPerson: async () => [...stored.keys()].map(connectionOf).filter((one) => one !== undefined),
      saveTopics: async () => true,
      forget: async (id) => void stored.delete(id),
    },
    counters: { take: async () => undefined },
    readAccess: async () => ({ user_id: ANN, role: 'user', disabled: false, sessions: { mine: session } }),
    channels: {
      post: async (_id, message) => (posted.push(message), 'sent'),
      close: async (id) => (closed.push(id), 'gone'),
    },
    logger: silentLogger,
    now: () => now,
  });
  const send = async (connectionId: string, event: object): Promise<number> =>
    (await serve({ requestContext: { connectionId }, isBase64Encoded: false, ...event } as SocketEvent)).statusCode;
  return {
    stored,
    closed,
    posted,
    pass: (ms: number) => void (now += ms),
    connect: (id: string) =>
      send(id, {
        requestContext: { connectionId: id, eventType: 'CONNECT' },
        queryStringParameters: { ticket: 'x'.repeat(43) },
      }),
    ping: (id: string) =>
      send(id, { requestContext: { connectionId: id, eventType: 'MESSAGE' }, body: '{"action":"ping"}' }),
  };
};

describe('the limit of channels', () => {
  it('does not count channels without a ping for eleven minutes, and removes them', async () => {
    const { stored, closed, pass, connect, ping } = world();
    const ids = Array.from({ length: LIVE_CONNECTIONS_MAX }, (_, index) => `c${index}`);
    for (const id of ids) expect(await connect(id)).toBe(200);
    pass(8 * MINUTE_MS);
    for (const id of ids.slice(2)) expect(await ping(id)).toBe(200);
    pass(LOST_AFTER_MS - 8 * MINUTE_MS - 1);
    expect(await connect('too early')).toBe(429);
    expect(closed).toEqual([]);
    pass(1);
    expect(await connect('first')).toBe(200);
    expect(closed).toEqual(['c0', 'c1']);
    expect(await connect('second')).toBe(200);
    expect(await connect('third')).toBe(429);
    expect([...stored.keys()]).toEqual([...ids.slice(2), 'first', 'second']);
  });

  it('does not close channels while there are few', async () => {
    const { stored, closed, pass, connect } = world();
    await connect('lost');
    pass(LOST_AFTER_MS);
    expect(await connect('new')).toBe(200);
    expect([[...stored.keys()], closed]).toEqual([['lost', 'new'], []]);
  });
});

it('closes the channel of a session that expired unnoticed with its next ping, and says why', async () => {
  const { stored, closed, posted, pass, connect, ping } = world();
  await connect('c');
  for (let minutes = 8; minutes < 24 * 60; minutes += 8) {
    pass(8 * MINUTE_MS);
    await ping('c');
  }
  expect([closed, posted.at(-1)]).toEqual([[], { type: 'pong' }]);
  pass(8 * MINUTE_MS);
  await ping('c');
  expect([closed, [...stored.keys()], posted.at(-1)]).toEqual([
    ['c'],
    [],
    { type: 'session-ended', reason: 'expired' },
  ]);
});

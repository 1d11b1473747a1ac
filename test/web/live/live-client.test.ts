/** @jest-environment node */
import { LiveMessage } from '../../../lambdas/contract/live/live-messages.ts';
import { createLiveClient, type LiveClientOptions } from '../../../web/src/core/live/live-client.ts';
import { createLiveHub } from '../../../web/src/core/live/live-hub.ts';
import { ApiError } from '../../../web/src/lib/api/api-error.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { createFakeLiveServer, type FakeLiveServerOptions } from '../support/fake-live-server.ts';
import { createManualClock } from '../support/manual-clock.ts';

const PING = 300_000;
const HISTORY = 'history:11111111-1111-4111-8111-111111111111';

/** Lets everything happen that takes no time. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const setUp = (server: FakeLiveServerOptions = {}, parts: Partial<LiveClientOptions> = {}, refuse?: number) => {
  const clock = createManualClock();
  const hub = createLiveHub();
  const far = createFakeLiveServer(server);
  const state: {
    hidden: boolean;
    tickets: number;
    lost: number;
    refuse?: number | undefined;
    readonly timers: Set<object>;
  } = { hidden: false, tickets: 0, lost: 0, refuse, timers: new Set() };
  const client = createLiveClient({
    hub,
    url: 'wss://stage.example/ws',
    // Counts what is left waiting, so that a client that ended can be seen to have left nothing.
    clock: {
      now: clock.now,
      after: (ms, task) => {
        const timer = {};
        state.timers.add(timer);
        const stop = clock.after(ms, () => {
          state.timers.delete(timer);
          task();
        });
        return () => {
          state.timers.delete(timer);
          stop();
        };
      },
    },
    pingEveryMs: PING,
    random: () => 0.5,
    openSocket: far.openSocket,
    fetchTicket: async () => {
      state.tickets += 1;
      if (state.refuse !== undefined) throw new ApiError({ code: 'forbidden', title: 'No', status: state.refuse });
      return `ticket-${state.tickets}`;
    },
    readMessage: (text) => LiveMessage.safeParse(JSON.parse(text)).data,
    isHidden: () => state.hidden,
    onLost: () => void (state.lost += 1),
    ...parts,
  });
  const advance = async (ms: number) => {
    await settle();
    clock.advance(ms);
    await settle();
  };
  return { clock, hub, far, state, client, advance };
};

describe('a connection', () => {
  it('is opened with a fresh ticket and asks for what is listened to, once', async () => {
    const { hub, far, advance } = setUp();
    const heard: string[] = [];
    hub.subscribe('catalog', () => heard.push('a'));
    hub.subscribe('catalog', () => heard.push('b'));
    expect(hub.isLive('catalog')).toBe(false);
    await advance(100);
    expect(far.last().url).toBe('wss://stage.example/ws?ticket=ticket-1');
    expect(far.last().received).toEqual([{ action: 'subscribe', topics: ['catalog'] }]);
    expect(hub.isLive('catalog')).toBe(true);
    expect(heard).toEqual(['a', 'b']);
    far.change('catalog');
    await advance(100);
    expect(heard).toEqual(['a', 'b', 'a', 'b']);
  });

  it('counts listeners: the last one who leaves ends a topic, and leaving for a moment does not', async () => {
    const { hub, far, advance } = setUp();
    const leave = [hub.subscribe('content', () => undefined), hub.subscribe('content', () => undefined)];
    await advance(100);
    leave[0]?.();
    leave[0]?.();
    await advance(0);
    expect(far.last().received).toHaveLength(1);
    leave[1]?.();
    const last = hub.subscribe('content', () => undefined);
    await advance(0);
    expect(far.last().received).toHaveLength(1);
    last();
    await advance(0);
    expect(far.last().received.at(-1)).toEqual({ action: 'unsubscribe', topics: ['content'] });
    expect(hub.isLive('content')).toBe(false);
    expect(hub.wanted.get()).toEqual([]);
  });

  it('has one request under way at a time', async () => {
    let answering = false;
    const { hub, far, advance } = setUp({ answers: () => answering });
    const leave = hub.subscribe('content', () => undefined);
    await advance(0);
    leave();
    hub.subscribe('catalog', () => undefined);
    await advance(0);
    expect(far.last().received).toHaveLength(1);
    answering = true;
    far.last().send({ type: 'subscribed', topics: ['content'] });
    await advance(0);
    expect(far.last().received.slice(1)).toEqual([
      { action: 'subscribe', topics: ['catalog'] },
      { action: 'unsubscribe', topics: ['content'] },
    ]);
  });

  it('tells what comes together once, and keeps it while nobody looks', async () => {
    const { hub, far, advance, state, client } = setUp();
    const heard: string[] = [];
    for (const topic of ['content', 'catalog']) hub.subscribe(topic, () => heard.push(topic));
    await advance(100);
    heard.length = 0;
    for (let i = 0; i < 5; i += 1) far.change('content');
    far.change('catalog');
    await advance(100);
    expect(heard).toEqual(['content', 'catalog']);
    state.hidden = true;
    for (let i = 0; i < 3; i += 1) {
      far.change('content');
      await advance(5_000);
    }
    expect(heard).toHaveLength(2);
    state.hidden = false;
    client.shown();
    expect(heard).toEqual(['content', 'catalog', 'content']);
    client.shown();
    expect(heard).toHaveLength(3);
  });

  it('survives nonsense', async () => {
    const { hub, far, advance } = setUp(
      {},
      { readMessage: (text) => (text.startsWith('{') ? LiveMessage.safeParse(JSON.parse(text)).data : undefined) },
    );
    hub.subscribe('content', () => undefined);
    await advance(0);
    for (const message of [
      { message: 'Internal server error' },
      { type: 'changed' },
      { type: 'changed', topic: 'a b' },
      { type: 'error', code: 'malformed' },
    ])
      far.last().send(message);
    expect(hub.isLive('content')).toBe(true);
    expect(far.open()).toHaveLength(1);
  });
});

describe('losing it', () => {
  it('comes back after a growing random pause of at most thirty seconds, at first soon again once a connection held', async () => {
    let accepting = false;
    const { far, advance, state } = setUp({ accepts: () => accepting });
    await settle();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      far.last().kill();
      const before = far.sockets.length;
      let pause = 0;
      while (far.sockets.length === before) {
        await advance(500);
        pause += 500;
      }
      pauses.push(pause);
    }
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    accepting = true;
    far.last().accept();
    far.last().send({ type: 'pong' });
    await advance(5_000);
    far.last().kill();
    const before = far.sockets.length;
    await advance(500);
    expect(far.sockets).toHaveLength(before + 1);
    expect(state.lost).toBe(1);
  });

  it('is not live meanwhile, and counts everything as changed afterwards', async () => {
    const { hub, far, advance, state } = setUp();
    let heard = 0;
    const answers: boolean[] = [];
    hub.subscribe('content', () => void (heard += 1));
    hub.watch(() => answers.push(hub.isLive('content')));
    await advance(100);
    expect(heard).toBe(1);
    far.last().kill();
    expect(hub.isLive('content')).toBe(false);
    expect(state.lost).toBe(1);
    await advance(1_000);
    await advance(100);
    expect(answers).toEqual([true, false, true]);
    expect(heard).toBe(2);
    expect(far.last().url).toContain('ticket-2');
  });

  it('tries at once when the network is back, and looks whether an open connection survived', async () => {
    let accepting = false;
    let answering = true;
    const { hub, far, advance, client } = setUp({ accepts: () => accepting, answers: () => answering });
    hub.subscribe('content', () => undefined);
    await settle();
    for (let i = 0; i < 6; i += 1) {
      far.last().kill();
      await advance(i < 5 ? 15_000 : 0);
    }
    const before = far.sockets.length;
    accepting = true;
    client.online();
    await advance(0);
    expect(far.sockets).toHaveLength(before + 1);
    expect(hub.isLive('content')).toBe(true);
    client.online();
    await advance(0);
    expect(far.sockets).toHaveLength(before + 1);
    expect(far.last().received.at(-1)).toEqual({ action: 'ping' });
    answering = false;
    client.online();
    await advance(10_000);
    expect(hub.isLive('content')).toBe(false);
    answering = true;
    await advance(30_000);
    expect(hub.isLive('content')).toBe(true);
  });

  it('shows a sign of life every five minutes', async () => {
    const { hub, far, advance } = setUp();
    hub.subscribe('content', () => undefined);
    await advance(0);
    for (let i = 0; i < 3; i += 1) await advance(PING);
    expect(far.sockets).toHaveLength(1);
    expect(far.last().received.filter(({ action }) => action === 'ping')).toHaveLength(3);
  });

  it('gives up a handshake, or a request, that nobody answers', async () => {
    let accepting = false;
    let answering = false;
    const { hub, far, advance } = setUp({ accepts: () => accepting, answers: () => answering });
    hub.subscribe('content', () => undefined);
    await advance(15_000);
    expect(far.sockets[0]?.closed).toBe(true);
    accepting = true;
    await advance(1_000);
    expect(far.sockets).toHaveLength(2);
    await advance(10_000);
    expect(far.sockets[1]?.closed).toBe(true);
    answering = true;
    await advance(2_000);
    expect(far.sockets).toHaveLength(3);
    expect(hub.isLive('content')).toBe(true);
  });
});

describe('refusals', () => {
  it('asks no more for a topic until the rights change', async () => {
    let allowed = false;
    const { hub, far, advance, client } = setUp({ maySubscribe: (topic) => allowed || topic !== 'content' });
    hub.subscribe('content', () => undefined);
    hub.subscribe('catalog', () => undefined);
    await advance(0);
    expect([hub.isLive('content'), hub.isLive('catalog')]).toEqual([false, true]);
    hub.subscribe(HISTORY, () => undefined);
    await advance(0);
    far.last().kill();
    await advance(1_000);
    expect(far.sockets.map(({ received }) => received)).toEqual([
      [
        { action: 'subscribe', topics: ['content', 'catalog'] },
        { action: 'subscribe', topics: [HISTORY] },
      ],
      [{ action: 'subscribe', topics: ['catalog', HISTORY] }],
    ]);
    allowed = true;
    client.rightsChanged();
    await advance(0);
    expect(hub.isLive('content')).toBe(true);
  });

  it.each([401, 403])('waits for another session when no ticket is given (%d)', async (status) => {
    const { hub, far, advance, state, client } = setUp({}, {}, status);
    hub.subscribe('content', () => undefined);
    await advance(600_000);
    client.online();
    client.shown();
    await advance(600_000);
    expect(state.tickets).toBe(1);
    state.refuse = undefined;
    client.rightsChanged();
    await advance(0);
    expect(far.open()).toHaveLength(1);
    expect(hub.isLive('content')).toBe(true);
  });

  it('tries again when the ticket failed for the moment', async () => {
    const { far, advance, state } = setUp({}, {}, 503);
    await advance(5_000);
    expect(state.tickets).toBeGreaterThan(1);
    state.refuse = undefined;
    await advance(15_000);
    expect(far.open()).toHaveLength(1);
  });
});

describe('the end', () => {
  const moments: readonly (readonly [string, FakeLiveServerOptions, (parts: ReturnType<typeof setUp>) => unknown])[] = [
    ['while it fetches a ticket', {}, () => undefined],
    ['while it opens', { accepts: () => false }, ({ advance }) => advance(0)],
    [
      'while it is open, with news to tell',
      {},
      async ({ far, advance }) => {
        await advance(1_000);
        far.change('content');
      },
    ],
    ['while a request is under way', { answers: () => false }, ({ advance }) => advance(0)],
    [
      'while it pauses',
      {},
      async ({ far, advance }) => {
        await advance(0);
        far.last().kill();
      },
    ],
  ];

  it.each(moments)('leaves no timer, no socket and no word %s', async (_, server, reach) => {
    const parts = setUp(server);
    const { hub, far, state, client, advance } = parts;
    let heard = 0;
    hub.subscribe('content', () => void (heard += 1));
    await reach(parts);
    client.stop();
    const before = {
      heard,
      sockets: far.sockets.length,
      tickets: state.tickets,
      received: far.sockets.flatMap(({ received }) => received).length,
    };
    expect(state.timers.size).toBe(0);
    hub.subscribe('catalog', () => undefined);
    await advance(600_000);
    expect({
      heard,
      sockets: far.sockets.length,
      tickets: state.tickets,
      received: far.sockets.flatMap(({ received }) => received).length,
    }).toEqual(before);
    expect(far.open()).toEqual([]);
    expect(state.timers.size).toBe(0);
    expect(hub.isLive('content')).toBe(false);
  });
});

describe('fifty random losses during two hundred changes', () => {
  const seed = newSeed();

  it(`end with the newest state on the screen (SEED=${seed})`, async () => {
    const random = createRandom(seed);
    const { hub, far, advance, state, client } = setUp({ accepts: () => random() < 0.8 }, { random });
    const truth = new Map([
      ['catalog', 0],
      ['content', 0],
    ]);
    const shown = new Map<string, number>();
    // As a screen does: reading takes a moment, and every announcement reads anew.
    for (const topic of truth.keys()) {
      const read = () => {
        const version = truth.get(topic) ?? 0;
        queueMicrotask(() => shown.set(topic, Math.max(version, shown.get(topic) ?? 0)));
      };
      read();
      hub.subscribe(topic, read);
    }
    // The last change of all falls into a loss: nobody will tell of it.
    const losses = new Set([199]);
    while (losses.size < 50) losses.add(Math.floor(random() * 200));
    for (let change = 0; change < 200; change += 1) {
      if (losses.has(change)) {
        while (far.open().length === 0) {
          if (random() < 0.5) client.online();
          await advance(500);
        }
        far.last().kill();
      }
      const topic = random() < 0.5 ? 'catalog' : 'content';
      truth.set(topic, (truth.get(topic) ?? 0) + 1);
      far.change(topic);
      state.hidden = random() < 0.2;
      if (!state.hidden) client.shown();
      await advance(random() * 3_000);
    }
    state.hidden = false;
    client.shown();
    for (let waited = 0; waited < 200 && far.open().length === 0; waited += 1) await advance(1_000);
    await advance(1_000);
    expect(state.lost).toBe(50);
    expect(far.open()).toHaveLength(1);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(truth));
    client.stop();
    expect(state.timers.size).toBe(0);
    expect(far.open()).toEqual([]);
  });
});

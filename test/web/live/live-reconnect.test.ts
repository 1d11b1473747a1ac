import { createRandom, newSeed } from '../../support/random.ts';
import type { FakeLiveServerOptions } from '../support/fake-live-server.ts';
import { PING_MS, setUp, settle } from './set-up.ts';

describe('a lost connection', () => {
  it('is reopened after growing random pauses of up to 30 s, which start over after a good connection', async () => {
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

  it('is not live in the meantime, and counts every topic as changed afterwards', async () => {
    const { hub, far, advance, state } = setUp();
    let notified = 0;
    const answers: boolean[] = [];
    hub.subscribe('content', () => void (notified += 1));
    hub.watch(() => answers.push(hub.isLive('content')));
    await advance(100);
    expect(notified).toBe(1);
    far.last().kill();
    expect(hub.isLive('content')).toBe(false);
    expect(state.lost).toBe(1);
    await advance(1_000);
    await advance(100);
    expect(answers).toEqual([true, false, true]);
    expect(notified).toBe(2);
    expect(far.last().url).toContain('ticket-2');
  });

  it('is reopened at once when the network is back, which also checks an open connection', async () => {
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

  it('is pinged every five minutes', async () => {
    const { hub, far, advance } = setUp();
    hub.subscribe('content', () => undefined);
    await advance(0);
    for (let i = 0; i < 3; i += 1) await advance(PING_MS);
    expect(far.sockets).toHaveLength(1);
    expect(far.last().received.filter(({ action }) => action === 'ping')).toHaveLength(3);
  });

  it('is assumed if a handshake or a request is not answered', async () => {
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

describe('a stopped client', () => {
  const moments: readonly (readonly [string, FakeLiveServerOptions, (parts: ReturnType<typeof setUp>) => unknown])[] = [
    ['while it requests a ticket', {}, () => undefined],
    ['while it opens', { accepts: () => false }, ({ advance }) => advance(0)],
    [
      'while it has changes to announce',
      {},
      async ({ far, advance }) => {
        await advance(1_000);
        far.change('content');
      },
    ],
    ['while a request is pending', { answers: () => false }, ({ advance }) => advance(0)],
    [
      'while it pauses',
      {},
      async ({ far, advance }) => {
        await advance(0);
        far.last().kill();
      },
    ],
  ];

  it.each(moments)('leaves no timer and no socket, and announces nothing %s', async (_, server, reach) => {
    const parts = setUp(server);
    const { hub, far, state, client, advance } = parts;
    let notified = 0;
    hub.subscribe('content', () => void (notified += 1));
    await reach(parts);
    client.stop();
    const before = {
      notified,
      sockets: far.sockets.length,
      tickets: state.tickets,
      received: far.sockets.flatMap(({ received }) => received).length,
    };
    expect(state.timers.size).toBe(0);
    hub.subscribe('catalog', () => undefined);
    await advance(600_000);
    expect({
      notified,
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
    // Like a screen: loading takes a moment, and every announcement loads again.
    for (const topic of truth.keys()) {
      const read = () => {
        const version = truth.get(topic) ?? 0;
        queueMicrotask(() => shown.set(topic, Math.max(version, shown.get(topic) ?? 0)));
      };
      read();
      hub.subscribe(topic, read);
    }
    // The last change happens during a loss: the server never reports it.
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

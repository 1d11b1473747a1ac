import { LiveMessage } from '../../../lambdas/contract/live/live-messages.ts';
import { setUp } from './set-up.ts';

const HISTORY = 'history:11111111-1111-4111-8111-111111111111';

describe('a connection', () => {
  it('opens with a fresh ticket and subscribes to each topic once', async () => {
    const { hub, far, advance } = setUp();
    const notified: string[] = [];
    hub.subscribe('catalog', () => notified.push('a'));
    hub.subscribe('catalog', () => notified.push('b'));
    expect(hub.isLive('catalog')).toBe(false);
    await advance(100);
    expect(far.last().url).toBe('wss://stage.example/ws?ticket=ticket-1');
    expect(far.last().received).toEqual([{ action: 'subscribe', topics: ['catalog'] }]);
    expect(hub.isLive('catalog')).toBe(true);
    expect(notified).toEqual(['a', 'b']);
    far.change('catalog');
    await advance(100);
    expect(notified).toEqual(['a', 'b', 'a', 'b']);
  });

  it('unsubscribes when the last listener leaves, unless another one arrives at once', async () => {
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
    expect(hub.topics.get()).toEqual([]);
  });

  it('sends one request at a time', async () => {
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

  it('announces changes of a topic together, and defers them while the page is hidden', async () => {
    const { hub, far, advance, state, client } = setUp();
    const notified: string[] = [];
    for (const topic of ['content', 'catalog']) hub.subscribe(topic, () => notified.push(topic));
    await advance(100);
    notified.length = 0;
    for (let i = 0; i < 5; i += 1) far.change('content');
    far.change('catalog');
    await advance(100);
    expect(notified).toEqual(['content', 'catalog']);
    state.hidden = true;
    for (let i = 0; i < 3; i += 1) {
      far.change('content');
      await advance(5_000);
    }
    expect(notified).toHaveLength(2);
    state.hidden = false;
    client.shown();
    expect(notified).toEqual(['content', 'catalog', 'content']);
    client.shown();
    expect(notified).toHaveLength(3);
  });

  it('ignores invalid messages', async () => {
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

describe('denied topics and tickets', () => {
  it('does not request a denied topic again until the rights change', async () => {
    let allowed = false;
    const { hub, far, advance, client } = setUp({ canSubscribe: (topic) => allowed || topic !== 'content' });
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

  it.each([401, 403])('waits for another session after a denied ticket (%d)', async (status) => {
    const { hub, far, advance, state, client } = setUp({}, {}, status);
    hub.subscribe('content', () => undefined);
    await advance(600_000);
    client.online();
    client.shown();
    await advance(600_000);
    expect(state.tickets).toBe(1);
    state.ticketStatus = undefined;
    client.rightsChanged();
    await advance(0);
    expect(far.open()).toHaveLength(1);
    expect(hub.isLive('content')).toBe(true);
  });

  it('retries when a ticket fails temporarily', async () => {
    const { far, advance, state } = setUp({}, {}, 503);
    await advance(5_000);
    expect(state.tickets).toBeGreaterThan(1);
    state.ticketStatus = undefined;
    await advance(15_000);
    expect(far.open()).toHaveLength(1);
  });
});

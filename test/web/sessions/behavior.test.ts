/** @jest-environment jest-fixed-jsdom */
import type { PatternData } from '../../../lambdas/contract/security/behavior.ts';
import { createCollector, type Collector } from '../../../web/src/features/sessions/behavior/collector.ts';
import { createCounting } from '../../../web/src/features/sessions/behavior/counting.ts';
import { followPage, inputOfClick } from '../../../web/src/features/sessions/behavior/follow-page.ts';
import { followPlayer } from '../../../web/src/features/sessions/behavior/follow-player.ts';
import { BEHAVIOR_KEY } from '../../../web/src/features/sessions/behavior/storage-key.ts';
import { createUnsentPatterns, type UnsentPattern } from '../../../web/src/features/sessions/behavior/unsent.ts';
import { ApiError, clientError } from '../../../web/src/lib/api/api-error.ts';
import type { KeyValueStore } from '../../../web/src/lib/storage.ts';
import { setUp as setUpPlayer, settle } from '../player/set-up.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const createStore = (): KeyValueStore => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
};

interface Sent {
  readonly at: number;
  readonly pattern: UnsentPattern;
  readonly keepalive: boolean;
}

/** A browser whose tabs count. Its clock does not start at zero, as no browser's does. */
const createBrowser = () => {
  const clock = createManualClock();
  clock.advance(DAY);
  const store = createStore();
  const sent: Sent[] = [];
  let failure: Error | undefined;
  let pages = 0;
  const open = (user = 'ada') => {
    const onDenied = jest.fn(() => collector.stop());
    const collector: Collector = createCollector({
      clock,
      unsent: createUnsentPatterns(store, user),
      newPage: () => `page-${(pages += 1)}`,
      send: async (pattern, keepalive) => {
        sent.push({ at: clock.now() - DAY, pattern, keepalive });
        if (failure) throw failure;
      },
      onDenied,
    });
    return { ...collector, onDenied };
  };
  /** Passes time in steps, so that each answer arrives before the next. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1000) {
      clock.advance(Math.min(1000, left));
      await settle();
    }
  };
  return { clock, store, sent, open, pass, fail: (error?: Error) => void (failure = error) };
};

const failed = (code: 'consent_required' | 'too_many_requests' | 'validation_failed', status: number): ApiError =>
  new ApiError({ code, title: code, status });

describe('a collector', () => {
  it('sends at most one pattern a minute, and only if something changed', async () => {
    const { sent, open, pass } = createBrowser();
    const tab = open();
    await pass(3 * MINUTE);
    expect(sent).toEqual([]);
    for (let minute = 0; minute < 10; minute += 1) {
      tab.counting().clicked();
      await pass(MINUTE);
    }
    await pass(10 * MINUTE);
    expect(sent.map(({ pattern: { seq, data } }) => [seq, data.counts.clicks])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 1, index + 1]),
    );
    const waits = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(MINUTE);
    expect(sent[0]?.pattern.data.counts.page_views).toBe(0);
  });

  it('sends one pattern a minute from all tabs, and none of them waits for ever', async () => {
    const { sent, open, pass } = createBrowser();
    const [one, other] = [open(), open()];
    for (let minute = 0; minute < 12; minute += 1) {
      one.counting().clicked();
      await pass(MINUTE / 2);
      other.counting().clicked();
      await pass(MINUTE / 2);
    }
    expect(sent.length).toBeLessThanOrEqual(12);
    const pages = sent.map(({ pattern: { page } }) => page);
    expect(new Set(pages).size).toBe(2);
    expect(pages.filter((page) => page === 'page-1').length).toBeGreaterThanOrEqual(4);
    expect(pages.filter((page) => page === 'page-2').length).toBeGreaterThanOrEqual(4);
  });

  it('sends what is new when the page is hidden, but not within the minute', async () => {
    const { sent, open, pass } = createBrowser();
    const tab = open();
    await pass(90_000);
    tab.counting().clicked();
    tab.leave();
    await settle();
    expect(sent).toMatchObject([{ at: 90_000, keepalive: true }]);
    tab.counting().clicked();
    tab.leave();
    await settle();
    expect(sent).toHaveLength(1);
    await pass(MINUTE);
    expect(sent.map(({ keepalive, pattern: { seq } }) => [keepalive, seq])).toEqual([
      [true, 1],
      [false, 2],
    ]);
  });

  it('sends at the next start what a closed tab could not send', async () => {
    const browser = createBrowser();
    browser.fail(clientError('network_error'));
    const tab = browser.open();
    tab.counting().count('plays');
    await browser.pass(MINUTE);
    tab.counting().count('skips');
    tab.leave();
    expect(browser.sent).toHaveLength(1);
    // The tab is closed: its timers run no more.
    const later = createManualClock();
    later.advance(browser.clock.now() + 60 * MINUTE);
    const sent: UnsentPattern[] = [];
    const start = (user: string, clock: ManualClock) =>
      createCollector({
        clock,
        unsent: createUnsentPatterns(browser.store, user),
        newPage: () => 'page-9',
        send: async (pattern) => void sent.push(pattern),
        onDenied: () => undefined,
      });
    start('ada', later);
    later.advance(0);
    await settle();
    // The last counts of the page, under their own number, once.
    expect(sent).toMatchObject([{ page: 'page-1', seq: 2, data: { counts: { plays: 1, skips: 1 } } }]);
    later.advance(5 * MINUTE);
    await settle();
    expect(sent).toHaveLength(1);
  });

  it('does not send what is older than a day, or of another user', async () => {
    const browser = createBrowser();
    browser.fail(clientError('network_error'));
    browser.open().counting().clicked();
    await browser.pass(MINUTE);
    const unsentFor = (user: string, after: number) =>
      createUnsentPatterns(browser.store, user).next(browser.clock.now() + after);
    expect(unsentFor('ada', 0)).toMatchObject({ page: 'page-1' });
    expect([unsentFor('ada', DAY), unsentFor('grace', 0)]).toEqual([undefined, undefined]);
  });

  it('sends again after an offline moment or an overload, and not what the server rejects', async () => {
    const { sent, open, pass, fail } = createBrowser();
    const tab = open();
    tab.counting().clicked();
    fail(clientError('network_error'));
    await pass(MINUTE);
    fail(failed('too_many_requests', 429));
    await pass(MINUTE);
    fail(failed('validation_failed', 400));
    await pass(MINUTE);
    expect(sent.map(({ pattern: { seq } }) => seq)).toEqual([1, 1, 1]);
    await pass(3 * MINUTE);
    expect(sent).toHaveLength(3);
  });

  it('stops and drops everything at once', async () => {
    const { sent, store, open, pass } = createBrowser();
    const tab = open();
    tab.counting().clicked();
    tab.leave();
    await settle();
    tab.counting().clicked();
    tab.leave();
    expect(store.get(BEHAVIOR_KEY)).not.toBeNull();
    tab.stop();
    expect(store.get(BEHAVIOR_KEY)).toBeNull();
    tab.counting().clicked();
    tab.leave();
    await pass(5 * MINUTE);
    expect([sent.length, store.get(BEHAVIOR_KEY)]).toEqual([1, null]);
  });

  it('stops when the server says that the user withdrew their consent', async () => {
    const { sent, store, open, pass, fail } = createBrowser();
    const tab = open();
    tab.counting().clicked();
    fail(failed('consent_required', 403));
    await pass(MINUTE);
    expect(tab.onDenied).toHaveBeenCalledTimes(1);
    tab.counting().clicked();
    await pass(5 * MINUTE);
    expect([sent.length, store.get(BEHAVIOR_KEY)]).toEqual([1, null]);
  });

  it('begins to count again after an hour, while a title plays on', async () => {
    const { sent, open, pass } = createBrowser();
    const tab = open();
    tab.counting().clicked();
    tab.counting().watching(true);
    await pass(62 * MINUTE);
    const pages = Map.groupBy(sent, ({ pattern: { page } }) => page);
    expect([...pages.keys()]).toEqual(['page-1', 'page-2']);
    const last = (page: string): PatternData | undefined => pages.get(page)?.at(-1)?.pattern.data;
    expect(last('page-1')?.counts).toMatchObject({ clicks: 1, watch_seconds: 3600 });
    expect(last('page-2')?.counts).toMatchObject({ clicks: 0, watch_seconds: 120 });
  });
});

describe('counting', () => {
  it('finds the ten seconds with the most clicks', () => {
    const clock = createManualClock();
    const counting = createCounting(clock);
    const click = (times: number) => Array.from({ length: times }, () => counting.clicked());
    click(3);
    clock.advance(9_999);
    click(4);
    clock.advance(1);
    click(1);
    clock.advance(60_000);
    click(2);
    expect(counting.data().counts).toMatchObject({ clicks: 10, busiest_clicks: 7 });
  });

  it('counts movements of the mouse at most each 200 ms, clicks, and how the page is operated', () => {
    const clock = createManualClock();
    const counting = createCounting(clock);
    const leave = jest.fn();
    // No test can make an event that a browser takes for its user's.
    const stop = followPage(
      clock,
      () => counting,
      leave,
      () => true,
    );
    const button = document.createElement('button');
    const field = document.createElement('input');
    document.body.append(button, field);
    const send = (target: Element, name: string, fields: object = {}) =>
      target.dispatchEvent(Object.assign(new Event(name, { bubbles: true }), fields));
    for (let step = 0; step < 10; step += 1) {
      send(button, 'pointermove', { pointerType: 'mouse' });
      clock.advance(50);
    }
    send(field, 'keydown', { key: 'a' });
    send(button, 'keydown', { key: 'r', ctrlKey: true });
    expect(counting.data()).toMatchObject({ counts: { mouse_moves: 3 }, inputs: [] });
    send(button, 'pointermove', { pointerType: 'touch' });
    send(button, 'pointerdown', { pointerType: 'touch' });
    send(button, 'click', { detail: 1 });
    send(field, 'keydown', { key: 'Tab' });
    expect(counting.data()).toMatchObject({ counts: { mouse_moves: 3, clicks: 1 }, inputs: ['keyboard', 'touch'] });
    window.dispatchEvent(new Event('pagehide'));
    expect(leave).toHaveBeenCalledTimes(1);
    stop();
    send(button, 'click');
    window.dispatchEvent(new Event('pagehide'));
    expect([counting.data().counts.clicks, leave.mock.calls.length]).toEqual([1, 1]);
  });

  it('ignores movements, presses and keys that a script made, and counts its clicks', () => {
    const counting = createCounting(createManualClock());
    const stop = followPage(
      createManualClock(),
      () => counting,
      () => undefined,
    );
    const fields = { pointerType: 'mouse', key: 'a' };
    for (const name of ['pointermove', 'pointerdown', 'keydown', 'click'])
      document.body.dispatchEvent(Object.assign(new Event(name, { bubbles: true }), fields));
    stop();
    const { counts, inputs } = counting.data();
    expect([counts.mouse_moves, counts.clicks, inputs]).toEqual([0, 1, []]);
  });

  it.each([
    [1, true, 10, undefined],
    [0, true, 500, 'keyboard'],
    [0, true, 501, 'assistive'],
    [0, false, 10, undefined],
  ] as const)(
    'takes a click with %i presses (of a user: %s) %i ms after a key for %s',
    (detail, isTrusted, ms, input) => {
      expect(inputOfClick({ detail, isTrusted }, ms)).toBe(input);
    },
  );
});

describe('the use of the player', () => {
  const setUp = async () => {
    const player = setUpPlayer();
    const counting = createCounting(player.clock);
    const stop = followPlayer(player.player, () => counting);
    await player.playing(0);
    return { ...player, counting, stop, counts: () => counting.data().counts };
  };

  it('is counted by what the player does', async () => {
    const { player, engine, clock, counts, stop } = await setUp();
    clock.advance(30_000);
    player.pause();
    clock.advance(30_000);
    player.resume();
    engine().roll(40);
    player.setVolume(0.5);
    player.toggleMute();
    // The player's own changes of the quality are not the user's.
    engine().events.onHeight(720);
    engine().events.onHeight(1080);
    player.setHeight(720);
    expect(counts()).toMatchObject({
      plays: 1,
      skips: 0,
      pauses: 1,
      volume_changes: 2,
      quality_changes: 1,
      watch_seconds: 30,
    });
    clock.advance(5_000);
    stop();
    player.pause();
    clock.advance(5_000);
    expect(counts()).toMatchObject({ pauses: 1, watch_seconds: 35 });
    player.dispose();
  });

  it('is a skip when a title is left before its end in favor of another', async () => {
    const { player, engine, counts } = await setUp();
    engine().roll(60);
    player.next();
    await settle();
    expect(counts()).toMatchObject({ plays: 1, skips: 1, pauses: 0 });
    engine().roll(0.1);
    expect(counts()).toMatchObject({ plays: 2, skips: 1 });
    // This one ends on its own, and the last one has no successor.
    engine().roll(125);
    engine().events.onEnded();
    await settle();
    engine().roll(0.1);
    engine().roll(125);
    engine().events.onEnded();
    expect(counts()).toMatchObject({ plays: 3, skips: 1, pauses: 0 });
    player.dispose();
  });
});

/** @jest-environment jest-fixed-jsdom */
import type { PlaybackPosition } from '../../../lambdas/contract/listening/playback-positions.ts';
import { createLocalPositions, LOCAL_POSITIONS_KEY } from '../../../web/src/features/player/resume/local-positions.ts';
import {
  createPositionTracker,
  type PositionTrackerPorts,
} from '../../../web/src/features/player/resume/position-tracker.ts';
import { deviceLabel, thisDevice } from '../../../web/src/features/player/resume/device.ts';
import { resolveStart, type LocalPosition } from '../../../web/src/features/player/resume/resume-rules.ts';
import type { WriteAnswer } from '../../../web/src/features/player/core/versioned-writer.ts';
import { contentCard, contentId } from '../support/content-card.ts';
import { list, settle, setUp } from './set-up.ts';

const here = { id: 'device-here-0001', label: 'Firefox on Linux' };
const there = { id: 'device-there-001', label: 'Chrome on Windows' };

const memory = () => {
  const stored = new Map<string, string>();
  return {
    get: (key: string) => stored.get(key) ?? null,
    set: (key: string, value: string) => void stored.set(key, value),
    remove: (key: string) => void stored.delete(key),
  };
};
const storedAt = (seconds: number, fields: Partial<PlaybackPosition> = {}): PlaybackPosition => ({
  content_id: contentId(1),
  position_seconds: seconds,
  duration_seconds: 1000,
  finished: false,
  device: there,
  updated_at: '2026-03-04T05:06:07.000Z',
  version: 7,
  ...fields,
});
const localAt = (seconds: number, version = 3): LocalPosition => ({ seconds, duration: 1000, version });

describe('the start position', () => {
  const [video, music] = list;
  const known = { item: video, deviceId: here.id, following: false } as const;

  it.each<[string, Parameters<typeof resolveStart>[0], object]>([
    ['0 without any position', { ...known, server: null, local: null }, { at: 0 }],
    [
      'the position on the server, saved by this device',
      { ...known, server: storedAt(300, { device: here }), local: null },
      { at: 300 },
    ],
    [
      'the local position, newer than that on the server',
      { ...known, server: storedAt(300, { device: here, version: 3 }), local: localAt(304) },
      { at: 304 },
    ],
    [
      'the local position, if the server does not answer',
      { ...known, server: undefined, local: localAt(304) },
      { at: 304 },
    ],
    ['the local position, never saved to the server', { ...known, server: null, local: localAt(90, 0) }, { at: 90 }],
    ['0 after the history was cleared', { ...known, server: null, local: localAt(90) }, { at: 0 }],
    [
      'the position of another device, close to the local one',
      { ...known, server: storedAt(300), local: localAt(250) },
      { at: 300 },
    ],
    [
      'a choice, if another device is further away',
      { ...known, server: storedAt(750), local: localAt(190) },
      {
        at: 750,
        choice: [
          { seconds: 750, from: 'Chrome on Windows' },
          { seconds: 190, from: null },
        ],
      },
    ],
    [
      'a choice, if only another device has a position',
      { ...known, server: storedAt(750), local: null },
      {
        at: 750,
        choice: [
          { seconds: 750, from: 'Chrome on Windows' },
          { seconds: 0, from: null },
        ],
      },
    ],
    [
      '0 if another device finished the item',
      { ...known, server: storedAt(0, { finished: true }), local: localAt(190) },
      { at: 0 },
    ],
    ['0 near the beginning', { ...known, server: storedAt(10, { device: here }), local: null }, { at: 0 }],
    ['0 near the end', { ...known, server: storedAt(950, { device: here }), local: null }, { at: 0 }],
    [
      'the position of another device without a choice, for the next video of a list',
      { ...known, following: true, server: storedAt(750), local: localAt(190) },
      { at: 750 },
    ],
    [
      '0 for the next song of a list',
      { ...known, item: music, following: true, server: storedAt(750), local: null },
      { at: 0 },
    ],
  ])('is %s', (_, fields, expected) => expect(resolveStart(fields)).toEqual(expected));
});

describe('positions in this browser', () => {
  it('keep the last fifty items of one user', () => {
    const store = memory();
    const ada = createLocalPositions(store, 'ada');
    for (let index = 0; index < 60; index += 1) ada.set(`c${index}`, localAt(index + 20));
    expect(ada.get('c59')).toEqual(localAt(79));
    expect(ada.get('c9')).toBeNull();
    expect(ada.get('c10')).toEqual(localAt(30));
    ada.remove('c59');
    expect(ada.get('c59')).toBeNull();
    expect(createLocalPositions(store, 'bob').get('c50')).toBeNull();
    store.set(LOCAL_POSITIONS_KEY, '{"user":"ada","positions":[["c1","x"]]}');
    expect(ada.get('c1')).toBeNull();
    store.set(LOCAL_POSITIONS_KEY, 'no JSON');
    expect(ada.get('c1')).toBeNull();
  });

  it('belong to a device with a stable id and a readable name', () => {
    const store = memory();
    expect(thisDevice(store, 'x').id).toBe(thisDevice(store, 'x').id);
    expect(thisDevice(store, 'x').label).toBe('another device');
  });

  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  it.each([
    ['Chrome on Windows', `${windows} Chrome/126.0.0.0 Safari/537.36`],
    ['Edge on Windows', `${windows} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`],
    ['Safari on iPhone', `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
  ])('name %s by its user agent', (label, agent) => expect(deviceLabel(agent)).toBe(label));
});

describe('the position tracker', () => {
  const setUpTracker = (replaced: Partial<PositionTrackerPorts> = {}) => {
    const saved: { id: string; seconds: number; base: number; leaving: boolean }[] = [];
    const reported: [string, number | null][] = [];
    let answer: (base: number) => WriteAnswer | Promise<WriteAnswer> = (base) => ({ kind: 'saved', version: base + 1 });
    const tracker: { startPositionOf: ReturnType<typeof createPositionTracker>['startPositionOf'] } = {
      startPositionOf: async () => ({ at: 0 }),
    };
    const made = setUp({ startPositionOf: (item, following) => tracker.startPositionOf(item, following) });
    const positions = createLocalPositions(memory(), 'ada');
    const real = createPositionTracker({
      clock: made.clock,
      device: here,
      writer: 'page-0001',
      local: positions,
      load: async () => null,
      save: async (id, { seconds }, { base_version: base }, leaving) => {
        saved.push({ id, seconds, base, leaving });
        return answer(base);
      },
      onPosition: (id, position) => void reported.push([id, position?.seconds ?? null]),
      ...replaced,
    });
    tracker.startPositionOf = real.startPositionOf;
    const stop = real.follow(made.player);
    /** Plays for some seconds, with four positions per second. */
    const roll = async (from: number, seconds: number, duration = 125) => {
      for (let at = from; at <= from + seconds; at += 0.25) {
        made.engine().roll(at, duration);
        made.clock.advance(250);
      }
      await settle();
    };
    return {
      ...made,
      tracker: real,
      saved,
      positions,
      reported,
      roll,
      stop,
      answers: (next: typeof answer) => void (answer = next),
    };
  };

  it('records every five seconds here, saves to the server less and less often, and on pause', async () => {
    const { playing, player, roll, saved, reported, positions } = setUpTracker();
    await playing(0);
    await roll(0.5, 25);
    expect(saved).toEqual([]);
    expect(positions.get(contentId(1))?.seconds).toBeGreaterThan(18);
    await roll(25.75, 70);
    expect(saved.map(({ seconds }) => Math.round(seconds / 10))).toEqual([3, 9]);
    expect(reported.length).toBeGreaterThan(12);
    player.pause();
    player.setVolume(0.4);
    await roll(96, 6);
    expect(saved).toHaveLength(3);
    expect(saved.map(({ base }) => base)).toEqual([0, 1, 2]);
  });

  it('saves on a jump, when another item starts, and when an item is finished', async () => {
    const { playing, player, roll, saved, engine, positions, reported } = setUpTracker();
    await playing(0);
    await roll(0.5, 2);
    player.seek(60);
    await settle();
    expect(saved.at(-1)).toMatchObject({ id: contentId(1), seconds: 60 });
    await roll(60, 6);
    player.next();
    await settle();
    expect(saved.at(-1)).toMatchObject({ id: contentId(1), seconds: 66 });
    engine().roll(0.1, 100);
    await roll(93, 4, 100);
    player.cancel();
    await settle();
    expect(saved.at(-1)).toMatchObject({ id: contentId(2), seconds: 97 });
    expect(positions.get(contentId(2))).toBeNull();
    expect(reported.at(-1)).toEqual([contentId(2), null]);
  });

  it('sends the newest position when the page is hidden, even within the minimum interval', async () => {
    const { playing, roll, saved, tracker } = setUpTracker();
    await playing(0);
    await roll(0.5, 31);
    const before = saved.length;
    await roll(31.75, 1);
    void tracker.leave();
    void tracker.leave();
    await settle();
    expect(saved).toHaveLength(before + 1);
    expect(saved.at(-1)).toMatchObject({ seconds: 32.8, leaving: true });
  });

  it('resolves once what it saved has arrived, and saves nothing after it has ended', async () => {
    const { playing, roll, saved, tracker, positions, clock, stop, answers } = setUpTracker();
    await playing(0);
    await roll(0.5, 3);
    let left = false;
    let arrive = (_: WriteAnswer): void => undefined;
    answers(() => new Promise((resolve) => (arrive = resolve)));
    const leaving = tracker.leave().then(() => (left = true));
    await settle();
    expect([saved.length, left]).toEqual([1, false]);
    arrive({ kind: 'saved', version: 1 });
    await leaving;
    await roll(3.5, 3);
    positions.remove(contentId(1));
    stop();
    clock.advance(600_000);
    await settle();
    expect([saved.length, positions.get(contentId(1))]).toEqual([1, null]);
  });

  it('saves a pause once, despite small further changes, and an end close to it', async () => {
    const { playing, player, roll, saved, tracker, engine, clock } = setUpTracker();
    await playing(0);
    await roll(0.5, 20);
    player.pause();
    await settle();
    expect(saved.map(({ seconds }) => seconds)).toEqual([20.5]);
    engine().roll(20.9, 125);
    void tracker.leave();
    await settle();
    expect(saved).toHaveLength(1);
    player.toggle();
    // Just before the position that counts as finished, and just after it.
    await roll(116, 2.6);
    player.pause();
    clock.advance(30_000);
    await settle();
    const before = saved.length;
    expect(saved.at(-1)?.seconds).toBe(118.5);
    player.toggle();
    await roll(118.6, 0.5);
    player.pause();
    clock.advance(30_000);
    await settle();
    expect(saved.slice(before).map(({ seconds }) => seconds)).toEqual([119.1]);
  });

  it('records nothing while the history is paused, and nothing for playback tests', async () => {
    const { playing, player, roll, positions, reported, answers, saved } = setUpTracker();
    answers(() => ({ kind: 'off' }));
    await playing(0);
    await roll(0.5, 32);
    player.pause();
    await settle();
    expect(positions.get(contentId(1))).toBeNull();
    expect(reported.at(-1)).toEqual([contentId(1), null]);
    player.play(contentCard(9), { list: [contentCard(9)], tracked: false });
    await settle();
    await roll(0.5, 30);
    expect(saved.map(({ id }) => id)).not.toContain(contentId(9));
  });

  it('asks where to resume before it plays, and records nothing until then', async () => {
    const { player, state, engine, roll, saved } = setUpTracker({ load: async () => storedAt(750) });
    player.play(list[0], { list });
    await settle();
    expect(state()).toMatchObject({
      phase: 'ready',
      playing: false,
      choice: [
        { seconds: 750, from: 'Chrome on Windows' },
        { seconds: 0, from: null },
      ],
    });
    expect(engine().log.filter((line) => line === 'play')).toEqual([]);
    expect(engine().log.at(-1)).toContain('.m3u8 750');
    expect(saved).toEqual([]);
    player.chooseResumePoint(0);
    expect(state()).toMatchObject({ playing: true, choice: null });
    expect(engine().log).toEqual(expect.arrayContaining(['seek 0', 'play']));
    await roll(0.5, 32);
    expect(saved[0]).toMatchObject({ base: 7 });
  });

  it('starts at the local position if the server is slow, and offers the other one later', async () => {
    let answer: (found: PlaybackPosition) => void = () => undefined;
    const { player, playing, clock, state, engine, positions } = setUpTracker({
      load: () => new Promise((resolve) => void (answer = resolve)),
    });
    positions.set(contentId(1), localAt(20));
    const started = playing(0);
    clock.advance(2_500);
    await started;
    await settle();
    expect(state()).toMatchObject({ phase: 'ready', playing: true, offer: null });
    answer(storedAt(750));
    await settle();
    expect(state()).toMatchObject({ playing: true, choice: null, offer: { seconds: 750, from: 'Chrome on Windows' } });
    engine().roll(21, 1_000);
    player.chooseResumePoint(750);
    expect(state().offer).toBeNull();
    expect(engine().log).toContain('seek 750');
  });

  it('starts without the server if the answer takes too long', async () => {
    const { player, clock, state, positions } = setUpTracker({ load: () => new Promise(() => undefined) });
    positions.set(contentId(1), { seconds: 42, duration: 125, version: 5 });
    player.play(list[0], { list });
    await settle();
    expect(state().phase).toBe('opening');
    clock.advance(2_500);
    await settle();
    expect(state().phase).toBe('ready');
    expect(player.position.get().time).toBe(42);
  });
});

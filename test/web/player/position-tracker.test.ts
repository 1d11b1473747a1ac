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
  const kept = new Map<string, string>();
  return {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
};
const storedAt = (seconds: number, facts: Partial<PlaybackPosition> = {}): PlaybackPosition => ({
  content_id: contentId(1),
  position_seconds: seconds,
  duration_seconds: 1000,
  finished: false,
  device: there,
  updated_at: '2026-03-04T05:06:07.000Z',
  version: 7,
  ...facts,
});
const own = (seconds: number, version = 3): LocalPosition => ({ seconds, duration: 1000, version });

describe('where playing goes on', () => {
  const [video, music] = list;
  const known = { item: video, deviceId: here.id, following: false } as const;

  it.each<[string, Parameters<typeof resolveStart>[0], object]>([
    ['nothing is known', { ...known, server: null, own: null }, { at: 0 }],
    ['this device was there last', { ...known, server: storedAt(300, { device: here }), own: null }, { at: 300 }],
    [
      'this device knows better than the server',
      { ...known, server: storedAt(300, { device: here, version: 3 }), own: own(304) },
      { at: 304 },
    ],
    ['the server does not answer', { ...known, server: undefined, own: own(304) }, { at: 304 }],
    ['the server never heard of what this device knows', { ...known, server: null, own: own(90, 0) }, { at: 90 }],
    ['the history was cleared since', { ...known, server: null, own: own(90) }, { at: 0 }],
    ['another device was near', { ...known, server: storedAt(300), own: own(250) }, { at: 300 }],
    [
      'another device was elsewhere',
      { ...known, server: storedAt(750), own: own(190) },
      {
        at: 750,
        choice: [
          { seconds: 750, from: 'Chrome on Windows' },
          { seconds: 190, from: null },
        ],
      },
    ],
    [
      'only another device was there',
      { ...known, server: storedAt(750), own: null },
      {
        at: 750,
        choice: [
          { seconds: 750, from: 'Chrome on Windows' },
          { seconds: 0, from: null },
        ],
      },
    ],
    ['another device finished it', { ...known, server: storedAt(0, { finished: true }), own: own(190) }, { at: 0 }],
    ['it was hardly begun', { ...known, server: storedAt(10, { device: here }), own: null }, { at: 0 }],
    ['it was nearly over', { ...known, server: storedAt(950, { device: here }), own: null }, { at: 0 }],
    [
      'a video follows in a list: nobody is asked',
      { ...known, following: true, server: storedAt(750), own: own(190) },
      { at: 750 },
    ],
    [
      'a song follows in a list: it begins',
      { ...known, item: music, following: true, server: storedAt(750), own: null },
      { at: 0 },
    ],
  ])('%s', (_, facts, expected) => expect(resolveStart(facts)).toEqual(expected));
});

describe('the memory of this browser', () => {
  it('keeps the fifty contents that were left last, of one person', () => {
    const store = memory();
    const ada = createLocalPositions(store, 'ada');
    for (let index = 0; index < 60; index += 1) ada.set(`c${index}`, own(index + 20));
    expect(ada.get('c59')).toEqual(own(79));
    expect(ada.get('c9')).toBeNull();
    expect(ada.get('c10')).toEqual(own(30));
    ada.remove('c59');
    expect(ada.get('c59')).toBeNull();
    expect(createLocalPositions(store, 'bob').get('c50')).toBeNull();
    store.set(LOCAL_POSITIONS_KEY, '{"user":"ada","places":[["c1","x"]]}');
    expect(ada.get('c1')).toBeNull();
    store.set(LOCAL_POSITIONS_KEY, 'no JSON');
    expect(ada.get('c1')).toBeNull();
  });

  it('makes an id for itself once, and has a name that people use', () => {
    const store = memory();
    expect(thisDevice(store, 'x').id).toBe(thisDevice(store, 'x').id);
    expect(thisDevice(store, 'x').label).toBe('another device');
    expect(
      deviceLabel(
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      ),
    ).toBe('Chrome on Windows');
    expect(
      deviceLabel(
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      ),
    ).toBe('Edge on Windows');
    expect(
      deviceLabel(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      ),
    ).toBe('Safari on iPhone');
    expect(deviceLabel('Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0')).toBe(
      'Firefox on Linux',
    );
  });
});

describe('the keeper', () => {
  const keeping = (replaced: Partial<PositionTrackerPorts> = {}) => {
    const saved: { id: string; seconds: number; base: number; leaving: boolean }[] = [];
    const spots: [string, number | null][] = [];
    let answer: (base: number) => WriteAnswer = (base) => ({ kind: 'saved', version: base + 1 });
    const keeper: { startPositionOf: ReturnType<typeof createPositionTracker>['startPositionOf'] } = {
      startPositionOf: async () => ({ at: 0 }),
    };
    const made = setUp({ startPositionOf: (item, following) => keeper.startPositionOf(item, following) });
    const positions = createLocalPositions(memory(), 'ada');
    const real = createPositionTracker({
      clock: made.clock,
      device: here,
      writer: 'page-0001',
      own: positions,
      load: async () => null,
      save: async (id, { seconds }, { base_version: base }, leaving) => {
        saved.push({ id, seconds, base, leaving });
        return answer(base);
      },
      onSpot: (id, spot) => void spots.push([id, spot?.seconds ?? null]),
      ...replaced,
    });
    keeper.startPositionOf = real.startPositionOf;
    const stop = real.follow(made.player);
    /** Plays on for some seconds, four positions each. */
    const roll = async (from: number, seconds: number, duration = 125) => {
      for (let at = from; at <= from + seconds; at += 0.25) {
        made.engine().roll(at, duration);
        made.clock.advance(250);
      }
      await settle();
    };
    return {
      ...made,
      keeper: real,
      saved,
      spots,
      positions,
      roll,
      stop,
      answers: (next: typeof answer) => void (answer = next),
    };
  };

  it('notes every five seconds here, and tells the server after half a minute, then ever less often, and at a pause', async () => {
    const { playing, player, roll, saved, spots, positions } = keeping();
    await playing(0);
    await roll(0.5, 25);
    expect(saved).toEqual([]);
    expect(positions.get(contentId(1))?.seconds).toBeGreaterThan(18);
    await roll(25.75, 70);
    expect(saved.map(({ seconds }) => Math.round(seconds / 10))).toEqual([3, 9]);
    expect(spots.length).toBeGreaterThan(12);
    player.pause();
    player.setVolume(0.4);
    await roll(96, 6);
    expect(saved).toHaveLength(3);
    expect(saved.map(({ base }) => base)).toEqual([0, 1, 2]);
  });

  it('tells a jump, what was left for another title, and that a title is finished', async () => {
    const { playing, player, roll, saved, engine, positions, spots } = keeping();
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
    expect(spots.at(-1)).toEqual([contentId(2), null]);
  });

  it('sends what is newest when the page is hidden, even within the floor', async () => {
    const { playing, roll, saved, keeper } = keeping();
    await playing(0);
    await roll(0.5, 31);
    const before = saved.length;
    await roll(31.75, 1);
    keeper.leave();
    keeper.leave();
    await settle();
    expect(saved).toHaveLength(before + 1);
    expect(saved.at(-1)).toMatchObject({ seconds: 32.8, leaving: true });
  });

  it('tells a pause once, however long it lasts and whatever the player still reports, and the end that is as near', async () => {
    const { playing, player, roll, saved, keeper, engine, clock } = keeping();
    await playing(0);
    await roll(0.5, 20);
    player.pause();
    await settle();
    expect(saved.map(({ seconds }) => seconds)).toEqual([20.5]);
    engine().roll(20.9, 125);
    keeper.leave();
    await settle();
    expect(saved).toHaveLength(1);
    player.toggle();
    // Just this side of what counts as finished, and a breath later.
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

  it('keeps nothing while the history is paused, nor of tests', async () => {
    const { playing, player, roll, positions, spots, answers, saved } = keeping();
    answers(() => ({ kind: 'off' }));
    await playing(0);
    await roll(0.5, 32);
    player.pause();
    await settle();
    expect(positions.get(contentId(1))).toBeNull();
    expect(spots.at(-1)).toEqual([contentId(1), null]);
    player.play(contentCard(9), { list: [contentCard(9)], tracked: false });
    await settle();
    await roll(0.5, 30);
    expect(saved.map(({ id }) => id)).not.toContain(contentId(9));
  });

  it('asks where to go on before it plays, and notes nothing until then', async () => {
    const { player, state, engine, roll, saved } = keeping({ load: async () => storedAt(750) });
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

  it('goes on from its own place when the server is slow, and offers the other one afterwards', async () => {
    let answer: (found: PlaybackPosition) => void = () => undefined;
    const { player, playing, clock, state, engine, positions } = keeping({
      load: () => new Promise((resolve) => void (answer = resolve)),
    });
    positions.set(contentId(1), own(20));
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

  it('begins without the server when that takes too long, or fails', async () => {
    const { player, clock, state, positions } = keeping({ load: () => new Promise(() => undefined) });
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

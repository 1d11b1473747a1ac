import { PLAY_DEFINITIONS } from '../../../lambdas/contract/delivery/play-definitions.ts';
import { PlayMeasures } from '../../../lambdas/contract/delivery/quality.ts';
import { createLazyPlayer } from '../../../web/src/features/player/core/lazy-player.ts';
import type { Player } from '../../../web/src/features/player/core/player.ts';
import { followQuality } from '../../../web/src/features/player/quality/follow-quality.ts';
import { playId } from '../support/content-card.ts';
import { list, measuredMedia, setUp, settle } from './set-up.ts';

interface Sent {
  readonly id: string;
  readonly seq: number;
  /** When it was sent, in seconds. */
  readonly at: number;
  readonly measures: PlayMeasures;
}

type World = ReturnType<typeof setUpQuality>;

/** A measured player, and the beats that it sends. */
const setUpQuality = (measured = true) => {
  const world = setUp({ mediaUrl: measuredMedia(measured) });
  const sent: Sent[] = [];
  const connection = { isLost: false };
  const quality = followQuality({
    clock: world.clock,
    player: world.player,
    send: async (id, seq, measures) => {
      if (connection.isLost) throw new TypeError('Failed to fetch');
      sent.push({ id, seq, at: world.clock.now() / 1000, measures });
    },
  });
  let time = 0;
  /** Plays for some seconds, in steps of a quarter. */
  const play = (seconds: number, duration = 200) => {
    for (let step = 0; step < seconds * 4; step += 1) {
      world.clock.advance(250);
      time += 0.25;
      world.engine().roll(time, duration);
    }
  };
  const jump = (seconds: number) => {
    time = seconds;
    world.player.seek(seconds);
    world.engine().events.onPosition({ time, duration: 200, buffered: time });
  };
  const start = async (index = 0) => {
    time = 0;
    const item = list[index];
    if (item) world.player.play(item, { list });
    await settle();
  };
  return { ...world, sent, connection, quality, play, jump, start };
};

it('measures the start, the playback, the parts and the heights', async () => {
  const { start, play, clock, engine, sent } = setUpQuality();
  await start();
  clock.advance(700);
  engine().events.onHeight(480);
  play(30);
  engine().events.onHeight(1080);
  play(30);
  expect(sent).toHaveLength(1);
  const [{ id, seq, measures } = { id: '', seq: 0, measures: null }] = sent;
  expect([id, seq]).toEqual([playId(1), 1]);
  expect(measures).toMatchObject({ startup_ms: 950, stalls: 0, switches_up: 1, switches_down: 0, failure: null });
  expect(measures?.watched_s).toBeGreaterThanOrEqual(58);
  expect(measures?.heights['480']).toBeGreaterThanOrEqual(29);
  expect(measures?.passes).toEqual([[0, 29]]);
});

it('reports after a minute, then ever less often, and only what changed', async () => {
  const { start, play, clock, sent, player, engine } = setUpQuality();
  await start();
  play(60, 4000);
  expect(sent).toHaveLength(1);
  play(60, 4000);
  expect(sent).toHaveLength(2);
  play(60, 4000);
  expect(sent).toHaveLength(2);
  play(1200, 4000);
  // After 4, 7, 11, 16 and 21 minutes.
  expect(sent.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  clock.advance(60_000);
  player.pause();
  engine().events.onPause();
  const before = sent.length;
  clock.advance(3_600_000);
  expect(sent).toHaveLength(before);
});

it('counts waiting for data as a stall, but not after a seek and not before the start', async () => {
  const { start, play, clock, engine, jump, sent, quality } = setUpQuality();
  await start();
  engine().events.onWaiting();
  clock.advance(2000);
  play(10);
  jump(100);
  engine().events.onWaiting();
  clock.advance(3000);
  play(10);
  engine().events.onWaiting();
  clock.advance(1500);
  engine().events.onPlaying();
  play(10);
  quality.closed();
  expect(sent.at(-1)?.measures).toMatchObject({ stalls: 1, stalled_ms: 1500, startup_ms: 2250, left: true });
  expect(sent.at(-1)?.measures.passes).toEqual([
    [0, 5],
    [50, 60],
  ]);
});

/** Playback stops, because data is missing, for some seconds. */
const freeze = ({ engine, clock }: World, seconds: number) => {
  engine().events.onWaiting();
  clock.advance(seconds * 1000);
};

const stalls: readonly {
  readonly what: string;
  readonly after: (world: World) => unknown;
  readonly stalledMs?: number;
  readonly passes?: PlayMeasures['passes'];
}[] = [
  { what: 'the page is closed in it', after: () => undefined },
  { what: 'the page is hidden in it, and closed later', after: ({ quality }) => quality.hidden() },
  { what: 'another title is played in it', after: ({ start }) => start(1) },
  {
    what: 'the user jumps to escape it, and waits again',
    after: (world) => {
      world.jump(100);
      freeze(world, 3);
      world.play(5);
    },
    passes: [
      [0, 5],
      [50, 52],
    ],
  },
  {
    what: 'the user skips as far as could have played meanwhile',
    after: (world) => {
      world.jump(25);
      freeze(world, 3);
      world.play(5);
    },
    passes: [
      [0, 5],
      [12, 15],
    ],
  },
  {
    what: 'the computer sleeps for a night in it',
    after: (world) => {
      world.clock.advance(8 * 3_600_000);
      world.play(5);
    },
    stalledMs: 120_000,
    passes: [[0, 7]],
  },
  {
    what: 'it lasts longer than a day',
    after: ({ clock }) => clock.advance(30 * 3_600_000),
    stalledMs: 120_000,
  },
];
it.each(stalls)('counts one stall when $what', async ({ after, stalledMs = 25_000, passes = [[0, 5]] }) => {
  const world = setUpQuality();
  await world.start();
  world.play(10);
  freeze(world, 25);
  await after(world);
  world.quality.closed();
  const ofPlay = world.sent.filter(({ id }) => id === playId(1));
  expect(ofPlay.at(-1)?.measures).toMatchObject({ stalls: 1, stalled_ms: stalledMs, passes });
  for (const { measures } of ofPlay) expect(PlayMeasures.safeParse(measures).success).toBe(true);
});

it('reports nothing of a play that the server has forgotten, after a day', async () => {
  const { start, play, clock, sent, quality } = setUpQuality();
  await start();
  play(30, 4000);
  clock.advance(24 * 3_600_000);
  const { length } = sent;
  play(120, 4000);
  quality.closed();
  expect(sent).toHaveLength(length);
});

const timelines: readonly (readonly [string, readonly number[], (world: World) => unknown])[] = [
  [
    'a pause, and playback that continues',
    [5, 65, 125],
    ({ play, player }) => {
      play(5);
      player.pause();
      player.resume();
      play(135, 4000);
    },
  ],
  [
    'two pauses and a page that is hidden',
    [5, 65],
    ({ play, player, quality, clock }) => {
      play(5);
      player.pause();
      player.resume();
      play(5);
      quality.hidden();
      player.pause();
      clock.advance(60_000);
    },
  ],
  [
    'a failure soon after a pause',
    [5, 65],
    ({ play, player, engine, clock }) => {
      play(5);
      player.pause();
      player.resume();
      play(5);
      engine().break({ kind: 'element', code: 1 });
      clock.advance(60_000);
    },
  ],
  [
    'leaving soon after a pause, which is the exception',
    [5, 61],
    async ({ play, player, start, clock }) => {
      play(5);
      player.pause();
      player.resume();
      play(56);
      await start(1);
      clock.advance(50_000);
    },
  ],
  [
    'closing the page soon after a pause, which is the exception',
    [5, 10],
    ({ play, player, quality }) => {
      play(5);
      player.pause();
      player.resume();
      play(5);
      quality.closed();
    },
  ],
];
it.each(timelines)('reports at most once a minute: %s', async (_what, seconds, happen) => {
  const world = setUpQuality();
  await world.start();
  await happen(world);
  expect(world.sent.map(({ at }) => at)).toEqual(seconds);
});

const returns: readonly (readonly [string, (world: World) => unknown])[] = [
  ['with the next beat, though nothing changed', ({ clock }) => clock.advance(60_000)],
  ['when the page is closed', ({ quality }) => quality.closed()],
  [
    'also after the user left the title',
    async ({ connection, start, clock }) => {
      connection.isLost = true;
      await start(1);
      connection.isLost = false;
      clock.advance(60_000);
    },
  ],
  [
    'when the page is closed after the user left the title',
    async ({ connection, start, quality }) => {
      connection.isLost = true;
      await start(1);
      connection.isLost = false;
      quality.closed();
    },
  ],
];
it.each(returns)('sends again what was lost, %s', async (_when, happen) => {
  const world = setUpQuality();
  const { start, play, engine, connection, sent, clock } = world;
  await start();
  play(5);
  connection.isLost = true;
  engine().break({ kind: 'element', code: 1 });
  await settle();
  expect(sent).toEqual([]);
  connection.isLost = false;
  await happen(world);
  await settle();
  const ofPlay = sent.filter(({ id }) => id === playId(1));
  expect(ofPlay.map(({ measures }) => measures.failure)).toEqual(['element']);
  // Once.
  clock.advance(1_200_000);
  await settle();
  expect(sent.filter(({ id }) => id === playId(1))).toHaveLength(1);
});

it('ends a play when another begins, also the same title again', async () => {
  const { start, play, player, engine, sent } = setUpQuality();
  await start();
  play(5);
  player.setRepeat('one');
  engine().events.onEnded();
  await settle();
  expect(sent.map(({ id, measures }) => [id, measures.left])).toEqual([[playId(1), true]]);
  await start(1);
  expect(sent.map(({ id }) => id)).toEqual([playId(1), playId(2)]);
  // Left before anything was played.
  expect(sent.at(-1)?.measures).toMatchObject({ startup_ms: null, watched_s: 0, left: true });
});

it('reports why the player gave up first, also of a play that continues after another try', async () => {
  const { start, play, engine, player, clock, sent, quality } = setUpQuality();
  await start();
  play(5);
  engine().break({ kind: 'element', code: 1 });
  expect(sent.at(-1)?.measures.failure).toBe('element');
  player.retry();
  await settle();
  // The engine begins at 0, and waits for the first data.
  clock.advance(2000);
  engine().events.onPosition({ time: 0, duration: 200, buffered: 0 });
  play(20);
  quality.closed();
  expect(sent.map(({ id }) => id)).toEqual([playId(1), playId(1)]);
  expect(sent.at(-1)?.measures).toMatchObject({ failure: 'element', stalls: 0 });
  expect(PLAY_DEFINITIONS.failure_rate).toContain('in which the player gave up at least once');
});

it('measures a start from the request on, also while the player and what measures it are downloaded', async () => {
  const world = setUp({ mediaUrl: measuredMedia() });
  const { clock, engine } = world;
  clock.advance(60_000);
  const load = () => new Promise<Player>((resolve) => clock.after(3000, () => resolve(world.player)));
  const lazy = createLazyPlayer({ load, onUnavailable: () => undefined, now: clock.now });
  const follow = (player: Player) => {
    const sent: PlayMeasures[] = [];
    const quality = followQuality({ clock, player, send: async (_id, _seq, measures) => void sent.push(measures) });
    return { sent, quality };
  };
  const beginToPlay = (time: number) => {
    clock.advance(1000);
    engine().roll(time);
    clock.advance(250);
    engine().roll(time + 0.25);
  };
  lazy.play(list[0], { list });
  clock.advance(3000);
  for (let turn = 0; turn < 3 && !lazy.player.get(); turn += 1) await Promise.resolve();
  const player = lazy.player.get();
  if (!player) throw new Error('The player was not loaded');
  const first = follow(player);
  await settle();
  beginToPlay(0.1);
  first.quality.closed();
  first.quality.stop();
  expect(first.sent.map(({ startup_ms }) => startup_ms)).toEqual([4000]);

  // The next title, whose measuring is downloaded while it opens.
  lazy.play(list[2], { list });
  clock.advance(2000);
  const second = follow(player);
  await settle();
  beginToPlay(0.1);
  second.quality.closed();
  expect(second.sent.map(({ startup_ms }) => startup_ms)).toEqual([3000]);
});

it('reports nothing of plays outside of the sample, of tests by administrators, and after it was stopped', async () => {
  const outside = setUpQuality(false);
  await outside.start();
  outside.play(70);
  outside.quality.closed();
  expect(outside.sent).toEqual([]);

  const untracked = setUpQuality();
  await untracked.playing(0, { tracked: false });
  untracked.clock.advance(70_000);
  untracked.quality.closed();
  expect(untracked.sent).toEqual([]);

  const stopped = setUpQuality();
  await stopped.start();
  stopped.quality.stop();
  stopped.play(70);
  expect(stopped.sent).toEqual([]);
});

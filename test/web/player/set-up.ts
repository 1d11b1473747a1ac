import type { MediaUrl } from '../../../lambdas/contract/media/playback.ts';
import type { EngineEvents, MediaEngine } from '../../../web/src/features/player/engine/media-engine.ts';
import { createPlayer } from '../../../web/src/features/player/core/player.ts';
import type { PlayerPorts } from '../../../web/src/features/player/core/player-ports.ts';
import { contentCard, playId } from '../support/content-card.ts';
import { createFakeEngine, type FakeEngine } from '../support/fake-engine.ts';
import { createManualClock } from '../support/manual-clock.ts';

/** Runs everything that waits for promises. */
export const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

export const list = [contentCard(1), contentCard(2, { type: 'music' }), contentCard(3)] as const;

/** Grants media of plays whose quality may be reported, unless `measured` is false. Numbers the plays from 1 on. */
export const measuredMedia = (measured = true): PlayerPorts['mediaUrl'] => {
  let plays = 0;
  return async (contentId, known) => ({
    success: true,
    type: 'video',
    url: `/media/${contentId}.m3u8`,
    storyboard_url: null,
    preload: null,
    expires_in: 18_000,
    play_id: known ?? playId((plays += 1)),
    measured,
  });
};

/** A player over a fake engine, a manual clock and recorded calls. */
export const setUp = (replaced: Partial<PlayerPorts> = {}) => {
  const clock = createManualClock();
  const engines: FakeEngine[] = [];
  const mock = <Input extends unknown[], Output>(
    standard: (...input: Input) => Output,
    replacement: ((...input: Input) => Output) | undefined,
  ) => jest.fn(replacement ?? standard);
  const ports = {
    clock,
    loadEngine: mock(async (events: EngineEvents): Promise<MediaEngine> => {
      const engine = createFakeEngine(events);
      engines.push(engine);
      return engine;
    }, replaced.loadEngine),
    mediaUrl: mock(
      async (contentId: string, known: string | undefined): Promise<MediaUrl> => ({
        success: true,
        type: 'video',
        url: `/media/${contentId}.m3u8`,
        storyboard_url: null,
        preload: null,
        expires_in: 1800,
        play_id: known ?? playId(9),
      }),
      replaced.mediaUrl,
    ),
    content: mock(
      async (_: string) => ({ converted_video_url: null, cdn_video_url: null, permanent_video_url: null }),
      replaced.content,
    ),
    recordStart: mock(async (_: string): Promise<unknown> => undefined, replaced.recordStart),
    countView: mock(async (_: string, __: string): Promise<unknown> => undefined, replaced.countView),
    ...(replaced.details ? { details: replaced.details } : {}),
    ...(replaced.preferences ? { preferences: replaced.preferences } : {}),
    ...(replaced.startPositionOf ? { startPositionOf: replaced.startPositionOf } : {}),
  } satisfies PlayerPorts;
  const player = createPlayer(ports);
  const engine = (): FakeEngine => {
    const last = engines.at(-1);
    if (!last) throw new Error('No engine was loaded');
    return last;
  };
  /** Plays an item until frames move. */
  const playing = async (index = 0, options: { tracked?: boolean } = {}) => {
    const item = list[index];
    if (!item) throw new Error(`No item ${index}`);
    player.play(item, { list, ...options });
    await settle();
    engine().roll(0.1);
  };
  return { player, clock, ports, engine, playing, state: () => player.state.get() };
};

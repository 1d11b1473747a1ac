import { createPlayer, type PlayerPorts } from '../../../web/src/features/player/player.ts';
import { contentCard, playId } from '../support/content-card.ts';
import { createFakeEngine, type FakeEngine } from '../support/fake-engine.ts';
import { createManualClock } from '../support/manual-clock.ts';

/** Lets everything that waits for promises go on. */
export const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

export const list = [contentCard(1), contentCard(2, { type: 'music' }), contentCard(3)] as const;

/** A player over a fake engine, a clock that is moved by hand, and calls that are noted. */
export const setUp = (replaced: Partial<PlayerPorts> = {}) => {
  const clock = createManualClock();
  const engines: FakeEngine[] = [];
  const ports = {
    clock,
    loadEngine: jest.fn(async (events) => {
      const engine = createFakeEngine(events);
      engines.push(engine);
      return engine;
    }),
    mediaUrl: jest.fn(async (contentId, known) => ({ success: true as const, type: 'video' as const, url: `/media/${contentId}.m3u8`, expires_in: 1800, play_id: known ?? playId(9) })),
    content: jest.fn(async () => ({ converted_video_url: null, cdn_video_url: null, permanent_video_url: null })),
    recordStart: jest.fn(async () => undefined),
    countView: jest.fn(async () => undefined),
    ...replaced,
  } satisfies PlayerPorts;
  const player = createPlayer(ports);
  const engine = (): FakeEngine => {
    const last = engines.at(-1);
    if (!last) throw new Error('No engine was loaded');
    return last;
  };
  /** Plays an item and lets it roll. */
  const playing = async (index = 0, options: { tracked?: boolean } = {}) => {
    const item = list[index];
    if (!item) throw new Error(`No item ${index}`);
    player.play(item, { list, ...options });
    await settle();
    engine().roll(0.1);
  };
  return { player, clock, ports, engine, playing, state: () => player.state.get() };
};

/** @jest-environment jest-fixed-jsdom */
import { ApiError } from '../../../web/src/lib/api/api-error.ts';
import type { MediaUrl } from '../../../lambdas/contract/media/playback.ts';
import { contentId, playId } from '../support/content-card.ts';
import { list, settle, setUp } from './set-up.ts';

const segment = (name: string) => ({ playlist: `/${name}.m3u8`, init: `/${name}init`, segment: `/${name}_1` });
const answer = async (id: string, known: string | undefined): Promise<MediaUrl> => ({
  success: true,
  type: 'video',
  url: `/media/${id}.m3u8`,
  storyboard_url: null,
  expires_in: 1800,
  play_id: known ?? playId(id === contentId(1) ? 1 : 2),
  preload: { rungs: [{ bandwidth: 300_000, ...segment('low') }], audio: null },
});
/** Everything up to `buffered` has arrived. */
const at = (set: ReturnType<typeof setUp>, time: number, buffered = 125) =>
  set.engine().events.onPosition({ time, duration: 125, buffered });

describe('the next item', () => {
  it('is prepared once, 20 seconds before the end, plays at once, and then begins by a renewal', async () => {
    const set = setUp({ mediaUrl: answer });
    await set.playing();
    at(set, 104);
    await settle();
    expect(set.ports.mediaUrl).toHaveBeenCalledTimes(1);
    for (const time of [105, 106, 124]) at(set, time);
    await settle();
    expect(set.ports.mediaUrl).toHaveBeenCalledTimes(2);
    expect(set.engine().log.at(-1)).toBe(`prepare /media/${contentId(2)}.m3u8`);
    set.engine().events.onEnded();
    await settle();
    expect(set.ports.mediaUrl).toHaveBeenCalledTimes(2);
    expect(set.engine().log.slice(-2)).toEqual([`load /media/${contentId(2)}.m3u8 0`, 'play']);
    expect(set.state().item).toBe(list[1]);
    expect(set.ports.mediaUrl).toHaveBeenLastCalledWith(contentId(2), undefined, true);
    set.clock.advance(0);
    expect(set.ports.mediaUrl).toHaveBeenLastCalledWith(contentId(2), playId(2));
  });

  it('counts no view before it plays', async () => {
    const set = setUp({ mediaUrl: answer });
    await set.playing();
    set.clock.advance(10_000);
    at(set, 110);
    await settle();
    set.clock.advance(15_000);
    set.engine().events.onEnded();
    await settle();
    expect(set.ports.countView.mock.calls).toEqual([[contentId(1), playId(1)]]);
    set.engine().roll(0.1);
    set.clock.advance(10_000);
    expect(set.ports.countView).toHaveBeenLastCalledWith(contentId(2), playId(2));
  });

  it('is not prepared before the current item is complete and playing', async () => {
    const set = setUp({ mediaUrl: answer });
    await set.playing();
    at(set, 110, 120);
    set.player.pause();
    at(set, 110);
    await settle();
    expect(set.ports.mediaUrl).toHaveBeenCalledTimes(1);
  });

  it('is requested again if the first request failed or its cookies expired', async () => {
    const set = setUp({ mediaUrl: answer });
    await set.playing();
    set.ports.mediaUrl.mockRejectedValueOnce(new ApiError({ code: 'plan_required', title: 'no', status: 403 }));
    at(set, 110);
    await settle();
    expect(set.state().failure).toBeNull();
    set.player.next();
    await settle();
    expect(set.ports.mediaUrl).toHaveBeenCalledTimes(3);
    set.engine().roll(0.1);
    at(set, 110);
    await settle();
    set.player.pause();
    set.clock.advance(1_800_000);
    set.player.next();
    await settle();
    expect(set.ports.mediaUrl.mock.calls.filter(([id]) => id === contentId(3))).toHaveLength(2);
  });

  it('looks up its position in advance, and loads no first segments if it resumes later', async () => {
    const startPositionOf = jest.fn(async () => ({ at: 40 }));
    const set = setUp({ mediaUrl: answer, startPositionOf });
    await set.playing();
    at(set, 110);
    await settle();
    expect(startPositionOf).toHaveBeenLastCalledWith(list[1], true);
    expect(set.engine().log.some((line) => line.startsWith('prepare'))).toBe(false);
    const calls = startPositionOf.mock.calls.length;
    set.engine().events.onEnded();
    await settle();
    expect(startPositionOf).toHaveBeenCalledTimes(calls);
    expect(set.engine().log).toContain(`load /media/${contentId(2)}.m3u8 40`);
  });
});

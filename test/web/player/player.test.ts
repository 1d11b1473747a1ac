/** @jest-environment jest-fixed-jsdom */
import { ApiError } from '../../../web/src/lib/api/api-error.ts';
import { playerTexts } from '../../../web/src/features/player/core/texts.ts';
import { contentCard, contentId, playId } from '../support/content-card.ts';
import { list, settle, setUp } from './set-up.ts';

describe('play', () => {
  it('opens the full player, loads the URL and records the start', async () => {
    const { player, ports, engine, state } = setUp();
    player.play(list[0], { list });
    expect(state()).toMatchObject({ item: list[0], mode: 'full', phase: 'opening', playing: true });
    await settle();
    expect(state()).toMatchObject({ phase: 'ready', playing: true, buffering: true });
    expect(engine().log).toEqual(['volume 1', `load /media/${contentId(1)}.m3u8 0`, 'play']);
    expect(ports.recordStart).toHaveBeenCalledWith(contentId(1));
    engine().roll(0.1);
    expect(state().buffering).toBe(false);
  });

  it('loads the engine only once', async () => {
    const { playing, ports } = setUp();
    await playing(0);
    await playing(1);
    expect(ports.loadEngine).toHaveBeenCalledTimes(1);
  });

  it('continues when the current item is played again', async () => {
    const { player, playing, engine, state } = setUp();
    await playing();
    player.setMode('mini');
    player.pause();
    player.play(list[0], { list });
    expect(state()).toMatchObject({ mode: 'full', playing: true });
    expect(engine().log.filter((line) => line.startsWith('load'))).toHaveLength(1);
  });

  it('waits for the person when the browser blocks autoplay', async () => {
    const { player, playing, engine, state } = setUp();
    await playing();
    engine().blocksAutoplay = true;
    player.next();
    await settle();
    expect(state()).toMatchObject({ phase: 'ready', playing: false, buffering: false });
  });

  it('ignores the answer for an item that was replaced in the meantime', async () => {
    const { player, engine, playing, state } = setUp();
    await playing();
    player.play(list[1], { list });
    player.play(list[2], { list });
    await settle();
    expect(
      engine()
        .log.filter((line) => line.startsWith('load'))
        .at(-1),
    ).toContain(contentId(3));
    expect(engine().log.some((line) => line.includes(contentId(2)))).toBe(false);
    expect(state().item).toBe(list[2]);
  });

  it('does not start if it was paused or canceled while the URL was requested', async () => {
    const { player, engine, playing } = setUp();
    await playing();
    player.play(list[1], { list });
    player.toggle();
    await settle();
    expect(engine().log.at(-1)).toBe(`load /media/${contentId(2)}.m3u8 0`);
    player.play(list[2], { list });
    player.cancel();
    await settle();
    expect(engine().log.some((line) => line.includes(contentId(3)))).toBe(false);
  });
});

describe('next and previous', () => {
  it('move in the list, and do nothing at its ends', async () => {
    const { player, playing, state } = setUp();
    await playing();
    player.previous();
    expect(state().item).toBe(list[0]);
    player.next();
    player.next();
    expect(state().item).toBe(list[2]);
    player.next();
    expect(state().item).toBe(list[2]);
  });

  it('keep the mode, advance at the end of an item, and stop after the last one', async () => {
    const { player, playing, engine, state } = setUp();
    await playing(1);
    player.setMode('mini');
    engine().events.onEnded();
    expect(state()).toMatchObject({ item: list[2], mode: 'mini', playing: true });
    await settle();
    engine().roll(1);
    engine().events.onEnded();
    expect(state()).toMatchObject({ item: list[2], playing: false });
  });

  it('include items that paging added to the list, but no other list', async () => {
    const { player, playing, state } = setUp();
    await playing(2);
    player.extendList([contentCard(7), ...list]);
    player.next();
    expect(state().item).toBe(list[2]);
    player.extendList([...list, contentCard(4)]);
    player.next();
    expect(state().item?.id).toBe(contentId(4));
  });
});

describe('cancel and dispose', () => {
  it('stop and empty the player, and keep the volume', async () => {
    const { player, playing, engine, state } = setUp();
    await playing();
    player.setVolume(0.3);
    player.cancel();
    expect(state()).toMatchObject({ item: null, list: [], phase: 'idle', playing: false, volume: 0.3 });
    expect(engine().log.at(-1)).toBe('unload');
    expect(player.position.get().time).toBe(0);
  });

  it('destroy the engine; the next play creates another', async () => {
    const { player, playing, ports, engine } = setUp();
    await playing();
    const first = engine();
    player.dispose();
    expect(first.log.at(-1)).toBe('destroy');
    await playing();
    expect(ports.loadEngine).toHaveBeenCalledTimes(2);
  });
});

describe('volume', () => {
  it('mutes to 0, unmutes to 0.5, and moves from 0 to 1 in hundredths', async () => {
    const { player, playing, engine, state } = setUp();
    await playing();
    player.toggleMute();
    expect(state().volume).toBe(0);
    player.toggleMute();
    expect(state().volume).toBe(0.5);
    player.setVolume(7);
    expect(state().volume).toBe(1);
    player.setVolume(-1);
    expect(state().volume).toBe(0);
    player.setVolume(0.333);
    expect(state().volume).toBe(0.33);
    expect(engine().log.at(-1)).toBe('volume 0.33');
  });
});

describe('seeking', () => {
  it('is ignored outside of the item and within a second of the current position', async () => {
    const { player, playing, engine } = setUp();
    await playing();
    engine().roll(60);
    for (const seconds of [-1, 126, 60.9, 59.1]) player.seek(seconds);
    expect(engine().log.some((line) => line.startsWith('seek'))).toBe(false);
    player.seek(90);
    expect(engine().log.at(-1)).toBe('seek 90');
    expect(player.position.get().time).toBe(90);
  });

  it('skips 15 s and stops at the ends', async () => {
    const { player, playing, engine } = setUp();
    await playing();
    engine().roll(10);
    player.skip(-15);
    expect(engine().log.at(-1)).toBe('seek 0');
    engine().roll(120);
    player.skip(15);
    expect(engine().log.at(-1)).toBe('seek 125');
  });
});

describe('a view', () => {
  it('counts once, after 10 s of actual playing', async () => {
    const { player, playing, engine, clock, ports } = setUp();
    await playing();
    clock.advance(6_000);
    engine().events.onWaiting();
    clock.advance(5_000);
    engine().roll(6);
    clock.advance(2_000);
    player.pause();
    clock.advance(60_000);
    player.resume();
    engine().roll(8);
    clock.advance(1_999);
    expect(ports.countView).not.toHaveBeenCalled();
    clock.advance(1);
    expect(ports.countView).toHaveBeenCalledWith(contentId(1), playId(9));
    clock.advance(60_000);
    expect(ports.countView).toHaveBeenCalledTimes(1);
  });

  it('counts at the end of a title shorter than that, if the title was not skipped', async () => {
    const { player, playing, engine, clock, ports } = setUp();
    const end = async (): Promise<void> => {
      engine().events.onPosition({ time: 6, duration: 6, buffered: 6 });
      engine().events.onEnded();
      await settle();
    };
    await playing();
    clock.advance(2_000);
    await end();
    expect(ports.countView).not.toHaveBeenCalled();
    player.previous();
    await settle();
    engine().roll(0);
    clock.advance(6_000);
    await end();
    expect(ports.countView).toHaveBeenCalledTimes(1);
  });

  it('does not count if the item is left before that', async () => {
    const { player, playing, clock, ports } = setUp();
    await playing();
    clock.advance(9_999);
    player.next();
    clock.advance(20_000);
    expect(ports.countView).not.toHaveBeenCalled();
  });

  it('is not counted in admin test mode, which records no history either, also for the next items', async () => {
    const { player, playing, engine, clock, ports, state } = setUp();
    await playing(0, { tracked: false });
    clock.advance(30_000);
    player.next();
    await settle();
    engine().roll(1);
    clock.advance(30_000);
    expect(state().tracked).toBe(false);
    expect(ports.recordStart).not.toHaveBeenCalled();
    expect(ports.countView).not.toHaveBeenCalled();
  });

  it('is not recorded if playback is denied', async () => {
    const { player, ports } = setUp({
      mediaUrl: async () => Promise.reject(new ApiError({ code: 'plan_required', title: 'no', status: 403 })),
    });
    player.play(list[0], { list });
    await settle();
    expect(ports.recordStart).not.toHaveBeenCalled();
  });

  it('that fails to be recorded does not stop playback', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { playing, clock, state } = setUp({
      recordStart: async () => Promise.reject(new Error('offline')),
      countView: async () => Promise.reject(new Error('offline')),
    });
    await playing();
    clock.advance(10_000);
    await settle();
    expect(state()).toMatchObject({ phase: 'ready', playing: true });
    expect(log).toHaveBeenCalledTimes(2);
  });
});

describe('playback that fails', () => {
  const failing = (error: unknown, more: Parameters<typeof setUp>[0] = {}) =>
    setUp({ mediaUrl: async () => Promise.reject(error), ...more });
  const offline = new ApiError({ code: 'network_error', title: 'The server cannot be reached.', status: 0 });

  it.each([
    ['plan_required', 403, { kind: 'plan', text: playerTexts.planText }],
    ['media_not_available', 404, { kind: 'message', text: 'No media file available for this content.' }],
    ['content_not_found', 404, { kind: 'message', text: 'Failed to get secure video URL: Content not found' }],
  ] as const)('shows the reason: %s', async (code, status, failure) => {
    const { player, state } = failing(new ApiError({ code, title: 'Content not found', status }));
    player.play(list[0], { list });
    await settle();
    expect(state()).toMatchObject({ phase: 'failed', playing: false, failure });
  });

  it.each([
    [{ converted_video_url: '/a', cdn_video_url: '/b', permanent_video_url: '/c' }, '/a'],
    [{ converted_video_url: null, cdn_video_url: '/b', permanent_video_url: '/c' }, '/b'],
    [{ converted_video_url: null, cdn_video_url: null, permanent_video_url: '/c' }, '/c'],
  ])('falls back to the first available URL when the signed URL fails: %j', async (addresses, url) => {
    const { player, engine } = failing(offline, { content: async () => addresses });
    player.play(list[0], { list });
    await settle();
    expect(engine().log).toContain(`load ${url} 0`);
  });

  it('reports a missing media file if there is no URL', async () => {
    const { player, state } = failing(offline);
    player.play(list[0], { list });
    await settle();
    expect(state().failure?.text).toBe('No media file available for this content.');
  });

  it('shows the cause when the fallback fails too, and tries again on request', async () => {
    let fails = true;
    const { player, state, engine } = setUp({
      mediaUrl: async (contentId) => {
        if (fails) throw offline;
        return {
          success: true,
          type: 'video',
          url: `/media/${contentId}`,
          storyboard_url: null,
          preload: null,
          expires_in: 1800,
          play_id: playId(1),
        };
      },
      content: async () => Promise.reject(offline),
    });
    player.play(list[0], { list });
    await settle();
    expect(state().failure?.text).toBe('Failed to get secure video URL: The server cannot be reached.');
    fails = false;
    player.retry();
    await settle();
    expect(state()).toMatchObject({ phase: 'ready', failure: null });
    expect(engine().log.at(-1)).toBe('play');
  });

  it('starts where the user left the item when the first attempt failed', async () => {
    const { player, engine, ports } = setUp({ startPositionOf: async () => ({ at: 70 }) });
    ports.mediaUrl.mockRejectedValueOnce(offline);
    ports.content.mockRejectedValueOnce(offline);
    player.play(list[0], { list });
    await settle();
    player.retry();
    await settle();
    expect(engine().log).toContain(`load /media/${list[0].id}.m3u8 70`);
  });

  it('reports that the player could not be loaded, and loads it on retry', async () => {
    const { player, state, ports } = setUp();
    ports.loadEngine.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    player.play(list[0], { list });
    await settle();
    expect(state().failure?.text).toBe(playerTexts.playerUnavailable);
    player.toggle();
    await settle();
    expect(state().phase).toBe('ready');
  });
});

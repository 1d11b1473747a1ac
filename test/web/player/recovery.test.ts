/** @jest-environment jest-fixed-jsdom */
import { ApiError } from '../../../web/src/lib/api/api-error.ts';
import { contentId, playId } from '../support/content-card.ts';
import { settle, setUp } from './set-up.ts';

const url = `/media/${contentId(1)}.m3u8`;

describe('cookies', () => {
  it('are renewed repeatedly for the same play at 80% of their lifetime, without interrupting playback', async () => {
    const { playing, clock, ports, engine } = setUp();
    await playing();
    const before = engine().log.length;
    clock.advance(0.8 * 1_800_000 - 1);
    expect(ports.mediaUrl).toHaveBeenCalledTimes(1);
    clock.advance(1);
    expect(ports.mediaUrl).toHaveBeenLastCalledWith(contentId(1), playId(9));
    await settle();
    clock.advance(0.8 * 1_800_000);
    expect(ports.mediaUrl).toHaveBeenCalledTimes(3);
    expect(engine().log).toHaveLength(before);
  });

  it('are renewed on resume if that became due while paused', async () => {
    const { player, playing, clock, ports } = setUp();
    await playing();
    player.pause();
    clock.advance(3_600_000);
    expect(ports.mediaUrl).toHaveBeenCalledTimes(1);
    player.resume();
    expect(ports.mediaUrl).toHaveBeenCalledTimes(2);
  });

  it('are requested again 30 s after a failed renewal', async () => {
    const { playing, clock, ports, state } = setUp();
    await playing();
    ports.mediaUrl.mockRejectedValueOnce(new ApiError({ code: 'unavailable', title: 'busy', status: 503 }));
    ports.content.mockRejectedValueOnce(new Error('busy'));
    clock.advance(0.8 * 1_800_000);
    await settle();
    expect(state().phase).toBe('ready');
    clock.advance(30_000);
    expect(ports.mediaUrl).toHaveBeenCalledTimes(3);
  });

  it('are requested again, and what plays continues, if only the address of the whole title is known', async () => {
    const { playing, clock, ports, engine, state } = setUp();
    await playing();
    ports.mediaUrl.mockRejectedValueOnce(new ApiError({ code: 'unavailable', title: 'busy', status: 503 }));
    ports.content.mockResolvedValueOnce({
      converted_video_url: '/media/top/index.m3u8',
      cdn_video_url: null,
      permanent_video_url: null,
    } as never);
    const before = engine().log.length;
    clock.advance(0.8 * 1_800_000);
    await settle();
    expect([state().phase, engine().log.slice(before)]).toEqual(['ready', []]);
    clock.advance(30_000);
    expect(ports.mediaUrl).toHaveBeenCalledTimes(3);
  });

  it('are not renewed once the player is empty', async () => {
    const { player, playing, clock, ports } = setUp();
    await playing();
    player.cancel();
    clock.advance(10_000_000);
    expect(ports.mediaUrl).toHaveBeenCalledTimes(1);
  });

  it('are renewed once when segments return 403, and loading resumes', async () => {
    const { playing, ports, engine, state } = setUp();
    await playing();
    engine().break({ kind: 'forbidden' });
    engine().break({ kind: 'forbidden' });
    engine().break({ kind: 'network' });
    await settle();
    expect(ports.mediaUrl).toHaveBeenCalledTimes(2);
    expect(engine().log.slice(-1)).toEqual(['resume']);
    expect(state().phase).toBe('ready');
  });

  it('that are rejected after every renewal end in a message', async () => {
    const { playing, engine, state } = setUp();
    await playing();
    for (let time = 0; time < 4; time += 1) {
      engine().break({ kind: 'forbidden' });
      await settle();
    }
    expect(state()).toMatchObject({
      phase: 'failed',
      failure: { text: 'Failed to get secure video URL: the content delivery network denied access' },
    });
  });

  it('that the plan no longer includes end in the message about plans', async () => {
    const { playing, engine, ports, state } = setUp();
    await playing();
    ports.mediaUrl.mockRejectedValueOnce(new ApiError({ code: 'plan_required', title: 'no', status: 403 }));
    engine().break({ kind: 'forbidden' });
    await settle();
    expect(state().failure?.kind).toBe('plan');
  });
});

describe('a URL that changes with the renewal', () => {
  it('is loaded at the same position', async () => {
    const { playing, engine, ports } = setUp();
    await playing();
    engine().roll(42);
    ports.mediaUrl.mockResolvedValueOnce({
      success: true,
      type: 'video',
      url: '/media/new.m3u8',
      storyboard_url: null,
      preload: null,
      expires_in: 1800,
      play_id: playId(9),
    });
    engine().break({ kind: 'forbidden' });
    await settle();
    expect(engine().log.slice(-2)).toEqual(['load /media/new.m3u8 42', 'play']);
  });
});

describe('a network error', () => {
  it('refreshes the URL and continues, waits longer each time, and finally shows the error', async () => {
    const { playing, engine, clock, state } = setUp();
    await playing();
    const resumes = () => engine().log.filter((line) => line === 'resume').length;
    for (const [delay, expected] of [
      [0, 1],
      [1_000, 2],
      [3_000, 3],
      [8_000, 4],
    ] as const) {
      engine().break({ kind: 'network' });
      if (delay > 0) {
        clock.advance(delay - 1);
        await settle();
        expect(resumes()).toBe(expected - 1);
        clock.advance(1);
      }
      await settle();
      expect(resumes()).toBe(expected);
    }
    engine().break({ kind: 'network' });
    expect(state()).toMatchObject({
      phase: 'failed',
      failure: { text: 'Network error - check internet connection and CORS configuration' },
    });
  });

  it('starts over after playback has continued', async () => {
    const { playing, engine, state } = setUp();
    await playing();
    for (let time = 0; time < 6; time += 1) {
      engine().roll(10 * time + 5);
      engine().break({ kind: 'network' });
      await settle();
      engine().roll(10 * time + 8);
    }
    expect(state().phase).toBe('ready');
  });

  it('refreshes the URL after 10 s without data', async () => {
    const { playing, engine, clock, ports } = setUp();
    await playing();
    engine().events.onWaiting();
    clock.advance(9_000);
    engine().roll(3);
    clock.advance(9_000);
    expect(ports.mediaUrl).toHaveBeenCalledTimes(1);
    engine().events.onWaiting();
    clock.advance(10_000);
    await settle();
    expect(ports.mediaUrl).toHaveBeenCalledTimes(2);
    expect(engine().log.at(-1)).toBe('resume');
  });

  it('reloads an unsupported source at the same position before it fails', async () => {
    const { playing, engine, clock, state } = setUp();
    await playing();
    engine().roll(33);
    engine().break({ kind: 'element', code: 4 });
    await settle();
    expect(engine().log.slice(-2)).toEqual([`load ${url} 33`, 'play']);
    for (let time = 0; time < 4; time += 1) {
      engine().break({ kind: 'element', code: 4 });
      clock.advance(8_000);
      await settle();
    }
    expect(state().failure?.text).toBe('Video format not supported or CORS blocked');
  });

  it('with code 1 or an unknown code is shown at once', async () => {
    const first = setUp();
    await first.playing();
    first.engine().break({ kind: 'element', code: 1 });
    expect(first.state().failure?.text).toBe('Video loading aborted');
    const second = setUp();
    await second.playing();
    for (let time = 0; time < 5; time += 1) {
      second.engine().break({ kind: 'element', code: 9 });
      second.clock.advance(8_000);
      await settle();
    }
    expect(second.state().failure?.text).toBe('Unknown error (code: 9)');
  });
});

describe('a decode error', () => {
  it('reloads from the start after 1 s', async () => {
    const { playing, engine, clock, state } = setUp();
    await playing();
    engine().roll(50);
    engine().break({ kind: 'decode' });
    engine().break({ kind: 'decode' });
    clock.advance(999);
    expect(engine().log.at(-1)).toBe('play');
    clock.advance(1);
    expect(engine().log.slice(-2)).toEqual([`load ${url} 0`, 'play']);
    expect(state().phase).toBe('ready');
  });

  it('is final if it occurs again within 5 s, and can be retried', async () => {
    const { player, playing, engine, clock, state } = setUp();
    await playing();
    engine().break({ kind: 'decode' });
    clock.advance(6_000);
    engine().break({ kind: 'decode' });
    clock.advance(1_000);
    expect(state().phase).toBe('ready');
    engine().break({ kind: 'decode' });
    expect(state().failure?.text).toBe('Video decode error - file may be corrupted');
    player.retry();
    await settle();
    expect(state().phase).toBe('ready');
  });

  it('does not reload if the item was left in the meantime', async () => {
    const { player, playing, engine, clock } = setUp();
    await playing();
    engine().break({ kind: 'decode' });
    player.cancel();
    clock.advance(5_000);
    expect(engine().log.at(-1)).toBe('unload');
  });
});

/** @jest-environment jest-fixed-jsdom */
import { announce } from '../../../web/src/features/player/controls/announcements.ts';
import { captionsFor } from '../../../web/src/features/player/core/player-extras.ts';
import { createPreferences } from '../../../web/src/features/player/core/preferences.ts';
import { chapterAt } from '../../../web/src/features/player/core/rules.ts';
import { readStoryboard, tileAt } from '../../../web/src/features/player/controls/storyboard.ts';
import { ApiError } from '../../../web/src/lib/api/api-error.ts';
import type { KeyValueStore } from '../../../web/src/lib/storage.ts';
import { contentId } from '../support/content-card.ts';
import { settle, setUp } from './set-up.ts';

const track = (language: string) => ({ language, label: language, url: `/media/${language}.vtt` });
const details = {
  chapters: [
    { start: 0, title: 'A' },
    { start: 60, title: 'B' },
  ],
  captions: [track('de'), track('en'), track('pt-BR')],
  storyboard_url: '/media/x/480/storyboard.vtt',
  has_transcript: true,
};

const failure = (status: number) => new ApiError({ code: 'internal_error', title: 'It failed', status });

const memory = (
  start: Readonly<Record<string, string>> = {},
): KeyValueStore & { readonly kept: Map<string, string> } => {
  const kept = new Map(Object.entries(start));
  return {
    kept,
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
};

describe('speed', () => {
  it('ranges from 0.25 to 2 in quarters, and applies to the next item and the next visit', async () => {
    const device = memory();
    const { player, playing, engine, state } = setUp({ preferences: createPreferences(device) });
    await playing();
    player.stepRate(1);
    expect(state().rate).toBe(1.25);
    for (let step = 0; step < 9; step += 1) player.stepRate(1);
    expect(state().rate).toBe(2);
    for (let step = 0; step < 19; step += 1) player.stepRate(-1);
    expect(state().rate).toBe(0.25);
    player.setRate(1.6);
    expect(state().rate).toBe(1.5);
    expect(engine().extras.at(-1)).toBe('rate 1.5');
    player.next();
    expect(state().rate).toBe(1.5);
    const again = setUp({ preferences: createPreferences(device) });
    await again.playing();
    expect(again.state().rate).toBe(1.5);
    expect(again.engine().extras).toContain('rate 1.5');
  });

  it.each(['{', '[]', '{"rate":"fast","captions":1}', '{"rate":99}'])(
    'falls back to the defaults if %s is stored',
    (stored) => {
      const { rate, captions, shortcuts } = createPreferences(memory({ 'soundstage.player': stored })).get();
      expect([rate, captions, shortcuts]).toEqual([stored.includes('99') ? 2 : 1, false, true]);
    },
  );
});

describe('quality', () => {
  it('is offered as the source provides it, and applies to the next item', async () => {
    const { player, playing, engine, state } = setUp();
    await playing();
    engine().events.onQualities([360, 180]);
    engine().events.onHeight(180);
    expect(state()).toMatchObject({ heights: [360, 180], height: 180, chosenHeight: null });
    player.setHeight(360);
    expect(engine().extras.at(-1)).toBe('height 360');
    player.next();
    expect(state()).toMatchObject({ heights: [], height: null, chosenHeight: 360 });
  });
});

describe('captions', () => {
  it('are off by default; choice and language apply to the next visit', async () => {
    const device = memory();
    const open = async () => {
      const context = setUp({ preferences: createPreferences(device), details: async () => details });
      await context.playing();
      await settle();
      return context;
    };
    const { player, state, engine } = await open();
    expect(state().details?.chapters).toHaveLength(2);
    expect(state().captions).toBeNull();
    player.toggleCaptions();
    expect(state().captions?.language).toBe('en');
    player.setCaptions('pt-BR');
    engine().events.onCues(['Olá']);
    expect(player.cues.get()).toEqual(['Olá']);
    expect(engine().extras.at(-1)).toBe('captions /media/pt-BR.vtt');

    const again = await open();
    expect(again.state().captions?.language).toBe('pt-BR');
    again.player.toggleCaptions();
    expect(again.state().captions).toBeNull();
    expect((await open()).state().captions).toBeNull();
  });

  it('are removed with their item, and stay off for an item without captions', async () => {
    const { player, playing, engine, state } = setUp({
      preferences: createPreferences(memory()),
      details: async (id) => (id === contentId(1) ? details : { ...details, captions: [] }),
    });
    await playing();
    await settle();
    player.toggleCaptions();
    player.next();
    expect(state()).toMatchObject({ captions: null, details: null });
    await settle();
    engine().roll(0.1);
    await settle();
    player.toggleCaptions();
    expect(state().captions).toBeNull();
  });

  it('are requested again when the request is lost', async () => {
    const read = jest.fn(async () => details).mockRejectedValueOnce(failure(503));
    const { playing, player, clock, state } = setUp({ details: read });
    await playing();
    await settle();
    player.toggle();
    expect(state()).toMatchObject({ details: null, playing: false });
    clock.advance(1_000);
    await settle();
    expect(state().details?.chapters).toHaveLength(2);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('are no longer requested for an item that was left', async () => {
    const read = jest.fn(async (id: string) => (id === contentId(1) ? Promise.reject(failure(503)) : details));
    const { playing, player, clock } = setUp({ details: read });
    await playing();
    await settle();
    player.next();
    clock.advance(60_000);
    await settle();
    expect(read.mock.calls.filter(([id]) => id === contentId(1))).toHaveLength(1);
  });

  it('are unavailable if the API rejects the request, and requested again on the next play', async () => {
    const read = jest.fn(async () => Promise.reject(failure(404)));
    const { playing, engine, state } = setUp({ details: read });
    await playing();
    await settle();
    expect(state()).toMatchObject({ details: null, playing: true });
    engine().roll(1);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['pt-BR', 'en', 'pt-BR'],
    ['pt', 'en', 'pt-BR'],
    ['de-CH', 'en', 'de'],
    [null, 'en-GB', 'en'],
    ['fr', 'de', 'de'],
    ['fr', 'it', 'de'],
  ])('for %s in a browser with %s are %s', (preferred, browser, chosen) => {
    expect(captionsFor(details.captions, preferred, browser)?.language).toBe(chosen);
  });
});

describe('announcements', () => {
  const listen = async () => {
    const context = setUp({ preferences: createPreferences(memory()), details: async () => details });
    const messages: string[] = [];
    await context.playing();
    await settle();
    context.engine().roll(10);
    const stop = announce(context.player, context.clock, (message) => messages.push(message));
    messages.length = 0;
    return { ...context, messages, stop };
  };

  it('report each change once, after it happened', async () => {
    const { player, engine, messages, stop } = await listen();
    player.pause();
    player.resume();
    engine().roll(10);
    player.toggleCaptions();
    player.toggleCaptions();
    player.setRate(1.5);
    player.setRate(1.5);
    player.setHeight(360);
    player.setHeight(null);
    expect(messages).toEqual([
      'Paused',
      'Playing Title 1',
      'Captions on, en',
      'Captions off',
      'Speed 1.5×',
      'Quality 360p',
      'Quality automatic',
    ]);
    stop();
  });

  it('group volume and seeking, and ignore regular playback', async () => {
    const { player, engine, clock, messages, stop } = await listen();
    for (const volume of [0.9, 0.8, 0.7]) player.setVolume(volume);
    clock.advance(499);
    expect(messages).toEqual([]);
    clock.advance(1);
    expect(messages).toEqual(['Volume 70 percent']);
    player.toggleMute();
    clock.advance(500);
    player.skip(15);
    player.skip(15);
    clock.advance(500);
    expect(messages.slice(1)).toEqual(['Muted', '40 seconds']);
    for (let time = 41; time < 60; time += 1) engine().roll(time);
    clock.advance(5_000);
    expect(messages).toHaveLength(3);
    stop();
  });

  it('do not repeat the value of a focused slider', async () => {
    const { player, clock, messages, stop } = await listen();
    const slider = document.body.appendChild(Object.assign(document.createElement('input'), { type: 'range' }));
    slider.focus();
    player.setVolume(0.2);
    player.skip(15);
    clock.advance(1_000);
    expect(messages).toEqual([]);
    slider.remove();
    stop();
  });

  it('do not report that playback continues after buffering', async () => {
    const { engine, messages, stop } = await listen();
    engine().events.onWaiting();
    engine().roll(11);
    expect(messages).toEqual([]);
    stop();
  });
});

describe('the storyboard', () => {
  const text = [
    'WEBVTT\n',
    '00:00:00.000 --> 00:00:02.000\nhls_sprite_00001.jpg#xywh=0,0,160,90\n',
    '00:00:02.000 --> 01:00:04.500\nhls_sprite_00001.jpg#xywh=160,0,160,90\n',
  ].join('\n');

  it('is read as pictures in the same folder', () => {
    const tiles = readStoryboard(text, '/media/c/v/480/storyboard.vtt');
    expect(tiles).toEqual([
      { start: 0, end: 2, sheet: '/media/c/v/480/hls_sprite_00001.jpg', x: 0, y: 0, width: 160, height: 90 },
      { start: 2, end: 3604.5, sheet: '/media/c/v/480/hls_sprite_00001.jpg', x: 160, y: 0, width: 160, height: 90 },
    ]);
    expect(tileAt(tiles, 1.9)?.x).toBe(0);
    expect(tileAt(tiles, 2)?.x).toBe(160);
    expect(tileAt(tiles, 9999)).toBeUndefined();
  });

  it.each(['https://example.org/x.jpg', '../other/x.jpg', '/media/x.jpg', 'x.jpg") url("y'])(
    'accepts no picture from %s',
    (name) => {
      expect(readStoryboard(text.replaceAll('hls_sprite_00001.jpg', name), '/media/c/v/480/storyboard.vtt')).toEqual(
        [],
      );
    },
  );
});

it('finds the chapter at a time', () => {
  const { chapters } = details;
  expect([0, 59.9, 60, 999].map((time) => chapterAt(chapters, time))).toEqual([0, 0, 1, 1]);
  expect(chapterAt([{ start: 5, title: 'Late' }], 1)).toBe(-1);
});

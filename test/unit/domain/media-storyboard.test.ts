import { newAttempt, START_TIME_MS, type Attempt } from '../../../lambdas/domain/conversion/attempt.ts';
import { buildLadder } from '../../../lambdas/domain/media/ladder.ts';
import type { MediaProbe } from '../../../lambdas/domain/media/probe.ts';
import {
  imagePlaylistOf,
  planStoryboard,
  readSheets,
  sheetCount,
  storyboardCues,
  type Storyboard,
} from '../../../lambdas/domain/media/storyboard.ts';
import type { RenditionStore } from '../../../lambdas/platform/storage/stored-objects.ts';
import { writeStoryboard } from '../../../lambdas/workers/conversion-events/write-storyboard.ts';

const hd = { width: 1920, height: 1080 };

describe('the plan of a storyboard', () => {
  it.each([
    ['landscape', hd, { width: 160, height: 90 }],
    ['portrait', { width: 1080, height: 1920 }, { width: 88, height: 156 }],
    ['square', { width: 900, height: 900 }, { width: 160, height: 160 }],
    ['tiny', { width: 33, height: 45 }, { width: 32, height: 44 }],
    ['wide', { width: 8192, height: 64 }, { width: 160, height: 16 }],
    ['high', { width: 64, height: 8192 }, { width: 16, height: 160 }],
  ])('has images with the aspect ratio of a %s video', (_name, size, expected) => {
    expect(planStoryboard(size, 60)).toMatchObject(expected);
  });

  it.each([
    [0.5, 2, '1x1', 1],
    [7, 2, '4x1', 1],
    [61, 2, '10x4', 1],
    [400, 2, '10x10', 2],
    [900, 5, '10x10', 2],
    [2000, 10, '10x10', 2],
    [7200, 10, '10x10', 8],
    [43_200, 60, '10x10', 8],
  ])('for %d s has an image every %d s, in sheets of %s, %d in total', (duration, interval, layout, sheets) => {
    const plan = planStoryboard(hd, duration);
    expect([plan.interval, `${plan.columns}x${plan.rows}`, sheetCount(plan, duration)]).toEqual([
      interval,
      layout,
      sheets,
    ]);
  });
});

const requested: Storyboard = { interval: 2, width: 160, height: 90, columns: 2, rows: 2 };
/** From MediaConvert, for 29.97 frames per second. RESOLUTION is that of a sheet; the tags can be in any order. */
const playlist = [
  '#EXTM3U',
  '#EXT-X-VERSION:6',
  '#EXT-X-TARGETDURATION:9',
  '#EXT-X-IMAGES-ONLY',
  '#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=2x2,DURATION=2.002',
  '#EXTINF:8.008,',
  'Thumbnail_000000001.jpg',
  '#EXTINF:3.003,',
  '#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=2x2,DURATION=2.002',
  'Thumbnail_000000002.jpg',
  '#EXT-X-ENDLIST',
  '',
].join('\r\n');

describe('the storyboard’s cues', () => {
  const sheets = readSheets(playlist, requested);

  it('list each region of each sheet, with the times from the converter', () => {
    expect(storyboardCues(requested, sheets, 11)).toBe(
      [
        'WEBVTT\n',
        '00:00:00.000 --> 00:00:02.002\nThumbnail_000000001.jpg#xywh=0,0,160,90\n',
        '00:00:02.002 --> 00:00:04.004\nThumbnail_000000001.jpg#xywh=160,0,160,90\n',
        '00:00:04.004 --> 00:00:06.006\nThumbnail_000000001.jpg#xywh=0,90,160,90\n',
        '00:00:06.006 --> 00:00:08.008\nThumbnail_000000001.jpg#xywh=160,90,160,90\n',
        '00:00:08.008 --> 00:00:10.010\nThumbnail_000000002.jpg#xywh=0,0,160,90\n',
        '00:00:10.010 --> 00:00:11.000\nThumbnail_000000002.jpg#xywh=160,0,160,90\n',
      ].join('\n'),
    );
  });

  it('omit a missing sheet and keep the times of the others', () => {
    const cues = storyboardCues(requested, sheets, 11, ['Thumbnail_000000001.jpg']);
    expect(cues.split('\n')[2]).toBe('00:00:08.008 --> 00:00:10.010');
    expect(cues).not.toContain('000000001');
  });

  it('use the requested interval when the playlist has none, and only files in its own folder', () => {
    expect(readSheets('#EXTINF:8,\na.jpg\n', requested)).toEqual([{ file: 'a.jpg', duration: 8, interval: 2 }]);
    for (const name of ['https://example.org/a.jpg', '../a.jpg', '/a.jpg', 'b/a.jpg', '..', 'a.jpg#x', 'a b.jpg'])
      expect(readSheets(`#EXTINF:8,\n${name}\n`, requested)).toEqual([]);
    expect(
      imagePlaylistOf('#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,CODECS="jpeg",URI="thumbnails.m3u8"\n'),
    ).toBe('thumbnails.m3u8');
    expect(imagePlaylistOf('#EXT-X-IMAGE-STREAM-INF:URI="../x/thumbnails.m3u8"')).toBeUndefined();
    expect(imagePlaylistOf('#EXTM3U\n')).toBeUndefined();
  });

  it('support more than an hour', () => {
    const long = { interval: 60, width: 160, height: 90, columns: 1, rows: 1 };
    const hour = Array.from({ length: 62 }, (_, index) => ({ file: `s${index}.jpg`, duration: 60, interval: 60 }));
    expect(storyboardCues(long, hour, 3700)).toContain('01:00:00.000 --> 01:01:00.000\ns60.jpg#xywh=0,0,160,90');
  });
});

describe('writing a storyboard', () => {
  const probe: MediaProbe = {
    container: 'mp4',
    duration: 11,
    streams: 1,
    bytes: 1,
    video: {
      codec: 'AVC',
      width: 320,
      height: 180,
      rotation: 0,
      frameRate: { numerator: 30_000, denominator: 1001 },
      pixelAspect: 1,
      interlaced: false,
      hdr: false,
    },
  };
  const input = { contentId: 'cnt_1', uploadId: 'up1', sourceKey: 'uploads/cnt_1/up1', versionId: 'v1', attempt: 1 };
  const attempt: Attempt = {
    ...newAttempt(input, 0, true, START_TIME_MS),
    duration: 11,
    ladder: { ...buildLadder(probe, 'free'), storyboard: requested },
  };
  const folder = 'media/cnt_1/up1/480/';
  const group = '#EXTM3U\n#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="thumbnails.m3u8"\n';
  const storeOf = (...names: readonly string[]) => {
    const objects = new Map(names.map((name) => [`${folder}${name}`, name.endsWith('m3u8') ? playlist : '']));
    const store: RenditionStore = {
      readText: async (key) => objects.get(key),
      has: async (key) => objects.has(key),
      writePlaylist: async () => {
        throw new Error('no playlist');
      },
      writeCues: async (key, text) => void objects.set(key, text),
    };
    return { objects, store };
  };
  const sheets = ['Thumbnail_000000001.jpg', 'Thumbnail_000000002.jpg'];

  it('is idempotent', async () => {
    const { objects, store } = storeOf('thumbnails.m3u8', ...sheets);
    expect(await writeStoryboard(store, attempt, group)).toEqual({ sheets: 2 });
    const first = objects.get(`${folder}storyboard.vtt`);
    expect(first).toContain('#xywh=');
    expect(await writeStoryboard(store, attempt, group)).toEqual({ sheets: 2 });
    expect(objects.get(`${folder}storyboard.vtt`)).toBe(first);
  });

  it('reports missing sheets', async () => {
    const { objects, store } = storeOf('thumbnails.m3u8', 'Thumbnail_000000002.jpg');
    expect(await writeStoryboard(store, attempt, group)).toEqual({
      sheets: 1,
      reason: '1 of 2 image sheets of the storyboard are missing: Thumbnail_000000001.jpg.',
    });
    expect(objects.get(`${folder}storyboard.vtt`)).not.toContain('000000001');
    for (const [stored, text] of [
      [['thumbnails.m3u8'], group],
      [[], group],
      [sheets, '#EXTM3U\n'],
    ] as const) {
      const empty = storeOf(...stored);
      expect(await writeStoryboard(empty.store, attempt, text)).toEqual({
        sheets: 0,
        reason: expect.stringMatching(/storyboard/),
      });
      expect(empty.objects.has(`${folder}storyboard.vtt`)).toBe(false);
    }
  });

  it('does nothing when no storyboard was requested', async () => {
    const { store } = storeOf('thumbnails.m3u8', ...sheets);
    const music = buildLadder(
      {
        container: 'mp3',
        duration: 11,
        streams: 1,
        bytes: 1,
        audio: { codec: 'MP3', channels: 2, sampleRate: 44_100 },
      },
      'free',
    );
    expect(music.storyboard).toBeUndefined();
    expect(await writeStoryboard(store, { ...attempt, ladder: music }, group)).toBeUndefined();
  });
});

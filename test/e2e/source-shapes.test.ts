import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findMediaTools } from '../../infra/local/media/tools.ts';
import { openApi, type Api } from '../support/api.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { waitFor, type LocalStack } from '../support/stack/local-stack.ts';
import { sharedStack } from '../support/stack/shared-stack.ts';
import { SOURCE_SHAPES, type SourceShape } from '../support/media/source-shapes.ts';
import { sampleOf } from '../support/rounds.ts';
import { openAccounts } from '../support/stack/sign-in.ts';
import { openUploads } from '../support/worlds/uploading.ts';

/** Seconds by which a result may differ from its source. */
const TOLERANCE = 0.3;

let stack: LocalStack;
let browser: Browser;
let page: Page;
let api: Api;
let token: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soundstage-shapes-'));
  stack = await sharedStack();
  browser = await launchBrowser();
  api = openApi(stack.url);
  const accounts = await openAccounts(stack);
  token = (await accounts.demo('admin')).token;
  accounts.close();
  page = await browser.newPage();
  await page.goto(`${stack.url}/auth`);
  // The player package of the product runs in a page of the product, with its policy and its cookies.
  await page.evaluate(readFileSync(createRequire(import.meta.filename).resolve('hls.js/dist/hls.min.js'), 'utf8'));
  await page.locator('body').click({ position: { x: 2, y: 2 } });
});

afterAll(async () => {
  await browser?.close();
  api?.close();
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the browser played. */
interface Seen {
  readonly width: number;
  readonly height: number;
  readonly duration: number;
  readonly end: number;
  readonly frames: number;
  readonly soundBytes: number;
  /** Red, green and blue near the four corners: upper left, upper right, lower left, lower right. */
  readonly corners: readonly (readonly number[])[];
  readonly storyboard: {
    readonly cues: number;
    readonly last: string;
    readonly corners: readonly (readonly number[])[];
  } | null;
}

interface HlsPlayer {
  startLevel: number;
  readonly levels: readonly unknown[];
  on(
    event: string,
    listener: (name: string, data: { readonly fatal?: boolean; readonly details?: string }) => void,
  ): void;
  loadSource(url: string): void;
  attachMedia(element: HTMLMediaElement): void;
  destroy(): void;
}

/** Plays a title to its end at its best rendition, in the page. */
const play = (contentId: string): Promise<Seen> =>
  page.evaluate(
    async ({ id, bearer }) => {
      const granted = await fetch('/api/functions/get-media-url', {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ contentId: id }),
      });
      if (!granted.ok) throw new Error(`get-media-url returned ${granted.status}`);
      const { url, storyboard_url: board } = (await granted.json()) as { url: string; storyboard_url: string | null };
      const { Hls } = window as unknown as { Hls: new (settings: object) => HlsPlayer };
      const cornersOf = (
        source: CanvasImageSource,
        x: number,
        y: number,
        width: number,
        height: number,
      ): number[][] => {
        const canvas = document.createElement('canvas');
        canvas.width = 40;
        canvas.height = 40;
        const context = canvas.getContext('2d');
        if (!context) throw new Error('No canvas');
        context.drawImage(source, x, y, width, height, 0, 0, 40, 40);
        return [
          [10, 10],
          [30, 10],
          [10, 30],
          [30, 30],
        ].map(([left = 0, top = 0]) => [...context.getImageData(left, top, 1, 1).data].slice(0, 3));
      };
      const video = document.createElement('video') as HTMLVideoElement & {
        readonly webkitAudioDecodedByteCount: number;
      };
      document.body.append(video);
      const hls = new Hls({ enableWorker: false });
      const failed = new Promise<never>((_, reject) => {
        hls.on('hlsError', (_name, data) => void (data.fatal && reject(new Error(`hls.js: ${data.details}`))));
        video.addEventListener('error', () => reject(new Error(`video: ${video.error?.message}`)));
      });
      const once = (name: string): Promise<unknown> =>
        Promise.race([failed, new Promise((resolve) => video.addEventListener(name, resolve, { once: true }))]);
      hls.on('hlsManifestParsed', () => {
        hls.startLevel = hls.levels.length - 1;
      });
      const [loaded, ended] = [once('loadeddata'), once('ended')];
      ended.catch(() => undefined);
      hls.loadSource(url);
      hls.attachMedia(video);
      await loaded;
      const size = { width: video.videoWidth, height: video.videoHeight };
      video.playbackRate = 2;
      await Promise.race([failed, video.play()]);
      await ended;
      const seen = {
        ...size,
        corners: size.width > 0 ? cornersOf(video, 0, 0, size.width, size.height) : [],
        duration: video.duration,
        end: video.currentTime,
        frames: video.getVideoPlaybackQuality().totalVideoFrames,
        soundBytes: video.webkitAudioDecodedByteCount,
      };
      hls.destroy();
      video.remove();
      if (board === null) return { ...seen, storyboard: null };
      const cues = (await (await fetch(board)).text()).trim().split('\n\n').slice(1);
      const pictures = [];
      for (const cue of cues) {
        const [file = '', area = ''] = (cue.split('\n')[1] ?? '').split('#xywh=');
        const [x = 0, y = 0, width = 0, height = 0] = area.split(',').map(Number);
        const sheet = await createImageBitmap(await (await fetch(new URL(file, new URL(board, location.href)))).blob());
        if (x + width > sheet.width || y + height > sheet.height)
          throw new Error(`${area} is outside a sheet of ${sheet.width}x${sheet.height}`);
        pictures.push(cornersOf(sheet, x, y, width, height));
      }
      return {
        ...seen,
        storyboard: { cues: cues.length, last: (cues.at(-1) ?? '').split('\n')[0] ?? '', corners: pictures.flat() },
      };
    },
    { id: contentId, bearer: token },
  );

const isRed = ([red = 0, , blue = 0]: readonly number[]): boolean => red > 150 && blue < 100;
const isBlue = ([red = 0, , blue = 0]: readonly number[]): boolean => blue > 150 && red < 100;

/** Whether every picture has its red quarter at the upper left, as in the source. */
const isUpright = (corners: readonly (readonly number[])[]): boolean =>
  corners.length > 0 && corners.every((color, index) => (index % 4 === 0 ? isRed(color) : isBlue(color)));

/** Seconds of a WebVTT timestamp. */
const secondsOf = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** Differences between what was played and what the source shape requires. */
const faultsOf = (shape: SourceShape, seen: Seen): readonly string[] => {
  const faults: string[] = [];
  const must = (holds: boolean, fault: string): void => void (holds || faults.push(fault));
  const [width, height] = shape.size ?? [0, 0];
  must(seen.width === width && seen.height === height, `${seen.width}x${seen.height} instead of ${width}x${height}`);
  must(Math.abs(seen.duration - shape.duration) <= TOLERANCE, `runs ${seen.duration} s instead of ${shape.duration}`);
  must(Math.abs(seen.end - seen.duration) <= TOLERANCE, `ended at ${seen.end} s`);
  must(seen.soundBytes > 0 === shape.sound, `${seen.soundBytes} bytes of sound`);
  if (!shape.size) {
    must(seen.storyboard === null, 'music has a storyboard');
    return faults;
  }
  must(seen.frames > 0, 'no frames');
  must(isUpright(seen.corners), `the picture is turned or broken: ${JSON.stringify(seen.corners)}`);
  const { storyboard } = seen;
  must(
    storyboard !== null && storyboard.cues >= 1 && isUpright(storyboard.corners.slice(0, 4)),
    `the storyboard is turned or broken: ${JSON.stringify(storyboard?.corners.slice(0, 4))}`,
  );
  must(
    Math.abs(secondsOf((storyboard?.last ?? '').split(' --> ')[1] ?? '') - shape.duration) <= TOLERANCE,
    `the storyboard ends at ${storyboard?.last}`,
  );
  return faults;
};

/** Makes a source and returns its bytes. */
const makeSource = (ffmpeg: string, { args, file, edit }: SourceShape): Buffer => {
  execFileSync(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args, join(folder, file)], { timeout: 30_000 });
  const bytes = readFileSync(join(folder, file));
  edit?.(bytes);
  return bytes;
};

const shapes = sampleOf('source shapes', SOURCE_SHAPES, { share: Infinity, kindOf: ({ kind }) => kind });

it('converts sources of every kind of shape and plays each of them in a browser', async () => {
  const { ffmpeg } = findMediaTools();
  const uploads = openUploads(api, token);
  const uploaded: { readonly shape: SourceShape; readonly id: string }[] = [];
  for (const shape of shapes) {
    uploaded.push({
      shape,
      id: await uploads.make(shape.name, shape.file, makeSource(ffmpeg, shape), shape.size ? 'video' : 'music'),
    });
  }
  const faults: string[] = [];
  for (const { shape, id } of uploaded) {
    const view = await waitFor(
      `the conversion of ${shape.name}`,
      async () => {
        const content = await api.call('catalog.get-content', { params: { id } }, token);
        return content.conversion_status === 'completed' || content.conversion_status === 'failed'
          ? content
          : undefined;
      },
      240_000,
    );
    if (view.conversion_status === 'failed') {
      faults.push(`${shape.name}: ${view.conversion_error}`);
      continue;
    }
    faults.push(...faultsOf(shape, await play(id)).map((fault) => `${shape.name}: ${fault}`));
    expect([shape.name, view.storyboard_url !== null]).toEqual([shape.name, shape.size !== undefined]);
    if (view.storyboard_url) expect((await fetch(`${stack.url}${view.storyboard_url}`)).status).toBe(403);
  }
  const bad = new Set(faults.map((fault) => fault.split(':')[0]));
  console.info(
    `${shapes.length - bad.size} of ${shapes.length} source shapes converted and played in Chromium: ` +
      shapes.map(({ name }) => name).join('; '),
  );
  expect(faults).toEqual([]);
});

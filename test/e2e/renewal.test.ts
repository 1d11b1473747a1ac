import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { demoPassword } from '../../bin/demo.ts';
import type { RunningCloud } from '../../infra/local/boot.ts';
import { systemClock } from '../../infra/local/clock.ts';
import { assemblyOf } from '../support/stack/assembly.ts';
import { launchBrowser, withoutWorker } from '../support/browser/browser.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { signIn } from '../support/browser/page.ts';
import { openCloud, startTestCloud, type OpenCloud } from '../support/stack/running-cloud.ts';
import { changedAssembly, productFunctions, withVariable } from '../support/stack/template-mutations.ts';
import { makeMedia } from '../support/media/tiny-film.ts';
import { openUploads } from '../support/worlds/uploading.ts';
import { scenario } from '../support/browser/scenario.ts';

/**
 * Seconds that cookies are valid in this test. The player renews them after 80%. The test moves the clocks of the page
 * and of the local cloud, so nothing here depends on how fast the machine is.
 */
const LIFETIME = 600;
const RENEW_MS = LIFETIME * 0.8 * 1000;
const FILM_SECONDS = 120;

const folder = mkdtempSync(join(tmpdir(), 'soundstage-renewal-'));
let cloud: RunningCloud;
let open: OpenCloud;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let admin: string;
let contentId: string;
let film: Buffer;
/** Time of the local cloud in milliseconds since the epoch; undefined for the real one. */
let stoppedAt: number | undefined;

/** Responses to the browser. */
const answers: { readonly path: string; readonly status: number }[] = [];
/** Plays for which the page requested cookies; undefined for the first request of a play. */
const grants: (string | undefined)[] = [];
const media = (from = 0) => answers.slice(from).filter(({ path }) => path.startsWith('/media/'));

const pattern = (seconds: number): Buffer =>
  makeMedia('film.mp4', [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=256x144:r=10:d=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=d=${seconds}:r=44100`,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-ac',
    '2',
    '-t',
    String(seconds),
  ]);
const content = () => open.api.call('catalog.get-content', { params: { id: contentId } }, admin);
const converted = (version: string) =>
  waitFor(
    `the conversion of ${version}`,
    async () => {
      const { conversion_status: status, converted_video_url: url } = await content();
      if (status === 'failed') throw new Error('The conversion failed');
      return status === 'completed' && url !== null && url.includes(version) ? url : undefined;
    },
    90_000,
  );

beforeAll(async () => {
  const assembly = await assemblyOf('local');
  const playback = productFunctions(assembly).find(({ folder }) => folder === 'playback');
  if (!playback) throw new Error('The template has no playback function');
  const assemblyDir = changedAssembly(assembly, join(folder, 'changed'), {
    [playback.stack]: withVariable(playback, 'MEDIA_COOKIE_SECONDS', String(LIFETIME)),
  });
  [cloud, browser] = await Promise.all([
    // A cloud of its own: this file has a clock that the test moves.
    startTestCloud({
      assemblyDir,
      dataDir: join(folder, 'data'),
      clock: { ...systemClock, now: () => stoppedAt ?? Date.now() },
    }),
    launchBrowser(),
  ]);
  open = await openCloud(cloud);
  admin = await open.person('admin', { admin: true });
  await open.person('listener');
  film = pattern(FILM_SECONDS);
  contentId = await openUploads(open.api, admin).make('Film', 'film.mp4', film, 'video');
  await converted('/');
  const { revision } = await content();
  await open.api.call(
    'content.update-content',
    { params: { id: contentId }, body: { revision, status: 'published' } },
    admin,
  );
  context = await browser.newContext(withoutWorker);
  page = await context.newPage();
  page.on(
    'response',
    (response) => void answers.push({ path: new URL(response.url()).pathname, status: response.status() }),
  );
  page.on('request', (request) => {
    if (request.url().endsWith('/api/functions/get-media-url'))
      grants.push((request.postDataJSON() as { playId?: string }).playId);
  });
  await page.clock.install();
});

afterAll(async () => {
  await browser?.close();
  open?.close();
  await cloud?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Watches the video: where it began to play, and how often it stalled without buffered data. */
const watch = () =>
  page.evaluate(() => {
    const element = document.querySelector('video');
    if (!element) throw new Error('There is no video');
    const seen = { stalls: 0, starts: [] as number[] };
    element.addEventListener('playing', () => seen.starts.push(element.currentTime));
    element.addEventListener('waiting', () => {
      const { buffered, currentTime } = element;
      const ahead = Array.from({ length: buffered.length }, (_, index) =>
        buffered.start(index) <= currentTime ? buffered.end(index) - currentTime : 0,
      );
      // With data in the buffer, the decoder of a busy machine is late, not the delivery.
      if (Math.max(0, ...ahead) < 0.1) seen.stalls += 1;
    });
    Object.assign(window, { seen });
  });
const seen = () =>
  page.evaluate(() => ({
    ...(window as unknown as { seen: { stalls: number; starts: readonly number[] } }).seen,
    time: document.querySelector('video')?.currentTime ?? 0,
  }));
const playedUntil = (seconds: number) =>
  page.waitForFunction((until) => (document.querySelector('video')?.currentTime ?? 0) > until, seconds, {
    timeout: 120_000,
  });
const bufferedAhead = (seconds: number) =>
  page.waitForFunction(
    (least) => {
      const { buffered, currentTime = 0 } = document.querySelector('video') ?? {};
      return buffered && buffered.length > 0 && buffered.end(buffered.length - 1) - currentTime > least;
    },
    seconds,
    { timeout: 120_000 },
  );
const pageTime = () => page.evaluate(() => Date.now());

/** The cookies that the browser holds for the film: as a header, and the second since the epoch when they expire. */
const signedCookies = async (manifest: string) => {
  const cookies = (await context.cookies(`${cloud.url}${manifest}`)).filter(({ name }) =>
    name.startsWith('CloudFront-'),
  );
  const policy = cookies.find(({ name }) => name === 'CloudFront-Policy')?.value ?? '';
  const json = Buffer.from(policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64').toString();
  return {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    expires: Number(/"AWS:EpochTime":(\d+)/.exec(json)?.[1]),
  };
};

/**
 * Advances the page's clock, which continues from there, to the renewal of cookies that the page received before one of
 * its times. That nothing is renewed earlier is a test of the player.
 */
const advanceToRenewal = async (received: number): Promise<void> => {
  const before = grants.length;
  await page.clock.fastForward(received + RENEW_MS - (await pageTime()));
  await waitFor('a renewal', async () => (grants.length > before ? true : undefined));
};

scenario(
  'playback outlasts its cookies and a replaced file',
  [
    'renews the cookies after 80% of their lifetime without an interruption',
    async () => {
      await signIn(page, cloud.url, { email: 'listener@example.org', password: demoPassword });
      await page.goto(`${cloud.url}/streaming`);
      await page.getByRole('button', { name: 'Play Film' }).first().click();
      await playedUntil(0.5);
      let received = await pageTime();
      await watch();
      const manifest = media()[0]?.path ?? '';
      const statusWith = async (cookie: string) =>
        (await fetch(`${cloud.url}${manifest}`, { headers: { cookie } })).status;
      let late = 0;
      for (let renewal = 1; renewal <= 2; renewal += 1) {
        const old = await signedCookies(manifest);
        expect(await statusWith(old.cookie)).toBe(200);
        await bufferedAhead(10);
        // Cookies expire at a whole second: the next ones later than these.
        await waitFor('two seconds', async () => (Date.now() / 1000 > old.expires - LIFETIME + 2 ? true : undefined));
        await advanceToRenewal(received);
        const renewed = await waitFor('the renewed cookies', async () => {
          const cookies = await signedCookies(manifest);
          return cookies.expires > old.expires ? cookies : undefined;
        });
        const answered = answers.length;
        stoppedAt = ((old.expires + renewed.expires) / 2) * 1000;
        // The control: the old cookies have expired.
        expect(await statusWith(old.cookie)).toBe(403);
        await waitFor('media with the renewed cookies', async () => media(answered)[0], 60_000);
        late += media(answered).length;
        received = await pageTime();
      }
      stoppedAt = undefined;
      const { stalls, time } = await seen();
      console.log(
        `cookies of ${LIFETIME} s renewed ${grants.length - 1} times in ${time.toFixed(1)} s of film; ` +
          `${late} of ${media().length} media responses after the earlier cookies expired; ${stalls} stalls`,
      );
      expect(grants).toHaveLength(3);
      expect(new Set(grants.slice(1)).size).toBe(1);
      expect(grants[1]).toMatch(/^ply_/);
      expect(new Set(media().map(({ status }) => status))).toEqual(new Set([200]));
      expect(stalls).toBe(0);
    },
  ],
  [
    'renews the cookies after a denied request without an interruption',
    async () => {
      const answered = answers.length;
      const granted = grants.length;
      expect((await context.cookies()).some(({ name }) => name.startsWith('CloudFront-'))).toBe(true);
      await context.clearCookies({ name: /^CloudFront-/ });
      const since = await waitFor(
        'a denied request and the recovery',
        async () => {
          const found = media(answered);
          const denied = found.findIndex(({ status }) => status === 403);
          return denied >= 0 && found.slice(denied).some(({ status }) => status === 200) ? found : undefined;
        },
        60_000,
      );
      await playedUntil((await seen()).time + 2);
      const { stalls } = await seen();
      console.log(
        `cookies removed: ${since.filter(({ status }) => status === 403).length} denied requests, ` +
          `${grants.length - granted} renewals; ${stalls} stalls`,
      );
      expect(grants.length).toBeGreaterThan(granted);
      expect(stalls).toBe(0);
    },
  ],
  [
    'switches to a replaced file at the next renewal and keeps the position',
    async () => {
      const player = page.getByRole('dialog', { name: 'Media Player' });
      const old = media()[0]?.path ?? '';
      // The conversion may take longer than the film.
      await player.getByRole('button', { name: 'Pause' }).click();
      const { time: pausedAt, starts } = await seen();
      const { s3Key, uploadUrl } = await openUploads(open.api, admin).announce({
        fileName: 'again.mp4',
        fileType: 'video/mp4',
        fileSize: film.length,
        contentId,
      });
      expect(await openUploads(open.api, admin).send(uploadUrl, film, 'video/mp4')).toBe(200);
      const url = await converted(s3Key.split('/')[2] ?? '');
      expect(url).not.toBe(old);
      await player.getByRole('button', { name: 'Play', exact: true }).click();
      await playedUntil(pausedAt + 0.5);
      await page.clock.fastForward(RENEW_MS);
      const newFolder = url.slice(0, url.indexOf('/', '/media/cnt_'.length + 26 + 1) + 1);
      await waitFor(
        'segments of the new file',
        async () => media().some(({ path, status }) => path.startsWith(newFolder) && status === 200) || undefined,
        60_000,
      );
      await waitFor('the new file to play', async () => (await seen()).starts[starts.length + 1]);
      await playedUntil(pausedAt + 2);
      const after = await seen();
      console.log(`replaced at ${pausedAt.toFixed(1)} s, played from ${after.starts.at(-1)?.toFixed(1)} s on`);
      // Every start since then: the resumed old file and the new one.
      expect(Math.min(...after.starts.slice(starts.length))).toBeGreaterThan(pausedAt - 1);
    },
  ],
);

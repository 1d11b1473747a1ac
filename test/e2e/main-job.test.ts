import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page, Response } from 'playwright-core';
import { findMediaTools } from '../../infra/local/media/tools.ts';
import { asForUsers } from '../support/browser/browser.ts';
import { signIn, type Credentials, type DemoAccount } from '../support/browser/page.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { scenario } from '../support/browser/scenario.ts';

const media = join(repositoryRoot, 'test', 'support', 'media');

let site: Site;
let folder: string;
let mkv: string;
let admin: Page;
let listener: Page;
/** Every response below /media to the listener. */
const mediaAnswers: { readonly url: string; readonly status: number }[] = [];
let credentials: Readonly<Record<DemoAccount, Credentials>>;
let scansBefore: number;
const FILM = 'Rabbit at work';
const SONG = 'Viper at work';

/** Calls of the database by operation, since the cloud started. */
const databaseCalls = async () =>
  (await (await fetch(`${site.url}/_local/database`)).json()) as Readonly<Record<string, { readonly calls: number }>>;
const scans = async (): Promise<number> => (await databaseCalls())['Scan']?.calls ?? 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soundstage-main-job-'));
  mkv = join(folder, 'rabbit.mkv');
  const { ffmpeg } = findMediaTools();
  await promisify(execFile)(ffmpeg, ['-v', 'error', '-i', join(media, 'rabbit320.mp4'), '-c', 'copy', mkv]);
  site = await openSharedSite();
  credentials = {
    admin: await site.accounts.credentials('admin'),
    listener: await site.accounts.credentials('listener'),
  };
  scansBefore = await scans();
  [admin, listener] = await Promise.all([site.openPage(asForUsers), site.openPage(asForUsers)]);
  // The panel of completed uploads covers the last rows, unless a dialog covers the panel.
  await admin.addLocatorHandler(
    admin.getByRole('button', { name: 'Clear completed' }),
    async (clear) => {
      if ((await admin.getByRole('dialog').count()) === 0) await clear.click();
    },
    { noWaitAfter: true },
  );
  listener.on('response', (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/media/')) mediaAnswers.push({ url: response.url(), status: response.status() });
  });
});

afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

const upload = async (file: string, title: string, type: 'Video' | 'Music'): Promise<void> => {
  await admin.getByRole('button', { name: 'Add Content' }).first().click();
  const dialog = admin.getByRole('dialog', { name: 'Add Content' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByLabel('Title', { exact: true }).fill(title);
  await dialog.getByLabel('Artist', { exact: true }).fill('Test Artist');
  await dialog.getByLabel('Content type').selectOption({ label: type });
  await dialog.getByRole('button', { name: 'Save as Draft' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await admin.getByRole('button', { name: `Edit ${title}` }).waitFor();
};

/** The row of an item in the administrator's list. */
const row = (title: string) =>
  admin.getByRole('listitem').filter({ has: admin.getByRole('button', { name: `Edit ${title}` }) });

const publish = async (title: string): Promise<void> => {
  await admin.getByRole('button', { name: `Edit ${title}` }).click();
  const dialog = admin.getByRole('dialog', { name: 'Edit Content' });
  await dialog.getByLabel('Status').selectOption({ label: 'Published' });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row(title).getByText('Status published').waitFor();
};

/** What the media element of the page has decoded so far. */
const decoded = () =>
  listener.evaluate(() => {
    const element = document.querySelector('video, audio') as
      (HTMLVideoElement & { webkitDecodedFrameCount?: number; webkitAudioDecodedByteCount?: number }) | null;
    return {
      time: element?.currentTime ?? 0,
      frames: element?.getVideoPlaybackQuality?.().totalVideoFrames ?? 0,
      audio: element?.webkitAudioDecodedByteCount ?? 0,
    };
  });

/** The current video frame, scaled down. */
const picture = () =>
  listener.evaluate(() => {
    const video = document.querySelector('video');
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 36;
    const context = canvas.getContext('2d');
    if (!video || !context) return '';
    context.drawImage(video, 0, 0, 64, 36);
    return Array.from(context.getImageData(0, 0, 64, 36).data).join();
  });

describe('the main job: upload, convert, publish, play', () => {
  scenario(
    'is done for video and music',
    [
      'uploads a video in a format that browsers cannot play, and shows its conversion',
      async () => {
        await signIn(admin, site.url, credentials.admin);
        await admin.goto(`${site.url}/admin/content`);
        await upload(mkv, FILM, 'Video');
        await row(FILM).getByText('Conversion Completed', { exact: true }).waitFor({ timeout: 180_000 });
      },
    ],
    [
      'uploads music',
      async () => {
        await upload(join(media, 'viper.mp3'), SONG, 'Music');
        await row(SONG).getByText('Conversion Completed', { exact: true }).waitFor({ timeout: 180_000 });
      },
    ],
    [
      'shows listeners no unpublished content',
      async () => {
        await signIn(listener, site.url, credentials.listener);
        await listener.goto(`${site.url}/streaming`);
        await listener.getByText('No content found').or(listener.getByRole('article')).first().waitFor();
        for (const title of [FILM, SONG])
          expect(await listener.getByRole('button', { name: `Play ${title}` }).count()).toBe(0);
      },
    ],
    [
      'publishes both',
      async () => {
        await publish(FILM);
        await publish(SONG);
      },
    ],
    [
      'plays the video as adaptive HLS with picture and sound',
      async () => {
        await listener.reload();
        await listener
          .getByRole('button', { name: `Play ${FILM}` })
          .first()
          .click();
        await listener.getByRole('dialog', { name: 'Media Player' }).waitFor();
        await listener.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
        const before = await decoded();
        const first = await picture();
        await listener.waitForFunction(
          (time) => (document.querySelector('video')?.currentTime ?? 0) > time + 1,
          before.time,
        );
        const after = await decoded();
        expect(after.frames).toBeGreaterThan(before.frames);
        expect(after.audio).toBeGreaterThan(before.audio);
        expect(await picture()).not.toBe(first);
        const segments = mediaAnswers.filter(({ url }) => /\.(m4s|mp4|cmfv|cmfa)$/.test(new URL(url).pathname));
        expect(segments.length).toBeGreaterThan(1);
        expect(new Set(mediaAnswers.map(({ status }) => status))).toEqual(new Set([200]));
      },
    ],
    [
      'denies media requests without cookies or with cookies for another title',
      async () => {
        const segment = mediaAnswers.find(
          ({ url }) => url.includes('/480/') && /\.(m4s|mp4|cmfv|cmfa)$/.test(new URL(url).pathname),
        );
        if (!segment) throw new Error('No segment was loaded');
        expect((await fetch(segment.url)).status).toBe(403);
        const cookies = (await listener.context().cookies(segment.url)).filter(({ name }) =>
          name.startsWith('CloudFront-'),
        );
        const header = (list: typeof cookies) => ({
          cookie: list.map(({ name, value }) => `${name}=${value}`).join('; '),
        });
        expect((await fetch(segment.url, { headers: header(cookies) })).status).toBe(200);

        mediaAnswers.length = 0;
        await listener.keyboard.press('Escape');
        await listener
          .getByRole('button', { name: `Play ${SONG}` })
          .first()
          .click();
        await listener.waitForFunction(() =>
          [...document.querySelectorAll('video, audio')].some(
            (element) => (element as HTMLMediaElement).currentTime > 0.3,
          ),
        );
        const other = mediaAnswers.find(({ url }) => url.includes('/480/'));
        if (!other) throw new Error('The music title loaded no media');
        const foreign = (await listener.context().cookies(other.url)).filter(({ name }) =>
          name.startsWith('CloudFront-'),
        );
        expect(foreign.length).toBeGreaterThanOrEqual(3);
        expect((await fetch(segment.url, { headers: header(foreign) })).status).toBe(403);
      },
    ],
    [
      'plays music and records it in the history',
      async () => {
        const before = await decoded();
        await listener.waitForFunction(
          (time) =>
            [...document.querySelectorAll('video, audio')].some(
              (element) => (element as HTMLMediaElement).currentTime > time + 1,
            ),
          before.time,
        );
        expect((await decoded()).audio).toBeGreaterThan(before.audio);
        await listener.keyboard.press('Escape');
        await listener.getByRole('region', { name: 'Mini player' }).waitFor();
        await listener.reload();
        const history = listener
          .getByRole('navigation', { name: /recently played/i })
          .or(listener.getByRole('region', { name: /recently played/i }))
          .first();
        await history.getByText(SONG).waitFor();
        await history.getByText(FILM).waitFor();
      },
    ],
    [
      'rejects a file that is not media, with the reason',
      async () => {
        await admin.getByRole('button', { name: 'Add Content' }).first().click();
        const dialog = admin.getByRole('dialog', { name: 'Add Content' });
        await dialog.locator('input[type=file]').setInputFiles({
          name: 'text.mp4',
          mimeType: 'video/mp4',
          buffer: Buffer.from('this is no media at all '.repeat(100)),
        });
        await dialog.getByLabel('Title', { exact: true }).fill('No media');
        await dialog.getByRole('button', { name: 'Save as Draft' }).click();
        await admin.getByText('Failed to upload content. Please try again.', { exact: false }).first().waitFor();
      },
    ],
    [
      'deletes content and removes it from the lists',
      async () => {
        await admin.reload();
        await admin.getByRole('button', { name: `Delete ${SONG}` }).click();
        await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
        await admin.getByText('Content deleted successfully').first().waitFor();
        await listener.reload();
        await listener
          .getByRole('button', { name: `Play ${FILM}` })
          .first()
          .waitFor();
        expect(await listener.getByRole('button', { name: `Play ${SONG}`, exact: true }).count()).toBe(0);
      },
    ],
    [
      'uses no table scans and has no script errors',
      async () => {
        const calls = Object.entries(await databaseCalls()).map(
          ([operation, { calls: count }]) => `${operation} ${count}`,
        );
        console.log(`database calls until now: ${calls.join(', ')}`);
        expect((await scans()) - scansBefore).toBe(0);
        expect(site.problems).toEqual([]);
      },
    ],
  );
});

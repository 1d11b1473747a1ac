import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openApi, type Api } from '../support/api.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { waitFor, type LocalStack } from '../support/stack/local-stack.ts';
import { sharedStack } from '../support/stack/shared-stack.ts';
import { violationsOf } from '../support/screens/look.ts';
import { openVisitors, type Visitors } from '../support/screens/visitors.ts';
import { openAccounts, type Accounts } from '../support/stack/sign-in.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { openUploads } from '../support/worlds/uploading.ts';
import { scenario } from '../support/browser/scenario.ts';
import { sendSoundFirst } from '../support/browser/sound-first.ts';

const media = join(repositoryRoot, 'bin', 'demo', 'media');
/** Captions with hostile markup, which the player must show as plain text or leave out. */
const ENGLISH =
  'WEBVTT\n\nSTYLE\n::cue { color: black }\n\n00:00.000 --> 00:59.000\n' +
  '<v Guide>Light & shade<script>globalThis.hit = 1</script>\n' +
  '<img src=x onerror="globalThis.hit = 1">second line\n';

let stack: LocalStack;
let browser: Browser;
let accounts: Accounts;
let api: Api;
let visitors: Visitors;
let admin: Page;
let page: Page;
let film = '';
const requested: string[] = [];
const problems: string[] = [];

const player = () => page.getByRole('dialog', { name: 'Media Player' });
const press = (name: string) => player().getByRole('button', { name, exact: true }).click();
const slider = () => player().getByRole('slider', { name: 'Seek' });
/** State of the media element. */
const element = () =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    return {
      time: video?.currentTime ?? -1,
      paused: video?.paused ?? true,
      rate: video?.playbackRate ?? 0,
      height: video?.videoHeight ?? 0,
      muted: video?.muted ?? false,
    };
  });
/** Waits until playback is between two positions, in seconds. */
const until = (from: number, to = Infinity) =>
  page.waitForFunction(
    ([least, most]) => {
      const { currentTime = -1 } = document.querySelector('video') ?? {};
      return currentTime >= least && currentTime <= most;
    },
    [from, to] as const,
  );
/** Waits until the media element that the test marked plays on. */
const continues = async (): Promise<void> => {
  const { time } = await element();
  await page.waitForFunction((before) => {
    const { currentTime = -1 } = document.querySelector<HTMLVideoElement>('video[data-mark=same]') ?? {};
    return currentTime > before + 0.1 || currentTime < before - 1;
  }, time);
};
const play = async (title: string): Promise<void> => {
  await page.goto(`${stack.url}/streaming`);
  await page
    .getByRole('button', { name: `Play ${title}`, exact: true })
    .first()
    .click();
  await player().waitFor();
  await until(0.1);
};

beforeAll(async () => {
  [stack, browser] = await Promise.all([sharedStack(), launchBrowser()]);
  api = openApi(stack.url);
  accounts = await openAccounts(stack);
  const uploads = openUploads(api, (await accounts.demo('admin')).token);
  const publish = async (title: string, file: string, contentType: 'music' | 'video'): Promise<string> => {
    const id = await uploads.make(title, file, readFileSync(join(media, file)), contentType);
    await uploads.publish(id);
    return id;
  };
  [film] = await Promise.all([
    publish('Light', 'prelude-in-light.mp4', 'video'),
    publish('Viper', 'horned-viper.mp3', 'music'),
  ]);
  visitors = openVisitors(browser, stack.url, accounts.credentials);
  [admin, page] = await Promise.all([
    visitors.open('admin'),
    visitors.open('listener', { viewport: { width: 1280, height: 800 } }),
  ]);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
});

afterAll(async () => {
  accounts?.close();
  api?.close();
  await browser?.close();
  await stack?.stop();
});

scenario(
  'a listener plays a video with captions, chapters and qualities',
  [
    'has chapters and captions from the Edit dialog',
    async () => {
      await admin.goto(`${stack.url}/admin/content`);
      await admin.getByRole('button', { name: 'Edit Light' }).click();
      const dialog = admin.getByRole('dialog', { name: 'Edit Content' });
      for (const [name, language, label] of [
        ['light.en.vtt', 'en', 'English'],
        ['light.de.vtt', 'de', 'Deutsch'],
      ] as const) {
        await dialog.getByLabel('Caption file').setInputFiles({
          name,
          mimeType: 'text/vtt',
          buffer: Buffer.from(language === 'en' ? ENGLISH : 'WEBVTT\n\n00:00.000 --> 00:59.000\nLicht und Schatten\n'),
        });
        await dialog.getByLabel('Caption language').fill(language);
        await dialog.getByRole('button', { name: 'Add captions' }).click();
        await dialog.getByRole('button', { name: `Remove captions: ${label}` }).waitFor();
      }
      await dialog.getByLabel('Caption file').setInputFiles({
        name: 'none.vtt',
        mimeType: 'text/vtt',
        buffer: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nSubRip\n'),
      });
      await dialog.getByLabel('Caption language').fill('fr');
      await dialog.getByRole('button', { name: 'Add captions' }).click();
      await dialog.getByText('Line 1: a WebVTT file must start with WEBVTT.').waitFor();
      await dialog.getByLabel('Chapters').fill('0:00 Opening\n0:05 Middle\n0:11 Finale');
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
  ],
  [
    'has keyboard shortcuts with a help dialog, and ignores them in text fields',
    async () => {
      await play('Light');
      await page.keyboard.press('k');
      await page.waitForFunction(() => document.querySelector('video')?.paused);
      await page.keyboard.press('0');
      await page.keyboard.press('5');
      await until(7.4, 8.6);
      await page.keyboard.press('l');
      await until(15);
      await page.keyboard.press('ArrowLeft');
      await until(0, 1.5);
      await page.keyboard.press('m');
      await page.waitForFunction(() => document.querySelector('video')?.muted);
      await page.keyboard.press('m');
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('<');
      await page.waitForFunction(() => document.querySelector('video')?.playbackRate === 0.25);
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await help.getByText('Jump to 0–90% of the title').waitFor();
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'hidden' });
      expect(await player().getByRole('button', { name: 'Play', exact: true }).getAttribute('aria-keyshortcuts')).toBe(
        'k Space',
      );
      await page.keyboard.press('Escape');
      await page
        .getByRole('textbox', { name: /search/i })
        .or(page.getByRole('combobox', { name: /search/i }))
        .or(page.getByRole('searchbox'))
        .first()
        .fill('km');
      expect((await element()).paused).toBe(true);
    },
  ],
  [
    'shows captions with hostile markup as text, and remembers the chosen language',
    async () => {
      await play('Light');
      await player().getByRole('button', { name: 'Captions' }).waitFor();
      await page.keyboard.press('c');
      const words = page.getByRole('group', { name: 'Caption text' });
      await words.getByText('Light & shade').waitFor();
      expect(await words.innerText()).toContain('second line');
      expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false);
      await press('Settings');
      await page.getByRole('radio', { name: 'Deutsch' }).check({ force: true });
      await words.getByText('Licht und Schatten').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await play('Light');
      await words.getByText('Licht und Schatten').waitFor();
      await page.waitForFunction(() => document.querySelector('video')?.playbackRate === 0.25);

      const { captions } = await api.call(
        'catalog.get-content',
        { params: { id: film } },
        (await accounts.demo('listener')).token,
      );
      const [first] = captions;
      expect(captions.map(({ language }) => language)).toEqual(['de', 'en']);
      expect((await fetch(`${stack.url}${first?.url}`)).status).toBe(403);
      expect((await page.request.get(`${stack.url}${first?.url}`)).status()).toBe(200);
    },
  ],
  [
    'jumps to chapters and announces the current one',
    async () => {
      await press('Chapters');
      await page.getByRole('button', { name: '0:11 Finale' }).click();
      await until(10.5, 14);
      // Paused, because on a slow machine the rest ends before the steps that follow.
      await page.keyboard.press('k');
      await page.waitForFunction(() => document.querySelector('video')?.paused);
      await page.waitForFunction(() =>
        document
          .querySelector('[aria-label="Seek"]')
          ?.getAttribute('aria-valuetext')
          ?.endsWith('of 16 seconds, Finale'),
      );
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
    },
  ],
  [
    'shows storyboard previews on hover',
    async () => {
      const box = await slider().boundingBox();
      if (!box) throw new Error('There is no slider');
      // The first time that this player needs it.
      const sheet = page.waitForResponse((response) => /\/480\/.*\.jpg$/.test(new URL(response.url()).pathname));
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      expect((await sheet).status()).toBe(200);
      await page.mouse.move(10, 10);
    },
  ],
  [
    'plays only the chosen quality',
    async () => {
      await page.keyboard.press('0');
      // Paused, because on a connection that measures as slow a playing video keeps its buffer to avoid a stall, and
      // how much it keeps depends on the machine.
      await page.waitForFunction(() => document.querySelector('video')?.paused);
      await press('Settings');
      await page.getByRole('radio', { name: /^Auto \(\d+p\)$/ }).waitFor();
      const shown = (await element()).height;
      const other = shown === 480 ? 240 : 480;
      // A paused video does not redraw a frame whose segment is replaced, so wait until all segments are loaded before
      // seeking. The quality was just chosen, so none of its segments was loaded before.
      const last = page.waitForResponse((response) =>
        new RegExp(`x${other}_0*3\\.\\w+$`).test(new URL(response.url()).pathname),
      );
      await page.getByRole('radio', { name: `${other}p`, exact: true }).check({ force: true });
      const from = requested.length;
      await (await last).finished();
      await page.keyboard.press('Escape');
      await player().getByRole('group', { name: 'Player', exact: true }).focus();
      await page.keyboard.press('9');
      await page
        .waitForFunction((height) => document.querySelector('video')?.videoHeight === height, other)
        .catch(async (error: unknown) => {
          const media = await page.evaluate(() => {
            const video = document.querySelector('video');
            return (
              video && {
                seeking: video.seeking,
                readyState: video.readyState,
                ranges: Array.from({ length: video.buffered.length }, (_, index) => [
                  video.buffered.start(index),
                  video.buffered.end(index),
                ]),
              }
            );
          });
          throw new Error(`${JSON.stringify({ ...(await element()), ...media })} ${requested.slice(from).join(' ')}`, {
            cause: error,
          });
        });
      const segments = requested.slice(from).filter((path) => /x\d+_.*\.(?:m4s|cmfv|mp4)$/.test(path));
      expect(segments.filter((path) => path.includes(`x${shown}_`))).toEqual([]);
      await press('Settings');
      await page.getByRole('radio', { name: 'Auto', exact: true }).check({ force: true });
      await page.keyboard.press('Escape');
      await player().getByRole('button', { name: 'Play', exact: true }).click();
      await page.waitForFunction(() => document.querySelector('video')?.paused === false);
    },
  ],
  [
    'offers picture in picture for video, but not for music',
    async () => {
      const button = player().getByRole('button', { name: 'Picture in picture' });
      await page.keyboard.press('0');
      await button.click();
      await player().getByRole('button', { name: 'Picture in picture', pressed: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name: 'Mini player' }).waitFor();
      const { time } = await element();
      await until(time + 0.1);
      expect(await page.evaluate(() => document.pictureInPictureElement === document.querySelector('video'))).toBe(
        true,
      );
      await play('Viper');
      await press('Settings');
      await page.getByRole('group', { name: 'Speed' }).waitFor();
      expect(await player().getByRole('button', { name: 'Picture in picture' }).count()).toBe(0);
      expect(await page.getByRole('group', { name: 'Quality' }).count()).toBe(0);
      expect(await player().getByRole('button', { name: 'Captions' }).count()).toBe(0);
    },
  ],
  [
    'plays in full screen, and continues in the mini player after Escape',
    async () => {
      await play('Light');
      await page.evaluate(() => document.querySelector('video')?.setAttribute('data-mark', 'same'));
      await player().getByRole('group', { name: 'Player', exact: true }).focus();
      await page.keyboard.press('f');
      await player().getByRole('button', { name: 'Exit full screen' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name: 'Mini player' }).waitFor();
      await player().waitFor({ state: 'hidden' });
      await continues();
    },
  ],
  [
    'closes with Back and opens again with Forward, on the same page',
    async () => {
      expect(new URL(page.url()).pathname).toBe('/streaming');
      await page.getByRole('button', { name: 'Open full player' }).click();
      await player().waitFor();
      await page.waitForFunction(() => (history.state as { usr?: { fullPlayer?: true } } | null)?.usr?.fullPlayer);
      await page.goBack();
      await player().waitFor({ state: 'hidden' });
      await continues();
      await page.goForward();
      await player().waitFor();
      expect(new URL(page.url()).pathname).toBe('/streaming');
      await page.keyboard.press('Escape');
      await player().waitFor({ state: 'hidden' });
    },
  ],
  [
    'continues on screens of other areas until it is closed',
    async () => {
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('link', { name: 'Explore Content' }).waitFor();
      await continues();
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await page.getByRole('link', { name: 'Plans' }).click();
      await page.getByRole('heading', { level: 1, name: 'Choose your plan' }).waitFor();
      await page.getByRole('link', { name: 'Admin' }).click();
      await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
      await continues();
      const mini = page.getByRole('region', { name: 'Mini player' });
      await mini.getByRole('button', { name: 'Close player' }).click();
      await mini.waitFor({ state: 'hidden' });
    },
  ],
  [
    'plays when the sound arrives long before the picture',
    async () => {
      const slow = await visitors.open('listener', {}, 'new');
      await slow.addInitScript(sendSoundFirst);
      await slow.goto(`${stack.url}/streaming?content=${film}&t=0`);
      // All of it, without gaps: the sound that had to wait for the picture, and what arrived after it.
      await slow.waitForFunction(() => {
        const { buffered, duration = Infinity } = document.querySelector('video') ?? {};
        return buffered?.length === 1 && buffered.start(0) < 0.1 && buffered.end(0) > duration - 0.5;
      });
      await slow.close();
    },
  ],
  [
    'removes captions together with their file',
    async () => {
      const { token } = await accounts.demo('admin');
      const { captions } = await api.call('catalog.get-content', { params: { id: film } }, token);
      const english = captions.find(({ language }) => language === 'en')?.url ?? '';
      expect((await page.request.get(stack.url + english)).status()).toBe(200);
      await admin.getByRole('button', { name: 'Edit Light' }).click();
      await admin.getByRole('button', { name: 'Remove captions: English' }).click();
      await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await admin.getByRole('button', { name: 'Remove captions: English' }).waitFor({ state: 'hidden' });
      await waitFor('the removal of the file', async () =>
        [403, 404].includes((await page.request.get(stack.url + english)).status()) ? true : undefined,
      );
      expect(problems).toEqual([]);
    },
  ],
);

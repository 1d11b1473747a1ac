import type { BrowserContextOptions, Page } from 'playwright-core';
import { waitLongForPositions } from '../support/browser/page.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { otherDevice } from '../support/browser/other-device.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { makeMedia } from '../support/media/tiny-film.ts';
import { openUploads } from '../support/worlds/uploading.ts';
import { scenario } from '../support/browser/scenario.ts';

const SECONDS = 255;
const agents = {
  laptop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  phone: 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
} as const;

let site: Site;
let token: string;
let contentId: string;
/** Two devices of the same person. */
let laptop: Page;
let phone: Page;

const device = async (options: BrowserContextOptions): Promise<Page> => {
  const page = await site.signedIn('listener', options);
  await waitLongForPositions(page.context());
  await page.goto(`${site.url}/streaming`);
  return page;
};

const timeOn = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
/** Waits until the video plays between two positions, in seconds. */
const playsBetween = (page: Page, from: number, to: number) =>
  page
    .waitForFunction(
      ([least = 0, most = 0]) => {
        const video = document.querySelector('video');
        return video !== null && !video.paused && video.currentTime > least && video.currentTime < most;
      },
      [from, to],
    )
    .catch(async (error: unknown) => {
      const seen = await page.evaluate(() => {
        const { paused, currentTime, readyState } = document.querySelector('video') ?? {};
        return JSON.stringify({
          paused,
          currentTime,
          readyState,
          dialogs: [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].map(({ textContent }) =>
            textContent?.slice(0, 200),
          ),
        });
      });
      throw new Error(seen, { cause: error });
    });
/** A pattern for a time as the screen shows it, give or take the second that rounding may change. */
const around = (seconds: number): string =>
  `(?:${[-1, 0, 1]
    .map((more) => Math.max(0, Math.floor(seconds) + more))
    .map((whole) => `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`)
    .join('|')})`;
/** The day of what was just played, also while midnight passes. */
const LATEST_DAY = /^(Today|Yesterday)$/;
/** The position at which the first device stopped, in seconds. */
let stoppedAt = 0;
/** Seconds that a busy machine may play on before the test looks. The other device is at least 70 s further. */
const SLACK = 60;
const saved = async () => (await site.api.call('history.get-position', { params: { contentId } }, token)).position;
const savedAround = (seconds: number) =>
  waitFor(`the playback position around ${seconds}`, async () => {
    const position = await saved();
    return position && Math.abs(position.position_seconds - seconds) < 1.5 ? position : undefined;
  });
const skip = async (page: Page, times: number) => {
  for (let pressed = 0; pressed < times; pressed += 1) {
    const before = await timeOn(page);
    await page.getByRole('button', { name: 'Forward 15 seconds' }).click();
    await page.waitForFunction((time) => (document.querySelector('video')?.currentTime ?? 0) > time + 10, before);
  }
};
const pause = async (page: Page): Promise<number> => {
  await page.getByRole('dialog', { name: 'Media Player' }).getByRole('button', { name: 'Pause' }).click();
  return timeOn(page);
};
const mini = (page: Page) => page.getByRole('region', { name: 'Mini player' });
const restored = async (page: Page) => {
  await mini(page).getByText('Long way').waitFor();
  expect(await page.evaluate(() => document.querySelectorAll('video, audio').length)).toBe(0);
};
const card = (page: Page) => page.getByRole('article').filter({ hasText: 'Long way' });

beforeAll(async () => {
  const film = makeMedia('film.mp4', [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=192x108:r=5:d=${SECONDS}`,
    '-f',
    'lavfi',
    '-i',
    `sine=d=${SECONDS}:r=44100`,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '10',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-ac',
    '1',
    '-t',
    String(SECONDS),
  ]);
  site = await openSharedSite();
  const admin = (await site.accounts.demo('admin')).token;
  token = (await site.accounts.demo('listener')).token;
  const uploads = openUploads(site.api, admin);
  contentId = await uploads.make('Long way', 'film.mp4', film, 'video');
  const other = await otherDevice(site, await site.accounts.credentials('listener'));
  [laptop, phone] = await Promise.all([
    device({ userAgent: agents.laptop }),
    device({ userAgent: agents.phone, ...other }),
  ]);
  await uploads.publish(contentId);
});
afterAll(() => site?.close());

scenario(
  'a user plays on two devices, which share positions and history',
  [
    'remembers the playback position on the card and after a reload',
    async () => {
      await laptop.getByRole('button', { name: 'Play Long way' }).click();
      await playsBetween(laptop, 0.1, 15);
      // Well over a minute: only then does another device ask, and resuming can begin a moment earlier.
      await skip(laptop, 5);
      const left = await pause(laptop);
      expect(await savedAround(left)).toMatchObject({ device: { label: 'Chrome on Windows' }, finished: false });
      await laptop.keyboard.press('Escape');
      await card(laptop)
        .getByText(new RegExp(`^${around(SECONDS - left)} left$`))
        .waitFor();
      await laptop.reload();
      await restored(laptop);
      await mini(laptop).getByRole('button', { name: 'Play', exact: true }).click();
      await playsBetween(laptop, left - 3, left + 10);
      await mini(laptop).getByRole('button', { name: 'Pause', exact: true }).click();
      await laptop.waitForFunction(() => document.querySelector('video')?.paused);
      stoppedAt = await timeOn(laptop);
      await savedAround(stoppedAt);
    },
  ],
  [
    'restores the player on another device, which asks where to resume',
    async () => {
      await phone.reload();
      await restored(phone);
      await phone.getByRole('link', { name: 'Show all of your watch history' }).click();
      // The screen before has a button of that name too.
      await phone.getByRole('heading', { name: LATEST_DAY }).waitFor();
      await phone.getByRole('button', { name: /^Play Long way/ }).click();
      const question = phone.getByRole('group', { name: 'Resume where you left off?' });
      await question.getByRole('button', { name: 'Start from the beginning' }).waitFor();
      expect(await phone.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
      await question.getByRole('button', { name: /^Resume at \d:\d\d from Chrome on Windows$/ }).click();
      await playsBetween(phone, stoppedAt - 5, stoppedAt + SLACK);
      await skip(phone, 6);
      const left = await pause(phone);
      expect(left).toBeGreaterThan(stoppedAt + 70);
      expect(await savedAround(left)).toMatchObject({ device: { label: 'Firefox on Android' } });
    },
  ],
  [
    'offers both positions on the first device, and keeps the chosen one',
    async () => {
      await laptop.reload();
      await restored(laptop);
      let release = (): void => undefined;
      const answered = new Promise<void>((resolve) => (release = resolve));
      // The answer also counts on a slow connection, when the media is not there yet.
      await laptop.route(/\.m3u8$/, async (route) => {
        await answered;
        await route.continue();
      });
      await mini(laptop).getByRole('button', { name: 'Play', exact: true }).click();
      const question = laptop.getByRole('group', { name: 'Resume where you left off?' });
      await question.getByRole('button', { name: /^Resume at \d:\d\d from Firefox on Android$/ }).waitFor();
      await question.getByRole('button', { name: /^Resume at \d:\d\d$/ }).click();
      release();
      await playsBetween(laptop, stoppedAt - 5, stoppedAt + SLACK);
      await laptop.getByRole('button', { name: 'Forward 15 seconds' }).click();
      await playsBetween(laptop, stoppedAt + 10, stoppedAt + SLACK + 10);
      expect(await savedAround(await pause(laptop))).toMatchObject({ device: { label: 'Chrome on Windows' } });
      await laptop.keyboard.press('Escape');
    },
  ],
  [
    'logs no error when the other device, which missed these writes, plays on',
    async () => {
      const errors: string[] = [];
      phone.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      // A write, which no cache answers.
      const outdated = phone.waitForResponse(
        async (response) =>
          response.request().method() === 'PUT' &&
          new URL(response.url()).pathname.startsWith('/api/playback-positions/') &&
          ((await response.json()) as { saved: boolean }).saved === false,
      );
      await phone
        .getByRole('dialog', { name: 'Media Player' })
        .getByRole('button', { name: 'Play', exact: true })
        .click();
      await skip(phone, 1);
      await pause(phone);
      expect((await outdated).status()).toBe(200);
      // What the device that plays does next is newer than what it missed.
      await phone
        .getByRole('dialog', { name: 'Media Player' })
        .getByRole('button', { name: 'Play', exact: true })
        .click();
      await skip(phone, 1);
      expect(await savedAround(await pause(phone))).toMatchObject({ device: { label: 'Firefox on Android' } });
      expect(errors).toEqual([]);
    },
  ],
  [
    'removes a title, records nothing while paused, and clears the history on every device',
    async () => {
      const settings = () => site.api.call('history.get-settings', {}, token);
      const entries = async () => (await site.api.call('history.list-history', { query: {} }, token)).items.length;
      const noEntries = () => waitFor('an empty history', async () => ((await entries()) === 0 ? true : undefined));
      await phone.keyboard.press('Escape');
      const row = phone.getByRole('listitem').filter({ hasText: 'Long way' });
      await phone.getByRole('heading', { name: LATEST_DAY }).waitFor();
      await row.getByText(/ left$/).waitFor();
      await row.getByRole('button', { name: 'Remove Long way from your history' }).click();
      await phone.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await phone.getByText('Your history is empty. Titles you play appear here.').waitFor();
      await noEntries();
      await waitFor('no playback position', async () => ((await saved()) === null ? true : undefined));
      // Updated through the live channel.
      await laptop.getByText('Titles you play appear here.').waitFor();

      await phone.getByRole('button', { name: 'Pause history' }).click();
      await phone.getByText(/^Your history has been paused since/).waitFor();
      await waitFor('the pause', async () => ((await settings()).paused ? true : undefined));
      await phone.getByRole('button', { name: 'Close player' }).click();
      await phone.goto(`${site.url}/streaming?content=${contentId}`);
      await playsBetween(phone, 0.1, 30);
      await skip(phone, 2);
      await pause(phone);
      await phone.goto(`${site.url}/history`);
      await phone.getByText('Your history is empty and paused. Titles you play are not added to it.').waitFor();
      expect(await saved()).toBeNull();
      await phone.getByRole('button', { name: 'Resume history' }).click();
      await phone.getByText('Your history is empty. Titles you play appear here.').waitFor();

      // From any position: a laptop that gets no saved position in time resumes from its own.
      await laptop.goto(`${site.url}/streaming?content=${contentId}`);
      await playsBetween(laptop, 0.1, Number.MAX_SAFE_INTEGER);
      await laptop.keyboard.press('Escape');
      await phone.getByRole('heading', { name: LATEST_DAY }).waitFor();
      await phone.getByRole('button', { name: 'Clear history' }).click();
      await phone.getByRole('alertdialog').getByRole('button', { name: 'Clear history' }).click();
      await phone.getByText('Your history is empty. Titles you play appear here.').waitFor();
      await laptop.getByText('Titles you play appear here.').waitFor();
      await noEntries();
      expect(site.problems).toEqual([]);
    },
  ],
);

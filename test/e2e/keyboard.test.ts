import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { consentDialog, leaveConsent, type Credentials } from '../support/browser/page.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { openUploads } from '../support/worlds/uploading.ts';
import { scenario } from '../support/browser/scenario.ts';

/** Presses of Tab after which a control counts as unreachable. */
const MAX_TABS = 80;
const TITLE = 'Prelude in C major';

let site: Site;
let page: Page;
let listener: Credentials;

beforeAll(async () => {
  site = await openSharedSite();
  const { token } = await site.accounts.demo('admin');
  const uploads = openUploads(site.api, token);
  const file = 'prelude-in-c.m4a';
  const id = await uploads.make(TITLE, file, readFileSync(join(repositoryRoot, 'bin', 'demo', 'media', file)), 'music');
  listener = await site.accounts.register();
  await uploads.publish(id);
  await waitFor(
    'the title in the search index',
    async () => (await site.api.call('search.search-content', { query: { q: TITLE } }, token)).items[0],
  );
  page = await site.openPage({ viewport: { width: 1280, height: 800 } });
  await leaveConsent(page);
  await page.addInitScript(() => {
    // Detects any use of a pointer in this file.
    for (const type of ['mousedown', 'pointerdown', 'touchstart'])
      document.addEventListener(type, () => Object.assign(globalThis, { pointerUsed: true }), { capture: true });
  });
});
afterAll(() => site?.close());

/** The accessible name of the focused element, or an empty string. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const labels = (element as HTMLInputElement).labels;
    return (
      element.getAttribute('aria-label') ??
      (labels && labels.length > 0 ? (labels[0]?.textContent ?? '') : (element.textContent ?? '')).trim()
    );
  });

/** Presses Tab until the element with this name has the focus. Every stop on the way must show a focus indicator. */
const tabTo = async (name: RegExp): Promise<void> => {
  for (let press = 0; press < MAX_TABS; press += 1) {
    if (name.test(await focused())) return;
    await page.keyboard.press('Tab');
    const invisible = await page.evaluate(() => {
      const element = document.activeElement;
      // The heading of a new screen gets the focus but is not reachable with Tab.
      if (!element || element === document.body || !element.matches(':focus-visible:not([tabindex="-1"])')) return null;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const around = element.parentElement ? getComputedStyle(element.parentElement) : null;
      const shown =
        (outlineStyle !== 'none' && outlineWidth !== '0px') ||
        boxShadow !== 'none' ||
        (around !== null && around.outlineStyle !== 'none');
      return shown ? null : element.outerHTML.slice(0, 120);
    });
    expect(invisible).toBeNull();
  }
  throw new Error(`${name} is not reached by ${MAX_TABS} presses of Tab; the focus is on “${await focused()}”`);
};

const pressOn = async (name: RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> => {
  await tabTo(name);
  await page.keyboard.press(key);
};

const time = (): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll<HTMLMediaElement>('video, audio')].map(({ currentTime }) => currentTime),
    ),
  );

describe('the main job with the keyboard only', () => {
  scenario(
    'is done from the landing page to signing out',
    [
      'signs in from the landing page',
      async () => {
        await page.goto(site.url);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await pressOn(/^Sign In$/);
        await page.waitForURL('**/auth');
        // The focus moves to the new screen.
        await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
        await tabTo(/^Email$/);
        await page.keyboard.type(listener.email);
        await tabTo(/^Password$/);
        await page.keyboard.type(listener.password);
        await page.keyboard.press('Enter');
        await page.waitForURL(({ pathname }) => pathname !== '/auth');
        await consentDialog(page).waitFor();
        await pressOn(/^Save Preferences$/);
        await consentDialog(page).waitFor({ state: 'hidden' });
        await pressOn(/^(?:Dashboard|Go to Dashboard)$/);
        await page.waitForURL('**/streaming**');
      },
    ],
    [
      'searches and plays a result',
      async () => {
        await page.getByRole('article').first().waitFor();
        await page.keyboard.press('/');
        await waitFor('the focus in the search box', async () => ((await focused()) === 'Search' ? true : undefined));
        await page.keyboard.type('prelude in c');
        await page.getByRole('heading', { name: 'Search Results' }).waitFor();
        await page.getByRole('button', { name: 'Play Prelude in C major' }).waitFor();
        await pressOn(/^Play Prelude in C major$/);
        await page.getByRole('dialog', { name: 'Media Player' }).waitFor();
        await waitFor('the sound', async () => ((await time()) > 0.3 ? true : undefined));
      },
    ],
    [
      'pauses, seeks and likes in the player',
      async () => {
        const paused = () =>
          page.evaluate(() =>
            [...document.querySelectorAll<HTMLMediaElement>('video, audio')].every((element) => element.paused),
          );
        await page.keyboard.press('k');
        await waitFor('the pause', async () => ((await paused()) ? true : undefined));
        const before = await time();
        await page.keyboard.press('l');
        await waitFor('a skip of fifteen seconds', async () => ((await time()) > before + 10 ? true : undefined));
        await page.keyboard.press('k');
        await waitFor('the sound again', async () => ((await paused()) ? undefined : true));
        await pressOn(/^Like Prelude in C major$/, 'Space');
        await page
          .getByRole('dialog')
          .getByRole('button', { name: 'Like Prelude in C major', pressed: true })
          .waitFor();
      },
    ],
    [
      'adds it to a new playlist',
      async () => {
        await pressOn(/^Add Prelude in C major to a playlist$/);
        await page.getByRole('dialog', { name: 'Add to playlist' }).waitFor();
        await pressOn(/^New playlist$/);
        await page.getByRole('dialog').getByLabel('Name').waitFor();
        await tabTo(/^Name$/);
        await page.keyboard.type('By hand');
        await page.keyboard.press('Enter');
        // The dialog returns to the list, which contains the new playlist and has the focus.
        const list = page.getByRole('dialog', { name: 'Add to playlist' });
        await list.getByText('By hand', { exact: true }).first().waitFor();
        await waitFor('the focus in the list', async () =>
          (await list.evaluate((dialog) => dialog.contains(document.activeElement))) ? true : undefined,
        );
        await page.keyboard.press('Escape');
      },
    ],
    [
      'continues in the mini player and on other screens',
      async () => {
        await page.getByRole('dialog', { name: 'Add to playlist' }).waitFor({ state: 'hidden' });
        if (await page.getByRole('dialog', { name: 'Media Player' }).isVisible()) await page.keyboard.press('Escape');
        await page.getByRole('region', { name: 'Mini player' }).waitFor();
        const before = await time();
        await pressOn(/^Plans$/);
        await page.getByRole('heading', { level: 1, name: 'Choose your plan' }).waitFor();
        await waitFor('the sound on the other screen', async () => ((await time()) > before ? true : undefined));
      },
    ],
    [
      'signs out, without a pointer so far',
      async () => {
        await pressOn(/^Sign Out$/);
        await page
          .getByRole('link', { name: 'Sign In' })
          .or(page.getByLabel('Email', { exact: true }))
          .first()
          .waitFor();
        expect(await page.evaluate(() => 'pointerUsed' in globalThis)).toBe(false);
      },
    ],
  );
});

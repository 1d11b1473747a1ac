import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser/browser.ts';
import { startLocalStack, type LocalStack } from '../support/stack/local-stack.ts';
import {
  frameFaultsOf,
  layoutFaultsOf,
  motionFaultsOf,
  showTheme,
  themes,
  violationsOf,
  visit,
  widths,
} from '../support/screens/look.ts';
import { closingFaultsOf, overlayFaultsOf, rememberOpeners } from '../support/screens/overlay-rules.ts';
import { openVisitors, type Visitors } from '../support/screens/visitors.ts';
import type { Visit } from '../support/screens/visit.ts';
import { visits } from '../support/screens/visits.ts';
import { seedWorld, type World } from '../support/screens/world.ts';

jest.setTimeout(600_000);

let stack: LocalStack;
let browser: Browser;
let visitors: Visitors;
let world: World;
const problems: string[] = [];

const WINDOW = { width: 1280, height: 800 };

beforeAll(async () => {
  [stack, browser] = await Promise.all([startLocalStack({ catalog: true }), launchBrowser()]);
  visitors = openVisitors(browser, stack.url);
  world = await seedWorld(stack);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** Faults of a screen, as `<visit> <check>: <fault>`. */
const faultsOf = async (screen: Visit): Promise<readonly string[]> => {
  const page = await visitors.open(screen.who, { colorScheme: 'dark', reducedMotion: 'reduce', viewport: WINDOW });
  page.on('pageerror', (error) => problems.push(`${screen.name}: ${error.message}`));
  const faults: string[] = [];
  const add = (check: string, found: readonly string[]): void =>
    void faults.push(...found.map((what) => `${screen.name} ${check}: ${what}`));
  try {
    await rememberOpeners(page);
    await visit(page, stack.url, screen, world);
    for (const theme of themes) {
      await showTheme(page, theme);
      add(theme, await violationsOf(page, theme === 'dark' ? 'all' : 'colors'));
    }
    add('motion', await motionFaultsOf(page));
    add('structure', await frameFaultsOf(page));
    if (screen.overlay !== undefined) add('overlay', await overlayFaultsOf(page));
    for (const width of widths) {
      await page.setViewportSize({ width, height: WINDOW.height });
      add(String(width), await layoutFaultsOf(page));
    }
    if (screen.overlay !== undefined) {
      await page.setViewportSize(WINDOW);
      add('closing', await closingFaultsOf(page));
    }
  } catch (error) {
    add('visit', [error instanceof Error ? error.message : String(error)]);
  } finally {
    await page.close();
  }
  return faults;
};

describe('every screen', () => {
  // Also: fits 320 to 1280 pixels, respects reduced motion, and every dialog keeps and returns the focus.
  it('has no accessibility violations in both themes', async () => {
    const queue = [...visits];
    const faults: string[] = [];
    const work = async (): Promise<void> => {
      for (let screen = queue.shift(); screen; screen = queue.shift()) faults.push(...(await faultsOf(screen)));
    };
    await Promise.all([work(), work()]);
    expect(faults).toEqual([]);
    console.log(
      `${visits.length} visits of ${new Set(visits.map(({ route }) => route)).size} routes and ` +
        `${new Set(visits.flatMap(({ overlay }) => overlay ?? [])).size} dialogs, each in both themes`,
    );
  });

  it('has no script errors', () => expect(problems).toEqual([]));
});

describe('navigation', () => {
  let page: Page;
  const focused = () =>
    page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent ?? ''}`);
  const announced = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=status], [aria-live]')]
        .map(({ textContent }) => textContent ?? '')
        .filter((text) => text !== ''),
    );

  beforeAll(async () => {
    page = await visitors.open('listener', { viewport: WINDOW });
  });

  it('announces nothing on the first load and starts with the skip link', async () => {
    await page.goto(`${stack.url}/streaming`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await announced()).not.toContain(await page.title());
    expect(await focused()).toMatch(/^BODY/);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('A Skip to content');
    expect(
      await page
        .getByRole('link', { name: 'Skip to content' })
        .evaluate((link) => link.getBoundingClientRect().top >= 0 && link.checkVisibility({ opacityProperty: true })),
    ).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'main');
  });

  it('gives each screen a title, focuses its heading and announces its title once', async () => {
    const titles = [await page.title()];
    for (const [link, heading] of [
      ['Plans', 'Choose your plan'],
      ['Streaming', 'Discover Amazing Content'],
      ['Home', /stage of your own/],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      const title = await page.title();
      await page.waitForFunction(
        (name) =>
          [...document.querySelectorAll('[role=status], [aria-live]')].some(({ textContent }) => textContent === name),
        title,
      );
      expect((await announced()).filter((text) => text === title)).toHaveLength(1);
      expect(title).not.toBe(titles.at(-1));
      titles.push(title);
    }
  });

  it('keeps the focus on a tab that changes the URL', async () => {
    await page.goto(`${stack.url}/streaming`);
    await page.getByRole('tab', { name: 'Discover' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(({ search }) => search !== '');
    await page.getByRole('tab', { name: 'Music', selected: true }).waitFor();
    expect(await focused()).toBe('BUTTON Music');
  });
});

describe('the theme', () => {
  it.each([
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const)(
    'is %s before the first paint on a %s system when the user chose it, and never changes',
    async (chosen, system) => {
      const page = await visitors.open('visitor', { colorScheme: system, viewport: WINDOW });
      await page.addInitScript((theme) => {
        localStorage.setItem('soundstage.theme', theme);
        const seen: { theme: string | undefined; at: number }[] = [];
        Object.assign(globalThis, { seenThemes: seen });
        new MutationObserver(() => {
          const now = document.documentElement.dataset['theme'];
          if (now !== seen.at(-1)?.theme) seen.push({ theme: now, at: performance.now() });
        }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-theme'] });
      }, chosen);
      await page.goto(stack.url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      const { seen, painted } = await page.evaluate(() => ({
        seen: (globalThis as unknown as { seenThemes: { theme: string; at: number }[] }).seenThemes,
        painted: performance.getEntriesByType('paint')[0]?.startTime ?? 0,
      }));
      expect(seen.map(({ theme }) => theme)).toEqual([chosen]);
      expect(seen[0]?.at).toBeLessThan(painted);
      await page.close();
    },
  );
});

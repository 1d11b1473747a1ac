import type { Page } from 'playwright-core';
import { carriers, MEDIA_TAG } from '../stored-markup/carriers.ts';
import { isSoak, sampleOf } from '../rounds.ts';
import { setTrap } from '../stored-markup/trap.ts';
import {
  frameFaultsOf,
  layoutFaultsOf,
  motionFaultsOf,
  showTheme,
  themes,
  violationsOf,
  visit,
  widths,
  type Theme,
} from './look.ts';
import { showPage } from '../browser/open-pages.ts';
import { isComplaint } from './console-messages.ts';
import { closingFaultsOf, overlayFaultsOf, rememberOpeners } from './overlay-rules.ts';
import type { Visit } from './visit.ts';
import type { Visitors } from './visitors.ts';
import type { World } from './world.ts';

/** Pages open at the same time: one is checked while another one waits for the server. */
const PAGES = 2;

const WINDOW = { width: 1280, height: 800 };

/** Screens that do not appear, after which a walk ends: each takes the longest that a step may take. */
const MOST_ABSENT = 4;

/** What a walk found, as `<visit> …`. The lists are empty when every screen is as it must be. */
export interface Findings {
  /** Violations of accessibility, layout, motion and focus rules, and screens that did not appear. */
  readonly faults: readonly string[];
  /** Errors that scripts of the product did not catch, and what they or the browser wrote to the console. */
  readonly errors: readonly string[];
  /** Payloads that ran. */
  readonly runs: readonly string[];
  /** Stored texts that became markup. */
  readonly markup: readonly string[];
  /** What the content security policy would have blocked until the screen was complete. */
  readonly blocked: readonly string[];
  /** Names of the visits that show each kind of stored text; `mediaTag` is for the tags of uploaded files. */
  readonly seen: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Walk {
  readonly origin: string;
  readonly visitors: Visitors;
  readonly world: World;
  /** Origins that pages may send requests to. */
  readonly own: readonly string[];
}

/** Everything a page shows, including the values of its fields. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      document.documentElement.outerHTML +
      [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value).join(' '),
  );

/** How a screen is looked at. */
interface Look {
  readonly themes: readonly Theme[];
  /** In CSS pixels. */
  readonly widths: readonly number[];
}

/**
 * How the screen at an index is looked at: in both themes and at every width in `npm run soak`, otherwise in one theme,
 * alternating, and at the narrowest width, where screens break first.
 */
const lookAt = (index: number): Look =>
  isSoak
    ? { themes, widths }
    : { themes: themes.filter((_, at) => at === index % themes.length), widths: widths.slice(0, 1) };

/** Checks an open screen in its themes and at its widths, and closes its overlay. */
const faultsOf = async (
  page: Page,
  { overlay, escapeAsks = false }: Visit,
  { platformName }: World,
  look: Look,
  add: (check: string, found: readonly string[]) => void,
): Promise<void> => {
  for (const [index, theme] of look.themes.entries()) {
    await showTheme(page, theme);
    add(theme, await violationsOf(page, index === 0 ? 'all' : 'colors'));
  }
  add('motion', await motionFaultsOf(page));
  add('structure', await frameFaultsOf(page, platformName));
  if (overlay !== undefined) add('overlay', await overlayFaultsOf(page));
  for (const width of look.widths) {
    await page.setViewportSize({ width, height: WINDOW.height });
    add(String(width), await layoutFaultsOf(page));
  }
  if (overlay === undefined || escapeAsks) return;
  await page.setViewportSize(WINDOW);
  add('closing', await closingFaultsOf(page));
};

/** What a screen said instead of appearing: the error, without the texts that it quotes, and the alerts of the page. */
const absenceOf = async (page: Page, error: unknown): Promise<string> => {
  const alerts = await page.getByRole('alert').allInnerTexts();
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return [reason, ...alerts].map((text) => text.slice(0, 200)).join(' | ');
};

/**
 * Visits screens once, with everything that is checked on each: all of them in `npm run soak`, otherwise one visit of
 * each route and of each overlay. The others are then only opened, until every kind of stored text has been seen. Ends
 * early when several screens do not appear.
 */
export const walk = async ({ origin, visitors, world, own }: Walk, screens: readonly Visit[]): Promise<Findings> => {
  const faults: string[] = [];
  const errors: string[] = [];
  const runs: string[] = [];
  const markup: string[] = [];
  const blocked: string[] = [];
  const seen = new Map<string, Set<string>>();
  let absent = 0;
  const noteTexts = async (page: Page, name: string): Promise<void> => {
    const text = await textOf(page);
    for (const [carrier, mark] of Object.entries({ ...carriers, mediaTag: MEDIA_TAG }))
      if (text.includes(mark)) seen.set(carrier, (seen.get(carrier) ?? new Set()).add(name));
  };
  const inspect = async (screen: Visit, look: Look | undefined, device: number): Promise<void> => {
    const at = (found: readonly string[], check = ''): readonly string[] =>
      found.map((what) => `${screen.name}${check && ` ${check}`}: ${what}`);
    const page = await visitors.open(
      screen.who,
      { colorScheme: 'dark', reducedMotion: 'reduce', viewport: WINDOW },
      screen.newDevice ? 'new' : device,
    );
    page.on('pageerror', (error) => void errors.push(...at([error.message])));
    page.on('console', (message) => {
      if (!screen.breaks && isComplaint(message)) errors.push(...at([message.text()], `console ${message.type()}`));
    });
    const fail = (error: unknown): void =>
      void faults.push(...at([error instanceof Error ? error.message : String(error)], 'visit'));
    const missed = async (error: unknown): Promise<void> => {
      absent += 1;
      await showPage(page, screen.name);
      fail(await absenceOf(page, error));
    };
    try {
      const trap = await setTrap(page, own);
      await rememberOpeners(page);
      const appeared = await visit(page, origin, screen, world).then(() => true, missed);
      blocked.push(...at(trap.blocked));
      markup.push(...at(await trap.markup()));
      await noteTexts(page, screen.name);
      const add = (check: string, found: readonly string[]) => void faults.push(...at(found, check));
      if (appeared && look) await faultsOf(page, screen, world, look, add);
      runs.push(...at(trap.runs));
    } catch (error) {
      fail(error);
    } finally {
      await page.close();
    }
  };
  const selected = sampleOf('visits', screens, {
    share: Infinity,
    kindOf: ({ route, overlay }) => `${route} ${overlay}`,
  });
  const queue = selected.map((screen, index) => ({ screen, look: lookAt(index) }));
  const others = screens.filter((screen) => !selected.includes(screen));
  const isMissing = () => Object.keys(carriers).some((carrier) => !seen.has(carrier));
  const isHopeless = () => absent >= MOST_ABSENT;
  const work = async (device: number): Promise<void> => {
    for (let next = queue.shift(); next && !isHopeless(); next = queue.shift())
      await inspect(next.screen, next.look, device);
    for (let next = others.shift(); next && isMissing() && !isHopeless(); next = others.shift())
      await inspect(next, undefined, device);
  };
  await Promise.all(Array.from({ length: PAGES }, (_, device) => work(device)));
  return { faults, errors, runs, markup, blocked, seen };
};

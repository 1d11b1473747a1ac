import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '../source-tree.ts';
import type { Visit } from './visit.ts';
import type { World } from './world.ts';

/** Widths that every screen must fit, in CSS pixels. */
export const widths = [320, 768, 1280] as const;
export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** Smallest allowed side of a control, in CSS pixels (WCAG 2.2, 2.5.8). */
const MIN_TARGET = 24;

const axe = readFileSync(join(repositoryRoot, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
} as const;
/** The rules whose result depends on colors. */
const COLOR_RULES = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
} as const;

/** Opens a visit's address and shows its screen. @throws Error when it ends on another path. */
export const visit = async (
  page: Page,
  origin: string,
  { address, prepare, show, route, endsAt }: Visit,
  world: World,
): Promise<void> => {
  await prepare?.(page, world);
  await page.goto(origin + address(world));
  await show(page, world);
  const pattern = new RegExp(`^${(endsAt ?? route).replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
  const { pathname } = new URL(page.url());
  if (!pattern.test(pathname) && route !== '*')
    throw new Error(`The visit ended at ${pathname} instead of ${endsAt ?? route}`);
};

/** Switches the theme and waits until every animation has finished. */
export const showTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate(async (name) => {
    document.documentElement.dataset['theme'] = name;
    const animationsEnd = () =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map((animation) => animation.finished.catch(() => undefined)),
      );
    await animationsEnd();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await animationsEnd();
  }, theme);
};

/**
 * Violations that axe finds: WCAG 2.2 A and AA, and best practices. `colors` checks only the rules that depend on
 * colors, which is enough for a second theme.
 */
export const violationsOf = async (page: Page, rules: 'all' | 'colors' = 'all'): Promise<readonly string[]> => {
  // Through the DevTools protocol: the page's content security policy blocks injected scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(
    async (options) => {
      const { run } = (
        globalThis as unknown as {
          axe: {
            run: (
              of: Document,
              options: unknown,
            ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
          };
        }
      ).axe;
      const { violations } = await run(document, options);
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary.split('\n')[1] ?? ''}`)
            .join(' | ')}`,
      );
    },
    rules === 'all' ? RULES : COLOR_RULES,
  );
};

/**
 * Layout faults at the current width: a page wider than its window, and controls too small to press. Links within
 * running text may be smaller.
 */
export const layoutFaultsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (minimum) => {
    // Elements that a script sizes are drawn one frame later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const name = (element: Element): string => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 100);
    const { scrollWidth, clientWidth } = document.documentElement;
    const rightmost = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .at(-1);
    const over =
      scrollWidth > clientWidth
        ? [`${scrollWidth} wide in ${clientWidth}, because of ${rightmost ? name(rightmost) : 'nothing visible'}`]
        : [];
    const small = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, ' +
          '[role=button], [role=slider], [role=tab], [role=checkbox], [role=menuitem]',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !element.closest('[aria-hidden=true], [inert]'),
      )
      .filter((element) => !(element.matches('a') && getComputedStyle(element).display === 'inline'))
      // Where a label is drawn in place of its field, people press the label.
      .map((element) => ({
        element,
        box: ((element as HTMLInputElement).labels?.[0] ?? element).getBoundingClientRect(),
        own: element.getBoundingClientRect(),
      }))
      .filter(
        ({ box, own }) =>
          (own.width > 1 && own.height > 1 && Math.max(box.width, own.width) + 0.5 < minimum) ||
          (own.height > 1 && Math.max(box.height, own.height) + 0.5 < minimum),
      )
      .map(({ element, own }) => `${Math.round(own.width)}×${Math.round(own.height)} ${name(element)}`);
    return [...over, ...small];
  }, MIN_TARGET);

/**
 * Faults of a screen's structure: one `main`, one `h1`, the platform's name in the document title, the skip link first,
 * and no live region in the page, which would keep dialogs from hiding it as a whole (`PageAnnouncer`).
 */
export const frameFaultsOf = (page: Page, platformName: string): Promise<readonly string[]> =>
  page.evaluate((platform) => {
    const count = (selector: string): number => document.querySelectorAll(selector).length;
    const first = document.querySelector('a[href], button');
    return [
      ...(count('main') === 1 ? [] : [`${count('main')} main`]),
      ...(count('h1') === 1 ? [] : [`${count('h1')} h1`]),
      ...(document.title.includes(platform) ? [] : [`title “${document.title}”`]),
      ...(count('#root [aria-live]') === 0 ? [] : ['a live region in the page']),
      ...(first?.textContent === 'Skip to content' ? [] : [`the first control is ${first?.outerHTML.slice(0, 80)}`]),
    ];
  }, platformName);

/** Elements that move for longer than a millisecond although the user asked for reduced motion. */
export const motionFaultsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const longest = (durations: string): number =>
      Math.max(
        ...durations
          .split(',')
          .map((one) => (one.trim().endsWith('ms') ? Number.parseFloat(one) : Number.parseFloat(one) * 1000)),
      );
    return [...document.querySelectorAll('body, body *')].flatMap((element) =>
      [undefined, '::before', '::after'].flatMap((pseudo) => {
        const { animationDuration, animationName, transitionDuration } = getComputedStyle(element, pseudo);
        const moves = longest(transitionDuration) > 1 || (animationName !== 'none' && longest(animationDuration) > 1);
        return moves
          ? [`${element.outerHTML.slice(0, 80)} ${pseudo ?? ''} ${transitionDuration} ${animationDuration}`]
          : [];
      }),
    );
  });

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '../source-tree.ts';
import type { Visit } from './visits.ts';
import type { World } from './world.ts';

/** Widths that every screen must fit, in CSS pixels (U32). */
export const widths = [320, 768, 1280] as const;
export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** Smallest side of what is pressed, in CSS pixels (WCAG 2.2, 2.5.8). */
const LEAST_TARGET = 24;

const axe = readFileSync(join(repositoryRoot, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
} as const;
/** The rules whose answer hangs on colors. */
const COLOUR_RULES = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
} as const;

/** Goes where the visit goes and shows what it shows. */
export const visit = async (
  page: Page,
  origin: string,
  { address, show, route, endsAt }: Visit,
  world: World,
): Promise<void> => {
  await page.goto(origin + address(world));
  await show(page, world);
  const pattern = new RegExp(`^${(endsAt ?? route).replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
  const { pathname } = new URL(page.url());
  if (!pattern.test(pathname) && route !== '*')
    throw new Error(`The visit ended at ${pathname}, which is not ${route}`);
};

/** Shows a theme, and waits until nothing moves any more. */
export const showTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate(async (name) => {
    document.documentElement.dataset['theme'] = name;
    const ends = () =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map((animation) => animation.finished.catch(() => undefined)),
      );
    await ends();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await ends();
  }, theme);
};

/**
 * What axe finds: WCAG 2.2 A and AA, and best practice; in a second theme only what hangs on colors can be otherwise.
 */
export const violationsOf = async (page: Page, rules: 'all' | 'colors' = 'all'): Promise<readonly string[]> => {
  // By the protocol: the page's own policy lets no script in.
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
    rules === 'all' ? RULES : COLOUR_RULES,
  );
};

/**
 * What does not fit at the present width: a page that is wider than its window, and targets that are too small to press
 * (text links stand in lines of text).
 */
export const misfitsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (least) => {
    // What hangs on the width by script is drawn a frame later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const name = (element: Element): string => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 100);
    const { scrollWidth, clientWidth } = document.documentElement;
    const tooFar = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .at(-1);
    const over =
      scrollWidth > clientWidth
        ? [`${scrollWidth} wide in ${clientWidth}, by ${tooFar ? name(tooFar) : 'nothing'}`]
        : [];
    const small = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role=button], [role=slider], [role=tab], [role=checkbox], [role=menuitem]',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !element.closest('[aria-hidden=true], [inert]'),
      )
      .filter((element) => !(element.matches('a') && getComputedStyle(element).display === 'inline'))
      // A field that is drawn by its label is pressed there.
      .map((element) => ({
        element,
        box: ((element as HTMLInputElement).labels?.[0] ?? element).getBoundingClientRect(),
        own: element.getBoundingClientRect(),
      }))
      .filter(
        ({ box, own }) =>
          (own.width > 1 && own.height > 1 && Math.max(box.width, own.width) + 0.5 < least) ||
          (own.height > 1 && Math.max(box.height, own.height) + 0.5 < least),
      )
      .map(({ element, own }) => `${Math.round(own.width)}×${Math.round(own.height)} ${name(element)}`);
    return [...over, ...small];
  }, LEAST_TARGET);

/** What is wrong with the frame of a screen: one `main`, one `h1`, a title of its own, the skip link first (U20). */
export const frameFaultsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const count = (selector: string): number => document.querySelectorAll(selector).length;
    const first = document.querySelector('a[href], button');
    return [
      ...(count('main') === 1 ? [] : [`${count('main')} main`]),
      ...(count('h1') === 1 ? [] : [`${count('h1')} h1`]),
      ...(document.title.includes('Soundstage') ? [] : [`title “${document.title}”`]),
      ...(first?.textContent === 'Skip to content' ? [] : [`first is ${first?.outerHTML.slice(0, 80)}`]),
    ];
  });

/** Elements that move for longer than a millisecond although the person asked for less motion (U31). */
export const movementsOf = (page: Page): Promise<readonly string[]> =>
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

import type { Page } from 'playwright-core';

/** More presses of Tab than a dialog has places, up to a bound. */
const TABS = 12;

const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], dialog[open]';

/**
 * Keeps in mind what had the focus last in each layer, the page and every overlay: where one must go back to. Call it
 * before a page is opened.
 */
export const rememberOpeners = (page: Page): Promise<unknown> =>
  page.addInitScript((overlays) => {
    const lastIn = new Map<Element | null, Element>();
    Object.assign(globalThis, { lastIn });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) lastIn.set(target.closest(overlays), target);
    });
  }, OVERLAYS);

const focusIsInside = (page: Page): Promise<boolean> =>
  page.evaluate(
    (overlays) =>
      document.activeElement?.closest(overlays) !== null && document.activeElement?.closest(overlays) !== undefined,
    OVERLAYS,
  );

/**
 * What is wrong with the overlay that is open: name, description, focus inside and kept inside, the rest out of reach
 * (U18).
 */
export const overlayFaultsOf = async (page: Page): Promise<readonly string[]> => {
  // It comes there as soon as the overlay stands.
  const inside = await page
    .waitForFunction((overlays) => document.activeElement?.closest(overlays), OVERLAYS)
    .then(
      () => true,
      () => false,
    );
  const faults: string[] = [
    ...(await page.evaluate((overlays) => {
      const open = [...document.querySelectorAll<HTMLElement>(overlays)]
        .filter((element) => element.checkVisibility())
        .at(-1);
      if (!open) return ['none is open'];
      if (open.getAttribute('role') === 'menu') return [];
      const text = (attribute: string): string =>
        (open.getAttribute(attribute) ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ')
          .trim();
      const behind = [...document.querySelectorAll<HTMLElement>('#root a[href], #root button')].filter(
        (element) => !element.closest('[aria-hidden=true], [inert]') && !open.contains(element),
      );
      return [
        ...(text('aria-labelledby') === '' && !open.getAttribute('aria-label') ? ['no name'] : []),
        ...(text('aria-describedby') === '' ? ['no description'] : []),
        ...(behind.length > 0 ? [`${behind.length} controls behind it are in reach`] : []),
      ];
    }, OVERLAYS)),
  ];
  if (!inside) faults.push('the focus is not in it');
  for (let press = 0; press < TABS; press += 1) {
    await page.keyboard.press(press % 3 === 2 ? 'Shift+Tab' : 'Tab');
    if (await focusIsInside(page)) continue;
    faults.push(`Tab ${press + 1} leaves it`);
    break;
  }
  return faults;
};

/**
 * Presses Escape: the uppermost overlay must be gone and the focus back where it was opened, on the page or in the
 * overlay below.
 */
export const closingFaultsOf = async (page: Page): Promise<readonly string[]> => {
  const open = () =>
    page.evaluate(
      (overlays) =>
        [...document.querySelectorAll<HTMLElement>(overlays)].filter((element) => element.checkVisibility()).length,
      OVERLAYS,
    );
  const before = await open();
  await page.keyboard.press('Escape');
  const closed = await page
    .waitForFunction(
      ([overlays, count]) =>
        [...document.querySelectorAll<HTMLElement>(overlays)].filter((element) => element.checkVisibility()).length <
        count,
      [OVERLAYS, before] as const,
    )
    .then(
      () => true,
      () => false,
    );
  if (!closed) return ['Escape does not close it'];
  const back = await page
    .waitForFunction((overlays) => {
      const now = document.activeElement;
      const { lastIn } = globalThis as unknown as { lastIn: Map<Element | null, Element> };
      return (
        now !== null && now !== document.body && now === lastIn.get(now.closest(overlays)) && !now.matches(overlays)
      );
    }, OVERLAYS)
    .then(
      () => true,
      () => false,
    );
  return back
    ? []
    : [`the focus went to ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 90) ?? 'nothing')}`];
};

import type { Page } from 'playwright-core';

/** How often Tab is pressed in an overlay: more often than most of them have controls. */
const TABS = 12;

const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], dialog[open]';

/**
 * Records the last focused element of each layer, which is the page or an overlay. Focus must return to it when the
 * layer above closes. Call this before opening a page.
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

/** Whether controls behind the open overlay stay reachable. It hides them a moment after it opens. */
const hasControlsBehind = (page: Page): Promise<boolean> =>
  page
    .waitForFunction((overlays) => {
      const open = [...document.querySelectorAll<HTMLElement>(overlays)]
        .filter((element) => element.checkVisibility())
        .at(-1);
      return (
        open?.getAttribute('role') === 'menu' ||
        [...document.querySelectorAll('#root a[href], #root button')].every(
          (element) => element.closest('[aria-hidden=true], [inert]') !== null || open?.contains(element),
        )
      );
    }, OVERLAYS)
    .then(
      () => false,
      () => true,
    );

/**
 * Faults of the open overlay. It must have a name and a description, take and keep the focus, and make the controls
 * behind it unreachable.
 */
export const overlayFaultsOf = async (page: Page): Promise<readonly string[]> => {
  // Focus moves into the overlay once it is open.
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
      if (!open) return ['no overlay is open'];
      if (open.getAttribute('role') === 'menu') return [];
      const text = (attribute: string): string =>
        (open.getAttribute(attribute) ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ')
          .trim();
      return [
        ...(text('aria-labelledby') === '' && !open.getAttribute('aria-label') ? ['no name'] : []),
        ...(text('aria-describedby') === '' ? ['no description'] : []),
      ];
    }, OVERLAYS)),
  ];
  if (await hasControlsBehind(page)) faults.push('controls behind it are reachable');
  if (!inside) faults.push('it does not have the focus');
  for (let press = 0; press < TABS; press += 1) {
    await page.keyboard.press(press % 3 === 2 ? 'Shift+Tab' : 'Tab');
    if (await focusIsInside(page)) continue;
    faults.push(`press ${press + 1} of Tab moves the focus out of it`);
    break;
  }
  return faults;
};

/**
 * Presses Escape. The topmost overlay must close and return the focus to the element that opened it, on the page or in
 * the overlay below.
 */
export const closingFaultsOf = async (page: Page): Promise<readonly string[]> => {
  const countOpen = () =>
    page.evaluate(
      (overlays) =>
        [...document.querySelectorAll<HTMLElement>(overlays)].filter((element) => element.checkVisibility()).length,
      OVERLAYS,
    );
  const before = await countOpen();
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
  const returned = await page
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
  return returned
    ? []
    : [`the focus went to ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 90) ?? 'nothing')}`];
};

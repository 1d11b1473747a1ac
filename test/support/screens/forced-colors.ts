import type { Page } from 'playwright-core';

/** Controls with a box of their own, and controls that show that they are chosen. */
export interface ForcedColorsFindings {
  /** How many of each were compared, so that a test can check that there were some. */
  readonly boxes: number;
  readonly chosen: number;
  readonly focused: number;
  readonly faults: readonly string[];
}

const MARK = 'data-has-box';

/**
 * Faults of the open screen in forced colors (the high contrast modes of operating systems), where the user's colors
 * replace all backgrounds and shadows: a button whose box is no longer drawn, a chosen control that looks like the
 * others, and a focus that is not drawn. The page must respect reduced motion.
 */
export const forcedColorsFaultsOf = async (page: Page): Promise<ForcedColorsFindings> => {
  const boxes = await page.evaluate((mark) => {
    // An icon is visible without a box.
    const shown = [...document.querySelectorAll('button, a[class*=button]')].filter(
      (element) =>
        element.textContent !== '' && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    const filled = shown.filter((element) => {
      const { backgroundImage, backgroundColor, borderTopWidth, borderTopStyle, borderTopColor } =
        getComputedStyle(element);
      const isClear = (color: string): boolean => /^rgba\(.*, 0\)$|^transparent$/.test(color);
      const hasLine = borderTopStyle !== 'none' && borderTopWidth !== '0px' && !isClear(borderTopColor);
      return (
        element.matches(':not([role=tab])') && (hasLine || backgroundImage !== 'none' || !isClear(backgroundColor))
      );
    });
    for (const element of filled) element.setAttribute(mark, '');
    return filled.length;
  }, MARK);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  // From now on, the focus that scripts set is shown as that of the keyboard.
  await page.keyboard.press('Tab');
  return page.evaluate(
    ({ mark, count }) => {
      const name = (element: Element): string => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 100);
      const isShown = (element: Element): boolean =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const boxless = [...document.querySelectorAll(`[${mark}]`)].filter((element) => {
        const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor, outlineStyle } =
          getComputedStyle(element);
        const hasLine = borderTopStyle !== 'none' && borderTopWidth !== '0px' && borderTopColor !== backgroundColor;
        return !hasLine && outlineStyle === 'none';
      });
      const lookOf = (element: Element): string => {
        const { outline, border, backgroundColor, color, textDecorationLine, fontWeight } = getComputedStyle(element);
        return [outline, border, backgroundColor, color, textDecorationLine, fontWeight].join();
      };
      (document.activeElement as HTMLElement | null)?.blur();
      const states = ['aria-current', 'aria-pressed', 'aria-selected'] as const;
      const chosen = states.flatMap((state) =>
        [...document.querySelectorAll(`[${state}]:not([${state}=false])`)]
          .filter(isShown)
          .map((element) => ({ element, state })),
      );
      const unmarked = chosen.filter(({ element, state }) => {
        const value = element.getAttribute(state) ?? '';
        const look = lookOf(element);
        element.setAttribute(state, 'false');
        const other = lookOf(element);
        element.setAttribute(state, value);
        return look === other;
      });
      const focusable = [
        ...document.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input, select, textarea, summary'),
      ].filter((element) => isShown(element) && element.tabIndex >= 0);
      const unfocused = focusable.filter((element) => {
        element.focus();
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return document.activeElement === element && (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2);
      });
      return {
        boxes: count,
        chosen: chosen.length,
        focused: focusable.length,
        faults: [
          ...boxless.map((element) => `no box: ${name(element)}`),
          ...unmarked.map(({ element }) => `not marked as chosen: ${name(element)}`),
          ...unfocused.map((element) => `no focus: ${name(element)}`),
        ],
      };
    },
    { mark: MARK, count: boxes },
  );
};

import { act } from '@testing-library/react';
import axe from 'axe-core';

/**
 * Without color contrast: that needs a real browser and is checked in e2e tests. Only violations are described with
 * selectors, which take as long as the rules.
 */
const OPTIONS = {
  rules: { 'color-contrast': { enabled: false } },
  resultTypes: ['violations'],
} satisfies axe.RunOptions;

/** Runs axe on the rendered page. */
export const axeViolations = async (element: Element = document.body): Promise<readonly string[]> => {
  // In `act`, because responses can arrive and update the page while axe runs.
  const { violations } = await act(() => axe.run(element, OPTIONS));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
};

import { act } from '@testing-library/react';
import axe from 'axe-core';

/** Runs axe on the rendered page, without color contrast: that needs a real browser and is checked in e2e tests. */
export const axeViolations = async (element: Element = document.body): Promise<readonly string[]> => {
  // In `act`, because responses can arrive and update the page while axe runs.
  const { violations } = await act(() => axe.run(element, { rules: { 'color-contrast': { enabled: false } } }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
};

import { act } from '@testing-library/react';
import axe from 'axe-core';

/** Runs axe on what is rendered; contrast needs a real browser and is checked there. */
export const axeViolations = async (element: Element = document.body): Promise<readonly string[]> => {
  // In `act`: answers that arrive while axe works still belong to the test.
  const { violations } = await act(() => axe.run(element, { rules: { 'color-contrast': { enabled: false } } }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
};

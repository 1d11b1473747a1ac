import axe from 'axe-core';

/** Runs axe on what is rendered; contrast needs a real browser and is checked there. */
export const axeViolations = async (element: Element = document.body): Promise<readonly string[]> => {
  const { violations } = await axe.run(element, { rules: { 'color-contrast': { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
};

import specificationTexts from './support/spec-texts.json';
import { readCatalog } from './support/text-catalog.ts';

describe('texts that the specifications name without quotation marks', () => {
  it.each(specificationTexts)('are in a catalog: %s', async (text) => {
    const { isBuilt } = await readCatalog([]);
    expect(isBuilt(text)).toBe(true);
  });
});

import specificationTexts from './support/spec-texts.json';
import { readCatalogue } from './support/text-catalogue.ts';

describe('what the specifications name without quotation marks', () => {
  it.each(specificationTexts)('%s', async (text) => {
    const { isBuilt } = await readCatalogue([]);
    expect(isBuilt(text)).toBe(true);
  });
});

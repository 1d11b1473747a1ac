import { formatDuration } from '../../web/src/lib/format.ts';
import specificationTexts from './support/listener-texts.json';
import { readCatalog } from './support/text-catalog.ts';

/** Quoted data values, which no screen shows. */
const words: ReadonlySet<string> = new Set(['admin', 'totp', 'phone', 'verified', 'behavioral', 'liked', 'no rows']);

/** Texts that code assembles. */
const assembled: Readonly<Record<string, string>> = { '--:--': formatDuration(null) };

/** Texts that are deliberately not shown, with the reason. */
const retired: Readonly<Record<string, string>> = {
  'No account found with this email address':
    'It would reveal whether an address has an account; retrieval responds the same for every address.',
  'No matching signing key found in the key set': 'A paraphrase of the two texts next to it.',
};

let isBuilt: (text: string) => boolean;
beforeAll(async () => {
  ({ isBuilt } = await readCatalog([['{name}'], ['{plan name}'], ['N', '3']]));
});

const separate = { ...retired, ...assembled };
const required = specificationTexts.filter((text) => !words.has(text) && !(text in separate));

describe('the texts of the listener specification', () => {
  it.each(required)('are in a catalog, word for word: %s', (text) => {
    expect(isBuilt(text)).toBe(true);
  });

  it.each(Object.entries(assembled))('are assembled by code: %s', (text, ours) => {
    expect(ours).toBe(text);
  });

  it.each(Object.keys(retired))('are not in a catalog: %s', (text) => {
    expect(specificationTexts).toContain(text);
    expect(isBuilt(text)).toBe(false);
  });
});

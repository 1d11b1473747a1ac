import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTextFiles, repositoryRoot } from '../support/source-tree.ts';
import { exemptFiles, exemptParts, retiredWords } from './retired-words.ts';

const SPECIFICATIONS = ['administrator', 'listener', 'spec'].map((name) => `test/web/support/${name}-texts.json`);
/** Shorter texts of the specifications are ordinary words. */
const SHORTEST_TEXT = 12;

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(textsIn) : [];
};

/** Texts of the specifications, longest first, which sources quote byte for byte. ` / ` separates two texts. */
const specificationTexts = SPECIFICATIONS.flatMap((path) =>
  textsIn(JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8'))),
)
  .flatMap((text) => [text, ...text.split(' / ')])
  .filter((text) => text.length >= SHORTEST_TEXT)
  .sort((a, b) => b.length - a.length);

const withoutSpecificationTexts = (line: string): string =>
  specificationTexts.reduce((rest, text) => (rest.includes(text) ? rest.replaceAll(text, '') : rest), line);

/** Splits `camelCase` and `snake_case` into words. */
const wordsOf = (line: string): string => line.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

/** The lines of a text without exempt parts. */
const searchedLines = (path: string, text: string, exemptions: typeof exemptParts): readonly string[] => {
  const exempt = exemptions.filter((one) => one.path === path);
  let heading = '';
  return text.split('\n').map((line) => {
    if (line.startsWith('#')) heading = line;
    return exempt.reduce((rest, one) => (one.heading === heading ? rest.replace(one.part, '') : rest), line);
  });
};

/** `file:line: "word"; write …` for each retired word in a text, outside exempt parts of lines. */
const findRetired = (path: string, text: string, exemptions = exemptParts): readonly string[] => {
  const inWhole = wordsOf(text);
  // Patterns look at single lines. Most texts contain none of the words, and are not split into lines.
  const rules = retiredWords.filter(({ where, pattern }) => (where?.test(path) ?? true) && pattern.test(inWhole));
  if (rules.length === 0) return [];
  return searchedLines(path, text, exemptions).flatMap((line, index) => {
    const inLine = wordsOf(line);
    if (!rules.some(({ pattern }) => pattern.test(inLine))) return [];
    const words = wordsOf(withoutSpecificationTexts(line));
    return rules.flatMap(({ pattern, instead }) => {
      const word = pattern.exec(words)?.[0];
      return word === undefined ? [] : [`${path}:${index + 1}: "${word}"; write: ${instead}`];
    });
  });
};

const sources = listTextFiles().filter((path) => !exemptFiles.has(path));

it('uses the words of the glossary', () => {
  const found = sources.flatMap((path) => findRetired(path, readFileSync(join(repositoryRoot, path), 'utf8')));
  expect(found).toEqual([]);
});

it('reads sources of every kind', () => {
  const kinds = new Set(sources.map((path) => path.slice(path.lastIndexOf('.') + 1)));
  expect([...kinds].sort()).toEqual(['css', 'html', 'js', 'md', 'mjs', 'ts', 'tsx']);
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.filter((path) => path.includes('node_modules'))).toEqual([]);
});

describe('the search', () => {
  it.each(retiredWords.map(({ finds: [line, word], instead }) => [line, word, instead]))(
    'finds the retired word in %s',
    (line, word, instead) => {
      const found = findRetired('lambdas/example.ts', `first\n${line}`);
      expect(found).toContain(`lambdas/example.ts:2: "${word}"; write: ${instead}`);
    },
  );

  it.each([...retiredWords.flatMap(({ accepts = [] }) => accepts), "alert('File upload has been cancelled');"])(
    'accepts %s',
    (line) => {
      expect(findRetired('lambdas/example.ts', line)).toEqual([]);
    },
  );

  it('leaves out the last column of the glossary only', () => {
    const word = retiredWords[0]?.finds[1] ?? '';
    const row = `| reject | ${word} | ${word} |`;
    const text = ['## Glossary', row, `| reject | deny | ${word} |`, '## Recipes', row].join('\n');
    const found = findRetired('.github/CONTRIBUTING.md', text);
    expect(found.map((one) => one.split(': ')[0])).toEqual(['.github/CONTRIBUTING.md:2', '.github/CONTRIBUTING.md:5']);
  });

  it('accepts any name of a test user', () => {
    expect(findRetired('test/unit/example.test.ts', "signIn('nobody@example.com')")).toEqual([]);
  });

  it('has no exemption that is not needed', () => {
    const textOf = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');
    const unusedFiles = [...exemptFiles.keys()].filter((path) => findRetired(path, textOf(path), []).length === 0);
    const unusedParts = exemptParts.filter(({ path }) => {
      const text = textOf(path);
      return findRetired(path, text, []).length === findRetired(path, text).length;
    });
    expect([unusedFiles, unusedParts]).toEqual([[], []]);
  });
});

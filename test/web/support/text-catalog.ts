import { join } from 'node:path';
import { planFacts } from '../../../lambdas/contract/people/plans.ts';
import { errorTable } from '../../../lambdas/contract/errors.ts';
import { readSources, repositoryRoot } from '../../support/source-tree.ts';

interface CatalogText {
  readonly text: string;
  /** Names on the way to it, from its file on. */
  readonly keys: readonly string[];
}

const sources = readSources('web').filter(({ path }) => /^web\/src\/.*\.tsx?$/.test(path));
const isTexts = ({ path }: { readonly path: string }): boolean => /texts\.ts$/.test(path);
const code = sources
  .filter((source) => !isTexts(source))
  .map(({ text }) => text)
  .join('\n');

/** What a text says with names put into it; of those that take something else the specifications quote none. */
const withNames = (make: (...names: readonly string[]) => unknown, names: readonly string[]): unknown => {
  try {
    return make(...names);
  } catch {
    return undefined;
  }
};

/** Every text in a catalog, however deep; of one with places for values, what it says with their names in them. */
const textsIn = (
  value: unknown,
  places: readonly (readonly string[])[],
  keys: readonly string[] = [],
): readonly CatalogText[] => {
  if (typeof value === 'string') return [{ text: value, keys }];
  if (typeof value === 'function')
    return places.flatMap((names) =>
      textsIn(withNames(value as (...names: readonly string[]) => unknown, names), places, keys),
    );
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => textsIn(inner, places, [...keys, key]))
    : [];
};

/**
 * Every text of the application. `places` are what the specification calls the values that stand in its texts, one list
 * for each call. `isBuilt` tells whether a text stands there word for word and some component reads it.
 */
export const readCatalog = async (
  places: readonly (readonly string[])[],
): Promise<{ readonly isBuilt: (text: string) => boolean }> => {
  const files = await Promise.all(
    sources.filter(isTexts).map(({ path }) => import(join(repositoryRoot, path)) as Promise<Record<string, unknown>>),
  );
  const catalog = [...files, planFacts, errorTable].flatMap((file) => textsIn(file, places));

  /** Some component reads it: by its own name, or by that of the group that it stands in. */
  const isUsed = (text: string): boolean =>
    catalog.some(
      (one) =>
        one.text === text &&
        one.keys
          .filter((key) => !/^\d+$/.test(key))
          .slice(-2)
          .some((key) => new RegExp(`[.\\]]${key}\\b|\\b${key}[,} :]`).test(code)),
    );

  return {
    // The specifications write a heading and its text as one, and name errors of programs, which no catalog has.
    isBuilt: (text) => {
      const [heading, ...rest] = text.split(': ');
      return (
        isUsed(text) ||
        (rest.length > 0 && isUsed(heading ?? '') && isUsed(rest.join(': '))) ||
        code.includes(`'${text}'`)
      );
    },
  };
};

import { join } from 'node:path';
import { planFacts } from '../../../lambdas/contract/people/plans.ts';
import { errorTable } from '../../../lambdas/contract/errors.ts';
import { readSources, repositoryRoot } from '../../support/source-tree.ts';

interface CatalogText {
  readonly text: string;
  /** The property names that lead to it, starting from its file. */
  readonly keys: readonly string[];
}

const sources = readSources('web').filter(({ path }) => /^web\/src\/.*\.tsx?$/.test(path));
const isTexts = ({ path }: { readonly path: string }): boolean => /texts\.ts$/.test(path);
const code = sources
  .filter((source) => !isTexts(source))
  .map(({ text }) => text)
  .join('\n');

/** The result of a text function called with placeholder names; undefined if it needs other arguments. */
const withNames = (make: (...names: readonly string[]) => unknown, names: readonly string[]): unknown => {
  try {
    return make(...names);
  } catch {
    return undefined;
  }
};

/** All texts in a catalog, at any depth. Text functions are called with the given placeholder names. */
const textsIn = (
  value: unknown,
  placeholders: readonly (readonly string[])[],
  keys: readonly string[] = [],
): readonly CatalogText[] => {
  if (typeof value === 'string') return [{ text: value, keys }];
  if (typeof value === 'function')
    return placeholders.flatMap((names) =>
      textsIn(withNames(value as (...names: readonly string[]) => unknown, names), placeholders, keys),
    );
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => textsIn(inner, placeholders, [...keys, key]))
    : [];
};

/**
 * Reads all texts of the application. `placeholders` are the names of values in the specifications' texts, one list per
 * call of a text function. `isBuilt` returns whether a text exists word for word and a component uses it.
 */
export const readCatalog = async (
  placeholders: readonly (readonly string[])[],
): Promise<{ readonly isBuilt: (text: string) => boolean }> => {
  const files = await Promise.all(
    sources.filter(isTexts).map(({ path }) => import(join(repositoryRoot, path)) as Promise<Record<string, unknown>>),
  );
  const catalog = [...files, planFacts, errorTable].flatMap((file) => textsIn(file, placeholders));

  /** Whether a component reads the text, by its own key or by the key of the group that contains it. */
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
    // The specifications write a heading and its text as one, and quote developer errors, which are not in a catalog.
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

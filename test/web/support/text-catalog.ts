import { join } from 'node:path';
import { planFacts } from '../../../lambdas/contract/people/plans.ts';
import { errorTable } from '../../../lambdas/contract/errors.ts';
import { readSources, repositoryRoot } from '../../support/source-tree.ts';

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
const textsIn = (value: unknown, placeholders: readonly (readonly string[])[]): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function')
    return placeholders.flatMap((names) =>
      textsIn(withNames(value as (...names: readonly string[]) => unknown, names), placeholders),
    );
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((inner) => textsIn(inner, placeholders))
    : [];
};

/**
 * Reads all texts of the application. `placeholders` are the names of values in the specifications' texts, one list per
 * call of a text function. `isBuilt` returns whether a text exists, word for word. That a screen shows it follows from
 * `test/architecture/unused.test.ts`, which fails for a text that nothing uses.
 */
export const readCatalog = async (
  placeholders: readonly (readonly string[])[],
): Promise<{ readonly isBuilt: (text: string) => boolean }> => {
  const files = await Promise.all(
    sources.filter(isTexts).map(({ path }) => import(join(repositoryRoot, path)) as Promise<Record<string, unknown>>),
  );
  const catalog = new Set([...files, planFacts, errorTable].flatMap((file) => textsIn(file, placeholders)));
  return {
    // The specifications write a heading and its text as one. Errors for developers are not in a catalog.
    isBuilt: (text) => {
      const [heading = '', ...rest] = text.split(': ');
      return (
        catalog.has(text) ||
        (rest.length > 0 && catalog.has(heading) && catalog.has(rest.join(': '))) ||
        code.includes(`throw new Error('${text}')`)
      );
    },
  };
};

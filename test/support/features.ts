import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { endpoints, type EndpointKey } from '../../lambdas/contract/index.ts';
import { readSources, repositoryRoot, type SourceFile } from './source-tree.ts';

/** A feature of the product, as its file in `infra/features` describes it. */
export interface Feature {
  readonly name: string;
  /** Folders of its functions under `lambdas/api` and `lambdas/workers`. */
  readonly folders: readonly string[];
  readonly endpoints: readonly EndpointKey[];
}

/** A name that no feature has. Its message lists the features. */
export class UnknownFeatureError extends Error {
  constructor(name: string) {
    const known = listFeatures().map((feature) => feature.name);
    super(`There is no feature "${name}". The features are: ${known.join(', ')}.`);
  }
}

const INFRA = 'infra/features';
/** The types that all features share. */
const SHARED = 'feature.ts';

const readFeature = (file: string): Feature => {
  const text = readFileSync(join(repositoryRoot, INFRA, file), 'utf8');
  const folders = [...text.matchAll(/^\s*folder: '([a-z-]+)'/gm)].map(([, folder = '']) => folder);
  return {
    name: basename(file, '.ts'),
    folders,
    endpoints: (Object.keys(endpoints) as EndpointKey[]).filter((key) => folders.includes(key.split('.')[0] ?? '')),
  };
};

/** Every feature, by name. Those that process media are in a folder of their own. */
export const listFeatures = (): readonly Feature[] =>
  readdirSync(join(repositoryRoot, INFRA), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== SHARED)
    .map(readFeature)
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** The feature of a name, or the one that has the endpoints of that name. @throws UnknownFeatureError */
export const featureNamed = (name: string): Feature => {
  const features = listFeatures();
  const found =
    features.find((feature) => feature.name === name) ??
    features.find((feature) => feature.endpoints.some((key) => key.startsWith(`${name}.`)));
  if (!found) throw new UnknownFeatureError(name);
  return found;
};

/** A word without its plural, so that `bookmarks` finds `bookmark-repository.ts`. */
const stem = (word: string): string => word.replace(/(?<=[^s])s$/, '').replace(/ies?$/, 'y');

/** Whether a word of a path is the feature's name or the name of one of its functions. */
export const isNamedAfter = ({ name, folders }: Feature, path: string): boolean => {
  const words = path.replace(/\.[^/]*$/, '').split('/');
  const names = new Set([name, ...folders].map(stem));
  return words.some((word) => names.has(stem(word)) || word.split('-').some((part) => names.has(stem(part))));
};

/** Sources of the feature: those named after it, and the contract of its endpoints. */
const isOwnSource = (feature: Feature, { path, text }: SourceFile): boolean =>
  isNamedAfter(feature, path) ||
  (path.startsWith('lambdas/contract/') && feature.endpoints.some((key) => text.includes(`'${key}':`)));

/** Lists of all features' endpoints, entities and screens. The tests that read one check what a feature adds to it. */
const REGISTRIES = ['lambdas/contract/index.ts', 'lambdas/data/entities.ts', 'web/src/app/routes.tsx'];

/** Tests that run without a whole stack. */
const SELECTED = /^test\/(unit|web|integration\/api)\/.*\.test\.tsx?$/;

/** Test files of a feature: those named after it, and those that import one of its sources or a registry. */
export const testFilesOf = (feature: Feature): readonly string[] => {
  const own = new Set([
    ...REGISTRIES,
    ...readSources('infra/features', 'lambdas', 'web/src')
      .filter((file) => isOwnSource(feature, file))
      .map(({ path }) => path),
  ]);
  return readSources('test')
    .filter(({ path }) => SELECTED.test(path))
    .filter(({ path, imports }) => isNamedAfter(feature, path) || imports.some((file) => own.has(file)))
    .map(({ path }) => path)
    .sort();
};

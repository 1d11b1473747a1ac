import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Message, type Metafile } from 'esbuild';
import { bundlesOf, functionEntries, functionsOutput } from '../build-functions.ts';

/** A function that runs now: its name, and the folder that its bundle is loaded from. */
export interface RunningFunction {
  readonly folder: string;
  readonly directory: string;
}

/** What rebuilding functions came to. */
export interface FunctionsRebuilt {
  /** Functions whose bundle is another one now. */
  readonly changed: readonly string[];
  readonly errors: readonly Message[];
}

/** Rebuilds functions while they run. */
export interface FunctionsRebuilder {
  /** Builds what depends on these paths below the root and puts it where it is loaded from. What does not build stays as it was. */
  rebuild(paths: ReadonlySet<string>): Promise<FunctionsRebuilt>;
}

const messagesOf = (error: unknown): readonly Message[] => {
  const { errors } = error as { readonly errors?: readonly Message[] };
  if (errors === undefined) throw error;
  return errors;
};

/** Every file that an entry imports, over however many steps; paths below the root. */
const closureOf = (entry: string, { inputs }: Metafile): ReadonlySet<string> => {
  const found = new Set<string>();
  const queue = [entry];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    queue.push(...(inputs[path]?.imports ?? []).filter(({ external }) => external !== true).map((one) => one.path));
  }
  return found;
};

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** Puts a file in place whole, for a function that is just being loaded. Answers whether it is another one now. */
const replace = (file: string, text: string): boolean => {
  if (read(file) === text) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  return true;
};

/** Makes the rebuilder. What depends on what is learned with the first rebuild, which therefore builds every function. */
export const createFunctionsRebuilder = (root: string, running: () => readonly RunningFunction[]): FunctionsRebuilder => {
  const closures = new Map<string, ReadonlySet<string>>();

  const bundle = async (entries: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    // As if into the usual folder, which is left alone: places in source maps are relative to it.
    const { outputFiles, metafile } = await build({ ...bundlesOf(root, entries, functionsOutput(root)), write: false, logLevel: 'silent' });
    const folders = new Map(running().map(({ folder, directory }) => [folder, directory]));
    const changed = new Set<string>();
    for (const { path, text } of outputFiles) {
      const name = basename(dirname(path));
      if (replace(join(folders.get(name) ?? '', basename(path)), text)) changed.add(name);
    }
    for (const [name, entry] of Object.entries(entries)) closures.set(name, closureOf(relative(root, entry).replaceAll('\\', '/'), metafile));
    return [...changed];
  };

  /** All in one run, and one by one when one of them fails: the others are not to wait for it. */
  const bundleAll = async (entries: Readonly<Record<string, string>>): Promise<FunctionsRebuilt> => {
    const names = Object.keys(entries);
    try {
      return { changed: names.length === 0 ? [] : await bundle(entries), errors: [] };
    } catch (error) {
      // Tried again with every change, until it builds.
      if (names.length === 1) closures.delete(names[0] ?? '');
      if (names.length < 2) return { changed: [], errors: messagesOf(error) };
      const each: FunctionsRebuilt[] = [];
      for (const [name, entry] of Object.entries(entries)) each.push(await bundleAll({ [name]: entry }));
      return { changed: each.flatMap(({ changed }) => changed), errors: each.flatMap(({ errors }) => errors) };
    }
  };

  return {
    rebuild(paths) {
      const known = new Set(running().map(({ folder }) => folder));
      const touched = (name: string): boolean => {
        const closure = closures.get(name);
        return closure === undefined || [...paths].some((path) => closure.has(path));
      };
      return bundleAll(Object.fromEntries(Object.entries(functionEntries(root)).filter(([name]) => known.has(name) && touched(name))));
    },
  };
};

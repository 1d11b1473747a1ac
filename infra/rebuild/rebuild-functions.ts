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
  /**
   * Builds what depends on these paths below the root and puts it where it is loaded from. What does not build stays as
   * it was.
   */
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

type Entries = Readonly<Record<string, string>>;

/**
 * What each entry imports of the sources, without a look at packages, which is where the time goes; or why it cannot be
 * told.
 */
const readImports = async (
  root: string,
  entries: Entries,
): Promise<{ readonly closures: ReadonlyMap<string, ReadonlySet<string>>; readonly errors: readonly Message[] }> => {
  const names = Object.keys(entries);
  try {
    const { metafile } = await build({
      ...bundlesOf(root, entries, functionsOutput(root)),
      plugins: [],
      packages: 'external',
      sourcemap: false,
      minify: false,
      write: false,
      logLevel: 'silent',
    });
    return {
      closures: new Map(
        names.map((name) => [name, closureOf(relative(root, entries[name] ?? '').replaceAll('\\', '/'), metafile)]),
      ),
      errors: [],
    };
  } catch (error) {
    if (names.length < 2) return { closures: new Map(), errors: messagesOf(error) };
    // One by one: what is wrong with one of them is not to keep the others.
    const each = await Promise.all(names.map((name) => readImports(root, { [name]: entries[name] ?? '' })));
    return {
      closures: new Map(each.flatMap(({ closures }) => [...closures])),
      errors: each.flatMap(({ errors }) => errors),
    };
  }
};

/** Makes the rebuilder. */
export const createFunctionsRebuilder = (
  root: string,
  running: () => readonly RunningFunction[],
): FunctionsRebuilder => {
  const bundle = async (entries: Entries): Promise<FunctionsRebuilt> => {
    if (Object.keys(entries).length === 0) return { changed: [], errors: [] };
    try {
      // As if into the usual folder, which is left alone: places in source maps are relative to it.
      const { outputFiles } = await build({
        ...bundlesOf(root, entries, functionsOutput(root)),
        write: false,
        logLevel: 'silent',
      });
      const folders = new Map(running().map(({ folder, directory }) => [folder, directory]));
      const changed = new Set<string>();
      for (const { path, text } of outputFiles) {
        const name = basename(dirname(path));
        if (replace(join(folders.get(name) ?? '', basename(path)), text)) changed.add(name);
      }
      return { changed: [...changed], errors: [] };
    } catch (error) {
      return { changed: [], errors: messagesOf(error) };
    }
  };

  return {
    async rebuild(paths) {
      const known = new Set(running().map(({ folder }) => folder));
      const entries = Object.fromEntries(Object.entries(functionEntries(root)).filter(([name]) => known.has(name)));
      const { closures, errors } = await readImports(root, entries);
      const touched = Object.entries(entries).filter(([name]) =>
        [...(closures.get(name) ?? [])].some((path) => paths.has(path)),
      );
      const built = await bundle(Object.fromEntries(touched));
      return { changed: built.changed, errors: [...errors, ...built.errors] };
    },
  };
};

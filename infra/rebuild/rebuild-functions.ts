import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Message, type Metafile } from 'esbuild';
import { bundlesOf, functionEntries, functionsOutput } from '../build-functions.ts';

/** A running function: its name, and the folder that its bundle is loaded from. */
export interface RunningFunction {
  readonly folder: string;
  readonly directory: string;
}

/** The result of rebuilding functions. */
export interface FunctionsRebuilt {
  /** Functions whose bundle changed. */
  readonly changed: readonly string[];
  readonly errors: readonly Message[];
}

/** Rebuilds running functions. */
export interface FunctionsRebuilder {
  /**
   * Builds the functions that depend on these paths, relative to the root, and replaces the bundles they are loaded
   * from. A function that fails to build keeps its bundle.
   */
  rebuild(paths: ReadonlySet<string>): Promise<FunctionsRebuilt>;
}

const messagesOf = (error: unknown): readonly Message[] => {
  const { errors } = error as { readonly errors?: readonly Message[] };
  if (errors === undefined) throw error;
  return errors;
};

/** Every file that an entry imports, directly or indirectly; paths relative to the root. */
const closureOf = (entry: string, { inputs }: Metafile): ReadonlySet<string> => {
  const found = new Set<string>();
  const queue = [entry];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    queue.push(
      ...(inputs[path]?.imports ?? []).filter(({ external }) => external !== true).map((imported) => imported.path),
    );
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

/** Replaces a file atomically, because a function may be loading it. Returns whether its text changed. */
const replace = (file: string, text: string): boolean => {
  if (read(file) === text) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  return true;
};

type Entries = Readonly<Record<string, string>>;

/**
 * The source files that each entry imports, or the errors that prevent finding them. Packages are skipped: resolving
 * them takes most of the time.
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
    // Retry one by one, so that an error in one function does not block the others.
    const results = await Promise.all(names.map((name) => readImports(root, { [name]: entries[name] ?? '' })));
    return {
      closures: new Map(results.flatMap(({ closures }) => [...closures])),
      errors: results.flatMap(({ errors }) => errors),
    };
  }
};

/** Creates the rebuilder. */
export const createFunctionsRebuilder = (
  root: string,
  running: () => readonly RunningFunction[],
): FunctionsRebuilder => {
  const bundle = async (entries: Entries): Promise<FunctionsRebuilt> => {
    if (Object.keys(entries).length === 0) return { changed: [], errors: [] };
    try {
      // Built as if into the usual folder, without writing to it: positions in source maps are relative to it.
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
      const runningFolders = new Set(running().map(({ folder }) => folder));
      const entries = Object.fromEntries(
        Object.entries(functionEntries(root)).filter(([name]) => runningFolders.has(name)),
      );
      const { closures, errors } = await readImports(root, entries);
      const affected = Object.entries(entries).filter(([name]) =>
        [...(closures.get(name) ?? [])].some((path) => paths.has(path)),
      );
      const built = await bundle(Object.fromEntries(affected));
      return { changed: built.changed, errors: [...errors, ...built.errors] };
    },
  };
};

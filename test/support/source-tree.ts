import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** The repository's root folder. */
export const repositoryRoot = join(import.meta.dirname, '..', '..');

/** A source file and its imports. Paths are relative to the root, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** Imported files of this repository, by path. */
  readonly imports: readonly string[];
  /** Imported packages, by name with sub-path. */
  readonly packages: readonly string[];
  /** Files of this repository that are imported for types only. */
  readonly typeOnly: ReadonlySet<string>;
}

const TYPE_IMPORT = /import\s+type\s[^;]*?from\s+['"]([^'"]+)['"]/g;

/** Every TypeScript and JavaScript source in the given folders. */
export const readSources = (...folders: readonly string[]): readonly SourceFile[] => {
  const files: SourceFile[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const full = join(folder, entry.name);
      if (entry.isDirectory()) visit(full);
      else if (/\.(ts|tsx|mjs|js)$/.test(entry.name) && !entry.name.endsWith('.d.mts')) files.push(readSource(full));
    }
  };
  for (const folder of folders) visit(join(repositoryRoot, folder));
  return files;
};

/** Folders of this repository that are installed or built. */
const GENERATED = new Set(['node_modules', 'cdk.out', '.build', '.local', 'coverage', 'screenshots', '.git']);

/** Paths of every file of this repository, relative to the root, with `/`. */
export const listFiles = (folder = ''): readonly string[] =>
  readdirSync(join(repositoryRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    if (GENERATED.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? listFiles(path) : [path];
  });

/** Paths of every source and document: code, styles, pages and Markdown. */
export const listTextFiles = (): readonly string[] =>
  listFiles().filter((path) => /\.(ts|tsx|mjs|js|css|md|html)$/.test(path));

const readSource = (full: string): SourceFile => {
  const text = readFileSync(full, 'utf8');
  const imports: string[] = [];
  const packages: string[] = [];
  const resolve = (specifier: string) => relative(repositoryRoot, join(dirname(full), specifier)).replaceAll('\\', '/');
  for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
    if (fileName.startsWith('.')) imports.push(resolve(fileName));
    else packages.push(fileName);
  }
  const typeOnly = new Set([...text.matchAll(TYPE_IMPORT)].map(([, specifier]) => resolve(specifier ?? '')));
  return {
    path: relative(repositoryRoot, full).replaceAll('\\', '/'),
    text,
    lines: text.split('\n').length,
    imports,
    packages,
    typeOnly,
  };
};

/** `line: length` for each line over 120 characters. In Markdown, tables and lines with an address may be longer. */
export const longLines = (path: string, text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      line.length <= 120 || (path.endsWith('.md') && /^\s*\||https?:\/\//.test(line))
        ? []
        : [`${index + 1}: ${line.length}`],
    );

/** `line: lines` for each function over 100 lines, counted from its first to its last line. */
export const longFunctions = (path: string, text: string): readonly string[] => {
  // Parsing takes long, and most files are shorter than such a function.
  if (text.split('\n', 102).length <= 100) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = lineOf(node.getStart(source));
      const lines = lineOf(node.end) - first + 1;
      if (lines > 100) found.push(`${first}: ${lines}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** `folder: files` for each folder with more than 25 of the given files, without those of its subfolders. */
export const largeFolders = (paths: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 25).map(([folder, count]) => `${folder}: ${count}`);
};

/** Import cycles among files, as `a -> b -> a`. */
export const importCycles = (files: readonly Pick<SourceFile, 'path' | 'imports'>[]): readonly string[] => {
  const graph = new Map(files.map(({ path, imports }) => [path, imports]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
};

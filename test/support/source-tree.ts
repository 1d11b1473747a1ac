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

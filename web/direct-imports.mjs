/**
 * An esbuild plugin that rewrites imports from large index files to import from the defining files. esbuild assigns
 * modules to chunks per file, not per name: importing one name from an index file pulls in everything that any other
 * module imports from that index.
 */
import { readFile } from 'node:fs/promises';
import { dirname, resolve as resolvePath } from 'node:path';

const INDEX_FILES = ['lucide-react', 'aws-amplify/auth', '@aws-amplify/auth/cognito'];
/** Our sources, and the one library file that imports from such an index. */
const importers = /(?:[\\/]web[\\/]src[\\/].*\.tsx?|[\\/]aws-amplify[\\/]dist[\\/]esm[\\/]Amplify\.mjs)$/;

const importStatement = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*['"](${INDEX_FILES.join('|')})['"];?`, 'g');
const exportNames = /export\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g;
const exportAll = /export\s*\*\s*from\s*['"]([^'"]+)['"]/g;

/** `a as b, c` → [['a','b'],['c','c']]. */
const bindingsOf = (clause) =>
  clause
    .split(',')
    .map((binding) => binding.trim())
    .filter(Boolean)
    .map((binding) => {
      const [imported, local = imported] = binding.split(/\s+as\s+/);
      return [imported, local];
    });

/** Creates the plugin. */
export const directImports = () => ({
  name: 'direct-imports',
  setup: ({ onLoad, resolve }) => {
    const locate = async (specifier, folder) => {
      if (specifier.startsWith('.')) return resolvePath(folder, specifier);
      const { path, errors } = await resolve(specifier, { resolveDir: folder, kind: 'import-statement' });
      if (errors.length > 0) throw new Error(errors[0].text);
      return path;
    };
    const known = new Map();
    /** For one index file: exported name → defining file and the name it has there. */
    const definitionsOf = (file) => {
      if (!known.has(file)) known.set(file, readIndex(file));
      return known.get(file);
    };
    const readIndex = async (file) => {
      const text = await readFile(file, 'utf8');
      const found = new Map();
      for (const [, specifier] of text.matchAll(exportAll)) {
        for (const [name, definition] of await definitionsOf(await locate(specifier, dirname(file))))
          found.set(name, definition);
      }
      for (const [, clause, specifier] of text.matchAll(exportNames)) {
        const path = await locate(specifier, dirname(file));
        for (const [name, exported] of bindingsOf(clause)) found.set(exported, { path, name });
      }
      return found;
    };
    const direct = async (clause, specifier, folder) => {
      const definitions = await definitionsOf(await locate(specifier, folder));
      const lines = bindingsOf(clause).map(([imported, local]) => {
        if (imported.startsWith('type '))
          return `import type{${imported.slice(5)} as ${local.replace(/^type /, '')}}from${JSON.stringify(specifier)};`;
        const definition = definitions.get(imported);
        if (!definition) throw new Error(`${specifier} does not export ${imported}`);
        return `import{${definition.name} as ${local}}from${JSON.stringify(definition.path)};`;
      });
      return lines.join('');
    };

    onLoad({ filter: importers }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const statements = [...text.matchAll(importStatement)];
      if (statements.length === 0) return undefined;
      const rewritten = await Promise.all(
        statements.map(([, clause, specifier]) => direct(clause, specifier, dirname(path))),
      );
      const contents = text.replaceAll(importStatement, () => rewritten.shift());
      return {
        contents,
        loader: path.endsWith('.mjs') ? 'js' : path.endsWith('x') ? 'tsx' : 'ts',
        resolveDir: dirname(path),
      };
    });
  },
});

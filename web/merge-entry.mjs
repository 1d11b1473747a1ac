/**
 * Merges everything the entry loads into one file and redirects the other chunks to it. esbuild creates one chunk for
 * every distinct set of entry points that share a module, so a page would otherwise request a dozen tiny files before
 * it renders. All chunks get new names with each release, because they refer to each other by name and are cached
 * forever.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, version as esbuildVersion } from 'esbuild';
import { shortenerVersion } from './shorten-names.mjs';
import { firstScripts, isExcludedFromEntry, staticClosure } from './budgets.mjs';

/** Shared chunks up to this size, in bytes, are merged into the entry: a separate request would cost more. */
const SMALL_CHUNK_BYTES = 1_500;

const importStatement = /import(?:\{([^}]*)\}from)?"\.\/([\w.-]+\.js)";/g;
const inAssets = (name) => `assets/${name}`;
const nameOf = (file) => file.slice('assets/'.length);
const digest = (...parts) => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8).toUpperCase();

/**
 * The files to merge into the entry: all its static imports, and the small shared chunks that a first screen loads and
 * that import nothing else.
 */
const entryFiles = (outputs, main) => {
  const closure = new Set(staticClosure(outputs, [main]));
  const first = firstScripts(outputs);
  const canMerge = ([file, { bytes, entryPoint, imports, inputs }]) =>
    file.endsWith('.js') &&
    !entryPoint &&
    bytes <= SMALL_CHUNK_BYTES &&
    !closure.has(file) &&
    first.some((scripts) => scripts.includes(file)) &&
    !Object.keys(inputs).some(isExcludedFromEntry) &&
    imports.every(({ kind, path }) => kind === 'import-statement' && closure.has(path));
  for (let found; (found = Object.entries(outputs).find(canMerge));) closure.add(found[0]);
  return closure;
};

/** Parses the names of an import statement in esbuild's minified output: `a as b,c` → [['a','b'],['c','c']]. */
const bindingsOf = (clause) =>
  clause.split(',').map((binding) => {
    const [imported, local = imported] = binding.trim().split(' as ');
    return [imported, local];
  });

/**
 * Redirects imports of chunks outside the closure to `merged`. Returns a map from `<file>|<export>` to the name under
 * which `merged` exports it.
 */
const redirectImports = ({ outputs, files, closure, merged }) => {
  const aliases = new Map();
  const aliasOf = (file, name) => {
    const key = `${file}|${name}`;
    if (!aliases.has(key)) aliases.set(key, `e${aliases.size}`);
    return aliases.get(key);
  };
  for (const [file, output] of Object.entries(outputs)) {
    if (!file.endsWith('.js') || closure.has(file) || !output.imports.some(({ path }) => closure.has(path))) continue;
    const bindings = [];
    const rest = files
      .get(file)
      .toString()
      .replace(importStatement, (statement, clause, name) => {
        if (!closure.has(inAssets(name))) return statement;
        if (clause)
          bindings.push(
            ...bindingsOf(clause).map(([imported, local]) => `${aliasOf(inAssets(name), imported)} as ${local}`),
          );
        return '';
      });
    files.set(file, Buffer.from(`import{${bindings.join(',')}}from"./${nameOf(merged)}";${rest}`));
    output.imports = [
      ...output.imports.filter(({ path }) => !closure.has(path)),
      { kind: 'import-statement', path: merged },
    ];
  }
  return aliases;
};

const bundleClosure = async ({ files, closure, main, aliases, common }) => {
  const exported = [...aliases].map(([key, alias]) => {
    const [file, name] = key.split('|');
    return `export{${name} as ${alias}}from"./${nameOf(file)}";`;
  });
  const builtChunks = {
    name: 'built-chunks',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^\.\// }, ({ path }) => {
        const file = inAssets(path.slice(2));
        return closure.has(file) ? { path: file, namespace: 'built' } : { path, external: true };
      });
      onLoad({ filter: /.*/, namespace: 'built' }, ({ path }) => ({ contents: files.get(path), loader: 'js' }));
    },
  };
  const { outputFiles } = await build({
    ...common,
    stdin: { contents: [`import"./${nameOf(main)}";`, ...exported].join('') },
    plugins: [builtChunks],
    legalComments: 'none',
    format: 'esm',
  });
  return Buffer.from(outputFiles[0].contents);
};

/** Adds the release hash to the name of every script, in file names and in references between scripts. */
const renameScripts = ({ outputs, files, main, release }) => {
  const renamed = new Map(
    Object.keys(outputs)
      .filter((file) => file.endsWith('.js') && file !== main)
      .map((file) => [file, `${file.slice(0, file.lastIndexOf('-'))}-${digest(file, release)}.js`]),
  );
  const names = new Map([...renamed].map(([before, after]) => [nameOf(before), nameOf(after)]));
  const textOf = (contents) =>
    Buffer.from(contents.toString().replaceAll(/[\w-]+-[A-Z0-9]{8}\.js/g, (name) => names.get(name) ?? name));
  const pathOf = (file) => renamed.get(file) ?? file;
  return {
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([file, output]) => [
        pathOf(file),
        { ...output, imports: output.imports.map((item) => ({ ...item, path: pathOf(item.path) })) },
      ]),
    ),
    files: new Map(
      [...files].map(([file, contents]) => {
        const script = file.replace(/\.LEGAL\.txt$/, '');
        return [file.replace(script, pathOf(script)), file.endsWith('.js') ? textOf(contents) : contents];
      }),
    ),
  };
};

/**
 * Merges the files that `main` loads statically. Takes and returns the outputs of esbuild's metafile and their bytes;
 * the returned `main` is the merged entry.
 */
export const mergeEntry = async ({ outputs: before, files: contents, main, common }) => {
  const outputs = structuredClone(before);
  const files = new Map(contents);
  const scripts = Object.keys(outputs).filter((file) => file.endsWith('.js'));
  const release = digest(
    ...scripts.sort(),
    esbuildVersion,
    shortenerVersion,
    readFileSync(fileURLToPath(import.meta.url)),
  );
  const merged = `assets/main-${release}.js`;
  const closure = entryFiles(outputs, main);

  const aliases = redirectImports({ outputs, files, closure, merged });
  const script = await bundleClosure({ files, closure, main, aliases, common });
  const licenses = [...closure].map((file) => files.get(`${file}.LEGAL.txt`)).filter(Boolean);
  outputs[merged] = {
    ...outputs[main],
    inputs: Object.assign({}, ...[...closure].map((file) => outputs[file].inputs)),
    imports: [...closure].flatMap((file) => outputs[file].imports).filter(({ path }) => !closure.has(path)),
  };
  for (const file of closure) {
    delete outputs[file];
    files.delete(file);
    files.delete(`${file}.LEGAL.txt`);
  }
  files.set(merged, script);
  if (licenses.length > 0) files.set(`${merged}.LEGAL.txt`, Buffer.concat(licenses));
  return { main: merged, ...renameScripts({ outputs, files, main: merged, release }) };
};

/**
 * Builds the web application: hashed and split ES modules, one style sheet, one page. Runs on Node 20 or newer.
 * A build that exceeds a size budget fails and writes nothing.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context, transform, version as esbuildVersion } from 'esbuild';
import { checkBudgets, staticClosure } from './budgets.mjs';
import { mergeEntry } from './merge-entry.mjs';
import { shortenNames } from './shorten-names.mjs';
import { directImports } from './direct-imports.mjs';
import { foldEnums } from './fold-enums.mjs';
import { trimAmplify } from './trim-amplify.mjs';
import { trimContract } from './trim-contract.mjs';
import { trimRouter } from './trim-router.mjs';
import { hlsDefines, hlsFromSource } from './hls-build.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const entry = 'web/src/main.tsx';
const firstPaint = 'web/src/styles/first-paint.css';

/** Hash of everything the build output depends on. */
const sourceHash = () => {
  const hash = createHash('sha256')
    .update(esbuildVersion)
    .update(readFileSync(join(root, 'package-lock.json')));
  const visit = (folder) => {
    for (const item of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, item.name);
      if (item.isDirectory()) visit(path);
      else hash.update(relative(root, path)).update(readFileSync(path));
    }
  };
  visit(web);
  visit(join(root, 'lambdas', 'contract'));
  return hash.digest('hex');
};

const common = {
  absWorkingDir: root,
  outdir: 'web-output',
  bundle: true,
  minify: true,
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  legalComments: 'external',
  metafile: true,
  write: false,
  logLevel: 'warning',
};

const pageOptions = {
  ...common,
  entryPoints: { main: entry, 'first-paint': firstPaint },
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  format: 'esm',
  splitting: true,
  jsx: 'automatic',
  mainFields: ['browser', 'module', 'main'],
  define: {
    'process.env.NODE_ENV': '"production"',
    ...hlsDefines,
  },
  plugins: [hlsFromSource(), directImports(), foldEnums(), trimAmplify(), trimContract(), trimRouter()],
};

const outputsOf = (metafile) =>
  Object.fromEntries(
    Object.entries(metafile.outputs).map(([file, output]) => [
      relative('web-output', file),
      { ...output, imports: output.imports.map((i) => ({ ...i, path: relative('web-output', i.path) })) },
    ]),
  );

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Minifies a script that is no module, and names it by its content. */
const classicScript = async (path) => {
  const { code } = await transform(await readFile(join(web, path), 'utf8'), {
    minify: true,
    target: common.target,
    format: 'iife',
  });
  return { file: `assets/startup-${digest(code).slice(0, 8)}.js`, code };
};

/**
 * Fills in the template. Nothing blocks the first paint except the startup script: its styles are in the page, and the
 * style sheet comes after what is painted first. Modules run only when it has arrived.
 */
const renderPage = async ({ outputs, main, styleSheet, styles, startup }) => {
  const preload = staticClosure(outputs, [main]).filter((file) => file !== main);
  const scripts = [
    `<link rel="preload" href="/${styleSheet}" as="style">`,
    ...preload.map((file) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${main}"></script>`,
  ];
  const page = (await readFile(join(web, 'index.html'), 'utf8'))
    .replace('<!-- first paint -->', () => `<script src="/${startup}"></script>\n    <style>${styles.trim()}</style>`)
    .replace('<!-- scripts -->', () => scripts.join('\n    '))
    .replace('<!-- style sheet -->', () => `<link rel="stylesheet" href="/${styleSheet}">`);
  const release = digest(page);
  return { release, page: page.replace('<html lang="en">', `<html lang="en" data-release="${release}">`) };
};

/** What the paths of the application start with: `streaming`, `admin`, … */
const pageNames = async () => {
  const source = await readFile(join(web, 'src', 'core', 'paths.ts'), 'utf8');
  const names = new Set([...source.matchAll(/['`]\/([\w-]+)/g)].map(([, name]) => name));
  // The description of the API is a file.
  names.delete('api');
  return [...names];
};

/** The service worker of a release, and the worker that removes it. `files` is what the page loads first. */
const renderWorkers = async ({ release, files }) => {
  const pages = await pageNames();
  const workers = await Promise.all(
    ['sw.js', 'sw-off.js'].map(async (name) => {
      const { code } = await transform(await readFile(join(web, 'worker', name), 'utf8'), {
        minify: true,
        target: common.target,
        format: 'iife',
        define: {
          RELEASE: JSON.stringify(release),
          FILES: JSON.stringify(files.map((file) => `/${file}`)),
          PAGES: JSON.stringify(pages),
        },
      });
      return [name, Buffer.from(code)];
    }),
  );
  return new Map(workers);
};

/** Checks the budgets, then replaces the files in `outdir`. Returns the measured sizes. */
const publish = async ({ outputFiles, metafile }, outdir) => {
  const split = outputsOf(metafile);
  const merged = await mergeEntry({
    outputs: split,
    files: new Map(
      outputFiles.map((file) => [relative(join(root, 'web-output'), file.path), Buffer.from(file.contents)]),
    ),
    main: Object.keys(split).find((file) => split[file].entryPoint === entry),
    common,
  });
  const { outputs, main } = merged;
  const files = await shortenNames(merged.files);
  // The entry's style sheet contains the rules of every chunk; the chunks' own sheets only repeat them.
  const styleSheet = relative('web-output', outputs[main].cssBundle);
  const firstPaintFile = Object.keys(outputs).find((file) => outputs[file].entryPoint === firstPaint);
  const styles = files.get(firstPaintFile).toString();
  for (const file of files.keys()) if (file.endsWith('.css') && file !== styleSheet) files.delete(file);
  const startup = await classicScript('startup/startup.js');
  files.set(startup.file, Buffer.from(startup.code));
  const { page, release } = await renderPage({ outputs, main, styleSheet, styles, startup: startup.file });
  const workers = await renderWorkers({
    release,
    files: [startup.file, styleSheet, ...staticClosure(outputs, [main])],
  });
  const sizes = checkBudgets({ outputs, files, main, styleSheet, page, worker: workers.get('sw.js') });

  await rm(outdir, { recursive: true, force: true });
  await mkdir(join(outdir, 'assets'), { recursive: true });
  await cp(join(web, 'public'), outdir, { recursive: true });
  await Promise.all([...files, ...workers].map(([file, contents]) => writeFile(join(outdir, file), contents)));
  await writeFile(join(outdir, 'index.html'), page);
  return sizes;
};

/**
 * Builds into `outdir`; returns immediately when no source changed since the last build. With `watch`, rebuilds on each
 * change until `stop` is called. `logLevel` is passed to esbuild; with 'silent', errors are thrown but not printed.
 */
export const buildWeb = async ({
  outdir = join(root, '.build', 'web'),
  watch = false,
  logLevel = common.logLevel,
} = {}) => {
  const stamp = `${outdir}.json`;
  const hash = sourceHash();
  if (!watch && existsSync(stamp) && existsSync(join(outdir, 'index.html'))) {
    const last = JSON.parse(readFileSync(stamp, 'utf8'));
    if (last.hash === hash) return { outdir, sizes: last.sizes, built: false, stop: async () => {} };
  }
  if (!watch) {
    const sizes = await publish(await build({ ...pageOptions, logLevel }), outdir);
    await writeFile(stamp, JSON.stringify({ hash, sizes }));
    return { outdir, sizes, built: true, stop: async () => {} };
  }
  const onEnd = {
    name: 'publish',
    setup: ({ onEnd: whenBuilt }) =>
      whenBuilt(async (result) => {
        if (result.errors.length > 0) return undefined;
        try {
          await publish(result, outdir);
          return undefined;
        } catch (error) {
          return { errors: [{ text: error.message }] };
        }
      }),
  };
  await rm(stamp, { force: true });
  const watching = await context({ ...pageOptions, plugins: [...pageOptions.plugins, onEnd] });
  await watching.rebuild();
  await watching.watch();
  return { outdir, sizes: [], built: true, stop: () => watching.dispose() };
};

/** `node web/build.mjs [--watch]`: builds and prints each measured size next to its budget. */
const run = async () => {
  const started = performance.now();
  const { sizes, built } = await buildWeb({ watch: process.argv.includes('--watch') });
  for (const { name, kb, limit } of sizes) console.log(`${name.padEnd(44)} ${kb.toFixed(1).padStart(7)} of ${limit}`);
  console.log(
    built
      ? `Built in ${Math.round(performance.now() - started)} ms`
      : 'Up to date: no source changed since the last build',
  );
};

if (process.argv[1] === fileURLToPath(import.meta.url)) void run();

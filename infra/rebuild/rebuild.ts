import { formatMessages, type Message, stop as stopEsbuild } from 'esbuild';
import { clearSynthesisCache } from '../synth.ts';
import { createFunctionsRebuilder, type RunningFunction } from './rebuild-functions.ts';
import { watchSources } from './watch-sources.ts';

/** What is rebuilt, and how to apply it. */
export interface RebuildOptions {
  /** Folder of the checkout. */
  readonly root: string;
  /** Folder of the running template; bundles and the site are loaded from its assets. */
  readonly assemblyDir: string;
  readonly functions: {
    list(): readonly RunningFunction[];
    /** Makes the next call load the bundle again. */
    reload(name: string): void;
  };
  readonly site: {
    /** Folder that the site is deployed from; undefined when the template deploys none. */
    readonly folder: string | undefined;
    /** Deploys the folder again. */
    deploy(): Promise<void>;
  };
  readonly report: (line: string) => void;
  readonly reportError: (text: string) => void;
}

/** Watched folders. The patterns below decide what a change affects. */
const FOLDERS = ['lambdas', 'web', 'infra', 'bin'];
/** Sources of the template, other than the bundles. */
const isTemplate = (path: string): boolean =>
  /^infra\/|^bin\/app\.ts$|^web\/[^/]+\.mjs$|^lambdas\/data\/table-definition\.ts$/.test(path);
const isFunction = (path: string): boolean => /^lambdas\/.+\.ts$/.test(path);
const isContract = (path: string): boolean => path.startsWith('lambdas/contract/');
const isSite = (path: string): boolean => /^web\/(src|public)\/|^web\/index\.html$/.test(path) || isContract(path);

/** Name of the function whose folder contains the path. */
const functionOf = (path: string): string | undefined => /^lambdas\/(?:api|workers)\/([^/]+)\//.exec(path)?.[1];

const listOf = (names: readonly string[]): string =>
  names.length > 4 ? `${names.length} functions` : names.join(', ');

const explain = async (messages: readonly Message[]): Promise<string> => {
  // esbuild repeats an error for each function that imports the file.
  const unique = [
    ...new Map(
      messages.map((message) => [
        JSON.stringify([message.location?.file, message.location?.line, message.text]),
        message,
      ]),
    ).values(),
  ];
  const texts = await formatMessages(unique, { kind: 'error', color: process.stderr.isTTY === true });
  return texts.join('').trimEnd();
};

/**
 * Rebuilds on source changes while the stack runs. A rebuilt function runs from its next call, a rebuilt site from the
 * next page load. When a build fails, file and line are printed and the previous build keeps running. Types are not
 * checked. When the template changes, it says that a restart is needed. Returns a function that stops it.
 */
export const startRebuilding = (options: RebuildOptions): (() => Promise<void>) => {
  const { root, functions, site, report, reportError } = options;
  const rebuilder = createFunctionsRebuilder(root, functions.list);
  let queue: Promise<void> = Promise.resolve();
  let stopped = false;

  /** Runs one rebuild and reports its result or its errors. */
  const runRebuild = async (subject: string, work: () => Promise<string | undefined>): Promise<void> => {
    const from = performance.now();
    try {
      const result = await work();
      if (result !== undefined) report(`${result} in ${Math.round(performance.now() - from)} ms`);
    } catch (error) {
      const { errors } = error as { readonly errors?: readonly Message[] };
      if (!stopped)
        reportError(
          `${errors ? await explain(errors) : String(error instanceof Error ? error.message : error)}\n` +
            `${subject} failed to build. The previous build keeps running.`,
        );
    }
  };

  const rebuildFunctions = (paths: ReadonlySet<string>): Promise<void> =>
    runRebuild('Functions', async () => {
      const { changed, errors } = await rebuilder.rebuild(paths);
      for (const name of changed) functions.reload(name);
      if (errors.length > 0) throw Object.assign(new Error('Some functions failed to build'), { errors });
      return changed.length > 0 ? `Rebuilt ${listOf(changed)}` : undefined;
    });

  const rebuildSite = (): Promise<void> =>
    runRebuild('The site', async () => {
      if (site.folder === undefined) throw new Error('The template deploys no site');
      const { buildWeb } = await import('../../web/build.mjs');
      const { built } = await buildWeb({ outdir: site.folder, logLevel: 'silent' });
      if (built) await site.deploy();
      return built ? 'Rebuilt the site (reload the page)' : undefined;
    });

  const applyChanges = async (paths: ReadonlySet<string>): Promise<void> => {
    if (stopped) return;
    const all = [...paths];
    const template = all.filter(isTemplate);
    if (template.length > 0)
      report(
        `${template.slice(0, 3).join(', ')}${template.length > 3 ? ' …' : ''} changed. Restart npm start to apply it.`,
      );
    const running = new Set(functions.list().map(({ folder }) => folder));
    const unknownFunctions = new Set(all.map(functionOf).filter((name) => name !== undefined && !running.has(name)));
    if (unknownFunctions.size > 0)
      report(`${[...unknownFunctions].join(', ')} is not running. Restart npm start to run it.`);
    if (!all.some((path) => isFunction(path) || isSite(path))) return;
    // The running code no longer matches this template, so the next start must synthesize it again.
    clearSynthesisCache(options.assemblyDir);
    if (all.some(isFunction)) await rebuildFunctions(paths);
    if (!stopped && all.some(isSite)) await rebuildSite();
    if (all.some(isContract)) report('  (restart npm start after adding or moving an endpoint)');
    // Otherwise the esbuild process stays in memory, with hundreds of megabytes, until the next change.
    await stopEsbuild();
  };

  const unwatch = watchSources({
    root,
    folders: FOLDERS,
    onChange: (paths) =>
      void (queue = queue.then(() => applyChanges(paths)).catch((error: unknown) => reportError(String(error)))),
    onError: ({ message }) => reportError(`Can't watch for changes: ${message}`),
  });
  return async () => {
    stopped = true;
    unwatch();
    // Does not wait for a running build: esbuild never reports a build that was aborted.
    await stopEsbuild();
  };
};

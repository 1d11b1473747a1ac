import { formatMessages, type Message, stop as stopEsbuild } from 'esbuild';
import { clearSynthesisCache } from '../synth.ts';
import { createFunctionsRebuilder, type RunningFunction } from './rebuild-functions.ts';
import { watchSources } from './watch-sources.ts';

/** What is rebuilt, and how it is taken up. */
export interface RebuildOptions {
  /** The checkout. */
  readonly root: string;
  /** Folder of the template that runs: bundles and the site are loaded from its assets. */
  readonly assemblyDir: string;
  readonly functions: {
    list(): readonly RunningFunction[];
    /** The next call of it runs what lies in its folder now. */
    reload(name: string): void;
  };
  readonly site: {
    /** Folder that the site is deployed from; undefined when it cannot be told. */
    readonly folder: string | undefined;
    /** Serves what lies in it now. */
    deploy(): Promise<void>;
  };
  readonly say: (line: string) => void;
  readonly complain: (text: string) => void;
}

/** Sources, and what becomes of a change in them. */
const FOLDERS = ['lambdas', 'web', 'infra', 'bin'];
/** What the template is made from, beside the bundles. */
const isTemplate = (path: string): boolean =>
  /^infra\/|^bin\/app\.ts$|^web\/[^/]+\.mjs$|^lambdas\/data\/table-definition\.ts$/.test(path);
const isFunction = (path: string): boolean => /^lambdas\/.+\.ts$/.test(path);
const isContract = (path: string): boolean => path.startsWith('lambdas/contract/');
const isSite = (path: string): boolean => /^web\/(src|public)\/|^web\/index\.html$/.test(path) || isContract(path);

/** Name of the function that a path is in the folder of. */
const functionOf = (path: string): string | undefined => /^lambdas\/(?:api|workers)\/([^/]+)\//.exec(path)?.[1];

const listOf = (names: readonly string[]): string =>
  names.length > 4 ? `${names.length} functions` : names.join(', ');

const explain = async (messages: readonly Message[]): Promise<string> => {
  // A file that several functions import is complained of by each of them.
  const different = [
    ...new Map(
      messages.map((message) => [
        JSON.stringify([message.location?.file, message.location?.line, message.text]),
        message,
      ]),
    ).values(),
  ];
  const texts = await formatMessages(different, { kind: 'error', color: process.stderr.isTTY === true });
  return texts.join('').trimEnd();
};

/**
 * Rebuilds what changes on disk while the stack runs: functions by their next call, the site by the next load of its
 * page. What does not build is explained with file and line, and the old build goes on. Types are not checked. A change
 * of the template says that a restart is needed. Answers what ends it.
 */
export const startRebuilding = (options: RebuildOptions): (() => Promise<void>) => {
  const { root, functions, site, say, complain } = options;
  const rebuilder = createFunctionsRebuilder(root, functions.list);
  let queue: Promise<void> = Promise.resolve();
  let stopped = false;

  /** Runs one rebuild and says what it came to. Answers undefined when it failed. */
  const attempt = async (what: string, work: () => Promise<string | undefined>): Promise<void> => {
    const from = performance.now();
    try {
      const done = await work();
      if (done !== undefined) say(`${done} in ${Math.round(performance.now() - from)} ms`);
    } catch (error) {
      const { errors } = error as { readonly errors?: readonly Message[] };
      if (!stopped)
        complain(
          `${errors ? await explain(errors) : String(error instanceof Error ? error.message : error)}\n${what} did not build; the old build goes on`,
        );
    }
  };

  const rebuildFunctions = (paths: ReadonlySet<string>): Promise<void> =>
    attempt('Functions', async () => {
      const { changed, errors } = await rebuilder.rebuild(paths);
      for (const name of changed) functions.reload(name);
      if (errors.length > 0) throw Object.assign(new Error('Some functions did not build'), { errors });
      return changed.length > 0 ? `Rebuilt ${listOf(changed)}` : undefined;
    });

  const rebuildSite = (): Promise<void> =>
    attempt('The site', async () => {
      if (site.folder === undefined) throw new Error('The template deploys no site');
      const { buildWeb } = await import('../../web/build.mjs');
      const { built } = await buildWeb({ outdir: site.folder, logLevel: 'silent' });
      if (built) await site.deploy();
      return built ? 'Rebuilt the site (reload the page)' : undefined;
    });

  const take = async (paths: ReadonlySet<string>): Promise<void> => {
    if (stopped) return;
    const all = [...paths];
    const template = all.filter(isTemplate);
    if (template.length > 0)
      say(`${template.slice(0, 3).join(', ')}${template.length > 3 ? ' …' : ''} changed: restart npm start to run it`);
    const running = new Set(functions.list().map(({ folder }) => folder));
    const strangers = new Set(all.map(functionOf).filter((name) => name !== undefined && !running.has(name)));
    if (strangers.size > 0) say(`${[...strangers].join(', ')}: no such function runs; restart npm start to run it`);
    if (!all.some((path) => isFunction(path) || isSite(path))) return;
    // What runs is no longer what this template was made from: the next start makes it anew.
    clearSynthesisCache(options.assemblyDir);
    if (all.some(isFunction)) await rebuildFunctions(paths);
    if (!stopped && all.some(isSite)) await rebuildSite();
    if (all.some(isContract)) say('  (a new or moved endpoint needs a restart)');
    // Its process would stay, with hundreds of megabytes, until the next change.
    await stopEsbuild();
  };

  const unwatch = watchSources({
    root,
    folders: FOLDERS,
    onChange: (paths) =>
      void (queue = queue.then(() => take(paths)).catch((error: unknown) => complain(String(error)))),
    onError: ({ message }) => complain(`Changes are not noticed: ${message}`),
  });
  return async () => {
    stopped = true;
    unwatch();
    // What is being built is not waited for: esbuild never tells of a run that was cut off.
    await stopEsbuild();
  };
};

/**
 * `npm run bench -- analysis`, `-- billing`, `-- money`, `-- privacy`, `-- secrecy` or `-- speech`: prints only those
 * figures, in minutes. `privacy`, a user with very many rows, and `secrecy`, what response times reveal about
 * addresses, are measured only this way and with `--full`.
 *
 * `npm run bench [-- --items <n>] [--full] [--strict]`: measures sizes, costs and speed of this checkout, prints the
 * results with their limits and writes `.build/bench.json`. A missed limit fails the command only with `--strict`,
 * because a busy machine distorts the measurements. `--full` adds a million content items, users and audit log entries,
 * which takes about an hour.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { analysisRows } from '../test/bench/analysis.ts';
import { billingRows } from '../test/bench/billing.ts';
import { bundleRows, importRows } from '../test/bench/bundles.ts';
import { growthRows, measureCapacity, type CapacityResult } from '../test/bench/capacity.ts';
import { copyCheckout } from '../test/bench/checkout.ts';
import { encodeRows } from '../test/bench/encode.ts';
import { fillCatalog } from '../test/bench/fill.ts';
import { hostileTextRows } from '../test/bench/hostile-texts.ts';
import { measureLive } from '../test/bench/live.ts';
import { moneyRows } from '../test/bench/money.ts';
import { measurePlayback } from '../test/bench/playback.ts';
import { privacyRows } from '../test/bench/privacy/rows.ts';
import { tableOf, verdictOf, type Row } from '../test/bench/report.ts';
import { measureRequests } from '../test/bench/requests.ts';
import { searchRows } from '../test/bench/search.ts';
import { secrecyRows } from '../test/bench/accounts/secrecy.ts';
import { speechRows } from '../test/bench/speech-search.ts';
import { catalogSeconds, measureStarts, timedStart } from '../test/bench/starts.ts';
import { uploadRows } from '../test/bench/uploads.ts';
import { webRows } from '../test/bench/web-sizes.ts';
import { measureVitals } from '../test/bench/web-vitals.ts';
import { assemblyOf } from '../test/support/stack/assembly.ts';
import { waitFor } from '../test/support/stack/local-stack.ts';
import { descendantsOf } from '../test/support/stack/processes.ts';

const root = join(import.meta.dirname, '..');
const DEFAULT_ITEMS = 1000;
/** Sizes of the two catalogs whose costs are compared. */
const FULL = { small: 10_000, large: 1_000_000 } as const;
/** Titles and sentences in the search indexes without `--full`. */
const SEARCHED = 100_000;
/** A third of the items fills two pages; with fewer, some lists have no second page. */
const LEAST_ITEMS = 144;

/** What can be measured alone. */
const SECTIONS = {
  analysis: analysisRows,
  billing: billingRows,
  privacy: async () => privacyRows(await assemblyOf('dev')),
  secrecy: secrecyRows,
  money: async () => moneyRows(await assemblyOf('dev')),
  speech: async (full: boolean) => speechRows(full ? FULL.large : SEARCHED),
};

const readOptions = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      items: { type: 'string' },
      full: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
    },
  });
  const items = Number(values.items ?? (values.full ? FULL.small : DEFAULT_ITEMS));
  if (!Number.isInteger(items) || items < LEAST_ITEMS)
    throw new Error(`--items must be an integer of at least ${LEAST_ITEMS}, not "${values.items}".`);
  const [section] = positionals;
  if (section !== undefined && !(section in SECTIONS))
    throw new Error(`"${section}" cannot be measured alone. Use one of: ${Object.keys(SECTIONS).join(', ')}.`);
  return { items, full: values.full, strict: values.strict, section: section as keyof typeof SECTIONS | undefined };
};

/** Cleanups to run at the end, newest last. */
const cleanups: (() => unknown)[] = [];
const addCleanup = (stop: () => unknown): void => void cleanups.push(stop);
const runCleanups = async (): Promise<void> => {
  while (cleanups.length > 0) await cleanups.pop()?.();
};

/** Also ends children that are still starting and have no `stop` yet. */
const interrupt = async (): Promise<void> => {
  for (const { pid, parent } of descendantsOf(process.pid)) if (parent === process.pid) process.kill(pid, 'SIGTERM');
  await waitFor('the child processes to exit', () =>
    Promise.resolve(descendantsOf(process.pid).length === 0 ? true : undefined),
  );
  await runCleanups();
};

const phases: { readonly phase: string; readonly load: number; readonly seconds: number }[] = [];
const phase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const load = loadavg()[0] ?? 0;
  const from = performance.now();
  console.log(`${name} … (load ${load.toFixed(1)})`);
  const result = await work();
  phases.push({ phase: name, load, seconds: Math.round((performance.now() - from) / 100) / 10 });
  return result;
};

type Checkout = ReturnType<typeof copyCheckout>;

const requestRows = async (checkout: Checkout, table: string, items: number): Promise<readonly Row[]> => {
  const { stack } = await timedStart(checkout);
  addCleanup(stack.stop);
  const rows = await measureRequests(stack, table, items);
  await stack.stop();
  return rows;
};

/** Measures a million content items in a stack of their own and compares with the small catalog. */
const largeRows = async (
  checkout: Checkout,
  small: { readonly items: number; readonly capacity: CapacityResult },
): Promise<readonly Row[]> => {
  const large = { ...checkout, dataFolder: `${checkout.dataFolder}-large` };
  const { table, categories } = small.capacity;
  await phase('A large catalog', async () => {
    const { stack } = await timedStart(large);
    addCleanup(stack.stop);
    await catalogSeconds(stack);
    await stack.stop();
    await fillCatalog({ dataFolder: large.dataFolder, table, categories }, FULL.large, addCleanup);
  });
  const capacity = await phase('Capacity of it', () =>
    measureCapacity({ dataFolder: large.dataFolder, items: FULL.large, seed: 0 }, addCleanup),
  );
  const requests = await phase('Requests to it', () => requestRows(large, table, FULL.large));
  return [
    ...capacity.rows,
    ...growthRows(small.capacity.rows, capacity.rows, { small: small.items, large: FULL.large }),
    ...requests,
  ];
};

/** Measures every section. A section is a module in `test/bench` that returns rows. */
const measure = async (checkout: Checkout, items: number, full: boolean): Promise<readonly Row[]> => {
  const { dataFolder } = checkout;
  const starts = await phase('Starts', () =>
    measureStarts(
      checkout,
      (stack) => addCleanup(stack.stop),
      async (stack) => [
        ...(await phase('Playback', () => measurePlayback(stack, addCleanup))),
        ...(await phase('Web, throttled', () => measureVitals(stack, addCleanup))),
        ...(await phase('Live channel', () => measureLive(stack))),
      ],
    ),
  );
  const capacity = await phase('Capacity', () => measureCapacity({ dataFolder, items, seed: items }, addCleanup));
  const requests = await phase('Requests', () => requestRows(checkout, capacity.table, items));
  const large = full ? await largeRows(checkout, { items, capacity }) : [];
  const imports = await phase('Imports', () => importRows(checkout.root, (name) => capacity.variables[name] ?? {}));
  const search = await phase('Search', async () => searchRows(full ? FULL.large : SEARCHED));
  const speech = await phase('Search in speech', () => SECTIONS.speech(full));
  const hostile = await phase('Hostile texts', async () => hostileTextRows());
  const encodes = await phase('Encode', encodeRows);
  const uploads = await phase('Uploads', uploadRows);
  const money = await phase('Money', SECTIONS.money);
  const analysis = await phase('Analysis', SECTIONS.analysis);
  const billing = await phase('Billing', SECTIONS.billing);
  const privacy = full ? await phase('Privacy', SECTIONS.privacy) : [];
  const secrecy = full ? await phase('Secrecy', SECTIONS.secrecy) : [];
  return [
    ...bundleRows(checkout.root),
    ...imports,
    ...capacity.rows,
    ...starts,
    ...requests,
    ...large,
    ...search,
    ...speech,
    ...hostile,
    ...webRows(checkout.root),
    ...encodes,
    ...uploads,
    ...money,
    ...analysis,
    ...billing,
    ...privacy,
    ...secrecy,
  ];
};

const main = async (): Promise<void> => {
  const { items, full, strict, section } = readOptions();
  if (section) {
    const rows = await SECTIONS[section](full);
    console.log(tableOf(rows));
    if (strict && rows.some((row) => verdictOf(row) === 'missed')) process.exitCode = 1;
    return;
  }
  const started = performance.now();
  const checkout = copyCheckout(root, full);
  addCleanup(checkout.remove);
  const rows = await measure(checkout, items, full);
  console.log(tableOf(rows));
  const count = (verdict: 'ok' | 'missed'): number => rows.filter((row) => verdictOf(row) === verdict).length;
  const seconds = Math.round((performance.now() - started) / 1000);
  const loads = phases.map(({ phase: name, load }) => `${load.toFixed(1)} at ${name.toLowerCase()}`);
  console.log(`\n${count('ok')} limits met, ${count('missed')} missed in ${seconds} s. Load: ${loads.join(', ')}`);

  const file = join(root, '.build', 'bench.json');
  mkdirSync(join(root, '.build'), { recursive: true });
  const machine = {
    processors: cpus().length,
    model: cpus()[0]?.model,
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
  };
  const verdicts = rows.map((row) => ({ ...row, verdict: verdictOf(row) ?? null }));
  writeFileSync(
    file,
    JSON.stringify(
      { at: new Date().toISOString(), machine, items, full, seconds, phases, rows: verdicts },
      undefined,
      2,
    ),
  );
  console.log('Results written to .build/bench.json');
  if (strict && count('missed') > 0) process.exitCode = 1;
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void interrupt().finally(() => process.exit(1)));

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(runCleanups);

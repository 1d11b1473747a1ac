/**
 * `npm run bench [-- --items <n>]`: measures sizes, costs and speed of this checkout, prints them against the bars and writes
 * `.build/bench.json`. It reads bars, it fails for none: a busy machine must not turn a figure into a failure.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleRows, importRows } from '../test/bench/bundles.ts';
import { measureCapacity } from '../test/bench/capacity.ts';
import { copyCheckout } from '../test/bench/checkout.ts';
import { moneyRows } from '../test/bench/money.ts';
import { tableOf, verdictOf, type Row } from '../test/bench/report.ts';
import { measureRequests } from '../test/bench/requests.ts';
import { measureStarts, timedStart } from '../test/bench/starts.ts';
import { webRows } from '../test/bench/web-sizes.ts';
import { readTemplates } from '../test/support/assembly.ts';
import { waitFor } from '../test/support/local-stack.ts';
import { descendantsOf } from '../test/support/processes.ts';

const root = join(import.meta.dirname, '..');
const DEFAULT_ITEMS = 1000;
/** Two pages of the feed: less has no deep page. */
const LEAST_ITEMS = 48;

const readItems = (): number => {
  const { values } = parseArgs({ options: { items: { type: 'string', default: String(DEFAULT_ITEMS) } } });
  const items = Number(values.items);
  if (!Number.isInteger(items) || items < LEAST_ITEMS) throw new Error(`--items must be a whole number from ${LEAST_ITEMS} on; it is "${values.items}".`);
  return items;
};

/** What must not outlive the run, newest last. */
const ends: (() => unknown)[] = [];
const endAll = async (): Promise<void> => {
  while (ends.length > 0) await ends.pop()?.();
};

/** Ends children too that are still starting and so have no `stop` yet. */
const interrupt = async (): Promise<void> => {
  for (const { pid, parent } of descendantsOf(process.pid)) if (parent === process.pid) process.kill(pid, 'SIGTERM');
  await waitFor('the children to end', () => Promise.resolve(descendantsOf(process.pid).length === 0 ? true : undefined));
  await endAll();
};

const main = async (): Promise<void> => {
  const items = readItems();
  const started = performance.now();
  const phases: { readonly phase: string; readonly load: number; readonly seconds: number }[] = [];
  const phase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const load = loadavg()[0] ?? 0;
    const from = performance.now();
    console.log(`${name} … (load ${load.toFixed(1)})`);
    const result = await work();
    phases.push({ phase: name, load, seconds: Math.round((performance.now() - from) / 100) / 10 });
    return result;
  };

  const checkout = copyCheckout(root);
  ends.push(checkout.remove);
  const starts = await phase('Starts', () => measureStarts(checkout, (stack) => ends.push(stack.stop)));
  const capacity = await phase('Capacity', () => measureCapacity(checkout.dataFolder, items, (stop) => ends.push(stop)));
  const requests = await phase('Requests', async () => {
    const { stack } = await timedStart(checkout);
    ends.push(stack.stop);
    const rows = await measureRequests(stack, capacity.table, items);
    await stack.stop();
    return rows;
  });
  const imports = await phase('Imports', () => importRows(checkout.root, (name) => capacity.variables[name] ?? {}));

  const money = moneyRows({ templates: readTemplates(join(checkout.dataFolder, 'cdk.out')) });

  const rows: readonly Row[] = [...bundleRows(checkout.root), ...imports, ...capacity.rows, ...starts, ...requests, ...webRows(checkout.root), ...money];
  console.log(tableOf(rows));
  const count = (verdict: 'ok' | 'missed'): number => rows.filter((row) => verdictOf(row) === verdict).length;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`\n${count('ok')} bars held, ${count('missed')} missed; ${seconds} s, load ${phases.map(({ phase: name, load }) => `${load.toFixed(1)} at ${name.toLowerCase()}`).join(', ')}`);

  const file = join(root, '.build', 'bench.json');
  mkdirSync(join(root, '.build'), { recursive: true });
  const machine = { processors: cpus().length, model: cpus()[0]?.model, memoryGb: Math.round(totalmem() / 1e9), platform: `${process.platform}-${process.arch}`, node: process.version };
  const verdicts = rows.map((row) => ({ ...row, verdict: verdictOf(row) ?? null }));
  writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), machine, items, seconds, phases, rows: verdicts }, undefined, 2));
  console.log(`Written to .build/bench.json`);
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void interrupt().finally(() => process.exit(1)));

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(endAll);

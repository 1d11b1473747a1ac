import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resourcesOf, type Assembly } from '../../support/stack/assembly.ts';
import { atLeast, atMost, type Row } from '../report.ts';
import type { WorkerRun } from './worker.ts';

/** Rows of one user's history and positions. */
const ROWS = 100_000;
const GROUP = `Export, erasure and cleanup of a user with ${ROWS.toLocaleString('en')} rows`;

/** Memory (MB) and time (seconds) that the template gives to the function of a folder. */
const limitsOf = (assembly: Assembly, folder: string): { readonly megabytes: number; readonly seconds: number } => {
  const found = resourcesOf(assembly, 'AWS::Lambda::Function').find(
    ({ properties }) => properties['Description'] === `soundstage ${folder}`,
  );
  const { MemorySize, Timeout } = found?.properties ?? {};
  if (typeof MemorySize !== 'number' || typeof Timeout !== 'number')
    throw new Error(`The template has no function ${folder} with a memory and a time limit`);
  return { megabytes: MemorySize, seconds: Timeout };
};

const rowsOf = (what: string, run: WorkerRun, { megabytes, seconds }: ReturnType<typeof limitsOf>): readonly Row[] => {
  const row = (measure: string, figure: number, unit: string, more: Partial<Row> = {}): Row => ({
    group: GROUP,
    measure: `${what}, ${measure}`,
    figure,
    unit,
    ...more,
  });
  return [
    row('rows', run.rows, '', { target: atLeast(ROWS) }),
    row('calls of the table', run.calls, ''),
    row('capacity', run.units, 'units', { note: 'read and written' }),
    row('processor time', run.cpuSeconds, 's', { target: atMost(seconds), note: "the function's time limit" }),
    row('memory', run.megabytes, 'MB', { target: atMost(megabytes), note: "the function's memory; with Node.js" }),
    row('elapsed', run.seconds, 's', { note: 'with a database on this machine' }),
  ];
};

/**
 * What the workers of exports, erasures and the cleanup need for a user with very many rows, compared with the limits
 * of their functions. The user pool, S3, Stripe and emails are replaced by stubs.
 */
export const privacyRows = async (assembly: Assembly): Promise<readonly Row[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'worker.ts'),
    String(ROWS),
  ]);
  const runs = JSON.parse(stdout) as Readonly<Record<'cleanup' | 'erasure' | 'export', WorkerRun>>;
  return [
    ...rowsOf('export', runs.export, limitsOf(assembly, 'privacy-export')),
    {
      group: GROUP,
      measure: 'export, file',
      figure: runs.export.fileMegabytes,
      unit: 'MB',
    },
    ...rowsOf('erasure', runs.erasure, limitsOf(assembly, 'privacy-erase')),
    ...rowsOf('cleanup', runs.cleanup, limitsOf(assembly, 'cleanup')),
  ];
};

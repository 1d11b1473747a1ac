import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFunctionLog, readableLine } from '../../../bin/start/function-log.ts';

it('writes info lines to the file only', () => {
  expect(readableLine('catalog', '{"level":"info","message":"Request"}')).toBeUndefined();
});

it('shows an error with its fields and the stack lines of our own code', () => {
  const stack = [
    "TypeError: Cannot read properties of undefined (reading 'go')",
    '    at Object.handle (/tmp/a folder/lambdas/api/catalog/list-categories.ts:9:46)',
    '    at TT (file:///tmp/data/cdk.out/asset.6/index.mjs:35:3862)',
    '    at async load (/checkout/infra/local/functions/worker.mjs:38:18)',
  ].join('\n');
  expect(
    readableLine('catalog', JSON.stringify({ level: 'error', message: 'Request failed', requestId: 'r1', stack })),
  ).toBe(
    [
      '[catalog] error: Request failed (requestId=r1)',
      "    TypeError: Cannot read properties of undefined (reading 'go')",
      '        at Object.handle (lambdas/api/catalog/list-categories.ts:9:46)',
    ].join('\n'),
  );
});

it('shows output that is not JSON line by line, without the lines of the runtime', () => {
  expect(readableLine('ingest', 'Error: at load')).toBe('[ingest] Error: at load');
  expect(readableLine('ingest', '    at <anonymous> (file:///x/lambdas/workers/ingest/index.ts:6:7)')).toBe(
    '[ingest]     at <anonymous> (lambdas/workers/ingest/index.ts:6:7)',
  );
  expect(readableLine('ingest', '    at async node:internal/modules/esm/loader:647:26')).toBeUndefined();
});

it('continues without a log file that cannot be written, and reports it once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-log-'));
  mkdirSync(join(folder, 'functions.log'));
  try {
    const shown: string[] = [];
    const log = await new Promise<ReturnType<typeof openFunctionLog>>((done) => {
      const opened = openFunctionLog(folder, (text) => {
        shown.push(text);
        done(opened);
      });
    });
    log('catalog', '{"level":"error","message":"Request failed"}');
    expect(shown).toEqual([
      expect.stringMatching(/^Can't write function output to functions\.log: EISDIR/),
      '[catalog] error: Request failed',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { createAsyncInvoker } from '../../../../infra/local/events/async-invoke.ts';
import { createQueueEngine } from '../../../../infra/local/events/queues/queue-engine.ts';
import { createFileJournal } from '../../../../infra/local/events/queues/queue-journal.ts';
import type { InvokeResult } from '../../../../infra/local/invoke.ts';

const OK: InvokeResult = { payload: null, logs: [] };
const BUSY: InvokeResult = { error: { errorType: 'StepBusyError', errorMessage: 'leased' }, logs: [] };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'soundstage-async-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A run of the local cloud on the same folder. A function without a result never ends. */
const start = (results: (InvokeResult | undefined)[] = []) => {
  const clock = createManualClock();
  const calls: unknown[] = [];
  const invoker = createAsyncInvoker({
    clock,
    queues: createQueueEngine({ clock, endpoint: () => 'http://127.0.0.1:1' }),
    journal: createFileJournal(join(folder, 'events', 'async.jsonl')),
    invoke: (name, payload) => {
      calls.push([name, payload]);
      const result = results.length > 0 ? results.shift() : OK;
      return result ? Promise.resolve(result) : new Promise(() => undefined);
    },
  });
  return { clock, calls, invoker };
};
const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

it('delivers an event again that the last run accepted and did not end, until it has ended', async () => {
  const killed = start([OK, undefined]);
  await killed.invoker.invokeAsync('captions', { n: 1 });
  void killed.invoker.invokeAsync('captions', { n: 2 });

  const next = start();
  expect(next.calls).toEqual([]);
  next.invoker.resume();
  await settled();
  expect(next.calls).toEqual([['captions', { n: 2 }]]);

  const last = start();
  last.invoker.resume();
  expect(last.calls).toEqual([]);
});

it('tries such an event as late as Lambda, when the lease of the killed function has ended', async () => {
  const killed = start([undefined]);
  void killed.invoker.invokeAsync('captions', {});
  const { clock, calls, invoker } = start([BUSY, BUSY, OK]);
  invoker.resume();
  await settled();
  await clock.advance(59_000);
  expect(calls).toHaveLength(1);
  await clock.advance(1000);
  expect(calls).toHaveLength(2);
  await clock.advance(120_000);
  expect([calls.length, invoker.pending()]).toEqual([3, 0]);
});

it('runs a function also when its event cannot be stored', async () => {
  const clock = createManualClock();
  const full = (): never => {
    throw new Error('ENOSPC');
  };
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let calls = 0;
  const invoker = createAsyncInvoker({
    clock,
    queues: createQueueEngine({ clock, endpoint: () => 'http://127.0.0.1:1' }),
    journal: { load: () => [], append: full, emptied: full, close: () => undefined },
    invoke: async () => {
      calls += 1;
      return OK;
    },
  });
  await invoker.invokeAsync('captions', {});
  expect([calls, error.mock.calls.length]).toEqual([1, 2]);
  error.mockRestore();
});

it('keeps an event that waits for its next try when it is stopped', async () => {
  const stopped = start([BUSY]);
  await stopped.invoker.invokeAsync('captions', {});
  stopped.invoker.stop();
  const { calls, invoker } = start();
  invoker.resume();
  await settled();
  expect(calls).toHaveLength(1);
});

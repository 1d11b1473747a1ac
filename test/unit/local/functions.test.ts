import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '../../../infra/local/clock.ts';
import { createFunctions, functionNameOf } from '../../../infra/local/functions/functions.ts';

const bundle = `
let count = 0;
export const handler = async (event, context) => {
  count += 1;
  console.log('hello ' + event.say);
  switch (event.do) {
    case 'env': return { keys: Object.keys(process.env).sort(), mine: process.env.MINE };
    case 'context': {
      const left = context.getRemainingTimeInMillis();
      return { name: context.functionName, left, memory: context.memoryLimitInMB };
    }
    case 'json': return { date: new Date(0), gone: undefined, nan: NaN };
    case 'throw': throw new TypeError('no good');
    case 'exit': process.exit(3);
    case 'loop': for (;;) {}
    case 'reject': Promise.reject(new Error('left alone')); await new Promise(() => {}); break;
    case 'memory': { const all = []; for (;;) all.push(new Array(100_000).fill(Math.random())); }
    case 'big': return 'x'.repeat(7_000_000);
    case 'wait': await new Promise((resolve) => setTimeout(resolve, event.ms)); return { count };
    default: return { count };
  }
};`;

describe('functions of the local cloud', () => {
  let folder: string;
  const lines: string[] = [];
  const clock = createManualClock();
  const functions = createFunctions({
    clock,
    endpoint: 'http://127.0.0.1:1',
    issueKey: (name) => ({ accessKeyId: `LOCAL${name}`, secretAccessKey: 'secret', name }),
    onLog: (name, line) => lines.push(`${name} ${line}`),
  });
  const define = (
    name: string,
    code: string | undefined,
    extra: { timeoutSeconds?: number; memoryMb?: number; handler?: string } = {},
  ): void => {
    const directory = join(folder, name);
    mkdirSync(directory);
    if (code !== undefined) writeFileSync(join(directory, 'index.mjs'), code);
    functions.define({
      name: `Stack-${name}`,
      folder: name,
      arn: `arn:aws:lambda:us-east-1:000000000000:function:Stack-${name}`,
      directory,
      handler: 'index.handler',
      timeoutSeconds: 5,
      memoryMb: 64,
      roleArn: 'arn:aws:iam::000000000000:role/r',
      environment: { MINE: 'yes' },
      ...extra,
    });
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'functions-'));
    define('work', bundle);
    define('short', bundle, { timeoutSeconds: 1 });
    define('missing', undefined);
    define('broken', 'throw new RangeError("at load")');
    define('unexported', 'export const other = 1');
  });
  afterAll(async () => {
    await functions.stop();
    rmSync(folder, { recursive: true });
  });

  it('starts on first use, by folder, name and ARN, and reuses the environment', async () => {
    expect(functions.stats('work')).toMatchObject({ coldStarts: 0, environments: 0 });
    expect(await functions.invoke('work', { say: 'a' })).toEqual({ payload: { count: 1 }, logs: ['hello a'] });
    expect((await functions.invoke('Stack-work', {})).payload).toEqual({ count: 2 });
    expect((await functions.invoke('arn:aws:lambda:us-east-1:000000000000:function:Stack-work', {})).payload).toEqual({
      count: 3,
    });
    expect(functions.stats('work')).toMatchObject({ coldStarts: 1, environments: 1, invocations: 3, errors: 0 });
    expect(lines).toContain('work hello a');
  });

  it('gives a function only its own variables', async () => {
    const { payload } = await functions.invoke('work', { do: 'env' });
    const { keys, mine } = payload as { keys: string[]; mine: string };
    expect(mine).toBe('yes');
    expect(keys).not.toContain('PATH');
    expect(keys).toEqual(
      expect.arrayContaining(['AWS_ACCESS_KEY_ID', 'AWS_ENDPOINT_URL', 'AWS_LAMBDA_FUNCTION_NAME', 'AWS_REGION']),
    );
  });

  it('passes JSON, not JavaScript values', async () => {
    expect((await functions.invoke('work', { do: 'json' })).payload).toEqual({
      date: '1970-01-01T00:00:00.000Z',
      nan: null,
    });
    const { payload } = await functions.invoke('work', { do: 'context' });
    expect(payload).toMatchObject({ name: 'Stack-work', memory: '64' });
    expect((payload as { left: number }).left).toBeGreaterThan(1000);
  });

  it('reports an error with its type and reuses the environment', async () => {
    const before = functions.stats('work')?.coldStarts;
    expect((await functions.invoke('work', { do: 'throw' })).error).toEqual({
      errorType: 'TypeError',
      errorMessage: 'no good',
    });
    expect((await functions.invoke('work', {})).error).toBeUndefined();
    expect(functions.stats('work')?.coldStarts).toBe(before);
  });

  it.each([
    ['exit', 'Runtime.ExitError'],
    ['reject', 'Runtime.UnhandledPromiseRejection'],
    ['memory', 'Runtime.OutOfMemory'],
  ])('survives %s', async (what, errorType) => {
    expect((await functions.invoke('work', { do: what })).error?.errorType).toBe(errorType);
    expect((await functions.invoke('work', {})).payload).toEqual({ count: 1 });
  });

  it('stops an endless loop at the time limit', async () => {
    const { error } = await functions.invoke('short', { do: 'loop' });
    expect(error?.errorType).toBe('Sandbox.Timedout');
    expect(error?.errorMessage).toMatch(/Task timed out after 1\.00 seconds$/);
    expect((await functions.invoke('short', {})).payload).toEqual({ count: 1 });
  });

  it('rejects a response over 6 MB', async () => {
    expect((await functions.invoke('work', { do: 'big' })).error?.errorType).toBe('Function.ResponseSizeTooLarge');
  });

  it('reports why a function cannot be loaded', async () => {
    expect((await functions.invoke('missing', {})).error?.errorType).toBe('Runtime.ImportModuleError');
    expect((await functions.invoke('broken', {})).error).toEqual({ errorType: 'RangeError', errorMessage: 'at load' });
    expect((await functions.invoke('unexported', {})).error?.errorType).toBe('Runtime.HandlerNotFound');
    expect((await functions.invoke('unknown', {})).error?.errorType).toBe('ResourceNotFoundException');
  });

  it('runs each event in its own environment, up to three, and stops idle ones', async () => {
    await functions.invoke('work', {});
    const runs = await Promise.all(Array.from({ length: 5 }, () => functions.invoke('work', { do: 'wait', ms: 400 })));
    expect(runs.every(({ error }) => error === undefined)).toBe(true);
    const environments = functions.stats('work')?.environments ?? 0;
    expect(environments).toBeGreaterThan(1);
    expect(environments).toBeLessThanOrEqual(3);
    await clock.advance(301_000);
    expect(functions.stats('work')?.environments).toBe(0);
  });

  it('runs the new bundle after a reload', async () => {
    await functions.invoke('work', {});
    writeFileSync(join(folder, 'work', 'index.mjs'), 'export const handler = () => "new"');
    functions.reload('work');
    expect((await functions.invoke('work', {})).payload).toBe('new');
  });

  it('stores the settings of asynchronous calls', () => {
    expect(functions.asyncSettings('short')).toEqual({});
    functions.configureAsync('short', { maximumRetryAttempts: 0 });
    expect(functions.asyncSettings('short')).toEqual({ maximumRetryAttempts: 0 });
    expect(() => functions.configureAsync('unknown', {})).toThrow('function unknown does not exist');
    expect(functionNameOf('arn:aws:lambda:us-east-1:1:function:f:live')).toBe('f');
  });
});

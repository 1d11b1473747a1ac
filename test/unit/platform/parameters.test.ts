import * as z from 'zod/mini';
import { loadEnv } from '../../../lambdas/platform/load-env.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { createParameters } from '../../../lambdas/platform/parameters.ts';

describe('parameters', () => {
  let now = 0;
  let calls = 0;
  let answer: () => Promise<unknown>;
  const client = { send: (async () => ((calls += 1), answer())) as never };
  const make = () => createParameters({ client, ttlMs: 1000, now: () => now });
  beforeEach(() => {
    calls = 0;
    answer = async () => ({ Parameter: { Value: `value ${calls}` } });
  });

  it('are read once for concurrent callers and cached until they expire', async () => {
    const parameters = make();
    expect(await Promise.all([parameters.read('/a'), parameters.read('/a')])).toEqual(['value 1', 'value 1']);
    now += 999;
    expect(await parameters.read('/a')).toBe('value 1');
    now += 2;
    expect(await parameters.read('/a')).toBe('value 2');
  });

  it('are read again after a failure, and an expired value is used during an outage', async () => {
    const parameters = make();
    answer = async () => Promise.reject(new Error('down'));
    await expect(parameters.read('/a')).rejects.toThrow('down');
    answer = async () => ({ Parameter: { Value: 'up' } });
    expect(await parameters.read('/a')).toBe('up');
    now += 2000;
    answer = async () => Promise.reject(new Error('down'));
    expect(await parameters.read('/a')).toBe('up');
    answer = async () => ({});
    await expect(make().read('/b')).rejects.toThrow('/b is empty');
  });
});

it('lists missing and invalid variables without their values', () => {
  const Env = z.object({ TABLE_NAME: z.string(), MODE: z.enum(['a', 'b']), KEY: z.string() });
  expect(() => loadEnv(Env, { TABLE_NAME: 'main', MODE: 'secret' })).toThrow(
    /^Missing or invalid environment variables: MODE, KEY$/,
  );
  expect(loadEnv(Env, { TABLE_NAME: 'main', MODE: 'a', KEY: 'k', OTHER: 'x' })).toEqual({
    TABLE_NAME: 'main',
    MODE: 'a',
    KEY: 'k',
  });
});

it('logs one JSON object per line, from its level up', () => {
  const lines: string[] = [];
  const logger = createLogger('warn', { fn: 'x' }, (line) => lines.push(line));
  logger.debug('a');
  logger.info('b');
  logger.warn('c', { n: 1 });
  logger.error('d\ne', {}, new TypeError('bad'));
  logger.error('f', {}, Object.assign(new Error('busy'), { $metadata: { attempts: 8 } }));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'warn', message: 'c', fn: 'x', n: 1 },
    {
      level: 'error',
      message: 'd\ne',
      fn: 'x',
      errorName: 'TypeError',
      errorMessage: 'bad',
      stack: expect.any(String),
    },
    {
      level: 'error',
      message: 'f',
      fn: 'x',
      errorName: 'Error',
      errorMessage: 'busy',
      stack: expect.any(String),
      tries: 8,
    },
  ]);
  expect(lines.every((line) => !line.includes('\n'))).toBe(true);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { isAlive } from '../../../../infra/local/process-alive.ts';
import { createModels } from '../../../../infra/local/services/rekognition/models.ts';

/** A program with the protocol of the models: it answers with its process ID, or acts by the first byte. */
const PROGRAM = `
process.on('disconnect', () => process.exit());
process.on('message', ({ id, pixels }) => {
  if (pixels[0] === 1) process.exit(3);
  if (pixels[0] === 2) return;
  if (pixels[0] === 3) return process.send({ id, error: 'no such model' });
  process.send({ id, scores: { neutral: process.pid, environment: Object.keys(process.env) } });
});
`;
const CRASH = Uint8Array.of(1);
const HANG = Uint8Array.of(2);
const FAIL = Uint8Array.of(3);
const PIXELS = Uint8Array.of(0);

const folder = mkdtempSync(join(tmpdir(), 'soundstage-models-'));
const program = join(folder, 'models.mjs');
writeFileSync(program, PROGRAM);
afterAll(() => rmSync(folder, { recursive: true }));

const open = () => {
  const clock = createManualClock();
  return { clock, models: createModels({ clock, program, idleMs: 1000, timeLimitMs: 5000 }) };
};
const ended = async (id: number): Promise<void> => {
  while (isAlive(id)) await new Promise((resolve) => setImmediate(resolve));
};

it('start with the first call, and end when they are idle', async () => {
  const { clock, models } = open();
  expect(models.processId()).toBeUndefined();
  const { neutral: id } = await models.classify('mid', PIXELS);
  expect(models.processId()).toBe(id);
  await clock.advance(900);
  expect((await models.classify('mid', PIXELS)).neutral).toBe(id);
  await clock.advance(900);
  expect(models.processId()).toBe(id);
  await clock.advance(100);
  expect(models.processId()).toBeUndefined();
  await ended(id);
  expect((await models.classify('mid', PIXELS)).neutral).not.toBe(id);
  await models.stop();
});

it('are not idle during a call', async () => {
  const { clock, models } = open();
  await models.classify('mid', PIXELS);
  const slow = models.classify('mid', HANG);
  await clock.advance(2000);
  expect(models.processId()).toBeDefined();
  const rejected = expect(slow).rejects.toThrow('The models were stopped');
  await models.stop();
  await rejected;
});

it.each([
  ['crash', CRASH, 'The models ended with code 3'],
  ['report an error', FAIL, 'no such model'],
])('reject a call when they %s, and answer the next', async (_, pixels, message) => {
  const { models } = open();
  await expect(models.classify('inception', pixels)).rejects.toThrow(message);
  expect((await models.classify('mid', PIXELS)).neutral).toBe(models.processId());
  await models.stop();
});

it('are ended when a call exceeds its time limit', async () => {
  const { clock, models } = open();
  const { neutral: id } = await models.classify('mid', PIXELS);
  const slow = expect(models.classify('mid', HANG)).rejects.toThrow('The models exceeded their time limit');
  await clock.advance(5000);
  await slow;
  await ended(id);
  expect((await models.classify('mid', PIXELS)).neutral).not.toBe(id);
  await models.stop();
});

it('end with the engine, and get none of its environment', async () => {
  const { models } = open();
  const scores = await models.classify('mid', PIXELS);
  expect((scores as unknown as { environment: string[] }).environment.filter((name) => !/^NODE_/.test(name))).toEqual(
    [],
  );
  await models.stop();
  expect(isAlive(scores.neutral)).toBe(false);
  expect(models.processId()).toBeUndefined();
});

it('reject a call whose program does not exist', async () => {
  const models = createModels({ clock: createManualClock(), program: join(folder, 'none.mjs') });
  await expect(models.classify('mid', PIXELS)).rejects.toThrow(
    /^The models ended with code 1: Error: Cannot find module/,
  );
});

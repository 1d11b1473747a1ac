import type { LocalService } from '../../../infra/local/aws/service.ts';
import { createManualClock } from '../../../infra/local/clock.ts';
import { defineEngine, type Engine } from '../../../infra/local/engine.ts';
import { engineList } from '../../../infra/local/engine-list.ts';
import { createEngines } from '../../../infra/local/engines.ts';

const open = (list: readonly Engine<unknown>[]) => {
  const stops: (() => unknown)[] = [];
  const engines = createEngines({
    dataDir: '/nowhere',
    clock: createManualClock(),
    inMemory: true,
    addresses: { site: 'http://localhost:1', uploads: 'http://127.0.0.1:2', aws: 'http://127.0.0.1:3' },
    onStop: (stop) => stops.push(stop),
    list,
  });
  return { ...engines, stops };
};

/** Engines that record their creation and their end. */
const toys = () => {
  const log: string[] = [];
  const note = (text: string) => (): void => void log.push(text);
  const bricks = defineEngine({
    name: 'Bricks',
    create: ({ folder }) => {
      log.push('bricks');
      return { instance: { count: 3, folder: folder('bricks') }, stop: note('no bricks') };
    },
  });
  const house = defineEngine({
    name: 'House',
    needs: { walls: bricks },
    create: (_platform, { walls }) => {
      log.push('house');
      return { instance: `a house of ${walls.count} bricks`, stop: note('no house') };
    },
  });
  return { log, bricks, house };
};

it('are created after the engines that they need, once, whatever the order of the list', () => {
  const { log, bricks, house } = toys();
  const { instanceOf, parts, stops } = open([house, bricks]);
  expect(log).toEqual(['bricks', 'house']);
  expect(instanceOf(house)).toBe('a house of 3 bricks');
  expect(instanceOf(bricks).folder).toBe('/nowhere/bricks');
  expect(parts.map(({ instance }) => instance)).toEqual([instanceOf(house), instanceOf(bricks)]);
  for (const stop of stops.reverse()) stop();
  expect(log.slice(2)).toEqual(['no house', 'no bricks']);
});

it('report a missing engine by name', () => {
  const { bricks, house } = toys();
  expect(() => open([house])).toThrow('The engine House needs Bricks, which is not in the list');
  expect(() => open([bricks]).instanceOf(house)).toThrow('The engine House is not in the list');
});

it('have started when every slow service responds', async () => {
  let arrive = (_service: LocalService): void => undefined;
  const slow = defineEngine({
    name: 'Slow',
    create: () => ({ instance: 1, services: [new Promise<LocalService>((resolve) => (arrive = resolve))] }),
  });
  let hasStarted = false;
  const { started, platform } = open([slow]);
  void platform.started.then(() => (hasStarted = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasStarted).toBe(false);
  arrive({ signingName: 'slow', handle: async () => undefined });
  await started;
  expect(hasStarted).toBe(true);
});

it('fail to start when a slow service fails', async () => {
  const broken = defineEngine({
    name: 'Broken',
    create: () => ({ instance: 1, services: [Promise.reject(new Error('no Java'))] }),
  });
  await expect(open([broken]).started).rejects.toThrow('no Java');
});

describe('the engine list', () => {
  it('has every engine once, and every engine that another one needs', () => {
    expect(new Set(engineList.map(({ name }) => name)).size).toBe(engineList.length);
    for (const { name, needs } of engineList)
      expect([name, needs.filter((needed) => !engineList.includes(needed))]).toEqual([name, []]);
  });
});

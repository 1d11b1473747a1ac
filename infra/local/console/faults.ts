import { z } from 'zod';
import type { Functions } from '../functions/functions.ts';
import { dependencyNames } from './fault-answers.ts';
import { type FaultSwitch, faultKinds, functionFault } from './fault-switch.ts';
import { notFound, type Routes } from './router.ts';

/** Maximum duration of a fault in seconds, and maximum delay of a slow call in milliseconds. */
const MAX_SECONDS = 600;
const MAX_DELAY_MS = 60_000;

const faultInput = z.strictObject({
  dependency: z.string(),
  kind: z.enum(['slow', 'throttled', 'failing', 'down'] satisfies typeof faultKinds),
  seconds: z.int().min(1).max(MAX_SECONDS),
  share: z.number().min(0).max(1).default(1),
  delayMs: z.int().min(1).max(MAX_DELAY_MS).default(1000),
});
const healInput = z.strictObject({ dependency: z.string().optional() });

/** Routes that list, start and end faults. */
export const faultRoutes = (faults: FaultSwitch, functions: Pick<Functions, 'list'>): Routes => {
  const names = (): readonly string[] => [
    ...dependencyNames,
    ...functions
      .list()
      .map(({ folder }) => functionFault(folder))
      .sort(),
  ];
  const requireDependency = (name: string): string => {
    if (!names().includes(name)) throw notFound('dependency', name);
    return name;
  };
  return {
    'GET faults': () => ({ dependencies: names(), kinds: faultKinds, active: faults.list() }),
    'POST faults': async ({ body }) => {
      const fault = await body(faultInput);
      requireDependency(fault.dependency);
      return faults.begin(fault);
    },
    'POST faults/heal': async ({ body }) => {
      const { dependency } = await body(healInput);
      return { healed: faults.heal(dependency === undefined ? undefined : requireDependency(dependency)) };
    },
  };
};

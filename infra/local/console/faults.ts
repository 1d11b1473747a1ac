import { z } from 'zod';
import { type Fault, type FaultSwitch, faultKinds } from './fault-switch.ts';
import type { Panel } from './panel.ts';
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

/** Routes that list, start and end faults. `others` lists what can have one in addition to the services. */
const faultRoutes = (faults: FaultSwitch, others: () => readonly string[]): Routes => {
  const names = (): readonly string[] => [...faults.targets.map(({ name }) => name), ...[...others()].sort()];
  /** A dependency's name on the page. */
  const labelOf = (dependency: string): string =>
    faults.targets.find(({ name }) => name === dependency)?.label ?? dependency.replace(/^function:/, 'Function ');
  const view = (fault: Fault) => ({ ...fault, label: labelOf(fault.dependency) });
  const requireDependency = (name: string): string => {
    if (!names().includes(name)) throw notFound('dependency', name);
    return name;
  };
  return {
    'GET faults': () => ({
      dependencies: names(),
      labels: Object.fromEntries(names().map((name) => [name, labelOf(name)])),
      kinds: faultKinds,
      active: faults.list().map(view),
    }),
    'POST faults': async ({ body }) => {
      const fault = await body(faultInput);
      requireDependency(fault.dependency);
      return view(faults.begin(fault));
    },
    'POST faults/heal': async ({ body }) => {
      const { dependency } = await body(healInput);
      return { healed: faults.heal(dependency === undefined ? undefined : requireDependency(dependency)) };
    },
  };
};

/** The console's own section: faults of services, and of whatever `others` lists. */
export const faultPanel = (faults: FaultSwitch, others: () => readonly string[]): Panel => ({
  id: 'faults',
  routes: faultRoutes(faults, others),
  overview: () => ({ faults: faults.list().length }),
});

import { queuePanel } from '../console/queues.ts';
import { defineEngine } from '../engine.ts';
import { functionEngine } from '../functions/entry.ts';
import { busEngine } from './bus/entry.ts';
import { queueEngine } from './queues/entry.ts';

/** The console's section of queues. A redrive repeats failed calls, so it needs functions and schedules too. */
export const redriveEngine = defineEngine({
  name: 'Redrive',
  needs: { functions: functionEngine, queues: queueEngine, bus: busEngine },
  create: (_platform, needs) => ({ instance: undefined, panels: [queuePanel(needs)] }),
});

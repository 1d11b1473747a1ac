import { z } from 'zod';
import type { EventBus } from '../events/bus/event-bus.ts';
import { notFound, type Routes } from './router.ts';

const noBody = z.strictObject({});

/** Schedules and event rules, and "run now". */
export const scheduleRoutes = (bus: Pick<EventBus, 'schedules' | 'rules' | 'runNow'>): Routes => ({
  'GET schedules': () => ({ schedules: bus.schedules(), rules: bus.rules() }),
  'POST schedules/{}/run': async ({ names: [name = ''], body }) => {
    await body(noBody);
    const schedule = bus.schedules().find((entry) => entry.name === name);
    if (!schedule) throw notFound('schedule', name);
    bus.runNow(name);
    return { started: schedule.targets.length };
  },
});

import { join } from 'node:path';
import { scheduleRoutes } from '../../console/schedules.ts';
import { defineEngine } from '../../engine.ts';
import { functionEngine } from '../../functions/entry.ts';
import { guardInvoke, guardQueues } from '../../iam/guards.ts';
import { queueEngine } from '../queues/entry.ts';
import { createFileJournal } from '../queues/queue-journal.ts';
import { createEventBus } from './event-bus.ts';
import { ruleResources } from './resources.ts';

/** EventBridge: rules, schedules and asynchronous invocation. */
export const busEngine = defineEngine({
  name: 'EventBridge',
  needs: { functions: functionEngine, queues: queueEngine },
  faults: [
    {
      name: 'events',
      label: 'Events (EventBridge)',
      signingName: 'events',
      throttled: ['ThrottlingException', 400, 'Rate exceeded'],
      failing: ['InternalException', 500, 'This exception occurs due to unexpected causes.'],
    },
  ],
  create({ clock, folder, access, authorizeJson }, { functions, queues }) {
    const bus = createEventBus({
      clock,
      invoke: guardInvoke(functions, access),
      queues: guardQueues(queues, access),
      settingsOf: functions.asyncSettings,
      authorize: authorizeJson,
      journal: createFileJournal(join(folder('events'), 'async.jsonl')),
    });
    return {
      instance: bus,
      services: [bus.service],
      resources: ruleResources({ bus, access }),
      panels: [{ id: 'schedules', routes: scheduleRoutes(bus) }],
      start: bus.invoker.resume,
      stop: bus.stop,
    };
  },
});

import { defineEngine } from '../engine.ts';
import { dynamoEngine } from '../engines/dynamodb/entry.ts';
import { functionEngine } from '../functions/entry.ts';
import { createFunctionMetrics } from '../functions/function-metrics.ts';
import { metricsEngine } from '../metrics/entry.ts';
import type { Mapping } from './mapping-properties.ts';
import { eventSourceMapping, type MappingStarter } from './mapping-resources.ts';
import { queueEngine } from './queues/entry.ts';

/** Lambda's pollers, from queues and streams to functions. */
export const mappingEngine = defineEngine({
  name: 'Event source mappings',
  needs: { functions: functionEngine, queues: queueEngine, database: dynamoEngine, cloudWatch: metricsEngine },
  create({ clock, dataDir, access }, { cloudWatch, ...needs }) {
    const starters: MappingStarter[] = [];
    const mappings: Mapping[] = [];
    const context = { clock, dataDir, access, ...needs, metrics: createFunctionMetrics(cloudWatch.store) };
    return {
      instance: undefined,
      resources: {
        'AWS::Lambda::EventSourceMapping': eventSourceMapping(context, (start) => starters.push(start)),
      },
      async start() {
        for (const start of starters) mappings.push(await start());
      },
      stop: () => Promise.all(mappings.map((mapping) => mapping.stop())),
    };
  },
});

import { alarmPanel } from '../console/alarms.ts';
import { metricPanel } from '../console/metrics.ts';
import { defineEngine } from '../engine.ts';
import { type Alarms, createAlarms } from './alarms.ts';
import { readAlarm } from './definition.ts';
import { createCloudWatchService } from './service.ts';
import { createMetricStore, type MetricStore } from './store.ts';

/** The metrics of the local cloud, and the alarms of the template. */
export interface Metrics {
  readonly store: MetricStore;
  readonly alarms: Pick<Alarms, 'list'>;
  /** Registers what reads levels, such as the lengths of queues. It runs before each evaluation. */
  onSample(sample: () => void): void;
  /** Reads the levels and evaluates the alarms now. */
  evaluate(): void;
}

/** CloudWatch. It needs no engine, because the other engines record their metrics in it. */
export const metricsEngine = defineEngine({
  name: 'CloudWatch',
  create({ clock, authorizeQuery, onLog }) {
    const store = createMetricStore(clock);
    const alarms = createAlarms({
      clock,
      store,
      onChange: ({ name, state, reason }) =>
        onLog?.(
          'alarms',
          JSON.stringify({ level: state === 'ALARM' ? 'WARN' : 'NOTICE', message: `${name} is now ${state}`, reason }),
        ),
    });
    const samples: (() => void)[] = [];
    const instance: Metrics = {
      store,
      alarms,
      onSample: (sample) => void samples.push(sample),
      evaluate() {
        for (const sample of samples) sample();
        alarms.evaluate();
      },
    };
    return {
      instance,
      services: [createCloudWatchService({ clock, store, alarms, authorize: authorizeQuery })],
      resources: {
        'AWS::CloudWatch::Alarm': (input) => {
          const alarm = readAlarm(input);
          alarms.define(alarm);
          return { ref: alarm.name, attributes: { Arn: alarm.arn } };
        },
      },
      panels: [metricPanel(store, clock.now), alarmPanel(alarms)],
    };
  },
});

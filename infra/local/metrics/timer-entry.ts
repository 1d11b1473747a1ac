import { defineEngine } from '../engine.ts';
import { metricsEngine } from './entry.ts';

/** Milliseconds between two evaluations. CloudWatch waits a minute; a developer should not have to. */
export const EVALUATION_MS = 5000;

/**
 * Evaluates the alarms at intervals. It is an engine of its own because it must stop before the engines whose levels it
 * reads, while the metrics must exist before the engines that record them.
 */
export const alarmTimerEngine = defineEngine({
  name: 'Alarm evaluation',
  needs: { metrics: metricsEngine },
  create({ clock }, { metrics }) {
    let cancel: (() => void) | undefined;
    let stopped = false;
    const loop = (): void => {
      if (stopped) return;
      try {
        metrics.evaluate();
      } catch (error) {
        console.error('The alarms were not evaluated:', error);
      }
      cancel = clock.after(EVALUATION_MS, loop);
    };
    return {
      instance: undefined,
      start: loop,
      stop() {
        stopped = true;
        cancel?.();
      },
    };
  },
});

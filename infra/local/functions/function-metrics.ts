import { createRecorders } from '../metrics/recorders.ts';
import type { MetricStore } from '../metrics/store.ts';

/** Records the metrics of functions, by physical name. */
export interface FunctionMetrics {
  /** An invocation ended. Without a duration, it failed before the function ran. */
  ran(name: string, run: { readonly durationMs?: number; readonly failed: boolean }): void;
  /** Lambda rejected an invocation. It counts neither as an invocation nor as an error. */
  throttled(name: string): void;
  /** A function received a batch of a stream. Age of its last record in milliseconds. */
  receivedBatch(name: string, ageMs: number): void;
}

/** Creates the recorders of functions: one for each function, and one for the account, without a dimension. */
export const createFunctionMetrics = (store: MetricStore): FunctionMetrics => {
  const recordersOf = createRecorders(store, {
    namespace: 'AWS/Lambda',
    units: {
      Invocations: 'Count',
      Errors: 'Count',
      Throttles: 'Count',
      Duration: 'Milliseconds',
      IteratorAge: 'Milliseconds',
    },
    dimensionsOf: (FunctionName) => [{ FunctionName }, {}],
  });
  return {
    ran(name, { durationMs, failed }) {
      for (const metrics of recordersOf(name)) {
        metrics.Invocations.add(1);
        metrics.Errors.add(failed ? 1 : 0);
        metrics.Throttles.add(0);
        if (durationMs !== undefined) metrics.Duration.add(durationMs);
      }
    },
    throttled(name) {
      for (const metrics of recordersOf(name)) metrics.Throttles.add(1);
    },
    receivedBatch(name, ageMs) {
      for (const metrics of recordersOf(name)) metrics.IteratorAge.add(ageMs);
    },
  };
};

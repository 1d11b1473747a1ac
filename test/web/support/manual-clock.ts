import type { Clock } from '../../../web/src/lib/clock.ts';

/** A clock that advances only when the test says so. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** Creates a clock that starts at zero. */
export const createManualClock = (): ManualClock => {
  let time = 0;
  const tasks = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => time,
    after: (ms, run) => {
      const task = { at: time + ms, run };
      tasks.add(task);
      return () => tasks.delete(task);
    },
    advance: (ms) => {
      const end = time + ms;
      for (;;) {
        const next = [...tasks].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        tasks.delete(next);
        time = next.at;
        next.run();
      }
      time = end;
    },
  };
};

/**
 * The time of the local cloud. Engines take a clock, so that tests replay leases, expirations and schedules in
 * milliseconds.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A clock that only advances on request. Due tasks run in time order. */
export interface ManualClock extends Clock {
  advance(ms: number): Promise<void>;
}

export const createManualClock = (start = Date.UTC(2026, 0, 1)): ManualClock => {
  let now = start;
  let tasks: { at: number; task: () => void }[] = [];
  return {
    now: () => now,
    after(delayMs, task) {
      const entry = { at: now + delayMs, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((other) => other !== entry);
      };
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        tasks = tasks.filter((entry) => entry !== due);
        now = Math.max(now, due.at);
        due.task();
        await new Promise((resolve) => setImmediate(resolve));
      }
      now = end;
    },
  };
};

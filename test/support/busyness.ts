/** How often the machine is sampled, and for how much processor time, in milliseconds. */
const SAMPLE_EVERY_MS = 200;
const SAMPLE_MS = 15;

/** How much busier than a quiet machine tests assume one to be. Beyond it, a limit of time could not fail any more. */
export const BUSIEST = 10;

/** Processor time that this process has used, in milliseconds. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Measures how busy the machine is. */
export interface BusyMeter {
  /**
   * Stops measuring. Returns how many times longer work took than it would have with the machine to itself: from 1 on a
   * quiet machine to `BUSIEST`.
   */
  stop(): number;
}

/**
 * Starts measuring how busy the machine is: repeats a computation, and compares how long it takes with the processor
 * time that it needs. Limits of time hold for a quiet machine, so tests divide what they measured by the result.
 */
export const startBusyMeter = (): BusyMeter => {
  let elapsed = 0;
  let used = 0;
  const sample = (): void => {
    const [from, began] = [processorTime(), performance.now()];
    while (processorTime() - from < SAMPLE_MS);
    used += processorTime() - from;
    elapsed += performance.now() - began;
  };
  sample();
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      sample();
      return Math.min(BUSIEST, Math.max(1, elapsed / used));
    },
  };
};

/** How often the machine is sampled, and for how much processor time, in milliseconds. */
const SAMPLE_EVERY_MS = 200;
const SAMPLE_MS = 15;

/** Processor time that this process has used, in milliseconds. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Measures how busy the machine is. */
export interface BusyMeter {
  /**
   * Stops measuring. Returns how many times longer work took than it would have with the machine to itself: 1 on a
   * quiet machine.
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
      return Math.max(1, elapsed / used);
    },
  };
};

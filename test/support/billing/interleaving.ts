import { setImmediate } from 'node:timers/promises';
import type { Gate } from './memory-store.ts';

/** Lets tasks run in a random order of their steps: each waits at every gate until it is chosen. */
export const createInterleaving = (random: () => number) => {
  const waiting: (() => void)[] = [];
  const gate: Gate = () => new Promise((resume) => void waiting.push(resume));
  /** Starts the tasks one after the other at random times, and runs all to their end. */
  const run = async (tasks: readonly (() => Promise<unknown>)[]): Promise<void> => {
    const running: Promise<unknown>[] = [];
    let started = 0;
    while (started < tasks.length || waiting.length > 0) {
      const choice = Math.floor(random() * (waiting.length + (started < tasks.length ? 1 : 0)));
      const [resume] = waiting.splice(choice, 1);
      if (resume) resume();
      else {
        const task = tasks[started];
        started += 1;
        if (task) running.push(task());
      }
      // Lets the chosen task run to its next gate.
      await setImmediate();
    }
    await Promise.all(running);
  };
  return { gate, run };
};

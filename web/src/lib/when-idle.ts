/** Milliseconds to wait in browsers without idle callbacks. */
const WAIT_MS = 500;
/** Milliseconds after which the task runs even if the page is never idle. */
const LONGEST_MS = 2_000;

/** Runs `task` when the page is idle. Returns a function that cancels it. */
export const whenIdle = (task: () => void): (() => void) => {
  if ('requestIdleCallback' in globalThis) {
    const callback = requestIdleCallback(task, { timeout: LONGEST_MS });
    return () => cancelIdleCallback(callback);
  }
  const timer = setTimeout(task, WAIT_MS);
  return () => clearTimeout(timer);
};

/** Milliseconds to wait in browsers that do not tell when they are idle. */
const WAIT_MS = 500;
/** Milliseconds after which a page that never rests does it all the same: a busy computer has no idle moment. */
const LONGEST_MS = 2_000;

/** Does something once the page has nothing else to do. Answers how to call it off. */
export const whenIdle = (task: () => void): (() => void) => {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(task, { timeout: LONGEST_MS });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(task, WAIT_MS);
  return () => clearTimeout(timer);
};

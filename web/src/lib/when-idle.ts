/** Milliseconds to wait in browsers that do not tell when they are idle. */
const WAIT_MS = 500;

/** Does something once the page has nothing else to do. Answers how to call it off. */
export const whenIdle = (task: () => void): (() => void) => {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(task);
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(task, WAIT_MS);
  return () => clearTimeout(timer);
};

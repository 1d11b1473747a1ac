// Runs before the first paint; everything else of the page arrives later.

const storedOf = (open, key) => {
  try {
    return open().getItem(key);
  } catch {
    // Storage is blocked.
    return null;
  }
};

/** Applies the chosen theme, so that the page never appears in the wrong one. */
const applyTheme = () => {
  const choice = storedOf(() => localStorage, 'soundstage.theme');
  const isDark = choice === 'dark' || (choice !== 'light' && !matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
};

/** Counts failed loads of this tab in a row. */
const FAILURES = 'soundstage.load-failures';
const FIRST_PAUSE_MS = 4_000;
const LONGEST_PAUSE_MS = 60_000;

/** Reloads the page, later after each failure, when the application itself could not be downloaded. */
const reloadAfterFailure = () => {
  const isNeeded = ({ target }) =>
    (target instanceof HTMLScriptElement && target.type === 'module') ||
    (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
  let isWaiting = false;
  const onError = (event) => {
    if (isWaiting || !isNeeded(event)) return;
    isWaiting = true;
    const failures = Number(storedOf(() => sessionStorage, FAILURES) ?? 0);
    try {
      sessionStorage.setItem(FAILURES, String(failures + 1));
    } catch {
      // Storage is blocked: every pause is the first one.
    }
    const status = document.getElementById('start-status');
    if (status) status.textContent = "This page can't be downloaded. Trying again soon...";
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    const reload = () => location.reload();
    // Random, so that the visitors of a site that failed do not all return at the same moment.
    // Offline, the browser would replace the page by its own error page, which does not reload.
    setTimeout(() => navigator.onLine && reload(), pause * (0.5 + Math.random() / 2));
    addEventListener('online', reload);
  };
  addEventListener('error', onError, true);
  addEventListener('load', () => {
    if (isWaiting) return;
    try {
      sessionStorage.removeItem(FAILURES);
    } catch {
      // Storage is blocked.
    }
  });
};

applyTheme();
reloadAfterFailure();

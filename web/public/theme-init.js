// Runs before the first paint, so that the page never appears in the wrong theme.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('soundstage.theme');
  } catch {
    // Storage is blocked: use the system setting.
  }
  const dark = choice === 'dark' || (choice !== 'light' && !matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();

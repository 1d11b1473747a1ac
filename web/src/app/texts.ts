/** Texts of the error screens and the not-found screen. */
export const appTexts = {
  loading: 'Loading...',
  notFoundTitle: 'Oops! Page not found',
  notFoundText: "This page doesn't exist. Check the address, or go to the home page.",
  goHome: 'Go Home',
  errorTitle: 'Unexpected Application Error!',
  errorText: 'Something went wrong on this page. Try reloading it.',
  offlineTitle: "You're offline",
  offlineText: "This page will load when you're back online.",
  offlineBanner: "You're offline. Some things won't load.",
  reload: 'Reload page',
  configTitle: "Soundstage can't start",
  configText:
    'The configuration file (/config.json) is missing or invalid. If you run this site, deploy it again to fix this.',
  unavailableText: "The server can't be reached. This page will load when it is back.",
} as const;

/** Texts of the screens around the product: errors and the unknown address. */
export const appTexts = {
  loading: 'Loading...',
  notFoundTitle: 'Oops! Page not found',
  notFoundText: 'Nothing lies at this address.',
  goHome: 'Go Home',
  errorTitle: 'Unexpected Application Error!',
  errorText: 'Something on this page went wrong. Your data is safe; reloading usually helps.',
  offlineTitle: 'You are offline',
  offlineText: 'This page opens as soon as there is a connection.',
  reload: 'Reload the page',
  configTitle: 'Soundstage cannot start',
  configText:
    'The configuration of this site (/config.json) is missing or not valid. Whoever runs the site can mend it by deploying again.',
} as const;

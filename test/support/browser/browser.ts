import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { findChromium } from './chromium.ts';
import { watchPages } from './open-pages.ts';

/** Removes the blurs of a page, in a style sheet that its content security policy does not concern. */
const removeBlurs = (): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after, ::backdrop { backdrop-filter: none !important; filter: none !important; }');
  document.adoptedStyleSheets.push(sheet);
};

/** Lets the application believe that its user saves data, so that it downloads nothing in advance. */
const saveData = (): void => {
  const { connection } = navigator as { readonly connection?: object };
  if (connection) Object.defineProperty(connection, 'saveData', { value: true });
};

/** Options of a browser context whose pages move and download in advance, as they do for most users. */
export const asForUsers: BrowserContextOptions = { reducedMotion: 'no-preference' };

/**
 * Opens pages of users who asked for reduced motion and who save data: without a graphics card, motion and blurs take
 * most of the time to draw a page, and what a page of a listener downloads in advance is more than all that it shows.
 * Contexts with `asForUsers` have both, but no blurs.
 */
const withCalmPages = (browser: Browser): Browser => {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options = {}) => {
    const context = await open({ reducedMotion: 'reduce', ...options });
    await context.addInitScript(removeBlurs);
    if (options.reducedMotion !== asForUsers.reducedMotion) await context.addInitScript(saveData);
    return context;
  };
  return browser;
};

/**
 * Starts a headless Chromium that plays H.264 and AAC: the one of `findChromium`. Web security stays on, so CORS,
 * cookies and the content security policy apply as in a real visit. `complete` pages are as users have them, the others
 * as `withCalmPages` says.
 */
export const launchBrowser = async ({ complete = false }: { readonly complete?: boolean } = {}): Promise<Browser> => {
  const { executablePath, libraryPath } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    env: { ...process.env, ...(libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {}) } as Record<string, string>,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--mute-audio',
    ],
  });
  return complete ? watchPages(browser) : withCalmPages(watchPages(browser));
};

/** The cookie of a device, by which the server recognizes it. A user has one session on it at a time. */
export const deviceCookie = {
  name: '__Host-device',
  value: 'tests-on-this-computer',
  domain: 'localhost',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: true,
  sameSite: 'Strict',
} as const;

/**
 * Options of a browser context in which tests can intercept every request: a service worker would answer some. All
 * contexts are the same device: those of a new one would ask on the other pages whether it is the user's.
 */
export const withoutWorker: BrowserContextOptions = {
  serviceWorkers: 'block',
  storageState: { cookies: [deviceCookie], origins: [] },
};

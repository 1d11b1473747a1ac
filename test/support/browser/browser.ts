import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { repositoryRoot } from '../source-tree.ts';
import { watchPages } from './open-pages.ts';

/** Removes the blurs of a page, in a style sheet that its content security policy does not concern. */
const removeBlurs = (): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after, ::backdrop { backdrop-filter: none !important; filter: none !important; }');
  document.adoptedStyleSheets.push(sheet);
};

/** Removes the blurs of all pages. */
const withoutBlurs = (browser: Browser): Browser => {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await context.addInitScript(removeBlurs);
    return context;
  };
  return browser;
};

/**
 * Starts a headless Chromium that plays H.264 and AAC: the one at `CHROME_PATH`, otherwise the one that npm installed
 * (Linux x64 only). Web security stays on, so CORS, cookies and the content security policy apply as in a real visit.
 * Pages have no blurs, unless someone looks at them: without a graphics card, these take most of the time to draw one.
 */
export const launchBrowser = async ({ blurs = false }: { readonly blurs?: boolean } = {}): Promise<Browser> => {
  const { executablePath, libraryPath } = process.env['CHROME_PATH']
    ? { executablePath: process.env['CHROME_PATH'], libraryPath: null }
    : await carriedChromium();
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
  return blurs ? watchPages(browser) : withoutBlurs(watchPages(browser));
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

const carriedChromium = async (): Promise<{ executablePath: string; libraryPath: string | null }> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(repositoryRoot, 'test', 'support', 'browser', 'unpack-chromium.mjs'),
  ]);
  return JSON.parse(stdout) as { executablePath: string; libraryPath: string | null };
};

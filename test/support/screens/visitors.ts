import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { withoutWorker } from '../browser/browser.ts';
import { demoCredentials, type Credentials, type DemoAccount } from '../browser/page.ts';
import { decideConsent, withSession } from '../browser/stored-session.ts';

/** Who opens a screen. */
export type Who = 'visitor' | 'listener' | 'admin';

type StorageState = BrowserContextOptions['storageState'];

/**
 * Opens pages for users. Each signs in once. `credentialsOf` says who they are, by default the demo accounts.
 */
export const openVisitors = (
  browser: Browser,
  url: string,
  credentialsOf: (account: DemoAccount) => Credentials | Promise<Credentials> = demoCredentials,
) => {
  const sessions = new Map<Who, Promise<StorageState>>();
  const contexts = new Map<string, Promise<BrowserContext>>();
  const createSession = async (who: DemoAccount): Promise<StorageState> => {
    const credentials = await credentialsOf(who);
    await decideConsent(url, credentials);
    return (await withSession(url, credentials)).storageState;
  };
  const sessionOf = (who: Who): Promise<StorageState> | undefined => {
    if (who === 'visitor') return undefined;
    const known = sessions.get(who) ?? createSession(who);
    sessions.set(who, known);
    return known;
  };
  const newContext = async (who: Who, options: BrowserContextOptions): Promise<BrowserContext> => {
    const storageState = await sessionOf(who);
    return browser.newContext({ ...withoutWorker, ...options, ...(storageState ? { storageState } : {}) });
  };
  const sharedContext = (who: Who, options: BrowserContextOptions, device: number): Promise<BrowserContext> => {
    const key = JSON.stringify([who, options, device]);
    const known = contexts.get(key) ?? newContext(who, options);
    contexts.set(key, known);
    return known;
  };
  return {
    /**
     * A new page of that user. Pages with the same options share a browser context by the number of their device,
     * because a page that plays pauses the others of its context. `new`: in a context of its own, with nothing stored
     * but the session.
     */
    async open(who: Who, options: BrowserContextOptions = {}, device: number | 'new' = 0): Promise<Page> {
      const context = await (device === 'new' ? newContext(who, options) : sharedContext(who, options, device));
      const page = await context.newPage();
      if (device === 'new') page.once('close', () => void context.close().catch(() => undefined));
      return page;
    },
  };
};

export type Visitors = ReturnType<typeof openVisitors>;

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openApi, type Api } from '../api.ts';
import { launchBrowser, withoutWorker } from '../browser/browser.ts';
import { startLocalStack, type LocalStack } from './local-stack.ts';
import { sharedStack } from './shared-stack.ts';
import { openOperator, type Operator } from './operator.ts';
import { answerConsentWhenAsked, type Credentials, type DemoAccount } from '../browser/page.ts';
import { decideConsent, withSession } from '../browser/stored-session.ts';
import { openAccounts, type Accounts } from './sign-in.ts';

/** A running product, a browser, and clients that bypass the user interface. */
export interface Site {
  readonly url: string;
  readonly stack: LocalStack;
  readonly browser: Browser;
  readonly operator: Operator;
  readonly accounts: Accounts;
  readonly api: Api;
  /** Errors thrown by scripts on its pages. */
  readonly problems: string[];
  /** Opens a page in a new browser context, or in the one given. It answers the consent dialog. */
  openPage(where?: BrowserContextOptions | BrowserContext): Promise<Page>;
  /**
   * Opens a page in a new browser context in which a user is signed in, who has decided about consent. It shows nothing
   * yet.
   */
  signedIn(user: DemoAccount | Credentials, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

const isContext = (where: BrowserContextOptions | BrowserContext): where is BrowserContext => 'newPage' in where;

/** Starts a stack and a browser for the tests of one file. Most files can use `openSharedSite`. */
export const openSite = (options: Parameters<typeof startLocalStack>[0] = {}): Promise<Site> =>
  siteOf(startLocalStack(options));

/**
 * Opens the stack that test files share, with a browser, and with users of this file: see `sharedStack` for what its
 * tests may do.
 */
export const openSharedSite = (): Promise<Site> => siteOf(sharedStack());

const siteOf = async (starting: Promise<LocalStack>): Promise<Site> => {
  const [started, launched] = await Promise.allSettled([starting, launchBrowser()]);
  const end = async (): Promise<void> => {
    if (launched.status === 'fulfilled') await launched.value.close();
    if (started.status === 'fulfilled') await started.value.stop();
  };
  if (started.status === 'rejected' || launched.status === 'rejected') {
    await end();
    throw (
      [started, launched].flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))[0] ??
      new Error('The site did not start')
    );
  }
  const [stack, browser] = [started.value, launched.value];
  const { url } = stack;
  const [operator, api, accounts] = [openOperator(stack), openApi(url), await openAccounts(stack)];
  const problems: string[] = [];
  const openPage = async (where: BrowserContextOptions | BrowserContext = {}): Promise<Page> => {
    const page = await (isContext(where) ? where : await browser.newContext({ ...withoutWorker, ...where })).newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await answerConsentWhenAsked(page);
    return page;
  };
  const decisions = new Map<string, Promise<void>>();
  const haveDecided = (credentials: Credentials): Promise<void> => {
    const { email } = credentials;
    const decision = decisions.get(email) ?? decideConsent(url, credentials);
    decisions.set(email, decision);
    return decision;
  };
  return {
    url,
    stack,
    browser,
    operator,
    accounts,
    api,
    problems,
    openPage,
    async signedIn(user, context = {}) {
      const credentials = typeof user === 'string' ? await accounts.credentials(user) : user;
      // At a shared stack, the users of this file have decided.
      if (typeof user !== 'string' || !stack.isShared) await haveDecided(credentials);
      return openPage(await withSession(url, credentials, context));
    },
    async close() {
      for (const each of [operator, accounts, api]) each.close();
      await end();
    },
  };
};

import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { repositoryRoot } from '../source-tree.ts';

/** How long a step on a page may take on a quiet machine, in milliseconds. */
const QUIET_MS = 20_000;
/** How many times longer it may take at most where other programs run. */
const BUSIEST = 6;

/** The time limit of a step on a page, in milliseconds: in proportion to the programs that wait for a processor. */
const patience = (): number => {
  const [load = 0] = loadavg();
  return QUIET_MS * Math.min(BUSIEST, Math.max(1, load / availableParallelism()));
};

/** How long capturing a page may take, in milliseconds. */
const CAPTURE_MS = 5000;
/** Lines of a screen that are printed. The whole screen is in a file. */
const PRINTED_LINES = 40;
const folder = join(repositoryRoot, '.build', 'test-results', 'screens');

const openPages = new Set<Page>();

const fileNameOf = (text: string): string => text.replaceAll(/[^\w]+/g, '-').slice(0, 80);

/** Writes what a page shows to `.build/test-results/screens`, and prints the beginning. `number`: of several pages. */
export const showPage = async (page: Page, failed: string, number = 1): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${fileNameOf(failed)}-${number}`);
  try {
    const tree = await page.locator('body').ariaSnapshot({ timeout: CAPTURE_MS });
    const { pathname } = new URL(page.url());
    writeFileSync(`${path}.txt`, `${pathname}\n${tree}\n`);
    await page.screenshot({ path: `${path}.png`, timeout: CAPTURE_MS });
    const shown = tree.split('\n').slice(0, PRINTED_LINES).join('\n');
    console.error(`When “${failed}” failed, page ${number} (${pathname}) showed, see ${path}.png:\n${shown}`);
  } catch (error) {
    console.error(`Page ${number} could not be captured: ${String(error).split('\n')[0]}`);
  }
};

/** Shows every open page. */
const showOpenPages = async (testName: string): Promise<void> => {
  for (const [index, page] of [...openPages].entries()) await showPage(page, testName, index + 1);
};

/** Called by the environment of browser tests when a test has failed, before its pages close. */
(globalThis as { soundstageTestFailed?: typeof showOpenPages }).soundstageTestFailed = showOpenPages;

/** Limits the steps on all pages of a browser, and captures the pages when a test fails. */
export const watchPages = (browser: Browser): Browser => {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(patience());
    context.on('page', (page) => {
      openPages.add(page);
      page.on('close', () => openPages.delete(page));
    });
    context.on('close', () => {
      for (const page of context.pages()) openPages.delete(page);
    });
    return context;
  };
  browser.on('disconnected', () => openPages.clear());
  return browser;
};

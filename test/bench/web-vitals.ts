import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser/browser.ts';
import type { LocalStack } from '../support/stack/local-stack.ts';
import { openVisitors, type Who } from '../support/screens/visitors.ts';
import { atMost, median, type Row } from './report.ts';

const GROUP = 'Web, throttled';
/** A slow connection (1.6 Mbit/s down, 750 kbit/s up, 150 ms) and a processor four times slower. */
const CONNECTION = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
/** Targets: largest contentful paint, layout shift, blocking time, and the shift when skeletons are replaced. */
const TARGETS = { lcpMs: 2500, cls: 0.05, tbtMs: 200, skeletonCls: 0.02 } as const;
const LOADS = 3;
/** A task that blocks the page for longer is a long task. Only the time beyond this counts as blocking. */
const LONG_TASK_MS = 50;
/** The page is idle when nothing has happened for this long. */
const QUIET_MS = 1000;

/** Web vitals of one page load. */
interface Load {
  readonly lcp: number;
  readonly lcpOf: string;
  readonly cls: number;
  readonly tbt: number;
  /** Requests until the largest paint. */
  readonly requests: number;
}

interface Vitals {
  lcp: number;
  lcpOf: string;
  cls: number;
  tbt: number;
  last: number;
}

/** Records paints, layout shifts and long tasks from the start of the load. */
const watch = (page: Page): Promise<unknown> =>
  page.addInitScript((longTask) => {
    const vitals: Vitals = { lcp: 0, lcpOf: '', cls: 0, tbt: 0, last: 0 };
    Object.assign(globalThis, { vitals });
    const observe = (type: string, record: (entry: PerformanceEntry) => void): void => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          record(entry);
          vitals.last = performance.now();
        }
      }).observe({ type, buffered: true });
    };
    observe('largest-contentful-paint', (entry) => {
      vitals.lcp = entry.startTime;
      vitals.lcpOf = ((entry as unknown as { element?: Element }).element?.tagName ?? '').toLowerCase();
    });
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) vitals.cls += value;
    });
    observe('longtask', (entry) => (vitals.tbt += Math.max(0, entry.duration - longTask)));
  }, LONG_TASK_MS);

/** Loads an address as a first visit, on a slow network and processor, and waits until the page is idle. */
const load = async (page: Page, address: string): Promise<Load> => {
  await watch(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', CONNECTION);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(address, { waitUntil: 'networkidle', timeout: 60_000 });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(
    (quiet) =>
      performance.now() -
        Math.max(
          (globalThis as unknown as { vitals: Vitals }).vitals.last,
          performance.timing.loadEventEnd - performance.timing.navigationStart,
        ) >
      quiet,
    QUIET_MS,
  );
  const { requests, ...found } = await page.evaluate(() => {
    const { vitals } = globalThis as unknown as { vitals: Vitals };
    return {
      ...vitals,
      requests: performance.getEntriesByType('resource').filter(({ startTime }) => startTime < vitals.lcp).length,
    };
  });
  return { ...found, requests };
};

const loads = async (browser: Browser, url: string, who: Who, path: string): Promise<readonly Load[]> => {
  const all: Load[] = [];
  for (let at = 0; at < LOADS; at += 1) {
    const page = await openVisitors(browser, url).open(who, { viewport: { width: 1280, height: 800 } });
    all.push(await load(page, url + path));
    await page.context().close();
  }
  return all;
};

/** Loads the landing page and the streaming screen as first visits over a slow connection with a slow processor. */
export const measureVitals = async (
  stack: LocalStack,
  onStop: (stop: () => unknown) => void,
): Promise<readonly Row[]> => {
  const browser = await launchBrowser({ complete: true });
  onStop(() => browser.close());
  try {
    const front = await loads(browser, stack.url, 'visitor', '/');
    const streaming = await loads(browser, stack.url, 'listener', '/streaming');
    const of = (list: readonly Load[], name: 'lcp' | 'cls' | 'tbt' | 'requests'): number =>
      median(list.map((one) => one[name]));
    const note =
      `median of ${LOADS} first visits at 1.6 Mbit/s and 150 ms latency, ` +
      `on a processor slowed down ${CPU_SLOWDOWN} times`;
    return [
      {
        group: GROUP,
        measure: 'largest contentful paint of /',
        figure: of(front, 'lcp'),
        unit: 'ms',
        target: atMost(TARGETS.lcpMs),
        note: `${note}; the element is <${front[0]?.lcpOf ?? ''}>`,
      },
      { group: GROUP, measure: 'layout shift of /', figure: of(front, 'cls'), unit: '', target: atMost(TARGETS.cls) },
      {
        group: GROUP,
        measure: 'total blocking time of /',
        figure: of(front, 'tbt'),
        unit: 'ms',
        target: atMost(TARGETS.tbtMs),
        note: 'depends on the load of this machine',
      },
      {
        group: GROUP,
        measure: 'requests before the largest contentful paint of /',
        figure: of(front, 'requests'),
        unit: '',
      },
      { group: GROUP, measure: 'largest contentful paint of /streaming', figure: of(streaming, 'lcp'), unit: 'ms' },
      {
        group: GROUP,
        measure: 'layout shift of /streaming, skeleton to cards',
        figure: of(streaming, 'cls'),
        unit: '',
        target: atMost(TARGETS.skeletonCls),
      },
    ];
  } finally {
    await browser.close();
  }
};

import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { demoAccounts, demoPassword } from '../../bin/demo.ts';
import { endpoints } from '../../lambdas/contract/index.ts';
import { launchBrowser, withoutWorker } from '../support/browser/browser.ts';
import type { LocalStack } from '../support/stack/local-stack.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { atMost, median, type Row } from './report.ts';

const GROUP = 'Playback start';
/** Targets: round trips until the first frame, and how much longer than a single file it may take. */
const ROUND_TRIPS = 3;
const FIRST_FRAME_RATIO = 1.5;
/** A slow connection: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const CONNECTION = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const PLAYS = 3;
/** A title of the demo catalog, and its source file. */
const TITLE = 'Glass Lotus';
const FILE = join(repositoryRoot, 'bin', 'demo', 'media', 'glass-lotus.mp4');

/** A request that the first frame waited for. Times are milliseconds since the epoch. */
interface Trip {
  readonly name: string;
  /**
   * When the request was sent, not when the page issued it: a browser opens six connections to an HTTP/1.1 server,
   * which the local one is, and a seventh request waits.
   */
  readonly from: number;
  /** When the response was complete, or when its first bytes arrived if the frame was shown before its last byte. */
  readonly to: number;
}

interface Play {
  /** Milliseconds from the click to the first frame. */
  readonly firstFrame: number;
  /** The longest chain of requests in which each began after the one before it had ended. */
  readonly chain: readonly Trip[];
}

/** Serves a page and a video file with range requests, like any web server. */
const servePlain = async (): Promise<Server> => {
  const { size } = statSync(FILE);
  const server = createServer((request, response) => {
    if (request.url !== '/film.mp4') {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Plain</title><button>Play</button>');
      return;
    }
    const [, first = '0', last = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
    const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)];
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': end - start + 1,
    });
    createReadStream(FILE, { start, end }).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
};

/** Records in the page when a button is clicked and when a video then shows its first frame. */
const watchForFrame = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times: { pressed?: number; shown?: number } = {};
    Object.assign(globalThis, { benchTimes: times });
    const now = (): number => performance.timeOrigin + performance.now();
    document.addEventListener('click', () => (times.pressed ??= now()), { capture: true });
    const waitForVideo = (): void => {
      const video = document.querySelector('video');
      if (times.pressed === undefined || !video) requestAnimationFrame(waitForVideo);
      else video.requestVideoFrameCallback(() => (times.shown = now()));
    };
    waitForVideo();
  });

const readTimes = async (page: Page): Promise<{ readonly pressed: number; readonly shown: number }> => {
  const handle = await page.waitForFunction(() => {
    const { pressed, shown } = (globalThis as unknown as { benchTimes: { pressed?: number; shown?: number } })
      .benchTimes;
    return pressed !== undefined && shown !== undefined ? { pressed, shown } : undefined;
  });
  return (await handle.jsonValue()) as { pressed: number; shown: number };
};

const slowDown = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', CONNECTION);
};

const longestChain = (trips: readonly Trip[]): readonly Trip[] => {
  const chain: Trip[] = [];
  for (const trip of [...trips].sort((a, b) => a.to - b.to)) if (trip.from >= (chain.at(-1)?.to ?? 0)) chain.push(trip);
  return chain;
};

/**
 * Whether playback waits for a request: the player's scripts, the media URL and the media. Pictures and updates of the
 * history do not count.
 */
const delaysPlayback = (request: Request): boolean => {
  const { pathname } = new URL(request.url());
  return (
    request.resourceType() === 'script' ||
    pathname.endsWith(endpoints['playback.get-media-url'].path) ||
    pathname.startsWith('/media/')
  );
};

/** The trip of a request, if its response began between the click and the first frame. */
const tripOf = (
  request: Request,
  { pressed, shown }: { readonly pressed: number; readonly shown: number },
): readonly Trip[] => {
  const { startTime, requestStart, responseStart, responseEnd } = request.timing();
  const [from, answered, complete] = [
    startTime + Math.max(0, requestStart),
    startTime + responseStart,
    startTime + responseEnd,
  ];
  if (responseStart < 0 || answered < pressed || answered > shown) return [];
  const { pathname } = new URL(request.url());
  return [{ name: pathname.split('/').at(-1) ?? pathname, from, to: complete > shown ? answered : complete }];
};

const playInProduct = async (browser: Browser, url: string): Promise<Play> => {
  const context = await browser.newContext(withoutWorker);
  try {
    const page = await context.newPage();
    await page.goto(`${url}/auth`);
    await page.getByLabel('Email', { exact: true }).fill(demoAccounts.listener.email);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname !== '/auth');
    await page.goto(`${url}/streaming`);
    const button = page.getByRole('button', { name: `Play ${TITLE}` }).first();
    await button.waitFor();
    await page.waitForLoadState('networkidle');
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await watchForFrame(page);
    await slowDown(page);
    await button.click();
    const times = await readTimes(page);
    const waitedFor = requests.filter(delaysPlayback);
    await Promise.all(waitedFor.map(async (request) => (await request.response())?.finished()));
    return {
      firstFrame: times.shown - times.pressed,
      chain: longestChain(waitedFor.flatMap((request) => tripOf(request, times))),
    };
  } finally {
    await context.close();
  }
};

const playPlain = async (browser: Browser, url: string): Promise<number> => {
  const context = await browser.newContext(withoutWorker);
  try {
    const page = await context.newPage();
    await page.goto(url);
    await watchForFrame(page);
    await slowDown(page);
    await page.evaluate(() => {
      document.querySelector('button')?.addEventListener('click', () => {
        const video = document.createElement('video');
        video.src = '/film.mp4';
        document.body.append(video);
        void video.play();
      });
    });
    await page.getByRole('button').click();
    const { pressed, shown } = await readTimes(page);
    return shown - pressed;
  } finally {
    await context.close();
  }
};

/**
 * Plays a title of the demo catalog and the same film as a plain video, alternately, over a slow connection. Each play
 * is a first visit.
 */
export const measurePlayback = async (
  stack: LocalStack,
  onStop: (stop: () => unknown) => void,
): Promise<readonly Row[]> => {
  const plain = await servePlain();
  const closePlain = (): void => {
    plain.closeAllConnections();
    plain.close();
  };
  onStop(closePlain);
  const browser = await launchBrowser({ complete: true });
  onStop(() => browser.close());
  try {
    const ours: Play[] = [];
    const control: number[] = [];
    for (let play = 0; play < PLAYS; play += 1) {
      ours.push(await playInProduct(browser, stack.url));
      control.push(await playPlain(browser, `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`));
    }
    const [worst] = [...ours].sort((a, b) => b.chain.length - a.chain.length);
    const times = { ours: median(ours.map(({ firstFrame }) => firstFrame)), plain: median(control) };
    return [
      {
        group: GROUP,
        measure: 'serial round trips to the first frame',
        figure: worst?.chain.length ?? 0,
        unit: '',
        target: atMost(ROUND_TRIPS),
        note: `${worst?.chain.map(({ name }) => name).join(', then ')}; maximum of ${PLAYS} plays`,
      },
      {
        group: GROUP,
        measure: 'first frame, relative to a plain <video src>',
        figure: times.ours / times.plain,
        unit: '×',
        target: atMost(FIRST_FRAME_RATIO),
        note:
          `${Math.round(times.ours)} ms, plain video ${Math.round(times.plain)} ms, at 1.6 Mbit/s and ` +
          `${CONNECTION.latency} ms latency, median of ${PLAYS}`,
      },
    ];
  } finally {
    await browser.close();
    closePlain();
  }
};

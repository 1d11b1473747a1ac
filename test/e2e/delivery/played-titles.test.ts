import type { Page } from 'playwright-core';
import type { PlayMeasures } from '../../../lambdas/contract/delivery/quality.ts';
import { deliveryOf, titleDayEntity } from '../../../lambdas/data/delivery/delivery-entities.ts';
import { currentNotice } from '../../../lambdas/domain/privacy/notice.ts';
import { makeMedia } from '../../support/media/tiny-film.ts';
import { play } from '../../support/screens/listener-visits.ts';
import { openConsole } from '../../support/stack/console.ts';
import { waitFor } from '../../support/stack/local-stack.ts';
import { openSession } from '../../support/stack/session.ts';
import { openSharedSite, type Site } from '../../support/stack/site.ts';
import { openUploads } from '../../support/worlds/uploading.ts';

const TITLES = ['Film that stalls', 'Film that does not'] as const;

let site: Site;
let page: Page;
let ids: readonly string[];

beforeAll(async () => {
  site = await openSharedSite();
  const uploads = openUploads(site.api, (await site.accounts.demo('admin')).token);
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=5:d=20', '-f', 'lavfi', '-i', 'sine=d=20:r=44100'];
  const args = [...sources, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const make = (title: string) => uploads.make(title, 'film.mp4', makeMedia('film.mp4', args), 'video');
  ids = [await make(TITLES[0]), await make(TITLES[1])];
  for (const id of ids) await uploads.publish(id);
  page = await site.signedIn(await listener());
});
afterAll(() => site?.close());

/** A user who allows analytics. */
const listener = async () => {
  const [credentials, session] = [await site.accounts.register(), await openSession(site.url)];
  const token = await session.signIn(credentials.email, credentials.password);
  const body = { p_essential: true, p_analytics: true, p_behavioral: false, p_marketing: false, p_functional: false };
  await site.api.call(
    'privacy.record-privacy-consent',
    { body: { ...body, p_essential: true, notice_hash: currentNotice.hash } },
    token,
  );
  session.close();
  return credentials;
};

/** What the page received of each title, as the browser counts it. */
const countReceived = async () => {
  const received = new Map(ids.map((id) => [id, { requests: 0, bytes: 0, hits: 0, misses: 0 }]));
  const open = new Map<string, { readonly id: string; readonly cache: string }>();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  // Each request reaches the distribution.
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  network.on('Network.responseReceived', ({ requestId, response: { url, headers } }) => {
    const id = /^\/(?:media|posters)\/(cnt_[^/]+)\//.exec(new URL(url).pathname)?.[1] ?? '';
    if (received.has(id)) open.set(requestId, { id, cache: headers['x-cache'] ?? '' });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = open.get(requestId);
    const sums = found && received.get(found.id);
    if (!sums) return;
    sums.requests += 1;
    sums.bytes += encodedDataLength;
    if (found.cache.startsWith('Hit')) sums.hits += 1;
    if (found.cache.startsWith('Miss')) sums.misses += 1;
  });
  return received;
};

/** Counts how often playback stops to wait for data, from the next page on. Returns what reads the number. */
const countStalls = async (): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    const stalls = { count: 0, isPlaying: false };
    Object.assign(globalThis, { stalls });
    // Events of media do not bubble.
    document.addEventListener('playing', () => void (stalls.isPlaying = true), { capture: true });
    document.addEventListener(
      'waiting',
      ({ target }) => {
        if (stalls.isPlaying && (target as HTMLMediaElement).currentTime > 0) stalls.count += 1;
        stalls.isPlaying = false;
      },
      { capture: true },
    );
  });
  return () => page.evaluate(() => (globalThis as unknown as { stalls: { count: number } }).stalls.count);
};

/** The newest report of each play about its quality. */
const collectBeats = (): ReadonlyMap<string, PlayMeasures> => {
  const beats = new Map<string, PlayMeasures>();
  page.on('request', (request) => {
    const playId = /\/api\/plays\/([^/]+)\/quality$/.exec(new URL(request.url()).pathname)?.[1];
    if (playId) beats.set(playId, (request.postDataJSON() as { readonly measures: PlayMeasures }).measures);
  });
  return beats;
};

/** Waits until the whole title is buffered, then closes the player. */
const finishPlay = async (): Promise<void> => {
  await page.waitForFunction(() => {
    const { buffered, duration } = document.querySelector('video') ?? {};
    return buffered?.length === 1 && duration !== undefined && buffered.end(0) >= duration - 0.5;
  });
  await page.keyboard.press('Escape');
  const mini = page.getByRole('region', { name: 'Mini player' });
  await mini.getByRole('button', { name: 'Close player' }).click();
  await mini.waitFor({ state: 'hidden' });
};

/** The sums of a title's days. */
const storedSums = async (id: string) => {
  const days = (await site.operator.items())
    .filter(({ pk, sk }) => pk === deliveryOf({ contentId: id }) && /^\d/.test(String(sk)))
    .map((item) => titleDayEntity.parse(item as never));
  const sum = (name: 'requests' | 'bytes' | 'hits' | 'misses') => days.reduce((all, day) => all + day[name], 0);
  return { requests: sum('requests'), bytes: sum('bytes'), hits: sum('hits'), misses: sum('misses') };
};

it("counts what a browser received of each title, and how often it stalled, as the delivery's log does", async () => {
  const beats = collectBeats();
  const received = await countReceived();
  const stallsSoFar = await countStalls();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  // From the second segment on.
  await page.route(/_0*[2-9]\.cmfv$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/streaming`);
  await play(page, TITLES[0]);
  await page.getByText('Buffering...').waitFor();
  release();
  await finishPlay();
  const first = await stallsSoFar();
  await play(page, TITLES[1]);
  await finishPlay();
  // The decoder of a busy machine stalls too.
  const second = (await stallsSoFar()) - first;

  await waitFor('a report of both plays', async () => (beats.size === 2 ? true : undefined));
  const [stalled, smooth] = [...beats.values()];
  expect([stalled?.stalls, smooth?.stalls]).toEqual([first, second]);
  expect(first).toBeGreaterThan(second);
  expect(stalled?.stalled_ms).toBeGreaterThan(0);

  const { post } = openConsole(site.url);
  for (const id of ids)
    await waitFor('the sums of the log', async () => {
      // Each time, because the delivery records a request a moment after the browser has received it.
      await post('delivery-log');
      return (await storedSums(id)).requests === received.get(id)?.requests ? true : undefined;
    });
  for (const id of ids) expect(await storedSums(id)).toEqual(received.get(id));
  expect(received.get(ids[0] ?? '')?.requests).toBeGreaterThan(6);
});

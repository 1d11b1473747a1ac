import type { Page } from 'playwright-core';
import type { PlaybackPosition } from '../../../lambdas/contract/listening/playback-positions.ts';
import { waitLongForPositions } from '../browser/page.ts';
import { pause, play } from './listener-visits.ts';
import type { Visit } from './visit.ts';

const streaming = { route: '/streaming', who: 'listener' } as const;
const card = (page: Page, title: string) => page.getByRole('button', { name: `Play ${title}`, exact: true }).first();
const failure = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
/** Cuts the network for one loaded page. Other pages of the same browser stay online. */
const goOffline = (page: Page) =>
  page.route(
    ({ pathname }) => pathname.startsWith('/api/') || pathname.startsWith('/media/'),
    (route) => route.abort('internetdisconnected'),
  );

/**
 * Mocks a playback position of 1:05 from a phone. A stored position would affect every other visit of the title. The
 * answer waits for `release`.
 */
const mockPhonePosition = async (page: Page, contentId: string, release: Promise<void>): Promise<void> => {
  const position: PlaybackPosition = {
    content_id: contentId,
    position_seconds: 65,
    duration_seconds: 73,
    finished: false,
    version: 900_000,
    device: { id: 'another-device', label: 'Safari on iPhone' },
    updated_at: new Date().toISOString(),
  };
  await page.route(`**/api/playback-positions/${contentId}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    await release;
    return route.fulfill({ json: { position } });
  });
};

/**
 * Reloads with an empty saved queue, and waits until the player has asked for it: from then on the player is connected
 * to the account, and asks for the position of what it plays.
 */
const connectPlayer = async (page: Page): Promise<void> => {
  await page.route('**/api/queue', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { queue: null, items: [] } }) : route.fallback(),
  );
  const [response] = await Promise.all([page.waitForResponse('**/api/queue'), page.reload()]);
  await response.finished();
};

/** Screens that listeners see when a request fails, and when two devices have different playback positions. */
export const faultVisits: readonly Visit[] = [
  {
    name: 'streaming-offline',
    ...streaming,
    address: () => '/streaming',
    show: async (page, { film }) => [
      await card(page, film.title).waitFor(),
      await goOffline(page),
      await page.getByRole('tab', { name: 'Videos' }).click(),
      await failure(page),
    ],
  },
  {
    name: 'history-offline',
    route: '/history',
    who: 'listener',
    address: () => '/streaming',
    endsAt: '/history',
    show: async (page, { film }) => [
      await card(page, film.title).waitFor(),
      await goOffline(page),
      await page.getByRole('link', { name: 'Show all of your watch history' }).click(),
      await failure(page),
    ],
  },
  {
    name: 'player-failed',
    ...streaming,
    overlay: 'features/player/views/full-player.tsx#1',
    address: () => '/streaming',
    show: async (page, { film }) => [
      await card(page, film.title).waitFor(),
      await goOffline(page),
      await card(page, film.title).click(),
      await failure(page),
    ],
  },
  {
    name: 'player-failed-mini',
    ...streaming,
    address: () => '/streaming',
    show: async (page, { film }) => [
      await card(page, film.title).click(),
      await page.waitForFunction(() =>
        [...document.querySelectorAll('video')].some(({ currentTime }) => currentTime > 0.2),
      ),
      await page.keyboard.press('Escape'),
      await page.getByRole('region', { name: 'Mini player' }).waitFor(),
      await goOffline(page),
      await page.getByRole('region', { name: 'Mini player' }).getByRole('button', { name: 'Next' }).click(),
      await page.getByRole('region', { name: 'Mini player' }).getByRole('alert').waitFor(),
    ],
  },
  {
    name: 'player-premium',
    ...streaming,
    overlay: 'features/player/views/full-player.tsx#1',
    address: () => '/streaming',
    show: async (page, { film }) => {
      await page.route('**/api/functions/get-media-url', (route) =>
        route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          json: { code: 'plan_required', title: 'Your plan does not include this content' },
        }),
      );
      await card(page, film.title).click();
      await page.getByRole('alert').getByRole('link', { name: 'See plans' }).waitFor();
    },
  },
  {
    name: 'player-two-positions',
    ...streaming,
    newDevice: true,
    overlay: 'features/player/views/full-player.tsx#1',
    address: () => '/streaming',
    show: async (page, { music }) => {
      await mockPhonePosition(page, music.id, Promise.resolve());
      await waitLongForPositions(page.context());
      await connectPlayer(page);
      await card(page, music.title).click();
      await page.getByText('Resume where you left off?').waitFor();
    },
  },
  {
    name: 'player-late-position',
    ...streaming,
    newDevice: true,
    overlay: 'features/player/views/full-player.tsx#1',
    address: () => '/streaming',
    show: async (page, { music }) => {
      let answer = (): void => undefined;
      await mockPhonePosition(page, music.id, new Promise((resolve) => (answer = resolve)));
      await connectPlayer(page);
      await play(page, music.title);
      answer();
      await page.getByRole('button', { name: 'Resume at 1:05 from Safari on iPhone' }).waitFor();
      await pause(page);
    },
  },
  {
    name: 'unexpected-error',
    route: '/history',
    who: 'listener',
    address: () => '/streaming',
    endsAt: '/history',
    show: async (page, { film }) => {
      await card(page, film.title).waitFor();
      // A deployment removed the screen's file, before an idle page prefetches it.
      await page.route('**/assets/history-screen-*.js', (route) =>
        route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not Found' }),
      );
      await page.reload();
      await page.getByRole('link', { name: 'Show all of your watch history' }).click();
      await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    },
  },
];

import type { Page } from 'playwright-core';
import type { PlaybackPosition } from '../../../lambdas/contract/listening/playback-positions.ts';
import type { Visit } from './visits.ts';

const streaming = { route: '/streaming', who: 'listener' } as const;
const card = (page: Page, title: string) => page.getByRole('button', { name: `Play ${title}`, exact: true }).first();
const failure = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
/** Takes the network from a page that stands already; its browser keeps it for other pages. */
const lose = (page: Page) =>
  page.route(
    ({ pathname }) => pathname.startsWith('/api/') || pathname.startsWith('/media/'),
    (route) => route.abort('internetdisconnected'),
  );

/**
 * A telephone left a title at 1:05. Really written it would stand before every other visit of the title. `lateMs`: how
 * long the server takes to say so.
 */
const leaveElsewhere = async (page: Page, contentId: string, lateMs = 0): Promise<void> => {
  const place: PlaybackPosition = {
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
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    return route.fulfill({ json: { place } });
  });
};

/** What a listener sees when something is amiss, and when two devices say different things. */
export const faultVisits: readonly Visit[] = [
  {
    name: 'streaming-offline',
    ...streaming,
    address: () => '/streaming',
    show: async (page, { film }) => [
      await card(page, film.title).waitFor(),
      await lose(page),
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
      await lose(page),
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
      await lose(page),
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
      await lose(page),
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
    name: 'player-two-places',
    ...streaming,
    overlay: 'features/player/views/full-player.tsx#1',
    address: () => '/streaming',
    show: async (page, { music }) => [
      await leaveElsewhere(page, music.id),
      await card(page, music.title).click(),
      await page.getByText('Where do you want to go on?').waitFor(),
    ],
  },
  {
    name: 'player-late-place',
    ...streaming,
    overlay: 'features/player/views/full-player.tsx#1',
    address: () => '/streaming',
    show: async (page, { music }) => [
      await leaveElsewhere(page, music.id, 4_000),
      await card(page, music.title).click(),
      await page.getByRole('button', { name: 'Continue at 1:05 from Safari on iPhone' }).waitFor(),
    ],
  },
  {
    name: 'unexpected-error',
    route: '/history',
    who: 'listener',
    address: () => '/streaming',
    endsAt: '/history',
    show: async (page, { film }) => {
      await card(page, film.title).waitFor();
      // A deployment took the screen's file away.
      await page.route('**/assets/history-screen-*.js', (route) =>
        route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }),
      );
      await page.getByRole('link', { name: 'Show all of your watch history' }).click();
      await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    },
  },
];

import type { Page } from 'playwright-core';
import { mockActivity } from './session-visits.ts';
import type { Visit } from './visit.ts';

const streaming = { route: '/streaming', who: 'listener' } as const;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const card = (page: Page, title: string) => page.getByRole('button', { name: `Play ${title}`, exact: true }).first();

const openPlayer = async (page: Page, title: string): Promise<void> => {
  await card(page, title).click();
  await dialog(page, 'Media Player');
};

/** Opens the player on a title and waits until it plays. */
export const play = async (page: Page, title: string): Promise<void> => {
  await openPlayer(page, title);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLMediaElement>('video, audio')].some(({ currentTime }) => currentTime > 0.2),
  );
};

/**
 * Plays a title and pauses it, so that the screen stays the same however long it is open. The page pauses it itself at
 * the first progress: on a busy machine, a title of 16 seconds can end before a key or a poll pauses it, and the next
 * title plays.
 */
export const playAndPause = async (page: Page, title: string): Promise<void> => {
  await page.evaluate(() => {
    const pause = ({ target }: Event): void => {
      if (!(target instanceof HTMLMediaElement) || target.currentTime <= 0.2) return;
      target.pause();
      document.removeEventListener('timeupdate', pause, true);
    };
    document.addEventListener('timeupdate', pause, true);
  });
  await openPlayer(page, title);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLMediaElement>('video, audio')].some(
      ({ currentTime, paused }) => currentTime > 0.2 && paused,
    ),
  );
};

/** Pauses the player with its key. */
export const pause = async (page: Page): Promise<void> => {
  await page.keyboard.press('k');
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLMediaElement>('video, audio')].every(({ paused }) => paused),
  );
};

/** Screens and overlays that listeners see. */
export const listenerVisits: readonly Visit[] = [
  {
    name: 'streaming',
    ...streaming,
    address: () => '/streaming',
    show: (page, { film }) => card(page, film.title).waitFor(),
  },
  {
    name: 'streaming-search',
    ...streaming,
    address: () => '/streaming?q=prelude',
    show: (page) => page.getByRole('heading', { name: 'Search Results' }).waitFor(),
  },
  {
    name: 'streaming-speech',
    ...streaming,
    address: () => '/streaming?q=light',
    show: async (page) => {
      const section = page.getByRole('region', { name: 'In speech' });
      await section.getByText('A note is a light.', { exact: false }).waitFor();
      await section.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'streaming-no-match',
    ...streaming,
    address: () => '/streaming?q=xyzzyxyzzy',
    show: (page) => page.getByText('No content found', { exact: false }).first().waitFor(),
  },
  {
    name: 'streaming-liked',
    ...streaming,
    address: () => '/streaming?view=liked',
    show: (page) => page.getByRole('heading', { name: 'Liked Songs' }).waitFor(),
  },
  {
    name: 'streaming-playlists',
    ...streaming,
    address: () => '/streaming?view=playlists',
    show: (page, { playlistTitle }) => page.getByRole('link', { name: playlistTitle }).first().waitFor(),
  },
  {
    name: 'streaming-create-playlist',
    ...streaming,
    overlay: 'features/library/playlists/playlist-dialog.tsx#1',
    address: () => '/streaming',
    show: async (page) => [await press(page, 'Create Playlist'), await dialog(page, 'Create Playlist')],
  },
  {
    name: 'streaming-add-to-playlist',
    ...streaming,
    overlay: 'features/library/add-dialog.tsx#1',
    address: () => '/streaming',
    show: async (page, { music }) => [
      await press(page, `Add ${music.title} to a playlist`),
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor(),
    ],
  },
  {
    name: 'history',
    route: '/history',
    who: 'listener',
    address: () => '/history',
    show: (page) => page.getByRole('heading', { level: 1, name: 'Watch history' }).waitFor(),
  },
  {
    name: 'history-clear',
    route: '/history',
    who: 'listener',
    overlay: 'areas/listener/history/history-screen.tsx#1',
    address: () => '/streaming',
    endsAt: '/history',
    show: async (page, { film }) => [
      await playAndPause(page, film.title),
      await page.keyboard.press('Escape'),
      await page.getByRole('link', { name: 'Show all of your watch history' }).click(),
      await press(page, 'Clear history'),
      await page.getByRole('alertdialog').waitFor(),
    ],
  },
  {
    name: 'consent',
    ...streaming,
    overlay: 'features/privacy/consent-dialog.tsx#1',
    address: () => '/streaming',
    show: async (page) => {
      await press(page, 'Profile');
      await press(page, 'Change preferences');
      await page.getByRole('switch', { name: 'Analytics & Performance' }).waitFor();
    },
  },
  {
    name: 'profile',
    ...streaming,
    overlay: 'features/profile/profile-dialog.tsx#1',
    address: () => '/streaming',
    show: async (page) => [
      await mockActivity(page),
      await press(page, 'Profile'),
      await page.getByRole('dialog').getByLabel('Full Name').waitFor(),
      await page.getByText('Sign-in activity', { exact: true }).click(),
      await page.getByText('Network 2001:db8:1234::').waitFor(),
    ],
  },
  {
    name: 'delete-account',
    ...streaming,
    overlay: 'features/data-requests/data-section.tsx#1',
    address: () => '/streaming',
    show: async (page) => [
      await press(page, 'Profile'),
      await page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Delete my account' }).click(),
      await page.getByRole('alertdialog').waitFor(),
    ],
  },
  {
    name: 'player-film',
    ...streaming,
    overlay: 'features/player/views/full-player.tsx#1',
    address: () => '/streaming',
    show: (page, { film }) => play(page, film.title),
  },
  {
    name: 'player-music',
    ...streaming,
    overlay: 'features/player/views/full-player.tsx#1',
    address: () => '/streaming',
    show: (page, { music }) => play(page, music.title),
  },
  {
    name: 'player-captions',
    ...streaming,
    overlay: 'features/player/views/full-player.tsx#1',
    address: () => '/streaming',
    show: async (page, { film }) => {
      await playAndPause(page, film.title);
      // Captions stay on from an earlier visit.
      const captions = page.getByRole('dialog', { name: 'Media Player' }).getByRole('button', { name: 'Captions' });
      await captions.waitFor();
      if ((await captions.getAttribute('aria-pressed')) === 'false') await captions.click();
      await page.getByRole('group', { name: 'Caption text' }).waitFor();
    },
  },
  ...(['Queue', 'Settings', 'Keyboard shortcuts'] as const).map((panel): Visit => ({
    name: `player-${panel.split(' ')[0]?.toLowerCase()}`,
    ...streaming,
    overlay: 'features/player/panels/panels.tsx#1',
    address: () => '/streaming',
    show: async (page, { film }) => [
      await playAndPause(page, film.title),
      panel === 'Keyboard shortcuts' ? await page.keyboard.press('?') : await press(page, panel),
      await dialog(page, panel),
    ],
  })),
  {
    name: 'shortcuts',
    ...streaming,
    overlay: 'features/player/panels/panels.tsx#2',
    address: () => '/streaming',
    show: async (page, { music }) => [
      await playAndPause(page, music.title),
      await page.keyboard.press('Escape'),
      await page.getByRole('region', { name: 'Mini player' }).waitFor(),
      await page.keyboard.press('?'),
      await dialog(page, 'Keyboard shortcuts'),
    ],
  },
  {
    name: 'player-mini',
    ...streaming,
    address: () => '/streaming',
    show: async (page, { music }) => [
      await play(page, music.title),
      await page.keyboard.press('Escape'),
      await page.getByRole('region', { name: 'Mini player' }).waitFor(),
    ],
  },
  {
    name: 'player-chapters',
    ...streaming,
    overlay: 'features/player/panels/panels.tsx#1',
    address: () => '/streaming',
    show: async (page, { film }) => [
      await playAndPause(page, film.title),
      await press(page, 'Chapters'),
      await dialog(page, 'Chapters'),
    ],
  },
  {
    name: 'player-transcript',
    ...streaming,
    overlay: 'features/player/panels/panels.tsx#1',
    address: () => '/streaming',
    show: async (page, { film }) => [
      await playAndPause(page, film.title),
      await press(page, 'Transcript'),
      await dialog(page, 'Transcript'),
    ],
  },
  {
    name: 'history-remove',
    route: '/history',
    who: 'listener',
    overlay: 'areas/listener/history/history-screen.tsx#1',
    address: () => '/history',
    show: async (page) => [
      await page
        .getByRole('button', { name: /^Remove .* from your history$/ })
        .first()
        .click(),
      await page.getByRole('alertdialog').waitFor(),
    ],
  },
  {
    name: 'playlist',
    route: '/playlist/:id',
    who: 'listener',
    address: ({ playlistId }) => `/playlist/${playlistId}`,
    show: (page, { music }) =>
      page
        .getByRole('button', { name: `Play ${music.title}` })
        .first()
        .waitFor(),
  },
  {
    name: 'playlist-empty',
    route: '/playlist/:id',
    who: 'admin',
    address: ({ emptyPlaylistId }) => `/playlist/${emptyPlaylistId}`,
    show: (page) => page.getByText('This playlist is empty', { exact: false }).waitFor(),
  },
  {
    name: 'playlist-not-found',
    route: '/playlist/:id',
    who: 'listener',
    address: () => '/playlist/pls_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    show: (page) => page.getByRole('heading', { name: 'Playlist not found' }).waitFor(),
  },
  {
    name: 'playlist-edit',
    route: '/playlist/:id',
    who: 'listener',
    overlay: 'features/library/playlists/playlist-dialog.tsx#1',
    address: ({ playlistId }) => `/playlist/${playlistId}`,
    show: async (page) => [await press(page, 'Edit playlist'), await dialog(page, 'Edit playlist')],
  },
  {
    name: 'playlist-delete',
    route: '/playlist/:id',
    who: 'listener',
    overlay: 'features/library/playlists/playlist-head.tsx#1',
    address: ({ playlistId }) => `/playlist/${playlistId}`,
    show: async (page) => [await press(page, 'Delete playlist'), await page.getByRole('alertdialog').waitFor()],
  },
  {
    name: 'access-denied',
    route: '/admin/content',
    who: 'listener',
    address: () => '/admin/content',
    show: (page) => page.getByText('Access Denied').waitFor(),
  },
  {
    name: 'landing-signed-in',
    route: '/',
    who: 'listener',
    address: () => '/',
    show: (page) => page.getByText('Welcome back').first().waitFor(),
  },
];

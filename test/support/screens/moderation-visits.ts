import type { Page } from 'playwright-core';
import type { Visit } from './visit.ts';

const playlists = { route: '/admin/playlists', who: 'admin', address: () => '/admin/playlists' } as const;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Screens and overlays of the moderation of playlists, for administrators, owners and users who report one. */
export const moderationVisits: readonly Visit[] = [
  {
    name: 'admin-playlists',
    ...playlists,
    show: async (page) => [
      await press(page, /^Read reports of /),
      await page.getByRole('list', { name: /^Reports of / }).waitFor(),
      await page
        .getByRole('button', { name: /^Show playlist / })
        .first()
        .waitFor(),
    ],
  },
  {
    name: 'admin-playlist-hide',
    ...playlists,
    overlay: 'features/moderation/decision-dialog.tsx#1',
    show: async (page) => [
      await press(page, /^Hide playlist /),
      await page.getByRole('dialog', { name: /^Hide .*\?$/ }).waitFor(),
    ],
  },
  {
    name: 'admin-playlist-dismiss',
    ...playlists,
    overlay: 'features/moderation/reported-item.tsx#1',
    show: async (page) => [await press(page, /^Dismiss reports of /), await page.getByRole('alertdialog').waitFor()],
  },
  {
    name: 'playlist-moderated',
    route: '/playlist/:id',
    who: 'admin',
    address: ({ hiddenPlaylistId }) => `/playlist/${hiddenPlaylistId}`,
    show: (page) => page.getByRole('button', { name: 'Show playlist' }).waitFor(),
  },
  {
    name: 'playlist-hidden',
    route: '/playlist/:id',
    who: 'listener',
    address: ({ hiddenPlaylistId }) => `/playlist/${hiddenPlaylistId}`,
    show: (page) => page.getByText('Hidden by an administrator').waitFor(),
  },
  {
    name: 'playlist-report',
    route: '/playlist/:id',
    who: 'listener',
    overlay: 'features/library/playlists/report-dialog.tsx#1',
    address: ({ emptyPlaylistId }) => `/playlist/${emptyPlaylistId}`,
    show: async (page) => [await press(page, 'Report'), await page.getByRole('dialog', { name: /^Report / }).waitFor()],
  },
];

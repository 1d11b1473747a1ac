import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '../source-tree.ts';
import type { Visit } from './visit.ts';

const content = { route: '/admin/content', who: 'admin', address: () => '/admin/content' } as const;
const dashboard = { route: '/admin/dashboard', who: 'admin', address: () => '/admin/dashboard' } as const;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const LONG_FILM = 'a-long-film.mkv';
const media = (name: string) => join(repositoryRoot, 'bin', 'demo', 'media', name);

/** Screens and overlays that administrators see. */
export const adminVisits: readonly Visit[] = [
  {
    name: 'admin',
    route: '/admin',
    who: 'admin',
    endsAt: '/admin/dashboard',
    address: () => '/admin',
    show: (page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor(),
  },
  {
    name: 'admin-dashboard',
    ...dashboard,
    show: async (page, { music }) => [
      await page.getByRole('button', { name: `Edit ${music.title}` }).waitFor(),
      await page.getByText('Not enough data to compare').first().waitFor(),
    ],
  },
  {
    name: 'admin-dashboard-delete',
    ...dashboard,
    overlay: 'features/content/delete-content-dialog.tsx#1',
    show: async (page, { music }) => [
      await press(page, `Delete ${music.title}`),
      await page.getByRole('alertdialog').waitFor(),
    ],
  },
  {
    name: 'admin-upload',
    route: '/admin/upload',
    who: 'admin',
    overlay: 'areas/admin/content/add-content-dialog.tsx#1',
    address: () => '/admin/upload',
    show: (page) => page.getByRole('dialog', { name: 'Add Content' }).waitFor(),
  },
  {
    name: 'admin-search',
    route: '/admin/search',
    who: 'admin',
    address: ({ music }) => `/admin/search?${new URLSearchParams({ q: music.title }).toString()}`,
    show: async (page) => [
      await page.getByRole('region', { name: 'Content' }).getByRole('link').first().waitFor(),
      await page.getByText('No matching users').waitFor(),
    ],
  },
  {
    name: 'admin-content',
    ...content,
    show: (page, { music }) => page.getByRole('button', { name: `Edit ${music.title}` }).waitFor(),
  },
  {
    name: 'admin-title-hold',
    ...content,
    overlay: 'features/content/title-hold-dialog.tsx#1',
    show: async (page, { music }) => [
      await press(page, `Legal hold: ${music.title}`),
      await page.getByRole('dialog', { name: /under a legal hold\?$/ }).waitFor(),
    ],
  },
  {
    name: 'admin-content-pending',
    ...content,
    address: () => '/admin/content?tab=pending',
    show: (page) => page.getByRole('button', { name: 'Edit Late set' }).waitFor(),
  },
  {
    name: 'admin-add-content',
    ...content,
    overlay: 'areas/admin/content/add-content-dialog.tsx#1',
    show: async (page) => [
      await press(page, 'Add Content'),
      await page.getByRole('dialog', { name: 'Add Content' }).waitFor(),
    ],
  },
  {
    name: 'admin-add-batch',
    ...content,
    overlay: 'areas/admin/content/add-content-dialog.tsx#1',
    show: async (page, { files }) => {
      await press(page, 'Add Content');
      const adding = page.getByRole('dialog', { name: 'Add Content' });
      await adding
        .locator('input[type=file]')
        .setInputFiles(files.map((file) => ({ ...file, mimeType: 'audio/mpeg' })));
      await adding
        .getByRole('button', { name: /^Remove / })
        .first()
        .waitFor();
    },
  },
  {
    name: 'admin-edit-content',
    ...content,
    overlay: 'features/content/form/edit-content-dialog.tsx#1',
    show: async (page, { film }) => [
      await press(page, `Edit ${film.title}`),
      await page.getByRole('dialog', { name: 'Edit Content' }).waitFor(),
    ],
  },
  {
    name: 'admin-edit-transcript',
    ...content,
    overlay: 'features/content/form/edit-content-dialog.tsx#1',
    show: async (page, { film }) => {
      await press(page, `Edit ${film.title}`);
      const section = page.getByRole('dialog', { name: 'Edit Content' }).getByRole('region', { name: 'Transcript' });
      await section.getByRole('button', { name: 'Edit transcript' }).click();
      await section.getByRole('group', { name: 'Script or lyrics' }).waitFor();
      await section
        .getByRole('button', { name: /^Edit the segment at/ })
        .first()
        .click();
      await section.getByRole('group', { name: /^Segment at/ }).waitFor();
    },
  },
  {
    name: 'admin-edit-leave',
    ...content,
    show: async (page, { film }) => {
      await press(page, `Edit ${film.title}`);
      await page.getByRole('dialog', { name: 'Edit Content' }).getByLabel('Title', { exact: true }).fill('Prelude');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-remove-captions',
    ...content,
    overlay: 'features/captions/captions-section.tsx#1',
    show: async (page, { film }) => {
      await press(page, `Edit ${film.title}`);
      await page
        .getByRole('dialog', { name: 'Edit Content' })
        .getByRole('button', { name: /^Remove captions: / })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-discard-upload',
    ...content,
    overlay: 'features/uploads/unfinished/unfinished-uploads.tsx#1',
    prepare: async (page) => {
      const startedAt = new Date(0).toISOString();
      const unfinished = {
        contentId: `cnt_${'0'.repeat(26)}`,
        s3Key: `uploads/cnt_${'0'.repeat(26)}/1`,
        fileName: LONG_FILM,
        fileType: 'video/x-matroska',
        fileSize: 2 ** 32,
        created_at: startedAt,
        deadline: startedAt,
        draft: null,
        replacement: false,
      };
      await page.route('**/api/functions/s3-upload-url', (route) => route.fulfill({ json: { uploads: [unfinished] } }));
    },
    show: async (page) => {
      await press(page, `Discard unfinished upload of ${LONG_FILM}`);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-delete-content',
    ...content,
    overlay: 'features/content/delete-content-dialog.tsx#1',
    show: async (page, { film }) => [
      await press(page, `Delete ${film.title}`),
      await page.getByRole('alertdialog').waitFor(),
    ],
  },
  {
    name: 'admin-steps',
    ...content,
    overlay: 'features/conversion/steps-dialog.tsx#1',
    show: async (page, { film }) => [
      await press(page, `Processing steps of ${film.title}`),
      await page.getByRole('dialog', { name: 'Processing steps' }).getByRole('listitem').first().waitFor(),
    ],
  },
  {
    name: 'admin-convert-again',
    ...content,
    overlay: 'features/conversion/force-convert-button.tsx#1',
    show: async (page, { film }) => [
      await press(page, `Convert ${film.title} again`),
      await page.getByRole('alertdialog').waitFor(),
    ],
  },
  {
    name: 'admin-playback-test',
    ...content,
    overlay: 'areas/admin/content/playback-test-dialog.tsx#1',
    show: async (page, { film }) => [await press(page, `Play ${film.title}`), await page.getByRole('dialog').waitFor()],
  },
  {
    name: 'admin-bulk',
    ...content,
    overlay: 'features/bulk/bulk-dialog.tsx#1',
    show: async (page, { film }) => {
      await page.getByRole('checkbox', { name: `Select ${film.title}`, exact: true }).check();
      await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Edit tags' }).click();
      await page.getByRole('dialog', { name: 'Edit tags' }).getByLabel('Tags to add').waitFor();
    },
  },
  {
    name: 'admin-conversions',
    ...content,
    overlay: 'areas/admin/content/conversion-panel.tsx#1',
    show: async (page) => [
      await press(page, 'Video conversions'),
      await page.getByRole('dialog', { name: 'Video Conversion Management' }).waitFor(),
    ],
  },
  {
    name: 'admin-cancel-conversion',
    ...content,
    overlay: 'features/conversion/cancel-button.tsx#1',
    show: async (page) => {
      // No conversion of the world runs long enough: one title is shown as if it were being converted.
      await page.route('**/api/admin/content?*conversion_status=processing*', async (route) => {
        const address = new URL(route.request().url());
        address.searchParams.delete('conversion_status');
        const response = await route.fetch({ url: address.href });
        const { items } = (await response.json()) as { readonly items: readonly object[] };
        const running = items.slice(0, 1).map((item) => ({
          ...item,
          conversion_status: 'processing',
          conversion_progress: 40,
        }));
        await route.fulfill({ response, json: { items: running, next_cursor: null } });
      });
      await press(page, 'Video conversions');
      await page.getByRole('button', { name: /^Cancel conversion of / }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-bulk-jobs',
    ...content,
    overlay: 'features/bulk/jobs-dialog.tsx#1',
    show: async (page) => [
      await press(page, 'Bulk jobs'),
      await page.getByRole('dialog', { name: 'Bulk jobs' }).waitFor(),
    ],
  },
  {
    name: 'admin-catalog',
    ...content,
    overlay: 'features/catalog-admin/catalog-admin-dialog.tsx#1',
    show: async (page) => [
      await press(page, 'Categories and creators'),
      await page.getByRole('dialog', { name: 'Categories and creators' }).getByRole('listitem').first().waitFor(),
    ],
  },
  {
    name: 'admin-leave-while-uploading',
    ...content,
    overlay: 'core/auth/sign-out-button.tsx#1',
    show: async (page) => {
      // The upload never completes, so signing out asks for confirmation.
      await page.route(
        ({ pathname }) => pathname.includes('/uploads/cnt_'),
        () => undefined,
      );
      await press(page, 'Add Content');
      const adding = page.getByRole('dialog', { name: 'Add Content' });
      await adding.locator('input[type=file]').setInputFiles(media('horned-viper.mp3'));
      await adding.getByLabel('Title', { exact: true }).fill('Horned Viper');
      await adding.getByRole('button', { name: 'Save as Draft' }).click();
      await adding.getByRole('button', { name: 'Continue in background' }).click();
      await adding.waitFor({ state: 'hidden' });
      await press(page, 'Sign Out');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-test-mode',
    route: '/streaming',
    who: 'admin',
    address: () => '/streaming?mode=admin-test',
    show: (page) => page.getByText('Admin Test Mode').waitFor(),
  },
  {
    name: 'admin-not-found',
    route: '/admin/*',
    who: 'admin',
    address: () => '/admin/nowhere',
    show: (page) => page.getByText("This admin page doesn't exist", { exact: false }).waitFor(),
  },
];

import { act, screen, within } from '@testing-library/react';
import { initialPolicy } from '../../../lambdas/domain/safety/policy.ts';
import { person, personPlan } from '../admin/users-fixture.ts';
import { createApiStub } from './api-stub.ts';
import { someAnalysis } from './analysis-view.ts';
import { contentView, contentWithWaitingFile } from './content-view.ts';
import { createFakeCognito } from './fake-cognito.ts';
import { playlistId, playlistView, reportedPlaylist } from './playlists.ts';
import { renderApp, testPerson } from './render-app.tsx';
import { securityAlert, securityResponse, securitySettings } from '../security/security-fixture.ts';
import { safetyNotice, safetyReview, titleId } from './safety.ts';
import { settingsView } from './settings-view.ts';
import { transcriptEditor } from './transcript-editor.ts';

export type App = ReturnType<typeof renderApp>;
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A form, and how a user gets to a field of it. */
export interface FormCase {
  /** Source file that protects the form. */
  readonly file: string;
  /** It is not in a dialog, or in one that keeps its input when it is closed. @default false */
  readonly inPage?: boolean;
  readonly address: string;
  readonly field: (app: App) => Promise<HTMLElement>;
}

const jazz = { id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1', name: 'Jazz', slug: 'jazz', content_count: 2, replaced_by: null };
const blues = { ...jazz, id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A2', name: 'Blues', slug: 'blues' };
const atlas = {
  id: 'crt_01HZX3V5Q8W9T2M4N6P7R8S0A1',
  name: 'Atlas',
  plan: 'creator',
  user_id: null,
  content_count: 1,
  storage_used: 1_000_000,
  storage_limit: null,
};
const page = (items: readonly unknown[]) => ({ body: { items, next_cursor: null } });

/** Opens an address with an administrator signed in, and with one item of everything. */
export const openForm = async (address: string): Promise<App> => {
  const api = createApiStub()
    .on('POST /api/functions/request-username-code', { status: 202 })
    .on('GET /api/admin/content', page([contentView(), contentWithWaitingFile()]))
    .on('GET /api/admin/uploads', page([]))
    .on('GET /api/admin/categories', page([jazz, blues]))
    .on('GET /api/creators', page([atlas]))
    .on(`PATCH /api/categories/${jazz.id}`, { body: jazz })
    .on('GET /api/admin/users', page([person()]))
    .on(`GET /api/admin/users/${person().id}/plan`, { body: personPlan() })
    .on(`GET /api/admin/users/${person().id}/plan/history`, page([]))
    .on('GET /api/admin/reported-playlists', page([reportedPlaylist()]))
    .on('GET /api/admin/hidden-playlists', page([]))
    .on(`GET /api/playlists/${playlistId(1)}`, { body: playlistView() })
    .on(`GET /api/playlists/${playlistId(1)}/entries`, page([]))
    .on('GET /api/admin/safety/reviews', page([]))
    .on(`GET /api/admin/safety/reviews/${titleId(1)}`, {
      body: { ...safetyReview(1), raised: [], evidence: [] },
    })
    .on('GET /api/admin/safety/policy/versions', page([]))
    .on('GET /api/admin/safety/policy', {
      body: { policy: { ...initialPolicy, updated_by_name: null }, evaluation: null },
    })
    .on(`GET /api/content/${contentView().id}/safety`, { body: safetyNotice })
    .on(`GET /api/content/${contentView().id}/transcript/editor`, { body: transcriptEditor })
    .on(`GET /api/content/${contentView().id}/analysis`, { body: someAnalysis({ content_id: contentView().id }) })
    .on('GET /api/admin/settings', {
      body: settingsView({ updated_at: null, updated_by: null, updated_by_name: null }),
    })
    .on('GET /api/admin/settings/versions', page([]))
    .on('GET /api/admin/security-alerts', { body: { items: [securityAlert()] } })
    .on('GET /api/admin/security-responses', { body: { items: [securityResponse()] } })
    .on('GET /api/admin/security-settings', { body: securitySettings() })
    .on('GET /api/smart-tokens', { body: { items: [] } })
    .on('GET /api/admin/legal-holds', {
      body: {
        items: [{ user_id: person().id, reason: 'Lawsuit', set_at: person().created_at, set_by: person().id }],
        titles: [],
      },
    });
  const cognito = createFakeCognito();
  cognito.steps = ['totp'];
  const app = renderApp('/privacy', {
    signedIn: !address.startsWith('/auth'),
    me: { ...testPerson, role: 'admin' },
    api,
    cognito,
  });
  await act(() => app.router.navigate(address));
  return app;
};

/** Presses a button by its name. */
export const press = async ({ user }: App, name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }));
const label = (text: string | RegExp) => () => screen.findByLabelText(text);
/** Presses buttons, then finds a field. */
const after = (names: readonly (string | RegExp)[], text: string) => async (app: App) => {
  for (const name of names) await press(app, name);
  return screen.findByLabelText(text);
};
const catalogAdmin = 'Categories and creators';

/** Every form of the application. */
export const formCases: readonly FormCase[] = [
  { file: 'features/auth/sign-in-form.tsx', inPage: true, address: '/auth', field: label('Email') },
  { file: 'features/auth/sign-up-form.tsx', inPage: true, address: '/auth?tab=sign-up', field: label('Full Name') },
  {
    file: 'features/auth/forgot-panel.tsx',
    inPage: true,
    address: '/auth',
    field: async ({ user }) => {
      await user.click(await screen.findByText('Forgot password or username?'));
      return screen.findByLabelText('Your email');
    },
  },
  {
    file: 'features/auth/confirm-form.tsx',
    inPage: true,
    address: '/auth?confirm=true#user=u1%40example.com',
    field: label('Code'),
  },
  {
    file: 'features/auth/reset-form.tsx',
    inPage: true,
    address: '/auth?reset=true#user=u1%40example.com',
    field: label('Code'),
  },
  {
    file: 'features/auth/challenge-form.tsx',
    inPage: true,
    address: '/auth',
    field: async ({ user }) => {
      await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
      await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
      return screen.findByLabelText('Code');
    },
  },
  {
    file: 'features/auth/recovery-form.tsx',
    inPage: true,
    address: '/auth',
    field: async (app) => {
      await app.user.type(await screen.findByLabelText('Email'), 'ada@example.com');
      await app.user.type(screen.getByLabelText('Password'), 'secret{Enter}');
      await press(app, 'Use a recovery code');
      return screen.findByLabelText('Recovery code');
    },
  },
  {
    file: 'features/email-change/email-section.tsx',
    address: '/streaming',
    field: async (app) => {
      await press(app, 'Profile');
      await app.user.click(await screen.findByText('Move to another email address'));
      return screen.findByLabelText('New email');
    },
  },
  {
    file: 'features/username/username-form.tsx',
    inPage: true,
    address: '/auth',
    field: async (app) => {
      await app.user.click(await screen.findByText('Forgot password or username?'));
      await app.user.type(await screen.findByLabelText('Your email'), 'ada@example.com');
      await press(app, 'Get Username');
      return screen.findByLabelText('Code');
    },
  },
  {
    file: 'features/library/playlists/playlist-dialog.tsx',
    address: '/streaming',
    field: after(['Create Playlist'], 'Name'),
  },
  {
    file: 'features/library/playlists/report-dialog.tsx',
    address: `/playlist/${playlistId(1)}`,
    field: after(['Report'], 'Details'),
  },
  {
    file: 'features/safety/policy-form.tsx',
    inPage: true,
    address: '/admin/safety-policy',
    field: async () =>
      within(await screen.findByRole('group', { name: 'Adult content' })).getByLabelText('Within seconds'),
  },
  {
    file: 'features/safety/safety-notice.tsx',
    address: '/admin/content',
    field: after(['Edit Viper'], 'Why should staff decide again?'),
  },
  { file: 'features/profile/profile-dialog.tsx', address: '/plans', field: after(['Profile'], 'Full Name') },
  {
    file: 'features/settings/settings-form.tsx',
    inPage: true,
    address: '/admin/settings',
    field: label('Platform description'),
  },
  {
    file: 'features/people/user-form.tsx',
    address: '/admin/users',
    field: async (app) => {
      await press(app, 'Create User');
      return within(await screen.findByRole('dialog')).getByLabelText('Full name');
    },
  },
  {
    file: 'core/forms/reason-form.tsx',
    address: `/admin/users/${person().id}/plan`,
    field: after(['Give plan'], 'Reason'),
  },
  {
    file: 'core/forms/reason-form.tsx',
    address: '/admin/security?tab=alerts',
    field: after(['Acknowledge: Repeated failed sign-ins, Grace Hopper'], 'Reason'),
  },
  {
    file: 'features/security/tokens/create-dialog.tsx',
    address: '/streaming',
    field: async (app) => {
      await press(app, 'Profile');
      await app.user.click(await screen.findByText('Smart tokens'));
      await press(app, 'Create a smart token');
      return within(await screen.findByRole('dialog', { name: 'Create a smart token' })).getByLabelText('Name');
    },
  },
  {
    file: 'features/security-center/responses/settings-form.tsx',
    inPage: true,
    address: '/admin/security?tab=responses',
    field: async () => within(await screen.findByRole('group', { name: 'High-risk event' })).getByLabelText('Lock out'),
  },
  {
    file: 'areas/admin/content/use-add-content.ts',
    inPage: true,
    address: '/admin/upload',
    field: label('Description'),
  },
  {
    file: 'features/content/form/edit-content-form.tsx',
    address: '/admin/content',
    field: after(['Edit Viper'], 'Title'),
  },
  {
    file: 'features/content/form/category-field.tsx',
    address: '/admin/content',
    field: after(['Edit Viper', 'New category'], 'New category name'),
  },
  {
    file: 'features/captions/captions-section.tsx',
    address: '/admin/content',
    field: after(['Edit Viper'], 'Caption language'),
  },
  {
    file: 'features/transcripts/script-form.tsx',
    address: '/admin/content',
    field: after(['Edit Viper', 'Edit transcript'], 'Words'),
  },
  {
    file: 'features/transcripts/segment-item.tsx',
    address: '/admin/content',
    field: after(['Edit Viper', 'Edit transcript', 'Edit the segment at 0:01'], 'Text'),
  },
  {
    file: 'features/bulk/bulk-dialog.tsx',
    address: '/admin/content',
    field: async (app) => {
      await app.user.click(await screen.findByRole('checkbox', { name: 'Select Viper' }));
      return after(['Edit tags'], 'Tags to add')(app);
    },
  },
  {
    file: 'features/analysis/corrections.tsx',
    inPage: true,
    address: `/admin/analysis/${contentView().id}`,
    field: after([], 'Label that was missed'),
  },
  {
    file: 'features/catalog-admin/categories-panel.tsx',
    address: '/admin/content',
    field: after([catalogAdmin], 'New category name'),
  },
  {
    file: 'features/catalog-admin/rename-form.tsx',
    address: '/admin/content',
    field: after([catalogAdmin, 'Rename Jazz'], 'New name for Jazz'),
  },
  {
    file: 'features/catalog-admin/category-item.tsx',
    address: '/admin/content',
    field: after([catalogAdmin, 'Delete Jazz'], 'Move items from Jazz to'),
  },
  {
    file: 'features/catalog-admin/creator-form.tsx',
    address: '/admin/content',
    field: async (app) => {
      await press(app, catalogAdmin);
      await app.user.click(await screen.findByRole('tab', { name: 'Creators' }));
      return after(['New creator'], 'Name')(app);
    },
  },
];

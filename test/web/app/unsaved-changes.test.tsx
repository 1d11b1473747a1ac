import { act, screen, waitFor, within } from '@testing-library/react';
import { initialPolicy } from '../../../lambdas/domain/safety/policy.ts';
import { hasUnsavedChanges } from '../../../web/src/core/unsaved/unsaved-changes.ts';
import { readSources } from '../../support/source-tree.ts';
import { person, personPlan } from '../admin/users-fixture.ts';
import { createApiStub } from '../support/api-stub.ts';
import { someAnalysis } from '../support/analysis-view.ts';
import { contentView } from '../support/content-view.ts';
import { createFakeCognito } from '../support/fake-cognito.ts';
import { playlistId, playlistView, reportedPlaylist } from '../support/playlists.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';
import { safetyNotice, safetyReview, titleId } from '../support/safety.ts';
import { settingsView } from '../support/settings-view.ts';
import { transcriptEditor } from '../support/transcript-editor.ts';

// Some forms are behind several clicks.
beforeEach(() => sessionStorage.clear());

type App = ReturnType<typeof renderApp>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A form, and how a user gets to a field of it. */
interface FormCase {
  /** Source file that protects the form. */
  readonly file: string;
  readonly address: string;
  readonly field: (app: App) => Promise<HTMLElement>;
}

const jazz = { id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1', name: 'Jazz', slug: 'jazz', content_count: 2, replaced_by: null };
const blues = { ...jazz, id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A2', name: 'Blues', slug: 'blues' };
const page = (items: readonly unknown[]) => ({ body: { items, next_cursor: null } });

const open = async (address: string): Promise<App> => {
  const api = createApiStub()
    .on('POST /api/functions/request-username-code', { status: 202 })
    .on('GET /api/content', page([]))
    .on('GET /api/watch-history', page([]))
    .on('GET /api/admin/content', page([contentView()]))
    .on('GET /api/admin/uploads', page([]))
    .on('GET /api/admin/categories', page([jazz, blues]))
    .on('GET /api/creators', page([]))
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
    .on('GET /api/admin/settings/versions', page([]));
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

const press = async ({ user }: App, name: string): Promise<void> =>
  user.click(await screen.findByRole('button', { name }));
const label = (text: string | RegExp) => () => screen.findByLabelText(text);
/** Presses buttons, then finds a field. */
const after = (names: readonly string[], text: string) => async (app: App) => {
  for (const name of names) await press(app, name);
  return screen.findByLabelText(text);
};
const catalogAdmin = 'Categories and creators';

const cases: readonly FormCase[] = [
  { file: 'features/auth/sign-in-form.tsx', address: '/auth', field: label('Email') },
  { file: 'features/auth/sign-up-form.tsx', address: '/auth?tab=sign-up', field: label('Full Name') },
  {
    file: 'features/auth/forgot-panel.tsx',
    address: '/auth',
    field: async ({ user }) => {
      await user.click(await screen.findByText('Forgot password or username?'));
      return screen.findByLabelText('Your email');
    },
  },
  { file: 'features/auth/confirm-form.tsx', address: '/auth?confirm=true#user=u1%40example.com', field: label('Code') },
  { file: 'features/auth/reset-form.tsx', address: '/auth?reset=true#user=u1%40example.com', field: label('Code') },
  {
    file: 'features/auth/challenge-form.tsx',
    address: '/auth',
    field: async ({ user }) => {
      await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
      await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
      return screen.findByLabelText('Code');
    },
  },
  {
    file: 'features/auth/recovery-form.tsx',
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
    file: 'features/moderation/decision-dialog.tsx',
    address: '/admin/playlists',
    field: after(['Hide playlist Playlist 1'], 'Reason'),
  },
  {
    file: 'features/safety/decision-dialog.tsx',
    address: `/admin/reviews?item=${titleId(1)}`,
    field: after(['Approve'], 'Reason'),
  },
  {
    file: 'features/safety/policy-form.tsx',
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
  { file: 'features/settings/settings-form.tsx', address: '/admin/settings', field: label('Platform description') },
  {
    file: 'features/people/user-form.tsx',
    address: '/admin/users',
    field: async (app) => {
      await press(app, 'Create User');
      return within(await screen.findByRole('dialog')).getByLabelText('Full name');
    },
  },
  {
    file: 'features/person-plans/reason-form.tsx',
    address: `/admin/users/${person().id}/plan`,
    field: after(['Give plan'], 'Reason'),
  },
  {
    file: 'features/people/reason-dialog.tsx',
    address: '/admin/users',
    field: after(['Disable Bob Builder'], 'Reason'),
  },
  { file: 'areas/admin/content/use-add-content.ts', address: '/admin/upload', field: label('Description') },
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

/** Types into a field, or chooses an option. Returns its new value. */
const enter = async ({ user }: App, field: Field): Promise<string> => {
  if (field instanceof HTMLSelectElement) await user.selectOptions(field, 'Blues');
  else await user.type(field, 'New');
  return field.value;
};
/** Whether the browser would ask before it reloads or closes the page. */
const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const question = () => screen.findByRole('alertdialog', { name: 'Discard changes?' });

describe('unsaved changes', () => {
  it.each(cases.map((each) => [`${each.file} at ${each.address}`, each] as const))(
    'survive Back, links and reloads in %s',
    async (_name, { address, field: find }) => {
      const app = await open(address);
      const field = (await find(app)) as Field;
      expect(asksBeforeUnload() && hasUnsavedChanges()).toBe(false);
      const value = await enter(app, field);
      const { pathname } = app.router.state.location;
      expect(asksBeforeUnload()).toBe(true);
      for (const leave of [() => app.router.navigate(-1), () => app.router.navigate('/terms')]) {
        await act(async () => void leave());
        await question();
        await press(app, 'Keep editing');
        await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
        expect(app.router.state.location.pathname).toBe(pathname);
        expect(field).toBeInTheDocument();
        expect(field.value).toBe(value);
      }
      await act(async () => void app.router.navigate('/terms'));
      await question();
      await press(app, 'Discard changes');
      expect(await screen.findByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible();
      expect(app.path()).toBe('/terms');
      expect(asksBeforeUnload()).toBe(false);
    },
  );

  it('survive signing out', async () => {
    const app = await open('/admin/settings');
    await app.user.type(await screen.findByLabelText('Platform description'), 'New');
    await press(app, 'Sign Out');
    await question();
    await press(app, 'Keep editing');
    expect(screen.getByLabelText('Platform description')).toHaveValue('New');
    await press(app, 'Sign Out');
    await question();
    await press(app, 'Discard changes');
    await waitFor(() => expect(app.path()).toBe('/auth'));
  });
});

/** Files with fields that need no protection, and why. */
const unprotected: Readonly<Record<string, string>> = {
  'features/analysis/title-filters.tsx': 'the filters are part of the address',
  'features/audit/filter-form.tsx': 'the filters are part of the address',
  'features/content/list-toolbar.tsx': 'the filters are part of the address',
  'features/catalog-admin/remove-form.tsx': 'its fields are in category-item.tsx',
  'features/bulk/bulk-action-form.tsx': 'its fields are in bulk-dialog.tsx',
  'features/bulk/bulk-preview.tsx': 'its field is in bulk-dialog.tsx',
  'features/content/form/content-fields.tsx': 'its fields belong to the forms for adding and editing items',
  'features/content/form/creator-field.tsx': 'its field belongs to the form for editing items',
  'features/content/form/schedule-fields.tsx': 'its fields belong to the form for editing items',
  'features/uploads/batch-fields.tsx': 'its fields are in use-add-content.ts',
  'features/captions/caption-form.tsx': 'its fields are in captions-section.tsx',
  'areas/admin/content/add-content-dialog.tsx': 'its fields are in use-add-content.ts',
  'features/security/name-dialog.tsx': 'one short name, which is suggested',
  'features/security/phone-dialog.tsx': 'a phone number or a code, which is no work to enter again',
  'features/security/step-up-dialog.tsx': 'a password or a code, which is no work to enter again',
  'features/security/totp-dialog.tsx': 'a code that changes every 30 seconds',
  'features/catalog/category-select.tsx': 'the category is part of the address',
  'areas/admin/reviews-screen.tsx': 'it filters a list',
  'features/player/panels/transcript-panel.tsx': 'it searches the transcript',
  'features/privacy/consent-dialog.tsx': 'four switches, which are quickly set again',
  'features/person-plans/give-dialog.tsx': 'its fields are in reason-form.tsx',
  'features/people/role-select.tsx': 'a role takes effect when it is chosen',
};

it('is protected in every file with a form or a field', () => {
  const sources = readSources('web/src').map(({ path, text }) => ({ path: path.replace('web/src/', ''), text }));
  const isProtected = ({ text }: { readonly text: string }) => text.includes('useUnsavedChanges(');
  const withFields = sources.filter(
    ({ path, text }) =>
      !path.startsWith('ui/') && /<(?:form|TextField|TextArea|PasswordField|SelectField|select|textarea)\b/.test(text),
  );
  const open = withFields.filter((source) => !isProtected(source)).map(({ path }) => path);
  expect(open.sort()).toEqual(Object.keys(unprotected).sort());
  const guarded = sources.filter((source) => isProtected(source) && !source.path.startsWith('core/unsaved/'));
  expect(guarded.map(({ path }) => path).sort()).toEqual([...new Set(cases.map(({ file }) => file))].sort());
});

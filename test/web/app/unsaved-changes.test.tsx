import { act, screen, waitFor, within } from '@testing-library/react';
import { hasUnsavedChanges } from '../../../web/src/core/unsaved/unsaved-changes.ts';
import { isNamedAfter } from '../../support/features.ts';
import { isSoak } from '../../support/rounds.ts';
import { itOfAllFeatures, selectedFeature } from '../../support/selected-feature.ts';
import { readSources } from '../../support/source-tree.ts';
import { formCases as cases, openForm as open, press, type App, type Field } from '../support/form-cases.ts';
import { testPerson } from '../support/render-app.tsx';

// Some forms are behind several clicks.
beforeEach(() => sessionStorage.clear());

const sources = readSources('web/src').map(({ path, text }) => ({ path: path.replace('web/src/', ''), text }));

/** Types into a field, or chooses an option. Returns its new value. */
const enter = async ({ user }: App, field: Field): Promise<string> => {
  if (field instanceof HTMLSelectElement) await user.selectOptions(field, 'Blues');
  else await user.type(field, 'New');
  return field.value;
};
/** Whether the browser would ask before it reloads or closes the page. */
const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const question = () => screen.findByRole('alertdialog', { name: 'Discard changes?' });

/** The forms to test: all, or those of the selected feature. */
const selected = cases.filter(({ file }) => selectedFeature === undefined || isNamedAfter(selectedFeature, file));

/** The ways to leave the form at an index that are tried: all in `npm run soak`, otherwise one, each in its turn. */
const someOf = <T,>(ways: readonly T[], index: number): readonly T[] =>
  isSoak ? ways : ways.filter((_, at) => at === index % ways.length);

describe('unsaved changes', () => {
  for (const [index, { file, address, field: find }] of selected.entries())
    it(`survive Back, links and reloads in ${file} at ${address}`, async () => {
      const app = await open(address);
      const field = (await find(app)) as Field;
      expect(asksBeforeUnload() && hasUnsavedChanges()).toBe(false);
      const value = await enter(app, field);
      const { pathname } = app.router.state.location;
      expect(asksBeforeUnload()).toBe(true);
      for (const leave of someOf([() => app.router.navigate(-1), () => app.router.navigate('/terms')], index)) {
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
    });

  for (const [index, { file, address, field: find }] of selected.filter(({ inPage }) => !inPage).entries())
    it(`survive Escape, Close, Cancel and a click outside in the dialog with ${file}`, async () => {
      const app = await open(address);
      const field = (await find(app)) as Field;
      const value = await enter(app, field);
      const dialog = field.closest('[role="dialog"]') as HTMLElement;
      // Other forms have a button that closes them, and not the dialog.
      const hasCancel = sources.find(({ path }) => path === file)?.text.match(/<DialogCancel>\{\w+\.cancel\}/);
      const closings = [
        () => app.user.keyboard('{Escape}'),
        () => app.user.click(within(dialog).getByRole('button', { name: 'Close' })),
        () => app.user.click(dialog.previousElementSibling as HTMLElement),
        ...(hasCancel ? [() => app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))] : []),
      ];
      for (const close of someOf(closings, index)) {
        await close();
        await question();
        await press(app, 'Keep editing');
        await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
        expect(field).toBeInTheDocument();
        expect(field.value).toBe(value);
      }
      await app.user.click(within(dialog).getByRole('button', { name: 'Close' }));
      await question();
      await press(app, 'Discard changes');
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
      expect(asksBeforeUnload()).toBe(false);
    });

  itOfAllFeatures('survive the end of the session: the user signs in above the form, which stays', async () => {
    const app = await open('/admin/users');
    await press(app, 'Create User');
    const form = within(await screen.findByRole('dialog', { name: 'Create User' }));
    await app.user.type(form.getByLabelText('Full name'), 'Grace Hopper');
    act(() => app.services.session.drop());
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
    const email = dialog.getByLabelText('Email');
    expect(email).toHaveValue(testPerson.email);
    expect(email).toHaveAttribute('readonly');
    expect(dialog.getByLabelText('Password')).toHaveFocus();
    await app.user.keyboard('{Escape}');
    await question();
    await press(app, 'Keep editing');
    await app.user.type(dialog.getByLabelText('Password'), 'secret{Enter}');
    await app.user.type(await dialog.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
    expect(screen.getByLabelText('Full name')).toHaveValue('Grace Hopper');
    expect(app.path()).toBe('/admin/users');
    // Who gives up, leaves the page, whatever they entered above it.
    app.cognito.steps = ['totp'];
    act(() => app.services.session.drop());
    const again = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
    await app.user.type(again.getByLabelText('Password'), 'secret{Enter}');
    await app.user.type(await again.findByLabelText('Code'), '12');
    await act(async () => void app.router.navigate('/terms'));
    await question();
    await press(app, 'Discard changes');
    await waitFor(() => expect(app.path()).toBe('/terms'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  itOfAllFeatures('survive another tab or row of the dialog around them, and a change of another row', async () => {
    const app = await open('/admin/content');
    const tab = async (name: string) => app.user.click(await screen.findByRole('tab', { name }));
    const keep = async (field: Field, value: string) => {
      await question();
      await press(app, 'Keep editing');
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
      expect(field).toBeInTheDocument();
      expect(field.value).toBe(value);
    };
    const discard = async () => [await question(), await press(app, 'Discard changes')];
    await press(app, 'Categories and creators');
    const added = (await screen.findByLabelText('New category name')) as HTMLInputElement;
    await app.user.type(added, 'Folk');
    await tab('Creators');
    await keep(added, 'Folk');
    // What is typed above the list stays, so another row opens without a question.
    await press(app, 'Rename Jazz');
    const renamed = (await screen.findByLabelText('New name for Jazz')) as HTMLInputElement;
    await app.user.type(renamed, '!');
    await press(app, 'Rename Blues');
    await keep(renamed, 'Jazz!');
    await press(app, 'Delete Jazz');
    await keep(renamed, 'Jazz!');
    await press(app, 'Rename Jazz');
    await press(app, 'Save');
    await waitFor(() => expect(renamed).not.toBeInTheDocument());
    expect(added.value).toBe('Folk');
    await press(app, 'Rename Blues');
    await app.user.type(await screen.findByLabelText('New name for Blues'), '!');
    await press(app, 'Rename Jazz');
    await discard();
    expect(await screen.findByLabelText('New name for Jazz')).toBeVisible();
    expect(screen.queryByLabelText('New name for Blues')).toBeNull();
    await tab('Creators');
    await discard();
    await press(app, 'New creator');
    const creator = (await screen.findByLabelText('Name')) as HTMLInputElement;
    await app.user.type(creator, 'Nova');
    await press(app, 'Edit Atlas');
    await keep(creator, 'Nova');
    await press(app, 'Edit Atlas');
    await discard();
    expect(await screen.findByLabelText('Name')).toHaveValue('Atlas');
  });

  itOfAllFeatures('survive the other buttons of a segment', async () => {
    const app = await open('/admin/content');
    for (const name of ['Edit Viper', 'Edit transcript', 'Edit the segment at 0:01']) await press(app, name);
    const text = (await screen.findByLabelText('Text')) as HTMLTextAreaElement;
    await app.user.type(text, 'New');
    await press(app, 'Edit the segment at 0:01');
    await question();
    await press(app, 'Keep editing');
    await waitFor(() => expect(text).toBeVisible());
    expect(text.value).toMatch(/New$/);
  });

  itOfAllFeatures('survive signing out', async () => {
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
  'features/analysis/budget-report.tsx': 'it chooses the month that is shown',
  'features/analysis/title-filters.tsx': 'the filters are part of the address',
  'features/audit/filter-form.tsx': 'the filters are part of the address',
  'features/delivery/monitor/period-field.tsx': 'it chooses the period that is shown',
  'features/people/people-filters.tsx': 'the filters are part of the address',
  'features/security-center/alerts/alerts.tsx': 'it filters a list, and the choice is part of the address',
  'features/security-center/alerts/label-field.tsx': 'a label takes effect when it is chosen',
  'features/security-center/log/filter-form.tsx': 'the filters are part of the address',
  'features/delivery/statistics/period-bar.tsx': 'it chooses the period that is shown',
  'features/delivery/panels/cloudfront-setup.tsx': 'two short names, which are quickly entered again',
  'features/delivery/panels/strategy.tsx': 'three choices for a tool, which are quickly set again',
  'features/content/list-toolbar.tsx': 'the filters are part of the address',
  'features/catalog-admin/remove-form.tsx': 'its fields are in category-item.tsx',
  'features/bulk/bulk-action-form.tsx': 'its fields are in bulk-dialog.tsx',
  'features/bulk/bulk-preview.tsx': 'its field is in bulk-dialog.tsx',
  'features/content/form/content-fields.tsx': 'its fields belong to the forms for adding and editing items',
  'features/content/form/creator-field.tsx': 'its field belongs to the form for editing items',
  'features/content/form/schedule-fields.tsx': 'its fields belong to the form for editing items',
  'features/transcripts/script-fields.tsx': 'its fields belong to the forms for scripts and for adding items',
  'features/uploads/batch/batch-fields.tsx': 'its fields are in use-add-content.ts',
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
  'features/person-plans/give-dialog.tsx': 'its fields belong to core/forms/reason-form.tsx',
  'features/people/role-select.tsx': 'a role takes effect when it is chosen',
};

it('is protected in every file with a form or a field', () => {
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

import { act, screen, waitFor, within } from '@testing-library/react';
import type { SettingsInput, SettingsView } from '../../../lambdas/contract/admin/settings.ts';
import { platform } from '../../../web/src/lib/platform.ts';
import { readPlatform, restorePlatform } from '../../../web/src/lib/platform-settings.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';
import { settingsView } from '../support/settings-view.ts';

const standard = platform.get();
afterEach(() => {
  platform.set(standard);
  localStorage.clear();
});

/** Opens the settings with an API that stores versions like the server. */
const open = (versions = [settingsView()]) => {
  const stored = [...versions];
  const current = () => stored.at(-1) as SettingsView;
  const api = createApiStub()
    .on('GET /api/admin/settings', () => ({ body: current() }))
    .on('GET /api/admin/settings/versions', () => ({ body: { items: [...stored].reverse(), next_cursor: null } }))
    .on('PUT /api/admin/settings', ({ body }) => {
      const { version: edited, ...values } = body as SettingsInput;
      if (edited !== current().version)
        return {
          status: 409,
          body: {
            code: 'version_conflict',
            title: 'Someone else changed this in the meantime',
            status: 409,
            requestId: 'r',
          },
        };
      stored.push(settingsView({ ...values, version: edited + 1 }));
      return { body: current() };
    });
  return { ...renderApp('/admin/settings', { signedIn: true, me: { role: 'admin' }, api }), stored };
};

describe('the settings', () => {
  it('saves the settings with their version and shows the new name immediately', async () => {
    const { user, api, stored } = open();
    const name = await screen.findByRole('textbox', { name: 'Platform name' });
    const save = screen.getByRole('button', { name: 'Save settings' });
    expect(save).toBeDisabled();
    expect(screen.getByText(/^Last changed by Ada Listener, /)).toBeVisible();
    await user.clear(name);
    await user.type(name, 'Meadow');
    await user.type(screen.getByRole('textbox', { name: 'Platform description' }), 'Films of animals');
    await user.click(save);
    expect(await screen.findByText('Settings saved')).toBeVisible();
    expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      platform_name: 'Meadow',
      platform_description: 'Films of animals',
      plan_contact: '',
      auto_approve_uploads: false,
      content_moderation: false,
      analysis_budget_title_usd: 1.5,
      analysis_budget_month_usd: 50,
      analysis_transcribe_music: false,
      version: 1,
    });
    expect(stored).toHaveLength(2);
    expect(platform.get()).toEqual({ name: 'Meadow', description: 'Films of animals', planContact: '' });
    const [newest] = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem');
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem')[0]).toHaveTextContent(
        'Version 2',
      ),
    );
    expect(newest).toBeDefined();
    expect(screen.getByRole('button', { name: 'Save settings' })).toBeDisabled();
    expect(await axeViolations()).toEqual([]);
  });

  it('requires a name', async () => {
    const { user, api } = open();
    await user.clear(await screen.findByRole('textbox', { name: 'Platform name' }));
    await user.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Enter a platform name')).toBeVisible();
    expect(api.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('describes the effect of both switches on uploads', async () => {
    const { user } = open();
    const moderation = await screen.findByRole('switch', { name: 'Content moderation' });
    const approval = screen.getByRole('switch', { name: 'Auto-approve uploads' });
    const gate = (text: RegExp) => expect(screen.getByText(text)).toBeVisible();
    gate(/publishes items as soon as the conversion is complete/);
    await user.click(moderation);
    gate(/^Current behavior: 'Upload & Publish' sends items to Pending Review/);
    await user.click(approval);
    gate(/^Current behavior: 'Upload & Publish' publishes items once their analysis finds nothing/);
    await user.click(moderation);
    gate(/publishes items as soon as the conversion is complete/);
  });

  it.each([
    ['Use saved version', 'Theirs', 2],
    ['Keep my changes', 'Mine', 3],
  ])('shows both versions if someone else saved in the meantime: %s', async (choice, name, versions) => {
    const { user, stored } = open();
    const field = await screen.findByRole('textbox', { name: 'Platform name' });
    stored.push(settingsView({ version: 2, platform_name: 'Theirs', updated_by_name: 'Bob' }));
    await user.clear(field);
    await user.type(field, 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save settings' }));
    const table = await screen.findByRole('table', { name: 'Differences' });
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('Platform nameMineTheirs');
    expect(screen.getByText('Bob saved changes while you were editing. Choose which version to keep.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: choice }));
    expect(field).toHaveValue(name);
    const save = screen.getByRole('button', { name: 'Save settings' });
    if (versions === 3) await user.click(save);
    else expect(save).toBeDisabled();
    await waitFor(() => expect(stored).toHaveLength(versions));
    expect(stored.at(-1)?.platform_name).toBe(name);
    // The history and the platform name are updated as well.
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem')[0]).toHaveTextContent(
        `Version ${versions}`,
      ),
    );
    expect(platform.get().name).toBe(name);
  });

  it('reloads the settings on every visit', async () => {
    const { stored, router } = open();
    expect(await screen.findByRole('textbox', { name: 'Platform name' })).toHaveValue('Soundstage');
    await act(() => router.navigate('/admin/nowhere'));
    await screen.findByText(/^This admin page doesn't exist/);
    stored.push(settingsView({ version: 2, platform_name: 'Theirs', updated_by_name: 'Bob' }));
    await act(() => router.navigate('/admin/settings'));
    expect(await screen.findByRole('textbox', { name: 'Platform name' })).toHaveValue('Theirs');
    expect(screen.getByText(/^Last changed by Bob, /)).toBeVisible();
  });

  it('reports that older versions failed to load', async () => {
    const { api, user } = open();
    api.on('GET /api/admin/settings/versions', ({ url }) =>
      url.includes('cursor=')
        ? { status: 400, body: {} }
        : {
            body: {
              items: [settingsView({ version: 3, platform_name: 'Third' }), settingsView({ version: 2 })],
              next_cursor: 'next',
            },
          },
    );
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Failed to load more versions. Please try again.')).toBeVisible();
    expect(screen.getByText('Version 3')).toBeVisible();
  });

  it('shows what each version changed', async () => {
    open([
      settingsView({ updated_by_name: null }),
      settingsView({ version: 2, content_moderation: true, platform_description: 'Films' }),
    ]);
    const [second, first] = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem');
    expect(second).toHaveTextContent('Platform description(empty) FilmsContent moderationOff On');
    expect(second).not.toHaveTextContent('Platform name');
    expect(first).toHaveTextContent('Deleted user');
  });
});

describe('the name of the platform', () => {
  const answer =
    (body: unknown, status = 200) =>
    async () =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

  it('is read from the server, stored, and available immediately on the next visit', async () => {
    await readPlatform(answer({ platform_name: 'Meadow', platform_description: '' }));
    expect(platform.get()).toEqual({ name: 'Meadow', description: standard.description, planContact: '' });
    platform.set(standard);
    restorePlatform();
    expect(platform.get().name).toBe('Meadow');
  });

  it.each([
    ['an error', answer({}, 500)],
    ['a page', answer('<html>')],
    ['something else', answer({ platform_name: 7 })],
    ['no answer', async () => Promise.reject(new TypeError('offline'))],
  ])('does not change after %s', async (_, send) => {
    await readPlatform(send as typeof fetch);
    expect(platform.get()).toEqual(standard);
  });

  it('does not change if the stored value is invalid', () => {
    localStorage.setItem('soundstage.platform', '{"platform_name":');
    restorePlatform();
    expect(platform.get()).toEqual(standard);
  });
});

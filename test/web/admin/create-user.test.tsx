import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { Providers } from '../../../web/src/app/providers.tsx';
import { createServices } from '../../../web/src/app/services.ts';
import { TestUserCard } from '../../../web/src/features/people/test-user-card.tsx';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { createFakeCognito } from '../support/fake-cognito.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { testConfig, testPerson } from '../support/render-app.tsx';
import { CREATE, LIST, calls, openUsers, person, problem } from './users-fixture.ts';

const password = 'Temporary-Pass-1';

describe('creating a user', () => {
  it('requires an email address and a strong password, and reloads the list after 500 ms', async () => {
    const { user, api, clock } = openUsers();
    api.on(CREATE, {
      body: {
        success: true,
        error: null,
        message: 'An account was created for eve@example.org.',
        user: person({ email: 'eve@example.org', full_name: 'Eve' }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Create User' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create User' }));
    expect(dialog.getByRole('button', { name: 'Create User' })).toBeDisabled();
    expect(dialog.getByText('Email and password are required')).toBeVisible();
    await user.type(dialog.getByLabelText('Email'), 'Eve@example.org{Enter}');
    await user.type(dialog.getByLabelText('Temporary password'), 'short');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(
      await dialog.findByText('The password needs at least 12 characters, an uppercase letter, a digit and a symbol.'),
    ).toBeVisible();
    expect(calls(api, CREATE)).toEqual([]);
    expect(await axeViolations()).toEqual([]);
    await user.clear(dialog.getByLabelText('Temporary password'));
    await user.type(dialog.getByLabelText('Temporary password'), password);
    await user.type(dialog.getByLabelText('Full name'), ' Eve ');
    expect(
      within(dialog.getByLabelText('Role'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['User', 'Moderator', 'Admin']);
    await user.selectOptions(dialog.getByLabelText('Role'), 'moderator');
    await user.dblClick(dialog.getByRole('button', { name: 'Create User' }));
    expect(await screen.findByText('An account was created for eve@example.org.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls(api, CREATE).map(({ body }) => body)).toEqual([
      { email: 'Eve@example.org', password, fullName: 'Eve', role: 'moderator' },
    ]);
    const before = calls(api, LIST).length;
    act(() => clock.advance(499));
    expect(calls(api, LIST)).toHaveLength(before);
    act(() => clock.advance(1));
    await waitFor(() => expect(calls(api, LIST)).toHaveLength(before + 1));
  });

  it.each([
    ['email_exists', problem('email_exists', 409), 'A user with this email address already exists'],
    [
      'the server',
      problem(
        'too_many_requests',
        429,
        'The user pool has reached its limit for new accounts or emails. Try again later.',
      ),
      'The user pool has reached its limit for new accounts or emails. Try again later.',
    ],
    [
      'no reason',
      { status: 500, body: { code: 'internal_error', title: '', status: 500, requestId: 'r' } },
      'Failed to create user',
    ],
  ])('shows why it failed and keeps the form: %s', async (_why, answer, text) => {
    const { user, api } = openUsers();
    api.on(CREATE, answer);
    await user.click(await screen.findByRole('button', { name: 'Create User' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Email'), 'eve@example.org');
    await user.type(dialog.getByLabelText('Temporary password'), password);
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText('Email')).toHaveValue('eve@example.org');
  });
});

describe('the test user card', () => {
  const show = (stage: string, signedIn = true) => {
    const api = createApiStub()
      .on('GET /api/me', { body: { ...testPerson, role: 'admin' } })
      .on(CREATE, { body: { success: true, error: null, message: 'Made.', user: person() } });
    jest.spyOn(globalThis, 'fetch').mockImplementation(api.fetch);
    const cognito = createFakeCognito();
    if (signedIn) cognito.token = 'access-token';
    const services = createServices(
      { ...testConfig, stage },
      { clock: createManualClock(), loadCognito: async () => cognito, hasStoredSession: () => signedIn },
    );
    render(
      <Providers services={services}>
        <MemoryRouter>
          <main>
            <h1>Dashboard</h1>
            <TestUserCard />
          </main>
        </MemoryRouter>
      </Providers>,
    );
    return { api, user: userEvent.setup() };
  };
  const fill = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.type(screen.getByLabelText('Email'), 'eve@example.org');
    await user.type(screen.getByLabelText('Temporary password'), password);
    await user.selectOptions(screen.getByLabelText('Role'), 'premium');
  };

  it('creates a user with a plan and a default name', async () => {
    const { api, user } = show('local');
    expect(
      within(screen.getByLabelText('Role'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['User', 'Admin', 'Premium', 'Business']);
    await fill(user);
    expect(screen.getByLabelText('Full name')).toHaveAttribute('placeholder', 'Test premium user');
    await user.click(screen.getByRole('button', { name: 'Create Test User' }));
    await waitFor(() =>
      expect(calls(api, CREATE).map(({ body }) => body)).toEqual([
        { email: 'eve@example.org', password, fullName: 'Test premium user', role: 'premium' },
      ]),
    );
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(''));
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Temporary password')).toHaveValue('');
    expect(screen.getByLabelText('Role')).toHaveDisplayValue('User');
  });

  it('says that there is no active session', async () => {
    const { api, user } = show('dev', false);
    expect(await axeViolations()).toEqual([]);
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Create Test User' }));
    expect(await screen.findByText('No active session')).toBeVisible();
    expect(calls(api, CREATE)).toEqual([]);
  });

  it('is not shown in production', () => {
    show('prod');
    expect(screen.queryByText('Create Test User')).toBeNull();
  });
});

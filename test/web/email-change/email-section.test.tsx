import { screen, waitFor } from '@testing-library/react';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';

const REQUEST = 'POST /api/me/email';
const CONFIRM = 'POST /api/me/email/confirm';

/** Waits for a message. The open dialog hides its region from assistive technology; the message is also announced. */
const toast = async (title: string, description: string) => {
  expect((await screen.findAllByText(title))[0]).toBeInTheDocument();
  expect((await screen.findAllByText(description))[0]).toBeInTheDocument();
};

const problem = (status: number, code: string) => ({
  status,
  body: { code, title: 'title', status, requestId: 'r-1' },
});

const open = async (api: ApiStub) => {
  api.on('GET /api/content', { body: { items: [], next_cursor: null } });
  const app = renderApp('/streaming', { api, signedIn: true });
  await app.user.click(await screen.findByRole('button', { name: 'Profile' }));
  await app.user.click(await screen.findByText('Move to another email address'));
  return app;
};

it('moves the account to the new address with a code, and shows it', async () => {
  const api = createApiStub()
    .on(REQUEST, { status: 202 })
    .on(CONFIRM, { body: { ...testPerson, email: 'new@example.com' } });
  const { user } = await open(api);
  await user.type(screen.getByLabelText('New email'), ' new@example.com {Enter}');
  await toast('Check your email', 'Enter the code that we sent to the new address.');
  expect(await screen.findByText(/^If new@example.com can be used/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await user.type(screen.getByLabelText('Code'), '1234 5678{Enter}');
  await toast('Email changed', 'From now on, sign in with the new address.');
  expect(screen.getByLabelText('Email')).toHaveValue('new@example.com');
  expect(await screen.findByLabelText('New email')).toHaveValue('');
  expect(api.requests.filter(({ url }) => url.startsWith('/api/me/email')).map(({ body }) => body)).toEqual([
    { email: 'new@example.com' },
    { code: '12345678' },
  ]);
});

it.each([
  [REQUEST, problem(429, 'too_many_requests'), 'Too many attempts. Please wait a few minutes and try again.'],
  [REQUEST, problem(400, 'validation_failed'), 'Enter a valid email address.'],
  [CONFIRM, problem(409, 'email_exists'), 'This address already has an account.'],
  [
    CONFIRM,
    problem(400, 'code_rejected'),
    'The code is incorrect or has expired. After five attempts, request a new code.',
  ],
  [CONFIRM, problem(500, 'internal_error'), "Your email address wasn't changed. Please try again."],
])('explains a failure of %s', async (route, answer, text) => {
  const api = createApiStub().on(REQUEST, { status: 202 }).on(route, answer);
  const { user } = await open(api);
  await user.type(screen.getByLabelText('New email'), 'new@example.com{Enter}');
  if (route === CONFIRM) await user.type(await screen.findByLabelText('Code'), '12345678{Enter}');
  await toast('Change Failed', text);
});

it('does not submit something that is not a code, and returns to the address', async () => {
  const api = createApiStub().on(REQUEST, { status: 202 });
  const { user } = await open(api);
  await user.type(screen.getByLabelText('New email'), 'new@example.com{Enter}');
  await user.type(await screen.findByLabelText('Code'), '123{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Code')).toBeInvalid());
  await user.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.getByLabelText('New email')).toHaveValue('');
});

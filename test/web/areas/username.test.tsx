import { screen, waitFor, within } from '@testing-library/react';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';

const REQUEST = 'POST /api/functions/request-username-code';
const ANSWER = 'POST /api/functions/get-username';

const toast = async (title: string, description: string) => {
  const region = await screen.findByRole('region', { name: /Notification/ });
  expect(await within(region).findByText(title)).toBeInTheDocument();
  expect(within(region).getByText(description)).toBeInTheDocument();
};

const problem = (status: number, code: string) => ({
  status,
  body: { code, title: 'title', status, requestId: 'r-1' },
});

const ask = async (api: ApiStub) => {
  const app = renderApp('/auth', { api });
  await app.user.click(await screen.findByText('Forgot password or username?'));
  const button = screen.getByRole('button', { name: 'Get Username' });
  expect(button).toBeDisabled();
  await app.user.type(screen.getByLabelText('Your email'), ' ada@example.com ');
  expect(button).toBeEnabled();
  await app.user.click(button);
  return app;
};

const enter = async (user: Awaited<ReturnType<typeof ask>>['user'], code: string) => {
  await user.type(await screen.findByLabelText('Code'), `${code}{Enter}`);
};

describe('finding a username', () => {
  it('sends a code to the address and shows the name when the code is entered', async () => {
    const api = createApiStub()
      .on(REQUEST, { status: 202 })
      .on(ANSWER, { body: { username: 'Ada L.' } });
    const { user } = await ask(api);
    await toast('Check your email', 'If the address has an account, we sent it a code.');
    expect(await screen.findByRole('heading', { level: 1, name: 'Find your username' })).toHaveFocus();
    expect(screen.getByText(/If ada@example.com has an account/)).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
    await enter(user, '1234 5678');
    await toast('Username Found', 'Your name on file is: Ada L.');
    expect(within(screen.getByRole('main')).getByText('Your name on file is: Ada L.')).toBeInTheDocument();
    expect(api.requests.map(({ url, body }) => [url, body])).toEqual([
      ['/api/functions/request-username-code', { email: 'ada@example.com' }],
      ['/api/functions/get-username', { email: 'ada@example.com', code: '12345678' }],
    ]);
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it('does not submit something that is not a code', async () => {
    const api = createApiStub().on(REQUEST, { status: 202 });
    const { user } = await ask(api);
    await enter(user, '123');
    await waitFor(() => expect(screen.getByLabelText('Code')).toBeInvalid());
    expect(api.requests).toHaveLength(1);
  });

  it('explains a wrong or expired code and sends a new one', async () => {
    const api = createApiStub().on(REQUEST, { status: 202 }).on(ANSWER, problem(400, 'code_rejected'));
    const { user } = await ask(api);
    await enter(user, '12345678');
    await toast('Retrieval Failed', 'The code is incorrect or has expired. After five attempts, request a new code.');
    expect(screen.getByLabelText('Code')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await waitFor(() =>
      expect(api.requests.filter(({ url }) => url.endsWith('request-username-code'))).toHaveLength(2),
    );
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveValue(''));
  });

  it.each([
    [
      'too many requests',
      problem(429, 'too_many_requests'),
      'Too many attempts. Please wait a few minutes and try again.',
    ],
    ['an invalid address', problem(400, 'validation_failed'), 'Enter a valid email address.'],
    ['any other failure', problem(503, 'unavailable'), 'Failed to retrieve username'],
  ])('explains %s', async (_name, answer, text) => {
    await ask(createApiStub().on(REQUEST, answer));
    await toast('Retrieval Failed', text);
    expect(screen.getByRole('button', { name: 'Get Username' })).toBeInTheDocument();
  });
});

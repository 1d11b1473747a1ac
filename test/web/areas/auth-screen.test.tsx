import { act, screen, waitFor, within } from '@testing-library/react';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { createFakeCognito, poolError } from '../support/fake-cognito.ts';
import { renderApp } from '../support/render-app.tsx';

const toast = async (title: string, description?: string) => {
  const region = await screen.findByRole('region', { name: /Notification/ });
  expect(await within(region).findByText(title)).toBeInTheDocument();
  if (description) expect(within(region).getByText(description)).toBeInTheDocument();
};

type User = ReturnType<typeof renderApp>['user'];

const fillSignIn = async (user: User, password = 'secret') => {
  await user.type(await screen.findByLabelText('Email'), '  ada@example.com ');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
};

const fillSignUp = async (user: User, confirmation = 'Long-enough-1') => {
  await user.type(await screen.findByLabelText('Full Name'), 'Ada');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'Long-enough-1');
  await user.type(screen.getByLabelText('Confirm password'), confirmation);
  await user.click(screen.getByRole('button', { name: 'Create account' }));
};

describe('signing in', () => {
  it('says in the form why it failed', async () => {
    const cognito = createFakeCognito();
    cognito.steps = [poolError('NotAuthorizedException', 'Incorrect username or password.')];
    const { user } = renderApp('/auth', { cognito });
    await fillSignIn(user);
    const form = await screen.findByRole('form', { name: 'Sign In' });
    expect(await within(form).findByText('Incorrect username or password.')).toBeVisible();
  });

  it('says why a shared playlist needs an account', async () => {
    renderApp('/playlist/pls_01HZX3V5Q8W9T2M4N6P7R80001');
    expect(await screen.findByText(/Someone shared a playlist with you/)).toBeVisible();
  });

  it('shows a welcome message and opens the home page', async () => {
    const { user, cognito, path } = renderApp('/auth');
    await fillSignIn(user);
    await toast('Welcome back!', 'You have successfully signed in.');
    expect(cognito.calls).toContainEqual(['signIn', 'ada@example.com', 'secret']);
    await waitFor(() => expect(path()).toBe('/'));
  });

  it('redirects signed-in users to the home page', async () => {
    const { path } = renderApp('/auth', { signedIn: true });
    expect(await screen.findByText('Welcome back')).toBeInTheDocument();
    expect(path()).toBe('/');
  });

  it("shows the server's error and keeps the typed values", async () => {
    const cognito = createFakeCognito();
    cognito.steps = [poolError('NotAuthorizedException', 'Incorrect username or password.')];
    const { user } = renderApp('/auth', { cognito });
    await fillSignIn(user);
    await toast('Sign In Failed', 'Incorrect username or password.');
    expect(screen.getByLabelText('Password')).toHaveValue('secret');
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  });

  it('shows the error at each missing field and focuses the first one', async () => {
    const { user, cognito } = renderApp('/auth');
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    const email = screen.getByLabelText('Email');
    await waitFor(() => expect(email).toHaveAccessibleDescription('Enter your email address.'));
    expect(email).toBeInvalid();
    expect(email).toHaveFocus();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter a password.');
    expect(cognito.calls).toEqual([]);
  });

  it('sends the form once, even if it is submitted again while busy', async () => {
    const cognito = createFakeCognito();
    let finish = (_: 'done') => undefined as void;
    const signIn = jest.fn(() => new Promise<'done'>((resolve) => (finish = resolve)));
    cognito.signIn = signIn;
    const { user } = renderApp('/auth', { cognito });
    await fillSignIn(user);
    const busy = await screen.findByRole('button', { name: 'Signing in...' });
    await user.click(busy);
    await user.type(screen.getByLabelText('Password'), '{Enter}');
    expect(signIn).toHaveBeenCalledTimes(1);
    finish('done');
    await toast('Welcome back!');
  });

  it('asks for a new password and an authenticator code', async () => {
    const cognito = createFakeCognito();
    cognito.steps = [
      'new-password',
      'totp',
      poolError('CodeMismatchException', 'Invalid code received for user'),
      'done',
    ];
    const { user, path } = renderApp('/auth', { cognito });
    await fillSignIn(user);
    expect(await screen.findByRole('heading', { level: 1, name: 'Choose a new password' })).toHaveFocus();
    await user.type(await screen.findByLabelText('New password'), 'Long-enough-2{Enter}');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Enter your authentication code' }),
    ).toBeInTheDocument();
    await user.type(screen.getByLabelText('Code'), '000000{Enter}');
    await toast('Sign In Failed', 'Invalid code received for user');
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(path()).toBe('/'));
    expect(cognito.calls.slice(1)).toEqual([
      ['answerChallenge', 'Long-enough-2'],
      ['answerChallenge', '000000'],
      ['answerChallenge', '123456'],
    ]);
  });

  it('reveals the password on request and announces the state', async () => {
    const { user } = renderApp('/auth');
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    await user.type(password, 'secret');
    password.setSelectionRange(2, 3);
    const toggle = screen.getByRole('button', { name: 'Show password' });
    expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await user.click(toggle);
    expect(password).toHaveAttribute('type', 'text');
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
    expect([password.selectionStart, password.selectionEnd]).toEqual([2, 3]);
  });
});

const SIGN_UP = 'POST /api/sign-up';
const CONFIRM = 'POST /api/sign-up/confirm';
const FORGOT = 'POST /api/password-reset';
const RESET = 'POST /api/password-reset/confirm';

/** A stub that accepts every step. */
const acceptingApi = (): ApiStub =>
  createApiStub()
    .on(SIGN_UP, { status: 202 })
    .on(CONFIRM, { status: 204 })
    .on(FORGOT, { status: 202 })
    .on(RESET, { status: 204 });

const problem = (status: number, code: string, more: object = {}) => ({
  status,
  body: { code, title: 'title', status, requestId: 'r-1', ...more },
});

/** The calls of sign-up and reset, with their bodies. */
const callsOf = ({ requests }: ApiStub) =>
  requests.filter(({ url }) => /sign-up|password-reset/.test(url)).map(({ url, body }) => [url, body]);

const REJECTED = 'The code is incorrect or has expired. After five attempts, request a new code.';

describe('signing up', () => {
  it('sends the password only with the code, signs in and opens the plans after 1.5 s', async () => {
    const api = acceptingApi();
    const { user, cognito, clock, path } = renderApp('/auth?tab=sign-up', { api });
    await fillSignUp(user);
    expect(await screen.findByText(/We sent an email to ada@example.com/)).toBeInTheDocument();
    expect(callsOf(api)).toEqual([['/api/sign-up', { email: 'ada@example.com' }]]);
    expect(sessionStorage.getItem('soundstage.pending-sign-up')).not.toContain('Long-enough-1');

    await user.type(screen.getByLabelText('Code'), ' 12345678 {Enter}');
    await toast('Account Created!', 'Redirecting to select your subscription plan...');
    expect(callsOf(api).slice(1)).toEqual([
      [
        '/api/sign-up/confirm',
        { email: 'ada@example.com', code: '12345678', password: 'Long-enough-1', full_name: 'Ada' },
      ],
    ]);
    expect(cognito.calls).toEqual([['signIn', 'ada@example.com', 'Long-enough-1']]);
    act(() => clock.advance(1_499));
    expect(path()).toBe('/auth?tab=sign-up');
    act(() => clock.advance(1));
    expect(await screen.findByRole('heading', { level: 1, name: 'Choose your plan' })).toBeInTheDocument();
    expect(path()).toBe('/plans');
    expect(sessionStorage.getItem('soundstage.pending-sign-up')).toBeNull();
  });

  it('rejects passwords that differ or are weak, without a request', async () => {
    const api = acceptingApi();
    const { user } = renderApp('/auth?tab=sign-up', { api });
    await fillSignUp(user, 'Something-else-1');
    await toast('Password Mismatch', 'Passwords do not match. Please try again.');
    expect(screen.getByLabelText('Confirm password')).toHaveAccessibleDescription(
      'Passwords do not match. Please try again.',
    );
    expect(screen.getByLabelText('Confirm password')).toHaveFocus();
    await user.clear(screen.getByLabelText('Password'));
    await user.type(screen.getByLabelText('Password'), 'weak{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Password')).toBeInvalid());
    expect(screen.getByText(/^The password needs at least 12 characters/)).toBeVisible();
    expect(callsOf(api)).toEqual([]);
  });

  it.each([
    [problem(429, 'too_many_requests'), 'Too many attempts. Please wait a few minutes and try again.'],
    [problem(400, 'validation_failed', { issues: [{ path: 'email', message: 'x' }] }), 'Enter a valid email address.'],
  ])('explains why no email was sent', async (answer, text) => {
    const { user } = renderApp('/auth?tab=sign-up', { api: acceptingApi().on(SIGN_UP, answer) });
    await fillSignUp(user);
    await toast('Sign Up Failed', text);
  });

  it('explains a rejected code and sends a new one', async () => {
    const api = acceptingApi().on(CONFIRM, problem(400, 'code_rejected'));
    const { user } = renderApp('/auth?tab=sign-up', { api });
    await fillSignUp(user);
    await user.type(await screen.findByLabelText('Code'), '99999999');
    await user.click(screen.getByRole('button', { name: 'Confirm email' }));
    await toast('Confirmation Failed', REJECTED);
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await toast('Check your email', 'We sent you a new code.');
    expect(callsOf(api).at(-1)).toEqual(['/api/sign-up', { email: 'ada@example.com' }]);
  });

  it('asks for name and password when the link is opened in another browser', async () => {
    const api = acceptingApi();
    const { user, cognito } = renderApp('/auth?confirm=true#user=ada%40example.com&code=12345678', { api });
    expect(await screen.findByLabelText('Code')).toHaveValue('12345678');
    await user.click(screen.getByRole('button', { name: 'Confirm email' }));
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/Enter a password/));
    await user.type(screen.getByLabelText('Full Name'), 'Ada');
    await user.type(screen.getByLabelText('Password'), 'Long-enough-1{Enter}');
    await toast('Account Created!');
    expect(callsOf(api)).toEqual([
      [
        '/api/sign-up/confirm',
        { email: 'ada@example.com', code: '12345678', password: 'Long-enough-1', full_name: 'Ada' },
      ],
    ]);
    expect(cognito.calls).toEqual([['signIn', 'ada@example.com', 'Long-enough-1']]);
  });

  it('asks to sign in when the account exists but signing in fails', async () => {
    const cognito = createFakeCognito();
    cognito.steps = [poolError('TooManyRequestsException', 'Too many requests')];
    const { user, path } = renderApp('/auth?tab=sign-up', { api: acceptingApi(), cognito });
    await fillSignUp(user);
    await user.type(await screen.findByLabelText('Code'), '12345678{Enter}');
    await toast('Email confirmed', 'Sign in to continue.');
    expect(await screen.findByRole('tab', { name: 'Sign In', selected: true })).toBeInTheDocument();
    expect(path()).toBe('/auth');
  });

  it('resumes the pending confirmation after a reload, and asks only for the password', async () => {
    sessionStorage.setItem('soundstage.pending-sign-up', JSON.stringify({ email: 'ada@example.com', fullName: 'Ada' }));
    renderApp('/auth?confirm=true');
    expect(await screen.findByText(/We sent an email to ada@example.com/)).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toBeVisible();
    expect(screen.queryByLabelText('Full Name')).not.toBeInTheDocument();
  });

  it('asks to open the email link when no sign-up is pending', async () => {
    renderApp('/auth?confirm=true');
    expect(await screen.findByText(/Open the link in the email/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  });
});

describe('a forgotten password', () => {
  it('requires an address, and continues with the code', async () => {
    const api = acceptingApi();
    const { user } = renderApp('/auth', { api });
    await user.click(await screen.findByText('Forgot password or username?'));
    const reset = screen.getByRole('button', { name: 'Reset Password' });
    expect(reset).toBeDisabled();
    await user.type(screen.getByLabelText('Your email'), 'nobody@example.com');
    expect(reset).toBeEnabled();
    await user.click(reset);
    await toast('Reset Email Sent', 'Check your email for password reset instructions.');
    expect(callsOf(api)).toEqual([['/api/password-reset', { email: 'nobody@example.com' }]]);
    await user.click(screen.getByRole('button', { name: 'I have a code' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Choose a new password' })).toHaveFocus();
  });

  it('explains why no email was sent', async () => {
    const { user } = renderApp('/auth', { api: acceptingApi().on(FORGOT, problem(429, 'too_many_requests')) });
    await user.click(await screen.findByText('Forgot password or username?'));
    await user.type(screen.getByLabelText('Your email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
    await toast('Reset Failed', 'Too many attempts. Please wait a few minutes and try again.');
  });

  it('reads address and code from the link, for signed-in users too', async () => {
    const api = acceptingApi();
    const { user } = renderApp('/auth?reset=true#user=ada%40example.com&code=12345678', { api, signedIn: true });
    expect(await screen.findByLabelText('Code')).toHaveValue('12345678');
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('New password'), 'Long-enough-2');
    await user.type(screen.getByLabelText('Confirm password'), 'Long-enough-2{Enter}');
    await toast('Password changed', 'Sign in with your new password.');
    expect(callsOf(api)).toEqual([
      ['/api/password-reset/confirm', { email: 'ada@example.com', code: '12345678', password: 'Long-enough-2' }],
    ]);
  });

  it('asks for the address when the link contains none', async () => {
    const api = acceptingApi();
    const { user } = renderApp('/auth?reset=true', { api });
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Code'), '12345678');
    await user.type(screen.getByLabelText('New password'), 'Long-enough-2');
    await user.type(screen.getByLabelText('Confirm password'), 'Long-enough-2{Enter}');
    expect(await screen.findByRole('tab', { name: 'Sign In', selected: true })).toBeInTheDocument();
    expect(callsOf(api)).toEqual([
      ['/api/password-reset/confirm', { email: 'ada@example.com', code: '12345678', password: 'Long-enough-2' }],
    ]);
  });

  it('rejects new passwords that differ, without a request', async () => {
    const api = acceptingApi();
    const { user } = renderApp('/auth?reset=true#user=ada%40example.com&code=12345678', { api });
    await user.type(await screen.findByLabelText('New password'), 'Long-enough-2');
    await user.type(screen.getByLabelText('Confirm password'), 'Long-enough-3{Enter}');
    await toast('Password Mismatch', 'Passwords do not match. Please try again.');
    expect(screen.getByLabelText('Confirm password')).toHaveFocus();
    expect(callsOf(api)).toEqual([]);
  });

  it('sends a new code when the code in the link has expired', async () => {
    const api = acceptingApi().on(RESET, problem(400, 'code_rejected'));
    const { user } = renderApp('/auth?reset=true#user=ada%40example.com&code=12345678', { api });
    await user.type(await screen.findByLabelText('New password'), 'Long-enough-2');
    await user.type(screen.getByLabelText('Confirm password'), 'Long-enough-2{Enter}');
    await toast('Reset Failed', REJECTED);
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await toast('Reset Email Sent', 'Check your email for password reset instructions.');
    expect(callsOf(api).at(-1)).toEqual(['/api/password-reset', { email: 'ada@example.com' }]);
  });
});

it('removes the message about different passwords once the code is requested', async () => {
  const { user } = renderApp('/auth?tab=sign-up', { api: acceptingApi() });
  await fillSignUp(user, 'Something-else-1');
  await toast('Password Mismatch');
  await user.clear(screen.getByLabelText('Confirm password'));
  await user.type(screen.getByLabelText('Confirm password'), 'Long-enough-1{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Confirm your email' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Password Mismatch')).not.toBeInTheDocument());
});

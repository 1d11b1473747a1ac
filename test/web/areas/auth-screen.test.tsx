import { act, screen, waitFor, within } from '@testing-library/react';
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

describe('signing up', () => {
  it('generates a username, confirms the code, signs in and opens the plans after 1.5 s', async () => {
    const { user, cognito, clock, path } = renderApp('/auth?tab=sign-up');
    await fillSignUp(user);
    expect(await screen.findByText(/We sent a code to ada@example.com/)).toBeInTheDocument();
    const [, input] = cognito.calls[0] ?? [];
    expect(input).toEqual({
      username: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'ada@example.com',
      password: 'Long-enough-1',
      fullName: 'Ada',
    });
    expect(sessionStorage.getItem('soundstage.pending-sign-up')).not.toContain('Long-enough-1');

    await user.type(screen.getByLabelText('Code'), ' 123456 {Enter}');
    await toast('Account Created!', 'Redirecting to select your subscription plan...');
    const { username } = input as { username: string };
    expect(cognito.calls.slice(1)).toEqual([
      ['confirmSignUp', username, '123456'],
      ['signIn', username, 'Long-enough-1'],
    ]);
    act(() => clock.advance(1_499));
    expect(path()).toBe('/auth?tab=sign-up');
    act(() => clock.advance(1));
    expect(await screen.findByRole('heading', { level: 1, name: 'Choose your plan' })).toBeInTheDocument();
    expect(path()).toBe('/plans');
    expect(sessionStorage.getItem('soundstage.pending-sign-up')).toBeNull();
  });

  it('rejects passwords that differ, without a request', async () => {
    const { user, cognito } = renderApp('/auth?tab=sign-up');
    await fillSignUp(user, 'Something-else-1');
    await toast('Password Mismatch', 'Passwords do not match. Please try again.');
    expect(screen.getByLabelText('Confirm password')).toHaveAccessibleDescription(
      'Passwords do not match. Please try again.',
    );
    expect(screen.getByLabelText('Confirm password')).toHaveFocus();
    expect(cognito.calls).toEqual([]);
  });

  it("shows the user pool's error", async () => {
    const cognito = createFakeCognito();
    cognito.failures.signUp = poolError(
      'InvalidPasswordException',
      'Password did not conform with policy: Password not long enough',
    );
    const { user } = renderApp('/auth?tab=sign-up', { cognito });
    await fillSignUp(user);
    await toast('Sign Up Failed', 'Password did not conform with policy: Password not long enough');
  });

  it('explains a rejected code and sends a new one', async () => {
    const cognito = createFakeCognito();
    cognito.failures.confirmSignUp = poolError(
      'ExpiredCodeException',
      'Invalid code provided, please request a code again.',
    );
    const { user } = renderApp('/auth?confirm=true&user=u-1&code=999999', { cognito });
    expect(await screen.findByLabelText('Code')).toHaveValue('999999');
    await user.click(screen.getByRole('button', { name: 'Confirm email' }));
    await toast('Confirmation Failed', 'Invalid code provided, please request a code again.');
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await toast('Check your email', 'We sent you a new code.');
    expect(cognito.calls).toContainEqual(['resendCode', 'u-1']);
  });

  it('confirms through the email link in a browser that has no password in memory', async () => {
    const { user, cognito, path } = renderApp('/auth?confirm=true&user=u-1&code=123456');
    await user.click(await screen.findByRole('button', { name: 'Confirm email' }));
    await toast('Email confirmed', 'Sign in to continue.');
    expect(cognito.calls).toEqual([['confirmSignUp', 'u-1', '123456']]);
    expect(await screen.findByRole('tab', { name: 'Sign In', selected: true })).toBeInTheDocument();
    expect(path()).toBe('/auth');
  });

  it('resumes the pending confirmation after a reload', async () => {
    sessionStorage.setItem('soundstage.pending-sign-up', JSON.stringify({ username: 'u-7', email: 'ada@example.com' }));
    renderApp('/auth?confirm=true');
    expect(await screen.findByText(/We sent a code to ada@example.com/)).toBeInTheDocument();
  });

  it('asks to open the email link when no sign-up is pending', async () => {
    renderApp('/auth?confirm=true');
    expect(await screen.findByText(/Open the link in the email/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  });
});

describe('a forgotten password', () => {
  it('requires an address, and responds the same whether or not it has an account', async () => {
    const cognito = createFakeCognito();
    cognito.failures.requestPasswordReset = poolError('UserNotFoundException', 'User does not exist.');
    const { user } = renderApp('/auth', { cognito });
    await user.click(await screen.findByText('Forgot password or username?'));
    const reset = screen.getByRole('button', { name: 'Reset Password' });
    expect(reset).toBeDisabled();
    await user.type(screen.getByLabelText('Your email'), 'nobody@example.com');
    expect(reset).toBeEnabled();
    await user.click(reset);
    await toast('Reset Email Sent', 'Check your email for password reset instructions.');
    await user.click(screen.getByRole('button', { name: 'I have a code' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Choose a new password' })).toHaveFocus();
  });

  it('explains why no email was sent', async () => {
    const cognito = createFakeCognito();
    cognito.failures.requestPasswordReset = poolError(
      'LimitExceededException',
      'Attempt limit exceeded, please try after some time.',
    );
    const { user } = renderApp('/auth', { cognito });
    await user.click(await screen.findByText('Forgot password or username?'));
    await user.type(screen.getByLabelText('Your email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
    await toast('Reset Failed', 'Attempt limit exceeded, please try after some time.');
  });

  it('reads user and code from the link, for signed-in users too', async () => {
    const cognito = createFakeCognito();
    const { user } = renderApp('/auth?reset=true&user=u-1&code=123456', { cognito, signedIn: true });
    expect(await screen.findByLabelText('Code')).toHaveValue('123456');
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('New password'), 'Long-enough-2');
    await user.type(screen.getByLabelText('Confirm password'), 'Long-enough-2{Enter}');
    await toast('Password changed', 'Sign in with your new password.');
    expect(cognito.calls).toEqual([['confirmPasswordReset', 'u-1', '123456', 'Long-enough-2']]);
  });

  it('asks for the address when the link contains none', async () => {
    const { user, cognito } = renderApp('/auth?reset=true');
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.type(screen.getByLabelText('New password'), 'Long-enough-2');
    await user.type(screen.getByLabelText('Confirm password'), 'Long-enough-2{Enter}');
    expect(await screen.findByRole('tab', { name: 'Sign In', selected: true })).toBeInTheDocument();
    expect(cognito.calls).toEqual([['confirmPasswordReset', 'ada@example.com', '123456', 'Long-enough-2']]);
  });

  it('rejects new passwords that differ, without a request', async () => {
    const { user, cognito } = renderApp('/auth?reset=true&user=u-1&code=123456');
    await user.type(await screen.findByLabelText('New password'), 'Long-enough-2');
    await user.type(screen.getByLabelText('Confirm password'), 'Long-enough-3{Enter}');
    await toast('Password Mismatch', 'Passwords do not match. Please try again.');
    expect(screen.getByLabelText('Confirm password')).toHaveFocus();
    expect(cognito.calls).toEqual([]);
  });

  it('sends a new code when the code in the link has expired', async () => {
    const cognito = createFakeCognito();
    cognito.failures.confirmPasswordReset = poolError(
      'ExpiredCodeException',
      'Invalid code provided, please request a code again.',
    );
    const { user } = renderApp('/auth?reset=true&user=u-1&code=123456', { cognito });
    await user.type(await screen.findByLabelText('New password'), 'Long-enough-2');
    await user.type(screen.getByLabelText('Confirm password'), 'Long-enough-2{Enter}');
    await toast('Reset Failed', 'Invalid code provided, please request a code again.');
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await toast('Reset Email Sent', 'Check your email for password reset instructions.');
    expect(cognito.calls).toContainEqual(['requestPasswordReset', 'u-1']);
  });
});

it('removes the message about different passwords once the account is created', async () => {
  const { user } = renderApp('/auth?tab=sign-up');
  await fillSignUp(user, 'Something-else-1');
  await toast('Password Mismatch');
  await user.clear(screen.getByLabelText('Confirm password'));
  await user.type(screen.getByLabelText('Confirm password'), 'Long-enough-1{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Confirm your email' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Password Mismatch')).not.toBeInTheDocument());
});

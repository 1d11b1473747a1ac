import { screen } from '@testing-library/react';
import { createApiStub } from '../support/api-stub.ts';
import { createFakeCognito } from '../support/fake-cognito.ts';
import { renderApp } from '../support/render-app.tsx';

it('a lost second factor is removed by a recovery code', async () => {
  const cognito = createFakeCognito();
  cognito.steps = ['totp'];
  const api = createApiStub();
  const { user } = renderApp('/auth', { cognito, api });
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  expect(await screen.findByLabelText('Email')).toHaveValue('ada@example.com');
  api.on('POST /api/functions/redeem-recovery-code', {
    status: 400,
    body: { code: 'code_rejected', title: 'x', status: 400, requestId: 'r' },
  });
  await user.type(screen.getByLabelText('Recovery code'), 'AAAA{Enter}');
  expect((await screen.findAllByText('The code is incorrect or was used before.'))[0]).toBeInTheDocument();
  api.on('POST /api/functions/redeem-recovery-code', { status: 204 });
  await user.click(screen.getByRole('button', { name: 'Remove lost factors' }));
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeInTheDocument();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  // A lost passkey is not asked for at sign-in, so the form is also found without a challenge.
  await user.click(screen.getByText('Forgot password or username?'));
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  expect(await screen.findByLabelText('Recovery code')).toBeInTheDocument();
});

import type { Route } from '../../http/route.ts';
import { changeEmail } from './change-email.ts';
import { confirmSignUp } from './confirm-sign-up.ts';
import type { CredentialsDeps } from './deps.ts';
import { requestEmailChange } from './request-email-change.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { requestSignUp } from './request-sign-up.ts';
import { resetPassword } from './reset-password.ts';
import { sendPasswordReset } from './send-password-reset.ts';

/** The feature's endpoints. */
export const credentialsRoutes = (deps: CredentialsDeps): readonly Route[] => [
  requestSignUp(deps),
  confirmSignUp(deps),
  requestPasswordReset(deps),
  sendPasswordReset(deps),
  resetPassword(deps),
  requestEmailChange(deps),
  changeEmail(deps),
];
